// Search, the selected frame and its samples.
#include "core/base/text.h"
#include "widgets/common/background_task.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/kept_keys.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/session/document_session.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <algorithm>

namespace traceglass {

namespace {

bool isSearchKey(const QKeyEvent& key)
{
    return key.matches(QKeySequence::Find) || key.key() == Qt::Key_F3
        || (key.key() == Qt::Key_Slash && key.modifiers() == Qt::NoModifier);
}

}

void FlamePane::search()
{
    const QString words = m_search->text().trimmed();
    const FlameGraphPtr graph = m_view->graph();
    if (words.isEmpty() || !graph) {
        m_view->setHighlighted({});
        m_share->clear();
        return;
    }
    const StackSums& sums = *graph->sums();
    std::vector<bool> names(sums.nameCount());
    for (std::uint32_t i = 1; i < names.size(); ++i)
        names[i] = fromUtf8(sums.name(i)).contains(words, Qt::CaseInsensitive);
    const FlameGraph::Share share = graph->share(names);
    m_share->setText(share.nodes == 0 ? tr("no frame")
                                      : tr("%1 in %2")
                                            .arg(m_view->shareText(share.weight),
                                                 countedText(share.nodes, "frame", "frames")));
    m_view->setHighlighted(std::move(names));
}

bool FlamePane::event(QEvent* event)
{
    return keepsKey(*event, isSearchKey) || QWidget::event(event);
}

void FlamePane::keyPressEvent(QKeyEvent* event)
{
    const bool back = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_F3 || (enter && m_search->hasFocus())) {
        m_view->selectHighlighted(!back);
    } else if (isSearchKey(*event)) {
        m_search->setFocus();
        m_search->selectAll();
    } else if (event->key() == Qt::Key_Escape && m_search->hasFocus() && !m_search->text().isEmpty()) {
        m_search->clear();
    } else if (m_search->hasFocus() && (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Down)) {
        m_view->setFocus();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void FlamePane::setFunnel()
{
    m_funnel->setPixmap(icon("filter", Theme::of(this).rangeEdge).pixmap(16, 16));
}

void FlamePane::tellFrame()
{
    const FlameGraphPtr graph = m_view->graph();
    const std::uint32_t node = m_view->selectedNode();
    const bool any = graph && node != FlameGraph::kNone;
    m_next->setVisible(any);
    m_previous->setVisible(any);
    m_zoomOut->setVisible(graph && m_view->isZoomed());
    m_copy->setEnabled(graph && !m_copyWanted && !m_copying->isRunning());
    if (!graph) {
        m_summary->setFullText({});
        return;
    }
    QString text = any
        ? m_view->describe(node)
        : tr("%1 in %2 · click a frame to read about it, double-click to zoom in")
              .arg(m_view->weightText(graph->total()), countedText(graph->size() - 1, "frame", "frames"));
    if (any && node == m_steppedNode && !m_samples.empty())
        text += (m_areSamples ? tr(" · sample %1 of %2") : tr(" · event %1 of %2"))
                    .arg(fromUtf8(grouped(m_sampleAt + 1)), fromUtf8(grouped(m_samples.size())));
    const std::string kind = m_kindChoice->currentData().toString().toStdString();
    if (!any && m_session->range() && std::ranges::any_of(m_kinds, [&](const StackKind& one) {
            return one.approximate && (kind.empty() || one.name == kind);
        }))
        text += tr(" · when they happened is an estimate");
    if (!any && graph->isCut())
        text += tr(" · too many different stacks: some are cut short");
    m_summary->setFullText(text);
}

void FlamePane::stepSample(bool next)
{
    const FlameGraphPtr graph = m_view->graph();
    const std::uint32_t node = m_view->selectedNode();
    if (!graph || node == FlameGraph::kNone)
        return;
    if (node != m_steppedNode) { // of millions it takes its time
        m_asker->work<std::vector<StackSums::Sample>>(
            kAskSamples, Priority::selection, [graph, node](Job&) { return graph->samplesOf(node); },
            [this, graph, node, next](std::vector<StackSums::Sample> samples) {
                if (m_view->graph() != graph || m_view->selectedNode() != node)
                    return;
                m_samples = std::move(samples);
                m_steppedNode = node;
                m_sampleAt = next || m_samples.empty() ? 0 : m_samples.size() - 1;
                showSample();
            });
        return;
    }
    if (!m_samples.empty())
        m_sampleAt = (m_sampleAt + (next ? 1 : m_samples.size() - 1)) % m_samples.size();
    showSample();
}

void FlamePane::showSample()
{
    if (m_samples.empty())
        return;
    const StackSums::Sample sample = m_samples[m_sampleAt];
    m_session->inOneStep([&] {
        m_session->selectRecord(sample.ref, sample.startNs);
        m_session->showTime({sample.startNs, addSaturating(sample.startNs, 1)});
    });
    tellFrame();
}

void FlamePane::copyCollapsed()
{
    if (!m_stale && !isReading()) {
        copySums();
        return;
    }
    // Nobody has looked yet, or something changed since.
    m_copyWanted = true;
    m_stopped = false;
    if (!isReading())
        read();
    tellFrame();
}

void FlamePane::copySums()
{
    const FlameGraphPtr graph = m_view->graph();
    if (!graph) // what the clipboard holds is worth more than nothing
        return;
    m_copying->start([graph](Job& job) { return graph->sums()->collapsed(graph->weight(), job); },
                     [this](const std::string& text) {
                         QGuiApplication::clipboard()->setText(exactFromUtf8(text));
                         tellFrame();
                     });
    tellFrame();
}

// The lines of copySums() as rows.
void FlamePane::giveTable(const Done& done)
{
    const FlameGraphPtr graph = m_view->graph();
    if (!graph)
        return done({});
    m_copying->start(
        [graph](Job& job) {
            const QStringList head {QStringLiteral("stack"), QStringLiteral("weight")};
            CopiedTable table;
            table.add(head);
            const QString lines = exactFromUtf8(graph->sums()->collapsed(graph->weight(), job));
            for (const QStringView line : QStringView(lines).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
                const qsizetype space = line.lastIndexOf(QLatin1Char(' '));
                if (table.isFull())
                    ++table.left;
                else
                    table.add({line.left(space).toString(), line.mid(space + 1).toString()});
            }
            return table;
        },
        done);
}

}
