#include "app/cli/hit_text.h"

#include "app/cli/output.h"
#include "core/base/csv.h"
#include "core/base/text.h"
#include "core/base/time_text.h"

#include <algorithm>

namespace traceglass::cli {

std::optional<std::string_view> HitText::nameOf(const query::Hit& hit) const
{
    if (!query::hasNames(m_timeline.track(hit.track).kind))
        return {};
    return m_timeline.text(hit.slice.name);
}

std::string HitText::line(const query::Hit& hit) const
{
    constexpr std::size_t kMoment = 16, kMomentOnClock = 36, kDuration = 11;
    const Slice& slice = hit.slice;
    const std::string detail = trackDetail(m_timeline.track(hit.track));
    return padded(momentText(m_timeline.axis(hit.track), slice.startNs),
                  m_timeline.axes().empty() ? kMoment : kMomentOnClock)
        + "  " + padded(slice.endNs > slice.startNs ? durationText(slice.durationNs()) : "", kDuration) + "  "
        + escaped(m_timeline.path(hit.track)) + (detail.empty() ? "" : ' ' + detail) + "  "
        + escaped(nameOf(hit).value_or(std::string_view())) + '\n';
}

std::string HitText::json(const query::Hit& hit, std::uint64_t number) const
{
    const ClockAxis& clock = m_timeline.axis(hit.track);
    return JsonLine()
               .add("hit", number)
               .add("start_ns", clock.toOwn(hit.slice.startNs))
               .add("dur_ns", hit.slice.durationNs())
               .add("clock", clock.name.empty() ? std::nullopt : std::optional(clock.name))
               .add("track", m_timeline.path(hit.track))
               .add("number", m_timeline.track(hit.track).number)
               .add("depth", std::uint64_t(hit.depth))
               .add("name", nameOf(hit))
               .add("source", m_document.sourceName(hit.slice.ref.source()))
               .add("offset", hit.slice.ref.offset())
               .finish()
        + '\n';
}

std::string HitText::csvHeader()
{
    return "start_ns,dur_ns,clock,track,number,depth,name,source,offset\r\n";
}

std::string HitText::csv(const query::Hit& hit) const
{
    const ClockAxis& clock = m_timeline.axis(hit.track);
    const auto cell = [](std::string_view text) { return csvCell(escaped(text)); };
    return std::to_string(clock.toOwn(hit.slice.startNs)) + ',' + std::to_string(hit.slice.durationNs()) + ','
        + cell(clock.name) + ',' + cell(m_timeline.path(hit.track)) + ','
        + std::to_string(m_timeline.track(hit.track).number) + ',' + std::to_string(hit.depth) + ','
        + cell(nameOf(hit).value_or(std::string_view())) + ','
        + cell(m_document.sourceName(hit.slice.ref.source())) + ',' + std::to_string(hit.slice.ref.offset())
        + "\r\n";
}

// From the start of the clock.
std::string HitText::momentText(const ClockAxis& clock, std::int64_t viewNs) const
{
    const std::int64_t own = clock.toOwn(viewNs);
    if (clock.kind == ClockAxis::Kind::position)
        return "byte " + grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, own)));
    return relativeText(subtractSaturating(
               own, m_timeline.axes().empty() ? m_timeline.range.startNs : clock.range.startNs))
        + (clock.name.empty() ? "" : ' ' + clock.name);
}

}
