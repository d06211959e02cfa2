// Thumbnails of a pictures track, decoded in the threads of the capture; those not used for longest are
// forgotten when they take too much memory.
//
//     PictureCache pictures(session->capture(), [this] { update(); });
//     const auto thumbnail = pictures.get(slice.ref, height);     // null: on its way
#pragma once

#include "core/ask/capture.h"
#include "core/base/recent.h"
#include "widgets/common/picture_decode.h"

#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace traceglass {

class PictureCache
{
public:
    // `ready` is called in another thread when a picture asked for is there, and never once this is gone.
    PictureCache(std::shared_ptr<const Capture> capture, std::function<void()> ready);
    ~PictureCache();

    // The picture scaled to fit `height` and four times that in width, in device pixels.
    std::shared_ptr<const DecodedPicture> get(RecordRef ref, int height);
    bool busy() const;

private:
    struct Entry
    {
        int height = 0;
        // Null: wanted; of another height until the right one is there.
        std::shared_ptr<const DecodedPicture> picture;
    };

    struct Shared // with the threads of the capture, which may end later
    {
        std::mutex mutex;
        std::function<void()> ready; // empty: nobody wants any
        Recent<std::uint64_t, Entry> entries;
        std::deque<std::uint64_t> wanted; // the latest last

        void take(RecordRef ref, int height, std::shared_ptr<const DecodedPicture> picture);
    };

    std::shared_ptr<const Capture> m_capture;
    std::shared_ptr<Shared> m_shared;
};

}
