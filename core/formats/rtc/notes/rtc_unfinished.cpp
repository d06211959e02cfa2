// What a save that was killed left behind the last one of ours.
#include "core/base/text.h"
#include "core/formats/rtc/notes/rtc_keep.h"
#include "core/formats/rtc/wire/rtc_lookback.h"

#include <algorithm>
#include <limits>

namespace traceglass::rtc {

namespace {

bool isOurs(const Segment& run, std::uint64_t id)
{
    const Stream* const stream = id < kFirstStream || id > std::numeric_limits<std::uint32_t>::max()
        ? nullptr
        : run.streams.find(static_cast<std::uint32_t>(id));
    return stream && noteStreamOf(*stream) != NoteStream::none;
}

struct Tail // what lies behind the last commit
{
    std::uint64_t from = 0;
    std::uint64_t crcEnd = 0; // behind the last Crc frame
    bool ours = false;        // it has frames of our streams
    bool broken = false;      // it ends in the middle of something
};

// False when something behind the last commit is not ours.
bool follow(const RtcFile& file, const UnitFrames& frames, Tail& tail)
{
    const Segment& run = file.ruler().segments.back();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const FramePart part = frames.part(i);
        if (part.offset < tail.from)
            continue;
        if (part.id == kCrc) {
            tail.crcEnd = part.end();
            if (!tail.ours) // that of the save before
                tail.from = part.end();
        } else if (part.id >= kFirstStream) {
            if (!isOurs(run, part.id))
                return false;
            tail.ours = true;
        }
    }
    for (const Lost& lost : frames.lost) {
        if (lost.range.end() <= tail.from)
            continue;
        const auto gone = file.bytes().subspan(lost.range.offset, lost.range.length);
        const bool isEmpty = std::ranges::all_of(gone, [](std::byte byte) { return byte == std::byte(0); });
        std::size_t at = 0;
        const auto head = readInt(gone, at);
        const bool isCut = lost.why == Lost::Why::cutShort
            && (!head || *head >> 1 < kFirstStream || isOurs(run, *head >> 1));
        if (lost.range.offset < tail.from || (!isEmpty && !isCut))
            return false;
        tail.broken = true;
    }
    return true;
}

}

// Where the streams of our notes are described first in the last run: behind it nothing was there before the
// first save.
std::optional<std::uint64_t> RtcNotes::firstSave() const
{
    const Segment& run = m_ruler.segments.back();
    std::optional<std::uint64_t> first;
    for (const Stream* stream : run.streams.all()) {
        if (stream->described && stream->where.length > 0 && noteStreamOf(*stream) != NoteStream::none)
            first = std::min(first.value_or(stream->where.offset), stream->where.offset);
    }
    const auto number = first ? m_ruler.unitAt(*first) : std::nullopt;
    if (!number)
        return {};
    const Unit& unit = m_ruler.units[*number];
    if (std::to_integer<std::uint32_t>(m_file.bytes()[*first]) >> 1 == kMinorMeta)
        return first;
    return *number == run.firstUnit ? std::nullopt : std::optional(unit.marker);
}

// The first byte of a save that did not come to its end, when nothing of others lies behind it: frames of our
// streams without a commit, or a part of what the writer puts between them. Stopped, it finds none.
std::optional<std::uint64_t> RtcNotes::unfinishedSave(const NoteLog& ours, const Job& job) const
{
    if (m_ruler.units.empty() || ours.endsDamaged())
        return {};
    const auto run = static_cast<std::uint32_t>(m_ruler.segments.size() - 1);
    const Segment& segment = m_ruler.segments[run];
    const bool isLater = ours.commit() && ours.commit()->segment == run;
    const auto begin = isLater ? std::optional(ours.commit()->end) : firstSave();
    if (!begin)
        return unfinishedStart();
    Tail tail {.from = *begin, .ours = !isLater};
    const auto first = m_ruler.unitAt(*begin - 1);
    for (std::uint32_t number = first.value_or(segment.firstUnit); number < m_ruler.units.size(); ++number) {
        const Unit& unit = m_ruler.units[number];
        if (unit.marker >= *begin) { // only we go on with the ruler of a run that has ended
            if (number == 0 || unit.marker != m_ruler.units[number - 1].marker + segment.unitSize)
                return {};
            tail.broken = tail.broken || unit.indexDamaged;
        }
        const std::uint64_t from = std::max(unit.index(), spotBefore(m_ruler, number, *begin).offset);
        UnitFrames frames;
        if (!walkPieces(
                m_file.bytes(), m_ruler, number, {from, unit.end}, frames,
                [&] { return follow(m_file, frames, tail); }, job))
            return {};
    }
    const Unit& last = m_ruler.units.back();
    if (last.end < m_file.size()) { // an incomplete Marker
        if (last.end != last.marker + segment.unitSize)
            return {};
        tail.broken = true;
    }
    if ((!tail.ours && !tail.broken) || tail.from >= m_file.size())
        return {};
    // A save that was finished: then its commit is damaged.
    const auto lastNumber = static_cast<std::uint32_t>(m_ruler.units.size() - 1);
    if (tail.ours && tail.crcEnd == m_file.size()
        && checkCrc(m_file.bytes(), m_ruler, lastNumber).state == CrcState::bad)
        return {};
    return tail.from;
}

// The first save ever was killed while it wrote the description of our streams: told by the name in it.
std::optional<std::uint64_t> RtcNotes::unfinishedStart() const
{
    const Unit& unit = m_ruler.units.back();
    const std::uint64_t end = unit.end;
    if (end != m_file.size() || end <= unit.index())
        return {};
    UnitFrames frames;
    const auto number = static_cast<std::uint32_t>(m_ruler.units.size() - 1);
    walkPieces(m_file.bytes(), m_ruler, number, {spotBefore(m_ruler, number, end - 1).offset, end}, frames,
               [] { return true; });
    if (frames.lost.empty() || frames.lost.back().why != Lost::Why::cutShort)
        return {};
    const std::uint64_t offset = frames.lost.back().range.offset;
    const std::string_view cut = asText(m_file.bytes().subspan(offset));
    const bool isMeta = std::to_integer<std::uint32_t>(m_file.bytes()[offset]) >> 1 == kMinorMeta;
    const std::string_view name = "\"name\":\"traceglass";
    return isMeta && cut.find(name) != std::string_view::npos ? std::optional(offset) : std::nullopt;
}

}
