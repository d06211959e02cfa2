// Writes streamed recordings in memory: the label, then records. Times are microseconds since 1970.
//
//     rfr::StreamWriter out;
//     out.task(micros, {.iid = 7, .callsite = 1, .taskId = 20, .name = "upload"});
//     out.record(micros, rfr::RecordKind::taskPollStart, 7);
//     out.bytes()
#pragma once

#include "core/formats/rfr/demo/rfr_writer.h"

namespace traceglass::rfr {

class StreamWriter
{
public:
    explicit StreamWriter(std::string_view label = "rfr-s/0.0.4") { m_out.text(label); }

    void callsite(std::uint64_t micros, const Callsite& callsite)
    {
        writeCallsite(begin(micros, 1), callsite);
    }
    void span(std::uint64_t micros, const SpanObject& span) { writeObject(begin(micros, 2), span); }
    void event(std::uint64_t micros, const Event& event) { writeEvent(begin(micros, 3), event); }
    void task(std::uint64_t micros, const TaskObject& task) { writeObject(begin(micros, 4), task); }
    // Span records have the numbers 5 to 8 here, task records 9 to 12, wakers 13 to 16 (rfr.md 5).
    void record(std::uint64_t micros, RecordKind kind, std::uint64_t iid)
    {
        begin(micros, static_cast<std::uint32_t>(kind) + (isSpan(kind) ? 5 : 4)).varint(iid);
    }
    void waker(std::uint64_t micros, RecordKind kind, const Waker& waker)
    {
        writeWaker(begin(micros, static_cast<std::uint32_t>(kind) + 4), waker);
    }
    void end(std::uint64_t micros) { begin(micros, 0); }

    const std::vector<std::byte>& bytes() const { return m_out.bytes(); }

private:
    ByteWriter& begin(std::uint64_t micros, std::uint32_t kind)
    {
        m_out.varint(micros / 1'000'000);
        m_out.varint(micros % 1'000'000);
        m_out.varint(kind);
        return m_out;
    }

    ByteWriter m_out;
};

}
