// An opened capture, whatever its format: bytes, structure tree, timeline, records and what is wrong with it,
// each built when asked for.
//
//     auto document = openCapture(path);                       // core/formats/formats.h
//     for (const Node& node : *(*document)->children((*document)->root().id, 0, 100)) ...
//
// Every const function may be called from any thread. What a document has answered stays true while it is
// open; more may become known while it is indexed (diagnostics, the timeline). Reloading means opening a new
// document.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/io/byte_source.h"
#include "core/model/annotation.h"
#include "core/model/node.h"
#include "core/model/record.h"
#include "core/model/stacks.h"
#include "core/model/timeline.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <variant>

namespace traceglass {

struct Format;
class SaveIo;

// What opening alone tells; unknown numbers are absent.
struct Summary
{
    std::string version; // "3", "rfr-c/0.0.2"
    std::filesystem::path
        path; // of the capture: the directory of a recording, even when one of its files was opened
    std::uint64_t size = 0;           // bytes of all its files
    std::optional<TimeRange> time {}; // of the first clock
    bool absolute = true;             // that time is Unix time; else its origin is unknown
    std::optional<std::uint64_t> tracks {};
    std::optional<std::uint64_t> records {};
    std::vector<std::string> clocks {};
    std::map<std::string, TimeRange>
        clockTimes {};                           // of clocks that differ from the first one, as far as known
    std::optional<std::uint64_t> annotations {}; // notes kept in the capture
    std::vector<std::pair<std::string, std::string>> more {}; // further lines for people: "chunks", "5"
};

// A value in Details: the window formats moments and durations by its unit setting.
struct Moment
{
    std::int64_t ns = 0;
};
struct Duration
{
    std::int64_t ns = 0;
};
using DetailValue = std::variant<std::string, Moment, Duration>;

// What a click on a value leads to.
struct DetailLink
{
    std::optional<SliceId> slice {};
    std::optional<NodeId> node {};
};

struct DetailRow
{
    std::string label;
    DetailValue value;
    std::string extra {}; // quieter, at the right
    std::optional<DetailLink> link {};
    bool strong = false;
};

// What ran on a worker during a window: drawn as a small bar of slices.
struct DetailBar
{
    std::string label;
    TimeRange window;
    std::vector<std::pair<std::string, TimeRange>> parts; // name and when
    std::string extra;                                    // "99.9 %"
};

struct DetailSection
{
    std::string title; // empty: the first section, under the heading
    std::string extra {};
    std::string sentence {};
    std::vector<DetailRow> rows {};
    std::vector<DetailBar> bars {};
    std::string text {};       // running text in a fixed font, such as the log around a line
    std::size_t markBegin = 0; // bytes of `text` to point out
    std::size_t markEnd = 0;
};

struct Details
{
    std::string title;    // "upload"; its colour is that of the name
    std::string number;   // "#20"
    std::string subtitle; // "poll 8 of 30 on worker 1"
    std::vector<DetailSection> sections;
};

// A connection between two tracks, drawn for the selection only.
struct Flow
{
    enum class Kind : std::uint8_t { wake, spawn, lock }; // lock: from who held it to who waited
    Kind kind = Kind::wake;
    TrackKind fromKind = TrackKind::states;
    std::uint64_t fromKey = 0; // Track::key
    std::int64_t fromNs = 0;
    TrackKind toKind = TrackKind::states;
    std::uint64_t toKey = 0;
    std::int64_t toNs = 0;
    bool approximate = false; // when is an estimate
};

struct IndexRequest
{
    // What the user looks at: decoded first. Nothing: the whole capture.
    std::optional<TimeRange> visible {};
    unsigned threads = 0; // 0: all cores
    // Receives snapshots, about ten a second and the complete one last, in the thread that called index().
    std::function<void(TimelinePtr)> publish {};
};

class Document
{
public:
    virtual ~Document() = default;

    virtual const Format& format() const = 0;
    virtual Summary summary() const = 0;
    // Where the view begins when the path named a part of the capture (a chunk file).
    virtual std::optional<TimeRange> initialView() const { return {}; }
    // Do the files on disk still have the size and time of opening?
    virtual bool changedOnDisk() const = 0;

    // --- bytes
    virtual std::uint32_t sourceCount() const = 0; // may grow: decoded data become sources when asked for
    virtual std::string sourceName(SourceId id) const = 0;
    virtual Result<SourcePtr> source(SourceId id) const = 0;
    // The source that holds the decoded bytes of a node whose range lies in compressed data; else the range's
    // own source.
    virtual Result<ByteRange> decoded(const NodeId& id) const = 0;
    // The records (or parts of the structure) that own bytes of the range, in order of offset, at most
    // `limit`.
    virtual Result<std::vector<Record>> recordsIn(const ByteRange& range, std::size_t limit) const = 0;

    // --- structure tree
    virtual Node root() const = 0;
    virtual Result<Node> node(const NodeId& id) const = 0;
    virtual Result<std::uint64_t> childCount(const NodeId& id) const = 0;
    virtual Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first,
                                               std::uint64_t count) const = 0;
    // The way down to a node: for each step from the root, the child and its position in its parent's list.
    struct Step
    {
        NodeId id;
        std::uint64_t position = 0;
    };
    virtual std::vector<Step> wayTo(const NodeId& id) const = 0;
    // The innermost node that owns a byte.
    virtual std::optional<NodeId> nodeAt(SourceId source, std::uint64_t offset) const = 0;
    // Paths are fixed words and indexes: "/chunks/3/data", "/" is the capture.
    virtual std::string pathOf(const NodeId& id) const = 0;
    virtual std::optional<NodeId> find(std::string_view path) const = 0;

    // --- time
    virtual bool hasTimeline() const { return false; }
    // Says that index() is about to be called in another thread. Until it has succeeded, what takes a reading
    // of the whole capture is left out of other answers instead of waited for.
    virtual void indexFollows() const { }
    // Builds the timeline and collects diagnostics on the way. Publishes at least one complete snapshot
    // unless it fails.
    virtual Result<void> index(const IndexRequest& request, Job& job) const;
    virtual Details describe(const Timeline& timeline, const SliceId& slice) const;
    virtual std::vector<Flow> flows(const Timeline& timeline, const SliceId& slice) const; // at most 64
    // The slice a record belongs to; the record a slice begins with is Slice::ref.
    virtual std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref) const;
    virtual std::optional<NodeId> nodeOf(RecordRef ref) const; // default: nodeAt
    // The encoded picture (PNG, JPEG) of a slice of a pictures track. Error: file.unknown-node.
    virtual Result<std::vector<std::byte>> picture(RecordRef ref) const;

    // --- stack traces: none unless a format has them
    // Walks the capture the first time; nothing when the job was stopped.
    virtual std::vector<StackKind> stackKinds(const Timeline& timeline, Job& job) const;
    virtual bool hasStacks() const { return false; } // such a capture may still hold none
    // Delivers the samples that match, in the order of the stream. Stopped by the sink or the job.
    virtual Result<void> stacks(const Timeline& timeline, const StackQuery& query, const StackSink& sink,
                                Job& job) const;

    // --- records and structure as data
    // What can be asked for as a table: nothing before records were read once, and where they share no
    // fields.
    virtual std::vector<RecordTable> recordTables() const { return {}; }
    // In the format's own order, as `tglass records` prints them. Returns how many were delivered.
    virtual Result<std::uint64_t> records(const RecordQuery& query, const RecordSink& sink,
                                          Job& job) const = 0;
    // The container's structure as one JSON object, that of `tglass dump`, in pieces to `out`.
    virtual Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out,
                              Job& job) const = 0;

    // --- notes; most callers want core/notes/save.h
    // Those kept in the capture, own and foreign ones, as they were when it was opened.
    virtual Result<AnnotationSet> annotations(Job& job) const;
    // Can notes be saved into the capture? Errors say why not: notes.not-kept with a reason.
    virtual Result<void> canKeepNotes() const;
    // What that will change, for people: "appends to the file; every byte that is there stays as it is".
    virtual std::string whatSavingChanges() const { return {}; }
    // Makes these the capture's own notes; foreign ones are left alone. Reads the file as it is on disk now.
    // Any failure leaves the old or the new notes and all records. Errors: file.*, notes.*, the format's.
    virtual Result<void> keepNotes(const AnnotationSet& notes, SaveIo& io, Job& job) const;
    // Bytes that saving never changes and that tell one capture from another.
    virtual ByteRange stableBytes() const;
    // Bytes that mean nothing any more, such as older notes, where the format can be written without them;
    // and a copy without them, with the notes that are in the capture. Replaces what is at the path, which
    // may be that of the capture: this document goes on reading the old one. Errors: file.*, the format's.
    virtual std::uint64_t deadBytes() const { return 0; }
    virtual Result<void> compact(const std::filesystem::path& path, SaveIo& io, Job& job) const;

    // --- health
    // Known so far, in order of discovery.
    std::vector<Diagnostic> diagnostics() const;
    std::size_t diagnosticCount() const;
    // Every check the format allows; adds to diagnostics().
    virtual Result<void> validate(Job& job) const = 0;

protected:
    // Each diagnostic is kept once, whoever finds it again.
    void report(Diagnostic diagnostic) const;

private:
    mutable std::mutex m_diagnosticsMutex;
    mutable std::vector<Diagnostic> m_diagnostics;
    mutable std::unordered_multimap<std::uint64_t, std::size_t> m_known;
};

// The children of a node that may be a long list, as ranges: how many children one range holds, 1 when no
// ranges are needed. A list of 25,000 is shown as 0–9,999, 10,000–19,999, 20,000–24,999; longer lists nest.
std::uint64_t rangeSize(std::uint64_t childCount);

}
