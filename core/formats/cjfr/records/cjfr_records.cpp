#include "core/formats/cjfr/records/cjfr_records.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_text.h"
#include "core/formats/cjfr/structure/cjfr_node_ids.h"
#include "core/formats/cjfr/timeline/cjfr_placed.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

namespace traceglass::cjfr {

namespace {

bool isWithin(const TimeRange& window, const std::optional<TimeRange>& time)
{
    return time && overlaps(time->startNs, time->endNs, window);
}

// Which records are on the tracks that were asked for.
class TrackFilter
{
public:
    TrackFilter(const ValueReader& values, const std::string& pattern)
        : m_tracks(values)
        , m_pattern(pattern)
    {
    }

    bool accepts(const Message& message)
    {
        if (m_pattern.empty())
            return true;
        const EventPlan& plan = m_tracks.planOf(*message.type);
        return plan.role != EventRole::none && accepts(plan, m_tracks.threadOf(plan, message));
    }
    bool accepts(const ExpandedEvent& event, const Type& combined)
    {
        return m_pattern.empty() || accepts(m_tracks.planOf(event, combined), m_tracks.threadOf(event));
    }

private:
    bool accepts(const EventPlan& plan, const ThreadWords* thread)
    {
        const auto [known, isNew] = m_known.try_emplace({&plan, thread});
        if (isNew)
            known->second = matchesGlob(m_pattern, m_tracks.pathOf(plan, thread));
        return known->second;
    }

    Tracks m_tracks;
    const std::string& m_pattern;
    std::map<std::pair<const EventPlan*, const ThreadWords*>, bool> m_known;
};

Record recordOf(const RecordText& text, const ValueReader& values, const ExpandedEvent& event,
                const Message& message, SourceId source, std::size_t textBytes)
{
    Record out = text.record(message, source);
    out.kind = RecordText::shortName(event.typeName);
    out.subject.clear();
    if (const auto time = timeOf(values, event)) {
        out.timeNs = time->startNs;
        if (time->endNs > time->startNs)
            out.subject = durationText(time->lengthNs());
    }
    out.fields = event.timeIsApproximate ? "time approximate" : "";
    for (const Given& given : event.given) {
        if (given.name == "startTime" || given.name == "duration" || given.name.empty())
            continue;
        const int field = event.type ? event.type->fieldNamed(given.name) : -1;
        const bool isSpan = field >= 0
            && event.type->slots[static_cast<std::size_t>(field)].reduction == reduction::kTimespan;
        std::string value = given.number
            ? (isSpan ? durationText(*given.number) : std::to_string(*given.number))
            : given.truth ? (*given.truth ? "true" : "false")
                          : text.valueText(given.value, 1);
        if (given.name == "eventThread" || given.name == "sampledThread")
            out.by = std::move(value);
        else
            out.fields += (out.fields.empty() ? "" : ", ") + escaped(given.name) + ' ' + value;
    }
    out.fields = shortened(out.fields, textBytes);
    return out;
}

// Floats as integers in the same order.
std::int64_t orderOf(double number)
{
    const auto bits = std::bit_cast<std::int64_t>(number);
    return bits < 0 ? bits ^ std::numeric_limits<std::int64_t>::max() : bits;
}

RecordValue cellOf(const RecordText& text, const ValueReader& values, const Value& value)
{
    RecordValue out;
    if (value.isNull()) {
        out.json = "null";
        return out;
    }
    out.text = text.valueText(value, 1);
    if (value.type->kind == TypeKind::boolean) {
        out.json = out.text;
    } else if (value.type->kind == TypeKind::floating) {
        const double number = values.floating(value);
        out.isNumber = !std::isnan(number);
        out.order = orderOf(number);
        appendDouble(out.json, number);
    } else if (value.type->kind == TypeKind::array) {
        out.isNumber = true;
        out.order = static_cast<std::int64_t>(values.childCount(value));
    } else if (values.isReduced(value, reduction::kTimestamp)) {
        const auto moment = values.moment(value);
        out.isNumber = moment.has_value();
        out.order = moment.value_or(0);
        if (moment)
            appendNumber(out.json, *moment);
    } else if (value.type->isNumber()) {
        const std::int64_t number = values.number(value);
        out.isNumber = true;
        out.order = values.isReduced(value, reduction::kAmount) ? amountOf(number) : number;
        if (values.isReduced(value, reduction::kTimespan))
            appendSpan(out.json, number);
        else
            appendNumber(out.json, out.order);
    }
    return out;
}

}

std::vector<RecordTable> CjfrRecords::tables() const
{
    const IndexPtr index = m_file.knownIndex();
    std::vector<RecordTable> out;
    for (std::size_t i = 0; index && i < index->types.count(); ++i) {
        const Type& type = index->types.at(i);
        const bool isUsed = type.index < index->counts.size() && index->counts[type.index] > 0;
        if (!isUsed || type.kind != TypeKind::structure || !index->isEvent(type))
            continue;
        RecordTable& table = out.emplace_back();
        table.key = type.id;
        table.name = escaped(RecordText::shortName(type.name));
        if (table.name.empty())
            table.name = "type " + std::to_string(type.id);
        table.records = index->counts[type.index];
        for (const Slot& slot : type.slots) {
            if (table.fields.size() < limits::kRecordColumns)
                table.fields.push_back(escaped(slot.name));
        }
    }
    return out;
}

Result<std::uint64_t> CjfrRecords::read(const RecordQuery& query, const RecordSink& sink, Job& job) const
{
    if (!query.trackPattern.empty() && !m_file.hasTimes())
        return fail(Code::NoTimeAxis, "the capture has no tracks");
    auto indexed = m_file.indexNow(job);
    if (!indexed)
        return tl::unexpected(indexed.error());
    const StreamIndex& index = **indexed;
    if (query.from
        && (*query.from != idOf(Part::message, query.from->place) || query.from->place >= index.messages))
        return fail(Code::NodeUnknown);
    const ValueReader values(index);
    const RecordText text(values, query.textBytes);
    MessageJson json(values);
    Expander expander(values);
    TrackFilter tracks(values, query.trackPattern);
    std::uint64_t delivered = 0;
    bool more = query.limit > 0;
    Record line; // its room is used again
    job.start(index.messages);
    MessageWalk walk(index, query.from ? query.from->place : 0);
    for (std::uint64_t i = 0; more && walk.next(); ++i) {
        if ((i & 1023) == 1023) {
            if (job.stopRequested())
                return fail(Code::Stopped);
            if (auto whole = m_file.checkRead(); !whole)
                return tl::unexpected(whole.error());
            job.advance(1024);
        }
        const Message& message = walk.message();
        if (!index.isEvent(*message.type) || (query.table && message.type->id != *query.table))
            continue;
        if (query.expanded && Expander::canExpand(*message.type)) {
            expander.expand(message, [&](const ExpandedEvent& event) {
                if (!tracks.accepts(event, *message.type)
                    || (query.window && !isWithin(*query.window, timeOf(values, event))))
                    return !job.stopRequested();
                if (query.json) {
                    line.range = {m_file.streamSource(), message.offset, message.length};
                    line.ref = {m_file.streamSource(), message.offset};
                    line.json.clear();
                    expander.json(line.json, event);
                } else {
                    line = recordOf(text, values, event, message, m_file.streamSource(), query.textBytes);
                }
                more = sink(line) && ++delivered < query.limit;
                return more;
            });
            continue;
        }
        if (!tracks.accepts(message) || (query.window && !isWithin(*query.window, text.timeOf(message))))
            continue;
        if (query.placesOnly) {
            text.place(line, message, m_file.streamSource());
        } else if (query.json) {
            line.range = {m_file.streamSource(), message.offset, message.length};
            line.ref = {m_file.streamSource(), message.offset};
            line.json.clear();
            json.message(line.json, message);
        } else {
            line = text.record(message, m_file.streamSource());
        }
        if (query.table && !query.placesOnly) {
            line.values.clear();
            values.forEach(values.top(message), [&](const Slot&, std::uint64_t, const Value& value) {
                line.values.push_back(cellOf(text, values, value));
                return line.values.size() < limits::kRecordColumns;
            });
        }
        more = sink(line) && ++delivered < query.limit;
    }
    if (auto whole = m_file.checkRead(); !whole)
        return tl::unexpected(whole.error());
    return delivered;
}

Result<std::vector<Record>> CjfrRecords::in(const ByteRange& range, std::size_t limit, const Job& job) const
{
    std::vector<Record> out;
    const auto addPart = [&](std::string kind, std::string subject, const ByteRange& bytes, NodeId node) {
        if (bytes.length == 0 || bytes.source != range.source || bytes.offset >= range.end()
            || bytes.end() <= range.offset || out.size() >= limit)
            return;
        Record part;
        part.ref = {bytes.source, bytes.offset};
        part.node = node;
        part.range = bytes;
        part.tint = Tint::head;
        part.kind = std::move(kind);
        part.subject = std::move(subject);
        out.push_back(std::move(part));
    };
    addPart("header", m_file.header().generator, {SourceId {}, 0, m_file.header().streamStart},
            idOf(Part::header, 0));
    if (m_file.isCompressed())
        addPart("stream", m_file.header().codecName, m_file.storedStream(), idOf(Part::stream, 0));
    if (range.source == m_file.streamSource()) {
        const IndexPtr index = m_file.indexAtHand(job);
        if (!index)
            return out;
        const ValueReader values(*index);
        const RecordText text(values);
        MessageWalk walk = MessageWalk::at(*index, range.offset);
        std::size_t type = 0; // definitions stand between messages
        const auto addTypes = [&](std::uint64_t before) {
            for (; type < index->types.count() && index->types.at(type).offset < before; ++type) {
                const Type& at = index->types.at(type);
                addPart("type", escaped(at.name), {range.source, at.offset, at.length},
                        idOf(Part::type, type));
            }
        };
        while (out.size() < limit && walk.next(job) && walk.message().offset < range.end()) {
            addTypes(walk.message().offset);
            if (out.size() < limit)
                out.push_back(text.record(walk.message(), range.source));
        }
        addTypes(std::min(range.end(), index->end));
    }
    addPart("footer", {}, {SourceId {}, m_file.footer().offset, m_file.footer().length},
            idOf(Part::footer, 0));
    return out;
}

}
