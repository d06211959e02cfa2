// Notes of recordings: one more file in the directory, which is part of the recording and nothing else.
#include "core/formats/formats.h"
#include "core/notes/save.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/rfr_stream_writer.h"
#include "tests/support/small_captures.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;
namespace fs = std::filesystem;

class TestRfrNotes : public QObject
{
    Q_OBJECT

private:
    QuickIo m_io;
    static constexpr const char* kName = "traceglass.annotations.json";

    static Annotation note(std::string id, std::string text)
    {
        Annotation out;
        out.id = std::move(id);
        out.text = std::move(text);
        out.bytes = AnnotationBytes {"meta.rfr", 3, 4};
        return out;
    }

private slots:
    void oneMoreFile()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        auto document = openCapture(path);
        QCOMPARE((*document)->summary().annotations, std::optional<std::uint64_t>(0));
        QVERIFY(!(*document)->structure()->find("/notes"));
        const auto files = filesOf(path);
        const auto records = recordLines(**document);
        Job job;
        document = saveNotes(**document, {note("aa", "a")}, SaveWay::capture, m_io, job);
        QVERIFY2(document, document ? "" : message(document.error()).c_str());
        auto after = filesOf(path);
        QCOMPARE(after.erase(path / kName), std::size_t(1));
        QVERIFY(after == files);
        QCOMPARE(recordLines(**document), records);
        QCOMPARE((*document)->summary().annotations, std::optional<std::uint64_t>(1));
        QVERIFY((*document)->validate(job));
        QVERIFY((*document)->problems().all().empty());

        // The tree shows it, and its bytes are its own.
        const auto node = (*document)->structure()->find("/notes");
        QVERIFY(node);
        QCOMPARE((*document)->structure()->node(*node)->label, kName);
        QCOMPARE((*document)->structure()->node(*node)->value, "1 note");
        const ByteRange range = (*document)->structure()->node(*node)->range;
        QVERIFY(range.length > 0);
        QCOMPARE((*document)->structure()->nodeAt(range.source, 5), node);
        QCOMPARE((*document)->structure()->pathOf(*node), "/notes");
        QCOMPARE((*document)->structure()->wayTo(*node).size(), std::size_t(1));
        QCOMPARE((*document)->records()->in(range, 10)->size(), std::size_t(1));

        document = saveNotes(**document, {}, SaveWay::capture, m_io, job);
        QVERIFY(document);
        QVERIFY(filesOf(path) == files);
    }

    void countsThemOnce()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        Job job;
        const auto document = saveNotes(**openCapture(path), {note("aa", "a")}, SaveWay::capture, m_io, job);
        QVERIFY(document);
        QCOMPARE((*document)->summary().annotations, std::optional<std::uint64_t>(1));
        QVERIFY(writeFile(path / kName, asBytes("nothing of the kind"))); // in place, as no save does
        QCOMPARE((*document)->summary().annotations, std::optional<std::uint64_t>(1));
    }

    void othersChangesAreSeen()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        const auto one = openCapture(path), two = openCapture(path);
        Job job;
        const auto first = saveNotes(**one, {note("aa", "a")}, SaveWay::capture, m_io, job);
        QVERIFY(first);
        QVERIFY((*two)->changedOnDisk());
        const auto late = saveNotes(**two, {note("bb", "b")}, SaveWay::capture, m_io, job);
        QCOMPARE(late.error().code, Code::FileChanged);
        QVERIFY(!(*first)->changedOnDisk());
    }

    // A recorder adds files in folders of the hour; the own notes lie beside those.
    void newChunksAreSeen()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        fs::path newest;
        for (const auto& [file, bytes] : filesOf(path)) {
            if (file.filename().string().starts_with("chunk-"))
                newest = std::max(newest, file);
        }
        QVERIFY(newest.parent_path() != path);
        const auto document = openCapture(path);
        Job job;
        const auto saved = saveNotes(**document, {note("aa", "a")}, SaveWay::capture, m_io, job);
        QVERIFY(saved && !(*saved)->changedOnDisk());
        QVERIFY(writeFile(newest.parent_path() / "chunk-99-99.rfr", asBytes("begins")));
        QVERIFY((*saved)->changedOnDisk());
        // Chunks that come, and what is written behind one, are growth; notes of others, and what is less, are not.
        QCOMPARE((*saved)->grownBy(job), std::optional<std::uint64_t>(6));
        const auto bytes = *readHead(newest, 64u << 20);
        auto longer = bytes;
        longer.resize(bytes.size() + 10);
        QVERIFY(writeFile(newest, longer));
        QCOMPARE((*saved)->grownBy(job), std::optional<std::uint64_t>(16));
        fs::create_directories(path / "2026-06" / "01-00");
        QVERIFY(writeFile(path / "2026-06" / "01-00" / "chunk-00-00.rfr", asBytes("so")));
        QCOMPARE((*saved)->grownBy(job), std::optional<std::uint64_t>(18));
        longer.resize(bytes.size() - 1);
        QVERIFY(writeFile(newest, longer));
        QVERIFY(!(*saved)->grownBy(job));
        QVERIFY(writeFile(newest, bytes));
        QVERIFY((*saved)->grownBy(job));
        QVERIFY(writeFile(path / kName, asBytes("{}")));
        QVERIFY(!(*saved)->grownBy(job));
    }

    void notesThatCannotBeReadAreNotReplaced()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        QVERIFY(writeFile(path / kName, asBytes("{\"traceglass\":\"annotations\",\"version\":9,\"notes\":[]}")));
        const auto document = openCapture(path);
        Job job;
        const auto loaded = loadNotes(**document, job);
        QCOMPARE(loaded->problems.size(), std::size_t(1));
        QCOMPARE(loaded->problems[0].code, Code::NotesBadJson);
        const SavePlan plan = planSave(**document);
        QCOMPARE(plan.way, SaveWay::sideFile);
        QVERIFY(plan.reason.find("newer version") != std::string::npos);
        QVERIFY(saveNotes(**document, {note("aa", "a")}, plan.way, m_io, job));
        QCOMPARE((*document)->summary().annotations, std::optional<std::uint64_t>());
    }

    void streamsHaveASideFile()
    {
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("stream.rfr").toStdString();
        rfr::StreamWriter writer;
        writer.callsite(1, {.id = 1, .level = 30, .kind = 2, .constFields = {}, .fieldNames = {}});
        writer.end(2);
        QVERIFY(writeFile(path, writer.bytes()));
        const auto before = filesOf(path);
        const auto document = openCapture(path);
        const SavePlan plan = planSave(**document);
        QCOMPARE(plan.way, SaveWay::sideFile);
        QCOMPARE(plan.path.filename().string(), "stream.rfr.traceglass.json");
        QVERIFY(plan.reason.find("streamed") != std::string::npos);
        Job job;
        const auto saved = saveNotes(**document, {note("aa", "a")}, plan.way, m_io, job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QCOMPARE(loadNotes(**saved, job)->notes.size(), std::size_t(1));
        QVERIFY(filesOf(path) == before);
    }
};

QTEST_GUILESS_MAIN(TestRfrNotes)
#include "tst_rfr_notes.moc"
