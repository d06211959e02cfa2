#include "app/viewer/settings/settings.h"

#include "app/viewer/settings/language.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/utf8.h"

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr qint64 kLargestFile = 16 * 1'024 * 1'024; // a hundred times what many captures and sets take

// Whether it is what QSettings writes. A value of any type is none of ours, and a damaged one may take all memory.
bool isReadable(const QString& path)
{
    QFile file(path);
    if (file.size() > kLargestFile || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = file.readAll();
    if (text.contains('\0') || text.contains("=@Variant(") || text.contains("=\"@Variant("))
        return false;
    const QSettings tried(path, QSettings::IniFormat);
    tried.allKeys();
    return tried.status() != QSettings::FormatError;
}

tl::expected<QString, QString> rename(const QString& file, const QString& suffix)
{
    const QString target = file + suffix;
    QFile::remove(target);
    if (QFile::rename(file, target))
        return target;
    return tl::unexpected(
        Settings::tr("%1 cannot be renamed to %2").arg(shown(file), shown(QFileInfo(target).fileName())));
}

// What is no file of settings goes out of the way: what the user should know of that.
QString putAsideUnreadable(const QString& file)
{
    const QFileInfo info(file);
    if (!info.exists() || info.isDir() || (info.isFile() && isReadable(file)))
        return {};
    const auto aside = rename(file, QStringLiteral(".bad"));
    return aside
        ? Settings::tr("They could not be read, and begin anew; the old ones are in %1.").arg(shown(*aside))
        : Settings::tr("They could not be read: %1.").arg(aside.error());
}

}

QString Settings::userFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        + QStringLiteral("/traceglass/traceglass.ini");
}

tl::expected<QString, QString> Settings::putAway(const QString& file)
{
    return QFileInfo::exists(file) ? rename(file, QStringLiteral(".old")) : QString();
}

Settings::Settings(const QString& file)
    : m_trouble(putAsideUnreadable(file))
    , m_store(file, QSettings::IniFormat)
    , m_writing(delayed(this, 0, &Settings::writeNow))
{
}

std::span<const Settings::NamedTheme> Settings::themes()
{
    static constexpr NamedTheme kThemes[] = {
        {ThemeChoice::system, "system"},
        {ThemeChoice::light, "light"},
        {ThemeChoice::dark, "dark"},
        {ThemeChoice::contrastLight, "contrast-light"},
        {ThemeChoice::contrastDark, "contrast-dark"},
    };
    return kThemes;
}

std::optional<Settings::ThemeChoice> Settings::themeOf(const QString& name)
{
    const auto named = std::ranges::find_if(
        themes(), [&](const NamedTheme& theme) { return name == QLatin1String(theme.name); });
    return named == themes().end() ? std::nullopt : std::optional(named->theme);
}

// Of a key that is there and within its bounds; else what is usual.
int Settings::number(const char* key, int usual, int least, int largest) const
{
    bool isNumber = false;
    const int value = m_store.value(QLatin1String(key)).toInt(&isNumber);
    return isNumber && value >= least && value <= largest ? value : usual;
}

bool Settings::isOn(const char* key) const
{
    return m_store.value(QLatin1String(key)).toString() == QLatin1String("true");
}

void Settings::choose(bool isNew, const char* key, const QVariant& value)
{
    if (!isNew)
        return;
    m_store.setValue(QLatin1String(key), value);
    m_writing->start();
    emit changed();
}

Settings::ThemeChoice Settings::theme() const
{
    return themeOf(m_store.value(QStringLiteral("theme")).toString()).value_or(ThemeChoice::system);
}

void Settings::setTheme(ThemeChoice theme)
{
    const auto named = std::ranges::find(themes(), theme, &NamedTheme::theme);
    choose(theme != this->theme(), "theme", QString::fromLatin1(named->name));
}

int Settings::fontPercent() const
{
    return number("fontPercent", 100, kLeastFontPercent, kLargestFontPercent);
}

void Settings::setFontPercent(int percent)
{
    choose(percent != fontPercent(), "fontPercent", percent);
}

QString Settings::language() const
{
    return m_store.value(QStringLiteral("language"), kSystemLanguage).toString();
}

void Settings::setLanguage(const QString& code)
{
    choose(code != language(), "language", code);
}

TimeFormat Settings::timeFormat() const
{
    return {static_cast<TimeFormat::Mode>(number("time/mode", 0, 0, 2)),
            static_cast<TimeUnit>(number("time/unit", 0, 0, 4))};
}

void Settings::setTimeFormat(TimeFormat format)
{
    if (format == timeFormat())
        return;
    m_store.setValue(QStringLiteral("time/mode"), static_cast<int>(format.mode));
    choose(true, "time/unit", static_cast<int>(format.unit)); // told when both are there
}

QString Settings::lowerPane() const
{
    return m_store.value(QStringLiteral("window/lowerPane")).toString();
}

void Settings::setLowerPane(const QString& name)
{
    choose(name != lowerPane(), "window/lowerPane", name);
}

QString Settings::author() const
{
    return m_store.value(QStringLiteral("notes/author")).toString();
}

void Settings::setAuthor(const QString& name)
{
    choose(name != author(), "notes/author", name);
}

bool Settings::notesBeside() const
{
    return isOn("notes/beside");
}

void Settings::setNotesBeside(bool on)
{
    choose(on != notesBeside(), "notes/beside", on);
}

bool Settings::reopensSession() const
{
    return isOn("session/reopen");
}

void Settings::setReopensSession(bool on)
{
    choose(on != reopensSession(), "session/reopen", on);
}

bool Settings::oneProcess() const
{
    return isOn("oneProcess");
}

void Settings::setOneProcess(bool on)
{
    choose(on != oneProcess(), "oneProcess", on);
}

std::optional<QKeySequence> Settings::key(const QString& command) const
{
    const QVariant stored = m_store.value(QStringLiteral("keys/") + command);
    // A comma that was written by hand makes a list.
    const bool isList = stored.typeId() == QMetaType::QStringList;
    if (!isList && stored.typeId() != QMetaType::QString)
        return {};
    const QString text = isList ? stored.toStringList().join(QLatin1Char(',')) : stored.toString();
    const QKeySequence key = QKeySequence::fromString(text, QKeySequence::PortableText);
    const bool isKey = key.count() == 1 && key[0].key() != Qt::Key_unknown && key[0].key() != 0;
    return isKey || text.isEmpty() ? std::optional(key) : std::nullopt;
}

void Settings::setKey(const QString& command, const std::optional<QKeySequence>& key)
{
    if (key == this->key(command))
        return;
    const QString name = QStringLiteral("keys/") + command;
    if (key)
        m_store.setValue(name, key->toString(QKeySequence::PortableText));
    else
        m_store.remove(name);
    m_writing->start();
    emit changed();
}

bool Settings::hasKeys() const
{
    return m_store.childGroups().contains(QLatin1String("keys"));
}

void Settings::resetKeys()
{
    if (!hasKeys())
        return;
    m_store.remove(QStringLiteral("keys"));
    m_writing->start();
    emit changed();
}

QByteArray Settings::bytes(const QString& key) const
{
    return m_store.value(key).toByteArray();
}

void Settings::setBytes(const QString& key, const QByteArray& value)
{
    m_store.setValue(key, value);
    m_writing->start();
}

bool Settings::writeNow()
{
    m_writing->stop();
    m_store.sync();
    const bool isWritten = m_store.status() != QSettings::AccessError;
    if (!isWritten && !std::exchange(m_hasFailed, true)) {
        m_trouble = tr("They cannot be written to %1, and last until Traceglass ends.")
                        .arg(shown(m_store.fileName()));
        emit troubled();
    }
    return isWritten;
}

QString Settings::takeTrouble()
{
    return std::exchange(m_trouble, {});
}

}
