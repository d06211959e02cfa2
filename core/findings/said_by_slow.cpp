#include "core/findings/said_by_slow.h"

#include "core/base/text.h"
#include "core/query/value_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace traceglass::findings {

namespace {

constexpr std::int64_t kLeast = 10;                   // records of either kind, to tell
constexpr std::int64_t kNearlyAll = 900, kMost = 800; // thousandths

// Those from at most kParts parts of the capture: what one read decodes together is a chunk, or about as much of a stream.
std::vector<RecordRef> inParts(std::vector<RecordRef> refs)
{
    constexpr unsigned kPartBits = 20;
    constexpr std::size_t kParts = 16, kOfPart = 1'000;
    std::ranges::sort(refs, {}, &RecordRef::bits);
    std::vector<std::pair<std::size_t, std::size_t>> parts; // where each begins, and ends
    for (std::size_t i = 0; i < refs.size(); ++i) {
        if (i == 0 || refs[i].bits >> kPartBits != refs[i - 1].bits >> kPartBits)
            parts.emplace_back(i, i);
        parts.back().second = i + 1;
    }
    std::vector<RecordRef> out;
    const std::size_t taken = std::min(parts.size(), kParts);
    for (std::size_t part = 0; part < taken; ++part) {
        const auto& [begin, end] = parts[part * parts.size() / taken];
        const std::size_t step = (end - begin + kOfPart - 1) / kOfPart;
        for (std::size_t i = begin; i < end; i += step)
            out.push_back(refs[i]);
    }
    const auto same = std::ranges::unique(out);
    out.erase(same.begin(), same.end());
    return out;
}

// How often each value of a field is said.
class Sayings : public FieldSink
{
public:
    using Said = std::pair<std::uint32_t, std::string>; // field by number, value

    explicit Sayings(const FieldCatalogue& catalogue)
        : m_catalogue(catalogue)
    {
    }

    void take(const FieldRecord& record) override
    {
        for (const FieldEntry& each : record.values)
            ++counts[{each.field,
                      shortened(query::valueText(each.value, m_catalogue[each.field]), kTextBytes)}];
    }
    void finish() override { }

    std::map<Said, std::int64_t> counts;

private:
    static constexpr std::size_t kTextBytes = 100;
    const FieldCatalogue& m_catalogue;
};

bool tellsOutcome(std::string_view field)
{
    constexpr std::array<std::string_view, 10> kWords = {"err",    "fail", "status",  "outcome", "result",
                                                         "except", "code", "timeout", "retr",    "succ"};
    return std::ranges::any_of(kWords, [&](std::string_view word) { return containsText(field, word); });
}

}

std::optional<SaidBySlow> saidBySlow(const FieldsFacet& facet, const std::vector<std::uint32_t>& fields,
                                     const SlowRecords& records, const Job& job)
{
    const FieldCataloguePtr catalogue = facet.fields();
    if (fields.empty() || !catalogue)
        return {};
    const std::vector<RecordRef> slow = inParts(records.slow), others = inParts(records.others);
    if (std::ssize(slow) < kLeast || std::ssize(others) < kLeast)
        return {};
    const FieldRequest request {fields, 1};
    Job reading(job.token()); // how far it is belongs to who asks
    Sayings bySlow(*catalogue), byOthers(*catalogue);
    if (!facet.read(request, slow, bySlow, reading) || !facet.read(request, others, byOthers, reading))
        return {};
    // Of all others as many as of those that were read.
    const auto othersWith = [&](const Sayings::Said& said) {
        const auto found = byOthers.counts.find(said);
        return found == byOthers.counts.end() ? 0 : found->second * records.allOthers / std::ssize(others);
    };
    const Sayings::Said* told = nullptr;
    for (const auto& [said, count] : bySlow.counts) {
        const std::int64_t slowWith = count * std::ssize(records.slow) / std::ssize(slow);
        if (count * 1'000 >= std::ssize(slow) * kNearlyAll
            && slowWith * 1'000 >= (slowWith + othersWith(said)) * kMost
            && (!told || othersWith(said) < othersWith(*told)))
            told = &said;
    }
    if (!told)
        return {};
    const std::string& field = (*catalogue)[told->first].name;
    return SaidBySlow {field + '=' + told->second, tellsOutcome(field)};
}

}
