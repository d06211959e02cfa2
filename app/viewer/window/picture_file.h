// A picture as a PNG file of any name.
#pragma once

#include "core/io/view_files.h"
#include "widgets/common/utf8.h"

#include <QBuffer>
#include <QImage>

namespace traceglass {

inline bool writePicture(const QImage& picture, const QString& path, GaveWay gaveWay)
{
    QBuffer out;
    return out.open(QIODevice::WriteOnly) && picture.save(&out, "PNG")
        && writeFile(pathOf(path), std::as_bytes(std::span(out.data())), gaveWay).has_value();
}

}
