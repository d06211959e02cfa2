#include "core/formats/cjfr/cjfr_steps.h"

#include <algorithm>
#include <limits>

namespace traceglass::cjfr {

namespace {

Step stepOf(const Slot& slot, bool isKept)
{
    Step step;
    if (isKept) {
        const bool isNumber = slot.embedding == Embedding::plain && slot.type->isNumber();
        step.op = isNumber ? Step::Op::keptNumber : Step::Op::kept;
        return step;
    }
    if (slot.embedding == Embedding::cached || slot.embedding == Embedding::cachedByHolder) {
        step.op = Step::Op::reference;
        step.cache = slot.cache;
        return step;
    }
    if (slot.type->isComposite() || slot.reduction == reduction::kTimestamp) // a timestamp moves the clock
        return step;
    step.isNullable = slot.embedding == Embedding::nullable;
    if (slot.type->kind == Kind::varint) {
        step.op = Step::Op::numbers;
    } else if (slot.type->kind == Kind::string) {
        step.op = Step::Op::text;
    } else {
        step.op = Step::Op::bytes;
        step.count = fixedWidth(*slot.type);
    }
    return step;
}

}

bool isReady(const Type& type)
{
    return type.slots.size() <= std::numeric_limits<std::uint16_t>::max()
        && std::ranges::all_of(type.slots, [](const Slot& slot) { return slot.type != nullptr; });
}

Steps stepsOf(const Type& type, const std::function<bool(int field)>& isKept)
{
    Steps out;
    if (type.kind != Kind::structure || !isReady(type))
        return out;
    for (std::size_t i = 0; i < type.slots.size(); ++i) {
        Step step = stepOf(type.slots[i], isKept(static_cast<int>(i)));
        step.field = static_cast<std::uint16_t>(i);
        const bool isRun = step.op == Step::Op::numbers || step.op == Step::Op::bytes;
        if (isRun && !step.isNullable && !out.empty() && out.back().op == step.op && !out.back().isNullable)
            out.back().count += step.count;
        else
            out.push_back(step);
    }
    return out;
}

}
