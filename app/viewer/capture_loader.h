// Opens a capture without holding up the window: a recording of many files takes a while even to list.
//
//     loader.open(path, CaptureLoader::As::capture);
//     connect(&loader, &CaptureLoader::finished, ...);    // with the capture or the error
#pragma once

#include "core/ask/opening.h"

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

    // Waits a moment for captures that open at once: then finished() comes before open() returns.
    void open(const std::filesystem::path& path, As as);
    // The same for a capture that is made first; `path` is what the window says it opens.
    void make(const std::filesystem::path& path, Opening::Make make);
    void cancel();
    bool isLoading() const { return m_opening != nullptr; }
    const std::filesystem::path& path() const { return m_path; }

signals:
    void finished(traceglass::CaptureLoader::Loaded* loaded); // may be moved from

private:
    void begin(const std::filesystem::path& path, std::unique_ptr<Opening> opening);
    void poll();
    bool deliver();

    std::filesystem::path m_path;
    std::unique_ptr<Opening> m_opening;
    std::vector<std::unique_ptr<Opening>> m_ending; // cancelled, nobody waits for them
    QTimer m_poll;
};

}
