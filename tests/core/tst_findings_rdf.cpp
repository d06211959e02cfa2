// Rules for captures of a GPU: each with a capture that fires and one a hair below, each guard with its false alarm, and
// the demo.
#include "core/formats/demo.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "tests/support/corpus.h"
#include "tests/support/findings.h"
#include "tests/support/gpu_chunks.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <functional>

using namespace traceglass;
using namespace traceglass::made_payloads;

namespace {

constexpr std::uint64_t kCpuTick = 10, kGpuTick = 100; // a µs
constexpr std::uint64_t kMs = 1'000;

// Submits by µs, on two queues.
class GpuRun
{
public:
    explicit GpuRun(int calibrations = 2)
    {
        m_chunks = {asic(kGpuTick * 1'000'000), queueInfo(1, 1), queueInfo(2, 2)};
        // 10 MHz are the CPU's: what the calibrations say.
        for (int i = 0; i < calibrations; ++i)
            m_chunks.push_back(calibration(cpu(static_cast<std::uint64_t>(i) * 1'000),
                                           gpu(static_cast<std::uint64_t>(i) * 1'000)));
        if (calibrations < 2)
            m_chunks.push_back(systemInfo(R"({"os":{"type":"Windows"}})"));
    }
    void submit(std::uint64_t queue, std::uint64_t frame, std::uint64_t call, std::uint64_t begin,
                std::uint64_t end)
    {
        m_chunks.push_back(submitted(queue, 0, ++m_buffers, cpu(call), gpu(begin), gpu(end), 0, frame));
    }
    // One that never ran.
    void call(std::uint64_t queue, std::uint64_t frame, std::uint64_t at)
    {
        m_chunks.push_back(submitted(queue, 0, ++m_buffers, cpu(at), 0, 0, 0, frame));
    }
    void signal(std::uint64_t at) { m_chunks.push_back(submitted(1, 1, 0, cpu(at), 0, 0, 7)); }
    // The first queue waits for a semaphore that the second one signals.
    void waitForOther(std::uint64_t at)
    {
        m_chunks.push_back(submitted(2, 1, 0, cpu(at), 0, 0, 9));
        m_chunks.push_back(submitted(1, 2, 0, cpu(at), 0, 0, 9));
    }
    void present(std::uint64_t frame, std::uint64_t at)
    {
        m_chunks.push_back(submitted(1, 3, 0, cpu(at), gpu(at), 0, frame, frame));
    }
    void setCoreClock(std::uint64_t hz, std::uint64_t highest)
    {
        m_chunks.front() = asic(kGpuTick * 1'000'000, hz, highest);
    }
    void add(ChunkOf chunk) { m_chunks.push_back(std::move(chunk)); }

    // With so many of its last chunks cut off: the index stands at the end.
    std::filesystem::path save(const QTemporaryDir& folder, std::size_t lost = 0) const
    {
        constexpr std::size_t kEntry = 64;
        const std::filesystem::path path = folder.filePath("gpu.rdf").toStdString();
        Bytes bytes = captureOf(m_chunks);
        bytes.resize(bytes.size() - lost * kEntry);
        return writeFile(path, bytes) ? path : std::filesystem::path();
    }

private:
    static std::uint64_t cpu(std::uint64_t us) { return 1'000'000 + us * kCpuTick; }
    static std::uint64_t gpu(std::uint64_t us) { return 50'000'000 + us * kGpuTick; }

    std::vector<ChunkOf> m_chunks;
    std::uint32_t m_buffers = 0;
};

using Build = std::function<void(GpuRun&)>;

// Frames of 8 ms side by side, the one of that number longer.
void frames(GpuRun& run, int count, int slow, std::uint64_t length)
{
    std::uint64_t at = 100;
    for (int i = 0; i < count; ++i) {
        const std::uint64_t end = at + (i == slow ? length : 8 * kMs);
        run.submit(1, static_cast<std::uint64_t>(i), at - 50, at, end);
        at = end;
    }
}

// Side by side, as long as each of these.
void sideBySide(GpuRun& run, const std::vector<std::uint64_t>& lengths)
{
    std::uint64_t at = 100, number = 0;
    for (const std::uint64_t length : lengths) {
        run.submit(1, number++, at - 50, at, at + length);
        at += length;
    }
}

std::vector<std::uint64_t> lengthsOf(std::size_t count, std::size_t slowFrom, std::size_t slow)
{
    std::vector<std::uint64_t> out(count, 8 * kMs);
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(slowFrom), slow, 16 * kMs);
    return out;
}

// The same where each so manieth of them is slow.
std::vector<std::uint64_t> byTurns(std::size_t count, std::size_t slowFrom, std::size_t slow,
                                   std::size_t every)
{
    std::vector<std::uint64_t> out(count, 8 * kMs);
    for (std::size_t i = 0; i < slow; ++i)
        out[slowFrom + i * every] = 16 * kMs;
    return out;
}

// A level of 16 ms that stays to the end, and a frame in it that takes so long.
void slowLevel(GpuRun& run, std::uint64_t slow)
{
    std::vector<std::uint64_t> lengths = lengthsOf(200, 150, 50);
    lengths[175] = slow;
    sideBySide(run, lengths);
}

// Forty slow frames between a hundred of 8 ms and sixty that take so long.
void phaseBefore(GpuRun& run, std::uint64_t usual)
{
    std::vector<std::uint64_t> lengths = lengthsOf(200, 100, 40);
    std::fill(lengths.begin() + 140, lengths.end(), usual);
    sideBySide(run, lengths);
}

// Two hundred frames, 20 ms from the begin of one to that of the next; forty are slow and begin so long after each
// other.
void onScreen(GpuRun& run, std::uint64_t slowStep)
{
    std::uint64_t at = 100, number = 0;
    for (const std::uint64_t length : lengthsOf(200, 100, 40)) {
        run.submit(1, number++, at - 50, at, at + length);
        at += length > 8 * kMs ? slowStep : 20 * kMs;
    }
}

// Loading, in which no frame is like the other, then a game.
std::vector<std::uint64_t> loading()
{
    std::vector<std::uint64_t> out(300, 8 * kMs);
    for (std::uint64_t i = 0; i < 30; ++i)
        out[i] = (20 + i * 7 % 30 * 2) * kMs;
    return out;
}

// Each frame on two queues, the second part two frames behind the first. All stands still once.
void stall(GpuRun& run, std::uint64_t length)
{
    const auto later = [&](std::uint64_t at) { return at + (at > 47 * kMs ? length : 0); };
    for (std::uint64_t i = 0; i < 20; ++i) {
        const std::uint64_t at = (1 + i * 8) * kMs;
        run.submit(2, i, later(at) - 50, later(at), later(at) + 2 * kMs);
        run.submit(1, i, later(at) - 50, later(at + 16 * kMs), later(at + 16 * kMs) + 8 * kMs);
    }
}

// Sixty frames, one of which is called again behind so many others.
void cameAgain(GpuRun& run, std::uint64_t others)
{
    for (std::uint64_t i = 0; i < 60; ++i) {
        const std::uint64_t at = 100 + i * 8 * kMs;
        run.submit(1, i, at - 50, at, at + 7 * kMs);
        run.submit(1, i == 30 + others ? 30 : i, at - 50, at + 7 * kMs, at + 8 * kMs);
    }
}

// Forty frames of 10 ms side by side, the twentieth one as long as that. On the second queue, for each so manieth, some
// work that begins so long before the frame does on the first, or ends so long behind that.
void beside(GpuRun& run, std::uint64_t every, std::uint64_t ahead, std::uint64_t behind,
            std::uint64_t slow = 10 * kMs)
{
    std::uint64_t at = 100 * kMs;
    for (std::uint64_t i = 0; i < 40; ++i) {
        const std::uint64_t end = at + (i == 20 ? slow : 10 * kMs);
        if (i % every == 0)
            run.submit(2, i, at - 20 * kMs, at - ahead, at + kMs + behind);
        run.submit(1, i, at - 20 * kMs, at, end);
        at = end;
    }
}

// Forty frames of 16 ms between others of 8 ms, seven of them by turns a little less than twice as long. Two before it
// are not half as much longer, one behind it is.
std::vector<std::uint64_t> unevenPhase()
{
    std::vector<std::uint64_t> out = lengthsOf(200, 100, 40);
    for (const std::size_t i : {102u, 103u, 104u, 120u, 121u, 138u, 139u})
        out[i] = 15 * kMs;
    out[98] = out[99] = 12 * kMs - 1;
    out[140] = 12 * kMs;
    return out;
}

// Ten frames, of 9 ms in the middle, and a pause behind each.
void pauses(GpuRun& run, std::uint64_t pause)
{
    std::uint64_t at = 100;
    for (std::uint64_t i = 0; i < 10; ++i) {
        const std::uint64_t length = i % 2 == 0 ? 7'500 : 10'500;
        run.submit(1, i, at - 50, at, at + length);
        at += length + pause;
    }
}

// Frames of 9 ms, each so long behind the begin of the one before.
void begin(GpuRun& run, const std::vector<std::uint64_t>& steps, bool presents = false)
{
    std::uint64_t at = 100, number = 0;
    const auto frame = [&] {
        run.submit(1, number, at - 50, at, at + 9 * kMs);
        if (presents)
            run.present(number, at + 9 * kMs);
        ++number;
    };
    frame();
    for (const std::uint64_t step : steps) {
        at += step;
        frame();
    }
}

// So many steps of each, one kind after the other or by turns.
std::vector<std::uint64_t> stepsOf(std::uint64_t first, std::uint64_t second, bool byTurns)
{
    constexpr std::size_t kEach = 40;
    std::vector<std::uint64_t> out;
    for (std::size_t i = 0; i < 2 * kEach; ++i)
        out.push_back((byTurns ? i % 2 == 0 : i < kEach) ? first : second);
    return out;
}

// Two hundred of a screen, some of them longer.
std::vector<std::uint64_t> hitches(std::uint64_t step, std::size_t count)
{
    std::vector<std::uint64_t> out(200, 16'667);
    for (std::size_t i = 1; i <= count; ++i)
        out[i * 200 / (count + 1)] = step;
    return out;
}

// Frames that begin as they can, the last submit of each when the screen takes the picture, which is told or not.
void composed(GpuRun& run, bool presents)
{
    for (std::uint64_t i = 0; i < 40; ++i) {
        const std::uint64_t at = (i + 1) * 16'667, begin = at - 12 * kMs + i * i * 7 % 40 * 100;
        run.submit(1, i, begin - 50, begin, begin + 4 * kMs);
        run.submit(1, i, begin - 50, at, at + 50);
        if (presents)
            run.present(i, at + 50);
    }
}

// From 0 to so much, by number of the frame: the next one says nothing of it.
std::uint64_t someOf(std::uint64_t number, std::uint64_t most)
{
    return (number * number * number * 7 + number * 13) % 41 * most / 40;
}

// Frames at 120 a second, or so far apart, each late by up to so much: for the screen, or from the begin of the one before
// on.
void late(GpuRun& run, std::uint64_t most, bool isForScreen, std::uint64_t apart = 8'333,
          std::uint64_t count = 200)
{
    std::uint64_t next = 100;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at = isForScreen ? 100 + i * apart + someOf(i, most) : next;
        run.submit(1, i, at - 50, at, at + 5 * kMs);
        next = at + apart - most / 2 + someOf(i, most);
    }
}

// Frames at 120 a second, each late for the one before. Each has eight submits, which are called while the one before is
// drawn, within such a part of its time.
void lateWithCalls(GpuRun& run, std::uint64_t percent)
{
    constexpr std::uint64_t kApart = 8'333, kSubmits = 8, kMost = 2'000;
    std::uint64_t at = 2 * kApart;
    for (std::uint64_t i = 0; i < 200; ++i) {
        for (std::uint64_t k = 0; k < kSubmits; ++k)
            run.submit(1, i, at - kApart + kApart * percent * k / kSubmits / 100, at + k * 600,
                       at + k * 600 + 600);
        at += kApart - kMost / 2 + someOf(i, kMost);
    }
}

// Forty frames of a loading screen that take so long, and sixty of a game, 9 ms. Before the first one of these, or that
// many behind it, the GPU has nothing to do for so long.
void loadingScreen(GpuRun& run, std::uint64_t length, std::uint64_t rest, std::uint64_t later = 0)
{
    std::uint64_t at = 100;
    for (std::uint64_t i = 0; i < 100; ++i) {
        at += i == 40 + later ? rest : 0;
        run.submit(1, i, at - 50, at, at + (i < 40 ? length : 9 * kMs));
        at += 16'667;
    }
}

// The same without rests: the first frame of the game, or that many behind it, takes 80 ms.
std::vector<std::uint64_t> loadingScreenThenSpike(std::uint64_t length, std::size_t later = 0)
{
    std::vector<std::uint64_t> out(100, 9 * kMs);
    std::fill_n(out.begin(), 40, length);
    out[40 + later] = 80 * kMs;
    return out;
}

// Draws when there is something to draw: after so many refreshes of a screen, some of them long, and half a one more or
// not.
void damage(GpuRun& run, bool isHalf)
{
    constexpr std::uint64_t kRefreshes[] = {1, 1, 2, 1, 9, 1, 1, 3, 1, 30, 1, 2, 1, 7};
    std::uint64_t halves = 0;
    for (std::uint64_t i = 0; i < 168; ++i) {
        const std::uint64_t at = 100 + halves * 16'667 / 2 + someOf(i, 800);
        run.submit(1, i, at - 50, at, at + 2 * kMs);
        const std::uint64_t refreshes = kRefreshes[i % std::size(kRefreshes)];
        halves += 2 * refreshes + (isHalf && refreshes > 6 ? 1 : 0);
    }
}

// Film: decoded on the second queue ahead of time, shown by the first.
void film(GpuRun& run)
{
    for (std::uint64_t i = 0; i < 40; ++i) {
        const std::uint64_t at = 20 * kMs + (5 * i + 1) / 2 * 16'667;
        run.submit(2, i, at - 10 * kMs, at - 9 * kMs, at - 6 * kMs);
        run.submit(1, i, at - 2 * kMs, at, at + kMs);
    }
}

// Frames that wait in their middle for no queue but the program.
void bubbles(GpuRun& run)
{
    for (std::uint64_t i = 0; i < 40; ++i) {
        const std::uint64_t at = 100 + i * 13 * kMs;
        run.submit(1, i, at - 50, at, at + 5 * kMs);
        run.submit(1, i, at - 50, at + 8 * kMs, at + 13 * kMs);
    }
}

// The second queue begins so long before the first ends, in frames of 20 ms.
void twoQueues(GpuRun& run, std::uint64_t beside, std::uint64_t second, bool sameFrame = true)
{
    for (std::uint64_t i = 0; i < 5; ++i) {
        const std::uint64_t at = 100 + i * 20 * kMs;
        run.submit(1, i, at - 50, at, at + 12 * kMs);
        run.submit(2, sameFrame ? i : i + 100, at - 50, at + 12 * kMs - beside,
                   at + 12 * kMs - beside + second);
        run.submit(1, i, at - 50, at + 12 * kMs - beside + second, at + 20 * kMs);
    }
}

// Five frames that copy for 14 ms and draw for so long beside that or behind it, then a game that only draws.
void loadingThenGame(GpuRun& run, std::uint64_t draw, bool isBeside)
{
    for (std::uint64_t i = 0; i < 15; ++i) {
        const std::uint64_t at = 100 + i * 20 * kMs;
        if (i < 5)
            run.submit(2, i, at - 50, at, at + 14 * kMs);
        const std::uint64_t begin = at + (i < 5 && !isBeside ? 14 * kMs : 0);
        run.submit(1, i, at - 50, begin, begin + (i < 5 ? draw : 19 * kMs));
    }
}

// Frames of 10 ms, of which the call was so many ms before.
void waits(GpuRun& run, const std::vector<std::uint64_t>& ms)
{
    for (std::uint64_t i = 0; i < ms.size(); ++i) {
        const std::uint64_t at = (200 + i * 10) * kMs;
        run.submit(1, i, at - ms[i] * kMs, at, at + 10 * kMs);
    }
}

// Of each frame two submits to the first queue, which wait for as long as ever, and one to the second.
void starving(GpuRun& run, std::uint64_t more)
{
    for (std::uint64_t i = 0; i < 11; ++i) {
        const std::uint64_t at = (200 + i * 10) * kMs;
        run.submit(1, i, at - kMs, at, at + 5 * kMs);
        run.submit(1, i, at - kMs, at + 5 * kMs, at + 10 * kMs);
        run.submit(2, i, at - kMs - i * more, at, at + 2 * kMs);
    }
}

// Frames of 10 ms that wait longer from one to the next; every other one for so much less.
void backlog(GpuRun& run, std::uint64_t count, std::uint64_t more, std::uint64_t less = 0)
{
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t begin = 200 * kMs + i * 10 * kMs;
        const std::uint64_t wait = 10 * kMs + i * more - (i % 2 == 1 ? less : 0);
        run.submit(1, i, begin - wait, begin, begin + 10 * kMs);
    }
}

// So many that wait for 10 ms, then ten that wait for 3 ms more each.
void backlogBehind(GpuRun& run, std::uint64_t steady)
{
    for (std::uint64_t i = 0; i < steady + 11; ++i) {
        const std::uint64_t begin = 200 * kMs + i * 10 * kMs;
        const std::uint64_t wait = 10 * kMs + (i < steady ? i % 2 * kMs : (i - steady) * 4 * kMs);
        run.submit(1, i, begin - wait, begin, begin + 10 * kMs);
    }
}

// The same, 3 ms more from one to the next. Each fifth has an upload that ends when later frames have ended.
void backlogWithUploads(GpuRun& run)
{
    for (std::uint64_t i = 0; i < 20; ++i) {
        const std::uint64_t begin = (200 + i * 10) * kMs, call = begin - (10 + i * 3) * kMs;
        if (i % 5 == 1)
            run.submit(2, i, call, begin, begin + 35 * kMs);
        run.submit(1, i, call, begin, begin + 10 * kMs);
    }
}

// Each 10 ms a frame is drawn, and 11 ms are copied for it.
void copies(GpuRun& run)
{
    for (std::uint64_t i = 0; i < 40; ++i) {
        run.submit(1, i, (200 + i * 10) * kMs - 50, (200 + i * 10) * kMs, (205 + i * 10) * kMs);
        run.submit(2, i, (200 + i * 10) * kMs - 50, (200 + i * 11) * kMs, (211 + i * 11) * kMs);
    }
}

// The program is so many frames ahead of the GPU, and stays there.
void inFlight(GpuRun& run, std::uint64_t frames)
{
    for (std::uint64_t i = 0; i < 20; ++i) {
        const std::uint64_t begin = 200 * kMs + i * 10 * kMs;
        run.submit(1, i, begin - kMs - std::min(i, frames) * 10 * kMs, begin, begin + 10 * kMs);
    }
}

// Sixty frames in scenes of twenty, those of the second twice as long for a few; one of them takes so long.
void scenes(GpuRun& run, std::uint64_t slow)
{
    std::uint64_t at = 100;
    for (std::uint64_t i = 0; i < 60; ++i) {
        const std::uint64_t usual = i < 20 || i >= 40 ? 8 * kMs : i % 5 == 2 ? 16 * kMs : 15 * kMs;
        const std::uint64_t end = at + (i == 32 && slow > 0 ? slow : usual);
        run.submit(1, i, at - 50, at, end);
        at = end;
    }
}

// Forty submits of twenty frames of 8 ms, so many of which never ran: in a frame each.
void leftOut(GpuRun& run, std::uint64_t count, bool isLast = false)
{
    for (std::uint64_t i = 0; i < 20; ++i) {
        const std::uint64_t at = 100 + i * 8 * kMs;
        run.submit(1, i, at - 50, at, at + 4 * kMs);
        if (isLast ? i >= 20 - count : i >= 10 && i < 10 + count)
            run.call(1, i, at - 50);
        else
            run.submit(1, i, at - 50, at + 4 * kMs, at + 8 * kMs);
    }
}

// The same of one frame, of twenty submits that ran.
void frameLeftOut(GpuRun& run, int count)
{
    frames(run, 20, 0, 8 * kMs);
    for (int i = 0; i < count; ++i)
        run.call(1, 19, 60);
    run.submit(1, 20, 160 * kMs, 161 * kMs, 169 * kMs);
}

// Each of twenty frames has so many submits that ran, and one that is not measured.
void notMeasured(GpuRun& run, std::uint64_t queue)
{
    for (std::uint64_t i = 0; i < 20; ++i) {
        const std::uint64_t at = 100 + i * 8 * kMs;
        for (std::uint64_t part = 0; part < 12; ++part)
            run.submit(1, i, at - 50, at + part * 666, at + (part + 1) * 666);
        run.call(queue, i, at - 50);
    }
    run.signal(5'000 * kMs);
}

// Twenty frames of 8 ms, each of which took so long from its call to its end, and so many that never ended until the
// capture did, so long behind the call of the first.
void hang(GpuRun& run, std::uint64_t still, std::uint64_t took = 9 * kMs, std::uint64_t count = 3)
{
    constexpr std::uint64_t kEnd = 2'000 * kMs;
    for (std::uint64_t i = 0; i < 20; ++i) {
        const std::uint64_t end = kEnd - (20 - i) * 8 * kMs;
        run.submit(1, i, end - took, end - 8 * kMs, end);
    }
    for (std::uint64_t i = 0; i < count; ++i)
        run.call(1, 20 + i, kEnd + i);
    run.signal(kEnd + still);
}

// The second queue copies for each fourth of four hundred frames of 8 ms, and stands still behind the first forty.
void hangOfOneQueue(GpuRun& run)
{
    for (std::uint64_t i = 0; i < 400; ++i) {
        const std::uint64_t at = 100 + i * 8 * kMs;
        run.submit(1, i, at - 50, at, at + 8 * kMs);
        if (i % 4 == 0 && i < 40)
            run.submit(2, i, at - 50, at, at + kMs);
        else if (i % 4 == 0)
            run.call(2, i, at - 50);
    }
}

// Twenty frames, each so manieth of them twice as long.
void someSlow(GpuRun& run, int every)
{
    std::uint64_t at = 100;
    for (int i = 0; i < 20; ++i) {
        const std::uint64_t end = at + (i % every == every / 2 ? 16 : 8) * kMs;
        run.submit(1, static_cast<std::uint64_t>(i), at - 50, at, end);
        at = end;
    }
}

constexpr int kTenSeconds = 31'250, kPages = 301; // units of 3.2 µs at each of a hundred moments; of 4 KiB

Bytes memoryOf(const Bytes& tokens)
{
    return captureOf(
        {{"GpuMemSegment", {}, threeHeaps()}, {"RmtData", rmtHeader(1, {1, 9}, tokens.size()), tokens}});
}

// Blocks of memory at a hundred moments, each so many units of 3.2 µs behind the one before: how many are at each.
using BlocksAt = std::function<int(int)>;
Bytes memoryTrace(const BlocksAt& blocksAt, std::uint64_t pages, std::uint64_t units)
{
    const auto addressOf = [](int block) { return (std::uint64_t(block) + 1) << 24; };
    Bytes tokens = timestamp(1'000);
    int live = 0;
    for (int i = 0; i <= 100; ++i) {
        if (i > 0)
            tokens = tokens + delta(units);
        for (; live < blocksAt(i); ++live)
            tokens = tokens + allocate(addressOf(live), pages * 4096, 0);
        for (; live > blocksAt(i); --live)
            tokens = tokens + freeAt(addressOf(live - 1));
    }
    return memoryOf(tokens);
}

// Blocks of 4 MiB. The GPU has room for 128.
constexpr std::uint64_t kBlock = 1 << 22;
constexpr std::uint64_t blockAt(int block)
{
    return (std::uint64_t(block) + 1) * kBlock;
}
Bytes crowd(int blocks, unsigned heap = 0)
{
    Bytes tokens = timestamp(1'000);
    for (int block = 0; block < blocks; ++block)
        tokens = tokens + allocate(blockAt(block), kBlock, heap);
    return tokens;
}
Bytes refer(int block, bool isEvict)
{
    return token(8, RmtKind::resourceReference).set(8, 8, isEvict).set(56, 9, blockAt(block)).bytes;
}
// Blocks are evicted, one after the other, and so many units of 3.2 µs later resident again.
Bytes thrash(int times, std::uint64_t units = 1'000, int first = 0)
{
    Bytes tokens;
    for (int i = 0; i < times; ++i)
        tokens = tokens + refer(first + i, true) + delta(units) + refer(first + i, false);
    return tokens;
}

// Thirteen more from the first of eight parts to the last, which are behind the first 25 moments.
BlocksAt growing(int first)
{
    return [=](int at) { return first + std::max(at - 25, 0) / 5; };
}

}

class TestFindingsRdf : public QObject
{
    Q_OBJECT

private slots:
    void firesAndStaysQuiet_data()
    {
        QTest::addColumn<Build>("build");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, Build build, const QStringList& expected) {
            QTest::newRow(name) << std::move(build) << expected;
        };
        const QStringList quiet;
        row("frame spike: twice the median", [](GpuRun& run) { frames(run, 6, 3, 16 * kMs); },
            {"high gpu.frame-spike frames"});
        row(
            "frame spike: less", [](GpuRun& run) { frames(run, 6, 3, 16 * kMs - 1); }, quiet);
        row(
            "frame spike: the first one", [](GpuRun& run) { frames(run, 6, 0, 40 * kMs); }, quiet);
        row(
            "frame spike: the last one", [](GpuRun& run) { frames(run, 6, 5, 40 * kMs); }, quiet);
        row(
            "frame spike: three frames", [](GpuRun& run) { frames(run, 3, 1, 40 * kMs); }, quiet);

        row("never ran: one in a tenth of the frames", [](GpuRun& run) { leftOut(run, 2); },
            {"medium gpu.never-ran submits"});
        row(
            "never ran: in more frames", [](GpuRun& run) { leftOut(run, 3); }, quiet);
        row("never ran: less than a tenth of the submits", [](GpuRun& run) { frameLeftOut(run, 2); },
            {"medium gpu.never-ran submits"});
        row(
            "never ran: more of them", [](GpuRun& run) { frameLeftOut(run, 3); }, quiet);
        row(
            "never ran: the last ones may be running", [](GpuRun& run) { leftOut(run, 1, true); }, quiet);
        row(
            "never ran: one in each frame", [](GpuRun& run) { notMeasured(run, 1); }, quiet);
        row(
            "never ran: a queue that is not measured", [](GpuRun& run) { notMeasured(run, 2); }, quiet);
        row("never ran: a GPU that stands still", [](GpuRun& run) { hang(run, 1'000 * kMs); },
            {"high gpu.never-ran submits"});
        row(
            "never ran: for less", [](GpuRun& run) { hang(run, 1'000 * kMs - 1); }, quiet);
        row("never ran: twice as long as any", [](GpuRun& run) { hang(run, 1'200 * kMs, 600 * kMs); },
            {"high gpu.never-ran submits"});
        row(
            "never ran: others took as long", [](GpuRun& run) { hang(run, 1'200 * kMs, 601 * kMs); }, quiet);
        row("never ran: eight frames are called", [](GpuRun& run) { hang(run, 1'500 * kMs, 9 * kMs, 8); },
            {"high gpu.never-ran submits"});
        row(
            "never ran: nobody measures any more", [](GpuRun& run) { hang(run, 1'500 * kMs, 9 * kMs, 9); },
            quiet);

        row("frame spike: a tenth of the frames", [](GpuRun& run) { someSlow(run, 10); },
            {"high gpu.frame-spike frames"});
        row(
            "frame spike: frames of another kind", [](GpuRun& run) { someSlow(run, 7); }, quiet);

        row("frame spike: behind a loading screen",
            [](GpuRun& run) { sideBySide(run, loadingScreenThenSpike(4'500)); },
            {"low gpu.frame-spike frames"});
        row("frame spike: frames before are too much like it",
            [](GpuRun& run) { sideBySide(run, loadingScreenThenSpike(4'501)); },
            {"high gpu.frame-spike frames"});
        row("frame spike: later in the game",
            [](GpuRun& run) { sideBySide(run, loadingScreenThenSpike(4'500, 6)); },
            {"high gpu.frame-spike frames"});

        // Of 101 frames the forty-first takes 80 ms, and so many behind it twice as long as all others.
        const auto hitch = [](GpuRun& run, std::size_t slowBehind) {
            std::vector<std::uint64_t> lengths(101, 3 * kMs);
            lengths[40] = 80 * kMs;
            std::fill_n(lengths.begin() + 41, slowBehind, 6 * kMs);
            sideBySide(run, lengths);
        };
        row("frame spike: it takes a while until all goes as before", [=](GpuRun& run) { hitch(run, 30); },
            {"high gpu.frame-spike frames"});
        row("frame spike: half of those behind it are of another kind", [=](GpuRun& run) { hitch(run, 31); },
            {"low gpu.frame-spike frames"});

        row(
            "frame spike: scenes of two kinds", [](GpuRun& run) { scenes(run, 0); }, quiet);
        row("frame spike: within a scene", [](GpuRun& run) { scenes(run, 30 * kMs); },
            {"high gpu.frame-spike frames"});
        row(
            "frame spike: within a scene, less", [](GpuRun& run) { scenes(run, 30 * kMs - 1); }, quiet);

        row("frame spike: a slow phase", [](GpuRun& run) { sideBySide(run, lengthsOf(200, 100, 8)); },
            {"low gpu.frame-spike slow phase"});
        row("frame spike: fewer in a row", [](GpuRun& run) { sideBySide(run, lengthsOf(200, 100, 7)); },
            {"high gpu.frame-spike frames"});
        row("frame spike: every other one in a row",
            [](GpuRun& run) { sideBySide(run, byTurns(200, 100, 8, 2)); },
            {"low gpu.frame-spike slow phase"});
        row("frame spike: not in a row", [](GpuRun& run) { sideBySide(run, byTurns(200, 100, 8, 3)); },
            {"high gpu.frame-spike frames"});
        row("frame spike: one beside a slow phase",
            [](GpuRun& run) {
                std::vector<std::uint64_t> lengths = lengthsOf(200, 100, 8);
                lengths[50] = 16 * kMs;
                sideBySide(run, lengths);
            },
            {"high gpu.frame-spike frames", "low gpu.frame-spike slow phase"});
        row("frame spike: a slow phase of three tenths of the frames",
            [](GpuRun& run) { sideBySide(run, lengthsOf(200, 100, 60)); },
            {"low gpu.frame-spike slow phase"});
        row(
            "frame spike: a slow scene", [](GpuRun& run) { sideBySide(run, lengthsOf(200, 100, 61)); },
            quiet);
        row("frame spike: a slow phase behind eight frames",
            [](GpuRun& run) { sideBySide(run, lengthsOf(200, 8, 40)); }, {"low gpu.frame-spike slow phase"});
        row(
            "frame spike: a level that was there before",
            [](GpuRun& run) { sideBySide(run, lengthsOf(200, 7, 40)); }, quiet);
        row("frame spike: a slow phase before eight frames",
            [](GpuRun& run) { sideBySide(run, lengthsOf(200, 152, 40)); },
            {"low gpu.frame-spike slow phase"});
        row(
            "frame spike: a level that stays", [](GpuRun& run) { sideBySide(run, lengthsOf(200, 153, 40)); },
            quiet);
        row("frame spike: one in a level that stays", [](GpuRun& run) { slowLevel(run, 32 * kMs); },
            {"high gpu.frame-spike frames", "low gpu.frame-spike slow phase"});
        row("frame spike: one in a level that stays, less", [](GpuRun& run) { slowLevel(run, 32 * kMs - 1); },
            {"low gpu.frame-spike slow phase"});
        row("frame spike: slow to the end", [](GpuRun& run) { sideBySide(run, lengthsOf(200, 189, 11)); },
            {"low gpu.frame-spike slow phase"});
        row(
            "frame spike: only the last ones", [](GpuRun& run) { sideBySide(run, lengthsOf(200, 190, 10)); },
            quiet);
        row(
            "frame spike: most of it is slow, to the end",
            [](GpuRun& run) { sideBySide(run, lengthsOf(200, 138, 62)); }, quiet);
        row("frame spike: slow to the end, but for some",
            [](GpuRun& run) {
                std::vector<std::uint64_t> lengths = lengthsOf(200, 160, 40);
                std::fill_n(lengths.begin() + 180, 9, 8 * kMs);
                sideBySide(run, lengths);
            },
            {"low gpu.frame-spike slow phase"});
        row("frame spike: slow once before, and to the end",
            [](GpuRun& run) {
                std::vector<std::uint64_t> lengths = lengthsOf(200, 160, 40);
                std::fill_n(lengths.begin() + 60, 8, 16 * kMs);
                sideBySide(run, lengths);
            },
            {"low gpu.frame-spike slow phase"});
        row("frame spike: a slow phase, then as before", [](GpuRun& run) { phaseBefore(run, 8 * kMs); },
            {"low gpu.frame-spike slow phase"});
        row(
            "frame spike: a scene between two others", [](GpuRun& run) { phaseBefore(run, 8 * kMs + 1); },
            quiet);
        row("frame spike: a slow phase that a screen shows", [](GpuRun& run) { onScreen(run, 22'001); },
            {"low gpu.frame-spike slow phase"});
        row(
            "frame spike: frames that come as often", [](GpuRun& run) { onScreen(run, 22'000); }, quiet);
        row(
            "frame spike: the last frames of loading", [](GpuRun& run) { sideBySide(run, loading()); },
            quiet);
        row(
            "frame spike: numbers begin anew",
            [](GpuRun& run) {
                for (std::uint64_t i = 0; i < 65; ++i)
                    run.submit(1, i % 60, 50 + i * 8 * kMs, 100 + i * 8 * kMs, 100 + (i + 1) * 8 * kMs);
            },
            quiet);
        row(
            "frame spike: uploads ahead of frames", [](GpuRun& run) { beside(run, 20, 15 * kMs, 0); }, quiet);
        row(
            "frame spike: uploads beside later frames", [](GpuRun& run) { beside(run, 20, 0, 45 * kMs); },
            quiet);
        row("frame spike: all begin ahead", [](GpuRun& run) { beside(run, 1, 9 * kMs, 0, 20 * kMs); },
            {"high gpu.frame-spike frames"});
        row(
            "frame spike: all begin ahead, less",
            [](GpuRun& run) { beside(run, 1, 9 * kMs, 0, 20 * kMs - 1); }, quiet);

        row(
            "idle: at a steady pace", [](GpuRun& run) { begin(run, std::vector<std::uint64_t>(9, 15'000)); },
            quiet);
        row(
            "idle: at 60 frames a second, then at 30",
            [](GpuRun& run) { begin(run, stepsOf(16'667, 33'333, false)); }, quiet);
        row(
            "idle: at a steady pace, five frames",
            [](GpuRun& run) { begin(run, std::vector<std::uint64_t>(4, 15'000)); }, quiet);
        row(
            "idle: at 60 frames a second, then at 50",
            [](GpuRun& run) { begin(run, stepsOf(16'667, 20'000, false)); }, quiet);
        row(
            "idle: decoded ahead of time", [](GpuRun& run) { film(run); }, quiet);
        row("idle: in the middle of frames", [](GpuRun& run) { bubbles(run); }, {"medium gpu.idle GPU"});
        row(
            "idle: 24 frames a second on a screen of 60",
            [](GpuRun& run) { begin(run, stepsOf(33'333, 50'000, true)); }, quiet);
        row("idle: on no screen, by turns", [](GpuRun& run) { begin(run, stepsOf(15'000, 22'000, true)); },
            {"medium gpu.idle GPU"});
        row("idle: it waits for the screen, and sometimes for the program",
            [](GpuRun& run) {
                std::vector<std::uint64_t> steps(15, 16'667);
                steps.insert(steps.end(), 4, 55'000);
                begin(run, steps);
            },
            {"medium gpu.idle GPU"});
        row("idle: at no pace", [](GpuRun& run) { pauses(run, 6'000); }, {"medium gpu.idle GPU"});
        row("idle: a tenth", [](GpuRun& run) { pauses(run, 1'112); }, {"medium gpu.idle GPU"});
        row(
            "idle: less", [](GpuRun& run) { pauses(run, 1'110); }, quiet);
        row("idle: a program that stood still", [](GpuRun& run) { begin(run, hitches(1'800'000, 1), true); },
            {"medium gpu.idle GPU"});
        row("idle: a program that rested", [](GpuRun& run) { begin(run, hitches(2'009'000, 1), true); },
            {"low gpu.idle GPU"});
        row("idle: for less", [](GpuRun& run) { begin(run, hitches(2'008'999, 1), true); },
            {"medium gpu.idle GPU"});
        row("idle: a hitch of 100 ms", [](GpuRun& run) { begin(run, hitches(109'000, 1)); },
            {"medium gpu.idle GPU"});
        row(
            "idle: a shorter hitch", [](GpuRun& run) { begin(run, hitches(108'999, 1)); }, quiet);
        row("idle: one hitch in a hundred frames", [](GpuRun& run) { begin(run, hitches(119'000, 2)); },
            {"medium gpu.idle GPU"});
        row(
            "idle: drawn when there is something to draw",
            [](GpuRun& run) { begin(run, hitches(700'000, 12)); }, quiet);
        row(
            "idle: more hitches", [](GpuRun& run) { begin(run, hitches(119'000, 3)); }, quiet);
        row("idle: hardly ever has work",
            [](GpuRun& run) {
                begin(run, {160'000, 290'000, 210'000, 350'000, 180'000, 260'000, 330'000, 200'000});
            },
            {"medium gpu.idle GPU"});
        row("idle: steadily without work",
            [](GpuRun& run) { begin(run, std::vector<std::uint64_t>(9, 109'000)); }, {"medium gpu.idle GPU"});
        row(
            "idle: short gaps",
            [](GpuRun& run) {
                for (std::uint64_t i = 0; i < 100; ++i)
                    run.submit(1, i / 10, 50 + i * 190, 100 + i * 190, 200 + i * 190);
            },
            quiet);
        row(
            "idle: three frames",
            [](GpuRun& run) {
                for (std::uint64_t i = 0; i < 3; ++i)
                    run.submit(1, i, 50 + i * 20 * kMs, 100 + i * 20 * kMs, 10 * kMs + i * 20 * kMs);
            },
            quiet);
        row("idle: frames without presents", [](GpuRun& run) { composed(run, false); },
            {"medium gpu.idle GPU"});
        row(
            "idle: it waits for the screen", [](GpuRun& run) { composed(run, true); }, quiet);

        row(
            "idle: it waits for the screen, calls are late", [](GpuRun& run) { late(run, 1'000, true); },
            quiet);
        row(
            "idle: each trembles by a millisecond", [](GpuRun& run) { late(run, 2'000, true); }, quiet);
        row(
            "idle: by more, and some by too much", [](GpuRun& run) { late(run, 3'200, true); }, quiet);
        row("idle: later than that", [](GpuRun& run) { late(run, 3'400, true); }, {"medium gpu.idle GPU"});
        row("idle: each is late for the one before", [](GpuRun& run) { late(run, 2'000, false, 8'000); },
            {"medium gpu.idle GPU"});
        row("idle: a limiter, each is late for the one before", [](GpuRun& run) { late(run, 2'000, false); },
            {"low gpu.idle GPU"});
        row("idle: at a rate that nobody limits frames to",
            [](GpuRun& run) { late(run, 2'000, false, 8'547); }, {"medium gpu.idle GPU"});
        row("idle: a limiter for fewer frames", [](GpuRun& run) { late(run, 2'000, false, 8'333, 48); },
            {"medium gpu.idle GPU"});
        row("idle: at that rate, while the program makes calls all the time",
            [](GpuRun& run) { lateWithCalls(run, 100); }, {"medium gpu.idle GPU"});
        row("idle: and rests for a third of it", [](GpuRun& run) { lateWithCalls(run, 67); },
            {"low gpu.idle GPU"});
        row("idle: behind a loading screen", [](GpuRun& run) { loadingScreen(run, 4'500, 150 * kMs); },
            {"low gpu.idle GPU"});
        row("idle: frames before are too much like it",
            [](GpuRun& run) { loadingScreen(run, 4'501, 150 * kMs); }, {"medium gpu.idle GPU"});
        row("idle: a later hitch", [](GpuRun& run) { loadingScreen(run, 4'500, 150 * kMs, 6); },
            {"medium gpu.idle GPU"});
        row(
            "idle: drawn at refreshes of a screen, if at all", [](GpuRun& run) { damage(run, false); },
            quiet);
        row("idle: drawn at any time", [](GpuRun& run) { damage(run, true); }, {"medium gpu.idle GPU"});

        row("no overlap", [](GpuRun& run) { twoQueues(run, 0, 2 * kMs); }, {"low gpu.no-overlap queues"});
        row("no overlap: 2 %", [](GpuRun& run) { twoQueues(run, 40, 2 * kMs); },
            {"low gpu.no-overlap queues"});
        row(
            "no overlap: more", [](GpuRun& run) { twoQueues(run, 41, 2 * kMs); }, quiet);
        row(
            "no overlap: hardly used", [](GpuRun& run) { twoQueues(run, 0, 990); }, quiet);
        row("no overlap: copies before what is drawn",
            [](GpuRun& run) { loadingThenGame(run, 4 * kMs, false); }, {"low gpu.no-overlap queues"});
        row(
            "no overlap: hardly anything is drawn then",
            [](GpuRun& run) { loadingThenGame(run, 200, false); }, quiet);
        row(
            "no overlap: all that is drawn is drawn beside",
            [](GpuRun& run) { loadingThenGame(run, 200, true); }, quiet);

        row("backlog: three frames more", [](GpuRun& run) { backlog(run, 11, 3 * kMs); },
            {"medium gpu.backlog submits"});
        row(
            "backlog: less", [](GpuRun& run) { backlog(run, 11, 2'999); }, quiet);
        row("backlog: behind many frames that do not wait longer", // than half a frame
            [](GpuRun& run) { backlogBehind(run, 200); }, {"medium gpu.backlog submits"});
        row(
            "backlog: seven frames", [](GpuRun& run) { backlog(run, 7, 10 * kMs); }, quiet);

        row("backlog: with ups and downs", [](GpuRun& run) { backlog(run, 20, 3 * kMs, 4 * kMs); },
            {"medium gpu.backlog submits"});
        row(
            "backlog: with greater ones", [](GpuRun& run) { backlog(run, 20, 3 * kMs, 9 * kMs); }, quiet);
        row(
            "backlog: frames in flight", [](GpuRun& run) { inFlight(run, 4); }, quiet);
        row(
            "backlog: one frame that waited",
            [](GpuRun& run) {
                std::vector<std::uint64_t> ms(20, 10);
                ms[15] = 50;
                waits(run, ms);
            },
            quiet);
        row("backlog: with uploads that end later", backlogWithUploads, {"medium gpu.backlog submits"});
        row("backlog: of what is copied for frames", copies, {"medium gpu.backlog submits"});
        row("backlog: of one queue", [](GpuRun& run) { starving(run, 3 * kMs); },
            {"medium gpu.backlog submits"});
        row(
            "backlog: of one queue, less", [](GpuRun& run) { starving(run, 2'999); }, quiet);

        row("clock: 70 %",
            [](GpuRun& run) {
                frames(run, 3, 1, 8 * kMs);
                run.setCoreClock(700, 1'000);
            },
            {"low gpu.clock-low Some GPU"});
        row(
            "clock: more",
            [](GpuRun& run) {
                frames(run, 3, 1, 8 * kMs);
                run.setCoreClock(701, 1'000);
            },
            quiet);
        row(
            "clock: of a GPU that does nothing",
            [](GpuRun& run) {
                run.setCoreClock(100, 1'000);
                run.add(crash(kUserMode,
                              stateOf(3, 0xffffaaaa, 0xffffaaaa) + begun(3, 1, "Frame") + ended(3, 1)));
            },
            quiet);
        row("code: a missing object",
            [](GpuRun& run) {
                frames(run, 3, 1, 8 * kMs);
                run.add(codeObject(5));
                run.add(codeCorrelation({5, 6}));
            },
            {"low gpu.code-missing code objects"});
        row(
            "code: all are there",
            [](GpuRun& run) {
                frames(run, 3, 1, 8 * kMs);
                run.add(codeObject(6));
                run.add(codeObject(5));
                run.add(codeCorrelation({5, 6, 5}));
            },
            quiet);
        row(
            "code: none was recorded",
            [](GpuRun& run) {
                frames(run, 3, 1, 8 * kMs);
                run.add(codeCorrelation({5, 6}));
            },
            quiet);

        row("trace error",
            [](GpuRun& run) {
                frames(run, 3, 1, 8 * kMs);
                run.add({"TraceError",
                         Packer()
                             .text("SpmSession", 16)
                             .add(std::uint32_t(0))
                             .add(std::int32_t(-3))
                             .add(std::uint32_t(1)),
                         Packer().text("no counters")});
            },
            {"high gpu.trace-error trace"});
        row("crash: a marker in progress",
            [](GpuRun& run) {
                run.add(crash(kUserMode, stateOf(3, 1, 0xffffaaaa) + begun(3, 1, "Frame") + ended(3, 1)));
            },
            {"high gpu.crash command buffer 3"});
        row("crash: in flight without markers",
            [](GpuRun& run) { run.add(crash(kUserMode, stateOf(3, 1, 0xffffaaaa) + stateOf(4, 1, 1))); },
            {"high gpu.crash command buffer 3"});
        row("crash: in flight, and its markers had ended",
            [](GpuRun& run) {
                run.add(crash(kUserMode, stateOf(3, 1, 1) + begun(3, 1, "Frame") + ended(3, 1)));
            },
            {"high gpu.crash command buffer 3"});
        row(
            "crash: nothing had started",
            [](GpuRun& run) {
                run.add(crash(kUserMode,
                              stateOf(3, 0xffffaaaa, 0xffffaaaa) + begun(3, 1, "Frame") + ended(3, 1)));
            },
            quiet);
    }
    void firesAndStaysQuiet()
    {
        QFETCH(Build, build);
        QFETCH(QStringList, expected);
        const QTemporaryDir folder;
        GpuRun run;
        build(run);
        QCOMPARE(FoundIn(run.save(folder)).list(), expected);
    }

    void memoryThatGrows_data()
    {
        QTest::addColumn<BlocksAt>("blocks");
        QTest::addColumn<int>("pages");
        QTest::addColumn<int>("units");
        QTest::addColumn<bool>("isFound");
        constexpr int kFiveSeconds = kTenSeconds / 2;
        const auto row = [](const char* name, BlocksAt blocks, bool isFound, int pages = kPages,
                            int units = kTenSeconds) {
            QTest::newRow(name) << std::move(blocks) << pages << units << isFound;
        };
        row("16 MB", growing(100), true);
        row("less", growing(100), false, kPages - 1);
        row("a twentieth", growing(260), true);
        row("less than that", growing(261), false);
        row("five seconds", growing(100), true, kPages, kFiveSeconds);
        row("shorter", growing(100), false, kPages, kFiveSeconds - 1);
        row(
            "loading, then nothing", [](int at) { return 100 + std::min(at, 40); }, false);
        row(
            "a cache that is full in the end", [](int at) { return 100 + std::min(at, 80); }, false);
        row(
            "flat since the middle of the last part", [](int at) { return 100 + std::min(at, 96); }, false);
        row(
            "a little longer", [](int at) { return 100 + std::min(at, 97); }, true);
        row(
            "another level", [](int at) { return at < 60 ? 100 : 160; }, false);
        const auto levels = [](int first, int second, int third) {
            return [=](int at) {
                const int begun = at / 7;
                return 200 + begun / 3 * (first + second + third) + (begun % 3 > 0 ? first : 0)
                    + (begun % 3 > 1 ? second : 0);
            };
        };
        row("levels, the last one of which has just begun", levels(12, 8, 4), false);
        row("even stairs, as of an allocator that takes blocks", levels(9, 8, 7), true);
        row(
            "a leak below a cache that is emptied", [](int at) { return 100 + at + at % 7 * 5; }, true);
        row(
            "in smaller steps than levels", [](int at) { return 100 + at / 6 * 4; }, true);
        row(
            "levels, and what comes and goes", [=](int at) { return levels(12, 8, 4)(at) + at % 2; }, false);
        row(
            "a leak that rests for two shorter times",
            [](int at) {
                return 100 + (at > 40 && at < 47 ? 40 : at > 70 && at < 77 ? 70 : at);
            },
            true);
        row(
            "it rests in a part", [](int at) { return 100 + (at > 44 && at < 55 ? 44 : at); }, true);
        row(
            "some is freed there", [](int at) { return 100 + (at > 44 && at < 55 ? 42 : at); }, false);
        row(
            "it rests in two parts",
            [](int at) {
                return 100 + (at > 44 && at < 55 ? 44 : at > 63 && at < 73 ? 63 : at);
            },
            false);
        row(
            "it is freed in the end", [](int at) { return at < 90 ? 100 + at / 5 : 100; }, false);
        row(
            "and freed again and again", [](int at) { return 100 + at % 10 * 5; }, false);
        row(
            "from the middle on", [](int at) { return 100 + std::max(at - 50, 0) / 2; }, true);
        row(
            "from later on", [](int at) { return 100 + std::max(at - 63, 0); }, false);
        row(
            "what was freed before", [](int at) { return (at < 40 ? 104 : 100) + std::max(at - 50, 0) / 2; },
            false);
        row(
            "another level that fills up", [](int at) { return 100 + (at < 60 ? 0 : 20 + (at - 60) / 4); },
            false);
        row(
            "the rest of that", [](int at) { return 100 + at % 5 * 5 + std::max(at - 25, 0) / 4; }, true);
    }
    void memoryThatGrows()
    {
        QFETCH(BlocksAt, blocks);
        QFETCH(int, pages);
        QFETCH(int, units);
        QFETCH(bool, isFound);
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("trace.rmv").toStdString();
        QVERIFY(writeFile(path, memoryTrace(blocks, std::uint64_t(pages), std::uint64_t(units))));
        QCOMPARE(FoundIn(path).list(),
                 isFound ? QStringList {"medium gpu.memory-grows local"} : QStringList());
    }

    void howMuchMemoryGrows()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("trace.rmv").toStdString();
        QVERIFY(writeFile(path, memoryTrace(growing(100), 301, 31'250)));
        const FoundIn found(path);
        QVERIFY(found.of("gpu.memory-grows"));
        const Finding& grows = *found.of("gpu.memory-grows");
        QCOMPARE(grows.cost.amount, std::int64_t(13) * 301 * 4096);
        QCOMPARE(grows.count, std::uint64_t(13)); // which are those
        QCOMPARE(grows.when.size(), std::size_t(1));
        QCOMPARE(grows.when[0].lengthNs() / 1'000'000, std::int64_t(6'562)); // seven of eight parts
        QCOMPARE(
            grows.sentence.words,
            std::string(
                "Memory of `local` grows all the time: from 123 MB to 139 MB in 6.56 s; 13 allocations made "
                "meanwhile are not freed"));

        // From the middle on.
        QVERIFY(
            writeFile(path, memoryTrace([](int at) { return 100 + std::max(at - 50, 0) / 2; }, 301, 31'250)));
        const FoundIn late(path);
        QVERIFY(late.of("gpu.memory-grows"));
        QCOMPARE(late.of("gpu.memory-grows")->cost.amount, std::int64_t(19) * 301 * 4096);
        QCOMPARE(late.of("gpu.memory-grows")->count, std::uint64_t(19));
        QVERIFY(late.of("gpu.memory-grows")
                    ->sentence.words.starts_with(
                        "Memory of `local` grows to the end: from 125 MB to 148 MB in "));
    }

    void moreMemoryThanThereIs_data()
    {
        QTest::addColumn<Bytes>("tokens");
        QTest::addColumn<QStringList>("expected");
        const QStringList quiet, over {"medium gpu.memory-over GPU memory"},
            evictions {"medium gpu.evictions GPU memory"};
        const auto row = [](const char* name, const Bytes& tokens, const QStringList& expected) {
            QTest::newRow(name) << tokens << expected;
        };
        constexpr std::uint64_t kSecond = 312'500, kTenMore = 10 * kSecond;
        row("a twentieth more", crowd(135) + delta(kSecond), over);
        row("less", crowd(134) + delta(kSecond), quiet);
        row("for less than a second", crowd(135) + delta(kSecond - 1), quiet);
        row("freed in time", crowd(135) + delta(kSecond - 1) + freeAt(blockAt(3)) + delta(kSecond), quiet);
        row("of the invisible heap", crowd(135, 1) + delta(kSecond), over);
        row("of the host", crowd(135, 2) + delta(kSecond), quiet);
        row("sparse",
            crowd(134) + allocate(blockAt(200), 40 * kBlock, 0) + createImage(2, 1 << 6)
                + bindTo(2, blockAt(200), kBlock) + delta(kSecond),
            quiet);
        row("not sparse",
            crowd(134) + allocate(blockAt(200), 40 * kBlock, 0) + createImage(2, 0)
                + bindTo(2, blockAt(200), kBlock) + delta(kSecond),
            over);
        row("asked for, and never filled",
            crowd(135) + mapPages(blockAt(0), 0, 128 * 64 - 1) + delta(kSecond), quiet);
        row("and filled", crowd(135) + mapPages(blockAt(0), 0, 128 * 64) + delta(kSecond), over);

        row("evicted and needed again", crowd(116) + thrash(100), evictions);
        row("less often", crowd(116) + thrash(99), quiet);
        row("while there is room", crowd(115) + thrash(100), quiet);
        row("ten seconds later", crowd(116) + thrash(100, kTenMore), evictions);
        row("later than that", crowd(116) + thrash(100, kTenMore + 1), quiet);
        Bytes away, given, twice, host;
        for (int i = 0; i < 101; ++i)
            away = away + refer(i, true);
        for (int i = 0; i < 101; ++i)
            given = given + refer(i, true) + freeAt(blockAt(i));
        for (int i = 0; i < 116; ++i)
            twice = twice + refer(i, false) + refer(i, false);
        for (int i = 0; i < 100; ++i)
            host = host + allocate(blockAt(200 + i), kBlock, 2);
        row("of the host, again", crowd(116) + host + thrash(100, 1'000, 200), quiet);
        row("more stay away", crowd(116) + thrash(100) + away, quiet);
        row("more are freed", crowd(116) + thrash(100) + given, evictions);
        row("another one still needs them", crowd(116) + twice + thrash(100), quiet);
        row("and there is too little", crowd(135) + thrash(100) + delta(kSecond), evictions);
    }
    void moreMemoryThanThereIs()
    {
        QFETCH(Bytes, tokens);
        QFETCH(QStringList, expected);
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("trace.rmv").toStdString();
        QVERIFY(writeFile(path, memoryOf(tokens)));
        QCOMPARE(FoundIn(path).list(), expected);
    }

    void howMuchMemoryIsMissing()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("trace.rmv").toStdString();
        QVERIFY(
            writeFile(path, memoryOf(crowd(135) + thrash(120, 1'000) + thrash(120, 1'000) + delta(312'500))));
        const FoundIn found(path);
        QVERIFY(found.of("gpu.evictions"));
        const Finding& evictions = *found.of("gpu.evictions");
        QCOMPARE(evictions.cost.amount, std::int64_t(240 * kBlock));
        QCOMPARE(evictions.count, std::uint64_t(240));
        QCOMPARE(
            evictions.sentence.words,
            std::string("120 allocations of the GPU's memory were evicted and needed again soon, 240 times: "
                        "1.01 GB in all"));
        QCOMPARE(evictions.absorbed.size(), std::size_t(1));
        QCOMPARE(
            evictions.absorbed[0].sentence.words,
            std::string("Up to 566 MB of the GPU's memory are asked for, and it has 537 MB: for 1.77 s there "
                        "is too little"));

        // Another heap was asked for more before, while there was enough: it is shown where there is too little.
        const Bytes second = delta(312'500);
        Bytes tokensOfTwo = crowd(120, 1) + second;
        for (int block = 0; block < 120; ++block)
            tokensOfTwo = tokensOfTwo + freeAt(blockAt(block));
        for (int block = 0; block < 135; ++block)
            tokensOfTwo = tokensOfTwo + allocate(blockAt(block), kBlock, block < 70 ? 0 : 1);
        QVERIFY(writeFile(path, memoryOf(tokensOfTwo + second)));
        const FoundIn later(path);
        QVERIFY(later.of("gpu.memory-over"));
        QCOMPARE(std::optional(later.of("gpu.memory-over")->subject.track),
                 later.capture.timeline->findTrack(TrackKind::counter,
                                                   rdf::FamilyKey {rdf::Family::requested, 0}.packed()));

        // How large the heaps are must be told.
        const Bytes tokens = crowd(135) + delta(312'500);
        QVERIFY(writeFile(path, captureOf({{"RmtData", rmtHeader(1, {1, 9}, tokens.size()), tokens}})));
        QVERIFY(!FoundIn(path).isChecked("gpu.memory-over"));
    }

    void whatNeverRanIsTold()
    {
        const QTemporaryDir folder;
        GpuRun run;
        leftOut(run, 2);
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("gpu.never-ran"));
        QCOMPARE(found.of("gpu.never-ran")->sentence.words,
                 std::string("2 submits to `universal` never ran, and later ones did"));
        QCOMPARE(found.of("gpu.never-ran")->evidence.size(), std::size_t(2));
        GpuRun still;
        hang(still, 1'500 * kMs);
        const FoundIn hung(still.save(folder));
        QVERIFY(hung.of("gpu.never-ran"));
        QCOMPARE(hung.of("gpu.never-ran")->sentence.words,
                 std::string("3 submits to `universal` did not end in the last 1.50 s: the GPU stood still"));
        // All of them, whenever they were called.
        GpuRun one;
        hangOfOneQueue(one);
        const FoundIn alone(one.save(folder));
        QCOMPARE(alone.list(), QStringList {"high gpu.never-ran submits"});
        QCOMPARE(alone.of("gpu.never-ran")->count, std::uint64_t(90));
        QCOMPARE(
            alone.of("gpu.never-ran")->sentence.words,
            std::string("90 submits to `compute` did not end in the last 2.88 s: the queue stood still"));
    }

    // One comparison says where they stand to each other, and not how they drift apart.
    void clocksThatWereHardlyCompared()
    {
        const QTemporaryDir folder;
        GpuRun once(1), twice(2);
        frames(once, 6, 3, 8 * kMs);
        frames(twice, 6, 3, 8 * kMs);
        const FoundIn found(once.save(folder));
        QVERIFY(found.of("gpu.calibration"));
        QCOMPARE(found.of("gpu.calibration")->count, std::uint64_t(1));
        const auto absorbed = [&](const std::string& share) { // that times are estimates has that cause
            const FoundIn those(once.save(folder), {"data.approximate.share=" + share});
            return those.of("data.approximate") ? std::size_t(99)
                                                : those.of("gpu.calibration")->absorbed.size();
        };
        QCOMPARE(absorbed("1%"), std::size_t(1));
        QCOMPARE(absorbed("100%"), std::size_t(0));
        QCOMPARE(FoundIn(twice.save(folder)).list(), QStringList());
        // Of another GPU nothing is told but its work.
        constexpr std::uint32_t kOther = 0x040000;
        for (GpuRun* const run : {&once, &twice}) {
            run->add(queueInfo(9, 1, kOther));
            run->add(submitted(9, 0, 999, 1'000'500, 600, 700, 0, 2, kOther));
        }
        QCOMPARE(FoundIn(once.save(folder)).of("gpu.calibration")->count, std::uint64_t(2));
        const FoundIn other(twice.save(folder));
        QVERIFY(other.of("gpu.calibration"));
        QCOMPARE(other.of("gpu.calibration")->count, std::uint64_t(1));
    }

    // What is not there may be among what is lost.
    void nothingFollowsFromLostChunks()
    {
        const QTemporaryDir folder;
        GpuRun run(1);
        pauses(run, 6'000);
        run.add(queueInfo(9, 1));
        run.add(codeObject(5));
        run.add(codeCorrelation({5, 6}));
        run.add(calibration(2'000'000, 60'000'000));
        run.add(codeObject(6));
        QCOMPARE(FoundIn(run.save(folder)).list(), QStringList {"medium gpu.idle GPU"});
        const FoundIn cut(run.save(folder, 2));
        QVERIFY(cut.of("data.damaged"));
        for (const char* const id : {"gpu.calibration", "gpu.code-missing", "gpu.idle", "gpu.no-overlap"})
            QVERIFY2(!cut.of(id) && !cut.isChecked(id), id);
        QVERIFY(cut.isChecked("gpu.frame-spike") && cut.isChecked("gpu.backlog"));
        const auto& left = cut.all.notChecked;
        QVERIFY(std::ranges::all_of(left, [](const NotChecked& each) {
            return each.why == "the chunk index is cut: chunks that it needs may be lost";
        }));
    }

    // More submits at once than lie below each other: those that have no room are told, not drawn.
    void submitsThatLieOverEachOther()
    {
        const QTemporaryDir folder;
        GpuRun run;
        for (int i = 0; i < 1'100; ++i)
            run.submit(1, 1, 500, 600, 700);
        const FoundIn found(run.save(folder));
        QVERIFY(found.isThere);
        const auto counts = found.capture.document->problems().counts();
        QVERIFY(std::ranges::any_of(
            counts, [](const DiagnosticLog::Count& count) { return count.code == Code::RdfPayloadLimit; }));
    }

    // It says that something is lost, not that no code is missing.
    void codeObjectsThatCannotBeRead()
    {
        const QTemporaryDir folder;
        GpuRun run;
        frames(run, 3, 1, 8 * kMs);
        run.add(codeObject(5));
        ChunkOf list = codeCorrelation({5, 6});
        list.compression = Compression::zstd;
        run.add(list);
        const auto path = run.save(folder);
        const FoundIn whole(path);
        QCOMPARE(whole.list(), QStringList {"low gpu.code-missing code objects"});
        QVERIFY(whole.all.isWhole);
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.readAll().indexOf("\x28\xb5\x2f\xfd")));
        file.write("x"); // no zstd any more
        file.close();
        const FoundIn damaged(path);
        QCOMPARE(damaged.list(), QStringList {"high data.damaged capture"});
        QVERIFY(!damaged.isChecked("gpu.code-missing") && !damaged.all.isWhole);
    }

    // No bytes are wrong: it is told by what is said of clocks.
    void aClockThatNothingCompares()
    {
        const QTemporaryDir folder;
        GpuRun run(0);
        frames(run, 6, 3, 8 * kMs);
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("gpu.calibration"));
        QVERIFY(!found.of("data.damaged"));
        QVERIFY(found.capture.document->problems().worst() == Severity::warning);
    }

    void pipelinesWithoutTheirCode()
    {
        const QTemporaryDir folder;
        GpuRun run;
        frames(run, 3, 1, 8 * kMs);
        run.add(codeObject(5));
        run.add(codeCorrelation({5, 5, 6}));
        QVERIFY(FoundIn(run.save(folder))
                    .of("gpu.code-missing")
                    ->sentence.words.starts_with("1 code object is missing that 1 pipeline belongs to"));
    }

    void aCalibrationThatCannotBeRead()
    {
        const QTemporaryDir folder;
        GpuRun run(1);
        frames(run, 6, 3, 8 * kMs);
        run.add({"ClockCalibration", {}, Packer().add(kPci)});
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("data.damaged"));
        QVERIFY(!found.of("gpu.calibration") && !found.isChecked("gpu.calibration"));
    }

    // What lies behind the first one is not shown, and nothing else would say so.
    void capturesThatWereJoined()
    {
        const QTemporaryDir folder;
        GpuRun run;
        frames(run, 6, 3, 8 * kMs);
        run.add({"Other", {}, Packer().text("data")});
        const auto path = run.save(folder);
        QCOMPARE(FoundIn(path).list(), QStringList());
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray one = file.readAll();
        file.close();
        const auto found = [&](const QByteArray& bytes) {
            const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(bytes) > 0;
            file.close();
            return isWritten ? FoundIn(path).list() : QStringList {QStringLiteral("it was not written")};
        };
        QCOMPARE(found(one + one), QStringList {"medium data.damaged capture"});
        QCOMPARE(found(one + one + one), QStringList {"medium data.damaged capture"});
        QCOMPARE(found(one + one.first(31)), QStringList()); // no header any more
        QCOMPARE(found(one + QByteArray(64, '\0')), QStringList());
        // The last chunk has it: where its data lie and how many there are stands in the last entry of the index.
        QByteArray held = one + one;
        constexpr qsizetype kFromEnd = 24;
        const std::int64_t data[] = {one.size(), one.size()};
        std::memcpy(held.data() + one.size() - kFromEnd, data, sizeof(data));
        QCOMPARE(found(held), QStringList());
    }

    // Three of nine problems: two submits without a time, and a clock that nothing compares.
    void whatWasNotRecordedIsNoFault()
    {
        const auto captures = corpusFiles("rdf-payloads/valid", "queues-bad-times.rdf");
        if (captures.empty())
            QSKIP(kNoCorpus);
        const FoundIn found(captures.front().path);
        QCOMPARE(found.capture.document->problems().total(), std::uint64_t(9));
        const Finding* const damaged = found.of("data.damaged");
        QVERIFY(damaged);
        QCOMPARE(damaged->count, std::uint64_t(6));
        QCOMPARE(damaged->evidence.size(), std::size_t(6));
        QCOMPARE(damaged->evidence[0].length, std::uint64_t(72));
        QVERIFY2(damaged->sentence.words.starts_with("6 faults in the bytes of the capture, the first: "),
                 damaged->sentence.words.c_str());
    }

    // An event behind the cut may have been the end of a marker.
    void aCrashDumpThatIsCut()
    {
        const QTemporaryDir folder;
        const Bytes events = stateOf(3, 1, 0xffffaaaa) + begun(3, 1, "Frame") + ended(3, 1);
        for (const std::size_t lost : {0u, 1u}) {
            GpuRun run;
            run.add(crash(kUserMode, Bytes(events.begin(), events.end() - std::ptrdiff_t(lost))));
            const FoundIn found(run.save(folder));
            QVERIFY(found.of("gpu.crash"));
            QCOMPARE(found.of("gpu.crash")->limits.find("is lost") != std::string::npos, lost == 1);
            // It leads to the marker, in the order of recording.
            const Finding& stop = *found.of("gpu.crash");
            QCOMPARE(stop.evidence.size(), std::size_t(1));
            const StatPlace& place = stop.evidence[0].place;
            const Timeline& timeline = *found.capture.timeline;
            QCOMPARE(timeline.track(place.track).kind, TrackKind::slices);
            const auto slice = timeline.sliceAt(timeline.rows(place.track)[place.depth], place.startNs);
            QVERIFY(slice && slice->startNs == place.startNs);
            QCOMPARE(timeline.text(slice->name), std::string_view("Frame"));
        }
    }

    // Passes and draws have the same names again and again.
    void whereItStopped()
    {
        const QTemporaryDir folder;
        GpuRun run;
        run.add(crash(kUserMode,
                      stateOf(3, 4, 2) + begun(3, 1, "Frame 7") + begun(3, 2, "Shadows") + ended(3, 2)
                          + begun(3, 3, "Light") + begun(3, 4, "Draw") + ended(3, 4) + ended(3, 3)
                          + ended(3, 1)));
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("gpu.crash"));
        QCOMPARE(
            found.of("gpu.crash")->sentence.words,
            std::string("The GPU stopped within `Draw` in `Frame 7/Light`: it had begun and not ended in "
                        "command buffer 3"));
    }

    void whatCouldNotBeTraced()
    {
        const QTemporaryDir folder;
        GpuRun run;
        frames(run, 3, 1, 8 * kMs);
        run.add(
            {"TraceError",
             Packer().text("SqttData", 16).add(std::uint32_t(2)).add(std::int32_t(-3)).add(std::uint32_t(1)),
             Packer().text("the buffer is full")});
        run.add({"TraceError",
                 Packer()
                     .text("SpmSession", 16)
                     .add(std::uint32_t(0))
                     .add(std::int32_t(-4))
                     .add(std::uint32_t(0)),
                 {}});
        const FoundIn found(run.save(folder));
        const Finding* const error = found.of("gpu.trace-error");
        QVERIFY(error);
        QCOMPARE(error->sentence.words,
                 std::string(
                     "Whoever traced says that something failed: SqttData 2, result -3: the buffer is full"));
        QCOMPARE(error->evidence.size(), std::size_t(2));
        QCOMPARE(error->evidence[1].text.words, std::string("SpmSession 0, result -4"));
    }

    // Where semaphores do it that is said, where they do it in less than half of the frames it is not.
    void queuesThatWaitForEachOther()
    {
        const QTemporaryDir folder;
        for (const std::uint64_t waits : {2u, 3u}) {
            GpuRun run;
            twoQueues(run, 0, 2 * kMs);
            for (std::uint64_t i = 0; i < waits; ++i)
                run.waitForOther(i * 20 * kMs);
            const FoundIn found(run.save(folder));
            QVERIFY(found.of("gpu.no-overlap"));
            QCOMPARE(found.of("gpu.no-overlap")->limits,
                     waits == 2 ? std::string("Whether one waits for the other on purpose is not recorded.")
                                : std::string("Semaphores made one wait for the other 3 times in 5 frames; "
                                              "whether it has to is not recorded."));
        }
    }

    void pageFaults()
    {
        const QTemporaryDir folder;
        GpuRun run;
        run.add(crash(kKernelMode,
                      crashEvent(16, 0,
                                 Packer()
                                     .add(std::uint32_t(1))
                                     .add(std::uint32_t(0))
                                     .add(std::uint64_t(0xdead000))
                                     .add(std::uint16_t(0)))));
        const FoundIn found(run.save(folder));
        QCOMPARE(found.list(), QStringList {"high gpu.crash page faults"});
        QVERIFY(found.of("gpu.crash")->sentence.words.find("0xdead000") != std::string::npos);
        // What it is the cause of is told behind it.
        run.add(crash(kUserMode, stateOf(3, 1, 0xffffaaaa) + begun(3, 1, "Frame") + ended(3, 1)));
        const QStringList both {"high gpu.crash page faults", "high gpu.crash command buffer 3"};
        QCOMPARE(FoundIn(run.save(folder)).list(), both);
    }

    void queuesOfOtherFrames()
    {
        const QTemporaryDir folder;
        GpuRun run;
        twoQueues(run, 0, 2 * kMs, false);
        const FoundIn found(run.save(folder));
        QVERIFY(found.isThere && found.isChecked("gpu.no-overlap") && !found.of("gpu.no-overlap"));
    }

    void costOfAFrame()
    {
        const QTemporaryDir folder;
        GpuRun run;
        frames(run, 6, 3, 20 * kMs);
        const FoundIn found(run.save(folder));
        const Finding* const spike = found.of("gpu.frame-spike");
        QVERIFY(spike);
        QCOMPARE(spike->cost.amount, 12'000'000);
        QCOMPARE(spike->evidence.size(), std::size_t(1));
        QVERIFY(spike->evidence[0].place.track != kNoTrack);
        // With the submit that is the reason.
        QCOMPARE(spike->sentence.words,
                 std::string(
                     "Frame 3 took 20.0 ms, half of 6 frames no more than 8.00 ms; `command buffer 0x4` on "
                     "`universal` ran for 20.0 ms"));
        QVERIFY(spike->evidence[0].text.words.starts_with("Frame 3: `command buffer"));
    }

    // No single submit is: there are more of them.
    void aFrameOfManySubmits()
    {
        const QTemporaryDir folder;
        GpuRun run;
        std::uint64_t at = 100;
        for (std::uint64_t number = 0; number < 6; ++number)
            for (int i = 0; i < (number == 3 ? 20 : 4); ++i) {
                run.submit(1, number, at - 50, at, at + 2 * kMs);
                at += 2 * kMs;
            }
        const FoundIn found(run.save(folder));
        const Finding* const spike = found.of("gpu.frame-spike");
        QVERIFY(spike);
        QCOMPARE(spike->sentence.words,
                 std::string("Frame 3 took 40.0 ms, half of 6 frames no more than 8.00 ms"));
        QVERIFY(spike->evidence[0].text.words.ends_with("ran for 2.00 ms"));
    }

    // Its slice shows more than that.
    void aFrameThatBeganAhead()
    {
        const QTemporaryDir folder;
        GpuRun run;
        beside(run, 1, 9 * kMs, 0, 25 * kMs);
        const FoundIn found(run.save(folder));
        const Finding* const spike = found.of("gpu.frame-spike");
        QVERIFY(spike);
        QCOMPARE(spike->cost.amount, 15'000'000);
        QCOMPARE(spike->sentence.words,
                 std::string(
                     "Frame 20 ended 25.0 ms after the one before, half of 40 frames no more than 10.0 ms; "
                     "`command buffer 0x2a` on `universal` ran for 25.0 ms"));
        QCOMPARE(spike->evidence.size(), std::size_t(1));
        QCOMPARE(spike->evidence[0].time.lengthNs(), 25'000'000);
        QCOMPARE(spike->evidence[0].time.startNs - spike->evidence[0].place.startNs, 9'000'000);
    }

    void aNumberThatComesAgain()
    {
        const QTemporaryDir folder;
        for (const std::uint64_t others : {8u, 9u}) {
            GpuRun run;
            cameAgain(run, others);
            const FoundIn found(run.save(folder), {"gpu.frame-spike.frames=61"});
            QCOMPARE(found.list(), QStringList());
            QCOMPARE(found.isChecked("gpu.frame-spike"), others == 9);
        }
    }

    // From its first frame to its last, however long it is.
    void aLongSlowPhase()
    {
        const QTemporaryDir folder;
        GpuRun run;
        sideBySide(run, lengthsOf(1'000, 400, 150));
        const FoundIn found(run.save(folder));
        const Finding* const phase = found.of("gpu.frame-spike");
        QVERIFY(phase);
        QCOMPARE(phase->subject.name, std::string("slow phase"));
        QCOMPARE(phase->count, std::uint64_t(150));
        QCOMPARE(phase->cost.amount, std::int64_t(150) * 8'000'000);
        QVERIFY(phase->sentence.words.starts_with(
            "A slow phase: 150 frames in a row from frame 400 on took up to 16.0 ms"));
    }

    // Some of its frames alone would not be slow.
    void anUnevenSlowPhase()
    {
        const QTemporaryDir folder;
        GpuRun run;
        sideBySide(run, unevenPhase());
        const FoundIn found(run.save(folder));
        QCOMPARE(found.list(), QStringList {"low gpu.frame-spike slow phase"});
        const Finding& phase = *found.of("gpu.frame-spike");
        QCOMPARE(phase.count, std::uint64_t(41));
        QCOMPARE(phase.cost.amount, std::int64_t(33 * 8 + 7 * 7 + 4) * 1'000'000);
        QVERIFY(phase.sentence.words.starts_with("A slow phase: 41 frames in a row from frame 100 on"));
    }

    // Frames that stand still together do so once.
    void costOfFramesThatOverlap()
    {
        const QTemporaryDir folder;
        GpuRun run;
        stall(run, 100 * kMs);
        const FoundIn found(run.save(folder));
        const Finding* const spike = found.of("gpu.frame-spike");
        QVERIFY(spike);
        QCOMPARE(spike->count, std::uint64_t(1));
        QCOMPARE(spike->cost.amount, 100'000'000);
    }

    // It waits as long as ever, and then longer and longer.
    void whenWorkBeginsToPileUp()
    {
        const QTemporaryDir folder;
        GpuRun run;
        std::vector<std::uint64_t> ms;
        for (std::uint64_t i = 0; i < 40; ++i)
            ms.push_back(i < 20 ? 10 + i % 2 * 4 : 14 + (i - 19) * 4);
        waits(run, ms);
        const FoundIn found(run.save(folder));
        const Finding* const backlog = found.of("gpu.backlog");
        QVERIFY(backlog);
        QCOMPARE(
            backlog->sentence.words,
            std::string("Submits to `universal` wait longer and longer for the GPU: 14.0 ms in frame 19, "
                        "94.0 ms in frame 39"));
        QCOMPARE(backlog->cost.amount, 84'000'000);
        QCOMPARE(backlog->count, std::uint64_t(21));
        QCOMPARE(backlog->when[0].lengthNs(), 210'000'000);
        QCOMPARE(backlog->evidence[0].text.words, std::string("Frame 39 waited 94.0 ms"));
        QCOMPARE(backlog->evidence.back().text.words, std::string("Frame 19 waited 14.0 ms"));
    }

    // The queue that waits, not others of the same frames.
    void aQueueThatStarves()
    {
        const QTemporaryDir folder;
        GpuRun run;
        starving(run, 5 * kMs);
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("gpu.backlog"));
        QCOMPARE(found.of("gpu.backlog")->cost.amount, 50'000'000);
        QVERIFY(found.of("gpu.backlog")->sentence.words.starts_with("Submits to `compute` wait longer"));
    }

    void costOfAHitch()
    {
        const QTemporaryDir folder;
        GpuRun run;
        begin(run, hitches(209'000, 1));
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("gpu.idle"));
        QCOMPARE(found.of("gpu.idle")->cost.amount, 200'000'000);
        QCOMPARE(found.of("gpu.idle")->count, std::uint64_t(1));
    }

    void aSlowClock()
    {
        const QTemporaryDir folder;
        GpuRun run;
        frames(run, 3, 1, 8 * kMs);
        run.setCoreClock(1'100'000'000, 2'500'000'000);
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("gpu.clock-low"));
        QCOMPARE(found.of("gpu.clock-low")->sentence.words,
                 std::string("The core of `Some GPU` ran at 1.10 GHz of 2.50 GHz"));
    }

    void withoutSubmitsItSaysSo()
    {
        const QTemporaryDir folder;
        GpuRun run;
        run.add(crash(kUserMode, stateOf(3, 1, 0xffffaaaa) + begun(3, 1, "Frame") + ended(3, 1)));
        const FoundIn found(run.save(folder));
        QVERIFY(!found.isChecked("gpu.frame-spike") && !found.isChecked("gpu.idle"));
        QVERIFY(found.isChecked("gpu.crash"));
    }

    void demo_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("frames") << "boss-fight-frame.rdf"
                                << QStringList {"high gpu.frame-spike frames", "medium gpu.backlog submits",
                                                "low gpu.no-overlap queues"};
        QTest::newRow("all") << "boss-fight.rdf" << QStringList {"high gpu.frame-spike frames"};
    }
    void demo()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, expected);
        const QTemporaryDir folder;
        for (const Demo* const each : demos())
            QVERIFY(each->format != "rdf" || each->write(folder.path().toStdString()).has_value());
        const FoundIn found(folder.filePath(name).toStdString());
        QCOMPARE(found.list(), expected);
        QVERIFY(found.of("gpu.frame-spike")
                    ->sentence.words.starts_with("Frame 4817 took 56.8 ms, half of 8 frames no more than "));
    }
};

QTEST_GUILESS_MAIN(TestFindingsRdf)
#include "tst_findings_rdf.moc"
