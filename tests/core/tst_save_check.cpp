// A save that did not arrive as it was meant leaves the capture as it was, in every format that appends.
#include "core/io/addition.h"
#include "core/io/mapped_file.h"
#include "core/notes/save.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/small_captures.h"

#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

// Writes one byte of what it is told another way, as a bad disk does.
class GarblingIo : public SaveIo
{
public:
    explicit GarblingIo(double at)
        : m_at(at)
    {
    }

    Result<void> sync(File&) override { return {}; }
    Result<void> writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes) override
    {
        std::vector<std::byte> garbled(bytes.begin(), bytes.end());
        if (!m_done)
            garbled[static_cast<std::size_t>(m_at * double(garbled.size() - 1))] ^= std::byte(0x55);
        m_done = true;
        return SaveIo::writeAt(file, offset, garbled);
    }

private:
    double m_at = 0;
    bool m_done = false;
};

// A disk that takes no change of what is there.
class RefusingIo : public QuickIo
{
    Result<void> writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes) override
    {
        return file.seen() ? fail(Code::FileUnwritable, "refused") : SaveIo::writeAt(file, offset, bytes);
    }
};

// A file system that locks only what is open for writing.
class WriteLockIo : public QuickIo
{
    Result<File> lock(const fs::path& path) override
    {
        auto file = File::open(path, File::Mode::change);
        if (file && file->lock() == File::Lock::taken)
            file->look();
        return file;
    }
};

std::vector<std::byte> bytesOf(const fs::path& path)
{
    const auto file = MappedFile::open(path);
    return file ? std::vector<std::byte>((*file)->view().begin(), (*file)->view().end())
                : std::vector<std::byte>();
}

}

class TestSaveCheck : public QObject
{
    Q_OBJECT

private slots:
    void isTakenBack_data()
    {
        QTest::addColumn<bool>("isRtc");
        QTest::addRow("RTC") << true;
        QTest::addRow("RDF") << false;
    }

    void isTakenBack()
    {
        QFETCH(bool, isRtc);
        Annotation note;
        note.id = "a";
        note.text = "what nobody may lose";
        int takenBack = 0;
        for (int i = 0; i <= 10; ++i) {
            const fs::path path =
                isRtc ? smallRtc(folder(), {.unitSize = 8192, .minorSize = 2048}) : smallRdf(folder());
            const auto before = bytesOf(path);
            const auto document = openCapture(path);
            QVERIFY(!before.empty() && document);
            Job job;
            GarblingIo io(i / 10.0);
            if ((*document)->notes()->keep({note}, io, job)) { // it hit a byte that means nothing
                QVERIFY(sameAnnotations((*openCapture(path))->notes()->read(job).value(), {note}));
                continue;
            }
            QVERIFY2(bytesOf(path) == before, std::to_string(i).c_str());
            ++takenBack;
        }
        QVERIFY(takenBack >= 4);
    }

    // As the capture is what it was, the note has a place beside it.
    void isPutBesideThen()
    {
        const fs::path path = smallRtc(folder(), {.unitSize = 8192, .minorSize = 2048});
        const auto before = bytesOf(path);
        const auto document = openCapture(path);
        Annotation note;
        note.id = "a";
        note.text = "what nobody may lose";
        Job job;
        GarblingIo io(0.5);
        SavePlan plan;
        const auto saved = saveNotes(**document, {note}, plan, io, job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QCOMPARE(plan.way, SaveWay::sideFile);
        QVERIFY2(besideText(plan).find("does not read back") != std::string::npos, besideText(plan).c_str());
        QVERIFY(bytesOf(path) == before);
        fs::remove(sideFilePath(path));
    }

    // Nothing was added then, and there is a place for the note all the same.
    void theFirstWriteMayBeRefused_data() { isTakenBack_data(); }
    void theFirstWriteMayBeRefused()
    {
        QFETCH(bool, isRtc);
        const fs::path path = isRtc ? smallRtc(folder(), {}) : smallRdf(folder());
        const auto before = bytesOf(path);
        const auto document = openCapture(path);
        Annotation note;
        note.id = "a";
        Job job;
        RefusingIo io;
        const auto kept = (*document)->notes()->keep({note}, io, job);
        QVERIFY(!kept);
        QCOMPARE(kept.error().detail, "refused");
        SavePlan plan;
        const auto saved = saveNotes(**document, {note}, plan, io, job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QCOMPARE(plan.way, SaveWay::sideFile);
        QVERIFY2(besideText(plan).find("refused") != std::string::npos, besideText(plan).c_str());
        QVERIFY(bytesOf(path) == before);
        fs::remove(sideFilePath(path));
    }

    // The lock is kept until all is said, although it ends with what was opened to write.
    void locksThatNeedAWriter()
    {
        const fs::path path = folder() / "locked";
        QVERIFY(writeFile(path, asBytes("before")));
        const auto makeOld = [&] {
            fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
        };
        makeOld();
        WriteLockIo io;
        bool wasHeld = false;
        {
            auto file = io.openToChange(path, Job());
            QVERIFY2(file, file ? "" : message(file.error()).c_str());
            const auto check = [&]() -> Result<void> {
                wasHeld = File::openOrdinary(path)->lock() == File::Lock::held;
                return fail(Code::NotesNotEqual);
            };
            const auto done = addToFile(
                io, *file,
                {.end = 6, .write = [&] { return io.writeAt(*file, 6, asBytes("added")); }, .check = check});
            QVERIFY(!done && done.error().detail.empty());
            QVERIFY(file->close());
        }
        QVERIFY(wasHeld);
        QVERIFY(asText(bytesOf(path)) == "before");
        // And that nobody changed it before the first write is asked here as well.
        makeOld();
        auto file = io.openToChange(path, Job());
        QVERIFY(File::open(path, File::Mode::change)->writeAt(0, asBytes("B")));
        const auto written = io.writeAt(*file, 6, asBytes("added"));
        QVERIFY(!written && written.error().code == Code::FileChanged);
    }

    // What somebody wrote behind it meanwhile is not ours to cut off.
    void leavesWhatOthersWrote()
    {
        const fs::path path = folder() / "plain";
        QVERIFY(writeFile(path, asBytes("before")));
        SaveIo io;
        auto file = io.openToChange(path, Job());
        QVERIFY(file);
        const auto check = [&]() -> Result<void> {
            auto other = File::open(path, File::Mode::change);
            (void)other->writeAt(11, asBytes("other"));
            return fail(Code::NotesNotEqual);
        };
        const auto done = addToFile(
            io, *file,
            {.end = 6, .write = [&] { return io.writeAt(*file, 6, asBytes("added")); }, .check = check});
        QVERIFY(!done && done.error().code == Code::NotesNotEqual && !done.error().detail.empty());
        QVERIFY(asText(bytesOf(path)) == "beforeaddedother");
    }

private:
    fs::path folder() const { return m_folder.path().toStdString(); }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestSaveCheck)
#include "tst_save_check.moc"
