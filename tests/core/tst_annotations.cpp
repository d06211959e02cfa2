// Notes as values, as JSON and in side files.
#include "core/base/limits.h"
#include "core/formats/formats.h"
#include "core/notes/save.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/small_captures.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>
#include <unistd.h>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

Annotation fullNote()
{
    Annotation note;
    note.id = "0123456789abcdef";
    note.text = "two lines\nand \"quotes\", \\, \x01, 日本, \xF0\x9F\x90\xA2";
    note.author = "Zoë";
    note.createdNs = 1'780'000'000'123'456'789;
    note.changedNs = note.createdNs + 1;
    note.color = 3;
    note.time =
        TimeRange {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    note.clock = "clk";
    note.track = "tasks/upload";
    note.node = "/chunks/3/data";
    note.bytes = AnnotationBytes {"meta.rfr", ~std::uint64_t(0), 7};
    return note;
}

Annotation shortNote(std::string id, std::string text, std::int64_t changedNs = 0)
{
    Annotation note;
    note.id = std::move(id);
    note.text = std::move(text);
    note.createdNs = 1000;
    note.changedNs = 1000 + changedNs;
    return note;
}

}

class TestAnnotations : public QObject
{
    Q_OBJECT

private:
    QuickIo m_io;
    static AnnotationSet own(const Document& document)
    {
        Job job;
        return asStored(document, loadNotes(document, job)->notes);
    }
    static void write(const fs::path& path, std::string_view text)
    {
        QVERIFY(writeFile(path, asBytes(text)));
    }
    static std::string text(const fs::path& path)
    {
        const auto bytes = readHead(path, 1 << 20);
        return bytes ? std::string(asText(*bytes)) : std::string("missing");
    }

private slots:
    // A window hands its notes to other threads as often as somebody types.
    void copiesShareNotesThatNeverChange()
    {
        AnnotationSet notes {shortNote("aa", "a", 3), shortNote("bb", "b", 2), shortNote("cc", "c", 1)};
        const AnnotationSet copy = notes;
        QVERIFY(&copy[0] == &notes[0] && &copy[2] == &notes[2]);
        notes.edit(0, [](Annotation& note) { note.text = "changed"; });
        QCOMPARE(notes[0].text, std::string("changed"));
        QCOMPARE(copy[0].text, std::string("a"));
        QVERIFY(&copy[1] == &notes[1] && notes != copy);
        notes.set(0, copy[0]);
        QVERIFY(notes == copy); // by what is written in them

        QVERIFY(notes.sortBy(&Annotation::changedNs));
        QVERIFY(!notes.sortBy(&Annotation::changedNs));
        QCOMPARE(notes.front().id, std::string("cc"));
        QVERIFY(notes != copy && sameAnnotations(notes, copy));
        notes.erase(1);
        QCOMPARE(notes.eraseIf([](const Annotation& note) { return note.id == "cc"; }), std::size_t(1));
        notes.append(copy);
        std::string ids;
        for (const Annotation& note : notes)
            ids += note.id;
        QCOMPARE(ids, std::string("aaaabbcc"));
        QCOMPARE(std::ranges::find(copy, "bb", &Annotation::id) - copy.begin(), std::ptrdiff_t(1));
    }

    void idsAreNew()
    {
        std::set<std::string> ids;
        for (int i = 0; i < 1000; ++i) {
            const std::string id = newAnnotationId();
            QCOMPARE(id.size(), std::size_t(16));
            QVERIFY(ids.insert(id).second);
        }
    }

    void jsonHoldsEverything()
    {
        const Annotation note = fullNote();
        const auto read = parseAnnotation(annotationJson(note));
        QVERIFY(read);
        QVERIFY(*read == note);
        const Annotation bare = shortNote("x", "");
        QVERIFY(*parseAnnotation(annotationJson(bare)) == bare);

        AnnotationFile file;
        file.notes = {note, bare};
        file.deleted = {"gone", "too"};
        file.fingerprint = "sha256:0:x";
        file.writtenFor = "a";
        file.movedInto = "b";
        const auto again = parseAnnotationFile(annotationFileJson(file), Job());
        QVERIFY(again);
        QVERIFY(sameAnnotations(again->notes, file.notes));
        QCOMPARE(again->deleted, file.deleted);
        QCOMPARE(again->fingerprint, file.fingerprint);
        QCOMPARE(again->writtenFor, file.writtenFor);
        QCOMPARE(again->movedInto, file.movedInto);
    }

    void hostileJson_data()
    {
        QTest::addColumn<QByteArray>("json");
        const auto add = [](const char* name, const char* json) { QTest::newRow(name) << QByteArray(json); };
        add("nothing", "");
        add("no JSON", "{");
        add("a list", "[]");
        add("another file", R"({"notes": []})");
        add("no notes", R"({"traceglass": "annotations", "version": 1})");
        add("notes are no list", R"({"traceglass": "annotations", "version": 1, "notes": {}})");
        add("a note is a number", R"({"traceglass": "annotations", "version": 1, "notes": [5]})");
        add("a note without id", R"({"traceglass": "annotations", "version": 1, "notes": [{"text": "x"}]})");
        add("a newer version", R"({"traceglass": "annotations", "version": 2, "notes": []})");
        add("bad UTF-8",
            "{\"traceglass\": \"annotations\", \"version\": 1, \"notes\": [{\"id\": \"\xff\"}]}");
        QTest::newRow("60 MB of nothing")
            << QByteArray(R"({"traceglass": "annotations", "version": 1, "notes": [)"
                          + QByteArray("{},").repeated(20'000'000) + "{}]}");
        QTest::newRow("too many") << QByteArray(R"({"traceglass": "annotations", "version": 1, "notes": [)"
                                                + QByteArray(R"({"id":"a"},)").repeated(limits::kNotes)
                                                + R"({"id":"a"}]})");
        QTest::newRow("too many that are gone")
            << QByteArray(R"({"traceglass": "annotations", "version": 1, "deleted": [)"
                          + QByteArray(R"("",)").repeated(limits::kNotes) + R"(""], "notes": []})");
        QTest::newRow("deep") << QByteArray(200'000, '[');
        QTest::newRow("deep beside the notes")
            << QByteArray(R"({"traceglass": "annotations", "version": 1, "notes": [], "more": )"
                          + QByteArray(1000, '[') + QByteArray(1000, ']') + '}');
        QTest::newRow("deep objects") << QByteArray("{\"a\":").repeated(50'000);
    }
    void hostileJson()
    {
        QFETCH(QByteArray, json);
        const auto read = parseAnnotationFile({json.data(), static_cast<std::size_t>(json.size())}, Job());
        QVERIFY(!read);
        QCOMPARE(read.error().code, Code::NotesBadJson);
    }

    void strangeValuesAreLeftOut()
    {
        const auto read = parseAnnotation(
            R"({"id": "x", "text": 5, "author": null, "created_ns": 1e30, "start_ns": 9, "end_ns": 3,
                "bytes": {"source": [], "offset": -1, "length": 99999999999999999999}, "color": "pink", "more": {}})");
        QVERIFY(read);
        QCOMPARE(read->text, "");
        QCOMPARE(read->createdNs, 0);
        QCOMPARE(read->time, std::optional(TimeRange {9, 9}));
        QCOMPARE(read->bytes->offset, 0u);
        QCOMPARE(read->bytes->length, 0u);
        QCOMPARE(read->color, 0);
    }

    void aSideFileIsFoundAgain()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const auto document = openCapture(path);
        Job job;
        Annotation note = shortNote("aa", "beside");
        note.bytes = AnnotationBytes {"small.rdf", 40, 2};
        const auto saved = saveNotes(**document, {note}, SaveWay::sideFile, m_io, job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        const auto loaded = loadNotes(**saved, job);
        QVERIFY(loaded->hasSideFile);
        QCOMPARE(loaded->notes.size(), std::size_t(1));
        QCOMPARE(loaded->notes[0].origin, AnnotationOrigin::sideFile);
        QCOMPARE(loaded->notes[0].bytes->source, "small.rdf");

        // Under another name the bytes are still those of the capture.
        const fs::path other = folder.filePath("other.rdf").toStdString();
        fs::rename(path, other);
        fs::rename(sideFilePath(path), sideFilePath(other));
        const auto renamed = openCapture(other);
        QCOMPARE(loadNotes(**renamed, job)->notes[0].bytes->source, "other.rdf");

        // None left, no file.
        QVERIFY(saveNotes(**renamed, {}, SaveWay::sideFile, m_io, job));
        QVERIFY(!fs::exists(sideFilePath(other)));
    }

    void anotherCapturesNotesAreRefused()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        auto document = openCapture(path);
        Job job;
        document = saveNotes(**document, {shortNote("aa", "mine")}, SaveWay::sideFile, m_io, job);
        QVERIFY(document);
        auto writer = rdf::RdfWriter::create(folder.filePath("another.rdf").toStdString());
        QVERIFY(writer->add({.id = "Other"}, {}, asBytes("other")));
        QVERIFY(writer->finish());
        const auto other = openCapture(folder.filePath("another.rdf").toStdString());
        fs::copy(sideFilePath(path), sideFilePath((*other)->summary().path));

        const auto loaded = loadNotes(**other, job);
        QVERIFY(loaded->notes.empty());
        QCOMPARE(loaded->problems.size(), std::size_t(1));
        QCOMPARE(loaded->problems[0].code, Code::NotesOtherCapture);
        QCOMPARE(importNotes(**other, sideFilePath(path)).error().code, Code::NotesOtherCapture);
        QCOMPARE(importNotes(**document, sideFilePath((*other)->summary().path))->size(), std::size_t(1));
        // It is neither replaced nor removed.
        const std::string before = text(sideFilePath((*other)->summary().path));
        const auto beside =
            saveNotes(**other, {shortNote("bb", "x")}, SaveWay::sideFile, m_io, job, &*loaded);
        QVERIFY(!beside);
        QCOMPARE(beside.error().code, Code::NotesOtherCapture);
        QVERIFY(saveNotes(**other, {shortNote("bb", "x")}, SaveWay::capture, m_io, job, &*loaded));
        QCOMPARE(text(sideFilePath((*other)->summary().path)), before);
    }

    void notesMoveIn()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        auto document = openCapture(path);
        Job job;
        const auto save = [&](const AnnotationSet& notes, SaveWay way) {
            auto saved = saveNotes(**document, notes, way, m_io, job);
            QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
            document = std::move(saved);
            QVERIFY(sameAnnotations(own(**document), notes));
        };
        const Annotation a = shortNote("aa", "a"), b = shortNote("bb", "b");
        Annotation older = shortNote("aa", "taken back", -500);
        save({a, b}, SaveWay::capture);
        save({older}, SaveWay::sideFile); // an earlier state wins, and one is gone
        QVERIFY(planSave(**document).sentence.find("small.rdf.traceglass.json move") != std::string::npos);
        save({older, b}, SaveWay::sideFile);
        save({older, b}, SaveWay::capture);
        QVERIFY(!fs::exists(sideFilePath(path)));
        QVERIFY(!loadNotes(**document, job)->hasSideFile);
    }

    // Someone else saved into the capture after the side file was written: nothing is dropped, the later change
    // of a note counts.
    void aSideFileOfAnEarlierStateDropsNothing()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        auto document = openCapture(path);
        Job job;
        const auto save = [&](const AnnotationSet& notes, SaveWay way) {
            document = saveNotes(**document, notes, way, m_io, job);
            QVERIFY(document);
        };
        save({shortNote("aa", "a"), shortNote("bb", "b")}, SaveWay::capture);
        save({shortNote("aa", "beside", 5), shortNote("cc", "c")}, SaveWay::sideFile); // bb deleted
        const std::string side = text(sideFilePath(path));
        save({shortNote("aa", "in the capture", 9), shortNote("bb", "b")}, SaveWay::capture);
        write(sideFilePath(path), side); // comes back from a colleague
        QVERIFY(sameAnnotations(
            own(**document),
            {shortNote("aa", "in the capture", 9), shortNote("bb", "b"), shortNote("cc", "c")}));
    }

    // What is open can be copied, with other notes. The files of a folder are not all open.
    void aCaptureThatIsGoneCanBeCopied()
    {
        for (const SmallCapture& each : smallCaptures()) {
            const QTemporaryDir folder;
            const fs::path path = each.write(folder.path().toStdString()), copy = path.string() + ".copy";
            const bool isFolder = fs::is_directory(path);
            const auto before = isFolder ? std::vector<std::byte>() : *readHead(path, 1 << 24);
            const auto document = openCapture(path);
            fs::remove_all(path);
            Job job;
            const auto noted = saveNotesAs(**document, {shortNote("cc", "c")}, copy, m_io, job);
            if (isFolder) {
                QCOMPARE(noted.error().code, Code::FileGone);
                QVERIFY(!fs::exists(copy));
                continue;
            }
            QVERIFY2(noted.has_value(), each.name.c_str());
            QCOMPARE(std::ranges::count(own(**noted), std::string("c"), &Annotation::text), 1);
            const fs::path plain = path.string() + ".plain";
            QVERIFY2(saveNotesAs(**document, own(**document), plain, m_io, job).has_value(),
                     each.name.c_str());
            QVERIFY2(*readHead(plain, 1 << 24) == before, each.name.c_str());
        }
    }

    // Neither into nor beside it; what is in its place may be anything.
    void aCaptureThatIsGoneTakesNoNotes()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const auto document = openCapture(path);
        QVERIFY(!(*document)->goneFromDisk() && !planSave(**document).impossible);
        Job job;
        const auto refused = [&] {
            QVERIFY((*document)->goneFromDisk());
            QCOMPARE(planSave(**document).impossible.value().code, Code::FileGone);
            for (const SaveWay way : {SaveWay::capture, SaveWay::sideFile})
                QCOMPARE(saveNotes(**document, {shortNote("aa", "a")}, way, m_io, job).error().code,
                         Code::FileGone);
        };
        const fs::path away = path.string() + ".away";
        fs::rename(path, away);
        refused();
        fs::create_directory(path);
        refused();
        QVERIFY(fs::is_empty(path) && !fs::exists(sideFilePath(path)));
        fs::remove(path);
        fs::rename(away, path);
        QVERIFY(!(*document)->goneFromDisk());
        QVERIFY(saveNotes(**document, {shortNote("aa", "a")}, SaveWay::capture, m_io, job));
    }

    // That of the side file would be longer than the file system takes; notes in the capture need none.
    void aLongNameKeepsNotesInTheCapture()
    {
        const QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / (std::string(250, 'n') + ".rdf");
        fs::rename(smallRdf(folder.path().toStdString()), path);
        auto document = openCapture(path);
        Job job;
        const auto none = loadNotes(**document, job);
        QVERIFY(none && none->problems.empty());
        SavePlan plan = planSave(**document);
        QCOMPARE(plan.way, SaveWay::capture);
        const auto saved = saveNotes(**document, {shortNote("aa", "a")}, plan, m_io, job, &*none);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QVERIFY(sameAnnotations(own(**saved), {shortNote("aa", "a")}));
        const auto beside = saveNotes(**saved, {shortNote("bb", "b")}, SaveWay::sideFile, m_io, job);
        QCOMPARE(beside.error().code, Code::FileUnwritable);
    }

    void changesOfOthersAreSeen()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const auto one = openCapture(path), two = openCapture(path);
        Job job;
        const auto none = loadNotes(**two, job);
        QVERIFY(saveNotes(**one, {shortNote("aa", "a")}, SaveWay::sideFile, m_io, job));
        auto late = saveNotes(**two, {shortNote("bb", "b")}, SaveWay::sideFile, m_io, job, &*none);
        QCOMPARE(late.error().code, Code::FileChanged);
        late = saveNotes(**two, {shortNote("bb", "b")}, SaveWay::capture, m_io, job, &*none);
        QCOMPARE(late.error().code, Code::FileChanged);
        const auto seen = loadNotes(**two, job);
        auto moved = saveNotes(**two, seen->notes, SaveWay::capture, m_io, job, &*seen);
        QVERIFY(moved);
        late = saveNotes(**one, {shortNote("cc", "c")}, SaveWay::capture, m_io, job);
        QCOMPARE(late.error().code, Code::FileChanged);
        QVERIFY(sameAnnotations(own(**moved), {shortNote("aa", "a")}));
    }

    // Two programs at the same time, one of which saves beside: whatever call of the other it comes in front
    // of, nobody is told that notes were saved that are lost.
    void aSideFileOfAnotherProgramIsNotLost()
    {
        for (int call = 0; call < 30; ++call) {
            const QTemporaryDir folder;
            const fs::path path = smallRdf(folder.path().toStdString());
            Job job;
            QVERIFY(saveNotes(**openCapture(path), {shortNote("aa", "a")}, SaveWay::sideFile, m_io, job));
            const auto one = openCapture(path), two = openCapture(path);
            const auto seen = loadNotes(**one, job);
            bool isSaved = false, wasCalled = false;
            MeanwhileIo io(call, [&] {
                wasCalled = true;
                QuickIo others;
                const auto all = loadNotes(**two, job);
                AnnotationSet notes = all->notes;
                notes.push_back(shortNote("bb", "b"));
                isSaved = bool(saveNotes(**two, notes, SaveWay::sideFile, others, job, &*all));
            });
            const auto saved = saveNotes(**one, seen->notes, SaveWay::capture, io, job, &*seen);
            if (!wasCalled)
                return;
            const AnnotationSet left = loadNotes(**openCapture(path), job)->notes;
            const auto has = [&](const char* id) {
                return std::ranges::count(left, id, &Annotation::id) == 1;
            };
            QVERIFY2(has("aa") && (!isSaved || has("bb")), std::to_string(call).c_str());
        }
        QFAIL("a save that never ends");
    }

    void aLockedCaptureIsLeftAlone()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const auto document = openCapture(path);
        const auto files = filesOf(path);
        const auto other = m_io.openToChange(path, Job());
        QVERIFY(other);
        Job job;
        const auto refused = saveNotes(**document, {shortNote("aa", "a")}, SaveWay::capture, m_io, job);
        QCOMPARE(refused.error().code, Code::FileLocked);
        QVERIFY(!fs::exists(sideFilePath(path)));
        // Whoever keeps the lock is named, and the notes have a place all the same.
        SavePlan plan;
        const auto saved = saveNotes(**document, {shortNote("aa", "a")}, plan, m_io, job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QCOMPARE(plan.way, SaveWay::sideFile);
        QCOMPARE(plan.path, sideFilePath(path));
        const std::string who = lockHolder(*other); // some file systems do not tell
        QVERIFY(who.empty() || who.ends_with("process " + std::to_string(::getpid())));
        QVERIFY2(besideText(plan).find("a lock on the file") != std::string::npos
                     && besideText(plan).find(who) != std::string::npos,
                 besideText(plan).c_str());
        QVERIFY(fs::exists(sideFilePath(path)));
        QVERIFY(filesOf(path) == files);
    }

    // Notes that lie beside the place of a copy, left by an earlier one, are somebody's.
    void aCopyLeavesNotesAtItsPlaceAlone()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const fs::path target = folder.filePath("copy.rdf").toStdString();
        auto document = openCapture(path);
        Job job;
        document = saveNotes(**document, {shortNote("aa", "mine")}, SaveWay::sideFile, m_io, job);
        QVERIFY(document);
        fs::rename(sideFilePath(path), sideFilePath(target));
        const std::string before = text(sideFilePath(target));
        const auto saved = saveNotesAs(**document, {shortNote("bb", "b")}, target, m_io, job);
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, Code::FileUnwritable);
        QVERIFY(!fs::exists(target));
        QCOMPARE(text(sideFilePath(target)), before);
    }

    // It is only read: a program that keeps its lock does not stop that.
    void aLockedCaptureCanBeCopied()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const auto document = openCapture(path);
        const auto other = m_io.openToChange(path, Job());
        QVERIFY(other);
        Job job;
        const fs::path target = folder.filePath("copy.rdf").toStdString();
        const auto saved = saveNotesAs(**document, {shortNote("aa", "a")}, target, m_io, job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QVERIFY(sameAnnotations(own(**saved), {shortNote("aa", "a")}));
    }

    // Whoever comes to the place of a copy first has it, up to the last moment.
    void whatComesToThePlaceOfACopyStays_data()
    {
        QTest::addColumn<bool>("isCompact");
        QTest::newRow("save as") << false;
        QTest::newRow("compact") << true;
    }
    void whatComesToThePlaceOfACopyStays()
    {
        QFETCH(bool, isCompact);
        int refused = 0;
        for (int call = 0; call < 60; ++call) {
            const QTemporaryDir folder;
            const fs::path path = smallRdf(folder.path().toStdString());
            const fs::path target = folder.filePath("copy.rdf").toStdString();
            const auto document = openCapture(path);
            bool cameFirst = false, wasCalled = false;
            MeanwhileIo io(call, [&] {
                wasCalled = true;
                cameFirst = !fs::exists(target);
                if (cameFirst)
                    write(target, "theirs");
            });
            Job job;
            const bool isSaved = isCompact
                ? (*document)->notes()->compact(target, io, job).has_value()
                : saveNotesAs(**document, {shortNote("aa", "a")}, target, io, job).has_value();
            // What was there when compacting began is replaced.
            const bool mayReplace = isCompact && call == 0;
            if (cameFirst && !mayReplace) {
                QVERIFY2(!isSaved && text(target) == "theirs", std::to_string(call).c_str());
                ++refused;
            }
            if (!wasCalled) {
                QVERIFY(refused > 0);
                return;
            }
        }
        QFAIL("a copy that never ends");
    }

    // Another program puts a new recording in the place of one that is being written anew.
    void whatReplacesACaptureStays()
    {
        for (int call = 0; call < 60; ++call) {
            const QTemporaryDir folder;
            const fs::path path = smallRdf(folder.path().toStdString());
            const fs::path theirs = folder.filePath("theirs").toStdString();
            write(theirs, "theirs");
            const auto document = openCapture(path);
            bool wasCalled = false;
            MeanwhileIo io(call, [&] {
                wasCalled = true;
                fs::rename(theirs, path);
            });
            Job job;
            const auto done = (*document)->notes()->compact(path, io, job);
            if (!wasCalled) {
                QVERIFY(done && call > 3);
                return;
            }
            QVERIFY2(text(path) == "theirs", std::to_string(call).c_str());
        }
        QFAIL("a save that never ends");
    }

    // Notes that could not be read for a moment are not taken for removed ones.
    void notesThatWereNotReadAreNotReplaced()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        Job job;
        QVERIFY(saveNotes(**openCapture(path), {shortNote("aa", "a")}, SaveWay::capture, m_io, job));
        const auto document = openCapture(path);
        StoredNotes loaded;
        loaded.hasCaptures = false;
        for (const SaveWay way : {SaveWay::capture, SaveWay::sideFile}) {
            const auto saved = saveNotes(**document, {shortNote("bb", "b")}, way, m_io, job, &loaded);
            QVERIFY(!saved);
            QCOMPARE(saved.error().code, Code::FileChanged);
        }
        QVERIFY(loadNotes(**openCapture(path), job)->hasCaptures);
        QVERIFY(sameAnnotations(own(**openCapture(path)), {shortNote("aa", "a")}));
    }

    void aPipeIsNoSideFile()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        QCOMPARE(::mkfifo(sideFilePath(path).c_str(), 0600), 0);
        const auto document = openCapture(path);
        Job job;
        const auto loaded = loadNotes(**document, job); // and does not wait for whoever fills it
        QCOMPARE(loaded->problems.size(), std::size_t(1));
        QCOMPARE(loaded->problems[0].code, Code::FileUnreadable);
        QVERIFY(loaded->problems[0].detail.find("no ordinary file") != std::string::npos);
        const auto saved = saveNotes(**document, {shortNote("aa", "a")}, SaveWay::sideFile, m_io, job);
        QCOMPARE(saved.error().code, Code::FileUnreadable);
        QVERIFY(fs::is_fifo(sideFilePath(path)));
        QVERIFY(saveNotes(**document, {shortNote("aa", "a")}, SaveWay::capture, m_io, job));
    }

    // Notes of nothing in particular are not those of this capture.
    void aSideFileMustSayWhatItBelongsTo()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const auto document = openCapture(path);
        Job job;
        AnnotationFile file;
        file.notes = {shortNote("aa", "of any capture")};
        for (const char* mark :
             {"", "sha256:0:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}) {
            file.fingerprint = mark;
            write(sideFilePath(path), annotationFileJson(file));
            const auto loaded = loadNotes(**document, job);
            QVERIFY(loaded->notes.empty());
            QCOMPARE(loaded->problems.size(), std::size_t(1));
            QCOMPARE(loaded->problems[0].code, Code::NotesOtherCapture);
        }
    }

    void anUnreadableSideFileIsAProblem()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        write(sideFilePath(path), "{broken");
        const auto document = openCapture(path);
        Job job;
        const auto loaded = loadNotes(**document, job);
        QCOMPARE(loaded->problems.size(), std::size_t(1));
        QCOMPARE(loaded->problems[0].code, Code::NotesBadJson);
        const auto saved = saveNotes(**document, {shortNote("aa", "a")}, SaveWay::sideFile, m_io, job);
        QCOMPARE(saved.error().code, Code::NotesBadJson);
        QCOMPARE(text(sideFilePath(path)), "{broken");
    }
};

QTEST_GUILESS_MAIN(TestAnnotations)
#include "tst_annotations.moc"
