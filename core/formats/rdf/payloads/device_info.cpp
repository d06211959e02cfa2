#include "core/formats/rdf/payloads/device_info.h"

#include <initializer_list>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kGpusKept = 64; // nobody has more
constexpr std::size_t kProcessesKept = 65'536;

using Members = std::initializer_list<std::string_view>;

std::optional<JsonText::Value> memberOf(const JsonText& json, const JsonText::Value& in,
                                        std::string_view name)
{
    std::optional<JsonText::Value> found;
    if (in.first == '{') {
        json.visitMembers(in, 0, [&](std::uint64_t, const JsonText::Value& member) {
            if (json.keyOf(member) == name)
                found = member;
            return !found;
        });
    }
    return found;
}

std::optional<JsonText::Value> memberAt(const JsonText& json, const JsonText::Value& in, Members way)
{
    std::optional<JsonText::Value> found = in;
    for (const std::string_view name : way)
        found = found ? memberOf(json, *found, name) : found;
    return found;
}

std::optional<std::uint64_t> numberAt(const JsonText& json, const JsonText::Value& in, Members way)
{
    const auto found = memberAt(json, in, way);
    return found && !found->isContainer() ? plainNumber(json.textOf(*found)) : std::nullopt;
}

std::string textAt(const JsonText& json, const JsonText::Value& in, Members way)
{
    const auto found = memberAt(json, in, way);
    return found && found->first == '"' ? json.textOf(*found) : std::string();
}

// The members of a list in an object, until `visit` says false.
template <class Visit>
void eachOf(const JsonText& json, const JsonText::Value& in, std::string_view list, Visit visit)
{
    const auto found = memberOf(json, in, list);
    if (found && found->first == '[')
        json.visitMembers(*found, 0,
                          [&](std::uint64_t, const JsonText::Value& member) { return visit(member); });
}

}

std::string apiName(std::uint64_t api)
{
    static constexpr auto kNames =
        std::to_array<std::string_view>({"generic", "DirectX 9", "DirectX 11", "DirectX 12", "Vulkan",
                                         "OpenGL", "OpenCL", "Mantle", "HIP", "Metal"});
    return nameIn(kNames, api);
}

std::string heapName(std::uint64_t heap)
{
    static constexpr auto kNames = std::to_array<std::string_view>({"local", "invisible", "host", "none"});
    return nameIn(kNames, heap);
}

SystemInfo readSystemInfo(const PayloadChunks& chunks)
{
    for (const std::uint32_t entry : chunks.of(PayloadKind::systemInfo)) {
        const auto data = chunks.file().payload({0, entry}, Job());
        if (data->content == Content::json)
            return readSystemInfo(data->json());
    }
    return {};
}

SystemInfo readSystemInfo(const JsonText& json)
{
    SystemInfo out;
    const JsonText::Value root = json.root();
    out.os = textAt(json, root, {"os", "type"});
    out.driver = textAt(json, root, {"driver", "name"});
    for (const std::string_view version : {"softwareVersion", "version"}) { // of Windows, of others
        const std::string text = textAt(json, root, {"driver", version});
        if (!text.empty()) {
            out.driver += (out.driver.empty() ? "" : " ") + text;
            break;
        }
    }
    eachOf(json, root, "processes", [&](const JsonText::Value& process) {
        const auto pid = numberAt(json, process, {"processId"});
        out.processes.push_back(
            {static_cast<std::uint32_t>(pid.value_or(0)), textAt(json, process, {"name"})});
        return out.processes.size() < kProcessesKept;
    });
    eachOf(json, root, "cpus", [&](const JsonText::Value& cpu) {
        out.cpuHz = numberAt(json, cpu, {"cpuTimeClockFreq"});
        return false; // the first one counts
    });
    if (out.cpuHz == std::uint64_t(0))
        out.cpuHz.reset();
    eachOf(json, root, "gpus", [&](const JsonText::Value& gpu) {
        const auto pci = [&](std::string_view part) {
            return numberAt(json, gpu, {"pci", part}).value_or(0) & 0xff;
        };
        out.gpus.push_back(
            {static_cast<std::uint32_t>(pci("bus") << 16 | pci("device") << 8 | pci("function")),
             numberAt(json, gpu, {"asic", "gpuCounterFreq"}).value_or(0), textAt(json, gpu, {"name"})});
        return out.gpus.size() < kGpusKept;
    });
    return out;
}

}
