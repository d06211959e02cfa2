// Hits in the order of time, for lists of any length, marks over the whole capture, and going from one to the
// next. Nothing is stored but how many begin in each of some columns of time: a page is put together when it
// is asked for.
//
//     const HitOrder order(hits, job);
//     const auto shown = order.page(1'000'000, 40, job);          // the 1,000,000th (from 0) and 39 behind
//     it const auto next = order.next(selected, true, job); order.rank(*next, job) // its number
//
// Any thread may ask; when the job is stopped, answers are empty.
#pragma once

#include "core/query/run.h"

#include <memory>
#include <optional>
#include <vector>

namespace traceglass::query {

using HitsPtr = std::shared_ptr<const Hits>;

// Where a hit stands in the order: of equal moments tracks count, then rows.
struct HitPlace
{
    std::int64_t startNs = 0; // view time
    TrackId track {};
    std::uint16_t depth = 0;

    auto operator<=>(const HitPlace&) const = default;
};
inline HitPlace placeOf(const Hit& hit)
{
    return {hit.slice.startNs, hit.track, hit.depth};
}

class HitOrder
{
public:
    static constexpr std::size_t kColumns = 4096;

    HitOrder(HitsPtr hits, Job& job);

    const Hits& hits() const { return *m_hits; }
    const HitsPtr& hitsPtr() const { return m_hits; }
    std::vector<Hit> page(std::uint64_t first, std::size_t atMost, Job& job) const;
    std::uint64_t rank(const HitPlace& place, Job& job) const; // hits before it
    // The first hit behind a place, or the last before it.
    std::optional<Hit> next(const HitPlace& from, bool forward, Job& job) const;
    // How many begin in [range); exact where its ends are those of columns, else those of all columns it
    // touches.
    std::uint64_t about(TimeRange range) const;

private:
    struct Span // of time, both ends in it, with the hits that begin there
    {
        std::int64_t first = 0;
        std::int64_t last = 0;
        std::uint64_t before = 0; // hits before it
        std::uint64_t count = 0;
    };
    struct Found
    {
        std::int64_t startNs = 0;
        std::uint32_t row = 0;
        std::uint32_t part = 0;
        std::uint32_t index = 0;

        auto operator<=>(const Found&) const = default;
    };

    void countPart(const ClockAxis& clock, const SlicePart& part);
    std::size_t columnAt(std::int64_t ns) const;
    Span column(std::size_t index) const;
    // Goes on into pieces of a span until they hold few hits or one moment; each time the first that what is
    // wanted is not behind.
    template <class IsBehind>
    Span narrowed(Span span, const IsBehind& isBehind, Job& job) const;
    template <class Visit>
    void eachIn(std::int64_t first, std::int64_t last, Job& job, const Visit& visit) const; // row by row
    std::size_t partAt(const Hits::HitRow& row, std::int64_t ownNs) const; // the first that ends behind it
    // The nearest of a row that begins behind the time, or before it.
    std::optional<Found> beside(std::uint32_t row, std::int64_t ns, bool behind) const;
    Hit hitOf(const Found& found) const;

    HitsPtr m_hits;
    std::int64_t m_first = 0;            // start of the first hit
    std::uint64_t m_width = 1;           // of a column
    std::vector<std::uint64_t> m_before; // by column, and behind the last: hits before it
};

}
