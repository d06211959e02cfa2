#include "core/base/diagnostic_log.h"

#include "core/base/bad_places.h"
#include "core/base/limits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <functional>
#include <iterator>
#include <mutex>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace traceglass {

// With a name, since the state of a class with a public header is made of them.
namespace diagnostic_log {

// --- counting

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) // splitmix64
{
    hash = (hash ^ value) + 0x9e3779b97f4a7c15;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
    return hash ^ (hash >> 31);
}

std::uint64_t identityOf(const Diagnostic& diagnostic)
{
    std::uint64_t hash =
        mixed(static_cast<std::uint64_t>(diagnostic.code), std::hash<std::string_view>()(diagnostic.detail));
    if (diagnostic.range)
        hash = mixed(mixed(mixed(hash, number(diagnostic.range->source)), diagnostic.range->offset),
                     diagnostic.range->length);
    return mixed(hash, diagnostic.entry ? *diagnostic.entry + 1 : 0);
}

// How many different hashes were added. Exact up to limits::kDiagnosticsCounted; when there are more, only
// every second is counted for two, then every fourth for four and so on, chosen by the hash itself: so it
// stays true that adding one again changes nothing. The error of that is some tenths of a percent.
class DistinctHashes
{
public:
    void add(std::uint64_t hash)
    {
        if (!isChosen(hash) || !insert(hash))
            return;
        if (m_size > limits::kDiagnosticsCounted)
            ++m_skipBits;
        if (m_size > limits::kDiagnosticsCounted || 2 * m_size > m_table.size())
            rebuild();
    }

    std::uint64_t count() const { return std::uint64_t(m_size) << m_skipBits; }
    bool isExact() const { return m_skipBits == 0; }

private:
    // By its high bits; its low ones are its place in the table.
    bool isChosen(std::uint64_t hash) const
    {
        return static_cast<unsigned>(std::countl_zero(hash)) >= m_skipBits;
    }

    bool insert(std::uint64_t hash)
    {
        const std::uint64_t wanted = hash == kFree ? 1 : hash;
        std::size_t at = wanted & (m_table.size() - 1);
        while (m_table[at] != kFree && m_table[at] != wanted)
            at = (at + 1) & (m_table.size() - 1);
        if (m_table[at] == wanted)
            return false;
        m_table[at] = wanted;
        ++m_size;
        return true;
    }

    void rebuild()
    {
        std::vector<std::uint64_t> old(std::min(2 * m_table.size(), kLargest), kFree);
        std::swap(old, m_table);
        m_size = 0;
        for (const std::uint64_t hash : old) {
            if (hash != kFree && isChosen(hash))
                insert(hash);
        }
    }

    static constexpr std::uint64_t kFree = 0;
    static constexpr std::size_t kLargest = 2 * std::bit_ceil(limits::kDiagnosticsCounted);

    std::vector<std::uint64_t> m_table = std::vector<std::uint64_t>(64, kFree); // half full at most
    std::size_t m_size = 0;
    unsigned m_skipBits = 0; // of every 1 << m_skipBits hashes one is counted
};

// What is known of one code.
struct CodeTally
{
    DiagnosticLog::Count count;
    DistinctHashes others; // those that are not kept

    void addOther(const std::optional<ByteRange>& range, std::uint64_t hash)
    {
        others.add(hash);
        count.all = count.kept + others.count();
        count.exact = others.isExact();
        if (!range)
            return;
        const auto place = [](const ByteRange& of) {
            return std::tuple(number(of.source), of.offset, of.length);
        };
        count.first = std::ranges::min(count.first.value_or(*range), *range, {}, place);
        count.last = std::ranges::max(count.last.value_or(*range), *range, {}, place);
    }
};

}

using namespace diagnostic_log;

struct DiagnosticLog::State
{
    static constexpr std::size_t kLostStretches = 1u << 16; // 6 MB

    // Of a kept one with a place. Ordered by source, then by the bits of its length: among those of about one
    // length few reach a place without beginning near it.
    struct Placed
    {
        std::uint32_t source = 0;
        unsigned lengthBits = 0;
        std::uint64_t begin = 0;
        std::size_t index = 0; // in `kept`

        auto operator<=>(const Placed&) const = default;
    };

    CodeTally& tallyOf(Code code)
    {
        const auto [found, isNew] = tallyByCode.try_emplace(code, tallies.size());
        if (isNew)
            tallies.emplace_back().count.code = code;
        return tallies[found->second];
    }

    BadPlaces* placesOf(Severity severity)
    {
        return severity == Severity::info ? nullptr : &places[static_cast<std::size_t>(severity) - 1];
    }

    void keep(Diagnostic diagnostic, std::uint64_t identity)
    {
        if (diagnostic.range) {
            const Stretch bytes = stretchOf(*diagnostic.range);
            const auto lengthBits =
                static_cast<unsigned>(std::bit_width(bytes.end.offset - bytes.begin.offset));
            placed.insert({bytes.begin.source, lengthBits, bytes.begin.offset, kept.size()});
            if (BadPlaces* bad = placesOf(diagnostic.severity)) {
                bad->touched.add(bytes);
                bad->innermost.add(bytes);
            }
        }
        known.emplace(identity, kept.size());
        if (keptOf[static_cast<std::size_t>(diagnostic.severity)]++ == 0)
            firstOf[static_cast<std::size_t>(diagnostic.severity)] = kept.size();
        kept.push_back(std::move(diagnostic));
    }

    // Of an error, kept or not. What touches no stretch that is known is left out once there are too many.
    void addLost(const Diagnostic& diagnostic)
    {
        if (diagnostic.severity != Severity::error || !diagnostic.range || diagnostic.range->length == 0)
            return;
        const Stretch bytes = stretchOf(*diagnostic.range);
        if (lost.stretches().size() < kLostStretches || lost.touches(bytes))
            lost.add(bytes);
    }

    void placeOther(const Diagnostic& diagnostic)
    {
        BadPlaces* const bad = placesOf(diagnostic.severity);
        if (!bad || !diagnostic.range)
            return;
        const Stretch bytes = stretchOf(*diagnostic.range);
        bad->othersTouched.add(bytes);
        bad->othersBegun.add({bytes.begin, {bytes.begin.source, bytes.begin.offset + 1}});
    }

    // Of a question about a place.
    template <class IsBad>
    std::optional<Severity> worstOf(const ByteRange& range, IsBad isBad) const
    {
        if (range.length == 0)
            return {};
        const std::lock_guard lock(mutex);
        for (const Severity severity : {Severity::error, Severity::warning}) {
            if (isBad(places[static_cast<std::size_t>(severity) - 1], stretchOf(range)))
                return severity;
        }
        return {};
    }

    mutable std::mutex mutex;
    std::vector<Diagnostic> kept;                              // in order of discovery
    std::unordered_multimap<std::uint64_t, std::size_t> known; // of the kept ones, by their identity
    std::array<std::uint64_t, 3> keptOf {};                    // by severity
    std::array<std::size_t, 3> firstOf {};                     // where there are some
    CoveredBytes lost;                                         // in errors
    std::set<Placed> placed;
    std::vector<CodeTally> tallies; // in order of discovery
    std::unordered_map<Code, std::size_t> tallyByCode;
    std::array<BadPlaces, 2> places; // of warnings and of errors
};

DiagnosticLog::DiagnosticLog()
    : m_state(std::make_unique<State>())
{
}

DiagnosticLog::~DiagnosticLog() = default;

void DiagnosticLog::add(Diagnostic diagnostic)
{
    const std::uint64_t identity = identityOf(diagnostic);
    const std::lock_guard lock(m_state->mutex);
    const auto [first, last] = m_state->known.equal_range(identity);
    const auto isSame = [&](const auto& one) {
        const Diagnostic& other = m_state->kept[one.second];
        return other.code == diagnostic.code && other.range == diagnostic.range
            && other.entry == diagnostic.entry && other.detail == diagnostic.detail;
    };
    if (std::any_of(first, last, isSame))
        return;
    CodeTally& tally = m_state->tallyOf(diagnostic.code);
    tally.count.severity = std::max(tally.count.severity, diagnostic.severity);
    m_state->addLost(diagnostic);
    if (tally.count.kept < limits::kDiagnosticsACode) {
        ++tally.count.kept;
        ++tally.count.all;
        m_state->keep(std::move(diagnostic), identity);
    } else {
        tally.addOther(diagnostic.range, identity);
        m_state->placeOther(diagnostic);
    }
}

std::uint64_t DiagnosticLog::total() const
{
    const std::lock_guard lock(m_state->mutex);
    std::uint64_t total = 0;
    for (const CodeTally& tally : m_state->tallies)
        total += tally.count.all;
    return total;
}

std::uint64_t DiagnosticLog::total(Severity severity) const
{
    const std::lock_guard lock(m_state->mutex);
    std::uint64_t total = m_state->keptOf[static_cast<std::size_t>(severity)];
    for (const CodeTally& tally : m_state->tallies)
        total += tally.count.severity == severity ? tally.count.notKept() : 0;
    return total;
}

std::size_t DiagnosticLog::kept() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->kept.size();
}

std::vector<DiagnosticLog::Count> DiagnosticLog::counts() const
{
    const std::lock_guard lock(m_state->mutex);
    std::vector<Count> out;
    std::ranges::transform(m_state->tallies, std::back_inserter(out), &CodeTally::count);
    return out;
}

Severity DiagnosticLog::worst() const
{
    const std::lock_guard lock(m_state->mutex);
    Severity worst = Severity::info;
    for (const CodeTally& tally : m_state->tallies)
        worst = std::max(worst, tally.count.severity);
    return worst;
}

std::optional<Diagnostic> DiagnosticLog::first(Severity severity) const
{
    const std::lock_guard lock(m_state->mutex);
    const auto index = static_cast<std::size_t>(severity);
    return m_state->keptOf[index] > 0 ? std::optional(m_state->kept[m_state->firstOf[index]]) : std::nullopt;
}

std::uint64_t DiagnosticLog::lostBytes() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->lost.bytes();
}

std::vector<Diagnostic> DiagnosticLog::since(std::size_t from, std::size_t atMost) const
{
    const std::lock_guard lock(m_state->mutex);
    const auto begin = m_state->kept.begin() + std::ptrdiff_t(std::min(from, m_state->kept.size()));
    const auto left = static_cast<std::size_t>(m_state->kept.end() - begin);
    return {begin, begin + std::ptrdiff_t(std::min(atMost, left))};
}

std::vector<Diagnostic> DiagnosticLog::in(const ByteRange& range, std::size_t atMost) const
{
    if (range.length == 0)
        return {};
    const Stretch place = stretchOf(range);
    const std::uint32_t source = place.begin.source;
    const std::lock_guard lock(m_state->mutex);
    std::vector<State::Placed> found; // of each length the first `atMost`
    for (auto next = m_state->placed.lower_bound({source, 0, 0, 0});
         next != m_state->placed.end() && next->source == source;) {
        const unsigned bits = next->lengthBits;
        const std::uint64_t shorterThan = bits < 64 ? std::uint64_t(1) << bits : ~std::uint64_t(0);
        const std::uint64_t from = place.begin.offset - std::min(place.begin.offset, shorterThan - 1);
        std::size_t left = atMost;
        for (next = m_state->placed.lower_bound({source, bits, from, 0});
             left > 0 && next != m_state->placed.end() && next->source == source && next->lengthBits == bits
             && next->begin < place.end.offset;
             ++next) {
            if (stretchOf(*m_state->kept[next->index].range).end > place.begin) {
                found.push_back(*next);
                --left;
            }
        }
        next = m_state->placed.lower_bound({source, bits + 1, 0, 0});
    }
    std::ranges::sort(found, {}, [](const State::Placed& one) { return std::pair(one.begin, one.index); });
    found.resize(std::min(found.size(), atMost));
    std::vector<Diagnostic> out;
    out.reserve(found.size());
    for (const State::Placed& one : found)
        out.push_back(m_state->kept[one.index]);
    return out;
}

std::optional<Severity> DiagnosticLog::worstOfAll() const
{
    const Severity severity = worst();
    return severity == Severity::info ? std::nullopt : std::optional(severity);
}

std::optional<Severity> DiagnosticLog::worstIn(const ByteRange& range) const
{
    return m_state->worstOf(range, [](const BadPlaces& bad, const Stretch& place) {
        return bad.touched.touches(place) || bad.othersTouched.touches(place);
    });
}

std::optional<Severity> DiagnosticLog::worstWithin(const ByteRange& range) const
{
    return m_state->worstOf(range, [](const BadPlaces& bad, const Stretch& place) {
        return bad.innermost.hasOneWithin(place) || bad.othersBegun.touches(place);
    });
}

}
