// The fields of records as typed values, for questions about many records: which there are, and what they
// hold in the records that slices stand for. Numbers come as numbers; no text is made of them.
//
//     if (const FieldCataloguePtr catalogue = document.fields()->fields()) ...       // null: not known yet
//     document.fields()->scan({numbers, 0}, [] { return std::make_unique<MySink>(); }, job);
//
// A field is named by its number: its place in the catalogue. Spans and moments are nanoseconds, bytes are
// bytes.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/record_field.h"
#include "core/timeline/timeline.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace traceglass {

struct FieldEntry
{
    std::uint32_t field = 0; // by number
    FieldValue value;
};

// Which slice of those that begin with a record is meant, where the record stands for several events or tells several
// counters. Of those on the track of a counter it is that of the nearest value, whenever that was.
struct FieldPlace
{
    TrackKind kind = TrackKind::slices;
    std::uint64_t trackKey = 0;
    TimeRange time {}; // on the track's own clock
    std::string_view name {};
    double value = 0; // of a counter
};

// What one record holds of the fields that were asked for. Values of repeated fields come one by one; those
// that are missing do not come. Texts are valid until take() returns.
struct FieldRecord
{
    RecordRef ref;
    std::optional<FieldPlace> place {}; // nothing: every slice of the record
    std::span<const FieldEntry> values;
};

// Gets records of one part of a capture, in the thread that reads it.
class FieldSink
{
public:
    virtual ~FieldSink() = default;
    virtual void take(const FieldRecord& record) = 0;
    virtual void finish() = 0; // the part was read whole
};
// Called once a part, from the threads that read.
using FieldSinkMaker = std::function<std::unique_ptr<FieldSink>()>;

struct FieldRequest
{
    std::span<const std::uint32_t> fields; // by number, in order
    unsigned threads = 0;                  // 0: all cores

    std::vector<bool> areAsked(const FieldCatalogue& of) const // by number
    {
        std::vector<bool> out(of.size());
        for (const std::uint32_t field : fields)
            out[field] = true;
        return out;
    }
};

// About how long reading takes one core, in nanoseconds: all records, and one of them alone.
struct FieldCosts
{
    std::uint64_t scanNs = 0;
    std::uint64_t recordNs = 1;
};

class FieldsFacet
{
public:
    virtual ~FieldsFacet() = default;

    // The same for good once it is not null; that is when the capture was indexed, at the latest.
    virtual FieldCataloguePtr fields() const = 0;
    // All records that slices begin with and that have any of the fields, in the order of the bytes within a
    // part. Errors: file.stopped, file.changed.
    virtual Result<void> scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const = 0;
    // Those records alone; `refs` are in order and differ. Errors: as of scan().
    virtual Result<void> read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                              Job& job) const = 0;
    virtual FieldCosts costs() const = 0;
};

}
