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
    (void)index(document, request, job);
    return timeline;
}

// Some nodes of every level and some slices of every track.
inline Learned learn(const Document& document)
{
    constexpr std::size_t kNodes = 120, kNodesAParent = 6, kTracks = 12, kSlicesARow = 3;
    const Structure& tree = *document.structure();
    Learned out;
    out.nodes.push_back(tree.root().id);
    for (std::size_t next = 0; next < out.nodes.size() && out.nodes.size() < kNodes; ++next) {
        const std::uint64_t count = tree.childCount(out.nodes[next]).value_or(0);
        const std::uint64_t step = std::max<std::uint64_t>(count / kNodesAParent, 1);
        for (std::uint64_t i = 0; i < count; i += step) {
            if (const auto child = tree.children(out.nodes[next], i, 1); child && !child->empty())
                out.nodes.push_back(child->front().id);
        }
    }
    for (const NodeId& id : out.nodes)
        out.paths.push_back(tree.pathOf(id));
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
    const Structure& tree = *document.structure();
    for (const NodeId& id : learned.nodes) {
        (void)tree.node(id);
        const std::uint64_t count = tree.childCount(id).value_or(0);
        (void)tree.children(id, 0, 20);
        (void)tree.children(id, count / 2, 3);
        (void)tree.children(id, count, 3);
        (void)tree.wayTo(id);
        (void)tree.pathOf(id);
        const auto range = tree.decoded(id);
        const auto source = range ? document.source(range->source) : tl::unexpected(range.error());
        if (!source)
            continue;
        std::vector<std::byte> piece(64);
        (void)(*source)->read(range->offset, piece);
        (void)document.records()->in(*range, 50);
        (void)tree.nodeAt(range->source, range->offset);
        (void)tree.nodeAt(range->source, range->offset + range->length / 2);
    }
    for (const std::string& path : learned.paths)
        (void)tree.find(path);
    for (const RecordRef ref : learned.refs)
        (void)tree.nodeOf(ref);
    for (std::uint32_t source = 0; source < document.sourceCount(); ++source)
        tree.blocks(SourceId(source), [](const Block&) { return true; });
}

inline void askAboutTime(const Document& document, const Learned& learned)
{
    for (const TimelinePtr& timeline : {learned.timeline, indexed(document)}) {
        if (!timeline || !document.timeline())
            continue;
        for (const SliceId& slice : learned.slices) {
            (void)document.timeline()->describe(*timeline, slice);
            (void)document.timeline()->flows(*timeline, slice);
        }
        for (const RecordRef ref : learned.refs) {
            (void)document.timeline()->sliceOf(*timeline, ref);
            (void)document.timeline()->picture(ref);
        }
        if (!document.stacks())
            continue;
        Job job;
        for (const StackKind& kind : document.stacks()->kinds(*timeline, job)) {
            StackQuery query;
            query.kinds = {kind.name};
            (void)document.stacks()->read(
                *timeline, query, [](const StackFrames&, const StackSample&) { return true; }, job);
        }
    }
}

// Whole, and in a part of the time on some tracks.
inline void askForStatistics(const Document& document, const Learned& learned)
{
    const StatisticsFacet* const statistics = document.statistics();
    const TimelinePtr timeline = indexed(document);
    if (!statistics || !timeline)
        return;
    Job job;
    for (const TimelinePtr& asked : {learned.timeline, timeline}) {
        if (!asked)
            continue;
        const std::int64_t middle = asked->range.startNs + asked->range.lengthNs() / 2;
        std::vector<TrackId> tracks;
        for (std::uint32_t i = 0; i < asked->trackCount(); i += 3)
            tracks.push_back(TrackId(i));
        for (const StatKind& kind : statistics->kinds()) {
            (void)statistics->table(kind.id, {*asked}, job);
            (void)statistics->table(kind.id, {*asked, TimeRange {middle, asked->range.endNs}, tracks, 2}, job);
        }
    }
}

inline void askAboutNotes(const Document& document, const std::filesystem::path& folder)
{
    const NotesFacet* const notes = document.notes();
    if (!notes)
        return;
    Job job;
    (void)notes->read(job);
    (void)notes->canKeep(job);
    (void)notes->whatSavingChanges();
    QuickIo io;
    if (notes->deadBytes() > 0)
        (void)notes->compact(folder / "compact", io, job);
}

inline void askEverything(const Document& document, const Learned& learned,
                          const std::filesystem::path& folder)
{
    askAboutNodes(document, learned);
    askAboutTime(document, learned);
    askForStatistics(document, learned);
    Job job;
    for (const bool json : {false, true}) {
        RecordQuery query;
        query.limit = 500;
        query.json = query.hashes = query.expanded = json;
        query.trackPattern = json && document.timeline() ? "*" : "";
        (void)document.records()->read(
            query, [](const Record&) { return true; }, job);
    }
    (void)document.records()->dump(
        true, [](std::string_view) {}, job);
    (void)document.validate(job);
    (void)document.summary();
    askAboutNotes(document, folder);
    (void)document.stableBytes(job);
    (void)document.changedOnDisk();
    askAboutNodes(document, learned); // once more: what was kept by now may be gone as well
    (void)document.problems().all();
}

}
