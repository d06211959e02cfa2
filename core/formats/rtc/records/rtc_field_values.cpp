#include "core/formats/rtc/records/rtc_field_values.h"

#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/model/catalogue_maker.h"

#include <array>

namespace traceglass::rtc {

namespace {

// Whole numbers of a fixed size are exact; what a gain makes of them is rounded as it is drawn.
bool isWhole(const ValueFormat& format)
{
    const auto kind = FixedNumber(format).kind();
    return format.isPlain() && (kind == FixedNumber::Kind::unsignedInt || kind == FixedNumber::Kind::signedInt);
}

std::optional<FieldType> typeOf(const Stream& stream)
{
    switch (stream.value.kind) {
    case ValueFormat::Kind::text:
    case ValueFormat::Kind::json: return FieldType::text;
    case ValueFormat::Kind::timespec: return FieldType::moment;
    case ValueFormat::Kind::raw:
    case ValueFormat::Kind::unknown:
    case ValueFormat::Kind::png:
    case ValueFormat::Kind::jpeg: return {};
    default: break;
    }
    if (stream.isClock)
        return FieldType::moment;
    return isWhole(stream.value) ? FieldType::integer : FieldType::number;
}

}

// Takes values out of frames of one segment after the other.
class RtcFields::Reader
{
public:
    Reader(const RtcFields& fields, const FieldRequest& request)
        : m_file(fields.m_file)
        , m_known(fields.known())
        , m_isAsked(request.areAsked(*m_known.catalogue))
    {
    }

    bool isAsked(std::uint32_t segment)
    {
        enter(segment);
        return m_isAny;
    }
    void take(std::uint32_t id, std::uint64_t offset, std::span<const std::byte> payload,
              FieldSink& sink) const
    {
        if (id < kNear)
            take(m_near[id], offset, payload, sink);
        else if (const auto found = m_far.find(id); found != m_far.end())
            take(found->second, offset, payload, sink);
    }

private:
    static constexpr std::uint32_t kNear = 1024; // streams of smaller ids are found without a search

    struct Asked
    {
        const Stream* stream = nullptr; // null: nothing is asked of it
        FieldType type {};
        FixedNumber whole {};
        std::array<std::uint32_t, 2> fields {}; // the second as the first where one is asked for
    };

    void take(const Asked& asked, std::uint64_t offset, std::span<const std::byte> payload,
              FieldSink& sink) const
    {
        FieldValue value;
        if (!asked.stream || !read(asked, payload, value))
            return;
        const std::array<FieldEntry, 2> entries {FieldEntry {asked.fields[0], value},
                                                 FieldEntry {asked.fields[1], value}};
        sink.take({RecordRef(SourceId(0), offset),
                   {},
                   std::span(entries).first(asked.fields[0] == asked.fields[1] ? 1 : 2)});
    }
    static bool read(const Asked& asked, std::span<const std::byte> payload, FieldValue& out)
    {
        const ValueFormat& format = asked.stream->value;
        const auto start = contentStart(format, payload);
        if (!start)
            return false;
        const auto content = payload.subspan(*start);
        if (asked.type == FieldType::integer && asked.whole.reads(content)) {
            const std::uint64_t bits = asked.whole.bits(content);
            out = asked.whole.kind() == FixedNumber::Kind::signedInt
                ? WideInteger(static_cast<std::int64_t>(bits))
                : WideInteger(bits);
            return true;
        }
        if (asked.type == FieldType::text) {
            out = asText(content);
            return true;
        }
        if (asked.type == FieldType::moment) {
            const auto ns = clockNs(format, content);
            out = WideInteger(ns.value_or(0));
            return ns.has_value();
        }
        const auto number = asked.type == FieldType::number ? numberOf(format, content) : std::nullopt;
        out = number.value_or(0);
        return number.has_value();
    }

    void enter(std::uint32_t segment)
    {
        if (segment == m_segment)
            return;
        m_segment = segment;
        m_near.fill({});
        m_far.clear();
        m_isAny = false;
        for (const auto& [id, numbers] : m_known.numbers[segment]) {
            if (!m_isAsked[numbers.named] && !m_isAsked[numbers.value])
                continue;
            const Stream* const stream = m_file.ruler().segments[segment].streams.find(id);
            const std::uint32_t first = m_isAsked[numbers.named] ? numbers.named : numbers.value;
            const std::uint32_t second = m_isAsked[numbers.value] ? numbers.value : numbers.named;
            Asked& asked = id < kNear ? m_near[id] : m_far[id];
            asked = Asked {stream, typeOf(*stream).value_or(FieldType::any), FixedNumber(stream->value),
                           {first, second}};
            m_isAny = true;
        }
    }

    const RtcFile& m_file;
    const Known& m_known;
    std::vector<bool> m_isAsked; // by number
    std::uint32_t m_segment = ~std::uint32_t(0);
    std::array<Asked, kNear> m_near {}; // of the segment, by id
    std::unordered_map<std::uint32_t, Asked> m_far;
    bool m_isAny = false;
};

const RtcFields::Known& RtcFields::known() const
{
    std::call_once(m_knownOnce, [this] { m_known = madeOf(m_file.ruler()); });
    return m_known;
}

RtcFields::Known RtcFields::madeOf(const Ruler& ruler)
{
    Known out;
    out.numbers.resize(ruler.segments.size());
    auto catalogue = std::make_shared<FieldCatalogue>();
    CatalogueMaker maker(*catalogue);
    for (std::size_t i = 0; i < out.numbers.size(); ++i)
        for (const Stream* const stream : ruler.segments[i].streams.all()) {
            const auto type = typeOf(*stream);
            if (!type || !stream->described)
                continue;
            const std::string name = toValidUtf8(stream->name);
            out.numbers[i][stream->id] = {maker.numberOf(name, "stream", *type, stream->unit),
                                          maker.numberOf("value", name, *type, stream->unit)};
        }
    out.catalogue = std::move(catalogue);
    return out;
}

// Units are walked ahead on all cores; payloads that lie in several of them are joined in order.
Result<void> RtcFields::scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const
{
    const Ruler& ruler = m_file.ruler();
    const unsigned threads = request.threads != 0 ? request.threads : coreCount();
    Reader reader(*this, request);
    const auto sink = sinks();
    struct Take
    {
        const Reader& reader;
        FieldSink& sink;

        bool timed(std::uint32_t id, std::uint64_t offset, std::span<const std::byte> payload,
                   std::int64_t) const
        {
            reader.take(id, offset, payload, sink);
            return true;
        }
        bool operator()(const Frame& frame) const
        {
            if (frame.stream)
                reader.take(frame.stream->id, frame.offset, frame.payload, sink);
            return true;
        }
    };
    const Take take {reader, *sink};
    Decoder decoder(m_file.bytes(), ruler, m_file.axes());
    job.start(ruler.units.size());
    std::vector<UnitFrames> walked(threads == 1 ? 1 : std::size_t(threads) * 4); // what stays near is quicker
    const auto sizeOf = [&](std::uint32_t unit) { return ruler.units[unit].end - ruler.units[unit].index(); };
    for (std::uint32_t unit = 0, next = 0; unit < ruler.units.size() && !job.stopRequested(); unit = next) {
        const std::uint32_t number = ruler.units[unit].segment;
        const Segment& segment = ruler.segments[number];
        const std::uint32_t end = segment.firstUnit + segment.unitCount;
        std::uint64_t bytes = sizeOf(unit);
        next = unit + 1;
        if (!reader.isAsked(number)) {
            next = end;
        } else if (bytes > RtcFile::kDecodedAtOnce) { // minor unit by minor unit
            OpenParts open = openParts(m_file.bytes(), ruler, unit, ruler.units[unit].index());
            for (std::uint64_t at = ruler.units[unit].index(); at < ruler.units[unit].end;) {
                const std::uint64_t to = segment.boundaryAfter(ruler.units[unit], at);
                const std::uint64_t behind =
                    walkUnit(m_file.bytes(), ruler, unit, {at, to}, walked.front(), &open, job);
                decoder.feed(walked.front(), take);
                if (behind <= at || job.stopRequested())
                    break;
                at = behind;
            }
        } else {
            while (next < end && next - unit < walked.size()
                   && bytes + sizeOf(next) <= RtcFile::kDecodedAtOnce)
                bytes += sizeOf(next++);
            forEachParallel(next - unit, threads, job, [&](std::size_t i) {
                walkUnit(m_file.bytes(), ruler, unit + static_cast<std::uint32_t>(i), {}, walked[i], nullptr,
                         job);
            });
            for (std::uint32_t i = 0; i < next - unit && !job.stopRequested(); ++i)
                decoder.feed(walked[i], take);
        }
        job.advance(next - unit);
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    decoder.finish(take);
    if (auto whole = m_file.checkWhole(); !whole)
        return whole;
    sink->finish();
    return {};
}

Result<void> RtcFields::read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                             Job& job) const
{
    Reader reader(*this, request);
    job.start(refs.size());
    for (const RecordRef ref : refs) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        job.advance();
        if (number(ref.source()) != 0)
            continue;
        const auto take = [&](const Frame& frame) {
            if (frame.offset == ref.offset() && frame.stream && reader.isAsked(frame.segment))
                reader.take(frame.stream->id, frame.offset, frame.payload, sink);
            return true;
        };
        m_file.payloadAt(ref.offset(), take, job);
    }
    return m_file.checkWhole();
}

// Finding one frame is walking its minor unit.
FieldCosts RtcFields::costs() const
{
    constexpr std::uint64_t kMinorUnit = 1u << 14, kByteNs = 2;
    return {m_file.size() * kByteNs, kMinorUnit * kByteNs};
}

}
