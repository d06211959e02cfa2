#include "core/formats/rfr/wire/rfr_layout.h"

#include "core/formats/rfr/wire/rfr_pieces.h"

#include <algorithm>

namespace traceglass::rfr {

void ChunkLayouts::add(const Piece& piece)
{
    auto sequences = std::make_shared<std::vector<SequenceLayout>>();
    sequences->reserve(piece.decoded.sequences.size());
    for (const Sequence& sequence : piece.decoded.sequences)
        sequences->push_back({sequence.id, sequence.earliestMicros, sequence.latestMicros,
                              sequence.objects.size(), sequence.size(), sequence.end});
    const std::lock_guard lock(m_mutex);
    m_sequences.insert_or_assign(piece.chunk, std::move(sequences));
}

ChunkLayouts::Sequences ChunkLayouts::sequences(std::uint32_t chunk) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_sequences.find(chunk);
    return found == m_sequences.end() ? nullptr : found->second;
}

void StreamMarks::add(const Piece& piece)
{
    const Sequence& sequence = piece.decoded.sequences.front();
    const std::lock_guard lock(m_mutex);
    if (m_reach.complete || (m_reach.next.offset != 0 && m_reach.next.offset != sequence.offset))
        return; // somebody else was faster
    if (sequence.size() > 0)
        m_marks.push_back({sequence.offset, m_reach.next.record});
    m_reach = {{sequence.end, m_reach.next.record + sequence.size()}, piece.isLast};
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        if (sequence.kinds[i] != RecordKind::callsite)
            continue;
        ByteReader in = piece.payload(sequence, i);
        m_callsites.read(in, piece.file, piece.source);
    }
}

StreamMarks::Reach StreamMarks::reach() const
{
    const std::lock_guard lock(m_mutex);
    return m_reach;
}

std::vector<StreamMarks::Mark> StreamMarks::all() const
{
    const std::lock_guard lock(m_mutex);
    return m_marks;
}

std::optional<StreamMarks::Mark> StreamMarks::find(Key key, std::uint64_t wanted) const
{
    const std::lock_guard lock(m_mutex);
    const auto next = std::ranges::upper_bound(m_marks, wanted, {}, key);
    const bool isKnown = wanted < m_reach.next.*key && next != m_marks.begin();
    return isKnown ? std::optional(*std::prev(next)) : std::nullopt;
}

const Callsite* StreamMarks::callsite(std::uint64_t id) const
{
    const std::lock_guard lock(m_mutex);
    return m_callsites.find(id);
}

std::vector<const Callsite*> StreamMarks::callsites() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<const Callsite*> out;
    for (const Callsites::Entry& entry : m_callsites.all())
        out.push_back(&entry.callsite);
    return out;
}

}
