// Rules for RTC captures: each with a capture that fires and one a hair below, each guard with its false alarm, and the demo.
#include "core/formats/rtc/findings/rtc_passed_time.h"
#include "core/formats/rtc/rtc_document.h"
#include "core/io/file.h"
#include "tests/support/demo_captures.h"
#include "tests/support/findings.h"
#include "tests/support/rtc_notes.h"
#include "tests/support/used_time.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <functional>
#include <limits>

using namespace traceglass;

namespace {

constexpr std::int64_t kUs = 1'000, kMs = 1'000;                     // ns, µs
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t kYear = std::int64_t(365) * 86'400'000 * kMs; // µs

// A run in the making. Times are microseconds from the start, in any order; the clock tells each of them.
class DeviceRun
{
public:
    DeviceRun()
        : m_writer(
            [this](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            {.unitSize = 65'536, .minorSize = 8'192})
    {
        m_clock = add("clk", "timespec", {}, false);
        m_values = add("sensor/values", "uint8", "clk", false);
        m_others = add("sensor/others", "uint8", "clk", false);
        m_fine = add("sensor/fine", "uint16le", "clk", false);
        m_wide = add("sensor/wide", "uint32le", "clk", false);
        m_cycles = add("cycles", "uint64le", {}, false, "1e-6");
        m_lines = add("stdout", "utf-8", "clk", true);
        m_first = add("sensor/first", "uint8", "", false);
        m_second = add("sensor/second", "uint8", "", false);
    }

    void tick(std::int64_t us) { m_planned.push_back({us, m_clock, {}}); }
    void value(std::int64_t us, int value = 1) { m_planned.push_back({us, m_values, {std::byte(value)}}); }
    void fine(std::int64_t us, int value)
    {
        m_planned.push_back({us, m_fine, {std::byte(value & 0xff), std::byte(value >> 8)}});
    }
    void wide(std::int64_t us, std::uint32_t value)
    {
        m_planned.push_back({us, m_wide, {}});
        for (unsigned shift = 0; shift < 32; shift += 8)
            m_planned.back().payload.push_back(std::byte(value >> shift & 0xff));
    }
    void real(std::int64_t us, float value)
    {
        if (!m_real)
            m_real = add("sensor/real", "float32le", "clk", false);
        const auto raw = std::as_bytes(std::span(&value, 1));
        m_planned.push_back({us, *m_real, {raw.begin(), raw.end()}});
    }
    void signedValue(std::int64_t us, int value)
    {
        if (!m_signed)
            m_signed = add("sensor/signed", "int16le", "clk", false);
        m_planned.push_back({us, *m_signed, {std::byte(value & 0xff), std::byte(value >> 8 & 0xff)}});
    }
    // One of each of two streams that name no clock.
    void clockless(std::int64_t us)
    {
        m_planned.push_back({us, m_first, {std::byte(1)}});
        m_planned.push_back({us, m_second, {std::byte(1)}});
    }
    // What a clock of its own told then.
    void cycles(std::int64_t us, std::int64_t told)
    {
        m_planned.push_back({us, m_cycles, {}});
        for (unsigned shift = 0; shift < 64; shift += 8)
            m_planned.back().payload.push_back(std::byte(told >> shift & 0xff));
    }
    void other(std::int64_t us, int value = 1) { m_planned.push_back({us, m_others, {std::byte(value)}}); }
    void line(std::int64_t us, std::string_view text)
    {
        const auto raw = asBytes(text);
        m_planned.push_back({us, m_lines, {raw.begin(), raw.end()}});
        m_planned.back().payload.push_back(std::byte('\n'));
    }
    // A text that is a frame of its own.
    void entry(std::int64_t us, std::string_view text)
    {
        if (!m_entries)
            m_entries = add("entries", "utf-8", "clk", false);
        const auto raw = asBytes(text);
        m_planned.push_back({us, *m_entries, {raw.begin(), raw.end()}});
    }
    void valueBeforeTheClock() { ++m_early; }
    // In steps of 10 ms, so that the clock is never silent.
    void ticks(std::int64_t endUs)
    {
        for (std::int64_t us = 0; us <= endUs; us += 10 * kMs)
            tick(us);
    }

    // From a moment on it tells that much more, or less.
    void setClock(std::int64_t fromUs, std::int64_t byUs)
    {
        m_setFromUs = fromUs;
        m_setByUs = byUs;
    }
    void setClockBack(std::int64_t us) { m_backUs = us; } // at the end; 0: it is told once more
    // It tells nothing from one moment to another, while frames come.
    void silenceClock(std::int64_t fromUs, std::int64_t toUs) { m_silentUs = {fromUs, toUs}; }
    void tellClockEach(std::int64_t us) { m_clockEachUs = us; }

    bool finish(std::int64_t beginUs = 0)
    {
        std::ranges::stable_sort(m_planned, {}, &Planned::us);
        bool good = true;
        for (int i = 0; i < m_early; ++i)
            good = good && m_writer.write(m_values, std::vector {std::byte(1)});
        std::optional<std::int64_t> told;
        for (const Planned& each : m_planned) {
            const std::int64_t tellsUs = beginUs + each.us + (each.us >= m_setFromUs ? m_setByUs : 0);
            const bool isDue = !told || *told / m_clockEachUs != each.us / m_clockEachUs;
            if (isDue && (each.us <= m_silentUs.first || each.us >= m_silentUs.second))
                good = good
                    && m_writer.write(m_clock, rtc::timespecBytes(rtc::kTestStart + tellsUs * kUs, false));
            told = each.us;
            if (each.stream != m_clock)
                good = good && m_writer.write(each.stream, each.payload);
        }
        if (m_backUs)
            good = good
                && m_writer.write(
                    m_clock,
                    rtc::timespecBytes(rtc::kTestStart + (beginUs + *told - *m_backUs) * kUs, false));
        return good && m_writer.finish();
    }

    rtc::RtcBytes bytes;

private:
    struct Planned
    {
        std::int64_t us = 0;
        std::uint32_t stream = 0;
        std::vector<std::byte> payload;
    };
    std::uint32_t add(std::string_view name, std::string_view format, std::optional<std::string_view> by,
                      bool isLog, std::string_view gain = {})
    {
        rtc::Stream stream;
        stream.name = name;
        stream.format = format;
        stream.isClock = !by.has_value();
        stream.clock = by.value_or("");
        stream.cont = isLog;
        stream.gain = gain;
        return m_writer.addStream(stream).value();
    }

    rtc::Writer m_writer;
    std::uint32_t m_clock = 0, m_values = 0, m_others = 0, m_fine = 0, m_wide = 0, m_cycles = 0, m_lines = 0,
                  m_first = 0, m_second = 0;
    std::optional<std::uint32_t> m_entries, m_real, m_signed; // of those that have some
    std::vector<Planned> m_planned;
    int m_early = 0;
    std::optional<std::int64_t> m_backUs;
    std::int64_t m_setFromUs = 0, m_setByUs = 0, m_clockEachUs = 1;
    std::pair<std::int64_t, std::int64_t> m_silentUs {0, 0};
};

std::filesystem::path saved(const QTemporaryDir& folder, const rtc::RtcBytes& bytes)
{
    const std::filesystem::path path = folder.filePath("device.rtc").toStdString();
    auto file = File::open(path, File::Mode::create);
    return file && file->write(bytes) && file->close() ? path : std::filesystem::path();
}

using Build = std::function<void(DeviceRun&)>;

// A value each 10 ms, none from 500 ms on for so long.
void silentFor(DeviceRun& run, std::int64_t us)
{
    for (std::int64_t at = 0; at <= 2'000 * kMs; at += 10 * kMs) {
        if (at <= 500 * kMs || at >= 500 * kMs + us)
            run.value(at);
    }
    run.ticks(2'000 * kMs);
}

// A value each 10 ms of which every so manieth is missing.
void someMissing(DeviceRun& run, int every)
{
    for (int i = 0; i < 2'000; ++i) {
        if (i % every != every - 1)
            run.value(i * 10 * kMs);
    }
    run.ticks(20'000 * kMs);
}

// One of which every so manieth comes 16 ms late, or never, and the next one 6 ms late.
void someLate(DeviceRun& run, int every, bool isMissing)
{
    for (int i = 0; i < 2'000; ++i) {
        const bool isSuch = i % every == every - 1, isNext = i % every == 0;
        if (!isSuch || !isMissing)
            run.value(i * 10 * kMs + (isSuch ? 16 * kMs : isNext ? 6 * kMs : 0));
    }
    run.ticks(20'000 * kMs);
}

// Two thousand frames, one each 10 ms, of which so many here and there come so much late, the next ones not.
void latenesses(DeviceRun& run, int count, std::int64_t lateUs)
{
    for (int i = 0; i < 2'000; ++i) {
        const bool isLate = i > 0 && i % 90 == 30 + i / 90 % 7 && i / 90 < count;
        run.value(i * 10 * kMs + (isLate ? lateUs : 0));
    }
    run.ticks(20'000 * kMs);
}

// One each 50 ms; in fourteen places it comes 70 ms late and the next one 20 ms late. Its clock is
// silent then, or goes on.
void haltedTogether(DeviceRun& run, bool isClockSilent)
{
    const auto isHalted = [](int frame) { return frame % 70 == 20 + frame / 70 % 9; };
    for (int i = 0; i < 1'000; ++i)
        run.value(i * 50 * kMs + (isHalted(i) ? 70 * kMs : i > 0 && isHalted(i - 1) ? 20 * kMs : 0));
    for (std::int64_t us = 0; us <= 50'000 * kMs; us += 10 * kMs) {
        const int next = static_cast<int>(us / (50 * kMs)) + 1;
        const bool isSilent = (isHalted(next) && us > (next - 1) * 50 * kMs) || isHalted(next - 1)
            || (isHalted(next - 2) && us < (next - 2) * 50 * kMs + 70 * kMs);
        if (!isSilent || !isClockSilent)
            run.tick(us);
    }
}

// A reading of so many values from 200 on, one each 10 ms; each so manieth and some behind it are another one.
void sentinels(DeviceRun& run, int value, int every, int inARow = 1, int kinds = 10, int frames = 3'000)
{
    for (int i = 0; i < frames; ++i)
        run.fine(i * 10 * kMs,
                 i % every >= every / 2 && i % every < every / 2 + inARow ? value : 200 + i * 7 % kinds);
    run.ticks(frames * 10 * kMs);
}

// A thousand real numbers, and none from one on and at each so manieth.
void notNumbers(DeviceRun& run, int first, int every, float none = std::numeric_limits<float>::quiet_NaN())
{
    for (int i = 0; i < 1'000; ++i)
        run.real(i * 10 * kMs,
                 i < first || (every > 0 && i % every == every / 2) ? none : 20.5f + float(i % 7) / 8);
    run.ticks(10'000 * kMs);
}

// Numbers below a limit that nobody could foretell, the same in each run.
class Dice
{
public:
    std::int64_t operator()(std::int64_t below)
    {
        m_state = m_state * 6'364'136'223'846'793'005u + 1'442'695'040'888'963'407u;
        return static_cast<std::int64_t>((m_state >> 33) % static_cast<std::uint64_t>(below));
    }

private:
    std::uint64_t m_state = 1;
};

// Seven hundred frames, one each 10 ms, of which so many of a hundred are lost here and there: how many in all.
int lostAtRandom(DeviceRun& run, int ofHundred)
{
    Dice dice;
    int lost = 0;
    for (int i = 0; i < 700; ++i) {
        const bool isLost = i > 0 && i < 699 && dice(100) < ofHundred;
        lost += isLost ? 1 : 0;
        if (!isLost)
            run.value(i * 10 * kMs);
    }
    run.ticks(7'000 * kMs);
    return lost;
}

// Each four frames as a cycle has them, which are so far apart.
void cycles(DeviceRun& run, const std::vector<std::int64_t>& apartMs)
{
    std::int64_t us = 0;
    for (int i = 0; i < 800; ++i) {
        run.value(us);
        us += apartMs[std::size_t(i) % apartMs.size()] * kMs;
    }
    run.ticks(us);
}

// Every 10 ms for two seconds, and so many frames as far apart as told in turns.
void inTurns(DeviceRun& run, int frames, std::int64_t apartUs)
{
    std::int64_t us = 0;
    for (int turn = 0; turn < 12; ++turn) {
        for (int i = 0; i < 200; ++i, us += 10 * kMs)
            run.value(us);
        for (int i = 0; i < frames; ++i, us += apartUs)
            run.value(us);
    }
    run.value(us);
    run.ticks(us);
}

// Every 10 ms, each up to so much sooner or later, none from one moment to another of ten seconds.
void jittery(DeviceRun& run, std::int64_t byUs, std::int64_t fromUs = 0, std::int64_t toUs = 0)
{
    Dice dice;
    for (std::int64_t us = 20 * kMs; us <= 10'000 * kMs; us += 10 * kMs) {
        const std::int64_t offUs = dice(2 * byUs + 1) - byUs;
        if (us <= fromUs || us >= toUs)
            run.value(us + offUs);
    }
    run.ticks(10'020 * kMs);
}

// Every 10 ms for as long as a device is on in each two seconds, as its clock is where nothing else tells it.
void onAndOff(DeviceRun& run, std::int64_t onUs, int times, bool hasClock = true)
{
    for (int i = 0; i < times; ++i)
        for (std::int64_t us = 0; us < onUs; us += 10 * kMs)
            run.value(i * 2'000 * kMs + us);
    if (hasClock)
        run.ticks(times * 2'000 * kMs);
}

// The same twelve times, from the sixth on later by so much.
void outage(DeviceRun& run, std::int64_t onUs, std::int64_t laterUs)
{
    for (int i = 0; i < 12; ++i)
        for (std::int64_t us = 0; us < onUs; us += 10 * kMs)
            run.value(i * 2'000 * kMs + us + (i < 6 ? 0 : laterUs));
    run.ticks(24'000 * kMs + laterUs);
}

// Bursts of a second, and pauses of which none is like the one before.
void pausesOfAnyLength(DeviceRun& run, std::int64_t atLeastUs)
{
    Dice dice;
    std::int64_t us = 0;
    for (int i = 0; i < 10; ++i, us += atLeastUs + dice(1'000) * kMs)
        for (int frame = 0; frame < 100; ++frame, us += 10 * kMs)
            run.value(us);
    run.ticks(us);
}

// Two streams, each without what comes for so long from a moment on, while their clock goes on.
void bothSilent(DeviceRun& run, std::int64_t fromUs, std::int64_t otherFromUs)
{
    const auto isSilent = [](std::int64_t us, std::int64_t sinceUs) {
        return us > sinceUs && us < sinceUs + 400 * kMs;
    };
    for (std::int64_t us = 0; us <= 2'000 * kMs; us += 10 * kMs) {
        if (!isSilent(us, fromUs))
            run.value(us);
        if (!isSilent(us, otherFromUs))
            run.other(us);
    }
    run.ticks(2'000 * kMs);
}

// A frame each 10 ms, of which every so manieth comes as the next one does; none for 300 ms in the middle.
void lateOnes(DeviceRun& run, int every)
{
    for (int i = 0; i < 2'000; ++i) {
        const std::int64_t lateUs = i % every == every - 1 ? 10 * kMs : 0;
        if (i < 1'000 || i >= 1'029)
            run.value(i * 10 * kMs + lateUs);
    }
    run.ticks(20'000 * kMs);
}

// Every 10 ms, but not from one moment to another of ten seconds.
void silentFrom(DeviceRun& run, std::int64_t fromUs, std::int64_t toUs)
{
    for (std::int64_t us = 0; us <= 10'000 * kMs; us += 10 * kMs) {
        if (us <= fromUs || us >= toUs)
            run.value(us);
    }
    run.ticks(10'000 * kMs);
}

// Every 10 ms, but every 20 ms in whiles of two seconds.
void slowerInWhiles(DeviceRun& run, int whiles)
{
    for (std::int64_t us = 0; us < 40'000 * kMs;) {
        run.value(us);
        const bool isSlow = us / (4'000 * kMs) % 2 == 1 && us / (8'000 * kMs) < whiles;
        us += isSlow ? 20 * kMs : 10 * kMs;
    }
}

// The same from one moment to another.
void slowerFor(DeviceRun& run, std::int64_t fromUs, std::int64_t toUs, std::int64_t everyUs = 20 * kMs)
{
    for (std::int64_t us = 0; us < 40'000 * kMs; us += us >= fromUs && us < toUs ? everyUs : 10 * kMs)
        run.value(us);
}

// One stream to the end of ten seconds or more, another one from a moment to another.
void stopsAt(DeviceRun& run, std::int64_t fromUs, std::int64_t toUs, std::int64_t everyUs,
             std::int64_t endUs = 10'000 * kMs)
{
    for (std::int64_t at = 0; at <= endUs; at += endUs / 1'000)
        run.other(at);
    for (std::int64_t at = fromUs; at <= toUs; at += everyUs)
        run.value(at);
}

// A value each 100 ms for 30 seconds, and what its clock tells until then as often.
void clockGoesOn(DeviceRun& run, std::int64_t endUs)
{
    for (std::int64_t us = 0; us <= 30'000 * kMs; us += 100 * kMs)
        run.value(us);
    for (std::int64_t us = 30'000 * kMs; us <= endUs; us += 100 * kMs)
        run.tick(us);
}

// A clock that tells a value each 10 ms for so long, then none for so long, and goes on for a second.
void clockIsSilent(DeviceRun& run, std::int64_t fromUs, std::int64_t forUs)
{
    for (std::int64_t us = 0; us <= fromUs + forUs + 1'000 * kMs; us += 10 * kMs)
        if (us <= fromUs || us >= fromUs + forUs)
            run.tick(us);
}

// One that tells a value each 10 ms for two seconds, then so many half a second apart, with some next to each of
// these, in turns. In between it tells none for so long.
void clockOfTwoPaces(DeviceRun& run, int inARow, int turns, std::int64_t silentUs = 0)
{
    std::int64_t us = 0;
    for (int turn = 0; turn < turns; ++turn) {
        for (int i = 0; i < 200; ++i, us += 10 * kMs)
            run.tick(us);
        for (int i = 0; i < inARow; ++i, us += 500 * kMs)
            for (int next = 0; next < 3; ++next)
                run.tick(us + next * kMs);
        us += turn == 1 ? silentUs : 0;
    }
    for (int i = 0; i < 2'000; ++i, us += 10 * kMs)
        run.tick(us);
}

// Every 20 ms, and every 2 ms from one moment to another of twenty seconds.
void fasterFrom(DeviceRun& run, std::int64_t fromUs, std::int64_t toUs)
{
    for (std::int64_t us = 0; us < 20'000 * kMs; us += us >= fromUs && us < toUs ? 2 * kMs : 20 * kMs)
        run.value(us);
}

// Every 10 ms for two seconds, then one after so long and three each 300 ms, in turns.
void slowingDown(DeviceRun& run, std::int64_t firstUs)
{
    std::int64_t us = 0;
    for (int turn = 0; turn < 12; ++turn) {
        for (int i = 0; i < 200; ++i, us += 10 * kMs)
            run.value(us);
        run.value(us);
        us += firstUs;
        for (int i = 0; i < 3; ++i, us += 300 * kMs)
            run.value(us);
    }
    run.value(us);
    run.ticks(us);
}

// A value each 10 ms; of fifteen, each in another place, one comes so much late, and the next one so much.
void pairsOfLate(DeviceRun& run, std::int64_t firstUs, std::int64_t secondUs)
{
    for (int i = 0; i < 2'000; ++i) {
        const int of = i / 90, at = i % 90 - 30 - of % 7;
        const bool isSuch = of < 15 && (at == 0 || at == 1);
        run.value(i * 10 * kMs + (isSuch ? (at == 0 ? firstUs : secondUs) : 0));
    }
    run.ticks(20'000 * kMs);
}

// A value each 10 ms for three seconds, and a clock that is set after the first one.
void clockIsSet(DeviceRun& run, std::int64_t byUs)
{
    for (std::int64_t us = 0; us < 3'000 * kMs; us += 10 * kMs)
        run.value(us);
    run.setClock(1'000 * kMs, byUs);
}

void slowerAtTheEnd(DeviceRun& run, std::int64_t everyUs)
{
    std::int64_t at = 0;
    for (; at < 18'000 * kMs; at += 10 * kMs)
        run.value(at);
    for (; at <= 20'400 * kMs; at += everyUs)
        run.value(at);
}

// Every 10 ms for ten seconds, then so often for as long; what trembles does so by 4 ms in some of these tenths.
void slowerFromTheMiddle(DeviceRun& run, std::int64_t everyUs, int trembling = 0)
{
    for (std::int64_t at = 0, i = 0; at < 20'000 * kMs; at += at < 10'000 * kMs ? 10 * kMs : everyUs, ++i)
        run.value(at + (at < trembling * 2'000 * kMs ? i % 2 * 4 * kMs : 0));
}

// What `text` makes of a number, among other lines.
using TextOf = std::function<std::string(int)>;
void lines(
    DeviceRun& run, int count, std::int64_t everyUs,
    const TextOf& text = [](int) { return "a sensor is away"; })
{
    run.line(0, "begin");
    for (int i = 0; i < count; ++i)
        run.line(kMs + i * everyUs, text(i));
    run.line(3'000 * kMs, "end");
    run.ticks(3'000 * kMs);
}

void entries(DeviceRun& run, int count, std::int64_t everyUs, const TextOf& text)
{
    for (int i = 0; i < count; ++i)
        run.entry(i * everyUs, text(i));
    run.ticks(count * everyUs);
}

// As a receiver without a position sends it, ten times a second.
std::string positionUnknown(int i)
{
    constexpr std::array<const char*, 4> kSentences = {"$GPGGA,,,,,,0,00,99.99,,,,,,*48",
                                                       "$GPRMC,,V,,,,,,,,,,N*53", "$GPGLL,,,,,,V,N*64",
                                                       "$GPVTG,,,,,,,,,N*30"};
    return kSentences[std::size_t(i) % kSentences.size()];
}

// A value of eight bits that trembles, but for so many frames.
void standing(DeviceRun& run, int frames, int value)
{
    for (int i = 0; i < 300; ++i)
        run.value(i * 10 * kMs, i >= 100 && i < 100 + frames ? value : 9 + i % 3);
    run.ticks(3'000 * kMs);
}

// One of sixteen bits that changes each so many frames, between 100 and 110, then stays the same for so many.
void stuck(DeviceRun& run, int frames, int value, int every = 1)
{
    for (int i = 0; i < 200 + frames; ++i)
        run.fine(i * 10 * kMs, i >= 100 && i < 100 + frames ? value : 100 + i / every % 11);
}

// Two streams that tremble, and stay the same for eleven seconds, the second so many frames later.
void bothStuck(DeviceRun& run, int later)
{
    for (int i = 0; i < 2'000; ++i) {
        run.fine(i * 10 * kMs, i >= 100 && i < 1'200 ? 105 : 100 + i % 11);
        run.wide(i * 10 * kMs, i >= 100 + later && i < 1'200 + later ? 105 : std::uint32_t(100 + i % 11));
    }
}

// One of 32 bits from a value on, one more each frame but for so many that are all the same.
void counting(DeviceRun& run, std::uint32_t from, int frames)
{
    std::uint32_t value = from;
    for (int i = 0; i < 4'000; ++i) {
        const bool isStuck = i >= 2'000 && i < 2'000 + frames;
        value += isStuck ? 0 : i == 2'000 + frames ? std::uint32_t(frames + 1) : 1;
        run.wide(i * 10 * kMs, value);
    }
}

// From one value to another in steps, and twenty times at the end of 16 bits.
void atTheEndOf16Bits(DeviceRun& run, int from, int to)
{
    for (int i = 0; i < 300; ++i)
        run.fine(i * 10 * kMs, i >= 100 && i < 120 ? 65'535 : from + (to - from) * (i % 11) / 10);
}

// At the end of its type for twenty frames from one on, as what is set.
void held(DeviceRun& run, int from)
{
    for (int i = 0; i < 300; ++i)
        run.fine(i * 10 * kMs, i >= from && i < from + 20 ? 65'535 : 30'000 + i % 11 * 300);
}

// A trembling value that is 0 for ten seconds, and once more at the end for so many frames.
void zeroOnce(DeviceRun& run, int from, int again = 0)
{
    for (int i = 0; i < 1'400; ++i)
        run.fine(i * 10 * kMs, (i >= 200 && i < 1'201) || i >= 1'400 - again ? 0 : from + i % 11);
}

// Others near the end of its type, then a value again and again.
void nearTheEnd(DeviceRun& run, std::uint32_t value, int frames)
{
    for (int i = 0; i < 300; ++i)
        run.wide(i * 10 * kMs, i >= 100 && i < 100 + frames ? value : 0xffff'0000u + std::uint32_t(i % 3));
}

// One more a frame up to 200, there for ten seconds, then on from a value in such steps.
void restingAt(DeviceRun& run, int from, int step)
{
    run.fine(0, 250); // it is not the greatest value
    for (int i = 1; i < 1'400; ++i)
        run.fine(i * 10 * kMs, i < 200 ? i : i < 1'202 ? 200 : from + (i - 1'202) * step);
}

// Up to a value in such steps, after it trembled or not, and there until the end.
void heldToTheEnd(DeviceRun& run, bool trembles)
{
    run.fine(0, 2'500); // it is not the greatest value
    for (int i = 1; i < 1'202; ++i)
        run.fine(i * 10 * kMs, i >= 200 ? 2'000 : i * 10 - (trembles && i % 2 == 0 ? 15 : 0));
}

// A reading once a second of what changes slowly, to and fro by 20 of its steps within so long, and trembles by less than
// one: it rests in the middle of a step.
void slowAndCoarse(DeviceRun& run, std::int64_t withinS, std::int64_t trembles)
{
    constexpr std::int64_t kHundredths = 100; // of a step
    Dice dice;
    for (std::int64_t s = 0; s < 4 * 3'600; ++s) {
        const std::int64_t half = withinS / 2, to = s % withinS;
        const std::int64_t drift = (to < half ? to : withinS - to) * 20 * kHundredths / half;
        const std::int64_t noise = dice(trembles + 1) + dice(trembles + 1) - trembles;
        run.fine(s * 1'000 * kMs, int((100 * kHundredths + drift + noise) / kHundredths));
    }
}

// What goes one way, a step each frame, stands for ten seconds, turns, and goes back as many at once.
void thereAndBack(DeviceRun& run, int overshoot)
{
    run.fine(0, 900); // it is not the greatest value
    for (int i = 1; i < 200; ++i)
        run.fine(i * 10 * kMs, 300 + i + (i > 150 && i < 197 ? overshoot : 0));
    for (int i = 200; i < 1'202; ++i)
        run.fine(i * 10 * kMs, 500);
    for (int i = 1'202; i < 1'220; ++i)
        run.fine(i * 10 * kMs, 500 - (i - 1'201) * 20);
}

// A reading once a second that changes each time, then stays the same for so many.
void stuckOfSeldom(DeviceRun& run, int frames)
{
    for (int i = 0; i < 140; ++i)
        run.fine(i * 1'000 * kMs, i >= 100 && i < 100 + frames ? 105 : 100 + i % 11);
    for (std::int64_t us = 0; us < 140'000 * kMs; us += 50 * kMs)
        run.tick(us);
}

// Two clocks that run alike, or apart by so many millionths, until one is set.
void setOnce(DeviceRun& run, std::int64_t forwardUs, int millionths = 0)
{
    for (std::int64_t us = 0; us <= 100'000 * kMs; us += 100 * kMs)
        run.cycles(us, 5'000 + us + us * millionths / 1'000'000 + (us > 30'000 * kMs ? forwardUs : 0));
}

// Two clocks that run alike until one is set by a second: it tells little, and what the other one told last is older each
// time.
void setOnceToldSeldom(DeviceRun& run)
{
    constexpr int kTold = 51;
    for (std::int64_t us = 0; us <= 62'000 * kMs; us += 100 * kMs)
        run.tick(us);
    for (int i = 0; i < kTold; ++i) {
        const std::int64_t us = i * 1'230 * kMs + 1;
        run.cycles(us, 5'000 + us + (i > kTold / 2 ? 1'000 * kMs : 0));
    }
}

// Two clocks, one of them so many millionths faster.
void drifting(DeviceRun& run, int millionths, std::int64_t seconds = 61)
{
    constexpr std::int64_t kMillion = 1'000'000;
    for (std::int64_t us = 0; us <= seconds * kMillion; us += 100 * kMs)
        run.cycles(us, 5'000 + us + us * millionths / kMillion);
}

// Cycles that halt for so many of each ten seconds, and are not told meanwhile, or that are as much slower all
// the time.
void haltingCycles(DeviceRun& run, std::int64_t haltS, std::int64_t everyUs, bool isSlowed = false)
{
    constexpr std::int64_t kS = 1'000 * kMs, kTurnUs = 10 * kS;
    const std::int64_t onUs = kTurnUs - haltS * kS;
    for (std::int64_t us = 0; us < 120 * kS; us += everyUs) {
        const std::int64_t inTurnUs = us % kTurnUs, turnUs = us / kTurnUs * onUs;
        if (isSlowed)
            run.cycles(us, 5'000 + us * onUs / kTurnUs);
        else if (inTurnUs < onUs)
            run.cycles(us, 5'000 + turnUs + inTurnUs);
    }
    for (std::int64_t us = 0; us < 120 * kS; us += 500 * kMs)
        run.tick(us);
}

// A device that is switched off: values each 10 ms for a minute, and lines behind them.
void switchedOff(DeviceRun& run, const std::vector<std::int64_t>& linesMs)
{
    for (std::int64_t us = 0; us <= 60'000 * kMs; us += 10 * kMs)
        run.value(us);
    for (const std::int64_t ms : linesMs)
        run.line((60'000 + ms) * kMs, "pwr: off");
}

// Values each 50 ms for two minutes, and other ones each second until so many behind them; both are silent for
// a second from one moment on.
void onlySlowOnesLeft(DeviceRun& run, std::int64_t seconds, std::int64_t silentFromUs = -1'000 * kMs)
{
    constexpr std::int64_t kSecondUs = 1'000 * kMs;
    for (std::int64_t us = 0; us <= 120 * kSecondUs; us += 50 * kMs)
        if (us <= silentFromUs || us >= silentFromUs + kSecondUs)
            run.value(us);
    for (std::int64_t us = 0; us <= (120 + seconds) * kSecondUs; us += kSecondUs)
        run.other(us);
}

// Two clocks, of which one stops with its values after two minutes, and the other one goes on for so long.
void clockDies(DeviceRun& run, std::int64_t goesOnUs)
{
    constexpr std::int64_t kDiesUs = 120'000 * kMs;
    for (std::int64_t us = 0; us <= kDiesUs; us += 20 * kMs)
        run.value(us);
    for (std::int64_t us = 0; us <= kDiesUs + goesOnUs; us += 100 * kMs)
        run.cycles(us, 5'000 + us);
    run.silenceClock(kDiesUs, 10 * kDiesUs);
}

// One that changes all the time, twice as slowly from the middle on, and stays the same in there for so long.
void stuckAtAnotherRate(DeviceRun& run, std::int64_t forUs)
{
    constexpr std::int64_t kMiddleUs = 30'000 * kMs, kStuckUs = 42'000 * kMs;
    int i = 0;
    for (std::int64_t us = 0; us <= 2 * kMiddleUs; us += us < kMiddleUs ? 20 * kMs : 40 * kMs, ++i)
        run.fine(us, us >= kStuckUs && us < kStuckUs + forUs ? 105 : 100 + i % 11);
}

// A pressure each 100 ms, and another value instead for so many in a row.
void blockOf(DeviceRun& run, float value, int frames, int from = 500)
{
    for (int i = 0; i < 1'000; ++i)
        run.real(i * 100 * kMs, i >= from && i < from + frames ? value : 1.5f + float(i * 7 % 100) / 50);
}

// From 24 on as far as told, a hundred ones in turn, and another one once in a hundred.
void temperatures(DeviceRun& run, float other, float range)
{
    for (int i = 0; i < 1'000; ++i)
        run.real(i * 100 * kMs, i % 100 == 50 ? other : 24 + float(i * 7 % 100) / 100 * range);
}

// On and off 400 ms later, again and again after four seconds, more or less.
void pulses(DeviceRun& run)
{
    std::int64_t us = 0;
    for (int i = 0; i < 300; ++i, us += (4'400 + i * 7 % 9 * 100 - 400) * kMs) {
        run.value(us);
        run.value(us + 400 * kMs);
    }
    run.ticks(us);
}

// Others are 9 to 11, or as much more.
void spikes(DeviceRun& run, int count, int value, int more = 0)
{
    for (int i = 0; i < 1'200; ++i)
        run.value(i * 10 * kMs, i >= 600 && i < 600 + count ? value : 9 + more + i % 3);
}

// What goes round in eight bits: there six times, then so many values, of which each stands for a hundred frames.
void roundOf8Bits(DeviceRun& run, int from, bool goesBack = false)
{
    for (int i = 0; i < 1'200; ++i) {
        const int steps = (i + 94) / 100;
        run.value(i * 10 * kMs, (from + (goesBack && steps > 6 ? 13 - steps : steps)) & 0xff);
    }
}

// One more a frame up to the last number of 16 bits, and on from another one, five times.
void roundOf16Bits(DeviceRun& run, int on)
{
    for (int i = 0; i < 1'200; ++i)
        run.fine(i * 10 * kMs, i < 1'195 ? 65'535 - 1'194 + i : on + i - 1'195);
}

// A wave around the middle of twelve bits that goes that far beyond it, and is cut at a value.
struct Wave
{
    double height = 3'000;
    int greatest = 4'095;
    int coarse = 1;
    double noise = 400;
};
void clippedWave(DeviceRun& run, const Wave& of)
{
    Dice dice;
    for (int i = 0; i < 3'000; ++i) {
        const double trembling = of.noise * double(dice(1'000)) / 1'000;
        const int value = int(2'048 + of.height * std::sin(double(i) / 20) + trembling);
        run.fine(i * 10 * kMs, std::clamp(value / of.coarse * of.coarse, 100, of.greatest));
    }
}

void fineSpikeAt(DeviceRun& run, int frame)
{
    for (int i = 0; i < 1'200; ++i)
        run.fine(i * 10 * kMs, i == frame ? 50 : 9 + i % 3);
}

}

class TestFindingsRtc : public QObject
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
        row("gap: ten periods", [](DeviceRun& run) { silentFor(run, 100 * kMs); },
            {"medium rtc.gaps sensor/values"});
        row(
            "gap: nine", [](DeviceRun& run) { silentFor(run, 90 * kMs); }, quiet);
        row("gap: a hundredth of the frames is missing", [](DeviceRun& run) { someMissing(run, 90); },
            {"medium rtc.gaps sensor/values"});
        row(
            "gap: fewer", [](DeviceRun& run) { someMissing(run, 103); }, quiet);
        row("gap: they just came late", [](DeviceRun& run) { someLate(run, 90, false); },
            {"low rtc.jitter sensor/values"});
        row("gap: the next one comes late", [](DeviceRun& run) { someLate(run, 90, true); },
            {"medium rtc.gaps sensor/values"});
        row("gap: a third is lost at random", [](DeviceRun& run) { lostAtRandom(run, 33); },
            {"medium rtc.gaps sensor/values"});
        row("gap: nearly half is lost at random", [](DeviceRun& run) { lostAtRandom(run, 45); },
            {"medium rtc.gaps sensor/values"});
        row(
            "gap: with more than half lost nobody knows the period",
            [](DeviceRun& run) { lostAtRandom(run, 60); }, quiet);
        row("gap: two with a frame between",
            [](DeviceRun& run) {
                for (int i = 0; i < 2'000; ++i)
                    if (i % 100 != 50 && i % 100 != 52)
                        run.value(i * 10 * kMs);
                run.ticks(20'000 * kMs);
            },
            {"medium rtc.gaps sensor/values"});
        row("gap: each eleventh is missing", [](DeviceRun& run) { someMissing(run, 11); },
            {"medium rtc.gaps sensor/values"});
        row(
            "gap: each tenth is not sent in a cycle of ten", [](DeviceRun& run) { someMissing(run, 10); },
            quiet);
        row(
            "gap: a cycle of which a slot is not sent",
            [](DeviceRun& run) {
                cycles(run, {10, 10, 10, 20});
            },
            quiet);
        row(
            "gap: a cycle that is slower at times",
            [](DeviceRun& run) {
                cycles(run, {10, 20});
            },
            quiet);
        row("gap: the ones behind catch up",
            [](DeviceRun& run) {
                cycles(run, {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 20, 7, 7, 6});
            },
            {"low rtc.jitter sensor/values"});
        row(
            "gap: what the device does between takes longer at times",
            [](DeviceRun& run) {
                Dice dice;
                std::int64_t us = 0;
                for (int i = 0; i < 2'000; ++i, us += dice(10) == 0 ? 15 * kMs + dice(30 * kMs) : 10 * kMs)
                    run.value(us);
                run.ticks(us);
            },
            quiet);
        row(
            "gap: fast and slow in turns", [](DeviceRun& run) { inTurns(run, 9, 200 * kMs); }, quiet);
        row(
            "gap: three slow ones are a rate", [](DeviceRun& run) { inTurns(run, 3, 200 * kMs); }, quiet);
        row("gap: two are none", [](DeviceRun& run) { inTurns(run, 2, 200 * kMs); },
            {"medium rtc.gaps sensor/values"});
        row(
            "gap: 30 periods at half the rate are a rate", [](DeviceRun& run) { inTurns(run, 15, 20 * kMs); },
            quiet);
        row("gap: less are none", [](DeviceRun& run) { inTurns(run, 14, 20 * kMs); },
            {"medium rtc.gaps sensor/values"});
        row(
            "gap: it slows down step by step", [](DeviceRun& run) { slowingDown(run, 150 * kMs); }, quiet);
        row("gap: longer than what comes then", [](DeviceRun& run) { slowingDown(run, 450 * kMs); },
            {"medium rtc.gaps sensor/values"});
        row(
            "gap: slow when the device begins",
            [](DeviceRun& run) {
                for (int i = 0; i < 10; ++i)
                    run.value(i * 200 * kMs);
                for (int i = 200; i < 3'000; ++i)
                    run.value(i * 10 * kMs);
                run.ticks(30'000 * kMs);
            },
            quiet);
        row("gap: ten periods of frames that tremble",
            [](DeviceRun& run) { jittery(run, 3 * kMs, 5'000 * kMs, 5'110 * kMs); },
            {"medium rtc.gaps sensor/values"});
        row(
            "gap: fewer of such", [](DeviceRun& run) { jittery(run, 3 * kMs, 5'000 * kMs, 5'090 * kMs); },
            quiet);
        row(
            "gap: frames that tremble", [](DeviceRun& run) { jittery(run, 3 * kMs); }, quiet);
        row(
            "gap: those that come as they like",
            [](DeviceRun& run) { jittery(run, 9 * kMs, 5'000 * kMs, 5'300 * kMs); }, quiet);
        row("gap: less than half of the time", [](DeviceRun& run) { pausesOfAnyLength(run, 200 * kMs); },
            {"medium rtc.gaps sensor/values"});
        row(
            "gap: sent in bursts", [](DeviceRun& run) { pausesOfAnyLength(run, 700 * kMs); }, quiet);
        row(
            "gap: off for a quarter of each time", [](DeviceRun& run) { onAndOff(run, 1'510 * kMs, 4); },
            quiet);
        row("gap: an outage beside pauses that are usual",
            [](DeviceRun& run) { outage(run, 1'510 * kMs, 2'000 * kMs); }, {"medium rtc.gaps sensor/values"});
        row(
            "gap: off most of the time", [](DeviceRun& run) { outage(run, 600 * kMs, 0); }, quiet);
        row("gap: an outage beside that", [](DeviceRun& run) { outage(run, 600 * kMs, 1'440 * kMs); },
            {"low rtc.gaps sensor/values"});
        row(
            "gap: a pause that is not twice as long",
            [](DeviceRun& run) { outage(run, 600 * kMs, 1'380 * kMs); }, quiet);
        row("gap: off for less", [](DeviceRun& run) { onAndOff(run, 1'520 * kMs, 4); },
            {"medium rtc.gaps sensor/values"});
        row("gap: off twice, which may be by chance", [](DeviceRun& run) { onAndOff(run, 1'510 * kMs, 3); },
            {"medium rtc.gaps sensor/values"});
        row("gap: silent, of what is off each time, too",
            [](DeviceRun& run) {
                onAndOff(run, 1'510 * kMs, 8);
                for (std::int64_t us = 16'000 * kMs; us < 18'000 * kMs; us += 10 * kMs)
                    if (us < 16'500 * kMs || us > 16'800 * kMs)
                        run.value(us);
                run.ticks(18'000 * kMs);
            },
            {"medium rtc.gaps sensor/values"});
        row("gap: most of the time, but once",
            [](DeviceRun& run) { silentFrom(run, 2'000 * kMs, 8'900 * kMs); },
            {"low rtc.gaps sensor/values"});
        row(
            "gap: sent when the device began, and later",
            [](DeviceRun& run) { silentFrom(run, 900 * kMs, 8'900 * kMs); }, quiet);
        row("gap: of two streams at once", [](DeviceRun& run) { bothSilent(run, 500 * kMs, 690 * kMs); },
            {"medium rtc.gaps sensor/values"});
        row("gap: of two streams, one after the other",
            [](DeviceRun& run) { bothSilent(run, 500 * kMs, 710 * kMs); },
            {"medium rtc.gaps sensor/values", "medium rtc.gaps sensor/others"});
        row(
            "gap: a stream without a period",
            [](DeviceRun& run) {
                for (std::int64_t i = 0; i < 200; ++i)
                    run.value(i * i * 100);
                run.ticks(4'000 * kMs);
            },
            quiet);

        row(
            "gap: texts, which are sent when there is something to say",
            [](DeviceRun& run) {
                for (int i = 0; i < 300; ++i) {
                    const std::int64_t us = i * 40 * kMs + (i < 100 ? 0 : 8'000 * kMs);
                    run.entry(us, "written " + std::to_string(i));
                    run.line(us, "written " + std::to_string(i));
                }
                run.ticks(20'000 * kMs);
            },
            quiet);

        row("silent: 5 % of the run", [](DeviceRun& run) { stopsAt(run, 0, 9'500 * kMs, 10 * kMs); },
            {"medium rtc.silent sensor/values"});
        row(
            "silent: less", [](DeviceRun& run) { stopsAt(run, 0, 9'510 * kMs, 10 * kMs); }, quiet);
        row("silent: a stream that trembles",
            [](DeviceRun& run) {
                jittery(run, 3 * kMs, 9'000 * kMs, 11'000 * kMs);
                stopsAt(run, 0, -1, 1);
            },
            {"medium rtc.silent sensor/values"});
        row(
            "silent: one that comes as it likes",
            [](DeviceRun& run) {
                jittery(run, 9 * kMs, 9'000 * kMs, 11'000 * kMs);
                stopsAt(run, 0, -1, 1);
            },
            quiet);
        row("silent: two streams at once",
            [](DeviceRun& run) {
                stopsAt(run, 0, 6'000 * kMs, 10 * kMs);
                for (std::int64_t us = 0; us <= 6'000 * kMs; us += 10 * kMs)
                    run.fine(us, int(us / kMs % 100));
            },
            {"medium rtc.silent sensor/values"});
        row("silent: one stream long before the other",
            [](DeviceRun& run) {
                stopsAt(run, 0, 8'100 * kMs, 10 * kMs);
                for (std::int64_t us = 0; us <= 6'000 * kMs; us += 10 * kMs)
                    run.fine(us, int(us / kMs % 100));
            },
            {"medium rtc.silent sensor/fine", "medium rtc.silent sensor/values"});
        row("silent: a tenth of the run", [](DeviceRun& run) { stopsAt(run, 0, 1'000 * kMs, 10 * kMs); },
            {"medium rtc.silent sensor/values"});
        row(
            "silent: it was sent when the run began",
            [](DeviceRun& run) { stopsAt(run, 0, 990 * kMs, 10 * kMs); }, quiet);
        row("silent: it lived for longer than a start takes",
            [](DeviceRun& run) { stopsAt(run, 0, 30'000 * kMs, 100 * kMs, 400'000 * kMs); },
            {"low rtc.silent sensor/values"});
        row(
            "silent: a start may take that long",
            [](DeviceRun& run) { stopsAt(run, 0, 29'900 * kMs, 100 * kMs, 400'000 * kMs); }, quiet);
        row("silent: it began in the first tenth",
            [](DeviceRun& run) { stopsAt(run, 39'900 * kMs, 70'000 * kMs, 100 * kMs, 400'000 * kMs); },
            {"low rtc.silent sensor/values"});
        row("silent: it began later than in the first tenth",
            [](DeviceRun& run) { stopsAt(run, 1'000 * kMs, 6'000 * kMs, 10 * kMs); },
            {"low rtc.silent sensor/values"});
        row("silent: hardly in it", [](DeviceRun& run) { stopsAt(run, 990 * kMs, 6'000 * kMs, 10 * kMs); },
            {"medium rtc.silent sensor/values"});
        row("silent: it began later than a start takes",
            [](DeviceRun& run) { stopsAt(run, 30'000 * kMs, 200'000 * kMs, 100 * kMs, 400'000 * kMs); },
            {"low rtc.silent sensor/values"});
        row("silent: it began when a device starts",
            [](DeviceRun& run) { stopsAt(run, 29'900 * kMs, 200'000 * kMs, 100 * kMs, 400'000 * kMs); },
            {"medium rtc.silent sensor/values"});
        row("silent: it began in the first fiftieth",
            [](DeviceRun& run) { stopsAt(run, 39'900 * kMs, 900'000 * kMs, 100 * kMs, 2'000'000 * kMs); },
            {"medium rtc.silent sensor/values"});
        row(
            "silent: it was sent for a while later",
            [](DeviceRun& run) { stopsAt(run, 40'000 * kMs, 79'000 * kMs, 100 * kMs, 400'000 * kMs); },
            quiet);
        row(
            "silent: a self test of two seconds in a minute",
            [](DeviceRun& run) { stopsAt(run, 0, 2'000 * kMs, 10 * kMs, 60'000 * kMs); }, quiet);
        row("silent: no longer than before",
            [](DeviceRun& run) {
                stopsAt(run, 0, 5'000 * kMs, kMs);
                stopsAt(run, 7'000 * kMs, 8'000 * kMs, kMs);
            },
            {"medium rtc.gaps sensor/values"});
        row(
            "silent: it began late", [](DeviceRun& run) { stopsAt(run, 9'000 * kMs, 9'300 * kMs, kMs); },
            quiet);

        row(
            "silent: texts, which end where all is said",
            [](DeviceRun& run) {
                for (int i = 0; i < 200; ++i)
                    run.line(i * 20 * kMs, "point " + std::to_string(i));
                stopsAt(run, 0, -1, 1);
            },
            quiet);

        row("silent: all, and their clock goes on", [](DeviceRun& run) { clockGoesOn(run, 40'100 * kMs); },
            {"low rtc.silent all streams"});
        row(
            "silent: all, for less", [](DeviceRun& run) { clockGoesOn(run, 40'000 * kMs); }, quiet);
        row(
            "silent: all, and their clock is told once more",
            [](DeviceRun& run) {
                clockGoesOn(run, 30'000 * kMs);
                run.tick(61'000 * kMs);
            },
            quiet);

        row("rate: a fifth slower", [](DeviceRun& run) { slowerAtTheEnd(run, 12'100); },
            {"medium rtc.rate sensor/values"});
        row(
            "rate: less", [](DeviceRun& run) { slowerAtTheEnd(run, 11'900); }, quiet);

        row("rate: slower for half of the time", [](DeviceRun& run) { slowerFromTheMiddle(run, 12'100); },
            {"medium rtc.rate sensor/values"});
        row(
            "rate: less for half of the time", [](DeviceRun& run) { slowerFromTheMiddle(run, 11'900); },
            quiet);
        row("rate: slower, of a stream that was steady most of the time",
            [](DeviceRun& run) { slowerFromTheMiddle(run, 20 * kMs, 2); }, {"medium rtc.rate sensor/values"});
        row(
            "rate: slower, of a stream that was not",
            [](DeviceRun& run) { slowerFromTheMiddle(run, 20 * kMs, 3); }, quiet);
        row("rate: of two streams at once",
            [](DeviceRun& run) {
                for (std::int64_t us = 0; us < 40'000 * kMs; us += us < 30'000 * kMs ? 10 * kMs : 20 * kMs) {
                    run.value(us);
                    run.other(us);
                }
            },
            {"medium rtc.rate sensor/values"});
        row("rate: frames that come while their clock stands",
            [](DeviceRun& run) {
                for (std::int64_t us = 0; us < 20'000 * kMs; us += 10 * kMs)
                    run.value(us);
                run.silenceClock(10'000 * kMs, 11'500 * kMs);
            },
            {"medium rtc.clock-gap clk"});

        row("clock: as long as a stream with long periods misses frames",
            [](DeviceRun& run) {
                for (std::int64_t us = 0; us < 60'000 * kMs; us += 10 * kMs)
                    if (us % (10'000 * kMs) < 9'860 * kMs)
                        run.value(us);
                for (std::int64_t us = 0; us < 60'000 * kMs; us += 100 * kMs)
                    if (us % (10'000 * kMs) < 9'860 * kMs)
                        run.other(us);
            },
            {"medium rtc.clock-gap clk"});
        row(
            "rate: texts",
            [](DeviceRun& run) {
                for (std::int64_t us = 0; us < 40'000 * kMs; us += us < 30'000 * kMs ? 10 * kMs : 20 * kMs)
                    run.line(us, "point " + std::to_string(us));
            },
            quiet);

        row("rate: faster for a while", [](DeviceRun& run) { fasterFrom(run, 8'000 * kMs, 12'000 * kMs); },
            {"low rtc.rate sensor/values"});
        row("rate: for more than a quarter of the time",
            [](DeviceRun& run) { fasterFrom(run, 7'000 * kMs, 12'500 * kMs); },
            {"medium rtc.rate sensor/values"});
        row("rate: slower for a while that lies across two tenths",
            [](DeviceRun& run) { slowerFor(run, 6'000 * kMs, 10'000 * kMs); },
            {"medium rtc.rate sensor/values"});
        row(
            "rate: for less than a tenth",
            [](DeviceRun& run) { slowerFor(run, 6'500 * kMs, 9'500 * kMs, 15 * kMs); }, quiet);
        row("rate: for less than a tenth, of a third of the frames",
            [](DeviceRun& run) { slowerFor(run, 6'500 * kMs, 9'500 * kMs, 30 * kMs); },
            {"low rtc.rate sensor/values"});
        row(
            "rate: for less than three hundredths",
            [](DeviceRun& run) { slowerFor(run, 6'500 * kMs, 7'500 * kMs, 30 * kMs); }, quiet);
        row("rate: slower for two whiles", [](DeviceRun& run) { slowerInWhiles(run, 2); },
            {"medium rtc.rate sensor/values"});
        row(
            "rate: to and fro within tenths",
            [](DeviceRun& run) {
                for (std::int64_t us = 0; us < 100'000 * kMs;) {
                    run.value(us);
                    // In the first two tenths mostly slow, but for 0.3 s of every two.
                    const bool isSlow = us < 20'000 * kMs && us % (2'000 * kMs) < 1'700 * kMs;
                    us += isSlow ? 40 * kMs : 10 * kMs;
                }
                run.ticks(100'000 * kMs);
            },
            quiet);
        row(
            "rate: for three, so it has two", [](DeviceRun& run) { slowerInWhiles(run, 3); }, quiet);

        row("levels",
            [](DeviceRun& run) {
                run.line(0, "[ 0.0] ERROR motor 1 is stuck");
                run.line(10 * kMs, "[ 0.1] WARN hot: 80");
                run.line(20 * kMs, "[ 0.2] WARN hot: 81");
                run.line(30 * kMs, "[ 0.3] INFO the error rate is low, no warning");
                run.line(40 * kMs, "error rate is 5");
            },
            {"medium rtc.log-level errors", "low rtc.log-level warnings"});
        row("levels: letters, and in colours",
            [](DeviceRun& run) {
                run.line(0, "I (31) boot: E (1) is no level here");
                run.line(10 * kMs, "E (1234) wifi: no answer");
                run.line(20 * kMs, "\x1b[0;33mW (1250) wifi: again\x1b[0m");
                run.line(30 * kMs, "\x1b[31mERROR\x1b[0m the motor is stuck");
                run.line(40 * kMs, "06-01 12:00:01.123 W/Sensor: hot");
            },
            {"medium rtc.log-level errors", "low rtc.log-level warnings"});
        row(
            "levels: letters that are none",
            [](DeviceRun& run) {
                run.line(0, "E is 5 (1234)");
                run.line(10 * kMs, "W/O power");
                run.line(20 * kMs, "e (1234) is a constant");
                run.line(30 * kMs, "X (1234) wifi: no level");
            },
            quiet);
        row("levels: of entries",
            [](DeviceRun& run) {
                run.entry(0, "[ 0.0] INFO begin");
                run.entry(10 * kMs, "[ 0.1] ERROR motor 1 is stuck");
            },
            {"medium rtc.log-level errors"});
        row("levels: of entries in colours",
            [](DeviceRun& run) {
                run.entry(0, "\x1b[0;32mI (31) boot: up\x1b[0m\r\n");
                run.entry(10 * kMs, "\x1b[0;31mE (1234) wifi: no answer\x1b[0m\r\n");
            },
            {"medium rtc.log-level errors"});
        row("levels: of a log in colours",
            [](DeviceRun& run) { run.line(0, "\x1b[0;33mW (1250) wifi: again\x1b[0m"); },
            {"low rtc.log-level warnings"});
        row("levels: an entry of two lines",
            [](DeviceRun& run) { run.entry(0, "I (31) boot: up\r\nE (32) wifi: no answer"); },
            {"medium rtc.log-level errors"});
        row("flood: of entries",
            [](DeviceRun& run) {
                run.entry(0, "hello");
                entries(run, 300, 10 * kMs, [](int) { return "I2C timeout"; });
            },
            {"low rtc.log-flood log"});
        row("flood: behind a time",
            [](DeviceRun& run) {
                lines(run, 10, 10 * kMs,
                      [](int i) { return "[ 0.0" + std::to_string(i) + "] a sensor is away"; });
            },
            {"low rtc.log-flood log"});
        row("flood: with numbers, of a log",
            [](DeviceRun& run) {
                lines(run, 10, 10 * kMs,
                      [](int i) { return "I (12) sensor " + std::to_string(i) + " is away"; });
            },
            {"low rtc.log-flood log"});
        for (const auto& [name, text] : std::vector<std::pair<const char*, TextOf>> {
                 {"flood: states", [](int) { return "idle"; }},
                 {"flood: readings", [](int i) { return "Temperature: " + std::to_string(i) + " C"; }},
                 {"flood: readings that stand still", [](int) { return "Temperature: 21.5 C"; }},
                 {"flood: values", [](int i) { return std::to_string(i) + ",2.5,on"; }},
                 {"flood: positions", positionUnknown},
                 {"flood: commands and replies", [](int i) { return i % 2 == 0 ? "AT+CSQ" : "OK"; }}}) {
            row(
                name, [text = text](DeviceRun& run) { entries(run, 100, 10 * kMs, text); }, quiet);
            row(
                name, [text = text](DeviceRun& run) { lines(run, 100, 10 * kMs, text); }, quiet);
        }
        row("flood: ten in a second", [](DeviceRun& run) { lines(run, 10, 111'000); },
            {"low rtc.log-flood log"});
        row(
            "flood: slower", [](DeviceRun& run) { lines(run, 10, 112'000); }, quiet);
        row("flood: of errors, which are not told again",
            [](DeviceRun& run) {
                lines(run, 10, 10 * kMs,
                      [](int i) { return "\x1b[31mE (" + std::to_string(i) + ") wifi: away\x1b[0m"; });
            },
            {"medium rtc.log-flood log"});
        row("flood: of errors, and another one",
            [](DeviceRun& run) {
                lines(run, 10, 10 * kMs, [](int) { return "E: the sensor is away"; });
                run.line(2'000 * kMs, "E: the motor is stuck");
            },
            {"medium rtc.log-level errors", "low rtc.log-flood log"});
        row(
            "flood: nine", [](DeviceRun& run) { lines(run, 9, 1'000); }, quiet);

        row("spike", [](DeviceRun& run) { spikes(run, 1, 50); }, {"low rtc.spikes sensor/values"});
        row(
            "spike: less", [](DeviceRun& run) { spikes(run, 1, 49); }, quiet);
        row("spike downwards", [](DeviceRun& run) { spikes(run, 1, 60, 90); },
            {"low rtc.spikes sensor/values"});
        row(
            "spike downwards: less", [](DeviceRun& run) { spikes(run, 1, 61, 90); }, quiet);
        row("spikes on both sides, each 0.5 % of the values",
            [](DeviceRun& run) {
                for (int i = 0; i < 1'200; ++i)
                    run.value(i * 10 * kMs, i >= 600 && i < 612 ? 60 + i % 2 * 80 : 99 + i % 3);
            },
            {"low rtc.spikes sensor/values"});
        row("spike: 0.5 % of the values", [](DeviceRun& run) { spikes(run, 6, 50); },
            {"low rtc.spikes sensor/values"});
        row(
            "spike: more of them", [](DeviceRun& run) { spikes(run, 7, 50); }, quiet);
        row(
            "spike: all else is one value",
            [](DeviceRun& run) {
                for (int i = 0; i < 1'200; ++i)
                    run.value(i * 10 * kMs, i == 600 ? 200 : 9);
            },
            quiet);

        row(
            "spike: a counter of 8 bits that begins anew", [](DeviceRun& run) { roundOf8Bits(run, 255); },
            quiet);
        row("spike: what begins there and goes to and fro",
            [](DeviceRun& run) { roundOf8Bits(run, 255, true); }, {"low rtc.spikes sensor/values"});
        const auto resetTo = [](DeviceRun& run, int first) {
            for (int i = 0; i < 1'200; ++i)
                run.value(i * 10 * kMs, i < 800 ? (255 + (i + 94) / 100) & 0xff : first + (i - 800) / 100);
        };
        row(
            "spike: a counter of 8 bits that is reset as well", [=](DeviceRun& run) { resetTo(run, 0); },
            quiet);
        row("spike: what is set to 1", [=](DeviceRun& run) { resetTo(run, 1); },
            {"low rtc.spikes sensor/values"});
        row("spike: not the last number of 8 bits",
            [](DeviceRun& run) {
                for (int i = 0; i < 1'200; ++i)
                    run.value(i * 10 * kMs, i < 6 ? 130 : (i + 94) / 100);
            },
            {"low rtc.spikes sensor/values"});
        row(
            "spike: a counter of 16 bits, near its end", [](DeviceRun& run) { roundOf16Bits(run, 0); },
            quiet);
        row(
            "spike: it begins anew, and lost some", [](DeviceRun& run) { roundOf16Bits(run, 11'300); },
            quiet);
        row("spike: far from there", [](DeviceRun& run) { roundOf16Bits(run, 11'500); },
            {"low rtc.spikes sensor/fine"});
        row(
            "spike: a counter of 16 bits in 32",
            [](DeviceRun& run) {
                for (int i = 0; i < 1'200; ++i)
                    run.wide(i * 10 * kMs, std::uint32_t(65'530 + i) & 0xffff);
            },
            quiet);
        row("spike: of 17 bits in 32, which no counter has",
            [](DeviceRun& run) {
                for (int i = 0; i < 1'200; ++i)
                    run.wide(i * 10 * kMs, std::uint32_t(131'066 + i) & 0x1'ffff);
            },
            {"low rtc.spikes sensor/wide"});
        row(
            "spike: a counter of 32 bits, as a float stores it",
            [](DeviceRun& run) {
                for (int i = 0; i < 1'200; ++i)
                    run.wide(i * 10 * kMs, std::uint32_t(0xffff'fffa) + std::uint32_t(i));
            },
            quiet);
        row(
            "spike: a counter with a sign",
            [](DeviceRun& run) {
                for (int i = 0; i < 1'200; ++i)
                    run.signedValue(i * 10 * kMs, 32'762 + i);
            },
            quiet);

        row("saturated: 16 frames", [](DeviceRun& run) { standing(run, 16, 255); },
            {"low rtc.saturated sensor/values"});
        row("saturated: two of 8 bits, at other times",
            [](DeviceRun& run) {
                standing(run, 16, 255);
                for (int i = 0; i < 300; ++i)
                    run.other(i * 10 * kMs, i >= 200 && i < 216 ? 255 : 9 + i % 3);
            },
            {"low rtc.saturated sensor/others"});
        row("saturated: one of 8 and one of 16 bits, at other times",
            [](DeviceRun& run) {
                standing(run, 16, 255);
                for (int i = 0; i < 300; ++i)
                    run.fine(i * 10 * kMs, i >= 200 && i < 216 ? 65'535 : 40'000 + i % 11 * 300);
            },
            {"medium rtc.saturated sensor/fine", "low rtc.saturated sensor/values"});
        row("saturated: far from all other values",
            [](DeviceRun& run) {
                for (int i = 0; i < 4'000; ++i)
                    run.value(i * 10 * kMs, i >= 600 && i < 616 ? 255 : 9 + i % 3);
            },
            {"low rtc.saturated sensor/values"});
        row("saturated: of more than 8 bits", [](DeviceRun& run) { atTheEndOf16Bits(run, 30'000, 32'768); },
            {"medium rtc.saturated sensor/fine"});
        row("saturated: from the first frame on, as it was set", [](DeviceRun& run) { held(run, 0); },
            {"low rtc.saturated sensor/fine"});
        row("saturated: later", [](DeviceRun& run) { held(run, 65); }, {"medium rtc.saturated sensor/fine"});
        row("saturated: a command that comes there step by step",
            [](DeviceRun& run) {
                for (int i = 0; i < 600; ++i)
                    run.fine(i * 10 * kMs,
                             i < 200 ? 20'000 + i % 11 : std::min(20'000 + (i - 200) * 400, 65'535));
            },
            {"low rtc.saturated sensor/fine"});
        row("saturated: all else is in the lower half, so it says that there is no value",
            [](DeviceRun& run) { atTheEndOf16Bits(run, 30'000, 32'767); }, {"low rtc.saturated sensor/fine"});
        for (const int frames : {15'001, 15'002})
            row(
                qPrintable(QStringLiteral("saturated: for 150 ms of %1 frames").arg(frames)),
                [=](DeviceRun& run) {
                    for (int i = 0; i < frames; ++i)
                        run.value(i * 10 * kMs, i >= 100 && i < 116 ? 255 : i % 200);
                },
                frames == 15'001 ? QStringList {"low rtc.saturated sensor/values"} : quiet);
        row(
            "saturated: it is nothing else",
            [](DeviceRun& run) {
                for (int i = 0; i < 200; ++i)
                    run.fine(i * 10 * kMs, 65'535);
            },
            quiet);
        row(
            "saturated: 15", [](DeviceRun& run) { standing(run, 15, 255); }, quiet);
        row(
            "saturated: not the end of the type", [](DeviceRun& run) { standing(run, 100, 254); }, quiet);
        row(
            "saturated: 0, where many begin", [](DeviceRun& run) { standing(run, 100, 0); }, quiet);

        for (const int seconds : {3, 2})
            row(
                qPrintable(QStringLiteral("saturated: for %1 s of two hours").arg(seconds)),
                [=](DeviceRun& run) {
                    for (int i = 0; i < 7'200 * 10; ++i)
                        run.fine(i * 100 * kMs,
                                 i >= 30'000 && i <= 30'000 + seconds * 10 ? 65'535 : 40'000 + i % 11 * 300);
                },
                seconds == 3 ? QStringList {"low rtc.saturated sensor/fine"} : quiet);
        row("saturated: a converter of 12 bits", [](DeviceRun& run) { clippedWave(run, {}); },
            {"low rtc.saturated sensor/fine"});
        row(
            "saturated: by less than 12 bits have",
            [](DeviceRun& run) { clippedWave(run, {.greatest = 4'094}); }, quiet);
        row(
            "saturated: one value lies beyond 12 bits",
            [](DeviceRun& run) {
                clippedWave(run, {});
                run.fine(30'000 * kMs, 4'096);
            },
            quiet);
        row(
            "saturated: seldom for 16 frames", [](DeviceRun& run) { clippedWave(run, {.height = 1'900}); },
            quiet);
        row(
            "saturated: a command of 12 bits that goes up and down step by step",
            [](DeviceRun& run) { clippedWave(run, {.noise = 0}); }, quiet);
        row(
            "saturated: states of 12 bits",
            [](DeviceRun& run) {
                for (int i = 0; i < 3'000; ++i)
                    run.fine(i * 10 * kMs, i % 200 >= 100 ? 4'095 : 3'000 + i % 7);
            },
            quiet);
        row("saturated: a reading of as many values, which is one more",
            [](DeviceRun& run) {
                for (int i = 0; i < 3'000; ++i)
                    run.fine(i * 10 * kMs, i % 200 >= 100 ? 4'095 : 3'000 + i % 8);
            },
            {"low rtc.saturated sensor/fine"});
        row(
            "saturated: 4,095 says that there is no value",
            [](DeviceRun& run) {
                for (int i = 0; i < 3'000; ++i)
                    run.fine(i * 10 * kMs, i % 200 >= 100 ? 4'095 : 2'000 + i % 11);
            },
            quiet);
        row(
            "saturated: 4,095 from the first frame on",
            [](DeviceRun& run) {
                for (int i = 0; i < 3'000; ++i)
                    run.fine(i * 10 * kMs, i < 100 ? 4'095 : 3'000 + i % 11);
            },
            quiet);
        row("saturated: 12 bits with a sign, at the least of them",
            [](DeviceRun& run) {
                for (int i = 0; i < 3'000; ++i)
                    run.signedValue(i * 10 * kMs, i % 200 >= 100 ? -2'048 : i * 7 % 3'001 - 1'500);
            },
            {"low rtc.saturated sensor/signed"});
        row(
            "saturated: one more than 12 bits with a sign have",
            [](DeviceRun& run) {
                for (int i = 0; i < 3'000; ++i)
                    run.signedValue(i * 10 * kMs, i % 200 >= 100 ? -2'049 : i * 7 % 3'001 - 1'500);
            },
            quiet);

        row("saturated: two streams at once",
            [](DeviceRun& run) {
                standing(run, 16, 255);
                for (int i = 0; i < 300; ++i)
                    run.fine(i * 10 * kMs, i >= 100 && i < 116 ? 65'535 : 40'000 + i % 11 * 300);
            },
            {"medium rtc.saturated sensor/fine"});
        row("jitter: half a period, of a frame in a hundred",
            [](DeviceRun& run) { latenesses(run, 20, 5 * kMs); }, {"low rtc.jitter sensor/values"});
        row(
            "jitter: of fewer", [](DeviceRun& run) { latenesses(run, 19, 5 * kMs); }, quiet);
        row(
            "jitter: by less", [](DeviceRun& run) { latenesses(run, 20, 5 * kMs - 1); }, quiet);
        row(
            "jitter: a schedule",
            [](DeviceRun& run) {
                for (int i = 0; i < 2'000; ++i)
                    run.value(i * 10 * kMs + (i % 10 == 5 ? 6 * kMs : 0));
                run.ticks(20'000 * kMs);
            },
            quiet);
        row(
            "jitter: nothing makes up for it",
            [](DeviceRun& run) {
                for (int i = 0; i < 2'000; ++i)
                    run.value(i * 10 * kMs + i / 60 * 6 * kMs);
                run.ticks(21'000 * kMs);
            },
            quiet);
        row("jitter: its clock goes on", [](DeviceRun& run) { haltedTogether(run, false); },
            {"low rtc.jitter sensor/values"});
        row("jitter: its clock was silent, too", [](DeviceRun& run) { haltedTogether(run, true); },
            {"medium rtc.clock-gap clk"});
        row("jitter: two streams at once",
            [](DeviceRun& run) {
                latenesses(run, 20, 5 * kMs);
                for (int i = 0; i < 2'000; ++i)
                    run.other(i * 10 * kMs
                              + (i > 0 && i % 90 == 30 + i / 90 % 7 && i / 90 < 20 ? 6 * kMs : 0));
            },
            {"low rtc.jitter sensor/values"});

        row("bad values: three ranges beyond", [](DeviceRun& run) { sentinels(run, 236, 200); },
            {"low rtc.bad-values sensor/fine"});
        row(
            "bad values: nearer", [](DeviceRun& run) { sentinels(run, 235, 200); }, quiet);
        row("bad values: one in a hundred", [](DeviceRun& run) { sentinels(run, 65'535, 100); },
            {"medium rtc.bad-values sensor/fine"});
        row("bad values: below", [](DeviceRun& run) { sentinels(run, 1, 100); },
            {"medium rtc.bad-values sensor/fine"});
        row("bad values: two of them",
            [](DeviceRun& run) {
                for (int i = 0; i < 3'000; ++i)
                    run.fine(i * 10 * kMs, i % 97 == 3 ? 20 : i % 89 == 5 ? 400 : 200 + i * 7 % 10);
                run.ticks(30'000 * kMs);
            },
            {"medium rtc.bad-values sensor/fine"});
        row("bad values: 0, of what is never near it", [](DeviceRun& run) { sentinels(run, 0, 100); },
            {"medium rtc.bad-values sensor/fine"});
        row(
            "bad values: 0, where it rests", [](DeviceRun& run) { sentinels(run, 0, 100, 4); }, quiet);
        row(
            "bad values: 0, from which others are not far",
            [](DeviceRun& run) { sentinels(run, 0, 100, 1, 80); }, quiet);
        row("bad values: three in a row", [](DeviceRun& run) { sentinels(run, 400, 100, 3); },
            {"medium rtc.bad-values sensor/fine"});
        row(
            "bad values: a state that lasts", [](DeviceRun& run) { sentinels(run, 400, 100, 4); }, quiet);
        row("bad values: a fifth", [](DeviceRun& run) { sentinels(run, 400, 5); },
            {"medium rtc.bad-values sensor/fine"});
        row(
            "bad values: more", [](DeviceRun& run) { sentinels(run, 400, 4); }, quiet);
        row("bad values: three of three thousand", [](DeviceRun& run) { sentinels(run, 236, 1'000); },
            {"low rtc.bad-values sensor/fine"});
        row(
            "bad values: of more", [](DeviceRun& run) { sentinels(run, 236, 1'000, 1, 10, 3'001); }, quiet);
        row(
            "bad values: two", [](DeviceRun& run) { sentinels(run, 236, 750, 1, 10, 1'500); }, quiet);
        row("bad values: of eight others", [](DeviceRun& run) { sentinels(run, 400, 100, 1, 8); },
            {"medium rtc.bad-values sensor/fine"});
        row(
            "bad values: a state of few", [](DeviceRun& run) { sentinels(run, 400, 100, 1, 6); }, quiet);
        row(
            "bad values: too few frames", [](DeviceRun& run) { sentinels(run, 400, 50, 1, 10, 199); }, quiet);
        row(
            "bad values: of eight bits",
            [](DeviceRun& run) {
                for (int i = 0; i < 3'000; ++i)
                    run.value(i * 10 * kMs, i % 100 == 50 ? 255 : 20 + i * 7 % 10);
                run.ticks(30'000 * kMs);
            },
            quiet);
        row(
            "bad values: sent when something happens",
            [](DeviceRun& run) {
                Dice dice;
                std::int64_t us = 0;
                for (int i = 0; i < 3'000; ++i, us += dice(20 * kMs))
                    run.fine(us, i % 100 == 50 ? 400 : 200 + i * 7 % 10);
                run.ticks(us);
            },
            quiet);
        row("bad values: they stand out, too", [](DeviceRun& run) { sentinels(run, 400, 200); },
            {"low rtc.bad-values sensor/fine"});
        row("bad values: a thermometer that was just switched on",
            [](DeviceRun& run) { temperatures(run, 85, 18); }, {"medium rtc.bad-values sensor/real"});
        row(
            "bad values: another one so near to others", [](DeviceRun& run) { temperatures(run, 86, 18); },
            quiet);
        row(
            "bad values: a thermometer that is nearly as hot",
            [](DeviceRun& run) { temperatures(run, 85, 31); }, quiet);
        const auto failedReads = [](DeviceRun& run, int value) {
            for (int i = 0; i < 3'000; ++i)
                run.signedValue(i * 10 * kMs, i % 100 == 50 ? value : 1'700 + i * 7 % 100 * 6);
        };
        row("bad values: -1, a read that failed", [=](DeviceRun& run) { failedReads(run, -1); },
            {"medium rtc.bad-values sensor/signed"});
        row(
            "bad values: another number as near", [=](DeviceRun& run) { failedReads(run, -2); }, quiet);
        row("bad values: no number", [](DeviceRun& run) { notNumbers(run, 0, 100); },
            {"medium rtc.bad-values sensor/real"});
        row("bad values: infinite",
            [](DeviceRun& run) { notNumbers(run, 0, 200, -std::numeric_limits<float>::infinity()); },
            {"low rtc.bad-values sensor/real"});
        row(
            "bad values: no number twice", [](DeviceRun& run) { notNumbers(run, 0, 500); }, quiet);
        row(
            "bad values: none before the first number", [](DeviceRun& run) { notNumbers(run, 100, 0); },
            quiet);
        row(
            "bad values: none most often", [](DeviceRun& run) { notNumbers(run, 0, 4); }, quiet);

        row("spikes: of two streams at once",
            [](DeviceRun& run) {
                spikes(run, 1, 50);
                fineSpikeAt(run, 600);
            },
            {"low rtc.spikes sensor/fine"});
        row("spikes: a part of those of another stream",
            [](DeviceRun& run) {
                spikes(run, 1, 50);
                for (int i = 0; i < 1'200; ++i)
                    run.fine(i * 10 * kMs, i == 300 || i == 600 ? 50 : 9 + i % 3);
            },
            {"low rtc.spikes sensor/fine"});
        row("spikes: a second apart",
            [](DeviceRun& run) {
                spikes(run, 1, 50);
                fineSpikeAt(run, 701);
            },
            {"low rtc.spikes sensor/fine", "low rtc.spikes sensor/values"});
        row("stuck: two streams at once", [](DeviceRun& run) { bothStuck(run, 0); },
            {"low rtc.stuck sensor/fine"});
        row("stuck: one after the other", [](DeviceRun& run) { bothStuck(run, 550); },
            {"low rtc.stuck sensor/fine", "low rtc.stuck sensor/wide"});

        row("stuck: ten seconds", [](DeviceRun& run) { stuck(run, 1'001, 105); },
            {"low rtc.stuck sensor/fine"});
        row(
            "stuck: less", [](DeviceRun& run) { stuck(run, 1'000, 105); }, quiet);
        row("stuck: ten seconds of a stream with few frames", [](DeviceRun& run) { stuckOfSeldom(run, 11); },
            {"low rtc.stuck sensor/fine"});
        row(
            "stuck: less of such a stream", [](DeviceRun& run) { stuckOfSeldom(run, 10); }, quiet);
        row(
            "stuck: at its greatest value", [](DeviceRun& run) { stuck(run, 1'001, 111); }, quiet);
        row("stuck: at the greatest of the values that it trembles between",
            [](DeviceRun& run) { stuck(run, 1'001, 110); }, {"low rtc.stuck sensor/fine"});
        row("stuck: at the least of them, which are half of all that it has",
            [](DeviceRun& run) {
                run.fine(0, 120);
                stuck(run, 1'001, 100);
            },
            {"low rtc.stuck sensor/fine"});
        row(
            "stuck: at its least value, which is a limit",
            [](DeviceRun& run) {
                run.fine(0, 121);
                stuck(run, 1'001, 100);
            },
            quiet);
        row(
            "stuck: a switch",
            [](DeviceRun& run) {
                for (int i = 0; i < 1'300; ++i)
                    run.fine(i * 10 * kMs, i >= 100 && i < 1'200 ? 101 : 100 + i % 2);
            },
            quiet);
        for (const int kinds : {2, 3})
            row(
                qPrintable(QStringLiteral("stuck: it trembled between %1 of its values").arg(kinds)),
                [=](DeviceRun& run) {
                    for (int i = 0; i < 1'301; ++i)
                        run.fine(i * 10 * kMs,
                                 i < 30 || i > 1'100 ? 95 + i % 11
                                     : i < 100       ? 101 + i % kinds
                                                     : 101);
                },
                kinds == 2 ? quiet : QStringList {"low rtc.stuck sensor/fine"});
        row(
            "stuck: at 0", [](DeviceRun& run) { stuck(run, 1'001, 0); }, quiet);
        row("stuck: at 0, a hundred ranges from all others", [](DeviceRun& run) { zeroOnce(run, 1'000); },
            {"low rtc.stuck sensor/fine"});
        row(
            "stuck: at 0, nearer", [](DeviceRun& run) { zeroOnce(run, 999); }, quiet);
        row(
            "stuck: at 0, and switched off again", [](DeviceRun& run) { zeroOnce(run, 1'000, 1); }, quiet);
        row("stuck: half of the frames before changed", [](DeviceRun& run) { stuck(run, 1'001, 105, 2); },
            {"low rtc.stuck sensor/fine"});
        row(
            "stuck: it seldom changed", [](DeviceRun& run) { stuck(run, 1'001, 105, 3); }, quiet);

        row(
            "stuck: it counts something", [](DeviceRun& run) { restingAt(run, 201, 1); }, quiet);
        row(
            "stuck: it was set to something, and back", [](DeviceRun& run) { restingAt(run, 199, -1); },
            quiet);
        row("stuck: it goes on from somewhere else", [](DeviceRun& run) { restingAt(run, 210, 1); },
            {"low rtc.stuck sensor/fine"});

        row(
            "stuck: it comes to something, and leaves it fast", [](DeviceRun& run) { thereAndBack(run, 0); },
            quiet);
        row(
            "stuck: it comes to something from beyond", [](DeviceRun& run) { thereAndBack(run, 60); }, quiet);
        for (const std::int64_t withinS : {600, 3'600, 14'400})
            for (const std::int64_t trembles : {30, 60, 90})
                row(
                    qPrintable(
                        QStringLiteral("stuck: steps of its own, %1 s, %2").arg(withinS).arg(trembles)),
                    [=](DeviceRun& run) { slowAndCoarse(run, withinS, trembles); }, quiet);
        row("stuck: soon, and for good",
            [](DeviceRun& run) {
                for (int i = 0; i < 200; ++i)
                    run.fine(i * 1'000 * kMs, i < 70 ? 100 + i % 11 : 105);
                for (std::int64_t us = 0; us < 200'000 * kMs; us += 50 * kMs)
                    run.tick(us);
            },
            {"low rtc.stuck sensor/fine"});
        row("stuck: eight times as long as usual",
            [](DeviceRun& run) {
                stuck(run, 1'600, 105, 1);
                for (int i = 1'800; i < 21'800; ++i) // of more than 1 in 100 times 200 frames long
                    run.fine(i * 10 * kMs, i % 280 < 200 ? 95 : 100 + i % 11);
            },
            {"low rtc.stuck sensor/fine"});
        row(
            "stuck: less long",
            [](DeviceRun& run) {
                stuck(run, 1'590, 105, 1);
                for (int i = 1'790; i < 21'790; ++i)
                    run.fine(i * 10 * kMs, i % 280 < 200 ? 95 : 100 + i % 11);
            },
            quiet);
        row(
            "stuck: it was set to something, and kept to the end",
            [](DeviceRun& run) { heldToTheEnd(run, false); }, quiet);
        row("stuck: it trembled, and is the same to the end", [](DeviceRun& run) { heldToTheEnd(run, true); },
            {"low rtc.stuck sensor/fine"});

        row("drift: 100 ppm", [](DeviceRun& run) { drifting(run, -101); }, {"medium rtc.clock-drift cycles"});
        row("drift: less", [](DeviceRun& run) { drifting(run, 99); }, {"low rtc.clock-drift cycles"});
        row(
            "drift: it was set once", [](DeviceRun& run) { setOnce(run, 90 * kMs); }, quiet);
        row("clock: it was set", [](DeviceRun& run) { setOnce(run, 5'000 * kMs); },
            {"low rtc.clock-gap cycles"});
        row("clock: silent like the other one",
            [](DeviceRun& run) {
                for (std::int64_t us = 0; us <= 100'000 * kMs; us += 100 * kMs) {
                    if (us <= 30'000 * kMs || us >= 35'000 * kMs)
                        run.cycles(us, 5'000 + us);
                }
            },
            {"medium rtc.clock-gap clk", "medium rtc.clock-gap cycles"});
        row("drift: it was set once, and runs apart before and behind",
            [](DeviceRun& run) { setOnce(run, 90 * kMs, 200); }, {"medium rtc.clock-drift cycles"});
        row("drift: it was set once, and tells little", setOnceToldSeldom, quiet);
        row("drift: the one that leads was set by far",
            [](DeviceRun& run) {
                drifting(run, 200, 300);
                run.setClock(150'000 * kMs, 3'600'000 * kMs);
            },
            {"medium rtc.clock-drift cycles", "low rtc.clock-gap clk"});
        row("drift: it halts", [](DeviceRun& run) { haltingCycles(run, 5, 50 * kMs); },
            {"low rtc.clock-drift cycles"});
        row("drift: it halts, and is told as seldom",
            [](DeviceRun& run) { haltingCycles(run, 5, 1'000 * kMs); }, {"low rtc.clock-drift cycles"});
        row("drift: half as fast all the time", [](DeviceRun& run) { haltingCycles(run, 5, 50 * kMs, true); },
            {"medium rtc.clock-drift cycles"});
        row("drift: a twentieth slower all the time", [](DeviceRun& run) { drifting(run, -50'000); },
            {"medium rtc.clock-drift cycles"});
        row("drift: 20 ppm", [](DeviceRun& run) { drifting(run, 21); }, {"low rtc.clock-drift cycles"});
        row(
            "drift: as quartzes do", [](DeviceRun& run) { drifting(run, 19); }, quiet);
        row(
            "drift: not a minute", [](DeviceRun& run) { drifting(run, 200, 60); }, quiet);

        row("untimed: 1 %",
            [](DeviceRun& run) {
                run.valueBeforeTheClock();
                for (std::int64_t i = 0; i < 99; ++i)
                    run.value(i * 10 * kMs);
            },
            {"low rtc.untimed sensor/values"});
        row(
            "untimed: less",
            [](DeviceRun& run) {
                run.valueBeforeTheClock();
                for (std::int64_t i = 0; i < 100; ++i)
                    run.value(i * 10 * kMs);
            },
            quiet);

        // A float, as which the timeline stores values, tells these apart no more.
        row("stuck: a large value", [](DeviceRun& run) { counting(run, 3'000'000'000u, 1'600); },
            {"low rtc.stuck sensor/wide"});
        row(
            "stuck: a large value that counts on", [](DeviceRun& run) { counting(run, 3'000'000'000u, 0); },
            quiet);
        row("saturated: of 32 bits", [](DeviceRun& run) { nearTheEnd(run, 0xffff'ffffu, 16); },
            {"medium rtc.saturated sensor/wide"});
        row(
            "saturated: near the end of 32 bits", [](DeviceRun& run) { nearTheEnd(run, 0xffff'ffefu, 100); },
            quiet);

        row("clock: it is set forward by a year", [](DeviceRun& run) { clockIsSet(run, kYear - 10 * kMs); },
            {"low rtc.clock-gap clk"});
        row("clock: it tells nothing for less", [](DeviceRun& run) { clockIsSet(run, kYear - 11 * kMs); },
            {"medium rtc.clock-gap clk"});
        row("clock: it was set, and a gap behind it",
            [](DeviceRun& run) {
                silentFor(run, 100 * kMs);
                run.setClock(200 * kMs, kYear);
            },
            {"medium rtc.gaps sensor/values", "low rtc.clock-gap clk"});
        row("clock: it was set, and none",
            [](DeviceRun& run) {
                silentFor(run, 90 * kMs);
                run.setClock(200 * kMs, kYear);
            },
            {"low rtc.clock-gap clk"});
        row("clock: it was set, and a stream that stopped",
            [](DeviceRun& run) {
                stopsAt(run, 0, 9'500 * kMs, 10 * kMs);
                run.setClock(1'000 * kMs, kYear);
            },
            {"medium rtc.silent sensor/values", "low rtc.clock-gap clk"});
        row("clock: it was set, and one that did not",
            [](DeviceRun& run) {
                stopsAt(run, 0, 9'510 * kMs, 10 * kMs);
                run.setClock(1'000 * kMs, kYear);
            },
            {"low rtc.clock-gap clk"});
        row("clock: it was set, and another rate",
            [](DeviceRun& run) {
                slowerAtTheEnd(run, 12'100);
                run.setClock(1'000 * kMs, kYear);
            },
            {"medium rtc.rate sensor/values", "low rtc.clock-gap clk"});
        row("clock: it was set, and the same rate",
            [](DeviceRun& run) {
                slowerAtTheEnd(run, 11'900);
                run.setClock(1'000 * kMs, kYear);
            },
            {"low rtc.clock-gap clk"});
        row("clock: it was set while a value stood still",
            [](DeviceRun& run) {
                stuck(run, 1'002, 105);
                run.setClock(5'000 * kMs, kYear);
            },
            {"low rtc.stuck sensor/fine", "low rtc.clock-gap clk"});
        row("clock: it was set while one did for less",
            [](DeviceRun& run) {
                stuck(run, 1'000, 105);
                run.setClock(5'000 * kMs, kYear);
            },
            {"low rtc.clock-gap clk"});
        row(
            "clock: off for a quarter of each time",
            [](DeviceRun& run) { onAndOff(run, 1'510 * kMs, 4, false); }, quiet);
        row("clock: off for less", [](DeviceRun& run) { onAndOff(run, 1'520 * kMs, 4, false); },
            {"medium rtc.clock-gap clk"});
        row("clock: it is set forward, by more than all the rest",
            [](DeviceRun& run) { clockIsSet(run, 3'600'000 * kMs); }, {"medium rtc.clock-gap clk"});
        row("clock: it is set back", [](DeviceRun& run) { clockIsSet(run, -500 * kMs); },
            {"medium rtc.clock-back clk"});
        row(
            "clock: it begins, and goes on an hour later",
            [](DeviceRun& run) {
                for (int i = 0; i < 300; ++i)
                    run.tick(i * 10 * kMs);
                run.setClock(10 * kMs, 3'600'000 * kMs);
            },
            quiet);
        row(
            "clock: told when something happens, twice",
            [](DeviceRun& run) {
                for (int i = 0; i < 300; ++i)
                    run.tick(i * 10 * kMs + i % 3 * 4 * kMs);
                run.setClock(1'000 * kMs, 3'600'000 * kMs);
            },
            quiet);
        row("clock: a gap",
            [](DeviceRun& run) {
                run.ticks(1'000 * kMs);
                run.tick(1'100 * kMs);
            },
            {"medium rtc.clock-gap clk"});
        row(
            "clock: less",
            [](DeviceRun& run) {
                run.ticks(1'000 * kMs);
                run.tick(1'099 * kMs);
            },
            quiet);
        row(
            "clock: a line, and then what the device is for",
            [](DeviceRun& run) {
                run.line(0, "boot");
                for (std::int64_t us = 200 * kMs; us <= 3'000 * kMs; us += 10 * kMs)
                    run.value(us);
            },
            quiet);
        row(
            "clock: lines when the device begins",
            [](DeviceRun& run) {
                for (const std::int64_t us : {30, 120, 310})
                    run.tick(us * kMs);
                for (std::int64_t us = 500 * kMs; us <= 3'000 * kMs; us += 10 * kMs)
                    run.tick(us);
            },
            quiet);
        row("clock: behind its first half second",
            [](DeviceRun& run) { clockIsSilent(run, 500 * kMs, 100 * kMs); }, {"medium rtc.clock-gap clk"});
        row(
            "clock: within that", [](DeviceRun& run) { clockIsSilent(run, 490 * kMs, 100 * kMs); }, quiet);
        row(
            "clock: nine steps tell nothing yet",
            [](DeviceRun& run) {
                for (int i = 0; i < 10; ++i)
                    run.tick(i * 60 * kMs);
                for (std::int64_t us = 2'000 * kMs; us <= 6'000 * kMs; us += 10 * kMs)
                    run.tick(us);
            },
            quiet);
        row("clock: it is set when the device begins",
            [](DeviceRun& run) {
                for (int i = 0; i < 300; ++i)
                    run.tick(i * 10 * kMs);
                run.setClock(20 * kMs, kYear);
            },
            {"low rtc.clock-gap clk"});
        row(
            "clock: another pace while the device rests", [](DeviceRun& run) { clockOfTwoPaces(run, 3, 6); },
            quiet);
        row("clock: two steps are none", [](DeviceRun& run) { clockOfTwoPaces(run, 2, 6); },
            {"medium rtc.clock-gap clk"});
        for (const int ticks : {1'015, 1'016})
            row(
                qPrintable(QStringLiteral("clock: that pace for a tenth of the time, %1").arg(ticks)),
                [=](DeviceRun& run) {
                    run.ticks(2'000 * kMs);
                    std::int64_t us = 2'000 * kMs;
                    for (const int ms : {400, 500, 450})
                        run.tick(us += ms * kMs);
                    for (int i = 0; i < ticks; ++i)
                        run.tick(us += 10 * kMs);
                },
                ticks == 1'015 ? quiet : QStringList {"medium rtc.clock-gap clk"});
        row("clock: ten steps of that pace", [](DeviceRun& run) { clockOfTwoPaces(run, 3, 6, 4'500 * kMs); },
            {"medium rtc.clock-gap clk"});
        row(
            "clock: less of it", [](DeviceRun& run) { clockOfTwoPaces(run, 3, 6, 4'470 * kMs); }, quiet);
        row("clock: that of two streams is set forward, by more than all the rest",
            [](DeviceRun& run) {
                for (std::int64_t us = 0; us < 3'000 * kMs; us += 10 * kMs) {
                    run.value(us);
                    run.other(us + 3 * kMs);
                }
                run.setClock(1'000 * kMs, 3'600'000 * kMs);
            },
            {"medium rtc.clock-gap clk"});
        row(
            "clock: told when something happens",
            [](DeviceRun& run) {
                run.tick(0);
                run.tick(200 * kMs);
                run.tick(401 * kMs);
                for (std::int64_t us = 402; us <= 800; ++us)
                    run.tick(us * kMs);
            },
            quiet);
        row(
            "clock: lines of a device that is switched off",
            [](DeviceRun& run) {
                switchedOff(run, {210, 700, 1'900});
            },
            quiet);
        row(
            "clock: a slow stream is left", [](DeviceRun& run) { onlySlowOnesLeft(run, 5); }, quiet);
        row("clock: a slow stream is left, and one of its frames is missing",
            [](DeviceRun& run) {
                onlySlowOnesLeft(run, 3);
                run.other(125'000 * kMs);
            },
            {"medium rtc.clock-gap clk"});
        row("clock: a slow stream, and one that is silent with the clock",
            [](DeviceRun& run) { onlySlowOnesLeft(run, 0, 60'000 * kMs); }, {"medium rtc.clock-gap clk"});
        row("clock: not where values come behind them",
            [](DeviceRun& run) {
                switchedOff(run, {210, 700, 1'900});
                run.value(61'900 * kMs);
            },
            {"medium rtc.clock-gap clk"});
        row("clock: nor where lines come for so long that streams count as silent",
            [](DeviceRun& run) {
                switchedOff(run, {210, 700, 3'300});
            },
            {"medium rtc.silent sensor/values", "medium rtc.clock-gap clk"});
        row("silent: a clock with its streams, and another one goes on for a tenth",
            [](DeviceRun& run) { clockDies(run, 10'000 * kMs); }, {"medium rtc.silent clk"});
        row(
            "silent: the other one goes on for less", [](DeviceRun& run) { clockDies(run, 6'000 * kMs); },
            quiet);
        row("silent: less than a hundredth",
            [](DeviceRun& run) { stopsAt(run, 0, 1'190'000 * kMs, 100 * kMs, 1'201'000 * kMs); },
            {"low rtc.silent sensor/values"});
        row("drift: a clock that tells little leads",
            [](DeviceRun& run) {
                drifting(run, 200, 300);
                run.tellClockEach(4'000 * kMs);
            },
            {"medium rtc.clock-drift cycles"});
        row(
            "drift: it does, and both run alike",
            [](DeviceRun& run) {
                drifting(run, 0, 300);
                run.tellClockEach(4'000 * kMs);
            },
            quiet);
        row("stuck: at another rate than before",
            [](DeviceRun& run) { stuckAtAnotherRate(run, 11'000 * kMs); },
            {"medium rtc.rate sensor/fine", "low rtc.stuck sensor/fine"});
        row("bad: a sensor that is away for a while", [](DeviceRun& run) { blockOf(run, -999, 150); },
            {"medium rtc.bad-values sensor/real"});
        row(
            "bad: another value for a while", [](DeviceRun& run) { blockOf(run, -500, 150); }, quiet);
        row("bad: no number for a while is not stuck, too", [](DeviceRun& run) { blockOf(run, kNan, 150); },
            {"low rtc.bad-values sensor/real"});
        row("bad: no number for two whiles",
            [](DeviceRun& run) {
                blockOf(run, kNan, 150);
                run.real(100'000 * kMs, kNan);
                run.real(100'100 * kMs, 2);
            },
            {"medium rtc.bad-values sensor/real"});
        row("bad: no number to the end, half of the time", [](DeviceRun& run) { blockOf(run, kNan, 500); },
            {"medium rtc.bad-values sensor/real"});
        row(
            "bad: no number to the end, most of the time",
            [](DeviceRun& run) { blockOf(run, kNan, 501, 499); }, quiet);
        row("bad: no number for a while, a fifth of the time",
            [](DeviceRun& run) { blockOf(run, kNan, 200); }, {"low rtc.bad-values sensor/real"});
        row(
            "bad: more", [](DeviceRun& run) { blockOf(run, kNan, 201); }, quiet);
        row("bad: a sensor that is away most of the time",
            [](DeviceRun& run) { blockOf(run, -127, 700, 300); }, {"medium rtc.bad-values sensor/real"});
        row(
            "bad: one that came with few values", [](DeviceRun& run) { blockOf(run, -127, 993, 7); }, quiet);
        row(
            "gap: pulses", [](DeviceRun& run) { pulses(run); }, quiet);
        row("flood: what went wrong, whatever its number",
            [](DeviceRun& run) {
                lines(run, 10, 90 * kMs,
                      [](int i) { return "dma overrun on channel " + std::to_string(i % 4); });
            },
            {"low rtc.log-flood log"});
        row(
            "clock: steps of many lengths",
            [](DeviceRun& run) {
                for (std::int64_t i = 0; i < 200; ++i)
                    run.tick(i * 10 * kMs + i / 10 * 50 * kMs);
                run.tick(3'400 * kMs);
            },
            quiet);
    }
    void firesAndStaysQuiet()
    {
        QFETCH(Build, build);
        QFETCH(QStringList, expected);
        const QTemporaryDir folder;
        DeviceRun run;
        build(run);
        QVERIFY(run.finish());
        QCOMPARE(FoundIn(saved(folder, run.bytes)).list(), expected);
    }

    void restarts_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("expected");
        const QStringList high {"high rtc.restart runs"}, low {"low rtc.restart runs"};
        for (const char* const line : {
                 "boot: cause Watchdog",
                 "INFO boot: cause watchdog", // told calmly
                 "boot: cause watchdog, log started",
                 "rst:0x8 (TG1WDT_SYS_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)",
                 "Reset reason: IWDG",
                 "reset by WWDG",
                 "reset flags: POR=0 PIN=1 IWDG=1",
                 "reset: BOD",
                 "Brownout detector was triggered",
                 "*** WATCHDOG TIMEOUT ***",
                 "Guru Meditation Error: Core 0 panic'ed (LoadProhibited). Exception was unhandled.",
                 ">>> ZEPHYR FATAL ERROR 4: Kernel panic on CPU 0",
                 "Kernel panic - not syncing: Attempted to kill init!",
                 "Internal error: Oops: 17 [#1] SMP ARM",
                 "BUG: scheduling while atomic",
                 "***** BUS FAULT *****",
                 "Hard fault",
                 "Core 0 panic",
                 "HardFault_Handler",
                 "HARDFAULT at main.c:12",
                 "assertion \"size > 0\" failed: file \"main.c\"",
                 "ASSERTION FAIL [size > 0] @ main.c:12",
                 "assert failed: xQueueSemaphoreTake queue.c:1545",
                 "A stack overflow in task main has been detected.",
                 "abort() was called at PC 0x400d1234 on core 0",
                 "terminate called after throwing an instance of 'std::bad_alloc'",
                 "Unable to handle kernel NULL pointer dereference at virtual address 00000010",
                 "BOR reset, VDD was 2.61 V",
                 "reset flags: POR=0 BOR=1",
                 "RESETREAS=0x2 (DOG)",
                 "Watchdog timeout after 8000 ms",
                 "reset by watchdog",
                 "no answer: reset by watchdog",
                 "watchdog reset: no answer of the bus",
                 "Brownout detected: switching off",
                 "fault: motor off",
                 "assert: off < size",
                 "fault: 3",
                 "watchdog 0 expired",
                 "\x1b[0;31mpanic in core 0\x1b[0m",
                 "boot 3.1\r\nreset by watchdog",
                 "hard fault at 0x08001234",
                 "FAULT: overcurrent",
                 "fault: relay stuck",
                 "HardFault handler: pc=0x08001234",
                 "fault code 3",
                 "boot: reset_reason=panic",
                 "test task: hard fault",
                 "RCC_CSR = 0x24000000: IWDGRSTF",
                 "MCUSR=0x08 WDRF",
                 "RESETREAS: 0x00000008 (LOCKUP)",
             })
            QTest::newRow(line) << line << high;
        for (const char* const line : {
                 "INFO boot, watchdog armed", // a part named in passing
                 "watchdog started",
                 "watchdog fed",
                 "watchdog: 5 s",
                 "watchdog timeout: 5 s",
                 "watchdog timeout set to 5 s",
                 "resetting the watchdog",
                 "watchdog reset enabled",
                 "brown-out detector enabled",
                 "BOD level 2.7 V",
                 "I (12) panic handler at 0x40080000",
                 "panic handler installed",
                 "Kernel command line: console=ttyS0 panic=10",
                 "stack overflow check enabled",
                 "reset reason: power-on",
                 "reset reason: power-on, watchdog enabled",
                 "boot: cause power-up, watchdog 5 s",
                 "reset flags: POR=1 PIN=1 IWDG=0",
                 "rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)",
                 "self test: no faults",
                 "no fault",
                 "0 faults, 0 asserts",
                 "faults: 0",
                 "fault count = 0",
                 "Default settings",
                 "assert pin high",
                 "debug: 5 loops: the body resets",
                 "last reset not by watchdog",
                 "no reset by watchdog",
                 "watchdog reset: no",
                 "Watchdog: reset flag not set",
                 "watchdog reset not detected",
                 "Brownout reset flag = false",
                 "fault log is empty",
                 "fault memory: empty",
                 "fault log is empty at boot",
                 "fault log: 3 entries",
                 "watchdog was not triggered",
                 "panic mode off",
                 "fault reset by user",
                 "faults: 3",
                 "fault count 3",
                 "fault 0, mode 3",
                 "watchdog fault: none",
                 "reset flags: POR=1 BOR=1",
                 "reset cause: power-on/brown-out",
                 "reset flags: BOR=0 PIN=1",
                 "watchdog timeout 8000 ms",
                 "Kernel command line: console=ttyS0 panic=5 oops=panic",
                 "kernel: panic=10 oops=panic",
                 "HardFault handler at 0x08001234",
                 "lamp test: FAULT led ok",
                 "fault relay closed",
                 "CAN transceiver: fault tolerant mode",
                 "selftest: fault injection 14 of 14 passed",
                 "self test: hard fault trap passed",
                 "fault code 0",
                 "fault line ok",
                 "RCC_CSR: PINRSTF=1 IWDGRSTF=0",
                 "WDRF cleared",
                 "lockup watch on",
             })
            QTest::newRow(line) << line << low;
    }
    void restarts()
    {
        QFETCH(QString, line);
        QFETCH(QStringList, expected);
        for (const bool isEntry : {false, true}) {
            const QTemporaryDir folder;
            DeviceRun first, second;
            first.ticks(1'000 * kMs);
            first.line(0, "hello");
            second.ticks(1'000 * kMs);
            if (isEntry)
                second.entry(0, line.toStdString());
            else
                second.line(0, line.toStdString());
            QVERIFY(first.finish() && second.finish(3'000 * kMs));
            first.bytes.insert(first.bytes.end(), second.bytes.begin(), second.bytes.end());
            const bool isState = line == "HardFault_Handler" || line == "fault: 3"; // for all that is known
            QCOMPARE(FoundIn(saved(folder, first.bytes)).list(),
                     isEntry && isState ? QStringList {"low rtc.restart runs"} : expected);
        }
    }

    // What is told as the reason of a restart is not told again; what else is an error is.
    void errorsThatTellOfARestart()
    {
        const QTemporaryDir folder;
        const auto listWith = [&](const char* other) {
            DeviceRun first, second;
            first.ticks(1'000 * kMs);
            first.entry(900 * kMs, "<err> os: ***** MPU FAULT *****");
            if (other)
                first.entry(910 * kMs, other);
            second.ticks(1'000 * kMs);
            if (!first.finish() || !second.finish(3'000 * kMs))
                return QStringList();
            first.bytes.insert(first.bytes.end(), second.bytes.begin(), second.bytes.end());
            return FoundIn(saved(folder, first.bytes)).list();
        };
        QCOMPARE(listWith(nullptr), QStringList {"high rtc.restart runs"});
        QCOMPARE(listWith("<err> os: the motor is stuck"),
                 (QStringList {"high rtc.restart runs", "medium rtc.log-level errors"}));
    }

    // Those of each log, whatever else is told beside it, and though none of it names a level.
    void lastLinesBeforeARestart()
    {
        const QTemporaryDir folder;
        const auto listWith = [&](int linesBehind) {
            DeviceRun first, second;
            first.entry(0, "***** BUS FAULT *****");
            for (int i = 1; i <= linesBehind; ++i)
                first.entry(i * 200 * kMs, "still alive");
            for (int i = 1; i <= 100; ++i)
                first.line(i * 100 * kMs, positionUnknown(i));
            second.ticks(1'000 * kMs);
            if (!first.finish() || !second.finish(20'000 * kMs))
                return QStringList();
            first.bytes.insert(first.bytes.end(), second.bytes.begin(), second.bytes.end());
            return FoundIn(saved(folder, first.bytes)).list();
        };
        QCOMPARE(listWith(19), QStringList {"high rtc.restart runs"});
        QCOMPARE(listWith(20), QStringList {"low rtc.restart runs"});
    }

    // A state is no line, whatever else is sent so.
    void statesBeforeARestart()
    {
        const QTemporaryDir folder;
        DeviceRun first, second;
        first.entry(0, "fault");
        first.entry(100 * kMs, "ramp up");
        first.ticks(1'000 * kMs);
        second.ticks(1'000 * kMs);
        QVERIFY(first.finish() && second.finish(3'000 * kMs));
        first.bytes.insert(first.bytes.end(), second.bytes.begin(), second.bytes.end());
        QCOMPARE(FoundIn(saved(folder, first.bytes)).list(), QStringList {"low rtc.restart runs"});
    }

    void textWithoutLevelsIsNotAskedForThem()
    {
        const auto notChecked = [](const char* line) {
            const QTemporaryDir folder;
            DeviceRun run;
            run.ticks(1'000 * kMs);
            if (line)
                run.entry(0, line);
            std::string out;
            if (!run.finish())
                return out;
            for (const NotChecked& each : FoundIn(saved(folder, run.bytes)).all.notChecked)
                if (std::string_view(each.rule).starts_with("rtc.log"))
                    out += std::string(each.rule) + ": " + each.why + '\n';
            return out;
        };
        QCOMPARE(notChecked(nullptr),
                 std::string("rtc.log-level: no log was recorded\nrtc.log-flood: no log was recorded\n"));
        QCOMPARE(notChecked("idle"),
                 std::string("rtc.log-level: no text names a level\nrtc.log-flood: no text is a sentence\n"));
        QCOMPARE(notChecked("hello there"), std::string("rtc.log-level: no line names a level\n"));
        QCOMPARE(notChecked("I (12) hello"), std::string());
    }

    // It counts whether the run before was cut, not what became of the last one.
    void restartBehindARunThatWasCut()
    {
        const QTemporaryDir folder;
        DeviceRun first, second;
        for (DeviceRun* const run : {&first, &second})
            for (std::int64_t us = 0; us <= 1'000 * kMs; us += 10 * kMs)
                run->fine(us, int(us / kMs));
        QVERIFY(first.finish() && second.finish(3'000 * kMs));
        const auto severityWith = [&](std::size_t cutFirst, std::size_t cutSecond) {
            rtc::RtcBytes bytes(first.bytes.begin(), first.bytes.end() - std::ptrdiff_t(cutFirst));
            bytes.insert(bytes.end(), second.bytes.begin(), second.bytes.end() - std::ptrdiff_t(cutSecond));
            const FoundIn found(saved(folder, bytes));
            return found.of("rtc.restart") ? found.of("rtc.restart")->severity : FindingSeverity::high;
        };
        QCOMPARE(severityWith(0, 0), FindingSeverity::low);
        QCOMPARE(severityWith(0, 3), FindingSeverity::low);
        QCOMPARE(severityWith(3, 0), FindingSeverity::medium);
    }

    void streamsThatDoNotComeBack()
    {
        struct Case
        {
            std::int64_t behindMs = 10'000;
            std::int64_t beginsMs = 0, endsMs = 20'000; // in the first run
            bool isOtherBack = true, hasNew = false;
        };
        const auto listOf = [](const Case& each) {
            const QTemporaryDir folder;
            DeviceRun first, second;
            for (std::int64_t us = 0; us <= 20'000 * kMs; us += 10 * kMs) {
                first.value(us);
                first.other(us);
                if (us >= each.beginsMs * kMs && us <= each.endsMs * kMs)
                    first.fine(us, 1);
            }
            for (std::int64_t us = 0; us <= each.behindMs * kMs; us += 10 * kMs) {
                second.value(us);
                if (each.isOtherBack)
                    second.other(us);
                if (each.hasNew)
                    second.real(us, 1);
            }
            if (!first.finish() || !second.finish(30'000 * kMs))
                return QStringList();
            first.bytes.insert(first.bytes.end(), second.bytes.begin(), second.bytes.end());
            return FoundIn(saved(folder, first.bytes)).list();
        };
        const QStringList restart {"low rtc.restart runs"};
        QCOMPARE(listOf({}), (QStringList {"medium rtc.not-back sensor/fine", "low rtc.restart runs"}));
        QCOMPARE(listOf({.behindMs = 9'990}), restart);
        QCOMPARE(listOf({.isOtherBack = false}), restart);
        QCOMPARE(listOf({.hasNew = true}),
                 (QStringList {"low rtc.not-back sensor/fine", "low rtc.restart runs"}));
        QCOMPARE(listOf({.endsMs = 19'900}), restart);
        QCOMPARE(listOf({.endsMs = 19'910}),
                 (QStringList {"medium rtc.not-back sensor/fine", "low rtc.restart runs"}));
        QCOMPARE(listOf({.behindMs = 15'000, .beginsMs = 5'000}),
                 (QStringList {"medium rtc.not-back sensor/fine", "low rtc.restart runs"}));
        QCOMPARE(listOf({.behindMs = 15'000, .beginsMs = 5'010}), restart);
    }

    // Their times lie over each other, and cannot be compared.
    void runsWhoseClocksBeganAnew()
    {
        const QTemporaryDir folder;
        rtc::RtcBytes bytes;
        for (int i = 0; i < 3; ++i) {
            DeviceRun run;
            for (int n = 0; n < 36; ++n) // twelve a second: of three runs together a flood
                run.line((n * 250 + 125) * kMs,
                         n % 2 == 0 ? "still alive" : "line " + std::string(std::size_t(n) / 2, 'x'));
            spikes(run, i == 0 ? 2 : 0, 200);
            if (i == 1)
                run.line(6'001 * kMs, "update begins");
            QVERIFY(run.finish());
            bytes.insert(bytes.end(), run.bytes.begin(), run.bytes.end());
        }
        const FoundIn found(saved(folder, bytes));
        QCOMPARE(found.list(), (QStringList {"low rtc.restart runs", "low rtc.spikes sensor/values"}));
        QCOMPARE(found.of("rtc.restart")->sentence.words,
                 std::string("The device began anew, and its clocks with it; 3 runs in all"));
        for (const Evidence& each : found.of("rtc.spikes")->evidence)
            QVERIFY2(each.text.words.find("logged") == std::string::npos, each.text.words.c_str());
    }

    // Where the sentence says "up to", the first piece of evidence is that value.
    void theFarthestValueIsTheFirst()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (int i = 0; i < 1'200; ++i)
            run.value(i * 10 * kMs, i == 600 ? 100 : i == 700 ? 200 : i == 800 ? 150 : 9 + i % 3);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        const Finding* const spikes = found.of("rtc.spikes");
        QVERIFY(spikes && spikes->evidence.size() == 3);
        const std::vector<std::string> values {"200", "150", "100"};
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY2(spikes->evidence[i].text.words.starts_with(values[i]),
                     spikes->evidence[i].text.words.c_str());
    }

    // Bytes that are lost in a run behind it say nothing of a stream; those behind its last frame do.
    void silenceBeforeLostBytes()
    {
        const QTemporaryDir folder;
        const auto run = [](DeviceRun& of, std::int64_t beginUs) {
            stopsAt(of, 0, 8'000 * kMs, 10 * kMs);
            return of.finish(beginUs);
        };
        DeviceRun first, second;
        QVERIFY(run(first, 0) && run(second, 20'000 * kMs));
        const auto damaged = [&](std::size_t backFromEnd) {
            rtc::RtcBytes bytes = first.bytes;
            bytes.insert(bytes.end(), second.bytes.begin(), second.bytes.end());
            std::fill_n(bytes.end() - std::ptrdiff_t(backFromEnd), 64, std::byte(0xee));
            return FoundIn(saved(folder, bytes));
        };
        const FoundIn behind = damaged(1'000);
        QVERIFY(behind.of("data.damaged"));
        QCOMPARE(behind.of("rtc.silent")->subject.name, std::string("sensor/values"));
        QVERIFY(!behind.isChecked("rtc.silent")); // of the second run
        const FoundIn within = damaged(second.bytes.size() + 1'000);
        QVERIFY(within.of("data.damaged"));
        QVERIFY(within.of("rtc.silent"));
        QVERIFY(!within.isChecked("rtc.silent"));
    }

    void gapsBelowTheUsualShare()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        someMissing(run, 190); // ten of two thousand
        QVERIFY(run.finish());
        const auto path = saved(folder, run.bytes);
        QVERIFY(!FoundIn(path).of("rtc.gaps"));
        QVERIFY(!FoundIn(path, {"rtc.gaps.missing=0.6%"}).of("rtc.gaps"));
        QVERIFY(FoundIn(path, {"rtc.gaps.missing=0.5%"}).of("rtc.gaps"));
    }

    // Its clock told nothing, so where it lies in time nobody knows. It is a run all the same.
    void restartOfARunWithoutTimes()
    {
        const QTemporaryDir folder;
        DeviceRun first, second, third, fourth;
        first.ticks(1'000 * kMs);
        first.line(0, "hello");
        second.valueBeforeTheClock();
        third.valueBeforeTheClock();
        QVERIFY(first.finish() && second.finish() && third.finish());
        rtc::RtcBytes bytes = first.bytes;
        bytes.insert(bytes.end(), second.bytes.begin(), second.bytes.end());
        const FoundIn two(saved(folder, bytes));
        QCOMPARE(two.list(), QStringList {"low rtc.restart runs"});
        QCOMPARE(two.of("rtc.restart")->count, std::uint64_t(1));

        fourth.ticks(1'000 * kMs);
        fourth.line(0, "boot: cause watchdog");
        QVERIFY(fourth.finish(3'000 * kMs));
        bytes.insert(bytes.end(), fourth.bytes.begin(), fourth.bytes.end());
        const FoundIn three(saved(folder, bytes));
        QCOMPARE(three.list(), QStringList {"high rtc.restart runs"});
        QCOMPARE(three.of("rtc.restart")->count, std::uint64_t(2));
        QVERIFY(three.of("rtc.restart")->sentence.words.ends_with("3 runs in all"));

        bytes = second.bytes;
        bytes.insert(bytes.end(), third.bytes.begin(), third.bytes.end());
        const FoundIn none(saved(folder, bytes));
        QVERIFY(none.of("rtc.restart"));
        QCOMPARE(none.of("rtc.restart")->count, std::uint64_t(1));
    }

    // What several runs have in common is one finding, of all of them.
    void theSameInSeveralRuns()
    {
        const QTemporaryDir folder;
        const auto found = [&](const std::vector<int>& everyOfRuns) {
            rtc::RtcBytes bytes;
            for (const int every : everyOfRuns) {
                DeviceRun run;
                someMissing(run, every);
                if (!run.finish())
                    bytes.clear();
                bytes.insert(bytes.end(), run.bytes.begin(), run.bytes.end());
            }
            return FoundIn(saved(folder, bytes));
        };
        const QStringList expected {"medium rtc.gaps sensor/values", "low rtc.restart runs"};
        const FoundIn both = found({90, 60});
        QCOMPARE(both.list(), expected);
        const Finding& gaps = *both.of("rtc.gaps");
        QCOMPARE(gaps.cost.amount, (22 + 33) * 10'000'000);
        QCOMPARE(gaps.count, std::uint64_t(22 + 33));
        QCOMPARE(gaps.evidence.size(), std::size_t(22 + 33));
        QVERIFY(std::abs(gaps.share - 0.55 / 39.98) < 1e-4);
        QVERIFY2(gaps.sentence.words.ends_with("; so in 2 runs"), gaps.sentence.words.c_str());
        const FoundIn one = found({90, 3'000});
        QCOMPARE(one.list(), expected);
        QVERIFY(!one.of("rtc.gaps")->sentence.words.ends_with("runs"));
    }

    // What a device says when it begins is why, where it is no failure. The evidence is a place to go to.
    void whyARunBegan()
    {
        const QTemporaryDir folder;
        const auto restartWith = [&](const char* line) {
            DeviceRun first, second;
            first.ticks(1'000 * kMs);
            first.line(0, "hello");
            second.ticks(1'000 * kMs);
            second.line(0, line);
            return first.finish() && second.finish()
                ? (first.bytes.insert(first.bytes.end(), second.bytes.begin(), second.bytes.end()),
                   FoundIn(saved(folder, first.bytes)))
                : FoundIn({});
        };
        const FoundIn told = restartWith("I (112) main: wakeup cause: timer");
        QCOMPARE(told.list(), QStringList {"low rtc.restart runs"});
        const auto says = [](const FoundIn& found, const char* text) {
            return found.of("rtc.restart")->sentence.words.find(text) != std::string::npos;
        };
        QVERIFY(says(told, "; it says `I (112) main: wakeup cause: timer`"));
        QCOMPARE(told.of("rtc.restart")->limits, std::string());
        QVERIFY(told.of("rtc.restart")->evidence.at(0).place.track != kNoTrack);
        const FoundIn none = restartWith("disconnected, reason 19");
        QVERIFY(!says(none, "it says"));
        QCOMPARE(none.of("rtc.restart")->limits, std::string("Why it was restarted is not said."));
    }

    // Of several runs the one that failed is told, and its last words come first.
    void whichRunFailed()
    {
        const QTemporaryDir folder;
        rtc::RtcBytes bytes;
        std::int64_t beginUs = 0;
        for (const char* const last : {"bye", "bye", "E (900) main: stack overflow in task", "bye"}) {
            DeviceRun run;
            run.line(0, "hello");
            run.ticks(1'000 * kMs);
            run.line(1'000 * kMs, last);
            QVERIFY(run.finish(std::exchange(beginUs, beginUs + 2'000 * kMs)));
            bytes.insert(bytes.end(), run.bytes.begin(), run.bytes.end());
        }
        const FoundIn found(saved(folder, bytes));
        const Finding& restart = *found.of("rtc.restart");
        QCOMPARE(restart.severity, FindingSeverity::high);
        QVERIFY2(restart.sentence.words.starts_with("The run `segment 2` ends at "),
                 restart.sentence.words.c_str());
        QCOMPARE(restart.evidence.at(0).text.words, std::string("E (900) main: stack overflow in task"));
        QCOMPARE(restart.evidence.size(), std::size_t(4));
    }

    // Of clocks that are made of each other what both were set by; of all of them together what passed.
    void timeThatPassed()
    {
        rtc::PassedTime time;
        QCOMPARE(time.passed(30), std::int64_t(30));
        QCOMPARE(time.shown(30), std::int64_t(30));
        time.takeOut({40, 50});
        time.takeOut({10, 20});
        time.takeOut({15, 30});
        time.finish();
        for (const auto& [shown, passed] : std::vector<std::pair<std::int64_t, std::int64_t>> {
                 {5, 5}, {14, 14}, {15, 15}, {17, 15}, {20, 15}, {25, 20}, {45, 35}, {60, 45}})
            QCOMPARE(time.passed(shown), passed);
        for (const auto& [passed, shown] : std::vector<std::pair<std::int64_t, std::int64_t>> {
                 {14, 14}, {15, 20}, {34, 39}, {35, 50}, {45, 60}})
            QCOMPARE(time.shown(passed), shown);
    }

    // In 1970 and then set: how long it is there for is a part of what passed.
    void sharesOfWhatPassed()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        stuck(run, 1'100, 105);
        run.setClock(500 * kMs, 54 * kYear);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.stuck"));
        QVERIFY(std::abs(found.of("rtc.stuck")->share - 10.99 / 12.99) < 1e-3);
        QVERIFY(found.of("rtc.clock-gap"));
        QCOMPARE(found.of("rtc.clock-gap")->sentence.words,
                 std::string("The clock `clk` was set forward by 19,710 d"));
    }

    // Frames that came while their clock told nothing were not silent.
    void whatCameWhileItsClockStood()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (std::int64_t us = 0; us < 20'000 * kMs; us += 10 * kMs)
            run.value(us);
        run.silenceClock(10'000 * kMs, 11'500 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QCOMPARE(found.list(), QStringList {"medium rtc.clock-gap clk"});
        QCOMPARE(found.of("rtc.clock-gap")->absorbed.size(), std::size_t(0));
    }

    void howLongAClockWasSilent()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (std::int64_t us = 0; us <= 5'000 * kMs; us += 10 * kMs)
            if ((us <= 1'000 * kMs || us >= 1'200 * kMs) && (us <= 3'000 * kMs || us >= 3'300 * kMs))
                run.tick(us);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.clock-gap"));
        QCOMPARE(found.of("rtc.clock-gap")->sentence.words,
                 std::string("The clock `clk` told no value for up to 300 ms, 2 times"));
    }

    // Where the log says right before that it is meant, it may be; of each such time.
    void pausesThatAreLogged()
    {
        const auto foundWith = [](const char* first, const char* second, std::int64_t beforeUs) {
            const QTemporaryDir folder;
            DeviceRun run;
            for (std::int64_t us = 0; us <= 5'000 * kMs; us += 10 * kMs)
                if ((us <= 1'000 * kMs || us >= 1'200 * kMs) && (us <= 3'000 * kMs || us >= 3'300 * kMs))
                    run.value(us);
            run.line(1'000 * kMs, first);
            run.line(3'000 * kMs - beforeUs, second);
            return run.finish() ? FoundIn(saved(folder, run.bytes)) : FoundIn({});
        };
        const QStringList low {"low rtc.clock-gap clk"}, medium {"medium rtc.clock-gap clk"};
        const FoundIn found = foundWith("recording paused by user", "going to sleep now", 1'000 * kMs);
        QCOMPARE(found.list(), low);
        QCOMPARE(found.of("rtc.clock-gap")->evidence.at(0).text.words,
                 std::string("logged: going to sleep now"));
        QCOMPARE(foundWith("recording paused by user", "going to sleep now", 1'010 * kMs).list(), medium);
        QCOMPARE(foundWith("recording paused by user", "going on as before", 0).list(), medium);
    }

    // What always pauses did so then, too.
    void silentBesidePauses()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        outage(run, 1'510 * kMs, 2'000 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.gaps"));
        const std::string& words = found.of("rtc.gaps")->sentence.words;
        QVERIFY2(words.find("silent for up to 2.50 s, beside 10 pauses of about 500 ms; ") != words.npos,
                 words.c_str());
    }

    void clockThatWentBack()
    {
        const QTemporaryDir folder;
        for (const std::int64_t us : {1, 0}) {
            DeviceRun run;
            run.ticks(1'000 * kMs);
            run.setClockBack(us);
            QVERIFY(run.finish());
            const FoundIn found(saved(folder, run.bytes));
            QVERIFY(found.isThere);
            QCOMPARE(found.of("rtc.clock-back") != nullptr, us == 1);
        }
    }

    // By 490 ms, as it was told.
    void howFarAClockWentBack()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        clockIsSet(run, -500 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.clock-back"));
        const Finding& back = *found.of("rtc.clock-back");
        QVERIFY2(back.sentence.words == "The clock `clk` went back by 490 ms, from +0.99 s to +0.50 s",
                 back.sentence.words.c_str());
        QCOMPARE(back.sentence.moments.size(), std::size_t(2));
        QCOMPARE(back.evidence[0].text.words, std::string("back by 490 ms"));
    }

    // Of two clocks that run apart by 200 ppm one is set by 90 ms: in 100 s they are 20 ms apart for the one, and 90
    // for the other.
    void driftBesideWhatAClockWasSetBy()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        setOnce(run, 90 * kMs, 200);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.clock-drift"));
        const std::string& words = found.of("rtc.clock-drift")->sentence.words;
        QVERIFY2(
            words.starts_with("The clock `cycles` is 200 ppm faster than `clk`: 20.0 ms in 1 min 40 s; one "
                              "of them was set by 90.0 ms once"),
            words.c_str());
    }

    // A changed byte that makes a clock seem to have gone back, or a value stand out.
    void whatAChangedByteMakes()
    {
        const QTemporaryDir folder;
        const auto placeOf = [](const rtc::RtcBytes& bytes, std::span<const std::byte> part) {
            return std::size_t(std::ranges::search(bytes, part).begin() - bytes.begin());
        };
        DeviceRun device;
        for (int i = 0; i < 2'000; ++i)
            device.fine(i * 10 * kMs, i == 700 ? 0xa5c3 : 100 + i * 7 % 11);
        QVERIFY(device.finish());
        QCOMPARE(FoundIn(saved(folder, device.bytes)).list(), QStringList {"low rtc.spikes sensor/fine"});

        rtc::RtcBytes changed = device.bytes;
        const auto told = rtc::timespecBytes(rtc::kTestStart + 5'000 * kMs * kUs, false),
                   later = rtc::timespecBytes(rtc::kTestStart + 6'000 * kMs * kUs, false);
        const auto second = std::ranges::mismatch(told, later).in1 - told.begin();
        const std::size_t clock = placeOf(changed, told);
        QVERIFY(clock < changed.size());
        changed[clock + std::size_t(second)] ^= std::byte(4);
        const FoundIn back(saved(folder, changed));
        QVERIFY(back.of("data.damaged"));
        QVERIFY(!back.of("rtc.clock-back"));
        QCOMPARE(back.of("data.damaged")->absorbed.at(0).rule, std::string_view("rtc.clock-back"));

        changed = device.bytes;
        const std::size_t value = placeOf(changed, std::array {std::byte(0xc3), std::byte(0xa5)});
        QVERIFY(value < changed.size());
        changed[value + 1] ^= std::byte(0x40);
        const FoundIn spike(saved(folder, changed));
        QCOMPARE(spike.list(), QStringList {"medium data.damaged capture"});
        QCOMPARE(spike.of("data.damaged")->absorbed.at(0).rule, std::string_view("rtc.spikes"));

        // It goes back twice, and one byte is changed.
        DeviceRun twice;
        clockIsSet(twice, -500 * kMs);
        twice.line(1'500 * kMs, "ready");
        twice.setClockBack(700 * kMs);
        QVERIFY(twice.finish());
        const std::size_t text = placeOf(twice.bytes, asBytes("ready"));
        QVERIFY(text < twice.bytes.size());
        twice.bytes[text] ^= std::byte(1);
        QCOMPARE(FoundIn(saved(folder, twice.bytes)).list(),
                 (QStringList {"medium data.damaged capture", "medium rtc.clock-back clk"}));
    }

    // Sixty lines in 0.3 s are most of the log of two seconds: told is when they came.
    void whenALogIsFlooded()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        run.ticks(2'000 * kMs);
        run.line(10 * kMs, "sensors are ready");
        for (int i = 0; i < 60; ++i)
            run.line(1'000 * kMs + i * 5 * kMs, "i2c bus busy, retry");
        run.line(1'950 * kMs, "all is well");
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.log-flood"));
        QCOMPARE(found.of("rtc.log-flood")->when.size(), std::size_t(1));
        QCOMPARE(found.of("rtc.log-flood")->when[0].lengthNs(), 295 * kMs * kUs);
    }

    // What a killed writer or a cut copy leaves: no end, and all before it.
    void noProperEnd()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        run.ticks(1'000 * kMs);
        QVERIFY(run.finish());
        QVERIFY(!FoundIn(saved(folder, run.bytes)).of("data.cut"));
        run.bytes.resize(run.bytes.size() - 3);
        QVERIFY(FoundIn(saved(folder, run.bytes)).of("data.cut"));
    }

    // Frames that are lost are not missing, and a clock that is lost is not silent.
    void whatSpansLostBytesIsNotJudged()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (std::int64_t us = 0; us <= 20'000 * kMs; us += 10 * kMs)
            run.value(us);
        QVERIFY(run.finish());
        QCOMPARE(FoundIn(saved(folder, run.bytes)).list(), QStringList());
        std::fill_n(run.bytes.begin() + 12'000, 64, std::byte(0xee));
        const FoundIn found(saved(folder, run.bytes));
        QCOMPARE(found.list(), QStringList {"high data.damaged capture"});
        // The same silence without a loss.
        DeviceRun silent;
        for (std::int64_t us = 0; us <= 20'000 * kMs; us += 10 * kMs) {
            if (us < 8'000 * kMs || us > 9'000 * kMs)
                silent.value(us);
        }
        QVERIFY(silent.finish());
        QCOMPARE(FoundIn(saved(folder, silent.bytes)).list(), QStringList {"medium rtc.clock-gap clk"});
    }

    // All streams of a clock are silent with it.
    void aClockExplainsItsStreams()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (std::int64_t us = 0; us <= 3'000 * kMs; us += 10 * kMs) {
            if (us > 1'000 * kMs && us < 1'500 * kMs)
                continue;
            run.value(us);
            run.other(us);
        }
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QCOMPARE(found.list(), QStringList {"medium rtc.clock-gap clk"});
        QCOMPARE(found.of("rtc.clock-gap")->absorbed.size(), std::size_t(2));
    }

    // Each that was silent asks some others, not all.
    void manyClocksAreAskedInTime()
    {
        const auto usedBy = [](std::size_t clocks) {
            rtc::RtcBytes bytes;
            rtc::Writer writer(
                [&](std::span<const std::byte> more) -> Result<void> {
                    bytes.insert(bytes.end(), more.begin(), more.end());
                    return {};
                },
                {.unitSize = 1u << 20, .minorSize = 1u << 17});
            bool good = true;
            std::vector<std::uint32_t> ids;
            for (std::size_t i = 0; i < clocks; ++i) {
                rtc::Stream stream;
                stream.name = "clk" + std::to_string(i);
                stream.format = "timespec";
                stream.isClock = true;
                const auto id = writer.addStream(stream);
                good = good && id;
                ids.push_back(id.value_or(0));
            }
            for (std::int64_t us = 0; us < 3'000 * kMs; us += us == 1'000 * kMs ? 500 * kMs : 50 * kMs)
                for (const std::uint32_t id : ids)
                    good = good && writer.write(id, rtc::timespecBytes(rtc::kTestStart + us * kUs, false));
            const QTemporaryDir folder;
            if (!good || !writer.finish())
                return std::int64_t(-1);
            const IndexedCapture capture(saved(folder, bytes));
            std::int64_t best = std::numeric_limits<std::int64_t>::max();
            for (int i = 0; i < 3; ++i) {
                const RuleSettings settings;
                Job job;
                const std::int64_t begin = usedNs();
                const auto found =
                    findings::find(*capture.document, {*capture.timeline, settings, 1}, {}, job);
                best = std::min(best, usedNs() - begin);
                if (!found
                    || std::ranges::count(found->found, "rtc.clock-gap", &Finding::rule) != std::ssize(ids))
                    return std::int64_t(-1);
            }
            return best;
        };
        // Eight times as many: each asked against each other would take 64 times as long.
        const std::int64_t few = usedBy(200), many = usedBy(1'600);
        QVERIFY(few > 0 && many > 0);
        QVERIFY2(many < 32 * few, qPrintable(QStringLiteral("%1 and %2 ns").arg(few).arg(many)));
    }

    // Nobody gave them one: that is one cause.
    void streamsWithoutAClock()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (std::int64_t us = 0; us <= 10'000 * kMs; us += 10 * kMs)
            run.value(us);
        for (int i = 0; i < 100; ++i)
            run.clockless(i * 10 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QCOMPARE(found.list(), QStringList {"low rtc.untimed streams without a clock"});
        QCOMPARE(found.of("rtc.untimed")->count, std::uint64_t(200));
        QCOMPARE(found.of("rtc.untimed")->share, 1.0);
        const FoundIn all(saved(folder, run.bytes), {"data.approximate.share=1%"});
        QVERIFY(!all.of("data.approximate"));
        QCOMPARE(all.of("rtc.untimed")->absorbed.size(), std::size_t(1));
    }

    void costsAndEvidence()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        silentFor(run, 250 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        const Finding* const gap = found.of("rtc.gaps");
        QVERIFY(gap);
        QCOMPARE(gap->cost.amount, 240'000'000);
        QCOMPARE(gap->sentence.words,
                 std::string("`sensor/values` comes every 10.0 ms and was silent for up to 250 ms; 24 of 201 "
                             "frames are missing"));
        QCOMPARE(gap->evidence[0].text.words, std::string("24 frames are missing"));
        QCOMPARE(gap->when[0].startNs - found.capture.timeline->range.startNs, 500'000'000);
    }

    void whatNoStreamCouldBeAskedIsNotChecked()
    {
        constexpr std::array<std::string_view, 5> kOfSteady = {"rtc.gaps", "rtc.silent", "rtc.rate",
                                                               "rtc.spikes", "rtc.stuck"};
        const auto notChecked = [&](int frames, std::int64_t backUs = -1) {
            const QTemporaryDir folder;
            DeviceRun run;
            for (int i = 0; i < frames; ++i)
                run.fine(i * 10 * kMs, 100 + i % 7);
            if (backUs >= 0)
                run.setClockBack(backUs);
            std::string out;
            if (!run.finish())
                return out;
            const FoundIn found(saved(folder, run.bytes));
            for (const NotChecked& each : found.all.notChecked)
                if (std::ranges::find(kOfSteady, each.rule) != kOfSteady.end())
                    out += std::string(each.rule) + ": " + each.why + '\n';
            return out;
        };
        QCOMPARE(notChecked(1'000), std::string());
        QCOMPARE(notChecked(999),
                 std::string("rtc.rate: too few frames of a steady stream: 999\n"
                             "rtc.spikes: too few values of a steady stream: 999\n"));
        QCOMPARE(
            notChecked(99),
            std::string("rtc.gaps: no stream has a steady period\n"
                        "rtc.silent: no stream has a steady period\n"
                        "rtc.rate: no stream has a steady period\n"
                        "rtc.spikes: too few values of a steady stream: 0\n"
                        "rtc.stuck: no steady stream is of floats or of integers of 16 bits and more\n"));
        QCOMPARE(notChecked(1'000, 50 * kMs),
                 std::string("rtc.gaps: no steady stream has certain times\n"
                             "rtc.silent: no steady stream has certain times\n"
                             "rtc.rate: no steady stream has certain times\n"));
    }

    // Of two times that lie over each other nobody knows the period.
    void whatAClockThatWentBackHides()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (int i = 0; i < 1'000; ++i)
            run.fine(i * 10 * kMs, 100 + i % 7);
        run.setClock(5'000 * kMs, -4'997 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QCOMPARE(found.list(), QStringList {"medium rtc.clock-back clk"});
        for (const char* const rule : {"rtc.gaps", "rtc.silent", "rtc.rate", "rtc.spikes", "rtc.stuck"}) {
            const auto left = std::ranges::find(found.all.notChecked, rule, &NotChecked::rule);
            QVERIFY2(left != found.all.notChecked.end(), rule);
            QCOMPARE(left->why, std::string("a clock went back"));
        }
    }

    // Beside one that has a period.
    void whatHasNoPeriodIsNotChecked()
    {
        const auto notChecked = [](int frames) {
            const QTemporaryDir folder;
            DeviceRun run;
            for (int i = 0; i < 1'000; ++i)
                run.other(i * 10 * kMs);
            for (std::int64_t i = 0; i < frames; ++i)
                run.value(i * i * 100);
            std::string out;
            if (!run.finish())
                return out;
            const FoundIn found(saved(folder, run.bytes));
            for (const NotChecked& each : found.all.notChecked)
                if (each.rule == "rtc.gaps" || each.rule == "rtc.silent")
                    out += std::string(each.rule) + ": " + each.why + '\n';
            return out;
        };
        QCOMPARE(notChecked(100),
                 std::string("rtc.gaps: 1 stream has no steady period\n"
                             "rtc.silent: 1 stream has no steady period\n"));
        QCOMPARE(notChecked(99), std::string());
    }

    // As long as the rate was another one, not as the tenths that are mostly so.
    void costOfARate()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (std::int64_t us = 0; us < 20'000 * kMs;) {
            run.value(us);
            us += us >= 10'000 * kMs && us < 14'600 * kMs ? 2'800 : 2'000;
        }
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        const Finding* const rate = found.of("rtc.rate");
        QVERIFY(rate);
        QVERIFY(std::abs(rate->cost.amount - 4'600'000'000) <= 100'000'000);
        QCOMPARE(rate->count, std::uint64_t(1));
        QCOMPARE(rate->evidence.at(0).text.words, std::string("a frame every 2.80 ms on average"));
    }

    // Of tenths that have no frame there is none.
    void ratesOfWhatIsSilentForLong()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (std::int64_t us = 0; us < 53'000 * kMs; us += us < 24'000 * kMs ? 10 * kMs : 20 * kMs)
            if (us < 2'000 * kMs || us >= 11'000 * kMs)
                run.value(us);
        run.ticks(53'000 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.rate"));
        const std::string said = found.of("rtc.rate")->sentence.words;
        QVERIFY2(said.starts_with("`sensor/values` comes every 10.0 ms, for 5"), said.c_str());
        QVERIFY2(said.ends_with(" % of the time every 20.0 ms"), said.c_str());
    }

    void aSingleValueThatStandsOut()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        spikes(run, 1, 50);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.spikes"));
        QVERIFY(found.of("rtc.spikes")
                    ->sentence.words.starts_with("1 value of `sensor/values` stands out, up to 50;"));
    }

    // With as many digits as tell them apart.
    void valuesThatAreNearToEachOther()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (int i = 0; i < 1'000; ++i)
            run.real(i * 10 * kMs, i % 100 == 50 ? 0.f : 101'325.5f + float(i % 9) / 4);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.bad-values"));
        QCOMPARE(found.of("rtc.bad-values")->sentence.words,
                 std::string("`sensor/real` is 0 (10 times), else 101325.5 to 101327.5"));
    }

    // Half of all lie on both sides of 0.
    void whatIsUsualOfASignedReading()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (int i = 0; i < 1'200; ++i)
            run.real(i * 10 * kMs, i == 600 ? 50.5f : float(i % 5 - 2));
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.spikes"));
        QCOMPARE(found.of("rtc.spikes")->sentence.words,
                 std::string("1 value of `sensor/real` stands out, up to 50.5; half of 1,200 lie between -1 "
                             "and 1"));
    }

    // Each frame that is late, not each time when some are.
    void howManyAreLate()
    {
        // Of the second pair the second one comes nearly as usual behind the first, and is as late.
        for (const auto& [first, second] : {std::pair(16, 6), std::pair(7, 8)}) {
            const QTemporaryDir folder;
            DeviceRun run;
            pairsOfLate(run, first * kMs, second * kMs);
            QVERIFY(run.finish());
            const FoundIn found(saved(folder, run.bytes));
            QCOMPARE(found.list(), QStringList {"low rtc.jitter sensor/values"});
            QCOMPARE(found.of("rtc.jitter")->count, std::uint64_t(2 * 15));
            const std::int64_t lateNs = std::int64_t(15) * (first + second) * 1'000'000;
            QVERIFY(std::abs(found.of("rtc.jitter")->cost.amount - lateNs)
                    < lateNs / 100); // by its mean period
        }
    }

    // They are no part of what is missing.
    void framesThatJustComeLate()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        lateOnes(run, 7);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QCOMPARE(found.list(), QStringList {"medium rtc.gaps sensor/values"});
        QCOMPARE(found.of("rtc.gaps")->cost.amount, 290'000'000);
    }

    // Each that is lost, however near they are to each other.
    void howManyAreMissing()
    {
        for (const int ofHundred : {5, 33, 45}) {
            const QTemporaryDir folder;
            DeviceRun run;
            const int lost = lostAtRandom(run, ofHundred);
            QVERIFY(run.finish());
            const FoundIn found(saved(folder, run.bytes));
            const Finding* const gaps = found.of("rtc.gaps");
            QVERIFY(gaps);
            const QString told = QString::fromStdString(gaps->sentence.words);
            QVERIFY2(told.contains(QStringLiteral("; %1 of 700 frames are missing").arg(lost)),
                     qPrintable(told));
            QCOMPARE(gaps->cost.amount, std::int64_t(lost) * 10'000'000);
        }
        const QTemporaryDir folder;
        DeviceRun run;
        someLate(run, 90, true);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.gaps"));
        QCOMPARE(found.of("rtc.gaps")->cost.amount, 22 * 10'000'000);
    }

    // Two that are lost on both sides of one that came are one time, of which not all was silent.
    void lostOnBothSides()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (int i = 0; i < 1'000; ++i)
            if (i % 50 != 10 && i != 512)
                run.value(i * 10 * kMs);
        run.ticks(10'000 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QVERIFY(found.of("rtc.gaps"));
        const Evidence& first = found.of("rtc.gaps")->evidence[0];
        QCOMPARE(first.time.lengthNs(), 40'000'000);
        QCOMPARE(first.text.words,
                 std::string("2 frames are missing, silent for up to 20.0 ms at a stretch"));
    }

    // Frames that are lost here and there are missing, too, where a silence is told; they are no time when it happened.
    void allThatAreMissing()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (int i = 0; i < 2'000; ++i)
            if ((i < 1'000 || i >= 1'029) && i != 100 && i != 330 && i != 1'500)
                run.value(i * 10 * kMs);
        run.ticks(20'000 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QCOMPARE(found.list(), QStringList {"medium rtc.gaps sensor/values"});
        const Finding& gaps = *found.of("rtc.gaps");
        QVERIFY2(gaps.sentence.words.ends_with("; 32 of 2,000 frames are missing, at most 29 in a row"),
                 gaps.sentence.words.c_str());
        QCOMPARE(gaps.cost.amount, 32 * 10'000'000);
        QCOMPARE(gaps.count, std::uint64_t(1));
    }

    // What is missing while a stream is slower is told by its rate then.
    void missingAtAnotherRate()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        std::int64_t us = 0;
        for (int i = 0; i < 6'200; ++i, us += 10 * kMs)
            run.value(us);
        for (int i = 0; i < 30; ++i, us += 200 * kMs)
            if (i < 10 || i > 20)
                run.value(us);
        run.ticks(us);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QCOMPARE(found.list(), QStringList {"medium rtc.gaps sensor/values"});
        QCOMPARE(found.of("rtc.gaps")->cost.amount, 2'200'000'000);
        QCOMPARE(found.of("rtc.gaps")->evidence[0].text.words, std::string("11 frames are missing"));
    }

    // They all came, but late.
    void silenceOfWhichNothingIsMissing()
    {
        const QTemporaryDir folder;
        DeviceRun run;
        for (int i = 0; i < 2'000; ++i)
            run.value((i > 1'000 && i <= 1'020 ? 1'020 : i) * 10 * kMs);
        run.ticks(20'000 * kMs);
        QVERIFY(run.finish());
        const FoundIn found(saved(folder, run.bytes));
        QCOMPARE(found.list(), QStringList {"medium rtc.gaps sensor/values"});
        QCOMPARE(found.of("rtc.gaps")->sentence.words,
                 std::string(
                     "`sensor/values` comes every 10.0 ms and was silent for up to 200 ms; its frames came "
                     "late"));
        QCOMPARE(found.of("rtc.gaps")->evidence[0].text.words, std::string("its frames came late"));
    }

    // In one run it reaches the end of its type, in the other one that of 12 bits: the latter is a guess.
    void endsOfSeveralKindsInRunsOfAStream()
    {
        const QTemporaryDir folder;
        const auto found = [&](bool isTypeFirst) {
            DeviceRun ofType, ofBits;
            clippedWave(ofBits, {});
            for (int i = 0; i < 3'000; ++i)
                ofType.fine(i * 10 * kMs, i % 200 >= 100 ? 65'535 : 40'000 + i % 11 * 300);
            DeviceRun &first = isTypeFirst ? ofType : ofBits, &second = isTypeFirst ? ofBits : ofType;
            if (!first.finish() || !second.finish(60'000 * kMs))
                return FoundIn({});
            first.bytes.insert(first.bytes.end(), second.bytes.begin(), second.bytes.end());
            return FoundIn(saved(folder, first.bytes));
        };
        for (const bool isTypeFirst : {true, false}) {
            const FoundIn both = found(isTypeFirst);
            QCOMPARE(both.list().filter("rtc.saturated"),
                     (QStringList {"medium rtc.saturated sensor/fine", "low rtc.saturated sensor/fine"}));
            const auto& all = both.all.found;
            const auto of = [&](FindingSeverity severity) {
                return std::ranges::find_if(all, [&](const Finding& each) {
                    return each.rule == "rtc.saturated" && each.severity == severity;
                });
            };
            QVERIFY(of(FindingSeverity::medium)->sentence.words.starts_with("`sensor/fine` is at 65535"));
            QVERIFY(of(FindingSeverity::low)->sentence.words.starts_with("`sensor/fine` is at 4095"));
        }
    }

    void demo()
    {
        const QTemporaryDir folder;
        const FoundIn found(findDemo("rtc")->write(folder.path().toStdString()).value_or(""));
        QCOMPARE(found.list(),
                 (QStringList {"high rtc.restart runs", "medium rtc.log-level errors",
                               "low rtc.log-level warnings", "low rtc.spikes cycles/isr/duration"}));
        const auto& lines = found.of("rtc.restart")->evidence;
        QVERIFY(std::ranges::any_of(
            lines, [](const Evidence& each) { return each.text.words.ends_with("cause watchdog"); }));
        QCOMPARE(found.of("rtc.spikes")->count, std::uint64_t(43 + 333));
        QVERIFY(found.all.found[2].sentence.words.starts_with("11 warnings, 7 of them "));
    }
};

QTEST_GUILESS_MAIN(TestFindingsRtc)
#include "tst_findings_rtc.moc"
