#include "core/formats/cjfr/wire/cjfr_footer_writer.h"

#include "core/formats/cjfr/wire/cjfr_types.h"
#include "core/io/byte_writer.h"

#include <algorithm>
#include <zlib.h>

namespace traceglass::cjfr {

namespace {

constexpr std::uint64_t kNone = 0;

void put(ByteWriter& out, std::int64_t value)
{
    out.varint(zigzag(value));
}

void putCounts(ByteWriter& out, const EventCounts& counts)
{
    out.varint(counts.size());
    for (const auto& [name, count] : counts) {
        out.text(name);
        out.varint(count);
    }
}

// Everything up to the counts of the events.
void putBeginning(ByteWriter& out, const Footer& footer)
{
    out.varint(kFooterMark);
    out.raw(kFooterMagic);
    out.varint(footer.version);
    out.u8(footer.flags);
    out.varint(footer.totalEvents);
    out.i64(footer.startUs);
    put(out, footer.durationUs);
    out.i64(footer.crc.value_or(0));
    putCounts(out, footer.eventCounts);
}

void putGc(ByteWriter& out, const GcSummary& gc)
{
    out.varint(gc.count);
    out.varint(gc.young);
    out.varint(gc.old);
    for (const std::int64_t us :
         {gc.totalPauseUs, gc.maxPauseUs, gc.medianPauseUs, gc.p95PauseUs, gc.maxPhasePauseUs})
        put(out, us);
    putCounts(out, gc.causes);
    out.text(gc.collector);
    for (const std::int64_t value :
         {gc.heapBefore, gc.heapAfter, gc.metaspaceMax, gc.cpuUserUs, gc.cpuSystemUs})
        out.i64(value);
    constexpr std::uint64_t kBucketSeconds = 1;
    out.varint(kBucketSeconds);
    out.varint(kNone);
}

std::vector<std::byte> packed(const ByteWriter& payload)
{
    const std::vector<std::byte>& in = payload.bytes();
    uLongf size = compressBound(static_cast<uLong>(in.size()));
    std::vector<std::byte> deflated(size);
    compress(reinterpret_cast<Bytef*>(deflated.data()), &size, reinterpret_cast<const Bytef*>(in.data()),
             static_cast<uLong>(in.size()));
    ByteWriter out;
    out.varint(kFooterMark);
    out.raw(std::span<const std::byte>(deflated).first(size));
    out.u32(static_cast<std::uint32_t>(size));
    return out.take();
}

}

std::vector<std::byte> footerBytes(const Footer& footer)
{
    constexpr std::uint64_t kVersion = 2;
    Footer beginning = footer;
    beginning.version = kVersion;
    beginning.flags =
        static_cast<std::uint8_t>((footer.gc ? footer_flag::kGc : 0) | (footer.cpu ? footer_flag::kCpu : 0)
                                  | (footer.allocation ? footer_flag::kAllocation : 0)
                                  | (footer.labels.empty() ? 0 : footer_flag::kLabels));
    ByteWriter out;
    putBeginning(out, beginning);
    if (footer.gc)
        putGc(out, *footer.gc);
    if (footer.cpu) {
        out.varint(footer.cpuBucketSeconds);
        out.varint(footer.cpu->size());
        for (const CpuBucket& bucket : *footer.cpu) {
            out.f32(bucket.jvmUser);
            out.f32(bucket.jvmSystem);
            out.f32(bucket.machine);
        }
    }
    if (footer.allocation) {
        out.i64(footer.allocation->allocated);
        out.i64(footer.allocation->promoted);
        for (int i = 0; i < 3; ++i) // seconds a bucket, two lists
            out.varint(kNone);
    }
    if (!footer.labels.empty()) {
        out.varint(footer.labels.size());
        for (const auto& [type, label] : footer.labels) {
            out.text(type);
            out.text(label);
        }
    }
    return packed(out);
}

std::optional<std::vector<std::byte>> renewedFooter(std::span<const std::byte> file, const FooterPlace& place,
                                                    const EventCounts& added, const EventCounts& takenAway,
                                                    std::uint32_t crc)
{
    if (!place.footer)
        return {};
    const auto payload = footerPayload(file, place);
    if (!payload)
        return {};
    // Where the counts end, what follows is kept byte for byte.
    Cursor in(*payload, 0);
    in.uv();
    in.bytes(kFooterMagic.size());
    in.uv();
    in.u8();
    in.uv();
    in.fixed(8);
    in.uv();
    if (place.footer->crc)
        in.fixed(8);
    for (std::uint64_t left = in.uv(); left > 0 && !in.failed(); --left) {
        in.lengthAndBytes();
        in.uv();
    }
    if (in.failed())
        return {};

    Footer beginning = *place.footer;
    beginning.crc = crc;
    for (const auto& [name, count] : takenAway) {
        beginning.totalEvents -= std::min(count, beginning.totalEvents);
        const auto known = std::ranges::find(beginning.eventCounts, name, &EventCounts::value_type::first);
        if (known != beginning.eventCounts.end())
            known->second -= std::min(count, known->second);
    }
    for (const auto& [name, count] : added) {
        beginning.totalEvents += count;
        const auto known = std::ranges::find(beginning.eventCounts, name, &EventCounts::value_type::first);
        if (known != beginning.eventCounts.end())
            known->second += count;
        else
            beginning.eventCounts.emplace_back(name, count);
    }
    std::erase_if(beginning.eventCounts, [&](const auto& count) {
        return count.second == 0
            && std::ranges::find(takenAway, count.first, &EventCounts::value_type::first) != takenAway.end();
    });
    ByteWriter out;
    putBeginning(out, beginning);
    out.raw(std::span(*payload).subspan(static_cast<std::size_t>(in.offset())));
    return packed(out);
}

}
