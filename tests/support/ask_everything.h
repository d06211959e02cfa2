// Every question a document answers, asked about things that were learned earlier, perhaps of another
// document: what was true then may be gone. The answers do not matter, only that they come.
//
//     const Learned learned = learn(*reference);
//     ... the file is replaced in place ...
//     askEverything(*document, learned, folder);
#pragma once

#include "core/formats/formats.h"
#include "tests/support/fault_io.h"

#include <filesystem>
#include <string>
#include <vector>

namespace traceglass {

struct Learned
{
    std::vector<NodeId> nodes;
    std::vector<std::string> paths;
    TimelinePtr timeline;
    std::vector<SliceId> slices;
    std::vector<RecordRef> refs;
};

inline TimelinePtr indexed(const Document& document)
{
    TimelinePtr timeline;
    Job job;
    IndexRequest request;
    request.publish = [&](TimelinePtr next) { timeline = std::move(next); };
    (void)document.index(request, job);
    return timeline;
}

// Some nodes of every level and some slices of every track.
inline Learned learn(const Document& document)
{
    constexpr std::size_t kNodes = 120, kNodesAParent = 6, kTracks = 12, kSlicesARow = 3;
    Learned out;
    out.nodes.push_back(document.root().id);
    for (std::size_t next = 0; next < out.nodes.size() && out.nodes.size() < kNodes; ++next) {
        const std::uint64_t count = document.childCount(out.nodes[next]).value_or(0);
        const std::uint64_t step = std::max<std::uint64_t>(count / kNodesAParent, 1);
        for (std::uint64_t i = 0; i < count; i += step) {
            if (const auto child = document.children(out.nodes[next], i, 1); child && !child->empty())
                out.nodes.push_back(child->front().id);
        }
    }
    for (const NodeId& id : out.nodes)
        out.paths.push_back(document.pathOf(id));
    out.timeline = indexed(document);
    const std::size_t tracks = out.timeline ? out.timeline->trackCount() : 0;
    for (std::size_t i = 0; i < tracks; i += std::max<std::size_t>(tracks / kTracks, 1)) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        std::uint16_t depth = 0;
        for (const RowId row : out.timeline->rows(id)) {
            for (const Slice& slice : out.timeline->slices(row, {INT64_MIN, INT64_MAX}, kSlicesARow)) {
                const Track& track = out.timeline->track(id);
                out.slices.push_back({track.kind, track.key, depth, slice.startNs});
                out.refs.push_back(slice.ref);
            }
            ++depth;
        }
    }
    return out;
}

inline void askAboutNodes(const Document& document, const Learned& learned)
{
    for (const NodeId& id : learned.nodes) {
        (void)document.node(id);
        const std::uint64_t count = document.childCount(id).value_or(0);
        (void)document.children(id, 0, 20);
        (void)document.children(id, count / 2, 3);
        (void)document.children(id, count, 3);
        (void)document.wayTo(id);
        (void)document.pathOf(id);
        const auto range = document.decoded(id);
        const auto source = range ? document.source(range->source) : tl::unexpected(range.error());
        if (!source)
            continue;
        std::vector<std::byte> piece(64);
        (void)(*source)->read(range->offset, piece);
        (void)document.recordsIn(*range, 50);
        (void)document.nodeAt(range->source, range->offset);
        (void)document.nodeAt(range->source, range->offset + range->length / 2);
    }
    for (const std::string& path : learned.paths)
        (void)document.find(path);
}

inline void askAboutTime(const Document& document, const Learned& learned)
{
    for (const TimelinePtr& timeline : {learned.timeline, indexed(document)}) {
        if (!timeline)
            continue;
        for (const SliceId& slice : learned.slices) {
            (void)document.describe(*timeline, slice);
            (void)document.flows(*timeline, slice);
        }
        for (const RecordRef ref : learned.refs) {
            (void)document.sliceOf(*timeline, ref);
            (void)document.nodeOf(ref);
            (void)document.picture(ref);
        }
        Job job;
        for (const StackKind& kind : document.stackKinds(*timeline, job)) {
            StackQuery query;
            query.kinds = {kind.name};
            (void)document.stacks(
                *timeline, query, [](const StackFrames&, const StackSample&) { return true; }, job);
        }
    }
}

inline void askEverything(const Document& document, const Learned& learned,
                          const std::filesystem::path& folder)
{
    askAboutNodes(document, learned);
    askAboutTime(document, learned);
    Job job;
    for (const bool json : {false, true}) {
        RecordQuery query;
        query.limit = 500;
        query.json = query.hashes = query.expanded = json;
        query.trackPattern = json && document.hasTimeline() ? "*" : "";
        (void)document.records(
            query, [](const Record&) { return true; }, job);
    }
    (void)document.dump(
        true, [](std::string_view) {}, job);
    (void)document.validate(job);
    (void)document.summary();
    (void)document.annotations(job);
    (void)document.canKeepNotes();
    (void)document.whatSavingChanges();
    (void)document.stableBytes();
    (void)document.changedOnDisk();
    QuickIo io;
    if (document.deadBytes() > 0)
        (void)document.compact(folder / "compact", io, job);
    askAboutNodes(document, learned); // once more: what was kept by now may be gone as well
    (void)document.diagnostics();
}

}
