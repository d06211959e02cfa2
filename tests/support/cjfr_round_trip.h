// Takes any bytes as a list of things to do with the writer of CondensedData files: types, values, caches,
// times. Writes a file, reads it back and compares every value, appends to it, and compares once more.
//
//     const std::string problem = CjfrRoundTrip(bytes).run();            // empty: all is well
#pragma once

#include "core/formats/cjfr/notes/cjfr_append.h"
#include "core/formats/cjfr/wire/cjfr_value.h"

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <tuple>

namespace traceglass::cjfr {

// What was written, to be found again.
struct WrittenValue
{
    bool isNull = false;
    std::int64_t number = 0;
    std::int64_t tolerance = 0; // of a time: less than a tick
    bool isUnset = false;
    double floating = 0;
    std::string text;
    std::vector<std::shared_ptr<WrittenValue>> parts;
};
using WrittenPtr = std::shared_ptr<WrittenValue>;

class CjfrChoices
{
public:
    explicit CjfrChoices(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    bool left() const { return m_at < m_bytes.size(); }
    std::uint64_t below(std::uint64_t limit)
    {
        std::uint64_t value = 0;
        for (std::uint64_t reach = 1; reach < limit && left(); reach <<= 8)
            value = value << 8 | std::to_integer<std::uint64_t>(m_bytes[m_at++]);
        return value % limit;
    }
    std::uint64_t wide()
    {
        const std::uint64_t bytes = below(9);
        std::uint64_t value = 0;
        for (std::uint64_t i = 0; i < bytes; ++i)
            value = value << 8 | below(256);
        return value;
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
};

// Compares what was written with what is read. Values in caches stand in several places, and may hold
// themselves: what was met before has to be the same place in the stream again.
class CjfrComparison
{
public:
    explicit CjfrComparison(const StreamIndex& index)
        : m_values(index)
    {
    }

    bool equal(const Message& message, const WrittenValue& written)
    {
        return equal(m_values.top(message), written);
    }

private:
    bool equal(const Value& value, const WrittenValue& written)
    {
        if (value.isNull() || written.isNull)
            return value.isNull() && written.isNull;
        switch (value.type->kind) {
        case TypeKind::integer:
        case TypeKind::varint: return equalNumber(value, written);
        case TypeKind::boolean: return m_values.boolean(value) == (written.number != 0);
        case TypeKind::floating: return m_values.floating(value) == written.floating;
        case TypeKind::string: return m_values.text(value) == written.text;
        case TypeKind::array:
        case TypeKind::structure: break;
        }
        const auto [place, isNew] = m_places.emplace(&written, value.content);
        if (!isNew)
            return place->second == value.content;
        if (m_values.childCount(value) != written.parts.size())
            return false;
        bool same = true;
        m_values.forEach(value, [&](const Slot&, std::uint64_t position, const Value& part) {
            same = equal(part, *written.parts[static_cast<std::size_t>(position)]);
            return same;
        });
        return same;
    }

    bool equalNumber(const Value& value, const WrittenValue& written) const
    {
        if (m_values.isReduced(value, reduction::kTimestamp)) {
            const auto moment = m_values.moment(value);
            return written.isUnset ? !moment
                                   : moment && std::abs(*moment - written.number) <= written.tolerance;
        }
        const std::int64_t number = m_values.number(value);
        return (m_values.isReduced(value, reduction::kAmount) ? amountOf(number) : number) == written.number;
    }

    ValueReader m_values;
    std::map<const WrittenValue*, std::uint64_t> m_places;
};

class CjfrRoundTrip
{
public:
    ~CjfrRoundTrip()
    {
        for (const WrittenPtr& value : m_all)
            value->parts.clear(); // values may hold each other
    }

    CjfrRoundTrip(const CjfrRoundTrip&) = delete;
    CjfrRoundTrip& operator=(const CjfrRoundTrip&) = delete;
    explicit CjfrRoundTrip(std::span<const std::byte> choices)
        : m_choices(choices)
    {
    }

    std::string run()
    {
        const CjfrChoices choices = m_choices;
        constexpr std::array<std::optional<Codec>, 6> kCodecs = {
            std::optional<Codec>(), Codec::gzip, Codec::lz4, Codec::zstd, Codec::xz, Codec::bzip2};
        WriterOptions options;
        options.codec = kCodecs[m_choices.below(kCodecs.size())];
        options.level = EncoderLevel::fast;
        std::vector<std::byte> file;
        const auto sink = [&](std::span<const std::byte> bytes) -> Result<void> {
            file.insert(file.end(), bytes.begin(), bytes.end());
            return {};
        };
        Writer writer(sink, options);
        if (m_choices.below(2))
            settings(writer.stream());
        types(writer.stream());
        while (m_choices.left() && m_messages.size() < 400) {
            message(writer.stream());
            if (writer.stream().failed())
                return writer.stream().problem();
            if (m_choices.below(8) == 0 && !writer.flush())
                return "a flush fails: " + writer.stream().problem();
        }
        if (const auto finished = writer.finish(); !finished)
            return traceglass::message(finished.error());
        if (std::string problem = compare(file); !problem.empty())
            return problem;
        return appended(file, choices);
    }

private:
    void settings(Encoder& out)
    {
        constexpr std::array<std::int64_t, 4> kTicks = {1'000, 1'000'000, 1'000'000'000, 44'100};
        m_ticks = kTicks[m_choices.below(kTicks.size())];
        m_isJfr = true;
        const std::uint64_t configuration =
            out.define(structType("me.bechberger.jfr.Configuration",
                                  {{"timeStampTicksPerSecond", builtin::kVarint},
                                   {"removeUnnecessaryAddresses", builtin::kBoolean}}));
        const std::uint64_t universe = out.define(
            structType("me.bechberger.jfr.Universe",
                       {{"startTimeNanos", builtin::kVarint}, {"lastStartTimeNanos", builtin::kVarint}}));
        out.begin(configuration);
        out.number(m_ticks);
        out.boolean(true);
        out.begin(universe);
        out.number(kStart);
        out.number(kStart);
        m_unknown = 2; // messages that are no events
    }

    // Values refer to what is defined before them; structs also, through a cache, to what comes later.
    void types(Encoder& out)
    {
        const std::uint64_t count = 1 + m_choices.below(12);
        const std::uint64_t first = out.reserveId();
        for (std::uint64_t i = 1; i < count; ++i)
            out.reserveId();
        for (std::uint64_t id = first; id < first + count; ++id) {
            const std::string name = "type " + std::to_string(id);
            TypeDefinition type;
            type.id = id;
            type.name = name;
            type.kind = static_cast<TypeKind>(m_choices.below(7));
            type.width = static_cast<std::uint8_t>(1 + m_choices.below(8));
            type.isSigned = m_choices.below(2) == 0;
            type.multiplier = 1 + m_choices.below(2) * 999;
            type.format = static_cast<FloatFormat>(m_choices.below(4));
            std::array<std::string, 6> names;
            const std::size_t fields = type.kind == TypeKind::array ? 1
                : type.kind == TypeKind::structure                  ? m_choices.below(names.size() + 1)
                                                                    : 0;
            for (std::size_t i = 0; i < fields; ++i) {
                FieldDefinition field;
                field.name = names[i] = "field " + std::to_string(i);
                field.type =
                    m_choices.below(3) == 0 ? m_choices.below(5) : first + m_choices.below(id - first + 1);
                field.embedding = static_cast<Embedding>(m_choices.below(4));
                const bool isCached = field.embedding > Embedding::nullable;
                if (isCached && m_choices.below(2))
                    field.type = first + m_choices.below(count);
                else if (!isCached && (field.type == id || m_weights[field.type] > kHeaviest))
                    field.type = builtin::kVarint;
                if (!isCached)
                    m_weights[id] +=
                        (type.kind == TypeKind::array ? kElements : 1) * (1 + m_weights[field.type]);
                const Type* const of = out.types().find(field.type);
                const bool plain = of && of->kind == TypeKind::varint && of->multiplier == 1;
                if (plain && of->isSigned)
                    field.reduction = m_choices.below(4);
                else if (plain)
                    field.reduction = m_choices.below(2);
                type.fields.push_back(field);
            }
            out.define(type);
            m_types.push_back(id);
        }
    }

    WrittenPtr fresh()
    {
        m_all.push_back(std::make_shared<WrittenValue>());
        return m_all.back();
    }

    void message(Encoder& out)
    {
        const Type* const type = out.types().find(m_types[m_choices.below(m_types.size())]);
        out.begin(type->id);
        auto written = fresh();
        if (type->kind == TypeKind::structure)
            fields(out, *type, *written, 0);
        else
            value(out, *type, nullptr, nullptr, *written, 0);
        m_messages.emplace_back(type->id, std::move(written));
    }

    void fields(Encoder& out, const Type& type, WrittenValue& written, int depth)
    {
        for (const Slot& slot : type.slots)
            slotted(out, type, slot, written, depth);
    }

    void slotted(Encoder& out, const Type& holder, const Slot& slot, WrittenValue& into, int depth)
    {
        const Type& type = *out.types().find(slot.typeId);
        const bool mayBeNull = slot.embedding != Embedding::plain;
        const std::size_t index = into.parts.size();
        into.parts.push_back(fresh());
        const WrittenPtr part = into.parts.back();
        if (mayBeNull && (m_choices.below(4) == 0 || depth > 20 || !m_choices.left())) {
            part->isNull = true;
            return out.null();
        }
        if (const WrittenPtr known = value(out, type, &holder, &slot, *part, depth, part))
            into.parts[index] = known;
    }

    // Returns what stands in the cache already, if the value does.
    WrittenPtr value(Encoder& out, const Type& type, const Type* holder, const Slot* slot,
                     WrittenValue& written, int depth, const WrittenPtr& shared = {})
    {
        switch (type.kind) {
        case TypeKind::integer:
        case TypeKind::varint: number(out, type, slot, written); break;
        case TypeKind::boolean:
            written.number = static_cast<std::int64_t>(m_choices.below(2));
            out.boolean(written.number != 0);
            break;
        case TypeKind::floating:
            written.floating = (static_cast<double>(m_choices.below(255)) - 127) / 4; // fits every format
            out.floating(written.floating);
            break;
        case TypeKind::string: {
            constexpr std::array<std::string_view, 5> kTexts = {"", "a", "main", "\xc3\xa4",
                                                                "long enough for two"};
            written.text = kTexts[m_choices.below(kTexts.size())];
            out.text(written.text);
            break;
        }
        case TypeKind::array:
        case TypeKind::structure: return composite(out, type, holder, slot, written, depth, shared);
        }
        return {};
    }

    WrittenPtr composite(Encoder& out, const Type& type, const Type* holder, const Slot* slot,
                         WrittenValue& written, int depth, const WrittenPtr& shared)
    {
        const bool isCached = slot && slot->embedding > Embedding::nullable;
        const std::uint64_t key = m_choices.below(6);
        const std::uint64_t count =
            type.kind == TypeKind::array && depth < 20 ? m_choices.below(kElements + 1) : 0;
        const std::uint64_t ofHolder =
            isCached && slot->embedding == Embedding::cachedByHolder ? holder->id : 0;
        WrittenPtr& known = m_known[{type.id, ofHolder, key}];
        if (isCached && !known)
            known = shared;
        else if (isCached)
            return (type.kind == TypeKind::array ? out.array(count, key) : out.object(key)) ? WrittenPtr()
                                                                                            : known;
        const bool follows = type.kind == TypeKind::array ? out.array(count, key) : out.object(key);
        if (follows && type.kind == TypeKind::array) {
            for (std::uint64_t i = 0; i < count; ++i)
                slotted(out, type, type.slots[0], written, depth + 1);
        } else if (follows) {
            fields(out, type, written, depth + 1);
        }
        return {};
    }

    void number(Encoder& out, const Type& type, const Slot* slot, WrittenValue& written)
    {
        const std::uint64_t wide = m_choices.wide();
        const std::uint64_t by = slot && m_isJfr ? slot->reduction : reduction::kNone;
        if (by == reduction::kTimestamp) {
            if (m_choices.below(8) == 0) {
                written.isUnset = true;
                return out.unset();
            }
            constexpr std::uint64_t kRange = std::uint64_t(1) << 44;
            written.number =
                kStart + static_cast<std::int64_t>(wide % kRange) - static_cast<std::int64_t>(kRange / 2);
            written.tolerance = m_ticks == 1'000'000'000 ? 0 : 1'000'000'000 / m_ticks + 2;
        } else if (type.kind == TypeKind::varint) {
            // What the multiplier leaves of the 64 bits.
            constexpr std::int64_t kMost = std::int64_t(1) << 52;
            written.number = type.multiplier == 1
                ? static_cast<std::int64_t>(wide)
                : static_cast<std::int64_t>(wide) % kMost * static_cast<std::int64_t>(type.multiplier);
            if (!type.isSigned && type.multiplier > 1)
                written.number = std::abs(written.number);
        } else {
            const unsigned unused = 64 - 8 * unsigned(type.width);
            written.number = unused == 0 ? static_cast<std::int64_t>(wide)
                : type.isSigned          ? static_cast<std::int64_t>(wide << unused) >> unused
                                         : static_cast<std::int64_t>(wide << unused >> unused);
        }
        out.number(written.number);
    }

    // --- reading back

    struct Decoded
    {
        Header header;
        FooterPlace footer;
        std::vector<std::byte> stream;
        std::uint64_t storedEnd = 0;
        std::shared_ptr<const StreamIndex> index {};
    };

    std::string open(const std::vector<std::byte>& file, Decoded& out) const
    {
        const auto header = readHeader(file);
        if (!header)
            return traceglass::message(header.error());
        out.header = *header;
        out.footer = findFooter(file, header->streamStart);
        if (!out.footer.footer)
            return "the footer cannot be read";
        const auto before = std::span(file).first(static_cast<std::size_t>(out.footer.offset));
        if (static_cast<std::uint32_t>(out.footer.footer->crc.value_or(0)) != crc32(before))
            return "the checksum does not match";
        const auto stored = before.subspan(static_cast<std::size_t>(header->streamStart));
        if (!header->codec) {
            out.stream.assign(stored.begin(), stored.end());
            out.storedEnd = out.footer.offset;
        } else {
            const MemorySource source("stored", {stored.begin(), stored.end()});
            const auto decoder = makeDecoder(*header->codec);
            decoder->start(source, 0, stored.size(), ~std::uint64_t(0));
            std::vector<std::byte> piece(4096);
            while (decoder->state() == StreamDecoder::State::more) {
                const std::size_t got = decoder->read(piece);
                out.stream.insert(out.stream.end(), piece.begin(),
                                  piece.begin() + static_cast<std::ptrdiff_t>(got));
            }
            if (decoder->state() != StreamDecoder::State::ended)
                return "the member is damaged: " + decoder->reason();
            out.storedEnd = header->streamStart + decoder->inputOffset();
        }
        StreamScan scan(out.stream, 0, Numbering::tool);
        Job job;
        scan.run(job);
        out.index = scan.take();
        if (out.index->fault)
            return "the stream has a fault at " + std::to_string(out.index->fault->offset);
        return {};
    }

    std::string compare(const std::vector<std::byte>& file)
    {
        Decoded decoded;
        if (std::string problem = open(file, decoded); !problem.empty())
            return problem;
        const StreamIndex& index = *decoded.index;
        if (index.messages != m_messages.size() + m_unknown)
            return std::to_string(index.messages) + " messages instead of "
                + std::to_string(m_messages.size());
        if (decoded.footer.footer->totalEvents != m_messages.size())
            return "the footer counts otherwise";
        CjfrComparison comparison(index);
        MessageWalk walk(index, m_unknown);
        for (const auto& [id, written] : m_messages) {
            if (!walk.next() || walk.message().type->id != id)
                return "another message stands there";
            if (!comparison.equal(walk.message(), *written))
                return "message " + std::to_string(walk.message().number) + " differs";
        }
        return {};
    }

    // The same choices once more, behind what is there.
    std::string appended(std::vector<std::byte>& file, CjfrChoices choices)
    {
        Decoded decoded;
        if (std::string problem = open(file, decoded); !problem.empty())
            return problem;
        m_choices = choices;
        m_known.clear();
        std::vector<std::byte> behind;
        const FinishedFile before {file, decoded.header, decoded.footer, *decoded.index, decoded.storedEnd};
        const auto added = append(
            before,
            [&](Encoder& out) -> Result<void> {
                for (int i = 0; i < 40 && m_choices.left(); ++i)
                    message(out);
                return {};
            },
            [&](std::span<const std::byte> bytes) -> Result<void> {
                behind.insert(behind.end(), bytes.begin(), bytes.end());
                return {};
            },
            Job());
        if (!added)
            return "appending: " + traceglass::message(added.error());
        file.resize(static_cast<std::size_t>(keptBytes(before)));
        file.insert(file.end(), behind.begin(), behind.end());
        std::string problem = compare(file);
        return problem.empty() ? problem : "after appending: " + problem;
    }

    static constexpr std::uint64_t kElements = 4;  // of an array at most
    static constexpr std::uint64_t kHeaviest = 60; // values in a value
    static constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

    std::vector<WrittenPtr> m_all; // until the end
    CjfrChoices m_choices;
    std::int64_t m_ticks = 1'000'000'000;
    bool m_isJfr = false;
    std::uint64_t m_unknown = 0;
    std::vector<std::uint64_t> m_types;
    std::map<std::uint64_t, std::uint64_t> m_weights; // by type: values it holds without a cache in between
    std::vector<std::pair<std::uint64_t, WrittenPtr>> m_messages;
    std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, WrittenPtr> m_known;
};

}
