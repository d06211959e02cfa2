// The records that hits begin with, for lists and tables of records that obey a filter.
#pragma once

#include "core/model/record_refs.h"
#include "core/query/run.h"

namespace traceglass::query {

// Slices without a record add none. Error: file.stopped.
Result<RecordRefs> refsOf(const Hits& hits, Job& job);

}
