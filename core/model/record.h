// One decoded record: a line of the records table and of `tglass records`.
#pragma once

#include "core/model/node.h"

#include <functional>
#include <string>
#include <vector>

namespace traceglass {

// What is in one field, as text and as a number to sort by.
struct RecordValue
{
    std::string text;
    bool isNumber = false;
    std::int64_t order = 0;
    std::string json {}; // a number, truth or nothing, as `tglass records` prints it; empty: a text
};

struct Record
{
    RecordRef ref;
    NodeId node;
    ByteRange range;
    Tint tint = Tint::none;
    std::optional<std::int64_t> timeNs {}; // on its axis
    std::uint16_t axis = 0;                // in Timeline::axes
    std::int64_t durationNs = 0;           // where the format tells it in words as the subject
    std::string kind;                      // "TaskPollStart"
    std::string subject;                   // "upload #20": what it is about
    std::string by;                        // "resize #23": who caused it
    std::string fields;                    // "warn slow wake, waited_us 27187": for people
    std::string json {};                   // one JSON object, only when the query asks for it
    std::vector<RecordValue> values {};    // by RecordTable::fields, only when the query asks for a table
};

// Records of one type: rows that share their columns.
struct RecordTable
{
    std::uint64_t key = 0; // names it in a query
    std::string name;      // "Job"
    std::uint64_t records = 0;
    std::vector<std::string> fields; // at most limits::kRecordColumns
};

// How many bytes of a text tell at a glance, and with how many one is as good as whole; what is longer is cut, with "…".
constexpr std::size_t kShownText = 200, kWholeText = 1 << 20;

struct RecordQuery
{
    std::optional<TimeRange> window {};      // only records that overlap it
    std::uint64_t limit = ~std::uint64_t(0); // stop after so many
    std::string trackPattern {};             // glob on "group/track", ignoring case; empty: all
    std::string clock {};                    // which clock `window` is on; empty: the format's first choice
    // Begins with this record (Record::node), and delivers what is asked for from there on; not with `json` or
    // `expanded`. Where no record is that node: file.unknown-node.
    std::optional<NodeId> from {};
    std::size_t textBytes = kShownText;      // of values and fields
    bool placesOnly = false;                 // of Record only what is no text
    bool json = false;                       // fill ref, range and json of Record instead of the texts
    bool hashes = false;                     // with json: SHA-256 of payloads where the format has them
    bool expanded = false;                   // records that stand for several as those (CondensedData)
    std::optional<std::uint64_t> table {};   // only records of it with their values; not with `expanded`
};

// Returns false to stop.
using RecordSink = std::function<bool(const Record&)>;

// Does `text` match the glob `pattern` (* and ?), ignoring ASCII case?
bool matchesGlob(std::string_view pattern, std::string_view text);

}
