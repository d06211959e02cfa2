#include "widgets/session/note_times.h"

#include <algorithm>
#include <queue>

namespace traceglass {

namespace {

constexpr std::size_t kMostReaching = 64;

}

NoteTimes::NoteTimes(std::vector<NoteTime> notes)
    : m_notes(std::move(notes))
    , m_tree(2 * m_notes.size())
{
    std::ranges::stable_sort(m_notes, {}, [](const NoteTime& note) { return note.time.startNs; });
    const std::size_t count = m_notes.size();
    for (std::size_t i = 0; i < count; ++i)
        m_tree[count + i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = count; i-- > 1;)
        m_tree[i] = static_cast<std::uint32_t>(laterEnd(m_tree[2 * i], m_tree[2 * i + 1]));
}

std::size_t NoteTimes::laterEnd(std::size_t a, std::size_t b) const
{
    return m_notes[b].time.endNs > m_notes[a].time.endNs ? b : a;
}

std::size_t NoteTimes::firstFrom(std::int64_t startNs, std::size_t from) const
{
    const auto begin = m_notes.begin() + static_cast<std::ptrdiff_t>(from);
    return static_cast<std::size_t>(
        std::ranges::lower_bound(begin, m_notes.end(), startNs, {},
                                 [](const NoteTime& note) { return note.time.startNs; })
        - m_notes.begin());
}

std::size_t NoteTimes::lastEnding(std::size_t first, std::size_t last) const
{
    std::size_t best = first;
    const std::size_t count = m_notes.size();
    for (first += count, last += count; first < last; first /= 2, last /= 2) {
        if (first % 2 == 1)
            best = laterEnd(best, m_tree[first++]);
        if (last % 2 == 1)
            best = laterEnd(best, m_tree[--last]);
    }
    return best;
}

std::vector<NoteTime> NoteTimes::shown(TimeRange window, std::int64_t stepNs) const
{
    std::vector<NoteTime> out;
    const std::size_t first = firstFrom(window.startNs, 0);

    struct Stretch // of those before the window, and its note that ends last
    {
        std::size_t begin, end, latest;
    };
    const auto endsEarlier = [this](const Stretch& a, const Stretch& b) {
        return m_notes[a.latest].time.endNs < m_notes[b.latest].time.endNs;
    };
    std::priority_queue<Stretch, std::vector<Stretch>, decltype(endsEarlier)> before(endsEarlier);
    const auto look = [&](std::size_t begin, std::size_t end) {
        if (begin < end)
            before.push({begin, end, lastEnding(begin, end)});
    };
    look(0, first);
    while (!before.empty() && out.size() < kMostReaching) {
        const Stretch stretch = before.top();
        before.pop();
        if (m_notes[stretch.latest].time.endNs < window.startNs)
            break;
        out.push_back(m_notes[stretch.latest]);
        look(stretch.begin, stretch.latest);
        look(stretch.latest + 1, stretch.end);
    }
    std::ranges::sort(out, {}, [](const NoteTime& note) { return note.time.startNs; });

    for (std::size_t i = first; i < m_notes.size() && m_notes[i].time.startNs <= window.endNs;) {
        const std::int64_t behind = addSaturating(m_notes[i].time.startNs, std::max<std::int64_t>(stepNs, 1));
        const std::size_t next = std::max(firstFrom(behind, i), i + 1);
        out.push_back(m_notes[i]);
        if (const std::size_t last = lastEnding(i, next); last != i && m_notes[last].time.endNs >= behind)
            out.push_back(m_notes[last]);
        i = next;
    }
    return out;
}

}
