#include "app/viewer/start_page.h"

#include "app/viewer/commands.h"
#include "app/viewer/key_list.h"
#include "app/viewer/recent_view.h"
#include "app/viewer/window_parts.h"
#include "core/formats/demo.h"
#include "core/formats/format_list.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QGridLayout>
#include <QHBoxLayout>
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

QLabel* heading(const QString& words, QWidget* parent)
{
    auto* label = new QLabel(words, parent);
    label->setFont(headFont(parent->font(), 2));
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

StartPage::StartPage(Settings& settings, const Commands& commands, QWidget* parent)
    : QWidget(parent)
    , m_recent(settings)
{
    QWidget* const recent = makeRecent();
    m_side = makeSide(commands);
    inRow({}, 0, {{recent, 2}, m_side}, this);
    colour();
    refresh();
    new PaletteWatch(this, [this] { colour(); });
}

QLabel* StartPage::quiet(const QString& words, QWidget* parent)
{
    auto* label = new QLabel(words, parent);
    m_quiet.push_back(label);
    return label;
}

QLabel* StartPage::small(const QString& words, QWidget* parent)
{
    QLabel* label = quiet(words, parent);
    label->setFont(smallerFont(font(), 1));
    return label;
}

QWidget* StartPage::makeRecent()
{
    auto* left = new QWidget(this);
    m_filter = new QLineEdit(left);
    m_filter->setPlaceholderText(tr("Filter recent captures  (/)"));
    m_filter->setAccessibleName(tr("Filter recent captures"));
    m_filter->addAction(icon("filter"), QLineEdit::LeadingPosition);
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedHeight(24);
    m_filter->setMinimumWidth(160);
    m_filter->setMaximumWidth(300);
    m_empty = quiet({}, left);
    m_empty->setWordWrap(true);
    m_view = new RecentView(left);
    m_count = small({}, left);
    m_keys = new ElidedLabel(tr("Enter open · Ctrl+Enter open in new window · Del remove from list"), left);
    m_quiet.push_back(m_keys);
    m_keys->setFont(smallerFont(font(), 1));
    const Placed room(static_cast<QWidget*>(nullptr)); // where the table is hidden
    inColumn({32, 16, 24, 24}, 10,
             {inRow({}, kStyleSpacing, {heading(tr("Recent captures"), left), kRest, {m_filter, 2}}), m_empty,
              {m_view, 1}, room, inRow({}, kStyleSpacing, {m_count, kRest, m_keys})},
             left);

    connect(m_filter, &QLineEdit::textChanged, this, &StartPage::refresh);
    connect(m_filter, &QLineEdit::returnPressed, m_view, qOverload<>(&QWidget::setFocus));
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
    addDemos(side);
    addKeys(side, commands);
    addFormats(side);
    side->addStretch(1);
    area->setWidget(content);
    m_sideContent = content;
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
        line->addWidget(small(Commands::keys(action), parent));
        line->addSpacing(8);
        return button;
    };
    m_open = addButton("file.open", "open-file");
    addButton("file.openFolder", "open-folder");
    line->addStretch(1);
    side->addLayout(line);
    QLabel* drop =
        quiet(tr("or drop files and folders anywhere in this window. A recording folder opens as one "
                 "capture. Any other file opens as bytes."),
              parent);
    drop->setWordWrap(true);
    side->addWidget(drop);
    side->addSpacing(16);
}

void StartPage::addHead(QVBoxLayout* side, const QString& title, const QString& note)
{
    auto* line = new QHBoxLayout;
    line->addWidget(heading(title, side->parentWidget()));
    line->addSpacing(8);
    line->addWidget(small(note, side->parentWidget()), 1);
    side->addLayout(line);
}

void StartPage::addDemos(QVBoxLayout* side)
{
    QWidget* parent = side->parentWidget();
    addHead(side, tr("Demo captures"), tr("written when first opened"));
    for (const Demo* demo : demos()) {
        side->addWidget(new Hairline(parent));
        auto* link = new LinkLabel(fromUtf8(demo->title), parent);
        link->setUnderlined(false);
        link->setObjectName(QStringLiteral("demo.%1").arg(fromUtf8(demo->format)));
        connect(link, &LinkLabel::clicked, this, [this, demo] { emit demoRequested(demo); });
        QLabel* about = quiet(fromUtf8(demo->about), parent);
        about->setWordWrap(true);
        link->setAccessibleDescription(about->text());
        QLabel* label = small(fromUtf8(demo->label), parent);
        side->addLayout(inColumn({}, 0, {inRow({}, kStyleSpacing, {link, kRest, label}), about}));
    }
    side->addWidget(new Hairline(parent));
    side->addSpacing(16);
}

void StartPage::addKeys(QVBoxLayout* side, const Commands& commands)
{
    QWidget* parent = side->parentWidget();
    auto* all = new LinkLabel(tr("all keys: F1 or ?"), parent);
    all->setUnderlined(false);
    connect(all, &LinkLabel::clicked, commands["help.keys"], &QAction::trigger);
    side->addLayout(inRow({}, kStyleSpacing, {heading(tr("Keys"), parent), kRest, all}));

    const std::vector<KeyGroup> groups = {
        {tr("Move"),
         {
             {{"W", "S"}, tr("zoom at the cursor")},
             {{"A", "D"}, tr("pan")},
             {{"F"}, tr("fit selection or range, again: capture")},
             {{".", ","}, tr("next, previous slice")},
             {{"[", "]"}, tr("walk the flow")},
             {{"Alt", "←", "→"}, tr("back, forward")},
             {{"Esc"}, tr("take back the last choice")},
         }},
        {tr("Work"),
         {
             {{"Drag"}, tr("select a range")},
             {{"Ctrl", "F"}, tr("filter tracks")},
             {{"Ctrl", "G"}, tr("go to a time, record, offset")},
             {{"Ctrl", "T"}, tr("next time unit")},
             {{"Ctrl", "O"}, tr("open a file")},
             {{"F5"}, tr("reload")},
             {{"Ctrl", "Shift", "P"}, tr("every command")},
         }},
    };
    m_keyColumns = new QBoxLayout(QBoxLayout::LeftToRight);
    for (const KeyGroup& group : groups) {
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(12);
        grid->setVerticalSpacing(8);
        fillKeys(grid, group, quiet(group.title, parent));
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
        auto* what = quiet(tr("%1; %2").arg(fromUtf8(format->name), suffixes.join(QLatin1Char(' '))), parent);
        what->setWordWrap(true);
        grid->addWidget(what, row++, 2);
    }
    grid->addWidget(new Hairline(parent), row++, 0, 1, 3);
    grid->addWidget(new QLabel(tr("Anything else"), parent), row, 0);
    auto* bytes = quiet(tr("opens as bytes, with one sentence on what it seems to be"), parent);
    bytes->setWordWrap(true);
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
    m_empty->setVisible(!any);
    m_view->setVisible(any);
    m_keys->setVisible(any);
    if (hadFocus && !any)
        takeFocus();
    m_empty->setText(m_recent.all().empty()
                         ? tr("No capture was opened yet. Open a file or a folder, or try a demo capture.")
                         : tr("No recent capture has “%1” in its name or folder.").arg(m_filter->text()));
    QString count = model.captureCount() == 1 ? tr("1 capture") : tr("%1 captures").arg(model.captureCount());
    if (model.missingCount() > 0)
        count += tr(" · %1 no longer at its place").arg(model.missingCount());
    m_count->setText(any ? count : QString());
}

void StartPage::takeFocus()
{
    if (m_view->isHidden())
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

void StartPage::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(m_side->x(), 16, 1, height() - 40, theme.hairline);
}

}
