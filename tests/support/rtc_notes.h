// What tests of notes in RTC files share: a capture made by the writer, saving with faults, and what must be
// the same before and after a save.
#pragma once

#include "core/base/text.h"
#include "core/formats/formats.h"
#include "core/formats/rtc/notes/rtc_append.h"
#include "core/io/save_io.h"
#include "tests/support/rtc_round_trip.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace traceglass::rtc {

constexpr std::int64_t kTestStart = 1'780'000'000'000'000'000;

inline RtcBytes timespecBytes(std::int64_t ns, bool bigEndian)
{
    RtcBytes bytes;
    const auto add = [&](std::uint64_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i)
            bytes.push_back(static_cast<std::byte>(value >> 8 * (bigEndian ? size - 1 - i : i)));
    };
    add(static_cast<std::uint64_t>(ns / 1'000'000'000), 8);
    add(static_cast<std::uint64_t>(ns % 1'000'000'000), 4);
    return bytes;
}

// A clock with an Epoch, one without, a log on the first, numbers on the second.
inline RtcBytes noteCapture(const WriterOptions& options, int lines, bool finished = true)
{
    RtcBytes bytes;
    Writer writer(
        [&](std::span<const std::byte> more) -> Result<void> {
            bytes.insert(bytes.end(), more.begin(), more.end());
            return {};
        },
        options);
    const auto add = [&](const char* name, const char* format, bool isClock, const char* clock) {
        Stream stream;
        stream.name = name;
        stream.format = format;
        stream.isClock = isClock;
        stream.clock = clock;
        if (isClock && stream.format != "timespec")
            stream.gain = "1e-6";
        return writer.addStream(stream).value();
    };
    const auto clock = add("clk", "timespec", true, "");
    const auto cycles = add("cyc", "uint32le", true, "");
    const auto log = add("log", "utf-8", false, "clk");
    const auto count = add("count", "uint32le", false, "cyc");
    const auto number = [](int i) {
        RtcBytes four(4);
        for (unsigned k = 0; k < 4; ++k)
            four[k] = static_cast<std::byte>(i >> 8 * k);
        return four;
    };
    bool good = true;
    for (int i = 0; i < lines; ++i) {
        good = good && writer.write(clock, timespecBytes(kTestStart + i * 1'000'000ll, options.bigEndian));
        good = good && writer.write(log, asBytes("line " + std::to_string(i) + '\n'));
        if (i % 10 == 0)
            good = good && writer.write(cycles, number(i * 1000)) && writer.write(count, number(i));
    }
    good = good && (finished ? writer.finish() : writer.flush());
    return good ? bytes : RtcBytes();
}

inline Annotation testNote(std::string id, std::string text)
{
    Annotation note;
    note.id = std::move(id);
    note.text = std::move(text);
    note.author = "Zoë";
    note.createdNs = note.changedNs = kTestStart;
    return note;
}

inline std::string bytesAt(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// A save whose `failing`th call goes wrong. What it should have written is there by half.
class FaultyIo : public SaveIo
{
public:
    enum class Fault { error, killed }; // killed: no later call does anything, as if the process were gone

    FaultyIo(int failing, Fault fault)
        : m_left(failing)
        , m_fault(fault)
    {
    }

    Result<File> openToChange(const std::filesystem::path& path, const Job& job, bool hasEnd) override
    {
        if (fails())
            return fail(Code::FileUnwritable, "injected");
        return SaveIo::openToChange(path, job, hasEnd);
    }
    Result<void> writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes) override
    {
        const bool isDead = m_dead;
        if (!fails())
            return SaveIo::writeAt(file, offset, bytes);
        if (!isDead)
            (void)SaveIo::writeAt(file, offset, bytes.first(bytes.size() / 2));
        return fail(Code::FileUnwritable, "injected");
    }
    Result<void> truncate(File& file, std::uint64_t size) override
    {
        return fails() ? Result<void>(fail(Code::FileUnwritable, "injected")) : SaveIo::truncate(file, size);
    }
    Result<void> sync(File& file) override
    {
        return fails() ? Result<void>(fail(Code::FileUnwritable, "injected")) : SaveIo::sync(file);
    }
    bool wasReached() const { return m_left < 0; }

private:
    bool fails()
    {
        if (m_left-- == 0 || m_dead) {
            m_dead = m_fault == Fault::killed;
            return true;
        }
        return false;
    }

    int m_left = 0;
    Fault m_fault;
    bool m_dead = false;
};

// Everything of a capture that saving must not change.
struct RtcView
{
    std::vector<std::string> records; // without those of our notes
    std::vector<std::string> clocks;
    std::size_t problems = 0; // warnings and errors of a full check
    AnnotationSet notes;      // ours
    AnnotationSet foreign;
    std::string error;
};

inline RtcView viewOf(const Document& document)
{
    RtcView view;
    Job job;
    const auto read = document.records()->read(
        {.json = true},
        [&](const Record& record) {
            if (record.json.find("\"name\":\"traceglass") == std::string::npos)
                view.records.push_back(record.json);
            return true;
        },
        job);
    const auto notes = document.notes()->read(job);
    const auto checked = document.validate(job);
    if (!read || !notes || !checked) {
        view.error = "reading fails";
        return view;
    }
    for (const Annotation& note : *notes)
        (note.origin == AnnotationOrigin::foreign ? view.foreign : view.notes).push_back(note);
    view.clocks = document.summary().clocks;
    for (const Diagnostic& diagnostic : document.problems().all())
        view.problems += diagnostic.severity >= Severity::warning ? 1 : 0;
    return view;
}

// Empty: the file is as it was, but for the notes behind its end.
inline std::string differs(const RtcView& before, const std::string& bytesBefore, const RtcView& after,
                           const std::string& bytesAfter)
{
    if (!after.error.empty())
        return after.error;
    if (!bytesAfter.starts_with(bytesBefore))
        return "old bytes are not what they were";
    if (after.records != before.records)
        return "old records are not what they were";
    if (after.clocks != before.clocks)
        return "the clocks are not what they were";
    if (after.foreign != before.foreign)
        return "foreign notes are not what they were";
    if (after.problems > before.problems)
        return "there are new problems";
    return {};
}

}
