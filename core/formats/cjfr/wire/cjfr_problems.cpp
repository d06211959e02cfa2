// What is wrong with a CondensedData file, as far as reading and checking it tells.
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/cjfr/cjfr_document.h"

#include <algorithm>

namespace traceglass::cjfr {

void CjfrDocument::reportStream(const StreamIndex& index) const
{
    const ByteRange stored = storedStream();
    const SourceId stream = streamSource();
    if (m_header.isCut)
        report(diagnose(Code::CjfrHeaderCut, "the file ends inside the name of the codec", stored));
    bool codecFailed = false;
    std::uint64_t rest = 0; // stored bytes behind the stream
    bool markAtRest = index.sawFooterMark;
    if (m_decoded) {
        const DecodedSource::Outcome outcome = m_decoded->outcome();
        const bool isEmpty = stored.length == 0 && !m_header.isCut;
        codecFailed = outcome.fault != DecodedSource::Fault::none || isEmpty;
        const ByteRange place {SourceId {}, stored.offset + outcome.inputOffset,
                               stored.length - std::min(stored.length, outcome.inputOffset)};
        if (outcome.fault == DecodedSource::Fault::tooLong)
            report(diagnose(Code::CjfrGrowsTooFar,
                            sizeText(outcome.inputOffset) + " became " + sizeText(outcome.decoded), place));
        else if (outcome.fault == DecodedSource::Fault::noSpace)
            report(diagnose(Code::CjfrNoSpace, outcome.reason, place));
        else if (codecFailed && (outcome.cut || isEmpty))
            report(diagnose(Code::CjfrStreamCut, outcome.reason, place));
        else if (codecFailed)
            report(diagnose(Code::CjfrStreamCorrupt, outcome.reason, place));
        else if (place.length > 0 && !index.fault) {
            rest = place.length;
            markAtRest =
                std::to_integer<std::uint64_t>(m_file->view()[static_cast<std::size_t>(place.offset)])
                == kFooterMark;
        }
        if (index.sawFooterMark)
            report(diagnose(Code::CjfrBytesAfterEnd, grouped(index.bytes.size() - index.end) + " bytes",
                            ByteRange {stream, index.end, index.bytes.size() - index.end}));
    } else if (index.sawFooterMark) {
        rest = index.bytes.size() - index.end;
    }
    reportFault(index, codecFailed);
    using State = FooterPlace::State;
    const ByteRange footer {SourceId {}, m_footer.offset, m_footer.length};
    const ByteRange behind {SourceId {}, m_footer.offset - rest, rest};
    if (m_footer.state == State::unreadable)
        report(diagnose(Code::CjfrFooterUnreadable, {}, footer));
    else if (m_footer.state == State::newer)
        report(diagnose(Code::CjfrFooterNewer, {}, footer));
    else if (m_footer.state == State::none && markAtRest && rest > 0)
        report(diagnose(Code::CjfrFooterUnreadable, {}, behind));
    else if (m_footer.state == State::none)
        report(diagnose(Code::CjfrFooterMissing));
    if (rest > 0 && !(m_footer.state == State::none && markAtRest))
        report(diagnose(Code::CjfrBytesAfterEnd, grouped(rest) + " bytes", behind));
    reportTypes(index);
}

void CjfrDocument::reportFault(const StreamIndex& index, bool codecFailed) const
{
    if (!index.fault)
        return;
    const StreamFault& fault = *index.fault;
    const bool ranOut = fault.fault == Fault::unexpectedEnd || fault.fault == Fault::countTooLarge;
    if (codecFailed && ranOut)
        return; // it follows from what was reported already
    const ByteRange place {streamSource(), fault.offset, 1};
    const std::string where = "message at byte " + grouped(fault.message);
    switch (fault.fault) {
    case Fault::none: break;
    case Fault::unexpectedEnd: report(diagnose(Code::CjfrMessageCut, where, place)); break;
    case Fault::badDefinition: report(diagnose(Code::CjfrBadType, fault.problem, place)); break;
    case Fault::badEmbedding:
        report(diagnose(Code::CjfrBadType, "an embedding that does not exist", place));
        break;
    case Fault::numberTooLong:
        report(diagnose(Code::CjfrMessageDamaged, where + ": a number of more than 64 bits", place));
        break;
    case Fault::countTooLarge:
        report(diagnose(Code::CjfrMessageDamaged,
                        where + ": a length or count larger than the bytes that follow can hold", place));
        break;
    case Fault::reservedId:
        report(diagnose(Code::CjfrMessageDamaged, where + ": a reserved message id", place));
        break;
    case Fault::unknownType:
        report(diagnose(Code::CjfrMessageDamaged, where + ": a type that was never defined", place));
        break;
    case Fault::beyondCache:
        report(diagnose(Code::CjfrMessageDamaged,
                        where + ": a reference to a cache entry that does not exist", place));
        break;
    case Fault::tooDeep:
        report(diagnose(Code::CjfrMessageDamaged, where + ": values nested too deeply", place));
        break;
    case Fault::tooManyElements:
        report(diagnose(Code::CjfrMessageDamaged,
                        where + ": an array of more than " + grouped(limits::kCjfrElements)
                            + " elements that have to be read one by one",
                        place));
        break;
    }
}

void CjfrDocument::reportTypes(const StreamIndex& index) const
{
    const auto rangeOf = [&](const Type& type) {
        return ByteRange {streamSource(), type.offset, type.length};
    };
    for (std::size_t i = 0; i < index.types.count(); ++i) {
        const Type& type = index.types.at(i);
        if (type.encoding == Encoding::unknown)
            report(diagnose(Code::CjfrUnknownEncoding,
                            escaped(shortened(type.encodingName, 100)) + " of " + escaped(type.name),
                            rangeOf(type)));
    }
    if (!index.isJfr())
        return;
    for (std::size_t i = 0; i < index.types.count(); ++i) {
        const Type& type = index.types.at(i);
        if (type.structReduction != reduction::kNone)
            report(diagnose(Code::CjfrBadReduction,
                            "reduction " + std::to_string(type.structReduction) + " of " + escaped(type.name),
                            rangeOf(type)));
        for (const Slot& slot : type.slots) {
            const bool known = slot.reduction <= reduction::kAmount;
            if (slot.reduction == reduction::kNone || (known && (!slot.type || slot.type->isNumber())))
                continue;
            report(diagnose(Code::CjfrBadReduction,
                            "reduction " + std::to_string(slot.reduction) + " of " + escaped(type.name) + '.'
                                + escaped(slot.name),
                            ByteRange {streamSource(), slot.offset, slot.length}));
        }
    }
    if (index.firstOther) {
        std::uint64_t others = 0;
        for (const Type& type : index.types.all()) {
            if (type.kind != Kind::structure && type.index < index.counts.size())
                others += index.counts[type.index];
        }
        report(diagnose(Code::CjfrNoEvent,
                        counted(others, "message is", "messages are") + " of a type that has no fields",
                        ByteRange {streamSource(), *index.firstOther, 1}));
    }
    if (!index.ticksPerSecond)
        report(diagnose(Code::CjfrConfigurationMissing));
    else if (*index.ticksPerSecond <= 0)
        report(diagnose(Code::CjfrBadTicks, std::to_string(*index.ticksPerSecond) + " ticks per second"));
    if (!index.sawUniverse)
        report(diagnose(Code::CjfrUniverseMissing));
}

namespace {

// Notes texts that are not valid in their encoding.
struct TextCheck
{
    std::vector<ByteRange> bad;
    std::span<const std::byte> stream;
    SourceId source;

    bool ready(Slot&, const Type&) const { return false; }
    void fresh(Slot&, std::uint64_t) const { }
    bool known(std::uint32_t, std::uint64_t) const { return true; }
    void text(const Type& type, std::span<const std::byte> bytes)
    {
        if (type.encoding == Encoding::utf8 && !isValidUtf8(asText(bytes)) && bad.size() < 100)
            bad.push_back({source, static_cast<std::uint64_t>(bytes.data() - stream.data()), bytes.size()});
    }
};

}

void CjfrDocument::reportTexts(const StreamIndex& index, Job& job) const
{
    TextCheck check {{}, index.bytes, streamSource()};
    Walker<TextCheck> walker(check);
    MessageWalk walk(index, 0);
    for (std::uint64_t i = 0; walk.next() && !((i & 4095) == 4095 && job.stopRequested()); ++i) {
        Cursor in(index.bytes, walk.message().content);
        Clock clock;
        walker.content(in, clock, *const_cast<Type*>(walk.message().type));
    }
    for (const ByteRange& range : check.bad)
        report(diagnose(Code::CjfrBadText, {}, range));
}

Result<std::optional<bool>> CjfrDocument::checksumFits(Job& job) const
{
    if (!m_footer.footer || m_footer.footer->crc.value_or(0) == 0)
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

Result<void> CjfrDocument::checkChecksum(Job& job) const
{
    const auto fits = checksumFits(job);
    if (!fits)
        return tl::unexpected(fits.error());
    if (*fits == false)
        report(diagnose(Code::CjfrFooterChecksum, {},
                        ByteRange {SourceId {}, m_footer.offset, m_footer.length}));
    return {};
}

Result<void> CjfrDocument::checkWhole() const
{
    if (!m_file->isCut())
        return {};
    report(diagnose(Code::FileChanged, "it became shorter", ByteRange {SourceId {}, 0, m_file->size()}));
    return fail(Code::FileChanged, "it became shorter");
}

Result<void> CjfrDocument::validate(Job& job) const
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
