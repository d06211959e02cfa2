// Sets: what is filtered, which tracks are pinned, hidden, folded or moved, and which columns are put away and
// which findings are not a problem, by name.
// They belong to the application and fit any capture: tracks are known by kind, path and name.
//
//     sets->save(tr("slow requests"));              // what is shown now
//     sets->apply(sets->all().front());             // fitted(): what the capture does not have
//     settings.bytes("sets"), or sets->text():
//         {"sets": [{"name": "slow requests", "filters": ["duration >= 10 ms"],
//                    "tracks": {"tasks/metrics.flush #7": {"kind": "states", "pinned": 0}},
//                    "columns": {"records": ["size"]},
//                    "muted": ["rfr.events"]}]}
//
// A set that is applied takes the place of what was filtered and arranged, in one step of the history.
#pragma once

#include "app/viewer/settings/settings.h"
#include "widgets/models/list_pane.h"
#include "widgets/session/session_findings.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QMap>
#include <QPointer>
#include <functional>

namespace traceglass {

struct Arranged
{
    QByteArray tracks;                     // TrackChoices::save
    QMap<QString, QStringList> columns {}; // that are put away, by pane; of others nothing is known
    std::optional<QStringList>
        muted {}; // findings that are not a problem; nothing: of these nothing is known

    bool operator==(const Arranged&) const = default;
};

struct FilterSet
{
    QString name;
    FilterParts filters;
    Arranged arranged;

    bool operator==(const FilterSet&) const = default;
};

class FilterSets : public QObject
{
    Q_OBJECT

public:
    explicit FilterSets(Settings& settings, QObject* parent = nullptr);

    // Null: nothing with a timeline is open.
    void setCapture(DocumentSession* session, SessionFilter* filter, TimelineScene* scene,
                    SessionFindings* findings,
                    std::vector<std::function<ListPane*()>> panes = {}); // those with columns that are named
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
    Arranged shown() const;

    Settings& m_settings;
    QPointer<DocumentSession> m_session;
    QPointer<SessionFilter> m_filter;
    QPointer<TimelineScene> m_scene;
    QPointer<SessionFindings> m_findings;
    std::unique_ptr<Asker> m_asker;
    std::vector<std::function<ListPane*()>> m_panes;
    std::map<int, Arranged> m_arrangements; // by the number the history has for them
    int m_newest = 0;
};

}
