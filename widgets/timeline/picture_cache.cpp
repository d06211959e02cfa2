#include "widgets/timeline/picture_cache.h"

#include "widgets/common/utf8.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr qsizetype kMostBytes = 64 << 20;
constexpr std::size_t kMostRequests = 64; // a screen shows fewer; older ones are of windows long gone
constexpr int kWidest = 4;                // times the height

}

PictureCache::PictureCache(std::shared_ptr<const Document> document, std::function<void()> ready)
    : m_document(std::move(document))
    , m_ready(std::move(ready))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

PictureCache::~PictureCache()
{
    m_thread.request_stop();
    m_wake.notify_all();
}

bool PictureCache::busy() const
{
    const std::lock_guard lock(m_mutex);
    return m_working || !m_requests.empty();
}

std::shared_ptr<const DecodedPicture> PictureCache::get(RecordRef ref, int height)
{
    const std::lock_guard lock(m_mutex);
    const auto [entry, added] = m_entries.try_emplace(ref.bits);
    if (added)
        entry->second.use = m_uses.insert(m_uses.begin(), ref.bits);
    else
        m_uses.splice(m_uses.begin(), m_uses, entry->second.use);
    if (entry->second.height == height)
        return entry->second.picture;
    entry->second.height = height;
    m_requests.push_front({ref, height});
    if (m_requests.size() > kMostRequests) {
        const auto forgotten = m_entries.find(m_requests.back().ref.bits);
        if (forgotten != m_entries.end() && forgotten != entry)
            forgotten->second.height = 0; // so that it is asked for again when it is shown again
        m_requests.pop_back();
    }
    m_wake.notify_one();
    return entry->second.picture; // of another height, until the right one is there
}

void PictureCache::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return !m_requests.empty(); })) {
        const Request request = m_requests.front();
        m_requests.pop_front();
        m_working = true;
        lock.unlock();
        std::shared_ptr<const DecodedPicture> picture;
        if (const auto bytes = m_document->picture(request.ref))
            picture = std::make_shared<const DecodedPicture>(
                decodePicture(*bytes, QSize(kWidest * request.height, request.height)));
        else
            picture = std::make_shared<const DecodedPicture>(
                DecodedPicture {{}, {}, fromUtf8(message(bytes.error()))});
        lock.lock();
        m_working = false;
        if (stop.stop_requested())
            return;
        if (const auto entry = m_entries.find(request.ref.bits); entry != m_entries.end()) {
            if (entry->second.picture)
                m_bytes -= entry->second.picture->image.sizeInBytes();
            m_bytes += picture->image.sizeInBytes();
            entry->second.picture = std::move(picture);
            forgetOld();
        }
        lock.unlock();
        m_ready();
        lock.lock();
    }
}

void PictureCache::forgetOld()
{
    constexpr std::size_t kMostEntries = 10'000; // those without a picture take memory, too
    while (m_uses.size() > 1 && (m_bytes > kMostBytes || m_entries.size() > kMostEntries)) {
        const auto oldest = m_entries.find(m_uses.back());
        if (oldest->second.picture)
            m_bytes -= oldest->second.picture->image.sizeInBytes();
        m_entries.erase(oldest);
        m_uses.pop_back();
    }
}

}
