// Reads the input as a query: faults lie in the text, what is read is said again as the same, and asking a
// small timeline ends, fields of records included.
#include "core/model/fields_facet.h"
#include "core/query/field_columns.h"
#include "core/query/parse.h"
#include "core/query/run.h"
#include "core/timeline/timeline_builder.h"
#include "fuzz_support.h"

namespace traceglass::fuzz::query_target {

namespace {

// Records of every other slice, with a field of each type.
class Fields : public FieldsFacet
{
public:
    FieldCataloguePtr fields() const override
    {
        static const auto all = std::make_shared<const FieldCatalogue>(FieldCatalogue {
            {"status", "q", FieldType::integer},   {"path", "q", FieldType::text},
            {"load", "q", FieldType::number, "share"}, {"isHit", "q", FieldType::boolean},
            {"wait", "q", FieldType::span},        {"when", "q", FieldType::moment},
            {"size", "q", FieldType::bytes},       {"waited_us", "q", FieldType::any, "us"}});
        return all;
    }
    Result<void> scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job&) const override
    {
        const auto sink = sinks();
        for (int i = 0; i < 300; i += 2) {
            std::vector<FieldEntry> values;
            for (const std::uint32_t field : request.fields) {
                const FieldType type = (*fields())[field].type;
                if (type == FieldType::text)
                    values.push_back({field, std::string_view("/checkout")});
                else if (type == FieldType::boolean)
                    values.push_back({field, i % 4 == 0});
                else if (type == FieldType::number)
                    values.push_back({field, i / 300.0});
                else
                    values.push_back({field, WideInteger(i * 100)});
            }
            sink->take({RecordRef(SourceId(0), static_cast<std::uint64_t>(i)), {}, values});
        }
        sink->finish();
        return {};
    }
    Result<void> read(const FieldRequest&, std::span<const RecordRef>, FieldSink&, Job&) const override { return {}; }
    FieldCosts costs() const override { return {}; }
};

TimelinePtr timeline()
{
    TimelineBuilder builder;
    const TrackId track =
        builder.addTrack({.name = builder.intern("queue"), .key = 1, .kind = TrackKind::slices});
    const RowId row = builder.addRow(track);
    for (int i = 0; i < 300; ++i)
        builder.add(row,
                    {i * 10, i * 10 + i % 9, builder.intern(i % 2 ? "render" : "caf\xc3\xa9"),
                     static_cast<std::uint8_t>(i % 64), RecordRef(SourceId(0), static_cast<std::uint64_t>(i))});
    return builder.snapshot({0, 3000}, 300, true);
}

}

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = [] {
        std::vector<Bytes> out;
        for (const std::string_view text :
             {"render -cafe", "duration >= 1.5 ms or (name in (a, \"b c\") and not state)",
              "start = +1.5s .. +2s", "name ~ /^a[b-z]+\\/x/c flags != gap level >= warn", "((((a))))",
              "duration = 0.3ns..9 h", "\"a\\\"b\"", "status >= 500 not status",
              "q.waited_us in (10 ms, -1.5, \"x\")", "@\"a b\" = 1 .. 2 %", "path ~ /a/ load != 0.25",
              "wait >5 s=0"})
            out.emplace_back(std::as_bytes(std::span(text)).begin(), std::as_bytes(std::span(text)).end());
        return out;
    }();
    return all;
}

void run(std::span<const std::byte> input)
{
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    static const Fields fields;
    const auto parsed = query::parse(text);
    const auto judged = query::parse(text, &*fields.fields());
    require(parsed || !judged, "a catalogue makes nothing right");
    for (const auto* const read : {&parsed, &judged}) {
        if (*read)
            continue;
        const query::ParseError& error = read->error();
        require(error.begin <= error.end && error.end <= text.size(), "a fault lies in the text");
        require(!error.sentence.empty(), "a fault is said in words");
    }
    if (!parsed)
        return;
    const auto again = query::parse(query::print(*parsed));
    require(again && *again == *parsed, "what is read is said again as the same");
    static const TimelinePtr asked = timeline();
    Job job;
    query::Scope scope;
    scope.threads = 1;
    static const query::FieldColumns columns(&fields);
    for (const auto* const read : {&parsed, &judged}) {
        const auto hits = *read ? query::run(asked, &columns, **read, scope, job) : query::run(asked, {}, scope, job);
        require(hits && hits->count() <= 300, "no slice is found twice");
    }
}

const Target kTarget("query", seeds, run);

}
