#include "core/formats/cjfr/timeline/cjfr_words.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace traceglass::cjfr {

namespace {

using nlohmann::json;

// Labels are written beside slices and fields.
constexpr std::size_t kLabelText = 200;

struct CollectorName
{
    std::string_view recorded;
    std::string_view collector;
    std::string_view collects;
};

// GCNameHelper of the JDK, with those of earlier releases.
constexpr std::array<CollectorName, 14> kCollectors = {{
    {"G1New", "G1", "young collection"},
    {"G1Old", "G1", "old collection"},
    {"G1Full", "G1", "full collection"},
    {"DefNew", "Serial", "young collection"},
    {"SerialOld", "Serial", "full collection"},
    {"ParallelScavenge", "Parallel", "young collection"},
    {"ParallelOld", "Parallel", "full collection"},
    {"PSMarkSweep", "Parallel", "full collection"},
    {"ParNew", "CMS", "young collection"},
    {"ConcurrentMarkSweep", "CMS", "old collection"},
    {"Z", "ZGC", "collection"},
    {"ZGC Minor", "ZGC", "young collection"},
    {"ZGC Major", "ZGC", "full collection"},
    {"Shenandoah", "Shenandoah", "collection"},
}};

const CollectorName* collectorNamed(std::string_view recorded)
{
    const auto found = std::ranges::find(kCollectors, recorded, &CollectorName::recorded);
    return found == kCollectors.end() ? nullptr : &*found;
}

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

std::string_view collectorWords(std::string_view name)
{
    const CollectorName* const known = collectorNamed(name);
    return known ? known->collector : name;
}

std::string collectionWords(std::string_view name)
{
    const CollectorName* const known = collectorNamed(name);
    return known ? std::string(known->collector) + ' ' + std::string(known->collects) : std::string(name);
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
