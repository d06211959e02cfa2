#include "widgets/hex/hex_view.h"

#include "core/base/text.h"
#include "widgets/common/accessible.h"
#include "widgets/common/core_text.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/session/asker.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>
#include <limits>

namespace traceglass {

namespace {

constexpr int kSlowMs = 200;

enum HexQuestion : Asker::Slot { kAskBytes, kAskCopy };

bool holds(const ByteRange& all, const ByteRange& part)
{
    return all.length > 0 && part.offset >= all.offset && part.end() <= all.end();
}

}

HexView::HexView(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    m_speech = new Speech(this, QAccessible::List, [this] { return caretWords(); });
    setLayoutDirection(Qt::LeftToRight); // in every language
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Bytes"));
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(false);
    m_slow = delayed(this, kSlowMs, [this] {
        m_decoding = true;
        viewport()->update();
    });
    rearrange();
}

HexView::~HexView() = default;

void HexView::setCapture(std::shared_ptr<const Capture> capture)
{
    m_asker = std::make_unique<Asker>(std::move(capture));
}

bool HexView::isWaiting() const
{
    return m_asker && m_asker->isWaiting();
}

void HexView::setSource(SourceId id, const QString& name, std::uint64_t size)
{
    if (m_isOpen && id == m_sourceId)
        return;
    closeSource();
    m_isOpen = true;
    m_sourceId = id;
    m_name = name;
    m_size = size;
    rearrange();
    emit shownChanged();
}

void HexView::closeSource()
{
    m_isOpen = false;
    m_sourceId = {};
    m_size = 0;
    if (m_asker)
        m_asker->cancel(kAskBytes);
    m_asked = {};
    m_page.clear();
    m_wanted = {};
    m_records.clear();
    m_caret = m_anchor = 0;
    m_mark = m_light = {};
    m_fieldStarts.clear();
    m_damage.clear();
    m_pageDamage.clear();
    m_topRow = 0;
    m_decoding = false;
    m_slow->stop();
    rearrange();
    emit shownChanged();
}

void HexView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void HexView::setHighlight(std::uint64_t offset, std::uint64_t length, std::vector<std::uint64_t> fieldStarts)
{
    m_light = {m_sourceId, offset, length};
    m_fieldStarts = std::move(fieldStarts);
    viewport()->update();
}

void HexView::setNotes(std::vector<NotedBytes> notes)
{
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    m_notes = std::move(notes);
    std::vector<NoteTime> places;
    places.reserve(m_notes.size());
    for (const NotedBytes& note : m_notes) {
        const auto first = static_cast<std::int64_t>(std::min(note.offset, kMost));
        const auto more =
            static_cast<std::int64_t>(std::min(std::max<std::uint64_t>(note.length, 1) - 1, kMost));
        places.push_back({{first, addSaturating(first, more)}, static_cast<std::uint32_t>(places.size())});
    }
    m_notePlaces = NoteTimes(std::move(places));
    viewport()->update();
}

void HexView::setDamage(std::vector<DamagedBytes> damage)
{
    m_damage = std::move(damage);
    findPageDamage();
    viewport()->update();
}

void HexView::addDamage(std::span<const DamagedBytes> more)
{
    m_damage.insert(m_damage.end(), more.begin(), more.end());
    findPageDamage();
    viewport()->update();
}

void HexView::setCaret(std::uint64_t offset)
{
    m_caret = m_layout.size() == 0 ? 0 : std::min(offset, m_layout.size() - 1);
    m_anchor = m_caret;
    m_mark = {};
    m_speech->tell();
    viewport()->update();
}

ByteRange HexView::marked() const
{
    if (!m_isOpen || m_layout.size() == 0)
        return {m_sourceId, 0, 0};
    return m_mark.length > 0 ? m_mark : m_light.length > 0 ? m_light : ByteRange {m_sourceId, m_caret, 1};
}

ByteRange HexView::shown() const
{
    const std::uint64_t first = std::min(m_layout.size(), m_topRow * HexLayout::kBytes);
    const std::uint64_t wanted = (rowsShown() + 1) * HexLayout::kBytes;
    return {m_sourceId, first, std::min(wanted, m_layout.size() - first)};
}

std::vector<Record> HexView::shownRecords() const
{
    const ByteRange range = shown();
    std::vector<Record> out;
    for (const Record& record : m_records)
        if (record.range.offset < range.end() && record.range.end() > range.offset)
            out.push_back(record);
    return out;
}

QSize HexView::sizeHint() const
{
    return {m_layout.width() + verticalScrollBar()->sizeHint().width(), 240};
}

std::uint64_t HexView::rowsIn(int height) const
{
    return static_cast<std::uint64_t>(std::max(1, (height - headHeight()) / m_layout.rowHeight()));
}

// --- layout and scrolling

void HexView::rearrange()
{
    m_font = fixedFont(font(), 0);
    const QFontMetrics fm(m_font);
    m_layout = HexLayout(m_size, fm.horizontalAdvance(QLatin1Char('0')),
                         std::max(metrics::kHexRow, fm.height() + 2));
    updateScrollBars();
    loadPage();
    updateGeometry();
    viewport()->update();
}

void HexView::updateScrollBars()
{
    m_syncing = true;
    verticalScrollBar()->setRange(0, m_layout.scrollMaximum(rowsShown()));
    verticalScrollBar()->setPageStep(static_cast<int>(rowsShown()));
    m_topRow = std::min(m_topRow, m_layout.lastTop(rowsShown()));
    verticalScrollBar()->setValue(m_layout.scrollOfRow(m_topRow, rowsShown()));
    horizontalScrollBar()->setRange(0, std::max(0, m_layout.width() - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    m_syncing = false;
}

void HexView::scrollToRow(std::uint64_t row)
{
    row = std::min(row, m_layout.lastTop(rowsShown()));
    if (row == m_topRow)
        return;
    m_topRow = row;
    updateScrollBars();
    loadPage();
    viewport()->update();
    emit shownChanged();
}

void HexView::reveal(std::uint64_t offset, std::uint64_t length)
{
    const std::uint64_t row = offset / HexLayout::kBytes, rows = rowsShown();
    const std::uint64_t needed =
        std::min(rows, (offset + std::max<std::uint64_t>(length, 1) - 1) / HexLayout::kBytes - row + 1);
    if (row >= m_topRow && row + needed <= m_topRow + rows)
        return;
    const std::uint64_t above = std::min(rows / 3, rows - needed); // some context
    scrollToRow(row > above ? row - above : 0);
}

void HexView::scrollContentsBy(int, int)
{
    if (m_syncing)
        return;
    const std::uint64_t row = m_layout.rowOfScroll(verticalScrollBar()->value(), rowsShown());
    if (row != m_topRow) {
        m_topRow = row;
        loadPage();
        emit shownChanged();
    }
    viewport()->update();
}

void HexView::wheelEvent(QWheelEvent* event)
{
    if (event->angleDelta().y() == 0) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    m_wheel += event->angleDelta().y();
    const int rows = m_wheel * 3 / 120;
    m_wheel -= rows * 120 / 3;
    const auto steps = static_cast<std::uint64_t>(std::abs(rows));
    scrollToRow(rows < 0 ? m_topRow + steps : m_topRow - std::min(m_topRow, steps));
    event->accept();
}

void HexView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    // What was shown of that which is selected stays so in a pane that becomes lower, and in one that has its size only now.
    const std::uint64_t row = marked().offset / HexLayout::kBytes;
    const bool wasShown = !event->oldSize().isValid()
        || (row >= m_topRow && row < m_topRow + rowsIn(event->oldSize().height()));
    updateScrollBars();
    if (wasShown)
        reveal(marked().offset, marked().length);
    loadPage();
    emit shownChanged();
}

void HexView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        rearrange();
}

// --- data

void HexView::loadPage()
{
    if (!m_isOpen || !m_asker || m_layout.size() == 0)
        return;
    const ByteRange range = shown();
    findPageDamage();
    if (holds(m_wanted, range)) { // what was asked for elsewhere is not wanted any more
        m_asker->cancel(kAskBytes);
        m_asked = {};
        m_slow->stop();
        m_decoding = false;
        return;
    }
    if (holds(m_asked, range))
        return;
    ByteRange wide = range; // a page more on both sides, for scrolling by rows
    wide.offset -= std::min(wide.offset, range.length);
    wide.length = std::min(m_layout.size(), range.end() + range.length) - wide.offset;
    m_asked = wide;
    if (!m_decoding)
        m_slow->start();
    m_asker->ask(kAskBytes, Priority::screen, ask::Bytes {wide.source, wide.offset, wide.length, true},
                 [this, wide](ask::Bytes::Answer answer) { takePage(wide, std::move(answer)); });
}

void HexView::takePage(const ByteRange& wanted, ask::Bytes::Answer answer)
{
    m_slow->stop();
    m_asked = {};
    m_decoding = false;
    m_wanted = wanted;
    m_page = std::move(answer.bytes);
    m_records = std::move(answer.records);
    if (!answer.error && answer.sourceSize != m_size) { // decoding ended before the stated size
        m_size = answer.sourceSize;
        rearrange();
    }
    loadPage(); // it may be elsewhere by now
    viewport()->update();
    emit recordsChanged();
}

int HexView::ownerOf(std::uint64_t offset) const
{
    const auto offsetOf = [](const Record& record) { return record.range.offset; };
    const auto after = std::ranges::upper_bound(m_records, offset, {}, offsetOf);
    if (after == m_records.begin())
        return -1;
    const auto owner = std::prev(after);
    return owner->range.contains(m_sourceId, offset) ? static_cast<int>(owner - m_records.begin()) : -1;
}

// --- caret, selection, copying

void HexView::moveCaret(std::uint64_t offset, bool extend)
{
    if (m_layout.size() == 0)
        return;
    m_caret = std::min(offset, m_layout.size() - 1);
    if (extend) {
        const auto [first, last] = std::minmax(m_anchor, m_caret);
        m_mark = {m_sourceId, first, last - first + 1};
    } else {
        m_anchor = m_caret;
        m_mark = {};
        if (!m_light.contains(m_sourceId, m_caret))
            m_light = {};
    }
    reveal(m_caret);
    m_speech->tell();
    viewport()->update();
    emit caretMoved(m_caret);
}

void HexView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
        return;
    }
    constexpr std::uint64_t row = HexLayout::kBytes;
    const std::uint64_t page = rowsShown() * row, at = m_caret;
    const std::uint64_t last = m_layout.size() == 0 ? 0 : m_layout.size() - 1;
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    const auto back = [at](std::uint64_t by) { return at >= by ? at - by : at % row; };
    const auto on = [at, last](std::uint64_t by) { return last - at >= by ? at + by : last; };
    std::uint64_t to = 0;
    switch (event->key()) {
    case Qt::Key_Left: to = at > 0 ? at - 1 : 0; break;
    case Qt::Key_Right: to = on(1); break;
    case Qt::Key_Up: to = back(row); break;
    case Qt::Key_Down: to = on(row); break;
    case Qt::Key_PageUp: to = back(page); break;
    case Qt::Key_PageDown: to = on(page); break;
    case Qt::Key_Home: to = control ? 0 : at - at % row; break;
    case Qt::Key_End: to = control ? last : std::min(last, at - at % row + row - 1); break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    moveCaret(to, event->modifiers().testFlag(Qt::ShiftModifier));
}

std::optional<HexLayout::ByteUnder> HexView::hitAt(const QPoint& at, bool clamp) const
{
    return m_layout.hit(at.x() + horizontalScrollBar()->value(), at.y() - headHeight(), m_topRow, clamp);
}

void HexView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto hit = hitAt(event->pos())) {
        m_dragging = true;
        emit pressed();
        moveCaret(hit->offset, event->modifiers().testFlag(Qt::ShiftModifier));
    }
}

void HexView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragging)
        return;
    const auto hit = hitAt(event->pos(), true);
    if (hit && hit->offset != m_caret)
        moveCaret(hit->offset, true);
}

void HexView::mouseReleaseEvent(QMouseEvent*)
{
    m_dragging = false;
}

QString HexView::textOf(const std::vector<std::byte>& bytes, BytesAs as)
{
    if (as == BytesAs::text)
        return exactFromUtf8(toValidUtf8(asText(bytes)));
    const QByteArray raw(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    const QString digits = QString::fromLatin1(raw.toHex(' '));
    if (as == BytesAs::hex)
        return digits;
    QString out = QStringLiteral("const unsigned char bytes[%1] = {").arg(bytes.size());
    for (qsizetype i = 0; i < raw.size(); ++i)
        out += (i % 12 == 0 ? QStringLiteral("\n    0x") : QStringLiteral(" 0x")) + digits.mid(3 * i, 2)
            + QLatin1Char(',');
    return out + QStringLiteral("\n};\n");
}

void HexView::copy(BytesAs as)
{
    const ByteRange range = marked();
    if (!m_isOpen || !m_asker || range.length == 0)
        return;
    m_asker->ask(kAskCopy, Priority::selection, ask::Bytes {range.source, range.offset, range.length},
                 [as](const ask::Bytes::Answer& answer) {
                     if (!answer.bytes.empty())
                         QGuiApplication::clipboard()->setText(textOf(answer.bytes, as));
                 });
}

// Of which record a byte is.
QString HexView::ownerWords(std::uint64_t offset) const
{
    const int owner = ownerOf(offset);
    if (owner < 0)
        return {};
    const Record& record = m_records[static_cast<std::size_t>(owner)];
    return fromUtf8(record.kind + " " + record.subject);
}

QString HexView::caretWords() const
{
    if (!m_isOpen || m_layout.size() == 0)
        return m_emptyText;
    QStringList words;
    if (m_mark.length > 1)
        words << tr("%1 selected").arg(countedText(m_mark.length, "byte", "bytes"));
    if (m_caret >= m_wanted.offset && m_caret - m_wanted.offset < m_page.size())
        words << QStringLiteral("%1").arg(std::to_integer<int>(m_page[m_caret - m_wanted.offset]), 2, 16,
                                          QLatin1Char('0'));
    words << tr("offset 0x%1").arg(m_caret, 0, 16) << ownerWords(m_caret);
    words.removeAll(QString());
    return words.join(QStringLiteral(", "));
}

bool HexView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString text;
    if (const auto hit = hitAt(help->pos())) {
        text = QStringLiteral("0x%1 · %2").arg(hit->offset, 8, 16, QLatin1Char('0')).arg(hit->offset);
        if (const QString owner = ownerWords(hit->offset); !owner.isEmpty())
            text += QLatin1Char('\n') + owner;
    }
    showTip(help->globalPos(), text, this);
    return true;
}

}
