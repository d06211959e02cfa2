// Going to offsets and finding bytes in the Bytes tab.
#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/kept_keys.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/hex/file_map.h"
#include "widgets/hex/search_model.h"
#include "widgets/models/row_view.h"
#include "widgets/session/asker.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <limits>
#include <utility>

namespace traceglass {

namespace {

bool isNextKey(const QKeyEvent& key)
{
    const auto others = key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    return key.key() == Qt::Key_F3 && others == Qt::NoModifier;
}

}

std::optional<quint64> BytesPane::offsetOf(const QString& text) const
{
    if (!m_view->hasSource())
        return {};
    return parseOffset(QString(text).replace(QChar(0x2212), QLatin1Char('-')).toStdString(), m_view->caret(),
                       m_view->layout().size());
}

bool BytesPane::isBeyond(const QString& offset) const
{
    const std::string text = QString(offset).replace(QChar(0x2212), QLatin1Char('-')).toStdString();
    return m_view->hasSource() && !offsetOf(offset) && sourceSize() > 0
        && parseOffset(text, m_view->caret(), std::numeric_limits<std::uint64_t>::max());
}

void BytesPane::takeOffset()
{
    if (const auto offset = offsetOf(m_goTo->text())) {
        goTo(*offset);
        return;
    }
    QPalette wrong = m_goTo->palette();
    wrong.setColor(QPalette::Text, Theme::of(this).error);
    m_goTo->setPalette(wrong);
    m_findStatus->setFullText(isBeyond(m_goTo->text())
                              ? tr("the end is at %1").arg(fromUtf8(hexNumber(sourceSize())))
                              : tr("not an offset in this source"));
}

void BytesPane::goTo(quint64 offset)
{
    m_findStatus->setFullText({});
    m_view->setHighlight(0, 0);
    m_view->setCaret(offset);
    m_view->reveal(offset);
    m_view->setFocus();
    emit caretMoved(m_view->sourceId(), offset);
    tellSession(false);
}

bool BytesPane::event(QEvent* event)
{
    return keepsKey(*event, isNextKey) || QWidget::event(event);
}

void BytesPane::keyPressEvent(QKeyEvent* event)
{
    if (isNextKey(*event))
        findNext(!event->modifiers().testFlag(Qt::ShiftModifier));
    else
        QWidget::keyPressEvent(event);
}

bool BytesPane::eventFilter(QObject* watched, QEvent* event)
{
    QLineEdit* const field = watched == m_find ? m_find : watched == m_goTo ? m_goTo : nullptr;
    if (!field || event->type() != QEvent::KeyPress
        || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    if (field == m_find && m_asker->isWaiting(kSearch))
        stopSearch();
    else if (!field->text().isEmpty())
        field->clear();
    else
        m_view->setFocus();
    return true;
}

void BytesPane::stopSearch()
{
    m_asker->cancel(kSearch);
    m_findsNext.reset();
    if (m_progress->isActive())
        m_findStatus->setFullText(tr("stopped"));
    m_progress->stop();
    m_hits->setHits({});
    m_map->setFound({});
    m_isSearched = false;
}

void BytesPane::startSearch()
{
    m_searchTimer->stop();
    stopSearch();
    const BytePattern pattern = parseBytePattern(m_find->text().toStdString(), m_ignoreCase->isChecked());
    m_findStatus->setFullText(fromUtf8(pattern.problem));
    if (pattern.needles.empty() || !m_view->hasSource()) {
        showResults(false);
        m_resultsButton->hide();
        return;
    }
    m_progress->start();
    m_asker->ask(kSearch, Priority::background, ask::SearchBytes {m_view->sourceId(), pattern.needles},
                 [this](SearchHits found) { showSearch(std::move(found)); });
}

void BytesPane::showSearch(SearchHits found)
{
    m_progress->stop();
    const QString amount = countedText(found.hits.size(), "result", "results");
    const bool isOneOfMany = m_session->sourceNames().size() > 1;
    m_findStatus->setFullText(!found.hits.empty() ? found.cut ? tr("first %1").arg(amount) : amount
                                  : isOneOfMany   ? tr("not found in %1").arg(nameOf(m_view->sourceId()))
                                                  : tr("not found"));
    std::vector<std::uint64_t> offsets;
    offsets.reserve(found.hits.size());
    for (const SearchHit& hit : found.hits)
        offsets.push_back(hit.offset);
    m_map->setFound(std::move(offsets));
    m_hits->setHits(std::move(found.hits));
    m_isSearched = true;
    m_resultsButton->setVisible(!m_hits->hits().empty());
    showResults(!m_hits->hits().empty());
    if (const auto forward = std::exchange(m_findsNext, {}))
        findNext(*forward);
}

void BytesPane::findNext(bool forward)
{
    // Also where another source was opened since, or the search was stopped.
    if (m_searchTimer->isActive() || (!m_isSearched && !m_asker->isWaiting(kSearch)))
        startSearch();
    if (m_asker->isWaiting(kSearch)) {
        m_findsNext = forward;
        return;
    }
    const auto& hits = m_hits->hits();
    if (hits.empty()) {
        if (m_find->text().isEmpty())
            m_find->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    // The first step may stay where it is.
    const std::uint64_t caret = m_view->caret();
    const bool onHit = m_results->currentIndex().isValid();
    const auto next = std::ranges::lower_bound(hits, caret, {}, &SearchHit::offset);
    std::size_t position = static_cast<std::size_t>(next - hits.begin());
    if (forward && onHit && next != hits.end() && next->offset == caret)
        ++position;
    if (!forward)
        position = position == 0 ? hits.size() - 1 : position - 1;
    showHit(position % hits.size());
}

void BytesPane::showHit(std::size_t position)
{
    const SearchHit hit = m_hits->hits()[position];
    m_following = true;
    m_results->setCurrentIndex(m_hits->index(static_cast<int>(position), 0));
    m_following = false;
    m_findStatus->setFullText(
        tr("%1 of %2").arg(fromUtf8(grouped(position + 1)), fromUtf8(grouped(m_hits->hits().size()))));
    const ByteRange bytes {m_view->sourceId(), hit.offset, hit.length};
    showRange(bytes);
    m_session->selectBytes(bytes);
}

void BytesPane::showResults(bool results)
{
    // The list that is shown is the bold one.
    m_recordsButton->setFont(results ? font() : boldFont(font()));
    m_resultsButton->setFont(results ? boldFont(font()) : font());
    m_lists->setCurrentWidget(results ? m_results : m_table);
}

}
