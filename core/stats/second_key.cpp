#include "core/stats/second_key.h"

#include "core/model/fields_facet.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace traceglass::stats {

namespace {

std::string_view fieldOf(std::string_view word)
{
    return word.starts_with('@') ? word.substr(1) : word;
}

Result<std::shared_ptr<const query::Hits>> slicesOf(const SliceQuestion& question, const TimelinePtr& timeline,
                                                    Job& job)
{
    if (question.only)
        return question.only;
    auto all = query::run(timeline, {}, {question.range, question.tracks, question.threads}, job);
    if (!all)
        return tl::unexpected(all.error());
    return std::make_shared<const query::Hits>(std::move(*all));
}

// Records of a few slices of each name, from all over the hits.
std::vector<RecordRef> someRefs(const query::Hits& hits, const Job& job)
{
    constexpr std::size_t kRefs = 512, kOfName = 8, kWords = 64; // of a pack's bitmap
    std::map<std::uint32_t, std::size_t> ofName;
    std::vector<RecordRef> out;
    const Timeline& timeline = hits.timeline();
    for (std::uint32_t i = 0; i < timeline.packCount() && out.size() < kRefs; ++i) {
        const auto bits = hits.bits(i);
        const SlicePack* const pack = timeline.packAt(i);
        for (std::size_t word = 0; word < bits.size(); word += bits.size() / kWords + 1) {
            if (job.stopRequested())
                return {};
            for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
                const auto at = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
                if (ofName[pack->names()[at]]++ < kOfName)
                    out.push_back(pack->ref(at));
            }
        }
    }
    std::ranges::sort(out, {}, &RecordRef::bits);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

// How many records have a field of a name.
class FieldUse : public FieldSink
{
public:
    explicit FieldUse(const FieldCatalogue& catalogue)
        : m_catalogue(catalogue)
    {
    }

    void take(const FieldRecord& record) override
    {
        for (const FieldEntry& entry : record.values)
            ++m_uses[m_catalogue[entry.field].name];
    }
    void finish() override { }
    std::vector<std::string> names() const
    {
        std::vector<std::pair<std::string, std::uint64_t>> order(m_uses.begin(), m_uses.end());
        std::ranges::stable_sort(order, std::greater(), &std::pair<std::string, std::uint64_t>::second);
        std::vector<std::string> out;
        for (auto& [name, uses] : order)
            out.push_back(std::move(name));
        return out;
    }

private:
    const FieldCatalogue& m_catalogue;
    std::map<std::string, std::uint64_t> m_uses;
};

}

bool isSecondKey(std::string_view word, const FieldCatalogue& catalogue)
{
    return sliceKeyOf(word) || !fieldsNamed(catalogue, fieldOf(word)).empty();
}

Result<std::shared_ptr<const SecondKey>> readSecondKey(std::string_view word, const SliceQuestion& question,
                                                       const TimelinePtr& timeline,
                                                       const query::FieldColumns& columns, Job& job)
{
    SecondKey out {std::string(fieldOf(word)), sliceKeyOf(word), columns.catalogue()};
    if (out.key)
        return std::make_shared<const SecondKey>(std::move(out));
    if (!out.catalogue)
        return fail(Code::QueryNoFields);
    const std::vector<std::uint32_t> fields = fieldsNamed(*out.catalogue, out.name);
    const auto of = slicesOf(question, timeline, job);
    if (!of)
        return tl::unexpected(of.error());
    if (!fields.empty() && (*of)->count() > 0) {
        auto values = columns.of(fields, **of, job);
        if (!values)
            return tl::unexpected(values.error());
        out.values = std::move(*values);
    }
    return std::make_shared<const SecondKey>(std::move(out));
}

Result<std::vector<std::string>> fieldsOf(const FieldsFacet& facet, const SliceQuestion& question,
                                          const TimelinePtr& timeline, Job& job)
{
    const FieldCataloguePtr catalogue = facet.fields();
    if (!catalogue)
        return std::vector<std::string>();
    const auto of = slicesOf(question, timeline, job);
    if (!of)
        return tl::unexpected(of.error());
    std::vector<std::uint32_t> fields(catalogue->size());
    std::iota(fields.begin(), fields.end(), 0u);
    FieldUse use(*catalogue);
    if (auto done = facet.read({fields, 1}, someRefs(**of, job), use, job); !done)
        return tl::unexpected(done.error());
    return use.names();
}

}
