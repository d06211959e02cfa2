// A picture as a PNG file of any name.
#pragma once

#include "core/io/view_files.h"
#include "widgets/common/utf8.h"

#include <QBuffer>
#include <QImage>

namespace traceglass {

// `of`: the capture that is shown in it, which is not written over; empty: none.
inline Result<void> writePicture(const QImage& picture, const QString& path, const QString& of,
                                 GaveWay gaveWay)
{
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    picture.save(&out, "PNG");
    return replaceFile(pathOf(path), std::as_bytes(std::span(out.data())), gaveWay, pathOf(of));
}

}
