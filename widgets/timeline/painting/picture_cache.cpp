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
    , m_shared(new Shared {
          {}, std::move(ready), Recent<std::uint64_t, Entry>(kMostPictures, kMostPictureBytes), {}})
{
}

PictureCache::~PictureCache()
{
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->ready = nullptr;
    }
    m_capture->worker().cancelAll(this);
}

bool PictureCache::busy() const
{
    const std::lock_guard lock(m_shared->mutex);
    return !m_shared->wanted.empty();
}

std::shared_ptr<const DecodedPicture> PictureCache::get(RecordRef ref, int height)
{
    const std::lock_guard lock(m_shared->mutex);
    auto& entries = m_shared->entries;
    auto& wanted = m_shared->wanted;
    const Entry known = entries.find(ref.bits).value_or(Entry {});
    if (known.height == height)
        return known.picture;
    entries.put(ref.bits, {height, known.picture},
                known.picture ? static_cast<std::uint64_t>(known.picture->image.sizeInBytes()) : 0);
    std::erase(wanted, ref.bits);
    wanted.push_back(ref.bits);
    if (wanted.size() > kMostWanted) { // asked for again when it is shown again
        m_capture->worker().cancel({this, wanted.front()});
        entries.forget(wanted.front());
        wanted.pop_front();
    }
    m_capture->ask<ask::Picture>(
        {this, ref.bits}, Priority::screen, {ref},
        [shared = m_shared, ref, height](const ask::Picture::Answer& bytes) {
            shared->take(ref, height,
                         std::make_shared<const DecodedPicture>(
                             bytes ? decodePicture(*bytes, QSize(kWidest * height, height))
                                   : DecodedPicture {{}, {}, fromUtf8(message(bytes.error()))}));
        });
    return known.picture;
}

void PictureCache::Shared::take(RecordRef ref, int height, std::shared_ptr<const DecodedPicture> picture)
{
    const std::lock_guard lock(mutex);
    const auto known = entries.find(ref.bits);
    if (!ready || !known || known->height != height)
        return; // nobody wants it any more, or wants it otherwise by now
    std::erase(wanted, ref.bits);
    const auto bytes = static_cast<std::uint64_t>(picture->image.sizeInBytes());
    entries.put(ref.bits, {height, std::move(picture)}, bytes);
    ready();
}

}
