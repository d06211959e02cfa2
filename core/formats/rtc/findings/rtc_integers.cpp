#include "core/formats/rtc/findings/rtc_integers.h"

#include <algorithm>
#include <cmath>

namespace traceglass::rtc {

std::vector<std::byte> IntegerScale::content(std::int64_t value) const
{
    std::vector<std::byte> out;
    for (unsigned i = 0; i < m_format.bytes; ++i)
        out.push_back(std::byte(static_cast<std::uint64_t>(value) >> 8 * i & 0xff));
    if (m_format.bigEndian)
        std::ranges::reverse(out);
    return out;
}

double IntegerScale::integer(double told) const
{
    return std::round((told - this->told(0)) / (this->told(1) - this->told(0)));
}

}
