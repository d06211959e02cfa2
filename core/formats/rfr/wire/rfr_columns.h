// The two builds of the inner loop of reading records, see rfr_columns_cut.inc. Internal to decodeRecords().
#pragma once

#include "core/formats/rfr/wire/rfr_chunk.h"

namespace traceglass::rfr {

struct RecordColumns // where the records go
{
    std::uint64_t* micros = nullptr;
    RecordKind* kinds = nullptr;
    std::uint64_t* ids = nullptr;
    std::uint32_t* offsets = nullptr;
    std::uint64_t offsetBase = 0;
};

struct FastRecords
{
    std::size_t offset = 0; // of the next record
    std::size_t count = 0;  // records taken
};

// Takes records from `at` on until `most` are taken or one needs a closer look.
FastRecords cutRecordsPortable(std::span<const std::byte> bytes, FastRecords at, std::size_t most,
                               RecordColumns out);
FastRecords cutRecordsBmi2(std::span<const std::byte> bytes, FastRecords at, std::size_t most,
                           RecordColumns out);

}
