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

QString words(const char* text)
{
    return QCoreApplication::translate("PictureDecode", text);
}

}

DecodedPicture decodePicture(std::span<const std::byte> encoded, const QSize& room)
{
    static std::once_flag limited;
    std::call_once(limited, [] { QImageReader::setAllocationLimit(kMegabytes); });
    DecodedPicture picture;
    if (encoded.empty() || encoded.size() > kPictureBytes) {
        picture.failure = encoded.empty() ? words("no picture") : words("picture too large to be shown");
        return picture;
    }
    const QByteArray raw = QByteArray::fromRawData(reinterpret_cast<const char*>(encoded.data()),
                                                   static_cast<qsizetype>(encoded.size()));
    QBuffer buffer;
    buffer.setData(raw);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    reader.setDecideFormatFromContent(true);
    // Formats that are pixels only: others may name files of this machine.
    const QByteArray format = reader.format();
    if (format != "png" && format != "jpeg" && format != "gif" && format != "bmp") {
        picture.failure = words("not a picture that can be shown");
        return picture;
    }
    picture.size = reader.size();
    const bool known = picture.size.width() > 0 && picture.size.height() > 0;
    if (!known || std::max(picture.size.width(), picture.size.height()) > kLongestSide
        || qint64(picture.size.width()) * picture.size.height() > kMostPixels) {
        picture.failure = known ? words("picture too large to be shown") : words("damaged picture");
        return picture;
    }
    if (picture.size.width() > room.width() || picture.size.height() > room.height())
        reader.setScaledSize(picture.size.scaled(room, Qt::KeepAspectRatio).expandedTo(QSize(1, 1)));
    picture.image = reader.read();
    if (picture.image.isNull())
        picture.failure = words("damaged picture");
    return picture;
}

}
