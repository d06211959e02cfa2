#include "core/formats/cjfr/wire/cjfr_json.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kDepthPrinted = 60;
// Bytes of text that count like a value more: texts multiply too. Likewise what is passed over and not shown.
constexpr std::size_t kTextOfValue = 256;
constexpr std::size_t kTextOfRecord = 64u << 20; // beyond it, fields left out are not named either

// Of cache entries: some ten thousand stacks of lossless recordings.
constexpr std::size_t kEntriesKept = 1u << 16;
constexpr std::size_t kTextsKept = 32u << 20;

constexpr std::size_t kMostShown = 4;

// Structs that get a short form, and the fields that are shown of them, in that order.
struct ShortForm
{
    std::string_view type;
    KnownStruct known;
    std::array<std::string_view, kMostShown> shown;
};
constexpr std::array<ShortForm, 7> kShortForms = {{
    {"java.lang.Class", KnownStruct::byName, {"name"}},
    {"jdk.types.ThreadGroup", KnownStruct::byName, {"name"}},
    {"java.lang.Thread", KnownStruct::thread, {"osName", "osThreadId", "javaName", "javaThreadId"}},
    {"jdk.types.ClassLoader", KnownStruct::classLoader, {"type", "name"}},
    {"jdk.types.Method", KnownStruct::method, {"type", "name", "descriptor"}},
    {"jdk.types.StackFrame", KnownStruct::stackFrame, {}},
    {"jdk.types.StackTrace", KnownStruct::stackTrace, {"frames", "truncated"}},
}};

// Null: it is written as it is.
const ShortForm* shortFormOf(const Type& type)
{
    const auto found = std::ranges::find(kShortForms, std::string_view(type.name), &ShortForm::type);
    return found == kShortForms.end() ? nullptr : &*found;
}

// In a table of kEntriesKept.
std::size_t placeOf(std::uint64_t content)
{
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>(content * kSpread >> (64 - std::countr_zero(kEntriesKept)));
}

}

KnownStruct knownStruct(const Type& type)
{
    const ShortForm* const form = shortFormOf(type);
    return form ? form->known : KnownStruct::none;
}

void appendDouble(std::string& out, double value)
{
    if (std::isnan(value)) {
        out += "\"NaN\"";
    } else if (std::isinf(value)) {
        out += value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
    } else {
        const std::size_t begin = out.size();
        appendNumber(out, value);
        if (out.find_first_of(".e", begin) == out.npos)
            out += ".0";
    }
}

void appendSpan(std::string& out, std::int64_t ns)
{
    switch (spanKind(ns)) {
    case SpanKind::known: appendNumber(out, ns); break;
    case SpanKind::unset: out += "\"unset\""; break;
    case SpanKind::endless: out += "\"forever\""; break;
    }
}

std::string frameText(const ValueReader& values, const Value& frame, std::uint64_t* passed)
{
    std::string out;
    const auto field = [&](const Value& of, std::string_view name) {
        const auto found = values.field(of, name);
        if (found && passed)
            *passed += found->begin - of.content;
        return found;
    };
    const auto textOf = [&](const std::optional<Value>& value) {
        return value && !value->isNull() && value->type->kind == TypeKind::string ? values.text(*value)
                                                                                  : std::string("?");
    };
    const auto method = field(frame, "method");
    if (method && !method->isNull()) {
        const auto holder = field(*method, "type");
        out = textOf(holder ? field(*holder, "name") : std::nullopt) + '.' + textOf(field(*method, "name"));
    } else {
        out = "?";
    }
    const auto line = field(frame, "lineNumber");
    if (line && !line->isNull() && line->type->isNumber())
        out += ':' + std::to_string(values.number(*line));
    return out;
}

// --- values

const MessageJson::Form& MessageJson::formOf(const Type& type)
{
    if (type.index >= m_forms.size())
        m_forms.resize(m_values.index().types.all().size());
    auto& known = m_forms[type.index];
    if (known)
        return *known;
    auto form = std::make_unique<Form>();
    JsonWriter(form->begin).beginObject().field("type", type.name);
    for (const Slot& slot : type.slots)
        form->keys.emplace_back(slot.name);
    const TypeTable& types = m_values.index().types;
    form->start = types.reducedField(type, type.startField, reduction::kTimestamp);
    form->duration = types.reducedField(type, type.durationField, reduction::kTimespan);
    const bool mayBeShort = types.isJfr() && type.kind == TypeKind::structure;
    if (const ShortForm* const brief = mayBeShort ? shortFormOf(type) : nullptr) {
        form->known = brief->known;
        for (std::size_t i = 0; i < kMostShown && !brief->shown[i].empty(); ++i)
            form->chosen.push_back(type.fieldNamed(brief->shown[i]));
    }
    known = std::move(form);
    return *known;
}

void MessageJson::begin()
{
    m_left = limits::kCjfrRecordValues;
    m_path.clear();
    m_depth = m_deepest = 0;
    m_isWhole = true;
}

void MessageJson::append(std::string& out, const Value& value)
{
    begin();
    stored(out, value);
}

// A value whose place is known.
void MessageJson::stored(std::string& out, const Value& value)
{
    if (value.isNull()) {
        out += "null";
    } else if (value.isReference) {
        reference(out, *value.type, value.content, value.reduction);
    } else {
        Cursor in(m_values.index().bytes, value.content);
        Clock clock = m_values.clockAt(value);
        this->value(out, in, clock, *value.type, value.reduction, value.isEntry());
    }
}

// The next one of a field or array.
void MessageJson::slot(std::string& out, Cursor& in, Clock& clock, const Slot& slot)
{
    const Announced before = readEmbedding(in, slot.embedding);
    if (before.what == Announced::What::nothing || !slot.type || in.failed()) {
        out += "null";
    } else if (before.what == Announced::What::knownEntry) {
        const auto& entries = m_values.index().types.caches()[slot.cache].entries;
        if (before.entry < entries.size())
            reference(out, *slot.type, entries[static_cast<std::size_t>(before.entry)], slot.reduction);
        else
            in.fail(Fault::beyondCache, in.offset());
    } else {
        value(out, in, clock, *slot.type, slot.reduction, before.what == Announced::What::freshEntry);
    }
}

// What bytes cost beside the value that they belong to.
void MessageJson::countBytes(std::uint64_t bytes)
{
    m_left -= std::min<std::uint64_t>(m_left, bytes / kTextOfValue);
}

// May one more be written? Else that is said in its place.
bool MessageJson::isCounted(std::string& out)
{
    if (m_depth > kDepthPrinted || m_left == 0) {
        out += "\"<deep>\"";
        m_isWhole = false;
        return false;
    }
    --m_left;
    m_deepest = std::max(m_deepest, m_depth);
    return true;
}

void MessageJson::value(std::string& out, Cursor& in, Clock& clock, const Type& type, std::uint64_t reduction,
                        bool isEntry)
{
    const bool isComposite = isEntry && type.isComposite();
    if (!isCounted(out) || (isComposite && isWritten(out, in.offset())))
        skip(in, clock, type, reduction);
    else if (isComposite)
        entry(out, in, clock, type);
    else
        content(out, in, clock, type, reduction);
}

void MessageJson::reference(std::string& out, const Type& type, std::uint64_t place, std::uint64_t reduction)
{
    if (!isCounted(out) || (type.isComposite() && isWritten(out, place)))
        return;
    Cursor in(m_values.index().bytes, place);
    Clock clock = m_values.clockAt(type, reduction, place);
    if (type.isComposite())
        entry(out, in, clock, type);
    else
        content(out, in, clock, type, reduction);
}

// Writes an entry that was written before and fits here as it is, or that holds itself.
bool MessageJson::isWritten(std::string& out, std::uint64_t place)
{
    const EntryText* const known = m_entries.empty() ? nullptr : &m_entries[placeOf(place)];
    if (known && known->content == place && known->values < m_left
        && m_depth + known->height <= kDepthPrinted) {
        out.append(m_texts, known->begin, known->length);
        m_left -= known->values;
        m_deepest = std::max(m_deepest, m_depth + known->height);
        return true;
    }
    if (std::ranges::find(m_path, place) == m_path.end())
        return false;
    out += "\"<cycle>\"";
    m_isWhole = false;
    return true;
}

void MessageJson::keepEntry(const EntryText& entry, std::string_view text)
{
    if (text.size() > kTextsKept / 16)
        return;
    if (m_entries.empty() || m_texts.size() + text.size() > kTextsKept) {
        m_entries.assign(kEntriesKept, {});
        m_texts.clear();
    }
    EntryText& kept = m_entries[placeOf(entry.content)];
    kept = entry;
    kept.begin = static_cast<std::uint32_t>(m_texts.size());
    kept.length = static_cast<std::uint32_t>(text.size());
    m_texts += text;
}

// What is whole looks the same wherever it stands: nothing in it can be on the way to it, or it would hold
// itself.
void MessageJson::entry(std::string& out, Cursor& in, Clock& clock, const Type& type)
{
    const std::uint64_t place = in.offset(), left = m_left;
    const std::size_t start = out.size();
    const std::size_t deepest = std::exchange(m_deepest, m_depth);
    const bool isWhole = std::exchange(m_isWhole, true);
    m_path.push_back(place);
    content(out, in, clock, type, reduction::kNone);
    m_path.pop_back();
    if (m_isWhole && m_left > 0 && !in.failed())
        keepEntry({.content = place,
                   .values = static_cast<std::uint32_t>(left - m_left),
                   .height = static_cast<std::uint32_t>(m_deepest - m_depth)},
                  std::string_view(out).substr(start));
    m_deepest = std::max(m_deepest, deepest);
    m_isWhole = m_isWhole && isWhole;
}

void MessageJson::content(std::string& out, Cursor& in, Clock& clock, const Type& type,
                          std::uint64_t reduction)
{
    switch (type.kind) {
    case TypeKind::integer:
    case TypeKind::varint: number(out, in, clock, type, reduction); return;
    case TypeKind::boolean: out += in.u8() != 0 ? "true" : "false"; return;
    case TypeKind::floating:
        appendDouble(out, floatingOf(in.fixed(floatWidth(type.format)), type.format));
        return;
    case TypeKind::string: text(out, in, type); return;
    case TypeKind::array:
        ++m_depth;
        elements(out, in, clock, type);
        --m_depth;
        return;
    case TypeKind::structure:
        ++m_depth;
        structure(out, in, clock, type);
        --m_depth;
        return;
    }
}

void MessageJson::number(std::string& out, Cursor& in, Clock& clock, const Type& type,
                         std::uint64_t reduction)
{
    const std::int64_t stored = readNumber(in, type);
    if (!m_values.index().isJfr())
        return appendNumber(out, stored);
    if (reduction == reduction::kTimespan)
        return appendSpan(out, stored);
    if (reduction != reduction::kTimestamp)
        return appendNumber(out, reduction == reduction::kAmount ? amountOf(stored) : stored);
    if (const auto moment = clock.moment(stored))
        appendNumber(out, *moment);
    else
        out += "\"unset\"";
}

void MessageJson::text(std::string& out, Cursor& in, const Type& type)
{
    const auto bytes = in.lengthAndBytes();
    countBytes(bytes.size());
    if (isStoredAsUtf8(type.encoding))
        appendJsonString(out, asText(bytes));
    else
        appendJsonString(out, decodeText(bytes, type.encoding));
}

// The rest of a value that begins there.
void MessageJson::leaveOut(Cursor& in, Clock& clock, const Type& type)
{
    m_isWhole = false;
    skip(in, clock, type);
}

// The elements of an array, or the fields of a struct as if they were some.
void MessageJson::elements(std::string& out, Cursor& in, Clock& clock, const Type& type)
{
    const Cursor start = in;
    const Clock before = clock;
    const bool isArray = type.kind == TypeKind::array;
    const std::uint64_t count = isArray ? in.uv() : type.slots.size();
    out += '[';
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
        if (i > 0 && m_left == 0) {
            leaveOut(in = start, clock = before, type);
            break;
        }
        if (i > 0)
            out += ',';
        slot(out, in, clock, type.slots[isArray ? 0 : static_cast<std::size_t>(i)]);
    }
    out += ']';
}

void MessageJson::structure(std::string& out, Cursor& in, Clock& clock, const Type& type)
{
    const Form& form = formOf(type);
    if (form.known != KnownStruct::none)
        return shortForm(out, in, clock, type, form);
    const Cursor start = in;
    const Clock before = clock;
    JsonWriter json(out);
    json.beginObject();
    for (std::size_t i = 0; i < type.slots.size() && !in.failed(); ++i) {
        if (m_left == 0 && out.size() > kTextOfRecord) {
            leaveOut(in = start, clock = before, type);
            break;
        }
        json.key(form.keys[i]);
        countBytes(form.keys[i].text(true).size());
        slot(out, in, clock, type.slots[i]);
    }
    json.endObject();
}

void MessageJson::shortForm(std::string& out, Cursor& in, Clock& clock, const Type& type, const Form& form)
{
    if (form.known == KnownStruct::stackFrame) {
        Value frame;
        frame.type = &type;
        frame.content = in.offset();
        frame.baseNs = clock.baseNs;
        std::uint64_t passed = 0;
        const std::string text = frameText(m_values, frame, &passed);
        countBytes(passed + text.size());
        appendJsonString(out, text);
        skip(in, clock, type);
        return;
    }
    std::array<Value, kMostShown> shown;
    std::uint64_t passed = 0;
    for (std::size_t i = 0; i < type.slots.size() && !in.failed(); ++i) {
        const Value field = m_values.slot(in, clock, type.slots[i]);
        const auto at = std::ranges::find(form.chosen, static_cast<int>(i));
        if (at != form.chosen.end())
            shown[static_cast<std::size_t>(at - form.chosen.begin())] = field;
        else
            passed += field.end - field.begin;
    }
    countBytes(passed);
    if (form.known == KnownStruct::byName)
        return stored(out, shown[0]);
    if (form.known == KnownStruct::stackTrace)
        return frames(out, shown[0], shown[1]);
    JsonWriter json(out);
    json.beginObject();
    for (std::size_t i = 0; i < form.chosen.size(); ++i) {
        if (form.chosen[i] < 0)
            continue;
        json.key(form.keys[static_cast<std::size_t>(form.chosen[i])]);
        stored(out, shown[i]);
    }
    json.endObject();
}

void MessageJson::frames(std::string& out, const Value& frames, const Value& truncated)
{
    JsonWriter json(out);
    if (!frames.isNull() && frames.type->isComposite()) {
        Cursor in(m_values.index().bytes, frames.content);
        Clock clock = m_values.clockAt(frames);
        elements(out, in, clock, *frames.type);
        out.pop_back();
    } else {
        json.beginArray();
    }
    if (!truncated.isNull() && truncated.type->kind == TypeKind::boolean && m_values.boolean(truncated))
        json.value("<truncated>");
    json.endArray();
}

// --- messages

void MessageJson::message(std::string& out, const Message& message)
{
    begin();
    const StreamIndex& index = m_values.index();
    const Type& type = *message.type;
    const Form& form = formOf(type);
    Cursor in(index.bytes, message.content);
    Clock clock {index.rules, message.baseNs};
    JsonWriter json(out);
    json.raw(form.begin);
    if (!index.isJfr() || type.kind != TypeKind::structure) {
        json.field("type_id", type.id).key("value");
        value(out, in, clock, type, reduction::kNone, false);
        json.endObject();
        return;
    }
    m_start = m_duration = "null";
    m_fields.clear();
    JsonWriter fields(m_fields);
    fields.beginObject();
    ++m_depth;
    for (std::size_t i = 0; i < type.slots.size() && !in.failed(); ++i) {
        const auto field = static_cast<int>(i);
        const bool isApart = field == form.start || field == form.duration;
        if (isApart) {
            std::string& apart = field == form.start ? m_start : m_duration;
            apart.clear();
            slot(apart, in, clock, type.slots[i]);
            if (apart != "null")
                continue;
        }
        fields.key(form.keys[i]);
        if (isApart)
            fields.value(std::nullopt);
        else
            slot(m_fields, in, clock, type.slots[i]);
    }
    fields.endObject();
    static const struct
    {
        JsonKey start {"start_ns"}, duration {"dur_ns"}, fields {"fields"};
    } keys;
    json.key(keys.start).raw(m_start).key(keys.duration).raw(m_duration).key(keys.fields).raw(m_fields);
    json.endObject();
}

}
