#include "core/formats/rdf/payloads/crash/crash_items.h"

#include "core/formats/rdf/payloads/crash/crash_fields.h"
#include "core/formats/rdf/payloads/marked_run.h"
#include "core/io/byte_reader.h"

namespace traceglass::rdf {

namespace {

// What stands before each payload.
struct CrashEventHead
{
    std::uint8_t id = 0, delta = 0;
    std::uint16_t size = 0;
};
template <class Fields>
void layout(Fields& in, CrashEventHead& out)
{
    in.number("id", out.id);
    in.number("delta", out.delta);
    in.number("size", out.size, FieldUnit::bytes);
}

class CrashItems : public PayloadItems
{
public:
    CrashItems(const PayloadChunks& chunks, const ChunkData& data, const Job& job)
        : m_data(data)
        , m_run([this](std::uint64_t offset, std::uint64_t length,
                       const Job& asker) { return m_data.read(offset, length, asker); },
                [this](MarkedRun::ItemBlock& block) { decode(block); })
    {
        CrashEventStream stream(chunks, data.entry());
        for (;;) {
            const std::uint64_t state = stream.clock().largeDelta;
            const CrashEvent* const event = stream.next();
            if (!event || (m_run.count() % 4096 == 4095 && job.stopRequested()))
                break;
            m_run.add(event->offset, state);
        }
        m_header = stream.header();
        m_run.end(stream.offset());
        m_rest = m_data.size() - std::min(m_data.size(), m_run.end());
    }

    std::uint64_t count() const override { return m_run.count() + (m_rest > 0); }

    PayloadItem item(std::uint64_t n, const Job& job) const override
    {
        if (n >= m_run.count())
            return restItem(m_run.end(), m_rest);
        PayloadItem out;
        withEvent(n, job,
                  [&](const MarkedRun::Item& item, std::uint8_t id, std::span<const std::byte> payload) {
                      out.label = crashEventName(id, m_header.provider);
                      out.value = crashEventSubject(payload, id, m_header.provider);
                      out.event = out.label;
                      out.tint = crashEventTint(id, m_header.provider);
                      out.offset = item.offset;
                      out.length = item.length;
                      out.tick = item.tick;
                  });
        return out;
    }

    std::optional<ItemPlace> at(std::uint64_t offset, const Job& job) const override
    {
        if (m_rest > 0 && offset >= m_run.end() && offset < m_data.size())
            return ItemPlace {m_data.entry(), m_run.count(), offset - m_run.end()};
        const auto found = m_run.at(offset, job);
        return found ? std::optional(ItemPlace {m_data.entry(), found->number, offset - found->begin})
                     : std::nullopt;
    }

    std::vector<PayloadField> fields(std::uint64_t n, const Job& job) const override
    {
        std::vector<PayloadField> out;
        withEvent(n, job, [&](const MarkedRun::Item&, std::uint8_t id, std::span<const std::byte> payload) {
            CrashEventHead head;
            out = describeFields({payload.data() - kCrashEventHead, kCrashEventHead}, head);
            for (PayloadField& field : describeCrashEvent(payload, id, m_header.provider)) {
                field.offset += kCrashEventHead;
                out.push_back(std::move(field));
            }
        });
        return out;
    }

    void write(std::uint64_t n, JsonWriter& json, const Job& job) const override
    {
        withEvent(n, job, [&](const MarkedRun::Item&, std::uint8_t id, std::span<const std::byte> payload) {
            json.field("id", id);
            writeCrashEvent(payload, id, m_header.provider, json);
        });
    }

    bool hasFields() const override { return true; }
    bool hasEvents() const override { return true; }
    ByteRange place(std::uint64_t n, std::uint64_t inside, std::uint64_t length,
                    const Job& job) const override
    {
        std::uint64_t begin = m_run.end();
        withEvent(n, job, [&](const MarkedRun::Item& item, std::uint8_t, std::span<const std::byte>) {
            begin = item.offset;
        });
        return m_data.place(begin + inside, length);
    }

private:
    template <class Use>
    void withEvent(std::uint64_t n, const Job& job, Use use) const
    {
        if (n >= m_run.count())
            return;
        const auto block = m_run.blockOf(n, job);
        if (const MarkedRun::Item* const item = block->find(n)) {
            const auto bytes = block->bytesOf(*item);
            use(*item, std::to_integer<std::uint8_t>(bytes[0]), bytes.subspan(kCrashEventHead));
        }
    }

    void decode(MarkedRun::ItemBlock& block) const
    {
        CrashClock clock {block.first.state};
        ByteReader in(std::span(block.bytes).first(block.bytes.size() - MarkedRun::kReadBehind));
        while (in.left() >= kCrashEventHead) {
            CrashEvent event;
            event.offset = block.first.offset + in.offset();
            event.id = in.u8();
            const std::uint8_t delta = in.u8();
            const std::uint16_t size = in.u16();
            event.payload = in.bytes(size);
            if (in.failed())
                return;
            event.tick = clock.pass(event, delta, m_header);
            block.items.push_back({event.offset, event.tick, std::uint32_t(kCrashEventHead) + size});
        }
    }

    ChunkData m_data;
    ProviderHeader m_header;
    MarkedRun m_run;
    std::uint64_t m_rest = 0; // bytes behind the events
};

}

std::shared_ptr<const PayloadItems> crashItems(const PayloadChunks& chunks, const ChunkData& data,
                                               const Job& job)
{
    return std::make_shared<CrashItems>(chunks, data, job);
}

}
