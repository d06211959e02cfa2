// Decodes pictures found in captures: nobody vouches for them, so what they may cost is limited. Any thread.
//
//     const DecodedPicture picture = decodePicture(bytes, QSize(320, 220));
//     if (picture.image.isNull())
//         label->setText(picture.failure);
#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <cstddef>
#include <span>

namespace traceglass {

constexpr std::size_t kPictureBytes = 16u << 20; // encoded; longer ones are not decoded

struct DecodedPicture
{
    QImage image;    // at most as large as was asked for; null: see failure
    QSize size;      // of the picture itself, in pixels; empty when even that is not known
    QString failure; // for people
};

DecodedPicture decodePicture(std::span<const std::byte> encoded, const QSize& room);

}
