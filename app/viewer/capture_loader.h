// Opens a capture without holding up the window: a recording of many files takes a while even to list.
//
//     loader.open(path, CaptureLoader::As::capture);
//     connect(&loader, &CaptureLoader::finished, ...);    // take() holds the document or the error
//
// Opening cannot be interrupted half way, so a cancelled one runs to its end unseen and its result is
// dropped.
#pragma once

#include "core/model/document.h"

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <memory>

namespace traceglass {

class CaptureLoader : public QObject
{
    Q_OBJECT

public:
    enum class As { capture, bytes };
    using Loaded = Result<std::unique_ptr<Document>>;

    explicit CaptureLoader(QObject* parent = nullptr);

    // Waits a moment for captures that open at once: then finished() comes before open() returns.
    void open(const std::filesystem::path& path, As as);
    // The same for work that ends in a document; `path` is what the window says it opens.
    void run(const std::filesystem::path& path, std::function<Loaded()> work);
    void cancel();
    bool isLoading() const { return m_shared != nullptr; }
    const std::filesystem::path& path() const { return m_path; }

signals:
    void finished(traceglass::CaptureLoader::Loaded* loaded); // may be moved from

private:
    struct Shared;

    bool deliver();

    std::filesystem::path m_path;
    std::shared_ptr<Shared> m_shared;
    QTimer m_poll;
};

}
