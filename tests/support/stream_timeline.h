// A small device as a timeline of streams: counters, texts, pictures, a ruler of the container, and a second
// clock nobody related to the first.
//
//     FakeDocument document(streamTimeline());
#pragma once

#include "core/timeline/timeline_builder.h"
#include "tests/support/fake_document.h"

#include <string>

namespace traceglass {

constexpr std::int64_t kStreamMs = 1'000'000;
constexpr std::int64_t kStreamStart = 1'780'000'000'000 * kStreamMs; // Unix time
constexpr std::int64_t kCyclesStart = 5000 * kStreamMs;              // of the second clock, in its own time

// What is where, by the key of its track; times in ms since the start of its clock:
//   0..1000 ms  "clk", Unix time; "cycles", unknown origin, 400 ms long and shown from 0 ms on
//   counter 1 "current" (curve, A): 0 at 0, 10 at 500, 0 at 1000
//   counter 2 "torque" (steps, Nm): 2 at 100, 8 at 400, 2 at 700 (damaged) until the end
//   counter 3 "duration" on "cycles" (steps): 5 at 50, 7 at 250
//   marks 4: "armed" at 200, "fault" at 600; log 5: ten lines from 100 on, 2 ms apart
//   pictures 6: at 300 and 800; density 7: 50 instants at 450..499 and one at 900
//   health 8: steady 0..400, gap 400..500, step back at 500, steady 500..1000
//   ruler 9: Unit 0 0..500, Unit 1 500..1000 damaged; second row: minor units of 100, "lost" 600..700
struct StreamTimeline
{
    explicit StreamTimeline(ClockAxis::Kind first = ClockAxis::Kind::unixTime)
    {
        const std::int64_t start = first == ClockAxis::Kind::unixTime ? kStreamStart : 0;
        builder.setAxes({{.name = "clk", .kind = first, .range = {start, start + 1000 * kStreamMs}},
                         {.name = "cycles",
                          .kind = ClockAxis::Kind::unknown,
                          .range = {kCyclesStart, kCyclesStart + 400 * kStreamMs},
                          .shiftNs = start - kCyclesStart}});
        m_start = start;
        const TrackId motor = group("motor", 1, 0);
        const RowId current = stream(motor, TrackKind::counter, 1, "current",
                                     {.detail = "float32le", .unit = "A", .steps = false});
        builder.addValue(current, at(0), 0, FakeDocument::record(1));
        builder.addValue(current, at(500), 10, FakeDocument::record(2));
        builder.addValue(current, at(1000), 0, FakeDocument::record(3));
        const RowId torque = stream(motor, TrackKind::counter, 2, "torque",
                                    {.detail = "uint16le", .unit = "Nm", .steps = true});
        builder.addValue(torque, at(100), 2, FakeDocument::record(4));
        builder.addValue(torque, at(400), 8, FakeDocument::record(5));
        builder.addValue(torque, at(700), 2, FakeDocument::record(6), slice::kDamaged);

        const TrackId isr = group("isr", 2, 1);
        const RowId duration =
            stream(isr, TrackKind::counter, 3, "duration", {.axis = 1, .detail = "uleb128", .steps = true});
        builder.addValue(duration, kCyclesStart + 50 * kStreamMs, 5, FakeDocument::record(7));
        builder.addValue(duration, kCyclesStart + 250 * kStreamMs, 7, FakeDocument::record(8));

        const TrackId texts = group("texts", 3, 0);
        const RowId marks = stream(texts, TrackKind::marks, 4, "events", {.detail = "utf-8"});
        instant(marks, 200, "armed", 9);
        instant(marks, 600, "fault", 10);
        const RowId log = stream(texts, TrackKind::log, 5, "stdout", {.detail = "utf-8, cont"});
        for (int i = 0; i < 10; ++i)
            instant(log, 100 + 2 * i, "line " + std::to_string(i), 11 + static_cast<std::uint64_t>(i));
        const RowId pictures = stream(texts, TrackKind::pictures, 6, "camera", {.detail = "png"});
        instant(pictures, 300, "", 21);
        instant(pictures, 800, "", 22);
        const RowId density = stream(texts, TrackKind::density, 7, "can0", {.detail = "raw"});
        for (int i = 0; i < 50; ++i)
            instant(density, 450 + i, "", 23);
        instant(density, 900, "", 24);

        const TrackId container = group("container", 4, 0);
        const RowId health = stream(container, TrackKind::health, 8, "clk", {});
        span(health, 0, 400, "steady", 25);
        span(health, 400, 500, "gap", 26, slice::kGap);
        span(health, 500, 500, "step back", 27, slice::kDamaged);
        span(health, 500, 1000, "steady", 28);
        const RowId units = stream(container, TrackKind::ruler, 9, "Units", {.detail = "CRC"});
        span(units, 0, 500, "Unit 0", 29);
        span(units, 500, 1000, "Unit 1 · CRC does not match", 30, slice::kDamaged);
        const RowId minors = builder.addRow(m_track);
        for (int i = 0; i < 10; ++i) {
            if (i == 6)
                span(minors, 600, 700, "lost 512 bytes", 31, slice::kGap | slice::kDamaged);
            else
                span(minors, 100 * i, 100 * i + 100, "minor " + std::to_string(i), 32);
        }
    }

    TimelinePtr snapshot() { return builder.snapshot({m_start, at(1000)}, 40, true); }
    std::int64_t at(int ms) const { return m_start + ms * kStreamMs; }

    TimelineBuilder builder;

private:
    TrackId group(const char* name, std::uint64_t key, std::uint16_t axis)
    {
        return builder.addTrack({.name = builder.intern(name), .key = key, .kind = TrackKind::group},
                                {.axis = axis, .detail = "clock group"});
    }
    RowId stream(TrackId parent, TrackKind kind, std::uint64_t key, const char* name, TrackAbout about)
    {
        m_track = builder.addTrack({.parent = parent, .name = builder.intern(name), .key = key, .kind = kind},
                                   std::move(about));
        return builder.addRow(m_track);
    }
    void instant(RowId row, int ms, const std::string& name, std::uint64_t record)
    {
        builder.add(row, {at(ms), at(ms), builder.intern(name), 0, FakeDocument::record(record)});
    }
    void span(RowId row, int from, int to, const std::string& name, std::uint64_t record,
              std::uint8_t flags = 0)
    {
        builder.add(row, {at(from), at(to), builder.intern(name), flags, FakeDocument::record(record)});
    }

    std::int64_t m_start = 0;
    TrackId m_track {};
};

inline TimelinePtr streamTimeline(ClockAxis::Kind first = ClockAxis::Kind::unixTime)
{
    return StreamTimeline(first).snapshot();
}

}
