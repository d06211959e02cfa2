#include "core/ask/hit_rows.h"

#include "core/base/text.h"
#include "core/query/value_text.h"

namespace traceglass::ask {

std::vector<query::FieldColumnPtr> HitFields::columns(const query::FieldColumns& of, const query::Hits& hits,
                                                      Job& job)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_columns.empty())
            return m_columns;
    }
    const FieldCataloguePtr catalogue = of.catalogue();
    std::vector<query::FieldColumnPtr> out;
    for (const std::string& name : m_names) {
        const auto fields = catalogue ? query::fieldsMeant(*catalogue, name) : std::vector<std::uint32_t>();
        auto column = fields.empty() ? Result<query::FieldColumnPtr>() : of.of(fields, hits, job);
        out.push_back(column ? std::move(*column) : nullptr);
    }
    if (job.stopRequested())
        return out;
    const std::lock_guard lock(m_mutex);
    m_columns = out;
    return out;
}

HitValues::Answer answer(const HitValues& question, const Reading& of, Job& job)
{
    const FieldCataloguePtr catalogue = of.fields->catalogue();
    const auto columns = question.fields->columns(*of.fields, question.found->hits(), job);
    HitValues::Answer out(question.hits.size());
    for (std::size_t row = 0; row < out.size() && !job.stopRequested(); ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (!columns[i])
                continue;
            const std::string& name = question.fields->names()[i];
            bool isTold = false;
            columns[i]->each(question.hits[row], [&](std::uint32_t field, const FieldValue& value) {
                const auto* const text = std::get_if<std::string_view>(&value);
                if (name.empty() && (isTold || !text || question.fields->query().marks({}, *text).empty()))
                    return;
                isTold = true;
                out[row] += (out[row].empty() ? "" : " · ") + escaped(name.empty() ? (*catalogue)[field].name : name)
                    + ' ' + query::valueText(value, (*catalogue)[field]);
            });
        }
    }
    return out;
}

}
