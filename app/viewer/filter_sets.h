// Sets: what is filtered, and which tracks are pinned, hidden, folded or moved, by name. They belong to the
// application and fit any capture: tracks are known by kind, path and name.
//
//     sets->save(tr("slow requests"));              // what is shown now
//     sets->apply(0);                               // fitted(): what the capture does not have
//     settings.bytes("sets"), or sets->text():
//         {"sets": [{"name": "slow requests", "filters": ["duration >= 10 ms"],
//                    "tracks": {"tasks/metrics.flush #7": {"kind": "states", "pinned": 0}}}]}
//
// A set that is applied takes the place of what was filtered and arranged, in one step of the history.
#pragma once

#include "app/viewer/settings.h"
#include "widgets/timeline/timeline_scene.h"

#include <QPointer>

namespace traceglass {

struct FilterSet
{
    QString name;
    FilterParts filters;
    QByteArray tracks; // TrackChoices::save

    bool operator==(const FilterSet&) const = default;
};

class FilterSets : public QObject
{
    Q_OBJECT

public:
    explicit FilterSets(Settings& settings, QObject* parent = nullptr);

    // Null: nothing with a timeline is open.
    void setCapture(DocumentSession* session, SessionFilter* filter, TimelineScene* scene);
    bool canApply() const { return m_scene; }

    std::vector<FilterSet> all() const; // by name; those of all windows
    void save(const QString& name);     // in place of one of that name
    void apply(const FilterSet& set);
    void rename(const QString& from, const QString& to); // in place of one of that name
    void remove(const QString& name);
    QByteArray text() const;
    // Those of such a text; one of a known name takes its place. False: there is none in it.
    bool add(const QByteArray& text);

signals:
    void fitted(const QString& name, const QStringList& missing); // it is applied

private:
    void put(std::vector<FilterSet> sets);
    void take(const FilterSet& set, const FittedChoices& tracks);
    void followHistory(int before);

    Settings& m_settings;
    QPointer<DocumentSession> m_session;
    QPointer<SessionFilter> m_filter;
    QPointer<TimelineScene> m_scene;
    std::unique_ptr<Asker> m_asker;
    std::map<int, QByteArray> m_arrangements; // of tracks, by the number the history has for them
    int m_newest = 0;
};

}
