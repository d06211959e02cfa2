#include "core/formats/cjfr/statistics/cjfr_statistics.h"

#include "core/formats/cjfr/statistics/cjfr_tables.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

constexpr std::string_view kSamples = "jdk.ExecutionSample", kNativeSamples = "jdk.NativeMethodSample";

struct TableMaker
{
    std::string_view id;
    std::string_view title;
    std::string_view key;                // of what there is a row
    std::vector<std::string_view> types; // that it is made of, any of them
    Result<StatTable> (*make)(EventPass& pass);
};

const std::vector<TableMaker>& tableMakers()
{
    static const std::vector<std::string_view> kWaits = {"jdk.JavaMonitorEnter", "jdk.ThreadPark"};
    static const std::vector<std::string_view> kAllocations = {
        "jdk.ObjectAllocationSample", "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB"};
    static const std::vector<TableMaker> kMakers = {
        {"gc", "Garbage collections", "collection", {"jdk.GarbageCollection"}, collectionTable},
        {"contention", "Contended monitors", "monitor", kWaits,
         [](EventPass& pass) { return contentionTable(pass, WaitsBy::monitor); }},
        {"contention-owners",
         "Owners of contended monitors",
         "owner",
         {"jdk.JavaMonitorEnter"},
         [](EventPass& pass) { return contentionTable(pass, WaitsBy::owner); }},
        {"contention-sites", "Where threads wait for monitors", "site", kWaits,
         [](EventPass& pass) { return contentionTable(pass, WaitsBy::site); }},
        {"io",
         "Files and sockets",
         "file or host",
         {"jdk.FileRead", "jdk.FileWrite", "jdk.FileForce", "jdk.SocketRead", "jdk.SocketWrite"},
         transferTable},
        {"allocation", "Allocation by class", "class", kAllocations,
         [](EventPass& pass) { return allocationTable(pass, AllocationsBy::className); }},
        {"allocation-sites", "Allocation by site", "site", kAllocations,
         [](EventPass& pass) { return allocationTable(pass, AllocationsBy::site); }},
        {"allocation-threads", "Allocation by thread", "thread", kAllocations,
         [](EventPass& pass) { return allocationTable(pass, AllocationsBy::thread); }},
        {"methods",
         "Methods",
         "method",
         {kSamples},
         [](EventPass& pass) { return methodTable(pass, kSamples); }},
        {"native-methods",
         "Native methods",
         "method",
         {kNativeSamples},
         [](EventPass& pass) { return methodTable(pass, kNativeSamples); }},
        {"exceptions",
         "Exceptions",
         "exception",
         {"jdk.JavaExceptionThrow", "jdk.JavaErrorThrow"},
         exceptionTable},
        {"threads",
         "Threads",
         "thread",
         {"jdk.ThreadPark", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadSleep",
          "jdk.ThreadCPULoad", kSamples, kNativeSamples},
         threadTable},
    };
    return kMakers;
}

}

std::vector<StatKind> CjfrStatistics::kinds(const Job& job) const
{
    const IndexPtr index = m_file.indexAtHand(job);
    std::vector<StatKind> out;
    for (const TableMaker& maker : tableMakers()) {
        const bool mayBeThere =
            !index || std::ranges::any_of(maker.types, [&](auto type) { return hasEvents(*index, type); });
        if (mayBeThere)
            out.push_back({std::string(maker.id), std::string(maker.title), std::string(maker.key)});
    }
    return out;
}

Result<StatTable> CjfrStatistics::table(std::string_view id, const StatRequest& request, Job& job) const
{
    const auto maker = std::ranges::find(tableMakers(), id, &TableMaker::id);
    if (maker == tableMakers().end())
        return StatTable {};
    const auto index = m_file.indexNow(job);
    if (!index)
        return tl::unexpected(index.error());
    EventPass pass(m_file, **index, request, job);
    Result<StatTable> out = maker->make(pass);
    if (!out)
        return out;
    if (job.stopRequested())
        return fail(Code::Stopped);
    out->id = maker->id;
    out->title = maker->title;
    out->key = maker->key;
    return out;
}

}
