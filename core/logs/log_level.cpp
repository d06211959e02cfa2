#include "core/logs/log_level.h"

#include "core/base/text.h"
#include "core/logs/log_fields.h"
#include "core/logs/log_text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace traceglass::logs {

namespace {

// Of a line: what stands before a message is shorter, and this is asked of every line.
constexpr std::size_t kLineHead = 256;
// Of a text of several lines: more may be a whole dump, which begins with what it is.
constexpr std::size_t kTextHead = 2'000;
constexpr char kColour = '\x1b'; // stands for each that a text has

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

template <class Is>
std::string_view frontOf(std::string_view text, const Is& is)
{
    return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, is) - text.begin()));
}
std::string_view behind(std::string_view text, std::size_t length)
{
    return text.substr(std::min(length, text.size()));
}

// Without those in front, and without colours.
std::string_view withoutBlanks(std::string_view text)
{
    return behind(text, frontOf(text, [](char c) { return isBlank(c) || c == kColour; }).size());
}

std::string_view tokenOf(std::string_view text)
{
    return frontOf(text, [](char c) { return !isBlank(c) && c != kColour; });
}

// What became of something is a level only where it is marked as such: "FAILED: no answer", not "FAILED 3 of 12".
bool isOutcome(std::string_view word)
{
    constexpr std::array<std::string_view, 3> kOutcomes = {"fail", "failed", "panic"};
    return std::ranges::any_of(kOutcomes, [&](std::string_view each) { return isSameText(word, each); });
}

// As others say it: levels where they are marked as such only, for they are words of sentences, too.
std::size_t levelOfOtherLanguage(std::string_view word)
{
    constexpr std::array<std::pair<std::string_view, std::size_t>, 5> kWords = {
        {{"fehler", 5}, {"erreur", 5}, {"warnung", 4}, {"avertissement", 4}, {"advertencia", 4}}};
    const auto* const found =
        std::ranges::find_if(kWords, [&](const auto& each) { return isSameText(word, each.first); });
    return found == kWords.end() ? kNoLogLevel : found->second;
}
bool isOfOtherLanguage(std::string_view word)
{
    return levelOfOtherLanguage(word) != kNoLogLevel;
}

std::size_t levelOfWord(std::string_view word)
{
    constexpr std::array<std::pair<std::string_view, std::size_t>, 18> kWords = {{{"trace", 1},
                                                                                  {"verbose", 1},
                                                                                  {"debug", 2},
                                                                                  {"dbg", 2},
                                                                                  {"info", 3},
                                                                                  {"inf", 3},
                                                                                  {"notice", 3},
                                                                                  {"warn", 4},
                                                                                  {"warning", 4},
                                                                                  {"wrn", 4},
                                                                                  {"error", 5},
                                                                                  {"err", 5},
                                                                                  {"erro", 5},
                                                                                  {"critical", 5},
                                                                                  {"crit", 5},
                                                                                  {"alert", 5},
                                                                                  {"emerg", 5},
                                                                                  {"fatal", 5}}};
    const auto* const found =
        std::ranges::find_if(kWords, [&](const auto& each) { return isSameText(word, each.first); });
    if (found != kWords.end())
        return found->second;
    return isOutcome(word) ? kErrorLevel : levelOfOtherLanguage(word);
}

std::size_t levelOfLetter(char letter)
{
    constexpr std::string_view kLetters = "VDIWEF";
    constexpr std::array<std::size_t, kLetters.size()> kLevels = {1, 2, 3, 4, 5, 5};
    const std::size_t at = kLetters.find(letter);
    return at == kLetters.npos ? kNoLogLevel : kLevels[at];
}

bool isInCapitals(std::string_view word)
{
    return std::ranges::all_of(word, [](char c) { return lowered(c) != c; });
}

// "-", "|" and ":" between blanks.
bool isSeparator(std::string_view text)
{
    constexpr std::string_view kSeparators = "-|:";
    return !text.empty() && kSeparators.find(text.front()) != kSeparators.npos
        && (text.size() == 1 || isBlank(text[1]));
}

// There is none: "ERROR: 0 errors", "ALERT: none", "error: no error", but "error: none of them answers".
bool isNone(std::string_view text)
{
    const auto wordOf = [](std::string_view from) {
        const std::string_view token = tokenOf(withoutBlanks(from));
        return token.substr(0, token.find_last_not_of(".,;!") + 1);
    };
    text = withoutBlanks(text);
    const std::string_view word = wordOf(text), next = wordOf(text.substr(word.size()));
    return word == "0" || (isSameText(word, "none") && !isSameText(next, "of"))
        || (isSameText(word, "no") && (isSameText(next, "error") || isSameText(next, "errors")));
}

// What is measured may be called so: "error: 0.02", "E: 12".
bool isValue(std::string_view text)
{
    text = withoutBlanks(text);
    const std::string_view number = behind(text, text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    return (!number.empty() && (isDigit(number.front()) || number.front() == '.')) || isNone(text);
}

// A number, its unit perhaps, and nothing else: "[W] 300 [H] 200", but "[W] 3 retries are left".
bool isReading(std::string_view text)
{
    if (!isValue(text))
        return false;
    for (int i = 0; i < 2 && !text.starts_with('['); ++i) {
        text = withoutBlanks(text);
        text = withoutBlanks(text.substr(tokenOf(text).size()));
    }
    return text.empty() || text.starts_with('[');
}

// "[error]", "<err>", "[E]", "(EE)", "[12:00:00 ERROR main.c:12]"; "[EE] [0A]" may be bytes.
std::size_t levelInBrackets(char bracket, std::string_view inside, std::string_view rest)
{
    inside = withoutBlanks(inside);
    while (!inside.empty() && isDigit(inside.front()))
        inside = withoutBlanks(behind(inside, tokenOf(inside).size()));
    const std::string_view word = frontOf(inside, isLetter), more = inside.substr(word.size());
    const std::string_view message = withoutBlanks(rest);
    const bool isAll = withoutBlanks(more).empty();
    if (isAll && word.size() == 1)
        return bracket == '(' || isReading(message) ? kNoLogLevel : levelOfLetter(word.front());
    if (isAll && word.size() == 2 && word[0] == word[1])
        return !message.empty() && isLetter(message.front()) ? levelOfLetter(word.front()) : kNoLogLevel;
    if (isOutcome(word) || isOfOtherLanguage(word))
        return !isAll || isReading(message) ? kNoLogLevel : levelOfWord(word);
    return isAll || (isInCapitals(word) && isBlank(more.front())) ? levelOfWord(word) : kNoLogLevel;
}

// "Jan  2 03:04:05"
bool isMonth(std::string_view word)
{
    constexpr std::string_view kMonths = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
    const std::size_t at = kMonths.find(word);
    return word.size() == 3 && at != kMonths.npos && at % 4 == 0;
}

// What stands before a message or a level: times, what is in brackets, and what is neither letter nor digit.
struct Stamps
{
    std::string_view rest;
    std::size_t level = kNoLogLevel; // that one of the brackets tells
    bool hasAny = false;
    bool hasMonth = false; // a host comes next
    bool endsWithZero = false;
};

Stamps stampsOf(std::string_view text)
{
    constexpr std::string_view kOpening = "[(<", kClosing = "])>";
    Stamps out;
    while (out.level == kNoLogLevel) {
        text = withoutBlanks(text);
        if (text.empty())
            break;
        const char first = text.front();
        const std::size_t bracket = kOpening.find(first);
        const std::size_t end =
            bracket == kOpening.npos ? text.npos : text.substr(0, kLineHead).find(kClosing[bracket]);
        if (end != text.npos) {
            out.level = levelInBrackets(first, text.substr(1, end - 1), text.substr(end + 1));
            out.hasAny = true;
            out.endsWithZero = false;
            text.remove_prefix(end + 1);
        } else if (isDigit(first)) {
            out.hasAny = true;
            out.endsWithZero = tokenOf(text) == "0";
            text.remove_prefix(tokenOf(text).size());
        } else if (isLetter(first)) {
            const std::string_view next = withoutBlanks(behind(text, 3));
            if (!isMonth(tokenOf(text)) || next.empty() || !isDigit(next.front()))
                break;
            out.hasMonth = true;
            text = next;
        } else if (first == '{' || first == '_' || static_cast<unsigned char>(first) >= 0x80) {
            break;
        } else {
            out.endsWithZero = false;
            text.remove_prefix(1);
        }
    }
    out.rest = text;
    return out;
}

// As kernels and syslog say it: what is less than eight of "<4>" or "<28>" is the severity.
std::size_t levelOfPriority(std::string_view text)
{
    constexpr std::array<std::size_t, 8> kLevels = {5, 5, 5, 5, 4, 3, 3, 2};
    const std::size_t end = text.starts_with('<') ? text.substr(0, 5).find('>') : text.npos;
    if (end == text.npos || end + 1 == text.size() || isBlank(text[end + 1]))
        return kNoLogLevel;
    const auto priority = asNumber<unsigned>(text.substr(1, end - 1));
    return priority && *priority < 192 ? kLevels[*priority % kLevels.size()] : kNoLogLevel; // 24 facilities
}

// As small systems say it: "E (1234) wifi: no answer", "W/Sensor: hot", "E: no answer", "E wifi: no answer" behind a time,
// "E0102 03:04:05.678901 12 wifi.cc:34] no answer". Behind a name only the third of these: "wifi: E: no answer".
std::size_t levelOfLetters(std::string_view token, std::string_view rest, bool isStamped, bool isNamed)
{
    const std::string_view next = withoutBlanks(rest), more = token.substr(1);
    const auto isBeforeTime = [&] {
        const std::string_view time =
            frontOf(behind(next, 1), [](char c) { return isDigit(c) || c == ':' || c == '.'; });
        return next.starts_with('(') && !time.empty() && behind(next, time.size() + 1).starts_with(')');
    };
    const auto isBeforeTag = [&] {
        const std::string_view tag = frontOf(next, [](char c) { return !isBlank(c) && c != ':'; });
        return isStamped && !tag.empty() && withoutBlanks(next.substr(tag.size())).starts_with(':');
    };
    const auto isOnTag = [&] {
        return more.size() > 1 && more[0] == '/' && isLetter(more[1])
            && (more.ends_with(':') || more.ends_with('('));
    };
    const auto isOnDate = [&] {
        return (more.size() == 4 || more.size() == 8) && std::ranges::all_of(more, isDigit) && next.size() > 2
            && isDigit(next[0]) && isDigit(next[1]) && next[2] == ':';
    };
    const bool isBeforeMessage = more == ":" && !next.empty() && !isValue(next);
    const bool isFirst = more.empty() ? isBeforeTime() || isBeforeTag() : isOnTag() || isOnDate();
    return isBeforeMessage || (isFirst && !isNamed) ? levelOfLetter(token.front()) : kNoLogLevel;
}

// How many there were, and there were none: "ERROR COUNT 0", "ERR CNT: 0", "ERROR CODE = 0x00".
bool isCountOfNone(std::string_view text)
{
    constexpr std::array<std::string_view, 5> kCounts = {"count", "counter", "cnt", "code", "total"};
    constexpr std::string_view kBetween = ":=", kOfZero = "0xX.,;! ";
    text = withoutBlanks(text);
    const std::string_view word = frontOf(text, isLetter);
    if (std::ranges::any_of(kCounts, [&](std::string_view each) { return isSameText(word, each); }))
        text = withoutBlanks(text.substr(word.size()));
    text = withoutBlanks(
        behind(text, frontOf(text, [&](char c) { return kBetween.find(c) != kBetween.npos; }).size()));
    return text.starts_with('0') && text.find_first_not_of(kOfZero) == text.npos;
}

// What stands behind the word of "0 ERROR", "0 ERROR(S)", "0 ERROR, 2 WARNING".
bool endsCount(std::string_view text)
{
    constexpr std::string_view kEnds = ",.;(";
    return text.empty() || kEnds.find(text.front()) != kEnds.npos;
}

// A word of a sentence is no level: "error rate is 5 %". One that is marked as such is, or in capitals unless it is what
// something is: "state: ERROR".
bool isMarkedLevel(std::string_view word, std::string_view rest, bool isNamed)
{
    constexpr std::string_view kEnds = " \t\x1b:!,|([*";
    if (isOfOtherLanguage(word)) {
        const std::string_view next = withoutBlanks(rest); // "ERREUR : no answer"
        return isInCapitals(word) && next.starts_with(':') && !next.starts_with("::")
            && !isValue(next.substr(1));
    }
    const bool isLoud = isInCapitals(word) && !isOutcome(word);
    if ((rest.starts_with(':') && isNone(rest.substr(1))) || isCountOfNone(rest))
        return false;
    if (isLoud && !isNamed)
        return rest.empty() || kEnds.find(rest.front()) != kEnds.npos;
    if (rest.starts_with("::"))
        return false;
    if (rest.starts_with(':') || rest.starts_with('!'))
        return isLoud || !isValue(rest.substr(1));
    const std::string_view next = withoutBlanks(rest);
    return rest.starts_with(kColour)
        || (next.size() < rest.size() && isSeparator(next) && (isLoud || !isValue(next.substr(1))));
}

// What stands in the quotes at the front.
std::string_view inQuotes(std::string_view text)
{
    return JsonPart {JsonPart::Kind::string, text.substr(0, lengthInQuotes(text)), {}}.inQuotes();
}

// By tens, as some write it into JSON: 30 is info.
std::size_t levelOfNumber(std::string_view number)
{
    constexpr std::size_t kStep = 10;
    const auto value = asNumber<std::size_t>(number);
    const bool isOne = value && *value % kStep == 0 && *value >= kStep && *value <= (kErrorLevel + 1) * kStep;
    return isOne ? std::min(*value / kStep, kErrorLevel) : kNoLogLevel;
}

// Of the object itself, not of what is in it: {"level":"error","tank":{"level":"critical"}}. A number or a letter may be a
// reading where no message is beside it.
std::size_t levelOfJson(std::string_view text)
{
    std::optional<std::size_t> word;
    std::size_t brief = kNoLogLevel;
    bool hasMessage = false;
    eachJsonPart(text, [&](const JsonPart& part) {
        if (part.depth != 1 || part.kind == JsonPart::Kind::other)
            return;
        if (part.kind == JsonPart::Kind::key) {
            hasMessage = hasMessage || isKeyOfMessage(part.key);
        } else if (isKeyOfLevel(part.key)) {
            if (part.kind == JsonPart::Kind::number)
                brief = levelOfNumber(part.text);
            else if (const std::string_view told = part.inQuotes(); told.size() == 1)
                brief = levelOfLetter(told.front());
            else if (!word)
                word = levelOfWord(told);
        }
    });
    return word ? *word : hasMessage ? brief : kNoLogLevel;
}

std::size_t levelOfLine(std::string_view line)
{
    std::string_view text = withoutBlanks(line.substr(0, kLineHead));
    if (const std::size_t level = levelOfPriority(text); level != kNoLogLevel)
        return level;
    bool isStamped = false, isNamed = false;
    for (;;) {
        const Stamps stamps = stampsOf(text);
        text = stamps.rest;
        isStamped = isStamped || stamps.hasAny;
        if (stamps.level != kNoLogLevel)
            return stamps.level;
        if (text.starts_with('{'))
            return levelOfJson(text);
        if (text.empty() || !isLetter(text.front()))
            return kNoLogLevel;

        const std::string_view key =
            frontOf(text, [](char c) { return isLetter(c) || c == '_' || c == '.'; });
        if (const std::string_view value = behind(text, key.size() + 1);
            text.substr(key.size()).starts_with('=')) {
            const bool isQuoted = value.starts_with('"');
            const std::string_view told = isQuoted ? inQuotes(value) : tokenOf(value);
            if (isKeyOfLevel(key))
                return levelOfWord(told);
            text = behind(value, told.size() + (isQuoted ? 2 : 0));
            continue;
        }
        const std::string_view token = tokenOf(text), rest = text.substr(token.size());
        if (const std::size_t level = levelOfLetters(token, rest, isStamped, isNamed); level != kNoLogLevel)
            return level;
        const std::string_view word = frontOf(text, isLetter);
        if (stamps.endsWithZero && endsCount(text.substr(word.size())))
            return kNoLogLevel;
        if (const std::size_t level = levelOfWord(word);
            level != kNoLogLevel && isMarkedLevel(word, text.substr(word.size()), isNamed))
            return level;
        // Names may stand before it: "wifi: error: no answer", "main - ERROR - no answer".
        if (!token.ends_with(':') && !isSeparator(withoutBlanks(rest)) && !stamps.hasMonth)
            return kNoLogLevel;
        isNamed = true;
        text = rest;
    }
}

struct Words
{
    int count = 0; // of what stands between blanks and has a letter
    bool hasNumber = false;
};

// Behind times and what is in brackets.
Words wordsOf(std::string_view text)
{
    std::string room;
    Words out;
    bool isInWord = false, hasLetter = false; // of what stands between blanks
    for (const char c : stampsOf(plainText(text.substr(0, kTextHead), room)).rest) {
        out.hasNumber = out.hasNumber || (isDigit(c) && !isInWord);
        const bool isOfLetters = isLetter(c) || static_cast<unsigned char>(c) >= 0x80;
        isInWord = isOfLetters || isDigit(c) || c == '_';
        out.count += isOfLetters && !hasLetter ? 1 : 0;
        hasLetter = (hasLetter || isOfLetters) && !isWhite(c);
    }
    return out;
}

// What went wrong is no reading, whatever numbers are in it: "DMA overrun on channel 3".
bool namesTrouble(std::string_view text)
{
    constexpr std::array<std::string_view, 12> kTrouble = {"overrun", "underrun",  "overflow",  "underflow",
                                                           "timeout", "timed out", "retry",     "failed",
                                                           "dropped", "invalid",   "corrupted", "mismatch"};
    return std::ranges::any_of(kTrouble, [&](auto word) { return findText(text, word) != text.npos; });
}

}

std::size_t logLevel(std::string_view text)
{
    std::string room;
    std::string_view rest = plainText(text.substr(0, kTextHead), room, std::string_view(&kColour, 1));
    std::size_t worst = kNoLogLevel;
    while (!rest.empty()) // an object may have several lines
        worst = std::max(worst, levelOfLine(takePart(rest, rest.starts_with('{') ? "" : "\r\n")));
    return worst;
}

std::string_view logLevelName(std::size_t level)
{
    constexpr std::array<std::string_view, 6> kLevels = {"", "trace", "debug", "info", "warn", "error"};
    return kLevels[std::min(level, kLevels.size() - 1)];
}

bool hasWords(std::string_view text)
{
    return wordsOf(text).count > 1;
}
bool isSentence(std::string_view text)
{
    const Words words = wordsOf(text);
    return words.count > 1 && (!words.hasNumber || namesTrouble(text.substr(0, kTextHead)));
}

}
