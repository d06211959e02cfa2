#include "app/cli/commands/completion.h"

#include "app/cli/commands/topics.h"
#include "app/cli/output.h"
#include "app/cli/tables.h"
#include "core/formats/all_rules.h"
#include "core/formats/formats.h"
#include "core/model/statistics_facet.h"

#include <filesystem>
#include <sstream>

namespace traceglass::cli {

namespace {

struct Offer
{
    std::string word;
    std::string about;
};

using Offers = std::vector<Offer>;

Offers ofWords(const std::vector<std::string>& words)
{
    Offers offers;
    for (const std::string& word : words)
        offers.push_back({word, {}});
    return offers;
}

Offers commandsOf(const CLI::App& app)
{
    Offers offers;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        offers.push_back({command->get_name(), command->get_description()});
    return offers;
}

Offers optionsOf(const CLI::App& command)
{
    Offers offers;
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_lnames().empty())
            offers.push_back({"--" + option->get_lnames().front(), option->get_description()});
    }
    return offers;
}

// The words that an option is limited to stand in its type: "WHAT:{slices,structure,notes}".
std::vector<std::string> choicesOf(const std::string& type)
{
    const std::size_t open = type.find('{');
    const std::size_t close = type.find('}', open);
    std::vector<std::string> choices;
    if (open == std::string::npos || close == std::string::npos)
        return choices;
    std::istringstream list(type.substr(open + 1, close - open - 1));
    for (std::string word; std::getline(list, word, ',');)
        choices.push_back(word);
    return choices;
}

// Of the capture that was named: it opens at once. What is read to its end for that is none.
std::vector<StatKind> tablesOf(const std::string& capture)
{
    std::error_code error;
    Job job;
    if (!std::filesystem::is_regular_file(capture, error) && !std::filesystem::is_directory(capture, error))
        return {};
    const auto document = openCapture(capture, job);
    const StatisticsFacet* const tables = document ? (*document)->statistics() : nullptr;
    return tables ? tables->kinds() : std::vector<StatKind>();
}

Offers valuesOf(const CLI::Option& option, const std::string& capture = {})
{
    const std::string type = option.get_type_name();
    const std::string place = option.get_positional() ? option.get_name(true) : type;
    if (place == "FILE" || place == "OUT" || place == "A" || place == "B")
        return ofWords({":files"});
    if (place == "DIR")
        return ofWords({":folders"});
    if (option.check_lname("by") || option.check_lname("table")) {
        std::vector<std::string> words = wordsFor(tablesOf(capture));
        if (option.check_lname("table"))
            words.insert(words.begin(), {"slices", "find", "records"});
        return ofWords(words);
    }
    if (!option.check_lname("explain"))
        return ofWords(choicesOf(type));
    Offers offers;
    for (const Rule& rule : allRules())
        offers.push_back({std::string(rule.id), std::string(rule.title)});
    return offers;
}

bool takesValue(const CLI::Option* option)
{
    return option && option->get_items_expected_max() > 0;
}

// The value of an option. What stands before it in its word, "--by=" or "longer,", is a part of the word offered.
Offers valuesBehind(const CLI::Option& option, std::string before, const std::string& value,
                    const std::string& capture)
{
    if (option.get_delimiter() != '\0')
        before += value.substr(0, value.rfind(option.get_delimiter()) + 1);
    Offers offers = valuesOf(option, capture);
    for (Offer& offer : offers) {
        if (!offer.word.starts_with(':'))
            offer.word = before + offer.word;
    }
    return offers;
}

// Behind a command: all words but the last one, which is being typed, are done.
Offers offersOf(const CLI::App& command, const std::vector<std::string>& typed)
{
    const auto optionOf = [&](const std::string& word) -> const CLI::Option* {
        const auto found =
            command.get_options([name = word.substr(0, word.find('='))](const CLI::Option* option) {
                return option->nonpositional() && option->check_name(name);
            });
        return found.empty() ? nullptr : found.front();
    };
    const CLI::Option* waiting = nullptr; // for its value
    bool isOption = true;                 // what begins with a dash; behind "--" nothing is
    std::size_t places = 0;               // that are taken
    std::string capture;                  // in the first of them
    for (auto word = typed.begin(); word + 1 != typed.end(); ++word) {
        const bool hasValue = waiting != nullptr;
        waiting = nullptr;
        if (hasValue)
            continue;
        if (!isOption || *word == "-" || !word->starts_with('-'))
            capture = places++ == 0 ? *word : capture;
        else if (*word == "--")
            isOption = false;
        else if (const auto* option = optionOf(*word);
                 takesValue(option) && word->find('=') == std::string::npos)
            waiting = option;
    }
    const std::string& last = typed.back();
    if (waiting)
        return valuesBehind(*waiting, {}, last, capture);
    if (isOption && last.starts_with('-')) {
        const std::size_t equals = last.find('=');
        if (equals == std::string::npos)
            return optionsOf(command);
        const auto* option = optionOf(last);
        return takesValue(option)
            ? valuesBehind(*option, last.substr(0, equals + 1), last.substr(equals + 1), capture)
            : Offers();
    }
    const auto all = command.get_options([](const CLI::Option* option) { return option->get_positional(); });
    if (places < all.size())
        return valuesOf(*all[places]);
    return !all.empty() && all.back()->get_items_expected_max() > 1 ? valuesOf(*all.back()) : Offers();
}

}

Exit printOffers(const CLI::App& app, const std::vector<std::string>& typed)
{
    Offers offers;
    if (typed.size() < 2) {
        const bool isOption = !typed.empty() && typed.front().starts_with('-');
        offers = isOption ? optionsOf(app) : commandsOf(app);
    } else if (typed.front() != "help") {
        for (const CLI::App* command :
             app.get_subcommands([&](const CLI::App* one) { return one->get_name() == typed.front(); }))
            offers = offersOf(*command, {typed.begin() + 1, typed.end()});
    } else if (typed.size() == 2) {
        offers = commandsOf(app);
        for (const auto& [name, about] : topicNames())
            offers.push_back({name, about});
    }
    Output out;
    for (const Offer& offer : offers) {
        if (offer.word.starts_with(':')
            || offer.word.starts_with(typed.empty() ? std::string() : typed.back()))
            out.write(offer.word + '\t' + offer.about + '\n');
    }
    return static_cast<Exit>(out.finish(kOk));
}

}
