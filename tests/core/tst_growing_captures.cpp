// Notes on captures that somebody is writing: they go beside, and nothing of what is written gets lost,
// whenever the writer comes.
#include "core/formats/formats.h"
#include "core/notes/save.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/small_captures.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

Annotation someNote(std::string id)
{
    Annotation note;
    note.id = std::move(id);
    note.text = "while it grows";
    note.createdNs = note.changedNs = 1'780'000'000'000'000'000;
    return note;
}

std::string bytesAt(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> idsIn(const fs::path& path)
{
    Job job;
    std::set<std::string> ids;
    const auto document = openCapture(path);
    const auto stored = document ? loadNotes(**document, job) : Result<StoredNotes>(StoredNotes {});
    for (const Annotation& note : stored->notes)
        ids.insert(note.id);
    return ids;
}

// As a recorder has the file: open for writing, at its own place behind what it wrote.
class Recorder
{
public:
    explicit Recorder(const fs::path& path)
        : m_descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC))
        , m_at(::lseek(m_descriptor, 0, SEEK_END))
    {
    }
    ~Recorder() { ::close(m_descriptor); }

    void write(std::string_view bytes) { m_at += ::pwrite(m_descriptor, bytes.data(), bytes.size(), m_at); }
    // Is what it writes the file of that name?
    bool writesTo(const fs::path& path) const
    {
        struct stat mine
        {
        }, there {};
        return ::fstat(m_descriptor, &mine) == 0 && ::stat(path.c_str(), &there) == 0
            && mine.st_ino == there.st_ino;
    }

private:
    int m_descriptor;
    off_t m_at;
};

// A system that cannot tell who writes a file.
class BlindIo : public QuickIo
{
    Writers writers(const File&) override { return Writers::unknown; }
};

void makeOld(const fs::path& path)
{
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

std::vector<SmallCapture> singleFiles()
{
    auto all = smallCaptures();
    const std::set<std::string> left {"rdf", "rtc", "rtc small units", "cjfr", "cjfr gzip", "cjfr xz"};
    std::erase_if(all, [&](const SmallCapture& capture) { return !left.contains(capture.name); });
    return all;
}

}

class TestGrowingCaptures : public QObject
{
    Q_OBJECT

private:
    QuickIo m_io;

    static void eachCapture()
    {
        QTest::addColumn<int>("number");
        const auto all = singleFiles();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name.c_str()) << static_cast<int>(i);
    }
    static fs::path capture(int number, const QTemporaryDir& folder)
    {
        return singleFiles()[static_cast<std::size_t>(number)].write(folder.path().toStdString());
    }

private slots:
    void initTestCase()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const auto file = File::openOrdinary(path);
        const Writers alone = writersOf(*file);
        const Recorder recorder(path);
        if (alone != Writers::none || writersOf(*file) != Writers::some)
            QSKIP("this file system cannot tell who writes a file");
    }

    void whatIsOpenForWritingIsLeftAlone_data() { eachCapture(); }
    void whatIsOpenForWritingIsLeftAlone()
    {
        QFETCH(int, number);
        const QTemporaryDir folder;
        const fs::path path = capture(number, folder);
        const std::string before = bytesAt(path);
        const auto document = openCapture(path);
        QCOMPARE(planSave(**document).way, SaveWay::capture);
        Job job;
        {
            Recorder recorder(path);
            SavePlan plan = planSave(**document);
            QCOMPARE(plan.way, SaveWay::sideFile);
            QVERIFY2(plan.reason.find("still be writing") != std::string::npos, plan.reason.c_str());
            QCOMPARE((*document)->notes()->keep({someNote("aa")}, m_io, job).error().code, Code::FileGrowing);
            plan = {};
            const auto saved = saveNotes(**document, {someNote("aa")}, plan, m_io, job);
            QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
            QCOMPARE(plan.way, SaveWay::sideFile);
            QVERIFY(bytesAt(path) == before);
            QVERIFY(recorder.writesTo(path));
        }
        // Once it is done, they can move in.
        QCOMPARE(planSave(**document).way, SaveWay::capture);
        const auto moved = saveNotes(**document, {someNote("aa")}, SaveWay::capture, m_io, job);
        QVERIFY2(moved, moved ? "" : message(moved.error()).c_str());
        QVERIFY(!fs::exists(sideFilePath(path)));
    }

    // A process that goes on writing, over several saves.
    void aRunningRecorderLosesNothing_data() { eachCapture(); }
    void aRunningRecorderLosesNothing()
    {
        QFETCH(int, number);
        const QTemporaryDir folder;
        const fs::path path = capture(number, folder);
        const std::string before = bytesAt(path);
        const std::string piece = "seven b";
        int ready[2];
        QCOMPARE(::pipe(ready), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            Recorder recorder(path);
            char done = 1;
            for (int i = 0; i < 30'000; ++i) { // nobody stops it where the test itself crashes
                recorder.write(piece);
                if (i == 0)
                    (void)!::write(ready[1], &done, 1);
                ::usleep(1000);
            }
            ::_exit(0);
        }
        QVERIFY(child > 0);
        char begun = 0;
        QCOMPARE(::read(ready[0], &begun, 1), ssize_t(1));
        Job job;
        AnnotationSet notes;
        const auto early = openCapture(path); // as a window has it: long before it saves
        for (const char* id : {"aa", "bb", "cc"}) {
            notes.push_back(someNote(id));
            SavePlan plan;
            auto saved = saveNotes(**early, notes, plan, m_io, job);
            const std::string why = saved ? std::string() : message(saved.error());
            const bool beside = plan.way == SaveWay::sideFile;
            if (!saved || !beside) {
                ::kill(child, SIGKILL);
                ::waitpid(child, nullptr, 0);
            }
            QVERIFY2(saved, why.c_str());
            QVERIFY(beside);
            ::usleep(3000);
        }
        ::kill(child, SIGKILL);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        ::close(ready[0]);
        ::close(ready[1]);
        const std::string after = bytesAt(path);
        QVERIFY(after.starts_with(before));
        for (std::size_t at = before.size(); at + piece.size() <= after.size(); at += piece.size())
            QCOMPARE(after.substr(at, piece.size()), piece);
        QVERIFY(idsIn(path) == std::set<std::string>({"aa", "bb", "cc"}));
    }

    // Whatever call of the save a writer comes in front of, or right behind the look at it: it writes to the
    // file of that name, what was there stays, and so does what it writes.
    void aWriterMayComeAnyTime_data() { eachCapture(); }
    void aWriterMayComeAnyTime()
    {
        QFETCH(int, number);
        bool wentBeside = false, wentInside = false;
        for (const bool writesAtOnce : {false, true}) {
            for (int call = 0;; ++call) {
                QVERIFY(call < 100);
                const QTemporaryDir folder;
                const fs::path path = capture(number, folder);
                const std::string before = bytesAt(path), piece = "what the recorder writes";
                const auto document = openCapture(path);
                std::optional<Recorder> recorder;
                MeanwhileIo io(call, [&] {
                    recorder.emplace(path);
                    if (writesAtOnce)
                        recorder->write(piece);
                });
                Job job;
                SavePlan plan;
                const auto saved = saveNotes(**document, {someNote("aa")}, plan, io, job);
                const std::string where = "call " + std::to_string(call)
                    + (writesAtOnce ? ", writes at once" : "") + (saved ? "" : ": " + message(saved.error()));
                if (!io.wasCalled())
                    break;
                QVERIFY2(recorder->writesTo(path), where.c_str());
                recorder->write(piece);
                const std::string after = bytesAt(path);
                const auto isThere = [&](std::size_t from) { return after.find(piece, from); };
                const std::size_t first = isThere(0);
                QVERIFY2(first != std::string::npos, where.c_str());
                QVERIFY2(!writesAtOnce || isThere(first + piece.size()) != std::string::npos, where.c_str());
                if (saved && plan.way == SaveWay::sideFile) {
                    wentBeside = true;
                    QVERIFY2(after.starts_with(before), where.c_str());
                    QVERIFY2(idsIn(path) == std::set<std::string> {"aa"}, where.c_str());
                }
                wentInside = wentInside || (saved && plan.way == SaveWay::capture);
                for (const auto& entry : fs::directory_iterator(folder.path().toStdString()))
                    QVERIFY2(entry.path().string().find("-new-") == std::string::npos, where.c_str());
            }
        }
        QVERIFY(wentBeside);
        QVERIFY(wentInside); // it came when all was done
    }

    void whereNobodyCanTellTheTimeCounts_data() { eachCapture(); }
    void whereNobodyCanTellTheTimeCounts()
    {
        QFETCH(int, number);
        const QTemporaryDir folder;
        const fs::path path = capture(number, folder);
        BlindIo io;
        Job job;
        auto document = openCapture(path);
        const auto fresh = (*document)->notes()->keep({someNote("aa")}, io, job);
        QCOMPARE(fresh.error().code, Code::FileGrowing);
        QVERIFY2(fresh.error().detail.find("a few seconds ago") != std::string::npos,
                 fresh.error().detail.c_str());
        makeOld(path);
        document = openCapture(path);
        const auto saved = (*document)->notes()->keep({someNote("aa")}, io, job);
        const bool hasEnd = singleFiles()[static_cast<std::size_t>(number)].name != "cjfr" || saved;
        QVERIFY2(saved || !hasEnd, saved ? "" : message(saved.error()).c_str());
    }

    // Its mark of what it belongs to stays true when the writer has finished the capture.
    void besideWhatIsFinishedLater()
    {
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("later.rdf").toStdString();
        Job job;
        {
            auto writer = rdf::RdfWriter::create(path);
            const std::vector<std::byte> much(300'000, std::byte(7));
            QVERIFY(writer->add({.id = "First"}, {}, much));
            const auto document = openCapture(path);
            QVERIFY(document);
            SavePlan plan = planSave(**document);
            QCOMPARE(plan.way, SaveWay::sideFile);
            const auto saved = saveNotes(**document, {someNote("aa")}, plan, m_io, job);
            QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
            QVERIFY(writer->add({.id = "Second"}, {}, much));
            QVERIFY(writer->finish());
        }
        QVERIFY(idsIn(path) == std::set<std::string> {"aa"});
        const auto document = openCapture(path);
        QCOMPARE((*document)->summary().records, std::optional<std::uint64_t>(2));
        QCOMPARE(planSave(**document).way, SaveWay::capture);
    }

    void whatHasNoEndMayGoOn()
    {
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("unfinished.rtc").toStdString();
        QVERIFY(writeFile(path, rtc::noteCapture({}, 40, false)));
        makeOld(path);
        BlindIo blind;
        Job job;
        auto document = openCapture(path);
        const auto refused = (*document)->notes()->keep({someNote("aa")}, blind, job);
        QCOMPARE(refused.error().code, Code::FileGrowing);
        QVERIFY(refused.error().detail.find("no proper end") != std::string::npos);
        QVERIFY((*document)->notes()->keep({someNote("aa")}, m_io, job)); // here the system can tell
    }

    // A copy is ours and as old as what was copied, however short ago it was made.
    void whereNobodyCanTellACopyKeepsItsNotes()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        makeOld(path);
        const fs::path copy = folder.filePath("copy.rdf").toStdString();
        BlindIo blind;
        Job job;
        const auto document = openCapture(path);
        const auto saved = saveNotesAs(**document, {someNote("aa")}, copy, blind, job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QCOMPARE((*saved)->notes()->read(job)->size(), std::size_t(1));
        QVERIFY(!fs::exists(sideFilePath(copy)));
    }

    // A recording directory to which files are added while notes are saved.
    void aRecordingMayGetMoreChunks()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        const auto document = openCapture(path);
        fs::path chunk;
        for (const auto& [file, bytes] : filesOf(path)) {
            if (file.filename().string().starts_with("chunk-"))
                chunk = file;
        }
        QVERIFY(!chunk.empty());
        Recorder recorder(chunk);
        recorder.write("more of it");
        QVERIFY((*document)->changedOnDisk());
        Job job;
        SavePlan plan = planSave(**document);
        QCOMPARE(plan.way, SaveWay::capture); // a file of its own
        const auto saved = saveNotes(**document, {someNote("aa")}, plan, m_io, job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QVERIFY(recorder.writesTo(chunk));
        QVERIFY(idsIn(path) == std::set<std::string> {"aa"});
    }

    // What is left of a capture that was put aside when it was opened for writing is not removed.
    void whatSomebodyWritesIsNotLeftBehind()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const fs::path aside = path.string() + ".traceglass-new-a1B2c3";
        fs::copy_file(path, aside);
        {
            const Recorder recorder(aside);
            removeLeftBehind(m_io, path);
            QVERIFY(fs::exists(aside));
        }
        removeLeftBehind(m_io, path);
        QVERIFY(!fs::exists(aside));
    }
};

QTEST_GUILESS_MAIN(TestGrowingCaptures)
#include "tst_growing_captures.moc"
