// The demo captures of all formats and a small fake one, indexed, with some things learned of each to ask
// about.
//
//     const auto captures = learnCaptures(folder);      // one is missing: it could not be written or opened
//     for (const auto& [name, capture] : captures)
//         ... capture.tree(), capture.known.nodes ...
#pragma once

#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "tests/support/ask_everything.h"
#include "tests/support/demo_captures.h"
#include "tests/support/fake_document.h"
#include "tests/support/open_capture.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>

namespace traceglass {

// Slices of two tasks, record i that of slice i; records behind them have none.
class AskedDocument : public FakeDocument
{
public:
    static constexpr std::uint64_t kSlices = 8;

    AskedDocument()
        : FakeDocument(madeTimeline())
    {
        knownFlows = {{Flow::Kind::wake, TrackKind::states, 100, 0, TrackKind::states, 101, 45}};
    }
    static SliceId slice(std::uint64_t i)
    {
        return {TrackKind::states, 100 + i / 4, 0, std::int64_t(i) * 10};
    }
    std::optional<SliceId> sliceOf(const Timeline&, RecordRef ref, const Job&) const override
    {
        const std::uint64_t i = ref.offset() / kRecordSize;
        return i < kSlices ? std::optional(slice(i)) : std::nullopt;
    }
    Details describe(const Timeline&, const SliceId& id, const Job&) const override
    {
        return {"slice at " + std::to_string(id.startNs), {}, {}, {}};
    }

private:
    static TimelinePtr madeTimeline()
    {
        TimelineBuilder builder;
        for (std::uint64_t task = 0; task < 2; ++task) {
            const RowId row = builder.addRow(builder.addTrack(
                {.name = builder.intern("task"), .key = 100 + task, .kind = TrackKind::states}));
            for (std::uint64_t i = task * 4; i < task * 4 + 4; ++i)
                builder.add(
                    row,
                    {slice(i).startNs, slice(i).startNs + 5, stateName(TaskState::polling), 0, record(i)});
        }
        return builder.snapshot({0, 100}, kSlices, true);
    }
};

struct LearnedCapture
{
    std::shared_ptr<const Document> document;
    Learned known; // with its complete timeline

    const Structure& tree() const { return *document->structure(); }
    const Timeline& timeline() const { return *known.timeline; }
    const TimelineFacet* time() const { return document->timeline(); }
};

inline std::map<std::string, LearnedCapture> learnCaptures(const std::filesystem::path& folder)
{
    std::map<std::string, LearnedCapture> out;
    const auto add = [&](std::string_view name, std::shared_ptr<const Document> document) {
        Learned known = learn(*document);
        if (known.timeline)
            out.emplace(name, LearnedCapture {std::move(document), std::move(known)});
    };
    add("fake", std::make_shared<AskedDocument>());
    // The demo of a JVM is large: a shorter recording of the same kind will do.
    const auto written = [&](const Demo& demo) -> Result<std::filesystem::path> {
        if (demo.format != "cjfr")
            return writeDemoCapture(demo, folder);
        constexpr std::uint64_t kEvents = std::min(20'000, repeat(60'000));
        const std::filesystem::path path = folder / "short.cjfr";
        return cjfr::writeRecording(path, kEvents, Codec::lz4).map([&] { return path; });
    };
    for (const Demo* demo : demos()) {
        const auto path = written(*demo);
        auto document = path ? openCapture(*path) : tl::unexpected(path.error());
        if (document)
            add(demo->format, std::move(*document));
    }
    return out;
}

}
