// The minor units of a document: walked when somebody looks at them, the last few kept.
#include "core/base/text.h"
#include "core/formats/rtc/rtc_document.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

// Minor units kept walked for tree, bytes and details: what the user moves between.
constexpr std::size_t kMinorsKept = 32;

Code codeOf(Lost::Why why)
{
    switch (why) {
    case Lost::Why::unknownStream: return Code::RtcUnknownStream;
    case Lost::Why::tooLong: return Code::RtcFrameTooLong;
    case Lost::Why::crossesBoundary: return Code::RtcFrameCrosses;
    case Lost::Why::noIndexFrame: return Code::RtcMinorIndexDamaged;
    case Lost::Why::markerInside: return Code::RtcMarkerInside;
    case Lost::Why::nulRun: return Code::RtcHole;
    case Lost::Why::cutShort: return Code::RtcPartialTail;
    case Lost::Why::moved: return Code::RtcIndexFrameMoved;
    }
    return Code::RtcUnknownStream;
}

bool touches(const ByteRange& range, const Lost& lost) // which may have no bytes
{
    return lost.range.offset < range.end()
        && (lost.range.offset >= range.offset || lost.range.end() > range.offset);
}

// The frames that begin in a range, and what is lost of it.
UnitFrames framesIn(const ByteRange& range, const UnitFrames& walked)
{
    const auto indexOf = [&](std::uint64_t offset) {
        return std::ranges::lower_bound(walked.m_offsets, offset - walked.base) - walked.m_offsets.begin();
    };
    const auto first = indexOf(range.offset), last = indexOf(range.end());
    const auto cut = [&](const auto& column) {
        return std::remove_cvref_t<decltype(column)>(column.begin() + first, column.begin() + last);
    };
    UnitFrames out;
    out.base = walked.base;
    out.unit = walked.unit;
    out.shiftedFrom = walked.shiftedFrom;
    out.m_offsets = cut(walked.m_offsets);
    out.m_ids = cut(walked.m_ids);
    out.m_lengths = cut(walked.m_lengths);
    for (Lost lost : walked.lost) {
        if (!touches(range, lost))
            continue;
        const std::uint64_t end = std::min(lost.range.end(), range.end());
        lost.range.offset = std::max(lost.range.offset, range.offset);
        lost.range.length = end - lost.range.offset;
        lost.before = static_cast<std::size_t>(
            std::clamp(static_cast<std::ptrdiff_t>(lost.before), first, last) - first);
        out.lost.push_back(lost);
    }
    return out;
}

std::optional<std::size_t> frameIndex(const UnitFrames& frames, std::uint64_t offset)
{
    std::size_t first = 0, last = frames.size();
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        (frames.part(middle).offset < offset ? first : last) =
            frames.part(middle).offset < offset ? middle + 1 : middle;
    }
    return first < frames.size() && frames.part(first).offset == offset ? std::optional(first) : std::nullopt;
}

// A minor unit of a part of a Unit that was decoded as a whole.
std::shared_ptr<MinorView> partOf(const MinorView& whole, const ByteRange& range)
{
    auto part = std::make_shared<MinorView>();
    part->unit = whole.unit;
    part->range = range;
    part->frames = framesIn(range, whole.frames);
    if (part->frames.size() == 0)
        return part;
    const std::size_t first = frameIndex(whole.frames, part->frames.part(0).offset).value_or(0);
    const auto begin = whole.moments.begin() + static_cast<std::ptrdiff_t>(first);
    part->moments.assign(begin, begin + static_cast<std::ptrdiff_t>(part->frames.size()));
    for (std::size_t i = 0; i < part->frames.size(); ++i) {
        if (const auto payload = whole.payloads.find(part->frames.part(i).offset);
            payload != whole.payloads.end())
            part->payloads.insert(*payload);
    }
    return part;
}

}

// --- one minor unit

ByteRange MinorView::rangeOf(Item item) const
{
    if (item.lost)
        return frames.lost[item.index].range;
    const Part part = frames.part(item.index);
    return {SourceId(0), part.offset, part.end() - part.offset};
}

std::optional<std::size_t> MinorView::itemAt(std::uint64_t offset) const
{
    const auto next =
        std::ranges::upper_bound(items, offset, {}, [&](Item item) { return rangeOf(item).offset; });
    if (next == items.begin() || !rangeOf(*std::prev(next)).contains(SourceId(0), offset))
        return {};
    return static_cast<std::size_t>(std::prev(next) - items.begin());
}

// --- the document's

std::uint32_t RtcDocument::minorCount(const Unit& unit) const
{
    constexpr std::uint64_t kMost = (1u << 24) - 1; // what a node can name
    if (unit.end <= unit.index())
        return 0;
    return static_cast<std::uint32_t>(std::min(m_ruler.segmentOf(unit).minorUnits(unit), kMost));
}

ByteRange RtcDocument::minorRange(std::uint32_t number, std::uint32_t minor) const
{
    const Unit& unit = m_ruler.units[number];
    const std::uint64_t begin = unit.index() + minor * m_ruler.segmentOf(unit).minorSize;
    const std::uint64_t end =
        minor + 1 == minorCount(unit) ? unit.end : begin + m_ruler.segmentOf(unit).minorSize;
    return {SourceId(0), begin, end - begin};
}

std::uint32_t RtcDocument::minorAt(const Unit& unit, std::uint64_t offset) const
{
    const std::uint64_t size = m_ruler.segmentOf(unit).minorSize;
    if (size == 0)
        return 0;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>((offset - unit.index()) / size, minorCount(unit) - 1));
}

// Frames of a part of a Unit with the times of their payloads; `walked` begins at the place, where decoding
// can begin, and holds the part.
std::shared_ptr<MinorView> RtcDocument::decodedView(const ByteRange& range, const rtc::Place& begin,
                                                    UnitFrames walked) const
{
    auto view = std::make_shared<MinorView>();
    view->unit = begin.unit;
    view->range = range;
    view->frames = framesIn(range, walked);
    view->moments.resize(view->frames.size());
    const auto take = [&](const Frame& frame, bool incomplete) {
        for (const Part& part : frame.parts) {
            if (const auto i = frameIndex(view->frames, part.offset))
                view->moments[*i] = {frame.ns,        frame.offset, frame.axis,
                                     frame.timeKnown, frame.placed, incomplete};
        }
        return true;
    };
    Decoder decoder(bytes(), m_ruler, m_axes);
    decoder.setState(stateAt(bytes(), m_ruler, m_axes, begin));
    decoder.feed(walked, [&](const Frame& frame) {
        if (frame.parts.size() > 1 && range.contains(SourceId(0), frame.offset))
            view->payloads[frame.offset] = {
                {frame.parts.begin(), frame.parts.end()}, frame.incomplete, frame.isTail};
        return take(frame, frame.incomplete);
    });
    for (const Lost& lost : walked.lost) {
        if (touches(range, lost))
            reportLost(lost, begin.unit);
    }
    // What is still open goes on in the next minor unit, where it mostly ends: or that is lost, or there is
    // none.
    const std::uint64_t end = m_ruler.units[begin.unit].end;
    const std::uint32_t goesOnIn = range.end() < end ? begin.unit : begin.unit + 1;
    const bool goesOn = goesOnIn < m_ruler.units.size();
    if (goesOn && decoder.oldestOpen() != ~std::uint64_t(0)) {
        const Unit& in = m_ruler.units[goesOnIn];
        const std::uint64_t from = goesOnIn == begin.unit ? range.end() : in.index();
        walkUnit(bytes(), m_ruler, goesOnIn, {from, m_ruler.segmentOf(in).boundaryAfter(in, from)}, walked);
        decoder.feed(walked, [&](const Frame& frame) { return take(frame, frame.incomplete); });
    }
    decoder.finish([&](const Frame& frame) { return take(frame, frame.isTail || !goesOn); });
    return view;
}

// Behind inserted or removed bytes payloads do not go on where the ruler says: the rest of the Unit is one
// part, read once for all its minor units.
std::shared_ptr<MinorView> RtcDocument::viewOf(std::uint32_t unit, const ByteRange& range) const
{
    const std::uint64_t end = m_ruler.units[unit].end;
    rtc::Place begin = provenBefore(bytes(), m_ruler, unit, range.offset);
    if (end - begin.offset > kDecodedAtOnce)
        begin.offset = range.offset;
    MinorPtr shifted;
    {
        const std::lock_guard lock(m_mutex);
        shifted = m_shifted;
    }
    if (shifted && shifted->unit == unit && shifted->range.offset == begin.offset)
        return partOf(*shifted, range);
    UnitFrames walked;
    walkUnit(bytes(), m_ruler, unit, {begin.offset, range.end()}, walked);
    if (walked.shiftedFrom >= range.end() || end - begin.offset > kDecodedAtOnce)
        return decodedView(range, begin, std::move(walked));
    walkUnit(bytes(), m_ruler, unit, {begin.offset, end}, walked);
    shifted = decodedView({SourceId(0), begin.offset, end - begin.offset}, begin, std::move(walked));
    if (!m_file->isCut()) { // else what was read may be zeros: not to be kept
        const std::lock_guard lock(m_mutex);
        m_shifted = shifted;
    }
    return partOf(*shifted, range);
}

MinorPtr RtcDocument::minorView(std::uint32_t unit, std::uint32_t minor) const
{
    {
        const std::lock_guard lock(m_mutex);
        const auto known = std::ranges::find_if(
            m_minors, [&](const MinorPtr& view) { return view->unit == unit && view->minor == minor; });
        if (known != m_minors.end()) {
            m_minors.splice(m_minors.begin(), m_minors, known);
            return m_minors.front();
        }
    }
    const std::shared_ptr<MinorView> view = viewOf(unit, minorRange(unit, minor));
    view->minor = minor;
    const UnitFrames& frames = view->frames;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < frames.lost.size(); ++i) {
        for (; next < frames.lost[i].before && next < frames.size(); ++next)
            view->items.push_back({static_cast<std::uint32_t>(next), false});
        if (frames.lost[i].why != Lost::Why::moved)
            view->items.push_back({i, true});
    }
    for (; next < frames.size(); ++next)
        view->items.push_back({static_cast<std::uint32_t>(next), false});

    const std::lock_guard lock(m_mutex);
    if (m_file->isCut())
        return view; // what was read may be zeros: not to be kept
    m_minors.push_front(view);
    if (m_minors.size() > kMinorsKept)
        m_minors.pop_back();
    return view;
}

RtcDocument::Found RtcDocument::frameAtOffset(std::uint64_t offset) const
{
    const auto unit = m_ruler.unitAt(offset);
    if (!unit || offset < m_ruler.units[*unit].index() || offset >= m_ruler.units[*unit].end)
        return {};
    MinorPtr view = minorView(*unit, minorAt(m_ruler.units[*unit], offset));
    const auto item = view->itemAt(offset);
    return item ? Found {std::move(view), *item} : Found {};
}

const Stream* RtcDocument::streamOf(const Found& found) const
{
    if (!found || found.at().lost)
        return nullptr;
    return m_ruler.segmentOf(m_ruler.units[found.view->unit]).streams.find(found.part().id);
}

void RtcDocument::reportLost(const Lost& lost, std::uint32_t unit) const
{
    std::string detail =
        counted(lost.range.length, "byte", "bytes") + " up to " + hexNumber(lost.range.end());
    if (lost.why == Lost::Why::moved)
        detail.clear();
    else if (lost.why == Lost::Why::unknownStream)
        detail = "stream " + std::to_string(lost.detail) + ", " + detail;
    else if (lost.why == Lost::Why::tooLong && lost.detail > 0)
        detail = grouped(lost.detail) + " bytes, " + detail;
    Diagnostic diagnostic = diagnose(codeOf(lost.why), std::move(detail), lost.range, unit);
    {
        const std::lock_guard lock(m_mutex);
        Severity& worst = m_problems.try_emplace(unit, diagnostic.severity).first->second;
        worst = std::max(worst, diagnostic.severity);
        m_worst = std::max(m_worst.value_or(diagnostic.severity), diagnostic.severity);
    }
    report(std::move(diagnostic));
}

void RtcDocument::reportCrc(const CrcCheck& check, std::uint32_t unit) const
{
    if (check.state != CrcState::bad)
        return;
    char text[64];
    std::snprintf(text, sizeof text, "stored %08x, computed %08x", check.stored, check.computed);
    {
        const std::lock_guard lock(m_mutex);
        m_problems.try_emplace(unit, Severity::warning);
        m_worst = std::max(m_worst.value_or(Severity::warning), Severity::warning);
    }
    report(diagnose(Code::RtcCrcMismatch, text, ByteRange {SourceId(0), check.offset, 5}, unit));
}

std::optional<Severity> RtcDocument::problemOf(std::uint32_t unit) const
{
    const std::lock_guard lock(m_mutex);
    const auto known = m_problems.find(unit);
    return known == m_problems.end() ? std::nullopt : std::optional(known->second);
}

}
