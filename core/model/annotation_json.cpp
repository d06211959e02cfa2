#include "core/model/annotation_json.h"

#include "core/base/text.h"
#include "core/io/sha256.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace traceglass {

namespace {

using Json = nlohmann::ordered_json;

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
std::string dump(const Json& json, bool asciiOnly = false)
{
    return json.dump(-1, ' ', asciiOnly, Json::error_handler_t::replace);
}

}

std::string annotationJson(const Annotation& note, bool withOrigin)
{
    return dump(toJson(note, withOrigin), withOrigin);
}

std::string annotationsJson(const AnnotationSet& set, bool withOrigin)
{
    std::string out = "[";
    for (const Annotation& note : set)
        out += (out.size() == 1 ? "\n" : ",\n") + annotationJson(note, withOrigin);
    return out + (set.empty() ? "]" : "\n]");
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
    return "{\"traceglass\":\"" + std::string(kAnnotationMark)
        + "\",\"version\":" + std::to_string(kAnnotationVersion) + hashes
        + ",\"deleted\":" + dump(Json(file.deleted))
        + (file.before.empty() ? std::string() : ",\"before\":" + annotationsJson(file.before))
        + ",\"notes\":" + annotationsJson(file.notes) + "}\n";
}

}
