// Opens the input as a part of an RFR recording and walks everything in it. The first byte says which part: a
// streamed file, a chunk, meta.rfr or callsites.rfr; the other parts of the recording are sound.
#include "core/formats/formats.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/io/file.h"
#include "fuzz_support.h"
#include "tests/support/open_capture.h"
#include "tests/support/rfr_stream_writer.h"

#include <filesystem>
#include <unistd.h>

namespace traceglass::fuzz::rfr_target {

using namespace rfr;

namespace {

enum Part : unsigned { streamPart, chunkPart, metaPart, callsitesPart, partCount };

constexpr std::uint64_t kStart = 1'780'000'123'250'000; // 2026-05-28 20:28:43.25 UTC

RecordingWriter recording()
{
    RecordingWriter out;
    out.setCreated(kStart);
    out.addCallsite({.id = 1,
                     .level = 30,
                     .kind = 2,
                     .constFields = {{"name", std::string_view("request")}},
                     .fieldNames = {"path"}});
    out.addTask({.iid = 7, .callsite = 1, .taskId = 20, .name = "upload", .kind = {}, .context = {}});
    out.addSpan(
        {.iid = 9, .callsite = 1, .parent = {}, .values = {std::string_view("/index")}, .dynamic = {}});
    std::uint64_t at = kStart;
    out.record(1, at, RecordKind::taskNew, 7);
    for (int poll = 0; poll < 20; ++poll) {
        out.record(1, at += 100, RecordKind::taskPollStart, 7);
        out.record(1, at += 10, RecordKind::spanNew, 9);
        out.record(1, at += 10, RecordKind::spanEnter, 9);
        out.waker(1, at += 10, RecordKind::wakerWakeByRef, {.task = 7, .context = 7});
        out.event(1, at += 10,
                  {.callsite = 1, .parent = {}, .values = {std::string_view("x")}, .dynamic = {}});
        out.record(1, at += 10, RecordKind::spanExit, 9);
        out.record(1, at += 10, RecordKind::taskPollEnd, 7);
    }
    out.record(1, at += 100, RecordKind::taskDrop, 7);
    return out;
}

Bytes stream()
{
    StreamWriter out;
    out.callsite(kStart, {.id = 1, .level = 30, .kind = 2, .constFields = {}, .fieldNames = {"path"}});
    out.task(kStart, {.iid = 7, .callsite = 1, .taskId = 20, .name = "upload", .kind = {}, .context = {}});
    std::uint64_t at = kStart;
    for (int poll = 0; poll < 20; ++poll) {
        out.record(at += 100, RecordKind::taskPollStart, 7);
        out.waker(at += 10, RecordKind::wakerWake, {.task = 7, .context = {}});
        out.record(at += 10, RecordKind::taskPollEnd, 7);
    }
    out.end(at);
    return out.bytes();
}

// One folder for the life of the process; the input replaces a part of the recording in it.
class Folder
{
public:
    Folder()
        : m_path(std::filesystem::temp_directory_path() / ("traceglass-fuzz-" + std::to_string(::getpid())))
        , m_sound(recording())
        , m_chunk(m_sound.chunks().front())
    {
        std::filesystem::create_directories(m_path);
        (void)m_sound.write(m_path / "recording");
    }
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    Result<std::unique_ptr<Document>> open(unsigned part, std::span<const std::byte> bytes) const
    {
        if (part == streamPart) {
            const auto file = m_path / "stream.rfr";
            (void)writeFile(file, bytes);
            return openCapture(file);
        }
        const auto root = m_path / "recording";
        const auto sound = [&](unsigned which, const Bytes& good) {
            return which == part ? bytes : std::span(good);
        };
        (void)writeFile(root / "meta.rfr", sound(metaPart, m_sound.meta()));
        (void)writeFile(root / "callsites.rfr", sound(callsitesPart, m_sound.callsites()));
        (void)writeFile(root / m_chunk.name, sound(chunkPart, m_chunk.bytes));
        return openCapture(root);
    }

private:
    std::filesystem::path m_path;
    RecordingWriter m_sound;
    RecordingWriter::ChunkBytes m_chunk;
};

}

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = [] {
        const RecordingWriter sound = recording();
        std::vector<Bytes> out = {stream(), sound.chunks().front().bytes, sound.meta(), sound.callsites()};
        for (unsigned part = 0; part < partCount; ++part)
            out[part].insert(out[part].begin(), static_cast<std::byte>(part));
        return out;
    }();
    return all;
}

void run(std::span<const std::byte> input)
{
    if (input.empty())
        return;
    static const Folder folder;
    if (const auto document =
            folder.open(std::to_integer<std::size_t>(input[0]) % partCount, input.subspan(1)))
        walk(**document);
}

const Target kTarget("rfr", seeds, run);

}
