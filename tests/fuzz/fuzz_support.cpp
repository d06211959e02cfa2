#include "fuzz_support.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace traceglass::fuzz {

namespace {

constexpr std::size_t kNodes = 150;
constexpr std::uint64_t kRecords = 2'000;
constexpr auto kTime =
    std::chrono::milliseconds(300); // a bomb of a few bytes is hours of work: stopping is part of the test

// Asks a job to stop after a while.
class Deadline
{
public:
    Deadline()
        : m_thread([this](std::stop_token over) {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, over, kTime, [] { return false; });
            m_stop.request_stop();
        })
    {
    }
    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread; // last: ends before what it uses
};

void walkTree(const Document& document)
{
    std::deque<NodeId> waiting {document.structure()->root().id};
    for (std::size_t seen = 0; seen < kNodes && !waiting.empty(); ++seen) {
        const NodeId id = waiting.front();
        waiting.pop_front();
        require(document.structure()->node(id).has_value(), "a listed node can be asked for");
        const std::string path = document.structure()->pathOf(id);
        require(document.structure()->find(path) == std::optional(id), "a node is found by its path");
        if (const auto decoded = document.structure()->decoded(id); decoded && decoded->length > 0) {
            (void)document.structure()->nodeAt(decoded->source, decoded->offset);
            (void)document.records()->in({decoded->source, decoded->offset, 4'096}, 50);
        }
        (void)document.structure()->wayTo(id);
        const auto count = document.structure()->childCount(id);
        require(count.has_value(), "a node's children can be counted");
        const auto children = document.structure()->children(id, 0, 24);
        require(children && children->size() == std::min<std::uint64_t>(*count, 24),
                "as many children as were counted");
        if (*count > 24)
            require(document.structure()->children(id, *count - 1, 5)->size() == 1, "the last child is there");
        for (const Node& child : *children)
            waiting.push_back(child.id);
    }
}

// Every table, whole and of half the time: a value for each row in every column.
void walkStatistics(const Document& document, const Timeline& timeline, Job& job)
{
    if (!document.statistics())
        return;
    const TimeRange range {timeline.range.startNs, timeline.range.startNs + timeline.range.lengthNs() / 2};
    for (const StatKind& kind : document.statistics()->kinds()) {
        for (const std::optional<TimeRange>& asked : {std::optional<TimeRange>(), std::optional(range)}) {
            const auto table = document.statistics()->table(kind.id, {timeline, asked}, job);
            if (!table)
                continue;
            for (const StatColumn& column : table->columns)
                require(column.integers.size() + column.numbers.size() + column.texts.size() == table->size(),
                        "a column has a value for each row");
        }
    }
}

}

std::vector<Target>& targets()
{
    static std::vector<Target> all; // before any of them is there
    return all;
}

Target::Target(std::string_view ofName, Seeds* ofSeeds, Run* ofRun)
    : name(ofName)
    , seeds(ofSeeds)
    , run(ofRun)
{
    targets().push_back(*this);
}

std::vector<Bytes> scripts(std::uint32_t random, std::initializer_list<std::size_t> sizes)
{
    std::vector<Bytes> out;
    for (const std::size_t size : sizes) {
        Bytes& script = out.emplace_back(size);
        for (std::byte& byte : script) {
            random = random * 1664525 + 1013904223;
            byte = static_cast<std::byte>(random >> 24);
        }
    }
    return out;
}

MemoryFile::MemoryFile(std::span<const std::byte> bytes)
    : m_descriptor(::memfd_create("input", MFD_CLOEXEC))
{
    while (!bytes.empty()) {
        const ssize_t put = ::write(m_descriptor, bytes.data(), bytes.size());
        require(put > 0, "memory for the input");
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
}

MemoryFile::~MemoryFile()
{
    ::close(m_descriptor);
}

std::filesystem::path MemoryFile::path() const
{
    return "/proc/self/fd/" + std::to_string(m_descriptor);
}

void require(bool holds, const char* promise)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

void walk(const Document& document)
{
    (void)document.summary();
    (void)document.changedOnDisk();
    {
        const Deadline deadline;
        Job job(deadline.token());
        TimelinePtr timeline;
        IndexRequest request;
        request.publish = [&](TimelinePtr next) { timeline = std::move(next); };
        (void)index(document, request, job);
        if (timeline)
            walkStatistics(document, *timeline, job);
    }
    walkTree(document);
    const std::uint32_t sources = std::min<std::uint32_t>(document.sourceCount(), 8);
    for (std::uint32_t source = 0; source < sources; ++source) {
        (void)document.sourceName(SourceId {source});
        const auto records = document.records()->in({SourceId {source}, 0, 1u << 20}, 200);
        if (records) {
            for (const Record& record : *records)
                require(document.structure()->node(record.node).has_value(), "a record names its node");
        }
    }
    for (const bool json : {false, true}) {
        const Deadline deadline;
        Job job(deadline.token());
        RecordQuery query;
        query.json = json;
        query.limit = kRecords;
        (void)document.records()->read(
            query, [](const Record&) { return true; }, job);
    }
    {
        const Deadline deadline;
        Job job(deadline.token());
        (void)document.records()->dump(
            true, [](std::string_view) {}, job);
    }
    {
        const Deadline deadline;
        Job job(deadline.token());
        (void)document.validate(job);
    }
    for (const Diagnostic& problem : document.problems().all())
        (void)problem.message();
}

}

#ifdef TRACEGLASS_LIBFUZZER
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    traceglass::fuzz::targets().front().run({reinterpret_cast<const std::byte*>(data), size});
    return 0;
}

// No corpus on the disk is needed: now and then an input is replaced by a seed.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed)
{
    const auto& all = traceglass::fuzz::targets().front().seeds();
    if (!all.empty() && (size < 16 || seed % 200 == 0)) {
        const auto& chosen = all[seed / 200 % all.size()];
        size = std::min(chosen.size(), most);
        std::copy_n(reinterpret_cast<const std::uint8_t*>(chosen.data()), size, data);
    }
    return LLVMFuzzerMutate(data, size, most);
}
#endif
