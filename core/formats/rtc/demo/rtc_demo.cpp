// Two runs of a conveyor's motor controller. Worth finding: the windings heat up behind a blocked fan until
// the drive switches off, a watchdog ends the first run, and in the second one a bearing knocks more and
// more.
#include "core/formats/rtc/demo/rtc_demo.h"

#include "core/formats/rtc/demo/rtc_demo_display.h"
#include "core/formats/rtc/demo/rtc_demo_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace traceglass::rtc {

namespace {

constexpr std::int64_t kStart = 1'779'954'610'250'000'000; // 2026-05-28 07:50:10.25 UTC
constexpr std::uint64_t kFirstMs = 390'000, kSecondMs = 210'000; // how long the runs are
constexpr std::uint64_t kCyclesPerMs = 100'000;

struct Streams
{
    std::uint32_t clock, delta, cycles, isrDuration, isrJitter, log, current, temperature, rpm, voltage,
        accel[3], scope, can, state, config, screenshot, remarks, marks;
};

void addClocks(DemoRun& run, Streams& out)
{
    out.clock = run.add(R"(name: "clk", format: "timespec", clock: true)");
    out.delta = run.add(R"(name: "clk delta", format: "uleb128", clock: true, delta: "clk", gain: 1e-6)");
    out.cycles = run.add(R"(name: "cycles", length: 8, format: "uint64le", clock: true, gain: 1e-8,
                            description: "cycle counter of the CPU, 100 MHz, from power-up")");
    out.isrDuration = run.add(R"(name: "isr/duration", length: 2, format: "uint16le", clock: "cycles",
                                 gain: 0.01, unit: "µs")");
    out.isrJitter =
        run.add(R"(name: "isr/jitter", format: "int16le", clock: "cycles", gain: 0.01, unit: "µs")");
}

// By the clock that ticks with every step.
std::uint32_t addTimed(DemoRun& run, std::string_view name, std::string_view format,
                       std::string_view more = {})
{
    return run.add("name: " + jsonString(name) + ", " + std::string(format) + ", clock: 'clk delta'"
                   + std::string(more));
}

void addLog(DemoRun& run, Streams& out)
{
    out.log = addTimed(run, "stdout", "cont: true, format: 'utf-8'");
    out.state = addTimed(run, "state", "format: 'utf-8'");
    out.config = addTimed(run, "configuration", "format: 'json'");
}

void addMeasurements(DemoRun& run, Streams& out)
{
    out.current = addTimed(run, "motor/current", "format: 'float32le'", ", unit: 'A'");
    out.temperature =
        addTimed(run, "motor/temperature", "format: 'int16le'", ", gain: 0.01, offset: 25, unit: '°C'");
    out.rpm = addTimed(run, "motor/rpm", "length: 2, format: 'uint16le'", ", gain: 0.25, unit: 'rpm'");
    out.voltage =
        addTimed(run, "supply/voltage", "length: 2, format: 'uint16le'", ", gain: 0.001, unit: 'V'");
    for (std::size_t i = 0; i < 3; ++i)
        out.accel[i] = addTimed(run, std::string("imu/accel.") + "xyz"[i], "length: 2, format: 'int16le'",
                                ", gain: 0.0012, unit: 'm/s²'");
    out.scope = addTimed(run, "adc/scope", "length: 512, format: 'raw'",
                         ", description: '256 samples int16 of a phase current, 40 kHz'");
}

void addRest(DemoRun& run, Streams& out)
{
    out.can = addTimed(run, "can0", "format: 'raw'");
    out.screenshot = addTimed(run, "screenshot", "format: 'png'");
    out.remarks = run.add(R"(name: "remarks", format: "annotate/utf-8", stream: "stdout")");
    out.marks = run.add(R"(name: "marks", format: "annotate/utf-8")");
}

// What the firmware does beside control: measure, log, talk.
class Firmware
{
public:
    Firmware(DemoRun& run, const Streams& streams)
        : m_run(run)
        , m_streams(streams)
    {
        m_speeds.reserve(4'000);
    }

    [[gnu::format(printf, 2, 3)]] void log(const char* format, ...)
    {
        std::array<char, 400> line;
        const auto stamp =
            static_cast<std::size_t>(std::snprintf(line.data(), line.size(), "[%9.3f] ", m_run.seconds()));
        std::va_list values;
        va_start(values, format);
        std::vsnprintf(line.data() + stamp, line.size() - stamp, format, values);
        va_end(values);
        m_run.text(m_streams.log, std::string(line.data()) + '\n');
    }
    void more(std::string_view text) { m_run.text(m_streams.log, text); } // of a line or a block
    void command(double rpm)
    {
        m_run.device.commanded = rpm / 9.549296585513721;
        log("shell> speed %.0f", rpm);
    }

    // A millisecond; the device has moved.
    void step()
    {
        DemoDevice& device = m_run.device;
        interrupt();
        m_run.tick(m_streams.clock, m_streams.delta);
        measure();
        if (m_run.ms % 8 == 3)
            canFrame();
        if (device.state != m_state)
            stateChanged();
        if (m_run.ms % 5'000 == 2'500)
            status();
        if (m_run.ms % 100 == 50)
            m_speeds.push_back(device.rpm());
        if (m_run.ms % 6'000 == 4'000)
            picture();
        if (device.random.below(14'000) == 0)
            chatter();
        if (!m_warned && device.temperature > 85) {
            log("WARN  therm: winding %.1f °C, limit 92.0 °C", device.temperature);
            m_warned = true;
        }
    }

private:
    void interrupt()
    {
        DemoRandom& random = m_run.device.random;
        const auto jitter = static_cast<std::int64_t>(random.noise(14));
        const std::uint64_t drift = m_run.ms * 12 / 10; // the quartz is 12 ppm fast
        m_run.number(m_streams.cycles,
                     4'812'733 + m_run.ms * kCyclesPerMs + drift + static_cast<std::uint64_t>(jitter + 64));
        double duration = 420 + (m_run.device.speed > 1 ? 95 : 0) + random.noise(9);
        if (m_run.ms % 1'000 < 3)
            duration += 260; // the logger runs then
        if (random.below(9'000) == 0)
            duration += 700 + random.noise(120);
        m_run.number(m_streams.isrDuration, static_cast<std::uint16_t>(duration));
        if (m_run.ms % 10 == 0)
            m_run.number(m_streams.isrJitter, static_cast<std::int16_t>(jitter));
    }

    void measure()
    {
        const DemoDevice& device = m_run.device;
        for (std::size_t i = 0; i < 3; ++i)
            m_run.number(m_streams.accel[i],
                         static_cast<std::int16_t>(std::lround(device.accel[i] / 0.0012)));
        if (m_run.ms % 5 == 0)
            m_run.number(m_streams.current, static_cast<float>(device.current));
        if (m_run.ms % 20 == 7)
            m_run.number(m_streams.rpm, static_cast<std::uint16_t>(device.rpm() * 4));
        if (m_run.ms % 100 == 11)
            m_run.number(m_streams.temperature,
                         static_cast<std::int16_t>(std::lround((device.temperature - 25) * 100)));
        if (m_run.ms % 50 == 13)
            m_run.number(m_streams.voltage, static_cast<std::uint16_t>(device.voltage * 1000));
        if (m_run.ms % 25 == 17)
            scope();
    }

    // A piece of a phase current: the field turns four times as fast as the shaft.
    void scope()
    {
        DemoDevice& device = m_run.device;
        ByteWriter samples;
        for (std::size_t i = 0; i < 256; ++i) {
            const double at = static_cast<double>(i) / 40'000;
            const double field = std::sin(4 * (device.angle * 6.283185307179586 + device.speed * at));
            const double ripple = (i % 2 == 0 ? 0.06 : -0.06) * device.current;
            const double value = 1.41 * device.current * field + ripple + device.random.noise(0.05);
            samples.u16(static_cast<std::uint16_t>(std::lround(value * 1000)));
        }
        m_run.bytes(m_streams.scope, samples.bytes());
    }

    // Number, length and data of a message: our own status, and what others on the bus send.
    void canFrame()
    {
        DemoDevice& device = m_run.device;
        static constexpr std::array<std::uint16_t, 5> kNumbers = {0x181, 0x181, 0x201, 0x281, 0x701};
        const std::uint16_t number = kNumbers[m_run.ms / 8 % kNumbers.size()];
        ByteWriter frame;
        frame.u16(number);
        if (number == 0x701) { // heartbeat
            frame.u8(1);
            frame.u8(5);
        } else if (number == 0x201) {
            frame.u8(6);
            frame.u16(0x000f);
            frame.u32(static_cast<std::uint32_t>(device.commanded * 1000));
        } else {
            frame.u8(8);
            frame.u32(static_cast<std::uint32_t>(device.rpm() * 10));
            frame.u16(static_cast<std::uint16_t>(std::max(device.current, 0.0) * 100));
            frame.u8(static_cast<std::uint8_t>(device.belt * 200));
            frame.u8(static_cast<std::uint8_t>(m_run.ms / 8));
        }
        m_run.bytes(m_streams.can, frame.bytes());
    }

    void stateChanged()
    {
        const DemoDevice& device = m_run.device;
        m_run.text(m_streams.state, demoStateName(device.state));
        switch (device.state) {
        case DemoState::fault:
            log("ERROR drive: overtemperature, winding %.1f °C", device.temperature);
            more("  output stage off\n");
            registers();
            break;
        case DemoState::derating: log("WARN  therm: derating to 7.0 A at %.1f °C", device.temperature); break;
        case DemoState::idle:
            log("INFO  drive: idle, winding %.1f °C", device.temperature);
            m_warned = false;
            break;
        default:
            log("INFO  drive: %s, %.0f rpm → %.0f rpm", demoStateName(device.state), device.rpm(),
                device.commanded * 9.549296585513721);
        }
        m_state = device.state;
        picture();
    }

    void registers()
    {
        DemoRandom& random = m_run.device.random;
        std::string block = "  registers of the output stage:\n";
        for (unsigned row = 0; row < 4; ++row) {
            std::array<char, 80> line;
            std::snprintf(line.data(), line.size(), "    %02x:  %04x %04x %04x %04x\n", row * 8,
                          static_cast<unsigned>(random.below(0x10000)), 0x0a80u + row,
                          row == 1 ? 0x8001u : 0u, static_cast<unsigned>(random.below(0x800)));
            block += line.data();
        }
        more(block);
    }

    void status()
    {
        const DemoDevice& device = m_run.device;
        log("INFO  status: %.0f rpm, %.2f A, %.1f °C, %.2f V, belt %.0f %%", device.rpm(), device.current,
            device.temperature, device.voltage, device.belt * 100);
    }

    void picture() { m_run.bytes(m_streams.screenshot, demoDisplay(m_run.device, m_speeds)); }

    void chatter()
    {
        DemoRandom& random = m_run.device.random;
        const auto value = static_cast<int>(random.below(90));
        switch (random.below(7)) {
        case 0: log("DEBUG can0: node 0x%02x answers after %d µs", value % 16 + 1, 180 + value); break;
        case 1:
            log("DEBUG flash: page %d erased in %d.%d ms", value + 30, 18 + value / 20, value % 10);
            break;
        case 2: log("INFO  net: 3 clients, %d.%d kB/s", 40 + value / 3, value % 10); break;
        case 3: log("DEBUG encoder: index pulse ±%d counts", value / 30); break;
        case 4: log("WARN  can0: frame repeated, error counter %d", value % 12); break;
        case 5:
            log("DEBUG heap: %d bytes free, largest block %d", 38'000 + value * 16, 22'000 + value * 8);
            break;
        default:
            log("INFO  conveyor: parcel %d passed the gate", 4'100 + static_cast<int>(m_run.ms / 1'580));
            break;
        }
    }

    DemoRun& m_run;
    const Streams& m_streams;
    DemoState m_state = DemoState::boot;
    std::vector<double> m_speeds; // ten a second, in rpm
    bool m_warned = false;
};

constexpr std::string_view kConfiguration =
    R"({"device": "conveyor 3", "serial": "CM-20418", "firmware": "2.4.1",
 "motor": {"pole pairs": 4, "current limit": 18.0, "derate at": 92.0, "switch off at": 105.0},
 "can": {"interface": "can0", "bitrate": 500000, "node": 1}}
)";

void boot(DemoRun& run, Firmware& firmware, const Streams& streams, const char* cause)
{
    run.tick(streams.clock, streams.delta);
    run.text(streams.state, demoStateName(DemoState::boot));
    firmware.more("\n"
                  "conveyor motor controller 2.4.1 (8f2c1e7), built 2026-05-11\n"
                  "CPU 100 MHz, 256 KiB RAM, 38912 bytes heap\n");
    firmware.log("INFO  boot: cause %s", cause);
    run.text(streams.config, kConfiguration);
}

// Written behind the run; of what a shorter one has not come to at its end.
void remark(DemoRun& run, const Streams& streams, std::uint64_t ms, std::string_view text)
{
    run.timespec(streams.remarks, run.momentNs(std::min(ms, run.ms)), text);
}

Result<std::uint64_t> firstRun(File& file, std::uint64_t mostMs)
{
    DemoRun run(file, 0, kStart, 2026);
    Streams streams {};
    addClocks(run, streams);
    addLog(run, streams);
    addMeasurements(run, streams);
    addRest(run, streams);
    Firmware firmware(run, streams);
    boot(run, firmware, streams, "power-up");
    run.timespec(streams.marks, kStart, "firmware 2.4.1 started");

    for (run.ms = 1; run.ms < std::min(kFirstMs, mostMs); ++run.ms) {
        run.device.step();
        firmware.step();
        switch (run.ms) { // what people do, and what goes wrong
        case 180: firmware.more("calibrating the current sensor … "); break;
        case 395: firmware.more("offset 2.013 mV, 0.18 Ω\n"); break;
        case 400: run.device.state = DemoState::idle; break;
        case 5'000: firmware.command(1'200); break;
        case 31'000: firmware.command(3'000); break;
        case 88'000:
            run.device.load = 0.52;
            firmware.log("INFO  conveyor: second gate open, %d parcels a minute", 38);
            break;
        case 110'000:
            run.device.fanBlocked = true;
            run.device.load = 0.8;
            break;
        case 113'500: firmware.log("WARN  fan: tacho 0 rpm, expected 4200 rpm"); break;
        case 281'000:
            run.device.fanBlocked = false;
            firmware.log("INFO  fan: tacho 4180 rpm");
            break;
        case 336'000: firmware.command(2'400); break;
        case 389'870: firmware.log("ERROR watchdog: task logger missed its deadline by 212 ms"); break;
        case 389'900:
            firmware.more("stack of task logger:\n  #0 flash_wait\n  #1 log_flush\n  #2 logger_main\n");
            break;
        default: break;
        }
    }
    remark(run, streams, 110'000, "Fan blocked by hand to test the derating.");
    remark(run, streams, 281'000, "Fan released again.\nThe drive cools down from here.");
    remark(run, streams, 389'870, "Why does the logger wait for the flash?");
    return run.finish();
}

Result<std::uint64_t> secondRun(File& file, std::uint64_t offset, std::uint64_t mostMs)
{
    constexpr std::int64_t kRestart = kStart + 392'840'000'000;
    DemoRun run(file, offset, kRestart, 528);
    Streams streams {};
    addLog(run, streams);
    addRest(run, streams);
    addMeasurements(run, streams);
    addClocks(run, streams);
    Firmware firmware(run, streams);
    run.device.temperature = 46;
    run.device.load = 0.4;
    boot(run, firmware, streams, "watchdog");
    run.timespec(streams.marks, kRestart, "restart by the watchdog");

    std::uint32_t bearing = 0;
    double knocks = 0, before = 0;
    for (run.ms = 1; run.ms < std::min(kSecondMs, mostMs); ++run.ms) {
        run.device.wear = run.seconds() < 60 ? 0.05 : 0.05 + (run.seconds() - 60) / 150;
        run.device.step();
        firmware.step();
        knocks += (std::abs(run.device.accel[0] - before) - knocks)
            * 0.002; // what the low speed of the shaft is not
        before = run.device.accel[0];
        if (bearing != 0 && run.ms % 250 == 0)
            run.number(bearing, knocks);
        switch (run.ms) {
        case 400: run.device.state = DemoState::idle; break;
        case 3'000: firmware.command(2'600); break;
        case 74'000:
            firmware.log("shell> diag bearing on");
            bearing = addTimed(run, "diag/bearing", "format: 'float64le'", ", unit: 'm/s²'");
            break;
        case 128'000: firmware.log("WARN  diag: bearing %.2f m/s², was 0.21 m/s² when new", knocks); break;
        case 150'000: firmware.command(1'600); break;
        case 196'000: firmware.command(0); break;
        case 209'500: firmware.log("INFO  shell: recording stopped"); break;
        default: break;
        }
    }
    remark(run, streams, 128'000, "Bearing on the drive side is worn: order a new one.");
    remark(run, streams, 196'000, "Shift ends – belt emptied.");
    return run.finish();
}

Result<std::filesystem::path> writeMotorController(const std::filesystem::path& folder)
{
    const std::filesystem::path path = folder / kDemo.file;
    return writeRuns(path, kFirstMs).map([&] { return path; });
}

}

Result<void> writeRuns(const std::filesystem::path& path, std::uint64_t mostMs)
{
    auto file = File::open(path, File::Mode::create);
    if (!file)
        return tl::unexpected(file.error());
    const auto first = firstRun(*file, mostMs);
    const auto second = first ? secondRun(*file, *first, mostMs) : first;
    if (!second)
        return tl::unexpected(second.error());
    return file->close();
}

const Demo kDemo {
    .format = "rtc",
    .label = "RTC",
    .title = "Embedded device",
    .about = "A motor's controller: a fan that is blocked, a bearing that knocks, a restart.",
    .file = "motor-controller.rtc",
    .write = writeMotorController,
};

}
