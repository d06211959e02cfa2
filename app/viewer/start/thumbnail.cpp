#include "app/viewer/start/thumbnail.h"

#include "app/viewer/window/picture_file.h"
#include "core/base/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QDataStream>
#include <QGuiApplication>
#include <QPainter>
#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace traceglass {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr rlim_t kAddresses = 300u << 20;
constexpr auto kReadFor = 190ms; // of the 300 ms that all may take: starting and drawing take the rest
constexpr auto kOpenFor = 1s;    // on top, where it is not known by then whether this is a capture at all
constexpr std::size_t kStack = 1u << 20; // of a thread: eight times that is usual, and takes addresses
constexpr int kNoMemory = 1;             // how the reader ends where addresses are too few
constexpr qint64 kMostTold = 1 << 20;    // bytes: some hundred sketches

QString phrase(const char* text)
{
    return QString::fromUtf8(text); // English, as all that is printed
}

void limit(__rlimit_resource_t what, rlim_t most)
{
    const rlimit both {most, most};
    ::setrlimit(what, &both);
}

void limitAddresses()
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // these need terabytes
    limit(RLIMIT_AS, kAddresses);
#endif
}

// --- what the reader tells: each time an error, or a sketch, of which the last one counts

struct Told
{
    QString error {};
    std::optional<CaptureSketch> known {};
};

void tellThrough(int pipe, const QByteArray& message)
{
    for (qsizetype sent = 0; sent < message.size();) {
        const ssize_t wrote =
            ::write(pipe, message.constData() + sent, static_cast<std::size_t>(message.size() - sent));
        if (wrote <= 0)
            ::_exit(kNoMemory); // nobody listens
        sent += wrote;
    }
}

QByteArray messageOf(const QString& error, const CaptureSketch& known)
{
    QByteArray message;
    QDataStream out(&message, QIODevice::WriteOnly);
    out << error << known.name << known.format << known.acronym << quint64(known.size) << known.isOpen
        << known.sketch.toBytes();
    return message;
}

Told understand(const QByteArray& received)
{
    Told told;
    QDataStream in(received);
    while (!in.atEnd()) {
        CaptureSketch known;
        QString error;
        QByteArray sketch;
        quint64 size = 0;
        in >> error >> known.name >> known.format >> known.acronym >> size >> known.isOpen >> sketch;
        if (in.status() != QDataStream::Ok)
            break; // it was ended in the middle
        told.error = error;
        known.size = size;
        known.sketch = Sketch::fromBytes(sketch).value_or(Sketch());
        told.known = std::move(known);
    }
    return told;
}

// --- two processes

[[noreturn]] void readInto(int pipe, const std::filesystem::path& path)
{
    limit(RLIMIT_CORE, 0);
    pthread_attr_t threads;
    if (::pthread_attr_init(&threads) == 0 && ::pthread_attr_setstacksize(&threads, kStack) == 0)
        ::pthread_setattr_default_np(&threads);
    std::set_terminate([] { ::_exit(kNoMemory); }); // no memory, or no thread for want of it
    if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0)
        ::dup2(nowhere, STDERR_FILENO);
    const auto read =
        readSketch(path, {kReadFor + kOpenFor, {}, 0}, giveWay(Niceness::behind),
                   [pipe](const CaptureSketch& known) { tellThrough(pipe, messageOf({}, known)); });
    if (!read && read.error().detail.find(std::generic_category().message(ENOMEM)) == std::string::npos)
        tellThrough(pipe, messageOf(fromUtf8(message(read.error())), {}));
    ::_exit(0); // what was made is given back by the system
}

// Appends what comes next. False: that was all, or there is no time left.
bool hear(int pipe, Clock::time_point until, QByteArray& received)
{
    std::array<char, 64 * 1024> piece {};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd ready {pipe, POLLIN, 0};
    if (received.size() >= kMostTold || left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) <= 0)
        return false;
    const ssize_t got = ::read(pipe, piece.data(), piece.size());
    if (got <= 0)
        return false;
    received.append(piece.data(), got);
    return true;
}

Told listen(int pipe, Clock::time_point until)
{
    QByteArray received;
    while (hear(pipe, until, received)) { }
    Told told = understand(received);
    while (!(told.known && told.known->isOpen) && hear(pipe, until + kOpenFor, received))
        told = understand(received);
    return told;
}

}

QString takeThumbnail(const Arguments& arguments, int& argc, char** argv)
{
    const auto until = Clock::now() + kReadFor;
    const QString path = arguments.paths[0];
    std::error_code unreadable;
    const auto status = std::filesystem::status(pathOf(path), unreadable);
    if (!std::filesystem::status_known(status) || !std::filesystem::exists(status))
        return phrase("%1: there is no such file").arg(path);
    if (!std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status))
        return phrase("%1: it is no file").arg(path); // reading it may never end
    limitAddresses();
    std::array<int, 2> ends {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return phrase("%1: there is no pipe left").arg(path);
    const pid_t reader = ::fork();
    if (reader == 0)
        readInto(ends[1], pathOf(path));
    ::close(ends[1]);
    if (reader < 0)
        return phrase("%1: there is no process left").arg(path);

    const QGuiApplication application(argc, argv); // meanwhile
    const Told told = listen(ends[0], until);
    ::kill(reader, SIGKILL);
    int ended = 0;
    ::waitpid(reader, &ended, 0);
    const bool isCrashed = WIFSIGNALED(ended) && WTERMSIG(ended) != SIGKILL;
    if (isCrashed || !told.known)
        return phrase("%1: it cannot be read").arg(path);
    if (!told.error.isEmpty())
        return phrase("%1: %2").arg(path, told.error);
    const auto written = writePicture(drawThumbnail(*told.known, arguments.thumbnailSide), arguments.paths[1],
                                      path, giveWay(Niceness::answers));
    return written ? QString() : fromUtf8(written.error().detail);
}

QImage drawThumbnail(const CaptureSketch& known, int side)
{
    const Theme theme = Theme::fromPalette(lightPalette());
    QImage picture(side, side * 3 / 4, QImage::Format_RGB32);
    picture.fill(theme.base);
    QPainter painter(&picture);
    const int margin = std::max(4, side / 24);
    const QRect inner = picture.rect().adjusted(margin, margin, -margin, -margin);
    QFont font = QGuiApplication::font();
    int top = inner.top();
    const auto line = [&](const QString& text, int pixels, bool isHead) {
        font.setPixelSize(pixels);
        font.setBold(isHead);
        painter.setFont(font);
        painter.setPen(isHead ? theme.text : theme.text2);
        const QFontMetrics metrics(font);
        painter.drawText(QRect(inner.left(), top, inner.width(), metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text, isHead ? Qt::ElideMiddle : Qt::ElideRight, inner.width()));
        top += metrics.height();
    };
    line(known.name, std::max(10, side / 16), true);
    const QString size = known.size > 0 ? QStringLiteral(" · ") + fromUtf8(sizeText(known.size)) : QString();
    line(known.format + size, std::max(9, side / 20), false);

    const QRect rest(inner.left(), top + margin / 2, inner.width(), inner.bottom() - top - margin / 2);
    if (known.sketch.columns.empty()) {
        font.setPixelSize(std::max(12, side / 5));
        font.setBold(true);
        painter.setFont(font);
        painter.setPen(theme.disabled);
        painter.drawText(rest, Qt::AlignCenter, known.acronym);
    } else {
        paintSketch(painter, rest, known.sketch, theme);
        painter.fillRect(rest.left(), rest.bottom(), rest.width(), 1, theme.hairline);
    }
    painter.setPen(theme.hairline);
    painter.drawRect(picture.rect().adjusted(0, 0, -1, -1));
    return picture;
}

}
