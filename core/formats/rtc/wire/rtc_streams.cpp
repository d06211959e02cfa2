#include "core/formats/rtc/wire/rtc_streams.h"

#include "core/base/text.h"
#include "core/formats/rtc/wire/rtc_carried.h"
#include "core/formats/rtc/wire/rtc_walk.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kMetaSearch = 64u << 20; // of the last Unit of a run, for meta frames
constexpr std::uint64_t kFirstStep = 4096;       // walked at a time, doubled up to
constexpr std::uint64_t kStep = 1u << 20;
constexpr int kMinorMetas =
    4096; // each may change how the frames behind it are read, so the walk starts again
constexpr int kFramesAhead = 64;                 // in which the Meta and the Platform are found
constexpr std::size_t kSpecialBytes = 64u << 20; // joined; a Meta that goes on is not whole
constexpr std::uint32_t kUnitEndsSeen = 8;
constexpr std::uint64_t kHeadBytes = 8192; // Index, Meta and Platform of a usual Unit

// Frames from `from` on, a step at a time, until `use` returns false.
template <class Use>
void forEachPart(std::span<const std::byte> file, const Segment& segment, const Unit& unit, WalkRange range,
                 OpenParts open, const Use& use)
{
    UnitFrames frames;
    std::uint64_t step = kFirstStep;
    const std::uint64_t end = std::min<std::uint64_t>({range.to, unit.end, file.size()});
    while (range.from < end) {
        const std::uint64_t next =
            walkFrames(file, segment, unit, {range.from, std::min(end, range.from + step)}, frames, open);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (!use(frames.part(i)))
                return;
        }
        range.from = next;
        step = std::min(2 * step, kStep);
    }
}

}

std::optional<SpecialFrame> readSpecial(std::span<const std::byte> file, const Segment& segment,
                                        const Unit& unit, std::uint64_t offset, std::uint32_t id)
{
    const std::uint64_t end = std::min<std::uint64_t>(unit.end, file.size());
    if (offset < unit.index())
        return {};
    const bool isFixed = segment.style.fixedSpecial && (id == kPlatform || id == kCrc);
    const auto first = specialPayload(file.first(end), offset, id, isFixed);
    if (!first)
        return {};
    SpecialFrame special;
    special.next = static_cast<std::uint64_t>(first->data() - file.data()) + first->size();
    special.range = {SourceId {}, offset, special.next - offset};
    special.payload.assign(first->begin(), first->end());
    special.whole = (file[offset] & std::byte(1)) == std::byte(0);
    if (special.whole)
        return special;
    // An index fits into its minor unit. Behind inserted bytes that counts from where the frame stands.
    const bool isIndex = id == kIndex || id == kMinorIndex;
    const std::uint64_t to = isIndex ? segment.boundaryAfter(offset, end, offset) : end;
    forEachPart(file, segment, unit, {special.next, to}, {}, [&](const FramePart& part) {
        if (part.id != id)
            return true;
        const auto bytes = file.subspan(part.payload(), part.length);
        special.payload.insert(special.payload.end(), bytes.begin(), bytes.end());
        special.whole = !part.more;
        return part.more && special.payload.size() < kSpecialBytes;
    });
    return special;
}

std::optional<IndexBody> readIndex(std::span<const std::byte> file, const Segment& segment, const Unit& unit,
                                   std::uint64_t offset, std::uint32_t id)
{
    const auto special = readSpecial(file, segment, unit, offset, id);
    auto body = special && special->whole ? readIndexBody(special->payload, id == kIndex) : std::nullopt;
    return body && body->whole ? body : std::nullopt;
}

// Returns false when what it says could not be read whole.
bool StreamCollector::addMeta(Segment& segment, const Unit& unit, const SpecialFrame& meta)
{
    MetaBody body = readMeta(meta.payload, segment.style.bigEndian, m_job);
    if (!meta.whole && !body.streams.empty()) {
        body.streams.pop_back(); // cut in the middle: what is left of it would be taken for all of it
        body.freeId.reset();
    }
    // The free id may be garbled; where a salvaged body has none to compare with, ids may be. An Index lists
    // every stream but hidden ones, and those have objects.
    const auto number = static_cast<std::uint64_t>(&unit - m_ruler.units.data());
    std::uint32_t highest = m_named[number].highestId;
    if (highest == 0 || !body.salvaged || body.freeId) {
        for (const Stream& stream : body.streams)
            highest = std::max(highest, stream.id);
    }
    body.existingEnd = highest + 1;
    // Known of the reference writer: it garbles what goes on in a second frame, so the file took no damage.
    const bool isAsWritten = meta.payload.size() > kMaxPayload;
    for (Stream& stream : body.streams)
        stream.asWritten = isAsWritten;
    if (segment.streams.add(body, meta.range))
        segment.updateLengths();
    if (meta.whole && !body.salvaged)
        return true;
    Diagnostic found =
        diagnose(Code::RtcMetaDamaged, meta.whole ? "" : "its end is missing", meta.range, number);
    if (isAsWritten)
        found.severity = Severity::info;
    m_ruler.diagnostics.push_back(std::move(found));
    return false;
}

// A Platform tells whether it has a length byte by the place of its value (rtc.md 5).
bool StreamCollector::platformAt(Segment& segment, const Unit& unit, std::uint64_t offset) const
{
    const auto file = m_mapped.view();
    if (offset >= std::min<std::uint64_t>(unit.end, file.size()))
        return false;
    const std::string_view frame = asText(file).substr(offset, 6);
    for (const bool isFixed : {true, false}) {
        for (const bool isBig : {false, true}) {
            const std::string head = isFixed ? "\x0e" : "\x0e\x04";
            if (frame.starts_with(head + (isBig ? "\x01\x02\x03\x04" : "\x04\x03\x02\x01"))) {
                segment.style = {isFixed, isBig, true};
                return true;
            }
        }
    }
    return false;
}

// The Meta at the start of a Unit, and while it is not known the style by the Platform behind it. False when
// there is no Meta or it cannot be read whole.
bool StreamCollector::readOwnMeta(Segment& segment, const Unit& unit)
{
    const auto file = m_mapped.view();
    m_mapped.announce(unit.index(), kHeadBytes);
    auto special = readSpecial(file, segment, unit, unit.index(), kIndex);
    std::optional<SpecialFrame> meta;
    for (int i = 0; special && i < kFramesAhead; ++i) {
        const std::uint64_t next = special->next;
        if (next >= std::min<std::uint64_t>(unit.end, file.size()))
            break;
        if (!segment.style.known && platformAt(segment, unit, next) && meta)
            break;
        const std::uint32_t id = std::to_integer<std::uint32_t>(file[next]) >> 1;
        if (id == kNul)
            special->next = next + 1;
        else
            special = id < kFirstStream ? readSpecial(file, segment, unit, next, id) : std::nullopt;
        if (special && id == kMeta && !meta)
            meta = special;
        else if (special && meta && segment.style.known)
            break;
    }
    return meta && addMeta(segment, unit, *meta);
}

// Units that are followed by another one end with a Crc frame, or the run has none there: what looks like one is a
// payload where the Index behind it knows of none. Without a Platform it also shows the style, and so does the end of
// the file.
void StreamCollector::learnUnitEnds(Segment& segment)
{
    const auto file = m_mapped.view();
    std::uint32_t fixed = 0, variable = 0, seen = 0;
    const auto look = [&](const Unit& unit) {
        const auto crc = std::byte(kCrc << 1);
        fixed += file[unit.end - 5] == crc;
        variable += file[unit.end - 6] == crc && file[unit.end - 5] == std::byte(4);
    };
    const std::uint32_t last = segment.firstUnit + segment.unitCount - 1;
    for (std::uint32_t i = segment.firstUnit; i < last && seen < kUnitEndsSeen; ++i, ++seen) {
        if (!m_named[i + 1].noCrc)
            look(m_ruler.units[i]);
    }
    if (seen > 0 && !segment.style.known && fixed != variable)
        segment.style = {fixed > variable, false, true};
    if (seen > 0)
        segment.endsWithCrc = (segment.style.fixedSpecial ? fixed : variable) > 0;
    if (segment.style.known)
        return;
    look(m_ruler.units[last]);
    if (fixed != variable)
        segment.style = {fixed > variable, false, true};
}

void StreamCollector::addUnit(const std::optional<IndexHead>& head)
{
    const Unit& unit = m_ruler.units.back();
    Named named;
    if (head && head->meta != 0 && head->meta < unit.index())
        named.meta = unit.index() - head->meta;
    if (head && head->whole && head->plausible) {
        named.noCrc = head->noCrc;
        if (head->highestId < Segment::kListedIds)
            named.highestId = head->highestId;
    }
    m_named.push_back(named);
    if (m_firstGood.size() < m_ruler.segments.size())
        m_firstGood.push_back(readOwnMeta(m_ruler.segments.back(), unit));
}

// meta frames of a Unit behind which no later Meta repeats what they say.
void StreamCollector::readMinorMetas(Segment& segment, const Unit& unit)
{
    const auto file = m_mapped.view();
    const std::uint64_t last = std::min(unit.end, unit.index() + kMetaSearch);
    WalkRange range {unit.index(), last};
    m_mapped.announce(range.from, range.to - range.from);
    const auto number = static_cast<std::uint32_t>(&unit - m_ruler.units.data());
    OpenParts open = openParts(file, m_ruler, number, unit.index());
    UnitFrames frames;
    for (int i = 0; i < kMinorMetas && !m_job.stopRequested(); ++i) {
        std::optional<SpecialFrame> meta;
        std::uint64_t end = 0; // of its last part
        forEachPart(file, segment, unit, range, open, [&](const FramePart& part) {
            if (part.id != kMinorMeta)
                return !m_job.stopRequested();
            if (!meta)
                meta.emplace().range = {SourceId {}, part.offset, part.end() - part.offset};
            const auto bytes = file.subspan(part.payload(), part.length);
            meta->payload.insert(meta->payload.end(), bytes.begin(), bytes.end());
            meta->whole = !part.more;
            end = part.end();
            return part.more && meta->payload.size() < kSpecialBytes;
        });
        if (!meta)
            break;
        // What is open there is needed to go on, and the steps above went farther.
        if (open.size() > kOpenAtOnce)
            open.clear();
        for (range.to = end; range.from < end;)
            range.from = walkFrames(file, segment, unit, range, frames, open);
        range.to = last;
        addMeta(segment, unit, *meta);
    }
}

void StreamCollector::finishSegment(Segment& segment)
{
    const auto& units = m_ruler.units;
    const std::uint32_t first = segment.firstUnit;
    const std::uint32_t end = first + segment.unitCount;
    learnUnitEnds(segment);
    bool good = m_firstGood[units[first].segment];
    std::uint64_t inForce = m_named.size() > first + 1 && end > first + 1 ? m_named[first + 1].meta : 0;
    for (std::uint32_t i = first + 1; i < end && !m_job.stopRequested(); ++i) {
        // The Index behind names the Meta in force in this Unit; when it says nothing this Unit's own is
        // read.
        const std::uint64_t named = i + 1 < end ? m_named[i + 1].meta : 0;
        if (named == 0 || named != inForce || !good)
            good = readOwnMeta(segment, units[i]);
        if (named != 0)
            inForce = named;
    }
    // An Index lists every stream, so what it lists exists; where a Meta was read whole, below its free id.
    std::uint32_t highest = 0;
    for (std::uint32_t i = first; i < end; ++i)
        highest = std::max(highest, m_named[i].highestId);
    MetaBody listed;
    listed.existingEnd = highest + 1;
    if (!good)
        listed.freeId = highest + 1;
    if (segment.streams.add(listed, {}))
        segment.updateLengths();
    // Carried by the streams of all Metas, until those of meta frames are known as well.
    m_ruler.carried = std::make_shared<CarriedParts>();
    // Where the last Meta is cut off nothing repeats what the meta frames before it say.
    if (!good && end - first > 1)
        readMinorMetas(segment, units[end - 2]);
    readMinorMetas(segment, units[end - 1]);
}

bool StreamCollector::finish()
{
    for (Segment& segment : m_ruler.segments) {
        if (m_job.stopRequested())
            return false;
        finishSegment(segment);
    }
    return !m_job.stopRequested();
}

}
