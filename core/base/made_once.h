// Something that takes so long to make, or to read, that who asks for it may not want it any more. Who asks first makes it
// and others wait; where that one is stopped, or it failed, the next one begins anew.
//
//     MadeOnce<RegionMap> map;
//     const RegionMap* known = map.get(job, [&] { return buildMap(index, bytes, job); });   // null: stopped
//     MadeOnce<AnnotationSet> notes;
//     Result<const AnnotationSet*> read = notes.read(job, [&] { return parse(file, job); });
//
// Safe from any thread. What was made stays where it is. An error is not kept: a disk may answer the next one.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace traceglass {

template <class T>
class MadeOnce
{
public:
    // Null while nobody has made it.
    const T* known() const { return m_isMade.load(std::memory_order_acquire) ? &*m_made : nullptr; }

    // `make()` returns a Result<T>, an error only where the job is stopped.
    template <class Make>
    const T* get(const Job& job, const Make& make) const
    {
        return read(job, make).value_or(nullptr);
    }

    // The same where it may fail. Errors: those of `make()`, file.stopped.
    template <class Make>
    Result<const T*> read(const Job& job, const Make& make) const
    {
        if (const T* const made = known())
            return made;
        {
            std::unique_lock lock(m_mutex);
            if (!m_turn.wait(lock, job.token(), [this] { return !m_isMaking; }) || job.stopRequested())
                return fail(Code::Stopped);
            if (m_made)
                return &*m_made;
            m_isMaking = true;
        }
        Result<T> made = make();
        {
            const std::lock_guard lock(m_mutex);
            m_isMaking = false;
            if (made) {
                m_made = std::move(*made);
                m_isMade.store(true, std::memory_order_release);
            }
        }
        m_turn.notify_all();
        return made ? Result<const T*>(known()) : tl::unexpected(made.error());
    }

private:
    mutable std::mutex m_mutex; // guards what follows
    mutable std::condition_variable_any m_turn;
    mutable bool m_isMaking = false;
    mutable std::optional<T> m_made;
    mutable std::atomic<bool> m_isMade = false; // for those who ask later: they need no lock
};

}
