// Numbers the fields of records as they are met: one of the same name in the same type of records is one field.
//
//     CatalogueMaker maker(catalogue);
//     const std::uint32_t number = maker.numberOf("status", "shop.Request", FieldType::integer, {});
#pragma once

#include "core/model/record_field.h"

#include <map>
#include <utility>

namespace traceglass {

class CatalogueMaker
{
public:
    explicit CatalogueMaker(FieldCatalogue& out) // which must live as long
        : m_out(out)
    {
    }

    // Where it is not the same everywhere, such as in another run of the writer, each value says what it is.
    std::uint32_t numberOf(const std::string& name, const std::string& record, FieldType type,
                           const std::string& unit, bool isRepeated = false)
    {
        const auto [known, isNew] =
            m_numbers.try_emplace({record, name}, static_cast<std::uint32_t>(m_out.size()));
        if (isNew)
            m_out.push_back({name, record, type, unit});
        RecordField& field = m_out[known->second];
        if (field.type != type || field.unit != unit) {
            field.type = FieldType::any;
            field.unit.clear();
        }
        field.isRepeated = field.isRepeated || isRepeated;
        return known->second;
    }

private:
    FieldCatalogue& m_out;
    std::map<std::pair<std::string, std::string>, std::uint32_t> m_numbers; // by record and name
};

}
