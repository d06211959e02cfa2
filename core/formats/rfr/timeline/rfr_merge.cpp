#include "core/formats/rfr/timeline/rfr_merge.h"

#include <algorithm>

namespace traceglass::rfr {

Merger::Merger(std::function<PiecePtr()> nextPiece, RankOf rankOf)
    : m_nextPiece(std::move(nextPiece))
    , m_rankOf(std::move(rankOf))
    , m_tied(m_rankOf)
{
}

void Merger::addPiece(const PiecePtr& piece)
{
    for (const Sequence& sequence : piece->decoded.sequences) {
        Queue queue {piece, &sequence, 0, m_orders++, 0};
        if (sequence.size() == 0)
            continue;
        queue.micros = piece->absoluteMicros(sequence, 0);
        push(std::move(queue));
    }
}

void Merger::push(Queue queue)
{
    m_queues.push_back(std::move(queue));
    std::push_heap(m_queues.begin(), m_queues.end(), Later());
}

Merger::Queue Merger::pop()
{
    std::pop_heap(m_queues.begin(), m_queues.end(), Later());
    Queue queue = std::move(m_queues.back());
    m_queues.pop_back();
    return queue;
}

// Brings in every piece that may hold a record no later than the earliest head.
void Merger::fill()
{
    while (!m_exhausted) {
        if (!m_waiting) {
            m_waiting = m_nextPiece();
            if (!m_waiting) {
                m_exhausted = true;
                return;
            }
            // The header's start counts as well: chunks behind this one begin no earlier.
            m_waitingMicros = m_waiting->decoded.header.absolute(m_waiting->decoded.header.startMicros);
            m_waitingMicros =
                std::min(m_waitingMicros, m_waiting->decoded.firstMicros().value_or(m_waitingMicros));
        }
        if (!m_queues.empty() && m_queues.front().micros < m_waitingMicros)
            return;
        addPiece(m_waiting);
        m_waiting = nullptr;
    }
}

MergedRecord Merger::take(Queue& queue) const
{
    const MergedRecord record {queue.piece.get(), queue.sequence,   queue.at,
                               queue.micros,      queue.headKind(), queue.headId()};
    if (++queue.at < queue.sequence->size())
        queue.micros = queue.piece->absoluteMicros(*queue.sequence, queue.at);
    return record;
}

// The queues whose heads have the time of this one's, in their order.
void Merger::gather(Queue first)
{
    const std::uint64_t now = first.micros;
    m_same.clear();
    m_same.push_back(std::move(first));
    while (!m_queues.empty() && m_queues.front().micros == now)
        m_same.push_back(pop());
    for (std::size_t i = 0; i < m_same.size(); ++i) {
        const Queue& queue = m_same[i];
        for (std::size_t at = queue.at;
             at < queue.sequence->size() && queue.piece->absoluteMicros(*queue.sequence, at) == now; ++at)
            m_tied.add(i, queue.sequence->kinds[at], queue.sequence->ids[at]);
    }
    m_tied.begin();
}

// Flat: with calls, merging and analysing a record takes a twentieth longer.
[[gnu::flatten]] bool Merger::next(MergedRecord& out)
{
    // The record handed out last stays valid until this call, so a queue is let go only here.
    if (m_current.sequence) {
        const bool more = m_current.at < m_current.sequence->size();
        if (more && m_tied.empty() && isFirst(m_current.micros)) {
            out = take(m_current);
            return true;
        }
        if (more)
            push(std::move(m_current));
        m_current = {};
    }
    if (m_tied.empty()) {
        fill();
        if (m_queues.empty())
            return false;
        m_current = pop();
        const std::uint64_t now = m_current.micros;
        if (m_queues.empty() || m_queues.front().micros != now) {
            out = take(m_current);
            return true;
        }
        gather(std::move(m_current));
        m_current = {};
    }
    Queue& chosen = m_same[m_tied.take()];
    out = take(chosen);
    if (chosen.at == chosen.sequence->size() || chosen.micros != out.micros)
        m_current = std::move(chosen);
    return true;
}

}
