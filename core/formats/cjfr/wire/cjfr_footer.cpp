#include "core/formats/cjfr/wire/cjfr_footer.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/cjfr/wire/cjfr_types.h"

#include <bit>
#include <limits>
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

class FooterReader
{
public:
    explicit FooterReader(std::span<const std::byte> payload)
        : m_in(payload, 0)
    {
    }

    // False where the payload does not fit what is expected.
    bool read(Footer& out, bool withCrc);

private:
    std::uint64_t uv() { return m_in.uv(); }
    std::int64_t sv() { return m_in.sv(); }
    std::int64_t i64() { return static_cast<std::int64_t>(m_in.fixed(8)); }
    float f32() { return std::bit_cast<float>(static_cast<std::uint32_t>(m_in.fixed(4))); }
    std::string text() { return toValidUtf8(m_in.text()); }

    // A count of items of at least so many bytes each.
    std::uint64_t count(std::uint64_t leastSize)
    {
        const std::uint64_t at = m_in.offset();
        const std::uint64_t count = uv();
        if (count > m_in.left() / leastSize || count > limits::kCjfrFooterItems - m_items)
            m_in.fail(Fault::countTooLarge, at);
        m_items += m_in.failed() ? 0 : count;
        return m_in.failed() ? 0 : count;
    }

    std::vector<std::pair<std::string, std::uint64_t>> counts()
    {
        std::vector<std::pair<std::string, std::uint64_t>> out;
        for (std::uint64_t left = count(2); left > 0 && !m_in.failed(); --left) {
            std::string name = text();
            out.emplace_back(std::move(name), uv());
        }
        return out;
    }

    GcSummary gc();
    void views(Footer& out);

    Cursor m_in;
    std::uint64_t m_items = 0; // of all lists
};

GcSummary FooterReader::gc()
{
    GcSummary out;
    out.count = uv();
    out.young = uv();
    out.old = uv();
    out.totalPauseUs = sv();
    out.maxPauseUs = sv();
    out.medianPauseUs = sv();
    out.p95PauseUs = sv();
    out.maxPhasePauseUs = sv();
    out.causes = counts();
    out.collector = text();
    out.heapBefore = i64();
    out.heapAfter = i64();
    out.metaspaceMax = i64();
    out.cpuUserUs = i64();
    out.cpuSystemUs = i64();
    out.bucketSeconds = uv();
    constexpr std::uint64_t kBucket = 19;
    for (std::uint64_t left = count(kBucket); left > 0 && !m_in.failed(); --left) {
        GcBucket& bucket = out.buckets.emplace_back();
        bucket.count = uv();
        bucket.pauseUs = sv();
        bucket.maxPauseUs = sv();
        bucket.heapAfter = i64();
        bucket.heapBefore = i64();
    }
    return out;
}

void FooterReader::views(Footer& out)
{
    for (std::uint64_t left = count(2); left > 0 && !m_in.failed(); --left) {
        FooterView& view = out.views.emplace_back();
        view.name = text();
        constexpr std::uint64_t kItem = 18;
        for (std::uint64_t items = count(kItem); items > 0 && !m_in.failed(); --items) {
            uv(); // how it is summed up
            FooterValue& value = view.values.emplace_back();
            value.tag = uv();
            value.integer = i64();
            value.real = std::bit_cast<double>(i64());
        }
    }
}

bool FooterReader::read(Footer& out, bool withCrc)
{
    uv();
    m_in.bytes(kFooterMagic.size());
    out.version = uv();
    out.flags = m_in.u8();
    out.totalEvents = uv();
    out.startUs = i64();
    out.durationUs = sv();
    if (withCrc)
        out.crc = i64();
    out.eventCounts = counts();
    if (out.flags & kGc)
        out.gc = gc();
    if (out.flags & kCpu) {
        out.cpuBucketSeconds = uv();
        std::vector<CpuBucket>& buckets = out.cpu.emplace();
        for (std::uint64_t left = count(sizeof(CpuBucket)); left > 0 && !m_in.failed(); --left) {
            CpuBucket& bucket = buckets.emplace_back();
            bucket.jvmUser = f32();
            bucket.jvmSystem = f32();
            bucket.machine = f32();
        }
    }
    if (out.flags & kAllocation) {
        AllocationSummary& allocation = out.allocation.emplace();
        allocation.allocated = i64();
        allocation.promoted = i64();
        allocation.bucketSeconds = uv();
        for (std::vector<std::int64_t>* const each : {&allocation.allocatedEach, &allocation.promotedEach}) {
            for (std::uint64_t left = count(8); left > 0 && !m_in.failed(); --left)
                each->push_back(i64());
        }
    }
    if (out.flags & kViews)
        views(out);
    if (out.flags & kLabels) {
        for (std::uint64_t left = count(2); left > 0 && !m_in.failed(); --left) {
            std::string type = text();
            out.labels.emplace_back(std::move(type), text());
        }
    }
    if (out.flags & kClassIds)
        out.classIds = counts().size();
    return !m_in.failed() && m_in.atEnd();
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
    if (version > kNewest) {
        out.state = FooterPlace::State::newer;
        return out;
    }
    // Version 1 got its checksum in July 2026 without a new number.
    for (const bool withCrc : {true, false}) {
        Footer footer;
        if (!job.stopRequested() && FooterReader(*payload).read(footer, withCrc)) {
            out.state = FooterPlace::State::readable;
            out.footer = std::move(footer);
            break;
        }
    }
    return out;
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
