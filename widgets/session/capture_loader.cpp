#include "widgets/session/capture_loader.h"

#include "core/base/behind.h"

#include <utility>

namespace traceglass {

namespace {

constexpr int kOpeningPollMs = 5;
constexpr int kOpeningPollSlowMs = 20;
constexpr int kSlowOpeningMs = 120; // until then a page that says so would only flicker

}

CaptureLoader::CaptureLoader(QObject* parent)
    : QObject(parent)
{
    connect(&m_poll, &QTimer::timeout, this, &CaptureLoader::poll);
}

CaptureLoader::~CaptureLoader()
{
    cancel();
    letGo(std::move(m_ending));
}

void CaptureLoader::open(const std::filesystem::path& path, std::unique_ptr<Opening> opening,
                         std::chrono::milliseconds patience)
{
    cancel();
    m_path = path;
    m_named = Opening::Named::unknown;
    m_opening = std::move(opening);
    m_isSlow = false;
    m_since.start();
    m_opening->waitFor(patience);
    if (!deliver())
        m_poll.start(kOpeningPollMs);
}

void CaptureLoader::cancel()
{
    if (!m_opening)
        return;
    m_opening->cancel();
    m_ending.push_back(std::move(m_opening));
    m_poll.start(kOpeningPollSlowMs);
}

void CaptureLoader::poll()
{
    std::erase_if(m_ending, [](const auto& opening) { return opening->isDone(); });
    if (deliver()) {
        if (!m_opening && m_ending.empty())
            m_poll.stop();
        return;
    }
    lookNamed();
    if (!m_isSlow && m_since.elapsed() >= kSlowOpeningMs) {
        m_isSlow = true;
        m_poll.start(kOpeningPollSlowMs);
        emit slow();
    }
    if (m_isSlow)
        emit progressed(m_opening->done(), m_opening->total());
}

void CaptureLoader::lookNamed()
{
    const Opening::Named named = m_opening->named();
    if (std::exchange(m_named, named) != named)
        emit namedChanged();
}

bool CaptureLoader::deliver()
{
    if (!m_opening)
        return true;
    if (!m_opening->isDone())
        return false;
    m_named = m_opening->named(); // what is told next tells of it
    Loaded loaded = m_opening->take();
    m_opening.reset();
    emit finished(&loaded);
    return true;
}

}
