#include "core/formats/rtc/wire/rtc_carried.h"

#include "core/formats/rtc/wire/rtc_walk.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kReadAtOnce = 64u << 20; // bytes for one question
constexpr std::uint64_t kWholeUnits = 8u << 20;  // larger ones are walked minor unit by minor unit
constexpr std::size_t kPartsKept = std::size_t(1) << 18;

}

// Every other boundary is forgotten when there are too many, but never the last one: who reads in order goes on there.
void CarriedParts::keep(std::uint64_t boundary, const OpenParts& open)
{
    if (!m_known.try_emplace(boundary, open).second)
        return;
    m_kept += open.size() + 1;
    if (m_kept <= kPartsKept)
        return;
    m_kept = 0;
    bool isKept = false;
    std::erase_if(m_known, [&](const auto& known) {
        isKept = !isKept || known.first == boundary;
        m_kept += isKept ? known.second.size() + 1 : 0;
        return !isKept;
    });
}

std::optional<OpenParts> CarriedParts::at(std::span<const std::byte> file, const Ruler& ruler,
                                          std::uint32_t unit, std::uint64_t boundary, bool isNear)
{
    const std::uint32_t number = ruler.units[unit].segment;
    const Segment& segment = ruler.segments[number];
    const std::scoped_lock lock(m_mutex);
    if (const auto end = m_ends.find(number); end != m_ends.end() && end->second < boundary)
        return {};
    std::uint32_t walked = segment.firstUnit;
    std::uint64_t from = ruler.units[walked].index();
    OpenParts open;
    const auto behind = m_known.upper_bound(boundary);
    const bool isKnown = behind != m_known.begin() && std::prev(behind)->first >= from;
    if (isKnown) {
        from = std::prev(behind)->first;
        open = std::prev(behind)->second;
        const auto next = std::ranges::upper_bound(ruler.units, from, {}, &Unit::index);
        walked = static_cast<std::uint32_t>(next - ruler.units.begin()) - 1;
    }
    if (isNear && (!isKnown || walked + 1 < unit || boundary - from > kWholeUnits))
        return {};
    UnitFrames frames;
    for (std::uint64_t read = 0; from < boundary;) {
        const Unit& in = ruler.units[walked];
        std::uint64_t to = in.end - in.marker <= kWholeUnits ? in.end : segment.boundaryAfter(in, from);
        to = std::min(to, boundary);
        read += to - from;
        if (read > kReadAtOnce && read > to - from)
            return {};
        const std::uint64_t reached = walkFrames(file, segment, in, {from, to}, frames, open);
        if (reached < to || open.size() > kOpenAtOnce || read > kReadAtOnce) {
            m_ends.emplace(number, from);
            return {};
        }
        from = to;
        if (from == in.end && walked < unit)
            from = ruler.units[++walked].index();
        if (!frames.lost.empty()) { // what has begun behind it is better known than what was open before
            const auto units = std::span(ruler.units).first(walked + 1).subspan(segment.firstUnit);
            open = lookBack(file, segment, units, from, segment.begin).open;
        }
        keep(from, open);
    }
    return open;
}

}
