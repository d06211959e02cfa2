#include "core/formats/rtc/rtc_file.h"

#include "core/base/text.h"

#include <algorithm>
#include <unordered_map>

namespace traceglass::rtc {

namespace {

// Minor units kept walked for tree, bytes and details: what the user moves between.
constexpr std::size_t kMinorsKept = 32;

}

Result<RtcFile::Opened> RtcFile::open(const std::filesystem::path& path, Job& job)
{
    auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    auto ruler = readRuler(**file, job);
    if (!ruler)
        return tl::unexpected(ruler.error());
    if ((*file)->isCut())
        return fail(Code::FileChanged);
    return Opened {path, std::move(*file), std::move(*ruler)};
}

RtcFile::RtcFile(Opened opened, DiagnosticLog& log)
    : m_path(std::move(opened.path))
    , m_file(std::move(opened.file))
    , m_ruler(std::move(opened.ruler))
    , m_axes(m_ruler)
    , m_log(log)
    , m_lookedAt(m_ruler.units.size())
    , m_minors(kMinorsKept)
{
    for (const Diagnostic& diagnostic : m_ruler.diagnostics)
        log.add(diagnostic);
    if (m_file->size() == 0)
        log.add(diagnose(Code::RtcEmpty));
}

bool RtcFile::isSame(const std::optional<FileIdentity>& now) const
{
    const std::lock_guard lock(m_mutex);
    return now && (*now == m_file->identity() || now == m_restored);
}

void RtcFile::setRestored(const FileIdentity& now) const
{
    const std::lock_guard lock(m_mutex);
    m_restored = now;
}

bool RtcFile::changedOnDisk() const
{
    return !isSame(identify(m_path)) || m_file->faults() > 0;
}

RtcFile::AxisRanges RtcFile::axisRanges(const Job& job) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_ranges)
            return *m_ranges;
    }
    AxisRanges found = findRanges(job);
    const std::lock_guard lock(m_mutex);
    if (!job.stopRequested())
        m_ranges = found;
    return found;
}

RtcFile::AxisRanges RtcFile::findRanges(const Job& job) const
{
    constexpr std::uint64_t kSeenAtEnds = 2u
        << 20; // at each end; a clock silent for longer is not worth more
    AxisRanges ranges(m_axes.list().size());
    struct Met
    {
        std::uint16_t axis = 0;
        ClockReach reach;
    };
    std::unordered_map<const Stream*, Met> met;
    const auto add = [&](std::uint16_t axis, std::optional<std::int64_t> ns) {
        if (ns)
            widen(ranges[axis], {*ns, *ns});
    };
    const auto take = [&](const Frame& frame) {
        if (frame.timeKnown && frame.stream && frame.stream->isClock) {
            Met& of = met.try_emplace(frame.stream, Met {frame.axis, {}}).first->second;
            add(frame.axis, of.reach.add({frame.ns, {}}, ranges[frame.axis]));
        }
        return true;
    };
    const auto endAll = [&] {
        for (auto& [stream, of] : met)
            add(of.axis, of.reach.end());
        met.clear();
    };
    UnitFrames frames;
    for (std::uint32_t number = 0; number < m_ruler.segments.size() && !job.stopRequested(); ++number) {
        const Segment& segment = m_ruler.segments[number];
        const auto clocks = std::ranges::count(segment.streams.all(), true, &Stream::isClock);
        if (clocks == 0)
            continue;
        Decoder first(bytes(), m_ruler, m_axes);
        std::uint64_t at = segment.begin;
        OpenParts open;
        const auto isEnough = [&] { return std::ssize(met) == clocks || at - segment.begin >= kSeenAtEnds; };
        for (std::uint32_t i = 0; i < segment.unitCount && !isEnough(); ++i) {
            const Unit& unit = m_ruler.units[segment.firstUnit + i];
            for (at = unit.index(); at < unit.end && !isEnough();) {
                const std::uint64_t next =
                    walkUnit(bytes(), m_ruler, segment.firstUnit + i, {at, segment.boundaryAfter(unit, at)},
                             frames, &open, job);
                first.feed(frames, take);
                if (next <= at)
                    break;
                at = next;
            }
        }
        const std::uint32_t last = segment.firstUnit + segment.unitCount - 1;
        const Unit& unit = m_ruler.units[last];
        const std::uint64_t from = unit.end - unit.marker > kSeenAtEnds
            ? spotBefore(m_ruler, last, unit.end - kSeenAtEnds).offset
            : unit.index();
        endAll();
        if (from >= unit.end)
            continue;
        const DecoderState state = stateAt(bytes(), m_ruler, m_axes, {last, from}, job);
        for (const auto& [id, clock] : state.clocks) {
            const Stream* stream = segment.streams.find(id);
            if (stream && clock.value)
                widen(ranges[m_axes.axisOf(number, *stream)], {*clock.value, *clock.value});
        }
        Decoder end(bytes(), m_ruler, m_axes);
        end.setState(state);
        walkUnit(bytes(), m_ruler, last, {from, unit.end}, frames, nullptr, job);
        end.feed(frames, take);
        endAll();
    }
    return ranges;
}

// --- sources

std::uint32_t RtcFile::sourceCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::uint32_t>(m_joined.size()) + 1;
}

std::optional<std::uint64_t> RtcFile::joinedAt(SourceId id) const
{
    const std::lock_guard lock(m_mutex);
    if (number(id) == 0 || number(id) > m_joined.size())
        return {};
    return m_joined[number(id) - 1];
}

SourceId RtcFile::joinedSource(std::uint64_t firstOffset) const
{
    const std::lock_guard lock(m_mutex);
    const auto known = std::ranges::find(m_joined, firstOffset);
    const auto position = static_cast<std::uint32_t>(known - m_joined.begin());
    if (known == m_joined.end())
        m_joined.push_back(firstOffset);
    return SourceId(position + 1);
}

std::string RtcFile::sourceName(SourceId id) const
{
    if (number(id) == 0)
        return m_path.filename().string();
    const auto offset = joinedAt(id);
    if (!offset)
        return {};
    const Stream* stream = streamOf(itemAt(*offset, Job()));
    return (stream ? escaped(stream->name) : std::string("payload")) + " at " + hexNumber(*offset);
}

Result<SourcePtr> RtcFile::source(SourceId id) const
{
    if (number(id) == 0)
        return SourcePtr(m_file);
    const auto offset = joinedAt(id);
    if (!offset)
        return fail(Code::NodeUnknown);
    std::vector<std::byte> payload;
    const auto take = [&](const Frame& frame) {
        payload.assign(frame.payload.begin(), frame.payload.end());
        return true;
    };
    payloadAt(*offset, take, Job());
    return SourcePtr(std::make_shared<MemorySource>(sourceName(id), std::move(payload)));
}

}
