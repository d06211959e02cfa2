// Saving notes never costs a capture: whatever call of a save fails, whenever the process is killed, there
// are the old or the new notes and all records.
#include "core/formats/formats.h"
#include "core/notes/save.h"
#include "tests/support/each_small_capture.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

QuickIo& quickIo()
{
    static QuickIo io;
    return io;
}

Annotation someNote(const char* id, std::string text)
{
    Annotation note;
    note.id = id;
    note.text = std::move(text);
    note.author = "Zoë";
    note.createdNs = note.changedNs = 1'780'000'000'000'000'000;
    note.node = "/";
    return note;
}

// A state of the notes: where they are to be kept, and what they are.
struct Step
{
    const char* name;
    AnnotationSet notes;
    SaveWay way = SaveWay::capture;
};

std::vector<Step> someSteps()
{
    const Annotation first = someNote("00000000000000aa", "first, with\na line break and 日本");
    Annotation edited = first;
    edited.text = std::string(700, 'x') + " edited";
    edited.changedNs += 5;
    const Annotation second = someNote("00000000000000bb", "second");
    const Annotation third = someNote("00000000000000cc", "third");
    return {
        {"first save", {first}},
        {"save again", {edited, second}},
        {"save beside", {edited, third}, SaveWay::sideFile},
        {"move in", {first, third}},
        {"beside once more", {second}, SaveWay::sideFile},
        {"delete all", {}},
    };
}

AnnotationSet ownNotes(const Document& document)
{
    Job job;
    const auto stored = loadNotes(document, job);
    return stored ? asStored(document, stored->notes) : AnnotationSet {someNote("unreadable", "")};
}

std::string problemOfFiles(const std::map<fs::path, std::vector<std::byte>>& before, const fs::path& capture)
{
    auto after = filesOf(capture);
    for (const auto& [path, bytes] : before) {
        const std::vector<std::byte>& now = after[path];
        const auto suffix = path.extension();
        if (suffix == ".rfr" && now != bytes)
            return path.string() + " was changed";
        if (suffix != ".rdf" && suffix != ".rtc")
            continue; // of CondensedData the footer is written anew, and of two codecs everything
        if (now.size() < bytes.size())
            return path.string() + " became shorter";
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const bool saysWhereTheIndexIs = suffix == ".rdf" && i >= 16 && i < 32;
            if (now[i] != bytes[i] && !saysWhereTheIndexIs)
                return path.string() + " differs at byte " + std::to_string(i);
        }
    }
    return {};
}

Result<void> keepAll(const fs::path& path, const Step& step, SaveIo& io)
{
    auto document = openCapture(path);
    if (!document)
        return tl::unexpected(document.error());
    Job job;
    auto loaded = loadNotes(**document, job);
    if (!loaded)
        return tl::unexpected(loaded.error());
    return saveNotes(**document, step.notes, step.way, io, job, &*loaded).map([](const auto&) {});
}

}

class TestNotesFaults : public QObject
{
    Q_OBJECT

private slots:
    void everyCallMayFail_data() { eachSmallCapture(); }
    void everyCallMayFail();
    void theProcessMayBeKilled_data() { eachSmallCapture(); }
    void theProcessMayBeKilled();
    void manySaves_data() { eachSmallCapture(); }
    void manySaves();
    void whatFailsBehindASaveHidesNoNotes();
    void copiesLeaveNothingWhenTheyFail_data() { eachSmallCapture(); }
    void copiesLeaveNothingWhenTheyFail();
};

void TestNotesFaults::everyCallMayFail()
{
    QFETCH(int, number);
    const QTemporaryDir folder;
    const fs::path path = writeSmall(number, folder);
    QVERIFY(!path.empty());
    const fs::path side = sideFilePath(path);
    const fs::path kept = path.string() + ".kept", keptSide = side.string() + ".kept";
    auto opened = openCapture(path);
    QVERIFY2(opened, opened ? "" : message(opened.error()).c_str());
    const auto possible = canKeep(**opened);
    QVERIFY2(possible, possible ? "" : message(possible.error()).c_str());
    const auto records = recordLines(**opened);
    QVERIFY(!records.empty());
    const auto recorded = filesOf(path);

    const auto copy = [](const fs::path& from, const fs::path& to) {
        std::error_code error;
        fs::remove_all(to, error);
        if (fs::exists(from))
            fs::copy(from, to, fs::copy_options::recursive);
    };
    AnnotationSet old;
    constexpr int kStep = repeat(30) > 3 ? 1 : 6;
    for (const Step& step : someSteps()) {
        copy(path, kept);
        copy(side, keptSide);
        // RDF writes over notes and indexes of ours that no longer count, never over what was recorded.
        const auto files = path.extension() == ".rdf" ? recorded : filesOf(path);
        for (const auto then : {FaultIo::Then::goOn, FaultIo::Then::die}) {
            for (int at = then == FaultIo::Then::die ? kStep / 2 : 0;; at += kStep) {
                QVERIFY2(at < 200, step.name);
                copy(kept, path);
                copy(keptSide, side);
                FaultIo io(at, then);
                const auto saved = keepAll(path, step, io);
                const QByteArray where = QByteArray(step.name) + ", call " + QByteArray::number(at)
                    + (then == FaultIo::Then::die ? ", killed" : ", failed");
                if (!io.met()) {
                    QVERIFY2(saved, saved ? "" : (where + ": " + message(saved.error()).c_str()).constData());
                    break;
                }
                const auto again = openCapture(path);
                QVERIFY2(again, again ? "" : (where + ": " + message(again.error()).c_str()).constData());
                const AnnotationSet found = ownNotes(**again);
                QVERIFY2(sameAnnotations(found, old) || sameAnnotations(found, step.notes),
                         where.constData());
                if (saved || saved.error().code == Code::NotesSavedBut)
                    QVERIFY2(sameAnnotations(found, step.notes), where.constData());
                else if (then == FaultIo::Then::goOn) // nobody shall write a note twice
                    QVERIFY2(sameAnnotations(found, old),
                             (where + ": " + message(saved.error()).c_str()).constData());
                const std::string lost = recordsLost(records, recordLines(**again));
                QVERIFY2(lost.empty(), (where + ": " + lost.c_str()).constData());
                const std::string changed = problemOfFiles(files, path);
                QVERIFY2(changed.empty(), (where + ": " + changed.c_str()).constData());

                // What is left is no hindrance.
                const auto next = keepAll(path, step, quickIo());
                QVERIFY2(next, next ? "" : (where + ", again: " + message(next.error()).c_str()).constData());
                QVERIFY2(sameAnnotations(ownNotes(*openCapture(path).value()), step.notes),
                         where.constData());
            }
        }
        QVERIFY2(sameAnnotations(ownNotes(*openCapture(path).value()), step.notes), step.name);
        old = step.notes;
    }
    QVERIFY(!fs::exists(side));
    const auto last = openCapture(path);
    const std::string lost = recordsLost(records, recordLines(**last));
    QVERIFY2(lost.empty(), lost.c_str());
}

// Somebody would write them again.
void TestNotesFaults::whatFailsBehindASaveHidesNoNotes()
{
    struct MovingIo : QuickIo
    {
        fs::path from, to;
        Result<void> syncFolder(const fs::path&) override // the last call, behind which the capture is opened
        {
            fs::rename(from, to);
            return {};
        }
    };
    const QTemporaryDir folder;
    const fs::path path = smallCjfr(folder.path().toStdString(), Codec::lz4);
    MovingIo io;
    io.from = path;
    io.to = path.string() + ".moved";
    const Step step = someSteps().front();
    const auto saved = keepAll(path, step, io);
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, Code::NotesSavedBut);
    QVERIFY(saved.error().detail.starts_with("The file does not exist"));
    QVERIFY(sameAnnotations(ownNotes(*openCapture(io.to).value()), step.notes));
}

void TestNotesFaults::theProcessMayBeKilled()
{
#ifdef __SANITIZE_THREAD__
    QSKIP("the thread sanitizer does not follow a process that forks");
#endif
    QFETCH(int, number);
    const QTemporaryDir folder;
    const fs::path path = writeSmall(number, folder);
    auto opened = openCapture(path);
    QVERIFY(opened);
    const auto possible = canKeep(**opened);
    QVERIFY2(possible, possible ? "" : message(possible.error()).c_str());
    const auto records = recordLines(**opened);
    std::vector<AnnotationSet> states {{}};
    for (const Step& step : someSteps())
        states.push_back(step.notes);

    std::mt19937 random(static_cast<unsigned>(number) + 1);
    std::uniform_int_distribution<unsigned> microseconds(500, 20'000);
    constexpr int kTimes = repeat(40);
    for (int i = 0; i < kTimes; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            for (std::size_t next = static_cast<std::size_t>(i);; ++next)
                (void)keepAll(path, someSteps()[next % someSteps().size()], quickIo());
        }
        QVERIFY(child > 0);
        ::usleep(microseconds(random));
        ::kill(child, SIGKILL);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));

        const auto again = openCapture(path);
        QVERIFY2(again, again ? "" : message(again.error()).c_str());
        const AnnotationSet found = ownNotes(**again);
        QVERIFY(
            std::ranges::any_of(states, [&](const auto& state) { return sameAnnotations(found, state); }));
        const std::string lost = recordsLost(records, recordLines(**again));
        QVERIFY2(lost.empty(), lost.c_str());
    }
    // What killed saves left beside the capture is not taken for anything, and removed. Not always is one
    // killed while it writes a side file.
    QVERIFY(writeFile(sideFilePath(path).string() + ".traceglass-new-a1B2c3", std::vector<std::byte>(5)));
    const Step last = someSteps().front();
    QVERIFY(keepAll(path, last, quickIo()));
    QVERIFY(sameAnnotations(ownNotes(*openCapture(path).value()), last.notes));
    for (const auto& entry : fs::recursive_directory_iterator(folder.path().toStdString()))
        QVERIFY2(entry.path().string().find("-new-") == std::string::npos, entry.path().c_str());
}

void TestNotesFaults::manySaves()
{
    QFETCH(int, number);
    const QTemporaryDir folder;
    const fs::path path = writeSmall(number, folder);
    auto document = openCapture(path);
    QVERIFY(document);
    const auto possible = canKeep(**document);
    QVERIFY2(possible, possible ? "" : message(possible.error()).c_str());
    const auto records = recordLines(**document);
    const auto sizeNow = [&] {
        std::uint64_t size = 0;
        for (const auto& [file, bytes] : filesOf(path))
            size += bytes.size();
        return size;
    };
    // An RTC file is read through at each save; its own test has the patience.
    constexpr std::uint64_t kOfRtc = repeat(100), kOfOthers = repeat(10) > 1 ? 1000 : 40;
    const std::uint64_t saves = path.extension() == ".rtc" ? kOfRtc : kOfOthers;
    std::uint64_t before = sizeNow(), most = 0; // that one save costs
    const std::uint64_t first = before;
    Job job;
    for (std::uint64_t i = 0; i < saves; ++i) {
        auto saved = saveNotes(**document, {someNote("00000000000000aa", "note " + std::to_string(1000 + i))},
                               SaveWay::capture, quickIo(), job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        document = std::move(saved);
        if (i < 20) {
            const std::uint64_t now = sizeNow();
            most = std::max(most, now - std::min(now, before));
            before = now;
        }
    }
    const auto last = openCapture(path);
    QVERIFY(last);
    QCOMPARE(ownNotes(**last).front().text, "note " + std::to_string(999 + saves));
    const std::string lost = recordsLost(records, recordLines(**last));
    QVERIFY2(lost.empty(), lost.c_str());
    QVERIFY((*last)->validate(job));
    QVERIFY((*last)->problems().worst() < Severity::warning);
    qInfo("%llu bytes a save", static_cast<unsigned long long>((sizeNow() - first) / saves));
    QVERIFY(sizeNow() <= first + most * saves * 3 / 2);
}

void TestNotesFaults::copiesLeaveNothingWhenTheyFail()
{
    QFETCH(int, number);
    const QTemporaryDir folder;
    const fs::path path = writeSmall(number, folder);
    auto document = openCapture(path);
    QVERIFY(document);
    const auto files = filesOf(path);
    const fs::path target = folder.filePath("copy").toStdString() + path.extension().string();
    const AnnotationSet notes {someNote("00000000000000aa", "copied")};
    Job job;
    for (int at = 0;; ++at) {
        FaultIo io(at, FaultIo::Then::goOn);
        const auto saved = saveNotesAs(**document, notes, target, io, job);
        if (saved) {
            QVERIFY(sameAnnotations(ownNotes(**saved), notes));
            const std::string lost = recordsLost(recordLines(**document), recordLines(**saved));
            QVERIFY2(lost.empty(), lost.c_str());
            if (!io.met())
                break;
            fs::remove_all(target);
            fs::remove(sideFilePath(target));
            continue;
        }
        const std::string what = "call " + std::to_string(at) + ": " + message(saved.error());
        QVERIFY2(io.met(), what.c_str());
        QVERIFY2(!fs::exists(target), what.c_str());
        QVERIFY2(!fs::exists(sideFilePath(target)), what.c_str());
    }
    QVERIFY(filesOf(path) == files);
    QVERIFY(!saveNotesAs(**document, notes, target, quickIo(), job)); // something is there
    std::stop_source stop;
    stop.request_stop();
    Job stopped(stop.get_token());
    const fs::path other = target.string() + ".other";
    const auto none = saveNotesAs(**document, notes, other, quickIo(), stopped);
    QVERIFY(!none);
    QCOMPARE(none.error().code, Code::Stopped);
    QVERIFY(!fs::exists(other));
    // Nothing is left of the copies that failed.
    for (const auto& entry : fs::directory_iterator(folder.path().toStdString()))
        QVERIFY2(entry.path().string().find("-new-") == std::string::npos, entry.path().c_str());
}

QTEST_GUILESS_MAIN(TestNotesFaults)
#include "tst_notes_faults.moc"
