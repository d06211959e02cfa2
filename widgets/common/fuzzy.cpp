#include "widgets/common/fuzzy.h"

namespace traceglass {

namespace {

bool startsWord(QStringView text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber();
}

bool same(QChar a, QChar b)
{
    return a.toCaseFolded() == b.toCaseFolded();
}

// Greedy: each letter takes the next start of a word if there is one before the other letters run out, else
// the next place. `wordsFirst` off: always the next place.
std::optional<FuzzyMatch> walk(QStringView letters, QStringView text, bool wordsFirst)
{
    FuzzyMatch match;
    qsizetype from = 0;
    for (const QChar letter : letters) {
        if (letter.isSpace())
            continue;
        const auto next = [&](bool atWord) {
            qsizetype at = from;
            while (at < text.size() && !(same(text[at], letter) && (!atWord || startsWord(text, at))))
                ++at;
            return at < text.size() ? at : -1;
        };
        const bool continues = !match.places.empty() && from < text.size() && same(text[from], letter);
        qsizetype at = continues ? from : wordsFirst ? next(true) : -1;
        if (at < 0)
            at = next(false);
        if (at < 0)
            return {};
        match.score += continues ? 8 : 1;
        if (startsWord(text, at))
            match.score += 10;
        match.places.push_back(at);
        from = at + 1;
    }
    match.score -= static_cast<int>(text.size() / 8); // of equals the shorter
    return match;
}

}

std::optional<FuzzyMatch> fuzzyMatch(QStringView letters, QStringView text)
{
    auto best = walk(letters, text, true);
    auto plain = walk(letters, text, false);
    if (!best || (plain && plain->score > best->score))
        best = std::move(plain);
    return best;
}

}
