// What the records of hits hold of the fields that a query names: for the rows of a list that are in view.
//
//     const auto fields = std::make_shared<ask::HitFields>(std::vector<std::string> {"status"}, condition);
//     asker.ask(slot, Priority::screen, ask::HitValues {found, fields, page}, ...)      // "status 503", one a hit
#pragma once

#include "core/ask/answers.h"
#include "core/query/field_columns.h"
#include "core/query/hit_order.h"
#include "core/query/text_condition.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace traceglass::ask {

// By name, and what was read of them for one search.
class HitFields
{
public:
    // An empty name: all texts of a record, of which the first is told in which the words of the query stand.
    HitFields(std::vector<std::string> names, query::TextCondition query)
        : m_names(std::move(names))
        , m_query(std::move(query))
    {
    }

    const query::TextCondition& query() const { return m_query; }
    const std::vector<std::string>& names() const { return m_names; }
    // Of the names, in their order. Null: nothing has one of that name, or its values are too many.
    std::vector<query::FieldColumnPtr> columns(const query::FieldColumns& of, const query::Hits& hits,
                                               Job& job);

private:
    const std::vector<std::string> m_names;
    const query::TextCondition m_query;
    std::mutex m_mutex;
    std::vector<query::FieldColumnPtr> m_columns;
};

struct HitValues
{
    using Answer = std::vector<std::string>; // one a hit: "status 503 · path /checkout"
    std::shared_ptr<const query::HitOrder> found;
    std::shared_ptr<HitFields> fields;
    std::vector<query::Hit> hits; // of those that were found
};
HitValues::Answer answer(const HitValues& question, const Reading& of, Job& job);

}
