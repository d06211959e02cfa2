// What survives a restart: what the user chose in the preferences, window layout, recent captures. One INI file.
//
//     Settings settings(Settings::userFile());
//     settings.setTheme(Settings::ThemeChoice::dark);
//     connect(&settings, &Settings::changed, ...);        // by whatever window, menu or dialog
//
// A file with bad contents, or none that can be written, is no reason not to start: values are the usual ones then, and
// takeTrouble() says in a sentence what is the matter. What is set is written behind with the next turn of the event
// loop; the file is replaced as a whole, so that a crash leaves that of before or the new one. What other processes
// wrote meanwhile stays in it.
// Tests and screenshots give a file of their own, so they neither see nor change what the user has set.
#pragma once

#include "widgets/session/document_session.h"

#include <QByteArray>
#include <QKeySequence>
#include <QString>
#include <QVariantMap>
#include <future>
#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <utility>

class QTimer;

namespace traceglass {

constexpr int kLeastFontPercent = 75;
constexpr int kLargestFontPercent = 200;

class Settings : public QObject
{
    Q_OBJECT

public:
    enum class ThemeChoice { system, light, dark, contrastLight, contrastDark };
    struct NamedTheme
    {
        ThemeChoice theme;
        const char* name; // as --theme and the file of settings have it
    };
    static std::span<const NamedTheme> themes();
    static std::optional<ThemeChoice> themeOf(const QString& name);

    static QString userFile();
    // Moves a file of settings away, to a name with ".old"; its new path, or an empty one where there was none.
    static tl::expected<QString, QString> putAway(const QString& file);

    explicit Settings(const QString& file);
    ~Settings() override; // waits until all is written

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);
    int fontPercent() const; // of the desktop's size, from 75 to 200
    void setFontPercent(int percent) { choose(percent != fontPercent(), "fontPercent", percent); }
    QString language() const; // a code of language.h
    // From the next start on.
    void setLanguage(const QString& code) { choose(code != language(), "language", code); }
    TimeFormat timeFormat() const;
    void setTimeFormat(TimeFormat format);
    // Of captures that were never open, by its object name; empty: the last used.
    QString lowerPane() const { return m_values.value(QStringLiteral("window/lowerPane")).toString(); }
    void setLowerPane(const QString& name) { choose(name != lowerPane(), "window/lowerPane", name); }
    // Of new notes; empty: as the system calls the user.
    QString author() const { return m_values.value(QStringLiteral("notes/author")).toString(); }
    void setAuthor(const QString& name) { choose(name != author(), "notes/author", name); }
    // Saved in a file beside the capture, even where it could keep them?
    bool notesBeside() const { return isOn("notes/beside"); }
    void setNotesBeside(bool on) { choose(on != notesBeside(), "notes/beside", on); }
    // What was open last, when started without a capture.
    bool reopensSession() const { return isOn("session/reopen"); }
    void setReopensSession(bool on) { choose(on != reopensSession(), "session/reopen", on); }
    // Does a later start hand its captures over to the running one?
    bool oneProcess() const { return isOn("oneProcess"); }
    void setOneProcess(bool on) { choose(on != oneProcess(), "oneProcess", on); }

    std::optional<QKeySequence> key(const QString& command) const; // that the user chose; an empty one: none
    void setKey(const QString& command, const std::optional<QKeySequence>& key); // nothing: as usual
    bool hasKeys() const;
    void resetKeys();

    // What is kept by others, without a signal.
    QByteArray bytes(const QString& key) const { return m_values.value(key).toByteArray(); }
    void setBytes(const QString& key, const QByteArray& value) { set(key, value); }
    void writeSoon(); // and not with the next turn of the event loop
    bool writeNow();  // waits for it; false: it cannot be written

    // A sentence for the user, once; empty: there is none.
    QString takeTrouble() { return std::exchange(m_trouble, {}); }

signals:
    void changed();
    void troubled();

private:
    void choose(bool isNew, const char* key, const QVariant& value);
    void set(const QString& key, const QVariant& value);
    void take(const QVariantMap& unwritten); // that could not be written
    int number(const char* key, int usual, int least, int largest) const;
    bool isOn(const char* key) const;

    QString m_file;
    QString m_trouble;       // made before the file is read
    QVariantMap m_values;    // as the file had them when it was read, and what was set since
    QVariantMap m_unwritten; // of these; without a value: removed
    std::shared_future<bool> m_isWritten; // what was set before that; not valid: nothing was
    QTimer* m_writing;
    bool m_hasFailed = false; // to write
};

}
