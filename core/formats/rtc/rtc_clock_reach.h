// How far a clock comes, told from its values one by one, without any that stands alone far away: where the clock goes
// on as if that one had not been, it was garbled or read where bytes are missing, and one of them may say 70 years.
//
//     if (const auto ns = reach.add({frame.ns, head}, known))    // of the value before, now that the next one is there
//         widen(known, {*ns, *ns});
//     if (const auto ns = reach.end()) ...                       // of the last one
#pragma once

#include "core/base/byte_range.h"
#include "core/base/time_text.h"

#include <algorithm>
#include <optional>

namespace traceglass::rtc {

class ClockReach
{
public:
    struct Value
    {
        std::int64_t ns = 0;
        ByteRange head; // of the frame that says it
    };

    // `known`: how far the clock comes by all that was said before.
    std::optional<std::int64_t> add(const Value& value, const std::optional<TimeRange>& known)
    {
        const std::optional<Value> last = m_last;
        m_last = value;
        m_alone.reset();
        if (!last)
            return {};
        if (m_before && isAlone(*m_before, last->ns, value.ns, known)) {
            m_alone = last;
            return {};
        }
        m_before = last->ns;
        return last->ns;
    }
    std::optional<std::int64_t> end()
    {
        const std::optional<Value> last = m_last;
        *this = {};
        return last ? std::optional(last->ns) : std::nullopt;
    }
    // The value before the last one, if it stands alone.
    const std::optional<Value>& alone() const { return m_alone; }
    std::int64_t before() const { return m_before.value_or(0); } // of one that stands alone
    const std::optional<Value>& last() const { return m_last; }

private:
    // Small steps back are told as they are: one that counts would make what is known more than twice as long.
    static bool isAlone(std::int64_t before, std::int64_t ns, std::int64_t next,
                        const std::optional<TimeRange>& known)
    {
        if (next < before || (ns >= before && ns <= next))
            return false;
        const std::int64_t away = ns > next ? subtractSaturating(ns, next) : subtractSaturating(before, ns);
        return away > std::max(subtractSaturating(next, before), known ? known->lengthNs() : 0);
    }

    std::optional<std::int64_t> m_before;
    std::optional<Value> m_last, m_alone;
};

}
