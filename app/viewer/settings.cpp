#include "app/viewer/settings.h"

#include <QStandardPaths>
#include <algorithm>

namespace traceglass {

QString Settings::userFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        + QStringLiteral("/traceglass/traceglass.ini");
}

Settings::Settings(const QString& file)
    : m_store(file, QSettings::IniFormat)
{
}

std::span<const Settings::NamedTheme> Settings::themes()
{
    static constexpr NamedTheme kThemes[] = {
        {Theme::system, "system"},
        {Theme::light, "light"},
        {Theme::dark, "dark"},
        {Theme::contrastLight, "contrast-light"},
        {Theme::contrastDark, "contrast-dark"},
    };
    return kThemes;
}

std::optional<Settings::Theme> Settings::themeOf(const QString& name)
{
    const auto named = std::ranges::find_if(
        themes(), [&](const NamedTheme& theme) { return name == QLatin1String(theme.name); });
    return named == themes().end() ? std::nullopt : std::optional(named->theme);
}

Settings::Theme Settings::theme() const
{
    return themeOf(m_store.value(QStringLiteral("theme")).toString()).value_or(Theme::system);
}

void Settings::setTheme(Theme theme)
{
    const auto named = std::ranges::find(themes(), theme, &NamedTheme::theme);
    m_store.setValue(QStringLiteral("theme"), QString::fromLatin1(named->name));
}

int Settings::fontPercent() const
{
    return std::clamp(m_store.value(QStringLiteral("fontPercent"), 100).toInt(), kLeastFontPercent,
                      kLargestFontPercent);
}

void Settings::setFontPercent(int percent)
{
    m_store.setValue(QStringLiteral("fontPercent"), percent);
}

bool Settings::oneProcess() const
{
    return m_store.value(QStringLiteral("oneProcess"), false).toBool();
}

void Settings::setOneProcess(bool on)
{
    m_store.setValue(QStringLiteral("oneProcess"), on);
}

TimeFormat Settings::timeFormat() const
{
    const int mode = m_store.value(QStringLiteral("time/mode"), 0).toInt();
    const int unit = m_store.value(QStringLiteral("time/unit"), 0).toInt();
    return {static_cast<TimeFormat::Mode>(std::clamp(mode, 0, 2)),
            static_cast<TimeUnit>(std::clamp(unit, 0, 4))};
}

void Settings::setTimeFormat(TimeFormat format)
{
    m_store.setValue(QStringLiteral("time/mode"), static_cast<int>(format.mode));
    m_store.setValue(QStringLiteral("time/unit"), static_cast<int>(format.unit));
}

QByteArray Settings::bytes(const QString& key) const
{
    return m_store.value(key).toByteArray();
}

void Settings::setBytes(const QString& key, const QByteArray& value)
{
    m_store.setValue(key, value);
}

}
