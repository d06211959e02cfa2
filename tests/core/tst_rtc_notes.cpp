// Notes in RTC files: saved behind everything that is there, found again, and what is left when a save comes
// to no end. Captures are written here with the writer; those of the shared corpus are copied.
#include "core/formats/rtc/notes/rtc_notes.h"
#include "core/notes/save.h"
#include "core/notes/side_file.h"
#include "tests/support/corpus.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"
#include "tests/support/rtc_notes.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <sys/file.h>

using namespace traceglass;
using namespace traceglass::rtc;
namespace fs = std::filesystem;

namespace {

// Frames in the order of the file, as a reader finds them who knows only how frames look: variable lengths
// but for Marker, Platform, Crc and those given.
struct PlainReader
{
    std::map<std::uint32_t, std::string> texts; // what frames of a stream say together
    std::map<std::uint32_t, std::size_t> counts;
    bool good = true;

    PlainReader(const std::string& file, bool fixedSpecial,
                const std::map<std::uint32_t, std::size_t>& lengths)
    {
        std::size_t at = 0;
        const auto readInt = [&] {
            std::uint64_t value = 0;
            for (unsigned shift = 0; at < file.size() && shift < 64; shift += 7) {
                const auto byte = static_cast<unsigned char>(file[at++]);
                value |= std::uint64_t(byte & 0x7f) << shift;
                if (byte < 0x80)
                    return value;
            }
            good = false;
            return value;
        };
        while (good && at < file.size()) {
            const std::uint64_t head = readInt();
            const auto id = static_cast<std::uint32_t>(head >> 1);
            const bool fixed = lengths.contains(id) || id == kNul || id == kMarker
                || (fixedSpecial && (id == kPlatform || id == kCrc));
            const std::uint64_t length = !fixed ? readInt()
                : lengths.contains(id)          ? lengths.at(id)
                : id == kNul                    ? 0
                : id == kMarker                 ? 1024
                                                : 4;
            good = good && length <= kMaxPayload && length <= file.size() - at;
            if (!good)
                break;
            texts[id] += file.substr(at, length);
            counts[id] += (head & 1) == 0 ? 1 : 0;
            at += length;
        }
    }
};

std::string problemOfFile(const fs::path& path)
{
    const auto file = MappedFile::open(path);
    Job job;
    const auto ruler = readRuler(**file, job);
    if (!ruler || !ruler->diagnostics.empty())
        return "the ruler has faults";
    OpenParts open;
    for (std::uint32_t i = 0; i < ruler->units.size(); ++i) {
        UnitFrames frames;
        walkUnit((*file)->view(), *ruler, i, {}, frames, &open);
        if (!frames.lost.empty())
            return "bytes are lost at " + std::to_string(frames.lost.front().range.offset);
        if (checkCrc((*file)->view(), *ruler, i).state == CrcState::bad)
            return "the checksum of Unit " + std::to_string(i);
    }
    return RtcIndexCheck((*file)->view(), *ruler).check();
}

AnnotationSet someNotes()
{
    std::vector<Annotation> notes;
    notes.push_back(testNote("a1", "here the fan starts"));
    notes.back().time = TimeRange {kTestStart + 5'000'000, kTestStart + 5'000'000};
    notes.push_back(testNote("b2", "Überhitzung ☀\nund\tmehr \"so\""));
    notes.back().time = TimeRange {kTestStart, kTestStart + 9'000'000};
    notes.back().color = 3;
    notes.back().track = "streams/log";
    notes.push_back(testNote("c3", "this record"));
    notes.back().bytes = AnnotationBytes {"", 1041, 20};
    notes.back().node = "/segments/0/units/0";
    notes.push_back(testNote("d4", ""));
    notes.back().clock = "cyc";
    notes.back().time = TimeRange {2'000'000, 3'000'000};
    return AnnotationSet(std::move(notes));
}

}

class TestRtcNotes : public QObject
{
    Q_OBJECT

private slots:
    void survivesEditing_data()
    {
        QTest::addColumn<int>("minorSize");
        QTest::addColumn<int>("unitSize");
        QTest::addColumn<int>("crc");
        QTest::addColumn<bool>("fixedSpecial");
        QTest::addColumn<bool>("bigEndian");
        QTest::addColumn<int>("lines");
        QTest::addColumn<bool>("finished");
        int row = 0;
        for (const int minor : {2048, 4096, 131072}) {
            for (const int factor : {1, 4}) {
                for (int crc = 0; crc < 3; ++crc, ++row) {
                    for (const int lines : {1, 60, 77, 700})
                        QTest::addRow("units of %d, %d a Unit, crc %d, %d lines", minor, factor, crc, lines)
                            << minor << minor * factor << crc << (row % 2 == 0) << (row % 3 == 0) << lines
                            << ((row + lines) % 4 != 0);
                }
            }
        }
    }

    void survivesEditing()
    {
        QFETCH(int, minorSize);
        QFETCH(int, unitSize);
        QFETCH(int, crc);
        QFETCH(bool, fixedSpecial);
        QFETCH(bool, bigEndian);
        QFETCH(int, lines);
        QFETCH(bool, finished);
        if (unitSize < 4096)
            unitSize = 4096; // less has no room for two more streams
        const WriterOptions options {.unitSize = std::uint64_t(unitSize),
                                     .minorSize = std::uint64_t(minorSize),
                                     .crc = static_cast<CrcKind>(crc),
                                     .fixedSpecial = fixedSpecial,
                                     .bigEndian = bigEndian};
        const fs::path path = write(noteCapture(options, lines, finished));
        const std::string first = bytesAt(path);
        const RtcView before = viewOf(*open(path));
        QVERIFY(before.error.empty() && before.problems == 0 && before.notes.empty());

        AnnotationSet notes = someNotes();
        save(path, notes);
        notes.edit(0, [&](Annotation& note) { note.text = "no, here"; });
        notes.edit(1, [&](Annotation& note) { note.color = 5; }); // its text stays where it is
        notes.edit(3, [&](Annotation& note) { note.time = TimeRange {4'000'000, 4'000'000}; });
        notes.erase(2);
        save(path, notes);
        notes.push_back(testNote("e5", std::string(3 * std::size_t(minorSize), '\xb9') + "\n"));
        notes.edit(notes.size() - 1,
                   [&](Annotation& note) { note.text[100] = '\x04'; }); // what a Marker is made of
        notes.push_back(testNote("f6", "behind it"));
        save(path, notes);
        notes.erase(0);
        save(path, notes);
        const std::string size = bytesAt(path);
        save(path, notes); // nothing to do
        QCOMPARE(bytesAt(path).size(), size.size());

        const RtcView after = viewOf(*open(path));
        QCOMPARE(QString::fromStdString(differs(before, first, after, bytesAt(path))), QString());
        QVERIFY(sameAnnotations(after.notes, notes));
        QCOMPARE(QString::fromStdString(problemOfFile(path)), QString());

        // Who knows nothing of our records reads the plain notes.
        PlainReader reader(bytesAt(path), fixedSpecial, {});
        QVERIFY(reader.good);
        std::string all;
        for (const auto& [id, text] : reader.texts)
            all += id >= kFirstStream ? text : "";
        for (const char* text : {"here the fan starts", "no, here", "und\tmehr", "this record", "behind it"})
            QVERIFY2(all.find(text) != std::string::npos, text);
        const std::string meta = reader.texts[kMinorMeta] + reader.texts[kMeta];
        for (const char* name : {"traceglass.notes", "traceglass on cyc", "annotate/utf-8"})
            QVERIFY2(meta.find(name) != std::string::npos, name);
    }

    void savesAThousandTimes()
    {
        const fs::path path = write(noteCapture({.unitSize = 16384, .minorSize = 4096}, 300));
        const std::string first = bytesAt(path);
        const RtcView before = viewOf(*open(path));
        AnnotationSet notes {testNote("n", "")};
        std::uint64_t grown = 0;
        constexpr int kSaves = repeat(1000);
        QuickIo io;
        for (int i = 0; i < kSaves; ++i) {
            notes.edit(0, [&](Annotation& note) { note.text = "change " + std::to_string(i); });
            if (i % 50 == 3)
                notes.push_back(testNote("n" + std::to_string(i), "another"));
            Job job;
            QVERIFY(open(path)->notes()->keep(notes, io, job));
            if (i == 0)
                grown = fs::file_size(path);
        }
        QVERIFY((fs::file_size(path) - grown) / kSaves < 700); // Units have their heads
        const RtcView after = viewOf(*open(path));
        QCOMPARE(QString::fromStdString(differs(before, first, after, bytesAt(path))), QString());
        QVERIFY(sameAnnotations(after.notes, notes));
        QCOMPARE(QString::fromStdString(problemOfFile(path)), QString());
    }

    void faults_data()
    {
        QTest::addColumn<bool>("killed");
        QTest::addColumn<bool>("again"); // the second save
        for (const bool killed : {false, true}) {
            for (const bool again : {false, true})
                QTest::addRow("%s, %s save", killed ? "killed" : "error", again ? "second" : "first")
                    << killed << again;
        }
    }

    void faults()
    {
        QFETCH(bool, killed);
        QFETCH(bool, again);
        int reached = 0;
        for (int failing = 0;; ++failing) {
            const fs::path path = write(noteCapture({.unitSize = 8192, .minorSize = 2048}, 150));
            AnnotationSet old;
            if (again) {
                old = someNotes();
                save(path, old);
            }
            const std::string first = bytesAt(path);
            const auto document = open(path);
            const RtcView before = viewOf(*document);
            AnnotationSet wanted = old;
            wanted.push_back(testNote("x", std::string(4000, 'x')));
            Job job;
            FaultyIo io(failing, killed ? FaultyIo::Fault::killed : FaultyIo::Fault::error);
            const auto kept = document->notes()->keep(wanted, io, job);
            if (!io.wasReached()) {
                QVERIFY(kept);
                break;
            }
            ++reached;
            QVERIFY(!kept);
            RtcView after = viewOf(*open(path));
            after.problems = killed ? before.problems : after.problems; // a piece of a frame is one
            QCOMPARE(QString::fromStdString(differs(before, first, after, bytesAt(path))), QString());
            QVERIFY(sameAnnotations(after.notes, old) || (killed && sameAnnotations(after.notes, wanted)));
            if (!killed) {
                QVERIFY(bytesAt(path) == first); // taken back
                QVERIFY(!document->changedOnDisk());
                QVERIFY(document->notes()->keep(wanted, systemSaveIo(), job)); // as if nothing had been
                QVERIFY(document->changedOnDisk());
            } else {
                save(path, wanted);
            }
            const RtcView end = viewOf(*open(path));
            QCOMPARE(QString::fromStdString(differs(before, first, end, bytesAt(path))), QString());
            QVERIFY(sameAnnotations(end.notes, wanted));
            QCOMPARE(QString::fromStdString(problemOfFile(path)), QString());
        }
        QCOMPARE(reached, 3); // open, write, sync
    }

    // Opening tells how many there are, unless others wrote annotations: those may be as many as frames.
    void summaryCountsThem()
    {
        const fs::path path = write(noteCapture({.unitSize = 8192, .minorSize = 2048}, 100));
        QVERIFY(open(path)->summary().annotations == 0u);
        save(path, someNotes());
        QVERIFY(open(path)->summary().annotations == someNotes().size());
    }

    void cutAnywhere_data()
    {
        QTest::addColumn<int>("lines");
        QTest::addColumn<bool>("again");
        for (const int lines : {100, 118, 121, 124}) { // in and near the end of a Unit
            for (const bool again : {false, true})
                QTest::addRow("%d lines, %s save", lines, again ? "second" : "first") << lines << again;
        }
    }

    // A save of which only the first bytes came to the disk.
    void cutAnywhere()
    {
        QFETCH(int, lines);
        QFETCH(bool, again);
        const fs::path path = write(noteCapture({.unitSize = 4096, .minorSize = 2048}, lines));
        AnnotationSet old;
        if (again) {
            old = someNotes();
            save(path, old);
        }
        const std::string first = bytesAt(path);
        const RtcView before = viewOf(*open(path));
        AnnotationSet wanted = old;
        wanted.push_back(testNote("x", std::string(1200, 'x')));
        save(path, wanted);
        const std::string all = bytesAt(path);
        int refused = 0, committed = 0;
        constexpr std::size_t kStep = 10 / repeat(10);
        constexpr std::size_t kEnd = 40; // the save counts somewhere in there: every byte of it
        const auto step = [&](std::size_t size) {
            const std::size_t left = all.size() - size;
            return left <= kEnd ? 1 : std::min(size - first.size() < 60 ? kStep : 23 * kStep, left - kEnd);
        };
        for (std::size_t size = first.size(); size < all.size(); size += step(size)) {
            write(all.substr(0, size), path);
            auto document = open(path);
            RtcView cut = viewOf(*document);
            cut.problems = before.problems;
            QCOMPARE(QString::fromStdString(differs(before, first, cut, bytesAt(path))), QString());
            const bool isNew = sameAnnotations(cut.notes, wanted);
            QVERIFY2(isNew || sameAnnotations(cut.notes, old), std::to_string(size - first.size()).c_str());
            committed += isNew ? 1 : 0;
            const auto possible = canKeep(*document);
            QVERIFY(planSave(*document).way == (possible ? SaveWay::capture : SaveWay::sideFile));
            if (!possible) {
                QVERIFY(possible.error().code == Code::NotesNotKept);
                QVERIFY(bytesAt(path) == all.substr(0, size));
                ++refused;
                continue;
            }
            const auto print = fingerprint(*document); // of a side file written in this state
            document.reset();
            AnnotationSet more = wanted;
            more.push_back(testNote("y", "saved after that"));
            save(path, more);
            QVERIFY(print && belongsTo(*open(path), *print));
            const RtcView end = viewOf(*open(path));
            QCOMPARE(QString::fromStdString(differs(before, first, end, bytesAt(path))), QString());
            QVERIFY(sameAnnotations(end.notes, more));
            QCOMPARE(QString::fromStdString(problemOfFile(path)), QString());
        }
        QVERIFY(committed > 0);
        // Before anything of ours can be told from a piece of another's frame, nothing is cut off.
        qInfo("%d cuts refused", refused);
    }

    // Behind a save that was killed in the middle of a long text another tool went on with the run.
    void leavesWhatOthersWroteBehindIt()
    {
        const fs::path path = write(noteCapture({.unitSize = 8192, .minorSize = 2048}, 100));
        AnnotationSet notes = someNotes();
        save(path, notes);
        const std::size_t old = bytesAt(path).size();
        AnnotationSet wanted = notes;
        wanted.push_back(testNote("x", std::string(3000, 'x')));
        save(path, wanted);
        write(bytesAt(path).substr(0, old + 1500), path);
        {
            const auto file = MappedFile::open(path);
            Job job;
            const auto ruler = readRuler(**file, job);
            auto state = stateForAppend((*file)->view(), *ruler, Job());
            QVERIFY(state);
            std::string more = bytesAt(path).substr(0, state->offset);
            Writer writer(
                [&](std::span<const std::byte> bytes) -> Result<void> {
                    more += asText(bytes);
                    return {};
                },
                optionsForAppend((*file)->view(), *ruler), std::move(*state));
            QVERIFY(writer.write(11, asBytes("a late line\n")));
            QVERIFY(writer.finish());
            write(more, path);
        }
        const std::string first = bytesAt(path);
        const RtcView before = viewOf(*open(path));
        QVERIFY(sameAnnotations(before.notes, notes));
        QVERIFY(before.records.back().find("a late line") != std::string::npos);
        wanted.edit(wanted.size() - 1, [&](Annotation& note) { note.text = std::string(5000, 'y'); });
        save(path, wanted);
        const RtcView after = viewOf(*open(path));
        QCOMPARE(QString::fromStdString(differs(before, first, after, bytesAt(path))), QString());
        QVERIFY(sameAnnotations(after.notes, wanted));
        QCOMPARE(QString::fromStdString(problemOfFile(path)), QString());
        notes.edit(0, [&](Annotation& note) { note.text = "and once more"; });
        save(path, notes);
    }

    // Pages of a save may reach the disk in any order.
    void tornSavesDoNotCount()
    {
        for (std::size_t step = 0; step < 12; ++step) {
            const fs::path path = write(noteCapture({.unitSize = 65536, .minorSize = 16384}, 100));
            AnnotationSet old = someNotes();
            save(path, old);
            const std::string first = bytesAt(path);
            AnnotationSet wanted = old;
            wanted.push_back(testNote("x", std::string(2000, 'x')));
            wanted.edit(0, [&](Annotation& note) { note.text = "changed"; });
            save(path, wanted);
            std::string torn = bytesAt(path);
            const std::size_t at = first.size() + step * (torn.size() - first.size() - 200) / 12;
            torn.replace(at, 100, std::string(100, '\0'));
            write(torn, path);
            const auto document = open(path);
            const RtcView view = viewOf(*document);
            QVERIFY(view.error.empty());
            QVERIFY(sameAnnotations(view.notes, old));
            const auto possible = canKeep(*document);
            QVERIFY(!possible && possible.error().code == Code::NotesNotKept);
        }
    }

    void readsNotesOfOthers()
    {
        const RtcBytes bytes = foreignCapture(400);
        const fs::path path = write(bytes);
        const RtcView view = viewOf(*open(path));
        QCOMPARE(view.foreign.size(), std::size_t(4));
        QCOMPARE(view.foreign[0].text, std::string("remark"));
        QVERIFY(view.foreign[0].time == (TimeRange {kTestStart + 7, kTestStart + 7}));
        QVERIFY(view.foreign[0].clock.empty());
        QCOMPARE(view.foreign[1].text, std::string("on the cycles"));
        QCOMPARE(view.foreign[1].clock, std::string("cyc"));
        QCOMPARE(view.foreign[1].track, std::string("cyc/count")); // as the timeline has it
        QVERIFY(view.foreign[1].time == (TimeRange {42'000'000'001, 42'000'000'001}));
        QCOMPARE(view.foreign[2].text, std::string("{\"a\":1}"));
        QCOMPARE(view.foreign[3].text, std::string("513"));
        QVERIFY(view.foreign[3].id.starts_with("rtc-"));
        save(path, someNotes());
        const RtcView after = viewOf(*open(path));
        QVERIFY(after.foreign == view.foreign);
        QVERIFY(sameAnnotations(after.notes, someNotes()));
    }

    // The index leads to them: nothing else of a large file is read.
    void findsFewAmongMany()
    {
        RtcBytes bytes = foreignCapture(20'000);
        const auto file = MappedFile::open(write(bytes));
        Job job;
        const auto ruler = readRuler(**file, job);
        QVERIFY(ruler && ruler->units.size() > 20);
        std::vector<const Stream*> streams;
        for (const Stream* stream : ruler->segments[0].streams.all()) {
            if (stream->value.annotation)
                streams.push_back(stream);
        }
        // With the Units in the middle gone there are all the same.
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(ruler->units[8].index() + 2000),
                  bytes.begin() + static_cast<std::ptrdiff_t>(ruler->units[8].end - 5), std::byte(0));
        int found = 0;
        const auto count = [&](const FoundPayload&) { return ++found > 0; };
        QVERIFY(findPayloads(bytes, *ruler, 0, streams, count, job));
        QCOMPARE(found, 4);
        // Where the index is damaged what lies around is read.
        found = 0;
        for (std::size_t unit = 3; unit < ruler->units.size(); unit += 2)
            bytes[ruler->units[unit].index() + 5] = std::byte(0xff);
        QVERIFY(findPayloads(bytes, *ruler, 0, streams, count, job));
        QCOMPARE(found, 4);
        found = 0;
        const auto one = [&](const FoundPayload&) { return ++found < 1; };
        QVERIFY(findPayloads(bytes, *ruler, 0, streams, one, job));
        QCOMPARE(found, 1);
    }

    void keepsTheTimelineClean()
    {
        const fs::path path = write(noteCapture({.unitSize = 16384, .minorSize = 4096}, 100));
        const auto tracks = [&] {
            std::vector<std::string> names;
            const auto document = open(path);
            TimelinePtr timeline;
            IndexRequest request;
            request.publish = [&](const TimelinePtr& published) { timeline = published; };
            Job job;
            if (!index(*document, request, job))
                return names;
            for (std::uint32_t track = 0; track < timeline->trackCount(); ++track)
                names.emplace_back(timeline->text(timeline->track(TrackId(track)).name));
            for (const ClockAxis& axis : timeline->axes())
                names.push_back(axis.name);
            return names;
        };
        const auto before = tracks();
        QVERIFY(!before.empty());
        save(path, someNotes());
        QVERIFY(tracks() == before);
    }

    void saysWhyNot()
    {
        const RtcBytes good = noteCapture({.unitSize = 8192, .minorSize = 2048}, 400);
        const auto reason = [&](const RtcBytes& bytes) {
            const auto possible = canKeep(*open(write(bytes)));
            return possible ? std::string() : possible.error().detail;
        };
        QCOMPARE(reason(good), std::string());
        QCOMPARE(reason({}), std::string("it is empty"));
        RtcBytes bytes(good.begin(), good.end() - 2);
        QCOMPARE(reason(bytes), std::string("it ends in the middle of a frame"));
        bytes = good;
        bytes[bytes.size() - 10] ^= std::byte(1); // in a text
        QCOMPARE(reason(bytes), std::string("its last Unit is damaged"));
        bytes = good;
        bytes.insert(bytes.end(), 20, std::byte(0));
        QVERIFY(!reason(bytes).empty());
        // A writer died while it added a stream: what is appended would be read as the rest of this.
        bytes = good;
        const auto begun = asBytes("\x0d\x05[{\"id"); // minor meta that goes on, 5 bytes
        bytes.insert(bytes.end(), begun.begin(), begun.end());
        QCOMPARE(reason(bytes), std::string("its last description of streams has no end"));
        const auto file = MappedFile::open(write(good));
        Job job;
        const auto ruler = readRuler(**file, job);
        QVERIFY(ruler && ruler->units.size() > 1);
        bytes.assign(good.begin(),
                     good.begin() + static_cast<std::ptrdiff_t>(ruler->units.back().marker + 700));
        QCOMPARE(reason(bytes), std::string("it ends in an incomplete Marker"));
        bytes = good;
        bytes[100] ^= std::byte(1); // far away
        bytes[1500] ^= std::byte(1);
        QCOMPARE(reason(bytes), std::string());
    }

    void noticesOtherWriters()
    {
        const fs::path path = write(noteCapture({.unitSize = 8192, .minorSize = 2048}, 150));
        Job job;
        auto document = open(path);
        const std::string first = bytesAt(path);
        { // another window, or another program that locks
            auto other = SaveIo().openToChange(path, Job());
            QVERIFY(other);
            QuickIo impatient;
            QVERIFY(document->notes()->keep(someNotes(), impatient, job).error().code == Code::FileLocked);
        }
        auto second = open(path);
        QVERIFY(second->notes()->keep(someNotes(), systemSaveIo(), job));
        QVERIFY(document->notes()->keep({}, systemSaveIo(), job).error().code == Code::FileChanged);
        write(first, path); // of the same size, but another one
        QVERIFY(document->notes()->keep(someNotes(), systemSaveIo(), job).error().code == Code::FileChanged);
        QVERIFY(bytesAt(path) == first);
        document = open(path);
        fs::resize_file(path, 2000);
        QVERIFY(document->notes()->keep(someNotes(), systemSaveIo(), job).error().code == Code::FileChanged);
    }

    // Another program empties the file between the last word on it and the check of what was saved.
    void noticesThatTheFileWasEmptied()
    {
        struct EmptyingIo : QuickIo
        {
            fs::path path;
            Result<void> endChange(File& file) override
            {
                auto done = QuickIo::endChange(file);
                fs::resize_file(path, 0);
                return done;
            }
        };
        EmptyingIo io;
        io.path = write(noteCapture({.unitSize = 8192, .minorSize = 2048}, 150));
        save(io.path, someNotes());
        Job job;
        QVERIFY(!open(io.path)->notes()->keep({}, io, job)); // no notes are what an empty file has
    }

    // A later run is appended by the recorder; notes of both runs are there, and the last word counts.
    void goesOnInALaterRun()
    {
        const fs::path path = write(noteCapture({.unitSize = 8192, .minorSize = 2048}, 150));
        AnnotationSet notes = someNotes();
        save(path, notes);
        const RtcBytes run = noteCapture({.unitSize = 16384, .minorSize = 4096}, 90);
        write(bytesAt(path) + std::string(asText(run)), path);
        const std::string first = bytesAt(path);
        const RtcView before = viewOf(*open(path));
        QVERIFY(sameAnnotations(before.notes, notes));
        notes.edit(0, [&](Annotation& note) { note.text = "from the second run"; });
        notes.erase(1);
        notes.push_back(testNote("z", "on the clock of the first"));
        notes.edit(notes.size() - 1, [](Annotation& note) {
            note.clock = "cyc (segment 0)";
            note.time = TimeRange {5, 6};
        });
        save(path, notes);
        const RtcView after = viewOf(*open(path));
        QCOMPARE(QString::fromStdString(differs(before, first, after, bytesAt(path))), QString());
        QVERIFY(sameAnnotations(after.notes, notes));
    }

    void corpusStaysAsItIs()
    {
        if (!fs::exists(corpus("rtc") / "valid"))
            QSKIP(kNoCorpus);
        int saved = 0;
        for (const auto& entry : fs::directory_iterator(corpus("rtc") / "valid")) {
            if (entry.path().extension() != ".rtc")
                continue;
            const fs::path path = write(bytesAt(entry.path()), folder() / entry.path().filename());
            const std::string first = bytesAt(path);
            const RtcView before = viewOf(*open(path));
            const auto possible = canKeep(*open(path));
            if (!possible) {
                QVERIFY2(first.empty(), (entry.path().string() + message(possible.error())).c_str());
                continue;
            }
            AnnotationSet notes = someNotes();
            save(path, notes);
            notes.edit(1, [&](Annotation& note) { note.text += std::string(20'000, 'l') + "ä"; });
            notes.edit(2, [&](Annotation& note) { note.text = "edited"; });
            notes.erase(0);
            save(path, notes);
            const RtcView after = viewOf(*open(path));
            const std::string problem = differs(before, first, after, bytesAt(path));
            QVERIFY2(problem.empty(), (entry.path().string() + ": " + problem).c_str());
            QVERIFY2(sameAnnotations(after.notes, notes), entry.path().c_str());
            ++saved;
        }
        QVERIFY(saved > 20);
    }

private:
    fs::path folder() const { return m_folder.path().toStdString(); }
    fs::path write(std::string_view bytes, const fs::path& path) const
    {
        fs::remove(path); // a document that is open keeps what it mapped
        return writeFile(path, asBytes(bytes)) ? path : fs::path();
    }
    fs::path write(const RtcBytes& bytes) const { return write(asText(bytes), folder() / "made.rtc"); }

    static std::unique_ptr<Document> open(const fs::path& path)
    {
        auto document = openCapture(path);
        return document ? std::move(*document) : nullptr;
    }

    static std::string saveQuietly(const fs::path& path, const AnnotationSet& notes)
    {
        Job job;
        const auto document = open(path);
        if (!document)
            return "it does not open";
        if (const auto possible = canKeep(*document); !possible)
            return message(possible.error());
        QuickIo io;
        if (const auto kept = document->notes()->keep(notes, io, job); !kept)
            return message(kept.error());
        const auto found = open(path)->notes()->read(job);
        AnnotationSet own = found.value_or(AnnotationSet {});
        own.eraseIf([](const Annotation& one) { return one.origin == AnnotationOrigin::foreign; });
        return found && sameAnnotations(own, notes) ? std::string() : "other notes are read than were saved";
    }

    static void save(const fs::path& path, const AnnotationSet& notes)
    {
        QCOMPARE(QString::fromStdString(saveQuietly(path, notes)), QString());
    }

    // Four annotations, the first ones long before the last.
    static RtcBytes foreignCapture(int lines)
    {
        RtcBytes bytes;
        Writer writer(
            [&](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            {.unitSize = 16384, .minorSize = 4096});
        const auto add = [&](const char* name, const char* format, bool isClock, const char* clock,
                             const char* about) {
            Stream stream;
            stream.name = name;
            stream.format = format;
            stream.isClock = isClock;
            stream.clock = clock;
            stream.stream = about;
            return writer.addStream(stream).value();
        };
        const auto clock = add("clk", "timespec", true, "", "");
        add("cyc", "uint32le", true, "", "");
        const auto count = add("count", "uint32le", false, "cyc", "");
        const auto remarks = add("remarks", "annotate/utf-8", false, "", "");
        const auto onCount = add("on count", "annotate/utf-8", false, "", "count");
        const auto json = add("json", "annotate/json", false, "", "");
        const auto number = add("number", "annotate/uint16le", false, "", "");
        const auto note = [&](std::uint32_t stream, std::int64_t ns, std::string_view content) {
            RtcBytes payload = timespecBytes(ns, false);
            const auto more = asBytes(content);
            payload.insert(payload.end(), more.begin(), more.end());
            (void)writer.write(stream, payload);
        };
        for (int i = 0; i < lines; ++i) {
            (void)writer.write(clock, timespecBytes(kTestStart + i, false));
            (void)writer.write(count, RtcBytes(4, std::byte(1)));
            if (i == lines / 10)
                note(remarks, kTestStart + 7, "remark");
            if (i == lines / 10 + 1)
                note(onCount, 42'000'000'001, "on the cycles");
            if (i == lines / 2)
                note(json, kTestStart, "{\"a\":1}");
            if (i == lines - 1)
                note(number, kTestStart, "\x01\x02");
        }
        (void)writer.finish();
        return bytes;
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestRtcNotes)
#include "tst_rtc_notes.moc"
