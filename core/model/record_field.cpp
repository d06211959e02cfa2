#include "core/model/record_field.h"

namespace traceglass {

namespace {

bool isRecordCalled(std::string_view record, std::string_view name)
{
    return record.ends_with(name)
        && (record.size() == name.size() || record[record.size() - name.size() - 1] == '.');
}

}

std::vector<std::uint32_t> fieldsNamed(const FieldCatalogue& catalogue, std::string_view name)
{
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < catalogue.size(); ++i) {
        const RecordField& field = catalogue[i];
        const bool isLonger = name.size() > field.name.size() + 1 && name.ends_with(field.name)
            && name[name.size() - field.name.size() - 1] == '.';
        if (field.name == name
            || (isLonger
                && isRecordCalled(field.record, name.substr(0, name.size() - field.name.size() - 1))))
            out.push_back(i);
    }
    return out;
}
}
