#include "core/formats/rtc/rtc_document.h"

#include "core/base/text.h"
#include "core/formats/rtc/timeline/rtc_timeline.h"

#include <algorithm>

namespace traceglass::rtc {

Result<std::unique_ptr<Document>> RtcDocument::open(const std::filesystem::path& path)
{
    auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    Job job;
    auto ruler = readRuler(**file, job);
    if (!ruler)
        return tl::unexpected(ruler.error());
    if ((*file)->isCut())
        return fail(Code::FileChanged);
    return std::make_unique<RtcDocument>(path, *file, std::move(*ruler));
}

RtcDocument::RtcDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file, Ruler ruler)
    : m_path(std::move(path))
    , m_file(std::move(file))
    , m_ruler(std::move(ruler))
    , m_axes(m_ruler)
{
    for (Diagnostic& diagnostic : m_ruler.diagnostics) {
        if (diagnostic.severity != Severity::info)
            m_worst = std::max(m_worst.value_or(diagnostic.severity), diagnostic.severity);
        if (diagnostic.entry && diagnostic.severity != Severity::info) {
            Severity& worst =
                m_problems.try_emplace(static_cast<std::uint32_t>(*diagnostic.entry), diagnostic.severity)
                    .first->second;
            worst = std::max(worst, diagnostic.severity);
        }
        report(std::move(diagnostic));
    }
}

const Format& RtcDocument::format() const
{
    return kFormat;
}

std::vector<std::optional<TimeRange>> RtcDocument::axisRanges() const
{
    constexpr std::uint64_t kLookedAt = 2u << 20; // at each end; a clock silent for longer is not worth more
    std::vector<std::optional<TimeRange>> ranges(m_axes.list().size());
    const auto add = [&](std::uint16_t axis, std::int64_t ns) {
        auto& range = ranges[axis];
        range =
            range ? TimeRange {std::min(range->startNs, ns), std::max(range->endNs, ns)} : TimeRange {ns, ns};
    };
    std::unordered_set<const Stream*> met;
    const auto take = [&](const Frame& frame) {
        if (frame.timeKnown && frame.stream && frame.stream->isClock) {
            add(frame.axis, frame.ns);
            met.insert(frame.stream);
        }
        return true;
    };
    UnitFrames frames;
    for (std::uint32_t number = 0; number < m_ruler.segments.size(); ++number) {
        const Segment& segment = m_ruler.segments[number];
        std::size_t clocks = 0;
        for (const Stream* stream : segment.streams.all())
            clocks += stream->isClock ? 1 : 0;
        if (clocks == 0)
            continue;
        met.clear();
        Decoder first(bytes(), m_ruler, m_axes);
        std::uint64_t at = segment.begin;
        for (std::uint32_t i = 0; i < segment.unitCount; ++i) {
            const Unit& unit = m_ruler.units[segment.firstUnit + i];
            at = unit.index();
            while (at < unit.end && at - segment.begin < kLookedAt && met.size() < clocks) {
                const std::uint64_t next = walkUnit(bytes(), m_ruler, segment.firstUnit + i,
                                                    {at, segment.boundaryAfter(unit, at)}, frames);
                first.feed(frames, take);
                if (next <= at)
                    break;
                at = next;
            }
            if (met.size() == clocks || at - segment.begin >= kLookedAt)
                break;
        }
        const std::uint32_t last = segment.firstUnit + segment.unitCount - 1;
        const Unit& unit = m_ruler.units[last];
        const std::uint64_t from = unit.end - unit.marker > kLookedAt
            ? placeBefore(m_ruler, last, unit.end - kLookedAt).offset
            : unit.index();
        if (from >= unit.end)
            continue;
        const DecoderState state = stateAt(bytes(), m_ruler, m_axes, {last, from});
        for (const auto& [id, clock] : state.clocks) {
            const Stream* stream = segment.streams.find(id);
            if (stream && clock.value)
                add(m_axes.axisOf(number, *stream), *clock.value);
        }
        Decoder end(bytes(), m_ruler, m_axes);
        end.setState(state);
        walkUnit(bytes(), m_ruler, last, {from, unit.end}, frames);
        end.feed(frames, take);
    }
    return ranges;
}

Summary RtcDocument::summary() const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_summary)
            return *m_summary;
    }
    Summary summary = makeSummary();
    const std::lock_guard lock(m_mutex);
    m_summary = summary;
    return summary;
}

Summary RtcDocument::makeSummary() const
{
    Summary summary;
    summary.path = m_path;
    summary.size = m_file->size();
    std::uint64_t streams = 0;
    for (const Segment& segment : m_ruler.segments)
        streams += segment.streams.size();
    summary.tracks = streams;
    summary.annotations = noteCount();
    if (m_ruler.units.empty()) {
        summary.records = 0;
        return summary;
    }
    const auto ranges = axisRanges();
    for (std::uint16_t i = 0; i < m_axes.list().size(); ++i) {
        const Axis& axis = m_axes.list()[i];
        if (axis.kind == Axis::Kind::position)
            continue;
        summary.clocks.push_back(axis.name);
        const auto& range = ranges[i];
        if (i == 0) {
            summary.time = range;
            summary.absolute = axis.kind == Axis::Kind::unixTime;
        } else if (range) {
            summary.clockTimes.emplace(axis.name, *range);
        }
    }
    summary.more.emplace_back("Units", grouped(m_ruler.units.size()));
    const Segment& first = m_ruler.segments.front();
    if (first.unitSize > 0)
        summary.more.emplace_back("Unit size", grouped(first.unitSize) + " bytes");
    if (first.minorSize > 0)
        summary.more.emplace_back("minor size", grouped(first.minorSize) + " bytes");
    if (m_ruler.segments.size() > 1)
        summary.more.emplace_back("runs", grouped(m_ruler.segments.size()));
    summary.more.emplace_back("streams", grouped(streams));
    return summary;
}

bool RtcDocument::changedOnDisk() const
{
    const auto now = identify(m_path);
    const std::lock_guard lock(m_mutex);
    return (now != m_file->identity() && (!now || now != m_restored)) || m_file->faults() > 0;
}

Result<void> RtcDocument::checkWhole() const
{
    if (!m_file->isCut())
        return {};
    report(diagnose(Code::FileChanged, "it became shorter", ByteRange {SourceId(0), 0, m_file->size()}));
    return fail(Code::FileChanged, "it became shorter");
}

std::string RtcDocument::trackPath(std::uint32_t segment, const Stream& stream) const
{
    std::string path =
        m_ruler.segments.size() > 1 ? "segment " + std::to_string(segment) + "/" : std::string();
    const TrackPlace place = trackPlace(m_axes, segment, stream);
    return path + place.group + '/' + place.name;
}

// --- sources: the file, then payloads that lie in several frames, joined

std::uint32_t RtcDocument::sourceCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::uint32_t>(m_joined.size()) + 1;
}

std::string RtcDocument::sourceName(SourceId id) const
{
    if (number(id) == 0)
        return m_path.filename().string();
    std::uint64_t offset = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (number(id) > m_joined.size())
            return {};
        offset = m_joined[number(id) - 1];
    }
    const Stream* stream = streamOf(frameAtOffset(offset));
    return (stream ? escaped(stream->name) : std::string("payload")) + " at " + hexNumber(offset);
}

Result<SourcePtr> RtcDocument::source(SourceId id) const
{
    if (number(id) == 0)
        return SourcePtr(m_file);
    std::uint64_t offset = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (number(id) > m_joined.size())
            return fail(Code::NodeUnknown);
        offset = m_joined[number(id) - 1];
    }
    std::vector<std::byte> payload;
    frameAt(bytes(), m_ruler, m_axes, offset, [&](const Frame& frame) {
        payload.assign(frame.payload.begin(), frame.payload.end());
        return true;
    });
    return SourcePtr(std::make_shared<MemorySource>(sourceName(id), std::move(payload)));
}

Result<ByteRange> RtcDocument::decoded(const NodeId& id) const
{
    const auto address = addressOf(id);
    if (!address)
        return fail(Code::NodeUnknown);
    const ByteRange stored = makeNode(*address).range;
    if (address->place != Place::frame)
        return stored;
    std::uint64_t first = 0, length = 0;
    frameAt(bytes(), m_ruler, m_axes, address->number, [&](const Frame& frame) {
        first = frame.parts.size() > 1 ? frame.offset : 0;
        length = frame.length;
        return true;
    });
    const Found found = frameAtOffset(address->number);
    if (length == 0 || !found)
        return found && !found.at().lost
            ? ByteRange {SourceId(0), found.part().payload(), found.part().length}
            : stored;
    const Part part = found.part();
    if (part.length == length)
        return ByteRange {SourceId(0), part.payload(), part.length};
    const std::lock_guard lock(m_mutex);
    const auto known = std::ranges::find(m_joined, first);
    const auto position = static_cast<std::uint32_t>(known - m_joined.begin());
    if (known == m_joined.end())
        m_joined.push_back(first);
    return ByteRange {SourceId(position + 1), 0, length};
}

Result<std::vector<std::byte>> RtcDocument::picture(RecordRef ref) const
{
    Result<std::vector<std::byte>> out = fail(Code::NodeUnknown);
    frameAt(bytes(), m_ruler, m_axes, ref.offset(), [&](const Frame& frame) {
        const auto start = frame.stream ? contentStart(frame.stream->value, frame.payload) : std::nullopt;
        if (start)
            out = std::vector<std::byte>(frame.payload.begin() + static_cast<std::ptrdiff_t>(*start),
                                         frame.payload.end());
        return true;
    });
    return out;
}

}
