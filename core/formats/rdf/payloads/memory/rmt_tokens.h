// Memory tokens (rdf-payloads.md 1.3, 1.4): how long each is and which fields it has. What resources are created
// with is in rmt_resources.h, whole streams of tokens in rmt_stream.h.
//
//     RmtToken token;                               // out of a stream
//     if (token.kind == RmtKind::resourceBind) {
//         RmtBind bind;
//         layout(token, bind);                      // a dozen instructions; ShownFields shows the same fields
//     }
//
// A token is borrowed from its stream until the next one is asked for; eight bytes behind it can be read.
#pragma once

#include "core/formats/rdf/payloads/fields.h"

#include <array>
#include <optional>

namespace traceglass::rdf {

enum class RmtKind : std::uint8_t {
    timestamp,
    resourceUpdate,
    reserved,
    pageTableUpdate,
    userdata,
    misc,
    resourceReference,
    resourceBind,
    processEvent,
    pageReference,
    cpuMap,
    virtualFree,
    virtualAllocate,
    resourceCreate,
    timeDelta,
    resourceDestroy,
};
constexpr std::size_t kRmtKinds = 16;
std::string_view rmtKindName(RmtKind kind); // "page_table_update"
constexpr RmtKind rmtKind(std::byte first)  // of the token that begins with it
{
    return static_cast<RmtKind>(std::to_integer<unsigned>(first) & 15);
}

// Of a stream; which fields a token has depends on it.
struct RmtVersion
{
    std::uint16_t major = 0, minor = 0;

    auto operator<=>(const RmtVersion&) const = default;
};

struct RmtToken
{
    const std::byte* data = nullptr;
    std::uint64_t offset = 0; // in the stream
    std::uint64_t tick = 0;   // CPU ticks
    std::uint32_t size = 0;   // with what follows its fields
    RmtKind kind = RmtKind::timestamp;
    RmtVersion version {};

    std::span<const std::byte> bytes() const { return {data, size}; }
};

// Bytes of the token that begins here: 0 when more of them are needed to say so, kNoToken for the reserved kind.
// Eight more than are available must be readable.
constexpr std::uint32_t kNoToken = ~std::uint32_t(0);
std::uint32_t rmtTokenSize(const std::byte* data, std::size_t available, RmtVersion version);

// Without what follows; 0: none.
constexpr std::array<std::uint8_t, kRmtKinds> kRmtTokenSizes = {12, 14, 0, 18, 4,  2, 8, 17,
                                                                6,  10, 8, 7,  12, 7, 1, 5};
// The same of tokens whose size their first byte tells, which most are; 0 of others.
constexpr auto kRmtSizeByFirst = [] {
    std::array<std::uint8_t, 256> out {};
    for (unsigned first = 0; first < out.size(); ++first) {
        const RmtKind kind = rmtKind(static_cast<std::byte>(first));
        if (kind == RmtKind::timeDelta)
            out[first] = static_cast<std::uint8_t>(1 + (first >> 4 & 7));
        else if (kind != RmtKind::userdata && kind != RmtKind::resourceCreate)
            out[first] = kRmtTokenSizes[first & 15];
    }
    return out;
}();
constexpr std::uint64_t kTicksAUnit = 32; // of the times in tokens (rdf-payloads.md 1.2)

std::string pageSizeName(std::uint64_t size);     // "64 KiB"
std::string resourceTypeName(std::uint64_t type); // "image"; a number for others
constexpr std::array<std::uint64_t, 8> kRmtPageBytes = {0,       4 << 10, 64 << 10, 256 << 10,
                                                        1 << 20, 2 << 20, 0,        0};
constexpr std::uint64_t pageBytes(std::uint64_t size) // 0: unmapped or reserved
{
    return kRmtPageBytes[static_cast<std::size_t>(size & 7)];
}

struct RmtTimestamp
{
    std::uint64_t time = 0; // units of 32 ticks
    std::uint32_t frequency = 0;
};
template <class Fields>
void layout(Fields& in, RmtTimestamp& out)
{
    in.template bits<63, 4>("time", out.time, FieldUnit::rmtTicks);
    in.template bits<95, 64>("frequency", out.frequency, FieldUnit::hertz);
}

struct RmtResourceUpdate
{
    std::uint32_t resource = 0, subresource = 0;
    std::uint16_t before = 0, after = 0;
    std::uint8_t type = 0;
};
template <class Fields>
void layout(Fields& in, RmtResourceUpdate& out)
{
    in.template bits<39, 8>("resource", out.resource, FieldUnit::handle);
    in.template bits<71, 40>("subresource", out.subresource, FieldUnit::handle);
    in.template namedBits<77, 72>("resource type", out.type, resourceTypeName);
    in.template bits<92, 78>("usage before", out.before, FieldUnit::flags);
    in.template bits<107, 93>("usage after", out.after, FieldUnit::flags);
}

struct RmtPageTableUpdate
{
    std::uint64_t virtualPage = 0, physicalPage = 0;
    std::uint32_t pages = 0, pid = 0;
    std::uint8_t pageSize = 0, update = 0;
    bool isUnmap = false;
};
template <class Fields>
void layout(Fields& in, RmtPageTableUpdate& out)
{
    in.template bits<43, 8>("virtual address", out.virtualPage, FieldUnit::page);
    in.template bits<79, 44>("physical address", out.physicalPage, FieldUnit::page);
    in.template bits<99, 80>("count", out.pages);
    in.template namedBits<102, 100>("page size", out.pageSize, pageSizeName);
    in.template bits<103, 103>("unmap", out.isUnmap);
    in.template bits<135, 104>("process id", out.pid);
    in.template bits<137, 136>("update", out.update);
    in.template shownBits<138, 138>("controller");
}

enum class RmtUserdataType : std::uint8_t {
    name,
    snapshot,
    binary,
    callStack,
    correlation,
    implicit,
    nameV2,
    implicitV2,
};
std::string userdataName(std::uint64_t type); // "name_v2"; a number for others

struct RmtUserdata
{
    RmtUserdataType type = RmtUserdataType::name;
    std::uint32_t size = 0; // of the payload, which follows
};
constexpr std::size_t kRmtUserdataHead = 4;
template <class Fields>
void layout(Fields& in, RmtUserdata& out)
{
    in.template namedBits<11, 8>("userdata type", out.type, userdataName);
    in.template bits<31, 12>("size", out.size, FieldUnit::bytes);
}

// The payloads that name something: all types but binary, call stacks and snapshots.
struct RmtNaming
{
    std::string_view name;
    std::uint32_t id = 0; // of a resource, or what the runtime calls it
    std::uint32_t correlation =
        0;                 // of RmtUserdataType::correlation: the runtime's name of driver resource `id`
    std::uint64_t lag = 0; // ticks between what is told and the token
    bool isImplicitHeap = false;
};
// Nothing when the payload is too short for its type, or of another type.
std::optional<RmtNaming> readNaming(RmtUserdataType type, std::span<const std::byte> payload);
std::span<const std::byte> userdataPayload(const RmtToken& token);

std::string miscName(std::uint64_t type); // "submit_gfx"; a number for others
struct RmtMisc
{
    std::uint8_t type = 0;
};
template <class Fields>
void layout(Fields& in, RmtMisc& out)
{
    in.template namedBits<11, 8>("misc type", out.type, miscName);
}

struct RmtReference
{
    std::uint64_t address = 0;
    std::uint8_t queue = 0;
    bool isEvict = false;
};
template <class Fields>
void layout(Fields& in, RmtReference& out)
{
    in.template bits<8, 8>("evict", out.isEvict);
    in.template bits<56, 9>("address", out.address, FieldUnit::address);
    in.template bits<63, 57>("queue", out.queue);
}

struct RmtBind
{
    std::uint64_t address = 0, size = 0;
    std::uint32_t resource = 0;
    bool isSystemMemory = false;
};
template <class Fields>
void layout(Fields& in, RmtBind& out)
{
    in.template bits<55, 8>("address", out.address, FieldUnit::address);
    in.template bits<99, 56>("size", out.size, FieldUnit::bytes);
    in.template bits<100, 100>("system memory", out.isSystemMemory);
    in.template bits<135, 104>("resource", out.resource, FieldUnit::handle);
}

struct RmtProcessEvent
{
    std::uint32_t pid = 0;
    std::uint8_t type = 0; // 0 start, 1 stop
};
template <class Fields>
void layout(Fields& in, RmtProcessEvent& out)
{
    in.template bits<39, 8>("process id", out.pid);
    in.template bits<47, 40>("stop", out.type);
}

struct RmtPageReference
{
};
template <class Fields>
void layout(Fields& in, RmtPageReference&)
{
    in.template shownBits<10, 8>("page size");
    in.template shownBits<11, 11>("compressed");
    in.template shownBits<79, 16>("pages", FieldUnit::flags);
}

struct RmtCpuMap
{
    std::uint64_t address = 0;
    bool isUnmap = false;
};
template <class Fields>
void layout(Fields& in, RmtCpuMap& out)
{
    in.template bits<55, 8>("address", out.address, FieldUnit::address);
    in.template bits<56, 56>("unmap", out.isUnmap);
}

struct RmtFree
{
    std::uint64_t address = 0;
};
template <class Fields>
void layout(Fields& in, RmtFree& out)
{
    in.template bits<55, 8>("address", out.address, FieldUnit::address);
}

struct RmtAllocate
{
    std::uint64_t address = 0;
    std::uint32_t pagesLess1 = 0;
    std::uint8_t owner = 0, heap = 0, heaps = 0;

    std::uint64_t size() const { return (std::uint64_t(pagesLess1) + 1) << 12; }
};
template <class Fields>
void layout(Fields& in, RmtAllocate& out)
{
    in.template bits<31, 8>("pages, less 1", out.pagesLess1);
    in.template bits<33, 32>("owner", out.owner);
    in.template bits<81, 34>("address", out.address, FieldUnit::address);
    in.template bits<83, 82>("heap", out.heap);
    in.template shownBits<85, 84>("second heap");
    in.template shownBits<87, 86>("third heap");
    in.template shownBits<89, 88>("fourth heap");
    in.template bits<92, 90>("heaps", out.heaps); // from 1.6
}

struct RmtCreate
{
    std::uint32_t resource = 0;
    std::uint8_t owner = 0, category = 0, commit = 0, type = 0;
};
constexpr std::size_t kRmtCreateHead = 7;
template <class Fields>
void layout(Fields& in, RmtCreate& out)
{
    in.template bits<39, 8>("resource", out.resource, FieldUnit::handle);
    in.template bits<41, 40>("owner", out.owner);
    in.template bits<45, 42>("owner category", out.category);
    in.template bits<47, 46>("commit", out.commit);
    in.template namedBits<53, 48>("resource type", out.type, resourceTypeName);
}

struct RmtDestroy
{
    std::uint32_t resource = 0;
};
template <class Fields>
void layout(Fields& in, RmtDestroy& out)
{
    in.template bits<39, 8>("resource", out.resource, FieldUnit::handle);
}

// The fields of a token as values.
template <class Fields>
Fields fieldsOf(const RmtToken& token)
{
    PlainFields in(token.bytes());
    Fields out;
    layout(in, out);
    return out;
}

}
