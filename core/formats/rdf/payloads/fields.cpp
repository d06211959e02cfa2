#include "core/formats/rdf/payloads/fields.h"

#include <algorithm>

namespace traceglass::rdf {

std::string valueText(std::uint64_t value, Unit unit)
{
    switch (unit) {
    case Unit::none: return grouped(value);
    case Unit::bytes:
        return value < 1000 ? counted(value, "byte", "bytes")
                            : sizeText(value) + " · " + grouped(value) + " bytes";
    case Unit::pages: return counted(value, "page", "pages");
    case Unit::hertz: return grouped(value) + " Hz";
    case Unit::megahertz: return grouped(value) + " MHz";
    case Unit::gpuTicks: return grouped(value) + " GPU ticks";
    case Unit::cpuTicks: return grouped(value) + " CPU ticks";
    case Unit::rmtTicks: return grouped(value) + " × 32 CPU ticks";
    case Unit::page: return value >> 52 ? hexNumber(value) + " pages" : hexNumber(value << 12);
    case Unit::pci:
        return std::to_string(value >> 16 & 0xffff) + ':' + std::to_string(value >> 8 & 0xff) + '.'
            + std::to_string(value & 0xff);
    case Unit::log2: return "2^" + std::to_string(value);
    case Unit::address:
    case Unit::hash:
    case Unit::handle:
    case Unit::flags: break;
    }
    return hexNumber(value);
}

std::string inWords(std::string name)
{
    std::ranges::replace(name, '_', ' ');
    return name;
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
