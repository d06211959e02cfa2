#include "core/stats/slice_keys.h"

#include "core/logs/log_level.h"
#include "core/logs/log_template.h"
#include "core/stats/slice_queries.h"
#include "core/timeline/track_names.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace traceglass::stats {

namespace {

constexpr std::array<std::string_view, kSliceKeys> kWords = {"name", "track", "thread", "task",    "group",
                                                             "kind", "level", "state",  "template"};
constexpr std::uint32_t kTaskStates = 5; // the first keys of a table by name are theirs

bool isOfThread(const Track& track) // other tracks of slices have no number
{
    return track.kind == TrackKind::worker || (track.kind == TrackKind::slices && track.number != 0);
}

query::Field fieldOf(SliceKey by)
{
    return by == SliceKey::kind ? query::Field::kind
        : by == SliceKey::level ? query::Field::level
                                : query::Field::state;
}

}

std::string_view wordOf(SliceKey key)
{
    return kWords[static_cast<std::size_t>(key)];
}

std::optional<SliceKey> sliceKeyOf(std::string_view word)
{
    const auto* const found = std::ranges::find(kWords, word);
    if (found == kWords.end())
        return {};
    return static_cast<SliceKey>(found - kWords.begin());
}

bool isCounted(TrackKind kind)
{
    return kind != TrackKind::group && kind != TrackKind::health && kind != TrackKind::ruler
        && query::hasNames(kind);
}

bool isOfLines(TrackKind kind)
{
    return kind == TrackKind::log || kind == TrackKind::events || kind == TrackKind::marks;
}

std::optional<RowKey> SliceKeys::ofRow(const WalkedRow& row) const
{
    const Track& track = m_timeline.track(row.track);
    const bool isTask = track.kind == TrackKind::states;
    const auto all = [](std::uint32_t key) { return std::optional(RowKey {key, false}); };
    const auto byName = [](std::uint32_t first) { return std::optional(RowKey {first, true}); };
    const auto nothing = std::optional<RowKey>();
    switch (m_by) {
    case SliceKey::name:
        if (!query::hasNames(track.kind))
            return all(kTaskStates + number(track.name));
        return byName(isTask ? 0 : kTaskStates);
    case SliceKey::track: return all(number(row.track));
    case SliceKey::thread: return isOfThread(track) ? all(number(row.track)) : nothing;
    case SliceKey::task: return isTask ? all(number(track.name)) : nothing;
    case SliceKey::group: return all(track.parent == kNoTrack ? 0 : number(track.parent) + 1);
    case SliceKey::kind: return all(static_cast<std::uint32_t>(track.kind));
    case SliceKey::level:
        if (track.kind == TrackKind::log)
            return byName(kLevelKeys);
        return track.kind == TrackKind::events && row.depth < query::infoOf(query::Field::level).words.size()
            ? all(row.depth)
            : nothing;
    case SliceKey::state: return isTask ? byName(0) : nothing;
    case SliceKey::text: return isOfLines(track.kind) ? byName(0) : nothing;
    }
    return nothing;
}

void SliceKeys::readLines(const std::vector<WalkedRow>& rows, const Job& job)
{
    if (m_by != SliceKey::text && m_by != SliceKey::level)
        return;
    std::unordered_map<std::string, std::uint32_t> known;
    const auto keyOf = [&](std::string_view line) {
        if (m_by == SliceKey::level) {
            const std::size_t level = logs::logLevel(line);
            return level == logs::kNoLogLevel ? kNoLevel : static_cast<std::uint32_t>(level - 1);
        }
        const auto added =
            known.try_emplace(logs::logTemplate(line), static_cast<std::uint32_t>(m_templates.size()));
        if (added.second)
            m_templates.push_back(added.first->first);
        return added.first->second;
    };
    std::vector<bool> isRead;
    for (const WalkedRow& row : rows) {
        if (!isOfLines(m_timeline.track(row.track).kind))
            continue;
        for (std::size_t i = 0; i < m_timeline.partCount(row.row); ++i) {
            const SlicePart part = m_timeline.part(row.row, i);
            const std::span<const std::uint32_t> names = m_timeline.pack(part.pack).names();
            for (std::size_t at = part.begin; at < part.end; ++at) {
                if (isStoppedAt(at, job))
                    return;
                const std::uint32_t name = names[at];
                if (name >= isRead.size()) {
                    isRead.resize(name + name / 2 + 64);
                    m_keyOf.resize(isRead.size());
                }
                if (isRead[name])
                    continue;
                isRead[name] = true;
                const std::uint32_t key = m_keyOf[name] = keyOf(m_timeline.text(StringId(name)));
                if (key >= m_lines.size())
                    m_lines.resize(key + 1);
                m_lines[key].push_back(name);
            }
        }
    }
}

std::vector<SliceKeyWords> SliceKeys::describe(std::span<const std::uint32_t> found,
                                               const std::optional<std::vector<TrackId>>& scope,
                                               const Job& job) const
{
    std::vector<SliceKeyWords> out;
    out.reserve(found.size());
    SliceQueries queries(m_timeline, scope, m_by, m_isOfEverything, job);
    for (const std::uint32_t key : found) {
        if (isStoppedAt(out.size(), job))
            return out;
        out.push_back(words(key));
        if (m_by == SliceKey::task || m_by == SliceKey::group
            || (m_by == SliceKey::name && key >= kTaskStates))
            queries.add(out.back().text);
    }
    queries.ready(job);
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (i % 1024 == 0 && job.stopRequested())
            return out;
        SliceKeyWords& words = out[i];
        switch (m_by) {
        case SliceKey::name:
            words.query = found[i] < kTaskStates
                ? SliceQueries::ofWord(query::Field::state, found[i])
                : queries.ofName(words.text);
            break;
        case SliceKey::track:
        case SliceKey::thread: words.query = queries.ofTrack(words.text); break;
        case SliceKey::task: words.query = queries.ofTask(words.text); break;
        case SliceKey::group:
            words.query = words.track == kNoTrack ? std::string() : queries.ofGroup(words.text);
            break;
        case SliceKey::level:
            words.query =
                found[i] == kNoLevel ? std::string() : SliceQueries::ofWord(query::Field::level, found[i]);
            break;
        case SliceKey::kind:
        case SliceKey::state: words.query = SliceQueries::ofWord(fieldOf(m_by), found[i]); break;
        case SliceKey::text: break; // an expression would take lines of other templates, too
        }
    }
    if (m_by == SliceKey::track || m_by == SliceKey::thread) {
        const TrackNames names(m_timeline);
        for (SliceKeyWords& words : out)
            words.text = names.of(words.track);
    }
    return out;
}

SliceKeyWords SliceKeys::words(std::uint32_t key) const
{
    const auto ofName = [&](StringId name) {
        return SliceKeyWords {std::string(m_timeline.text(name)), name};
    };
    switch (m_by) {
    case SliceKey::name: return ofName(StringId(key < kTaskStates ? key : key - kTaskStates));
    case SliceKey::state:
    case SliceKey::task: return ofName(StringId(key));
    case SliceKey::track:
    case SliceKey::thread: {
        const auto track = TrackId(key);
        return {m_timeline.path(track), m_timeline.track(track).name, track};
    }
    case SliceKey::group:
        if (key == 0)
            return {"no group"};
        return {m_timeline.path(TrackId(key - 1)), {}, TrackId(key - 1)};
    case SliceKey::level:
        if (key == kNoLevel)
            return {"no level"};
        [[fallthrough]];
    case SliceKey::kind: return {std::string(query::infoOf(fieldOf(m_by)).words[key])};
    case SliceKey::text: return {m_templates[key], StringId(m_lines[key].front())};
    }
    return {};
}

}
