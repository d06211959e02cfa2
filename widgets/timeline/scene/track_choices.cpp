#include "widgets/timeline/scene/track_choices.h"

#include "core/query/query.h"
#include "widgets/common/utf8.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace traceglass {

namespace {

const QString kTop = QStringLiteral("/"); // no track's path

QJsonObject toJson(const TrackChoice& choice)
{
    QJsonObject object;
    if (choice.folded)
        object.insert("folded", *choice.folded);
    if (choice.hidden)
        object.insert("hidden", true);
    if (choice.hidesOthers)
        object.insert("hidesOthers", true);
    if (choice.shown)
        object.insert("shown", true);
    if (choice.pinned)
        object.insert("pinned", *choice.pinned);
    if (choice.rank)
        object.insert("rank", *choice.rank);
    if (choice.size != TrackChoice::Size::normal)
        object.insert("size", choice.size == TrackChoice::Size::small ? "small" : "tall");
    if (choice.visibleScale)
        object.insert("visibleScale", true);
    return object;
}

QString kindName(TrackKind kind)
{
    return fromUtf8(query::infoOf(query::Field::kind).words[static_cast<std::size_t>(kind)]);
}

TrackChoice fromJson(const QJsonObject& object)
{
    TrackChoice choice;
    if (object.value("folded").isBool())
        choice.folded = object.value("folded").toBool();
    choice.hidden = object.value("hidden").toBool();
    choice.hidesOthers = object.value("hidesOthers").toBool();
    choice.shown = object.value("shown").toBool();
    if (object.value("pinned").isDouble())
        choice.pinned = object.value("pinned").toInt();
    if (object.value("rank").isDouble())
        choice.rank = object.value("rank").toInt();
    const QString size = object.value("size").toString();
    choice.size = size == "small" ? TrackChoice::Size::small
        : size == "tall"          ? TrackChoice::Size::tall
                                  : TrackChoice::Size::normal;
    choice.visibleScale = object.value("visibleScale").toBool();
    return choice;
}

}

const TrackChoice& TrackChoices::of(const TrackKey& key) const
{
    static const TrackChoice none;
    const auto found = m_choices.find(key);
    return found == m_choices.end() ? none : found->second;
}

void TrackChoices::showAll()
{
    const auto show = [](TrackChoice& choice) { choice.hidden = choice.hidesOthers = choice.shown = false; };
    for (auto& [key, choice] : m_choices)
        show(choice);
    show(m_top);
}

bool TrackChoices::anyHidden() const
{
    const auto hides = [](const TrackChoice& choice) { return choice.hidden || choice.hidesOthers; };
    return hides(m_top)
        || std::ranges::any_of(m_choices, [&](const auto& entry) { return hides(entry.second); });
}

QByteArray TrackChoices::save(const Timeline& timeline) const
{
    QJsonObject out;
    for (auto path = m_byPath.begin(); path != m_byPath.end(); ++path)
        out.insert(path.key(), path.value());
    if (m_top != TrackChoice())
        out.insert(kTop, toJson(m_top));
    for (const auto& [key, choice] : m_choices) {
        const auto id = timeline.findTrack(key.kind, key.key);
        if (!id || choice == TrackChoice())
            continue;
        QJsonObject object = toJson(choice);
        object.insert("kind", kindName(key.kind));
        const QString path = trackPath(timeline, *id), plain = exactFromUtf8(timeline.path(*id));
        if (plain != path)
            object.insert("path", plain);
        out.insert(path, object);
    }
    return QJsonDocument(out).toJson(QJsonDocument::Compact);
}

void TrackChoices::restore(const QByteArray& saved)
{
    m_choices.clear();
    m_byPath.clear();
    m_resolved = 0;
    QJsonObject object = QJsonDocument::fromJson(saved).object();
    m_top = fromJson(object.take(kTop).toObject());
    for (auto entry = object.begin(); entry != object.end(); ++entry)
        m_byPath.insert(entry.key(), entry.value().toObject());
}

void TrackChoices::resolve(const Timeline& timeline)
{
    for (; m_resolved < timeline.trackCount() && !m_byPath.isEmpty(); ++m_resolved) {
        const TrackId id = static_cast<TrackId>(m_resolved);
        const auto found = m_byPath.find(trackPath(timeline, id));
        if (found == m_byPath.end())
            continue;
        m_choices[trackKey(timeline.track(id))] = fromJson(found.value());
        m_byPath.erase(found);
    }
}

FittedChoices fitChoices(const QByteArray& saved, const Timeline& timeline, Job& job)
{
    struct Known
    {
        QString path;
        int count = 0; // of that path, without numbers
        bool isExact = false;
    };
    const QJsonObject wanted = QJsonDocument::fromJson(saved).object();
    QHash<QString, QStringList> byPlainPath;
    for (auto each = wanted.begin(); each != wanted.end(); ++each)
        byPlainPath[each.value().toObject().value("path").toString(each.key())] << each.key();
    QHash<QString, Known> known; // by the path that was saved
    for (std::uint32_t i = 0; !wanted.isEmpty() && i < timeline.trackCount(); ++i) {
        if (job.stopRequested())
            return {};
        const TrackId id {i};
        const auto named = byPlainPath.constFind(exactFromUtf8(timeline.path(id)));
        if (named == byPlainPath.constEnd())
            continue;
        const QString path = trackPath(timeline, id), kind = kindName(timeline.track(id).kind);
        for (const QString& each : *named) {
            Known& at = known[each];
            if (at.isExact || wanted.value(each).toObject().value("kind").toString(kind) != kind)
                continue;
            at = {path, at.count + 1, path == each};
        }
    }
    FittedChoices out;
    QJsonObject fitted;
    for (auto each = wanted.begin(); each != wanted.end(); ++each) {
        const Known at = known.value(each.key());
        const bool isFound = at.isExact || at.count == 1 || each.key() == kTop;
        if (!isFound)
            out.missing << each.key();
        const QString path = isFound && each.key() != kTop ? at.path : each.key();
        if (at.isExact || !fitted.contains(path))
            fitted.insert(path, each.value());
    }
    out.saved = QJsonDocument(fitted).toJson(QJsonDocument::Compact);
    return out;
}

QString trackPath(const Timeline& timeline, TrackId id)
{
    const Track& track = timeline.track(id);
    QString path;
    if (track.parent != kNoTrack && number(track.parent) < timeline.trackCount() && track.parent != id)
        path = trackPath(timeline, track.parent) + '/';
    const std::string_view name = timeline.text(track.name);
    path += exactFromUtf8(name);
    if (const std::string detail = trackDetail(track); !detail.empty())
        path += ' ' + exactFromUtf8(detail);
    return path;
}

}
