// What the user chose for single tracks: folded or open, hidden, pinned to the top, moved among its siblings.
// Kept by the track's own identity, so that it survives new snapshots; saved by the track's path, so that it
// fits other captures. Choices are few, however many tracks they are about: "all but this one" is one of the group, and a
// track that is moved leaves its siblings as they are.
//
//     choices.change(trackKey(track)).hidden = true;
//     settings.setValue("tracks", choices.save(*timeline));
//     choices.restore(settings.value("tracks").toByteArray());
//     choices.resolve(*timeline);                       // after each snapshot: names seen for the first time
#pragma once

#include "core/base/job.h"
#include "core/timeline/timeline.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <optional>
#include <unordered_map>

namespace traceglass {

struct TrackKey
{
    TrackKind kind = TrackKind::group;
    std::uint64_t key = 0;

    bool operator==(const TrackKey&) const = default;
};

inline TrackKey trackKey(const Track& track)
{
    return {track.kind, track.key};
}

struct TrackKeyHash
{
    std::size_t operator()(const TrackKey& key) const
    {
        return static_cast<std::size_t>((key.key ^ static_cast<std::uint64_t>(key.kind) << 60)
                                        * 0x9e3779b97f4a7c15u);
    }
};

struct TrackChoice
{
    std::optional<bool> folded {}; // unset: as the layout thinks best
    bool hidden = false;
    bool hidesOthers = false; // of a group: what is in it is hidden, but for what is shown all the same
    bool shown = false;
    std::optional<int> pinned {}; // place among the pinned tracks
    std::optional<int> rank {};   // place among its siblings; those without take the others in their order
    enum class Size : std::uint8_t { small, normal, tall };
    Size size = Size::normal;  // of a counter
    bool visibleScale = false; // of a counter: from least to greatest of what is visible, not of all

    bool operator==(const TrackChoice&) const = default;
};

class TrackChoices
{
public:
    const TrackChoice& of(const TrackKey& key) const;
    TrackChoice& change(const TrackKey& key) { return m_choices[key]; }
    const TrackChoice& ofTop() const { return m_top; } // of what lies in no group
    TrackChoice& changeTop() { return m_top; }
    const std::unordered_map<TrackKey, TrackChoice, TrackKeyHash>& all() const { return m_choices; }
    bool empty() const { return m_choices.empty() && m_top == TrackChoice(); }
    void showAll(); // nothing is hidden any more
    bool anyHidden() const;

    QByteArray save(const Timeline& timeline) const;
    void restore(const QByteArray& saved); // anything that is not ours is ignored
    void resolve(const Timeline& timeline);

private:
    std::unordered_map<TrackKey, TrackChoice, TrackKeyHash> m_choices;
    TrackChoice m_top;
    QHash<QString, QJsonObject> m_byPath; // restored, their track not seen yet: what was saved of each
    std::size_t m_resolved = 0;           // tracks already compared with m_byPath
};

// What was saved of one capture, for the tracks of another: those of the same kind and path, with the same number or else
// the only one. What was not found stays in it, as its track may be found later. Empty when the job is stopped.
struct FittedChoices
{
    QByteArray saved;
    QStringList missing; // paths, as they were saved
};
FittedChoices fitChoices(const QByteArray& saved, const Timeline& timeline, Job& job);

// "tasks/upload #20"
QString trackPath(const Timeline& timeline, TrackId id);

}
