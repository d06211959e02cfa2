#include "core/formats/rdf/payloads/fields.h"

#include <algorithm>

namespace traceglass::rdf {

std::string valueText(std::uint64_t value, FieldUnit unit)
{
    switch (unit) {
    case FieldUnit::none: return grouped(value);
    case FieldUnit::bytes:
        return value < 1000 ? counted(value, "byte", "bytes")
                            : sizeText(value) + " · " + grouped(value) + " bytes";
    case FieldUnit::pages: return counted(value, "page", "pages");
    case FieldUnit::hertz: return grouped(value) + " Hz";
    case FieldUnit::megahertz: return grouped(value) + " MHz";
    case FieldUnit::gpuTicks: return grouped(value) + " GPU ticks";
    case FieldUnit::cpuTicks: return grouped(value) + " CPU ticks";
    case FieldUnit::rmtTicks: return grouped(value) + " × 32 CPU ticks";
    case FieldUnit::page: return value >> 52 ? hexNumber(value) + " pages" : hexNumber(value << 12);
    case FieldUnit::pci:
        return std::to_string(value >> 16 & 0xffff) + ':' + std::to_string(value >> 8 & 0xff) + '.'
            + std::to_string(value & 0xff);
    case FieldUnit::log2: return "2^" + std::to_string(value);
    case FieldUnit::address:
    case FieldUnit::hash:
    case FieldUnit::handle:
    case FieldUnit::flags: break;
    }
    return hexNumber(value);
}

std::string inWords(std::string name)
{
    std::ranges::replace(name, '_', ' ');
    return name;
}

std::string nameIn(std::span<const std::string_view> names, std::uint64_t value)
{
    return value < names.size() ? std::string(names[static_cast<std::size_t>(value)]) : std::to_string(value);
}

std::string keyOfField(std::string_view name)
{
    std::string out;
    for (const char c : name) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
            out += lowered(c);
        else if (!out.empty() && out.back() != '_')
            out += '_';
    }
    return out;
}

}
