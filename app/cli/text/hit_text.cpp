#include "app/cli/text/hit_text.h"

#include "app/cli/output.h"
#include "core/base/csv.h"
#include "core/base/json_writer.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/query/value_text.h"

namespace traceglass::cli {

namespace {

std::string jsonOf(const FieldValue& value)
{
    if (const auto* const whole = std::get_if<WideInteger>(&value))
        return wideText(*whole);
    std::string out;
    JsonWriter json(out);
    if (const auto* const text = std::get_if<std::string_view>(&value))
        json.value(*text);
    else if (const auto* const real = std::get_if<double>(&value))
        json.value(*real);
    else
        json.value(std::get<bool>(value));
    return out;
}

}

HitText::HitText(const Document& document, const Timeline& timeline, std::vector<ShownField> fields,
                 FieldCataloguePtr catalogue)
    : m_document(document)
    , m_timeline(timeline)
    , m_fields(std::move(fields))
    , m_catalogue(std::move(catalogue))
{
}

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
    const ClockAxis& clock = m_timeline.axis(hit.track);
    return padded(momentText(clock, slice.startNs), m_timeline.axes().empty() ? kMoment : kMomentOnClock)
        + "  " + padded(slice.endNs > slice.startNs ? clock.lengthText(slice.durationNs()) : "", kDuration)
        + "  " + escaped(m_timeline.path(hit.track)) + (detail.empty() ? "" : ' ' + detail) + "  "
        + escaped(nameOf(hit).value_or(std::string_view())) + fieldsText(hit) + '\n';
}

std::string HitText::json(const query::Hit& hit, std::uint64_t number) const
{
    const ClockAxis& clock = m_timeline.axis(hit.track);
    JsonLine line;
    line.add("hit", number)
        .add("start_ns", clock.toOwn(hit.slice.startNs))
        .add("dur_ns", hit.slice.durationNs());
    addClock(line, clock)
        .add("track", m_timeline.path(hit.track))
        .add("number", m_timeline.track(hit.track).number)
        .add("depth", std::uint64_t(hit.depth))
        .add("name", nameOf(hit))
        .add("source", m_document.sourceName(hit.slice.ref.source()))
        .add("offset", hit.slice.ref.offset());
    if (!m_fields.empty())
        line.addRaw("fields", fieldsJson(hit));
    return line.finish() + '\n';
}

std::string HitText::csvHeader() const
{
    std::string out = "start_ns,dur_ns,clock,track,number,depth,name,source,offset";
    for (const ShownField& field : m_fields)
        out += ',' + csvCell(field.name);
    return out + "\r\n";
}

std::string HitText::csv(const query::Hit& hit) const
{
    const ClockAxis& clock = m_timeline.axis(hit.track);
    const auto cell = [](std::string_view text) { return csvCell(escaped(text)); };
    std::string out = std::to_string(clock.toOwn(hit.slice.startNs)) + ','
        + std::to_string(hit.slice.durationNs()) + ',' + cell(clock.name) + ','
        + cell(m_timeline.path(hit.track)) + ',' + std::to_string(m_timeline.track(hit.track).number) + ','
        + std::to_string(hit.depth) + ',' + cell(nameOf(hit).value_or(std::string_view())) + ','
        + cell(m_document.sourceName(hit.slice.ref.source())) + ',' + std::to_string(hit.slice.ref.offset());
    for (const ShownField& field : m_fields) {
        // Numbers are those of JSON, in nanoseconds and bytes.
        std::string all;
        field.column->each(hit, [&](std::uint32_t number, const FieldValue& value) {
            const std::string json = jsonOf(value);
            all += (all.empty() ? "" : "; ")
                + (json.starts_with('"') ? query::valueText(value, (*m_catalogue)[number]) : json);
        });
        out += ',' + (all.empty() ? std::string() : csvCell(all));
    }
    return out + "\r\n";
}

// From the start of the clock.
std::string HitText::momentText(const ClockAxis& clock, std::int64_t viewNs) const
{
    const std::int64_t own = clock.toOwn(viewNs);
    if (!clock.isTime())
        return clock.placeText(own);
    return relativeText(subtractSaturating(
               own, m_timeline.axes().empty() ? m_timeline.range.startNs : clock.range.startNs))
        + (clock.name.empty() ? "" : ' ' + clock.name);
}

std::vector<std::string> HitText::valuesOf(const ShownField& field, const query::Hit& hit, bool json) const
{
    std::vector<std::string> out;
    field.column->each(hit, [&](std::uint32_t number, const FieldValue& value) {
        out.push_back(json ? jsonOf(value) : query::valueText(value, (*m_catalogue)[number]));
    });
    return out;
}

std::string HitText::fieldsJson(const query::Hit& hit) const
{
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    for (const ShownField& field : m_fields) {
        const std::vector<std::string> values = valuesOf(field, hit, true);
        if (!values.empty())
            json.foreignKey(field.name)
                .raw(values.size() == 1 ? values.front()
                                        : jsonList(values, [](const std::string& value) { return value; }));
    }
    json.endObject();
    return out;
}

std::string HitText::fieldsText(const query::Hit& hit) const
{
    std::string out;
    for (const ShownField& field : m_fields)
        for (const std::string& value : valuesOf(field, hit, false))
            out += (out.empty() ? "  " : ", ") + escaped(field.name) + ' ' + value;
    return out;
}

}
