// What is shown, as a command for a shell: "copy as command".
//
//     commandText({"tglass", "find", path, "duration >= 10 ms"})  // tglass find a.rfr 'duration >= 10 ms'
#pragma once

#include <QString>
#include <QStringList>

namespace traceglass {

// Words that a shell would read otherwise are put in quotes, whatever they hold.
QString commandText(const QStringList& words);
// What prints the slices that a query finds in a capture.
QString findCommand(const QString& path, const QString& query);

}
