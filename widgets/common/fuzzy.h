// Finds commands by a few of their letters: "gof" matches "Go to offset".
//
//     if (auto match = fuzzyMatch(u"gof", u"Go to offset")) sortBy(match->score);
//
// All letters must occur in order, ignoring case; starts of words and letters in a row score higher.
#pragma once

#include <QStringView>
#include <optional>
#include <vector>

namespace traceglass {

struct FuzzyMatch
{
    int score = 0;
    std::vector<qsizetype> places; // of the letters, for showing them
};

std::optional<FuzzyMatch> fuzzyMatch(QStringView letters, QStringView text);

}
