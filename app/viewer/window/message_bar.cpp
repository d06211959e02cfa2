#include "app/viewer/window/message_bar.h"

#include "app/viewer/window/window_parts.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"

#include <QPainter>
#include <QToolButton>
#include <utility>

namespace traceglass {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
{
    keepHeight(this, metrics::kTabBar);
    m_icon = new QLabel(this);
    m_head = new QLabel(this);
    m_head->setFont(headFont(font()));
    m_text = new ElidedLabel({}, this);
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        m_actions[i] = new LinkLabel({}, this);
        connect(m_actions[i], &LinkLabel::clicked, this, [this, i] { emit actionTriggered(int(i)); });
    }
    auto* close = new QToolButton(this);
    close->setIcon(icon("close"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Hide this message"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, [this] {
        hide();
        emit closed();
    });
    inRow({12, 0, 8, 0}, 8,
          {m_icon, m_head, m_text, m_actions[0], m_actions[1], m_actions[2], kRest, close}, this);
    hide();
    new PaletteWatch(this, [this] { paintIcon(); });
}

void MessageBar::show(Kind kind, const QString& head, const QString& text, const QStringList& actions)
{
    m_kind = kind;
    m_head->setText(head);
    m_text->setFullText(text.isEmpty() ? text : QStringLiteral("·  ") + text);
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        m_actions[i]->setText(actions.value(qsizetype(i)));
        // The text is cut, never what can be done.
        m_actions[i]->setMinimumWidth(m_actions[i]->sizeHint().width());
        m_actions[i]->setVisible(qsizetype(i) < actions.size());
    }
    setAccessibleName(head + QLatin1Char(' ') + text);
    paintIcon();
    QFrame::show();
    update();
}

QString MessageBar::text() const
{
    QStringList all {m_head->text(), m_text->fullText()};
    for (const LinkLabel* action : m_actions)
        all << action->text();
    return all.join(QLatin1Char(' ')).trimmed();
}

void MessageBar::paintIcon()
{
    constexpr std::pair<const char*, QColor Theme::*> kIcons[] = {
        {"hint", &Theme::hint}, {"warning", &Theme::warning}, {"error", &Theme::error}};
    const auto& [name, color] = kIcons[static_cast<std::size_t>(m_kind)];
    m_icon->setPixmap(icon(name, Theme::of(this).*color).pixmap(QSize(16, 16), devicePixelRatioF()));
}

void MessageBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    const QColor ground = m_kind == Kind::hint ? theme.quietSelection
        : m_kind == Kind::warning              ? theme.warningGround
                                               : theme.errorGround;
    painter.fillRect(rect(), ground);
    const QColor edge = m_kind == Kind::warning ? theme.warningEdge : theme.hairline;
    painter.fillRect(0, 0, width(), 1, edge);
    painter.fillRect(0, height() - 1, width(), 1, edge);
}

}
