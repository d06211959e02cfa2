// Notes in RDF files: what is written where, what stays, and compacting.
#include "core/formats/formats.h"
#include "core/notes/save.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/small_captures.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;
namespace fs = std::filesystem;

class TestRdfNotes : public QObject
{
    Q_OBJECT

private:
    QuickIo m_io;
    QTemporaryDir m_folder;

    fs::path fresh()
    {
        static int count = 0;
        const fs::path folder = m_folder.filePath(QString::number(++count)).toStdString();
        fs::create_directory(folder);
        return smallRdf(folder);
    }
    static Annotation note(std::string id, std::string text)
    {
        Annotation out;
        out.id = std::move(id);
        out.text = std::move(text);
        return out;
    }
    static std::vector<std::byte> bytesOf(const fs::path& path)
    {
        return *readHead(path, fs::file_size(path));
    }
    std::unique_ptr<Document> save(std::unique_ptr<Document> document, const AnnotationSet& notes)
    {
        Job job;
        auto saved = saveNotes(*document, notes, SaveWay::capture, m_io, job);
        return saved ? std::move(*saved) : nullptr;
    }
    static AnnotationSet kept(const Document& document)
    {
        Job job;
        const auto notes = document.notes()->read(job);
        return notes ? *notes : AnnotationSet {note("unreadable", "")};
    }
    static std::vector<std::string> ids(const Document& document)
    {
        std::vector<std::string> out;
        const auto children = document.structure()->children(document.structure()->root().id, 0, 100);
        for (const Node& chunk : *children) {
            if (chunk.kind == NodeKind::chunk)
                out.push_back(chunk.label);
        }
        return out;
    }

private slots:
    void oneChunkOfOurOwn()
    {
        const fs::path path = fresh();
        const auto before = bytesOf(path);
        auto document = std::move(*openCapture(path));
        QCOMPARE(document->summary().annotations, std::optional<std::uint64_t>(0));
        QVERIFY(document->notes()->whatSavingChanges().find("index of 320")
                != std::string::npos); // 5 entries of 64 bytes
        document = save(std::move(document), {note("aa", "a")});
        QVERIFY(document);
        auto after = bytesOf(path);
        QVERIFY(std::ranges::equal(std::span(before).subspan(32),
                                   std::span(after).subspan(32, before.size() - 32)));
        QVERIFY(std::ranges::equal(std::span(before).first(16), std::span(after).first(16)));
        QCOMPARE(document->summary().records, std::optional<std::uint64_t>(5));
        QCOMPARE(document->summary().annotations, std::optional<std::uint64_t>(1));
        QVERIFY(document->structure()->find("TraceglassNote:0"));
        QCOMPARE(document->structure()->pathOf(*document->structure()->find("TraceglassNote:0")),
                 "/chunks/4");

        document = save(std::move(document), {note("aa", "a"), note("bb", "b")});
        QVERIFY(document);
        QCOMPARE(document->summary().records,
                 std::optional<std::uint64_t>(5)); // it took the place of the first
        QCOMPARE(document->summary().annotations, std::optional<std::uint64_t>(2));
        Job job;
        QVERIFY(document->validate(job));
        QVERIFY(document->problems().worst() < Severity::warning);
    }

    // Another tool appended behind our chunk: its number stays when notes are saved again.
    void numbersOfLaterChunksStay()
    {
        const fs::path path = fresh();
        auto document = save(std::move(*openCapture(path)), {note("aa", "a")});
        QVERIFY(document);
        const std::string rewritten = path.string() + "2";
        auto writer = rdf::RdfWriter::create(rewritten);
        QVERIFY(writer->add({.id = "First"}, {}, asBytes("1")));
        const NodeId ours = *document->structure()->find("/chunks/4/data");
        const ByteRange range = document->structure()->node(ours)->range;
        const auto json = document->structure()->decoded(ours);
        const auto source = document->source(json->source);
        QVERIFY(range.length > 0);
        QVERIFY(writer->add({.id = "TraceglassNote"}, {},
                            readBytes(**source, json->offset, json->length, 1 << 20)));
        QVERIFY(writer->add({.id = "Last"}, {}, asBytes("3")));
        QVERIFY(writer->finish());
        document = std::move(*openCapture(rewritten));
        QVERIFY(sameAnnotations(kept(*document), {note("aa", "a")})); // not compressed, without a count: fine
        QCOMPARE(document->summary().annotations, std::optional<std::uint64_t>());
        document = save(std::move(document), {note("aa", "other")});
        QVERIFY(document);
        QVERIFY(sameAnnotations(kept(*document), {note("aa", "other")}));
        QCOMPARE(document->structure()->pathOf(*document->structure()->find("Last:0")), "/chunks/2");
        document = save(std::move(document), {});
        QVERIFY(document);
        QVERIFY(kept(*document).empty());
        QCOMPARE(document->structure()->pathOf(*document->structure()->find("Last:0")), "/chunks/2");
    }

    void whereTheNewestIsDamagedTheOneBeforeCounts()
    {
        const std::string path = m_folder.filePath("damaged.rdf").toStdString();
        auto writer = rdf::RdfWriter::create(path);
        AnnotationFile file;
        file.notes = {note("aa", "older")};
        QVERIFY(writer->add({.id = "TraceglassNote"}, {}, asBytes(annotationFileJson(file))));
        QVERIFY(writer->add({.id = "TraceglassNote"}, {}, asBytes("{\"traceglass\": ")));
        QVERIFY(writer->finish());
        const auto document = std::move(*openCapture(path));
        QVERIFY(sameAnnotations(kept(*document), file.notes));
        QCOMPARE(document->problems().kept(), std::size_t(1));
        QCOMPARE(document->problems().all()[0].code, Code::NotesBadJson);
        QCOMPARE(document->problems().all()[0].entry, std::optional<std::uint64_t>(1));
    }

    // A newer version may have written them: saving would put other notes in their place.
    void notesThatCannotBeReadAreNotReplaced()
    {
        const std::string path = m_folder.filePath("newer.rdf").toStdString();
        auto writer = rdf::RdfWriter::create(path);
        QVERIFY(writer->add({.id = "TraceglassNote"}, {},
                            asBytes(R"({"traceglass": "annotations", "version": 99, "notes": []})")));
        QVERIFY(writer->finish());
        const auto before = bytesOf(path);
        const auto document = std::move(*openCapture(path));
        const auto possible = canKeep(*document);
        QVERIFY(!possible);
        QCOMPARE(possible.error().code, Code::NotesNotKept);
        QCOMPARE(planSave(*document).way, SaveWay::sideFile);
        Job job;
        QVERIFY(!saveNotes(*document, {note("aa", "a")}, SaveWay::capture, m_io, job));
        QVERIFY(bytesOf(path) == before);
    }

    void unfinishedFilesAreRefused()
    {
        const fs::path path = fresh();
        auto bytes = bytesOf(path);
        const auto refused = [&](const char* what) {
            QVERIFY2(writeFile(path, bytes), what);
            const auto document = openCapture(path);
            QVERIFY2(document, what);
            QVERIFY2(!canKeep(**document), what);
            Job job;
            const auto saved = saveNotes(**document, {note("aa", "a")}, SaveWay::capture, m_io, job);
            QVERIFY2(!saved && saved.error().code == Code::NotesNotKept, what);
            QVERIFY2(bytesOf(path) == bytes, what);
            QCOMPARE(planSave(**document).way, SaveWay::sideFile);
        };
        const auto good = bytes;
        std::fill(bytes.begin() + 16, bytes.begin() + 32, std::byte {});
        refused("not finished");
        bytes = good;
        bytes.resize(bytes.size() - 1);
        refused("index cut");
        bytes = good;
        bytes[24] ^= std::byte {1};
        refused("no whole number of entries");
        bytes = good;
        std::ranges::copy(asBytes("RTA_DATA"), bytes.begin());
        refused("older identifier");
        bytes = good;
        ByteReader header {std::span(good).subspan(16)};
        const auto index = static_cast<std::size_t>(header.i64());
        constexpr std::size_t kDataSize = 48; // in an entry
        bytes[index + kDataSize + 4] = std::byte {1};
        refused("data beyond the end"); // would become what is appended
        bytes = good;
        bytes[index + kDataSize] ^= std::byte {0x80}; // 128 bytes more than there are before the index
        refused("data that reach into the index");    // which is in another place once notes are appended
        Job job;
        const auto compacted =
            (*openCapture(path))->notes()->compact(path.string() + ".compact", systemSaveIo(), job);
        QVERIFY(!compacted && compacted.error().code == Code::RdfOverlapsIndex);
    }

    void compactingKeepsWhatIsAlive()
    {
        const fs::path path = fresh();
        auto document = std::move(*openCapture(path));
        const auto size = document->summary().size;
        const auto records = recordLines(*document);
        Annotation place = note("aa", "the third event");
        const ByteRange range =
            document->structure()->node(*document->structure()->find("/chunks/2/data"))->range;
        place.bytes = AnnotationBytes {"small.rdf", range.offset + 1, 3};
        for (int i = 0; i < 5; ++i) {
            place.text = "version " + std::to_string(i);
            document = save(std::move(document), {place});
            QVERIFY(document);
        }
        Job job;
        QVERIFY(index(*document, {}, job));
        QVERIFY(document->notes()->deadBytes() > 0);
        const fs::path target = path.string() + ".compact";
        QVERIFY(document->notes()->compact(target, m_io, job));
        const auto compact = std::move(*openCapture(target));
        QCOMPARE(compact->notes()->deadBytes(), 0u);
        QVERIFY(compact->summary().size < document->summary().size);
        QVERIFY(compact->summary().size < size + 1000);
        QCOMPARE(ids(*compact), ids(*document));
        QCOMPARE(compact->structure()->root().kind, NodeKind::capture);
        const auto stored = loadNotes(*compact, job);
        QCOMPARE(stored->notes.size(), std::size_t(1));
        QCOMPARE(stored->notes[0].text, "version 4");
        const auto source = compact->source(SourceId {});
        QCOMPARE(std::string(asText(readBytes(**source, stored->notes[0].bytes->offset, 3, 3))), "ven");
        for (const char* chunk : {"/chunks/0/data", "/chunks/3/data"}) {
            const auto a = document->structure()->decoded(*document->structure()->find(chunk)),
                       b = compact->structure()->decoded(*compact->structure()->find(chunk));
            QCOMPARE(readBytes(**compact->source(b->source), b->offset, b->length, 1000),
                     readBytes(**document->source(a->source), a->offset, a->length, 1000));
        }
        // The notes of a compacted capture belong to it as before.
        QVERIFY(belongsTo(*compact, *fingerprint(*document)));
        std::stop_source stop;
        stop.request_stop();
        Job stopped(stop.get_token());
        QVERIFY(!document->notes()->compact(path.string() + ".none", m_io, stopped));
        QVERIFY(!fs::exists(path.string() + ".none"));
        QCOMPARE(records.size(), std::size_t(4));
        // In its own place, where the old one can be read on.
        const auto old = recordLines(*document);
        QVERIFY(document->notes()->compact(path, m_io, job));
        QVERIFY(bytesOf(path) == bytesOf(target));
        QCOMPARE(recordLines(*document), old);
    }

    // What others put behind a capture is theirs, also where no index says so: saving and compacting leave it there.
    void compactingKeepsWhatIsNotOurs()
    {
        const fs::path path = fresh();
        auto bytes = bytesOf(path);
        const auto foreign = asBytes("what another program keeps behind it");
        bytes.insert(bytes.end(), foreign.begin(), foreign.end());
        QVERIFY(writeFile(path, bytes));
        const auto prefix = std::vector(bytes.begin() + 32, bytes.end());
        auto document = std::move(*openCapture(path));
        QCOMPARE(document->notes()->deadBytes(), 0u);
        Job job;
        for (int round = 0; round < 3; ++round) { // what is compact gets notes again
            for (int i = 0; i < 3; ++i) {
                document =
                    save(std::move(document), {note("aa", std::string(300, char('a' + 3 * round + i)))});
                QVERIFY(document);
            }
            const auto size = document->summary().size;
            const auto dead = document->notes()->deadBytes();
            QVERIFY(dead > 0);
            const auto kept = ids(*document);
            QVERIFY(document->notes()->compact(path, m_io, job));
            document = std::move(*openCapture(path));
            QCOMPARE(document->notes()->deadBytes(), 0u);
            QVERIFY(document->summary().size <= size - dead + 16);
            QCOMPARE(ids(*document), kept);
            const auto now = bytesOf(path);
            QVERIFY(std::equal(prefix.begin(), prefix.end(), now.begin() + 32));
        }
    }

    // Its index would be behind the other one, and nobody would see any more that there are two.
    void joinedCapturesAreLeftAlone()
    {
        const fs::path path = fresh();
        auto bytes = bytesOf(path);
        const auto other = bytes;
        bytes.insert(bytes.end(), other.begin(), other.end());
        QVERIFY(writeFile(path, bytes));
        const auto document = std::move(*openCapture(path));
        QCOMPARE(document->notes()->deadBytes(), 0u);
        const auto possible = canKeep(*document);
        QVERIFY(!possible && possible.error().code == Code::NotesNotKept);
        QVERIFY2(possible.error().detail.find("another capture") != std::string::npos,
                 possible.error().detail.c_str());
        Job job;
        QVERIFY(!document->notes()->compact(path, m_io, job));
        QVERIFY(!document->notes()->compact(path.string() + ".copy", m_io, job));
        QVERIFY(bytesOf(path) == bytes);
        QCOMPARE(planSave(*document).way, SaveWay::sideFile);
    }

    // Saving goes on in room that earlier saves left: the file stops growing, what was recorded stays a
    // prefix (but for where the index is), and the index stays behind every chunk.
    void savingReusesItsOwnRoom()
    {
        constexpr int kChunks = 2000;
        const std::string path = m_folder.filePath("many.rdf").toStdString();
        auto writer = rdf::RdfWriter::create(path);
        for (int i = 0; i < kChunks; ++i)
            QVERIFY(writer->add({.id = "SampleEvent"}, {}, asBytes("event " + std::to_string(i))));
        QVERIFY(writer->finish());
        const auto recorded = bytesOf(path);
        constexpr std::uint64_t kIndex = (kChunks + 1) * 64;
        auto document = std::move(*openCapture(path));
        AnnotationSet notes;
        for (int i = 0; i < 30; ++i) {
            notes.push_back(note("id " + std::to_string(i),
                                 std::string(static_cast<std::size_t>(i) * 3, char('a' + i % 26))));
            document = save(std::move(document), notes);
            QVERIFY(document);
            const auto now = bytesOf(path);
            QVERIFY(std::ranges::equal(std::span(recorded).first(16), std::span(now).first(16)));
            QVERIFY(std::ranges::equal(std::span(recorded).subspan(32),
                                       std::span(now).subspan(32, recorded.size() - 32)));
            const std::uint64_t index = ByteReader(std::span(now).subspan(16)).u64();
            const auto at = document->structure()->find("/chunks/" + std::to_string(kChunks) + "/data");
            QVERIFY(at);
            const ByteRange own = document->structure()->node(*at)->range;
            QCOMPARE(own.source, SourceId(0));
            QVERIFY(index >= own.end() && index + kIndex <= now.size());
        }
        QVERIFY2(bytesOf(path).size() < recorded.size() + 3 * kIndex + 20'000,
                 std::to_string(bytesOf(path).size() - recorded.size()).c_str());
        Job job;
        QVERIFY(document->validate(job));
        QVERIFY(document->problems().worst() < Severity::warning);
        QCOMPARE(document->summary().annotations, std::optional<std::uint64_t>(30));
    }

    // Whatever call goes wrong while room is reused, or the process is killed there: the old or the new
    // notes, and every chunk.
    void reuseSurvivesEveryFault()
    {
        const fs::path path = fresh();
        auto document = std::move(*openCapture(path));
        const auto chunks = recordLines(*document);
        AnnotationSet notes;
        for (int i = 0; i < 3; ++i) {
            notes.push_back(note("id " + std::to_string(i), "text " + std::to_string(i)));
            document = save(std::move(document), notes);
            QVERIFY(document);
        }
        QVERIFY(document->notes()->whatSavingChanges().find("older notes") != std::string::npos);
        const auto before = bytesOf(path);
        AnnotationSet more = notes;
        more.push_back(note("one more", "of some length"));
        for (const auto then : {FaultIo::Then::goOn, FaultIo::Then::die}) {
            bool met = true;
            for (int at = 0; met; ++at) {
                QVERIFY(writeFile(path, before));
                document = std::move(*openCapture(path));
                FaultIo io(at, then);
                Job job;
                const auto saved = saveNotes(*document, more, SaveWay::capture, io, job);
                met = io.met();
                const auto after = openCapture(path);
                QVERIFY(after);
                QVERIFY2(sameAnnotations(kept(**after), saved ? more : notes)
                             || sameAnnotations(kept(**after), more),
                         std::to_string(at).c_str());
                QCOMPARE(recordsLost(chunks, recordLines(**after)), std::string());
                QVERIFY((*after)->validate(job));
                QVERIFY((*after)->problems().worst() < Severity::warning);
            }
        }
    }

    // The first version wrote no place in the header of its chunk: its notes are replaced, its room is left
    // alone.
    void roomOfOtherWritersIsLeftAlone()
    {
        const std::string path = m_folder.filePath("first.rdf").toStdString();
        auto writer = rdf::RdfWriter::create(path);
        AnnotationFile file;
        file.notes = {note("aa", "of the first version")};
        ByteWriter count;
        count.u64(1);
        QVERIFY(writer->add({.id = "TraceglassNote", .compression = rdf::Compression::zstd}, count.bytes(),
                            asBytes(annotationFileJson(file))));
        QVERIFY(writer->finish());
        const auto before = bytesOf(path);
        auto document = std::move(*openCapture(path));
        QCOMPARE(document->summary().annotations, std::optional<std::uint64_t>(1));
        for (int i = 0; i < 5; ++i) {
            document = save(std::move(document), {note("aa", "version " + std::to_string(i))});
            QVERIFY(document);
            const auto now = bytesOf(path);
            QVERIFY(std::ranges::equal(std::span(before).subspan(32),
                                       std::span(now).subspan(32, before.size() - 32)));
        }
    }

    // Two saves of another program later, the index this document reads is written over.
    void anIndexWrittenOverIsNoticed()
    {
        const fs::path path = fresh();
        auto document = save(std::move(*openCapture(path)), {note("aa", "a")});
        const auto reader = std::move(*openCapture(path));
        QVERIFY(reader->structure()->children(reader->structure()->root().id, 0, 10));
        for (int i = 0; i < 6; ++i)
            document =
                save(std::move(document), {note("aa", std::string(static_cast<std::size_t>(i) * 40, 'x'))});
        QVERIFY(document);
        const auto children = reader->structure()->children(reader->structure()->root().id, 0, 10);
        QVERIFY(!children);
        QCOMPARE(children.error().code, Code::FileChanged);
    }

    // What is unusual about a capture is no reason to keep notes out of it, unless appending would change
    // what it says.
    void harmlessOdditiesKeepNotesIn()
    {
        const std::string path = m_folder.filePath("odd.rdf").toStdString();
        auto writer = rdf::RdfWriter::create(path);
        QVERIFY(writer->add({.id = "a\tb"}, {}, asBytes("1")));
        QVERIFY(writer->finish());
        Job job;
        auto document = std::move(*openCapture(path));
        QVERIFY(document->validate(job));
        QVERIFY(document->problems().worst() < Severity::warning);
        auto bytes = bytesOf(path);
        bytes[12] = std::byte {1}; // reserved
        QVERIFY(writeFile(path, bytes));
        document = std::move(*openCapture(path));
        QCOMPARE(document->problems().worst(), Severity::warning);
        QCOMPARE(planSave(*document).way, SaveWay::capture);
        QVERIFY(save(std::move(document), {note("aa", "a")}));
    }

    void byteAnchorsAreStoredByChunk()
    {
        const fs::path path = fresh();
        auto document = std::move(*openCapture(path));
        Annotation header = note("aa", "in a header");
        const ByteRange range =
            document->structure()->node(*document->structure()->find("/chunks/1/header"))->range;
        header.bytes = AnnotationBytes {"small.rdf", range.offset + 2, 2};
        Annotation across = note("bb", "in no single part");
        across.bytes = AnnotationBytes {"small.rdf", 0, document->summary().size};
        document = save(std::move(document), {header, across});
        QVERIFY(document);
        const NodeId ours = *document->structure()->find("/chunks/4/data");
        const auto json = document->structure()->decoded(ours);
        const auto source = document->source(json->source);
        const std::string text(asText(readBytes(**source, json->offset, json->length, 1 << 20)));
        QVERIFY(text.find(R"("source":"SampleEvent:1/header","offset":2,"length":2)") != std::string::npos);
        Job job;
        QVERIFY(loadNotes(*document, job)->notes[0].bytes == header.bytes);
        QVERIFY(loadNotes(*document, job)->notes[1].bytes == across.bytes);
    }
};

QTEST_GUILESS_MAIN(TestRdfNotes)
#include "tst_rdf_notes.moc"
