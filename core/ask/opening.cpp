#include "core/ask/opening.h"

#include "core/formats/formats.h"

namespace traceglass {

namespace {

Opening::Named namedBy(const std::filesystem::path& path)
{
    using enum std::filesystem::file_type;
    std::error_code unreadable;
    switch (std::filesystem::status(path, unreadable).type()) {
    case not_found:
    case none: return Opening::Named::nothing;
    case regular: return Opening::Named::file;
    case directory: return Opening::Named::folder;
    default: return Opening::Named::stream;
    }
}

}

Opening::Opening(const std::filesystem::path& path, As as)
    : Opening([path]() -> Result<std::filesystem::path> { return path; }, as)
{
}

Opening::Opening(Make make, As as)
{
    std::stop_source stop;
    m_job = std::make_unique<Job>(stop.get_token());
    m_thread = std::jthread([this, make = std::move(make), as, stop](const std::stop_token& token) mutable {
        const std::stop_callback pass(token, [&stop] { stop.request_stop(); });
        auto document = make().and_then([&](const std::filesystem::path& path) {
            m_named = namedBy(path);
            return as == As::capture ? openCapture(path, *m_job) : openBytes(path, *m_job);
        });
        Opened opened = std::move(document).map(
            [this](std::unique_ptr<Document> read) { return Capture::shared(std::move(read), *m_job); });
        const std::lock_guard lock(m_mutex);
        m_opened = std::move(opened);
        m_ended.notify_all();
    });
}

bool Opening::waitFor(std::chrono::milliseconds time)
{
    std::unique_lock lock(m_mutex);
    return m_ended.wait_for(lock, time, [this] { return m_opened.has_value(); });
}

bool Opening::isDone() const
{
    const std::lock_guard lock(m_mutex);
    return m_opened.has_value();
}

Opening::Opened Opening::take()
{
    const std::lock_guard lock(m_mutex);
    return std::move(*m_opened);
}

}
