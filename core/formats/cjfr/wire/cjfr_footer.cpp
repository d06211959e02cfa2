#include "core/formats/cjfr/wire/cjfr_footer.h"

#include "core/base/limits.h"
#include "core/formats/cjfr/wire/cjfr_types.h"
#include "core/io/byte_writer.h"

#include <algorithm>
#include <bit>
#include <zlib.h>

namespace traceglass::cjfr {

namespace {

// A footer is a summary: real ones take a few kilobytes, views and labels included.
constexpr std::uint64_t kInflatedAtMost = 64u << 20;
constexpr std::uint64_t kNewest = 2;
constexpr std::uint64_t kAround = 1 + 4; // the mark before and the length behind it

using namespace footer_flag;

std::optional<std::vector<std::byte>> inflated(std::span<const std::byte> in, const Job& job)
{
    std::vector<std::byte> out;
    z_stream stream {};
    if (inflateInit(&stream) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
    stream.avail_in = static_cast<uInt>(in.size());
    int result = Z_OK;
    while (result == Z_OK && out.size() < kInflatedAtMost && !job.stopRequested()) {
        constexpr std::size_t kStep = 64 * 1024;
        const std::size_t before = out.size();
        out.resize(before + kStep);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
        stream.avail_out = kStep;
        result = inflate(&stream, Z_NO_FLUSH);
        out.resize(before + kStep - stream.avail_out);
        if (result == Z_OK && stream.avail_in == 0 && stream.avail_out > 0)
            break; // cut
    }
    inflateEnd(&stream);
    if (result != Z_STREAM_END || stream.avail_in != 0)
        return {};
    return out;
}

class FooterReader : Cursor
{
public:
    explicit FooterReader(const Cursor& behindVersion)
        : Cursor(behindVersion)
    {
    }

    // False where the payload does not fit what is expected.
    bool read(Footer& out, bool withCrc);

private:
    std::int64_t i64() { return static_cast<std::int64_t>(fixed(8)); }
    float f32() { return std::bit_cast<float>(static_cast<std::uint32_t>(fixed(4))); }
    std::string text() { return toValidUtf8(Cursor::text()); }

    // A count of items of at least so many bytes each.
    std::uint64_t count(std::uint64_t leastSize)
    {
        const std::uint64_t at = offset();
        const std::uint64_t count = uv();
        if (count > left() / leastSize || count > limits::kCjfrFooterItems - m_items)
            fail(Fault::countTooLarge, at);
        m_items += failed() ? 0 : count;
        return failed() ? 0 : count;
    }

    EventCounts counts()
    {
        EventCounts out;
        for (std::uint64_t left = count(2); left > 0 && !failed(); --left)
            out.push_back({text(), uv()});
        return out;
    }

    GcSummary gc();
    void views(Footer& out);

    std::uint64_t m_items = 0; // of all lists
};

GcSummary FooterReader::gc()
{
    GcSummary out;
    out.count = uv();
    out.young = uv();
    out.old = uv();
    for (std::int64_t* const us :
         {&out.totalPauseUs, &out.maxPauseUs, &out.medianPauseUs, &out.p95PauseUs, &out.maxPhasePauseUs})
        *us = sv();
    out.causes = counts();
    out.collector = text();
    for (std::int64_t* const value :
         {&out.heapBefore, &out.heapAfter, &out.metaspaceMax, &out.cpuUserUs, &out.cpuSystemUs})
        *value = i64();
    out.bucketSeconds = uv();
    constexpr std::uint64_t kBucket = 19;
    for (std::uint64_t left = count(kBucket); left > 0 && !failed(); --left)
        out.buckets.push_back(
            {.count = uv(), .pauseUs = sv(), .maxPauseUs = sv(), .heapAfter = i64(), .heapBefore = i64()});
    return out;
}

void FooterReader::views(Footer& out)
{
    for (std::uint64_t left = count(2); left > 0 && !failed(); --left) {
        FooterView& view = out.views.emplace_back();
        view.name = text();
        constexpr std::uint64_t kItem = 18;
        for (std::uint64_t items = count(kItem); items > 0 && !failed(); --items) {
            uv(); // how it is summed up
            view.values.push_back({.tag = uv(), .integer = i64(), .real = std::bit_cast<double>(i64())});
        }
    }
}

bool FooterReader::read(Footer& out, bool withCrc)
{
    out.flags = u8();
    out.totalEvents = uv();
    out.startUs = i64();
    out.durationUs = sv();
    if (withCrc)
        out.crc = i64();
    out.eventCounts = counts();
    out.behindCounts = offset();
    if (out.flags & kGc)
        out.gc = gc();
    if (out.flags & kCpu) {
        out.cpuBucketSeconds = uv();
        std::vector<CpuBucket>& buckets = out.cpu.emplace();
        for (std::uint64_t left = count(sizeof(CpuBucket)); left > 0 && !failed(); --left)
            buckets.push_back({.jvmUser = f32(), .jvmSystem = f32(), .machine = f32()});
    }
    if (out.flags & kAllocation) {
        AllocationSummary& allocation = out.allocation.emplace();
        allocation.allocated = i64();
        allocation.promoted = i64();
        allocation.bucketSeconds = uv();
        for (std::vector<std::int64_t>* const each : {&allocation.allocatedEach, &allocation.promotedEach}) {
            for (std::uint64_t left = count(8); left > 0 && !failed(); --left)
                each->push_back(i64());
        }
    }
    if (out.flags & kViews)
        views(out);
    if (out.flags & kLabels) {
        for (std::uint64_t left = count(2); left > 0 && !failed(); --left) {
            std::string type = text();
            out.labels.emplace_back(std::move(type), text());
        }
    }
    if (out.flags & kClassIds)
        out.classIds = counts().size();
    return !failed() && atEnd();
}

}

std::optional<std::vector<std::byte>> footerPayload(std::span<const std::byte> file, const FooterPlace& place,
                                                    const Job& job)
{
    if (place.length < kAround)
        return {};
    return inflated(file.subspan(static_cast<std::size_t>(place.offset) + 1,
                                 static_cast<std::size_t>(place.length - kAround)),
                    job);
}

FooterPlace findFooter(std::span<const std::byte> file, std::uint64_t streamStart, const Job& job)
{
    FooterPlace out;
    out.offset = file.size();
    if (file.size() < streamStart + kAround)
        return out;
    const std::uint64_t length = Cursor(file, file.size() - 4).fixed(4);
    if (length == 0 || length > file.size() - streamStart - kAround)
        return out;
    const std::uint64_t mark = file.size() - kAround - length;
    constexpr std::byte kZlib {0x78};
    if (std::to_integer<std::uint64_t>(file[static_cast<std::size_t>(mark)]) != kFooterMark
        || file[static_cast<std::size_t>(mark) + 1] != kZlib)
        return out;
    out.state = FooterPlace::State::unreadable;
    out.offset = mark;
    out.length = file.size() - mark;
    const auto payload = footerPayload(file, out, job);
    if (!payload)
        return out;
    Cursor head(*payload, 0);
    const std::uint64_t mark7 = head.uv();
    const bool magic = asText(head.bytes(kFooterMagic.size())) == kFooterMagic;
    const std::uint64_t version = head.uv();
    if (head.failed() || mark7 != kFooterMark || !magic)
        return out;
    if (version > kNewest)
        out.state = FooterPlace::State::newer;
    // Version 1 got its checksum in July 2026 without a new number.
    for (const bool withCrc : {true, false}) {
        Footer footer;
        footer.version = version;
        if (out.state == FooterPlace::State::unreadable && !job.stopRequested()
            && FooterReader(head).read(footer, withCrc)) {
            out.state = FooterPlace::State::readable;
            out.footer = std::move(footer);
        }
    }
    return out;
}

// --- writing

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
    if (!payload || payload->size() < place.footer->behindCounts)
        return {};
    Footer beginning = *place.footer;
    beginning.crc = crc;
    const auto known = [](auto& in, const std::string& name) {
        const auto found = std::ranges::find(in, name, &EventCounts::value_type::first);
        return found == in.end() ? nullptr : &found->second;
    };
    for (const auto& [name, count] : takenAway) {
        beginning.totalEvents -= std::min(count, beginning.totalEvents);
        if (std::uint64_t* const number = known(beginning.eventCounts, name))
            *number -= std::min(count, *number);
    }
    for (const auto& [name, count] : added) {
        beginning.totalEvents += count;
        if (std::uint64_t* const number = known(beginning.eventCounts, name))
            *number += count;
        else
            beginning.eventCounts.emplace_back(name, count);
    }
    std::erase_if(beginning.eventCounts,
                  [&](const auto& count) { return count.second == 0 && known(takenAway, count.first); });
    ByteWriter out;
    putBeginning(out, beginning);
    out.raw(std::span(*payload).subspan(static_cast<std::size_t>(place.footer->behindCounts)));
    return packed(out);
}

std::string collectionsText(const GcSummary& gc)
{
    const bool isSplit = gc.young + gc.old == gc.count && gc.count > 0;
    return grouped(gc.count)
        + (isSplit ? ": " + grouped(gc.young) + " young, " + grouped(gc.old) + " old" : std::string());
}

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t soFar)
{
    if (bytes.empty())
        return soFar; // zlib would begin anew
    return static_cast<std::uint32_t>(
        crc32_z(soFar, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}
