#include "app/viewer/capture_loader.h"

namespace traceglass {

namespace {

constexpr auto kAtOnce = std::chrono::milliseconds(120); // a window must be there within half a second
constexpr int kPollMs = 20;

}

CaptureLoader::CaptureLoader(QObject* parent)
    : QObject(parent)
{
    connect(&m_poll, &QTimer::timeout, this, &CaptureLoader::poll);
}

void CaptureLoader::open(const std::filesystem::path& path, As as)
{
    begin(path, std::make_unique<Opening>(path, as));
}

void CaptureLoader::make(const std::filesystem::path& path, Opening::Make make)
{
    begin(path, std::make_unique<Opening>(std::move(make)));
}

void CaptureLoader::begin(const std::filesystem::path& path, std::unique_ptr<Opening> opening)
{
    cancel();
    m_path = path;
    m_opening = std::move(opening);
    m_opening->waitFor(kAtOnce);
    if (!deliver())
        m_poll.start(kPollMs);
}

void CaptureLoader::cancel()
{
    if (!m_opening)
        return;
    m_opening->cancel();
    m_ending.push_back(std::move(m_opening));
    m_poll.start(kPollMs);
}

void CaptureLoader::poll()
{
    std::erase_if(m_ending, [](const auto& opening) { return opening->isDone(); });
    if (deliver() && !m_opening && m_ending.empty())
        m_poll.stop();
}

bool CaptureLoader::deliver()
{
    if (!m_opening)
        return true;
    if (!m_opening->isDone())
        return false;
    Loaded loaded = m_opening->take();
    m_opening.reset();
    emit finished(&loaded);
    return true;
}

}
