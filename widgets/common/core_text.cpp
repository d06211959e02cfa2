#include "widgets/common/core_text.h"

#include "core/base/text.h"
#include "widgets/common/utf8.h"

#include <QCoreApplication>
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace traceglass {

namespace {

constexpr const char* kContext = "Core";

// Languages tell numbers apart by their last digits and by how small they are.
int pluralOf(std::uint64_t count)
{
    constexpr std::uint64_t kMillion = 1'000'000;
    return static_cast<int>(count < kMillion ? count : kMillion + count % kMillion);
}

// What stands in the places of a sentence, in their order; nothing: it is another one.
std::optional<std::vector<std::string_view>> placesIn(std::string_view text, std::string_view sentence)
{
    std::vector<std::string_view> out;
    for (int place = 1;; ++place) {
        const std::string mark = '%' + std::to_string(place);
        const std::size_t end = sentence.find(mark);
        const std::string_view before = sentence.substr(0, end);
        const std::size_t at = place == 1 ? (text.starts_with(before) ? 0 : text.npos)
            : end == sentence.npos        ? (text.ends_with(before) ? text.size() - before.size() : text.npos)
                                          : text.find(before);
        if (at == text.npos)
            return {};
        if (place > 1)
            out.push_back(text.substr(0, at));
        if (end == sentence.npos)
            return out;
        text.remove_prefix(at + before.size());
        sentence.remove_prefix(end + mark.size());
    }
}

// What was put in is none of the sentence's own: "%1" in the text of a capture stays.
QString filled(const QString& sentence, const std::vector<QString>& places)
{
    QString out;
    for (qsizetype at = 0; at < sentence.size(); ++at) {
        const int place = at + 1 < sentence.size() ? sentence[at + 1].digitValue() : -1;
        const bool isPlace =
            sentence[at] == QLatin1Char('%') && place > 0 && place <= static_cast<int>(places.size());
        out += isPlace ? places[static_cast<std::size_t>(place - 1)] : QString(sentence[at]);
        at += isPlace ? 1 : 0;
    }
    return out;
}

}

QString coreText(std::string_view text)
{
    const QByteArray source(text.data(), static_cast<qsizetype>(text.size()));
    const QString translated = QCoreApplication::translate(kContext, source.constData());
    return translated == QString::fromUtf8(source) ? fromUtf8(text) : translated;
}

QString countedText(std::uint64_t count, std::string_view one, std::string_view many)
{
    const QByteArray source = "%1 " + QByteArray(many.data(), static_cast<qsizetype>(many.size()));
    const QString translated =
        QCoreApplication::translate(kContext, source.constData(), nullptr, pluralOf(count));
    return translated == QString::fromUtf8(source) ? fromUtf8(counted(count, one, many))
                                                   : translated.arg(fromUtf8(grouped(count)));
}

QString coreSentence(std::string_view text)
{
    for (const std::string_view sides : {"A: ", "B: ", "A, B: "}) // of a comparison: whose it is
        if (text.starts_with(sides))
            return fromUtf8(sides) + coreSentence(text.substr(sides.size()));
    const std::size_t digits = std::min(text.find_first_not_of("0123456789,"), text.size());
    std::uint64_t count = 0;
    for (const char c : text.substr(0, digits))
        count = c == ',' ? count : count * 10 + static_cast<std::uint64_t>(c - '0');
    const bool isCounted =
        digits > 0 && text.substr(digits).starts_with(' ') && grouped(count) == text.substr(0, digits);
    if (!isCounted) {
        for (const char* const sentence : coreSentences()) {
            const auto places = placesIn(text, sentence);
            if (!places)
                continue;
            std::vector<QString> told;
            for (const std::string_view place : *places)
                told.push_back(coreSentence(place));
            return filled(coreText(sentence), told);
        }
        return coreText(text);
    }
    const std::string_view words = text.substr(digits + 1);
    const QString told = countedText(count, words, words);
    // Of one thing: the list has it by its plural.
    return count == 1 && told == fromUtf8(text) ? countedText(count, words, std::string(words) + 's') : told;
}

}
