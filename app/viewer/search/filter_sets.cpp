#include "app/viewer/search/filter_sets.h"

#include "widgets/common/utf8.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

const QString kSets = QStringLiteral("sets");
constexpr std::size_t kMostSets = 1'000;

std::vector<FilterSet> readSets(const QByteArray& text)
{
    std::vector<FilterSet> out;
    for (const QJsonValue each : QJsonDocument::fromJson(text).object().value(kSets).toArray()) {
        const QJsonObject object = each.toObject();
        FilterSet set {object.value("name").toString().trimmed(), {}, {}};
        for (const QJsonValue part : object.value("filters").toArray()) {
            const bool isOn = part.isString();
            set.filters.push_back({isOn ? part.toString() : part.toObject().value("off").toString(), isOn});
        }
        std::erase_if(set.filters, [](const FilterPart& part) { return part.text.trimmed().isEmpty(); });
        set.arranged.tracks = QJsonDocument(object.value("tracks").toObject()).toJson(QJsonDocument::Compact);
        const QJsonObject columns = object.value("columns").toObject();
        for (auto pane = columns.begin(); pane != columns.end(); ++pane) {
            QStringList names;
            for (const QJsonValue name : pane.value().toArray())
                names << name.toString();
            set.arranged.columns.insert(pane.key(), names);
        }
        if (const QJsonValue muted = object.value("muted"); muted.isArray()) {
            set.arranged.muted.emplace();
            for (const QJsonValue line : muted.toArray())
                *set.arranged.muted << line.toString();
        }
        if (!set.name.isEmpty() && out.size() < kMostSets)
            out.push_back(std::move(set));
    }
    return out;
}

QByteArray written(const std::vector<FilterSet>& sets)
{
    QJsonArray all;
    for (const FilterSet& set : sets) {
        QJsonArray filters;
        for (const FilterPart& part : set.filters)
            filters.append(part.isOn ? QJsonValue(part.text) : QJsonObject {{"off", part.text}});
        QJsonObject columns;
        for (auto pane = set.arranged.columns.begin(); pane != set.arranged.columns.end(); ++pane)
            columns.insert(pane.key(), QJsonArray::fromStringList(pane.value()));
        QJsonObject object {{"name", set.name},
                            {"filters", filters},
                            {"tracks", QJsonDocument::fromJson(set.arranged.tracks).object()},
                            {"columns", columns}};
        if (set.arranged.muted)
            object.insert("muted", QJsonArray::fromStringList(*set.arranged.muted));
        all.append(object);
    }
    return QJsonDocument(QJsonObject {{kSets, all}}).toJson();
}

void replaceIn(std::vector<FilterSet>& sets, FilterSet set)
{
    std::erase_if(sets, [&](const FilterSet& each) { return each.name == set.name; });
    sets.push_back(std::move(set));
}

}

FilterSets::FilterSets(Settings& settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
{
}

void FilterSets::setCapture(DocumentSession* session, SessionFilter* filter, TimelineScene* scene,
                            SessionFindings* findings, std::vector<std::function<ListPane*()>> panes)
{
    m_asker.reset();
    m_arrangements.clear();
    m_newest = 0;
    m_session = session;
    m_filter = filter;
    m_scene = scene;
    m_findings = findings;
    m_panes = std::move(panes);
    if (!session)
        return;
    m_asker = std::make_unique<Asker>(session->capture());
    connect(session, &DocumentSession::arrangementChanged, this, &FilterSets::followHistory);
}

std::vector<FilterSet> FilterSets::all() const
{
    return readSets(m_settings.bytes(kSets));
}

QByteArray FilterSets::text() const
{
    return written(all());
}

void FilterSets::put(std::vector<FilterSet> sets)
{
    std::ranges::stable_sort(sets, [](const FilterSet& a, const FilterSet& b) {
        return QString::localeAwareCompare(a.name, b.name) < 0;
    });
    m_settings.setBytes(kSets, written(sets));
}

void FilterSets::save(const QString& name)
{
    auto sets = all();
    replaceIn(sets, {name.trimmed(), m_filter->parts(), shown()});
    put(std::move(sets));
}

void FilterSets::rename(const QString& from, const QString& to)
{
    auto sets = all();
    const auto found = std::ranges::find(sets, from, &FilterSet::name);
    if (found == sets.end() || to.trimmed().isEmpty() || to.trimmed() == from)
        return;
    FilterSet set = *found;
    sets.erase(found);
    set.name = to.trimmed();
    replaceIn(sets, std::move(set));
    put(std::move(sets));
}

void FilterSets::remove(const QString& name)
{
    auto sets = all();
    std::erase_if(sets, [&](const FilterSet& each) { return each.name == name; });
    put(std::move(sets));
}

bool FilterSets::add(const QByteArray& text)
{
    const auto read = readSets(text);
    auto sets = all();
    for (const FilterSet& each : read)
        replaceIn(sets, each);
    put(std::move(sets));
    return !read.empty();
}

void FilterSets::apply(const FilterSet& set)
{
    m_asker->work<FittedChoices>(
        0, Priority::screen,
        [timeline = m_session->timeline(), tracks = set.arranged.tracks](Job& job) {
            return fitChoices(tracks, *timeline, job);
        },
        [this, set](const FittedChoices& tracks) { take(set, tracks); });
}

void FilterSets::take(const FilterSet& set, const FittedChoices& tracks)
{
    QStringList missing = tracks.missing;
    for (const FilterPart& part : set.filters) {
        if (const auto problem = m_filter->problem(part.text))
            missing << tr("%1 (%2)").arg(part.text, fromUtf8(problem->sentence));
    }
    m_arrangements[++m_newest] = {tracks.saved, set.arranged.columns, set.arranged.muted};
    m_session->inOneStep([&] {
        m_session->setFilterParts(set.filters);
        m_session->setArrangement(m_newest);
    });
    emit fitted(set.name, missing);
}

// What the user arranges by hand since then is no step, and belongs to the arrangement it was made in.
void FilterSets::followHistory(int before)
{
    m_arrangements[before] = shown();
    const Arranged& now = m_arrangements[m_session->arrangement()];
    m_scene->restoreChoices(now.tracks);
    for (const auto& each : m_panes) {
        ListPane* const pane = each();
        if (const auto names = now.columns.find(pane->objectName()); names != now.columns.end())
            pane->setColumnsAway(*names);
    }
    if (now.muted)
        m_findings->setMutes(*now.muted);
}

Arranged FilterSets::shown() const
{
    Arranged out {m_scene->saveChoices()};
    for (const auto& each : m_panes) {
        const ListPane* const pane = each();
        out.columns.insert(pane->objectName(), pane->columnsAway());
    }
    out.muted = m_findings->mutes();
    return out;
}

}
