#include "core/formats/rtc/notes/rtc_notes.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/model/annotation_json.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace traceglass::rtc {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRecordsName = "traceglass.notes";
constexpr std::string_view kTextName = "traceglass";

std::string textNameOn(std::string_view clock)
{
    return std::string(kTextName) + (clock.empty() ? "" : " on ") + std::string(clock);
}

std::string crcText(const Crc& crc)
{
    std::string text;
    appendHexDigits(text, crc.value(), 8);
    return text;
}

std::string stringAt(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::uint64_t> numberAt(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number_unsigned() ? std::optional(found->get<std::uint64_t>())
                                                              : std::nullopt;
}

std::string_view contentOf(std::span<const std::byte> payload)
{
    return payload.size() < kTimespecBytes || payload.size() > limits::kJsonText
        ? std::string_view()
        : asText(payload.subspan(kTimespecBytes));
}

Json objectIn(std::string_view text)
{
    Json json = Json::parse(text.begin(), text.end(), nullptr, false); // discarded instead of an exception
    return json.is_object() ? json : Json::object();
}

// Passes `key":` and the hexadecimal digits, quoted or not, behind it. Most records are only ever looked at
// this far.
std::optional<std::string_view> takeKey(std::string_view& text, std::string_view key)
{
    if (!text.starts_with(key))
        return {};
    const std::size_t end = text.find_first_not_of("0123456789abcdef", key.size());
    if (end == std::string_view::npos)
        return {};
    const std::string_view value = text.substr(key.size(), end - key.size());
    text.remove_prefix(end);
    return value;
}
}

NoteStream noteStreamOf(const Stream& stream)
{
    using Kind = ValueFormat::Kind;
    if (!stream.value.annotation || !stream.name.starts_with(kTextName))
        return NoteStream::none;
    if (stream.value.kind == Kind::json && stream.stream.empty() && stream.name == kRecordsName)
        return NoteStream::records;
    if (stream.value.kind == Kind::text && stream.name == textNameOn(stream.stream))
        return NoteStream::text;
    return NoteStream::none;
}

// --- reading

void NoteLog::complain(ByteRange range, std::string detail)
{
    m_diagnostics.push_back(diagnose(Code::NotesBadJson, std::move(detail), range));
}

void NoteLog::add(const FoundPayload& found)
{
    if (noteStreamOf(*found.stream) == NoteStream::text) {
        m_text.emplace(found.payload.begin(), found.payload.end());
        return;
    }
    const ByteRange range {SourceId {}, found.offset, found.end - found.offset};
    std::optional<std::vector<std::byte>> text;
    text.swap(m_text);
    std::string_view content = contentOf(found.payload);
    if (const auto commit = takeKey(content, "{\"commit\":\"")) {
        const Json json = objectIn(contentOf(found.payload));
        Batch batch {.records = {},
                     .count = numberAt(json, "records").value_or(0),
                     .crc = stringAt(json, "crc"),
                     .commit = {found.segment, found.end},
                     .range = range};
        for (LoggedRecord& record : m_records) {
            if (record.save == *commit)
                batch.records.push_back(std::move(record));
        }
        m_records.clear();
        if (m_last)
            take(*m_last);
        m_last = std::move(batch);
        m_unreadable.reset();
        return;
    }
    const auto save = takeKey(content, "{\"save\":\"");
    if (!save) {
        m_unreadable = range; // of a save that was killed, unless it is missing in what is committed
        return;
    }
    LoggedRecord record {
        std::string(*save), {}, {found.payload.begin(), found.payload.end()}, std::move(text), range};
    if (const auto plain = takeKey(content, "\",\"plain\":")) {
        std::uint64_t bytes = 0;
        std::from_chars(plain->data(), plain->data() + plain->size(), bytes);
        record.plain = bytes;
    }
    m_records.push_back(std::move(record));
}

bool NoteLog::isWhole(const Batch& batch) const
{
    Crc crc(CrcKind::ieee);
    for (const LoggedRecord& record : batch.records) {
        if (m_job.stopRequested())
            return false;
        if (record.text)
            crc.add(*record.text);
        crc.add(record.payload);
    }
    return batch.records.size() == batch.count && crcText(crc) == batch.crc;
}

void NoteLog::take(const Batch& batch)
{
    if (!isWhole(batch))
        complain(batch.range, "some of the notes saved here are damaged");
    for (const LoggedRecord& record : batch.records) {
        if (m_job.stopRequested())
            return;
        takeRecord(record);
    }
    m_commit = batch.commit;
}

void NoteLog::takeRecord(const LoggedRecord& record)
{
    const std::string_view content = contentOf(record.payload);
    auto note = parseAnnotation(content);
    if (!note) {
        const auto known = m_byId.find(stringAt(objectIn(content), "deleted"));
        if (known != m_byId.end()) {
            m_notes[known->second].reset();
            m_byId.erase(known);
        }
        return;
    }
    const auto known = m_byId.find(note->id);
    if (record.plain) {
        if (!record.text || record.text->size() != kTimespecBytes + *record.plain) {
            complain(record.range, "the text of a note is damaged");
            return;
        }
        note->text = asText(std::span(*record.text).subspan(kTimespecBytes));
    } else if (known != m_byId.end()) {
        note->text = m_notes[known->second]->text;
    }
    if (known != m_byId.end()) {
        m_notes[known->second] = std::move(*note);
        return;
    }
    m_byId.emplace(note->id, m_notes.size());
    m_notes.emplace_back(std::move(*note));
}

void NoteLog::finish()
{
    if (m_last && isWhole(*m_last))
        take(*m_last);
    else if (m_last)
        m_unreadable = m_last->range;
    m_last.reset();
    if (m_unreadable)
        complain(*m_unreadable, "the last notes saved here are damaged");
}

AnnotationSet NoteLog::notes() const
{
    AnnotationSet notes;
    for (const auto& note : m_notes) {
        if (note && !m_job.stopRequested())
            notes.push_back(*note);
    }
    return notes;
}

// --- writing

Result<NoteChanges> changesBetween(const AnnotationSet& stored, const AnnotationSet& wanted,
                                   const MomentOf& momentOf, const Job& job)
{
    NoteChanges changes;
    std::unordered_map<std::string_view, const Annotation*> left;
    for (const Annotation& note : stored) {
        if (note.origin != AnnotationOrigin::foreign)
            left.emplace(note.id, &note);
    }
    for (const Annotation& note : wanted) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (note.origin == AnnotationOrigin::foreign)
            continue;
        const auto known = left.find(note.id);
        if (known == left.end()) {
            changes.written.push_back({&note, true});
            continue;
        }
        Annotation old = *known->second;
        old.origin = note.origin;
        if (old != note)
            changes.written.push_back({&note, old.text != note.text || momentOf(old) != momentOf(note)});
        left.erase(known);
    }
    for (const Annotation& note : stored) { // in their order
        if (left.contains(note.id))
            changes.deleted.push_back(note.id);
    }
    return changes;
}

NoteWriter::NoteWriter(Writer& writer, const Segment& run, bool bigEndian)
    : m_writer(writer)
    , m_bigEndian(bigEndian)
{
    for (const Stream* stream : run.streams.all()) {
        if (noteStreamOf(*stream) != NoteStream::none)
            m_ids[stream->name] = stream->id;
    }
}

Result<void> NoteWriter::endPayloads(const std::set<std::uint32_t>& open)
{
    Result<void> ended;
    for (const auto& [name, id] : m_ids) {
        if (ended && open.contains(id))
            ended = m_writer.write(id, {});
    }
    return ended;
}

Result<void> NoteWriter::addStreams(std::span<const std::string> clocks)
{
    const auto add = [&](const std::string& name, const char* format, const std::string& about) {
        Stream stream;
        stream.name = name;
        stream.format = format;
        stream.stream = about;
        return m_ids.contains(name)
            ? Result<void>()
            : m_writer.addStream(std::move(stream)).map([&](std::uint32_t id) { m_ids[name] = id; });
    };
    auto added = add(std::string(kRecordsName), "annotate/json", {});
    for (const std::string& clock : clocks)
        added = added.and_then([&] { return add(textNameOn(clock), "annotate/utf-8", clock); });
    return added;
}

Result<void> NoteWriter::write(const NoteChanges& changes, const MomentOf& momentOf, const Job& job)
{
    std::vector<NoteMoment> moments;
    std::vector<std::string> clocks;
    for (const NoteChanges::Written& written : changes.written) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        moments.push_back(momentOf(*written.note));
        if (written.withText && std::ranges::find(clocks, moments.back().clock) == clocks.end())
            clocks.push_back(moments.back().clock);
    }
    if (auto added = addStreams(clocks); !added)
        return added;

    const std::string save = newAnnotationId();
    const std::int64_t epochNs = momentOf({}).epochNs;
    Crc crc(CrcKind::ieee);
    const auto put = [&](const std::string& stream, std::int64_t ns, std::string_view content) {
        const std::vector<std::byte> payload = payloadOf(ns, content);
        crc.add(payload);
        return m_writer.write(m_ids.at(stream), payload);
    };
    const auto putRecord = [&](const Json& record, std::int64_t ns) {
        return put(std::string(kRecordsName), ns,
                   record.dump(-1, ' ', false, Json::error_handler_t::replace));
    };
    for (std::size_t i = 0; i < changes.written.size(); ++i) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const auto& [note, withText] = changes.written[i];
        Json record {{"save", save}};
        if (withText) {
            record["plain"] = note->text.size();
            if (auto done = put(textNameOn(moments[i].clock), moments[i].ns, note->text); !done)
                return done;
        }
        record.update(Json::parse(annotationJsonWithout(*note, {"text"})));
        if (auto done = putRecord(record, moments[i].epochNs); !done)
            return done;
    }
    for (const std::string& id : changes.deleted) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (auto done = putRecord({{"save", save}, {"deleted", id}}, epochNs); !done)
            return done;
    }
    const std::size_t records = changes.written.size() + changes.deleted.size();
    return putRecord({{"commit", save}, {"records", records}, {"crc", crcText(crc)}}, epochNs);
}

// A timespec cannot tell moments before its origin; the record about the note can.
std::vector<std::byte> NoteWriter::payloadOf(std::int64_t ns, std::string_view content) const
{
    const std::int64_t moment = std::max<std::int64_t>(ns, 0);
    std::vector<std::byte> payload;
    payload.reserve(kTimespecBytes + content.size());
    const auto add = [&](std::uint64_t value, unsigned bytes) {
        for (unsigned i = 0; i < bytes; ++i)
            payload.push_back(static_cast<std::byte>(value >> 8 * (m_bigEndian ? bytes - 1 - i : i)));
    };
    add(static_cast<std::uint64_t>(moment / kSecondNs), 8);
    add(static_cast<std::uint64_t>(moment % kSecondNs), 4);
    const auto text = asBytes(content);
    payload.insert(payload.end(), text.begin(), text.end());
    return payload;
}

}
