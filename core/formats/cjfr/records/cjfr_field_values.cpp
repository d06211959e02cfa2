#include "core/formats/cjfr/records/cjfr_field_values.h"

#include "core/base/limits.h"
#include "core/base/workers.h"
#include "core/formats/cjfr/records/cjfr_field_catalogue.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/timeline/cjfr_placed.h"

#include <algorithm>
#include <unordered_map>

namespace traceglass::cjfr {

namespace {

// Those that lead to fields that are asked for.
std::vector<FieldNode> pruned(const std::vector<FieldNode>& nodes, const std::vector<bool>& isAsked)
{
    std::vector<FieldNode> out;
    for (const FieldNode& node : nodes) {
        FieldNode kept = node;
        kept.parts = pruned(node.parts, isAsked);
        if (!kept.parts.empty() || (node.number != kNoField && isAsked[node.number]))
            out.push_back(std::move(kept));
    }
    return out;
}

// Takes values out of messages, for one thread.
class FieldDecoder
{
public:
    FieldDecoder(const StreamIndex& index, SourceId source, const AskedFields& asked)
        : m_asked(asked)
        , m_values(index)
        , m_tracks(m_values)
        , m_placed(m_values, m_tracks)
        , m_source(source)
    {
    }

    // Of a type of which any is asked for.
    void take(const Message& message, FieldSink& sink)
    {
        const std::vector<FieldNode>& nodes = m_asked.nodes[message.type->index];
        if (Expander::canExpand(*message.type)) {
            takeCombined(message, nodes, sink);
            return;
        }
        const Value top = m_values.top(message);
        if (!nodes.empty()) {
            begin();
            takeParts(nodes, top);
            if (!m_entries.empty())
                sink.take({{m_source, message.offset}, {}, m_entries});
        }
        if (m_asked.tellsValues[message.type->index]) {
            const EventPlan& plan = m_tracks.planOf(*message.type);
            takeValues(
                message, plan, m_tracks.threadOf(plan, message),
                [&](std::string_view name) { return fieldOf(m_values, top, name); }, sink);
        }
    }

private:
    void begin()
    {
        m_entries.clear();
        m_texts.clear();
    }

    void takeCombined(const Message& message, const std::vector<FieldNode>& nodes, FieldSink& sink)
    {
        m_placed.expand(message, [&](const PlacedEvent& placed) {
            begin();
            for (const FieldNode& node : nodes) {
                const Given* const given = placed.event->find(node.given);
                if (!given)
                    continue;
                if (given->number)
                    add(node.number, WideInteger(*given->number));
                else if (given->truth)
                    add(node.number, *given->truth);
                else
                    take(node, given->value);
            }
            if (!m_entries.empty()) {
                const std::string name = sliceName(m_values, *placed.plan, placed.name);
                sink.take({{m_source, message.offset},
                           FieldPlace {placed.place.kind, placed.place.key, placed.time, name},
                           m_entries});
            }
            if (m_asked.tellsValues[message.type->index])
                takeValues(
                    message, *placed.plan, placed.thread,
                    [&](std::string_view name) { return placed.event->value(name); }, sink);
            return true;
        });
    }

    void takeValues(const Message& message, const EventPlan& plan, const ThreadWords* thread,
                    const std::function<Value(std::string_view)>& field, FieldSink& sink) const
    {
        eachCounterValue(m_values, plan, field, [&](const CounterValue& each) {
            const FieldEntry entry {m_asked.values[valueSlot(each.counter)], each.value};
            if (entry.field == kNoField || (!each.counter && !thread))
                return;
            const std::uint64_t key = each.counter ? keyOf(*each.counter) : thread->key;
            sink.take({{m_source, message.offset},
                       FieldPlace {TrackKind::counter, key, {}, {}, each.value},
                       std::span(&entry, 1)});
        });
    }

    void add(std::uint32_t field, FieldValue value)
    {
        if (field != kNoField && m_entries.size() < limits::kCjfrRecordValues)
            m_entries.push_back({field, value});
    }
    void addText(std::uint32_t field, std::string text)
    {
        add(field, std::string_view(m_texts.emplace_back(std::move(text))));
    }

    void takeParts(const std::vector<FieldNode>& parts, const Value& holder)
    {
        auto next = parts.begin();
        m_values.forEach(holder, [&](const Slot&, std::uint64_t position, const Value& value) {
            if (position == next->position) {
                take(*next, value);
                ++next;
            }
            return next != parts.end();
        });
    }

    void take(const FieldNode& node, const Value& value)
    {
        if (value.isNull())
            return;
        if (node.parts.empty()) {
            takeLeaf(node, value);
        } else if (value.type == node.type && value.type->kind == TypeKind::structure) {
            takeParts(node.parts, value);
        } else if (value.type == node.type) {
            m_values.forEach(value, [&](const Slot&, std::uint64_t, const Value& element) {
                take(node.parts.front(), element);
                return m_entries.size() < limits::kCjfrRecordValues;
            });
        }
    }

    void takeLeaf(const FieldNode& node, const Value& value)
    {
        switch (value.type->kind) {
        case TypeKind::boolean: add(node.number, m_values.boolean(value)); break;
        case TypeKind::floating: add(node.number, m_values.floating(value)); break;
        case TypeKind::integer:
        case TypeKind::varint: takeNumber(node, value); break;
        case TypeKind::string:
            if (isStoredAsUtf8(value.type->encoding))
                add(node.number, asText(m_values.textBytes(value)));
            else
                addText(node.number, m_values.text(value));
            break;
        case TypeKind::structure: takeKnown(node, value); break;
        case TypeKind::array: break; // another type than the field's own
        }
    }

    void takeNumber(const FieldNode& node, const Value& value)
    {
        if (m_values.isReduced(value, reduction::kTimestamp)) {
            if (const auto moment = m_values.moment(value))
                add(node.number, WideInteger(*moment));
            return;
        }
        const std::int64_t number = m_values.number(value);
        const bool isSpan = m_values.isReduced(value, reduction::kTimespan)
            || (m_values.index().isJfr() && node.reduction == reduction::kTimespan);
        if (isSpan && spanKind(number) == SpanKind::unset)
            return;
        if (isSpan && spanKind(number) == SpanKind::endless) // longer than any that can be written
            add(node.number, WideInteger(std::numeric_limits<std::int64_t>::max()));
        else
            add(node.number,
                WideInteger(m_values.isReduced(value, reduction::kAmount) ? amountOf(number) : number));
    }

    void takeKnown(const FieldNode& node, const Value& value)
    {
        if (!m_values.index().isJfr())
            return;
        if (knownStruct(*value.type) != KnownStruct::stackTrace) {
            add(node.number, nameOfKnown(value));
            return;
        }
        m_values.forEach(fieldOf(m_values, value, "frames"),
                         [&](const Slot&, std::uint64_t, const Value& frame) {
                             if (isOf(frame, TypeKind::structure))
                                 add(node.number, nameOfKnown(frame));
                             return m_entries.size() < limits::kCjfrRecordValues;
                         });
    }

    // Threads, classes and methods are few and are referred to by many.
    std::string_view nameOfKnown(const Value& value)
    {
        const auto [known, isNew] = m_names.try_emplace(value.content);
        if (!isNew)
            return known->second;
        const auto part = [&](std::string_view name) { return fieldOf(m_values, value, name); };
        std::string& out = known->second;
        switch (knownStruct(*value.type)) {
        case KnownStruct::thread:
            out = textOf(m_values, part("javaName"));
            if (out.empty())
                out = textOf(m_values, part("osName"));
            break;
        case KnownStruct::classLoader:
            out = textOf(m_values, part("name"));
            if (out.empty())
                out = nameOf(m_values, part("type"));
            break;
        case KnownStruct::stackFrame: out = nameOf(m_values, part("method")); break;
        default: out = nameOf(m_values, value);
        }
        return out;
    }

    const AskedFields& m_asked;
    ValueReader m_values;
    Tracks m_tracks;
    PlacedEvents m_placed;
    SourceId m_source;
    std::vector<FieldEntry> m_entries;                      // of the record at hand
    std::deque<std::string> m_texts;                        // likewise, what had to be made
    std::unordered_map<std::uint64_t, std::string> m_names; // by place of content
};

}

struct CjfrFields::Known
{
    std::shared_ptr<FieldCatalogue> catalogue = std::make_shared<FieldCatalogue>();
    IndexPtr index;
    AskedFields all;

    AskedFields askedFor(const FieldRequest& request) const
    {
        const std::vector<bool> isAsked = request.areAsked(*catalogue);
        AskedFields out;
        for (const auto& nodes : all.nodes)
            out.nodes.push_back(pruned(nodes, isAsked));
        out.values = all.values;
        for (std::uint32_t& field : out.values)
            field = field != kNoField && isAsked[field] ? field : kNoField;
        const bool areAny =
            std::ranges::any_of(out.values, [](std::uint32_t field) { return field != kNoField; });
        out.tellsValues = areAny ? all.tellsValues : std::vector<bool>(all.nodes.size());
        return out;
    }
};

CjfrFields::CjfrFields(const CjfrFile& file)
    : m_file(file)
{
}

CjfrFields::~CjfrFields() = default;

const CjfrFields::Known* CjfrFields::known() const
{
    const IndexPtr index = m_file.knownIndex();
    const std::lock_guard lock(m_mutex);
    if (m_known || !index)
        return m_known.get();
    auto out = std::make_unique<Known>();
    out->index = index;
    AskedFields& all = out->all;
    all.nodes.resize(index->types.all().size());
    all.tellsValues.resize(all.nodes.size());
    all.values.fill(kNoField);
    FieldCataloguer cataloguer(*index, *out->catalogue);
    for (const Type& type : index->types.defined()) {
        if (index->countOf(type) == 0 || type.kind != TypeKind::structure || !index->isEvent(type))
            continue;
        all.nodes[type.index] = Expander::canExpand(type) ? cataloguer.nodesOfCombined(type)
                                                          : cataloguer.nodesOf(type.name, type);
        all.tellsValues[type.index] = cataloguer.addValues(type, all.values);
    }
    m_known = std::move(out);
    return m_known.get();
}

FieldCataloguePtr CjfrFields::fields() const
{
    const Known* const known = this->known();
    return known ? known->catalogue : nullptr;
}

Result<void> CjfrFields::scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const
{
    constexpr std::uint64_t kPiece = 64 * StreamIndex::kMessagesACheckpoint;
    const Known* const known = this->known();
    if (!known)
        return {};
    const StreamIndex& index = *known->index;
    const AskedFields asked = known->askedFor(request);
    const std::uint64_t pieces = (index.messages + kPiece - 1) / kPiece;
    job.start(index.messages);
    forEachParallel(pieces, request.threads, job, [&](std::size_t piece) {
        FieldDecoder decoder(index, m_file.streamSource(), asked);
        const auto sink = sinks();
        const std::uint64_t end = std::min((piece + 1) * kPiece, index.messages);
        MessageWalk walk(index, piece * kPiece);
        for (std::uint64_t i = piece * kPiece; i < end && walk.next(); ++i) {
            if ((i & 4095) == 4095) {
                if (job.stopRequested())
                    return;
                job.advance(4096);
            }
            if (asked.isAny(*walk.message().type))
                decoder.take(walk.message(), *sink);
        }
        sink->finish();
    });
    return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : m_file.checkRead();
}

Result<void> CjfrFields::read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                              Job& job) const
{
    constexpr std::uint64_t kNear = 32'768; // bytes: walking there is faster than from the last checkpoint
    const Known* const known = this->known();
    if (!known)
        return {};
    const AskedFields asked = known->askedFor(request);
    FieldDecoder decoder(*known->index, m_file.streamSource(), asked);
    std::optional<MessageWalk> walk;
    job.start(refs.size());
    for (const RecordRef ref : refs) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        job.advance();
        if (ref.source() != m_file.streamSource())
            continue;
        if (!walk || ref.offset() - walk->message().offset > kNear)
            walk = MessageWalk::at(*known->index, ref.offset());
        while (walk && (walk->message().type == nullptr || walk->message().offset < ref.offset()))
            if (!walk->next())
                walk.reset();
        if (!walk || walk->message().offset != ref.offset())
            continue;
        if (asked.isAny(*walk->message().type))
            decoder.take(walk->message(), sink);
    }
    return m_file.checkRead();
}

// One record is read from the checkpoint before it on: half of the messages between two of them.
FieldCosts CjfrFields::costs() const
{
    constexpr std::uint64_t kMessageNs = 60;
    const Known* const known = this->known();
    return {known ? known->index->messages * kMessageNs : 0, StreamIndex::kMessagesACheckpoint / 2 * kMessageNs};
}

}
