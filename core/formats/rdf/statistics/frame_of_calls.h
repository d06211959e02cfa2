// Which frame calls belong to, in their order: submits state it; of others 0 means that of the latest submit before
// (rdf-payloads.md 2.1).
//
//     FrameOfCalls frames;
//     for (const QueueEvent& event : known.queues.events)
//         use(frames.next(event));
#pragma once

#include "core/formats/rdf/payloads/queues.h"

namespace traceglass::rdf {

class FrameOfCalls
{
public:
    std::uint64_t next(const QueueEvent& event)
    {
        if (event.isSubmit())
            m_latest = event.frame;
        return event.isSubmit() || event.frame != 0 ? event.frame : m_latest;
    }

private:
    std::uint64_t m_latest = 0;
};

}
