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

Settings::Theme Settings::theme() const
{
    const QString name = m_store.value(QStringLiteral("theme")).toString();
    if (name == QLatin1String("light"))
        return Theme::light;
    return name == QLatin1String("dark") ? Theme::dark : Theme::system;
}

void Settings::setTheme(Theme theme)
{
    const char* name = theme == Theme::light ? "light" : theme == Theme::dark ? "dark" : "system";
    m_store.setValue(QStringLiteral("theme"), QString::fromLatin1(name));
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
