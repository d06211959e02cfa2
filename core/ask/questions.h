// What views ask about a capture, as values, and what they get for an answer. Views know nothing else of a capture: who
// answers reads it, in threads of its own (asker.h).
#pragma once

#include "core/ask/byte_search.h"
#include "core/ask/resolve.h"
#include "core/base/diagnostic.h"
#include "core/model/document_handle.h"
#include "core/model/findings.h"
#include "core/model/record.h"
#include "core/model/record_field.h"
#include "core/model/record_order.h"
#include "core/model/statistics.h"
#include "core/model/structure.h"
#include "core/model/summary.h"
#include "core/query/hit_order.h"
#include "core/query/node_hits.h"
#include "core/query/offers.h"
#include "core/stats/made_table.h"
#include "core/timeline/flame_graph.h"
#include "core/timeline/stacks.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace traceglass::ask {

// Everything about one thing.
struct About
{
    using Answer = Resolved;
    Subject subject;
};

// Children of a node: how many there are, and some of them.
struct Page
{
    struct Answer
    {
        std::uint64_t count = 0;           // of all children
        std::vector<Node> nodes;           // from `first` on
        std::vector<std::string> paths {}; // of these, when asked for
        std::optional<Error> error {};
    };
    NodeId parent;
    std::uint64_t first = 0;
    std::uint64_t atMost = 0; // 0: only how many there are
    bool withPaths = false;
};

// The capture's own node.
struct Root
{
    using Answer = Node;
};

// What a menu about a node says and does.
struct NodeFacts
{
    struct Answer
    {
        std::optional<Node> node {};
        std::string path {};
        Result<ByteRange> decoded {};
        std::optional<Node> linked {}; // what it refers to
    };
    NodeId node;
};

// The nodes a query holds for: fills the list, of which others show what there is so far.
struct SearchStructure
{
    using Answer = std::optional<Error>;
    std::shared_ptr<query::NodeHits> hits;
};
// Some of these.
struct NodeHit
{
    Node node;
    std::string above; // labels of its ancestors: "chunk-28-44 › seq 3 › records"
};
struct NodeRows
{
    using Answer = std::vector<NodeHit>;
    std::shared_ptr<const query::NodeHits> hits;
    std::uint64_t first = 0;
    std::size_t atMost = 0;
};

// The node a path names.
struct Find
{
    using Answer = std::optional<NodeId>;
    std::string path;
};

// Bytes of a source, at most 16 MiB, and the records they belong to.
struct Bytes
{
    struct Answer
    {
        std::vector<std::byte> bytes; // fewer than asked for: the source ends there, or is damaged
        std::vector<Record> records;  // by offset, without JSON
        std::uint64_t sourceSize = 0; // by now
        std::optional<Error> error {};
    };
    SourceId source {};
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    bool withRecords = false;
};

// Where bytes or a text are in a source.
struct SearchBytes
{
    using Answer = SearchHits;
    SourceId source {};
    std::vector<Needle> needles;
};

// Copies bytes into a file, in pieces. Nothing: it is done.
struct CopyBytes
{
    using Answer = std::optional<Error>;
    ByteRange range;
    std::filesystem::path to;
};

// The names of the sources there are by now, by number; decoded data join when they are looked at.
struct Sources
{
    using Answer = std::vector<std::string>;
};

// The encoded picture of a slice of a pictures track.
struct Picture
{
    using Answer = Result<std::vector<std::byte>>;
    RecordRef ref;
};

// Have the files on disk changed since they were seen as that document?
enum class DiskState : std::uint8_t { same, changed, grown, gone };
struct DiskNow
{
    DiskState state = DiskState::same;
    std::uint64_t grownBy = 0; // bytes, of a folder of all files in it

    bool operator==(const DiskNow&) const = default;
};
struct OnDisk
{
    using Answer = DiskNow;
    DocumentHandle seen;
};

struct SummaryNow
{
    using Answer = Summary;
};

// Where problems lie, in the structure and in time.
struct ProblemPlaces
{
    struct Place
    {
        std::optional<NodeId> node {};
        std::optional<TimeRange> own {}; // when it happened, in the time of its axis
        std::uint16_t ownAxis = 0;
        // Of the innermost part around it that has one, below the capture; as above.
        std::optional<TimeRange> time {};
        std::uint16_t axis = 0;
        bool timeApproximate = false;
        // Of the parts around it those in another source, the innermost first: where decoded bytes come from.
        std::vector<ByteRange> around {};
    };
    using Answer = std::vector<Place>; // one for each
    std::vector<Diagnostic> problems;
};

// The map of damage: all stored bytes as the blocks the format is made of, in at most `atMost` cells. Where there
// are more blocks, neighbours share a cell, and the worst of them counts. Agrees with the list of problems.
struct Damage
{
    struct Cell
    {
        ByteRange range {};            // in the source it begins in
        std::uint64_t bytes = 0;       // of all its blocks
        std::optional<NodeId> node {}; // what a click on it selects; nothing: bytes that no block owns
        std::string label {};          // "chunk-28-43", "Unit 20 … Unit 23"
        Block::State state = Block::State::good;
        std::optional<Severity> worst {}; // of what is wrong there; info: a hint, which changes no state
        bool isMain = false;              // holds one of the blocks that are counted
    };
    struct Answer
    {
        std::vector<Cell> cells;       // by source and offset
        std::vector<SourceId> sources; // that are on the map, ascending
        std::string one = "part";      // what the format is made of: "Unit", "Units"
        std::string many = "parts";
        std::uint64_t count = 0; // of these; headers, indexes and bytes between are none
        bool isJoined = false;   // cells stand for several blocks

        // The cell of a byte, behind the end of a source its last one; nothing: the source is not on the map.
        std::optional<std::size_t> find(SourceId source, std::uint64_t offset) const;
    };
    std::size_t atMost = 2'048;
};

// The records of a query: fills the list, of which others show what there is so far.
struct ListRecords
{
    using Answer = std::optional<Error>;
    std::shared_ptr<RecordList> list;
};
// What is asked of each record of a list: a query, and whether a slice that fits begins with it (query/record_test.h).
struct RecordsThat
{
    struct Answer
    {
        RecordTestPtr test {}; // null: every record is meant, or see the error
        std::optional<Error> error {};
    };
    query::Expr expr;
    query::HitsPtr fitting {}; // null: all
    TimelinePtr timeline {};
};
// The same as ListRecords of an order of a list, which must be complete.
struct OrderRecords
{
    using Answer = std::optional<Error>;
    std::shared_ptr<RecordOrder> order;
};
// Some rows of what is listed.
struct RecordRows
{
    using Answer = Result<std::vector<RecordRow>>;
    RecordListing listing;
    std::uint64_t first = 0;
    std::size_t atMost = 0;
};
// The row of the record that is a node, whose bytes these are, else of the one in which they lie.
struct RecordRowOf
{
    using Answer = std::optional<std::uint64_t>;
    RecordListing listing;
    std::optional<NodeId> node;
    ByteRange bytes;
};
// Writes what is listed into a CSV file (RFC 4180), in place of one that is there; there is none on an error. Times are
// nanoseconds of the records' own clocks. Nothing: it is done.
struct ExportRecords
{
    using Answer = std::optional<Error>;
    RecordListing listing;
    std::vector<RecordColumn> columns;
    std::vector<std::string> fields; // names of those of a table
    std::filesystem::path to;
};
// The n-th record as they are listed, counted from 1.
struct RecordNumber
{
    struct Answer
    {
        std::optional<NodeId> node {};
        std::uint64_t records = 0; // that were counted: all of them when there is no n-th
        std::optional<Error> error {};
    };
    std::uint64_t number = 0;
};
struct RecordTables
{
    using Answer = std::vector<RecordTable>;
};

// Stacks of all events that match, summed up. What there is to choose from is told as well: the kind that was wished for
// is taken if there is one, else the first; of weights one that the kind has.
struct Flame
{
    struct Answer
    {
        std::vector<StackKind> kinds; // with how many events of each there are within what is asked for
        std::string kind;             // the one taken; empty: all
        bool lines = false;           // its frames have line numbers
        bool samples = false;         // StackKind::samples of all that were taken
        std::shared_ptr<const FlameGraph> graph;
        std::optional<Error> error {};
    };
    StackQuery query;                           // its tracks: of groups all below them
    std::shared_ptr<const query::Hits> only {}; // null: all; else of these tracks those with hits
    std::optional<std::string> kind {};
    std::optional<FlameWeight> weight {};
    bool inverted = false;

    static std::array<bool, 3> weightsOf(const std::vector<StackKind>& kinds, const std::string& kind);
    static FlameWeight weightFor(const std::vector<StackKind>& kinds, const std::string& kind,
                                 std::optional<FlameWeight> wanted);
};

// Statistics that only the format can make: what there is, and one of them in a range of view time.
struct Statistics
{
    using Answer = Result<StatTable>;
    std::string id; // StatKind::id
    std::optional<TimeRange> range {};
    std::optional<std::vector<TrackId>> tracks {}; // only these; of groups all below them
    std::shared_ptr<const query::Hits> only {}; // null: all slices; else the timeline that was asked is meant
};
struct StatisticKinds
{
    using Answer = std::vector<StatKind>;
};

// Any table whole, with its percentiles: what another one is compared with. Of the slices that a condition holds for, if
// there is one; it may have been read with the fields of another capture.
struct Table
{
    using Answer = Result<std::shared_ptr<const stats::MadeTable>>;
    stats::TableQuestion question;
    std::optional<query::Expr> where {};
};

// What looks wrong, by all rules there are for the capture, of the timeline that was set, which must be complete. None of
// it is muted.
struct LooksWrong
{
    struct Answer
    {
        Findings findings {};
        std::vector<Rule> rules {}; // that were asked, with their texts
        TimelinePtr timeline {};    // whose tracks are meant; null: see the error
        std::int64_t tookNs = 0;
        std::optional<Error> error {};
    };
    TimelinePtr timeline;
    RuleSettings settings {};
};

// What tells slices of one key apart in a table: one of the keys, or a field, whose values are read.
struct SecondKey
{
    using Answer = Result<std::shared_ptr<const stats::SecondKey>>;
    TimelinePtr timeline;
    stats::SliceQuestion question;
    std::string word;
};
// Names of fields that records of these slices have, the most frequent first; found in a part of the records.
struct SliceFields
{
    using Answer = std::vector<std::string>;
    TimelinePtr timeline;
    stats::SliceQuestion question;
};

// The fields of records that a query may name. Null: not known before the capture is indexed.
struct Fields
{
    using Answer = FieldCataloguePtr;
};

// The most frequent values of a field of records, as far as a query has read them before.
struct FieldValues
{
    using Answer = std::vector<query::FrequentValue>;
    TimelinePtr timeline;
    std::string field;
    std::size_t atMost = query::kMostOffers;
};

// The slices of a timeline that a query holds for, in order.
struct Hits
{
    struct Answer
    {
        std::shared_ptr<const query::HitOrder> found {}; // null: see the error
        std::optional<Error> error {};
    };
    TimelinePtr timeline;
    query::Expr expr;
    query::Scope scope;
};

// About how long reading fields of records takes Hits, in nanoseconds of one core; 0: it reads none, or the answer is
// not worth knowing, as the question was stopped.
struct FieldCost
{
    using Answer = std::uint64_t;
    TimelinePtr timeline;
    query::Expr expr;
    query::Scope scope;
};

// Every check the format allows; problems go to the list of problems.
struct Validate
{
    using Answer = std::optional<Error>;
};

}
