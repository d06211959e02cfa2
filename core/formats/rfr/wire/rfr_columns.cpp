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

}

void decodeRecords(ByteReader& in, std::span<const std::byte> bytes, std::uint64_t count, Sequence& out,
                   const Job& job)
{
    static const CutRecords cut = chooseCut();
    // Columns grow by a page or two at a time, while these are in the cache.
    constexpr std::uint64_t kStep = 4096;
    const auto changeColumns = [&](const auto& change) {
        change(out.micros);
        change(out.kinds);
        change(out.ids);
        change(out.offsets);
    };
    const auto room =
        out.size() + static_cast<std::size_t>(std::min<std::uint64_t>(count, in.left() / least::kRecord));
    changeColumns([&](auto& column) { column.reserve(room); });
    while (count > 0 && !in.failed() && !job.stopRequested()) {
        const std::size_t first = out.size();
        const auto step = static_cast<std::size_t>(std::min(count, kStep));
        changeColumns([&](auto& column) { column.resize(first + step); });
        const RecordColumns columns {out.micros.data() + first, out.kinds.data() + first,
                                     out.ids.data() + first, out.offsets.data() + first, out.offsetBase};
        FastRecords at {in.offset(), 0};
        while (at.count < step) {
            at = cut(bytes, at, step, columns);
            in.seek(at.offset);
            if (at.count == step)
                break;
            // One record of any kind, with every check.
            columns.offsets[at.count] = static_cast<std::uint32_t>(at.offset - out.offsetBase);
            columns.micros[at.count] = in.varint64();
            const auto kind = static_cast<RecordKind>(readTag(in, kChunkRecordKinds - 1));
            columns.kinds[at.count] = kind;
            columns.ids[at.count] = readRecordId(in, kind);
            if (in.failed())
                break;
            at = {in.offset(), at.count + 1};
        }
        changeColumns([&](auto& column) { column.resize(first + at.count); });
        count -= at.count;
    }
}

}
