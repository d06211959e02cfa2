#include "app/viewer/window/tour.h"

#include "app/viewer/window/window_parts.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kTourWidth = 360;
constexpr int kTourGap = 8; // to what it is about, and to the edge of the window

class TourOutline : public QWidget
{
public:
    explicit TourOutline(QWidget* window)
        : QWidget(window)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(QPen(Theme::of(this).highlight, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
};

}

Tour* Tour::showOver(QWidget* window, std::vector<TourHint> hints)
{
    return hasClosed<Tour>(window) ? nullptr : new Tour(window, std::move(hints));
}

Tour::Tour(QWidget* window, std::vector<TourHint> hints)
    : Overlay(window, tr("Tour"))
    , m_hints(std::move(hints))
    , m_head(new QLabel(this))
    , m_text(new QLabel(this))
    , m_count(new QLabel(this))
    , m_next(new QPushButton(this))
    , m_outline(new TourOutline(window))
{
    keepFont(m_head, [](const QFont& body) { return headFont(body, 2); });
    m_text->setWordWrap(true);
    keepFont(m_count, [](const QFont& body) { return smallerFont(body, 1); });
    auto* skip = new QPushButton(tr("&Skip the tour"), this);
    skip->setToolTip(tr("Esc; the menu Help has it again"));
    connect(skip, &QPushButton::clicked, this, [this] { close(); });
    connect(m_next, &QPushButton::clicked, this, &Tour::goOn);
    m_next->setDefault(true);
    inColumn({16, 14, 16, 14}, 10, {m_head, m_text, inRow({}, 8, {m_count, kRest, skip, m_next})}, this);
    window->installEventFilter(this);
    m_outline->show();
    show();
    showHint(0);
}

Tour::~Tour()
{
    delete m_outline;
}

void Tour::goOn()
{
    if (m_shown + 1 < static_cast<int>(m_hints.size()))
        showHint(m_shown + 1);
    else
        close();
}

void Tour::goBack()
{
    if (m_shown > 0)
        showHint(m_shown - 1);
}

void Tour::showHint(int number)
{
    m_shown = number;
    const TourHint& hint = m_hints[static_cast<std::size_t>(number)];
    const int count = static_cast<int>(m_hints.size());
    m_head->setText(hint.head);
    m_text->setText(hint.text);
    m_count->setText(tr("%1 of %2").arg(number + 1).arg(count));
    m_next->setText(number + 1 < count ? tr("&Next") : tr("&Done"));
    setAccessibleDescription(hint.text);
    place();
    m_outline->raise();
    raise();
    m_next->setFocus(Qt::PopupFocusReason);
}

// Below what it is about, else above, beside or in the middle of it: where there is room.
void Tour::place()
{
    const QRect room = parentWidget()->rect().adjusted(kTourGap, kTourGap, -kTourGap, -kTourGap);
    const int width = std::min(std::max(kTourWidth, 30 * fontMetrics().averageCharWidth()), room.width());
    const QSize size(width, std::max(layout()->heightForWidth(width), layout()->minimumSize().height()));
    QWidget* const about = m_hints[static_cast<std::size_t>(m_shown)].about;
    const bool isSeen = about && about->isVisible();
    const QRect target = isSeen ? QRect(about->mapTo(parentWidget(), QPoint()), about->size()) : QRect();
    m_outline->setVisible(isSeen);
    m_outline->setGeometry(target);
    QRect area({}, size);
    area.moveCenter(isSeen ? target.center() : room.center());
    const int step = kTourGap + 1;
    if (isSeen) {
        const QRect places[] = {
            area.translated(0, target.bottom() + step - area.top()),
            area.translated(0, target.top() - step - area.bottom()),
            area.translated(target.right() + step - area.left(), 0),
            area.translated(target.left() - step - area.right(), 0),
        };
        const auto fits = [&room](const QRect& place) {
            return place.top() >= room.top() && place.bottom() <= room.bottom() && place.left() >= room.left()
                && place.right() <= room.right();
        };
        if (const auto* const found = std::find_if(std::begin(places), std::end(places), fits);
            found != std::end(places))
            area = *found;
    }
    area.moveLeft(std::clamp(area.left(), room.left(), std::max(room.left(), room.right() - size.width())));
    area.moveTop(std::clamp(area.top(), room.top(), std::max(room.top(), room.bottom() - size.height())));
    setGeometry(area);
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape: close(); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Right: goOn(); break;
    case Qt::Key_Left: goBack(); break;
    default: Overlay::keyPressEvent(event);
    }
}

bool Tour::eventFilter(QObject* object, QEvent* event)
{
    if (object == parentWidget() && event->type() == QEvent::Resize)
        place();
    return false;
}

}
