// tglass find: the slices a query holds for, in the order of time.
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/scope.h"
#include "core/base/json_writer.h"
#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/query/field_columns.h"
#include "core/query/run.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace traceglass::cli {

namespace {

// What --fields asks for.
struct ShownField
{
    std::string name;
    query::FieldColumnPtr column;
};

std::string realText(double value, bool json)
{
    if (!std::isfinite(value)) {
        const std::string text = std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
        return json ? '"' + text + '"' : text;
    }
    std::array<char, 32> buffer {};
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

std::string valueText(const FieldValue& value, const RecordField& field, bool json)
{
    if (const auto* const whole = std::get_if<WideInteger>(&value)) {
        const auto small = static_cast<std::int64_t>(*whole);
        if (json || small != *whole)
            return wideText(*whole);
        switch (field.type) {
        case FieldType::span: return durationText(small);
        case FieldType::moment: return absoluteText(small);
        case FieldType::bytes: return small < 0 ? wideText(small) : sizeText(static_cast<std::uint64_t>(small));
        default: return wideText(small);
        }
    }
    if (const auto* const real = std::get_if<double>(&value))
        return realText(*real, json);
    if (const auto* const truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    const std::string_view text = std::get<std::string_view>(value);
    return json ? jsonString(text) : escaped(text);
}

class Lines
{
public:
    Lines(const Document& document, const Timeline& timeline, bool json, std::vector<ShownField> fields,
          FieldCataloguePtr catalogue)
        : m_document(document)
        , m_timeline(timeline)
        , m_json(json)
        , m_fields(std::move(fields))
        , m_catalogue(std::move(catalogue))
    {
    }

    std::string line(const query::Hit& hit, std::uint64_t number) const
    {
        const Track& track = m_timeline.track(hit.track);
        const ClockAxis& clock = m_timeline.axis(hit.track);
        const Slice& slice = hit.slice;
        const bool hasName = query::hasNames(track.kind);
        const std::string_view name = hasName ? m_timeline.text(slice.name) : std::string_view();
        if (m_json) {
            JsonLine line;
            line.add("hit", number)
                .add("start_ns", clock.toOwn(slice.startNs))
                .add("dur_ns", slice.durationNs())
                .add("clock", clock.name.empty() ? std::nullopt : std::optional(clock.name))
                .add("track", m_timeline.path(hit.track))
                .add("number", track.number)
                .add("depth", std::uint64_t(hit.depth))
                .add("name", hasName ? std::optional(name) : std::nullopt)
                .add("source", m_document.sourceName(slice.ref.source()))
                .add("offset", slice.ref.offset());
            if (!m_fields.empty())
                line.addRaw("fields", fieldsJson(hit));
            return line.finish() + '\n';
        }
        const std::string detail = trackDetail(track);
        return padded(momentText(clock, slice.startNs), m_timeline.axes().empty() ? kMoment : kMomentOnClock)
            + "  " + padded(slice.endNs > slice.startNs ? durationText(slice.durationNs()) : "", kDuration)
            + "  " + escaped(m_timeline.path(hit.track)) + (detail.empty() ? "" : ' ' + detail) + "  "
            + escaped(name) + fieldsText(hit) + '\n';
    }
    std::string summary(const std::string& file, std::uint64_t hits) const
    {
        return JsonLine().addRaw("summary", JsonLine().add("file", file).add("hits", hits).finish()).finish()
            + '\n';
    }

private:
    static constexpr std::size_t kMoment = 16, kMomentOnClock = 36, kDuration = 11;

    // From the start of the clock.
    std::string momentText(const ClockAxis& clock, std::int64_t viewNs) const
    {
        const std::int64_t own = clock.toOwn(viewNs);
        if (clock.kind == ClockAxis::Kind::position)
            return "byte " + grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, own)));
        return relativeText(subtractSaturating(
                   own, m_timeline.axes().empty() ? m_timeline.range.startNs : clock.range.startNs))
            + (clock.name.empty() ? "" : ' ' + clock.name);
    }

    std::vector<std::string> valuesOf(const ShownField& field, const query::Hit& hit) const
    {
        std::vector<std::string> out;
        field.column->each(hit, [&](std::uint32_t number, const FieldValue& value) {
            out.push_back(valueText(value, (*m_catalogue)[number], m_json));
        });
        return out;
    }
    std::string fieldsJson(const query::Hit& hit) const
    {
        std::string out;
        JsonWriter json(out);
        json.beginObject();
        for (const ShownField& field : m_fields) {
            const std::vector<std::string> values = valuesOf(field, hit);
            if (!values.empty())
                json.foreignKey(field.name).raw(values.size() == 1
                                                    ? values.front()
                                                    : jsonList(values, [](const std::string& value) { return value; }));
        }
        json.endObject();
        return out;
    }
    std::string fieldsText(const query::Hit& hit) const
    {
        std::string out;
        for (const ShownField& field : m_fields)
            for (const std::string& value : valuesOf(field, hit))
                out += (out.empty() ? "  " : ", ") + escaped(field.name) + ' ' + value;
        return out;
    }

    const Document& m_document;
    const Timeline& m_timeline;
    bool m_json;
    std::vector<ShownField> m_fields;
    FieldCataloguePtr m_catalogue;
};

std::string unknownField(const std::string& name, const FieldCatalogue& catalogue)
{
    std::vector<std::string> names;
    for (const RecordField& field : catalogue)
        names.push_back(field.name);
    const std::vector<std::string> near = nearest(name, names);
    return "records have no field " + name + (near.empty() ? "" : "; did you mean " + near.front() + '?');
}

}

int find(const Document& document, const Options& options)
{
    // What is wrong whatever the capture holds is said before it is read.
    const FieldCatalogue nothing;
    auto expr = readQuery("QUERY", options.query, document.fields() ? nullptr : &nothing);
    if (!expr)
        return expr.error();
    AskedScope asked;
    if (const Exit exit = readScope(document, options, asked); exit != kOk)
        return exit;
    const Timeline& timeline = *asked.timeline;
    const query::FieldColumns columns(document.fields());
    FieldCataloguePtr catalogue = columns.catalogue();
    if (!catalogue) // a stream that could not be read to its end
        catalogue = std::make_shared<FieldCatalogue>();
    expr = readQuery("QUERY", options.query, &*catalogue);
    if (!expr)
        return expr.error();
    for (const std::string& name : options.fields)
        if (fieldsNamed(*catalogue, name).empty())
            return exitWith(kUsage, "--fields", unknownField(name, *catalogue));
    const auto hits = withProgress("searching", ProgressOn::besideOutput, [&](Job& job) {
        return query::run(asked.timeline, &columns, *expr, asked.scope, job);
    });
    if (!hits)
        return exitWith(kDamaged, options.file, hits.error());
    const std::uint64_t limit = options.countOnly ? 0 : options.limit.value_or(~std::uint64_t(0));
    std::vector<ShownField> shown;
    for (const std::string& name : options.fields) {
        if (limit == 0 || hits->count() == 0)
            break;
        auto column = withProgress("reading fields", ProgressOn::besideOutput, [&](Job& job) {
            return columns.of(fieldsNamed(*catalogue, name), *hits, job);
        });
        if (!column)
            return exitWith(kDamaged, options.file, column.error());
        shown.push_back({name, std::move(*column)});
    }
    Output out;
    const Lines lines(document, timeline, options.json, std::move(shown), catalogue);
    std::uint64_t written = 0;
    if (limit > 0)
        hits->each([&](const query::Hit& hit) {
            out.write(lines.line(hit, ++written));
            return written < limit && out.good();
        });
    if (options.json)
        out.write(lines.summary(options.file, hits->count()));
    else if (options.countOnly)
        out.write(std::to_string(hits->count()) + '\n');
    const bool isAny = hits->count() > 0;
    if (!options.expect.empty() && isAny != (options.expect == "some"))
        return out.finish(
            exitWith(kExceeded, options.file,
                     isAny ? counted(hits->count(), "slice fits", "slices fit") : "no slice fits"));
    return out.finish(exitAfter(document, Result<void> {}, options.file));
}

}
