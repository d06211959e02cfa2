#include "app/viewer/arguments.h"

#include "app/viewer/settings/language.h"
#include "core/formats/format_list.h"
#include "widgets/common/utf8.h"

#include <QRegularExpression>

namespace traceglass {

namespace {

constexpr int kLargestSide = 16'384;
constexpr int kLeastThumbnail = 32; // file managers ask for 128 to 1,024
constexpr int kLargestThumbnail = 1'024;

constexpr const char* kUsage =
    R"(Usage: traceglass [OPTION...] [FILE...]

Shows trace captures:
@
Each FILE is a tab of the window: a capture, the folder of a recording or one of its files, or -, which is standard
input; without one the start page lists what was opened before.

  --theme NAME             colours for this run: light, dark, contrast-light, contrast-dark, or system;
                           else those of the settings
  --font-size PERCENT      of the desktop's font size for this run: 75 to 200
  --language CODE          of this run: en, de, or system; for tests pseudo and pseudo-rtl. Pictures are English
                           when it is not given
  --new-process            opens a window of its own where the settings say that one process shows all captures
  --reset-settings         moves the file of settings away, prints its new name, and exits

Pictures, which need no display:
  --screenshot OUT.png     renders the window of one FILE, or the start page, and exits
      --size WxH           of the picture, 1920x1080 when not given
      --range A..B         the time to show: +1.5s..+1.8s from the start, ISO 8601, or Unix time in ns (…ns);
                           Records and the flame graph are restricted to it
      --select NODE        selects a node by its path as `tglass tree --json` writes it: /chunks/3/data
      --search QUERY       searches for it, as the search field does
      --filter QUERY       keeps only slices that fit it
      --compare WITH       compares statistics with the range before (before) or with another FILE
      --tab NAME           the lower pane to show: findings, search, memory, queues, statistics,
                           bytes, records, flame, notes, problems
  --thumbnail FILE OUT.png draws a capture in small, for file managers: about 0.3 s, 300 MB of addresses at most
      -s N                 its width in pixels, 256 when not given

Help:
  --help                   this text; `tglass help queries` tells what QUERY may be, `man traceglass` the keys
  --version                the version

A picture that cannot be made ends with one line of reason and exit code 2.
)";

// English, as all that is printed: it is searched for and read by programs.
QString sentence(const char* text)
{
    return QString::fromUtf8(text);
}

std::optional<QSize> parseSize(const QString& value)
{
    static const QRegularExpression kSize(QStringLiteral("^(\\d{1,5})x(\\d{1,5})$"));
    const auto match = kSize.match(value);
    if (!match.hasMatch())
        return {};
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    const bool sensible = size.width() >= 320 && size.height() >= 200 && size.width() <= kLargestSide
        && size.height() <= kLargestSide;
    return sensible ? std::optional(size) : std::nullopt;
}

std::optional<Arguments::Range> parseRange(const QString& value)
{
    const qsizetype dots = value.indexOf(QLatin1String(".."));
    if (dots < 0)
        return {};
    const auto start = parseTime(value.left(dots).toStdString());
    const auto end = parseTime(value.mid(dots + 2).toStdString());
    return start && end ? std::optional(Arguments::Range {*start, *end}) : std::nullopt;
}

}

QString usage()
{
    QStringList lines;
    for (const Format* format : formats()) {
        QString line = QLatin1String("  ") + fromUtf8(format->name).leftJustified(22);
        for (const std::string_view suffix : format->suffixes)
            line += QLatin1Char(' ') + fromUtf8(suffix);
        lines << line;
    }
    return sentence(kUsage).replace(QLatin1Char('@'), lines.join(QLatin1Char('\n')));
}

tl::expected<Arguments, QString> parseArguments(const QStringList& given)
{
    Arguments arguments;
    bool sized = false;
    bool sided = false;
    for (qsizetype i = 0; i < given.size(); ++i) {
        QString option = given[i];
        if (!option.startsWith(QLatin1Char('-')) || option == QLatin1String("-")) {
            arguments.paths << option;
            continue;
        }
        if (option == QLatin1String("--")) {
            arguments.paths << given.mid(i + 1);
            break;
        }
        if (option == QLatin1String("--thumbnail")) {
            arguments.thumbnail = true;
            continue;
        }
        if (option == QLatin1String("--new-process")) {
            arguments.newProcess = true;
            continue;
        }
        if (option == QLatin1String("--reset-settings")) {
            arguments.resetSettings = true;
            continue;
        }
        const bool version = option == QLatin1String("--version");
        if (version || option == QLatin1String("--help") || option == QLatin1String("-h")) {
            (version ? arguments.version : arguments.help) = true;
            continue;
        }
        QString value;
        if (const qsizetype equals = option.indexOf(QLatin1Char('=')); equals > 0) {
            value = option.mid(equals + 1);
            option.truncate(equals);
        } else if (i + 1 < given.size()) {
            value = given[++i];
        } else {
            return tl::unexpected(sentence("%1 is unknown or misses its value; see --help").arg(option));
        }
        if (option == QLatin1String("--screenshot")) {
            arguments.screenshot = value;
        } else if (option == QLatin1String("--size")) {
            const auto size = parseSize(value);
            if (!size)
                return tl::unexpected(
                    sentence("--size takes WxH from 320x200 to 16384x16384, not \"%1\"").arg(value));
            arguments.size = *size;
            sized = true;
        } else if (option == QLatin1String("-s")) {
            bool isNumber = false;
            arguments.thumbnailSide = value.toInt(&isNumber);
            if (!isNumber || arguments.thumbnailSide < kLeastThumbnail
                || arguments.thumbnailSide > kLargestThumbnail)
                return tl::unexpected(
                    sentence("-s takes a number of pixels from 32 to 1024, not \"%1\"").arg(value));
            sided = true;
        } else if (option == QLatin1String("--range")) {
            arguments.range = parseRange(value);
            if (!arguments.range)
                return tl::unexpected(
                    sentence("--range takes A..B, two times like +1.5s, not \"%1\"").arg(value));
        } else if (option == QLatin1String("--select")) {
            arguments.select = value;
        } else if (option == QLatin1String("--search")) {
            arguments.search = value;
        } else if (option == QLatin1String("--filter")) {
            arguments.filter = value;
        } else if (option == QLatin1String("--compare")) {
            arguments.compare = value;
        } else if (option == QLatin1String("--tab")) {
            arguments.tab = value;
        } else if (option == QLatin1String("--theme")) {
            arguments.theme = Settings::themeOf(value);
            if (!arguments.theme)
                return tl::unexpected(
                    sentence("--theme takes light, dark, contrast-light, contrast-dark or system, not \"%1\"")
                        .arg(value));
        } else if (option == QLatin1String("--font-size")) {
            bool isNumber = false;
            arguments.fontPercent = value.toInt(&isNumber);
            if (!isNumber || *arguments.fontPercent < kLeastFontPercent
                || *arguments.fontPercent > kLargestFontPercent)
                return tl::unexpected(
                    sentence("--font-size takes a number of percent from 75 to 200, not \"%1\"").arg(value));
        } else if (option == QLatin1String("--language")) {
            if (!isLanguage(value))
                return tl::unexpected(
                    sentence("--language takes en, de, system, pseudo or pseudo-rtl, not \"%1\"").arg(value));
            arguments.language = value;
        } else {
            return tl::unexpected(sentence("unknown option %1; see --help").arg(option));
        }
    }
    const bool picture = !arguments.screenshot.isEmpty();
    const bool inCapture = arguments.range || !arguments.select.isEmpty() || !arguments.search.isEmpty()
        || !arguments.filter.isEmpty() || !arguments.compare.isEmpty() || !arguments.tab.isEmpty();
    if (!picture && (sized || inCapture))
        return tl::unexpected(sentence(
            "--size, --range, --select, --search, --filter, --compare and --tab belong to --screenshot"));
    if (sided && !arguments.thumbnail)
        return tl::unexpected(sentence("-s belongs to --thumbnail"));
    if (arguments.thumbnail
        && (picture || arguments.theme || arguments.fontPercent || !arguments.language.isEmpty()))
        return tl::unexpected(sentence("--thumbnail takes no option but -s"));
    if (arguments.thumbnail && arguments.paths.size() != 2)
        return tl::unexpected(sentence("--thumbnail takes a FILE and the OUT.png to write"));
    if (picture && arguments.paths.size() > 1)
        return tl::unexpected(sentence("--screenshot takes one FILE"));
    if (picture && arguments.paths.isEmpty() && inCapture)
        return tl::unexpected(
            sentence("--range, --select, --search, --filter, --compare and --tab need a FILE"));
    return arguments;
}

}
