// Small captures of every format for tests that save notes again and again, and what must be the same before
// and after.
//
//     for (const SmallCapture& capture : smallCaptures()) { fs::path path = capture.write(folder); ... }
#pragma once

#include "core/base/text.h"
#include "core/formats/cjfr/wire/cjfr_writer.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/io/file.h"
#include "core/model/document.h"
#include "tests/support/rtc_notes.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace traceglass {

struct SmallCapture
{
    std::string name;
    std::function<std::filesystem::path(const std::filesystem::path& folder)> write; // empty: it failed
};

inline std::filesystem::path smallRdf(const std::filesystem::path& folder)
{
    const auto path = folder / "small.rdf";
    auto writer = rdf::RdfWriter::create(path); // ids whose payloads nobody checks
    bool good = writer.has_value();
    for (int i = 0; good && i < 3; ++i)
        good = writer->add({.id = "SampleEvent"}, asBytes("head"), asBytes("event " + std::to_string(i)))
                   .has_value();
    good = good
        && writer->add({.id = "SystemInfo", .compression = rdf::Compression::zstd}, {},
                       asBytes(R"({"version": 1})"))
        && writer->finish();
    return good ? path : std::filesystem::path();
}

inline std::filesystem::path smallRfr(const std::filesystem::path& folder)
{
    const auto path = folder / "small.rfr";
    rfr::RecordingWriter writer;
    constexpr std::uint64_t kStart = 1'780'000'000'000'000;
    writer.setCreated(kStart);
    writer.addCallsite({.id = 1, .level = 30, .kind = 2, .constFields = {}, .fieldNames = {}});
    rfr::TaskObject task;
    task.iid = 7;
    task.callsite = 1;
    task.taskId = 20;
    task.name = "upload";
    writer.addTask(task);
    writer.record(2, kStart + 10, rfr::RecordKind::taskNew, 7);
    for (std::uint64_t i = 0; i < 4; ++i) {
        writer.record(2, kStart + 600'000 * i + 20, rfr::RecordKind::taskPollStart, 7);
        writer.record(2, kStart + 600'000 * i + 30, rfr::RecordKind::taskPollEnd, 7);
    }
    return writer.write(path) ? path : std::filesystem::path();
}

inline std::filesystem::path smallRtc(const std::filesystem::path& folder, const rtc::WriterOptions& options)
{
    const auto path = folder / "small.rtc";
    return writeFile(path, rtc::noteCapture(options, 40)) ? path : std::filesystem::path();
}

inline std::filesystem::path smallCjfr(const std::filesystem::path& folder, std::optional<Codec> codec)
{
    const auto path = folder / "small.cjfr";
    std::vector<std::byte> bytes;
    const auto sink = [&](std::span<const std::byte> more) -> Result<void> {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return {};
    };
    cjfr::WriterOptions options;
    options.codec = codec;
    cjfr::Writer writer(sink, options);
    cjfr::Encoder& out = writer.stream();
    const std::uint64_t span = out.define(
        cjfr::structType("Span", {{"ts", cjfr::builtin::kVarint}, {"who", cjfr::builtin::kText}}));
    for (int i = 0; i < 50; ++i) {
        out.begin(span);
        out.number(i);
        out.text("ann " + std::to_string(i % 7));
    }
    return writer.finish() && writeFile(path, bytes) ? path : std::filesystem::path();
}

inline std::vector<SmallCapture> smallCaptures()
{
    using Folder = std::filesystem::path;
    std::vector<SmallCapture> all;
    all.push_back({"rdf", smallRdf});
    all.push_back({"rfr", smallRfr});
    rtc::WriterOptions units;
    units.unitSize = 8192;
    units.minorSize = 2048;
    all.push_back({"rtc", [](const Folder& folder) { return smallRtc(folder, {}); }});
    all.push_back({"rtc small units", [units](const Folder& folder) { return smallRtc(folder, units); }});
    const auto cjfr = [&](const char* name, std::optional<Codec> codec) {
        all.push_back({name, [codec](const Folder& folder) { return smallCjfr(folder, codec); }});
    };
    cjfr("cjfr", {});
    cjfr("cjfr gzip", Codec::gzip);
    cjfr("cjfr lz4", Codec::lz4);
    cjfr("cjfr zstd", Codec::zstd);
    cjfr("cjfr xz", Codec::xz);
    cjfr("cjfr bzip2", Codec::bzip2);
    return all;
}

inline std::vector<std::string> recordLines(const Document& document)
{
    std::vector<std::string> lines;
    RecordQuery query;
    query.json = true;
    Job job;
    const auto count = document.records()->read(
        query,
        [&](const Record& record) {
            lines.push_back(record.json);
            return true;
        },
        job);
    if (!count)
        lines.push_back("failed: " + message(count.error()));
    return lines;
}

// Empty when all old records are there as they were, in their order, and nothing else but notes came in
// between; else what is missing or strange.
inline std::string recordsLost(const std::vector<std::string>& before, const std::vector<std::string>& after)
{
    std::size_t next = 0;
    for (const std::string& line : after) {
        if (next < before.size() && line == before[next])
            ++next;
        else if (line.find("raceglass") == std::string::npos && line.find("annotate") == std::string::npos)
            return "neither an old record nor a note: " + line;
    }
    return next == before.size() ? std::string() : "missing: " + before[next];
}

// The files of a capture as they are.
inline std::map<std::filesystem::path, std::vector<std::byte>> filesOf(const std::filesystem::path& capture)
{
    std::map<std::filesystem::path, std::vector<std::byte>> files;
    const auto add = [&](const std::filesystem::path& path) {
        auto bytes = readHead(path, std::filesystem::file_size(path));
        files[path] = bytes ? std::move(*bytes) : std::vector<std::byte>();
    };
    if (std::filesystem::is_directory(capture)) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(capture)) {
            if (entry.is_regular_file())
                add(entry.path());
        }
    } else {
        add(capture);
    }
    return files;
}

}
