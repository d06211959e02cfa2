// Captures that take a tenth of a second and more to open, for stops in the middle of it.
#pragma once

#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"
#include "core/model/format.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/rtc_notes.h"

#include <filesystem>

namespace traceglass {

// Of any format; one that is not listed is the example. `times` as large: holes of files are zeros and take no room. Empty:
// it failed.
inline std::filesystem::path slowToOpen(const Format& format, const std::filesystem::path& folder,
                                        double times)
{
    const std::filesystem::path path = folder / ("slow." + std::string(format.id));
    const auto as = [times](double count) { return static_cast<std::uint64_t>(count * times); };
    std::vector<std::byte> begin;
    std::uint64_t size = 0;
    if (format.id == "rdf") { // entries each of which has something to be said of
        ByteWriter out;
        out.raw("AMD_RDF ");
        out.numbers(std::uint32_t(3), std::uint32_t(0), std::uint64_t(32), 64 * as(500'000));
        begin = out.take();
        size = 32 + 64 * as(500'000);
    } else if (format.id == "rtc") { // a run is looked for in all that is behind the last one
        begin = rtc::noteCapture({.unitSize = 8192, .minorSize = 2048}, 100);
        size = as(300e6);
    } else if (format.id == "cjfr") { // the first event has arrays whose elements are looked at one by one
        const std::uint64_t elements = std::min(as(16e6), limits::kCjfrElements);
        CjfrBytes out("NONE");
        out.arrayType(17, 2, 1);
        out.structType(18, "Large", {{"one", 17}, {"other", 17}});
        out.message(18).uv(elements).zeros(elements);
        out.uv(elements).zeros(elements);
        begin = out.take();
        size = begin.size();
    } else if (format.id == "rfr") {
        rfr::RecordingWriter writer;
        rfr::TaskObject task;
        task.iid = 7;
        task.taskId = 20;
        task.name = "upload";
        writer.addTask(task);
        writer.record(1, 1'780'000'000'000'000, rfr::RecordKind::taskNew, 7);
        bool isWritten = writer.write(path).has_value();
        const std::vector<std::byte> chunk = writer.chunks().front().bytes;
        for (std::uint64_t i = 0; isWritten && i < as(10'000); ++i)
            isWritten = writeFile(path / ("chunk-" + std::to_string(i) + ".rfr"), chunk).has_value();
        return isWritten ? path : std::filesystem::path();
    } else { // lines are looked for
        const auto header = asBytes("#log 1\n");
        begin.assign(header.begin(), header.end());
        size = as(300e6);
    }
    if (!writeFile(path, begin))
        return {};
    std::error_code error;
    std::filesystem::resize_file(path, size, error);
    return error ? std::filesystem::path() : path;
}

}
