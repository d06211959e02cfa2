// The footer at the end of a CondensedData file: a summary the writer made, readable without the stream. It
// is optional and never authoritative (cjfr.md 5).
//
//     const FooterPlace place = findFooter(fileBytes, streamStart);
//     if (place.footer) ... place.footer->totalEvents
//     else if (place.state == FooterPlace::State::newer) ...
//
// Written by footerBytes(), and renewed in a file to which events were added by renewedFooter(). Times are
// microseconds, as stored.
#pragma once

#include "core/base/job.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace traceglass::cjfr {

constexpr std::string_view kFooterMagic = "CJFR";

// Which parts a footer has.
namespace footer_flag {
constexpr std::uint8_t kGc = 1, kCpu = 2, kAllocation = 4, kViews = 8, kLabels = 16, kClassIds = 32;
}

using EventCounts = std::vector<std::pair<std::string, std::uint64_t>>;

struct GcBucket // the collections of some seconds
{
    std::uint64_t count = 0;
    std::int64_t pauseUs = 0, maxPauseUs = 0;
    std::int64_t heapAfter = 0, heapBefore = 0;
};

// Sizes in bytes; 0: not known.
struct GcSummary
{
    std::uint64_t count = 0, young = 0, old = 0;
    std::int64_t totalPauseUs = 0, maxPauseUs = 0, medianPauseUs = 0, p95PauseUs = 0, maxPhasePauseUs = 0;
    EventCounts causes;
    std::string collector;
    std::int64_t heapBefore = 0, heapAfter = 0, metaspaceMax = 0, cpuUserUs = 0, cpuSystemUs = 0;
    std::uint64_t bucketSeconds = 0;
    std::vector<GcBucket> buckets {};
};

struct CpuBucket
{
    float jvmUser = 0, jvmSystem = 0, machine = 0;
};

struct AllocationSummary
{
    std::int64_t allocated = 0, promoted = 0;
    std::uint64_t bucketSeconds = 0;
    std::vector<std::int64_t> allocatedEach {}, promotedEach {};
};

struct FooterValue // of a view
{
    enum class Tag : std::uint8_t { integer, real, durationNs, momentNs, none };
    std::uint64_t tag = 0; // a Tag
    std::int64_t integer = 0;
    double real = 0;
};

struct FooterView
{
    std::string name;
    std::vector<FooterValue> values;
};

struct Footer
{
    std::uint64_t version = 0;
    std::uint8_t flags = 0;
    std::uint64_t totalEvents = 0;
    std::int64_t startUs = 0;
    std::int64_t durationUs = 0;
    std::optional<std::int64_t> crc; // of the file before the footer; 0: none
    EventCounts eventCounts;
    std::uint64_t behindCounts = 0; // where that ends in the payload
    std::optional<GcSummary> gc;
    std::uint64_t cpuBucketSeconds = 0;
    std::optional<std::vector<CpuBucket>> cpu;
    std::optional<AllocationSummary> allocation;
    std::vector<FooterView> views;
    std::vector<std::pair<std::string, std::string>> labels; // of event types
    std::uint64_t classIds = 0;
};

struct FooterPlace
{
    enum class State : std::uint8_t { none, readable, unreadable, newer };

    State state = State::none;
    std::uint64_t offset = 0; // of the footer mark; the file's end when there is none
    std::uint64_t length = 0;
    std::optional<Footer> footer;
};

std::string microsecondsText(std::int64_t us); // any of them
// "6: 3 young, 3 old".
std::string collectionsText(const GcSummary& gc);

// A job that is stopped leaves it unread.
FooterPlace findFooter(std::span<const std::byte> file, std::uint64_t streamStart, const Job& job = {});
// What the footer at a place holds, decoded; nothing where it cannot be.
std::optional<std::vector<std::byte>> footerPayload(std::span<const std::byte> file, const FooterPlace& place,
                                                    const Job& job = {});

// A new footer, its mark and length included. It has version 2; of buckets only those of the CPU load are
// written.
std::vector<std::byte> footerBytes(const Footer& footer);

// The footer at a place with the counts of events that were added and taken away, and with the checksum of
// the file before it; everything else stays as it was, what we do not understand included. Nothing where the
// footer cannot be read.
std::optional<std::vector<std::byte>> renewedFooter(std::span<const std::byte> file, const FooterPlace& place,
                                                    const EventCounts& added, const EventCounts& takenAway,
                                                    std::uint32_t crc);

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t soFar = 0); // zlib's

}
