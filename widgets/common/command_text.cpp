#include "widgets/common/command_text.h"

#include "widgets/common/utf8.h"

#include <algorithm>

namespace traceglass {

namespace {

// With the bytes that are no text, as shells take them.
QString escapedWord(QString word)
{
    word.replace(QLatin1Char('\\'), QStringLiteral("\\\\")).replace(QLatin1Char('\''), QStringLiteral("\\'"));
    return QStringLiteral("$'") + shown(word) + QLatin1Char('\'');
}

}

QString commandText(const QStringList& words)
{
    constexpr QLatin1StringView kPlain("-_./+:,=@%");
    QStringList quoted;
    for (QString word : words) {
        const bool isPlain = !word.isEmpty() && std::ranges::all_of(word, [&](QChar letter) {
            return letter.isLetterOrNumber() || kPlain.contains(letter);
        });
        if (!word.isValidUtf16())
            word = escapedWord(word);
        else if (!isPlain)
            word = QLatin1Char('\'') + word.replace(QLatin1Char('\''), QStringLiteral("'\\''"))
                + QLatin1Char('\'');
        quoted << word;
    }
    return quoted.join(QLatin1Char(' '));
}

QString findCommand(const QString& path, const QString& query)
{
    return commandText({QStringLiteral("tglass"), QStringLiteral("find"), path, query});
}

}
