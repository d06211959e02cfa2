#include "widgets/timeline/view/timeline_pane.h"

#include "core/base/text.h"
#include "core/model/format.h"
#include "widgets/common/core_text.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/session/asker.h"
#include "widgets/session/session_notes.h"
#include "widgets/timeline/view/finding_lane.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/note_lane.h"
#include "widgets/timeline/view/overview_strip.h"
#include "widgets/timeline/view/time_ruler.h"
#include "widgets/timeline/view/timeline_legend.h"

#include <QEvent>
#include <QGridLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kLeastLabels = 100; // pixels, in a narrow window

}

TimelinePane::TimelinePane(DocumentSession* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_scene(new TimelineScene(session, this))
    , m_asker(new Asker(session->capture(), this))
{
    setAccessibleName(tr("Timeline"));
    m_sentence = new QLabel;
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_sentence->setContentsMargins(12, 12, 12, 12);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_sentence, &QLabel::linkActivated, this, &TimelinePane::structureRequested);

    m_pages = new QStackedWidget;
    m_pages->addWidget(m_sentence);
    m_pages->addWidget(makeTimelinePage());
    inColumn({}, kStyleSpacing, {m_pages}, this);

    connect(m_scene, &TimelineScene::layoutChanged, this, &TimelinePane::updateTexts);
    connect(m_scene, &TimelineScene::nameColorsChanged, this,
            [this] { emit nameColorsChanged(nameColors()); });
    connect(session, &DocumentSession::timelineChanged, this, &TimelinePane::updatePage);
    connect(session, &DocumentSession::indexingChanged, this, &TimelinePane::updatePage);
    connect(session, &DocumentSession::timeFormatChanged, this, &TimelinePane::updateTexts);
    connect(session, &DocumentSession::summaryChanged, this, &TimelinePane::updateTexts);
    connect(session, &DocumentSession::trackFilterChanged, this, [this] { setFilter(m_scene->filter()); });
    connect(session, &DocumentSession::choosing, this, [this] { m_asker->cancel(kAskOfName); });
    connect(session, &DocumentSession::selectionChanged, this, [this] {
        m_isNamed = false;
        emit currentTrackChanged();
    });
    connect(m_labels, &LabelColumn::currentChanged, this, [this] {
        m_isNamed |= m_labels->hasFocus();
        emit currentTrackChanged();
    });
    setFocusProxy(m_sentence);
    followFont(this, [this] { shareWidth(); });
    updatePage();
}

TimelinePane::~TimelinePane()
{
    m_labels->disconnect(this); // they lose the focus when they go, and that is later
}

QWidget* TimelinePane::makeTimelinePage()
{
    m_view = new TimelineView(m_scene);
    m_labels = new LabelColumn(m_scene);
    m_overview = new OverviewStrip(m_scene);
    m_ruler = new TimeRuler(m_session);
    m_findingLane = new FindingLane(m_scene);
    m_findingText = new QLabel;
    m_findingText->setContentsMargins(10, 0, 0, 0);
    keepFont(m_findingText, [](const QFont& body) { return smallerFont(body, 2); });
    followFont(m_findingLane, [this] { m_findingText->setFixedHeight(m_findingLane->neededHeight()); });
    m_findingText->hide();
    m_noteLane = new NoteLane(m_scene);
    connect(m_noteLane, &NoteLane::editWanted, this, &TimelinePane::noteEditWanted);
    m_legend = new TimelineLegend;
    m_corner = makeCorner();
    m_filterCell = makeFilterCell();

    m_nothing = new QLabel(m_view->viewport());
    m_nothing->setTextFormat(Qt::RichText);
    m_nothing->move(12, 12);
    m_nothing->hide();
    connect(m_nothing, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link == "filter")
            setFilter({});
        else if (link == "slices")
            emit clearFilterWanted();
        else
            m_scene->showAll();
    });

    auto* page = new QWidget;
    page->setLayoutDirection(Qt::LeftToRight); // time goes to the right in every language
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    grid->addWidget(m_corner, 0, 0);
    grid->addWidget(m_overview, 0, 1);
    grid->addWidget(m_findingText, 1, 0);
    grid->addWidget(m_findingLane, 1, 1);
    grid->addWidget(m_filterCell, 2, 0);
    grid->addWidget(m_ruler, 2, 1);
    grid->addWidget(m_noteLane, 3, 1);
    grid->addWidget(m_labels, 4, 0);
    grid->addWidget(m_view, 4, 1, 1, 2); // with its scroll bar below the spacer
    grid->addItem(new QSpacerItem(m_view->verticalScrollBar()->sizeHint().width(), 0, QSizePolicy::Fixed), 0,
                  2);
    grid->addWidget(m_legend, 5, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(4, 1);
    m_view->setMinimumSize(1, 1); // tracks scroll, and what else there is has its room

    connect(m_labels, &LabelColumn::widthChosen, this, &TimelinePane::setLabelWidth);
    connect(m_labels, &LabelColumn::trackMenuRequested, this,
            [this](TrackId track, QPoint position) { showTrackMenu(track, {}, position); });
    connect(m_view, &TimelineView::trackMenuRequested, this, &TimelinePane::showTrackMenu);
    connect(m_view, &TimelineView::sameNameWanted, this, &TimelinePane::selectSameName);
    connect(m_view, &TimelineView::cursorMoved, this, &TimelinePane::cursorMoved);
    connect(m_view, &TimelineView::hovered, this, &TimelinePane::hovered);
    connect(m_view, &TimelineView::statusText, this, &TimelinePane::statusText);
    connect(m_view, &TimelineView::statesSeenChanged, this,
            [this] { m_legend->setStates(m_view->statesSeen()); });
    return page;
}

void TimelinePane::setNotes(SessionNotes* notes)
{
    m_scene->setNotes(notes);
    m_noteLane->setNotes(notes);
    if (notes) {
        connect(notes, &SessionNotes::changed, this, &TimelinePane::shareHeight);
        connect(notes, &SessionNotes::moved, this, &TimelinePane::shareHeight);
    }
}

void TimelinePane::setFindings(SessionFindings* findings)
{
    m_ruler->setFindings(findings);
    m_findingLane->setFindings(findings);
    connect(findings, &SessionFindings::changed, this, [this, findings] {
        shareHeight();
        m_findingText->setText(tr("findings %1").arg(fromUtf8(grouped(findings->found().size()))));
        std::vector<FindingSeverity> severities;
        for (const FindingSeverity each :
             {FindingSeverity::high, FindingSeverity::medium, FindingSeverity::low})
            if (findings->countOf(each) > 0)
                severities.push_back(each);
        m_legend->setFindings(std::move(severities));
    });
}

QWidget* TimelinePane::makeCorner()
{
    m_captureText = new QLabel;
    keepFont(m_captureText, [](const QFont& body) { return smallerFont(body, 1); });
    m_captureText->setAccessibleName(tr("Length of the capture"));
    auto* cell = new QWidget;
    inColumn({10, 0, 8, 0}, kStyleSpacing, {m_captureText}, cell);
    keepHeight(cell, metrics::kOverview);
    cell->installEventFilter(this);
    return cell;
}

QWidget* TimelinePane::makeFilterCell()
{
    m_trackText = new QLabel;
    keepFont(m_trackText, [](const QFont& body) { return smallerFont(body, 1); });
    m_trackText->setAccessibleName(tr("Tracks shown"));
    m_trackText->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_filter = new QLineEdit;
    m_filter->setPlaceholderText(tr("Filter tracks"));
    m_filter->setAccessibleName(tr("Filter tracks by name"));
    m_filter->setFrame(false);
    m_filter->hide();
    m_filter->installEventFilter(this);
    m_filterButton = new QToolButton;
    m_filterButton->setAutoRaise(true);
    m_filterButton->setIcon(icon("filter"));
    keepIcon(m_filterButton, 14, {20, 20});
    m_filterButton->setCheckable(true);
    m_filterButton->setToolTip(tr("Filter tracks by name or number"));
    m_filterButton->setAccessibleName(tr("Filter tracks"));

    m_setsButton = new QToolButton;
    m_setsButton->setAutoRaise(true);
    m_setsButton->setIcon(icon("sets"));
    keepIcon(m_setsButton, 14, {20, 20});
    m_setsButton->setToolTip(tr("Sets of filters, arranged tracks and columns"));
    m_setsButton->setAccessibleName(tr("Sets"));
    connect(m_setsButton, &QToolButton::clicked, this, &TimelinePane::askForSets);

    auto* cell = new QWidget;
    inRow({10, 0, 4, 1}, 2, {{m_trackText, 1}, {m_filter, 1}, m_setsButton, m_filterButton}, cell);
    keepHeight(cell, metrics::kRuler);
    cell->installEventFilter(this);

    connect(m_filter, &QLineEdit::textChanged, m_scene, &TimelineScene::setFilter);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            m_scene->scrollTo(m_scene->selectedTrack()); // all tracks are back around it
    });
    connect(m_filterButton, &QToolButton::clicked, this, [this](bool open) {
        if (open)
            m_filter->setFocus();
        else
            m_view->setFocus();
    });
    connect(m_filterButton, &QToolButton::toggled, this, [this](bool open) {
        m_filter->setVisible(open);
        m_trackText->setVisible(!open);
        if (!open)
            m_filter->clear();
    });
    return cell;
}

void TimelinePane::askForSets()
{
    emit setsWanted(m_setsButton->mapToGlobal(QPoint(0, m_setsButton->height())));
}

// --- room -------------------------------------------------------------------------------------------

QSize TimelinePane::minimumSizeHint() const
{
    return {QWidget::minimumSizeHint().width(), leastHeight()};
}

// Of the ruler and two tracks.
int TimelinePane::leastHeight() const
{
    return grown(metrics::kRuler + 2 * metrics::kTrackRow, this);
}

// Where there is little, what tells of the whole capture and of colours gives way to tracks.
void TimelinePane::shareHeight()
{
    int room = height() - leastHeight() - (m_noteLane->isVisibleTo(this) ? m_noteLane->height() : 0);
    const auto takes = [&room](int needed) {
        const bool fits = needed <= room;
        room -= fits ? needed : 0;
        return fits;
    };
    m_findingLane->setRoom(takes(m_findingLane->neededHeight()));
    m_findingText->setVisible(m_findingLane->isVisibleTo(this));
    const bool hasOverview = takes(m_overview->height());
    m_corner->setVisible(hasOverview);
    m_overview->setVisible(hasOverview);
    m_legend->setVisible(takes(m_legend->height()));
}

void TimelinePane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    shareHeight();
    if (event->size().width() != event->oldSize().width())
        shareWidth();
}

// --- texts ------------------------------------------------------------------------------------------

void TimelinePane::updateTexts()
{
    const Theme& theme = Theme::of(this);
    const TrackLayout& layout = m_scene->layout();
    const QString records = m_session->indexedText(m_session->indexedCount());
    const QString length = m_session->durationText(m_session->extent().lengthNs());
    const QString numbers = tr("%1 · %2").arg(length, records);
    const bool fits = m_captureText->fontMetrics().horizontalAdvance(numbers) <= m_corner->width() - 18;
    QStringList lines =
        (fits ? tr("whole capture\n%1").arg(numbers) : tr("whole: %1\n%2").arg(length, records))
            .split(QLatin1Char('\n'));
    m_captureText->setToolTip(tipText(lines.join(QLatin1Char('\n'))));
    for (QString& line : lines)
        line = m_captureText->fontMetrics().elidedText(line, Qt::ElideRight, m_corner->width() - 18);
    m_captureText->setText(lines.join(QLatin1Char('\n')));

    const bool tasks = layout.tasks() > 0;
    const std::size_t inView = tasks ? layout.tasksShown() : layout.tracksShown();
    const std::size_t all = tasks ? layout.tasks() : layout.tracks();
    const QString counts = tasks ? countedText(all, "task", "tasks") : countedText(all, "track", "tracks");
    const QString ofAll = tr("%1 of %2").arg(fromUtf8(grouped(inView)), counts);
    const QString groups = countedText(layout.groups(), "group", "groups");
    m_trackText->setToolTip(tr("%1 · %2").arg(ofAll, groups));
    const QFontMetrics trackMetrics(m_trackText->font());
    const int room = m_filterCell->width() - 20 - grown(40, this); // margins and the buttons
    QStringList texts {m_trackText->toolTip()};                    // as much of it as there is room for
    texts << (inView == all ? QStringList {tr("%1 · %2").arg(counts, groups), counts} : QStringList {ofAll});
    texts << QString(); // a part of a number would be another one
    while (texts.size() > 1 && trackMetrics.horizontalAdvance(texts.front()) > room)
        texts.removeFirst();
    m_trackText->setText(texts.front());
    for (QLabel* label : {m_trackText, m_captureText, m_sentence, m_nothing}) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, theme.text2);
        label->setPalette(palette);
    }

    const bool nothing = layout.lines().empty() && layout.tracks() > 0;
    if (nothing && !m_scene->filter().isEmpty())
        m_nothing->setText(tr("No track has “%1” in its name. <a href=\"filter\">Clear the filter</a>")
                               .arg(shown(m_scene->filter()).toHtmlEscaped()));
    else if (nothing && m_scene->isFiltered())
        m_nothing->setText(tr("No slice fits the filter. <a href=\"slices\">Clear it</a>"));
    else
        m_nothing->setText(tr("All tracks are hidden. <a href=\"hidden\">Show them</a>"));
    m_nothing->adjustSize();
    m_nothing->setVisible(nothing);
}

void TimelinePane::updatePage()
{
    const bool tracks = m_session->timeline()->trackCount() > 0;
    if (!m_session->capture()->hasTimeline())
        m_sentence->setText(
            tr("This capture has no time axis: it is a set of chunks. The <a href=\"structure\">structure "
               "tree</a> and Bytes show it."));
    else if (m_session->isIndexing())
        m_sentence->setText(tr("reading …"));
    else if (m_session->wasCancelled())
        m_sentence->setText(tr("Reading was stopped before the first record."));
    else
        m_sentence->setText(tr("Nothing of this capture can be put on a timeline. The "
                               "<a href=\"structure\">structure tree</a> shows what it has."));
    const int page = tracks ? 1 : 0;
    if (m_pages->currentIndex() == page)
        return;
    // The keyboard was meant for the timeline before there was one. What is not shown cannot have the focus:
    // the window would give it to something else.
    const QWidget* focused = window()->focusWidget();
    const bool isOurs = focused && isAncestorOf(focused);
    m_pages->setCurrentIndex(page);
    setFocusProxy(tracks ? static_cast<QWidget*>(m_view) : m_sentence);
    if (isOurs)
        setFocus();
}

void TimelinePane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    const bool look = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange;
    if (look && m_view) {
        shareHeight();
        updateTexts();
    }
}

bool TimelinePane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const auto* pressed = static_cast<QKeyEvent*>(event);
        if (pressed->key() == Qt::Key_Return || pressed->key() == Qt::Key_Enter) {
            selectNextTrack(!pressed->modifiers().testFlag(Qt::ShiftModifier));
        } else if (pressed->key() == Qt::Key_Down) {
            reachHits();
        } else if (pressed->key() == Qt::Key_Escape) {
            m_filterButton->setChecked(false);
            m_view->setFocus();
        } else {
            return QWidget::eventFilter(watched, event);
        }
        return true;
    }
    if (event->type() == QEvent::Paint && (watched == m_corner || watched == m_filterCell)) {
        auto* cell = static_cast<QWidget*>(watched);
        const Theme& theme = Theme::of(this);
        QPainter painter(cell);
        painter.fillRect(cell->rect(), theme.window);
        painter.fillRect(QRect(0, cell->height() - 1, cell->width(), 1), theme.hairline);
        painter.fillRect(QRect(cell->width() - 1, 0, 1, cell->height()), theme.hairline);
    }
    return QWidget::eventFilter(watched, event);
}

// --- state ------------------------------------------------------------------------------------------

void TimelinePane::setLabelWidth(int width)
{
    m_labelWidth = std::clamp(width, LabelColumn::kLeastWidth, LabelColumn::kMostWidth);
    shareWidth();
}

// Half of it is for tracks, however wide labels were made in a wider window.
void TimelinePane::shareWidth()
{
    const int most = std::max(kLeastLabels, width() * 2 / 5);
    const int wanted = m_labelWidth > 0 ? m_labelWidth : grown(metrics::kLabelColumn, this);
    for (QWidget* widget : {m_corner, m_filterCell, static_cast<QWidget*>(m_labels)})
        widget->setFixedWidth(std::min(wanted, most));
    updateTexts();
}

QByteArray TimelinePane::saveState() const
{
    QJsonObject state;
    if (m_labelWidth > 0)
        state.insert("labelWidth", m_labelWidth);
    state.insert("tracks", QJsonDocument::fromJson(m_scene->saveChoices()).object());
    QJsonObject alignment; // as text: numbers of JSON are doubles
    for (const auto& [clock, shiftNs] : m_session->alignment())
        alignment.insert(exactFromUtf8(clock), QString::number(shiftNs));
    if (!alignment.isEmpty())
        state.insert("alignment", alignment);
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool TimelinePane::restoreState(const QByteArray& state)
{
    const QJsonDocument document = QJsonDocument::fromJson(state);
    if (!document.isObject())
        return false;
    const QJsonObject object = document.object();
    if (const int chosen = object.value("labelWidth").toInt(); chosen > 0)
        setLabelWidth(chosen);
    m_scene->restoreChoices(QJsonDocument(object.value("tracks").toObject()).toJson(QJsonDocument::Compact));
    std::map<std::string, std::int64_t> shifts;
    const QJsonObject alignment = object.value("alignment").toObject();
    for (auto clock = alignment.begin(); clock != alignment.end(); ++clock) {
        bool number = false;
        const qint64 shiftNs = clock.value().toString().toLongLong(&number);
        if (number)
            shifts[clock.key().toStdString()] = shiftNs;
    }
    m_session->setAlignment(std::move(shifts));
    return true;
}

}
