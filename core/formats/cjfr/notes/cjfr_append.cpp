#include "core/formats/cjfr/notes/cjfr_append.h"

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

EncoderLevel levelOf(const Header& header)
{
    return static_cast<EncoderLevel>(header.level.value_or(1)); // checked when the header was read
}

// The checksum of the bytes that stay. The old one tells, and what was wrong with it stays wrong: adding a
// note does not mend a file.
std::uint32_t checksumOf(const FinishedFile& before, std::uint64_t kept)
{
    const auto& footer = before.footer.footer;
    if (kept == before.footer.offset && footer && footer->crc.value_or(0) != 0)
        return static_cast<std::uint32_t>(*footer->crc);
    return crc32(before.file.first(static_cast<std::size_t>(kept)));
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

Result<void> append(const FinishedFile& before, const std::function<void(Encoder&)>& messages,
                    const StreamEncoder::Sink& sink)
{
    if (auto continuable = checkContinuable(before); !continuable)
        return continuable;
    Encoder stream(before.index);
    messages(stream);
    if (stream.inMessage() || stream.failed())
        return fail(Code::CjfrUnwritable,
                    stream.failed() ? stream.problem() : "the last message is not complete");

    const Header& header = before.header;
    const std::uint64_t kept = keptBytes(before);
    std::uint32_t crc = before.footer.footer ? checksumOf(before, kept) : 0;
    const auto put = [&](std::span<const std::byte> bytes) {
        crc = crc32(bytes, crc);
        return sink(bytes);
    };
    const std::vector<std::byte> added = stream.take();
    // A file that is compressed has at least one member, even an empty one.
    const bool hasMember = kept > header.streamStart;
    Result<void> done;
    if (!header.codec) {
        done = put(added);
    } else if (!added.empty() || !hasMember) {
        const auto encoder = makeEncoder(*header.codec, levelOf(header), put);
        if (!takesMembers(header.codec))
            done = encoder->write(before.index.bytes.first(static_cast<std::size_t>(before.index.end)));
        if (done)
            done = encoder->write(added);
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
