#include "widgets/gpu/queues_pane.h"

#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/utf8.h"
#include "widgets/gpu/pane_head.h"
#include "widgets/gpu/side_panes.h"

#include <algorithm>
#include <map>

namespace traceglass {

namespace {

QWidget* makePane(std::initializer_list<LaidOut> parts)
{
    auto* const pane = new QWidget;
    inColumn({}, 0, parts, pane);
    return pane;
}

}

QueuesPane::QueuesPane(DocumentSession* session, QWidget* parent)
    : GpuPane(session, parent)
    , m_events(new AskedTable(session, tr("Events of a frame"),
                              {"partner", "queue", "call_ns", "begin_ns", "end_ns", "gpu_ns", "wait_ns"}))
    , m_frames(
          new AskedTable(session, tr("Frames"), {"gpu_ns", "queue_*", "beside_ns", "max_ns", "max_name"}))
    , m_queues(new TurnedTable(session, tr("Queues")))
    , m_eventsHead(new PaneHead(tr("Events"), {}))
    , m_framesHead(new PaneHead(tr("Frames"), {}))
    , m_queuesHead(new PaneHead(tr("Queues"), {}))
    , m_busy(new ElidedLabel)
{
    setFocusProxy(m_events);
    m_frames->setOrder("key", Qt::AscendingOrder);
    m_events->setNothing(tr("No events of queues lie there."));
    m_frames->setNothing(session->range() ? tr("No submit ran in the selected range.")
                                          : tr("No submit has a GPU time."));
    m_queues->setNothing(tr("No queue is known."));
    m_busy->setContentsMargins(12, 3, 12, 4);
    m_busy->setTextFormat(Qt::PlainText);
    m_busy->setAccessibleName(tr("Together"));
    m_panes->add(tr("Events"), makePane({m_eventsHead, {m_events, 1}}), 6);
    m_panes->add(tr("Frames"), makePane({m_framesHead, {m_frames, 1}}), 5);
    m_panes->add(tr("Queues"), makePane({m_queuesHead, {m_queues, 1}, m_busy}), 3);
    m_panes->hideWhereLow(m_busy);
    for (AskedTable* const table : {m_events, m_frames})
        add(table);
    connect(m_queues, &TurnedTable::copied, this, &QueuesPane::copied);
    connect(m_frames, &AskedTable::told, this, &QueuesPane::tellFrames);
    connect(m_events, &AskedTable::told, this, &QueuesPane::tellEvents);
    connect(m_queues, &TurnedTable::told, this, &QueuesPane::tellQueues);
    connect(m_frames->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &QueuesPane::showFrame);
    connect(session, &DocumentSession::rangeChanged, this, [this] {
        m_frames->setNothing(m_session->range() ? tr("No submit ran in the selected range.")
                                                : tr("No submit has a GPU time."));
        later();
    });
}

QString QueuesPane::summary() const
{
    return m_eventsHead->summary();
}

bool QueuesPane::isReading() const
{
    return isWaiting() || m_queues->isWaiting();
}

void QueuesPane::fetch()
{
    m_isFresh = true;
    m_frame.clear();
    m_frames->ask("frames", m_session->range());
    m_queues->ask("queues", m_session->range());
}

// The frame of before, else the one that took longest.
void QueuesPane::tellFrames()
{
    const StatTablePtr& table = m_frames->table();
    if (!table || table->size() == 0) {
        m_framesHead->setSummary({});
        m_eventsHead->setTitle(tr("Events"));
        m_events->ask("queue-events", m_session->range(), {});
        return;
    }
    std::vector<std::int64_t> times;
    int longest = 0;
    for (int row = 0; row < m_frames->stats()->rowCount(); ++row) {
        times.push_back(AskedTable::integer(*table, "gpu_ns", m_frames->stats()->rowInTable(row)));
        longest = times[std::size_t(longest)] < times.back() ? row : longest;
    }
    auto sorted = times;
    std::ranges::sort(sorted);
    m_framesHead->setSummary(
        tr("%1, median %2")
            .arg(fromUtf8(grouped(times.size())), m_session->durationText(sorted[(sorted.size() - 1) / 2])));
    if (!m_frames->currentIndex().isValid())
        m_frames->setCurrentIndex(m_frames->stats()->index(longest, 0));
    showFrame();
}

void QueuesPane::showFrame()
{
    const QModelIndex current = m_frames->currentIndex();
    const StatTablePtr& table = m_frames->table();
    if (!table || !current.isValid() || !m_isFresh)
        return;
    const std::size_t row = m_frames->stats()->rowInTable(current.row());
    const std::string frame = table->keys[row];
    if (frame == m_frame)
        return;
    m_frame = frame;
    const auto at = [&](const char* column) { return AskedTable::integer(*table, column, row); };
    TimeRange time {at("begin_ns"), at("end_ns")};
    if (at("call_ns") != kNoInteger)
        time = {std::min(time.startNs, at("call_ns")), std::max(time.endNs, at("last_call_ns"))};
    m_eventsHead->setTitle(tr("Events of frame %1").arg(fromUtf8(frame)));
    m_events->ask("queue-events", time, [frame](const StatTable& of, std::size_t event) {
        const auto column = std::ranges::find(of.columns, "frame", &StatColumn::id);
        return column != of.columns.end() && column->texts[event] == frame;
    });
}

void QueuesPane::tellEvents()
{
    const StatTablePtr& table = m_events->table();
    const auto kinds = table ? std::ranges::find(table->columns, "kind", &StatColumn::id)
                             : std::vector<StatColumn>::const_iterator();
    std::map<std::string, std::uint64_t> counts;
    for (int row = 0; table && kinds != table->columns.end() && row < m_events->stats()->rowCount(); ++row)
        ++counts[kinds->texts[m_events->stats()->rowInTable(row)]];
    QStringList parts;
    for (const char* const kind : {"submit", "signal", "wait", "present"}) {
        if (const std::uint64_t count = counts[kind])
            parts << countedText(count, kind, std::string(kind) + 's');
    }
    m_eventsHead->setSummary(
        parts.isEmpty() ? QString() : tr("in order of the calls: %1").arg(parts.join(QStringLiteral(", "))));
}

void QueuesPane::tellQueues()
{
    const auto range = m_session->range();
    const QString length =
        m_session->durationText(range ? range->lengthNs() : m_session->timeline()->range.lengthNs());
    m_queuesHead->setSummary(range ? tr("selected range, %1").arg(length)
                                   : tr("whole capture, %1").arg(length));
    QStringList remarks;
    for (std::size_t n = 0; m_queues->table() && n < m_queues->table()->remarks.size(); ++n)
        remarks << coreSentence(m_queues->table()->remarks[n]);
    m_busy->setFullText(remarks.join(QLatin1Char(' ')));
    m_queuesHead->setBelow(m_busy->fullText());
}

}
