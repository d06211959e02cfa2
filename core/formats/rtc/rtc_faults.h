// What readers of an RTC file find wrong on their way, as diagnostics.
#pragma once

#include "core/base/diagnostic_log.h"
#include "core/formats/rtc/wire/rtc_decoder.h"

#include <mutex>
#include <unordered_set>

namespace traceglass::rtc {

Code codeOf(Lost::Why why);

class Faults
{
public:
    // All three must live as long.
    Faults(DiagnosticLog& log, std::span<const std::byte> file, const Ruler& ruler)
        : m_log(log)
        , m_file(file)
        , m_ruler(ruler)
    {
    }

    DiagnosticLog& log() const { return m_log; }
    void reportLost(const Lost& lost, std::uint32_t unit) const;
    void reportCrc(const CrcCheck& check, std::uint32_t unit) const; // of any state
    void reportFrame(const Frame& frame) const; // what is wrong with a payload, if anything
    void reportBackwards(const Frame& frame, std::int64_t byNs) const;
    // Is the payload none, because its block was erased? Reports it then.
    bool isErased(const Frame& frame) const;

private:
    DiagnosticLog& m_log;
    std::span<const std::byte> m_file;
    const Ruler& m_ruler;
    mutable std::mutex m_mutex;
    mutable std::unordered_set<const Stream*> m_undescribed; // reported
};

}
