#include "core/formats/rdf/payloads/memory/rmt_fields.h"

#include "core/formats/rdf/payloads/memory/rmt_resources.h"

namespace traceglass::rdf {

namespace {

constexpr std::size_t kShownName = 80;

bool setsClock(RmtKind kind)
{
    return kind == RmtKind::timestamp || kind == RmtKind::timeDelta;
}

template <class Fields>
void timeDeltaLayout(Fields& in, const RmtToken& token)
{
    std::uint8_t bytes = 0;
    in.template bits<6, 4>("delta length", bytes, FieldUnit::bytes);
    std::uint64_t delta = 0;
    std::memcpy(&delta, token.data + 1, bytes);
    if (bytes > 0)
        in.placed("delta", delta, FieldUnit::rmtTicks, 1, bytes);
}

// What stands behind the text is counted from the end, as readNaming() does.
template <class Fields>
void userdataLayout(Fields& in, const RmtToken& token)
{
    RmtUserdata head;
    layout(in, head);
    in.gap(kRmtUserdataHead);
    const std::size_t size = userdataPayload(token).size();
    std::string_view text;
    std::uint32_t id = 0, correlation = 0;
    std::uint64_t lag = 0;
    const auto textBefore = [&](std::size_t tail) {
        if (size >= tail)
            in.text("name", text, size - tail);
    };
    switch (head.type) {
    case RmtUserdataType::name:
        textBefore(sizeof id);
        in.number("id", id, FieldUnit::handle);
        break;
    case RmtUserdataType::snapshot: textBefore(0); break;
    case RmtUserdataType::correlation:
        in.number("resource", id, FieldUnit::handle);
        in.number("correlation", correlation, FieldUnit::handle);
        break;
    case RmtUserdataType::implicit: in.number("id", id, FieldUnit::handle); break;
    case RmtUserdataType::nameV2:
        textBefore(sizeof id + sizeof lag);
        in.number("id", id, FieldUnit::handle);
        in.number("lag", lag, FieldUnit::cpuTicks);
        break;
    case RmtUserdataType::implicitV2:
        in.number("id", id, FieldUnit::handle);
        in.number("lag", lag, FieldUnit::cpuTicks);
        in.template shown<std::uint8_t>("heap type"); // from 1.9
        break;
    default: break; // bytes
    }
}

template <class Record, class Fields>
void recordLayout(Fields& in)
{
    Record record;
    layout(in, record);
}

// All kinds but resource_create, whose payload is in rmt_resources.h.
template <class Fields>
void tokenLayout(Fields& in, const RmtToken& token)
{
    switch (token.kind) {
    case RmtKind::timestamp: recordLayout<RmtTimestamp>(in); break;
    case RmtKind::resourceUpdate: recordLayout<RmtResourceUpdate>(in); break;
    case RmtKind::pageTableUpdate: recordLayout<RmtPageTableUpdate>(in); break;
    case RmtKind::userdata: userdataLayout(in, token); break;
    case RmtKind::misc: recordLayout<RmtMisc>(in); break;
    case RmtKind::resourceReference: recordLayout<RmtReference>(in); break;
    case RmtKind::resourceBind: recordLayout<RmtBind>(in); break;
    case RmtKind::processEvent: recordLayout<RmtProcessEvent>(in); break;
    case RmtKind::pageReference: recordLayout<RmtPageReference>(in); break;
    case RmtKind::cpuMap: recordLayout<RmtCpuMap>(in); break;
    case RmtKind::virtualFree: recordLayout<RmtFree>(in); break;
    case RmtKind::virtualAllocate: recordLayout<RmtAllocate>(in); break;
    case RmtKind::timeDelta: timeDeltaLayout(in, token); break;
    case RmtKind::resourceDestroy: recordLayout<RmtDestroy>(in); break;
    case RmtKind::resourceCreate:
    case RmtKind::reserved: break;
    }
}

template <class Fields>
void smallDeltaLayout(Fields& in, RmtKind kind)
{
    if (!setsClock(kind))
        in.template shownBits<7, 4>("delta", FieldUnit::rmtTicks);
}

std::string atAddress(std::uint64_t address)
{
    return " at " + hexNumber(address);
}

std::string userdataSubject(const RmtToken& token)
{
    const RmtUserdataType type = fieldsOf<RmtUserdata>(token).type;
    const auto payload = userdataPayload(token);
    std::string out = userdataName(static_cast<std::uint64_t>(type));
    if (type == RmtUserdataType::snapshot)
        return out + ' ' + escaped(shortened(asText(payload), kShownName));
    const auto naming = readNaming(type, payload);
    if (!naming)
        return out;
    if (!naming->name.empty())
        out += ' ' + escaped(shortened(naming->name, kShownName)) + " of";
    return out + ' ' + hexNumber(naming->id);
}

}

std::vector<PayloadField> describeToken(const RmtToken& token)
{
    ShownFields in(token.bytes());
    smallDeltaLayout(in, token.kind);
    tokenLayout(in, token);
    std::vector<PayloadField> all = in.fields();
    if (token.kind == RmtKind::resourceCreate) {
        for (PayloadField& field : describeResource(token))
            all.push_back(std::move(field));
    }
    return all;
}

void writeToken(const RmtToken& token, JsonWriter& json)
{
    JsonFields in(token.bytes(), json);
    smallDeltaLayout(in, token.kind);
    tokenLayout(in, token);
    if (token.kind == RmtKind::resourceCreate)
        writeResource(token, json);
}

std::string tokenSubject(const RmtToken& token)
{
    switch (token.kind) {
    case RmtKind::resourceUpdate: {
        const auto update = fieldsOf<RmtResourceUpdate>(token);
        return resourceTypeName(update.type) + ' ' + hexNumber(update.resource);
    }
    case RmtKind::pageTableUpdate: {
        const auto update = fieldsOf<RmtPageTableUpdate>(token);
        return (update.isUnmap ? "unmap " : "map ") + grouped(update.pages) + " × "
            + pageSizeName(update.pageSize) + atAddress(update.virtualPage << 12);
    }
    case RmtKind::userdata: return userdataSubject(token);
    case RmtKind::misc: return miscName(fieldsOf<RmtMisc>(token).type);
    case RmtKind::resourceReference: {
        const auto reference = fieldsOf<RmtReference>(token);
        return (reference.isEvict ? "evict" : "make resident") + atAddress(reference.address);
    }
    case RmtKind::resourceBind: {
        const auto bind = fieldsOf<RmtBind>(token);
        return hexNumber(bind.resource) + ", " + sizeText(bind.size) + atAddress(bind.address);
    }
    case RmtKind::processEvent: {
        const auto event = fieldsOf<RmtProcessEvent>(token);
        return (event.type == 0 ? "start of process " : "stop of process ") + std::to_string(event.pid);
    }
    case RmtKind::cpuMap: {
        const auto map = fieldsOf<RmtCpuMap>(token);
        return (map.isUnmap ? "unmap" : "map") + atAddress(map.address);
    }
    case RmtKind::virtualFree: return hexNumber(fieldsOf<RmtFree>(token).address);
    case RmtKind::virtualAllocate: {
        const auto allocate = fieldsOf<RmtAllocate>(token);
        return sizeText(allocate.size()) + atAddress(allocate.address);
    }
    case RmtKind::resourceCreate: {
        const auto create = fieldsOf<RmtCreate>(token);
        return resourceTypeName(create.type) + ' ' + hexNumber(create.resource);
    }
    case RmtKind::resourceDestroy: return hexNumber(fieldsOf<RmtDestroy>(token).resource);
    case RmtKind::timestamp:
    case RmtKind::timeDelta:
    case RmtKind::pageReference:
    case RmtKind::reserved: break;
    }
    return {};
}

Tint tokenTint(RmtKind kind)
{
    switch (kind) {
    case RmtKind::timestamp:
    case RmtKind::timeDelta: return Tint::head;
    case RmtKind::virtualAllocate:
    case RmtKind::resourceCreate: return Tint::taskStart;
    case RmtKind::virtualFree:
    case RmtKind::resourceDestroy: return Tint::taskEnd;
    case RmtKind::resourceBind:
    case RmtKind::resourceUpdate: return Tint::wake;
    case RmtKind::pageTableUpdate: return Tint::span;
    default: return Tint::event;
    }
}

}
