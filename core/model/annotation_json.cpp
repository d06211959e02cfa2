#include "core/model/annotation_json.h"

#include "core/base/json_writer.h"
#include "core/base/limits.h"
#include "core/base/stopping.h"
#include "core/io/sha256.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace traceglass {

namespace {

using Json = nlohmann::ordered_json;

template <class Object, class Value>
using NamedMember = std::pair<std::string_view, Value Object::*>;

constexpr NamedMember<AnnotationFile, std::string> kFileTexts[] = {
    {"fingerprint", &AnnotationFile::fingerprint},
    {"written_for", &AnnotationFile::writtenFor},
    {"moved_into", &AnnotationFile::movedInto},
};
constexpr NamedMember<AnnotationFile, AnnotationSet> kLists[] = {
    {"notes", &AnnotationFile::notes},
    {"before", &AnnotationFile::before},
};
constexpr NamedMember<Annotation, std::string> kNoteTexts[] = {
    {"id", &Annotation::id},       {"text", &Annotation::text},   {"author", &Annotation::author},
    {"clock", &Annotation::clock}, {"track", &Annotation::track}, {"node", &Annotation::node},
};

// Null: none of them has that name.
template <class Object, class Value, std::size_t count>
Value* memberOf(const NamedMember<Object, Value> (&members)[count], std::string_view name, Object& object)
{
    const auto found = std::ranges::find(members, name, &NamedMember<Object, Value>::first);
    return found == std::end(members) ? nullptr : &(object.*found->second);
}

Json orNull(const std::string& text)
{
    return text.empty() ? Json() : Json(text);
}

Json toJson(const Annotation& note, bool withOrigin)
{
    Json json;
    json["id"] = note.id;
    json["text"] = note.text;
    json["author"] = orNull(note.author);
    json["created_ns"] = note.createdNs;
    json["changed_ns"] = note.changedNs;
    json["start_ns"] = note.time ? Json(note.time->startNs) : Json();
    json["end_ns"] = note.time ? Json(note.time->endNs) : Json();
    json["clock"] = orNull(note.clock);
    json["track"] = orNull(note.track);
    json["track_key"] = note.trackKey ? Json(*note.trackKey) : Json();
    json["node"] = orNull(note.node);
    json["bytes"] = note.bytes ? Json {{"source", note.bytes->source},
                                       {"offset", note.bytes->offset},
                                       {"length", note.bytes->length}}
                               : Json();
    json["color"] = kAnnotationColors[note.color < kAnnotationColors.size() ? note.color : 0];
    if (withOrigin)
        json["origin"] = originName(note.origin);
    return json;
}

// Text that is not UTF-8 is written with replacement characters instead of failing.
std::string dump(const Json& json, bool asciiOnly)
{
    return json.dump(-1, ' ', asciiOnly, Json::error_handler_t::replace);
}

// About what it takes. A text that grows is copied as a whole, and no look at the job is taken meanwhile.
std::size_t roomFor(const AnnotationSet& set)
{
    constexpr std::size_t kKeys = 320; // with numbers
    std::size_t room = 0;
    for (const Annotation& note : set)
        room += kKeys + note.text.size() + note.track.size() + note.node.size();
    return room;
}

// An array, a line each. False: stopped.
bool addNotes(const AnnotationSet& set, const Job& job, bool withOrigin, std::string& out)
{
    const char* before = "[\n";
    for (const Annotation& note : set) {
        if (job.stopRequested())
            return false;
        out += std::exchange(before, ",\n");
        out += dump(toJson(note, withOrigin), withOrigin);
    }
    out += set.empty() ? "[]" : "\n]";
    return true;
}

// Reads notes piece by piece: what is no note takes no memory, and the first fault ends it.
class Reader : public nlohmann::json_sax<nlohmann::json>
{
public:
    // A bracket that is open, by what is in it.
    enum class In : std::uint8_t { nothing, file, notes, deleted, note, bytes, other };

    explicit Reader(In whole)
        : m_whole(whole)
    {
    }

    std::string problem = "it is no JSON";
    AnnotationFile file;
    std::string mark;
    std::int64_t version = 0;
    bool hasNotes = false;

    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_float(double, const std::string&) override { return value(); }
    bool binary(nlohmann::json::binary_t&) override { return value(); }
    bool number_integer(std::int64_t number) override { return integer(number); }
    bool number_unsigned(std::uint64_t number) override { return integer(number); }
    bool string(std::string& text) override
    {
        if (std::string* const place = textAt())
            *place = std::move(text);
        else if (in() == In::note && m_key == "color")
            setColor(text);
        else if (in() == In::deleted)
            file.deleted.push_back(std::move(text));
        if (file.deleted.size() > limits::kNotes)
            return refuse("it speaks of more than " + grouped(limits::kNotes) + " notes");
        return value();
    }
    bool key(std::string& text) override
    {
        m_key = std::move(text);
        return true;
    }
    bool start_object(std::size_t) override
    {
        switch (in()) {
        case In::nothing: return enter(m_whole);
        case In::notes: return enter(In::note);
        case In::note:
            if (m_key != "bytes")
                return enter(In::other);
            m_note.bytes.emplace();
            return enter(In::bytes);
        default: return enter(In::other);
        }
    }
    bool start_array(std::size_t) override
    {
        if (in() == In::nothing || in() == In::notes)
            return value();
        if (in() == In::file && m_key == "deleted")
            return enter(In::deleted);
        AnnotationSet* const list = in() == In::file ? memberOf(kLists, m_key, file) : nullptr;
        if (!list)
            return enter(In::other);
        m_list = list;
        hasNotes = hasNotes || list == &file.notes;
        // What a newer version keeps there may look like anything.
        return version > kAnnotationVersion ? refuse("it was written by a newer version") : enter(In::notes);
    }
    bool end_object() override
    {
        if (in() == In::note && !finishNote())
            return false;
        m_open.pop_back();
        return true;
    }
    bool end_array() override
    {
        m_open.pop_back();
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override
    {
        return false;
    }

private:
    In in() const { return m_open.empty() ? In::nothing : m_open.back(); }

    bool refuse(std::string why)
    {
        problem = std::move(why);
        return false;
    }

    // Of what only an object may be.
    bool value()
    {
        if (in() == In::notes || (in() == In::nothing && m_whole == In::note))
            return refuse("a note is no object");
        return in() != In::nothing || refuse("it is no file of notes");
    }

    bool enter(In what)
    {
        if (m_open.size() >= static_cast<std::size_t>(limits::kJsonDepth))
            return refuse("it is nested too deeply");
        m_open.push_back(what);
        if (what != In::note)
            return true;
        if (m_list->size() == limits::kNotes)
            return refuse("it holds more than " + grouped(limits::kNotes) + " notes");
        m_note = {};
        m_changedNs.reset();
        m_startNs.reset();
        m_endNs.reset();
        return true;
    }

    bool finishNote()
    {
        if (m_note.id.empty())
            return refuse("a note has no id");
        m_note.changedNs = m_changedNs.value_or(m_note.createdNs);
        if (m_startNs)
            m_note.time = TimeRange {*m_startNs, std::max(*m_startNs, m_endNs.value_or(*m_startNs))};
        m_list->push_back(std::move(m_note));
        return true;
    }

    std::string* textAt()
    {
        switch (in()) {
        case In::file: return m_key == "traceglass" ? &mark : memberOf(kFileTexts, m_key, file);
        case In::note: return memberOf(kNoteTexts, m_key, m_note);
        case In::bytes: return m_key == "source" ? &m_note.bytes->source : nullptr;
        default: return nullptr;
        }
    }

    void setColor(std::string_view name)
    {
        const auto color = std::ranges::find(kAnnotationColors, name);
        if (color != kAnnotationColors.end())
            m_note.color = static_cast<std::uint8_t>(color - kAnnotationColors.begin());
    }

    template <class Number>
    bool integer(Number number)
    {
        const auto is = [this](const char* key) { return m_key == key; };
        if (in() == In::file && is("version")) {
            put(version, number);
        } else if (in() == In::bytes) {
            if (is("offset"))
                put(m_note.bytes->offset, number);
            else if (is("length"))
                put(m_note.bytes->length, number);
        } else if (in() == In::note) {
            if (is("created_ns"))
                put(m_note.createdNs, number);
            else if (is("changed_ns"))
                put(m_changedNs, number);
            else if (is("start_ns"))
                put(m_startNs, number);
            else if (is("end_ns"))
                put(m_endNs, number);
            else if (is("track_key"))
                put(m_note.trackKey, number);
        }
        return value();
    }

    // Numbers that do not fit are left out. A place may be an optional one.
    template <class Place, class Number>
    static void put(Place& place, Number number)
    {
        using Integer = typename decltype(std::optional(place))::value_type;
        if (std::in_range<Integer>(number))
            place = static_cast<Integer>(number);
    }

    In m_whole;
    std::vector<In> m_open;
    std::string m_key;                   // the last one
    AnnotationSet* m_list = &file.notes; // that is being read
    Annotation m_note;                   // that is being read
    // Of it: they count from one another.
    std::optional<std::int64_t> m_changedNs, m_startNs, m_endNs;
};

// A text that ends where its job is found stopped, so that a parser stops however it is made up: of many notes, of one
// long text, of what is no note.
class StoppableText
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    StoppableText(std::string_view text, const Job& job)
        : m_at(text.data())
        , m_end(text.data() + text.size())
        , m_job(&job)
    {
        look();
    }
    static StoppableText endOf(std::string_view text, const Job& job)
    {
        return {text.substr(text.size()), job};
    }

    reference operator*() const { return *m_at; }
    StoppableText& operator++()
    {
        if (++m_at == m_look)
            look();
        return *this;
    }
    bool operator==(const StoppableText& other) const { return m_at == other.m_at; }

private:
    void look()
    {
        constexpr std::ptrdiff_t kRead = 256 * 1024; // between two looks: some milliseconds
        if (m_at != m_end && m_job->stopRequested())
            m_at = m_end;
        m_look = m_at + std::min(kRead, m_end - m_at);
    }

    const char* m_at;
    const char* m_end;
    const char* m_look = nullptr;
    const Job* m_job;
};

Result<void> parse(std::string_view json, Reader& reader, const Job& job)
{
    const StoppableText begin(json, job), end = StoppableText::endOf(json, job);
    if (!nlohmann::json::sax_parse(begin, end, &reader))
        return stoppedOr(job, Code::NotesBadJson, std::move(reader.problem));
    return {};
}
}

std::string annotationJson(const Annotation& note, bool withOrigin)
{
    return dump(toJson(note, withOrigin), withOrigin);
}

std::string annotationJsonWithout(const Annotation& note, std::initializer_list<std::string_view> members)
{
    const Json all = toJson(note, false);
    Json out;
    for (const auto& [key, value] : all.items())
        if (!value.is_null() && std::ranges::find(members, key) == members.end())
            out[key] = value;
    return dump(out, false);
}

Result<std::string> annotationsJson(const AnnotationSet& set, const Job& job, bool withOrigin)
{
    std::string out;
    out.reserve(roomFor(set));
    return addNotes(set, job, withOrigin, out) ? Result<std::string>(std::move(out)) : fail(Code::Stopped);
}

Result<std::string> notesHash(AnnotationSet set, const Job& job)
{
    if (!set.sortBy(&Annotation::id, job))
        return fail(Code::Stopped);
    Sha256 hash;
    for (const Annotation& note : set) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        hash.add(asBytes(annotationJson(note)));
    }
    return hash.finish();
}

Result<std::string> annotationFileJson(const AnnotationFile& file, const Job& job)
{
    std::string out;
    out.reserve(roomFor(file.before) + roomFor(file.notes));
    JsonWriter json(out);
    json.beginObject().field("traceglass", kAnnotationMark).field("version", kAnnotationVersion);
    for (const auto& [key, text] : kFileTexts) {
        if (!(file.*text).empty())
            json.field(key, file.*text);
    }
    json.key("deleted").beginArray();
    for (const std::string& id : file.deleted)
        json.value(id);
    json.endArray();
    const auto add = [&](const char* key, const AnnotationSet& notes) {
        json.key(key).raw({});
        return addNotes(notes, job, false, out);
    };
    if ((!file.before.empty() && !add("before", file.before)) || !add("notes", file.notes))
        return fail(Code::Stopped);
    json.endObject();
    out += '\n';
    return out;
}

Result<Annotation> parseAnnotation(std::string_view json)
{
    Reader reader(Reader::In::note);
    return parse(json, reader, Job()).map([&] { return reader.file.notes.front(); });
}

Result<AnnotationFile> parseAnnotationFile(std::string_view json, const Job& job)
{
    if (json.size() > limits::kNotesJson)
        return fail(Code::NotesBadJson, "it is larger than " + sizeText(limits::kNotesJson));
    Reader reader(Reader::In::file);
    if (auto parsed = parse(json, reader, job); !parsed)
        return tl::unexpected(parsed.error());
    if (reader.mark != kAnnotationMark)
        return fail(Code::NotesBadJson, "it is no file of notes");
    if (reader.version > kAnnotationVersion)
        return fail(Code::NotesBadJson, "it was written by a newer version");
    if (!reader.hasNotes)
        return fail(Code::NotesBadJson, "its list of notes is missing");
    return std::move(reader.file);
}

}
