// A text of ours with moments in it. They are written as the command line tells them, and it is known where they stand, so
// that a window tells them as its user wants times to be told.
//
//     TimedText text = "From " + findings::momentText(timeline, ns) + " on";
//     text.words                // "From +2.30 s on"
//     text.with([](std::int64_t viewNs) { return absoluteText(viewNs); })    // "From 2026-05-28 20:28:46.300000 on"
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace traceglass {

struct TimedText
{
    struct Told // a moment: which bytes of the words tell it
    {
        std::size_t at = 0, length = 0;
        std::int64_t viewNs = 0;
    };

    TimedText() = default;
    // What has no moments is one, too.
    TimedText(std::string text) // NOLINT(google-explicit-constructor)
        : words(std::move(text))
    {
    }
    TimedText(const char* text) // NOLINT(google-explicit-constructor)
        : words(text)
    {
    }

    bool empty() const { return words.empty(); }
    TimedText& operator+=(const TimedText& more)
    {
        for (const Told& each : more.moments)
            moments.push_back({words.size() + each.at, each.length, each.viewNs});
        words += more.words;
        return *this;
    }
    friend TimedText operator+(TimedText text, const TimedText& more) { return std::move(text += more); }

    // The words with other texts of the moments.
    template <class TextOf>
    std::string with(const TextOf& textOf) const
    {
        std::string out;
        std::size_t at = 0;
        for (const Told& each : moments) {
            out.append(words, at, each.at - at).append(textOf(each.viewNs));
            at = each.at + each.length;
        }
        return out.append(words, at);
    }

    std::string words;
    std::vector<Told> moments; // in their order
};

}
