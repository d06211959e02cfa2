// Saving a note, from the first write to the last sync, against writing as many bytes and syncing once: into
// captures of 10 GB, to which it is appended, and into recordings that are written anew.
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/formats.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "core/io/save_io.h"
#include "core/notes/save.h"
#include "tests/bench/bench.h"
#include "tests/support/open_capture.h"

#include <cstdio>

namespace traceglass::bench {

namespace {

constexpr int kRuns = 15;

class TimingIo : public SaveIo
{
public:
    double seconds() const { return m_last - m_first; }
    std::uint64_t bytes() const { return m_bytes; }

    Result<void> writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes) override
    {
        if (m_bytes == 0)
            m_first = wallSeconds();
        m_bytes += bytes.size();
        return SaveIo::writeAt(file, offset, bytes);
    }
    Result<void> sync(File& file) override
    {
        auto synced = SaveIo::sync(file);
        m_last = wallSeconds();
        return synced;
    }

private:
    double m_first = 0;
    double m_last = 0;
    std::uint64_t m_bytes = 0;
};

bool writeSparseRdf(const std::filesystem::path& path)
{
    constexpr std::uint64_t kSize = 10'000'000'000;
    constexpr int kChunks = 1000;
    auto writer = rdf::RdfWriter::create(path);
    for (int i = 0; writer && i < kChunks; ++i) {
        if (!writer->begin({.id = "RmtData"}, {}) || !writer->appendHole(kSize / kChunks) || !writer->end())
            return false;
    }
    return writer && writer->finish();
}

double bareAppend(const std::filesystem::path& path, std::uint64_t bytes)
{
    auto file = File::open(path, File::Mode::change);
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    if (!file || error)
        return 0;
    TimingIo io;
    const std::vector<std::byte> data(static_cast<std::size_t>(bytes), std::byte {0x55});
    if (!io.writeAt(*file, size, data) || !io.sync(*file))
        return 0;
    const double seconds = io.seconds();
    (void)SaveIo().truncate(*file, size);
    return seconds;
}

// `bare`: what the same bytes without any format are called.
void measure(const std::string& name, std::string_view bare, const std::filesystem::path& path)
{
    std::vector<double> saves, appends, whole;
    Annotation note;
    note.id = newAnnotationId();
    note.node = "/";
    for (int i = 0; i < kRuns; ++i) {
        note.text = "here the fan starts " + std::to_string(i);
        auto document = openCapture(path);
        if (!document)
            return;
        TimingIo io;
        Job job;
        const double start = wallSeconds();
        if (auto saved = saveNotes(**document, {note}, SaveWay::capture, io, job); !saved) {
            std::fprintf(stderr, "%s: %s\n", path.c_str(), message(saved.error()).c_str());
            return;
        }
        whole.push_back(wallSeconds() - start);
        saves.push_back(io.seconds());
        appends.push_back(bareAppend(path, io.bytes()));
    }
    const std::string prefix = "notes." + name + '.';
    const double append = percentile(appends, 0.5);
    row(prefix + std::string(bare), append * 1e3, "ms");
    row(prefix + "save", percentile(saves, 0.5) * 1e3, "ms", append * 1e3);
    row(prefix + "save.checked", percentile(whole, 0.5) * 1e3, "ms"); // opened and compared again
}

}

void notes()
{
    const TemporaryPath rdfPath, rtcPath;
    if (writeSparseRdf(rdfPath.path))
        measure("rdf.10GB", "append", rdfPath.path);
    if (writeSparseRtc(rtcPath.path, 1024))
        measure("rtc.10GB", "append", rtcPath.path);
    const TemporaryPath lz4Path, xzPath;
    if (cjfr::writeRecording(lz4Path.path, 500'000, Codec::lz4))
        measure("cjfr.lz4", "write", lz4Path.path);
    if (cjfr::writeRecording(xzPath.path, 50'000, Codec::xz)) // encoded again each time
        measure("cjfr.xz", "write", xzPath.path);
}

}
