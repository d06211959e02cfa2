// "copy as command": what a view shows, as a command for a shell. Of a capture that came through a pipe there is none.
//
//     auto* link = new CommandLink(session, [this] { return command(); });
//     connect(link, &CommandLink::copied, this, &RecordsPane::copied);
#pragma once

#include "widgets/common/link_label.h"

#include <functional>

class QMenu;

namespace traceglass {

class DocumentSession;

class CommandLink : public LinkLabel
{
    Q_OBJECT

public:
    // `session`: null where setWhyNot() tells of pipes, too.
    CommandLink(const DocumentSession* session, const std::function<QString()>& command,
                const QString& tip = {});

    void setWhyNot(const QString& why); // empty: there is one
    void addTo(QMenu* menu);

signals:
    void copied(const QString& command);

private:
    const QString m_tip;
    const QString m_whyNever;
};

}
