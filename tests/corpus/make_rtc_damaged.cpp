// RTC: one capture of four Units, spoilt in one place each time, and files whose writer left them spoilt.
#include "tests/corpus/rtc_run.h"

#include <algorithm>

namespace traceglass::corpus {

namespace {

constexpr std::size_t kUnit = 4096, kMinor = 2048;

Bytes sound()
{
    Run run({.unitSize = kUnit, .minorSize = kMinor});
    const auto clock = run.add({.name = "clk", .format = "timespec", .isClock = true});
    const auto log = run.add({.name = "log", .format = "utf-8", .clock = "clk"});
    for (int i = 0; i < 80; ++i) {
        if (i % 5 == 0)
            run.at(clock, i * 1'000'000ll);
        run.put(log,
                "line " + std::to_string(i) + ' ' + std::string(100 + static_cast<std::size_t>(i) % 9, '.'));
    }
    return run.finish();
}

// Where the Index of a Unit begins.
constexpr std::size_t indexOf(std::size_t unit)
{
    return unit * kUnit + rtc::kMarkerBytes;
}

Bytes overwritten(Bytes bytes, std::size_t at, const Bytes& with)
{
    std::ranges::copy(with, bytes.begin() + static_cast<std::ptrdiff_t>(at));
    return bytes;
}

Bytes without(Bytes bytes, std::size_t at, std::size_t size)
{
    const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    bytes.erase(from, from + static_cast<std::ptrdiff_t>(size));
    return bytes;
}

Bytes cut(Bytes bytes, std::size_t at)
{
    bytes.resize(at);
    return bytes;
}

// A payload says that more follows, and nothing does.
Bytes openPayload()
{
    Run run({.unitSize = kUnit, .minorSize = kMinor});
    const auto log = run.add({.name = "log", .format = "utf-8"});
    run.put(log, "whole");
    run.part(log, "never ended", true);
    return run.finish();
}

// One of three descriptions is garbled, as by a writer that loses bytes where frames meet.
Bytes garbledMeta()
{
    Run run({.unitSize = kUnit, .minorSize = kMinor, .crc = rtc::CrcKind::none});
    for (const char* const name : {"first", "second", "third"})
        run.put(run.add({.name = name, .format = "utf-8"}), std::string("from ") + name);
    Bytes bytes = run.finish();
    const auto wanted = asBytes(R"("name":"second")");
    const auto at = std::search(bytes.begin(), bytes.end(), wanted.begin(), wanted.end());
    std::ranges::copy(asBytes("\"name\"::second,"), at);
    return bytes;
}

}

void makeRtcDamaged(const Folder& folder)
{
    const auto put = [&](std::string_view name, const Bytes& bytes) {
        folder.write("damaged/" + std::string(name), bytes);
    };
    const Bytes whole = sound();
    const std::size_t crc = 2 * kUnit - 5;
    Bytes flipped = whole;
    flipped[indexOf(1) + 700] ^= std::byte(1);
    Bytes inserted = whole;
    const Bytes foreign = noise(50, 41);
    inserted.insert(inserted.begin() + static_cast<std::ptrdiff_t>(indexOf(1) + 700), foreign.begin(),
                    foreign.end());

    folder.write("valid/sound.rtc", whole);
    put("crc-wrong.rtc", overwritten(whole, crc + 1, Bytes(1, whole[crc + 1] ^ std::byte(0xff))));
    put("bit-flipped.rtc", flipped);
    put("overwritten.rtc", overwritten(whole, indexOf(1) + 700, noise(150, 42)));
    put("hole.rtc", overwritten(whole, indexOf(1) + 700, Bytes(300)));
    put("erased.rtc", overwritten(whole, indexOf(1) + 700, Bytes(300, std::byte(0xff))));
    put("marker-damaged.rtc", overwritten(whole, 2 * kUnit + 400, noise(40, 43)));
    put("index-damaged.rtc", overwritten(whole, indexOf(2), noise(12, 44)));
    put("minor-index-damaged.rtc", overwritten(whole, indexOf(1) + kMinor, noise(8, 45)));
    put("meta-damaged.rtc", overwritten(whole, indexOf(0) + 25, noise(30, 46)));
    put("bytes-removed.rtc", without(whole, indexOf(1) + 700, 37));
    put("bytes-inserted.rtc", inserted);
    put("start-cut.rtc", {whole.begin() + 1'500, whole.end()});
    put("end-cut.rtc", cut(whole, indexOf(2) + 1'000));
    put("marker-cut.rtc", cut(whole, 2 * kUnit + 600));
    put("no-marker.rtc", noise(2'000, 47));
    put("only-part-of-a-marker.rtc", Bytes(700, std::byte(rtc::kMagic)));
    put("payload-open.rtc", openPayload());
    put("meta-garbled.rtc", garbledMeta());
}

}
