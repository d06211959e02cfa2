// An RTC file that is open: its bytes, ruler and clocks, the minor units somebody looks at, the sources of
// payloads that lie in several frames, and what is reported of it. Shared by the facets; safe from any
// thread.
//
// Opening reads the ruler only (rtc_ruler.h). A minor unit is walked when somebody looks at it; the clocks at
// its start come from the index frames (rtc_seek.h), so any spot of any size of file opens at once.
#pragma once

#include "core/base/diagnostic_log.h"
#include "core/base/looked_at.h"
#include "core/base/recent.h"
#include "core/base/time_text.h"
#include "core/formats/rtc/rtc_clock_reach.h"
#include "core/formats/rtc/rtc_minor.h"
#include "core/formats/rtc/wire/rtc_seek.h"

#include <mutex>
#include <unordered_set>

namespace traceglass::rtc {

Code codeOf(Lost::Why why);
// Why bytes are lost, for people; empty where none are.
std::string whyLost(const Lost& lost);

ByteRange headOf(const Frame& frame); // its first part

class RtcFile
{
public:
    struct Opened
    {
        std::filesystem::path path;
        std::shared_ptr<const MappedFile> file;
        Ruler ruler;
    };
    // Errors: file.*, rtc.no-marker.
    static Result<Opened> open(const std::filesystem::path& path, Job& job);
    // What is found wrong goes to the log, which must live as long.
    RtcFile(Opened opened, DiagnosticLog& log);

    const std::filesystem::path& path() const { return m_path; }
    std::span<const std::byte> bytes() const { return m_file->view(); }
    std::uint64_t size() const { return m_file->size(); }
    const Ruler& ruler() const { return m_ruler; }
    const Axes& axes() const { return m_axes; }
    DiagnosticLog& log() const { return m_log; }

    // file.changed once the file was cut: what is read then are zeros
    Result<void> checkWhole() const { return m_file->checkUncut(&m_log); }
    // Is a file that looks like this the one that was opened, or what a save that failed has made of it
    // again?
    bool isSame(const std::optional<FileIdentity>& now) const;
    void setRestored(const FileIdentity& now) const;
    bool changedOnDisk() const;

    // First and last value of the clocks of each axis, from both ends of each run. Reads them the first time; where the
    // job is stopped, some may be missing.
    using AxisRanges = std::vector<std::optional<TimeRange>>;
    AxisRanges axisRanges(const Job& job) const;

    // --- what readers find wrong on their way (rtc_faults.cpp)
    void reportLost(const Lost& lost, std::uint32_t unit) const;
    void reportCrc(const CrcCheck& check, std::uint32_t unit) const; // of any state
    void reportFrame(const Frame& frame) const; // what is wrong with a payload, if anything
    void reportBackwards(const Frame& frame, std::int64_t byNs) const;
    void reportAlone(const Frame& next, const ClockReach::Value& value) const; // `next` comes behind it
    // Is the payload none, because its block was erased? Reports it then.
    bool isErased(const Frame& frame) const;
    // Units whose checksum was asked and whose frames were all walked, with what is wrong reported.
    LookedAt& lookedAt() const { return m_lookedAt; }

    // --- minor units, by their number in the Unit (rtc_minor.cpp)
    std::uint32_t minorCount(const Unit& unit) const;
    ByteRange minorRange(std::uint32_t unit, std::uint32_t minor) const;
    std::uint32_t minorAt(const Unit& unit, std::uint64_t offset) const;
    // Null where the job is stopped.
    MinorPtr minorView(std::uint32_t unit, std::uint32_t minor, const Job& job) const;
    // The frame or lost range whose bytes hold the offset.
    MinorItem itemAt(std::uint64_t offset, const Job& job) const;
    const Stream* streamOf(const MinorItem& item) const;
    // The payload of the frame whose bytes hold the offset, joined (rtc_seek.h).
    bool payloadAt(std::uint64_t offset, const FrameSink& sink, const Job& job) const
    {
        return frameAt(bytes(), m_ruler, m_axes, offset, sink, job);
    }

    // --- sources: the file, then payloads of several frames, joined, each by the offset of its first one
    std::uint32_t sourceCount() const;
    std::string sourceName(SourceId id) const;
    Result<SourcePtr> source(SourceId id) const;
    SourceId joinedSource(std::uint64_t firstOffset) const;
    std::optional<std::uint64_t> joinedAt(SourceId id) const;

    // Bytes of a Unit that are decoded in one go: their frames and payloads are held meanwhile.
    static constexpr std::uint64_t kDecodedAtOnce = 16u << 20;

private:
    AxisRanges findRanges(const Job& job) const;
    std::shared_ptr<MinorView> viewOf(std::uint32_t unit, const ByteRange& range, const Job& job) const;
    std::shared_ptr<MinorView> decodedView(const ByteRange& range, const Spot& begin, UnitFrames walked,
                                           const Job& job) const;

    const std::filesystem::path m_path;
    const std::shared_ptr<const MappedFile> m_file;
    const Ruler m_ruler;
    const Axes m_axes;
    DiagnosticLog& m_log;
    mutable LookedAt m_lookedAt;

    mutable std::mutex m_mutex; // guards what follows
    mutable std::optional<AxisRanges> m_ranges;
    mutable Recent<std::uint64_t, MinorPtr> m_minors; // by unit and minor unit
    mutable MinorPtr m_shifted;                       // the rest of a Unit with inserted or removed bytes
    mutable std::vector<std::uint64_t> m_joined;      // source 1 and on: offset of the payload's first part
    mutable std::optional<FileIdentity> m_restored;
    mutable std::unordered_set<const Stream*> m_undescribed; // reported
};

}
