#include "core/base/json_writer.h"
#include "core/formats/rdf/payloads/memory/address_ranges.h"
#include "core/formats/rdf/payloads/payload_summary.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kPaths = 65'536;        // of one command buffer that are printed
constexpr std::size_t kResources = 100'000;   // where faults were, of all faults
constexpr std::array<std::string_view, 2> kSides = {"umd", "kmd"};

class CrashJson
{
public:
    CrashJson(SummaryText& to, const Crash& crash)
        : m_to(to)
        , m_json(to.text)
        , m_crash(crash)
    {
    }

    void write(const MemoryTrace* trace, const MemoryTrace::Replayed* replayed);

private:
    void writeProviders();
    void writeInFlight(const InFlight& buffer);
    void writePaths(const InFlight& buffer);
    void writeTree(const InFlight& buffer);
    void writeFault(const Crash::Fault& fault, const MemoryTrace* trace,
                    const MemoryTrace::Replayed* replayed);
    bool writeResources(const Crash::Fault& fault, std::uint64_t base, const MemoryTrace::Replayed& replayed);

    SummaryText& m_to;
    JsonWriter m_json;
    const Crash& m_crash;
    AddressRanges m_last, m_before; // where resources lie, and past bindings
    std::size_t m_resources = 0;    // that were written
};

void CrashJson::writeProviders()
{
    m_json.key("providers").beginObject();
    for (const auto& [side, header] : m_crash.providers) {
        m_json.foreignKey(side).beginObject();
        m_json.field("version", std::to_string(header.major) + '.' + std::to_string(header.minor));
        m_json.field("hz", header.frequency)
            .field("base", header.base)
            .field("unit", header.unit)
            .endObject();
    }
    m_json.endObject().key("events").beginObject();
    for (const std::string_view side : kSides) {
        m_json.key(side).beginObject();
        if (const auto found = m_crash.events.find(std::string(side)); found != m_crash.events.end()) {
            for (std::size_t id = 0; id < found->second.size(); ++id) {
                if (found->second[id] > 0)
                    m_json.foreignKey(std::to_string(id)).value(found->second[id]);
            }
        }
        m_json.endObject();
    }
    m_json.endObject();
}

// To each marker in progress that has none in progress below it.
void CrashJson::writePaths(const InFlight& buffer)
{
    std::vector<std::string_view> way;
    std::size_t written = 0, bytes = 0;
    m_json.key("in_progress_paths").beginArray();
    for (const CrashMarker& marker : buffer.markers) {
        way.resize(marker.depth);
        way.push_back(marker.name);
        if (marker.status != MarkerStatus::inProgress || marker.hasInProgressBelow
            || marker.depth >= kTreeDepth)
            continue;
        if (written++ == kPaths || bytes >= kPathBytes)
            break;
        const std::string path = listText(way, "/");
        bytes += path.size();
        m_json.value(path);
        m_json.flush(m_to.out);
    }
    m_json.endArray();
}

// Only what is in progress is opened; of others the number of markers below is told.
void CrashJson::writeTree(const InFlight& buffer)
{
    const auto isOpened = [](const CrashMarker& marker) {
        return marker.status == MarkerStatus::inProgress && marker.below > 0 && marker.depth + 1 < kTreeDepth;
    };
    std::uint32_t open = 0; // lists of children
    m_json.key("tree").beginArray();
    for (std::size_t n = 0; n < buffer.markers.size();) {
        const CrashMarker& marker = buffer.markers[n];
        for (; open > marker.depth; --open)
            m_json.endArray().endObject();
        m_json.beginObject().field("name", marker.name).field("marker", marker.value);
        m_json.field("status", statusName(marker.status));
        if (!marker.info.empty())
            m_json.field("info", marker.info);
        if (!marker.nested.empty()) {
            m_json.key("nested").beginArray();
            for (const std::uint32_t id : marker.nested)
                m_json.value(id);
            m_json.endArray();
        }
        if (isOpened(marker)) {
            m_json.key("children").beginArray();
            ++open;
            ++n;
        } else {
            if (marker.below > 0)
                m_json.field("hidden", marker.below);
            m_json.endObject();
            n += marker.below + 1;
        }
        m_json.flush(m_to.out);
    }
    for (; open > 0; --open)
        m_json.endArray().endObject();
    m_json.endArray();
}

void CrashJson::writeInFlight(const InFlight& buffer)
{
    m_json.beginObject().field("command_buffer", buffer.commandBuffer);
    m_json.field("begin", buffer.begin).field("end", buffer.end).key("queue");
    if (buffer.queue)
        m_json.beginObject()
            .field("queue", buffer.queue->queue)
            .field("flags", buffer.queue->flags)
            .endObject();
    else
        m_json.value(std::nullopt);
    m_json.field("markers", buffer.markers.size()).key("status").beginObject();
    for (std::size_t n = 0; n < kMarkerStatuses; ++n)
        m_json.foreignKey(statusName(static_cast<MarkerStatus>(n))).value(buffer.statuses[n]);
    m_json.endObject().field("begin_without_end", buffer.beginWithoutEnd);
    m_json.field("end_without_begin", buffer.endWithoutBegin);
    writePaths(buffer);
    writeTree(buffer);
    m_json.endObject();
    m_json.flush(m_to.out);
}

// All that ever were bound where the fault was, as they were created. False: they are too many.
bool CrashJson::writeResources(const Crash::Fault& fault, std::uint64_t base,
                               const MemoryTrace::Replayed& replayed)
{
    if (m_resources == kResources)
        return false;
    const auto fromBase = [&](std::uint64_t tick) { return static_cast<std::int64_t>(tick - base); };
    const auto write = [&](const MemoryResource& one, std::uint64_t address, std::uint64_t size) {
        const std::string_view name = replayed.names.nameOf(one.number);
        m_json.beginObject().field("rmv_id", hexNumber(one.id())).field("type", resourceTypeName(one.type));
        m_json.field("name", name.empty() ? std::nullopt : std::optional(name)).field("size", size);
        m_json.field("address", hexNumber(address)).field("implicit", replayed.names.isImplicit(one.number));
        m_json.field("created", fromBase(one.created));
        m_json.field("destroyed", one.isLive() ? std::nullopt : std::optional(fromBase(one.destroyed)));
        const bool isLive = one.created <= fault.tick && (one.isLive() || one.destroyed > fault.tick);
        m_json.field("live_at_fault", isLive).endObject();
        m_json.flush(m_to.out);
    };
    struct Place
    {
        const MemoryResource* resource = nullptr;
        std::uint64_t address = 0, size = 0;
    };
    std::vector<Place> places; // of each resource where it lies, else where it lay first of all
    const auto& resources = replayed.state.resources();
    for (const std::uint32_t n : m_last.at(fault.fault.address))
        places.push_back({&resources[n], resources[n].address, resources[n].size});
    for (const std::uint32_t n : m_before.at(fault.fault.address)) {
        const MemoryState::PastBinding& before = replayed.state.pastBindings()[n];
        if (before.resource < resources.size())
            places.push_back({&resources[before.resource], before.address, before.size});
    }
    std::ranges::stable_sort(places, {}, &Place::resource);
    const auto isSame = [](const Place& a, const Place& b) { return a.resource == b.resource; };
    places.erase(std::unique(places.begin(), places.end(), isSame), places.end());
    for (const Place& place : places) {
        if (m_resources == kResources)
            return false;
        ++m_resources;
        write(*place.resource, place.address, place.size);
    }
    return true;
}

void CrashJson::writeFault(const Crash::Fault& fault, const MemoryTrace* trace,
                           const MemoryTrace::Replayed* replayed)
{
    m_json.beginObject().field("address", hexNumber(fault.fault.address)).field("vm", fault.fault.vm);
    m_json.field("pid", fault.fault.pid).field("process", fault.process).field("tick", fault.tick);
    m_json.field("rmt_tick",
                 trace ? std::optional(static_cast<std::int64_t>(fault.tick - trace->baseTick()))
                       : std::nullopt);
    m_json.key("resources").beginArray();
    const bool areAll =
        !replayed || fault.fault.address == 0 || writeResources(fault, trace->baseTick(), *replayed);
    m_json.endArray();
    if (!areAll)
        m_json.field("resources_left_out", true);
    m_json.endObject();
}

void CrashJson::write(const MemoryTrace* trace, const MemoryTrace::Replayed* replayed)
{
    m_json.beginObject();
    writeProviders();
    m_json.key("command_buffer_states").beginObject();
    for (std::size_t n = 0; n < kCommandBufferStates; ++n)
        m_json.foreignKey(stateName(static_cast<CommandBufferState>(n))).value(m_crash.states[n]);
    m_json.endObject().key("in_flight").beginArray();
    for (const InFlight& buffer : m_crash.inFlight)
        writeInFlight(buffer);
    m_json.endArray().key("page_faults").beginArray();
    for (std::uint32_t n = 0; replayed && n < replayed->state.resources().size(); ++n)
        m_last.add(n, replayed->state.resources()[n].address, replayed->state.resources()[n].size);
    for (std::uint32_t n = 0; replayed && n < replayed->state.pastBindings().size(); ++n)
        m_before.add(n, replayed->state.pastBindings()[n].address, replayed->state.pastBindings()[n].size);
    m_last.ready();
    m_before.ready();
    for (const Crash::Fault& fault : m_crash.faults)
        writeFault(fault, trace, replayed);
    m_json.endArray();
    if (m_crash.faultsLeft > 0)
        m_json.field("page_faults_left_out", m_crash.faultsLeft);
    m_json.endObject();
}

}

void writeCrash(SummaryText& to, const Crash& crash, const MemoryTrace* trace,
                const MemoryTrace::Replayed* replayed)
{
    CrashJson(to, crash).write(trace, replayed);
}

}
