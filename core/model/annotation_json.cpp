#include "core/model/annotation_json.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/io/sha256.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace traceglass {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMark = "annotations";
constexpr int kVersion = 1;

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
std::string dump(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <class Integer>
std::optional<Integer> integer(const Json& json, const char* key)
{
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number_integer())
        return {};
    if (found->is_number_unsigned()) {
        const auto value = found->get<std::uint64_t>();
        return std::in_range<Integer>(value) ? std::optional(static_cast<Integer>(value)) : std::nullopt;
    }
    const auto value = found->get<std::int64_t>();
    return std::in_range<Integer>(value) ? std::optional(static_cast<Integer>(value)) : std::nullopt;
}

Result<Annotation> fromJson(const Json& json)
{
    if (!json.is_object())
        return fail(Code::NotesBadJson, "a note is no object");
    Annotation note;
    note.id = text(json, "id");
    if (note.id.empty())
        return fail(Code::NotesBadJson, "a note has no id");
    note.text = text(json, "text");
    note.author = text(json, "author");
    note.createdNs = integer<std::int64_t>(json, "created_ns").value_or(0);
    note.changedNs = integer<std::int64_t>(json, "changed_ns").value_or(note.createdNs);
    if (const auto start = integer<std::int64_t>(json, "start_ns")) {
        const std::int64_t end = integer<std::int64_t>(json, "end_ns").value_or(*start);
        note.time = TimeRange {*start, std::max(*start, end)};
    }
    note.clock = text(json, "clock");
    note.track = text(json, "track");
    note.trackKey = integer<std::uint64_t>(json, "track_key");
    note.node = text(json, "node");
    if (const auto bytes = json.find("bytes"); bytes != json.end() && bytes->is_object())
        note.bytes =
            AnnotationBytes {text(*bytes, "source"), integer<std::uint64_t>(*bytes, "offset").value_or(0),
                             integer<std::uint64_t>(*bytes, "length").value_or(0)};
    const auto color = std::ranges::find(kAnnotationColors, text(json, "color"));
    if (color != kAnnotationColors.end())
        note.color = static_cast<std::uint8_t>(color - kAnnotationColors.begin());
    return note;
}

Result<AnnotationSet> setFromJson(const Json& all, const char* key)
{
    AnnotationSet set;
    const auto notes = all.find(key);
    if (notes == all.end() || !notes->is_array())
        return fail(Code::NotesBadJson, "its list of " + std::string(key) + " is missing");
    for (const Json& item : *notes) {
        auto note = fromJson(item);
        if (!note)
            return tl::unexpected(note.error());
        set.push_back(std::move(*note));
    }
    return set;
}

// Brackets within brackets take a hundred times their bytes once they are read.
bool nestsTooDeep(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"')
            inString = !inString;
        else if (inString)
            i += c == '\\' ? 1 : 0;
        else if (c == '[' || c == '{')
            ++depth;
        else if (c == ']' || c == '}')
            --depth;
        if (depth > limits::kJsonDepth)
            return true;
    }
    return false;
}

Json parsed(std::string_view text)
{
    if (nestsTooDeep(text))
        return Json(Json::value_t::discarded);
    return Json::parse(text.begin(), text.end(), nullptr, false); // discarded instead of an exception
}

}

std::string annotationJson(const Annotation& note, bool withOrigin)
{
    return dump(toJson(note, withOrigin));
}

std::string annotationsJson(const AnnotationSet& set, bool withOrigin)
{
    std::string out = "[";
    for (const Annotation& note : set)
        out += (out.size() == 1 ? "\n" : ",\n") + annotationJson(note, withOrigin);
    return out + (set.empty() ? "]" : "\n]");
}

Result<Annotation> parseAnnotation(std::string_view json)
{
    return fromJson(parsed(json));
}

std::string notesHash(AnnotationSet set)
{
    std::ranges::sort(set, {}, &Annotation::id);
    Sha256 hash;
    for (const Annotation& note : set)
        hash.add(asBytes(annotationJson(note)));
    return hash.finish();
}

std::string annotationFileJson(const AnnotationFile& file)
{
    std::string hashes;
    const auto add = [&](const char* key, const std::string& hash) {
        if (!hash.empty())
            hashes += ",\"" + std::string(key) + "\":" + dump(Json(hash));
    };
    add("fingerprint", file.fingerprint);
    add("written_for", file.writtenFor);
    add("moved_into", file.movedInto);
    return "{\"traceglass\":\"" + std::string(kMark) + "\",\"version\":" + std::to_string(kVersion) + hashes
        + ",\"deleted\":" + dump(Json(file.deleted))
        + (file.before.empty() ? std::string() : ",\"before\":" + annotationsJson(file.before))
        + ",\"notes\":" + annotationsJson(file.notes) + "}\n";
}

Result<AnnotationFile> parseAnnotationFile(std::string_view json)
{
    if (json.size() > limits::kNotesJson)
        return fail(Code::NotesBadJson, "it is larger than " + sizeText(limits::kNotesJson));
    const Json all = parsed(json);
    if (!all.is_object() || text(all, "traceglass") != kMark)
        return fail(Code::NotesBadJson, "it is no file of notes");
    if (integer<int>(all, "version").value_or(0) > kVersion)
        return fail(Code::NotesBadJson, "it was written by a newer version");
    AnnotationFile file;
    file.fingerprint = text(all, "fingerprint");
    file.writtenFor = text(all, "written_for");
    file.movedInto = text(all, "moved_into");
    if (const auto deleted = all.find("deleted"); deleted != all.end() && deleted->is_array()) {
        for (const Json& id : *deleted) {
            if (id.is_string())
                file.deleted.push_back(id.get<std::string>());
        }
    }
    auto notes = setFromJson(all, "notes");
    if (!notes)
        return tl::unexpected(notes.error());
    file.notes = std::move(*notes);
    if (all.contains("before")) {
        auto before = setFromJson(all, "before");
        if (!before)
            return tl::unexpected(before.error());
        file.before = std::move(*before);
    }
    return file;
}

}
