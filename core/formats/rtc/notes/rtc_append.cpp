#include "core/formats/rtc/notes/rtc_append.h"

#include "core/formats/rtc/wire/rtc_sizes.h"

namespace traceglass::rtc {

namespace {

constexpr std::uint32_t kCrcsTried = 8; // a run without any must not be read as a whole
constexpr std::uint32_t kProofsTried = 8;

CrcKind crcKindOfRun(std::span<const std::byte> file, const Ruler& ruler, const Segment& segment)
{
    // The last Unit has none when its writer was never stopped, and others may be damaged.
    for (std::uint32_t i = segment.unitCount, tried = 0; i-- > 0 && tried < kCrcsTried; ++tried) {
        const CrcCheck check = checkCrc(file, ruler, segment.firstUnit + i);
        if (check.state == CrcState::ok)
            return check.kind;
    }
    return CrcKind::none;
}

// First byte of the Meta that is in force at the end of the Unit, not counting meta frames.
std::uint64_t earliestMeta(std::span<const std::byte> file, const Ruler& ruler, const Segment& segment,
                           const Unit& unit, std::uint64_t own, std::uint64_t listed)
{
    const auto here = readSpecial(file, segment, unit, own, kMeta);
    const auto there = ruler.unitAt(listed);
    if (!here || !there || ruler.units[*there].segment != unit.segment)
        return own;
    const auto before = readSpecial(file, segment, ruler.units[*there], listed, kMeta);
    return before && before->payload == here->payload ? listed : own;
}

// Does the stream's last payload go on in the Unit? `position`: the first payload of the minor unit in which
// it last began one. Stopped, it cannot tell.
bool isOpenBefore(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit, std::uint32_t id,
                  std::uint64_t position, const Job& job)
{
    const auto start = ruler.unitAt(position);
    if (!start || ruler.units[*start].segment != ruler.units[unit].segment)
        return false;
    bool open = false;
    UnitFrames frames;
    for (std::uint32_t i = *start; i < unit; ++i) {
        const Unit& at = ruler.units[i];
        std::uint64_t end = at.index();
        // A minor unit after the other: mostly the first one tells.
        while (end < at.end && !job.stopRequested()) {
            const WalkRange range {end, ruler.segmentOf(at).boundaryAfter(at, end)};
            end = range.to;
            if (end <= position)
                continue;
            const std::uint64_t reached = walkUnit(file, ruler, i, range, frames);
            for (std::size_t frame = 0; frame < frames.size(); ++frame) {
                if (frames.id(frame) == id)
                    open = frames.part(frame).more;
            }
            if (!open || reached < range.to)
                return open;
        }
    }
    return open;
}

// Where the next boundary is follows from the sizes, so a guess would damage the file. What the first Index
// of the run states need only not be contradicted; else a Unit has to show it.
bool provesSizes(std::span<const std::byte> file, const Ruler& ruler, const UnitFrames& ofLast)
{
    const Unit& last = ruler.units[ofLast.unit];
    const Segment& segment = ruler.segmentOf(last);
    SizeProof proof = sizesAgree(ofLast, last, segment);
    if (proof == SizeProof::silent && segment.sizesStated)
        return true;
    UnitFrames frames;
    for (std::uint32_t back = 1; proof == SizeProof::silent && back <= kProofsTried; ++back) {
        if (back >= segment.unitCount)
            return false;
        const std::uint32_t unit = ofLast.unit - back;
        walkUnit(file, ruler, unit, {}, frames);
        proof = sizesAgree(frames, ruler.units[unit], segment);
    }
    return proof == SizeProof::proven;
}

// What the frames of the last Unit change: positions, open payloads.
void followFrames(const UnitFrames& frames, WriterState& state)
{
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const FramePart part = frames.part(i);
        const bool begins = part.more ? state.open.insert(part.id).second : state.open.erase(part.id) == 0;
        if (!begins || part.id == kMarker)
            continue;
        if (part.id == kMinorMeta) {
            state.metaChanged = true;
            continue;
        }
        if (part.id == kMinorIndex)
            state.lastIndex = part.offset;
        const auto known = state.positions.find(part.id);
        if (known == state.positions.end() || known->second < state.lastIndex || part.id == kMinorIndex)
            state.positions[part.id] = part.offset;
    }
}

}

WriterOptions optionsForAppend(std::span<const std::byte> file, const Ruler& ruler)
{
    WriterOptions options;
    if (ruler.segments.empty())
        return options;
    const Segment& segment = ruler.segments.back();
    options.unitSize = segment.unitSize;
    options.minorSize = segment.minorSize == 0 ? segment.unitSize : segment.minorSize;
    options.crc = crcKindOfRun(file, ruler, segment);
    options.fixedSpecial = segment.style.fixedSpecial;
    options.bigEndian = segment.style.bigEndian;
    return options;
}

Result<WriterState> stateForAppend(std::span<const std::byte> file, const Ruler& ruler, const Job& job)
{
    if (ruler.units.empty())
        return fail(Code::RtcNotContinuable, "it holds no Unit");
    const auto last = static_cast<std::uint32_t>(ruler.units.size() - 1);
    const Unit& unit = ruler.units.back();
    const Segment& segment = ruler.segmentOf(unit);
    const ByteRange all {SourceId {}, unit.marker, unit.end - unit.marker};
    if (segment.unitSize == 0 || unit.indexDamaged || unit.count == Unit::kNoCount)
        return fail(Code::RtcNotContinuable, "the Index of the last Unit cannot be read", all);
    const auto index = readSpecial(file, segment, unit, unit.index(), kIndex);
    const auto body = index && index->whole ? readIndexBody(index->payload, true) : std::nullopt;
    if (!body || !body->whole)
        return fail(Code::RtcNotContinuable, "the Index of the last Unit is damaged", all);

    WriterState state;
    state.offset = file.size();
    UnitFrames frames;
    OpenParts open = openParts(file, ruler, last, unit.index());
    if (walkUnit(file, ruler, last, {}, frames, &open) < unit.end)
        return fail(Code::RtcNotContinuable, "the last Unit is too large", all);
    for (const Lost& lost : frames.lost) {
        if (lost.range.end() < unit.end)
            continue;
        if (lost.why != Lost::Why::cutShort)
            return fail(Code::RtcNotContinuable, "its last bytes are damaged", lost.range);
        state.offset = lost.range.offset;
    }
    if (state.offset > unit.marker + segment.unitSize)
        return fail(Code::RtcNotContinuable, "the last Unit is longer than its ruler", all);

    if (!provesSizes(file, ruler, frames))
        return fail(Code::RtcNotContinuable, "nothing proves where its next boundary is", all);

    state.marker = unit.marker;
    state.count = unit.count;
    state.lastIndex = unit.index();
    for (const IndexEntry& entry : body->entries) {
        if (entry.distance != 0)
            state.positions[entry.id] = unit.index() - entry.distance;
    }
    if (segment.sizesStated)
        state.positions.try_emplace(kMinorIndex, unit.index() - segment.minorSize);
    const std::uint64_t listedMeta = state.positions.contains(kMeta) ? state.positions[kMeta] : 0;
    state.positions.erase(kMeta);
    for (const auto& [id, position] : state.positions) {
        if (id >= kFirstStream && isOpenBefore(file, ruler, last, id, position, job))
            state.open.insert(id);
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    followFrames(frames, state);
    // What is written behind it would be taken for its end, and nobody would see any more that this is missing.
    if (state.open.contains(kMinorMeta))
        return fail(Code::RtcNotContinuable, "its last description of streams has no end", all);
    // A last Crc may stand right at a boundary, in place of its index frame.
    if (segment.boundaryAfter(unit.index(), unit.marker + segment.unitSize, state.lastIndex) < state.offset
        && frames.lost.empty())
        return fail(Code::RtcNotContinuable, "its last boundary has no index frame", all);
    if (const auto own = state.positions.find(kMeta); own == state.positions.end())
        return fail(Code::RtcNotContinuable, "the last Unit has no Meta", all);
    else
        own->second = earliestMeta(file, ruler, segment, unit, own->second, listedMeta);
    state.positions[kIndex] = unit.index();

    state.freeId = segment.streams.freeId();
    for (const Stream* stream : segment.streams.all()) {
        if (stream->described)
            state.streams.push_back(*stream);
    }
    // Streams nobody describes can be in no Index: who reads it would have to know them.
    std::erase_if(state.positions, [&](const auto& entry) {
        const Stream* stream = segment.streams.find(entry.first);
        return entry.first >= kFirstStream && !(stream && stream->described);
    });
    state.crc = Crc(optionsForAppend(file, ruler).crc);
    state.crc.add(file.subspan(unit.index(), state.offset - unit.index()));
    return state;
}

}
