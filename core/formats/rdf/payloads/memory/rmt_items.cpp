#include "core/formats/rdf/payloads/memory/rmt_items.h"

#include "core/formats/rdf/payloads/memory/rmt_fields.h"

#include <algorithm>

namespace traceglass::rdf {

RmtIndex::RmtIndex(const PayloadChunks& chunks, const RmtStreamInfo& info, const Job& job)
    : m_version(info.version)
    , m_run([this](std::uint64_t offset, std::uint64_t length,
                   const Job& asker) { return read(offset, length, asker); },
            [this](MarkedRun::ItemBlock& block) { decode(block); })
{
    RmtStream stream(chunks, info);
    std::vector<std::uint64_t> firstTokens; // of the chunks that were looked at
    std::uint64_t units = 0;
    while (const RmtToken* const token = stream.next()) {
        if (m_run.count() % 4096 == 4095 && job.stopRequested())
            return;
        while (firstTokens.size() < stream.parts().size()
               && token->offset >= stream.parts()[firstTokens.size()].begin)
            firstTokens.push_back(m_run.count());
        m_run.add(token->offset, units);
        units = token->tick / kTicksAUnit;
    }
    m_run.end(stream.offset());
    firstTokens.resize(info.entries.size() + 1, m_run.count());
    std::uint64_t begin = 0;
    for (std::size_t n = 0; n < info.entries.size(); ++n) {
        const ChunkData data(chunks.file(), info.entries[n], job);
        const bool isSeen =
            n + 1 < stream.parts().size(); // to its end: damaged data have less than they claim
        const std::uint64_t length = isSeen ? stream.parts()[n].length : data.size();
        m_parts.push_back({data, begin, length, firstTokens[n], firstTokens[n + 1] - firstTokens[n]});
        begin += length;
    }
}

const RmtIndex::ChunkPart* RmtIndex::partOf(std::uint32_t entry) const
{
    const auto found =
        std::ranges::lower_bound(m_parts, entry, {}, [](const ChunkPart& part) { return part.data.entry(); });
    return found == m_parts.end() || found->data.entry() != entry ? nullptr : &*found;
}

const RmtIndex::ChunkPart& RmtIndex::partAt(std::uint64_t offset) const
{
    return *std::prev(std::ranges::upper_bound(m_parts, offset, {}, &ChunkPart::begin));
}

const RmtIndex::ChunkPart& RmtIndex::partOfToken(std::uint64_t number) const
{
    return *std::prev(std::ranges::upper_bound(m_parts, number, {}, &ChunkPart::firstToken));
}

RmtToken RmtIndex::token(const MarkedRun::ItemBlock& block, const MarkedRun::Item& item) const
{
    RmtToken out;
    out.data = block.bytesOf(item).data();
    out.size = item.length;
    out.offset = item.offset;
    out.tick = item.tick;
    out.kind = static_cast<RmtKind>(std::to_integer<unsigned>(out.data[0]) & 15);
    out.version = m_version;
    return out;
}

std::vector<std::byte> RmtIndex::read(std::uint64_t offset, std::uint64_t length, const Job& job) const
{
    std::vector<std::byte> out;
    while (out.size() < length) {
        const ChunkPart& part = partAt(offset + out.size());
        const auto some = part.data.read(offset + out.size() - part.begin, length - out.size(), job);
        if (some.empty())
            break;
        out.insert(out.end(), some.begin(), some.end());
    }
    return out;
}

void RmtIndex::decode(MarkedRun::ItemBlock& block) const
{
    RmtClock clock {block.first.state};
    RmtToken token;
    const std::size_t size = block.bytes.size() - MarkedRun::kReadBehind;
    for (std::size_t at = 0; at < size; at += token.size) {
        token.data = block.bytes.data() + at;
        token.size = rmtTokenSize(token.data, size - at, m_version);
        if (token.size == 0 || token.size > size - at)
            return; // fewer bytes than there were
        clock.pass(token);
        block.items.push_back({block.first.offset + at, token.tick, token.size});
    }
}

namespace {

class RmtItems : public PayloadItems
{
public:
    RmtItems(std::shared_ptr<const RmtIndex> index, const RmtIndex::ChunkPart& part)
        : m_index(std::move(index))
        , m_part(part)
        , m_restBegin(std::clamp(m_index->run().end(), part.begin, part.end()))
        , m_rest(part.end() - m_restBegin)
    {
    }

    std::uint64_t count() const override { return m_part.tokens + (m_rest > 0); }

    PayloadItem item(std::uint64_t n, const Job& job) const override
    {
        if (n >= m_part.tokens)
            return restItem(m_restBegin - m_part.begin, m_rest);
        PayloadItem out;
        withToken(n, job, [&](const RmtToken& token) {
            out.label = rmtKindName(token.kind);
            out.value = tokenSubject(token);
            out.event = out.label;
            out.tint = tokenTint(token.kind);
            out.offset = token.offset - m_part.begin;
            out.length = token.size;
            out.tick = token.tick;
        });
        return out;
    }

    std::optional<ItemPlace> at(std::uint64_t offset, const Job& job) const override
    {
        offset += m_part.begin;
        if (offset >= m_restBegin)
            return offset < m_part.end()
                ? std::optional(ItemPlace {m_part.data.entry(), m_part.tokens, offset - m_restBegin})
                : std::nullopt;
        const auto found = m_index->run().at(offset, job);
        if (!found)
            return {};
        const RmtIndex::ChunkPart& part = m_index->partOfToken(found->number);
        return ItemPlace {part.data.entry(), found->number - part.firstToken, offset - found->begin};
    }

    std::vector<PayloadField> fields(std::uint64_t n, const Job& job) const override
    {
        std::vector<PayloadField> out;
        withToken(n, job, [&](const RmtToken& token) { out = describeToken(token); });
        return out;
    }
    void write(std::uint64_t n, JsonWriter& json, const Job& job) const override
    {
        withToken(n, job, [&](const RmtToken& token) { writeToken(token, json); });
    }
    bool hasFields() const override { return true; }
    bool hasEvents() const override { return true; }

    // Of what two chunks hold the part in the first one.
    ByteRange place(std::uint64_t n, std::uint64_t inside, std::uint64_t length,
                    const Job& job) const override
    {
        std::uint64_t begin = m_restBegin;
        withToken(n, job, [&](const RmtToken& token) { begin = token.offset; });
        const RmtIndex::ChunkPart& part = m_index->partAt(begin + inside);
        return part.data.place(begin + inside - part.begin, length);
    }

private:
    template <class Use>
    void withToken(std::uint64_t n, const Job& job, Use use) const
    {
        if (n >= m_part.tokens)
            return;
        const std::uint64_t number = m_part.firstToken + n;
        const auto block = m_index->run().blockOf(number, job);
        if (const MarkedRun::Item* const item = block->find(number))
            use(m_index->token(*block, *item));
    }

    std::shared_ptr<const RmtIndex> m_index;
    const RmtIndex::ChunkPart& m_part;
    std::uint64_t m_restBegin; // in the stream
    std::uint64_t m_rest;
};

}

std::shared_ptr<const PayloadItems> rmtItems(std::shared_ptr<const RmtIndex> index, std::uint32_t entry)
{
    const RmtIndex::ChunkPart* const part = index->partOf(entry);
    return part ? std::make_shared<RmtItems>(std::move(index), *part) : nullptr;
}

}
