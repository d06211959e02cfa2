#include "core/formats/cjfr/cjfr_words.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace traceglass::cjfr {

namespace {

using nlohmann::json;

// Labels are written beside slices and fields.
constexpr std::size_t kLabelText = 200;

// A list, or null for free text.
json listIn(const std::string& description)
{
    json said = json::parse(description, nullptr, false);
    return said.is_array() ? said : json();
}

std::string textAt(const json& list, std::size_t position)
{
    return position < list.size() && list[position].is_string() ? list[position].get<std::string>()
                                                               : std::string();
}

// Calls use(name, values) for each annotation of a description; they stand in the third place.
template <class Use>
void eachAnnotation(const json& list, const Use& use)
{
    constexpr std::size_t kPlace = 2;
    if (list.size() <= kPlace || !list[kPlace].is_array())
        return;
    for (const json& annotation : list[kPlace]) {
        if (!annotation.is_array() || annotation.empty() || !annotation[0].is_string())
            continue;
        std::vector<std::string> values;
        for (const json& value : annotation.size() > 1 ? annotation[1] : json::array()) {
            if (value.is_string())
                values.push_back(value.get<std::string>());
            for (const json& inner : value.is_array() ? value : json::array()) {
                if (inner.is_string())
                    values.push_back(inner.get<std::string>());
            }
        }
        use(annotation[0].get<std::string>(), values);
    }
}

}

TypeWords wordsOf(const Type& type)
{
    TypeWords out;
    if (const json said = listIn(type.description); said.is_array()) {
        out.label = textAt(said, 0);
        out.description = textAt(said, 1);
        eachAnnotation(said, [&](const std::string& name, const std::vector<std::string>& values) {
            if (name == "jdk.jfr.Category")
                out.category = values;
        });
    } else {
        out.description = type.description;
    }
    if (out.label.empty()) {
        constexpr std::string_view kJdk = "jdk.";
        out.label = type.name.starts_with(kJdk) ? type.name.substr(kJdk.size()) : type.name;
    }
    if (out.label.empty())
        out.label = std::string(kindText(type.kind)) + ' ' + std::to_string(type.id);
    out.label = escaped(shortened(out.label, kLabelText));
    return out;
}

FieldWords wordsOf(const Slot& slot)
{
    FieldWords out;
    if (const json said = listIn(slot.description); said.is_array()) {
        constexpr std::size_t kLabel = 3, kDescription = 4;
        out.label = textAt(said, kLabel);
        out.description = textAt(said, kDescription);
        eachAnnotation(said, [&](const std::string& name, const std::vector<std::string>& values) {
            if (name == "jdk.jfr.DataAmount")
                out.unit = !values.empty() && values[0] == "BITS" ? FieldUnit::bits : FieldUnit::bytes;
            else if (name == "jdk.jfr.Percentage")
                out.unit = FieldUnit::share;
            else if (name == "jdk.jfr.MemoryAddress")
                out.unit = FieldUnit::address;
            else if (name == "jdk.jfr.Frequency" && out.unit == FieldUnit::none)
                out.unit = FieldUnit::hertz;
        });
    } else {
        out.description = slot.description;
    }
    if (out.label.empty())
        out.label = slot.name;
    out.label = escaped(shortened(out.label, kLabelText));
    return out;
}

}
