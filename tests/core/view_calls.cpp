// What a view may not do: each call would read a capture in the calling thread. view_calls.cmake compiles this source as
// one of a view, once without any call, which must go, and once with each, which must not.
#include "core/ask/capture.h"
#include "core/ask/opening.h"
#include "core/ask/resolve.h"
#include "core/formats/format_list.h"
#include "core/notes/note_store.h"

#if CALL == 1
#include "core/model/document.h"
#elif CALL == 2
#include "core/formats/formats.h"
#elif CALL == 3
#include "core/io/mapped_file.h"
#elif CALL == 4
#include "core/io/source_set.h"
#elif CALL == 5
#include "core/findings/find.h"
#endif

namespace traceglass {

void aView(const Capture& capture, const Timeline& timeline, const NodeId& node, const AnnotationSet& notes, Job& job)
{
#if CALL == 6
    (void)resolve(*capture.document(), timeline, node, job);
#elif CALL == 7
    (void)resolve(documentOf(capture.document()), timeline, node, job);
#elif CALL == 8
    (void)placeText(*capture.document(), node);
#elif CALL == 9
    (void)ask::answer(ask::SummaryNow {}, {*capture.document(), timeline}, job);
#elif CALL == 10
    (void)loadNotes(*capture.document(), job);
#elif CALL == 11
    (void)planSave(*capture.document(), job);
#elif CALL == 12
    (void)mergeNotes(*capture.document(), notes, {}, job);
#elif CALL == 13
    (void)writeSideFile(systemSaveIo(), *capture.document(), {}, job);
#elif CALL == 14
    (void)RecoveryFile("folder", *capture.document(), job);
#elif CALL == 15
    (void)capture.index({}, job);
#elif CALL == 16
    (void)capture.index({}, job, {});
#elif CALL == 17
    (void)capture.document()->structure();
#elif CALL == 18
    (void)NoteStore(capture.document()).document()->path();
#elif CALL == 19
    (void)recognise("capture", job, {});
#elif CALL == 20
    (void)NoteStore(capture.document()).load(job, {});
#elif CALL == 21
    (void)NoteStore(capture.document()).plan(job, {});
#elif CALL == 22
    (void)NoteStore(capture.document()).saveAs(notes, "copy", job, {});
#else // what it may
    capture.ask({&capture, 0}, Priority::screen, ask::OnDisk {capture.document()}, [](ask::DiskState) {});
    const NoteStore store(capture.document());
    const auto inAThread = [&] { return capture.index({}, job, giveWay(Niceness::behind)); };
    const auto loading = [&] { return store.load(job, giveWay(Niceness::answers)); };
    (void)inAThread;
    (void)loading;
#endif
    (void)capture, (void)timeline, (void)node, (void)notes, (void)job;
}

}
