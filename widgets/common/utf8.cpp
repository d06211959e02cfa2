#include "widgets/common/utf8.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr char16_t kRawByte = 0xdc00; // and the byte

bool isRawByte(QChar letter)
{
    return letter.unicode() >= kRawByte + 0x80 && letter.unicode() <= kRawByte + 0xff;
}

}

QString pathText(const std::filesystem::path& path)
{
    std::string_view bytes = path.native();
    if (isValidUtf8(bytes))
        return exactFromUtf8(bytes);
    QString out;
    while (!bytes.empty()) {
        const std::size_t length = utf8Length(bytes);
        if (length > 0)
            out += exactFromUtf8(bytes.substr(0, length));
        else
            out += QChar(char16_t(kRawByte + static_cast<unsigned char>(bytes.front())));
        bytes.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

std::filesystem::path pathOf(const QString& text)
{
    std::string out;
    qsizetype done = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            ++i; // both are one character
        } else if (isRawByte(text[i])) {
            out +=
                text.sliced(done, i - done).toStdString() + static_cast<char>(text[i].unicode() - kRawByte);
            done = i + 1;
        }
    }
    return out + text.sliced(done).toStdString();
}

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
