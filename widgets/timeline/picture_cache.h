// Thumbnails of a pictures track, decoded in a thread of their own, the latest asked for first; those not
// used for longest are forgotten when they take too much memory.
//
//     PictureCache pictures(session->sharedDocument(), [this] { update(); });
//     const auto thumbnail = pictures.get(slice.ref, height);     // null: on its way
#pragma once

#include "core/model/document.h"
#include "widgets/common/picture_decode.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <unordered_map>

namespace traceglass {

class PictureCache
{
public:
    // `ready` is called in the background thread when a picture asked for is there.
    PictureCache(std::shared_ptr<const Document> document, std::function<void()> ready);
    ~PictureCache();

    // The picture scaled to fit `height` and four times that in width, in device pixels.
    std::shared_ptr<const DecodedPicture> get(RecordRef ref, int height);
    bool busy() const;

private:
    struct Entry
    {
        int height = 0;
        std::shared_ptr<const DecodedPicture> picture; // null: wanted
        std::list<std::uint64_t>::iterator use;        // in m_uses
    };
    struct Request
    {
        RecordRef ref;
        int height = 0;
    };

    void work(const std::stop_token& stop);
    void forgetOld();

    std::shared_ptr<const Document> m_document;
    std::function<void()> m_ready;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::unordered_map<std::uint64_t, Entry> m_entries;
    std::list<std::uint64_t> m_uses; // the latest first
    std::deque<Request> m_requests;  // the latest first
    qsizetype m_bytes = 0;
    bool m_working = false;
    std::jthread m_thread; // last: it stops before the rest goes
};

}
