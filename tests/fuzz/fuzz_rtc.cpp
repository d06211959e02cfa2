// Opens the input as an RTC file and walks everything; what the ruler promises about Units must hold.
#include "core/base/text.h"
#include "core/formats/formats.h"
#include "core/formats/rtc/wire/rtc_walk.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "fuzz_support.h"
#include "tests/support/open_capture.h"

namespace traceglass::fuzz::rtc_target {

using namespace rtc;

namespace {

Stream describe(const char* name, const char* format)
{
    Stream stream;
    stream.name = name;
    stream.format = format;
    stream.clock = "clk";
    return stream;
}

Bytes capture(WriterOptions options, std::uint32_t values, std::span<const std::byte> before = {})
{
    Bytes out(before.begin(), before.end());
    const auto sink = [&](std::span<const std::byte> bytes) -> Result<void> {
        out.insert(out.end(), bytes.begin(), bytes.end());
        return {};
    };
    Writer writer(sink, options, {.offset = out.size(), .crc = Crc(options.crc)});
    Stream clock = describe("clk", "uleb128"), fixed = describe("current", "int16le"),
           log = describe("log", "utf-8");
    clock.isClock = true;
    clock.gain = "1e-3";
    fixed.length = 2;
    fixed.gain = "0.1";
    log.cont = true;
    const std::uint32_t ids[] = {writer.addStream(clock).value(), writer.addStream(fixed).value(),
                                 writer.addStream(log).value()};
    for (std::uint32_t i = 0; i < values; ++i) {
        Bytes time;
        appendInt(time, i * 3);
        (void)writer.write(ids[0], time);
        (void)writer.write(ids[1], asBytes("\x10\x01"));
        (void)writer.write(ids[2], asBytes("motor is warm, 61 degrees\n"));
        if (i == values / 2)
            (void)writer.addStream(describe("late", "float64le"));
    }
    (void)writer.finish();
    return out;
}

}

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = [] {
        const WriterOptions small {.unitSize = 4096, .minorSize = 2048};
        std::vector<Bytes> out = {capture(small, 12), capture(small, 40)};
        out.push_back(capture({.unitSize = 8192,
                               .minorSize = 2048,
                               .crc = CrcKind::ieee,
                               .fixedSpecial = false,
                               .bigEndian = true},
                              30));
        out.push_back(capture({.unitSize = 2048, .minorSize = 2048, .crc = CrcKind::none}, 20, out.front()));
        return out;
    }();
    return all;
}

void run(std::span<const std::byte> input)
{
    const MemoryFile memory(input);
    if (const auto file = MappedFile::open(memory.path())) {
        Job job;
        if (const auto ruler = readRuler(**file, job)) {
            std::uint64_t end = 0;
            for (std::uint32_t i = 0; i < ruler->units.size(); ++i) {
                const Unit& unit = ruler->units[i];
                require(unit.marker >= end && unit.marker < unit.end && unit.end <= input.size(),
                        "Units lie in the file one behind the other");
                end = unit.end;
                UnitFrames frames;
                require(walkUnit((*file)->view(), *ruler, i, {}, frames) == unit.end,
                        "a Unit is walked whole");
                std::uint64_t at = unit.marker;
                for (std::size_t frame = 0; frame < frames.size(); ++frame) {
                    const FramePart part = frames.part(frame);
                    require(part.offset >= at && part.end() <= unit.end, "frames lie in their Unit");
                    at = part.end();
                }
                (void)checkCrc((*file)->view(), *ruler, i);
            }
        }
    }
    if (const auto document = openCapture(memory.path()))
        walk(**document);
}

const Target kTarget("rtc", seeds, run);

}
