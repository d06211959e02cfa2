#include "core/formats/rtc/rtc_meta.h"

#include "core/base/text.h"
#include "core/formats/rtc/relaxed_json.h"
#include "core/formats/rtc/rtc_wire.h"

#include <algorithm>
#include <charconv>

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

std::optional<std::uint32_t> asInteger(std::string_view text)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc {} || end != text.data() + text.size())
        return {};
    return number;
}

std::optional<Stream> makeStream(Members members, bool bigEndian)
{
    const auto find = [&](std::string_view key) -> const Value* {
        const auto found = std::find_if(members.rbegin(), members.rend(),
                                        [&](const auto& member) { return member.first == key; });
        return found == members.rend() ? nullptr : &found->second;
    };
    const auto text = [&](std::string_view key) -> std::string {
        const Value* const value = find(key);
        return value && value->kind == Value::Kind::text ? value->text : std::string();
    };
    const auto numberText = [&](std::string_view key) -> std::string {
        const Value* const value = find(key);
        return value && value->kind == Value::Kind::number ? value->json : std::string();
    };
    const auto isTrue = [&](std::string_view key) {
        const Value* const value = find(key);
        return value && value->kind == Value::Kind::boolean && value->json == "true";
    };
    const auto id = asInteger(numberText("id"));
    if (!id || *id < kFirstStream || *id >= kIdEnd)
        return {};
    Stream stream;
    stream.id = *id;
    stream.name = text("name");
    for (const char* key : {"type", "format"}) {
        if (std::string format = text(key); !format.empty())
            stream.format = std::move(format);
    }
    stream.length = asInteger(numberText("length"));
    stream.cont = isTrue("cont");
    stream.isClock = isTrue("clock");
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
    for (auto& [key, value] : members)
        stream.attributes.emplace_back(std::move(key), std::move(value.json));
    return stream;
}

bool readWhole(std::string_view text, bool bigEndian, MetaBody& out)
{
    RelaxedJson in(text);
    if (!in.take('['))
        return false;
    while (!in.take(']')) {
        out.freeId.reset(); // only the last element counts
        if (in.peek() == '{') {
            Members members;
            std::string json;
            if (!in.readObject(&members, json, 1))
                return false;
            if (auto stream = makeStream(std::move(members), bigEndian))
                out.streams.push_back(std::move(*stream));
        } else {
            Value value;
            if (!in.readValue(value, 1))
                return false;
            if (value.kind == Value::Kind::number)
                out.freeId = asInteger(value.json);
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
        && in.readKey(key) && key == "id" && in.take(':') && RelaxedJson::isDigit(in.peek());
}

// What can be read of a garbled object. The writer that garbles repeats bytes, so what comes last is right.
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
        members.emplace_back(std::string(text.substr(begin, at - begin)), std::move(value));
        at = end;
    }
    return members;
}

// Every attribute once, with its last value.
void dropRepeated(Members& members)
{
    for (std::size_t i = members.size(); i-- > 0;) {
        const auto later = std::find_if(members.begin() + static_cast<std::ptrdiff_t>(i) + 1, members.end(),
                                        [&](const auto& member) { return member.first == members[i].first; });
        if (later != members.end())
            members.erase(members.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void salvage(std::string_view text, bool bigEndian, MetaBody& out)
{
    std::size_t end = 0; // behind the last whole object
    std::size_t begin = text.find('{');
    while (begin != std::string_view::npos && !isObjectStart(text, begin))
        begin = text.find('{', begin + 1);
    while (begin != std::string_view::npos) {
        std::size_t next = text.find('{', begin + 1);
        while (next != std::string_view::npos && !isObjectStart(text, next))
            next = text.find('{', next + 1);
        const std::string_view piece = text.substr(begin, std::min(next, text.size()) - begin);
        RelaxedJson in(piece);
        Members members;
        std::string json;
        if (in.readObject(&members, json, 1)) {
            end = begin + in.at();
        } else {
            members = readPieces(piece.substr(0, kPieceAtMost));
            dropRepeated(members);
            end = begin + std::min(piece.rfind('}') + 1, piece.size());
        }
        if (auto stream = makeStream(std::move(members), bigEndian))
            out.streams.push_back(std::move(*stream));
        begin = next;
    }
    RelaxedJson in(text, end);
    Value value;
    if (end > 0 && in.take(',') && in.readValue(value, 1) && value.kind == Value::Kind::number
        && in.take(']'))
        out.freeId = asInteger(value.json);
}

}

MetaBody readMeta(std::span<const std::byte> payload, bool bigEndian)
{
    std::string_view text = asText(payload);
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    MetaBody body;
    if (readWhole(text, bigEndian, body))
        return body;
    body = {};
    body.salvaged = true;
    salvage(text, bigEndian, body);
    return body;
}

std::string metaObject(const Stream& stream)
{
    std::string out = "{\"id\":" + std::to_string(stream.id);
    const auto add = [&](std::string_view key, std::string_view json) {
        out += ',';
        appendJsonString(out, key);
        out += ':';
        out += json;
    };
    const auto has = [&](std::string_view key) {
        return std::ranges::any_of(stream.attributes, [&](const auto& one) { return one.first == key; });
    };
    if (!has("id")) { // built in code: attributes are what the fields do not tell
        const auto addText = [&](std::string_view key, std::string_view text) {
            if (!text.empty() && !has(key))
                add(key, jsonString(text));
        };
        if (!has("name"))
            add("name", jsonString(stream.name));
        if (stream.length && !has("length"))
            add("length", std::to_string(*stream.length));
        if (stream.cont && !has("cont"))
            add("cont", "true");
        addText("format", stream.format);
        if (stream.isClock && !has("clock"))
            add("clock", "true");
        else
            addText("clock", stream.clock);
        addText("delta", stream.delta);
        addText("stream", stream.stream);
        if (!stream.gain.empty() && !has("gain"))
            add("gain", stream.gain);
        if (!stream.offset.empty() && !has("offset"))
            add("offset", stream.offset);
        addText("unit", stream.unit);
    }
    for (const auto& [key, json] : stream.attributes) {
        if (key != "id")
            add(key, json);
    }
    out += '}';
    return out;
}

bool StreamTable::add(const MetaBody& body, ByteRange where)
{
    bool changed = false;
    bool renamed = false;
    const auto append = [&](Stream stream, bool salvaged) {
        if (!stream.described && m_undescribed >= kUndescribedAtMost)
            return;
        m_undescribed += stream.described ? 0u : 1u;
        m_byId.emplace(stream.id, m_streams.size());
        m_salvaged.push_back(salvaged);
        m_streams.push_back(std::move(stream));
        changed = true;
    };
    std::uint32_t free = std::min(body.freeId.value_or(m_freeId), kIdEnd);
    for (const Stream& read : body.streams) {
        Stream stream = read;
        stream.where = where;
        free = std::max(free, stream.id + 1);
        const auto found = m_byId.find(stream.id);
        if (found == m_byId.end()) {
            append(std::move(stream), body.salvaged);
        } else if (!m_streams[found->second].described || (m_salvaged[found->second] && !body.salvaged)) {
            m_undescribed -= m_streams[found->second].described ? 0u : 1u;
            m_streams[found->second] = std::move(stream);
            m_salvaged[found->second] = body.salvaged;
            changed = renamed = true;
        }
    }
    for (std::uint32_t id = m_freeId; id < free && m_undescribed < kUndescribedAtMost; ++id) {
        if (m_byId.contains(id))
            continue;
        Stream stream;
        stream.id = id;
        stream.described = false;
        stream.where = where;
        append(std::move(stream), false);
    }
    if (free > m_freeId) {
        m_freeId = free;
        changed = true;
    }
    if (changed)
        rememberNames(renamed);
    return changed;
}

void StreamTable::rememberNames(bool all)
{
    if (all) {
        m_byName.clear();
        m_named = 0;
    }
    for (; m_named < m_streams.size(); ++m_named) {
        const Stream& stream = m_streams[m_named];
        if (!stream.described)
            continue;
        const auto [found, added] = m_byName.try_emplace(stream.name, m_named);
        if (!added && m_streams[found->second].id < stream.id)
            found->second = m_named;
    }
}

const Stream* StreamTable::find(std::uint32_t id) const
{
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? nullptr : &m_streams[found->second];
}

const Stream* StreamTable::named(std::string_view name) const
{
    const auto found = m_byName.find(std::string(name));
    return found == m_byName.end() || name.empty() ? nullptr : &m_streams[found->second];
}

std::vector<const Stream*> StreamTable::all() const
{
    std::vector<const Stream*> all;
    all.reserve(m_streams.size());
    for (const Stream& stream : m_streams)
        all.push_back(&stream);
    std::ranges::sort(all, {}, &Stream::id);
    return all;
}

}
