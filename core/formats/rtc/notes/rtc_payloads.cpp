#include "core/formats/rtc/notes/rtc_payloads.h"

#include "core/formats/rtc/wire/rtc_lookback.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kPayloadAtMost = std::uint64_t(256) << 20; // joined in memory
constexpr std::uint64_t kReadOn = std::uint64_t(64) << 20; // behind its start, for the end of a payload

class PayloadFinder
{
public:
    PayloadFinder(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t segment,
                  std::span<const Stream* const> streams, const PayloadSink& sink, const Job& job)
        : m_file(file)
        , m_ruler(ruler)
        , m_number(segment)
        , m_segment(ruler.segments[segment])
        , m_sink(sink)
        , m_job(job)
    {
        for (const Stream* stream : streams)
            m_streams.emplace(stream->id, stream);
    }

    Result<void> run();

private:
    struct Span // minor units of a Unit
    {
        std::uint32_t unit = 0;
        std::uint64_t from = 0;
        std::uint64_t to = 0;
    };
    struct Open
    {
        std::uint64_t offset = 0;
        std::vector<std::byte> bytes;
    };

    std::uint32_t endUnit() const { return m_segment.firstUnit + m_segment.unitCount; }
    Span spanAt(std::uint32_t unit, std::uint64_t offset) const;
    std::optional<Span> before(const Span& span) const;
    std::optional<Span> behind(const Span& span) const;
    bool addEntries(std::uint64_t frame, std::uint32_t id, const Unit& unit);
    std::optional<std::uint64_t> newestBefore(const Span& span);
    Result<void> findSpans();
    bool walk(const Span& span);
    bool take(const UnitFrames& frames);
    bool takePart(const Stream& stream, const FramePart& part);

    std::span<const std::byte> m_file;
    const Ruler& m_ruler;
    const std::uint32_t m_number;
    const Segment& m_segment;
    const PayloadSink& m_sink;
    const Job& m_job;
    std::unordered_map<std::uint32_t, const Stream*> m_streams;
    std::unordered_map<std::uint32_t, std::uint64_t> m_entries; // of the streams, at one place
    std::vector<Span> m_spans;                                  // the last one first
    std::unordered_map<std::uint32_t, Open> m_open;
    UnitFrames m_frames;
};

// The minor unit that holds the offset; all of the Unit where its marks cannot be trusted.
PayloadFinder::Span PayloadFinder::spanAt(std::uint32_t number, std::uint64_t offset) const
{
    const Unit& unit = m_ruler.units[number];
    Span span {number, spotBefore(m_ruler, number, offset).offset, unit.end};
    if (span.from > unit.index() && !isMinorBoundary(m_file, unit.index(), span.from))
        span.from = unit.index();
    const std::uint64_t to = m_segment.boundaryAfter(unit, offset);
    if (to == unit.end || isMinorBoundary(m_file, unit.index(), to))
        span.to = to;
    return span;
}

std::optional<PayloadFinder::Span> PayloadFinder::before(const Span& span) const
{
    if (span.from > m_ruler.units[span.unit].index())
        return spanAt(span.unit, span.from - 1);
    if (span.unit == m_segment.firstUnit)
        return {};
    return spanAt(span.unit - 1, m_ruler.units[span.unit - 1].end - 1);
}

std::optional<PayloadFinder::Span> PayloadFinder::behind(const Span& span) const
{
    if (span.to < m_ruler.units[span.unit].end)
        return spanAt(span.unit, span.to);
    if (span.unit + 1 == endUnit())
        return {};
    return spanAt(span.unit + 1, m_ruler.units[span.unit + 1].index());
}

bool PayloadFinder::addEntries(std::uint64_t frame, std::uint32_t id, const Unit& unit)
{
    const auto body = readIndex(m_file, m_segment, unit, frame, id);
    if (!body)
        return false;
    for (const IndexEntry& entry : body->entries) {
        // Of a file whose start was cut off the Index knows more than there is.
        if (entry.distance > 0 && entry.distance <= frame - m_segment.begin && m_streams.contains(entry.id))
            m_entries[entry.id] = frame - entry.distance;
    }
    return true;
}

// The first payload in the last minor unit before the span that has any: 0 when there is none. Nothing when
// the index cannot tell or names what is not there.
std::optional<std::uint64_t> PayloadFinder::newestBefore(const Span& span)
{
    const Unit& unit = m_ruler.units[span.unit];
    m_entries.clear();
    if (!addEntries(unit.index(), kIndex, unit)
        || (span.from > unit.index() && !addEntries(span.from, kMinorIndex, unit)))
        return {};
    std::uint64_t newest = 0;
    for (const auto& [id, offset] : m_entries) {
        const auto holder = m_ruler.unitAt(offset);
        std::size_t at = offset;
        const auto head = offset < span.from ? readInt(m_file, at) : std::nullopt;
        if (!head || *head >> 1 != id || !holder || m_ruler.units[*holder].segment != m_number
            || offset < m_ruler.units[*holder].index())
            return {};
        newest = std::max(newest, offset);
    }
    return newest;
}

Result<void> PayloadFinder::findSpans()
{
    const auto add = [&](const Span& span) {
        if (!m_spans.empty() && m_spans.back().unit == span.unit && span.to >= m_spans.back().from)
            m_spans.back().from = std::min(m_spans.back().from, span.from);
        else
            m_spans.push_back(span);
    };
    // Of the last minor unit no index tells yet.
    std::optional<Span> at = spanAt(endUnit() - 1, m_ruler.units[endUnit() - 1].end - 1);
    while (at) {
        if (m_job.stopRequested())
            return fail(Code::Stopped);
        add(*at);
        const auto newest = newestBefore(*at);
        if (!newest)
            at = before(*at);
        else if (*newest == 0)
            break;
        else
            at = spanAt(*m_ruler.unitAt(*newest), *newest);
    }
    return {};
}

Result<void> PayloadFinder::run()
{
    if (m_streams.empty() || m_segment.unitCount == 0)
        return {};
    if (auto found = findSpans(); !found)
        return found;
    for (std::size_t i = m_spans.size(); i-- > 0;) {
        Span span = m_spans[i];
        const std::uint64_t begin = span.from;
        for (;;) {
            if (m_job.stopRequested())
                return fail(Code::Stopped);
            if (!walk(span))
                return {};
            // Payloads that began here may end where none begins.
            const auto next = m_open.empty() ? std::nullopt : behind(span);
            if (!next || next->from - begin > kReadOn) {
                m_open.clear();
                break;
            }
            if (i > 0 && next->from >= m_spans[i - 1].from)
                break;
            span = *next;
        }
    }
    return {};
}

bool PayloadFinder::walk(const Span& span)
{
    return walkPieces(m_file, m_ruler, span.unit, {span.from, span.to}, m_frames,
                      [&] { return !m_job.stopRequested() && take(m_frames); })
        || m_job.stopRequested(); // the caller asks again
}

bool PayloadFinder::take(const UnitFrames& frames)
{
    std::size_t lost = 0;
    for (std::size_t i = 0; i <= frames.size(); ++i) {
        for (; lost < frames.lost.size() && frames.lost[lost].before <= i; ++lost)
            m_open.clear();
        if (i == frames.size())
            break;
        const auto stream = m_streams.find(frames.id(i));
        if (stream != m_streams.end() && !takePart(*stream->second, frames.part(i)))
            return false;
    }
    return true;
}

bool PayloadFinder::takePart(const Stream& stream, const FramePart& part)
{
    const auto bytes = m_file.subspan(part.payload(), part.length);
    auto open = m_open.find(stream.id);
    if (!part.more && open == m_open.end())
        return m_sink({&stream, m_number, part.offset, part.end(), bytes});
    if (open == m_open.end())
        open = m_open.emplace(stream.id, Open {part.offset, {}}).first;
    std::vector<std::byte>& joined = open->second.bytes;
    joined.insert(joined.end(), bytes.begin(), bytes.end());
    if (part.more) {
        if (joined.size() > kPayloadAtMost)
            m_open.erase(open);
        return true;
    }
    const Open whole = std::move(open->second);
    m_open.erase(open);
    return m_sink({&stream, m_number, whole.offset, part.end(), whole.bytes});
}

}

Result<void> findPayloads(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t segment,
                          std::span<const Stream* const> streams, const PayloadSink& sink, const Job& job)
{
    return PayloadFinder(file, ruler, segment, streams, sink, job).run();
}

}
