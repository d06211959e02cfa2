#include "core/formats/cjfr/wire/cjfr_steps.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

// More would only be found in files made to be odd.
constexpr std::size_t kMostFields = 1024;

}

bool isReady(const Type& type)
{
    return std::ranges::all_of(type.slots, [](const Slot& slot) { return slot.type != nullptr; });
}

// Of a field that is kept and told of in no other way.
bool Steps::keepMore(FieldStep& step)
{
    switch (step.op) {
    case Op::reference: step.op = Op::keptReference; return true;
    case Op::text: step.op = Op::keptText; return true;
    case Op::numbers: step.op = Op::keptNumber; return true;
    case Op::bytes: step.op = Op::keptBytes; return true;
    default: return false;
    }
}

// False: such a field is left to the Walker.
bool Steps::describe(FieldStep& step, const Slot& slot, int field, const KeptFields& kept)
{
    const Type& type = *slot.type;
    const bool isKept = field == kept.start || field == kept.duration;
    if (slot.embedding == Embedding::cached || slot.embedding == Embedding::cachedByHolder) {
        step.op = field == kept.thread ? Op::thread : field == kept.name ? Op::name : Op::reference;
        step.cache = slot.cache;
        return !isKept;
    }
    if (type.kind == TypeKind::string) {
        step.op = field == kept.name ? Op::nameText : Op::text;
        return !isKept && field != kept.thread;
    }
    if (type.isComposite() || field == kept.thread || field == kept.name)
        return false;
    step.slot = &slot;
    if (isKept || (type.isNumber() && slot.reduction == reduction::kTimestamp)) {
        step.op = field == kept.start ? Op::start : field == kept.duration ? Op::duration : Op::moment;
        return type.isNumber() && slot.embedding == Embedding::plain;
    }
    step.op = type.kind == TypeKind::varint ? Op::numbers : Op::bytes;
    if (step.op == Op::bytes)
        step.count = fixedWidth(type);
    return true;
}

Steps::Steps(const Type& type, const KeptFields& kept)
{
    if (type.kind != TypeKind::structure || type.slots.empty() || type.slots.size() > kMostFields
        || !isReady(type))
        return;
    std::vector<FieldStep> steps;
    bool mayGrow = false;
    for (std::size_t i = 0; i < type.slots.size(); ++i) {
        FieldStep step;
        if (!describe(step, type.slots[i], static_cast<int>(i), kept))
            return;
        if (const auto more = std::ranges::find(kept.more, static_cast<int>(i)); more != kept.more.end()) {
            step.more = static_cast<std::uint32_t>(more - kept.more.begin());
            if (!keepMore(step))
                return;
        }
        const bool isNullable = type.slots[i].embedding == Embedding::nullable;
        const bool isRun = (step.op == Op::numbers || step.op == Op::bytes) && !isNullable;
        if (isNullable)
            steps.push_back({.op = Op::optional});
        if (isRun && mayGrow && steps.back().op == step.op)
            steps.back().count += step.count;
        else
            steps.push_back(step);
        mayGrow = isRun;
    }
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const bool isText = step->op == Op::text || step->op == Op::nameText || step->op == Op::keptText;
        const bool isBytes = step->op == Op::bytes || step->op == Op::keptBytes || step->op == Op::optional;
        const std::uint32_t each = isBytes ? 1 : kLongestNumber;
        step->behind = m_longest;
        m_longest = (isText ? 0 : m_longest) + step->count * each;
    }
    steps.push_back({.op = Op::end});
    m_steps = std::move(steps);
    m_more = kept.more.size();
}

// Flat: all it calls is inline, so that the place and the clock stay in registers.
[[gnu::flatten]] bool Steps::pass(SureCursor at, Cursor& in, Clock& clock,
                                  std::span<const std::uint64_t> entries, Kept& kept) const
{
    if (m_steps.empty() || in.left(at) < m_longest)
        return false;
    std::int64_t base = clock.baseNs;
    const auto numberIn = [&](const FieldStep& step, Seen& seen) {
        seen.value = readNumber(at, *step.slot->type);
        seen.what = Seen::What::number;
        if (step.slot->reduction == reduction::kTimestamp) {
            Clock now {clock.rules, base};
            const auto moment = now.moment(seen.value);
            base = now.baseNs;
            seen.value = moment.value_or(0);
            if (!moment)
                seen.what = Seen::What::unset;
        }
    };
    const auto refersTo = [&](ContentPlace* place, const FieldStep& step) {
        const std::uint64_t code = at.uv();
        if (code - 2 >= entries[step.cache])
            return code == 0; // 1: a new one
        if (place)
            *place = {ContentPlace::Where::cache, code - 2};
        return true;
    };
    kept.start.what = kept.duration.what = Seen::What::other;
    kept.thread.where = kept.name.where = ContentPlace::Where::nowhere;
    if (kept.more.size() != m_more)
        kept.more.resize(m_more);
    for (ContentPlace& each : kept.more)
        each.where = ContentPlace::Where::nowhere;
    const auto keepHere = [&](const FieldStep& step) {
        kept.more[step.more] = {ContentPlace::Where::message, in.offset(at)};
    };
    for (const FieldStep* step = m_steps.data();; ++step) {
        switch (step->op) {
        case Op::optional:
            if (at.fixed(1) == 0) {
                ++step;
                if (in.left(at) < step->behind) // a text would have looked
                    return false;
            }
            break;
        case Op::keptNumber: keepHere(*step); [[fallthrough]];
        case Op::numbers: at.skipNumbers(step->count); break;
        case Op::keptBytes: keepHere(*step); [[fallthrough]];
        case Op::bytes: at.skip(step->count); break;
        case Op::keptText:
        case Op::nameText:
            if (step->op == Op::keptText)
                keepHere(*step);
            else
                kept.name = {ContentPlace::Where::message, in.offset(at)};
            [[fallthrough]];
        case Op::text: {
            const std::uint64_t length = at.uv();
            const std::uint64_t room = in.left(at);
            if (room < step->behind || length > room - step->behind)
                return false;
            at.skip(static_cast<std::size_t>(length));
            break;
        }
        case Op::reference:
            if (!refersTo(nullptr, *step))
                return false;
            break;
        case Op::keptReference:
            if (!refersTo(&kept.more[step->more], *step))
                return false;
            break;
        case Op::thread:
            if (!refersTo(&kept.thread, *step))
                return false;
            break;
        case Op::name:
            if (!refersTo(&kept.name, *step))
                return false;
            break;
        case Op::moment: {
            Seen unused;
            numberIn(*step, unused);
            break;
        }
        case Op::start: numberIn(*step, kept.start); break;
        case Op::duration: numberIn(*step, kept.duration); break;
        case Op::end:
            if (at.isTooLong())
                return false;
            in.goOn(at);
            clock.baseNs = base;
            return true;
        }
    }
}

}
