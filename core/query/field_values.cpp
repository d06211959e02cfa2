#include "core/query/field_columns.h"
#include "core/query/offers.h"
#include "core/query/value_text.h"

#include <algorithm>
#include <map>

namespace traceglass::query {

std::vector<FrequentValue> FieldColumns::mostFrequent(std::string_view name, const Timeline& timeline,
                                                      std::size_t atMost, Job& job) const
{
    const FieldCataloguePtr fields = catalogue();
    const auto meant = fields ? fieldsNamed(*fields, name) : std::vector<std::uint32_t>();
    const FieldColumnPtr column = meant.empty() ? nullptr : kept(meant, timeline);
    if (!column)
        return {};
    std::vector<std::uint64_t> byCode;
    for (const FieldColumn::Pack& pack : column->m_packs) {
        if (job.stopRequested())
            return {};
        for (const std::uint32_t code : pack.codes) {
            if (code >= byCode.size())
                byCode.resize(code + code / 2 + 64);
            ++byCode[code];
        }
    }
    // What differs in the fields of one name only in which of them it is, is one value.
    std::map<std::string, std::uint64_t> counts;
    for (std::uint32_t code = 1; code < byCode.size() && !job.stopRequested(); ++code) {
        if (byCode[code] == 0)
            continue;
        eachValue(column->key(code), [&](std::uint32_t field, const FieldValue& value) {
            if (std::string text = writtenValue(value, (*fields)[field]); !text.empty())
                counts[std::move(text)] += byCode[code];
        });
    }
    std::vector<FrequentValue> out;
    for (auto& [text, count] : counts)
        out.push_back({text, count});
    std::ranges::stable_sort(out, std::ranges::greater(), &FrequentValue::count);
    out.resize(std::min(out.size(), atMost));
    return out;
}

}
