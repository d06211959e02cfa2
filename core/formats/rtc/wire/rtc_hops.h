// Reads the first 2 KB of each Unit of a file: its Marker and most of its Index. Hops are announced in
// batches where the system has to fetch them, and read through a descriptor, so that a cold file costs
// neither a wait nor read-ahead for each.
//
//     Hops hops(file);
//     if (isMarkerAt(hops.at(offset, distance), 0)) head = hops.indexHead(offset);
#pragma once

#include "core/formats/rtc/wire/rtc_wire.h"
#include "core/io/mapped_file.h"

#include <array>
#include <optional>

namespace traceglass::rtc {

// What the first part of an Index says about the ruler.
struct IndexHead
{
    std::uint64_t count = 0;
    std::uint64_t unit = 0;      // distance to the Index before; in the first Index of a run U
    std::uint64_t minor = 0;     // distance to the index frame before; in the first Index of a run u
    std::uint64_t meta = 0;      // distance to the Meta in force
    std::uint64_t bytes = 0;     // of the frame
    std::uint32_t highestId = 0; // listed
    bool noCrc = false;          // says that there was none so far
    bool whole = true;           // false: entries end at one of wrong parity
    bool plausible = false;      // lists the Index itself first, then others
};

// Of an Index that begins `bytes`. Nothing when there is none or its first part is not all there.
std::optional<IndexHead> readIndexHead(std::span<const std::byte> bytes);

class Hops
{
public:
    explicit Hops(const MappedFile& file);

    // 2 KB from `offset` on, less at the end of the file; valid until the next call. `distance` predicts the
    // hops to come.
    std::span<const std::byte> at(std::uint64_t offset, std::uint64_t distance);
    std::optional<IndexHead> indexHead(std::uint64_t marker);
    bool indexIsCut(std::uint64_t marker); // by the end of the file

private:
    static constexpr std::size_t kBytes = 2048;

    std::size_t read(std::uint64_t offset, std::uint64_t distance);
    std::optional<IndexHead> readHead(std::uint64_t marker);

    const MappedFile& m_mapped;
    std::optional<File> m_file;
    bool m_canAsk = true;   // the system says whether bytes are in memory
    unsigned m_unasked = 0; // hops to come that are read without asking
    std::uint64_t m_announced = 0;
    std::uint64_t m_offset = ~std::uint64_t(0);
    std::size_t m_size = 0;
    std::array<std::byte, kBytes> m_bytes {};
    std::uint64_t m_headOf = ~std::uint64_t(0); // of this Marker the Index was read last, and has
    std::optional<IndexHead> m_head;
};

}
