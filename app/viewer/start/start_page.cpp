#include "app/viewer/start/start_page.h"

#include "app/viewer/commands/commands.h"
#include "app/viewer/settings/key_list.h"
#include "app/viewer/start/recent_view.h"
#include "app/viewer/window/drop_target.h"
#include "app/viewer/window/window_parts.h"
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

#include <QApplication>
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
constexpr int kTwoDemoColumns = 600; // of the column at the left
constexpr int kBelowDrop = 2;        // in the column at the left: recent captures, where to drop others
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

QScrollArea* scrolled(QWidget* content, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setBackgroundRole(QPalette::Base);
    area->setFocusPolicy(Qt::NoFocus);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    area->setWidget(content);
    return area;
}

}

StartPage::StartPage(Settings& settings, const Commands& commands, QWidget* parent)
    : QWidget(parent)
    , m_recent(settings)
{
    makeLeft(commands);
    m_demos = makeDemos();
    makeSide(commands);
    m_side = scrolled(m_sideContent, this);
    m_main = scrolled(m_leftContent, this);
    inRow({}, 0, {{m_main, 2}, m_side}, this);
    colour();
    refresh();
    followFont(this, [this] { arrange(); });
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

QLabel* StartPage::smallElided(const QString& words, QWidget* parent)
{
    auto* label = new ElidedLabel(words, parent);
    m_quiet.push_back(label);
    keepFont(label, [](const QFont& body) { return smallerFont(body, 1); });
    return label;
}

QLabel* StartPage::small(const QString& words, QWidget* parent)
{
    QLabel* label = quiet(words, parent);
    keepFont(label, [](const QFont& body) { return smallerFont(body, 1); });
    return label;
}

void StartPage::makeLeft(const Commands& commands)
{
    m_leftContent = new QWidget;
    m_left = new QVBoxLayout(m_leftContent);
    m_left->setContentsMargins(32, 16, 24, 24);
    m_left->setSpacing(16);
    m_recentPart = makeRecent();
    m_recentPart->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_drop = new DropTarget(m_leftContent);
    connect(m_drop, &QAbstractButton::clicked, commands["file.open"], &QAction::trigger);
    m_left->addWidget(m_recentPart, 8); // as high as its rows, as far as there is room
    m_left->addWidget(m_drop, 1);
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
    keepWidth(m_filter, 160, 300);
    m_empty = quietSentence({}, left);
    m_view = new RecentView(left);
    m_count = small({}, left);
    m_keys = smallElided(tr("Enter open · Ctrl+Enter open in new window · Del remove from list"), left);
    inColumn({}, 10,
             {inRow({}, kStyleSpacing, {heading(tr("Recent captures"), left), kRest, {m_filter, 2}}),
              m_empty,
              {m_view, 1},
              inRow({}, kStyleSpacing, {m_count, kRest, m_keys})},
             left);

    connect(m_filter, &QLineEdit::textChanged, this, &StartPage::fill);
    m_filter->installEventFilter(this);
    connect(m_view, &RecentView::openRequested, this, &StartPage::openRequested);
    connect(m_view, &RecentView::missingFound, this, &StartPage::tellCount);
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

void StartPage::makeSide(const Commands& commands)
{
    m_sideContent = new QWidget;
    m_sideLayout = new QVBoxLayout(m_sideContent);
    m_sideLayout->setSpacing(8);
    addOpen(m_sideLayout, commands);
    addKeys(m_sideLayout, commands);
    addFormats(m_sideLayout);
    m_sideLayout->addStretch(1);
}

void StartPage::addOpen(QVBoxLayout* side, const Commands& commands)
{
    QWidget* parent = side->parentWidget();
    side->addWidget(heading(tr("Open"), parent));
    auto* line = new QHBoxLayout;
    const auto addButton = [&](const char* id, const char* name) {
        QAction* action = commands[id];
        auto* button = new QPushButton(icon(name), Commands::plainText(action), parent);
        followFont(button, [button] { button->setMinimumWidth(std::max(118, button->sizeHint().width())); });
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
    line->addWidget(smallElided(note, side->parentWidget()), 1);
    side->addLayout(line);
}

QWidget* StartPage::makeDemos()
{
    auto* part = new QWidget(this);
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
    const bool isNew = m_recent.all().empty();
    if (isNew)
        m_left->insertWidget(kBelowDrop, m_demos);
    else
        m_sideLayout->insertWidget(kBelowOpen, m_demos);
    const int room = width() - (m_isStacked ? 0 : m_side->minimumWidth());
    const int columns = isNew && room >= grown(kTwoDemoColumns, this) ? 2 : 1;
    for (std::size_t i = 0; i < m_demoCards.size(); ++i)
        m_demoGrid->addWidget(m_demoCards[i], int(i) / columns, int(i) % columns);
    for (int column = 0; column < 2; ++column)
        m_demoGrid->setColumnStretch(column, column < columns ? 1 : 0);
    m_demoGrid->setHorizontalSpacing(columns == 2 ? 32 : 0);
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
    m_view->look(m_recent.all());
    fill();
}

void StartPage::fill()
{
    m_view->setCaptures(m_recent.all(), m_filter->text().trimmed());
    const RecentModel& model = *m_view->captures();
    const bool any = model.captureCount() > 0;
    const bool hadFocus = m_view->hasFocus();
    m_recentPart->setVisible(!m_recent.all().empty());
    m_empty->setVisible(!any);
    m_view->setVisible(any);
    arrange();
    m_keys->setVisible(any);
    if (hadFocus && !any)
        takeFocus();
    m_empty->setText(tr("No recent capture has “%1” in its name or folder.").arg(m_filter->text()));
    tellCount();
}

void StartPage::tellCount()
{
    const RecentModel& model = *m_view->captures();
    QString count = countedText(std::uint64_t(model.captureCount()), "capture", "captures");
    if (model.missingCount() > 0)
        count += tr(" · %1 no longer at its place").arg(model.missingCount());
    m_count->setText(model.captureCount() > 0 ? count : QString());
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
    // The style paints buttons lighter than they are, and a white text must be read on it.
    const bool isTextLight = theme.highlightedText.lightness() > 128;
    strong.setColor(QPalette::Button, isTextLight ? theme.highlight.darker(150) : theme.highlight);
    strong.setColor(QPalette::ButtonText, theme.highlightedText);
    m_open->setPalette(strong);
    m_open->setIcon(icon("open-file", theme.highlightedText));
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

// What is at the right stands below all else where both columns have no room beside each other.
void StartPage::arrange()
{
    const bool wide = width() >= grown(kTwoKeyColumns, this);
    m_keyColumns->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_sideLayout->setContentsMargins(24, 16, 32, 16);
    m_sideLayout->invalidate(); // it remembers the width of the other direction
    constexpr int kScrollBar = 16;
    m_side->setMinimumWidth(
        std::max(wide ? width() / 3 : 0, m_sideContent->minimumSizeHint().width() + kScrollBar));
    const int recent = m_recentPart->isHidden() ? 0 : m_recentPart->minimumSizeHint().width();
    const QMargins margins = m_left->contentsMargins();
    const int left =
        std::max(m_drop->minimumSizeHint().width(), recent) + margins.left() + margins.right() + kScrollBar;
    const bool isStacked = width() < left + m_side->minimumWidth();
    m_main->setMinimumWidth(isStacked ? 0 : left);
    if (isStacked != m_isStacked) {
        m_isStacked = isStacked;
        QWidget* const focus = QApplication::focusWidget();
        const bool hasFocus = focus && m_sideContent->isAncestorOf(focus);
        m_side->setVisible(!isStacked);
        if (isStacked)
            m_left->addWidget(m_side->takeWidget());
        else
            m_side->setWidget(m_sideContent);
        m_sideContent->show();
        if (hasFocus) // is lost on the way
            focus->setFocus();
    }
    if (isStacked)
        m_sideLayout->setContentsMargins(0, 0, 0, 0);
    m_view->setMaximumHeight(isStacked ? height() / 2 : QWIDGETSIZE_MAX); // it scrolls for itself
    placeDemos();
    update();
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
    if (!m_isStacked)
        painter.fillRect(m_side->x(), 16, 1, height() - 40, theme.hairline);
}

}
