// Whatever works on notes ends soon when its job is stopped, says so, and leaves the notes as they were; who comes too
// late stops nothing. What was read of a capture is not read again.
#include "core/model/annotation_json.h"
#include "tests/support/counted_job.h"
#include "tests/support/each_small_capture.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kBetween = 4096;                  // notes between two looks at the job, at most
constexpr std::size_t kMany = (1 + repeat(4)) * kBetween; // notes
constexpr std::uint64_t kFewLooks = 100; // by all that is under way when the stop comes

// In another order than that of their ids. Every third is about bytes, which some formats store in a form of their own.
AnnotationSet someNotes(std::size_t count)
{
    std::vector<Annotation> notes(count);
    for (std::size_t i = 0; i < count; ++i) {
        Annotation& note = notes[i];
        note.id = std::to_string(i * 7919 % count);
        note.text = "seen the " + std::to_string(i) + "th time";
        note.createdNs = note.changedNs = static_cast<std::int64_t>(i) + 1;
        if (i % 3 == 0)
            note.bytes = AnnotationBytes {{}, 100, 8};
    }
    return AnnotationSet(std::move(notes));
}

AnnotationSet withChanges(AnnotationSet notes)
{
    for (std::size_t i = 0; i < notes.size(); i += 2)
        notes.edit(i, [](Annotation& note) { note.text += " and once more"; });
    notes.erase(1);
    return notes;
}

AnnotationSet reversed(const AnnotationSet& notes)
{
    AnnotationSet out;
    for (std::size_t i = notes.size(); i-- > 0;)
        out.push_back(notes[i]);
    return out;
}

AnnotationSet ownNotes(const fs::path& path)
{
    Job job;
    const auto document = openCapture(path);
    if (!document)
        return {Annotation {"unreadable", message(document.error())}};
    const auto stored = loadNotes(**document, job);
    return stored && stored->problems.empty() ? asStored(**document, stored->notes)
                                              : AnnotationSet {Annotation {"unread", {}}};
}

// A small capture with notes in it or beside it, which work may change and which is put back then.
class Place
{
public:
    Place(int number, const AnnotationSet& notes, SaveWay way = SaveWay::capture)
        : m_path(writeSmall(number, m_folder))
        , m_kept(m_path.string() + ".kept")
    {
        Job job;
        const auto document = openCapture(m_path);
        m_records = document ? recordLines(**document) : std::vector<std::string>();
        m_good = document && saveNotes(**document, notes, way, io, job);
        fs::copy(m_path, m_kept, fs::copy_options::recursive);
        if (fs::exists(sideFilePath(m_path)))
            fs::copy(sideFilePath(m_path), sideFilePath(m_kept));
    }

    bool isGood() const { return m_good; }
    const fs::path& path() const { return m_path; }
    fs::path folder() const { return m_folder.path().toStdString(); }
    const std::vector<std::string>& records() const { return m_records; } // but notes
    std::unique_ptr<Document> anew() // as it was, opened
    {
        fs::remove_all(m_path);
        fs::remove(sideFilePath(m_path));
        fs::copy(m_kept, m_path, fs::copy_options::recursive);
        if (fs::exists(sideFilePath(m_kept)))
            fs::copy(sideFilePath(m_kept), sideFilePath(m_path));
        return openCapture(m_path).value();
    }

    QuickIo io;

private:
    QTemporaryDir m_folder;
    fs::path m_path;
    fs::path m_kept;
    std::vector<std::string> m_records;
    bool m_good = false;
};

// Stopped by look after look, the work ends soon with that error. `done`, for what is to be seen then.
using Work = std::function<Result<void>(Job&)>;

std::string problemOfStops(const Work& work, const std::function<std::string(bool done)>& problem = {})
{
    std::uint64_t stops = 0;
    constexpr std::uint64_t kDense = repeat(10);
    for (std::uint64_t at = 0, looks = CountedJob::kNever; at < looks; at += 1 + at / kDense) {
        CountedJob job(at);
        const auto done = work(job);
        if (!job.met())
            looks = job.asked();
        const std::string where = "stopped by look " + std::to_string(at) + ": ";
        if (!done && done.error().code != Code::Stopped)
            return where + message(done.error());
        if (job.askedAfter() > kFewLooks)
            return where + "looked " + std::to_string(job.askedAfter()) + " times more";
        if (const std::string found = problem ? problem(done.has_value()) : std::string(); !found.empty())
            return where + found;
        if (!done)
            ++stops;
    }
    return stops > 0 ? std::string() : "nothing was stopped";
}

template <class Value>
Result<void> whether(const Result<Value>& value)
{
    return value ? Result<void>() : tl::unexpected(value.error());
}

}

class TestNotesStops : public QObject
{
    Q_OBJECT

private slots:
    void whatComputesLooksAtItsJob();
    void oneLongTextIsStopped();
    void formatsLookAtTheirJob_data() { eachSmallCapture(); }
    void formatsLookAtTheirJob();
    void planning_data() { eachSmallCapture(); }
    void planning();
    void saving_data() { eachSmallCapture(); }
    void saving();
    void savingBeside_data() { eachSmallCapture(); }
    void savingBeside();
    void movingIn_data() { eachSmallCapture(); }
    void movingIn();
    void loadingAndImporting_data() { eachSmallCapture(); }
    void loadingAndImporting();
    void copying_data() { eachSmallCapture(); }
    void copying();
    void recovery();
    void whoWaitsForALock();
};

// Each work on many notes alone, so that none hides behind another one's looks.
void TestNotesStops::whatComputesLooksAtItsJob()
{
    const QTemporaryDir folder;
    const auto document = openCapture(smallRdf(folder.path().toStdString())).value();
    const AnnotationSet notes = someNotes(kMany), changed = withChanges(notes);
    const AnnotationFile file {.notes = notes};
    const std::string json = annotationFileJson(file);
    AnnotationSet elsewhere = notes;
    elsewhere.editWhere([](const Annotation&) { return true; },
                        [](Annotation& note) { note.origin = AnnotationOrigin::sideFile; }, Job());
    const AnnotationFile unsaved = unsavedNotes(notes, changed);
    const struct
    {
        const char* what;
        std::function<bool(const Job&)> work; // whether it came to its end
    } all[] = {
        {"writing", [&](const Job& job) { return annotationFileJson(file, job).has_value(); }},
        {"reading", [&](const Job& job) { return parseAnnotationFile(json, job).has_value(); }},
        {"hash", [&](const Job& job) { return notesHash(notes, job).has_value(); }},
        {"comparing", [&](const Job& job) { return sameAnnotations(elsewhere, reversed(notes), job); }},
        {"stored form", [&](const Job& job) { return asStored(*document, elsewhere, job).has_value(); }},
        {"what is unsaved", [&](const Job& job) { return unsavedNotes(notes, changed, job).has_value(); }},
        {"merging", [&](const Job& job) { return mergeNotes(*document, notes, unsaved, job).has_value(); }},
        {"sorting", [&](const Job& job) { return AnnotationSet(notes).sortBy(&Annotation::id, job); }},
    };
    for (const auto& [what, work] : all) {
        CountedJob whole;
        QVERIFY2(work(whole), what);
        QVERIFY2(whole.asked() >= kMany / kBetween, what);
        for (std::uint64_t at = 0; at < whole.asked(); at += 1 + at / 4) {
            CountedJob job(at);
            QVERIFY2(!work(job), what);
            QVERIFY2(job.met() && job.askedAfter() <= kFewLooks, what);
        }
    }
}

// What is no list of notes as well.
void TestNotesStops::oneLongTextIsStopped()
{
    const std::string long1(8u << 20, 'x');
    const std::string long2 = R"({"traceglass": "annotations", "other": [)" + std::string(8u << 20, '[');
    for (const std::string& json :
         {"{\"traceglass\": \"" + long1 + "\"}", long2.substr(0, 60) + long1, long1}) {
        CountedJob whole;
        QCOMPARE(parseAnnotationFile(json, whole).error().code, Code::NotesBadJson);
        CountedJob stopped(0);
        QCOMPARE(parseAnnotationFile(json, stopped).error().code, Code::Stopped);
    }
    CountedJob whole;
    (void)parseAnnotationFile("{\"traceglass\": \"" + long1 + "\"}", whole);
    QVERIFY2(whole.asked() >= 8, qPrintable(QString::number(whole.asked())));
}

// While they read and save, and notes are read once.
void TestNotesStops::formatsLookAtTheirJob()
{
    QFETCH(int, number);
    const AnnotationSet notes = someNotes(kMany);
    Place place(number, notes);
    QVERIFY(place.isGood());
    const auto document = place.anew();
    CountedJob loading;
    const auto stored = loadNotes(*document, loading);
    QVERIFY(stored && sameAnnotations(asStored(*document, stored->notes), notes));
    QVERIFY2(loading.asked() >= kMany / kBetween, qPrintable(QString::number(loading.asked())));
    CountedJob saving;
    const auto saved = saveNotes(*document, withChanges(notes), SaveWay::capture, place.io, saving, &*stored);
    QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
    QVERIFY2(saving.asked() >= 4 * kMany / kBetween, qPrintable(QString::number(saving.asked())));
    // Whoever was stopped keeps nobody from reading them, and they are read once.
    const auto other = place.anew();
    CountedJob stopped(0);
    QCOMPARE(other->notes()->canKeep(stopped).error().code, Code::Stopped);
    CountedJob first;
    QVERIFY(other->notes()->canKeep(first));
    for (int i = 0; i < 2; ++i) {
        CountedJob again;
        QVERIFY(other->notes()->canKeep(again));
        QVERIFY2(again.asked() * 2 < first.asked(), qPrintable(QString::number(again.asked())));
    }
    Job job;
    QCOMPARE(other->notes()->read(job)->size(), kMany);
    QVERIFY(other->notes()->canKeep(job));
}

// Notes that could not be read for a stop are not put beside.
void TestNotesStops::planning()
{
    QFETCH(int, number);
    Place place(number, someNotes(60));
    QVERIFY(place.isGood());
    SavePlan found;
    const auto plan = [&](Job& job) {
        return planSave(*place.anew(), job, place.io).map([&](SavePlan made) { found = std::move(made); });
    };
    const auto problem = [&](bool done) {
        return done && found.way != SaveWay::capture ? "beside: " + found.reason : std::string();
    };
    const std::string failed = problemOfStops(plan, problem);
    QVERIFY2(failed.empty(), failed.c_str());
}

void TestNotesStops::saving()
{
    QFETCH(int, number);
    const AnnotationSet notes = someNotes(60), changed = withChanges(notes);
    Place place(number, notes);
    QVERIFY(place.isGood());
    SavePlan plan;
    const auto save = [&](Job& job) {
        const auto document = place.anew();
        plan = planSave(*document);
        return whether(saveNotes(*document, changed, plan, place.io, job));
    };
    const auto problem = [&](bool done) -> std::string {
        const AnnotationSet found = ownNotes(place.path());
        if (!sameAnnotations(found, done ? changed : notes))
            return "there are other notes";
        if (plan.way != SaveWay::capture || fs::exists(sideFilePath(place.path())))
            return "put beside: " + plan.reason;
        for (const auto& entry : fs::recursive_directory_iterator(place.folder())) {
            if (entry.path().string().find("-new-") != std::string::npos)
                return entry.path().string() + " is left";
        }
        return recordsLost(place.records(), recordLines(*openCapture(place.path()).value()));
    };
    const std::string failed = problemOfStops(save, problem);
    QVERIFY2(failed.empty(), failed.c_str());
}

void TestNotesStops::savingBeside()
{
    QFETCH(int, number);
    const AnnotationSet notes = someNotes(60), changed = withChanges(notes);
    Place place(number, notes);
    QVERIFY(place.isGood());
    const auto files = filesOf(place.path());
    const auto save = [&](Job& job) {
        return whether(saveNotes(*place.anew(), changed, SaveWay::sideFile, place.io, job));
    };
    const auto problem = [&](bool done) -> std::string {
        const AnnotationSet found = ownNotes(place.path());
        if (!sameAnnotations(found, done ? changed : notes))
            return "there are other notes";
        return filesOf(place.path()) == files ? "" : "the capture was changed";
    };
    const std::string failed = problemOfStops(save, problem);
    QVERIFY2(failed.empty(), failed.c_str());
}

void TestNotesStops::movingIn()
{
    QFETCH(int, number);
    const AnnotationSet notes = someNotes(60), changed = withChanges(notes);
    Place place(number, notes, SaveWay::sideFile);
    QVERIFY(place.isGood());
    const auto save = [&](Job& job) {
        const auto document = place.anew();
        Job loading;
        const auto loaded = loadNotes(*document, loading);
        return loaded ? whether(saveNotes(*document, changed, SaveWay::capture, place.io, job, &*loaded))
                      : whether(loaded);
    };
    const auto problem = [&](bool done) {
        const AnnotationSet found = ownNotes(place.path());
        return sameAnnotations(found, done ? changed : notes) ? std::string() : "there are other notes";
    };
    const std::string failed = problemOfStops(save, problem);
    QVERIFY2(failed.empty(), failed.c_str());
    // What a stop left of a side file is no hindrance.
    const auto document = place.anew();
    Job job;
    const auto loaded = loadNotes(*document, job);
    QVERIFY(saveNotes(*document, changed, SaveWay::capture, place.io, job, &*loaded));
    QVERIFY(!fs::exists(sideFilePath(place.path())));
}

void TestNotesStops::loadingAndImporting()
{
    QFETCH(int, number);
    const AnnotationSet notes = someNotes(60);
    for (const SaveWay way : {SaveWay::capture, SaveWay::sideFile}) {
        Place place(number, notes, way);
        QVERIFY(place.isGood());
        std::optional<StoredNotes> found;
        std::unique_ptr<Document> document;
        const auto load = [&](Job& job) {
            document = place.anew();
            return loadNotes(*document, job).map([&](StoredNotes stored) { found = std::move(stored); });
        };
        const auto problem = [&](bool done) -> std::string {
            if (document->problems().worst() >= Severity::warning)
                return "told as a fault";
            return done
                    && (!found->problems.empty()
                        || !sameAnnotations(asStored(*document, found->notes), notes))
                ? "other notes are read"
                : "";
        };
        const std::string failed = problemOfStops(load, problem);
        QVERIFY2(failed.empty(), failed.c_str());
    }
    Place place(number, notes, SaveWay::sideFile);
    const std::string failed = problemOfStops(
        [&](Job& job) { return whether(importNotes(*place.anew(), sideFilePath(place.path()), job)); });
    QVERIFY2(failed.empty(), failed.c_str());
}

void TestNotesStops::copying()
{
    QFETCH(int, number);
    const AnnotationSet notes = someNotes(60), changed = withChanges(notes);
    Place place(number, notes);
    QVERIFY(place.isGood());
    const fs::path target = place.folder() / ("copy" + place.path().extension().string());
    const auto document = place.anew();
    const auto copy = [&](Job& job) {
        fs::remove_all(target);
        fs::remove(sideFilePath(target));
        return whether(saveNotesAs(*document, changed, target, place.io, job));
    };
    const auto problem = [&](bool done) -> std::string {
        if (!done)
            return fs::exists(target) || fs::exists(sideFilePath(target)) ? "something is left" : "";
        return sameAnnotations(ownNotes(target), changed) ? "" : "there are other notes";
    };
    const std::string failed = problemOfStops(copy, problem);
    QVERIFY2(failed.empty(), failed.c_str());
}

void TestNotesStops::recovery()
{
    const AnnotationSet notes = someNotes(60);
    Place place(1, notes);
    const auto document = place.anew();
    const fs::path folder = place.folder() / "recovery";
    const AnnotationSet first {notes[0]};
    const GaveWay gaveWay = giveWay(Niceness::answers);
    const auto write = [&](Job& job) -> Result<void> {
        fs::remove_all(folder);
        RecoveryFile file(folder, *document, Job());
        if (auto written = file.write(place.io, unsavedNotes({}, first), Job(), gaveWay); !written)
            return written;
        return file.write(place.io, unsavedNotes({}, withChanges(notes)), job, gaveWay);
    };
    const auto problem = [&](bool done) -> std::string {
        const auto left = leftNotes(place.io, folder, *document);
        const AnnotationSet wanted = done ? withChanges(notes) : first;
        return left.size() == 1 && sameAnnotations(left.front().unsaved.notes, wanted)
            ? ""
            : "other notes are left";
    };
    std::string failed = problemOfStops(write, problem);
    QVERIFY2(failed.empty(), failed.c_str());

    // What was not read is there the next time.
    std::size_t found = 0;
    const auto read = [&](Job& job) -> Result<void> {
        found = leftNotes(place.io, folder, *document, job).size();
        return found == 1 ? Result<void>() : fail(Code::Stopped);
    };
    failed = problemOfStops(read, [&](bool) {
        return leftNotes(place.io, folder, *document).size() == 1 ? std::string() : "the file is gone";
    });
    QVERIFY2(failed.empty(), failed.c_str());
}

void TestNotesStops::whoWaitsForALock()
{
    struct PatientIo : SaveIo
    {
        std::chrono::milliseconds patience() const override { return std::chrono::hours(1); }
    };
    const QTemporaryDir folder;
    const fs::path path = smallRdf(folder.path().toStdString());
    PatientIo io;
    auto held = io.lock(path);
    QVERIFY(held && held->lock() == File::Lock::taken);
    CountedJob job(2);
    QCOMPARE(io.waitForLock(path, job).error().code, Code::Stopped);
    CountedJob other(2);
    QCOMPARE(io.openToChange(path, other).error().code, Code::Stopped);
}

QTEST_GUILESS_MAIN(TestNotesStops)
#include "tst_notes_stops.moc"
