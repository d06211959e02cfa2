// The list of captures opened before, with what the start page says about each.
//
//     RecentCaptures recent(settings);
//     recent.add(entry);                     // to the front; replaces an entry of the same path
//     for (const RecentCapture& capture : recent.all()) ...
#pragma once

#include "core/base/time_text.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <vector>

namespace traceglass {

class Settings;

struct RecentCapture
{
    QString path; // absolute
    bool directory = false;
    QString format;
    std::uint64_t size = 0;
    std::optional<std::int64_t> lengthNs {};
    int problems = 0;
    int notes = 0;
    QDateTime opened;
    bool pinned = false;
    QByteArray tracks {}; // which tracks are collapsed, pinned, hidden
    QStringList muted {}; // findings that are not a problem in it, as findings::readMute reads them
    QByteArray panes {};  // which are shown, and where: QMainWindow::saveState
    QString lowerPane {}; // by its object name
    std::optional<TimeRange> view {};  // the visible time; nothing: all of it
    std::optional<TimeRange> range {}; // that was selected

    QString name() const;
    QString folder() const; // with ~ for the home folder
};

class RecentCaptures
{
public:
    static constexpr std::size_t kKept = 60; // beside the pinned ones

    explicit RecentCaptures(Settings& settings);

    const std::vector<RecentCapture>& all() const { return m_entries; } // the last opened first
    const RecentCapture* find(const QString& path) const;
    void add(RecentCapture entry); // keeps the pin of an entry that was there
    void remove(const QString& path);
    void setPinned(const QString& path, bool pinned);
    void reload(); // another window may have changed the list

private:
    void save();

    Settings& m_settings;
    std::vector<RecentCapture> m_entries;
};

}
