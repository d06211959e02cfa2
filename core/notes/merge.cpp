#include "core/notes/merge.h"

#include "core/notes/save.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace traceglass {

namespace {

const Annotation* find(const AnnotationsById& notes, std::string_view id)
{
    const auto found = notes.find(id);
    return found == notes.end() ? nullptr : found->second;
}

std::optional<Annotation> valueOf(const Annotation* note)
{
    return note ? std::optional(*note) : std::nullopt;
}

}

Result<AnnotationFile> unsavedNotes(const AnnotationSet& stored, const AnnotationSet& now, const Job& job)
{
    AnnotationFile unsaved;
    // What both share in front is as it was: of many notes nearly all.
    std::size_t shared = 0;
    while (shared < std::min(stored.size(), now.size()) && &stored[shared] == &now[shared])
        ++shared;
    const AnnotationsById before = notesById(stored, shared), after = notesById(now, shared);
    for (std::size_t i = shared; i < now.size(); ++i) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const Annotation& note = now[i];
        const Annotation* const old = find(before, note.id);
        if (old && (old == &note || *old == note))
            continue;
        unsaved.notes.push_back(note);
        if (old)
            unsaved.before.push_back(*old);
    }
    for (std::size_t i = shared; i < stored.size(); ++i) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const Annotation& note = stored[i];
        if (!find(after, note.id)) {
            unsaved.deleted.push_back(note.id);
            unsaved.before.push_back(note);
        }
    }
    return unsaved;
}

Result<NoteMerge> mergeNotes(const Document& document, const AnnotationSet& now,
                             const AnnotationFile& unsaved, const Job& job)
{
    // What is stored, in the form that is compared; what is changed, as it is shown.
    const auto oldForm = asStored(document, unsaved.before, job),
               mineForm = asStored(document, unsaved.notes, job), nowForm = asStored(document, now, job);
    if (!oldForm || !mineForm || !nowForm)
        return fail(Code::Stopped);
    const AnnotationsById old = notesById(*oldForm), mine = notesById(*mineForm),
                          theirs = notesById(*nowForm), shown = notesById(now);
    const auto same = [](const Annotation* a, const Annotation* b) { return a == b || (a && b && *a == *b); };

    NoteMerge merge;
    const auto bringIn = [&](const std::string& id, const Annotation* wanted) {
        const Annotation* const there = find(shown, id);
        if (there && there->origin == AnnotationOrigin::foreign)
            return;
        const Annotation* const before = find(old, id);
        const Annotation* const stored = find(theirs, id);
        if (same(stored, find(mine, id)))
            return;
        if (same(stored, before)) {
            merge.changes.push_back({valueOf(there), valueOf(wanted)});
            return;
        }
        NoteConflict conflict {valueOf(wanted), valueOf(there)};
        if (wanted) { // theirs keeps the id where it is still there
            Annotation kept = *wanted;
            if (there)
                kept.id = conflict.copy = newAnnotationId();
            merge.changes.push_back({{}, std::move(kept)});
        }
        merge.conflicts.push_back(std::move(conflict));
    };
    for (const Annotation& note : unsaved.notes) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        bringIn(note.id, &note);
    }
    for (const std::string& id : unsaved.deleted) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        bringIn(id, nullptr);
    }
    return merge;
}

void applyChanges(const std::vector<NoteChange>& changes, AnnotationSet& notes)
{
    std::unordered_set<std::string_view> ids;
    for (const NoteChange& change : changes)
        ids.insert((change.before ? change.before : change.after)->id);
    notes.eraseIf([&](const Annotation& note) { return ids.contains(note.id); });
    for (const NoteChange& change : changes) {
        if (change.after)
            notes.push_back(*change.after);
    }
    notes.sortBy(&Annotation::createdNs);
}

}
