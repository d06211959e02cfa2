#include "widgets/flame/flame_pane.h"

#include "core/base/text.h"
#include "widgets/common/background_task.h"
#include "widgets/common/choosing.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/command_link.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"
#include "widgets/session/session_filter.h"

#include <QDataStream>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kDelayMs = 150;
constexpr int kTickMs = 100;
constexpr int kFlameStateVersion = 1;
constexpr int kRoomForWords = 1100; // on the button that copies

QToolButton* toggle(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setAutoRaise(true);
    return button;
}

}

FlamePane::FlamePane(DocumentSession* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_view(new FlameView)
    , m_kindChoice(new CutComboBox)
    , m_weightChoice(new CutComboBox)
    , m_search(new QLineEdit)
    , m_share(new QLabel)
    , m_invert(toggle(tr("Invert"), tr("The innermost frames first, below them who called them")))
    , m_below(toggle(tr("Root below"), tr("Callers below what they call, like flames")))
    , m_trackOnly(toggle(tr("Only this track"), {}))
    , m_funnel(new QLabel)
    , m_everything(new LinkLabel(tr("show all")))
    , m_copy(new QToolButton)
    , m_copyCommand(new CommandLink(
          session, [this] { return command(); },
          tr("A command that prints these stacks, one a line with its weight")))
    , m_progress(new QWidget)
    , m_progressText(new QLabel)
    , m_cancel(new LinkLabel(tr("Cancel")))
    , m_summary(new ElidedLabel)
    , m_previous(new LinkLabel(tr("previous sample")))
    , m_next(new LinkLabel(tr("next sample")))
    , m_zoomOut(new LinkLabel(tr("zoom out")))
    , m_asker(new Asker(session->capture(), this))
    , m_building(new BackgroundTask(this))
    , m_copying(new BackgroundTask(this))
    , m_delay(delayed(this, kDelayMs, &FlamePane::read))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    makeBar();
    connectParts();
    m_tick.setInterval(kTickMs);
    m_view->setEmptyText(emptySentence());
    tellRange();
    tellTrack();
    tellFrame();
    tellProgress();
    fillChoices();
}

void FlamePane::makeBar()
{
    m_kindChoice->setAccessibleName(tr("Events"));
    m_kindChoice->setToolTip(tr("Events whose stack traces are shown"));
    m_kindChoice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kindChoice->setMinimumContentsLength(16);
    keepWidth(m_kindChoice, 0, 320);
    m_weightChoice->setAccessibleName(tr("Weight"));
    m_weightChoice->setToolTip(tr("What makes a frame wide"));
    m_search->setPlaceholderText(tr("Search frames  (/)"));
    m_search->setToolTip(tr("Enter or F3 selects the next frame found, with Shift the one before"));
    m_search->setAccessibleName(tr("Search frames"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon("search"), QLineEdit::LeadingPosition);
    keepWidth(m_search, 130, 240);
    m_share->setAccessibleName(tr("What the search found"));
    m_funnel->setAccessibleName(tr("Restricted"));
    m_everything->setToolTip(tr("Clears the selected range"));
    m_everything->setMinimumWidth(m_everything->sizeHint().width());
    m_copy->setText(tr("Copy stacks"));
    m_copy->setAccessibleName(tr("Copy stacks"));
    m_copy->setIcon(icon("copy"));
    m_copy->setAutoRaise(true);
    m_copy->setToolTip(tr("Copies all stacks as text, one a line with its weight: main;run;work 12"));

    inRow({}, metrics::kGrid, {m_progressText, m_cancel}, m_progress);
    m_summary->setAccessibleName(tr("Selected frame"));
    m_previous->setToolTip(tr("Select the one before in the timeline (Shift+N)"));
    m_next->setToolTip(tr("Select the one behind in the timeline (N)"));
    m_zoomOut->setToolTip(tr("One step back (Esc)"));

    QBoxLayout* const bar = inRow({12, 4, 12, 4}, metrics::kGrid,
                                  {{m_kindChoice, 2},
                                   m_weightChoice,
                                   {m_search, 1},
                                   m_share,
                                   m_invert,
                                   m_below,
                                   m_trackOnly,
                                   m_funnel,
                                   m_everything,
                                   kRest,
                                   m_copy});
    QBoxLayout* const bottom = inRow({12, 2, 12, 4}, 16,
                                     {{m_summary, 1}, m_progress, m_zoomOut, m_previous, m_next, m_copyCommand});
    inColumn({}, 0, {bar, {m_view, 1}, bottom}, this);
}

void FlamePane::connectParts()
{
    connect(&m_tick, &QTimer::timeout, this, &FlamePane::tellProgress);
    connect(m_kindChoice, &QComboBox::activated, this, [this](int index) {
        m_wanted.kind = m_kindChoice->itemData(index).toString().toStdString();
        m_wanted.weight.reset();
        m_stale = true;
        read();
    });
    connect(m_weightChoice, &QComboBox::activated, this, [this](int index) {
        m_wanted.weight = static_cast<FlameWeight>(m_weightChoice->itemData(index).toInt());
        rebuild();
    });
    connect(m_invert, &QToolButton::toggled, this, [this](bool on) {
        m_wanted.inverted = on;
        rebuild();
    });
    connect(m_below, &QToolButton::toggled, m_view, &FlameView::setRootBelow);
    connectTracks();
    connect(m_copy, &QToolButton::clicked, this, &FlamePane::copyCollapsed);
    connect(m_copyCommand, &CommandLink::copied, this, &FlamePane::copied);
    connect(m_everything, &LinkLabel::clicked, this, [this] { m_session->setRange({}); });
    connect(m_cancel, &LinkLabel::clicked, this, [this] {
        if (!isReading()) {
            m_stopped = false;
            read();
            return;
        }
        m_asker->cancel(kAskStacks);
        m_building->cancel();
        m_stopped = m_stale = true;
        m_copyWanted = false;
        m_view->setEmptyText(emptySentence());
        tellProgress();
        tellFrame();
    });
    connect(m_search, &QLineEdit::textChanged, this, &FlamePane::search);
    connect(m_view, &FlameView::selected, this, &FlamePane::tellFrame);
    connect(m_view, &FlameView::zoomChanged, this, &FlamePane::tellFrame);
    m_view->setTimeUnit(m_session->timeFormat().unit);
    connect(m_view, &FlameView::sampleWanted, this, &FlamePane::stepSample);
    connect(m_view, &FlameView::searchWanted, this,
            [this] { m_search->setText(m_view->nameOf(m_view->selectedNode())); });
    connect(m_next, &LinkLabel::clicked, this, [this] { stepSample(true); });
    connect(m_previous, &LinkLabel::clicked, this, [this] { stepSample(false); });
    connect(m_zoomOut, &LinkLabel::clicked, m_view, &FlameView::zoomOut);
    connect(m_session, &DocumentSession::rangeChanged, this, [this] {
        tellRange();
        readLater();
    });
    connect(m_session, &DocumentSession::choosing, this, [this] { m_asker->cancel(kAskSamples); });
    connect(m_session, &DocumentSession::timeFormatChanged, this, [this] {
        m_view->setTimeUnit(m_session->timeFormat().unit);
        tellRange();
        tellFrame();
    });
    connect(m_session, &DocumentSession::alignmentChanged, this, &FlamePane::readLater);
    connect(m_session, &DocumentSession::indexingChanged, this, [this] {
        if (!m_session->isIndexing() && (!m_kindsKnown || m_copyWanted) && !isReading())
            readLater();
    });
}

// --- reading

bool FlamePane::isRestricted() const
{
    const bool isFiltered = m_sliceFilter && m_sliceFilter->isActive();
    return (m_session->range() || !m_tracks.empty() || isFiltered) && m_session->capture()->hasStacks();
}

bool FlamePane::isWorking() const
{
    return m_asker->isWaiting(kAskStacks) || m_building->isRunning();
}

bool FlamePane::isReading() const
{
    return isWorking() || m_delay->isActive();
}

void FlamePane::readLater()
{
    m_stale = true;
    m_stopped = false;
    m_delay->start();
}

void FlamePane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_copy->setToolButtonStyle(width() < grown(kRoomForWords, this) ? Qt::ToolButtonIconOnly
                                                                    : Qt::ToolButtonTextBesideIcon);
}

QSize FlamePane::minimumSizeHint() const // the row of controls may be cut; it is not to widen the window
{
    return {320, grown(90, this)};
}

void FlamePane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale && !m_stopped)
        read();
}

void FlamePane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        setFunnel();
}

void FlamePane::read()
{
    m_delay->stop();
    // Nobody wants them, there are none, or what is there is not known yet.
    const bool isWanted = isVisible() || m_copyWanted;
    if (!isWanted || !m_session->capture()->hasStacks() || m_session->isIndexing()) {
        m_view->setEmptyText(emptySentence());
        return;
    }
    m_stale = false;
    m_stopped = false;
    m_wanted.query.range = m_session->range();
    m_wanted.query.tracks = m_tracks;
    const FittingPtr fitting = m_sliceFilter ? m_sliceFilter->fitting() : nullptr;
    m_wanted.only = fitting ? fitting->hits : nullptr;
    m_building->cancel();
    m_asker->ask(kAskStacks, Priority::background, m_wanted, [this](ask::Flame::Answer answer) {
        m_kinds = std::move(answer.kinds);
        m_kindsKnown = true;
        m_failure = answer.error ? fromUtf8(message(*answer.error)) : QString();
        m_lines = answer.lines;
        m_areSamples = answer.samples;
        m_kind = std::move(answer.kind);
        take(std::move(answer.graph));
    });
    m_view->setEmptyText(emptySentence());
    m_tick.start();
}

// Another weight, or turned over: the sums are there.
void FlamePane::rebuild()
{
    if (m_stale || !m_sums || m_asker->isWaiting(kAskStacks)) {
        m_stale = true;
        read();
        return;
    }
    m_building->start(
        [sums = m_sums, weight = ask::Flame::weightFor(m_kinds, m_kind, m_wanted.weight),
         inverted = m_wanted.inverted](Job& job) {
            return FlameGraphPtr(
                std::make_shared<FlameGraph>(FlameGraph::build(sums, weight, inverted, job)));
        },
        [this](FlameGraphPtr graph) { take(std::move(graph)); });
    m_tick.start();
}

void FlamePane::take(FlameGraphPtr graph)
{
    m_sums = graph->sums();
    m_steppedNode = FlameGraph::kNone;
    fillChoices();
    m_view->setGraph(std::move(graph), m_lines, m_areSamples);
    m_previous->setText(m_areSamples ? tr("previous sample") : tr("previous event"));
    m_next->setText(m_areSamples ? tr("next sample") : tr("next event"));
    m_view->setEmptyText(emptySentence());
    search();
    tellProgress();
    tellTrack();
    if (!m_stale && std::exchange(m_copyWanted, false))
        copySums();
}

void FlamePane::fillChoices()
{
    if (waitsForChoice({m_kindChoice, m_weightChoice}, this, [this] { fillChoices(); }))
        return;
    m_kindChoice->clear();
    std::uint64_t all = 0;
    const auto add = [this](const QString& label, std::uint64_t events, const std::string& name) {
        m_kindChoice->addItem(tr("%1 · %2").arg(label, fromUtf8(grouped(events))), exactFromUtf8(name));
    };
    for (const StackKind& one : m_kinds) {
        add(fromUtf8(one.label), one.events, one.name);
        m_kindChoice->setItemData(m_kindChoice->count() - 1, tipText(fromUtf8(one.name)), Qt::ToolTipRole);
        all += one.events;
    }
    if (m_kinds.size() > 1)
        add(tr("All events with stacks"), all, {});
    m_kindChoice->setCurrentIndex(m_kindChoice->findData(exactFromUtf8(m_kind)));

    m_weightChoice->clear();
    const std::array<bool, 3> has = ask::Flame::weightsOf(m_kinds, m_kind);
    const QString names[] = {tr("by count"), tr("by duration"), tr("by bytes")}; // by FlameWeight
    for (int weight = 0; weight < int(has.size()); ++weight) {
        if (has[std::size_t(weight)])
            m_weightChoice->addItem(names[weight], weight);
    }
    m_weightChoice->setCurrentIndex(
        m_weightChoice->findData(static_cast<int>(ask::Flame::weightFor(m_kinds, m_kind, m_wanted.weight))));
    for (QWidget* part : std::initializer_list<QWidget*> {m_kindChoice, m_weightChoice, m_search, m_invert,
                                                          m_below, m_trackOnly, m_copy, m_copyCommand, m_share})
        part->setVisible(!m_kinds.empty());
}

// --- words

QString FlamePane::emptySentence() const
{
    if (!m_session->capture()->hasStacks())
        return tr("This capture holds no stack traces, so there is nothing to add up.");
    if (m_stopped)
        return tr("Reading the stack traces was stopped.");
    if (m_session->isIndexing())
        return tr("The stack traces are read once the capture is indexed …");
    if (isWorking() || !m_kindsKnown)
        return tr("Reading the stack traces …");
    if (!m_failure.isEmpty())
        return m_failure;
    if (m_kinds.empty())
        return tr("No event in this capture has a stack trace.");
    if (m_sums && m_sums->total(FlameWeight::count) > 0)
        return tr("These events weigh nothing %1; choose another weight.").arg(m_weightChoice->currentText());
    if (m_tracks.empty())
        return m_session->range() ? tr("No stack traces in this range.")
                                  : tr("The filter leaves no stack traces.");
    return (m_session->range() ? tr("No stack traces of %1 in this range.") : tr("No stack traces of %1."))
        .arg(tracksName());
}

void FlamePane::tellProgress()
{
    const bool running = isWorking();
    if (!running)
        m_tick.stop();
    m_progress->setVisible(running || m_stopped);
    m_cancel->setText(m_stopped ? tr("read again") : tr("Cancel"));
    const std::uint64_t total = m_asker->total(kAskStacks);
    if (running && total > 0)
        m_progressText->setText(
            tr("Reading stacks %1 %").arg(std::min(m_asker->done(kAskStacks), total) * 100 / total));
    else
        m_progressText->setText(running ? tr("Adding up stacks") : tr("Stopped"));
}

void FlamePane::tellRange()
{
    setFunnel();
    const bool restricted = isRestricted();
    m_funnel->setVisible(restricted);
    m_everything->setVisible(restricted && m_session->range());
    QStringList why;
    if (const auto range = m_session->range())
        why << tr("Only %1 … %2")
                   .arg(m_session->momentText(range->startNs), m_session->momentText(range->endNs));
    if (!m_tracks.empty())
        why << tr("Only %1").arg(tracksName());
    if (m_sliceFilter && m_sliceFilter->isActive())
        why << tr("Only tracks that the filter leaves: %1").arg(m_sliceFilter->text());
    m_funnel->setToolTip(why.join(QLatin1Char('\n')));
    emit restrictedChanged(restricted);
}

QByteArray FlamePane::saveState() const
{
    QByteArray out;
    QDataStream stream(&out, QIODevice::WriteOnly);
    stream << kFlameStateVersion << m_invert->isChecked() << m_below->isChecked();
    return out;
}

void FlamePane::restoreState(const QByteArray& state)
{
    QDataStream stream(state);
    int version = 0;
    bool invert = false, below = false;
    stream >> version >> invert >> below;
    if (stream.status() != QDataStream::Ok || version != kFlameStateVersion)
        return;
    m_invert->setChecked(invert);
    m_below->setChecked(below);
}

}
