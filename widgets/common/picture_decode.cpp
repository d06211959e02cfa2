#include "widgets/common/picture_decode.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <algorithm>
#include <mutex>

namespace traceglass {

namespace {

constexpr int kMegabytes = 256; // a decoder may not take more
constexpr int kLongestSide = 30'000;
constexpr qint64 kMostPixels = 64'000'000;

class PictureWords
{
    Q_DECLARE_TR_FUNCTIONS(PictureWords)
};
}

DecodedPicture decodePicture(std::span<const std::byte> encoded, const QSize& room)
{
    static std::once_flag limited;
    std::call_once(limited, [] { QImageReader::setAllocationLimit(kMegabytes); });
    DecodedPicture picture;
    const auto failed = [&picture](const QString& why) {
        picture.failure = why;
        return picture;
    };
    if (encoded.empty() || encoded.size() > kPictureBytes)
        return failed(encoded.empty() ? PictureWords::tr("no picture")
                                      : PictureWords::tr("picture too large to be shown"));
    const QByteArray raw = QByteArray::fromRawData(reinterpret_cast<const char*>(encoded.data()),
                                                   static_cast<qsizetype>(encoded.size()));
    QBuffer buffer;
    buffer.setData(raw);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    reader.setDecideFormatFromContent(true);
    // Formats that are pixels only: others may name files of this machine.
    const QByteArray format = reader.format();
    if (format != "png" && format != "jpeg" && format != "gif" && format != "bmp")
        return failed(PictureWords::tr("not a picture that can be shown"));
    picture.size = reader.size();
    const int width = picture.size.width(), height = picture.size.height();
    if (width <= 0 || height <= 0)
        return failed(PictureWords::tr("damaged picture"));
    if (std::max(width, height) > kLongestSide || qint64(width) * height > kMostPixels)
        return failed(PictureWords::tr("picture too large to be shown"));
    if (width > room.width() || height > room.height())
        reader.setScaledSize(picture.size.scaled(room, Qt::KeepAspectRatio).expandedTo(QSize(1, 1)));
    picture.image = reader.read();
    return picture.image.isNull() ? failed(PictureWords::tr("damaged picture")) : picture;
}

}
