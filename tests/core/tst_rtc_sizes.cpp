// How long Units and minor units are: found in runs of any sizes whether their first Index states them or
// not, and notes saved into them. A guess would damage the capture, so what cannot be proven is refused.
#include "core/formats/rtc/wire/rtc_sizes.h"
#include "tests/support/open_capture.h"
#include "tests/support/rtc_notes.h"
#include "tests/support/rtc_run.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;
using namespace traceglass::rtc;
namespace fs = std::filesystem;

class TestRtcSizes : public QObject
{
    Q_OBJECT

private slots:
    void areFoundAndKept_data()
    {
        QTest::addColumn<qulonglong>("unitSize");
        QTest::addColumn<qulonglong>("minorSize");
        const std::pair<int, int> sizes[] = {{16384, 1024}, {16384, 2048}, {8192, 512},   {9017, 3000},
                                             {9000, 3000},  {7001, 1009},  {12289, 4001}, {16384, 16384},
                                             {8192, 8192},  {9000, 8000},  {8192, 7162},  {8192, 4096}};
        for (const auto& [unit, minor] : sizes)
            QTest::addRow("Units of %d, %d", unit, minor) << qulonglong(unit) << qulonglong(minor);
    }

    // In all of them: sizes stated or not, with checksums or not, the start cut off or not, and ending at
    // many places of the last Unit.
    void areFoundAndKept()
    {
        QFETCH(qulonglong, unitSize);
        QFETCH(qulonglong, minorSize);
        int kept = 0, refused = 0;
        for (int kind = 0; kind < 6; ++kind) {
            if (kind >= 4 && (unitSize - kMarkerBytes) % minorSize < 64)
                continue; // without a Crc an index frame would have to stand there
            const RunOptions options {.unitSize = unitSize,
                                      .minorSize = minorSize,
                                      .stated = kind % 2 == 0,
                                      .crc = kind < 4,
                                      .firstCount = kind == 2 || kind == 3 ? 7u : 0u};
            for (const int lines : {3, 260, 391, 650}) {
                RunBuilder run(options);
                for (int i = 0; i < lines; ++i)
                    run.line(1'780'000'000 + i, "message " + std::to_string(i * i * i));
                if (lines % 3 != 0)
                    run.finish();
                const std::string where =
                    "kind " + std::to_string(kind) + ", " + std::to_string(lines) + " lines: ";
                const std::string problem = survivesSaves(run, options, kept, refused);
                QVERIFY2(problem.empty(), (where + problem).c_str());
            }
        }
        QVERIFY(kept > 20);
        qInfo("%d kept, %d refused", kept, refused);
    }

    // Index frames at every second boundary of half the size fit as well; those between them do not.
    void multiplesAreNoProof()
    {
        RunBuilder run({.unitSize = 16384, .minorSize = 1024, .stated = false});
        for (int i = 0; i < 700; ++i)
            run.line(i, "text");
        Ruler ruler = rulerOf(run.bytes);
        QCOMPARE(ruler.segments[0].minorSize, 1024u);
        UnitFrames frames;
        const std::pair<std::uint64_t, SizeProof> expected[] = {{1024, SizeProof::proven},
                                                                {2048, SizeProof::contradicted},
                                                                {4096, SizeProof::contradicted},
                                                                {512, SizeProof::silent}};
        for (const auto& [size, proof] : expected) {
            ruler.segments[0].minorSize = size;
            walkUnit(run.bytes, ruler, 0, {}, frames);
            QVERIFY(sizesAgree(frames, ruler.units[0], ruler.segments[0]) == proof);
        }
    }

    // A payload that looks like an index frame makes no size, and lost index frames leave it as it is.
    void damageDoesNotMisleadIt()
    {
        RunBuilder run({.unitSize = 16384, .minorSize = 2048, .stated = false});
        for (int i = 0; i < 3; ++i)
            run.line(i, "text");
        run.line(3, std::string(40, '?'));
        const auto hole = std::ranges::find(run.bytes, std::byte('?'));
        std::vector<std::byte> alike {std::byte(kMinorIndex << 1), std::byte(4), std::byte(kIndex << 1 | 1)};
        appendInt(alike, 2 * (static_cast<std::uint64_t>(hole - run.bytes.begin()) - kMarkerBytes));
        std::ranges::copy(alike, hole);
        for (int i = 4; i < 1500; ++i)
            run.line(i, "text");
        const auto places = indexFrames(run.bytes);
        QVERIFY(places.size() > 12);
        for (std::size_t damaged = 0; damaged < 8; ++damaged) {
            std::vector<std::byte> bytes = run.bytes;
            bytes[places[damaged]] = bytes[places[damaged] + 2] = std::byte(0xff);
            QCOMPARE(rulerOf(bytes).segments[0].minorSize, 2048u);
        }
    }

private:
    fs::path write(std::string_view bytes) const
    {
        const fs::path path = fs::path(m_folder.path().toStdString()) / "made.rtc";
        fs::remove(path);
        return writeFile(path, asBytes(bytes)) ? path : fs::path();
    }

    Ruler rulerOf(std::span<const std::byte> bytes) const
    {
        const auto file = MappedFile::open(write(asText(bytes)));
        Job job;
        auto ruler = readRuler(**file, job);
        return ruler ? std::move(*ruler) : Ruler {};
    }

    std::vector<std::size_t> indexFrames(std::span<const std::byte> bytes) const
    {
        const Ruler ruler = rulerOf(bytes);
        std::vector<std::size_t> places;
        for (const Unit& unit : ruler.units) {
            for (std::uint64_t at = unit.index() + 2048; at < unit.end; at += 2048) {
                if (isMinorBoundary(bytes, unit.index(), at))
                    places.push_back(at);
            }
        }
        return places;
    }

    // Reads a run, saves notes several times and looks at what is there each time. Empty: all is well.
    std::string survivesSaves(const RunBuilder& run, const RunOptions& options, int& kept, int& refused) const
    {
        const fs::path path = write(asText(run.bytes));
        const Ruler ruler = rulerOf(run.bytes);
        const auto& segment = ruler.segments[0];
        if (ruler.segments.size() != 1 || ruler.units.size() != run.units)
            return "other Units";
        if (run.units > 1 && segment.unitSize != options.unitSize)
            return "a Unit of " + std::to_string(segment.unitSize);
        if (run.minors > 1 && segment.minorSize != options.minorSize)
            return "minor units of " + std::to_string(segment.minorSize);
        AnnotationSet notes;
        RtcView before = viewOf(**openCapture(path));
        if (!before.error.empty() || before.problems > 0 || before.records.size() != run.records)
            return std::to_string(before.records.size()) + " records, " + std::to_string(before.problems)
                + " problems";
        for (int save = 0; save < 3; ++save) {
            const std::string old = bytesAt(path);
            notes.push_back(
                testNote("n" + std::to_string(save), std::string(std::size_t(save) * 4000 + 9, 'n')));
            const auto document = openCapture(path);
            const auto possible = canKeep(**document);
            Job job;
            const auto saved = (*document)->notes()->keep(notes, systemSaveIo(), job);
            if (!saved) {
                ++refused;
                if (bytesAt(path) != old)
                    return "refused, and the file is another: " + message(saved.error());
                const bool isProven = run.minors > 0 && run.units > 1;
                if (possible || save > 0)
                    return "a late refusal: " + message(saved.error());
                return isProven && saved.error().detail.find("prove") != std::string::npos
                    ? "refused what is proven: " + message(saved.error())
                    : std::string();
            }
            ++kept;
            const RtcView after = viewOf(**openCapture(path));
            if (std::string difference = differs(before, old, after, bytesAt(path)); !difference.empty())
                return difference + " after save " + std::to_string(save);
            if (!sameAnnotations(after.notes, notes))
                return "other notes";
        }
        return {};
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestRtcSizes)
#include "tst_rtc_sizes.moc"
