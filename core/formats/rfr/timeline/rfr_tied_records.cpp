#include "core/formats/rfr/timeline/rfr_tied_records.h"

#include <algorithm>
#include <limits>

namespace traceglass::rfr {

namespace {

bool changesState(RecordKind kind)
{
    return isSpan(kind) || isTask(kind) || isWaker(kind);
}

}

// Most have nothing in common, which is cheap to see when there are few.
bool TiedRecords::mayShare() const
{
    constexpr std::size_t kFew = 8;
    if (m_records.size() > kFew)
        return true;
    for (std::size_t i = 1; i < m_records.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (m_records[i].id == m_records[j].id && m_records[i].queue != m_records[j].queue)
                return true;
        }
    }
    return false;
}

void TiedRecords::begin()
{
    m_left = m_records.size();
    m_anyShared = false;
    if (!mayShare())
        return;
    m_bySubject.clear();
    for (Place place = 0; place < m_records.size(); ++place) {
        if (changesState(m_records[place].kind))
            m_bySubject.emplace_back(m_records[place].subject(), place);
    }
    std::ranges::sort(m_bySubject);
    for (std::size_t at = 0, end = 0; at < m_bySubject.size(); at = end) {
        while (end < m_bySubject.size() && m_bySubject[end].first == m_bySubject[at].first)
            ++end;
        if (m_records[m_bySubject[at].second].queue != m_records[m_bySubject[end - 1].second].queue)
            share(std::span(m_bySubject).subspan(at, end - at));
    }
    if (!m_anyShared)
        return;
    m_first = 0;
    m_queues.assign(m_records.back().queue + 1, {});
    for (Place place = m_records.size(); place-- > 0;) {
        Queue& queue = m_queues[m_records[place].queue];
        queue.at = place;
        queue.end = std::max(queue.end, place + 1);
    }
}

void TiedRecords::share(std::span<const OfSubject> records)
{
    m_anyShared = true;
    TiedRecord* before = nullptr;
    for (const auto& [subject, place] : records) {
        TiedRecord& record = m_records[place];
        record.isShared = true;
        if (before && before->queue == record.queue)
            before->next = place;
        else
            addHead(place);
        before = &record;
    }
}

std::size_t TiedRecords::take()
{
    const std::size_t queue = m_anyShared ? takeInTurn() : m_records[m_records.size() - m_left].queue;
    if (--m_left == 0)
        m_records.clear();
    return queue;
}

std::size_t TiedRecords::takeInTurn()
{
    if (m_wanted.empty()) {
        while (m_queues[m_first].at == m_queues[m_first].end)
            ++m_first;
        want(m_first);
    }
    // Until it is a queue's turn, or queues wait for each other.
    std::size_t queue = m_wanted.back();
    for (std::size_t first = firstOf(queue); !m_queues[first].isWanted; first = firstOf(queue)) {
        want(first);
        queue = first;
    }
    m_wanted.pop_back();
    letGo(m_queues[queue]);
    return queue;
}

void TiedRecords::want(std::size_t queue)
{
    m_wanted.push_back(queue);
    m_queues[queue].isWanted = true;
}

// The queue with the next record of what this one's head is about.
std::size_t TiedRecords::firstOf(std::size_t queue) const
{
    const TiedRecord& asking = m_records[m_queues[queue].at];
    if (!asking.isShared)
        return queue;
    const TiedTo subject = asking.subject();
    std::pair<int, Place> first {std::numeric_limits<int>::max(), 0};
    for (auto head = m_heads.lower_bound({subject, RecordKind {}, 0});
         head != m_heads.end() && head->subject == subject;
         head = m_heads.upper_bound({subject, head->kind, kNone}))
        first = std::min(first, {m_rankOf(head->kind, subject.id), head->place});
    return m_records[first.second].queue;
}

void TiedRecords::letGo(Queue& queue)
{
    queue.isWanted = false;
    const Place place = queue.at++;
    const TiedRecord& head = m_records[place];
    if (!head.isShared)
        return;
    m_heads.erase({head.subject(), head.kind, place});
    if (head.next != kNone)
        addHead(head.next);
}

}
