// What a view may not do: each call would read a capture in the calling thread. view_calls.cmake compiles this source as
// one of a view: without any call, which must go; with each header, and with all calls, of which each is an error.
#if HEADER == 1
#include "core/model/document.h"
#elif HEADER == 2
#include "core/formats/formats.h"
#elif HEADER == 3
#include "core/io/mapped_file.h"
#elif HEADER == 4
#include "core/io/source_set.h"
#elif HEADER == 5
#include "core/findings/find.h"
#elif HEADER == 6
#include "core/io/piped_file.h"
#elif HEADER == 7
#include "core/formats/rfr/wire/rfr_folder.h"
#elif HEADER == 8
#include "core/model/probe.h"
#elif HEADER == 9
#include "core/io/file.h"
#elif HEADER == 10
#include "core/io/save_io.h"
#elif HEADER == 11
#include "core/io/byte_source.h"
#elif HEADER == 12
#include "core/io/access.h"
#elif HEADER == 13
#include "core/io/writers.h"
#elif HEADER == 14
#include "core/io/addition.h"
#elif HEADER == 15
#include "core/io/copy.h"
#elif HEADER == 16
#include "core/codec/spool.h"
#elif HEADER == 17
#include "core/model/fields_facet.h"
#elif HEADER == 18
#include "core/model/findings_facet.h"
#elif HEADER == 19
#include "core/model/notes_facet.h"
#elif HEADER == 20
#include "core/model/payloads_facet.h"
#elif HEADER == 21
#include "core/model/records_facet.h"
#elif HEADER == 22
#include "core/model/stacks_facet.h"
#elif HEADER == 23
#include "core/model/statistics_facet.h"
#elif HEADER == 24
#include "core/model/timeline_facet.h"
#endif
#include "core/ask/capture.h"
#include "core/ask/opening.h"
#include "core/ask/resolve.h"
#include "core/formats/format_list.h"
#include "core/io/view_files.h"
#include "core/notes/note_store.h"

namespace traceglass {

void aView(const Capture& capture, const Timeline& timeline, const NodeId& node, const AnnotationSet& notes, Job& job)
{
    const NoteStore store(capture.document());
    SavePlan plan;
    const std::shared_ptr<RecoveryFile> kept;
#ifdef CALLS // one a line
    (void)resolve(*capture.document(), timeline, node, job);
    (void)resolve(documentOf(capture.document()), timeline, node, job);
    (void)placeText(*capture.document(), node);
    (void)ask::answer(ask::SummaryNow {}, {*capture.document(), timeline}, job);
    (void)readAnnotationFile("notes", job);
    (void)loadNotes(*capture.document(), job);
    (void)planSave(*capture.document(), job);
    (void)mergeNotes(*capture.document(), notes, {}, job);
    (void)writeSideFile(systemSaveIo(), *capture.document(), {}, job);
    (void)RecoveryFile("folder", *capture.document(), job);
    (void)kept->write(systemSaveIo(), {}, job, {});
    kept->discard(systemSaveIo(), {});
    (void)capture.index({}, job);
    (void)capture.index({}, job, {});
    (void)capture.document()->structure();
    (void)store.document()->path();
    (void)recognise("capture", job, {});
    (void)formats().front()->probe({});
    (void)formats().front()->open({}, job);
    (void)store.load(job, {});
    (void)store.deadBytes({});
    (void)store.left("folder", job, {});
    (void)store.recovery("folder", job, {});
    (void)store.merge(notes, {}, job, {});
    (void)store.plan(job, {});
    (void)store.read("notes", job, {});
    (void)store.save(notes, plan, {}, job, {});
    (void)store.saveAs(notes, "copy", job, {});
    (void)store.compact("copy", job, {});
    (void)isThere("picture", {});
    (void)versionOf("picture", {});
    (void)readHead("sets", 1, job);
    (void)readHead("sets", 1, job, {});
    (void)replaceFile("picture", {});
    (void)replaceFile("picture", {}, {}, {});
    (void)systemSaveIo().remove("picture");
#endif
    // What it may.
    capture.ask({&capture, 0}, Priority::screen, ask::OnDisk {capture.document()}, [](ask::DiskNow) {});
    const auto inAThread = [&] { return capture.index({}, job, giveWay(Niceness::behind)); };
    const auto loading = [&] { return store.load(job, giveWay(Niceness::answers)); };
    (void)inAThread, (void)loading, (void)plan, (void)kept;
    (void)timeline, (void)node, (void)notes;
}

}
