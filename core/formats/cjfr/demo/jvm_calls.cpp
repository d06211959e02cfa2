#include "core/formats/cjfr/demo/jvm_calls.h"

#include <charconv>

namespace traceglass::cjfr {

namespace {

// Lines of one method that are met in samples: the same line every time would look made up.
constexpr int kLinesAMethod = 3;

struct Line
{
    std::size_t depth = 0;
    std::string_view method;
    int number = 0;
    int weight = 0;
    bool isNative = false;
    std::string_view place, group;
};

int numberIn(std::string_view text)
{
    int out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

std::string_view cutAt(std::string_view& text, char mark)
{
    const std::size_t end = std::min(text.find(mark), text.size());
    const std::string_view out = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return out;
}

// The text with its parts put in where they are named.
std::string withParts(std::string_view text)
{
    std::map<std::string_view, std::string> parts;
    std::string whole;
    std::string* out = &whole;
    while (!text.empty()) {
        const std::string_view row = cutAt(text, '\n');
        const std::size_t depth = std::min(row.find_first_not_of(' '), row.size());
        if (row.empty()) {
            out = &whole;
        } else if (row.starts_with('[')) {
            out = &parts[row.substr(1, row.size() - 2)];
        } else if (row[depth] != '=') {
            *out += std::string(row) + '\n';
        } else {
            std::string_view values = row.substr(depth + 1);
            std::string_view part = parts.at(cutAt(values, ' '));
            std::vector<std::string_view> given;
            while (!values.empty())
                given.push_back(cutAt(values, ' '));
            while (!part.empty()) {
                std::string_view line = cutAt(part, '\n');
                *out += std::string(depth, ' ') + std::string(cutAt(line, '$'));
                if (!line.empty()) // "$2" and what follows
                    *out += std::string(given[static_cast<std::size_t>(line[0] - '1')])
                        + std::string(line.substr(1));
                *out += '\n';
            }
        }
    }
    return whole;
}

Line readLine(std::string_view text)
{
    Line out;
    out.depth = text.find_first_not_of(' ');
    text.remove_prefix(out.depth);
    std::string_view place = cutAt(text, ' ');
    out.method = cutAt(place, ':');
    out.number = numberIn(place);
    while (!text.empty()) {
        const std::string_view word = cutAt(text, ' ');
        if (word == "native")
            out.isNative = true;
        else if (word.starts_with('*'))
            out.weight = numberIn(word.substr(1));
        else if (word.starts_with('@'))
            out.place = word.substr(1);
        else if (word.starts_with('#'))
            out.group = word.substr(1);
    }
    return out;
}

}

CallTree::CallTree(JvmRecorder& recorder, std::string_view text)
{
    const std::string whole = withParts(text);
    text = whole;
    struct Caller
    {
        std::uint32_t frame;
        std::string_view group;
    };
    std::vector<Caller> callers; // the outermost first
    const auto stackOf = [&](std::uint32_t top) {
        std::vector<std::uint32_t> frames {top};
        for (std::size_t i = callers.size() - 1; i-- > 0;)
            frames.push_back(callers[i].frame);
        return recorder.addStack(std::move(frames));
    };
    while (!text.empty()) {
        const std::string_view row = cutAt(text, '\n');
        if (row.empty())
            continue;
        const Line line = readLine(row);
        callers.resize(std::min(line.depth, callers.size()));
        const std::string_view group =
            !line.group.empty() || callers.empty() ? line.group : callers.back().group;
        callers.push_back({recorder.frame(line.method, line.number, line.isNative), group});
        if (!line.place.empty())
            m_places.emplace(line.place, stackOf(callers.back().frame));
        if (line.weight == 0)
            continue;
        m_methods.push_back(recorder.methodNamed(line.method));
        std::vector<std::uint32_t>& stacks = m_groups[std::string(group)];
        for (int near = 0; near < kLinesAMethod; ++near) {
            const std::uint32_t stack =
                stackOf(recorder.frame(line.method, line.number + near, line.isNative));
            stacks.insert(stacks.end(), static_cast<std::size_t>(line.weight), stack);
        }
    }
}

std::uint32_t CallTree::place(std::string_view name) const
{
    const auto found = m_places.find(name);
    return found == m_places.end() ? kNobody : found->second;
}

std::uint32_t CallTree::sampled(std::string_view group, DemoRandom& random) const
{
    const auto found = m_groups.find(group);
    if (found == m_groups.end())
        return kNobody;
    const std::vector<std::uint32_t>& stacks = found->second;
    return stacks[static_cast<std::size_t>(random.below(stacks.size()))];
}

std::uint32_t CallTree::someMethod(DemoRandom& random) const
{
    return m_methods[static_cast<std::size_t>(random.below(m_methods.size()))];
}

}
