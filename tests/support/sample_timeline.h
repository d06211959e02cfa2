// A small service as a timeline: tasks in their states, request spans, workers, events; the last tasks end
// open.
//
//     FakeDocument document(sampleTimeline());
#pragma once

#include "core/timeline/timeline_builder.h"
#include "tests/support/fake_document.h"

#include <string>

namespace traceglass {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kSampleStart = 1'780'000'000'000 * kMs; // Unix time
constexpr std::int64_t kSampleEnd = kSampleStart + 1000 * kMs;

// Where a slice is, whatever its record.
inline std::optional<SliceId> placeOf(std::optional<SliceId> id)
{
    if (id)
        id->ref = {};
    return id;
}

// What is where, for tests:
//   task #3 "upload": scheduled 100..120 ms, polling 120..200 ms, scheduled 400..450 ms, polling 450..500 ms
//   worker 0 (seq 1) runs "upload #3" at the same times, by the same records 2 and 4
//   tasks #4.. repeat a pattern of polls; the last one is created at 600 ms and polled at 650 ms
//   span "PUT /img/1": 100..700 ms, entered 120..200 and 450..500 ms, with "read" and "decode" below
//   events: info "accepted" at 100 ms, warn "slow wake" at 450 ms, error "pool exhausted" at 800 ms
struct SampleTimeline
{
    explicit SampleTimeline(int moreTasks = 6)
    {
        tasks = group("tasks");
        const RowId upload = task("upload", 3, 0, 1000);
        add(upload, 100, 120, TaskState::scheduled, 1);
        add(upload, 120, 200, TaskState::polling, 2);
        add(upload, 400, 450, TaskState::scheduled, 3);
        add(upload, 450, 500, TaskState::polling, 4);
        const char* const names[] = {"resize", "encode_webp", "thumb_cache", "index_scan", "metrics_flush"};
        for (int i = 0; i < moreTasks; ++i) {
            const bool last = i + 1 == moreTasks;
            const RowId row = task(names[i % 5], 4 + static_cast<std::uint64_t>(i), last ? 600 : 0, 1000);
            if (last)
                add(row, 600, 650, TaskState::created, 10);
            for (int at = last ? 650 : 20 + 17 * i; at < 960; at += 70 + 11 * i) {
                add(row, at, at + 8 + i, TaskState::scheduled, 11);
                add(row, at + 8 + i, at + 40 + 5 * i, TaskState::polling, 12);
            }
        }
        addSpans();
        addWorkers();
        addEvents();
    }

    TimelinePtr snapshot() { return builder.snapshot({kSampleStart, kSampleEnd}, 64, true); }

    TimelineBuilder builder;
    TrackId tasks {};

private:
    TrackId group(const char* name)
    {
        return builder.addTrack({.name = builder.intern(name), .key = ++m_groups, .kind = TrackKind::group});
    }
    static TimeRange ms(int from, int to) { return {kSampleStart + from * kMs, kSampleStart + to * kMs}; }

    RowId task(const char* name, std::uint64_t id, int from, int to)
    {
        const TrackId track = builder.addTrack({.parent = tasks,
                                                .name = builder.intern(name),
                                                .number = id,
                                                .key = id,
                                                .life = ms(from, to),
                                                .kind = TrackKind::states});
        return builder.addRow(track);
    }
    void add(RowId row, int from, int to, TaskState state, std::uint64_t record)
    {
        builder.add(
            row,
            {ms(from, to).startNs, ms(from, to).endNs, stateName(state), 0, FakeDocument::record(record)});
    }
    void add(RowId row, int from, int to, const std::string& name, std::uint64_t record,
             std::uint8_t flags = 0)
    {
        builder.add(row,
                    {ms(from, to).startNs, ms(from, to).endNs, builder.intern(name), flags,
                     FakeDocument::record(record)});
    }
    void addSpans()
    {
        const TrackId spans = group("spans");
        const TrackId span = builder.addTrack({.parent = spans,
                                               .name = builder.intern("PUT /img/1"),
                                               .number = 3,
                                               .key = 1,
                                               .life = ms(100, 700),
                                               .kind = TrackKind::spans});
        const RowId root = builder.addRow(span);
        add(root, 100, 120, "PUT /img/1", 20, slice::kHollow);
        add(root, 120, 200, "PUT /img/1", 20);
        add(root, 200, 450, "PUT /img/1", 20, slice::kHollow);
        add(root, 450, 500, "PUT /img/1", 21);
        add(root, 500, 700, "PUT /img/1", 21, slice::kHollow);
        const RowId child = builder.addRow(span);
        add(child, 120, 300, "read", 22);
        add(child, 320, 690, "decode", 23);
        const RowId grandchild = builder.addRow(span);
        for (int i = 0; i < 12; ++i)
            add(grandchild, 125 + i * 14, 133 + i * 14, "frame", 24);
        add(grandchild, 330, 440, "lanczos 512", 25);
        add(grandchild, 450, 680, "sharpen", 26, slice::kOpenEnd);
    }
    void addWorkers()
    {
        const TrackId workers = group("workers");
        const RowId first = worker(workers, "worker 0", 1);
        add(first, 120, 200, "upload #3", 2);
        add(first, 260, 390, "resize #4", 30);
        add(first, 450, 500, "upload #3", 4);
        const RowId second = worker(workers, "worker 1", 2);
        for (int i = 0; i < 9; ++i)
            add(second, 20 + i * 100, 100 + i * 100, i % 2 ? "encode_webp #5" : "thumb_cache #6", 31);
    }
    RowId worker(TrackId workers, const char* name, std::uint64_t sequence)
    {
        return builder.addRow(builder.addTrack({.parent = workers,
                                                .name = builder.intern(name),
                                                .number = sequence,
                                                .key = sequence,
                                                .life = ms(0, 1000),
                                                .kind = TrackKind::worker}));
    }
    void addEvents()
    {
        const TrackId events = builder.addTrack({.parent = group("events"),
                                                 .name = builder.intern("events"),
                                                 .key = 1,
                                                 .life = ms(100, 800),
                                                 .kind = TrackKind::events});
        RowId levels[5];
        for (RowId& level : levels)
            level = builder.addRow(events);
        add(levels[0], 300, 300, "tick", 40);
        add(levels[1], 350, 350, "head parsed", 41);
        add(levels[2], 100, 100, "accepted", 42);
        add(levels[3], 450, 450, "slow wake", 43);
        add(levels[4], 800, 800, "pool exhausted", 44);
    }

    std::uint64_t m_groups = 0;
};

inline TimelinePtr sampleTimeline()
{
    return SampleTimeline().snapshot();
}

// "resize #4" wakes "upload #3" at 400 ms; "upload #3" wakes "encode_webp #5" at 480 ms.
inline std::vector<Flow> sampleFlows()
{
    const std::int64_t wake = kSampleStart + 400 * kMs;
    const std::int64_t wakes = kSampleStart + 480 * kMs;
    return {{Flow::Kind::wake, TrackKind::states, 4, wake, TrackKind::states, 3, wake},
            {Flow::Kind::wake, TrackKind::states, 3, wakes, TrackKind::states, 5, wakes + 20 * kMs}};
}

}
