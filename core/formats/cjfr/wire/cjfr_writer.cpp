#include "core/formats/cjfr/wire/cjfr_writer.h"

#include "core/formats/cjfr/wire/cjfr_header.h"

namespace traceglass::cjfr {

Writer::Writer(Sink sink, WriterOptions options)
    : m_sink(std::move(sink))
    , m_options(std::move(options))
{
    constexpr std::uint64_t kVersion = 2;
    ByteWriter header;
    header.text(kMagic);
    header.varint(kVersion);
    header.text(m_options.generator);
    header.text(m_options.generatorVersion);
    header.text(m_options.configuration);
    header.text(codecName(m_options.codec));
    header.varint(static_cast<std::uint64_t>(m_options.level));
    m_state = put(header.bytes());
    if (m_options.codec)
        m_codec = makeEncoder(*m_options.codec, m_options.level,
                              [this](std::span<const std::byte> bytes) { return put(bytes); });
}

Result<void> Writer::put(std::span<const std::byte> bytes)
{
    m_crc = crc32(bytes, m_crc);
    return m_sink(bytes);
}

Result<void> Writer::flush()
{
    if (m_state && m_stream.failed())
        m_state = fail(Code::CjfrUnwritable, m_stream.problem());
    if (m_state && m_stream.pending() > 0) {
        const std::vector<std::byte> bytes = m_stream.take();
        m_state = m_codec ? m_codec->write(bytes) : put(bytes);
    }
    return m_state;
}

Result<void> Writer::finish(Footer footer)
{
    if (m_state && m_stream.inMessage())
        m_state = fail(Code::CjfrUnwritable, "the last message is not complete");
    m_state = flush();
    if (m_state && m_codec)
        m_state = m_codec->finish();
    if (!m_state || !m_options.footer)
        return m_state;
    footer.crc = m_crc;
    footer.eventCounts = eventCounts(m_stream);
    footer.totalEvents = 0;
    for (const auto& [name, count] : footer.eventCounts)
        footer.totalEvents += count;
    m_state = put(footerBytes(footer));
    return m_state;
}

EventCounts eventCounts(const Encoder& stream)
{
    EventCounts out;
    for (const Type& type : stream.types().defined()) {
        const bool written = type.index < stream.counts().size() && stream.counts()[type.index] > 0;
        if (written && !type.isSetting())
            out.emplace_back(type.name, stream.counts()[type.index]);
    }
    return out;
}

}
