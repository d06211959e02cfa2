// RTC: runs of our writer, of a builder for sizes that no writer of ours chooses, and a few files frame by
// frame.
#include "core/formats/rtc/demo/rtc_demo_display.h"
#include "tests/corpus/rtc_run.h"
#include "tests/support/rtc_run.h"

namespace traceglass::corpus {

namespace {

// --- what streams say

Bytes hello()
{
    Run run;
    run.put(run.add({.name = "greeting", .format = "utf-8"}), "Hello, ruler!\n");
    return run.finish();
}

// A clock with an Epoch, one without, streams on either, on none, and on one that is not there.
Bytes clocks()
{
    Run run;
    const auto clock = run.add({.name = "clk", .format = "timespec", .isClock = true});
    const auto cycles = run.add({.name = "cycles", .format = "uint32le", .isClock = true, .gain = "1e-6"});
    const auto log = run.add({.name = "log", .format = "utf-8", .clock = "clk"});
    const auto load = run.add({.name = "load", .format = "uint8", .clock = "cycles"});
    const auto loose = run.add({.name = "loose", .format = "utf-8"});
    const auto orphan = run.add({.name = "orphan", .format = "utf-8", .clock = "nobody"});
    run.put(log, "before the clock");
    run.at(clock, 0);
    run.put(log, "at the start");
    run.put(load, integer(10, 1));
    run.put(cycles, integer(1'000, 4)); // 1 ms
    run.put(load, integer(20, 1));
    run.at(clock, 250'000'000);
    run.put(log, "a quarter of a second later");
    run.put(log, "at the same moment");
    run.put(cycles, integer(4'000'000'000, 4));
    run.put(load, integer(30, 1));
    run.put(loose, "no clock at all");
    run.put(orphan, "a clock nobody has");
    run.part(log, "begun now, ", true); // its time is that of its first part
    run.at(clock, 2'000'000'001);
    run.part(log, "ended later", false);
    run.put(log, "later");
    return run.finish();
}

// A delta counts from its base when it arrives, and stays where it is when the base moves on. Deltas chain.
Bytes deltaClocks()
{
    Run run;
    const auto clock = run.add({.name = "clk", .format = "timespec", .isClock = true});
    const auto ms =
        run.add({.name = "ms", .format = "uleb128", .delta = "clk", .isClock = true, .gain = "1e-3"});
    const auto ns =
        run.add({.name = "ns", .format = "uint16le", .delta = "ms", .isClock = true, .gain = "1e-9"});
    const auto slow = run.add({.name = "slow", .format = "utf-8", .clock = "ms"});
    const auto fast = run.add({.name = "fast", .format = "utf-8", .clock = "ns"});
    run.put(ms, leb(5)); // no base yet
    run.put(slow, "no time");
    run.at(clock, 0);
    run.put(slow, "still no time");
    run.put(ms, leb(5));
    run.put(slow, "5 ms");
    run.put(ns, integer(700, 2));
    run.put(fast, "5 ms and 700 ns");
    run.at(clock, 1'000'000'000);
    run.put(slow, "5 ms, as before");
    run.put(ms, leb(300));
    run.put(slow, "1.3 s");
    run.put(fast, "5 ms and 700 ns, as before");
    run.put(ns, integer(65'535, 2));
    run.put(fast, "1.3 s and 65,535 ns");
    return run.finish();
}

// Times that a double does not hold: halves are rounded to even, and 53 bits are not enough.
Bytes clockArithmetic()
{
    Run run;
    const auto tick = run.add({.name = "tick", .format = "uint64le", .isClock = true, .gain = "2.5e-10"});
    const auto shifted =
        run.add({.name = "shifted", .format = "int32le", .isClock = true, .gain = "0.1", .offset = "100"});
    const auto a = run.add({.name = "a", .clock = "tick"});
    const auto b = run.add({.name = "b", .clock = "shifted"});
    for (const std::uint64_t ticks :
         {2ull, 6ull, 7ull, 9'007'199'254'740'993ull, 18'446'744'073'709'551'615ull}) {
        run.put(tick, integer(ticks, 8));
        run.put(a, "a");
    }
    for (const std::int32_t tenths : {-1'001, -1, 0, 7}) {
        run.put(shifted, integer(static_cast<std::uint32_t>(tenths), 4));
        run.put(b, "b");
    }
    return run.finish();
}

// Every format there is; the platform says the order of those without one.
Bytes formats(bool bigEndian)
{
    Run run({.unitSize = 8192, .minorSize = 4096, .bigEndian = bigEndian});
    const auto clock = run.add({.name = "clk", .format = "timespec", .isClock = true});
    std::vector<std::pair<std::uint32_t, unsigned>> integers;
    std::vector<std::pair<std::uint32_t, Bytes>> floats;
    for (const unsigned size : {1u, 2u, 4u, 8u}) {
        for (const char* const sign : {"int", "uint"}) {
            for (const char* const order : {"", "le", "be"}) {
                const std::string name = sign + std::to_string(8 * size) + order;
                integers.emplace_back(run.add({.name = name, .format = name, .clock = "clk", .length = size}),
                                      size);
            }
        }
    }
    for (const unsigned size : {4u, 8u}) {
        for (const char* const order : {"", "le", "be"}) {
            const std::string name = "float" + std::to_string(8 * size) + order;
            const bool big = *order ? *order == 'b' : bigEndian;
            floats.emplace_back(run.add({.name = name, .format = name}),
                                size == 4 ? integer(0x3fc00000, 4, big)           // 1.5
                                          : integer(0xbff8000000000000, 8, big)); // -1.5
        }
    }
    const auto scaled = run.add({.name = "scaled", .format = "int16le", .gain = "0.01", .offset = "-40"});
    const auto unsignedLeb = run.add({.name = "uleb", .format = "uleb128"});
    const auto signedLeb = run.add({.name = "leb", .format = "leb128"});
    const auto json = run.add({.name = "json", .format = "json"});
    const auto unknown = run.add({.name = "unknown", .format = "acme/frame"});
    const auto raw = run.add({.name = "raw"});
    run.at(clock, 0);
    for (const std::uint64_t value : {1ull, 0x8182838485868788ull}) {
        for (const auto& [stream, size] : integers)
            run.put(stream, integer(value, size));
    }
    for (const auto& [stream, bytes] : floats)
        run.put(stream, bytes);
    run.put(scaled, integer(6'543, 2));
    run.put(unsignedLeb, leb(300));
    run.put(signedLeb, Bytes {std::byte(0x7f)}); // -1
    run.put(json, R"({"a": [1, 2]})");
    run.put(unknown, "????");
    run.put(raw, noise(20, 2));
    run.put(integers.back().first, integer(0, 8));
    run.put(floats.front().first, "five!"); // of the wrong size
    return run.finish();
}

// Notes of other tools: on the whole capture, on a stream with an Epoch, on one that has none.
Bytes annotations()
{
    Run run;
    const auto clock = run.add({.name = "clk", .format = "timespec", .isClock = true});
    const auto cycles = run.add({.name = "cycles", .format = "uint32le", .isClock = true, .gain = "1e-6"});
    const auto log = run.add({.name = "log", .format = "utf-8", .clock = "clk"});
    const auto load = run.add({.name = "load", .format = "uint8", .clock = "cycles"});
    const auto whole = run.add({.name = "marks", .format = "annotate/utf-8"});
    const auto onLog = run.add({.name = "about log", .format = "annotate/json", .about = "log"});
    const auto onLoad = run.add({.name = "about load", .format = "annotate/uint16le", .about = "load"});
    const auto note = [&](std::uint32_t stream, std::int64_t ns, std::span<const std::byte> rest) {
        Bytes payload = timespec(ns);
        append(payload, rest);
        run.put(stream, payload);
    };
    run.at(clock, 0);
    run.put(log, "one");
    run.put(cycles, integer(500, 4));
    run.put(load, integer(1, 1));
    note(whole, kRtcStart + 1'000'000'000, asBytes("written before what it is about"));
    run.at(clock, 1'000'000'000);
    run.put(log, "two");
    note(onLog, kRtcStart, asBytes(R"({"seen": true})"));
    note(onLoad, 500'000, integer(7, 2)); // on the clock of load
    note(whole, kRtcStart - 5'000'000'000, asBytes("before the capture"));
    return run.finish();
}

Bytes pictures()
{
    Run run({.unitSize = 4096, .minorSize = 2048});
    const auto clock = run.add({.name = "clk", .format = "timespec", .isClock = true});
    const auto camera = run.add({.name = "display", .format = "png", .clock = "clk"});
    rtc::DemoDevice device(3);
    for (int second = 0; second < 3; ++second) {
        run.at(clock, second * 1'000'000'000ll);
        run.put(camera, rtc::demoDisplay(device, {}));
        for (int i = 0; i < 1'000; ++i)
            device.step();
    }
    return run.finish();
}

// --- the ruler

// Lines on a clock, as many Units as they need; payloads cut at boundaries, and payloads that are open while
// others go on.
Bytes lines(const rtc::WriterOptions& options, int count, bool finished = true)
{
    Run run(options);
    const auto clock = run.add({.name = "clk", .format = "timespec", .isClock = true});
    const auto log = run.add({.name = "log", .format = "utf-8", .clock = "clk", .cont = true});
    const auto data = run.add({.name = "data", .clock = "clk"});
    for (int i = 0; i < count; ++i) {
        run.at(clock, i * 1'000'000ll);
        run.put(log,
                "line " + std::to_string(i) + ' ' + std::string(static_cast<std::size_t>(i) % 7 * 20, '.')
                    + '\n');
        if (i % 8 == 5)
            run.part(data, "open since line " + std::to_string(i) + ", ", true);
        if (i % 8 == 7)
            run.part(data, "closed after line " + std::to_string(i), false);
    }
    return finished ? run.finish() : run.stop();
}

Bytes longPayloads()
{
    Run run({.unitSize = 8192, .minorSize = 2048});
    const auto a = run.add({.name = "a"});
    const auto b = run.add({.name = "b"});
    std::uint64_t seed = 10;
    for (const std::size_t size : {1u, 127u, 128u, 1'023u, 1'024u, 1'025u, 2'048u, 9'000u})
        run.put(a, noise(size, seed++));
    run.part(a, "a begins, ", true);
    run.put(b, noise(1'500, seed));
    run.part(a, "goes on, ", true);
    run.put(b, "b");
    run.part(a, "ends", false);
    run.put(a, Bytes()); // an empty payload is one, too
    return run.finish();
}

// Frames of a fixed length say none. Longer ones than a frame can be are cut at boundaries.
Bytes fixedLengths()
{
    Run run;
    const auto none = run.add({.name = "none", .length = 0});
    const auto four = run.add({.name = "four", .format = "uint32le", .length = 4});
    const auto hundred = run.add({.name = "hundred", .length = 100});
    const auto large = run.add({.name = "large", .length = 3'000});
    std::uint64_t seed = 30;
    for (std::uint32_t i = 0; i < 12; ++i) {
        run.put(four, integer(i, 4));
        run.put(hundred, noise(100, seed++));
        if (i % 4 == 1)
            run.put(large, noise(3'000, seed++));
        if (i % 5 == 0)
            run.put(none, Bytes());
    }
    return run.finish();
}

// A stream that speaks in the first and in the last Unit only: the index points far back.
Bytes seldomStream()
{
    Run run({.unitSize = 4096, .minorSize = 2048});
    const auto slow = run.add({.name = "slow clock", .format = "timespec", .isClock = true});
    const auto bulk = run.add({.name = "bulk", .clock = "slow clock"});
    run.at(slow, 0);
    for (std::uint64_t i = 0; i < 14; ++i)
        run.put(bulk, noise(900, 100 + i));
    run.at(slow, 60'000'000'000);
    run.put(bulk, "after a minute");
    return run.finish();
}

// Streams are added while the run goes on: through a meta frame, or with the Meta of the next Unit.
Bytes lateStreams()
{
    Run run({.unitSize = 4096, .minorSize = 2048});
    const auto first = run.add({.name = "first", .format = "utf-8"});
    for (int i = 0; i < 12; ++i) {
        run.put(first, std::string(300, static_cast<char>('a' + i)));
        rtc::Stream stream;
        stream.name = "late " + std::to_string(i);
        stream.format = "utf-8";
        stream.unit = "bar";
        stream.attributes = {{"nested", R"({"list":[1,{"deep":null}],"text":"äöü"})"}};
        run.put(run.addStream(stream), "hello from " + stream.name);
    }
    return run.finish();
}

// Descriptions and index longer than a frame, ids of two bytes.
Bytes manyStreams()
{
    Run run({.unitSize = 32768, .minorSize = 16384});
    std::vector<std::uint32_t> ids;
    for (int i = 0; i < 260; ++i)
        ids.push_back(run.add({.name = "s" + std::to_string(i), .format = "uint8"}));
    for (std::size_t i = 0; i < ids.size(); i += 2)
        run.put(ids[i], integer(i, 1));
    const auto bulk = run.add({.name = "bulk"});
    for (std::uint64_t i = 0; i < 20; ++i)
        run.put(bulk, noise(1'000, 200 + i));
    for (std::size_t i = 1; i < ids.size(); i += 4)
        run.put(ids[i], integer(i, 1));
    return run.finish();
}

// A run starts over three times, as by a program that opens its file for appending.
Bytes restarts()
{
    Bytes all = lines({.unitSize = 4096, .minorSize = 2048}, 40);
    append(all, formats(false));
    append(all, lines({.unitSize = 8192, .minorSize = 2048, .crc = rtc::CrcKind::ieee}, 20));
    return all;
}

// A Crc, more frames, another Crc: as after notes were appended.
Bytes innerCrc()
{
    Run run;
    const auto log = run.add({.name = "log", .format = "utf-8"});
    run.put(log, "before the first checksum");
    run.endWithCrc();
    run.put(log, "between the checksums");
    run.endWithCrc();
    run.put(log, "before the last one");
    return run.finish();
}

Bytes built(const rtc::RunOptions& options, int count)
{
    rtc::RunBuilder run(options);
    for (int i = 0; i < count; ++i)
        run.line(1'780'000'000 + i, "line " + std::to_string(i) + std::string(60, '-'));
    run.finish();
    return run.bytes;
}

// --- frame by frame

// One Unit without checksum, up to its first frame.
Bytes unitOf(std::string_view meta)
{
    Bytes out(rtc::kMarkerBytes, std::byte(rtc::kMagic));
    out[0] = std::byte(rtc::kMarkerHead);
    Bytes index = leb(0); // count, then U = 8192 and u = 4096
    for (const auto& [stream, distance] : {std::pair(3u, 8'192u), std::pair(4u, 4'096u)}) {
        append(index, leb(2 * stream + 1));
        append(index, leb(2 * distance));
    }
    const auto frame = [&](std::uint64_t id, std::span<const std::byte> payload) {
        append(out, leb(2 * id));
        append(out, leb(payload.size()));
        append(out, payload);
    };
    frame(rtc::kIndex, index);
    frame(rtc::kMeta, asBytes(meta));
    for (const unsigned byte : {0x0eu, 4u, 3u, 2u, 1u})
        out.push_back(std::byte(byte));
    return out;
}

// 04 and 1024 times B9, but it is a frame of a stream with id 258.
Bytes markerLookAlike()
{
    Bytes out =
        unitOf(R"([{"id":258,"name":"magic","length":1024},{"id":259,"name":"log","format":"utf-8"},260])");
    append(out, leb(2 * 258));
    append(out, Bytes(1024, std::byte(rtc::kMagic)));
    append(out, leb(2 * 259));
    append(out, leb(6));
    append(out, asBytes("behind"));
    return out;
}

Bytes relaxedMeta()
{
    Bytes out =
        unitOf("[{id:9, name:'log', type:'utf-8', length:null, cont:true, /* old */ colour:\"red\",},\n"
               " // not for readers\n {id:10, 'name':\"n\", type:\"uint16le\", length:2, gain:0.5},\n"
               "11,] and text behind");
    append(out, leb(2 * 9));
    append(out, leb(5));
    append(out, asBytes("hello"));
    append(out, Bytes {std::byte(0x94), std::byte(0x00)}); // id 10, a byte longer than it need be
    append(out, integer(513, 2));
    return out;
}

}

void makeRtc(const Folder& folder)
{
    const auto put = [&](std::string_view name, const Bytes& bytes) { folder.write(name, bytes); };
    using rtc::CrcKind;
    put("empty.rtc", {});
    put("hello.rtc", hello());

    put("clocks.rtc", clocks());
    put("delta-clocks.rtc", deltaClocks());
    put("clock-arithmetic.rtc", clockArithmetic());
    put("formats.rtc", formats(false));
    put("big-endian.rtc", formats(true));
    put("annotations.rtc", annotations());
    put("pictures.rtc", pictures());

    put("units.rtc", lines({.unitSize = 4096, .minorSize = 2048}, 100));
    put("no-minor-units.rtc", lines({.unitSize = 4096, .minorSize = 4096}, 100));
    put("ieee-and-length-bytes.rtc",
        lines({.unitSize = 4096, .minorSize = 2048, .crc = CrcKind::ieee, .fixedSpecial = false}, 60));
    put("no-crc.rtc", lines({.unitSize = 4096, .minorSize = 2048, .crc = CrcKind::none}, 60));
    put("not-stopped.rtc", lines({.unitSize = 4096, .minorSize = 2048}, 60, false));
    put("odd-sizes.rtc", built({.unitSize = 5'000, .minorSize = 1'300}, 80));
    put("unstated-sizes.rtc", built({.unitSize = 8'192, .minorSize = 2'048, .stated = false}, 100));
    put("start-cut-at-unit.rtc", built({.unitSize = 4'096, .minorSize = 2'048, .firstCount = 3}, 60));

    put("long-payloads.rtc", longPayloads());
    put("fixed-lengths.rtc", fixedLengths());
    put("seldom-stream.rtc", seldomStream());
    put("late-streams.rtc", lateStreams());
    put("many-streams.rtc", manyStreams());
    put("restarts.rtc", restarts());
    put("inner-crc.rtc", innerCrc());
    put("marker-look-alike.rtc", markerLookAlike());
    put("relaxed-meta.rtc", relaxedMeta());
}

}
