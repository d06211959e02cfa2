// Reads the input as a query: faults lie in the text, what is read is said again as the same, and asking a
// small timeline ends.
#include "core/model/timeline_builder.h"
#include "core/query/parse.h"
#include "core/query/run.h"
#include "fuzz_support.h"

using namespace traceglass;

namespace {

TimelinePtr timeline()
{
    TimelineBuilder builder;
    const TrackId track =
        builder.addTrack({.name = builder.intern("queue"), .key = 1, .kind = TrackKind::slices});
    const RowId row = builder.addRow(track);
    for (int i = 0; i < 300; ++i)
        builder.add(row,
                    {i * 10, i * 10 + i % 9, builder.intern(i % 2 ? "render" : "caf\xc3\xa9"),
                     static_cast<std::uint8_t>(i % 64), RecordRef(SourceId(0), 0)});
    return builder.snapshot({0, 3000}, 300, true);
}

}

namespace traceglass::fuzz {

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = [] {
        std::vector<Bytes> out;
        for (const std::string_view text :
             {"render -cafe", "duration >= 1.5 ms or (name in (a, \"b c\") and not state)",
              "start = +1.5s .. +2s", "name ~ /^a[b-z]+\\/x/c flags != gap level >= warn", "((((a))))",
              "duration = 0.3ns..9 h", "\"a\\\"b\""})
            out.emplace_back(std::as_bytes(std::span(text)).begin(), std::as_bytes(std::span(text)).end());
        return out;
    }();
    return all;
}

}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto parsed = query::parse(text);
    if (!parsed) {
        const query::ParseError& error = parsed.error();
        fuzz::require(error.begin <= error.end && error.end <= text.size(), "a fault lies in the text");
        fuzz::require(!error.sentence.empty(), "a fault is said in words");
        return 0;
    }
    const auto again = query::parse(query::print(*parsed));
    fuzz::require(again && *again == *parsed, "what is read is said again as the same");
    static const TimelinePtr asked = timeline();
    Job job;
    query::Scope scope;
    scope.threads = 1;
    const auto hits = query::run(asked, *parsed, scope, job);
    fuzz::require(hits && hits->count() <= 300, "no slice is found twice");
    return 0;
}
