#include "core/ask/resolve.h"

#include "core/base/text.h"
#include "core/model/document.h"

#include <algorithm>
#include <initializer_list>
#include <span>

namespace traceglass {

namespace {

constexpr std::uint64_t kPictureBytes = 64u << 20;

constexpr bool isOneOf(NodeKind kind, std::initializer_list<NodeKind> kinds)
{
    return std::ranges::find(kinds, kind) != kinds.end();
}

std::string placeOf(const std::vector<Resolved::Level>& way, const Node& node)
{
    std::string text;
    for (const Resolved::Level& level : way) {
        if (level.node.id != node.id
            && isOneOf(level.node.kind, {NodeKind::capture, NodeKind::folder, NodeKind::records}))
            continue;
        if (!text.empty())
            text += " › ";
        text += level.node.label;
    }
    return text.empty() ? node.label : text;
}

std::vector<Resolved::Level> levelsTo(const Structure& tree, const NodeId& id, const Job& job)
{
    std::vector<Resolved::Level> out;
    NodeId parent = tree.rootId();
    for (const Structure::Step& step : tree.wayTo(id, job)) {
        auto node = tree.node(step.id, job);
        if (!node)
            return {};
        out.push_back(
            {std::move(*node), step.position, tree.childCount(parent, job).value_or(step.position + 1)});
        parent = step.id;
    }
    return out;
}

// --- nodes in words, for the Details view

constexpr std::size_t kFields = 64;
constexpr std::size_t kLinks = 12; // the tree lists the others

DetailSection fieldSection(const Resolved& answer)
{
    DetailSection section;
    if (answer.children.empty())
        return section;
    const bool areFields = answer.children.front().kind == NodeKind::field;
    section.title = areFields ? "Fields" : "Contents";
    section.extra = grouped(answer.childCount);
    const std::size_t listed = std::min(areFields ? kFields : kLinks, answer.children.size());
    for (const Node& field : std::span(answer.children).first(listed)) {
        const std::string bytes =
            field.range.length > 0 ? counted(field.range.length, "byte", "bytes") : std::string();
        if (field.expandable)
            section.rows.push_back({std::string(kindName(field.kind)), field.label,
                                    field.value.empty() ? bytes : field.value, DetailLink {{}, field.id}});
        else if (field.link)
            section.rows.push_back({field.label, field.value, bytes, DetailLink {{}, *field.link}});
        else
            section.rows.push_back({field.label, field.value, bytes});
    }
    if (answer.childCount > listed)
        section.rows.push_back({"… more", grouped(answer.childCount - listed) + " in Structure"});
    return section;
}

// When a node happened, in view time. The node must have a time.
TimeRange viewTime(const Timeline& timeline, const Node& node)
{
    const ClockAxis axis = node.axis < timeline.axes().size() ? timeline.axes()[node.axis] : ClockAxis {};
    return {axis.toView(node.time->startNs), axis.toView(node.time->endNs)};
}

void addTimes(const Timeline& timeline, const Node& node, DetailSection& section)
{
    const TimeRange time = viewTime(timeline, node);
    const std::string about = node.timeApproximate ? "an estimate" : "";
    if (time.lengthNs() > 0) {
        section.rows.push_back({"start", Moment {time.startNs}, about});
        section.rows.push_back({"end", Moment {time.endNs}, about});
        section.rows.push_back({"duration", Duration {time.lengthNs()}, about});
    } else {
        section.rows.push_back({"time", Moment {time.startNs}, about});
    }
    if (node.axis < timeline.axes().size() && timeline.axes().size() > 1)
        section.rows.push_back({"clock", timeline.axes()[node.axis].name});
}

void addCapture(const Summary& summary, DetailSection& section)
{
    std::filesystem::path path = summary.path;
    std::error_code error;
    if (std::filesystem::exists(path, error)) // what was piped has a name only
        path = std::filesystem::absolute(path, error).lexically_normal();
    section.rows.push_back({"file", error ? summary.path.string() : path.string()});
    if (!summary.version.empty())
        section.rows.push_back({"version", summary.version});
    section.rows.push_back({"size", sizeText(summary.size)});
    if (summary.size >= 1000)
        section.rows.back().extra = grouped(summary.size) + " bytes";
    // Of a folder, whose parts stay as they are when something is added, nobody asks.
    if (const std::uint64_t now = std::filesystem::file_size(summary.path, error);
        !error && now != summary.size)
        section.rows.push_back({"on disk now", sizeText(now), grouped(now) + " bytes"});
    for (const auto& [label, value] : summary.more)
        section.rows.push_back({label, value});
}

// The node of an answer: its times, what it refers to, its fields; of the capture what it is made of.
Details describeNode(const Document& document, const Timeline& timeline, const Resolved& answer,
                     const Job& job)
{
    const Node& node = *answer.node;
    Details details;
    details.title = node.label;
    details.subtitle = std::string(kindName(node.kind));
    if (!node.value.empty())
        details.subtitle += " · " + node.value;
    DetailSection first;
    if (node.time && document.timeline())
        addTimes(timeline, node, first);
    if (node.link) {
        if (const auto target = document.structure()->node(*node.link, job))
            first.rows.push_back({"refers to", target->label, target->value, DetailLink {{}, *node.link}});
    }
    if (node.kind == NodeKind::capture)
        addCapture(document.summary(job), first);
    details.sections.push_back(std::move(first));
    if (document.timeline() && timeline.complete && node.id == document.structure()->rootId()) {
        for (DetailSection& section : document.timeline()->overview(timeline))
            details.sections.push_back(std::move(section));
    }
    if (DetailSection fields = fieldSection(answer); !fields.rows.empty())
        details.sections.push_back(std::move(fields));
    return details;
}

// Where it lies. Nothing for what owns no bytes.
std::optional<DetailSection> describePlace(const Document& document, const Resolved& answer, const Job& job)
{
    const Node& node = *answer.node;
    if (node.range.length == 0)
        return {};
    DetailSection section;
    section.title = node.kind == NodeKind::record ? "Record" : "Place";
    section.extra = counted(node.range.length, "byte", "bytes");
    section.rows.push_back({"place", answer.place});
    const auto around = std::ranges::find_if(answer.way.rbegin(), answer.way.rend(), [&](const auto& level) {
        return level.node.id != node.id && isOneOf(level.node.kind, {NodeKind::chunk, NodeKind::unit});
    });
    if (around != answer.way.rend())
        section.rows.push_back({.label = std::string(kindName(around->node.kind)),
                                .value = around->node.label,
                                .link = DetailLink {{}, around->node.id}});
    section.rows.push_back({"offset", hexNumber(node.range.offset), grouped(node.range.offset)});
    std::string kind {kindName(node.kind)};
    if (node.kind == NodeKind::record && document.records()) {
        const auto records = document.records()->in(node.range, 1, job);
        if (records && !records->empty() && records->front().range.offset == node.range.offset)
            kind = records->front().kind;
    }
    section.rows.push_back({"kind", kind});
    if (const auto decoded = document.structure()->decoded(node.id, job);
        decoded && decoded->source != node.range.source)
        section.rows.push_back({"decoded", counted(decoded->length, "byte", "bytes")});
    section.rows.push_back({"path", answer.path});
    return section;
}

// --- flows

// Where those from a slice lead on to, or where those to it come from.
std::vector<SliceId> flowEnds(const Timeline& timeline, const SliceId& id, const std::vector<Flow>& flows,
                              bool forward)
{
    std::vector<SliceId> ends;
    for (const Flow& flow : flows) {
        const TrackKind hereKind = forward ? flow.fromKind : flow.toKind;
        const std::uint64_t hereKey = forward ? flow.fromKey : flow.toKey;
        if (hereKind != id.kind || hereKey != id.trackKey)
            continue;
        const TrackKind kind = forward ? flow.toKind : flow.fromKind;
        const std::uint64_t key = forward ? flow.toKey : flow.fromKey;
        const auto track = timeline.findTrack(kind, key);
        if (!track)
            continue;
        const RowId row = timeline.track(*track).firstRow;
        const std::int64_t time = forward ? flow.toNs : flow.fromNs;
        auto slice = timeline.sliceAt(row, time);
        if (!slice)
            slice = timeline.sliceBefore(row, time);
        if (!slice)
            continue;
        const SliceId end {kind, key, 0, slice->startNs, slice->ref};
        if (std::ranges::find(ends, end) == ends.end())
            ends.push_back(end);
    }
    return ends;
}

// --- the answer

class Resolver
{
public:
    Resolver(const Document& document, const Timeline& timeline, Job& job)
        : m_document(document)
        , m_timeline(timeline)
        , m_tree(document.structure())
        , m_job(job)
    {
    }

    Resolved answer(const Subject& subject)
    {
        m_out.subject = subject;
        std::visit([this](const auto& asked) { begin(asked); }, subject);
        addNode();
        if (m_job.stopRequested())
            return std::move(m_out);
        addError();
        addSliceOfNode();
        addTime();
        addBytes();
        if (m_job.stopRequested())
            return std::move(m_out);
        addPicture();
        addWords();
        m_out.sourceCount = m_document.sourceCount();
        return std::move(m_out);
    }

private:
    void begin(std::monostate)
    {
        if (m_tree)
            m_nodeId = m_tree->rootId();
    }
    void begin(const SliceId& id)
    {
        m_sliceAsked = true;
        m_out.sliceId = id;
        m_out.slice = m_timeline.findSlice(id);
        m_nodeId.reset(); // a deeper slice of a moment may have none
        if (m_tree && m_out.slice && m_out.slice->ref.valid())
            m_nodeId = m_tree->nodeOf(m_out.slice->ref, m_job);
    }
    void begin(const NodeId& id) { m_nodeId = id; }
    void begin(const ByteRange& bytes)
    {
        m_out.bytes = bytes;
        m_bytesAsked = true;
        if (m_tree)
            m_nodeId = m_tree->nodeHolding(bytes, m_job);
    }
    void begin(const RecordMoment& record)
    {
        if (m_document.timeline())
            m_out.sliceId = m_document.timeline()->sliceOf(m_timeline, record.ref, m_job);
        if (m_out.sliceId && record.startNs && m_out.sliceId->startNs != *record.startNs) {
            SliceId other = *m_out.sliceId;
            other.startNs = *record.startNs;
            if (m_timeline.findSlice(other))
                m_out.sliceId = other;
        }
        if (m_out.sliceId)
            m_out.slice = m_timeline.findSlice(*m_out.sliceId);
        m_sliceAsked = m_out.slice.has_value();
        if (m_tree)
            m_nodeId = m_tree->nodeOf(record.ref, m_job);
    }
    void begin(const TrackMoment& moment)
    {
        const auto track = m_timeline.findTrack(moment.kind, moment.trackKey);
        if (!track)
            return;
        std::uint16_t depth = 0;
        for (const RowId row : m_timeline.rows(*track)) {
            auto slice = m_timeline.sliceAt(row, moment.ns);
            if (!slice && depth == 0)
                slice = m_timeline.sliceBefore(row, moment.ns);
            if (slice)
                begin(SliceId {moment.kind, moment.trackKey, depth, slice->startNs, slice->ref});
            ++depth;
        }
    }
    void begin(const std::string& path)
    {
        if (m_tree)
            m_nodeId = m_tree->find(path, m_job);
    }

    void addNode()
    {
        if (!m_tree || !m_nodeId)
            return;
        m_out.way = levelsTo(*m_tree, *m_nodeId, m_job);
        if (!m_out.way.empty())
            m_out.node = m_out.way.back().node;
        else if (auto node = m_tree->node(*m_nodeId, m_job))
            m_out.node = std::move(*node);
        if (!m_out.node)
            return;
        m_out.path = m_tree->pathOf(*m_nodeId, m_job);
        m_out.place = placeOf(m_out.way, *m_out.node);
        m_out.childCount = m_tree->childCount(*m_nodeId, m_job).value_or(0);
        if (auto children = m_tree->children(*m_nodeId, 0, Resolved::kChildrenTold, m_job))
            m_out.children = std::move(*children);
    }

    // Nothing is read of a file that somebody cut, not even which node holds a byte.
    void addError()
    {
        if (m_out.node || !m_tree)
            return;
        const auto node = m_nodeId ? m_tree->node(*m_nodeId, m_job).map([](const Node&) {}) : Result<void>();
        const auto whole = node ? m_tree->checkWhole() : node;
        if (!whole && whole.error().code == Code::FileChanged)
            m_out.error = whole.error();
    }

    // A field belongs to the record it lies in.
    void addSliceOfNode()
    {
        if (!m_document.timeline())
            return;
        for (auto level = m_out.way.rbegin(); !m_out.sliceId && level != m_out.way.rend(); ++level) {
            const Node& node = level->node;
            const bool isRecord = isOneOf(node.kind, {NodeKind::record, NodeKind::frame, NodeKind::unit,
                                                      NodeKind::minor, NodeKind::lost});
            if (node.range.length == 0 || !(isRecord || isOneOf(node.kind, {NodeKind::chunk, NodeKind::data})))
                continue;
            const RecordRef ref(node.range.source, node.range.offset);
            const auto sliceId = m_document.timeline()->sliceOf(m_timeline, ref, m_job);
            const auto slice = sliceId ? m_timeline.findSlice(*sliceId) : std::nullopt;
            if (isRecord || (slice && slice->ref == ref)) { // a chunk may be a record as a whole
                m_out.sliceId = sliceId;
                m_out.slice = slice;
                break;
            }
        }
        addFlows();
        addTwin();
    }

    void addFlows()
    {
        if (!m_out.sliceId)
            return;
        m_out.flows = m_document.timeline()->flows(m_timeline, *m_out.sliceId, m_job);
        m_out.flowsFrom = flowEnds(m_timeline, *m_out.sliceId, m_out.flows, false);
        m_out.flowsTo = flowEnds(m_timeline, *m_out.sliceId, m_out.flows, true);
    }

    // Both begin with the same record, and that is the task's.
    void addTwin()
    {
        if (!m_out.slice || !m_out.slice->ref.valid())
            return;
        if (m_out.sliceId->kind == TrackKind::worker) {
            m_out.twin = m_document.timeline()->sliceOf(m_timeline, m_out.slice->ref, m_job);
        } else if (m_out.sliceId->kind == TrackKind::states
                   && m_out.slice->name == stateName(TaskState::polling)) {
            for (std::size_t i = 0; i < m_timeline.trackCount() && !m_out.twin; ++i) {
                const Track& track = m_timeline.track(TrackId(static_cast<std::uint32_t>(i)));
                if (track.kind != TrackKind::worker || track.firstRow == kNoRow)
                    continue;
                const auto twin = m_timeline.sliceAt(track.firstRow, m_out.slice->startNs);
                if (twin && twin->ref == m_out.slice->ref)
                    m_out.twin = SliceId {track.kind, track.key, 0, twin->startNs, twin->ref};
            }
        }
    }

    void addTime()
    {
        if (m_out.slice) {
            m_out.time = TimeRange {m_out.slice->startNs, m_out.slice->endNs};
            if (const auto track = m_timeline.findTrack(m_out.sliceId->kind, m_out.sliceId->trackKey))
                m_out.axis = m_timeline.about(*track).axis;
        }
        if (m_out.node && m_out.node->time && !(m_out.slice && m_sliceAsked)) {
            m_out.time = viewTime(m_timeline, *m_out.node);
            m_out.axis = m_out.node->axis;
        }
    }

    void addBytes()
    {
        if (!m_tree || !m_out.node)
            return;
        const auto decoded = m_tree->decoded(m_out.node->id, m_job);
        m_out.nodeBytes = decoded && decoded->length > 0 ? *decoded : m_out.node->range; // nothing has no place
        if (!m_bytesAsked)
            m_out.bytes = m_out.nodeBytes;
        m_out.lit = m_out.bytes;
        if (const auto source = m_document.source(m_out.bytes.source))
            m_out.sourceSize = (*source)->size();
        // A single byte stands for the record around it; more bytes are shown as they were selected.
        const auto whole = std::ranges::find_if(m_out.way.rbegin(), m_out.way.rend(), [](const auto& level) {
            return isOneOf(level.node.kind, {NodeKind::record, NodeKind::frame, NodeKind::object,
                                             NodeKind::callsite, NodeKind::header, NodeKind::index});
        });
        const Node& around = whole == m_out.way.rend() ? *m_out.node : whole->node;
        const auto range = m_tree->decoded(around.id, m_job);
        if (range && m_out.bytes.length <= 1 && range->contains(m_out.bytes.source, m_out.bytes.offset))
            m_out.lit = *range;
        if (range && *range == m_out.lit) {
            const auto fields = around.id == m_out.node->id
                ? Result<std::vector<Node>>(m_out.children)
                : m_tree->children(around.id, 0, Resolved::kChildrenTold, m_job);
            for (const Node& field : fields.value_or(std::vector<Node>())) {
                if (field.range.length > 0 && m_out.lit.contains(field.range.source, field.range.offset))
                    m_out.fieldStarts.push_back(field.range.offset);
            }
        }
        for (auto level = m_out.way.rbegin(); level != m_out.way.rend() && !m_out.stored; ++level) {
            const Node& node = level->node;
            if (node.range.length == 0 || node.range.source == m_out.lit.source)
                continue;
            if (const auto inner = m_tree->decoded(node.id, m_job);
                inner && inner->source == m_out.lit.source)
                m_out.stored = node.range;
        }
        if (!m_out.stored)
            m_out.stored = m_tree->stored(m_out.lit);
    }

    // The encoded bytes of a moment of a pictures track, or of a node that is a picture.
    void addPicture()
    {
        if (m_out.sliceId && m_out.sliceId->kind == TrackKind::pictures && m_out.slice) {
            if (auto bytes = m_document.timeline()->picture(m_out.slice->ref, m_job))
                m_out.picture = std::move(*bytes);
        } else if (m_out.node && m_out.node->kind == NodeKind::picture && m_out.bytes.length <= kPictureBytes) {
            if (const auto source = m_document.source(m_out.bytes.source))
                m_out.picture =
                    readBytes(**source, m_out.bytes.offset, m_out.bytes.length, kPictureBytes, m_job);
        }
    }

    void addWords()
    {
        if (m_out.sliceId && m_document.timeline())
            m_out.details = m_document.timeline()->describe(m_timeline, *m_out.sliceId, m_job);
        if (m_out.node) {
            if (m_out.details.title.empty())
                m_out.details = describeNode(m_document, m_timeline, m_out, m_job);
            m_out.record = describePlace(m_document, m_out, m_job);
        }
    }

    const Document& m_document;
    const Timeline& m_timeline;
    const Structure* m_tree;
    Job& m_job;
    std::optional<NodeId> m_nodeId {};
    bool m_sliceAsked = false; // so its time counts, not that of its record
    bool m_bytesAsked = false;
    Resolved m_out {};
};

}

Resolved resolve(const Document& document, const Timeline& timeline, const Subject& subject, Job& job)
{
    return Resolver(document, timeline, job).answer(subject);
}

std::string placeText(const Document& document, const NodeId& node, const Job& job)
{
    const Structure* const tree = document.structure();
    const auto self = tree ? tree->node(node, job) : tl::unexpected(Error {});
    return self ? placeOf(levelsTo(*tree, node, job), *self) : std::string();
}

}
