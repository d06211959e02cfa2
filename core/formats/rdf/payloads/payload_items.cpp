#include "core/formats/rdf/payloads/payload_items.h"

#include "core/formats/rdf/payloads/code_objects.h"
#include "core/formats/rdf/payloads/counters.h"
#include "core/formats/rdf/payloads/crash/crash_items.h"
#include "core/formats/rdf/payloads/ray_tracing.h"
#include "core/io/byte_reader.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kRecordRead = 64 * 1024;          // bytes of a record that fields may lie in
constexpr std::uint64_t kItemsAtMost = ~std::uint32_t(0); // that have numbers
constexpr std::size_t kStringShown = 200;
constexpr std::size_t kValuesShown = 3; // of a row's fields

std::string numberLabel(std::uint64_t n)
{
    return '[' + grouped(n) + ']';
}

// What all kinds share whose items lie in one chunk.
class ItemsOfChunk : public PayloadItems
{
public:
    explicit ItemsOfChunk(const ChunkData& data)
        : m_data(data)
    {
    }
    ByteRange place(std::uint64_t n, std::uint64_t inside, std::uint64_t length,
                    const Job& job) const override
    {
        return m_data.place(item(n, job).offset + inside, length);
    }

protected:
    ItemPlace placeAt(std::uint64_t number, std::uint64_t inside) const
    {
        return {m_data.entry(), number, inside};
    }

    ChunkData m_data;
};

// The fields of one record.
class RecordItems : public ItemsOfChunk
{
public:
    // The fields begin at `offset`. Bytes from `knownSize` on are shown as one; nothing: they are left alone.
    RecordItems(const ChunkData& data, const std::vector<PayloadField>& fields, std::uint64_t offset,
                std::optional<std::uint64_t> knownSize)
        : ItemsOfChunk(data)
    {
        for (const PayloadField& field : fields) {
            PayloadItem item {std::string(field.name), field.value};
            item.offset = offset + field.offset;
            item.length = field.length;
            m_items.push_back(std::move(item));
        }
        if (knownSize && !m_items.empty() && data.size() > *knownSize)
            m_items.push_back(restItem(*knownSize, data.size() - *knownSize));
    }

    std::uint64_t count() const override { return m_items.size(); }
    PayloadItem item(std::uint64_t n, const Job&) const override
    {
        return m_items[static_cast<std::size_t>(n)];
    }
    std::optional<ItemPlace> at(std::uint64_t offset, const Job&) const override
    {
        for (std::size_t n = 0; n < m_items.size(); ++n) {
            if (offset >= m_items[n].offset && offset - m_items[n].offset < m_items[n].length)
                return placeAt(n, offset - m_items[n].offset);
        }
        return {};
    }

private:
    std::vector<PayloadItem> m_items;
};

// Records of one size in a row, and what is left behind them.
class RowItems : public ItemsOfChunk
{
public:
    RowItems(const ChunkData& data, std::uint64_t size)
        : ItemsOfChunk(data)
        , m_size(size)
        , m_rows(std::min(data.size() / size, kItemsAtMost - 1))
        , m_rest(data.size() - m_rows * size)
    {
    }

    std::uint64_t count() const override { return m_rows + (m_rest > 0); }
    PayloadItem item(std::uint64_t n, const Job& job) const override
    {
        if (n == m_rows)
            return restItem(n * m_size, m_rest);
        PayloadItem out {.label = numberLabel(n), .offset = n * m_size, .length = m_size};
        fill(m_data.read(out.offset, m_size, job), out);
        return out;
    }
    std::optional<ItemPlace> at(std::uint64_t offset, const Job&) const override
    {
        const std::uint64_t n = std::min(offset / m_size, m_rows);
        return offset < m_data.size() ? std::optional(placeAt(n, offset - n * m_size)) : std::nullopt;
    }

protected:
    virtual void fill(const std::vector<std::byte>& bytes, PayloadItem& out) const = 0;
    std::vector<std::byte> bytesOf(std::uint64_t n, const Job& job) const
    {
        return n < m_rows ? m_data.read(n * m_size, m_size, job) : std::vector<std::byte> {};
    }

private:
    std::uint64_t m_size, m_rows, m_rest;
};

class TableItems : public RowItems
{
public:
    TableItems(const ChunkData& data, PayloadKind kind)
        : RowItems(data, layoutOf(kind).data.least)
        , m_layout(layoutOf(kind).data)
        , m_kind(kind)
    {
    }

    std::vector<PayloadField> fields(std::uint64_t n, const Job& job) const override
    {
        return m_layout.describe(bytesOf(n, job));
    }
    void write(std::uint64_t n, JsonWriter& json, const Job& job) const override
    {
        m_layout.write(bytesOf(n, job), json);
    }
    bool hasFields() const override { return true; }
    bool hasEvents() const override { return m_kind == PayloadKind::codeObjectLoads; }

protected:
    void fill(const std::vector<std::byte>& bytes, PayloadItem& out) const override
    {
        std::size_t shown = 0;
        for (const PayloadField& field : m_layout.describe(bytes)) {
            if (field.name == "pci" || shown == kValuesShown)
                continue;
            out.value += (out.value.empty() ? "" : " · ") + field.value;
            ++shown;
        }
        CodeObjectLoad load;
        if (m_kind == PayloadKind::codeObjectLoads && readFields(bytes, load)) {
            out.tick = load.cpu;
            out.event = load.kind <= 1 ? "code_object_" + loadName(load.kind) : "code_object_event";
            out.tint = load.kind == 0 ? Tint::taskStart : Tint::taskEnd;
        }
    }

private:
    const RecordLayout& m_layout;
    PayloadKind m_kind;
};

// Numbers of one size: each is said by a function.
class NumberItems : public RowItems
{
public:
    using Say = std::function<std::string(std::uint64_t)>;
    NumberItems(const ChunkData& data, std::uint64_t size, Say say)
        : RowItems(data, size)
        , m_say(std::move(say))
    {
    }

protected:
    void fill(const std::vector<std::byte>& bytes, PayloadItem& out) const override
    {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
        out.value = m_say(value);
    }

private:
    Say m_say;
};

// A table of strings: their offsets, then their texts (rdf.md 5).
class StringItems : public ItemsOfChunk
{
public:
    StringItems(const ChunkData& data, std::uint64_t count)
        : ItemsOfChunk(data)
        , m_count(std::min(count, data.size() / kOffset))
    {
    }

    std::uint64_t count() const override { return m_count; }
    PayloadItem item(std::uint64_t n, const Job& job) const override
    {
        const auto stored = m_data.read(n * kOffset, kOffset, job);
        ByteReader in(stored);
        PayloadItem out {grouped(n + 1)}; // operations count them from 1
        out.offset = in.u32();
        const auto bytes = m_data.read(out.offset, kStringRead, job);
        const std::string_view text = asText(bytes).substr(0, asText(bytes).find('\0'));
        out.length = std::min<std::uint64_t>(text.size() + 1, bytes.size());
        out.value = escaped(shortened(text, kStringShown));
        return out;
    }
    // The offsets belong to the table itself.
    std::optional<ItemPlace> at(std::uint64_t offset, const Job& job) const override
    {
        if (offset < m_count * kOffset)
            return {};
        std::optional<std::uint64_t> best;
        std::uint64_t begin = 0;
        for (std::uint64_t first = 0; first < m_count && !job.stopRequested(); first += kOffsetsRead) {
            const auto bytes =
                m_data.read(first * kOffset, std::min(kOffsetsRead, m_count - first) * kOffset, job);
            ByteReader in(bytes);
            for (std::uint64_t n = first; in.left() >= kOffset; ++n) {
                const std::uint64_t one = in.u32();
                if (one <= offset && (!best || one > begin)) {
                    best = n;
                    begin = one;
                }
            }
        }
        if (!best || offset - begin >= item(*best, job).length)
            return {};
        return placeAt(*best, offset - begin);
    }

private:
    static constexpr std::uint64_t kOffset = 4, kOffsetsRead = 16'384, kStringRead = 4096;

    std::uint64_t m_count;
};

template <class Header>
Header headerOf(const PayloadChunks& chunks, std::uint32_t entry)
{
    Header out;
    readFields(chunks.header(entry).bytes, out);
    return out;
}

std::string operationName(std::uint64_t word)
{
    static constexpr auto kNames = std::to_array<std::string_view>({"none", "push", "pop", "set"});
    return std::string(kNames[static_cast<std::size_t>(word & 3)]);
}

NumberItems::Say operationSay(const PayloadFacts& facts, std::uint32_t table, const Job& job)
{
    Job unseen(job.token()); // progress is that of the question
    auto known = facts.ask(unseen).value_or(nullptr);
    return [known = std::move(known), table](std::uint64_t word) {
        const auto string = static_cast<std::uint32_t>(word >> 2);
        std::string out = operationName(word);
        if (string > 0 && known) {
            MarkerTree tree;
            tree.table = table;
            out += ' ' + escaped(shortened(known->markers.nameOf(tree, string), kStringShown));
        }
        return out;
    };
}

std::shared_ptr<const PayloadItems> recordItems(PayloadKind kind, const ChunkData& data, const Job& job)
{
    const std::vector<PayloadField> fields = layoutOf(kind).data.describe(data.read(0, kRecordRead, job));
    std::uint64_t known = layoutOf(kind).data.size;
    for (const PayloadField& field : fields)
        known = std::max(known, field.offset + field.length);
    return std::make_shared<RecordItems>(data, fields, 0, known);
}

}

ChunkData::ChunkData(const RdfFile& file, std::uint32_t entry, const Job& job)
    : m_file(file)
    , m_entry(entry)
    , m_range(file.payload({0, entry}, job)->range)
{
}

std::vector<std::byte> ChunkData::read(std::uint64_t offset, std::uint64_t length, const Job& job) const
{
    const ByteRange part = place(offset, length);
    const auto source = m_file.source(part.source);
    return source ? readBytes(**source, part.offset, part.length, part.length, job)
                  : std::vector<std::byte> {};
}

ByteRange ChunkData::place(std::uint64_t offset, std::uint64_t length) const
{
    offset = std::min(offset, m_range.length);
    return {m_range.source, m_range.offset + offset, std::min(length, m_range.length - offset)};
}

std::shared_ptr<const PayloadItems> itemsOf(const PayloadFacts& facts, PayloadKind kind, std::uint32_t entry,
                                            const Job& job)
{
    const PayloadChunks chunks = facts.chunks();
    const ChunkData data(chunks.file(), entry, job);
    const RecordLayout& layout = layoutOf(kind).data;
    if (layout.describe && layout.isRow)
        return std::make_shared<TableItems>(data, kind);
    if (layout.describe)
        return recordItems(kind, data, job);
    const auto plain = [](std::uint64_t value) { return grouped(value); };
    switch (kind) {
    case PayloadKind::stringTable:
        return std::make_shared<StringItems>(data, headerOf<StringTableHeader>(chunks, entry).count);
    case PayloadKind::userMarkers:
        return std::make_shared<NumberItems>(
            data, 4, operationSay(facts, headerOf<UserMarkersHeader>(chunks, entry).table, job));
    case PayloadKind::spmSession:
        return std::make_shared<NumberItems>(
            data, 8, [](std::uint64_t value) { return valueText(value, FieldUnit::gpuTicks); });
    case PayloadKind::spmCounter: {
        const std::uint32_t size = headerOf<SpmCounter>(chunks, entry).itemSize;
        if (size != 2 && size != 4)
            return {};
        return std::make_shared<NumberItems>(data, size, plain);
    }
    case PayloadKind::snapshotIndex: return std::make_shared<NumberItems>(data, 2, plain);
    case PayloadKind::crashEvents: return crashItems(chunks, data, job);
    case PayloadKind::accelerationStructure: {
        const auto header = headerOf<RawAccelStruct>(chunks, entry);
        AccelStruct structure;
        const auto bytes = data.read(header.headerOffset, header.headerSize, job);
        return std::make_shared<RecordItems>(data, describeFields(bytes, structure), header.headerOffset,
                                             std::nullopt);
    }
    default: return {};
    }
}

}
