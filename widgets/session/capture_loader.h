// Opens a capture without holding up the window: a recording of many files takes a while even to list.
//
//     loader.open(path, std::make_unique<Opening>(path, Opening::As::capture), patience);
//     connect(&loader, &CaptureLoader::finished, ...);    // with the capture or the error
#pragma once

#include "core/ask/opening.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <vector>

namespace traceglass {

class CaptureLoader : public QObject
{
    Q_OBJECT

public:
    using As = Opening::As;
    using Loaded = Opening::Opened;

    explicit CaptureLoader(QObject* parent = nullptr);
    ~CaptureLoader() override; // waits for none: a disk may be away for minutes

    // `path` is what the window says it opens. Waits as long as `patience` for captures that open at once:
    // then finished() comes before open() returns.
    void open(const std::filesystem::path& path, std::unique_ptr<Opening> opening,
              std::chrono::milliseconds patience);
    void cancel();
    bool isLoading() const { return m_opening != nullptr; }
    const std::filesystem::path& path() const { return m_path; }
    // What the path names, as far as that is known; also when it could not be opened.
    Opening::Named named() const { return m_named; }

signals:
    void namedChanged();
    void finished(traceglass::CaptureLoader::Loaded* loaded); // may be moved from
    void slow();                                  // it takes long enough to say so
    void progressed(quint64 done, quint64 total); // from then on; 0 of 0 while nobody can say

private:
    void poll();
    void lookNamed();
    bool deliver();

    std::filesystem::path m_path;
    Opening::Named m_named = Opening::Named::unknown;
    std::unique_ptr<Opening> m_opening;
    std::vector<std::unique_ptr<Opening>> m_ending; // cancelled, nobody waits for them
    QTimer m_poll;
    QElapsedTimer m_since;
    bool m_isSlow = false;
};

}
