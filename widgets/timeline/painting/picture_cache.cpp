#include "widgets/timeline/painting/picture_cache.h"

#include "widgets/common/utf8.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr std::uint64_t kMostPictureBytes = 64 << 20;
constexpr std::size_t kMostPictures = 10'000; // those without a picture take memory, too
constexpr std::size_t kMostWanted = 64;       // a screen shows fewer; older ones are of windows long gone
constexpr int kWidest = 4;                    // times the height

}

PictureCache::PictureCache(std::shared_ptr<const Capture> capture, std::function<void()> ready)
    : m_capture(std::move(capture))
    , m_ready(std::move(ready))
    , m_entries(kMostPictures, kMostPictureBytes)
{
}

PictureCache::~PictureCache()
{
    m_capture->worker().cancelAll(this);
}

bool PictureCache::busy() const
{
    const std::lock_guard lock(m_mutex);
    return !m_wanted.empty();
}

std::shared_ptr<const DecodedPicture> PictureCache::get(RecordRef ref, int height)
{
    const std::lock_guard lock(m_mutex);
    const Entry known = m_entries.find(ref.bits).value_or(Entry {});
    if (known.height == height)
        return known.picture;
    m_entries.put(ref.bits, {height, known.picture},
                  known.picture ? static_cast<std::uint64_t>(known.picture->image.sizeInBytes()) : 0);
    std::erase(m_wanted, ref.bits);
    m_wanted.push_back(ref.bits);
    if (m_wanted.size() > kMostWanted) { // asked for again when it is shown again
        m_capture->worker().cancel({this, m_wanted.front()});
        m_entries.forget(m_wanted.front());
        m_wanted.pop_front();
    }
    m_capture->ask<ask::Picture>(
        {this, ref.bits}, Priority::screen, {ref}, [this, ref, height](const ask::Picture::Answer& bytes) {
            take(ref, height,
                 std::make_shared<const DecodedPicture>(
                     bytes ? decodePicture(*bytes, QSize(kWidest * height, height))
                           : DecodedPicture {{}, {}, fromUtf8(message(bytes.error()))}));
        });
    return known.picture;
}

void PictureCache::take(RecordRef ref, int height, std::shared_ptr<const DecodedPicture> picture)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto known = m_entries.find(ref.bits);
        if (!known || known->height != height)
            return; // forgotten, or wanted otherwise by now
        std::erase(m_wanted, ref.bits);
        const auto bytes = static_cast<std::uint64_t>(picture->image.sizeInBytes());
        m_entries.put(ref.bits, {height, std::move(picture)}, bytes);
    }
    m_ready();
}

}
