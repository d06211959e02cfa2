#include "app/viewer/commands/go_to.h"

#include "app/viewer/commands/commands.h"
#include "core/base/text.h"
#include "core/model/format.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>

namespace traceglass {

namespace {

constexpr QChar kMinus(0x2212); // as the window writes it

// "go." and the word are the command's name.
constexpr const char* kWords[] = {"first", "last", "longest", "maximum", "minimum"};

// Of what was typed last.
constexpr Asker::Slot kAskRecord = 0;
constexpr Asker::Slot kAskNode = 1;

std::optional<TimeArgument> timeOf(QString text)
{
    if (const auto time = parseTime(text.toStdString()))
        return time;
    text.remove(QLatin1Char(' ')).remove(QLatin1Char(',')); // as the window writes it: "+1,204.500 ms"
    return parseTime((text.startsWith(QLatin1Char('+')) ? text : QLatin1Char('+') + text).toStdString());
}

}

GoTo* GoTo::showOver(QWidget* window, const Places& places)
{
    return hasClosed<GoTo>(window) ? nullptr : new GoTo(window, places);
}

GoTo::~GoTo() = default;

GoTo::GoTo(QWidget* window, const Places& places)
    : FieldOverlay(window, tr("Go to"), "go-to")
    , m_places(places)
    , m_answer(new QLabel(this))
{
    field()->setPlaceholderText(tr("Go to: +1.25s, +1s..+2s, #123, 0x1f43, /path, first, last, longest"));
    field()->setAccessibleName(tr("Where to go"));
    m_answer->setTextFormat(Qt::PlainText);
    m_answer->setWordWrap(true);
    m_answer->setAccessibleName(tr("What can be typed"));
    m_answer->setText(
        tr("Time: +1.25s or 2026-05-28T20:28:44Z; a range of time: +1s..+2s.  Record: #123.  Offset in the "
           "shown bytes: 6099, "
           "0x17d3, +16, −16, end.  Path of the structure: /…  Slice of the chosen track: first, last, "
           "longest; value of a counter: maximum, minimum."));
    setTextColor(m_answer, Theme::of(this).text2);
    rows()->addWidget(m_answer);
    // The capture may be closed meanwhile.
    connect(places.session, &QObject::destroyed, this, [this] {
        m_asker.reset();
        close();
    });
    connect(field(), &QLineEdit::textEdited, this, [this] { m_asker.reset(); });
    present();
}

QString GoTo::sentence() const
{
    return m_answer->text();
}

void GoTo::say(const QString& sentence)
{
    m_answer->setText(sentence);
    setTextColor(m_answer, Theme::of(this).text);
}

void GoTo::leave(const std::function<void()>& go)
{
    close();
    if (qobject_cast<QLineEdit*>(QApplication::focusWidget()))
        m_places.pane->setFocus(Qt::OtherFocusReason);
    go();
}

bool GoTo::takeKey(QKeyEvent& event)
{
    if (event.key() != Qt::Key_Return && event.key() != Qt::Key_Enter)
        return false;
    run();
    return true;
}

void GoTo::run()
{
    const QString text = field()->text().trimmed().replace(kMinus, QLatin1Char('-'));
    const auto* word = std::ranges::find_if(
        kWords, [&](const char* one) { return text.compare(QLatin1String(one), Qt::CaseInsensitive) == 0; });
    if (text.isEmpty())
        close();
    else if (word != std::end(kWords))
        goToCommand(QByteArray("go.") + *word);
    else if (text.startsWith(QLatin1Char('#')))
        goToRecord(text.mid(1));
    else if (text.startsWith(QLatin1Char('/')))
        goToNode(text);
    else if (!goToTime(text))
        goToOffset(text);
}

void GoTo::goToCommand(const char* id)
{
    QAction* const action = (*m_places.commands)[id];
    if (action->isEnabled())
        leave([action] { action->trigger(); });
    else
        say(action->toolTip());
}

// Records are numbered as Records lists them, from 1. Only reading tells which is the n-th.
void GoTo::goToRecord(const QString& number)
{
    bool isNumber = false;
    const quint64 wanted = QString(number).remove(QLatin1Char(',')).toULongLong(&isNumber);
    if (!isNumber || wanted == 0) {
        say(tr("A record is named by its number, counted from 1: #123."));
        return;
    }
    const Format& format = m_places.session->capture()->format();
    say(tr("Looking for %1 %2 … Esc stops.").arg(coreText(format.record), fromUtf8(grouped(wanted))));
    m_asker = std::make_unique<Asker>(m_places.session->capture());
    m_asker->ask(
        kAskRecord, Priority::background, ask::RecordNumber {wanted},
        [this, &format](const ask::RecordNumber::Answer& found) {
            if (found.node)
                leave([&] { m_places.session->selectNode(*found.node); });
            else if (found.error)
                say(fromUtf8(message(*found.error)));
            else
                say(tr("The capture has %1.").arg(countedText(found.records, format.record, format.records)));
        });
}

void GoTo::goToNode(const QString& path)
{
    m_asker = std::make_unique<Asker>(m_places.session->capture());
    m_asker->ask(kAskNode, Priority::selection, ask::Find {path.toStdString()},
                 [this, path](const std::optional<NodeId>& node) {
                     if (node)
                         leave([&] { m_places.session->selectNode(*node); });
                     else
                         say(tr("The structure has no node %1.").arg(path));
                 });
}

bool GoTo::goToTime(const QString& text)
{
    const qsizetype dots = text.indexOf(QLatin1String(".."));
    const auto first = timeOf(text.left(dots));
    const auto last = dots < 0 ? first : timeOf(text.mid(dots + 2));
    if (!first || !last)
        return false;
    const DocumentSession& session = *m_places.session;
    const ClockAxis::Kind kind = session.axisKind();
    if (!session.capture()->hasTimeline() || !session.isTime()) {
        say(tr("This capture has no time."));
        return true;
    }
    if ((!first->relative || !last->relative) && kind != ClockAxis::Kind::unixTime) {
        say(tr("The clock of this capture does not tell the time of day: write the time since its start, "
               "+1.25s."));
        return true;
    }
    const TimeRange time {first->absolute(session.origin()), last->absolute(session.origin())};
    const TimeRange extent = session.extent();
    if (time.endNs < time.startNs)
        say(tr("The range ends before it begins."));
    else if (time.startNs < extent.startNs || time.endNs > extent.endNs)
        say(tr("The capture goes from %1 to %2.")
                .arg(session.momentText(extent.startNs), session.momentText(extent.endNs)));
    else if (dots < 0)
        leave([&] { m_places.timeline->showMoment(time.startNs); });
    else
        leave([&] {
            m_places.session->inOneStep([&] {
                m_places.session->setRange(time);
                m_places.session->showTime(time);
            });
        });
    return true;
}

void GoTo::goToOffset(const QString& text)
{
    if (const auto offset = m_places.bytes->offsetOf(text))
        leave([&] { emit offsetChosen(*offset); });
    else if (m_places.bytes->isBeyond(text))
        say(tr("The shown bytes end at %1: they are %2.")
                .arg(fromUtf8(hexNumber(m_places.bytes->sourceSize())),
                     countedText(m_places.bytes->sourceSize(), "byte", "bytes")));
    else
        say(tr("“%1” is no time, record, path or offset in the shown bytes.").arg(text));
}

}
