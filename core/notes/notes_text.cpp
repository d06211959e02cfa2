#include "core/notes/notes_text.h"

#include "core/base/csv.h"
#include "core/base/time_text.h"

namespace traceglass {

namespace {

// A quoted paragraph: no line of a note becomes a heading or a list of the document.
std::string markdownQuote(std::string_view text)
{
    std::string out = "> ";
    for (const char c : text) {
        out += c;
        if (c == '\n')
            out += "> ";
    }
    return out + "\n";
}

std::string orNothing(std::int64_t ns)
{
    return ns == 0 ? std::string() : std::to_string(ns);
}

}

std::string notesMarkdown(std::string_view capture, const AnnotationSet& notes, const AnchorText& about)
{
    std::string out = "# Notes on " + std::string(capture) + "\n";
    for (const Annotation& note : notes) {
        out += "\n## " + about(note) + "\n\n" + markdownQuote(note.text) + "\n";
        std::string by = note.author;
        if (note.changedNs != 0)
            by += (by.empty() ? "" : ", ") + absoluteText(note.changedNs) + " UTC";
        if (!by.empty())
            out += by + "\n";
    }
    return out;
}

std::string notesCsv(const AnnotationSet& notes, const AnchorText& about)
{
    std::string out =
        "id,text,author,created_ns,changed_ns,start_ns,end_ns,clock,track,node,source,offset,length,"
        "color,origin,about\r\n";
    for (const Annotation& note : notes) {
        const std::string cells[] = {
            note.id,
            note.text,
            note.author,
            orNothing(note.createdNs),
            orNothing(note.changedNs),
            note.time ? std::to_string(note.time->startNs) : std::string(),
            note.time ? std::to_string(note.time->endNs) : std::string(),
            note.clock,
            note.track,
            note.node,
            note.bytes ? note.bytes->source : std::string(),
            note.bytes ? std::to_string(note.bytes->offset) : std::string(),
            note.bytes ? std::to_string(note.bytes->length) : std::string(),
            std::string(kAnnotationColors[note.color]),
            std::string(originName(note.origin)),
            about(note),
        };
        for (const std::string& text : cells)
            out += (&text == &cells[0] ? "" : ",") + csvCell(text);
        out += "\r\n";
    }
    return out;
}

}
