#include "core/formats/rfr/wire/rfr_columns.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

using CutRecords = FastRecords (*)(std::span<const std::byte>, FastRecords, std::size_t, RecordColumns);

CutRecords chooseCut()
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
        return cutRecordsBmi2;
#endif
    return cutRecordsPortable;
}

// One record of any kind, with every check.
bool readRecord(ByteReader& in, std::uint64_t& micros, RecordKind& kind, std::uint64_t& id)
{
    micros = in.varint64();
    const std::size_t kindOffset = in.offset();
    const std::uint32_t number = in.varint32();
    if (!in.failed() && number >= kChunkRecordKinds)
        in.fail(ReadError::badTag, kindOffset);
    if (in.failed())
        return false;
    kind = static_cast<RecordKind>(number);
    if (kind == RecordKind::event)
        id = readEvent(in).callsite;
    else if (isWaker(kind))
        id = readWaker(in).task;
    else
        id = in.varint64();
    return !in.failed();
}

}

RecordsEnd decodeRecords(std::span<const std::byte> bytes, std::size_t offset, std::uint64_t count,
                         Sequence& out)
{
    static const CutRecords cut = chooseCut();
    constexpr std::uint64_t kStep =
        4096; // columns grow by a page or two at a time, while these are in the cache
    RecordsEnd result;
    const auto reserved =
        static_cast<std::size_t>(std::min<std::uint64_t>(count, (bytes.size() - offset) / least::kRecord));
    out.micros.reserve(out.micros.size() + reserved);
    out.kinds.reserve(out.kinds.size() + reserved);
    out.ids.reserve(out.ids.size() + reserved);
    out.offsets.reserve(out.offsets.size() + reserved);
    while (count > 0 && result.error == ReadError::none) {
        const std::size_t first = out.micros.size();
        const auto step = static_cast<std::size_t>(std::min(count, kStep));
        out.micros.resize(first + step);
        out.kinds.resize(first + step);
        out.ids.resize(first + step);
        out.offsets.resize(first + step);
        const RecordColumns columns {out.micros.data() + first, out.kinds.data() + first,
                                     out.ids.data() + first, out.offsets.data() + first, out.offsetBase};
        FastRecords at {offset, 0};
        while (at.count < step) {
            at = cut(bytes, at, step, columns);
            if (at.count == step)
                break;
            columns.offsets[at.count] = static_cast<std::uint32_t>(at.offset - out.offsetBase);
            ByteReader in(bytes);
            in.seek(at.offset);
            const bool good =
                readRecord(in, columns.micros[at.count], columns.kinds[at.count], columns.ids[at.count]);
            if (in.sawBadText() && !result.badText) {
                result.badText = true;
                result.badTextOffset = in.badTextOffset();
            }
            if (!good) {
                result.error = in.error();
                result.errorOffset = in.errorOffset();
                break;
            }
            at = {in.offset(), at.count + 1};
        }
        offset = at.offset;
        out.micros.resize(first + at.count);
        out.kinds.resize(first + at.count);
        out.ids.resize(first + at.count);
        out.offsets.resize(first + at.count);
        count -= at.count;
    }
    result.offset = offset;
    return result;
}

}
