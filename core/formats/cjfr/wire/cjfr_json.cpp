#include "core/formats/cjfr/wire/cjfr_json.h"

#include "core/base/limits.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <utility>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kDepthPrinted = 60;
constexpr std::size_t kTextOfValue = 256; // bytes of text that count like a value more: texts multiply too

// Of cache entries: some ten thousand stacks of lossless recordings.
constexpr std::size_t kEntriesKept = 1u << 16;
constexpr std::size_t kTextsKept = 32u << 20;

constexpr std::size_t kMostShown = 4;

// The fields of a short form, in its order.
std::span<const std::string_view> shownOf(Known known)
{
    using namespace std::string_view_literals;
    static constexpr std::array kName = {"name"sv};
    static constexpr std::array kThread = {"osName"sv, "osThreadId"sv, "javaName"sv, "javaThreadId"sv};
    static constexpr std::array kLoader = {"type"sv, "name"sv};
    static constexpr std::array kMethod = {"type"sv, "name"sv, "descriptor"sv};
    static constexpr std::array kTrace = {"frames"sv, "truncated"sv};
    switch (known) {
    case Known::byName: return kName;
    case Known::thread: return kThread;
    case Known::classLoader: return kLoader;
    case Known::method: return kMethod;
    case Known::stackTrace: return kTrace;
    case Known::none:
    case Known::stackFrame: break;
    }
    return {};
}

// Keys begin with the comma before them.
void appendKey(std::string& out, std::string_view key, bool isFirst)
{
    out += isFirst ? key.substr(1) : key;
}

void skip(Cursor& in, Clock& clock, const Type& type, std::uint64_t reduction)
{
    Revisit policy;
    Walker<Revisit> walker(policy);
    if (type.isNumber())
        walker.number(in, clock, type, reduction);
    else
        walker.content(in, clock, const_cast<Type&>(type));
}

}

Known knownStruct(const Type& type)
{
    struct Entry
    {
        std::string_view name;
        Known known;
    };
    constexpr std::array<Entry, 7> kKnown = {{
        {"java.lang.Class", Known::byName},
        {"jdk.types.ThreadGroup", Known::byName},
        {"java.lang.Thread", Known::thread},
        {"jdk.types.ClassLoader", Known::classLoader},
        {"jdk.types.Method", Known::method},
        {"jdk.types.StackFrame", Known::stackFrame},
        {"jdk.types.StackTrace", Known::stackTrace},
    }};
    const auto found = std::ranges::find(kKnown, std::string_view(type.name), &Entry::name);
    return found == kKnown.end() ? Known::none : found->known;
}

void appendDouble(std::string& out, double value)
{
    if (std::isnan(value)) {
        out += "\"NaN\"";
    } else if (std::isinf(value)) {
        out += value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
    } else {
        std::array<char, 32> buffer {};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
        const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
        out += text;
        if (text.find_first_of(".e") == std::string_view::npos)
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

void appendMoment(std::string& out, std::optional<std::int64_t> ns)
{
    if (ns)
        appendNumber(out, *ns);
    else
        out += "\"unset\"";
}

std::string frameText(const ValueReader& values, const Value& frame)
{
    std::string out;
    const auto textOf = [&](const std::optional<Value>& value) {
        return value && !value->isNull() && value->type->kind == Kind::string ? values.text(*value)
                                                                              : std::string("?");
    };
    const auto method = values.field(frame, "method");
    if (method && !method->isNull()) {
        const auto holder = values.field(*method, "type");
        out = textOf(holder ? values.field(*holder, "name") : std::nullopt) + '.'
            + textOf(values.field(*method, "name"));
    } else {
        out = "?";
    }
    const auto line = values.field(frame, "lineNumber");
    if (line && !line->isNull() && line->type->isNumber())
        out += ':' + std::to_string(values.number(*line));
    return out;
}

// --- entries

const EntryTexts::Entry* EntryTexts::find(std::uint64_t content) const
{
    if (m_entries.empty())
        return nullptr;
    const Entry& entry = m_entries[placeOf(content)];
    return entry.content == content ? &entry : nullptr;
}

void EntryTexts::keep(const Entry& entry, std::string_view text)
{
    if (text.size() > kTextsKept / 16)
        return;
    if (m_entries.empty() || m_text.size() + text.size() > kTextsKept) {
        m_entries.assign(kEntriesKept, {});
        m_text.clear();
    }
    Entry& kept = m_entries[placeOf(entry.content)];
    kept = entry;
    kept.begin = static_cast<std::uint32_t>(m_text.size());
    kept.length = static_cast<std::uint32_t>(text.size());
    m_text += text;
}

std::size_t EntryTexts::placeOf(std::uint64_t content)
{
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>(content * kSpread >> (64 - std::countr_zero(kEntriesKept)));
}

// --- values

const JsonWriter::Form& JsonWriter::formOf(const Type& type)
{
    if (type.index >= m_forms.size())
        m_forms.resize(m_values.index().types.all().size());
    auto& known = m_forms[type.index];
    if (known)
        return *known;
    auto form = std::make_unique<Form>();
    form->begin = "{\"type\":" + jsonString(type.name);
    for (const Slot& slot : type.slots)
        form->keys.push_back(',' + jsonString(slot.name) + ':');
    const auto reduced = [&](int field, std::uint64_t reduction) {
        const Slot* const slot = field < 0 ? nullptr : &type.slots[static_cast<std::size_t>(field)];
        return slot && slot->type && slot->type->isNumber() && slot->reduction == reduction ? field : -1;
    };
    form->start = reduced(type.startField, reduction::kTimestamp);
    form->duration = reduced(type.durationField, reduction::kTimespan);
    form->known = m_values.index().isJfr() && type.kind == Kind::structure ? knownStruct(type) : Known::none;
    for (const std::string_view name : shownOf(form->known))
        form->chosen.push_back(type.fieldNamed(name));
    known = std::move(form);
    return *known;
}

void JsonWriter::begin()
{
    m_left = limits::kCjfrRecordValues;
    m_path.clear();
    m_depth = m_deepest = 0;
    m_isWhole = true;
}

void JsonWriter::append(std::string& out, const Value& value)
{
    begin();
    stored(out, value);
}

// A value whose place is known.
void JsonWriter::stored(std::string& out, const Value& value)
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
void JsonWriter::slot(std::string& out, Cursor& in, Clock& clock, const Slot& slot)
{
    bool isEntry = false, isNull = !slot.type;
    switch (slot.embedding) {
    case Embedding::plain: break;
    case Embedding::nullable: isNull = in.u8() == 0 || isNull; break;
    case Embedding::cached:
    case Embedding::cachedByHolder: {
        const std::uint64_t code = in.uv();
        isNull = isNull || code == 0;
        isEntry = true;
        if (isNull || code == 1)
            break;
        const auto& entries = m_values.index().types.caches()[slot.cache].entries;
        if (code - 2 < entries.size())
            reference(out, *slot.type, entries[static_cast<std::size_t>(code - 2)], slot.reduction);
        else
            in.fail(Fault::beyondCache, in.offset());
        return;
    }
    }
    if (isNull || in.failed())
        out += "null";
    else
        value(out, in, clock, *slot.type, slot.reduction, isEntry);
}

// May one more be written? Else that is said in its place.
bool JsonWriter::isCounted(std::string& out)
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

void JsonWriter::value(std::string& out, Cursor& in, Clock& clock, const Type& type, std::uint64_t reduction,
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

void JsonWriter::reference(std::string& out, const Type& type, std::uint64_t place, std::uint64_t reduction)
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
bool JsonWriter::isWritten(std::string& out, std::uint64_t place)
{
    const EntryTexts::Entry* const known = m_texts.find(place);
    if (known && known->values < m_left && m_depth + known->height <= kDepthPrinted) {
        out += m_texts.textOf(*known);
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

// What is whole looks the same wherever it stands: nothing in it can be on the way to it, or it would hold
// itself.
void JsonWriter::entry(std::string& out, Cursor& in, Clock& clock, const Type& type)
{
    const std::uint64_t place = in.offset(), left = m_left;
    const std::size_t start = out.size();
    const std::size_t deepest = std::exchange(m_deepest, m_depth);
    const bool isWhole = std::exchange(m_isWhole, true);
    m_path.push_back(place);
    content(out, in, clock, type, reduction::kNone);
    m_path.pop_back();
    if (m_isWhole && m_left > 0 && !in.failed())
        m_texts.keep({place, 0, 0, static_cast<std::uint32_t>(left - m_left),
                      static_cast<std::uint32_t>(m_deepest - m_depth)},
                     std::string_view(out).substr(start));
    m_deepest = std::max(m_deepest, deepest);
    m_isWhole = m_isWhole && isWhole;
}

void JsonWriter::content(std::string& out, Cursor& in, Clock& clock, const Type& type,
                         std::uint64_t reduction)
{
    switch (type.kind) {
    case Kind::integer:
    case Kind::varint: number(out, in, clock, type, reduction); return;
    case Kind::boolean: out += in.u8() != 0 ? "true" : "false"; return;
    case Kind::floating:
        appendDouble(out, floatingOf(in.fixed(floatWidth(type.format)), type.format));
        return;
    case Kind::string: text(out, in, type); return;
    case Kind::array:
        ++m_depth;
        elements(out, in, clock, type);
        --m_depth;
        return;
    case Kind::structure:
        ++m_depth;
        structure(out, in, clock, type);
        --m_depth;
        return;
    }
}

void JsonWriter::number(std::string& out, Cursor& in, Clock& clock, const Type& type, std::uint64_t reduction)
{
    const std::int64_t stored = readNumber(in, type);
    if (!m_values.index().isJfr())
        appendNumber(out, stored);
    else if (reduction == reduction::kTimestamp)
        appendMoment(out, clock.moment(stored));
    else if (reduction == reduction::kTimespan)
        appendSpan(out, stored);
    else
        appendNumber(out, reduction == reduction::kAmount ? amountOf(stored) : stored);
}

void JsonWriter::text(std::string& out, Cursor& in, const Type& type)
{
    const auto bytes = in.lengthAndBytes();
    m_left -= std::min<std::uint64_t>(m_left, bytes.size() / kTextOfValue);
    if (isStoredAsUtf8(type.encoding))
        appendJsonString(out, asText(bytes));
    else
        appendJsonString(out, decodeText(bytes, type.encoding));
}

void JsonWriter::elements(std::string& out, Cursor& in, Clock& clock, const Type& type)
{
    const Cursor start = in;
    const Clock before = clock;
    const std::uint64_t count = in.uv();
    out += '[';
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
        if (i > 0 && m_left == 0) {
            m_isWhole = false;
            in = start;
            clock = before;
            skip(in, clock, type, reduction::kNone);
            break;
        }
        if (i > 0)
            out += ',';
        slot(out, in, clock, type.slots.front());
    }
    out += ']';
}

void JsonWriter::structure(std::string& out, Cursor& in, Clock& clock, const Type& type)
{
    const Form& form = formOf(type);
    if (form.known != Known::none)
        return shortForm(out, in, clock, type, form);
    out += '{';
    for (std::size_t i = 0; i < type.slots.size() && !in.failed(); ++i) {
        appendKey(out, form.keys[i], i == 0);
        slot(out, in, clock, type.slots[i]);
    }
    out += '}';
}

void JsonWriter::shortForm(std::string& out, Cursor& in, Clock& clock, const Type& type, const Form& form)
{
    if (form.known == Known::stackFrame) {
        Value frame;
        frame.type = &type;
        frame.content = in.offset();
        frame.baseNs = clock.baseNs;
        appendJsonString(out, frameText(m_values, frame));
        skip(in, clock, type, reduction::kNone);
        return;
    }
    std::array<Value, kMostShown> shown;
    for (std::size_t i = 0; i < type.slots.size() && !in.failed(); ++i) {
        const Value field = m_values.slot(in, clock, type.slots[i]);
        const auto at = std::ranges::find(form.chosen, static_cast<int>(i));
        if (at != form.chosen.end())
            shown[static_cast<std::size_t>(at - form.chosen.begin())] = field;
    }
    if (form.known == Known::byName)
        return stored(out, shown[0]);
    if (form.known == Known::stackTrace)
        return frames(out, shown[0], shown[1]);
    out += '{';
    bool isFirst = true;
    for (std::size_t i = 0; i < form.chosen.size(); ++i) {
        if (form.chosen[i] < 0)
            continue;
        appendKey(out, form.keys[static_cast<std::size_t>(form.chosen[i])], isFirst);
        isFirst = false;
        stored(out, shown[i]);
    }
    out += '}';
}

void JsonWriter::frames(std::string& out, const Value& frames, const Value& truncated)
{
    out += '[';
    bool isFirst = true;
    if (!frames.isNull() && frames.type->isComposite()) {
        Cursor in(m_values.index().bytes, frames.content);
        Clock clock = m_values.clockAt(frames);
        const bool isArray = frames.type->kind == Kind::array;
        const std::uint64_t count = isArray ? in.uv() : frames.type->slots.size();
        for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
            if (i > 0 && m_left == 0) {
                m_isWhole = false;
                break;
            }
            out += isFirst ? "" : ",";
            isFirst = false;
            slot(out, in, clock, frames.type->slots[isArray ? 0 : static_cast<std::size_t>(i)]);
        }
    }
    if (!truncated.isNull() && truncated.type->kind == Kind::boolean && m_values.boolean(truncated))
        out += isFirst ? "\"<truncated>\"" : ",\"<truncated>\"";
    out += ']';
}

// --- messages

void JsonWriter::message(std::string& out, const Message& message)
{
    begin();
    const StreamIndex& index = m_values.index();
    const Type& type = *message.type;
    const Form& form = formOf(type);
    Cursor in(index.bytes, message.content);
    Clock clock {index.rules, message.baseNs};
    out += form.begin;
    if (!index.isJfr() || type.kind != Kind::structure) {
        out += ",\"type_id\":";
        appendNumber(out, type.id);
        out += ",\"value\":";
        value(out, in, clock, type, reduction::kNone, false);
        out += '}';
        return;
    }
    m_start = m_duration = "null";
    m_fields.clear();
    ++m_depth;
    for (std::size_t i = 0; i < type.slots.size() && !in.failed(); ++i) {
        const auto field = static_cast<int>(i);
        if (field == form.start || field == form.duration) {
            std::string& apart = field == form.start ? m_start : m_duration;
            apart.clear();
            slot(apart, in, clock, type.slots[i]);
            if (apart != "null")
                continue;
        }
        appendKey(m_fields, form.keys[i], m_fields.empty());
        if (field == form.start || field == form.duration)
            m_fields += "null";
        else
            slot(m_fields, in, clock, type.slots[i]);
    }
    out += ",\"start_ns\":";
    out += m_start;
    out += ",\"dur_ns\":";
    out += m_duration;
    out += ",\"fields\":{";
    out += m_fields;
    out += "}}";
}

}
