// Reads notes from JSON piece by piece: what is no note takes no memory, and the first fault ends it.
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/model/annotation_json.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace traceglass {

namespace {

constexpr std::string_view kNotes = "notes";

// The lists of notes a file may hold.
constexpr std::pair<std::string_view, AnnotationSet AnnotationFile::*> kLists[] = {
    {kNotes, &AnnotationFile::notes},
    {"before", &AnnotationFile::before},
};

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
            note().bytes.emplace();
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
        const auto list = std::ranges::find(kLists, m_key, [](const auto& named) { return named.first; });
        if (in() != In::file || list == std::end(kLists))
            return enter(In::other);
        m_list = &(file.*list->second);
        hasNotes = hasNotes || m_key == kNotes;
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
    Annotation& note() { return m_list->back(); } // that is being read
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
        m_list->emplace_back();
        m_changedNs.reset();
        m_startNs.reset();
        m_endNs.reset();
        return true;
    }

    bool finishNote()
    {
        if (note().id.empty())
            return refuse("a note has no id");
        note().changedNs = m_changedNs.value_or(note().createdNs);
        if (m_startNs)
            note().time = TimeRange {*m_startNs, std::max(*m_startNs, m_endNs.value_or(*m_startNs))};
        return true;
    }

    std::string* textAt()
    {
        const auto is = [this](const char* key) { return m_key == key; };
        if (in() == In::file)
            return is("traceglass") ? &mark
                : is("fingerprint") ? &file.fingerprint
                : is("written_for") ? &file.writtenFor
                : is("moved_into")  ? &file.movedInto
                                    : nullptr;
        if (in() == In::bytes)
            return is("source") ? &note().bytes->source : nullptr;
        if (in() != In::note)
            return nullptr;
        return is("id")    ? &note().id
            : is("text")   ? &note().text
            : is("author") ? &note().author
            : is("clock")  ? &note().clock
            : is("track")  ? &note().track
            : is("node")   ? &note().node
                           : nullptr;
    }

    void setColor(std::string_view name)
    {
        const auto color = std::ranges::find(kAnnotationColors, name);
        if (color != kAnnotationColors.end())
            note().color = static_cast<std::uint8_t>(color - kAnnotationColors.begin());
    }

    template <class Number>
    bool integer(Number number)
    {
        const auto is = [this](const char* key) { return m_key == key; };
        if (in() == In::file && is("version")) {
            put(version, number);
        } else if (in() == In::bytes) {
            if (is("offset"))
                put(note().bytes->offset, number);
            else if (is("length"))
                put(note().bytes->length, number);
        } else if (in() == In::note) {
            if (is("created_ns"))
                put(note().createdNs, number);
            else if (is("changed_ns"))
                put(m_changedNs, number);
            else if (is("start_ns"))
                put(m_startNs, number);
            else if (is("end_ns"))
                put(m_endNs, number);
            else if (is("track_key"))
                put(note().trackKey, number);
        }
        return value();
    }

    // Numbers that do not fit are left out.
    template <class Integer, class Number>
    static void put(Integer& place, Number number)
    {
        if (std::in_range<Integer>(number))
            place = static_cast<Integer>(number);
    }
    template <class Integer, class Number>
    static void put(std::optional<Integer>& place, Number number)
    {
        if (std::in_range<Integer>(number))
            place = static_cast<Integer>(number);
    }

    In m_whole;
    std::vector<In> m_open;
    std::string m_key;                   // the last one
    AnnotationSet* m_list = &file.notes; // that is being read
    // Of the note that is being read: they count from one another.
    std::optional<std::int64_t> m_changedNs, m_startNs, m_endNs;
};

bool parse(std::string_view json, Reader& reader)
{
    return nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
}

}

Result<Annotation> parseAnnotation(std::string_view json)
{
    Reader reader(Reader::In::note);
    if (!parse(json, reader))
        return fail(Code::NotesBadJson, std::move(reader.problem));
    return std::move(reader.file.notes.front());
}

Result<AnnotationFile> parseAnnotationFile(std::string_view json)
{
    if (json.size() > limits::kNotesJson)
        return fail(Code::NotesBadJson, "it is larger than " + sizeText(limits::kNotesJson));
    Reader reader(Reader::In::file);
    if (!parse(json, reader))
        return fail(Code::NotesBadJson, std::move(reader.problem));
    if (reader.mark != kAnnotationMark)
        return fail(Code::NotesBadJson, "it is no file of notes");
    if (reader.version > kAnnotationVersion)
        return fail(Code::NotesBadJson, "it was written by a newer version");
    if (!reader.hasNotes)
        return fail(Code::NotesBadJson, "its list of notes is missing");
    return std::move(reader.file);
}

}
