#include "core/formats/cjfr/notes/cjfr_note_events.h"

#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/model/annotation_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace traceglass::cjfr {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kDescription =
    R"(["Annotation","A note on the recording, written in Traceglass",)"
    R"([["jdk.jfr.Category",[["Traceglass"]]],["jdk.jfr.Label",["Annotation"]]]])";
constexpr std::array<std::string_view, 6> kFields = {"startTime", "duration", "text",
                                                     "author",    "color",    "data"};
constexpr std::array<std::string_view, 6> kFieldDescriptions = {
    R"(["long","jdk.jfr.Timestamp",[["jdk.jfr.Label",["Start Time"]],["jdk.jfr.Timestamp",["TICKS"]]],"Start Time",null,false])",
    R"(["long","jdk.jfr.Timespan",[["jdk.jfr.Label",["Duration"]],["jdk.jfr.Timespan",["NANOSECONDS"]]],"Duration",null,false])",
    R"(["java.lang.String",null,[["jdk.jfr.Label",["Text"]]],"Text",null,false])",
    R"(["java.lang.String",null,[["jdk.jfr.Label",["Author"]]],"Author",null,false])",
    R"(["java.lang.String",null,[["jdk.jfr.Label",["Color"]]],"Color",null,false])",
    R"(["java.lang.String",null,[["jdk.jfr.Label",["Data"]]],"Data",null,false])",
};
enum NoteField : std::size_t { startTime, duration, text, author, color, data };

// A text in a cache costs a few bytes each time it is used, so it is the sum of what they say that is
// bounded.
constexpr std::uint64_t kTextAtMost = limits::kNotesJson;

// Is that the type as we define it, so that we may write events of it?
bool isOurs(const TypeTable& types, const Type& type)
{
    if (!type.isNote || type.slots.size() != kFields.size())
        return false;
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        const Slot& slot = type.slots[i];
        const Type* const holds = types.find(slot.typeId);
        const std::uint64_t reduced = !types.isJfr() ? reduction::kNone
            : i == startTime                         ? reduction::kTimestamp
            : i == duration                          ? reduction::kTimespan
                                                     : reduction::kNone;
        const bool isText = i >= text;
        if (slot.name != kFields[i] || !holds || holds->kind != (isText ? TypeKind::string : TypeKind::varint)
            || slot.reduction != reduced || holds->multiplier != 1
            || (isText && (slot.embedding == Embedding::plain || holds->encoding != TextEncoding::utf8)))
            return false;
    }
    return true;
}

// What the fields of such an event say, whoever wrote it.
struct EventFields
{
    Annotation note;
    bool hasText = false;
    std::string data;
};

EventFields fieldsOf(const ValueReader& values, const Message& message)
{
    EventFields out;
    Annotation& note = out.note;
    std::optional<std::int64_t> start;
    std::int64_t length = 0;
    constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::min();
    values.forEach(values.top(message), [&](const Slot& slot, std::uint64_t, const Value& value) {
        if (const auto number = numberOf(values, value)) {
            if (slot.name == kFields[duration])
                length = values.knownSpan(value);
            else if (slot.name == kFields[startTime] && values.isReduced(value, reduction::kTimestamp))
                start = values.moment(value);
            else if (slot.name == kFields[startTime] && *number != kUnset)
                start = number;
        } else if (isOf(value, TypeKind::string)) {
            out.hasText |= slot.name == kFields[text];
            if (slot.name == kFields[text])
                note.text = toValidUtf8(values.text(value));
            else if (slot.name == kFields[author])
                note.author = toValidUtf8(values.text(value));
            else if (slot.name == kFields[data])
                out.data = values.text(value);
            else if (slot.name == kFields[color]) {
                const auto named = std::ranges::find(kAnnotationColors, values.text(value));
                note.color = static_cast<std::uint8_t>(
                    named == kAnnotationColors.end() ? 0 : named - kAnnotationColors.begin());
            }
        }
        return true;
    });
    if (start)
        note.time = TimeRange {*start, addSaturating(*start, length)};
    return out;
}

// Nothing is decoded for it.
std::uint64_t textSize(const ValueReader& values, const Message& message)
{
    std::uint64_t size = 0;
    values.forEach(values.top(message), [&](const Slot&, std::uint64_t, const Value& value) {
        if (isOf(value, TypeKind::string))
            size += values.textBytes(value).size();
        return true;
    });
    return size;
}

std::uint64_t defineNote(Encoder& stream)
{
    const TypeTable& types = stream.types();
    // The name may be taken by a type that is not ours.
    std::string name(kNoteType);
    for (int number = 2;; ++number) {
        const Type* const known = stream.typeNamed(name);
        if (known && isOurs(types, *known))
            return known->id;
        if (!known)
            break;
        name = std::string(kNoteType) + std::to_string(number);
    }
    const bool isJfr = types.isJfr();
    const Type* const ticks = isJfr ? stream.typeNamed("timestamp") : nullptr;
    const bool isUsable = ticks && ticks->kind == TypeKind::varint && ticks->multiplier == 1;
    // The specification has no booleans, so the number of texts is a lower one there.
    const std::uint64_t string = types.numbering() == Numbering::spec ? builtin::kText - 1 : builtin::kText;
    TypeDefinition type;
    type.name = name;
    type.description = kDescription;
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        FieldDefinition field;
        field.name = kFields[i];
        field.description = kFieldDescriptions[i];
        if (i == startTime) {
            field.type = isUsable ? ticks->id : builtin::kVarint;
            field.reduction = isJfr ? reduction::kTimestamp : reduction::kNone;
        } else if (i == duration) {
            field.type = builtin::kVarint;
            field.reduction = isJfr ? reduction::kTimespan : reduction::kNone;
        } else {
            field.type = string;
            field.embedding = Embedding::cachedByHolder;
        }
        type.fields.push_back(field);
    }
    return stream.define(type);
}

// Readers take the first and the last time of any event for those of the recording, which a note must not
// stretch: what it says of a time outside is in its data only.
std::optional<TimeRange> timeShown(const StreamIndex& before, const Annotation& note)
{
    if (!note.time || !before.isJfr())
        return note.time;
    const bool isInside = before.firstStartNs && note.time->startNs >= *before.firstStartNs
        && note.time->endNs <= *before.lastEndNs;
    return isInside ? note.time : std::nullopt;
}

void textOrNull(Encoder& stream, std::string_view value)
{
    if (value.empty())
        stream.null();
    else
        stream.text(value);
}

}

Result<StreamNotes> readNotes(const StreamIndex& index, Job& job)
{
    StreamNotes out;
    out.ownFrom = index.end;
    std::uint64_t first = index.end, notOurs = 0;
    for (const Type& type : index.types.defined()) {
        if (type.isNote)
            first = std::min(first, type.offset);
        if (isOurs(index.types, type))
            out.starts.push_back(type.offset);
        else
            notOurs = std::max(notOurs, type.offset + type.length);
    }
    if (first == index.end)
        return out;
    const ValueReader values(index);
    // Events stand behind the definition of their type, which may stand in front of all messages.
    if (!index.checkpoints.empty())
        first = std::max(first, index.checkpoints.front().offset);
    std::vector<Message> events;
    std::uint64_t size = 0;
    MessageWalk walk = MessageWalk::at(index, first);
    for (std::uint64_t i = 0; walk.next(); ++i) {
        if ((i & 1023) == 1023 && job.stopRequested())
            return fail(Code::Stopped);
        const Message& message = walk.message();
        if (!message.type->isNote) {
            notOurs = std::max(notOurs, message.offset + message.length);
            continue;
        }
        size += textSize(values, message);
        if (size > kTextAtMost)
            return fail(Code::NotesBadJson, "they are larger than " + sizeText(kTextAtMost));
        events.push_back(message);
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
        if ((i & 255) == 255 && job.stopRequested())
            return fail(Code::Stopped);
        const Message& message = events[i];
        EventFields fields = fieldsOf(values, message);
        auto known = isOurs(index.types, *message.type) ? parseAnnotation(fields.data)
                                                        : Result<Annotation>(fail(Code::NotesBadJson));
        if (known) {
            known->text = std::move(fields.note.text);
            known->author = std::move(fields.note.author);
            known->color = fields.note.color;
            out.own.push_back({message.offset, message.type->name, std::move(*known), !fields.hasText});
            out.starts.push_back(message.offset);
            continue;
        }
        notOurs = std::max(notOurs, message.offset + message.length);
        fields.note.id = "cjfr-" + std::to_string(message.offset);
        fields.note.origin = AnnotationOrigin::foreign;
        out.foreign.push_back(std::move(fields.note));
    }
    std::erase_if(out.starts, [&](std::uint64_t start) { return start < notOurs; });
    std::ranges::sort(out.starts);
    if (!out.starts.empty())
        out.ownFrom = out.starts.front();
    return out;
}

Result<AnnotationSet> ownNotesBefore(const StreamNotes& stored, std::uint64_t offset, const Job& job)
{
    const auto end = std::ranges::lower_bound(stored.own, offset, {}, &NoteEvent::offset);
    const std::span<const NoteEvent> events(stored.own.begin(), end);
    std::unordered_map<std::string_view, const NoteEvent*> latest;
    for (const NoteEvent& event : events)
        latest[event.note.id] = &event;
    AnnotationSet out;
    for (const NoteEvent& event : events) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (latest[event.note.id] == &event && !event.isGone)
            out.push_back(event.note);
    }
    return out;
}

Result<AnnotationSet> notesOf(const StreamNotes& stored, const Job& job)
{
    auto out = ownNotesBefore(stored, ~std::uint64_t(0), job);
    if (out)
        out->append(stored.foreign);
    return out;
}

Result<void> writeNotes(Encoder& stream, const StreamIndex& before, const AnnotationSet& old,
                        const AnnotationSet& notes, const Job& job)
{
    std::unordered_map<std::string_view, const Annotation*> known;
    for (const Annotation& note : old)
        known.emplace(note.id, &note);
    // Of the recording, so that it does not stretch it.
    const std::int64_t anyTime = before.firstStartNs.value_or(before.universeStartNs.value_or(0));
    std::optional<std::uint64_t> type;
    const auto put = [&](const Annotation& note, bool isGone) {
        if (!type)
            type = defineNote(stream);
        stream.begin(*type);
        const auto time = isGone ? std::nullopt : timeShown(before, note);
        if (time)
            stream.number(time->startNs);
        else if (stream.knowsUnset())
            stream.unset();
        else
            stream.number(anyTime);
        stream.number(time ? time->lengthNs() : 0);
        if (isGone)
            stream.null();
        else
            stream.text(note.text);
        textOrNull(stream, isGone ? std::string_view() : std::string_view(note.author));
        textOrNull(stream,
                   isGone || note.color >= kAnnotationColors.size() ? std::string_view()
                                                                    : kAnnotationColors[note.color]);
        const Json gone {{"id", note.id}}; // one that is not UTF-8 gets replacement characters
        stream.text(isGone ? gone.dump(-1, ' ', false, Json::error_handler_t::replace)
                           : annotationJsonWithout(note, {kFields[text], kFields[author], kFields[color]}));
    };
    for (const Annotation& note : notes) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const auto same = known.find(note.id);
        if (same == known.end() || *same->second != note)
            put(note, false);
        if (same != known.end())
            known.erase(same);
    }
    for (const Annotation& note : old) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (known.contains(note.id))
            put(note, true);
    }
    return {};
}

}
