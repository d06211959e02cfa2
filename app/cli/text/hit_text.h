// A slice that a query found, as a line for people, as JSON and as CSV, with the fields of its record that
// are asked for.
//
//     HitText text(document, timeline, asked);
//     hits.each([&](const query::Hit& hit) { out.write(text.json(hit, ++number)); return out.good(); });
#pragma once

#include "core/model/document.h"
#include "core/query/field_columns.h"

#include <string>
#include <vector>

namespace traceglass::cli {

// Fields of one name, and what they are called in their capture's catalogue.
struct ShownField
{
    std::string name;
    query::FieldColumnPtr column;
};

class HitText
{
public:
    HitText(const Document& document, const Timeline& timeline, std::vector<ShownField> fields,
            FieldCataloguePtr catalogue);

    std::string line(const query::Hit& hit) const;
    std::string json(const query::Hit& hit, std::uint64_t number) const; // counted from 1
    std::string csvHeader() const;
    std::string csv(const query::Hit& hit) const; // of several values of a field the first

private:
    std::string momentText(const ClockAxis& clock, std::int64_t viewNs) const;
    std::optional<std::string_view> nameOf(const query::Hit& hit) const; // nothing: it has none
    std::vector<std::string> valuesOf(const ShownField& field, const query::Hit& hit, bool json) const;
    std::string fieldsJson(const query::Hit& hit) const;
    std::string fieldsText(const query::Hit& hit) const;

    const Document& m_document;
    const Timeline& m_timeline;
    std::vector<ShownField> m_fields;
    FieldCataloguePtr m_catalogue;
};

}
