// What happens when in the capture of a GPU, for all who write their part of it. Times are microseconds from its
// beginning, where the first frame is submitted.
#pragma once

#include "core/formats/rdf/demo/demo_writer.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace traceglass::rdf::fight {

constexpr std::uint32_t kPci = 0x0300;
constexpr std::uint32_t kPid = 31'877;
constexpr std::uint64_t kGpuHz = 100'000'000, kCpuHz = 1'000'000'000;
constexpr std::uint64_t kEnd = 116'657;
constexpr std::uint32_t kFirstFrame = 4'812;

constexpr std::uint64_t gpuTick(std::uint64_t us)
{
    return 77'120'448'231 + us * (kGpuHz / 1'000'000);
}
constexpr std::uint64_t cpuTick(std::uint64_t us)
{
    return 9'812'004'112'000 + us * (kCpuHz / 1'000'000);
}

// The first call, when the GPU begins, for how long, and how long each queue is busy.
struct GpuFrame
{
    std::uint64_t call, begin, length, universal, compute;
};
constexpr std::array<GpuFrame, 8> kFrames = {{
    {0, 2, 8'782, 8'007, 2'335},
    {2'400, 8'785, 8'718, 7'949, 2'318},
    {11'000, 17'504, 8'390, 7'650, 2'231},
    {19'700, 25'895, 8'503, 7'753, 2'261},
    {28'300, 34'399, 8'961, 8'170, 2'383},
    {36'900, 43'361, 56'810, 12'000, 48'190},
    {45'500, 100'173, 8'405, 7'663, 2'235},
    {53'900, 108'581, 8'076, 7'363, 2'147},
}};
constexpr std::size_t kSlowFrame = 5; // of them

enum class Queue : std::uint8_t { universal, compute };

// What a frame submits, in the order of the calls. A line of the tree of markers is a marker, a space before it a level.
struct RenderPass
{
    std::string_view markers;
    Queue queue;
    std::uint64_t call;  // from the frame's first
    std::uint64_t usual; // how long it takes in a frame where its queue is busy for kUsual
    std::uint64_t slow;  // in the slow frame

    std::string_view name() const { return markers.substr(0, markers.find('\n')); }
};
constexpr std::array<std::uint64_t, 2> kUsual = {7'753, 2'261}; // by queue
constexpr std::array<RenderPass, 9> kPasses = {{
    {"shadow cascades\n cascade 0\n cascade 1\n cascade 2", Queue::universal, 0, 1'180, 1'250},
    {"depth prepass", Queue::universal, 500, 560, 590},
    {"particles\n spawn\n shockwave\n  ring 0: simulate\n  ring 1: simulate\n  ring 2: simulate\n  debris: "
     "collide\n"
     "   broad phase\n   narrow phase\n sort by depth\n write indirect draws",
     Queue::compute, 700, 1'601, 47'550},
    {"light culling", Queue::compute, 1'100, 660, 640},
    {"g-buffer\n terrain\n boss\n props", Queue::universal, 2'200, 2'070, 2'070},
    {"lighting\n sun\n point lights", Queue::universal, 3'900, 1'610, 1'750},
    {"transparents\n water", Queue::universal, 4'600, 610, 4'500},
    {"post\n bloom\n tone map", Queue::universal, 5'200, 1'260, 1'350},
    {"interface\n health bars", Queue::universal, 5'600, 463, 490},
}};
constexpr std::size_t kParticles = 2, kLightCulling = 3, kGBuffer = 4, kLighting = 5,
                      kInterface = 8; // passes

// When a pass ran.
struct Span
{
    std::uint64_t begin = 0, end = 0;
};
using FrameSpans = std::array<Span, kPasses.size()>;
FrameSpans spansOf(std::size_t frame);
std::uint64_t callAt(std::size_t frame, std::uint64_t call); // of a call so long behind the frame's first

void writeQueues(DemoWriter& out);
void writeMemory(DemoWriter& out);

}
