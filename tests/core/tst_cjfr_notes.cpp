// Notes in CondensedData files: what is written where, what stays, and when nothing is written.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/cjfr/notes/cjfr_append.h"
#include "core/formats/formats.h"
#include "core/notes/save.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/corpus.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"
#include "tests/support/small_captures.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;
using namespace traceglass::cjfr;
namespace fs = std::filesystem;

using Bytes = std::vector<std::byte>;

class TestCjfrNotes : public QObject
{
    Q_OBJECT

private:
    QuickIo m_io;
    std::optional<QTemporaryDir> m_folder;

    static constexpr std::uint64_t kEvents = 300;

    static void everyCodec(bool withJfr = true)
    {
        QTest::addColumn<int>("codec");
        QTest::addColumn<bool>("isJfr");
        const auto add = [withJfr](int codec, const std::string& name) {
            if (withJfr)
                QTest::newRow((name + " JFR").c_str()) << codec << true;
            QTest::newRow((name + " plain").c_str()) << codec << false;
        };
        add(-1, "NONE");
        for (const Codec codec : {Codec::gzip, Codec::lz4, Codec::xz, Codec::bzip2, Codec::zstd})
            add(static_cast<int>(codec), std::string(codecName(codec)));
    }

    // A recording of the row of everyCodec(); empty: it failed.
    fs::path capture(const char* name = "test.cjfr") const
    {
        QFETCH(int, codec);
        QFETCH(bool, isJfr);
        return capture(codec < 0 ? std::optional<Codec>() : static_cast<Codec>(codec), isJfr, name);
    }
    fs::path capture(std::optional<Codec> codec, bool isJfr, const char* name = "test.cjfr") const
    {
        const fs::path folder = m_folder->path().toStdString();
        if (!isJfr)
            return smallCjfr(folder, codec);
        return writeRecording(folder / name, kEvents, codec) ? folder / name : fs::path();
    }

    static Annotation note(std::string id, std::string text)
    {
        Annotation out;
        out.id = std::move(id);
        out.text = std::move(text);
        out.createdNs = out.changedNs = 1'780'000'000'000'000'000;
        return out;
    }

    // One of each kind.
    static AnnotationSet someNotes(const Document& document)
    {
        const TimeRange time = document.summary().time.value_or(TimeRange {1'000, 2'000});
        std::vector<Annotation> out;
        out.push_back(note("a0", "a moment\nin two lines, 日本 \"quoted\""));
        out.back().time = TimeRange {time.startNs + 17, time.startNs + 17};
        out.back().author = "Zoë";
        out.push_back(note("a1", "a range"));
        out.back().time = TimeRange {time.startNs + 1, time.endNs - 1};
        out.back().track = "Threads/main";
        out.back().trackKey = ~std::uint64_t(5);
        out.back().color = 3;
        out.push_back(note("a2", "long before"));
        out.back().time = TimeRange {std::numeric_limits<std::int64_t>::min(), -1};
        out.push_back(note("a3", ""));
        out.back().node = "/messages/7";
        out.push_back(note("a4", std::string(200'000, 'x') + "ü"));
        out.back().bytes = AnnotationBytes {document.sourceName(SourceId(document.sourceCount() - 1)), 5, 7};
        return AnnotationSet(std::move(out));
    }

    std::unique_ptr<Document> save(std::unique_ptr<Document> document, const AnnotationSet& notes)
    {
        Job job;
        auto saved = saveNotes(*document, notes, SaveWay::capture, m_io, job);
        if (!saved)
            qWarning("%s", message(saved.error()).c_str());
        return saved ? std::move(*saved) : nullptr;
    }
    static AnnotationSet kept(const Document& document)
    {
        Job job;
        const auto stored = loadNotes(document, job);
        return stored ? stored->notes : AnnotationSet {note("unreadable", "")};
    }

    static const CjfrFile& cjfr(const Document& document)
    {
        return static_cast<const CjfrDocument&>(document).file();
    }
    static IndexPtr indexOf(const Document& document)
    {
        Job job;
        return *cjfr(document).indexNow(job);
    }
    static Bytes streamOf(const Document& document)
    {
        const IndexPtr index = indexOf(document);
        const auto bytes = index->bytes.subspan(static_cast<std::size_t>(index->begin),
                                                static_cast<std::size_t>(index->end - index->begin));
        return {bytes.begin(), bytes.end()};
    }
    static Bytes storedOf(const Document& document)
    {
        const auto bytes = cjfr(document).mapped().view();
        return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(cjfr(document).footer().offset)};
    }
    static bool startsWith(const Bytes& all, const Bytes& start)
    {
        return all.size() >= start.size() && std::equal(start.begin(), start.end(), all.begin());
    }
    static std::vector<std::string> remarks(const Document& document)
    {
        Job job;
        (void)document.validate(job);
        std::vector<std::string> out;
        for (const Diagnostic& diagnostic : document.problems().all())
            out.emplace_back(codeInfo(diagnostic.code).id);
        std::ranges::sort(out);
        return out;
    }
    static std::uint64_t footerCount(const Document& document)
    {
        std::uint64_t out = 0;
        for (const auto& [name, count] : cjfr(document).footer().footer->eventCounts)
            out += name == kNoteType ? count : 0;
        return out;
    }

    // As another program would, that knows nothing of notes: an event behind everything.
    static bool appendForeign(const fs::path& path, const std::string& who)
    {
        const auto opened = openCapture(path);
        if (!opened)
            return false;
        const CjfrFile& there = cjfr(**opened);
        const IndexPtr index = indexOf(**opened);
        const FinishedFile before {there.mapped().view(), there.header(), there.footer(), *index,
                                   there.footer().offset};
        const auto start = there.mapped().view().first(static_cast<std::size_t>(keptBytes(before)));
        Bytes file(start.begin(), start.end());
        const auto added = append(
            before,
            [&](Encoder& stream) -> Result<void> {
                const Type* const known = stream.typeNamed("Other");
                stream.begin(known ? known->id
                                   : stream.define(structType("Other", {{"who", builtin::kText}})));
                stream.text(who);
                return {};
            },
            [&](std::span<const std::byte> bytes) -> Result<void> {
                file.insert(file.end(), bytes.begin(), bytes.end());
                return {};
            },
            Job());
        return added && writeFile(path, file);
    }

private slots:
    void init() { m_folder.emplace(); }

    void savedEditedAndDeleted_data() { everyCodec(); }
    void savedEditedAndDeleted();
    void notesAreNoTracks();
    void savingAgainTakesNoMore_data() { everyCodec(); }
    void savingAgainTakesNoMore();
    void anotherToolMayWriteBehind_data() { everyCodec(); }
    void anotherToolMayWriteBehind();
    void everyCallMayFail_data() { everyCodec(false); }
    void everyCallMayFail();
    void eventsOfOthersAreForeign();
    void damagedFilesAreRefused_data() { everyCodec(); }
    void damagedFilesAreRefused();
    void changedInBetween();
    void withoutAFooterNoneIsWritten();
    void onlyNotesInTheFile();
    void manyLongTextsAreNotReadWhole();
    void notesWithoutATimeMoveNoOthers();
    void stopped();
    void theSpecificationsNumbers();
    void eachFileOfTheCorpus_data();
    void eachFileOfTheCorpus();
};

void TestCjfrNotes::savedEditedAndDeleted()
{
    const fs::path path = capture();
    QVERIFY(!path.empty());
    auto document = std::move(*openCapture(path));
    const auto records = recordLines(*document);
    const Bytes stream = streamOf(*document), stored = storedOf(*document);
    const auto healthy = remarks(*document);
    const std::uint64_t events = cjfr(*document).footer().footer->totalEvents;
    const std::string print = *fingerprint(*document);
    const auto first = indexOf(*document)->firstStartNs, last = indexOf(*document)->lastEndNs;
    const bool isAppended = takesMembers(cjfr(*document).header().codec);
    QCOMPARE(document->summary().annotations, std::optional<std::uint64_t>(0));
    QVERIFY(canKeep(*document));

    AnnotationSet notes = someNotes(*document);
    document = save(std::move(document), notes);
    QVERIFY(document);
    QVERIFY(sameAnnotations(kept(*document), notes));
    QCOMPARE(document->summary().annotations, std::optional<std::uint64_t>(notes.size()));
    auto after = recordLines(*document);
    QCOMPARE(after.size(), records.size() + notes.size());
    const std::string lost = recordsLost(records, after);
    QVERIFY2(lost.empty(), lost.substr(0, 300).c_str());
    QVERIFY(startsWith(streamOf(*document), stream));
    QVERIFY(!isAppended || startsWith(storedOf(*document), stored));
    QCOMPARE(remarks(*document), healthy);
    QCOMPARE(cjfr(*document).footer().footer->totalEvents, events + notes.size());
    QCOMPARE(footerCount(*document), notes.size());
    QCOMPARE(*fingerprint(*document), print);
    QCOMPARE(indexOf(*document)->firstStartNs, first); // a note does not stretch the recording
    QCOMPARE(indexOf(*document)->lastEndNs, last);

    // Nothing new: nothing is written.
    const auto unchanged = filesOf(path);
    document = save(std::move(document), notes);
    QVERIFY(document && filesOf(path) == unchanged);

    notes.edit(0, [](Annotation& note) {
        note.text = "edited";
        note.changedNs += 5;
    });
    notes.eraseIf([](const Annotation& note) { return note.id > "a1"; });
    document = save(std::move(document), notes);
    QVERIFY(document);
    QVERIFY(sameAnnotations(kept(*document), notes));
    QCOMPARE(recordLines(*document).size(), records.size() + 2);
    QCOMPARE(footerCount(*document), std::uint64_t(2));
    QCOMPARE(remarks(*document), healthy);

    document = save(std::move(document), {});
    QVERIFY(document);
    QVERIFY(kept(*document).empty());
    QVERIFY(recordLines(*document) == records);
    QVERIFY(streamOf(*document) == stream);
    QVERIFY(!isAppended || storedOf(*document) == stored);
    QCOMPARE(cjfr(*document).footer().footer->totalEvents, events);
    QCOMPARE(remarks(*document), healthy);
}

// They are drawn as flags.
void TestCjfrNotes::notesAreNoTracks()
{
    const auto tracksOf = [](const Document& document) {
        std::vector<std::string> out;
        IndexRequest request;
        request.publish = [&](const TimelinePtr& timeline) {
            out.clear();
            for (std::uint32_t track = 0; track < timeline->trackCount(); ++track)
                out.push_back(timeline->path(TrackId(track)));
        };
        Job job;
        (void)index(document, request, job);
        return out;
    };
    for (const bool isJfr : {true, false}) {
        auto document = std::move(*openCapture(capture(Codec::lz4, isJfr)));
        const auto tracks = tracksOf(*document);
        QVERIFY(!tracks.empty());
        const auto time = document->summary().time;
        const AnnotationSet notes = someNotes(*document);
        document = save(std::move(document), notes);
        QVERIFY(document);
        QCOMPARE(tracksOf(*document), tracks);
        QVERIFY(document->summary().time.has_value() == time.has_value());
        QVERIFY(!time
                || (document->summary().time->startNs == time->startNs
                    && document->summary().time->endNs == time->endNs));
    }

    CjfrBytes timeless("NONE"); // notes bring no timeline to a file without times
    timeless.structType(16, "A", {{"x", 1}});
    timeless.message(16).sv(1);
    const fs::path path = m_folder->filePath("timeless.cjfr").toStdString();
    QVERIFY(writeFile(path, timeless.bytes()));
    auto plain = std::move(*openCapture(path));
    QVERIFY(!plain->timeline());
    plain = save(std::move(plain), {note("aa", "a")});
    QVERIFY(plain && !plain->timeline());
}

void TestCjfrNotes::savingAgainTakesNoMore()
{
    const fs::path path = capture();
    auto document = std::move(*openCapture(path));
    std::uint64_t size = 0;
    std::size_t stream = 0;
    for (int i = 0; i < repeat(100); ++i) {
        document =
            save(std::move(document), {note("aa", "note " + std::to_string(1000 + i)), note("bb", "other")});
        QVERIFY(document);
        if (i == 0) {
            size = document->summary().size;
            stream = streamOf(*document).size();
        }
        QCOMPARE(streamOf(*document).size(), stream);
        // What the digits make of the compressed bytes.
        QVERIFY2(document->summary().size <= size + size / 50 + 16, std::to_string(i).c_str());
    }
    QCOMPARE(footerCount(*document), std::uint64_t(2));
}

void TestCjfrNotes::anotherToolMayWriteBehind()
{
    const fs::path path = capture();
    auto document = std::move(*openCapture(path));
    const auto records = recordLines(*document);
    AnnotationSet notes {note("aa", "a"), note("bb", "b"), note("cc", "c")};
    QVERIFY(save(std::move(document), notes));
    QVERIFY(appendForeign(path, "first"));
    document = std::move(*openCapture(path));
    const Bytes stream = streamOf(*document);
    QVERIFY(sameAnnotations(kept(*document), notes));

    notes.edit(0, [&](Annotation& note) { note.text = "another"; });
    notes.erase(1);
    notes.push_back(note("dd", "d"));
    document = save(std::move(document), notes);
    QVERIFY(document);
    QVERIFY(sameAnnotations(kept(*document), notes));
    QVERIFY(startsWith(streamOf(*document), stream)); // what the other tool wrote behind stays where it is
    const auto counted = (*openCapture(path))->summary().annotations; // by the footer: of each version one
    QVERIFY(!counted || *counted == notes.size());
    const std::size_t size = streamOf(*document).size();
    notes.edit(0, [&](Annotation& note) { note.text = "revised"; });
    document = save(std::move(document), notes);
    QVERIFY(document && streamOf(*document).size() == size); // and ours is replaced

    QVERIFY(appendForeign(path, "second"));
    document = save(std::move(*openCapture(path)), {});
    QVERIFY(document);
    QVERIFY(kept(*document).empty());
    document = save(std::move(document), {note("bb", "back again")});
    QVERIFY(document);
    QVERIFY(sameAnnotations(kept(*document), {note("bb", "back again")}));
    QVERIFY(document->problems().worst() < Severity::warning);
    auto expected = records;
    std::size_t others = 0;
    for (const std::string& line : recordLines(*document)) {
        others += line.find("\"Other\"") != std::string::npos;
        if (!expected.empty() && line == expected.front())
            expected.erase(expected.begin());
    }
    QCOMPARE(others, std::size_t(2));
    QVERIFY(expected.empty());
}

void TestCjfrNotes::everyCallMayFail()
{
    const fs::path path = capture();
    const fs::path original = path.string() + ".original";
    const AnnotationSet old {note("aa", "old")}, wanted {note("aa", "new"), note("bb", "other")};
    auto document = save(std::move(*openCapture(path)), old);
    QVERIFY(document);
    const auto records = recordLines(*document);
    fs::copy_file(path, original);
    for (const AnnotationSet& next : {wanted, AnnotationSet {}}) {
        for (const auto then : {FaultIo::Then::goOn, FaultIo::Then::die}) {
            for (int at = 0;; ++at) {
                fs::copy_file(original, path, fs::copy_options::overwrite_existing);
                document = std::move(*openCapture(path));
                FaultIo io(at, then);
                Job job;
                const auto saved = document->notes()->keep(next, io, job);
                const auto now = openCapture(path);
                QVERIFY2(now, now ? "" : message(now.error()).c_str());
                const AnnotationSet found = kept(**now);
                QVERIFY2(sameAnnotations(found, old) || sameAnnotations(found, next),
                         std::to_string(at).c_str());
                QVERIFY(!saved || sameAnnotations(found, next));
                QVERIFY((*now)->problems().worst() < Severity::warning);
                QVERIFY(recordLines(**now).size() == records.size() + found.size() - old.size());
                if (!io.met()) {
                    QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
                    QVERIFY(at > 4);
                    break;
                }
            }
        }
    }
}

// Events of our type that somebody else wrote: shown as notes, never altered, and no hindrance.
void TestCjfrNotes::eventsOfOthersAreForeign()
{
    CjfrBytes file("NONE");
    file.structType(16, "traceglass.Annotation", {{"startTime", 1}, {"text", 4, 3}, {"color", 4, 3}});
    file.message(16).sv(5).uv(1).str("by hand").uv(1).str("red");
    file.message(16).sv(std::numeric_limits<std::int64_t>::min()).uv(2).uv(0);
    const fs::path path = m_folder->filePath("foreign.cjfr").toStdString();
    QVERIFY(writeFile(path, file.bytes()));
    auto document = std::move(*openCapture(path));
    AnnotationSet foreign = kept(*document);
    QCOMPARE(foreign.size(), std::size_t(2));
    QCOMPARE(foreign[0].text, "by hand");
    QVERIFY(kAnnotationColors[foreign[0].color] == "red");
    QVERIFY(foreign[0].time && foreign[0].time->startNs == 5);
    QVERIFY(!foreign[1].time);
    for (const Annotation& one : foreign)
        QCOMPARE(one.origin, AnnotationOrigin::foreign);
    const Bytes stream = streamOf(*document);

    AnnotationSet all = foreign;
    all.push_back(note("aa", "ours"));
    document = save(std::move(document), all);
    QVERIFY(document);
    QVERIFY(startsWith(streamOf(*document), stream));
    QVERIFY(sameAnnotations(kept(*document), all));
    document = save(std::move(document), {});
    QVERIFY(document);
    QVERIFY(streamOf(*document) == stream);
    QVERIFY(sameAnnotations(kept(*document), foreign));
}

void TestCjfrNotes::damagedFilesAreRefused()
{
    const fs::path path = capture();
    QFETCH(int, codec);
    const Bytes good = *readHead(path, 64 << 20);
    const std::uint64_t footer = cjfr(**openCapture(path)).footer().offset;
    const auto refused = [&](const char* what, Bytes bytes) {
        QVERIFY2(writeFile(path, bytes), what);
        const auto document = openCapture(path);
        QVERIFY2(document, what);
        Job job;
        const auto loaded = loadNotes(**document, job);
        const auto possible = canKeep(**document);
        QVERIFY2(!possible && possible.error().code == Code::NotesNotKept && !possible.error().detail.empty(),
                 what);
        QCOMPARE(planSave(**document).way, SaveWay::sideFile);
        const auto saved = (*document)->notes()->keep({note("aa", "a")}, m_io, job);
        QVERIFY2(!saved && saved.error().code == Code::NotesNotKept, what);
        QVERIFY2(*readHead(path, 64 << 20) == bytes, what);
        const auto beside = saveNotes(**document, {note("aa", "a")}, SaveWay::sideFile, m_io, job);
        QVERIFY2(beside, what);
        QVERIFY2(sameAnnotations(kept(**openCapture(path)), {note("aa", "a")}), what);
        fs::remove(sideFilePath(path));
    };
    const auto upTo = [&](std::uint64_t size) {
        return Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
    };
    refused("cut inside the stream", upTo(footer - 3));
    Bytes flipped = good;
    flipped[17] ^= std::byte(1); // a letter of the generator's name
    refused("checksum", flipped);
    Bytes behind = upTo(footer);
    const auto more = asBytes(codec < 0 ? "\x07 and more" : "more");
    behind.insert(behind.end(), more.begin(), more.end());
    refused("bytes behind the end", behind);
    Bytes unreadable = good;
    unreadable[good.size() - 9] ^= std::byte(0xff); // of the deflated footer
    refused("footer", unreadable);
}

void TestCjfrNotes::changedInBetween()
{
    const fs::path path = capture(Codec::lz4, true), copy = path.string() + ".copy";
    fs::copy_file(path, copy);
    const auto mine = std::move(*openCapture(path));
    auto theirs = save(std::move(*openCapture(path)), {note("aa", "theirs")});
    QVERIFY(theirs);
    Job job;
    auto saved = mine->notes()->keep({note("bb", "mine")}, m_io, job);
    QVERIFY(!saved && saved.error().code == Code::FileChanged);
    QVERIFY(sameAnnotations(kept(**openCapture(path)), {note("aa", "theirs")}));

    // In place, of the same length and, as some tools do it, of the same time.
    const auto before = std::move(*openCapture(path));
    QVERIFY(canKeep(*before));
    const auto time = fs::last_write_time(path);
    auto file = File::open(path, File::Mode::change);
    QVERIFY(file->writeAt(cjfr(*before).footer().offset - 20, Bytes(8, std::byte(0xaa))));
    QVERIFY(file->close());
    fs::last_write_time(path, time);
    const Bytes damaged = *readHead(path, 64 << 20);
    saved = before->notes()->keep({note("bb", "mine")}, m_io, job);
    QVERIFY(!saved);
    QVERIFY(*readHead(path, 64 << 20) == damaged);

    // Another program has it open for writing.
    SaveIo io;
    const auto locked = io.openToChange(copy, Job());
    const auto waiting = std::move(*openCapture(copy));
    saved = waiting->notes()->keep({note("bb", "mine")}, m_io, job);
    QVERIFY(!saved && saved.error().code == Code::FileLocked);
}

void TestCjfrNotes::withoutAFooterNoneIsWritten()
{
    for (const std::optional<Codec> codec :
         {std::optional<Codec>(), std::optional(Codec::gzip), std::optional(Codec::xz)}) {
        const fs::path path = m_folder->filePath("bare.cjfr").toStdString();
        Bytes bytes;
        Writer writer(
            [&](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            {.codec = codec, .footer = false});
        writer.stream().begin(writer.stream().define(structType("A", {{"x", builtin::kText}})));
        writer.stream().text("one");
        QVERIFY(writer.finish());
        QVERIFY(writeFile(path, bytes));
        auto document = std::move(*openCapture(path));
        const auto healthy = remarks(*document);
        document = save(std::move(document), {note("aa", "a")});
        QVERIFY(document);
        QVERIFY(sameAnnotations(kept(*document), {note("aa", "a")}));
        QCOMPARE(cjfr(*document).footer().state, FooterPlace::State::none);
        QCOMPARE(remarks(*document), healthy);
        document = save(std::move(document), {});
        QVERIFY(document);
        QVERIFY(codec == Codec::xz || *readHead(path, 1 << 20) == bytes);
    }
}

// The first member is ours as well: it is emptied, as there has to be one.
void TestCjfrNotes::onlyNotesInTheFile()
{
    for (const std::optional<Codec> codec :
         {std::optional<Codec>(), std::optional(Codec::gzip), std::optional(Codec::lz4),
          std::optional(Codec::zstd), std::optional(Codec::bzip2)}) {
        const fs::path path = m_folder->filePath("empty.cjfr").toStdString();
        Bytes bytes;
        Writer writer(
            [&](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            {.codec = codec});
        QVERIFY(writer.finish());
        QVERIFY(writeFile(path, bytes));
        auto document = save(std::move(*openCapture(path)), {note("aa", "a")});
        QVERIFY(document);
        document = save(std::move(document), {note("bb", "b")});
        QVERIFY(document);
        QVERIFY(sameAnnotations(kept(*document), {note("bb", "b")}));
        document = save(std::move(document), {});
        QVERIFY(document);
        QVERIFY(kept(*document).empty() && streamOf(*document).empty());
        QVERIFY(canKeep(*document));
    }
}

// Two bytes an event that refers to a text of a megabyte: a small file must not fill the memory. Nor take
// long: nothing of it is decoded.
void TestCjfrNotes::manyLongTextsAreNotReadWhole()
{
    CjfrBytes file("NONE");
    file.structType(16, "traceglass.Annotation", {{"text", 4, 3}});
    file.message(16).uv(1).str(std::string(1 << 20, 'x'));
    for (int i = 0; i < 1'000; ++i)
        file.message(16).uv(2);
    const fs::path path = m_folder->filePath("bomb.cjfr").toStdString();
    QVERIFY(writeFile(path, file.bytes()));
    const auto document = std::move(*openCapture(path));
    Job job;
    const auto notes = document->notes()->read(job);
    QVERIFY(!notes && notes.error().code == Code::NotesBadJson);
    QVERIFY(!canKeep(*document));
}

// Readers of 2025 know no time that is unset: they count on from whatever is stored, and add without bounds.
void TestCjfrNotes::notesWithoutATimeMoveNoOthers()
{
    constexpr std::int64_t kStart = 1'700'000'000'000'000'000, kMillisecond = 1'000'000;
    CjfrBytes bytes("NONE");
    bytes.jfr(1000, kStart, true);
    bytes.structType(30, "my.Event", {{"startTime", 20, 0, 1}});
    bytes.message(30).uv(10);
    bytes.message(30).uv(50);
    const fs::path path = m_folder->filePath("old.cjfr").toStdString();
    QVERIFY(writeFile(path, bytes.bytes()));
    std::vector<Annotation> about {note("aa", "of the whole capture"), note("bb", "of a moment"),
                                   note("cc", "outside"), note("dd", "of a moment, too")};
    about[1].time = TimeRange {kStart + 20 * kMillisecond, kStart + 20 * kMillisecond};
    about[2].time = TimeRange {kStart - 1'000 * kMillisecond, kStart - 999 * kMillisecond};
    about[3].time = TimeRange {kStart + 30 * kMillisecond, kStart + 40 * kMillisecond};
    const AnnotationSet notes(std::move(about));
    auto document = save(std::move(*openCapture(path)), notes);
    QVERIFY(document && sameAnnotations(kept(*document), notes));

    const IndexPtr index = indexOf(*document);
    const ValueReader values(*index);
    std::int64_t base = kStart;
    std::vector<std::int64_t> starts;
    for (MessageWalk walk(*index, 2); walk.next();) {
        const auto start = values.field(values.top(walk.message()), "startTime");
        QVERIFY(start && !start->isNull());
        const auto ticks = static_cast<std::uint64_t>(values.number(*start));
        base = addWrapping(base, static_cast<std::int64_t>(ticks * std::uint64_t(kMillisecond)));
        starts.push_back(base);
        QVERIFY2(base >= kStart + 10 * kMillisecond && base <= kStart + 60 * kMillisecond,
                 qPrintable(QString::number(base - kStart)));
    }
    QCOMPARE(std::ranges::count(starts, kStart + 20 * kMillisecond), 1);
    QCOMPARE(std::ranges::count(starts, kStart + 30 * kMillisecond), 1);
}

void TestCjfrNotes::stopped()
{
    const fs::path path = capture(Codec::gzip, true);
    const auto document = std::move(*openCapture(path));
    QVERIFY(canKeep(*document));
    const auto files = filesOf(path);
    std::stop_source stop;
    stop.request_stop();
    Job job(stop.get_token());
    const auto saved = document->notes()->keep({note("aa", "a")}, m_io, job);
    QVERIFY(!saved && saved.error().code == Code::Stopped);
    QVERIFY(filesOf(path) == files);
    QCOMPARE(std::distance(fs::directory_iterator(path.parent_path()), fs::directory_iterator()), 1);
}

// The short header of the written specification: its numbers of kinds and of built-in types are others.
void TestCjfrNotes::theSpecificationsNumbers()
{
    CjfrBytes file;
    file.str("CondensedData").uv(1).str("test").str("1").str("NONE");
    file.uv(5).uv(16).str("Span").str("").uv(2); // a struct: its kind is 5 there
    file.str("t").str("").uv(1).uv(0).uv(0);
    file.str("who").str("").uv(3).uv(0).uv(0); // 3: text
    file.uv(0);
    file.message(16).sv(5).str("ann");
    const fs::path path = m_folder->filePath("spec.cjfr").toStdString();
    QVERIFY(writeFile(path, file.bytes()));
    auto document = std::move(*openCapture(path));
    QCOMPARE(indexOf(*document)->types.numbering(), Numbering::spec);
    const auto records = recordLines(*document);
    document = save(std::move(document), {note("aa", "a")});
    QVERIFY(document);
    QVERIFY(sameAnnotations(kept(*document), {note("aa", "a")}));
    QCOMPARE(indexOf(*document)->types.numbering(), Numbering::spec);
    QVERIFY(recordsLost(records, recordLines(*document)).empty());
}

void TestCjfrNotes::eachFileOfTheCorpus_data()
{
    QTest::addColumn<QString>("path");
    std::error_code error;
    std::vector<fs::path> found;
    for (auto it = fs::directory_iterator(corpus("cjfr") / "valid", error);
         !error && it != fs::directory_iterator(); it.increment(error)) {
        if (it->path().extension() == ".cjfr")
            found.push_back(it->path());
    }
    std::ranges::sort(found);
    constexpr std::size_t kStep = repeat(10) > 1 ? 1 : 3; // tst_notes_corpus asks them all
    for (std::size_t i = 0; i < found.size(); i += kStep) {
        const fs::path& path = found[i];
        QTest::newRow(path.filename().c_str()) << QString::fromStdString(path.string());
    }
    if (found.empty())
        QTest::newRow("none") << QString();
}

void TestCjfrNotes::eachFileOfTheCorpus()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP(kNoCorpus);
    const fs::path original = path.toStdString();
    const fs::path copy = fs::path(m_folder->path().toStdString()) / original.filename();
    fs::copy_file(original, copy);
    fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write);
    auto document = std::move(*openCapture(copy));
    const auto records = recordLines(*document);
    const auto healthy = remarks(*document);
    const AnnotationSet others = kept(*document);
    const bool isStale = original.filename().string().find("stalefooter") != std::string::npos;
    const auto possible = canKeep(*document);
    QCOMPARE(possible.has_value(), !isStale);
    if (isStale)
        return;
    const Bytes stream = streamOf(*document);
    AnnotationSet notes = someNotes(*document);
    notes.append(others);
    document = save(std::move(document), notes);
    QVERIFY(document);
    QVERIFY(sameAnnotations(kept(*document), notes));
    QVERIFY(startsWith(streamOf(*document), stream));
    const std::string lost = recordsLost(records, recordLines(*document));
    QVERIFY2(lost.empty(), lost.substr(0, 300).c_str());
    QCOMPARE(remarks(*document), healthy);
    document = save(std::move(document), {});
    QVERIFY(document);
    QVERIFY(sameAnnotations(kept(*document), others));
    QVERIFY(streamOf(*document) == stream);
    QVERIFY(recordLines(*document) == records);
    QCOMPARE(remarks(*document), healthy);
}

QTEST_GUILESS_MAIN(TestCjfrNotes)
#include "tst_cjfr_notes.moc"
