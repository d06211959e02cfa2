#include "app/viewer/window/capture_tool_bar.h"

#include "app/viewer/commands/commands.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/window/capture_handle.h"
#include "app/viewer/window/crowded_row.h"
#include "app/viewer/window/window_parts.h"
#include "widgets/common/core_text.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QStandardItemModel>
#include <QToolButton>

namespace traceglass {

namespace {

const QString kLength = QStringLiteral("000.00 ms"); // as wide as durations below a minute
// Pixels of letters of the usual size: there is room for all, also for what is not shown now.
constexpr int kWide = 1500;

}

CaptureToolBar::CaptureToolBar(const Commands& commands, QWidget* parent)
    : QToolBar(tr("Tools"), parent)
{
    setObjectName(QStringLiteral("tools"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    auto* line = new QWidget(this);
    keepHeight(line, metrics::kToolbar);
    const auto divider = [line] {
        auto* made = new Divider(line);
        keepHeight(made, 28);
        return made;
    };
    const auto makeButton = [&](const char* id) {
        auto* button = new QToolButton(line);
        button->setDefaultAction(commands[id]);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        keepIcon(button, 16, {24, 24});
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(Commands::plainText(commands[id]));
        return button;
    };
    QToolButton *back = makeButton("go.back"), *forward = makeButton("go.forward"),
                *fit = makeButton("view.fit"), *zoomOut = makeButton("view.zoomOut"),
                *zoomIn = makeButton("view.zoomIn");

    m_handle = new CaptureHandle(commands, line);
    m_search = new SearchField(commands, line);
    m_nextUnit = commands["view.unit"];

    m_whole = new LinkLabel({}, line);
    m_whole->setUnderlined(false);
    m_whole->setToolTip(tr("Show the whole capture"));
    m_whole->setAccessibleName(m_whole->toolTip());
    connect(m_whole, &LinkLabel::clicked, commands["view.fit"], &QAction::trigger);
    m_shown = new ElidedLabel({}, line);
    m_length = new ElidedLabel({}, line);

    auto* time = new QLabel(tr("Time"), line);
    m_mode = new CutComboBox(line);
    m_mode->addItems({tr("relative to start"), tr("UTC"), tr("local time")});
    m_mode->setAccessibleName(tr("Time"));
    keepHeight(m_mode, 24);
    time->setBuddy(m_mode);
    m_unit = new CutComboBox(line);
    for (int unit = 0; unit <= static_cast<int>(TimeUnit::nanoseconds); ++unit)
        m_unit->addItem(coreText(unitName(static_cast<TimeUnit>(unit))));
    m_unit->setAccessibleName(tr("Unit"));
    keepHeight(m_unit, 24);
    connect(m_mode, &QComboBox::activated, this, [this] { takeFormat(true); });
    connect(m_unit, &QComboBox::activated, this, [this] { takeFormat(false); });
    inRow({8, 0, 8, 0}, 4,
          {m_handle,
           back,
           forward,
           divider(),
           fit,
           zoomOut,
           zoomIn,
           divider(),
           {m_search, 20},
           gap(12, line),
           m_whole,
           m_shown,
           gap(6, line),
           m_length,
           kRest,
           time,
           m_mode,
           gap(2, line),
           m_unit},
          line);
    constexpr int kNumber = 12; // letters: behind it stands what it is
    new CrowdedRow(line, {{m_length, nullptr, kNumber}, {m_shown}, {m_mode, time}, {m_unit}, {m_whole}});
    line->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    addWidget(line);
    Commands::followKeys(m_nextUnit, this, [this] { updateFormat(); });
    new PaletteWatch(this, [this] { updateBreadcrumb(); });
}

void CaptureToolBar::setSession(DocumentSession* session, SessionSearch* search)
{
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    m_search->setSearch(search, session);
    const bool hasFile = session && !session->capture()->isPiped();
    m_handle->setPath(hasFile ? pathText(session->capture()->path()) : QString(),
                      hasFile && session->capture()->isFolder());
    if (session) {
        connect(session, &DocumentSession::viewChanged, this, &CaptureToolBar::updateBreadcrumb);
        connect(session, &DocumentSession::selectionChanged, this, &CaptureToolBar::updateBreadcrumb);
        connect(session, &DocumentSession::timelineChanged, this, &CaptureToolBar::updateFormat);
        connect(session, &DocumentSession::timeFormatChanged, this, &CaptureToolBar::updateFormat);
    }
    updateFormat();
}

void CaptureToolBar::updateFormat()
{
    updateBreadcrumb();
    if (!m_session)
        return;
    const QSignalBlocker quiet(m_mode);
    const ClockAxis::Kind kind = m_session->axisKind();
    const bool absolute = kind == ClockAxis::Kind::unixTime || !m_session->capture()->hasTimeline();
    const bool positions = !m_session->isTime();
    m_mode->setCurrentIndex(absolute ? static_cast<int>(m_session->timeFormat().mode) : 0);
    m_unit->setCurrentIndex(static_cast<int>(m_session->timeFormat().unit));
    // What the first clock cannot tell is not to be chosen, and says why.
    const QString bytes = kind == ClockAxis::Kind::order
        ? tr("This capture has no time: places are written in steps")
        : tr("This capture has no time: places are written in bytes");
    const QString relativeOnly = tr("The clock of this capture does not tell the time of day");
    if (auto* items = qobject_cast<QStandardItemModel*>(m_mode->model())) {
        for (int i = 1; i < items->rowCount(); ++i) {
            items->item(i)->setEnabled(absolute);
            items->item(i)->setToolTip(absolute ? QString() : relativeOnly);
        }
    }
    m_mode->setEnabled(!positions);
    m_unit->setEnabled(!positions);
    m_mode->setToolTip(positions ? bytes : !absolute ? relativeOnly : tr("How moments are written"));
    m_unit->setToolTip(
        positions ? bytes
                  : Commands::withKeys(
                      tr("Unit of moments and durations; values that were recorded, and what findings say, "
                         "keep the one that suits them"),
                      m_nextUnit));
}

// Of a clock that cannot tell the time of day nothing is chosen with the unit: it is the format of all tabs.
void CaptureToolBar::takeFormat(bool isModeChosen)
{
    if (!m_session)
        return;
    m_session->setTimeFormat(
        {isModeChosen ? static_cast<TimeFormat::Mode>(m_mode->currentIndex()) : m_session->timeFormat().mode,
         static_cast<TimeUnit>(m_unit->currentIndex())});
}

void CaptureToolBar::updateBreadcrumb()
{
    const bool timed = m_session && m_session->capture()->hasTimeline();
    for (QWidget* part :
         {static_cast<QWidget*>(m_whole), static_cast<QWidget*>(m_shown), static_cast<QWidget*>(m_length)})
        part->setEnabled(timed);
    if (!timed) {
        m_whole->setText({});
        m_shown->setFullText(m_session ? tr("This capture has no time axis") : QString());
        m_length->setFullText({});
        for (ElidedLabel* const part : {m_shown, m_length})
            part->setRoomFor({});
        return;
    }
    const std::uint16_t axis = m_session->toldAxis();
    const TimeRange view = m_session->view();
    const TimeRange all = m_session->extent();
    const bool whole = view.startNs <= all.startNs && view.endNs >= all.endNs;
    m_whole->setText(tr("whole capture"));
    m_whole->setQuiet(whole);
    const TimelinePtr& timeline = m_session->timeline();
    const bool isKnown = timeline->complete || timeline->trackCount() > 0;
    const QString wholeLength = isKnown ? m_session->durationText(all.lengthNs()) : QString();
    m_shown->setFullText(whole ? wholeLength : behindWhole(m_session->viewText(view, axis)));
    m_length->setFullText(whole || !isKnown ? QString()
                                            : shownText(m_session->durationText(view.lengthNs(), axis)));
    // What stands behind stays where it is while one zooms and pans. In a narrow window the search needs the room.
    const bool isWide = width() >= grown(kWide, this);
    m_shown->setRoomFor(isWide ? behindWhole(m_session->widestViewText(axis)) : QString());
    m_length->setRoomFor(!isWide ? QString() : shownText(wholeLength.size() > kLength.size() ? wholeLength : kLength));
    const Theme& theme = Theme::of(this);
    setTextColor(m_shown, whole ? theme.text2 : theme.text);
    setTextColor(m_length, theme.text2);
}

QString CaptureToolBar::breadcrumb() const
{
    QStringList parts {tr("whole capture"), m_shown->fullText(), m_length->fullText()};
    parts.removeAll(QString());
    return parts.join(QLatin1Char(' '));
}

void CaptureToolBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    const int wide = grown(kWide, this);
    if ((event->oldSize().width() >= wide) != (event->size().width() >= wide))
        updateBreadcrumb();
}

void CaptureToolBar::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), Theme::of(this).window);
}

}
