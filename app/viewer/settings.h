// What survives a restart: window layout, theme, units, recent captures. One INI file.
//
//     Settings settings(Settings::userFile());
//     settings.setTheme(Settings::Theme::dark);
//
// Tests and screenshots give a file of their own, so they neither see nor change what the user has set.
#pragma once

#include "widgets/session/document_session.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <optional>
#include <span>

namespace traceglass {

constexpr int kLeastFontPercent = 75;
constexpr int kLargestFontPercent = 200;

class Settings
{
public:
    enum class Theme { system, light, dark, contrastLight, contrastDark };
    struct NamedTheme
    {
        Theme theme;
        const char* name; // as --theme and the file of settings have it
    };
    static std::span<const NamedTheme> themes();
    static std::optional<Theme> themeOf(const QString& name);

    static QString userFile();
    explicit Settings(const QString& file);

    Theme theme() const;
    void setTheme(Theme theme);
    int fontPercent() const; // of the desktop's size, from 75 to 200
    void setFontPercent(int percent);
    bool oneProcess() const; // a later start hands its captures over to the running one
    void setOneProcess(bool on);
    TimeFormat timeFormat() const;
    void setTimeFormat(TimeFormat format);
    QByteArray bytes(const QString& key) const;
    void setBytes(const QString& key, const QByteArray& value);

private:
    mutable QSettings m_store;
};

}
