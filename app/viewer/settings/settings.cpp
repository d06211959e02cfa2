#include "app/viewer/settings/settings.h"

#include "app/viewer/settings/language.h"
#include "core/base/behind.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/utf8.h"

#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr QLatin1String kKeys("keys/");
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

QVariantMap valuesOf(const QString& file)
{
    const QSettings store(file, QSettings::IniFormat);
    QVariantMap out;
    for (const QString& key : store.allKeys())
        out.insert(key, store.value(key));
    return out;
}

bool write(const QString& file, const QVariantMap& values)
{
    QSettings store(file, QSettings::IniFormat);
    for (const auto& [key, value] : values.asKeyValueRange()) {
        if (value.isValid())
            store.setValue(key, value);
        else
            store.remove(key);
    }
    store.sync();
    return store.status() != QSettings::AccessError;
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
    : m_file(file)
    , m_trouble(putAsideUnreadable(file))
    , m_values(valuesOf(file))
    , m_writing(delayed(this, 0, &Settings::writeSoon))
{
}

Settings::~Settings()
{
    writeNow();
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
    const int value = m_values.value(QLatin1String(key)).toInt(&isNumber);
    return isNumber && value >= least && value <= largest ? value : usual;
}

bool Settings::isOn(const char* key) const
{
    return m_values.value(QLatin1String(key)).toString() == QLatin1String("true");
}

void Settings::choose(bool isNew, const char* key, const QVariant& value)
{
    if (!isNew)
        return;
    set(QLatin1String(key), value);
    emit changed();
}

// Without a value: it is removed.
void Settings::set(const QString& key, const QVariant& value)
{
    if (value.isValid())
        m_values.insert(key, value);
    else
        m_values.remove(key);
    m_unwritten.insert(key, value);
    m_writing->start();
}

Settings::ThemeChoice Settings::theme() const
{
    return themeOf(m_values.value(QStringLiteral("theme")).toString()).value_or(ThemeChoice::system);
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

QString Settings::language() const
{
    return m_values.value(QStringLiteral("language"), kSystemLanguage).toString();
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
    set(QStringLiteral("time/mode"), static_cast<int>(format.mode));
    choose(true, "time/unit", static_cast<int>(format.unit)); // told when both are there
}

std::optional<QKeySequence> Settings::key(const QString& command) const
{
    const QVariant stored = m_values.value(kKeys + command);
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
    const QString name = kKeys + command;
    set(name, key ? key->toString(QKeySequence::PortableText) : QVariant());
    emit changed();
}

bool Settings::hasKeys() const
{
    const auto first = m_values.lowerBound(kKeys);
    return first != m_values.end() && first.key().startsWith(kKeys);
}

void Settings::resetKeys()
{
    if (!hasKeys())
        return;
    for (const QString& name : m_values.keys())
        if (name.startsWith(kKeys))
            set(name, {});
    emit changed();
}

// The disk may be slow, and no window waits for it.
void Settings::writeSoon()
{
    m_writing->stop();
    if (m_unwritten.isEmpty())
        return;
    const auto isWritten = std::make_shared<std::promise<bool>>();
    m_isWritten = isWritten->get_future().share();
    writeBehind([this, isWritten, file = m_file, values = std::exchange(m_unwritten, {})](GaveWay) {
        const bool done = write(file, values);
        if (!done) // this waits in its destructor
            QMetaObject::invokeMethod(this, [this, values] { take(values); }, Qt::QueuedConnection);
        isWritten->set_value(done);
    });
}

bool Settings::writeNow()
{
    writeSoon();
    return !m_isWritten.valid() || m_isWritten.get();
}

// The next time, with what is set then.
void Settings::take(const QVariantMap& unwritten)
{
    for (const auto& [key, value] : unwritten.asKeyValueRange())
        if (!m_unwritten.contains(key))
            m_unwritten.insert(key, value);
    if (!std::exchange(m_hasFailed, true)) {
        m_trouble = tr("They cannot be written to %1, and last until Traceglass ends.").arg(shown(m_file));
        emit troubled();
    }
}
}
