#include "core/query/hit_refs.h"

#include <bit>

namespace traceglass::query {

Result<RecordRefs> refsOf(const Hits& hits, Job& job)
{
    const Timeline& timeline = hits.timeline();
    const std::size_t packs = timeline.packCount();
    RecordRefs out(
        [&](const RecordRefs::Take& take) {
            for (std::size_t at = 0; at < packs && !job.stopRequested(); ++at) {
                const SlicePack* const pack = timeline.packAt(static_cast<std::uint32_t>(at));
                const auto bits = hits.bits(static_cast<std::uint32_t>(at));
                for (std::size_t word = 0; word < bits.size(); ++word) {
                    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1) {
                        const auto index = word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
                        if (const RecordRef ref = pack->ref(index); ref.valid())
                            take(ref);
                    }
                }
            }
        },
        job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    return out;
}

}
