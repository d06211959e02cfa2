// What a spot in the file owes to what lies before it, found through Index and index frames instead of
// reading everything (rtc.md 3, 10): an entry names the first payload start of a stream in the most recent
// minor unit that had one, so that minor unit has the stream's last value or its open payload.
//
//     LookBack lookBack(file, ruler, axes, segment, job);
//     DecoderState state = lookBack.stateAt(spot);
//     if (lookBack.contradicted()) ... // damage: an entry names no frame, or an index frame cannot be read
//
// Walked minor units and answers are kept while the LookBack lives: one for each question of a user.
#pragma once

#include "core/formats/rtc/wire/rtc_seek.h"

#include <map>
#include <memory>

namespace traceglass::rtc {

// walkUnit in as many pieces as it takes; `use` looks at `frames` after each, and returns false to stop. False, too,
// where the job is stopped.
template <class Use>
bool walkPieces(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit, WalkRange range,
                UnitFrames& frames, const Use& use, const Job& job = {})
{
    while (range.from < range.to) {
        const std::uint64_t reached = walkUnit(file, ruler, unit, range, frames, nullptr, job);
        if (job.stopRequested() || !use())
            return false;
        if (reached <= range.from)
            break;
        range.from = reached;
    }
    return true;
}

class LookBack
{
public:
    // Who is stopped finds everything contradicted.
    LookBack(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes, std::uint32_t segment,
             const Job& job);

    DecoderState stateAt(Spot spot);
    // What the state at a spot becomes at a later one of the segment.
    DecoderState decode(Spot from, DecoderState state, Spot to);

    // A value the clock had at or before its last frame in front of the spot, for the price of a page where
    // it is no delta. Nothing when there is none or it cannot be told.
    std::optional<std::int64_t> valueBefore(const Stream& clock, Spot spot);

    bool contradicted() const { return m_contradicted; }
    void forgive() { m_contradicted = false; }

    // Spots of the segment.
    Spot first() const;
    bool isFirst(Spot spot) const { return !(first().offset < spot.offset); }
    std::optional<Spot> after(Spot spot) const;
    std::optional<Spot> spotOfOffset(std::uint64_t offset) const; // the last one not behind it

private:
    struct Known // of a clock
    {
        DecoderState::Clock clock;
        std::optional<DecoderState::Open> open;
    };

    std::shared_ptr<const Starts> entriesAt(Spot spot);
    std::shared_ptr<const UnitFrames> minorUnit(Spot spot);
    Known clockAt(const Stream& clock, Spot spot, int depth);
    Known clockFrom(const Stream& clock, Spot begin, std::uint64_t start, Spot spot, bool ownPast, int depth);
    void findOpen(Spot spot, DecoderState& state);
    struct Begun // a payload that has not ended
    {
        std::uint64_t offset = 0;
        std::optional<bool> unsure {}; // as in DecoderState: it may be the rest of one
    };
    std::map<std::uint32_t, Begun> openSince(Spot spot, std::unordered_map<std::uint32_t, bool>& unsure);
    DecoderState clocksAt(Spot spot);
    template <class Keep>
    void feed(Decoder& decoder, const UnitFrames& frames, const Keep& keep);

    std::span<const std::byte> m_file;
    const Ruler& m_ruler;
    const Axes& m_axes;
    std::uint32_t m_number = 0;
    const Segment& m_segment;
    const Job& m_job;
    std::vector<const Stream*> m_clocks;
    std::map<std::uint64_t, std::shared_ptr<const Starts>> m_entries;
    std::map<std::uint64_t, std::shared_ptr<const UnitFrames>> m_minorUnits;
    std::map<std::pair<std::uint32_t, std::uint64_t>, Known> m_known;
    UnitFrames m_kept;
    OpenParts m_cut; // at this offset
    std::uint64_t m_cutAt = 0;
    std::size_t m_steps = 0;
    std::uint64_t m_walkedBytes = 0;
    bool m_contradicted = false;
};

}
