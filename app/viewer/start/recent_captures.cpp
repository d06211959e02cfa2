#include "app/viewer/start/recent_captures.h"

#include "app/viewer/settings/settings.h"
#include "widgets/common/file_choice.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace traceglass {

namespace {

const QString kKey = QStringLiteral("recent");

// Sizes and times are written as text: JSON numbers pass through double.
QString rangeText(const TimeRange& range)
{
    return QStringLiteral("%1..%2").arg(range.startNs).arg(range.endNs);
}

std::optional<TimeRange> rangeOf(const QString& text)
{
    const QStringList ends = text.split(QStringLiteral(".."));
    if (ends.size() != 2)
        return {};
    bool isStart = false, isEnd = false;
    const TimeRange range {ends[0].toLongLong(&isStart), ends[1].toLongLong(&isEnd)};
    return isStart && isEnd && range.startNs < range.endNs ? std::optional(range) : std::nullopt;
}

QJsonObject toJson(const RecentCapture& entry)
{
    QJsonObject object {
        {QStringLiteral("path"), plainPath(entry.path)},
        {QStringLiteral("directory"), entry.directory},
        {QStringLiteral("format"), entry.format},
        {QStringLiteral("size"), QString::number(entry.size)},
        {QStringLiteral("problems"), entry.problems},
        {QStringLiteral("notes"), entry.notes},
        {QStringLiteral("opened"), entry.opened.toUTC().toString(Qt::ISODate)},
        {QStringLiteral("pinned"), entry.pinned},
        {QStringLiteral("tracks"), QString::fromLatin1(entry.tracks.toBase64())},
    };
    if (!entry.muted.isEmpty())
        object.insert(QStringLiteral("muted"), QJsonArray::fromStringList(entry.muted));
    if (entry.lengthNs)
        object.insert(QStringLiteral("length"), QString::number(*entry.lengthNs));
    object.insert(QStringLiteral("panes"), QString::fromLatin1(entry.panes.toBase64()));
    object.insert(QStringLiteral("lowerPane"), entry.lowerPane);
    if (entry.view)
        object.insert(QStringLiteral("view"), rangeText(*entry.view));
    if (entry.range)
        object.insert(QStringLiteral("range"), rangeText(*entry.range));
    return object;
}

RecentCapture fromJson(const QJsonObject& object)
{
    RecentCapture entry;
    entry.path = fromPlainPath(object[QStringLiteral("path")].toString());
    entry.directory = object[QStringLiteral("directory")].toBool();
    entry.format = object[QStringLiteral("format")].toString();
    entry.size = object[QStringLiteral("size")].toString().toULongLong();
    if (object.contains(QStringLiteral("length")))
        entry.lengthNs = object[QStringLiteral("length")].toString().toLongLong();
    entry.problems = object[QStringLiteral("problems")].toInt();
    entry.notes = object[QStringLiteral("notes")].toInt();
    entry.opened = QDateTime::fromString(object[QStringLiteral("opened")].toString(), Qt::ISODate);
    entry.pinned = object[QStringLiteral("pinned")].toBool();
    entry.tracks = QByteArray::fromBase64(object[QStringLiteral("tracks")].toString().toLatin1());
    for (const auto line : object[QStringLiteral("muted")].toArray())
        entry.muted << line.toString();
    entry.panes = QByteArray::fromBase64(object[QStringLiteral("panes")].toString().toLatin1());
    entry.lowerPane = object[QStringLiteral("lowerPane")].toString();
    entry.view = rangeOf(object[QStringLiteral("view")].toString());
    entry.range = rangeOf(object[QStringLiteral("range")].toString());
    return entry;
}

}

QString RecentCapture::name() const
{
    return QFileInfo(path).fileName();
}

QString RecentCapture::folder() const
{
    const QString folder = QFileInfo(path).absolutePath();
    const QString home = QDir::homePath();
    if (folder == home || folder.startsWith(home + QLatin1Char('/')))
        return QLatin1Char('~') + folder.mid(home.size());
    return folder;
}

RecentCaptures::RecentCaptures(Settings& settings)
    : m_settings(settings)
{
    reload();
}

void RecentCaptures::reload()
{
    m_entries.clear();
    for (const auto value : QJsonDocument::fromJson(m_settings.bytes(kKey)).array()) {
        RecentCapture entry = fromJson(value.toObject());
        if (!entry.path.isEmpty())
            m_entries.push_back(std::move(entry));
    }
}

const RecentCapture* RecentCaptures::find(const QString& path) const
{
    const auto it = std::ranges::find(m_entries, path, &RecentCapture::path);
    return it == m_entries.end() ? nullptr : &*it;
}

void RecentCaptures::add(RecentCapture entry)
{
    reload();
    if (const RecentCapture* before = find(entry.path))
        entry.pinned = before->pinned;
    std::erase_if(m_entries, [&](const RecentCapture& other) { return other.path == entry.path; });
    m_entries.insert(m_entries.begin(), std::move(entry));
    std::size_t loose = 0;
    std::erase_if(m_entries, [&](const RecentCapture& other) { return !other.pinned && ++loose > kKept; });
    save();
}

void RecentCaptures::remove(const QString& path)
{
    reload();
    std::erase_if(m_entries, [&](const RecentCapture& other) { return other.path == path; });
    save();
}

void RecentCaptures::setPinned(const QString& path, bool pinned)
{
    reload();
    for (RecentCapture& entry : m_entries) {
        if (entry.path == path)
            entry.pinned = pinned;
    }
    save();
}

void RecentCaptures::save()
{
    QJsonArray list;
    for (const RecentCapture& entry : m_entries)
        list.append(toJson(entry));
    m_settings.setBytes(kKey, QJsonDocument(list).toJson(QJsonDocument::Compact));
}

}
