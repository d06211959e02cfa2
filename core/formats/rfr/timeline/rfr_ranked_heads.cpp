#include "core/formats/rfr/timeline/rfr_ranked_heads.h"

namespace traceglass::rfr {

void RankedHeads::add(std::size_t queue, RecordKind kind, std::uint64_t id)
{
    const auto [group, isNew] = m_alike.try_emplace({id, kind});
    if (isNew)
        group->second.rank = m_rankOf(kind, id);
    else
        m_order.erase(placeOf(*group));
    group->second.queues.insert(queue);
    m_order.insert(placeOf(*group));
}

std::size_t RankedHeads::take()
{
    for (auto group = m_alike.lower_bound({m_taken, RecordKind {}});
         group != m_alike.end() && group->first.first == m_taken; ++group) {
        m_order.erase(placeOf(*group));
        group->second.rank = m_rankOf(group->first.second, m_taken);
        m_order.insert(placeOf(*group));
    }
    const auto [rank, queue, key] = *m_order.begin();
    m_order.erase(m_order.begin());
    const auto group = m_alike.find(key);
    group->second.queues.erase(queue);
    if (group->second.queues.empty())
        m_alike.erase(group);
    else
        m_order.insert(placeOf(*group));
    m_taken = key.first;
    return queue;
}

}
