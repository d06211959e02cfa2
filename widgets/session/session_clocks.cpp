// The clocks of a session: which axis a time is on, how the user aligned them, and how moments are written.
#include "core/base/text.h"
#include "widgets/common/utf8.h"
#include "widgets/session/document_session.h"

#include <QDateTime>
#include <algorithm>
#include <limits>

namespace traceglass {

namespace {

std::int64_t shiftOf(const std::vector<ClockAxis>& axes, std::size_t axis)
{
    return axis < axes.size() ? axes[axis].shiftNs : 0;
}

constexpr int kAllDecimals = 9; // of a second

// That it takes to tell a thousandth of so long a time apart.
int decimalsWithin(std::int64_t lengthNs)
{
    return lengthNs >= 1'000'000'000 ? 3 : lengthNs >= 1'000'000 ? 6 : kAllDecimals;
}

}

ClockAxis::Kind DocumentSession::axisKind(std::uint16_t axis) const
{
    if (axis < axes().size())
        return axes()[axis].kind;
    return m_timeline->absolute ? ClockAxis::Kind::unixTime : ClockAxis::Kind::unknown;
}

bool DocumentSession::isTime(std::uint16_t axis) const
{
    return axis >= axes().size() || axes()[axis].isTime();
}

std::int64_t DocumentSession::toView(std::uint16_t axis, std::int64_t ownNs) const
{
    return addSaturating(ownNs, shiftOf(axes(), axis));
}

std::int64_t DocumentSession::toOwn(std::uint16_t axis, std::int64_t viewNs) const
{
    return subtractSaturating(viewNs, shiftOf(axes(), axis));
}

std::int64_t DocumentSession::origin(std::uint16_t axis) const
{
    if (!isTime(axis))
        return toView(axis, 0);
    if (axis < axes().size() && axes()[axis].range != TimeRange())
        return toView(axis, axes()[axis].range.startNs);
    return extent().startNs;
}

// --- alignment

void DocumentSession::setAlignment(std::map<std::string, std::int64_t> shifts)
{
    if (shifts == m_alignment)
        return;
    m_alignment = std::move(shifts);
    const Selection selected = m_selection;
    layAxes();
    emit alignmentChanged();
    emit timelineChanged();
    if (m_selection != selected) {
        emit selectionChanged();
        askAgain();
    }
}

void DocumentSession::layAxes()
{
    const std::vector<ClockAxis> before = axes();
    m_timeline = m_alignment.empty() ? m_published : m_published->aligned(m_alignment);
    m_capture->setTimeline(m_timeline);

    // What is selected, and was, moves with its clock.
    const auto move = [&](Selection& selection, Subject& subject) {
        const std::uint16_t axis = selection.axis;
        if (axis >= axes().size())
            return;
        const std::int64_t ns = subtractSaturating(axes()[axis].shiftNs, shiftOf(before, axis));
        if (selection.slice)
            selection.slice->startNs = addSaturating(selection.slice->startNs, ns);
        if (auto* slice = std::get_if<SliceId>(&subject))
            slice->startNs = addSaturating(slice->startNs, ns);
        if (selection.time)
            selection.time = TimeRange {addSaturating(selection.time->startNs, ns),
                                        addSaturating(selection.time->endNs, ns)};
    };
    move(m_selection, m_subject);
    for (Visit& visit : m_history)
        move(visit.selection, visit.subject);
}

// --- words

QString DocumentSession::momentText(std::int64_t viewNs, std::uint16_t axis) const
{
    return momentText(viewNs, axis, {});
}

QString DocumentSession::momentInColumn(std::int64_t viewNs, std::uint16_t axis) const
{
    return momentText(viewNs, axis, decimals());
}

QString DocumentSession::shortMomentInColumn(std::int64_t viewNs, std::uint16_t axis) const
{
    constexpr int kMicroseconds = 6;
    const int all = tellsTimeOfDay(axis) ? decimals().absolute : decimals().relative;
    return all > kMicroseconds ? cutMomentText(viewNs, axis, kMicroseconds) : momentInColumn(viewNs, axis);
}

// Of some moments in each of some tracks: a clock that ticks in microseconds does so everywhere.
const DocumentSession::Decimals& DocumentSession::decimals() const
{
    constexpr std::uint32_t kTracks = 64, kSlices = 4;
    if (m_decimals.of.lock() == m_timeline)
        return m_decimals;
    m_decimals = {m_timeline};
    const auto count = static_cast<std::uint32_t>(m_timeline->trackCount());
    for (std::uint32_t i = 0; i < count; i += std::max(1U, count / kTracks)) {
        const RowId row = m_timeline->track(TrackId(i)).firstRow;
        const std::uint16_t axis = m_timeline->about(TrackId(i)).axis;
        auto slice = row == kNoRow ? std::nullopt
                                   : m_timeline->sliceAfter(row, std::numeric_limits<std::int64_t>::min());
        for (std::uint32_t n = 0; slice && n < kSlices; ++n, slice = m_timeline->next(row, *slice)) {
            m_decimals.relative = std::max(m_decimals.relative,
                                           momentDecimals(subtractSaturating(slice->startNs, origin(axis))));
            m_decimals.absolute = std::max(m_decimals.absolute, momentDecimals(toOwn(axis, slice->startNs)));
        }
    }
    return m_decimals;
}

bool DocumentSession::tellsTimeOfDay(std::uint16_t axis) const
{
    return m_timeFormat.mode != TimeFormat::Mode::relative && axisKind(axis) == ClockAxis::Kind::unixTime
        && (axis > 0 || m_timeline->absolute);
}

std::int64_t DocumentSession::offsetSeconds(std::int64_t unixNs) const
{
    return m_timeFormat.mode == TimeFormat::Mode::utc
        ? 0
        : QDateTime::fromMSecsSinceEpoch(unixNs / 1'000'000).offsetFromUtc();
}

QString DocumentSession::momentText(std::int64_t viewNs, std::uint16_t axis, const Decimals& decimals) const
{
    const std::int64_t own = toOwn(axis, viewNs);
    if (!isTime(axis))
        return fromUtf8(axes()[axis].placeText(own));
    if (!tellsTimeOfDay(axis))
        return fromUtf8(
            alignedText(subtractSaturating(viewNs, origin(axis)), m_timeFormat.unit, decimals.relative));
    return fromUtf8(absoluteText(own, offsetSeconds(own), decimals.absolute));
}

// With exactly so many decimals of a second.
QString DocumentSession::cutMomentText(std::int64_t viewNs, std::uint16_t axis, int decimals) const
{
    constexpr qsizetype kToSeconds = 20; // "2026-05-28 20:28:44."
    if (!isTime(axis))
        return momentText(viewNs, axis);
    const std::int64_t own = toOwn(axis, viewNs);
    if (tellsTimeOfDay(axis))
        return fromUtf8(absoluteText(own, offsetSeconds(own), kAllDecimals)).left(kToSeconds + decimals);
    const auto behindSecond = 3 * std::max(0, static_cast<int>(m_timeFormat.unit) - 1); // of the unit
    return fromUtf8(relativeText(subtractSaturating(viewNs, origin(axis)), m_timeFormat.unit,
                                 std::max(0, decimals - behindSecond)));
}

// The date is told once where it is one.
QString DocumentSession::rangeText(TimeRange view, std::uint16_t axis, int decimals) const
{
    constexpr qsizetype kDate = 11; // "2026-05-28 "
    const QString from = cutMomentText(view.startNs, axis, decimals);
    if (decimals == kAllDecimals && isTime(axis))
        return QStringLiteral("%1 …").arg(from);
    QString to = cutMomentText(view.endNs, axis, decimals);
    if (tellsTimeOfDay(axis) && to.left(kDate) == from.left(kDate))
        to.remove(0, kDate);
    return QStringLiteral("%1 … %2").arg(from, to);
}

QString DocumentSession::viewText(TimeRange view, std::uint16_t axis) const
{
    return rangeText(view, axis, decimalsWithin(view.lengthNs()));
}

QString DocumentSession::roughMomentText(std::int64_t viewNs, std::uint16_t axis) const
{
    return cutMomentText(viewNs, axis, decimalsWithin(extent().lengthNs()));
}

QString DocumentSession::widestViewText(std::uint16_t axis) const
{
    QString text = rangeText(extent(), axis, 6);
    for (QChar& letter : text)
        if (letter.isDigit())
            letter = QLatin1Char('0');
    return text;
}

QString DocumentSession::durationText(std::int64_t ns, std::uint16_t axis) const
{
    if (!isTime(axis))
        return fromUtf8(axes()[axis].lengthText(ns));
    return fromUtf8(traceglass::durationText(ns, m_timeFormat.unit));
}

std::string DocumentSession::told(const TimedText& text) const
{
    if (m_timeFormat == TimeFormat {})
        return text.words;
    return text.with([this](std::int64_t viewNs) { return momentText(viewNs).toStdString(); });
}

}
