#include "core/formats/cjfr/findings/jvm_look.h"

namespace traceglass::cjfr {

TimeRange JvmLook::second(std::int64_t number) const
{
    const std::int64_t startNs = m_pass.range().startNs + number * kSecond;
    return {startNs, addSaturating(startNs, kSecond)};
}

std::string JvmLook::threadName(std::uint64_t key) const
{
    const auto known = m_threads.find(key);
    return known == m_threads.end() ? "no thread recorded" : known->second;
}

Evidence JvmLook::evidenceOf(const TimeRange& time, const TrackPlace& place, std::uint64_t offset) const
{
    Longest event;
    event.ns = time.lengthNs();
    event.time = time;
    event.place = place;
    event.offset = offset;
    return {.time = time, .place = m_pass.placeOf(event), .ref = m_pass.refOf(offset)};
}

}
