#include "core/formats/rtc/wire/rtc_ruler.h"

#include "core/formats/rtc/wire/rtc_carried.h"
#include "core/formats/rtc/wire/rtc_hops.h"
#include "core/formats/rtc/wire/rtc_sizes.h"
#include "core/formats/rtc/wire/rtc_streams.h"
#include "core/formats/rtc/wire/rtc_walk.h"
#include "core/model/content.h"

#include <algorithm>
#include <string>

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kOldWriterShort = 5; // its Units lie closer together than it says (rtc.md 8 item 2)
constexpr std::uint64_t kSearchPiece = 1 << 20;     // announced and searched at a time
constexpr std::uint64_t kSearchUnproven = 64 << 20; // how far to look for something better than a lone Marker
constexpr int kBoundariesBack = 16;

class RulerReader
{
public:
    RulerReader(const MappedFile& file, Job& job)
        : m_mapped(file)
        , m_file(file.view())
        , m_job(job)
        , m_hops(file)
    {
    }

    Result<Ruler> read();

private:
    struct NextMarker
    {
        std::uint64_t offset = 0;
        bool predicted = false; // the ruler said so
        bool markerDamaged = false;
    };

    Unit& last() { return m_ruler.units.back(); }
    Segment& segment() { return m_ruler.segments.back(); }
    void diagnoseAt(Code code, std::uint64_t offset, std::uint64_t length, std::string detail = {});

    void add(const NextMarker& found);
    bool beginsRun(const NextMarker& found, const IndexHead& head) const;
    void beginSegment(const IndexHead& head);
    void learnSizes(const IndexHead& head);
    void finishSizes(Segment& run);
    bool confirms(std::uint64_t minor) const;

    std::optional<NextMarker> next();
    bool partialMarkerAt(std::uint64_t offset) const;
    std::optional<std::uint64_t> search(std::uint64_t from, std::uint64_t to);
    std::optional<std::uint64_t> findNext(std::uint64_t from, std::uint64_t to);
    std::optional<std::uint64_t> runBefore(std::uint64_t predicted);
    std::uint64_t lastBoundary() const;
    std::uint64_t parsedTo();
    bool insidePayload(std::uint64_t offset);
    std::uint64_t expectedCount() const { return m_count ? *m_count + m_hopsSince : 0; }

    const MappedFile& m_mapped;
    std::span<const std::byte> m_file;
    Job& m_job;
    Hops m_hops;
    Ruler m_ruler;
    StreamCollector m_streams {m_mapped, m_ruler, m_job};
    std::uint64_t m_distance = 0;         // of the last two Markers of the run
    std::optional<std::uint64_t> m_count; // the last one read in this run
    std::uint64_t m_hopsSince = 0;        // Units since, with the one that follows
    std::uint64_t m_spare = 0; // bytes that may still be looked at again, so that no file takes for ever
    std::optional<std::uint64_t> m_parsedTo; // frames of the last Unit are known to be in order up to here
    bool m_broken = false;                   // and not behind it
};

void RulerReader::diagnoseAt(Code code, std::uint64_t offset, std::uint64_t length, std::string detail)
{
    m_ruler.diagnostics.push_back(
        diagnose(code, std::move(detail), ByteRange {SourceId {}, offset, length}, m_ruler.units.size() - 1));
}

// --- where a Marker may be

bool RulerReader::partialMarkerAt(std::uint64_t offset) const
{
    if (offset >= m_file.size() || m_file.size() - offset >= kMarkerBytes)
        return false;
    const auto rest = m_file.subspan(offset);
    return rest[0] == std::byte(kMarkerHead)
        && std::ranges::all_of(rest.subspan(1), [](std::byte b) { return b == std::byte(kMagic); });
}

// The first Marker in a range; reads ahead in pieces, so that a long search can be stopped.
std::optional<std::uint64_t> RulerReader::search(std::uint64_t from, std::uint64_t to)
{
    to = std::min<std::uint64_t>(to, m_file.size());
    for (std::uint64_t at = from; at < to && !m_job.stopRequested(); at += kSearchPiece) {
        if (at != from)
            m_mapped.announce(at + kSearchPiece, kSearchPiece);
        const std::uint64_t end =
            std::min<std::uint64_t>(m_file.size(), at + kSearchPiece + kMarkerBytes - 1);
        if (const auto found = findMarker(m_file.first(end), at))
            return *found;
    }
    return {};
}

// What looks like a Marker may be a payload (rtc.md 9 "Marker look-alike"). A Marker has an Index behind it,
// and frames read in order do not step over it. One without an Index is taken when there is no better one
// near.
std::optional<std::uint64_t> RulerReader::findNext(std::uint64_t from, std::uint64_t to)
{
    std::optional<std::uint64_t> lone;
    for (auto found = search(from, to); found; found = search(*found + kMarkerBytes, to)) {
        if (!m_ruler.units.empty() && insidePayload(*found))
            continue;
        const auto head = m_hops.indexHead(*found);
        if (head && head->plausible)
            return found;
        if (lone)
            continue;
        lone = found;
        // Damage costs a second look at bytes. All together these stay in proportion to the file.
        const std::uint64_t again = std::min<std::uint64_t>(m_file.size() - *found, kSearchUnproven);
        const bool isEnough = again <= m_spare;
        m_spare -= std::min(m_spare, again);
        if (!isEnough)
            break;
        to = std::min(to, *found + again);
    }
    return lone;
}

// A Marker where the next Unit is due, but none of this run by its count: it may have ended before, and one that began
// since happens to have a Marker there, or a payload that begins like one. Where that run begins.
std::optional<std::uint64_t> RulerReader::runBefore(std::uint64_t predicted)
{
    const auto head = m_hops.indexHead(predicted);
    if (!m_count || (head && head->count == expectedCount()) || parsedTo() >= predicted)
        return {};
    const std::uint64_t from = parsedTo() + 1;
    if (predicted - from > m_spare)
        return {};
    m_spare -= predicted - from;
    const auto found = findNext(from, predicted);
    const auto first = found ? m_hops.indexHead(*found) : std::nullopt;
    return first && first->plausible && first->count == 0 ? found : std::nullopt;
}

// The last boundary of the current Unit that verifies: bytes before it need no search.
std::uint64_t RulerReader::lastBoundary() const
{
    const Unit& unit = m_ruler.units.back();
    const std::uint64_t minor = m_ruler.segments.back().minorSize;
    const std::uint64_t unitSize = m_ruler.segments.back().unitSize;
    if (minor == 0 || unitSize < kMarkerBytes || m_file.size() <= unit.index())
        return unit.index();
    const std::uint64_t room =
        std::min<std::uint64_t>(m_file.size() - unit.index(), unitSize - kMarkerBytes) - 1;
    const std::uint64_t most = room / minor;
    const auto at = [&](std::uint64_t n) { return unit.index() + n * minor; };
    const std::uint64_t least = most > kBoundariesBack ? most - kBoundariesBack : 0;
    for (std::uint64_t n = most; n > least; --n) {
        if (isMinorBoundary(m_file, unit.index(), at(n)))
            return at(n);
    }
    // None near the end: the file stops verifying somewhere before.
    std::uint64_t low = 0, high = least;
    while (low < high) {
        const std::uint64_t middle = low + (high - low + 1) / 2;
        if (isMinorBoundary(m_file, unit.index(), at(middle)))
            low = middle;
        else
            high = middle - 1;
    }
    return at(low);
}

std::uint64_t RulerReader::parsedTo()
{
    if (!m_parsedTo) {
        m_parsedTo = lastBoundary();
        m_broken = false;
    }
    return *m_parsedTo;
}

bool RulerReader::insidePayload(std::uint64_t offset)
{
    std::uint64_t from = parsedTo();
    if (m_broken || offset < from)
        return false;
    Unit open = m_ruler.units.back();
    open.end = m_file.size();
    UnitFrames frames;
    OpenParts parts;
    while (offset - from > 2 * kSearchPiece) { // in pieces, so that a long walk can be stopped
        from = walkFrames(m_file, m_ruler.segments.back(), open, {from, from + kSearchPiece}, frames, parts);
        m_broken = !frames.lost.empty();
        if (m_broken || m_job.stopRequested())
            return false;
    }
    // Far enough for one frame behind the one that holds the offset.
    walkFrames(m_file, m_ruler.segments.back(), open, {from, offset + 2 * kMarkerBytes}, frames, parts);
    const std::uint64_t inOrder = frames.lost.empty() ? m_file.size() : frames.lost.front().range.offset;
    for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
        const FramePart part = frames.part(i);
        if (part.offset < offset && offset < part.end() && part.end() < inOrder) {
            m_parsedTo = part.offset;
            return true;
        }
    }
    m_broken = true;
    return false;
}

std::optional<RulerReader::NextMarker> RulerReader::next()
{
    const std::uint64_t declared = segment().unitSize;
    std::vector<std::uint64_t> places; // by the ruler
    for (const std::uint64_t distance :
         {m_distance, declared, declared - std::min(declared, kOldWriterShort)}) {
        if (distance >= kMarkerBytes && distance <= m_file.size() - last().marker)
            places.push_back(last().marker + distance);
    }
    for (const std::uint64_t offset : places) {
        if (isMarkerAt(m_hops.at(offset, offset - last().marker), 0)) {
            if (const auto run = runBefore(offset))
                return NextMarker {*run, false, false};
            return NextMarker {offset, true, false};
        }
    }
    for (const std::uint64_t offset : places) {
        if (partialMarkerAt(offset)) {
            if (const auto run = runBefore(offset))
                return NextMarker {*run, false, false};
            last().end = offset;
            m_ruler.lost.push_back({SourceId {}, offset, m_file.size() - offset});
            diagnoseAt(Code::RtcPartialTail, offset, m_file.size() - offset, "it is an incomplete Marker");
            return {};
        }
    }
    // A Unit whose Marker was hit: its Index stands where the ruler says and continues the run.
    for (const std::uint64_t offset : places) {
        if (!m_count || m_file.size() - offset <= kMarkerBytes)
            continue;
        const auto head = m_hops.indexHead(offset);
        if (head && head->plausible && head->count == expectedCount())
            return NextMarker {offset, true, true};
    }
    if (const auto found = findNext(std::min<std::uint64_t>(parsedTo() + 1, m_file.size()), m_file.size()))
        return NextMarker {*found, false, false};
    last().end = m_file.size();
    return {};
}

// --- sizes

bool RulerReader::confirms(std::uint64_t minor) const
{
    const std::uint64_t index = m_ruler.units.back().index();
    for (std::uint64_t n = 1; n <= 4; ++n) {
        if (minor != 0 && minor < (m_file.size() - index) / n
            && isMinorBoundary(m_file, index, index + n * minor))
            return true;
    }
    return false;
}

void RulerReader::learnSizes(const IndexHead& head)
{
    Segment& run = segment();
    run.unitSize = head.unit;
    run.sizesStated = head.count == 0 && head.unit != 0 && head.minor >= kLeastMinor;
    // Without index frames in the Unit before, the distance is that of an earlier Index. Any other distance
    // of a later Index is no size (rtc_sizes.h).
    if (head.count > 0 && head.unit != 0 && head.minor >= head.unit)
        run.minorSize = head.unit;
    else
        run.minorSize = run.sizesStated ? head.minor : 0;
    run.sizesConfirmed = run.sizesStated && confirms(run.minorSize);
}

// Once the Units are known: what no index frame has confirmed is found by them.
void RulerReader::finishSizes(Segment& run)
{
    const auto units = std::span(m_ruler.units).subspan(run.firstUnit, run.unitCount);
    run.end = units.back().end;
    if (run.unitSize == 0 && units.size() > 1)
        run.unitSize = units[1].marker - units[0].marker;
    const bool hasBoundaries = run.minorSize == 0 || run.minorSize < run.unitSize;
    if (!run.sizesConfirmed && hasBoundaries)
        run.minorSize = minorSizeSeen(m_file, units, run.minorSize, m_spare, m_job);
}

// --- Units

// A count that starts over belongs to another run. One that is merely wrong where the ruler holds is damage,
// unless the next Unit goes on from it.
bool RulerReader::beginsRun(const NextMarker& found, const IndexHead& head) const
{
    if (m_ruler.segments.empty())
        return true;
    if (!m_count)
        return head.count == 0;
    if (head.count == 0 || !found.predicted)
        return head.count <= *m_count;
    if (head.count >= expectedCount() || m_distance == 0)
        return head.count <= *m_count;
    const std::uint64_t following = found.offset + m_distance;
    if (following >= m_file.size() || !isMarkerAt(m_file, following))
        return false;
    const auto after = readIndexHead(m_file.subspan(following + kMarkerBytes));
    return after && after->count == head.count + 1;
}

void RulerReader::beginSegment(const IndexHead& head)
{
    Segment run;
    run.firstUnit = static_cast<std::uint32_t>(m_ruler.units.size() - 1);
    run.begin = last().marker;
    m_ruler.segments.push_back(std::move(run));
    last().segment = static_cast<std::uint32_t>(m_ruler.segments.size() - 1);
    m_count.reset();
    m_distance = 0;
    learnSizes(head);
}

void RulerReader::add(const NextMarker& found)
{
    const auto head = m_hops.indexHead(found.offset);
    Unit unit;
    unit.marker = found.offset;
    unit.end = m_file.size();
    unit.markerDamaged = found.markerDamaged;
    const bool fresh = m_ruler.units.empty() || (head && beginsRun(found, *head));
    const bool stray = !fresh && !found.predicted && segment().unitSize != 0;
    if (!m_ruler.units.empty()) {
        if (!fresh && (found.predicted || segment().unitSize == 0))
            m_distance = found.offset - last().marker;
        last().end = found.offset;
        unit.segment = last().segment;
    }
    m_ruler.units.push_back(unit);
    m_parsedTo.reset();
    if (fresh)
        beginSegment(head.value_or(IndexHead {}));
    else if (head && segment().unitSize == 0)
        learnSizes(*head);
    ++segment().unitCount;

    const bool wrongCount = head && m_count && found.predicted && !fresh && head->count != expectedCount();
    if (head && !wrongCount) {
        last().count = static_cast<std::uint32_t>(std::min<std::uint64_t>(head->count, Unit::kNoCount - 1));
        m_count = head->count;
        m_hopsSince = 0;
    }
    ++m_hopsSince;
    if (found.markerDamaged)
        diagnoseAt(Code::RtcMarkerDamaged, found.offset, kMarkerBytes);
    if (stray)
        diagnoseAt(Code::RtcMarkerInside, found.offset, kMarkerBytes);
    if (!head || !head->whole || wrongCount) {
        last().indexDamaged = true;
        const std::uint64_t index = std::min<std::uint64_t>(last().index(), m_file.size());
        const bool cut = !head && m_hops.indexIsCut(found.offset);
        diagnoseAt(cut ? Code::RtcTruncated : Code::RtcIndexDamaged, index,
                   std::min<std::uint64_t>(m_file.size() - index, head ? head->bytes : 1),
                   wrongCount ? "its count is " + std::to_string(head->count) + " instead of "
                           + std::to_string(expectedCount() - 1)
                              : std::string());
    }
    m_streams.addUnit(head);
}

Result<Ruler> RulerReader::read()
{
    if (m_file.empty())
        return std::move(m_ruler);
    m_spare = m_file.size() + 4 * kSearchUnproven;
    const auto first = findNext(0, m_file.size());
    if (m_job.stopRequested())
        return fail(Code::Stopped);
    if (!first)
        return fail(Code::RtcNoMarker, "the file " + guessText(m_file));
    if (*first > 0) {
        m_ruler.lost.push_back({SourceId {}, 0, *first});
        m_ruler.diagnostics.push_back(diagnose(Code::RtcLostStart, {}, m_ruler.lost.back()));
    }
    m_job.start(m_file.size());
    for (std::optional<NextMarker> found = NextMarker {*first, false, false}; found; found = next()) {
        if (m_job.stopRequested())
            return fail(Code::Stopped);
        const std::uint64_t before = m_job.done();
        add(*found);
        m_job.advance(found->offset - std::min(before, found->offset));
    }
    if (m_job.stopRequested())
        return fail(Code::Stopped);
    for (Segment& run : m_ruler.segments)
        finishSizes(run);
    if (m_job.stopRequested() || !m_streams.finish())
        return fail(Code::Stopped);
    m_job.advance(m_file.size() - std::min<std::uint64_t>(m_job.done(), m_file.size()));
    m_ruler.carried = std::make_shared<CarriedParts>(); // not before, as streams tell how long parts are
    return std::move(m_ruler);
}

}

std::optional<std::uint32_t> Ruler::unitAt(std::uint64_t offset) const
{
    const auto behind = std::ranges::upper_bound(units, offset, {}, &Unit::marker);
    if (behind == units.begin() || offset >= std::prev(behind)->end)
        return {};
    return static_cast<std::uint32_t>(behind - units.begin() - 1);
}

void Segment::updateLengths()
{
    const auto all = streams.all();
    const std::uint32_t listed = std::clamp<std::uint32_t>(streams.freeId(), 64, kListedIds);
    lengths.assign(listed, kNoStream);
    std::fill(lengths.begin() + kFirstStream, lengths.begin() + std::min(streams.freeId(), listed),
              kUndescribed);
    hasFixed = false;
    for (const Stream* stream : all) {
        if (!stream->described)
            continue;
        hasFixed = hasFixed || stream->length.value_or(0) > 1;
        if (stream->id < listed)
            lengths[stream->id] = std::min(stream->length.value_or(kVariable), kVariable);
    }
}

std::uint32_t Segment::lengthOf(std::uint32_t id) const
{
    if (id < lengths.size())
        return lengths[id];
    if (id >= streams.freeId())
        return kNoStream;
    const Stream* const stream = streams.find(id);
    return stream != nullptr && stream->described ? stream->length.value_or(kVariable) : kUndescribed;
}

Result<Ruler> readRuler(const MappedFile& file, Job& job)
{
    return RulerReader(file, job).read();
}

}
