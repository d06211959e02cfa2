// What is wrong with a CondensedData file, as far as reading and checking it tells.
#include "core/formats/cjfr/wire/cjfr_file.h"

#include <algorithm>

namespace traceglass::cjfr {

void CjfrFile::report(Code code, std::string detail, std::optional<ByteRange> range) const
{
    m_log.add(diagnose(code, std::move(detail), range));
}

Result<bool> CjfrFile::findOtherCapture(std::uint64_t from, const Job& job) const
{
    constexpr std::size_t kPiece = 1u << 20;
    const std::span<const std::byte> file = m_file->view();
    const std::string identifier = char(kMagic.size()) + std::string(kMagic);
    for (auto at = static_cast<std::size_t>(from); at < file.size();) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        // What begins in the piece may end behind it.
        const std::size_t found = asText(file).substr(at, kPiece + identifier.size() - 1).find(identifier);
        at += std::min(found, kPiece);
        if (found >= kPiece)
            continue;
        const auto header = readHeader(file.subspan(at));
        if (!header || header->isCut) {
            ++at;
            continue;
        }
        if (m_otherCapture.exchange(at) == at)
            return true;
        report(Code::CjfrAnotherCapture,
               grouped(file.size() - at) + " bytes, which `tail -c +" + std::to_string(at + 1) + "` writes",
               ByteRange {SourceId {}, at, file.size() - at});
        tellMoreKnown();
        return true;
    }
    return false;
}

bool CjfrFile::reportCodec() const
{
    const ByteRange stored = storedStream();
    const DecodedSource::Outcome outcome = m_decoded->outcome();
    const bool isEmpty = stored.length == 0 && !m_header.isCut;
    const ByteRange place {SourceId {}, stored.offset + outcome.inputOffset,
                           stored.length - std::min(stored.length, outcome.inputOffset)};
    if (outcome.fault == DecodedSource::Fault::none && !isEmpty)
        return false;
    if (outcome.fault == DecodedSource::Fault::tooLong)
        report(Code::CjfrGrowsTooFar, sizeText(outcome.inputOffset) + " became " + sizeText(outcome.decoded),
               place);
    else if (outcome.fault == DecodedSource::Fault::noSpace)
        report(Code::CjfrNoSpace, outcome.reason, place);
    else
        report(outcome.cut || isEmpty ? Code::CjfrStreamCut : Code::CjfrStreamCorrupt, outcome.reason, place);
    return true;
}

Result<void> CjfrFile::reportStream(const StreamIndex& index, const Job& job) const
{
    const ByteRange stored = storedStream();
    if (m_header.isCut)
        report(Code::CjfrHeaderCut, "the file ends inside the name of the codec", stored);
    bool codecFailed = false;
    std::uint64_t rest = 0; // stored bytes behind the stream
    bool markAtRest = index.sawFooterMark;
    const std::uint64_t unread = index.bytes.size() - index.end;
    if (m_decoded) {
        codecFailed = reportCodec();
        const std::uint64_t behindCodec =
            stored.length - std::min(stored.length, m_decoded->outcome().inputOffset);
        if (!codecFailed && behindCodec > 0 && !index.fault) {
            rest = behindCodec;
            const std::byte first =
                m_file->view()[static_cast<std::size_t>(stored.offset + stored.length - rest)];
            markAtRest = std::to_integer<std::uint64_t>(first) == kFooterMark;
        }
        if (index.sawFooterMark)
            report(Code::CjfrBytesAfterEnd, grouped(unread) + " bytes",
                   ByteRange {streamSource(), index.end, unread});
    } else if (index.sawFooterMark) {
        rest = unread;
    }
    const ByteRange behind {SourceId {}, m_footer.offset - rest, rest};
    // Where the first has no footer, the header of the other one stands for a message.
    const bool isInPlace = !m_decoded && index.fault
        && hasMagic(m_file->view().subspan(static_cast<std::size_t>(index.fault->message)));
    if (rest > 0 || isInPlace) {
        const auto found = findOtherCapture(rest > 0 ? behind.offset : index.fault->message, job);
        if (!found)
            return tl::unexpected(found.error());
        if (*found) {
            reportTypes(index);
            return {};
        }
    }
    reportFault(index, codecFailed);
    using State = FooterPlace::State;
    const ByteRange footer {SourceId {}, m_footer.offset, m_footer.length};
    const bool isBroken = m_footer.state == State::none && markAtRest && rest > 0;
    if (m_footer.state == State::unreadable || isBroken)
        report(Code::CjfrFooterUnreadable, {}, isBroken ? behind : footer);
    else if (m_footer.state == State::newer)
        report(Code::CjfrFooterNewer, {}, footer);
    else if (m_footer.state == State::none)
        report(Code::CjfrFooterMissing);
    if (rest > 0 && !isBroken)
        report(Code::CjfrBytesAfterEnd, grouped(rest) + " bytes", behind);
    reportTypes(index);
    return {};
}

namespace {

std::string damageOf(Fault fault)
{
    switch (fault) {
    case Fault::numberTooLong: return "a number of more than 64 bits";
    case Fault::countTooLarge: return "a length or count larger than the bytes that follow can hold";
    case Fault::reservedId: return "a reserved message id";
    case Fault::unknownType: return "a type that was never defined";
    case Fault::beyondCache: return "a reference to a cache entry that does not exist";
    case Fault::tooDeep: return "values nested too deeply";
    case Fault::tooManyElements:
        return "an array of more than " + grouped(limits::kCjfrElements)
            + " elements that have to be read one by one";
    case Fault::tooManyEmpty: return "too many values that take no bytes";
    default: return {};
    }
}

}

void CjfrFile::reportFault(const StreamIndex& index, bool codecFailed) const
{
    if (!index.fault)
        return;
    const StreamFault& fault = *index.fault;
    const bool ranOut = fault.fault == Fault::unexpectedEnd || fault.fault == Fault::countTooLarge;
    if (codecFailed && ranOut)
        return; // it follows from what was reported already
    // Nothing tells where the next message begins: all behind it is lost.
    const std::uint64_t decoded = index.bytes.size();
    const ByteRange place {streamSource(), fault.offset,
                           decoded - std::min<std::uint64_t>(fault.offset, decoded)};
    const std::string where = "message at byte " + grouped(fault.message);
    if (fault.fault == Fault::unexpectedEnd)
        report(Code::CjfrMessageCut, where, place);
    else if (fault.fault == Fault::badDefinition)
        report(Code::CjfrBadType, fault.problem, place);
    else if (fault.fault == Fault::badEmbedding)
        report(Code::CjfrBadType, "an embedding that does not exist", place);
    else
        report(Code::CjfrMessageDamaged, where + ": " + damageOf(fault.fault), place);
}

void CjfrFile::reportTypes(const StreamIndex& index) const
{
    const auto in = [&](const auto& part) { return ByteRange {streamSource(), part.offset, part.length}; };
    for (const Type& type : index.types.defined()) {
        if (type.encoding == TextEncoding::unknown)
            report(Code::CjfrUnknownEncoding,
                   escaped(shortened(type.encodingName, 100)) + " of " + escaped(type.name), in(type));
    }
    if (!index.isJfr())
        return;
    std::uint64_t others = 0;
    for (const Type& type : index.types.defined()) {
        const auto bad = [&](std::uint64_t reduction, const std::string& name, const ByteRange& range) {
            report(Code::CjfrBadReduction, "reduction " + std::to_string(reduction) + " of " + name, range);
        };
        if (type.structReduction != reduction::kNone)
            bad(type.structReduction, escaped(type.name), in(type));
        for (const Slot& slot : type.slots) {
            const bool known = slot.reduction <= reduction::kAmount;
            if (slot.reduction != reduction::kNone && !(known && (!slot.type || slot.type->isNumber())))
                bad(slot.reduction, escaped(type.name) + '.' + escaped(slot.name), in(slot));
        }
        others += type.kind == TypeKind::structure ? 0 : index.countOf(type);
    }
    if (index.firstOther)
        report(Code::CjfrNoEvent,
               counted(others, "message is", "messages are") + " of a type that has no fields",
               ByteRange {streamSource(), *index.firstOther, 1});
    if (!index.ticksPerSecond)
        report(Code::CjfrConfigurationMissing);
    else if (*index.ticksPerSecond <= 0)
        report(Code::CjfrBadTicks, std::to_string(*index.ticksPerSecond) + " ticks per second");
    if (!index.sawUniverse)
        report(Code::CjfrUniverseMissing);
}

namespace {

// Tells of texts that are not valid in their encoding.
struct TextCheck : Revisit
{
    DiagnosticLog& log;
    std::span<const std::byte> stream;
    SourceId source;

    void text(const Type& type, std::span<const std::byte> bytes)
    {
        if (type.encoding != TextEncoding::utf8 || isValidUtf8(asText(bytes)))
            return;
        const auto offset = static_cast<std::uint64_t>(bytes.data() - stream.data());
        log.add(diagnose(Code::CjfrBadText, {}, ByteRange {source, offset, bytes.size()}));
    }
};

}

void CjfrFile::reportTexts(const StreamIndex& index, Job& job) const
{
    TextCheck check {{}, m_log, index.bytes, streamSource()};
    Walker<TextCheck> walker(check);
    MessageWalk walk(index, 0);
    for (std::uint64_t i = 0; walk.next() && !((i & 4095) == 4095 && job.stopRequested()); ++i) {
        Cursor in(index.bytes, walk.message().content);
        Clock clock;
        walker.content(in, clock, *walk.message().type);
    }
}

Result<std::optional<bool>> CjfrFile::checksumFits(Job& job) const
{
    if (!m_footer.footer || m_footer.footer->crc.value_or(0) == 0 || otherCapture() > 0)
        return std::optional<bool>();
    {
        const std::lock_guard lock(m_mutex);
        if (m_checksumFits)
            return m_checksumFits;
    }
    constexpr std::size_t kPiece = 1u << 22;
    std::uint32_t crc = 0;
    for (auto left = m_file->view().first(static_cast<std::size_t>(m_footer.offset)); !left.empty();) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const std::size_t piece = std::min(left.size(), kPiece);
        crc = crc32(left.first(piece), crc);
        left = left.subspan(piece);
    }
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    const std::lock_guard lock(m_mutex);
    m_checksumFits = crc == *m_footer.footer->crc;
    return m_checksumFits;
}

Result<void> CjfrFile::checkChecksum(Job& job) const
{
    const auto fits = checksumFits(job);
    if (!fits)
        return tl::unexpected(fits.error());
    if (*fits == false)
        report(Code::CjfrFooterChecksum, {}, ByteRange {SourceId {}, m_footer.offset, m_footer.length});
    return {};
}

Result<void> CjfrFile::validate(Job& job) const
{
    auto index = indexNow(job);
    if (!index)
        return tl::unexpected(index.error());
    if (auto whole = checkWhole(); !whole)
        return whole;
    if (auto checked = checkChecksum(job); !checked)
        return checked;
    reportTexts(**index, job);
    return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : Result<void>();
}

}
