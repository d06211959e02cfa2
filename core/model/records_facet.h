// The records of a capture as data: one by one, as tables, and the structure of the container as JSON.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/record.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace traceglass {

// Errors: file.stopped, file.changed; of what the capture has not: file.no-time-axis, file.unknown-node.
class RecordsFacet
{
public:
    virtual ~RecordsFacet() = default;

    // What can be asked for as a table: nothing before records were read once, and where they share no fields.
    virtual std::vector<RecordTable> tables() const { return {}; }
    // In the format's own order, as `tglass records` prints them. Returns how many were delivered.
    virtual Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const = 0;
    // The records (or parts of the structure) that own bytes of the range, in order of offset, at most `limit`. Once
    // the job is stopped, some of them.
    virtual Result<std::vector<Record>> in(const ByteRange& range, std::size_t limit,
                                           const Job& job = {}) const = 0;
    // The container's structure as one JSON object, that of `tglass dump`, in pieces to `out`.
    virtual Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out,
                              Job& job) const = 0;
};

}
