#include "app/viewer/window/dropped.h"

#include "core/io/view_files.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/utf8.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSysInfo>
#include <QTextEdit>
#include <QUrl>
#include <optional>

namespace traceglass {

namespace {

const QString kCopiedFiles = QStringLiteral("x-special/gnome-copied-files");

struct DroppedWords
{
    Q_DECLARE_TR_FUNCTIONS(Dropped)
};

// As people look at it, and no longer than a bar has room for.
QString toldName(const QString& text)
{
    constexpr qsizetype kMost = 80, kEnd = 30;
    const QString whole =
        text.size() <= kMost ? text : text.left(kMost - kEnd) + QChar(0x2026) + text.right(kEnd);
    return shown(whole);
}

bool isOfThisComputer(const QString& host)
{
    const QString own = QSysInfo::machineHostName();
    const auto is = [&host](const QString& name) { return host.compare(name, Qt::CaseInsensitive) == 0; };
    return host.isEmpty() || is(QStringLiteral("localhost")) || is(own)
        || is(own.section(QLatin1Char('.'), 0, 0));
}

// Empty: it names none here.
QString localPath(const QUrl& url)
{
    if (!url.isLocalFile() || !isOfThisComputer(url.host()))
        return {};
    return filePath(url);
}

class Sorter
{
public:
    explicit Sorter(Dropped& out, std::optional<GaveWay> gaveWay = {})
        : m_out(out)
        , m_gaveWay(gaveWay)
    {
    }

    void addPath(const QString& path)
    {
        const QString clean = QDir::cleanPath(path);
        if (m_out.paths.contains(clean))
            return;
        if (m_out.paths.size() < Dropped::kMostPaths)
            m_out.paths << clean;
        else
            ++m_out.left;
    }
    void addUrl(const QUrl& url)
    {
        if (const QString path = localPath(url); !path.isEmpty())
            addPath(path);
        else if (!url.isEmpty())
            m_out.elsewhere << url.toDisplayString();
    }
    void addLine(QString line)
    {
        static const QRegularExpression kUrl(QStringLiteral("^([A-Za-z][A-Za-z0-9+.-]*://|file:/|mailto:)"));
        line = line.trimmed();
        for (const QChar quote : {QLatin1Char('"'), QLatin1Char('\'')})
            if (line.size() > 2 && line.startsWith(quote) && line.endsWith(quote))
                line = line.mid(1, line.size() - 2);
        if (line.isEmpty())
            return;
        const bool isPath = !line.contains(QChar(0));
        if (kUrl.match(line).hasMatch())
            addUrl(QUrl::fromEncoded(line.toUtf8()));
        else if (isPath && (line == QLatin1String("~") || line.startsWith(QLatin1String("~/"))))
            addPath(QDir::homePath() + line.mid(1));
        else if (isPath && line.startsWith(QLatin1Char('/')))
            addPath(line);
        else if (isPath && isNamedHere(line))
            addPath(QFileInfo(line).absoluteFilePath());
        else
            m_out.words << line;
    }
    // A file manager writes above the URLs what it meant to do with the files.
    void addText(const QString& text)
    {
        static const QStringList kHeads {QStringLiteral("copy"), QStringLiteral("cut"),
                                         QStringLiteral("x-special/nautilus-clipboard")};
        if (text.size() > Dropped::kMostText) {
            m_out.isTooLong = true;
            return;
        }
        static const QRegularExpression kBreak(QStringLiteral("[\r\n]+"));
        QStringList lines = text.split(kBreak, Qt::SkipEmptyParts);
        while (lines.size() > 1 && kHeads.contains(lines.front()))
            lines.removeFirst();
        for (const QString& line : lines)
            addLine(line);
        if (m_isUnsure)
            m_out.unsure = text;
    }

private:
    // Where the program was started.
    bool isNamedHere(const QString& line)
    {
        m_isUnsure = !m_gaveWay;
        return m_gaveWay && isThere(pathOf(line), *m_gaveWay);
    }

    Dropped& m_out;
    std::optional<GaveWay> m_gaveWay; // nothing: the disk is not asked
    bool m_isUnsure = false;
};

}

bool Dropped::mayBeIn(const QMimeData& data)
{
    return data.hasUrls() || data.hasText() || data.hasFormat(kCopiedFiles);
}

Dropped Dropped::of(const QMimeData& data)
{
    Dropped out;
    Sorter sorter(out);
    if (data.hasUrls()) {
        for (const QUrl& url : data.urls())
            sorter.addUrl(url);
    } else if (data.hasFormat(kCopiedFiles)) {
        sorter.addText(QString::fromUtf8(data.data(kCopiedFiles)));
    } else {
        sorter.addText(data.text());
    }
    return out;
}

Dropped Dropped::ofText(const QString& text, GaveWay gaveWay)
{
    Dropped out;
    Sorter(out, gaveWay).addText(text);
    return out;
}

QString Dropped::head() const
{
    const QStringList& named = elsewhere.isEmpty() ? words : elsewhere;
    if (!named.isEmpty())
        return named.size() == 1 ? DroppedWords::tr("Not opened: “%1”").arg(toldName(named.front()))
                                 : DroppedWords::tr("Not opened: “%1” and %2 more")
                                       .arg(toldName(named.front()), QString::number(named.size() - 1));
    if (isTooLong)
        return DroppedWords::tr("Nothing was opened: the text is too long");
    if (left > 0)
        return DroppedWords::tr("%1 more were not opened").arg(left);
    return paths.isEmpty() ? DroppedWords::tr("There is nothing to open") : QString();
}

QString Dropped::advice() const
{
    QStringList parts;
    if (!elsewhere.isEmpty())
        parts << DroppedWords::tr("It is not on this computer: save it first, then open the file");
    else if (!words.isEmpty() || isTooLong || (paths.isEmpty() && left == 0))
        parts << DroppedWords::tr(
            "Files, folders, and text of up to 64 KiB with a path or a file:// URL a line can be opened");
    if (left > 0)
        parts << DroppedWords::tr("At most %1 are opened at once, %2 were left").arg(kMostPaths).arg(left);
    return parts.join(QStringLiteral(". "));
}

bool takesText(const QWidget* widget)
{
    if (!widget || !widget->isEnabled())
        return false;
    if (const auto* const line = qobject_cast<const QLineEdit*>(widget))
        return !line->isReadOnly();
    for (const QWidget* each :
         {widget, static_cast<const QWidget*>(widget->parentWidget())}) { // its viewport
        if (const auto* const text = qobject_cast<const QTextEdit*>(each))
            return !text->isReadOnly();
        if (const auto* const text = qobject_cast<const QPlainTextEdit*>(each))
            return !text->isReadOnly();
    }
    return false;
}

}
