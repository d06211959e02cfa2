#include "core/formats/cjfr/notes/cjfr_append.h"

#include "core/io/save_io.h"

namespace traceglass::cjfr {

namespace {

Result<void> checkContinuable(const FinishedFile& before)
{
    using State = FooterPlace::State;
    if (before.index.fault || before.storedEnd != before.footer.offset)
        return fail(Code::CjfrNotContinuable, "the stream does not end where the file or its footer says");
    if (before.footer.state == State::unreadable || before.footer.state == State::newer)
        return fail(Code::CjfrNotContinuable, "the footer cannot be read");
    return {};
}

// Between two looks at the job: xz takes 20 ms for so much.
constexpr std::size_t kSummed = 4u << 20, kEncoded = 64u << 10;

EncoderLevel levelOf(const Header& header)
{
    return static_cast<EncoderLevel>(header.level.value_or(1)); // checked when the header was read
}

// The checksum of the bytes that stay. The old one tells, and what was wrong with it stays wrong: adding a
// note does not mend a file.
Result<std::uint32_t> checksumOf(const FinishedFile& before, std::uint64_t kept, const Job& job)
{
    const auto& footer = before.footer.footer;
    if (kept == before.footer.offset && footer && footer->crc.value_or(0) != 0)
        return static_cast<std::uint32_t>(*footer->crc);
    std::uint32_t crc = 0;
    const auto add = [&](std::span<const std::byte> piece) {
        crc = crc32(piece, crc);
        return Result<void>();
    };
    return writeAll(add, before.file.first(static_cast<std::size_t>(kept)), job, kSummed).map([&] {
        return crc;
    });
}

}

bool takesMembers(std::optional<Codec> codec)
{
    return codec != Codec::xz && codec != Codec::bzip2;
}

std::uint64_t keptBytes(const FinishedFile& before)
{
    if (!takesMembers(before.header.codec))
        return before.header.streamStart;
    return before.leftOut ? before.leftOut->storedStart : before.footer.offset;
}

Result<void> append(const FinishedFile& before, const std::function<Result<void>(Encoder&)>& messages,
                    const StreamEncoder::Sink& sink, const Job& job)
{
    if (auto continuable = checkContinuable(before); !continuable)
        return continuable;
    Encoder stream(before.index);
    if (auto written = messages(stream); !written)
        return written;
    if (stream.inMessage() || stream.failed())
        return fail(Code::CjfrUnwritable,
                    stream.failed() ? stream.problem() : "the last message is not complete");

    const Header& header = before.header;
    const std::uint64_t kept = keptBytes(before);
    const auto sum = before.footer.footer ? checksumOf(before, kept, job) : 0;
    if (!sum)
        return tl::unexpected(sum.error());
    std::uint32_t crc = *sum;
    const auto put = [&](std::span<const std::byte> bytes) {
        crc = crc32(bytes, crc);
        return sink(bytes);
    };
    const std::vector<std::byte> added = stream.take();
    // A file that is compressed has at least one member, even an empty one.
    const bool hasMember = kept > header.streamStart;
    Result<void> done;
    if (!header.codec) {
        done = writeAll(put, added, job, kSummed);
    } else if (!added.empty() || !hasMember) {
        const auto encoder = makeEncoder(*header.codec, levelOf(header), put);
        const auto encode = [&](std::span<const std::byte> bytes) {
            return writeAll([&](auto piece) { return encoder->write(piece); }, bytes, job, kEncoded);
        };
        if (!takesMembers(header.codec))
            done = encode(before.index.bytes.first(static_cast<std::size_t>(before.index.end)));
        if (done)
            done = encode(added);
        if (done)
            done = encoder->finish();
    }
    if (done && before.footer.footer) {
        const EventCounts none;
        const auto renewed = renewedFooter(before.file, before.footer, eventCounts(stream),
                                           before.leftOut ? before.leftOut->events : none, crc);
        done = renewed ? sink(*renewed) : fail(Code::CjfrNotContinuable, "the footer cannot be read");
    }
    return done;
}

}
