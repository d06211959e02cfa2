// xz streams (xz-file-format.txt 1.2). The container is read here and only its blocks by the library, because
// blocks that state their sizes decode independently, on all cores; the library's own threaded decoder keeps
// one core busy with them.
#include "core/base/limits.h"
#include "core/base/workers.h"
#include "core/codec/member_stream.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <lzma.h>

namespace traceglass {

namespace {

constexpr std::size_t kXzBatchACore = 32u << 20; // the largest block of the usual presets is 24 MiB
constexpr std::size_t kStopStep = 1u << 20;      // decoded bytes between two looks at the job

const std::uint8_t* raw(std::span<const std::byte> bytes)
{
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

std::string reasonOf(lzma_ret result)
{
    return result == LZMA_MEMLIMIT_ERROR ? "the decoder would need too much memory"
        : result == LZMA_OPTIONS_ERROR   ? "the data use an unknown filter or option"
        : result == LZMA_MEM_ERROR       ? "no memory for the decoder"
                                         : "a check of the codec failed";
}

// A block with the header it was read from. Stays where it is: the library keeps a pointer to it.
struct XzBlock
{
    XzBlock() = default;
    ~XzBlock() { release(); }
    XzBlock(const XzBlock&) = delete;
    XzBlock& operator=(const XzBlock&) = delete;

    lzma_ret read(std::span<const std::byte> header, lzma_check check)
    {
        release();
        about = {};
        about.version = 1;
        about.check = check;
        about.filters = filters.data();
        about.header_size = static_cast<std::uint32_t>(header.size());
        const lzma_ret result = lzma_block_header_decode(&about, nullptr, raw(header));
        if (result != LZMA_OK) {
            filters[0].id = LZMA_VLI_UNKNOWN; // the library has released them
            return result;
        }
        return memory() > limits::kXzMemory ? LZMA_MEMLIMIT_ERROR : LZMA_OK;
    }
    std::uint64_t memory() const { return lzma_raw_decoder_memusage(filters.data()); }

    lzma_block about {};

private:
    void release()
    {
        for (lzma_filter& filter : filters) {
            if (filter.id == LZMA_VLI_UNKNOWN)
                break;
            std::free(filter.options);
            filter.options = nullptr;
        }
        filters[0].id = LZMA_VLI_UNKNOWN;
    }

    std::array<lzma_filter, LZMA_FILTERS_MAX + 1> filters = {lzma_filter {LZMA_VLI_UNKNOWN, nullptr}};
};

class Xz : public MemberCodec
{
public:
    ~Xz() override
    {
        lzma_end(&m_stream);
        lzma_index_hash_end(m_hash, nullptr);
    }
    Codec codec() const override { return Codec::xz; }
    std::size_t batch() const override { return coreCount() * kXzBatchACore; }

    std::size_t padding(std::span<const std::byte> head) const override
    {
        const auto end = std::ranges::find_if(head, [](std::byte byte) { return byte != std::byte(0); });
        return static_cast<std::size_t>(end - head.begin()) / 4 * 4; // stream padding comes in fours
    }

    bool begin() override
    {
        m_hash = lzma_index_hash_init(m_hash, nullptr);
        expect(LZMA_STREAM_HEADER_SIZE, Section::streamHeader);
        return m_hash != nullptr;
    }

    Progress step(std::span<const std::byte> in, bool, std::span<std::byte> out, std::string& reason) override
    {
        Progress progress;
        lzma_ret result = LZMA_OK;
        if (m_section == Section::block) {
            result = blockContent(in, out, progress);
        } else if (m_section == Section::index) {
            result = lzma_index_hash_decode(m_hash, raw(in), &progress.used, in.size());
            if (result == LZMA_STREAM_END)
                expect(LZMA_STREAM_HEADER_SIZE, Section::footer);
            if (result == LZMA_STREAM_END || result == LZMA_BUF_ERROR)
                result = LZMA_OK;
        } else {
            progress.used = std::min(m_want - m_held.size(), in.size());
            m_held.insert(m_held.end(), in.begin(), in.begin() + static_cast<std::ptrdiff_t>(progress.used));
            if (m_held.size() == m_want)
                result = held();
        }
        if (result == LZMA_STREAM_END) {
            progress.outcome = Outcome::ended;
        } else if (result != LZMA_OK) {
            progress.outcome = Outcome::corrupt;
            reason = reasonOf(result);
        }
        return progress;
    }

    Progress parts(std::span<const std::byte> in, std::span<std::byte> out, const Job& job) override
    {
        Progress progress;
        if (m_section != Section::blockStart || !m_held.empty())
            return progress;
        std::vector<std::unique_ptr<XzBlock>> blocks;
        std::vector<MemberPart> places;
        std::size_t used = 0, made = 0;
        std::uint64_t memory = 0;
        while (used < in.size() && in[used] != std::byte(0)) {
            const auto rest = in.subspan(used);
            const std::size_t header = lzma_block_header_size_decode(std::to_integer<std::uint32_t>(rest[0]));
            auto block = std::make_unique<XzBlock>();
            if (rest.size() < header || block->read(rest.first(header), m_flags.check) != LZMA_OK)
                break;
            const std::uint64_t size = lzma_block_total_size(&block->about);
            const std::uint64_t content = block->about.uncompressed_size;
            memory += block->memory();
            if (size == LZMA_VLI_UNKNOWN || content == LZMA_VLI_UNKNOWN || size > rest.size()
                || content > out.size() - made || (memory > limits::kXzMemory && !blocks.empty()))
                break;
            places.push_back({rest.subspan(header, static_cast<std::size_t>(size) - header),
                              out.subspan(made, static_cast<std::size_t>(content))});
            blocks.push_back(std::move(block));
            used += static_cast<std::size_t>(size);
            made += static_cast<std::size_t>(content);
        }
        if (blocks.size() < 2)
            return progress;
        const auto ends = decodeParts(
            places, job, [&](std::size_t i) { return wholeBlock(blocks[i]->about, places[i], job); });
        for (std::size_t i = 0; i < ends.size() && count(blocks[i]->about) == LZMA_OK; ++i) {
            progress.used += blocks[i]->about.header_size + places[i].in.size();
            progress.made = ends[i];
        }
        return progress;
    }

private:
    enum class Section : std::uint8_t { streamHeader, blockStart, blockHeader, block, index, footer };

    void expect(std::size_t bytes, Section section)
    {
        m_held.clear();
        m_want = bytes;
        m_section = section;
    }

    // All bytes of a section that is read at once are there.
    lzma_ret held()
    {
        switch (m_section) {
        case Section::streamHeader: {
            const lzma_ret result = lzma_stream_header_decode(&m_flags, raw(m_held));
            expect(1, Section::blockStart);
            return result;
        }
        case Section::blockStart:
            if (m_held[0] == std::byte(0)) { // the index begins
                std::size_t used = 0;
                m_section = Section::index;
                return lzma_index_hash_decode(m_hash, raw(m_held), &used, m_held.size());
            }
            m_want = lzma_block_header_size_decode(std::to_integer<std::uint32_t>(m_held[0]));
            m_section = Section::blockHeader;
            return LZMA_OK;
        case Section::blockHeader: {
            lzma_ret result = m_block.read(m_held, m_flags.check);
            if (result == LZMA_OK)
                result = lzma_block_decoder(&m_stream, &m_block.about);
            m_section = Section::block;
            return result;
        }
        case Section::footer: {
            lzma_stream_flags footer {};
            lzma_ret result = lzma_stream_footer_decode(&footer, raw(m_held));
            if (result == LZMA_OK && footer.backward_size != lzma_index_hash_size(m_hash))
                result = LZMA_DATA_ERROR;
            if (result == LZMA_OK)
                result = lzma_stream_flags_compare(&m_flags, &footer);
            return result == LZMA_OK ? LZMA_STREAM_END : result;
        }
        case Section::block:
        case Section::index: break;
        }
        return LZMA_OK;
    }

    lzma_ret blockContent(std::span<const std::byte> in, std::span<std::byte> out, Progress& progress)
    {
        m_stream.next_in = raw(in);
        m_stream.avail_in = in.size();
        m_stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
        m_stream.avail_out = out.size();
        const lzma_ret result = lzma_code(&m_stream, LZMA_RUN);
        progress.used = in.size() - m_stream.avail_in;
        progress.made = out.size() - m_stream.avail_out;
        if (result == LZMA_BUF_ERROR)
            return LZMA_OK;
        if (result != LZMA_STREAM_END)
            return result;
        expect(1, Section::blockStart);
        return count(m_block.about);
    }

    lzma_ret count(const lzma_block& block)
    {
        return lzma_index_hash_append(m_hash, lzma_block_unpadded_size(&block), block.uncompressed_size);
    }

    static std::optional<std::size_t> wholeBlock(lzma_block& block, const MemberPart& place, const Job& job)
    {
        lzma_stream stream = LZMA_STREAM_INIT;
        lzma_ret result = lzma_block_decoder(&stream, &block);
        stream.next_in = raw(place.in);
        stream.avail_in = place.in.size();
        stream.next_out = reinterpret_cast<std::uint8_t*>(place.out.data());
        std::size_t left = place.out.size();
        while (result == LZMA_OK && !job.stopRequested()) {
            const std::size_t given = std::min(left, kStopStep);
            stream.avail_out = given;
            result = lzma_code(&stream, LZMA_RUN);
            left -= given - stream.avail_out;
        }
        lzma_end(&stream);
        return result == LZMA_STREAM_END && left == 0 ? std::optional(place.out.size()) : std::nullopt;
    }

    Section m_section = Section::streamHeader;
    std::vector<std::byte> m_held; // the bytes of the section that is being read
    std::size_t m_want = 0;        // how many it has
    lzma_stream_flags m_flags {};
    XzBlock m_block;
    lzma_index_hash* m_hash = nullptr; // of the blocks so far, to compare with the one in the stream
    lzma_stream m_stream = LZMA_STREAM_INIT;
};

}

std::unique_ptr<MemberCodec> makeXz()
{
    return std::make_unique<Xz>();
}

}
