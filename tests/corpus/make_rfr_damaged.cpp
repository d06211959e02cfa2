// RFR: a recording of three chunks of which the middle one is spoilt, one without some of its files, and
// streams.
#include "tests/corpus/rfr_run.h"
#include "tests/support/rfr_stream_writer.h"

#include <algorithm>
#include <functional>

namespace traceglass::corpus {

namespace {

using rfr::RecordKind;

constexpr std::string_view kMiddle = "2026-05/28-20/chunk-28-44.rfr";

// 4 records in each of the outer chunks, 11 in two sequences of the middle one.
Recording sound()
{
    Recording out;
    out.addCallsite(spawnSite());
    out.addCallsite(
        {.id = 101, .level = 30, .kind = 2, .constFields = {{"name", "request"}}, .fieldNames = {}});
    for (std::uint64_t i = 0; i < 3; ++i)
        out.addTask({.iid = 1 + i, .callsite = 100, .taskId = 1 + i, .name = i == 1 ? "worker" : "helper"});
    for (std::uint64_t i = 0; i < 3; ++i) {
        const std::uint64_t after = i * 1'000'000;
        out.task(1, after + 10, RecordKind::taskNew, 1 + i);
        out.task(1, after + 20, RecordKind::taskPollStart, 1 + i);
        out.task(1, after + 90, RecordKind::taskPollEnd, 1 + i);
        out.task(1, after + 99, RecordKind::taskDrop, 1 + i);
    }
    for (std::uint64_t i = 0; i < 7; ++i)
        out.wake(2, 1'000'200 + 10 * i, 2, {});
    return out;
}

// Writes the recording, with its middle chunk as `spoil` leaves it.
void writeSpoilt(const Folder& folder, const std::function<void(Bytes&)>& spoil)
{
    const Recording recording = sound();
    recording.writeTo(folder);
    for (const auto& chunk : recording.chunks()) {
        if (chunk.name != kMiddle)
            continue;
        Bytes bytes = chunk.bytes;
        spoil(bytes);
        folder.write(kMiddle, bytes);
    }
}

void writeWithout(const Folder& folder, std::string_view file)
{
    sound().writeTo(folder);
    std::filesystem::remove(folder.path() / file);
}

std::ptrdiff_t placeOf(const Bytes& bytes, std::string_view text)
{
    const auto wanted = asBytes(text);
    return std::search(bytes.begin(), bytes.end(), wanted.begin(), wanted.end()) - bytes.begin();
}

// In place of the number of a count or kind another one.
void replace(Bytes& bytes, std::ptrdiff_t at, std::uint64_t number)
{
    ByteWriter with;
    with.varint(number);
    const auto from = bytes.erase(bytes.begin() + at);
    bytes.insert(from, with.bytes().begin(), with.bytes().end());
}

// Behind the name of the task come its kind, no context and the count of records, 4. Their times are of three
// bytes or one.
constexpr std::ptrdiff_t kAfterName = 8;
std::ptrdiff_t countOfRecords(const Bytes& bytes)
{
    return placeOf(bytes, "worker") + kAfterName;
}

void streams(const Folder& folder)
{
    rfr::StreamWriter out;
    out.task(kStart, {.iid = 7, .callsite = 100, .taskId = 1, .name = "upload"});
    out.record(kStart + 10, RecordKind::taskNew, 7);
    out.record(kStart + 20, RecordKind::taskPollStart, 7);
    const std::size_t three = out.bytes().size();
    out.record(kStart + 30, RecordKind::taskPollEnd, 7);
    Bytes whole = out.bytes();

    Bytes cut = whole;
    cut.resize(whole.size() - 2);
    folder.write("stream-cut.rfr", cut);

    Bytes unknown = whole;
    unknown[three + 6] = std::byte(99); // behind 5 bytes of seconds and one of micros
    folder.write("stream-unknown-record.rfr", unknown);

    rfr::StreamWriter ended;
    ended.record(kStart, RecordKind::taskNew, 7);
    ended.end(kStart + 1);
    Bytes behind = ended.bytes();
    append(behind, asBytes("more"));
    folder.write("stream-bytes-behind-end.rfr", behind);

    folder.write("stream-unknown-version.rfr", rfr::StreamWriter("rfr-s/0.0.9").bytes());
}

}

void makeRfrDamaged(const Folder& folder)
{
    const auto spoilt = [&](std::string_view name, const std::function<void(Bytes&)>& spoil) {
        writeSpoilt(folder / name, spoil);
    };
    spoilt("chunk-empty.rfr", [](Bytes& bytes) { bytes.clear(); });
    spoilt("chunk-no-chunk.rfr", [](Bytes& bytes) { bytes = noise(60, 51); });
    spoilt("chunk-cut-in-head.rfr", [](Bytes& bytes) { bytes.resize(15); });
    spoilt("chunk-cut-in-records.rfr", [](Bytes& bytes) { bytes.resize(bytes.size() - 3); });
    spoilt("chunk-bytes-behind.rfr", [](Bytes& bytes) { append(bytes, asBytes("14 bytes more.")); });
    spoilt("chunk-unknown-version.rfr", [](Bytes& bytes) { bytes[11] = std::byte('9'); });
    spoilt("task-name-not-utf8.rfr",
           [](Bytes& bytes) { bytes[static_cast<std::size_t>(placeOf(bytes, "worker"))] = std::byte(0xff); });
    spoilt("task-name-too-long.rfr",
           [](Bytes& bytes) { replace(bytes, placeOf(bytes, "worker") - 1, 1ull << 40); });
    spoilt("too-many-records.rfr", [](Bytes& bytes) { replace(bytes, countOfRecords(bytes), 1ull << 35); });
    spoilt("unknown-record.rfr",
           [](Bytes& bytes) { bytes[static_cast<std::size_t>(countOfRecords(bytes)) + 2] = std::byte(77); });
    spoilt("number-too-long.rfr", [](Bytes& bytes) {
        const auto at = bytes.begin() + countOfRecords(bytes) + 1;
        bytes.insert(at, 10, std::byte(0x80));
    });
    spoilt("context-flag-2.rfr",
           [](Bytes& bytes) { bytes[static_cast<std::size_t>(countOfRecords(bytes)) - 1] = std::byte(2); });

    const Folder sequences = folder / "too-many-sequences.rfr";
    sound().writeTo(sequences);
    sequences.write(
        kMiddle,
        chunkOf({.base = kStartSeconds + 1, .earliest = 10, .latest = 10, .sequences = ~std::uint64_t(0)},
                {taskNewSequence(10, 2, "worker")}));

    writeWithout(folder / "meta-missing.rfr", "meta.rfr");
    writeWithout(folder / "callsites-missing.rfr", "callsites.rfr");

    const Folder meta = folder / "meta-damaged.rfr";
    sound().writeTo(meta);
    meta.write("meta.rfr", asBytes("\x0crfr-cm/0.0.1\xff"));
    const Folder callsites = folder / "callsites-cut.rfr";
    sound().writeTo(callsites);
    Bytes bytes = sound().callsites();
    bytes.resize(bytes.size() - 2);
    callsites.write("callsites.rfr", bytes);
    const Folder foreign = folder / "foreign-rfr-file.rfr";
    sound().writeTo(foreign);
    foreign.write("notes.rfr", asBytes("plain text\n"));

    // Neither meta nor any chunk is of a version that is known.
    Recording newer(1'000'000, "rfr-c/0.0.9");
    newer.task(1, 10, RecordKind::taskNew, 1);
    newer.writeTo(folder / "unknown-version.rfr");

    streams(folder);
}

}
