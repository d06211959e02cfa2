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

namespace traceglass {

class Settings
{
public:
    enum class Theme { system, light, dark };

    static QString userFile();
    explicit Settings(const QString& file);

    Theme theme() const;
    void setTheme(Theme theme);
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
