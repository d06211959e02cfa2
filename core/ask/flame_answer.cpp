// Summing up stacks for the flame graph.
#include "core/ask/answers.h"

#include <algorithm>

namespace traceglass::ask {

std::array<bool, 3> Flame::weightsOf(const std::vector<StackKind>& kinds, const std::string& kind)
{
    std::array<bool, 3> out {true, false, false};
    for (const StackKind& one : kinds) {
        if (!kind.empty() && one.name != kind)
            continue;
        out[1] = out[1] || one.durations;
        out[2] = out[2] || !one.bytes.empty();
    }
    return out;
}

FlameWeight Flame::weightFor(const std::vector<StackKind>& kinds, const std::string& kind,
                             std::optional<FlameWeight> wanted)
{
    const std::array<bool, 3> has = weightsOf(kinds, kind);
    if (wanted && has[static_cast<std::size_t>(*wanted)])
        return *wanted;
    if (kind.empty() && kinds.size() > 1) // bytes and times of different events do not add up
        return FlameWeight::count;
    return has[2] ? FlameWeight::bytes : has[1] ? FlameWeight::duration : FlameWeight::count;
}

Flame::Answer answer(const Flame& question, const Reading& of, Job& job)
{
    Flame::Answer out;
    const StacksFacet* const stacks = of.document.stacks();
    auto sums = std::make_shared<StackSums>();
    if (stacks) {
        out.kinds = stacks->kinds(of.timeline, job);
        const auto has = [&](const std::string& name) {
            return name.empty() || std::ranges::find(out.kinds, name, &StackKind::name) != out.kinds.end();
        };
        if (question.kind && has(*question.kind))
            out.kind = *question.kind;
        else if (!out.kinds.empty())
            out.kind = out.kinds.front().name;
        out.lines = std::ranges::any_of(out.kinds, [&](const StackKind& kind) {
            return kind.lines && (out.kind.empty() || kind.name == out.kind);
        });
        StackQuery query = question.query;
        if (!out.kind.empty())
            query.kinds = {out.kind};
        const auto done = stacks->read(
            of.timeline, query,
            [&](const StackFrames& frames, const StackSample& sample) {
                sums->add(frames, sample);
                return !job.stopRequested();
            },
            job);
        if (!done)
            out.error = done.error();
    }
    const FlameWeight weight = Flame::weightFor(out.kinds, out.kind, question.weight);
    out.graph = std::make_shared<FlameGraph>(FlameGraph::build(sums, weight, question.inverted, job));
    return out;
}

}
