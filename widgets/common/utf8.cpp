#include "widgets/common/utf8.h"

namespace traceglass {

QString linesFromUtf8(std::string_view text)
{
    QString out;
    while (true) {
        const std::size_t end = text.find_first_of("\n\t");
        std::string_view piece = text.substr(0, end);
        if (end == std::string_view::npos)
            return out + fromUtf8(piece);
        if (text[end] == '\n' && piece.ends_with('\r'))
            piece.remove_suffix(1);
        out += fromUtf8(piece) + QLatin1Char(text[end]);
        text.remove_prefix(end + 1);
    }
}

}
