// Chunks of a capture that is made up, one after the other until the first error.
//
//     DemoWriter out(std::move(*RdfWriter::create(path)));
//     out.chunk("QueueInfo", 1, Compression::none, writtenBytes(info));
//     return out.finish();
#pragma once

#include "core/formats/rdf/demo/rdf_writer.h"

namespace traceglass::rdf {

class DemoWriter
{
public:
    explicit DemoWriter(RdfWriter writer)
        : m_writer(std::move(writer))
    {
    }

    void chunk(std::string_view id, std::uint32_t version, Compression compression,
               std::span<const std::byte> data, std::span<const std::byte> header = {})
    {
        if (m_done)
            m_done = m_writer.add({.id = id, .version = version, .compression = compression}, header, data);
    }
    void chunk(std::string_view id, std::uint32_t version, Compression compression, const ByteWriter& data,
               const ByteWriter& header = {})
    {
        chunk(id, version, compression, std::span(data.bytes()), header.bytes());
    }
    void text(std::string_view id, Compression compression, std::string_view text)
    {
        chunk(id, 1, compression, std::as_bytes(std::span(text)));
    }
    Result<void> finish() { return m_done ? m_writer.finish() : m_done; }
    std::vector<std::byte> take() { return m_writer.take(); }

private:
    RdfWriter m_writer;
    Result<void> m_done;
};

}
