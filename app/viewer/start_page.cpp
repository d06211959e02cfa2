#include "app/viewer/start_page.h"

#include "app/viewer/commands.h"
#include "app/viewer/key_list.h"
#include "app/viewer/recent_view.h"
#include "app/viewer/window_parts.h"
#include "core/formats/demo.h"
#include "core/formats/format_list.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/common/wrapped_label.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kTwoKeyColumns = 1700; // pixels of the page
constexpr int kBelowOpen = 4;        // in the column at the right: heading, buttons, sentence, room

QLabel* heading(const QString& words, QWidget* parent)
{
    auto* label = new QLabel(words, parent);
    keepFont(label, [](const QFont& body) { return headFont(body, 2); });
    return label;
}

class Hairline : public QWidget
{
public:
    explicit Hairline(QWidget* parent)
        : QWidget(parent)
    {
        setFixedHeight(1);
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), Theme::of(this).faint); }
};

}

// Where captures can be dropped, as everywhere in the window: it says so. A click chooses files instead.
class DropTarget : public QAbstractButton
{
    Q_DECLARE_TR_FUNCTIONS(traceglass::DropTarget)

public:
    explicit DropTarget(QWidget* parent)
        : QAbstractButton(parent)
    {
        setText(tr("Drop captures here"));
        setAccessibleDescription(tr("Files and recording folders; or choose files with Enter"));
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
    }

    void setAwaited(bool isAwaited) // something is held over the window
    {
        m_isAwaited = isAwaited;
        update();
    }
    QSize sizeHint() const override
    {
        const int head = QFontMetrics(headFont(font(), 2)).horizontalAdvance(text());
        return {std::max(200, head + 24), 3 * fontMetrics().height() + 16};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = Theme::of(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool isActive = m_isAwaited || underMouse() || hasFocus();
        QPen edge(isActive ? theme.highlight : theme.text3, m_isAwaited ? 2 : 1, Qt::DashLine);
        painter.setPen(edge);
        painter.setBrush(m_isAwaited ? theme.quietSelection : underMouse() ? theme.hover : theme.base);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
        const QFont head = headFont(font(), 2);
        const QFontMetrics headMetrics(head);
        const int line = fontMetrics().height();
        const bool isRoomy = height() > 6 * line + headMetrics.height();
        const int side = isRoomy ? 2 * line : 0;
        int top = (height() - side - headMetrics.height() - line - (isRoomy ? line / 2 : 0)) / 2;
        if (isRoomy) {
            traceglass::icon("open-file", theme.text3)
                .paint(&painter, QRect((width() - side) / 2, top, side, side));
            top += side + line / 2;
        }
        painter.setFont(head);
        painter.setPen(theme.text);
        painter.drawText(QRect(0, top, width(), headMetrics.height()), Qt::AlignCenter, text());
        painter.setFont(font());
        painter.setPen(theme.text2);
        const QString more = tr("Files and recording folders, or click to choose");
        painter.drawText(QRect(0, top + headMetrics.height(), width(), line), Qt::AlignCenter,
                         fontMetrics().elidedText(more, Qt::ElideRight, width() - 16));
    }
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }

private:
    bool m_isAwaited = false;
};

StartPage::StartPage(Settings& settings, const Commands& commands, QWidget* parent)
    : QWidget(parent)
    , m_recent(settings)
{
    QWidget* const left = makeLeft(commands);
    m_demos = makeDemos();
    m_side = makeSide(commands);
    inRow({}, 0, {{left, 2}, m_side}, this);
    colour();
    refresh();
    followFont(this, [this] { placeDemos(); });
    new PaletteWatch(this, [this] { colour(); });
}

QLabel* StartPage::quiet(const QString& words, QWidget* parent)
{
    auto* label = new QLabel(words, parent);
    m_quiet.push_back(label);
    return label;
}

QLabel* StartPage::quietSentence(const QString& words, QWidget* parent)
{
    auto* label = new WrappedLabel(words, parent);
    m_quiet.push_back(label);
    return label;
}

QLabel* StartPage::small(const QString& words, QWidget* parent)
{
    QLabel* label = quiet(words, parent);
    keepFont(label, [](const QFont& body) { return smallerFont(body, 1); });
    return label;
}

QWidget* StartPage::makeLeft(const Commands& commands)
{
    auto* left = new QWidget(this);
    m_left = new QVBoxLayout(left);
    m_left->setContentsMargins(32, 16, 24, 24);
    m_left->setSpacing(16);
    m_recentPart = makeRecent();
    m_recentPart->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_drop = new DropTarget(left);
    connect(m_drop, &QAbstractButton::clicked, commands["file.open"], &QAction::trigger);
    m_left->addWidget(m_recentPart, 8); // as high as its rows, as far as there is room
    m_left->addWidget(m_drop, 1);
    return left;
}

QWidget* StartPage::makeRecent()
{
    auto* left = new QWidget(this);
    m_filter = new QLineEdit(left);
    m_filter->setPlaceholderText(tr("Filter recent captures  (/)"));
    m_filter->setAccessibleName(tr("Filter recent captures"));
    m_filter->addAction(icon("filter"), QLineEdit::LeadingPosition);
    m_filter->setClearButtonEnabled(true);
    keepHeight(m_filter, 24);
    m_filter->setMinimumWidth(160);
    followFont(m_filter, [this] { m_filter->setMaximumWidth(grown(300, m_filter)); });
    m_empty = quietSentence({}, left);
    m_view = new RecentView(left);
    m_count = small({}, left);
    m_keys = new ElidedLabel(tr("Enter open · Ctrl+Enter open in new window · Del remove from list"), left);
    m_quiet.push_back(m_keys);
    keepFont(m_keys, [](const QFont& body) { return smallerFont(body, 1); });
    inColumn({}, 10,
             {inRow({}, kStyleSpacing, {heading(tr("Recent captures"), left), kRest, {m_filter, 2}}),
              m_empty,
              {m_view, 1},
              inRow({}, kStyleSpacing, {m_count, kRest, m_keys})},
             left);

    connect(m_filter, &QLineEdit::textChanged, this, &StartPage::refresh);
    m_filter->installEventFilter(this);
    connect(m_view, &RecentView::openRequested, this, &StartPage::openRequested);
    connect(m_view, &RecentView::locationRequested, this, &StartPage::locationRequested);
    connect(m_view, &RecentView::removeRequested, this, [this](const QString& path) {
        m_recent.remove(path);
        refresh();
    });
    connect(m_view, &RecentView::pinRequested, this, [this](const QString& path, bool pinned) {
        m_recent.setPinned(path, pinned);
        refresh();
    });
    return left;
}

QWidget* StartPage::makeSide(const Commands& commands)
{
    auto* area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setBackgroundRole(QPalette::Base);
    area->setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* side = new QVBoxLayout(content);
    side->setContentsMargins(24, 16, 32, 16);
    side->setSpacing(8);
    addOpen(side, commands);
    addKeys(side, commands);
    addFormats(side);
    side->addStretch(1);
    area->setWidget(content);
    m_sideContent = content;
    m_sideLayout = side;
    return area;
}

void StartPage::addOpen(QVBoxLayout* side, const Commands& commands)
{
    QWidget* parent = side->parentWidget();
    side->addWidget(heading(tr("Open"), parent));
    auto* line = new QHBoxLayout;
    const auto addButton = [&](const char* id, const char* name) {
        QAction* action = commands[id];
        auto* button = new QPushButton(icon(name), Commands::plainText(action), parent);
        button->setMinimumWidth(118);
        button->setToolTip(action->toolTip());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        line->addWidget(button);
        QLabel* const keys = small(Commands::keys(action), parent);
        Commands::followKeys(action, keys, [keys, action] { keys->setText(Commands::keys(action)); });
        line->addWidget(keys);
        line->addSpacing(8);
        return button;
    };
    m_open = addButton("file.open", "open-file");
    addButton("file.openFolder", "open-folder");
    line->addStretch(1);
    side->addLayout(line);
    QLabel* drop =
        quietSentence(tr("or drop files and folders anywhere in this window. A recording folder opens as one "
                         "capture. Any other file opens as bytes."),
                      parent);
    side->addWidget(drop);
    side->addSpacing(16);
}

void StartPage::addHead(QBoxLayout* side, const QString& title, const QString& note)
{
    auto* line = new QHBoxLayout;
    line->addWidget(heading(title, side->parentWidget()));
    line->addSpacing(8);
    line->addWidget(small(note, side->parentWidget()), 1);
    side->addLayout(line);
}

QWidget* StartPage::makeDemos()
{
    auto* part = new QWidget(this);
    part->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // the rest is for what is dropped
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    addHead(column, tr("Demo captures"), tr("written when first opened"));
    m_demoGrid = new QGridLayout;
    m_demoGrid->setHorizontalSpacing(32);
    m_demoGrid->setVerticalSpacing(8);
    column->addLayout(m_demoGrid);
    for (const Demo* demo : demos()) {
        auto* card = new QWidget(part);
        auto* link = new LinkLabel(coreText(demo->title), card);
        link->setUnderlined(false);
        link->setObjectName(QStringLiteral("demo.%1").arg(fromUtf8(demo->format)));
        connect(link, &LinkLabel::clicked, this, [this, demo] { emit demoRequested(demo); });
        QLabel* about = quietSentence(coreText(demo->about), card);
        link->setAccessibleDescription(about->text());
        QLabel* label = small(fromUtf8(demo->label), card);
        inColumn({}, 0,
                 {new Hairline(card), inRow({0, 8, 0, 0}, kStyleSpacing, {link, kRest, label}), about, kRest},
                 card);
        m_demoCards.push_back(card);
    }
    return part;
}

// Where somebody looks who has nothing to open yet; else among the other ways to open something.
void StartPage::placeDemos()
{
    constexpr int kLarge =
        18; // pixels of letters: those take so much room that the middle would have to scroll
    const bool isNew = m_recent.all().empty() && QFontInfo(font()).pixelSize() < kLarge;
    if (isNew)
        m_left->addWidget(m_demos);
    else
        m_sideLayout->insertWidget(kBelowOpen, m_demos);
    const int columns = isNew ? 2 : 1;
    for (std::size_t i = 0; i < m_demoCards.size(); ++i)
        m_demoGrid->addWidget(m_demoCards[i], int(i) / columns, int(i) % columns);
    for (int column = 0; column < 2; ++column)
        m_demoGrid->setColumnStretch(column, column < columns ? 1 : 0);
    m_demoGrid->setHorizontalSpacing(isNew ? 32 : 0);
    m_demos->layout()->setContentsMargins(0, 0, 0, isNew ? 0 : 16);
}

void StartPage::addKeys(QVBoxLayout* side, const Commands& commands)
{
    QWidget* parent = side->parentWidget();
    auto* all = new LinkLabel({}, parent);
    const QAction* const help = commands["help.keys"];
    Commands::followKeys(help, all,
                         [all, help] { all->setText(tr("all keys: %1").arg(Commands::allKeys(help))); });
    all->setUnderlined(false);
    connect(all, &LinkLabel::clicked, commands["help.keys"], &QAction::trigger);
    side->addLayout(inRow({}, kStyleSpacing, {heading(tr("Keys"), parent), kRest, all}));

    const KeyGroup groups[] = {
        {tr("Move"),
         {
             {{"W", "S"}, tr("zoom at the cursor")},
             {{"A", "D"}, tr("pan")},
             {{"F"}, tr("fit selection or range, again: capture")},
             {{".", ","}, tr("next, previous slice")},
             {{"[", "]"}, tr("walk the flow")},
             {{"Esc"}, tr("take back the last choice")},
         }},
        {tr("Work"),
         {
             {{}, tr("search"), "edit.search"},
             {{}, tr("filter tracks"), "edit.filter"},
             {{}, tr("go to a time, record, offset"), "go.to"},
             {{}, tr("next time unit"), "view.unit"},
             {{}, tr("open a file"), "file.open"},
             {{}, tr("reload"), "file.reload"},
             {{}, tr("every command"), "help.palette"},
         }},
    };
    m_keyColumns = new QBoxLayout(QBoxLayout::LeftToRight);
    for (const KeyGroup& group : groups) {
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(12);
        grid->setVerticalSpacing(8);
        const std::vector<KeyCaps*> caps = fillKeys(grid, group, quiet(group.title, parent));
        for (std::size_t i = 0; i < caps.size(); ++i) {
            if (!group.lines[i].command)
                continue;
            const QAction* const action = commands[group.lines[i].command];
            Commands::followKeys(action, caps[i], [keys = caps[i], action] {
                keys->setCaps(splitKeys(Commands::keys(action)));
            });
        }
        m_keyColumns->addLayout(grid, 1);
        m_keyColumns->addSpacing(16);
    }
    side->addLayout(m_keyColumns);
    side->addSpacing(16);
}

void StartPage::addFormats(QVBoxLayout* side)
{
    QWidget* parent = side->parentWidget();
    addHead(side, tr("What opens"), tr("by content, whatever the name"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(2, 1);
    int row = 0;
    for (const Format* format : formats()) {
        QStringList suffixes;
        for (const std::string_view suffix : format->suffixes)
            suffixes << fromUtf8(suffix);
        grid->addWidget(new Hairline(parent), row++, 0, 1, 3);
        grid->addWidget(new QLabel(fromUtf8(format->label), parent), row, 0);
        grid->addWidget(quiet(fromUtf8(format->id).toUpper(), parent), row, 1);
        auto* what =
            quietSentence(tr("%1; %2").arg(fromUtf8(format->name), suffixes.join(QLatin1Char(' '))), parent);
        grid->addWidget(what, row++, 2);
    }
    grid->addWidget(new Hairline(parent), row++, 0, 1, 3);
    grid->addWidget(new QLabel(tr("Anything else"), parent), row, 0);
    auto* bytes = quietSentence(tr("opens as bytes, with one sentence on what it seems to be"), parent);
    grid->addWidget(bytes, row++, 2);
    grid->addWidget(new Hairline(parent), row, 0, 1, 3);
    side->addLayout(grid);
}

void StartPage::refresh()
{
    m_recent.reload();
    m_view->setCaptures(m_recent.all(), m_filter->text().trimmed());
    const RecentModel& model = *m_view->captures();
    const bool any = model.captureCount() > 0;
    const bool hadFocus = m_view->hasFocus();
    m_recentPart->setVisible(!m_recent.all().empty());
    m_empty->setVisible(!any);
    m_view->setVisible(any);
    placeDemos();
    m_keys->setVisible(any);
    if (hadFocus && !any)
        takeFocus();
    m_empty->setText(tr("No recent capture has “%1” in its name or folder.").arg(m_filter->text()));
    QString count = countedText(std::uint64_t(model.captureCount()), "capture", "captures");
    if (model.missingCount() > 0)
        count += tr(" · %1 no longer at its place").arg(model.missingCount());
    m_count->setText(any ? count : QString());
}

// From the filter Down leads to what it leaves, and Enter opens the first of it.
bool StartPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_filter || event->type() != QEvent::KeyPress || m_view->isHidden())
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (isEnter && !m_filter->text().trimmed().isEmpty())
        QCoreApplication::sendEvent(m_view, event);
    else if (isEnter || key == Qt::Key_Down)
        m_view->setFocus(Qt::OtherFocusReason);
    else
        return QWidget::eventFilter(watched, event);
    return true;
}

void StartPage::takeFocus()
{
    if (m_recentPart->isHidden() || m_view->isHidden())
        m_open->setFocus();
    else
        m_view->setFocus();
}

void StartPage::colour()
{
    const Theme& theme = Theme::of(this);
    for (QLabel* label : m_quiet)
        setTextColor(label, theme.text2);
    QPalette strong = palette();
    strong.setColor(QPalette::Button, theme.highlight);
    strong.setColor(QPalette::ButtonText, theme.highlightedText);
    m_open->setPalette(strong);
    m_open->setIcon(icon("open-file", theme.highlightedText));
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool wide = width() >= kTwoKeyColumns;
    m_keyColumns->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_sideContent->layout()->invalidate(); // it remembers the width of the other direction
    m_side->setMinimumWidth(std::max(wide ? width() / 3 : 0, m_sideContent->minimumSizeHint().width() + 16));
}

void StartPage::setDropAwaited(bool isAwaited)
{
    m_drop->setAwaited(isAwaited);
}

void StartPage::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(m_side->x(), 16, 1, height() - 40, theme.hairline);
}

}
