// Samples with stacks added up: a tree of calls with what each stack weighs, from which flame graphs of any
// weight, upright or inverted, are made without reading the capture again.
//
//     auto sums = std::make_shared<StackSums>();
//     document.stacks()->read(timeline, query, [&](const StackFrames& frames, const StackSample& sample) {
//         sums->add(frames, sample); return true; }, job);
//     const FlameGraph graph = FlameGraph::build(sums, FlameWeight::count, false, job);   // flame_graph.h
//
// Durations are nanoseconds. Frames of one name below the same callers are one node, whatever their lines;
// a frame that calls itself gets a node below its own. Beyond the limits a stack ends at the last node there
// is (isCut()), and samples are only added up, not kept one by one.
#pragma once

#include "core/base/job.h"
#include "core/base/limits.h"
#include "core/timeline/stacks.h"

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

namespace traceglass {

enum class FlameWeight : std::uint8_t { count, duration, bytes };
constexpr std::array<std::string_view, 3> kFlameWeights = {"count", "duration", "bytes"}; // as commands have them

// The lines of the source a node's frames were on; nothing when none was recorded.
struct LineSpan
{
    int first = -1;
    int last = -1;

    bool known() const { return first >= 0; }
    void add(const LineSpan& other);
};

class StackSums
{
public:
    static constexpr std::uint32_t kRoot = 0;
    static constexpr std::string_view kNotRecorded = "[outer frames not recorded]";

    struct StackNode
    {
        std::uint32_t parent = kRoot; // parents stand before their children
        std::uint32_t name = 0;
        LineSpan lines {};
        std::array<std::uint64_t, 3> self {}; // by FlameWeight: of stacks that end here
    };
    struct Sample
    {
        std::int64_t startNs = 0;
        RecordRef ref;
        std::uint32_t node = kRoot; // its innermost frame
    };

    explicit StackSums(std::size_t mostNodes = limits::kFlameNodes,
                       std::size_t mostSamples = limits::kFlameSamples);

    void add(const StackFrames& frames, const StackSample& sample);

    const std::vector<StackNode>& nodes() const { return m_nodes; } // the first one is the root
    const std::vector<Sample>& samples() const { return m_samples; }
    std::string_view name(std::uint32_t id) const { return m_names[id]; }
    std::size_t nameCount() const { return m_names.size(); }
    std::uint64_t total(FlameWeight weight) const { return m_totals[static_cast<std::size_t>(weight)]; }
    bool isCut() const { return m_cut; }

    // The nodes of every stack from its innermost frame outwards, their names numbered as here.
    StackSums turned(FlameWeight weight, Job& job) const;
    // "main;run;work 12" a line, the outermost frame first; nothing when the job was stopped. Cut at `most`
    // bytes, on a line.
    std::string collapsed(FlameWeight weight, Job& job, std::size_t most = limits::kCollapsedBytes) const;

private:
    std::uint32_t nameId(std::string_view name);
    std::uint32_t child(std::uint32_t parent, std::uint32_t name);
    std::uint32_t leafOf(const StackFrames& frames, const StackSample& sample);

    std::size_t m_mostNodes;
    std::size_t m_mostSamples;
    std::vector<StackNode> m_nodes {StackNode {}};
    std::unordered_map<std::uint64_t, std::uint32_t> m_children; // parent << 32 | name
    std::vector<std::string> m_names {std::string()};            // of the root
    std::unordered_map<std::string, std::uint32_t> m_nameIds;
    std::vector<std::uint32_t> m_nameOfFrame; // by number of the frame
    std::unordered_map<std::uint32_t, std::uint32_t> m_leafOfStack;
    std::vector<Sample> m_samples;
    std::array<std::uint64_t, 3> m_totals {};
    bool m_cut = false;
};

}
