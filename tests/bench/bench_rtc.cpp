#include "core/base/text.h"
#include "core/formats/rtc/wire/rtc_walk.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/file.h"
#include "tests/bench/bench.h"

#include <array>
#include <filesystem>
#include <string>

namespace traceglass::bench {

namespace {

using namespace traceglass::rtc;

constexpr std::uint64_t kUnits = 1024;
constexpr std::uint64_t kUnitSize = 10 << 20;
constexpr std::uint64_t kMinorSize = 128 << 10;
constexpr int kRepeats = 21;

void appendEntries(std::vector<std::byte>& out, std::initializer_list<IndexEntry> entries)
{
    for (const IndexEntry& entry : entries) {
        appendInt(out, std::uint64_t(entry.id) << 1 | 1);
        appendInt(out, entry.distance << 1);
    }
}

void appendFrame(std::vector<std::byte>& out, std::uint32_t id, std::span<const std::byte> payload)
{
    out.push_back(std::byte(id << 1));
    appendInt(out, payload.size());
    out.insert(out.end(), payload.begin(), payload.end());
}

// The start of a Unit as the writer leaves it: Marker, Index, Meta, Platform. `metaAt` is counted from the
// first Index, and set by the first Unit.
std::vector<std::byte> unitStart(std::uint64_t count, std::uint64_t& metaAt)
{
    constexpr std::string_view kMetaText =
        R"([{"id":9,"name":"clk","format":"timespec","clock":true},{"id":10,"name":"log","format":"utf-8"},11])";
    std::vector<std::byte> index;
    appendInt(index, count);
    const bool first = count == 0;
    appendEntries(index,
                  {{kIndex, kUnitSize},
                   {kMinorIndex, kMinorSize},
                   {kMeta, first ? 0 : count * kUnitSize - metaAt},
                   {kPlatform, first ? 0 : kUnitSize - metaAt - 90},
                   {kCrc, first ? 0 : kMarkerBytes + 5},
                   {10, first ? 0 : kUnitSize - metaAt - 95}});
    std::vector<std::byte> out(kMarkerBytes, std::byte(kMagic));
    out[0] = std::byte(kMarkerHead);
    appendFrame(out, kIndex, index);
    if (first)
        metaAt = out.size() - kMarkerBytes;
    appendFrame(out, kMeta, asBytes(kMetaText));
    for (const unsigned byte : {0x0eu, 4u, 3u, 2u, 1u})
        out.push_back(std::byte(byte));
    return out;
}

}

bool writeSparseRtc(const std::filesystem::path& path, std::uint64_t units)
{
    auto file = File::open(path, File::Mode::create);
    std::uint64_t metaAt = 0;
    for (std::uint64_t i = 0; file && i < units; ++i) {
        if (!file->writeAt(i * kUnitSize, unitStart(i, metaAt)))
            return false;
    }
    std::vector<std::byte> entries, index;
    appendEntries(entries, {{kIndex, kMinorSize}});
    appendFrame(index, kMinorIndex, entries);
    return file && file->writeAt(kMarkerBytes + kMinorSize, index);
}

namespace {

void unitTable()
{
    const TemporaryPath temporary;
    if (!writeSparseRtc(temporary.path, kUnits))
        return;
    const auto mapped = MappedFile::open(temporary.path);
    const auto file = File::open(temporary.path, File::Mode::read);
    if (!mapped || !file)
        return;
    // In turn, so that both meet the same machine.
    std::array<std::byte, 2048> buffer;
    std::vector<double> hops, tables;
    for (int i = 0; i <= kRepeats; ++i) {
        const double begin = threadSeconds();
        for (std::uint64_t unit = 0; unit < kUnits; ++unit)
            (void)file->readAt(unit * kUnitSize, buffer);
        const double between = threadSeconds();
        Job job;
        const auto ruler = readRuler(**mapped, job);
        const double end = threadSeconds();
        if (!ruler || ruler->units.size() != kUnits)
            return;
        if (i > 0) { // the first warms up
            hops.push_back(between - begin);
            tables.push_back(end - between);
        }
    }
    row("rtc.units", percentile(tables, 0.5) * 1e6, "us for 1,024 Units of 10 GB",
        percentile(hops, 0.5) * 1e6);
}

std::vector<std::byte> payloads(std::size_t size, std::size_t fileSize)
{
    std::vector<std::byte> bytes;
    bytes.reserve(fileSize + (fileSize >> 3));
    Writer writer(
        [&](std::span<const std::byte> more) -> Result<void> {
            bytes.insert(bytes.end(), more.begin(), more.end());
            return {};
        },
        {});
    Stream stream;
    stream.name = "sample";
    const auto id = writer.addStream(stream);
    std::vector<std::byte> payload(size);
    for (std::uint32_t i = 0; id && bytes.size() < fileSize; ++i) {
        payload[i % size] = std::byte(i);
        if (!writer.write(*id, payload))
            break;
    }
    (void)writer.finish();
    return bytes;
}

void walk(std::size_t size, std::string_view name)
{
    const auto bytes = payloads(size, 192 << 20);
    const TemporaryPath temporary;
    if (!writeFile(temporary.path, bytes))
        return;
    const auto mapped = MappedFile::open(temporary.path);
    Job job;
    const auto ruler = mapped ? readRuler(**mapped, job) : fail(Code::FileUnreadable);
    if (!ruler)
        return;
    const auto file = std::span<const std::byte>(bytes);
    UnitFrames frames;
    std::size_t count = 0;
    const double limit = streamingRead();
    const double seconds = median(
        [&] {
            count = 0;
            for (std::uint32_t unit = 0; unit < ruler->units.size(); ++unit) {
                walkUnit(file, *ruler, unit, {}, frames);
                count += frames.size();
            }
        },
        threadSeconds, 5);
    const std::string prefix = "rtc.walk." + std::string(name);
    row(prefix, static_cast<double>(bytes.size()) / seconds / 1e9, "GB/s", limit);
    row(prefix + ".frame", seconds * 1e9 / static_cast<double>(count), "ns");
}

void crc(CrcKind kind, std::string_view name)
{
    std::vector<std::byte> bytes(256 << 20);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte(i * 37 >> 3);
    const double limit = streamingRead();
    volatile std::uint32_t value = 0;
    const double seconds = median(
        [&] {
            Crc crc(kind);
            crc.add(bytes);
            value = crc.value();
        },
        threadSeconds, 5);
    row(name, static_cast<double>(bytes.size()) / seconds / 1e9, "GB/s", limit);
}

}

void rtc()
{
    unitTable();
    walk(12, "12-bytes");
    walk(32, "32-bytes");
    walk(1024, "1-kilobyte");
    crc(CrcKind::reference, "rtc.crc.reference");
    crc(CrcKind::ieee, "rtc.crc.ieee");
}

}
