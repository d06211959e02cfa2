// The span part of the analysis (rfr.md 8): when spans lived and were entered, whose children they are, and
// the lanes they are drawn in. A root span and its descendants share a lane; each span has a row of it for
// its whole life, below its parent's. Lanes are used again by later roots of the same name.
#include "core/formats/rfr/timeline/rfr_analysis.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

// So many spans that began before the recording get rows of their own. Beyond, they are cut where others stand,
// which is said.
constexpr std::size_t kOlderSpans = 4096;

}

void Analysis::setFacts(SpanInfo& span, const SpanFacts& facts)
{
    span.facts = facts;
    span.name = m_builder.intern(m_recording.callsiteName(facts.callsite));
}

// "current" means what was innermost on the thread when the span was made.
void Analysis::resolveParent(SpanInfo& span, const WorkerInfo& worker, bool isNew)
{
    if (!span.facts)
        return;
    const Parent& parent = span.facts->parent;
    if (parent.kind == Parent::Kind::explicitId)
        span.parent = parent.iid;
    else if (parent.kind == Parent::Kind::current && isNew && worker.entered.innermost())
        span.parent = worker.entered.innermost()->iid;
}

SpanInfo& Analysis::spanFor(const MergedRecord& record)
{
    const auto [found, isNew] =
        m_found.spanByIid.try_emplace(record.id, static_cast<std::uint32_t>(m_found.spans.size()));
    if (!isNew)
        return m_found.spans[found->second];
    SpanInfo span;
    span.iid = record.id;
    span.name = m_builder.intern("span");
    const bool opens = record.kind == RecordKind::spanNew;
    span.since = opens ? record.micros : *m_found.start;
    span.sinceRef = span.newRef = record.ref();
    const ObjectEntry* const object = record.sequence->object(record.id, false);
    const auto stray = m_straySpans.extract(record.id);
    if (object) {
        const SpanObject read = record.piece->object(*record.sequence, *object, readSpanObject);
        setFacts(span, {read.callsite, read.parent});
    } else if (stray) {
        setFacts(span, stray.mapped());
    }
    resolveParent(span, workerFor(record), opens);
    m_found.spans.push_back(span);
    // It lies beside everything since the start, so it cannot go where others have been.
    const bool mayFollow = opens || ++m_olderSpans > kOlderSpans;
    if (place(found->second, mayFollow) && !opens && !m_firstCut)
        m_firstCut = record.piece->range(*record.sequence, record.record);
    return m_found.spans.back();
}

std::uint32_t Analysis::freeLane(StringId name, const SpanInfo& root, bool mayFollow)
{
    auto& free = m_freeLanes[number(name)];
    std::uint32_t index = 0;
    if (free.empty() || !mayFollow) {
        index = static_cast<std::uint32_t>(m_lanes.size());
        Track track {.parent = group("spans"), .name = name, .key = index, .kind = TrackKind::spans};
        track.life.startNs = nanoseconds(root.since).value_or(0);
        if (const TaskInfo* const task = root.parent ? findTask(*root.parent) : nullptr; task && task->facts)
            track.number = task->facts->taskId;
        m_lanes.push_back({m_builder.addTrack(track), name, {}, {}});
    } else {
        index = *free.begin();
        free.erase(free.begin());
        m_builder.changeTrack(m_lanes[index].track).number = 0; // it is no longer about one task
    }
    return index;
}

// `mayFollow`: others that have ended. Does it?
bool Analysis::place(std::uint32_t index, bool mayFollow)
{
    SpanInfo& span = m_found.spans[index];
    const auto parent = span.parent ? m_found.spanByIid.find(*span.parent) : m_found.spanByIid.end();
    const bool child =
        parent != m_found.spanByIid.end() && parent->second != index && !m_found.spans[parent->second].closed;
    std::uint32_t row = 0;
    if (child) {
        span.lane = m_found.spans[parent->second].lane;
        row = m_found.spans[parent->second].depthRow + 1;
    } else {
        span.lane = freeLane(span.name, span, mayFollow);
    }
    Lane& lane = m_lanes[span.lane];
    const auto free = mayFollow ? lane.freeRows.lower_bound(row) : lane.freeRows.end();
    const bool follows = free != lane.freeRows.end();
    if (follows) {
        row = *free;
        lane.freeRows.erase(free);
    } else { // its parent has the last one, or all below that are taken
        row = static_cast<std::uint32_t>(lane.rows.size());
        lane.rows.push_back(m_builder.addRow(lane.track));
    }
    ++lane.open;
    span.depthRow = row;
    return follows;
}

// Ends the present part of a span, entered or not, and draws it.
void Analysis::closePart(SpanInfo& span, Micros now, std::uint8_t flags)
{
    const Micros length = now > span.since ? now - span.since : 0;
    const bool entered = span.depth > 0;
    if (entered)
        span.active += length;
    const Lane& lane = m_lanes[span.lane];
    if (length > 0 || entered)
        add(lane.rows[span.depthRow], span.since, now, span.name, span.sinceRef,
            static_cast<std::uint8_t>(flags | (entered ? 0 : slice::kHollow)));
    Track& track = m_builder.changeTrack(lane.track);
    track.life.endNs = std::max(track.life.endNs, nanoseconds(now).value_or(0));
}

void Analysis::processSpan(const MergedRecord& record)
{
    SpanInfo& span = spanFor(record);
    WorkerInfo& worker = workerFor(record);
    const Micros now = record.micros;
    const auto begin = [&] {
        span.since = now;
        span.sinceRef = record.ref();
    };
    switch (record.kind) {
    case RecordKind::spanNew:
        if (!span.opened)
            span.opened = now;
        span.seen = true;
        break;
    case RecordKind::spanEnter:
        ++span.enters;
        span.seen = true;
        worker.entered.enter({record.id, false});
        if (span.closed)
            break;
        if (span.depth == 0) {
            closePart(span, now, span.opened ? 0 : slice::kOpenStart);
            begin();
        }
        ++span.depth;
        break;
    case RecordKind::spanExit: {
        worker.entered.leave({record.id, false});
        if (!span.seen && span.depth == 0 && !span.closed)
            span.depth = 1; // entered before the recording began
        const bool first = !span.seen;
        span.seen = true;
        if (span.depth > 0 && !span.closed) {
            if (span.depth == 1) {
                closePart(span, now, first ? slice::kOpenStart : std::uint8_t(0));
                begin();
            }
            --span.depth;
        }
        break;
    }
    default: { // SpanClose
        if (span.closed)
            break;
        closePart(span, now, 0);
        span.depth = 0;
        span.closed = true;
        span.close = now;
        Lane& lane = m_lanes[span.lane];
        lane.freeRows.insert(span.depthRow);
        if (--lane.open == 0)
            m_freeLanes[number(lane.name)].insert(span.lane);
        break;
    }
    }
}

}
