// What passing over a struct comes down to, found once a type: runs of numbers and of bytes, texts,
// references; only what is kept is read. The loop under indexing a large recording.
//
//     const Steps steps = stepsOf(type, [&](int field) { return field == type.startField; });
//     walkSteps(walker, policy, in, clock, type, steps, [&](const Step& step) { start = walker.slot(...); });
//
// Only for types whose fields are all resolved: isReady(). Faults are those of the Walker, in the same
// places.
#pragma once

#include "core/formats/cjfr/cjfr_walk.h"

#include <functional>

namespace traceglass::cjfr {

struct Step
{
    enum class Op : std::uint8_t {
        numbers, // `count` of them
        bytes,   // `count` of them
        text,
        reference,  // to an entry of a cache, or a new one
        value,      // anything else
        kept,       // the caller reads it
        keptNumber, // likewise; it stands in the struct itself
    };
    Op op = Op::value;
    bool isNullable = false; // a byte in front tells whether it is there
    std::uint16_t field = 0; // the first of a run
    std::uint32_t count = 1;
    std::uint32_t cache = kNoCache; // of a reference
};
using Steps = std::vector<Step>;

bool isReady(const Type& type);
// Empty: the type is not ready, or has no fields.
Steps stepsOf(const Type& type, const std::function<bool(int field)>& isKept);

template <class Policy, class Kept>
void walkSteps(Walker<Policy>& walker, Policy& policy, Cursor& in, Clock& clock, Type& type,
               std::span<const Step> steps, Kept&& kept)
{
    for (const Step& step : steps) {
        if (step.isNullable && in.u8() == 0) {
            if (in.failed())
                return;
            continue;
        }
        switch (step.op) {
        case Step::Op::numbers:
            for (std::uint32_t i = 0; i < step.count; ++i)
                in.skipNumber();
            break;
        case Step::Op::bytes:
            if (in.left() >= step.count) {
                in.bytes(step.count);
            } else { // one of its fields does not fit: that is where the fault is
                for (std::size_t field = step.field; !in.failed(); ++field)
                    in.fixed(fixedWidth(*type.slots[field].type));
            }
            break;
        case Step::Op::text: in.lengthAndBytes(); break;
        case Step::Op::reference: {
            const std::uint64_t at = in.offset();
            const std::uint64_t code = in.uv();
            if (code > 1) {
                if (!policy.known(step.cache, code - 2))
                    in.fail(Fault::beyondCache, at);
            } else if (code == 1 && !in.failed()) {
                Slot& slot = type.slots[step.field];
                policy.fresh(slot, in.offset());
                walker.content(in, clock, *slot.type);
            }
            break;
        }
        case Step::Op::value: walker.slot(in, clock, type.slots[step.field], type); break;
        case Step::Op::kept:
        case Step::Op::keptNumber: kept(step); break;
        }
        if (in.failed())
            return;
    }
}

}
