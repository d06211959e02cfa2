// A document that is nothing but bytes, those a test gives: for what shows and searches them.
//
//     auto capture = std::make_shared<Capture>(std::make_shared<SourcesDocument>(source));
#pragma once

#include "tests/support/fake_document.h"

namespace traceglass {

class SourcesDocument : public FakeDocument
{
public:
    explicit SourcesDocument(Result<SourcePtr> source)
        : SourcesDocument(std::vector {std::move(source)})
    {
    }
    explicit SourcesDocument(std::vector<Result<SourcePtr>> sources) // an error: it cannot be opened
        : FakeDocument(nullptr, 0)
        , m_sources(std::move(sources))
    {
    }

    std::uint32_t sourceCount() const override { return static_cast<std::uint32_t>(m_sources.size()); }
    std::string nameOf(SourceId id) const override
    {
        const auto opened = source(id);
        return opened ? (*opened)->name() : "closed";
    }
    Result<SourcePtr> source(SourceId id) const override
    {
        return number(id) < m_sources.size() ? m_sources[number(id)] : fail(Code::NodeUnknown);
    }

private:
    std::vector<Result<SourcePtr>> m_sources;
};

// 2^40 bytes, all the same.
class HugeSource : public MemorySource
{
public:
    HugeSource()
        : MemorySource("huge", {})
    {
    }
    std::uint64_t size() const override { return std::uint64_t(1) << 40; }
    std::size_t read(std::uint64_t, std::span<std::byte> out) const override
    {
        std::fill(out.begin(), out.end(), std::byte(7));
        return out.size();
    }
};

}
