// The minor units of a file: walked when somebody looks at them, the last few kept.
#include "core/formats/rtc/rtc_file.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

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
    const auto found = std::ranges::lower_bound(frames.m_offsets, offset - frames.base);
    if (found == frames.m_offsets.end() || *found != offset - frames.base)
        return {};
    return static_cast<std::size_t>(found - frames.m_offsets.begin());
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
    const FramePart part = frames.part(item.index);
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

// --- those of a file

std::uint32_t RtcFile::minorCount(const Unit& unit) const
{
    if (unit.end <= unit.index())
        return 0;
    return static_cast<std::uint32_t>(std::min(m_ruler.segmentOf(unit).minorUnits(unit), kMinorsAtMost));
}

ByteRange RtcFile::minorRange(std::uint32_t number, std::uint32_t minor) const
{
    const Unit& unit = m_ruler.units[number];
    const std::uint64_t begin = unit.index() + minor * m_ruler.segmentOf(unit).minorSize;
    const std::uint64_t end =
        minor + 1 == minorCount(unit) ? unit.end : begin + m_ruler.segmentOf(unit).minorSize;
    return {SourceId(0), begin, end - begin};
}

std::uint32_t RtcFile::minorAt(const Unit& unit, std::uint64_t offset) const
{
    const std::uint64_t size = m_ruler.segmentOf(unit).minorSize;
    if (size == 0)
        return 0;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>((offset - unit.index()) / size, minorCount(unit) - 1));
}

// Frames of a part of a Unit with the times of their payloads; `walked` begins at the spot, where decoding
// can begin, and holds the part.
std::shared_ptr<MinorView> RtcFile::decodedView(const ByteRange& range, const Spot& begin, UnitFrames walked,
                                                const Job& job) const
{
    auto view = std::make_shared<MinorView>();
    view->unit = begin.unit;
    view->range = range;
    view->frames = framesIn(range, walked);
    view->moments.resize(view->frames.size());
    auto take = [&, frames = std::uint64_t(0)](const Frame& frame, bool incomplete) mutable {
        for (const FramePart& part : frame.parts) {
            if (const auto i = frameIndex(view->frames, part.offset))
                view->moments[*i] = {frame.ns,        frame.offset, frame.axis,
                                     frame.timeKnown, frame.placed, incomplete};
        }
        return (++frames & 4095) != 0 || !job.stopRequested();
    };
    Decoder decoder(bytes(), m_ruler, m_axes);
    decoder.setState(stateAt(bytes(), m_ruler, m_axes, begin, job));
    decoder.feed(walked, [&](const Frame& frame) {
        if (frame.parts.size() > 1 && range.contains(SourceId(0), frame.offset))
            view->payloads[frame.offset] = {{frame.parts.begin(), frame.parts.end()}, frame.isTail};
        return take(frame, frame.incomplete);
    });
    if (job.stopRequested())
        return nullptr;
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
        walkUnit(bytes(), m_ruler, goesOnIn, {from, m_ruler.segmentOf(in).boundaryAfter(in, from)}, walked,
                 nullptr, job);
        decoder.feed(walked, [&](const Frame& frame) { return take(frame, frame.incomplete); });
    }
    decoder.finish([&](const Frame& frame) { return take(frame, frame.isTail || !goesOn); });
    return job.stopRequested() ? nullptr : view;
}

// Behind inserted or removed bytes payloads do not go on where the ruler says: the rest of the Unit is one
// part, read once for all its minor units.
std::shared_ptr<MinorView> RtcFile::viewOf(std::uint32_t number, const ByteRange& range, const Job& job) const
{
    const Unit& unit = m_ruler.units[number];
    Spot begin = provenBefore(bytes(), m_ruler, number, range.offset);
    if (unit.end - begin.offset > kDecodedAtOnce)
        begin.offset = range.offset;
    MinorPtr shifted;
    {
        const std::lock_guard lock(m_mutex);
        shifted = m_shifted;
    }
    if (shifted && shifted->unit == number && shifted->range.offset == begin.offset)
        return partOf(*shifted, range);
    UnitFrames walked;
    walkUnit(bytes(), m_ruler, number, {begin.offset, range.end()}, walked, nullptr, job);
    if (unit.end - begin.offset > kDecodedAtOnce)
        return decodedView(range, begin, std::move(walked), job);
    // What is lost goes on up to a boundary that verifies: reported in full, as whoever reads the Unit does.
    if (!walked.lost.empty() && walked.lost.back().range.end() == range.end()) {
        const Segment& segment = m_ruler.segmentOf(unit);
        std::uint64_t to = range.end();
        while (to < unit.end && !isMinorBoundary(bytes(), unit.index(), to))
            to = segment.boundaryAfter(unit, to);
        if (to > range.end())
            walkUnit(bytes(), m_ruler, number, {begin.offset, to}, walked, nullptr, job);
    }
    if (walked.shiftedFrom == ~std::uint64_t(0))
        return decodedView(range, begin, std::move(walked), job);
    walkUnit(bytes(), m_ruler, number, {begin.offset, unit.end}, walked, nullptr, job);
    shifted =
        decodedView({SourceId(0), begin.offset, unit.end - begin.offset}, begin, std::move(walked), job);
    if (!shifted)
        return nullptr;
    if (!m_file->isCut()) { // else what was read may be zeros: not to be kept
        const std::lock_guard lock(m_mutex);
        m_shifted = shifted;
    }
    return partOf(*shifted, range);
}

MinorPtr RtcFile::minorView(std::uint32_t unit, std::uint32_t minor, const Job& job) const
{
    const std::uint64_t key = minorNumber(unit, minor);
    {
        const std::lock_guard lock(m_mutex);
        if (auto known = m_minors.find(key))
            return *known;
    }
    const std::shared_ptr<MinorView> view = viewOf(unit, minorRange(unit, minor), job);
    if (!view)
        return nullptr;
    view->minor = minor;
    const UnitFrames& frames = view->frames;
    for (std::uint32_t i = 0, lost = 0; i <= frames.size(); ++i) {
        for (; lost < frames.lost.size() && frames.lost[lost].before <= i; ++lost) {
            if (frames.lost[lost].why != Lost::Why::moved)
                view->items.push_back({lost, true});
        }
        if (i < frames.size())
            view->items.push_back({i, false});
    }

    const std::lock_guard lock(m_mutex);
    if (!m_file->isCut()) // else what was read may be zeros: not to be kept
        m_minors.put(key, view);
    return view;
}

MinorItem RtcFile::itemAt(std::uint64_t offset, const Job& job) const
{
    const auto unit = m_ruler.unitAt(offset);
    if (!unit || offset < m_ruler.units[*unit].index() || offset >= m_ruler.units[*unit].end)
        return {};
    MinorPtr view = minorView(*unit, minorAt(m_ruler.units[*unit], offset), job);
    const auto item = view ? view->itemAt(offset) : std::nullopt;
    return item ? MinorItem {std::move(view), *item} : MinorItem {};
}

const Stream* RtcFile::streamOf(const MinorItem& item) const
{
    if (!item.isFrame())
        return nullptr;
    return m_ruler.segmentOf(m_ruler.units[item.view->unit]).streams.find(item.part().id);
}

}
