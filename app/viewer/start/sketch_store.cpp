#include "app/viewer/start/sketch_store.h"

#include "core/io/view_files.h"
#include "widgets/common/utf8.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace traceglass {

namespace {

constexpr qint64 kMostOfSketch = 4096; // bytes

// Empty: there is no such capture.
QString fileOf(const QString& path, GaveWay gaveWay)
{
    const auto now = versionOf(pathOf(path), gaveWay);
    if (!now)
        return {};
    const QByteArray key = QByteArray::fromStdString(pathOf(path)) + '\n'
        + QByteArray::number(now->modifiedNs) + '\n' + QByteArray::number(now->size);
    const QByteArray name = QCryptographicHash::hash(key, QCryptographicHash::Sha256).toHex();
    return SketchStore::folder() + QLatin1Char('/') + QString::fromLatin1(name);
}

}

QString SketchStore::folder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)
        + QStringLiteral("/traceglass/sketches");
}

std::optional<Sketch> SketchStore::find(const QString& path, GaveWay gaveWay) const
{
    QFile file(fileOf(path, gaveWay));
    if (file.fileName().isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    return Sketch::fromBytes(file.read(kMostOfSketch));
}

void SketchStore::keep(const QString& path, const Sketch& sketch, GaveWay gaveWay) const
{
    const QString name = fileOf(path, gaveWay);
    QDir folder(SketchStore::folder());
    if (name.isEmpty() || !folder.mkpath(QStringLiteral(".")))
        return;
    QSaveFile file(name);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(sketch.toBytes());
    file.commit(); // what cannot be kept is read again
    const QStringList all = folder.entryList(QDir::Files, QDir::Time);
    for (const QString& old : all.mid(kKept))
        folder.remove(old);
}

}
