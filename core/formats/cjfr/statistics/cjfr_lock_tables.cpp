// Who waits for whom: monitors that threads were blocked at, and locks they were parked for.
#include "core/base/text.h"
#include "core/formats/cjfr/statistics/cjfr_tables.h"

#include <unordered_set>

namespace traceglass::cjfr {

namespace {

struct LockRow
{
    std::string key;
    Durations waits;
    stats::Crowd crowd;
};

// Parked for a lock; others are parked until there is something to do.
bool isLock(std::string_view parkedClass)
{
    return parkedClass.starts_with("java.util.concurrent.locks.") && parkedClass.ends_with("Sync");
}

std::string addressText(std::optional<std::int64_t> address)
{
    return address ? " @ " + hexNumber(static_cast<std::uint64_t>(*address)) : std::string();
}

// Threads of the program that have a track, of those asked for.
std::int64_t threadCount(const EventPass& pass)
{
    std::unordered_set<std::uint64_t> keys; // one for all tracks of a thread
    const Timeline& timeline = pass.timeline();
    for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
        const Track& track = timeline.track(TrackId(static_cast<std::uint32_t>(i)));
        if (classOf(track.key) == TrackClass::javaThread && pass.isChosen({track.kind, track.key})
            && overlaps(track.life.startNs, track.life.endNs, pass.range()))
            keys.insert(track.key);
    }
    return static_cast<std::int64_t>(keys.size());
}

void addLockColumns(StatTable& table, const EventPass& pass, const std::vector<LockRow>& rows,
                    std::int64_t threadNs)
{
    const stats::Columns columns(table, rows, pass.job());
    columns.addSum("enters", "enters", "How often a thread had to wait.", StatUnit::count,
                   [](const LockRow& row) { return row.waits.count(); });
    columns.addSum("wait_ns", "total wait", "For how long threads waited within the range, added up.",
                   StatUnit::span, [](const LockRow& row) { return row.waits.totalNs; });
    columns.add(
        "share", "share", "Total wait as part of the range times the number of threads of the program.",
        StatUnit::share, [&](const LockRow& row) { return stats::shareOf(row.waits.totalNs, threadNs); });
    columns.add(
        "max_ns", "longest", "The longest wait.", StatUnit::span,
        [](const LockRow& row) { return row.waits.longest.ns; },
        [&](const LockRow& row) { return pass.placeOf(row.waits.longest); });
    columns.add("p95_ns", "p95", "95 of 100 waits were no longer (nearest rank).", StatUnit::span,
                [](const LockRow& row) { return stats::nearestRank(row.waits.sorted, 950); });
    columns.add("most_at_once", "at once", "How many threads waited at the same time, at most.",
                StatUnit::count, [](const LockRow& row) { return row.crowd.most; });
    columns.add("most_at_ns", "since", "When so many waited for the first time.", StatUnit::moment,
                [](const LockRow& row) { return row.crowd.sinceNs; });
    columns.sortBy("wait_ns");
}

}

Result<StatTable> contentionTable(EventPass& pass, WaitsBy by)
{
    enum Wanted : std::size_t { enter, park };
    const std::vector<WantedEvents> wanted = {
        {"jdk.JavaMonitorEnter", {"monitorClass", "address", "stackTrace", "previousOwner"}},
        {"jdk.ThreadPark", {"parkedClass", "address", "stackTrace"}},
    };
    RowsOf<std::pair<StringId, std::int64_t>, LockRow> rows; // name, and of a monitor its address
    std::uint64_t otherParks = 0, unknown = 0;
    const auto done = pass.read(wanted, [&](const EventView& event) {
        const StringId lock = pass.name(event.fields[0]);
        if (event.wanted == park && !isLock(pass.text(lock))) {
            ++otherParks;
            return;
        }
        if (event.time.endNs <= event.time.startNs)
            return; // how long it took was not kept
        LockRow* row = nullptr;
        if (by == WaitsBy::monitor) {
            const auto address = pass.integer(event.fields[1]);
            row = &rows[{lock, address.value_or(kNoInteger)}];
            if (row->key.empty())
                row->key = keyText(pass, lock, "unknown class") + addressText(address)
                    + (event.wanted == park ? " (parked)" : "");
        } else if (by == WaitsBy::owner) {
            if (event.wanted == park)
                return; // nobody recorded who held it
            const ThreadWords* const owner = pass.thread(event.fields[3]);
            row = &rows[{StringId {}, owner ? static_cast<std::int64_t>(owner->key) : kNoInteger}];
            row->key = owner ? owner->name : "unknown owner";
            unknown += owner ? 0 : 1;
        } else {
            const StringId site = pass.site(event.fields[2]);
            row = &rows[{site, 0}];
            row->key = keyText(pass, site, "no stack recorded");
            unknown += site == StringId {} ? 1 : 0;
        }
        row->waits.take(event, pass.range());
    });
    if (!done)
        return tl::unexpected(done.error());

    StatTable table;
    bool isInexact = false;
    for (LockRow& row : rows.all()) {
        if (pass.job().stopRequested())
            return fail(Code::Stopped);
        row.waits.finish(pass.job());
        row.crowd = stats::crowdOf(row.waits.times, pass.job());
        table.keys.push_back(row.key);
        table.inexact.push_back(row.waits.hasApproximate);
        isInexact |= row.waits.hasApproximate;
    }
    const std::int64_t threads = threadCount(pass);
    addLockColumns(table, pass, rows.all(), stats::productSaturating(pass.range().lengthNs(), threads));
    table.remarks.push_back(std::string(StatTable::kOfShares) + durationText(pass.range().lengthNs())
                            + " times " + counted(static_cast<std::uint64_t>(threads), "thread", "threads")
                            + '.');
    if (otherParks > 0)
        table.remarks.push_back("Not counted: " + counted(otherParks, "park", "parks")
                                + " for other reasons than a lock.");
    if (unknown > 0)
        table.remarks.push_back("Of " + counted(unknown, "wait", "waits")
                                + (by == WaitsBy::owner ? " the owner" : " the stack")
                                + " was not recorded.");
    if (isInexact)
        table.remarks.emplace_back(
            "≈: the recording kept how long threads waited, of some not when; how many "
            "waited at once is an estimate there.");
    if (const std::string cut = pass.thresholdRemark(); !cut.empty())
        table.remarks.push_back(cut);
    return table;
}

}
