#include "core/stats/log_table.h"

#include "core/base/text.h"
#include "core/logs/log_level.h"
#include "core/logs/log_template.h"
#include "core/stats/fitting.h"
#include "core/stats/scope_time.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace traceglass::stats {

namespace {

struct LogLine // all of one template
{
    std::string text;
    StringId name {}; // of the first
    std::size_t level = logs::kNoLogLevel;
    std::int64_t count = 0;
    std::int64_t firstNs = 0;
    std::int64_t lastNs = 0;
    std::int64_t silenceNs = kNoInteger;
    StatPlace first {};
    StatPlace last {};
    bool isInexact = false;
};

// Lines, whatever they say.
query::Expr anyLine()
{
    query::Expr kinds;
    kinds.kind = query::Expr::Kind::test;
    kinds.test = {.field = query::Field::kind, .op = query::Op::in};
    for (const TrackKind kind : {TrackKind::events, TrackKind::marks, TrackKind::log}) {
        query::Operand operand;
        operand.kind = query::Operand::Kind::word;
        operand.value = static_cast<std::int64_t>(kind);
        kinds.test.operands.push_back(operand);
    }
    return kinds;
}

}

Result<StatTable> logTable(TimelinePtr timeline, const query::Scope& scope, const query::Hits* only, Job& job)
{
    const auto hits = query::run(timeline, anyLine(), scope, job);
    if (!hits)
        return tl::unexpected(hits.error());
    std::vector<LogLine> lines;
    std::unordered_map<std::string, std::size_t> known;
    std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>>
        ofText; // template and level, a text once
    std::uint64_t seen = 0;
    hits->each([&](const query::Hit& hit) {
        if (isStoppedAt(++seen, job))
            return false;
        if (!isFitting(only, hit.pack, hit.index))
            return true;
        const auto [text, isNew] = ofText.try_emplace(number(hit.slice.name));
        if (isNew) {
            const std::string_view line = timeline->text(hit.slice.name);
            const auto added = known.try_emplace(logs::logTemplate(line), lines.size());
            if (added.second)
                lines.push_back({added.first->first, hit.slice.name});
            text->second = {added.first->second, logs::logLevel(line)};
        }
        LogLine& line = lines[text->second.first];
        const bool isEvent = timeline->track(hit.track).kind == TrackKind::events;
        line.level = std::max(line.level, isEvent ? std::size_t(hit.depth) + 1 : text->second.second);
        const StatPlace place {hit.track, hit.depth, hit.slice.startNs, hit.slice.ref};
        if (line.count == 0) {
            line.firstNs = hit.slice.startNs;
            line.first = place;
        } else {
            line.silenceNs = std::max(line.silenceNs, subtractSaturating(hit.slice.startNs, line.lastNs));
        }
        line.lastNs = hit.slice.startNs;
        line.last = place;
        line.isInexact = line.isInexact || (hit.slice.flags & slice::kApproximate) != 0;
        ++line.count;
        return true;
    });
    if (job.stopRequested())
        return fail(Code::Stopped);

    StatTable table;
    table.id = "logs";
    table.title = "Lines by template";
    table.key = "template";
    table.sortColumn = 1;
    table.columns = {
        {"level", "level", "The worst level of its lines.", StatUnit::text},
        {"count", "count", "Lines in the range."},
        {"rate", "per second", "Lines a second of the range.", StatUnit::rate},
        {"first_ns", "first", "When the first line came.", StatUnit::moment},
        {"last_ns", "last", "When the last line came.", StatUnit::moment},
        {"silence_ns", "silence", "The longest time from one line to the next.", StatUnit::span},
    };
    table.columns[1].isSum = true;
    const double seconds = static_cast<double>(lengthOf(*timeline, scope)) * 1e-9;
    for (const LogLine& line : lines) {
        table.keys.push_back(line.text);
        table.names.push_back(line.name);
        table.inexact.push_back(line.isInexact);
        table.columns[0].texts.emplace_back(logs::logLevelName(line.level));
        table.columns[1].integers.push_back(line.count);
        table.columns[2].numbers.push_back(seconds > 0 ? static_cast<double>(line.count) / seconds
                                                       : std::nan(""));
        table.columns[3].integers.push_back(line.firstNs);
        table.columns[3].places.push_back(line.first);
        table.columns[4].integers.push_back(line.lastNs);
        table.columns[4].places.push_back(line.last);
        table.columns[5].integers.push_back(line.silenceNs);
    }
    return table;
}

}
