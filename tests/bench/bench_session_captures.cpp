#include "core/base/text.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/formats/rtc/demo/rtc_demo_run.h"
#include "core/io/file.h"
#include "core/notes/save.h"
#include "tests/bench/bench_session.h"
#include "tests/support/demo_captures.h"
#include "tests/support/open_capture.h"
#include "tests/support/rfr_stream_writer.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <set>

namespace traceglass::bench {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kStartMicros = 1'780'000'000'000'000;
constexpr std::uint64_t kRestarts = 1'000;
constexpr std::uint64_t kManyNotes = 100'000;
constexpr std::uint64_t kMillion = 1'000'000;

// A streamed recording of any length: the bytes of one writer after the other, the label only once.
class StreamFile
{
public:
    explicit StreamFile(const fs::path& path)
        : m_file(File::open(path, File::Mode::create))
    {
    }

    rfr::StreamWriter out;

    // After every record or few; false when the file is full or cannot be written.
    bool goOn(std::uint64_t limit)
    {
        constexpr std::size_t kPiece = 16 << 20;
        return m_written + out.bytes().size() < limit && (out.bytes().size() < kPiece || flush());
    }
    Result<void> end(std::uint64_t micros)
    {
        out.end(micros);
        if (!flush())
            return fail(Code::FileUnwritable);
        return m_file->close();
    }

private:
    bool flush()
    {
        static const std::size_t label = rfr::StreamWriter().bytes().size();
        const auto bytes = std::span(out.bytes()).subspan(m_written == 0 ? 0 : label);
        m_written += bytes.size();
        const bool good = m_file && m_file->write(bytes);
        out = rfr::StreamWriter();
        return good;
    }

    Result<File> m_file;
    std::uint64_t m_written = 0;
};

constexpr std::uint64_t kTaskSite = 1, kSpanSite = 2, kEventSite = 3;

void addCallsites(const std::function<void(const rfr::Callsite&)>& add)
{
    const auto callsite = [&](std::uint64_t id, std::uint32_t kind, std::string_view name,
                              std::vector<std::string_view> fields) {
        add({.id = id,
             .level = 30,
             .kind = kind,
             .constFields = {{"name", name}},
             .fieldNames = std::move(fields)});
    };
    callsite(kTaskSite, 2, "spawn", {});
    callsite(kSpanSite, 2, "request", {"path"});
    callsite(kEventSite, 1, "done", {"message", "status"});
}

rfr::TaskObject task(std::uint64_t iid, std::string_view name)
{
    rfr::TaskObject object;
    object.iid = iid;
    object.callsite = kTaskSite;
    object.taskId = iid;
    object.name = name;
    return object;
}

std::string taskName(std::uint64_t iid)
{
    return "worker of kind " + std::to_string(iid % 50);
}

// 2,000 tasks that are polled, wake each other, enter spans and log.
Result<void> writeStream(const fs::path& path, std::uint64_t bytes)
{
    using rfr::RecordKind;
    constexpr std::uint64_t kTasks = 2'000;
    StreamFile file(path);
    std::uint64_t micros = kStartMicros;
    addCallsites([&](const rfr::Callsite& callsite) { file.out.callsite(micros, callsite); });
    for (std::uint64_t iid = 1; iid <= kTasks; ++iid) {
        const std::string name = taskName(iid);
        file.out.task(++micros, task(iid, name));
        file.out.record(micros, RecordKind::taskNew, iid);
    }
    for (std::uint64_t i = 0; file.goOn(bytes); ++i) {
        const std::uint64_t iid = 1 + i * 7 % kTasks;
        file.out.record(micros += 2, RecordKind::taskPollStart, iid);
        if (i % 10 == 0) {
            const std::uint64_t span = kTasks + 1 + i;
            file.out.span(++micros, {span, kSpanSite, {}, {std::string_view("/img/1")}, {}});
            file.out.record(micros, RecordKind::spanNew, span);
            file.out.record(micros, RecordKind::spanEnter, span);
            file.out.event(++micros, {kEventSite, {}, {std::string_view("sent"), std::uint64_t(200)}, {}});
            file.out.record(++micros, RecordKind::spanExit, span);
            file.out.record(micros, RecordKind::spanClose, span);
        }
        file.out.waker(++micros, RecordKind::wakerWake, {1 + (i + 1) * 7 % kTasks, iid});
        file.out.record(micros += 1 + i % 5, RecordKind::taskPollEnd, iid);
    }
    return file.end(micros);
}

// A device that is switched on again and again, each time with the same streams.
Result<void> writeRestarts(const fs::path& path, std::uint64_t bytes)
{
    auto file = File::open(path, File::Mode::create);
    if (!file)
        return tl::unexpected(file.error());
    const auto stream = [](std::string_view name, std::string_view format, bool isClock) {
        rtc::Stream about;
        about.name = name;
        about.format = format;
        about.isClock = isClock;
        if (!isClock)
            about.clock = "clk";
        return about;
    };
    const std::uint64_t lines = std::max<std::uint64_t>(1, bytes / kRestarts / 50); // of some 50 bytes
    std::uint64_t offset = 0;
    std::int64_t start = static_cast<std::int64_t>(kStartMicros) * 1'000;
    for (std::uint64_t i = 0; i < kRestarts; ++i) {
        rtc::DemoRun run(*file, offset, start, i);
        const std::uint32_t clock = run.add(stream("clk", "timespec", true));
        const std::uint32_t log = run.add(stream("log", "utf-8", false));
        const std::uint32_t speed = run.add(stream("speed", "int16le", false));
        for (; run.ms < lines; ++run.ms) {
            run.timespec(clock, run.nowNs());
            run.text(log,
                     "restart " + std::to_string(i) + ", line " + std::to_string(run.ms) + " of the log");
            run.number(speed, static_cast<std::int16_t>(run.ms % 1'000));
        }
        start = run.nowNs() + 1'000'000'000;
        const auto end = run.finish();
        if (!end)
            return tl::unexpected(end.error());
        offset = *end;
    }
    return file->close();
}

// Every record of one task lies outside the years that can be shown; another task is good.
Result<void> writeProblems(const fs::path& path)
{
    using rfr::RecordKind;
    constexpr std::uint64_t kGood = 1, kBad = 2;
    constexpr std::uint64_t kTooLate = 10'000'000'000'000'000; // in the year 2286
    StreamFile file(path);
    std::uint64_t micros = kStartMicros;
    addCallsites([&](const rfr::Callsite& callsite) { file.out.callsite(micros, callsite); });
    file.out.task(micros, task(kGood, "good"));
    file.out.task(micros, task(kBad, "bad"));
    for (std::uint64_t i = 0; i < kMillion && file.goOn(~std::uint64_t(0)); ++i) {
        file.out.record(kTooLate + i, i % 2 == 0 ? RecordKind::taskPollStart : RecordKind::taskPollEnd, kBad);
        if (i % 10 == 0) {
            file.out.record(micros += 10, RecordKind::taskPollStart, kGood);
            file.out.record(micros += 5, RecordKind::taskPollEnd, kGood);
        }
    }
    return file.end(micros);
}

Result<void> writeChunks(const fs::path& path)
{
    auto writer = rdf::RdfWriter::create(path);
    if (!writer)
        return tl::unexpected(writer.error());
    for (std::uint64_t i = 0; i < kMillion; ++i) {
        const std::string id = "QueueEvent" + std::to_string(i % 50), data = "event " + std::to_string(i);
        if (auto added = writer->add({.id = id}, asBytes("header"), asBytes(data)); !added)
            return added;
    }
    return writer->finish();
}

// The demo recording with notes all over its time, every tenth of them over a range.
Result<void> writeNotes(const fs::path& path)
{
    const auto demo = findDemo("rfr")->write(path.parent_path());
    if (!demo)
        return tl::unexpected(demo.error());
    std::error_code ignored;
    fs::rename(*demo, path, ignored);
    const auto document = openCapture(path);
    if (!document)
        return tl::unexpected(document.error());
    const TimeRange all = (*document)->summary().time.value_or(TimeRange {0, 1'000'000'000});
    const std::int64_t step = all.lengthNs() / static_cast<std::int64_t>(kManyNotes);
    std::vector<Annotation> notes(kManyNotes);
    std::int64_t at = all.startNs;
    for (Annotation& note : notes) {
        const std::int64_t number = (at - all.startNs) / step;
        note.id = newAnnotationId();
        note.text = "what was seen here the " + std::to_string(number) + "th time";
        note.createdNs = note.changedNs = number + 1;
        note.time = TimeRange {at, number % 10 == 0 ? at + 50 * step : at};
        at += step;
    }
    Job job;
    const auto saved = saveNotes(**document, AnnotationSet(std::move(notes)), SaveWay::capture, systemSaveIo(), job);
    return saved ? Result<void>() : tl::unexpected(saved.error());
}

// Tasks that live for some microseconds each, on four workers, 10,000 in each chunk.
Result<void> writeTasks(const fs::path& path)
{
    using rfr::RecordKind;
    constexpr std::uint64_t kWorkers = 4;
    rfr::RecordingWriter out;
    addCallsites([&](const rfr::Callsite& callsite) { out.addCallsite(callsite); });
    for (std::uint64_t iid = 1; iid <= kMillion; ++iid) {
        const std::string name = taskName(iid);
        out.addTask(task(iid, name));
        const std::uint64_t worker = 1 + iid % kWorkers, micros = kStartMicros + iid * 100;
        out.record(worker, micros, RecordKind::taskNew, iid);
        out.record(worker, micros + 20, RecordKind::taskPollStart, iid);
        out.record(worker, micros + 80, RecordKind::taskPollEnd, iid);
        out.record(worker, micros + 81, RecordKind::taskDrop, iid);
    }
    return out.write(path);
}

}

std::vector<SessionCapture> writeLargeCaptures(const fs::path& folder, std::uint64_t bytes)
{
    std::vector<SessionCapture> captures;
    const auto add = [&](const char* name, const char* file,
                         const std::function<Result<void>(const fs::path&)>& write) {
        const fs::path path = folder / file;
        if (const auto written = write(path); written)
            captures.push_back({.name = name, .path = path});
        else
            std::fprintf(stderr, "%s: %s\n", file, message(written.error()).c_str());
    };
    add("rfr-stream", "stream.rfr", [bytes](const fs::path& path) { return writeStream(path, bytes); });
    add("rtc-restarts", "restarts.rtc", [bytes](const fs::path& path) { return writeRestarts(path, bytes); });
    add("problems", "problems.rfr", writeProblems);
    add("rdf-chunks", "chunks.rdf", writeChunks);
    add("notes", "notes.rfr", writeNotes);
    add("rfr-tasks", "tasks.rfr", writeTasks);
    return captures;
}

std::vector<SessionCapture> capturesBelow(const fs::path& folder)
{
    static const std::set<std::string> kAbout {".md", ".txt", ".json", ".jsonl"};
    std::vector<SessionCapture> captures;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; at != end && !error; at.increment(error)) {
        const fs::path& path = at->path();
        std::error_code ignored;
        const bool isFolder = at->is_directory(ignored);
        if (isFolder && path.extension() == ".rfr")
            at.disable_recursion_pending();
        else if (isFolder || path.filename().string().starts_with('.')
                 || kAbout.contains(path.extension().string()))
            continue;
        captures.push_back({fs::relative(path, folder, ignored).string(), path, 5});
    }
    std::ranges::sort(captures, {}, &SessionCapture::name);
    return captures;
}

}
