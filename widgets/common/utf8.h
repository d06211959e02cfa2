// Core speaks UTF-8 in std::string, Qt UTF-16 in QString: the way across.
#pragma once

#include <QString>
#include <string_view>

namespace traceglass {

inline QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}
