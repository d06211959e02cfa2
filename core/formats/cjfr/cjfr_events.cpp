#include "core/formats/cjfr/cjfr_events.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

// Reads one field and says where its content lies.
std::uint64_t placeOf(Walker<Revisit>& walker, const StreamIndex& index, Cursor& in, Clock& clock,
                      const Slot& slot)
{
    const Type* const type = slot.type;
    if (slot.embedding == Embedding::nullable && in.u8() == 0)
        return kNowhere;
    if (slot.embedding == Embedding::cached || slot.embedding == Embedding::cachedByHolder) {
        const std::uint64_t code = in.uv();
        if (code == 0 || !type)
            return kNowhere;
        if (code > 1) {
            const auto& entries = index.types.caches()[slot.cache].entries;
            return code - 2 < entries.size() ? entries[static_cast<std::size_t>(code - 2)] : kNowhere;
        }
    }
    if (!type || in.failed())
        return kNowhere;
    const std::uint64_t place = in.offset();
    walker.content(in, clock, *const_cast<Type*>(type));
    return place;
}

}

EventReader::EventReader(const StreamIndex& index, std::span<const EventPlan* const> plans)
    : m_index(index)
    , m_plans(plans)
{
    for (std::size_t i = 0; i < index.types.count(); ++i) {
        const Type& type = index.types.at(i);
        const EventPlan* const plan = type.index < plans.size() ? plans[type.index] : nullptr;
        m_steps.resize(std::max<std::size_t>(m_steps.size(), type.index + 1));
        m_steps[type.index] = stepsOf(type, [&](int field) {
            return plan
                ? field == plan->start || field == plan->duration || field == plan->thread || field == plan->name
                : type.isUniverse;
        });
    }
}

void EventReader::read(std::size_t number, EventBlock& out) const
{
    out.events.clear();
    out.messages.clear();
    out.count = 0;
    const auto bytes = m_index.bytes.first(static_cast<std::size_t>(m_index.end));
    const Checkpoint& from = m_index.checkpoints[number];
    const bool isLast = number + 1 == m_index.checkpoints.size();
    const std::uint64_t end = isLast ? m_index.end : m_index.checkpoints[number + 1].offset;
    Cursor in(bytes.first(static_cast<std::size_t>(end)), from.offset);
    Clock clock {m_index.rules, from.baseNs};
    Revisit policy;
    Walker<Revisit> walker(policy);
    while (!in.atEnd() && !in.failed()) {
        const std::uint64_t start = in.offset();
        const std::uint64_t id = in.uv();
        if (id <= m_index.types.lastKind()) {
            const Type* const defined = m_index.types.find(in.uv());
            if (!defined || defined->offset != start || defined->length == 0)
                return;
            in = Cursor(bytes.first(static_cast<std::size_t>(end)), start + defined->length);
            continue;
        }
        Type* const type = m_index.types.find(id);
        if (!type)
            return;
        ++out.count;
        const EventPlan* const plan = type->index < m_plans.size() ? m_plans[type->index] : nullptr;
        const Steps& steps = m_steps[type->index];
        if (type->kind != Kind::structure || steps.empty()) {
            walker.content(in, clock, *type);
            continue;
        }
        const Message message {0, type, start, 0, in.offset(), clock.baseNs};
        Event event {plan, 0, 0, start};
        bool hasStart = false;
        std::int64_t duration = 0;
        walkSteps(walker, policy, in, clock, *type, steps, [&](int field) {
            Slot& slot = type->slots[static_cast<std::size_t>(field)];
            if (plan && field == plan->thread) {
                event.thread = placeOf(walker, m_index, in, clock, slot);
            } else if (plan && field == plan->name) {
                event.name = placeOf(walker, m_index, in, clock, slot);
            } else {
                const Seen seen = walker.slot(in, clock, slot, *type);
                if (seen.what != Seen::What::number)
                    return;
                if (!plan) {
                    if (m_index.isJfr() && slot.name == "lastStartTimeNanos")
                        clock.universe(seen.value);
                } else if (field == plan->start) {
                    event.startNs = seen.value;
                    hasStart = true;
                } else {
                    duration = seen.value;
                }
            }
        });
        if (!plan || !hasStart || in.failed())
            continue;
        const bool isKnown = duration > 0 && spanKind(duration) == SpanKind::known;
        event.endNs = isKnown ? addSaturating(event.startNs, duration) : event.startNs;
        if (plan->isCombined || plan->isCounter() || plan->role == EventRole::collection) {
            event.message = static_cast<std::uint32_t>(out.messages.size());
            out.messages.push_back(message);
            out.messages.back().length = in.offset() - start;
        }
        out.events.push_back(event);
    }
}

}
