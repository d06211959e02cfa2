#include "core/formats/rtc/wire/rtc_meta.h"

#include "core/base/json_writer.h"
#include "core/base/text.h"
#include "core/formats/rtc/wire/relaxed_json.h"
#include "core/formats/rtc/wire/rtc_wire.h"

#include <algorithm>
#include <tuple>

namespace traceglass::rtc {

namespace {

// A frame header holds the id with one bit more.
constexpr std::uint32_t kIdEnd = 1u << 30;

// A free id tells that streams exist which nothing describes. So many are believed; a garbled number may be
// huge.
constexpr std::uint32_t kUndescribedAtMost = 4096;

// A garbled object is searched up to here, its start within so many bytes: hostile text must not cost
// squares.
constexpr std::size_t kPieceAtMost = 16u << 10;
constexpr std::size_t kStartAtMost = 64;

using Value = RelaxedJson::Value;
using Members = RelaxedJson::Members;

std::optional<Stream> makeStream(const Members& members, bool bigEndian)
{
    const auto get = [&](std::string_view key, Value::Kind kind) {
        const auto found = std::find_if(members.rbegin(), members.rend(),
                                        [&](const auto& member) { return member.first == key; });
        if (found == members.rend() || found->second.kind != kind)
            return std::string();
        return kind == Value::Kind::text ? found->second.text : found->second.json;
    };
    const auto text = [&](std::string_view key) { return get(key, Value::Kind::text); };
    const auto numberText = [&](std::string_view key) { return get(key, Value::Kind::number); };
    const auto id = asNumber<std::uint32_t>(numberText("id"));
    if (!id || *id < kFirstStream || *id >= kIdEnd)
        return {};
    Stream stream;
    stream.id = *id;
    stream.name = text("name");
    for (const char* key : {"type", "format"}) {
        if (std::string format = text(key); !format.empty())
            stream.format = std::move(format);
    }
    stream.length = asNumber<std::uint32_t>(numberText("length"));
    stream.cont = get("cont", Value::Kind::boolean) == "true";
    stream.isClock = get("clock", Value::Kind::boolean) == "true";
    stream.clock = text("clock");
    stream.delta = text("delta");
    stream.stream = text("stream");
    stream.gain = numberText("gain");
    stream.offset = numberText("offset");
    stream.unit = text("unit");
    stream.value = parseFormat(stream.format, bigEndian);
    if (const auto gain = parseDecimal(stream.gain))
        stream.value.gain = *gain;
    if (const auto offset = parseDecimal(stream.offset))
        stream.value.offset = *offset;
    for (const auto& [key, value] : members)
        stream.attributes.add(key, value.json);
    stream.attributes.addedAll();
    return stream;
}

bool readWhole(std::string_view text, bool bigEndian, const Job& job, MetaBody& out)
{
    RelaxedJson in(text);
    if (!in.take('['))
        return false;
    while (!in.take(']') && !job.stopRequested()) {
        out.freeId.reset(); // only the last element counts
        if (in.peek() == '{') {
            Members members;
            std::string json;
            if (!in.readContainer(&members, json, 1))
                return false;
            if (auto stream = makeStream(members, bigEndian))
                out.streams.push_back(std::move(*stream));
        } else {
            Value value;
            if (!in.readValue(value, 1))
                return false;
            if (value.kind == Value::Kind::number)
                out.freeId = asNumber<std::uint32_t>(value.json);
        }
        if (!in.take(',') && in.peek() != ']')
            return false;
    }
    return true;
}

// Is there `{"id":N` at the offset, in any dialect?
bool isObjectStart(std::string_view text, std::size_t at)
{
    RelaxedJson in(text.substr(at, kStartAtMost));
    std::string key;
    return in.take('{') && (RelaxedJson::isWord(in.peek()) || in.peek() == '"' || in.peek() == '\'')
        && in.readKey(key) && key == "id" && in.take(':') && isDigit(in.peek());
}

// What can be read of a garbled object, every attribute once. The writer that garbles repeats bytes, so what
// comes last is right.
Members readPieces(std::string_view text)
{
    Members members;
    for (std::size_t at = 0; at < text.size();) {
        if (!RelaxedJson::isWord(text[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < text.size() && RelaxedJson::isWord(text[at]))
            ++at;
        RelaxedJson in(text, at < text.size() && (text[at] == '"' || text[at] == '\'') ? at + 1 : at);
        if (!in.take(':'))
            continue;
        Value value;
        const char first = in.peek();
        if (!in.readValue(value, 1))
            continue;
        const std::size_t end = in.at();
        const bool quoted = first == '"' || first == '\'';
        const char next = in.peek();
        if (!quoted && next != ',' && next != '}') // what has no end of its own may be cut
            continue;
        const std::string_view key = text.substr(begin, at - begin);
        std::erase_if(members, [&](const auto& member) { return member.first == key; });
        members.emplace_back(key, std::move(value));
        at = end;
    }
    return members;
}

void salvage(std::string_view text, bool bigEndian, const Job& job, MetaBody& out)
{
    std::size_t end = 0; // behind the last whole object
    const auto objectFrom = [&](std::size_t at) {
        at = text.find('{', at);
        while (at != std::string_view::npos && !isObjectStart(text, at))
            at = text.find('{', at + 1);
        return at;
    };
    for (std::size_t begin = objectFrom(0), next = 0; begin != std::string_view::npos && !job.stopRequested();
         begin = next) {
        next = objectFrom(begin + 1);
        const std::string_view piece = text.substr(begin, std::min(next, text.size()) - begin);
        RelaxedJson in(piece);
        Members members;
        std::string json;
        const bool isWhole = in.readContainer(&members, json, 1);
        if (isWhole) {
            end = begin + in.at();
        } else {
            members = readPieces(piece.substr(0, kPieceAtMost));
            end = begin + std::min(piece.rfind('}') + 1, piece.size());
        }
        if (auto stream = makeStream(members, bigEndian)) {
            stream->pieced = !isWhole;
            out.streams.push_back(std::move(*stream));
        }
    }
    RelaxedJson in(text, end);
    Value value;
    if (end > 0 && in.take(',') && in.readValue(value, 1) && value.kind == Value::Kind::number
        && in.take(']'))
        out.freeId = asNumber<std::uint32_t>(value.json);
}

// The first of some texts, each behind its length.
std::string_view takeText(std::string_view& texts)
{
    std::size_t at = 0;
    const auto length = static_cast<std::size_t>(readInt(asBytes(texts), at).value_or(0));
    const std::string_view text = texts.substr(at, length);
    texts.remove_prefix(at + text.size());
    return text;
}

// The next free id is behind all others. What lies beyond it was never created: its id is garbled, or when
// most do, that number is. A writer may be off by one, with its last stream.
void dropImpossible(MetaBody& body)
{
    if (!body.freeId)
        return;
    const std::uint32_t lastId = body.streams.empty() ? 0 : body.streams.back().id;
    const auto isImpossible = [&](const Stream& stream) {
        return stream.id > *body.freeId || (stream.id == *body.freeId && stream.id != lastId);
    };
    const auto impossible = std::ranges::count_if(body.streams, isImpossible);
    if (impossible == 0)
        return;
    body.salvaged = true;
    if (2 * impossible < std::ssize(body.streams))
        std::erase_if(body.streams, isImpossible);
    else
        body.freeId.reset();
}

}

Attributes::Attributes(std::initializer_list<Pair> pairs)
{
    for (const auto& [name, json] : pairs)
        add(name, json);
}

void Attributes::add(std::string_view name, std::string_view json)
{
    for (const std::string_view text : {name, json}) {
        appendInt(m_texts, text.size());
        m_texts += text;
    }
}

std::optional<std::string_view> Attributes::find(std::string_view name) const
{
    for (const auto& [known, json] : *this) {
        if (known == name)
            return json;
    }
    return {};
}

Attributes::Pair Attributes::Iterator::operator*() const
{
    std::string_view rest = m_rest;
    const std::string_view name = takeText(rest);
    return {name, takeText(rest)};
}

Attributes::Iterator& Attributes::Iterator::operator++()
{
    takeText(m_rest);
    takeText(m_rest);
    return *this;
}

MetaBody readMeta(std::span<const std::byte> payload, bool bigEndian, const Job& job)
{
    std::string_view text = asText(payload);
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    MetaBody body;
    if (!readWhole(text, bigEndian, job, body)) {
        body = {};
        body.salvaged = true;
        salvage(text, bigEndian, job, body);
    }
    dropImpossible(body);
    return body;
}

std::string metaObject(const Stream& stream)
{
    std::string out;
    JsonWriter json(out);
    json.beginObject().field("id", stream.id);
    const auto has = [&](std::string_view key) { return stream.attributes.find(key).has_value(); };
    if (!has("id")) { // built in code: attributes are what the fields do not tell
        const auto add = [&](std::string_view key, const auto& value, bool isSet) {
            if (isSet && !has(key))
                json.field(key, value);
        };
        const auto addText = [&](std::string_view key, const std::string& text) {
            add(key, text, !text.empty());
        };
        const auto addNumber = [&](std::string_view key, const std::string& number) {
            if (!number.empty() && !has(key))
                json.key(key).raw(number);
        };
        add("name", stream.name, true);
        add("length", stream.length, stream.length.has_value());
        add("cont", true, stream.cont);
        addText("format", stream.format);
        if (stream.isClock && !has("clock"))
            json.field("clock", true);
        else
            addText("clock", stream.clock);
        addText("delta", stream.delta);
        addText("stream", stream.stream);
        addNumber("gain", stream.gain);
        addNumber("offset", stream.offset);
        addText("unit", stream.unit);
    }
    for (const auto& [key, value] : stream.attributes) {
        if (key != "id")
            json.foreignKey(key).raw(value);
    }
    json.endObject();
    return out;
}

bool StreamTable::add(const MetaBody& body, ByteRange where)
{
    std::vector<const Stream*> streams;
    streams.reserve(body.streams.size());
    for (const Stream& read : body.streams)
        streams.push_back(&read);
    std::ranges::stable_sort(streams, {}, &Stream::id);
    const auto sameId = [](const Stream* a, const Stream* b) { return a->id == b->id; };
    streams.erase(std::unique(streams.begin(), streams.end(), sameId), streams.end());

    bool changed = false;
    bool renamed = false;
    std::vector<Held*> added;
    const auto append = [&](Held stream) {
        added.push_back(&m_streams.emplace_back(std::move(stream)));
        changed = true;
    };
    std::uint32_t free = std::max(m_freeId, std::min(body.freeId.value_or(0), kIdEnd));
    for (const Stream* const read : streams) {
        Held stream {*read, body.salvaged};
        stream.where = where;
        free = std::max(free, stream.id + 1);
        Held* const found = held(stream.id);
        if (!found) {
            append(std::move(stream));
        } else if (!found->described || (found->salvaged && !body.salvaged)
                   || (found->pieced && !stream.pieced)) {
            m_undescribed -= found->described ? 0u : 1u;
            *found = std::move(stream);
            changed = renamed = true;
        }
    }
    putInOrder(added);
    const std::uint32_t existingEnd = std::min(free, body.existingEnd);
    for (std::uint32_t id = m_existingEnd; id < existingEnd && m_undescribed < kUndescribedAtMost; ++id) {
        if (held(id))
            continue;
        Held stream;
        stream.id = id;
        stream.described = false;
        stream.where = where;
        append(std::move(stream));
        ++m_undescribed;
    }
    putInOrder(added);
    m_existingEnd = std::max(m_existingEnd, existingEnd);
    if (free > m_freeId) {
        m_freeId = free;
        changed = true;
    }
    if (changed)
        rememberNames(renamed);
    return changed;
}

// All at once: each on its own would move those behind it, and the ids of hostile text descend.
void StreamTable::putInOrder(std::vector<Held*>& added)
{
    const auto known = std::ssize(m_inOrder);
    m_inOrder.insert(m_inOrder.end(), added.begin(), added.end());
    std::ranges::inplace_merge(m_inOrder, m_inOrder.begin() + known, {}, &Stream::id);
    added.clear();
}

void StreamTable::rememberNames(bool all)
{
    if (all) {
        m_byName.clear();
        m_named = 0;
    }
    const auto known = std::ssize(m_byName);
    for (; m_named < m_streams.size(); ++m_named) {
        if (m_streams[m_named].described)
            m_byName.push_back(&m_streams[m_named]);
    }
    const auto nameAndId = [](const Stream* stream) { return std::tie(stream->name, stream->id); };
    std::ranges::sort(m_byName.begin() + known, m_byName.end(), {}, nameAndId);
    std::ranges::inplace_merge(m_byName, m_byName.begin() + known, {}, nameAndId);
}

StreamTable::Held* StreamTable::held(std::uint32_t id) const
{
    // Mostly none is missing.
    if (id >= kFirstStream && id - kFirstStream < m_inOrder.size() && m_inOrder[id - kFirstStream]->id == id)
        return m_inOrder[id - kFirstStream];
    const auto found = std::ranges::lower_bound(m_inOrder, id, {}, &Stream::id);
    return found != m_inOrder.end() && (*found)->id == id ? *found : nullptr;
}

const Stream* StreamTable::named(std::string_view name) const
{
    const auto behind = std::ranges::upper_bound(m_byName, name, {}, &Stream::name);
    const bool isThere = !name.empty() && behind != m_byName.begin() && (*std::prev(behind))->name == name;
    return isThere ? *std::prev(behind) : nullptr;
}

const Stream* StreamTable::clockNamed(std::string_view name) const
{
    const Stream* const found = named(name);
    return found && found->isClock ? found : nullptr;
}

}
