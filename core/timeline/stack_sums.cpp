#include "core/timeline/stack_sums.h"

#include "core/base/text.h"

#include <algorithm>
#include <limits>

namespace traceglass {

namespace {

constexpr std::uint32_t kUnknown = ~std::uint32_t(0);

}

void LineSpan::add(const LineSpan& other)
{
    if (!other.known())
        return;
    first = known() ? std::min(first, other.first) : other.first;
    last = std::max(last, other.last);
}

StackSums::StackSums(std::size_t mostNodes, std::size_t mostSamples)
    : m_mostNodes(mostNodes)
    , m_mostSamples(mostSamples)
{
}

std::uint32_t StackSums::nameId(std::string_view name)
{
    const auto [found, isNew] =
        m_nameIds.try_emplace(std::string(name), static_cast<std::uint32_t>(m_names.size()));
    if (isNew)
        m_names.push_back(found->first);
    return found->second;
}

std::uint32_t StackSums::child(std::uint32_t parent, std::uint32_t name)
{
    const std::uint64_t key = std::uint64_t(parent) << 32 | name;
    if (m_nodes.size() >= m_mostNodes) {
        const auto found = m_children.find(key);
        m_cut = m_cut || found == m_children.end();
        return found == m_children.end() ? kUnknown : found->second;
    }
    const auto [found, isNew] = m_children.try_emplace(key, static_cast<std::uint32_t>(m_nodes.size()));
    if (isNew)
        m_nodes.push_back({parent, name});
    return found->second;
}

std::uint32_t StackSums::leafOf(const StackFrames& frames, const StackSample& sample)
{
    if (sample.stack != StackSample::kNoStack) {
        const auto known = m_leafOfStack.find(sample.stack);
        if (known != m_leafOfStack.end())
            return known->second;
    }
    std::uint32_t node = kRoot;
    if (sample.truncated) {
        const std::uint32_t outer = child(node, nameId(kNotRecorded));
        node = outer == kUnknown ? node : outer;
    }
    m_nameOfFrame.resize(std::max(m_nameOfFrame.size(), frames.size()), kUnknown);
    m_cut = m_cut || sample.frames.size() > limits::kStackDepth;
    for (const std::uint32_t frame : sample.frames.first(std::min(sample.frames.size(), limits::kStackDepth))) {
        if (frame >= frames.size())
            continue;
        std::uint32_t& name = m_nameOfFrame[frame];
        if (name == kUnknown)
            name = nameId(frames[frame].name);
        const std::uint32_t next = child(node, name);
        if (next == kUnknown)
            break;
        node = next;
        if (const auto line = frames[frame].line; line && *line >= 0)
            m_nodes[node].lines.add({*line, *line});
    }
    if (sample.stack != StackSample::kNoStack)
        m_leafOfStack.emplace(sample.stack, node);
    return node;
}

void StackSums::add(const StackFrames& frames, const StackSample& sample)
{
    const std::uint32_t leaf = leafOf(frames, sample);
    const std::array<std::int64_t, 3> weights {1, sample.durationNs, sample.bytes};
    for (std::size_t i = 0; i < weights.size(); ++i) {
        // Held at the limit in sum, so that parts never exceed the whole.
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        const auto given = static_cast<std::uint64_t>(std::max<std::int64_t>(weights[i], 0));
        const std::uint64_t weight = std::min(given, kMost - m_totals[i]);
        m_nodes[leaf].self[i] += weight;
        m_totals[i] += weight;
    }
    if (m_samples.size() < m_mostSamples)
        m_samples.push_back({sample.startNs, sample.ref, leaf});
}

StackSums StackSums::turned(FlameWeight weight, Job& job) const
{
    StackSums out;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (isStoppedAt(i, job))
            break;
        const std::uint64_t self = m_nodes[i].self[static_cast<std::size_t>(weight)];
        std::uint32_t at = kRoot;
        auto from = self > 0 ? static_cast<std::uint32_t>(i) : kRoot;
        for (; from != kRoot; from = m_nodes[from].parent) {
            const std::uint32_t next = out.child(at, m_nodes[from].name);
            if (next == kUnknown)
                break;
            at = next;
            out.m_nodes[at].lines.add(m_nodes[from].lines);
        }
        out.m_nodes[at].self[static_cast<std::size_t>(weight)] += self;
    }
    return out;
}

std::string StackSums::collapsed(FlameWeight weight, Job& job, std::size_t most) const
{
    std::string out, line;
    std::vector<std::uint32_t> way;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (isStoppedAt(i, job))
            return {};
        const std::uint64_t self = m_nodes[i].self[static_cast<std::size_t>(weight)];
        if (self == 0 || i == kRoot)
            continue;
        way.clear();
        for (auto at = static_cast<std::uint32_t>(i); at != kRoot; at = m_nodes[at].parent)
            way.push_back(m_nodes[at].name);
        line.clear();
        for (auto name = way.rbegin(); name != way.rend(); ++name) {
            std::string frame = escaped(m_names[*name]);
            std::ranges::replace(frame, ';', ','); // a semicolon separates frames, so none may be in a name
            line += line.empty() ? "" : ";";
            line += frame;
        }
        line += ' ' + std::to_string(self) + '\n';
        if (out.size() + line.size() > most)
            break;
        out += line;
    }
    return out;
}

}
