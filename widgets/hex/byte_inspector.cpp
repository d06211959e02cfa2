#include "widgets/hex/byte_inspector.h"

#include "core/base/text.h"
#include "widgets/common/accessible.h"
#include "widgets/common/core_text.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QPainter>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kHeadLines = 2; // the heading and the column heads
constexpr int kSideInset = 12;
constexpr int kValueGap = 8; // between a label and its values

// The field of what is selected that begins at an offset; that itself when it has no children there.
const Node* fieldAt(const Resolved& answer, SourceId source, std::uint64_t offset)
{
    const auto begins = [&](const Node& node) {
        return node.range.source == source && node.range.offset == offset;
    };
    const auto found = std::ranges::find_if(answer.children, begins);
    if (found != answer.children.end())
        return &*found;
    return answer.node && begins(*answer.node) && answer.node->kind == NodeKind::field ? &*answer.node : nullptr;
}

}

ByteInspector::ByteInspector(DocumentSession* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_asker(new Asker(session->capture(), this))
{
    new Speech(this, QAccessible::Graphic);
    setAccessibleName(tr("Bytes at the caret as values"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_values = byteValues({});
    arrange();
    connect(session, &DocumentSession::answerChanged, this, &ByteInspector::follow);
    follow();
}

void ByteInspector::follow()
{
    const Selection& selection = m_session->selection();
    if (selection.bytes.length > 0)
        setCaret(selection.bytes.source, selection.caret);
}

void ByteInspector::setCaret(SourceId id, quint64 offset)
{
    m_asker->ask(0, Priority::selection, ask::Bytes {id, offset, kByteValueBytes},
                 [this, caret = ByteRange {id, offset, 1}](ask::Bytes::Answer answer) {
                     m_caret = caret;
                     showBytes(std::move(answer.bytes));
                 });
}

void ByteInspector::showBytes(std::vector<std::byte> bytes)
{
    m_values = byteValues(bytes);
    m_fieldRow = -1;
    m_fieldName.clear();
    if (m_session->selection().node) {
        if (const Node* field = fieldAt(m_session->answer(), m_caret.source, m_caret.offset)) {
            m_fieldRow = rowOf(m_values, field->encoding, static_cast<std::size_t>(field->range.length));
            m_isFieldBig = field->encoding.bigEndian && m_fieldRow >= 0
                && !m_values[static_cast<std::size_t>(m_fieldRow)]
                        .big.empty(); // of one byte there is no order
            m_fieldName = fromUtf8(field->label);
        }
    }
    arrange();
}

int ByteInspector::rowHeight() const
{
    return std::max(metrics::kTableRow, fontMetrics().height() + 1);
}

// Bold is what the field's own row is written in; measured with it, nothing moves when the caret does.
int ByteInspector::wide(const QString& text) const
{
    return text.isEmpty() ? 0 : QFontMetrics(boldFont(font())).horizontalAdvance(text) + kValueGap;
}

// One line for a value when everything fits beside everything, else one for each part.
void ByteInspector::addLines(const Line& whole)
{
    const int room = width() - 2 * kSideInset;
    const int left = middle() - kSideInset, right = room - left;
    if (wide(whole.label) + wide(whole.left) <= left && wide(whole.right) <= right) {
        m_lines.push_back(whole);
        return;
    }
    const auto add = [&](const QString& label, const QString& value, bool isNote, bool isBig) {
        if (wide(label) + wide(value) <= room) {
            m_lines.push_back({whole.row, label, {}, value, isNote, isBig});
            return;
        }
        m_lines.push_back({whole.row, label, {}, {}, false, isBig});
        m_lines.push_back({whole.row, {}, {}, value, isNote, isBig});
    };
    if (whole.left.isEmpty() || whole.right.isEmpty()) {
        add(whole.label, whole.left + whole.right, whole.rightIsNote, false);
    } else {
        const bool isNote = whole.rightIsNote;
        add(isNote ? whole.label : tr("%1 little").arg(whole.label), whole.left, false, false);
        add(isNote ? QString() : tr("%1 big").arg(whole.label), whole.right, isNote, true);
    }
}

void ByteInspector::arrange()
{
    const std::size_t before = m_lines.size();
    m_lines.clear();
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const ByteValue& value = m_values[i];
        const QString note = !value.valid ? tr("not valid here")
            : value.varint                ? countedText(value.length, "byte", "bytes")
                                          : QString();
        const Line line {static_cast<int>(i), fromUtf8(value.label), fromUtf8(value.little),
                         note.isEmpty() ? fromUtf8(value.big) : note, !note.isEmpty()};
        addLines(line);
        if (line.row == m_fieldRow && !m_fieldName.isEmpty())
            m_lines.push_back({line.row, {}, {}, tr("field %1").arg(m_fieldName), true});
    }
    if (m_lines.size() != before)
        updateGeometry();
    update();
}

// Where the little endian values end: the label column and half of what is left.
int ByteInspector::middle() const
{
    const int label = fontMetrics().horizontalAdvance(QStringLiteral("sLEB128"));
    return kSideInset + label + (width() - 2 * kSideInset - label) / 2;
}

QSize ByteInspector::sizeHint() const
{
    return {metrics::kDetailsWidth,
            (static_cast<int>(m_lines.size()) + kHeadLines) * rowHeight() + metrics::kGrid};
}

void ByteInspector::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    const int height = rowHeight();
    const QFont small = smallerFont(font(), 1), bold = boldFont(font());
    QRect row(kSideInset, 0, width() - 2 * kSideInset, height);
    // Nothing reaches beyond its place: what is wider even alone is cut in its middle.
    const auto draw = [&](const QFont& with, const QColor& color, const QRect& place, Qt::Alignment side,
                          const QString& text) {
        painter.setFont(with);
        painter.setPen(color);
        painter.drawText(place, int(Qt::AlignVCenter | side),
                         QFontMetrics(with).elidedText(text, Qt::ElideMiddle, place.width()));
    };

    const QString title = tr("As bytes");
    const int titleEnd = row.left() + QFontMetrics(bold).horizontalAdvance(title) + kValueGap;
    draw(bold, theme.text, row, Qt::AlignLeft, title);
    const QString place =
        m_caret.length == 0 ? QString() : tr("caret 0x%1").arg(m_caret.offset, 8, 16, QLatin1Char('0'));
    draw(small, theme.text2, row.adjusted(titleEnd - row.left(), 0, 0, 0), Qt::AlignRight, place);
    const int placeStart = row.right() - QFontMetrics(small).horizontalAdvance(place) - kValueGap;
    if (placeStart > titleEnd)
        painter.fillRect(QRect(titleEnd, row.center().y() + 1, placeStart - titleEnd, 1), theme.hairline);

    row.translate(0, height);
    const auto leftPart = [&] { return QRect(row.left(), row.top(), middle() - row.left(), height); };
    const auto rightPart = [&] {
        return QRect(middle() + kValueGap, row.top(), row.right() + 1 - middle() - kValueGap, height);
    };
    draw(small, theme.text2, leftPart(), Qt::AlignRight, tr("little endian"));
    draw(small, theme.text2, rightPart(), Qt::AlignRight, tr("big endian"));

    for (const Line& line : m_lines) {
        row.translate(0, height);
        const bool field = line.row == m_fieldRow;
        const bool valid = m_values[static_cast<std::size_t>(line.row)].valid;
        if (field)
            painter.fillRect(row.adjusted(-4, 0, 4, 0), theme.quietSelection);
        const QFont& left = field && !m_isFieldBig ? bold : font();
        const QFont& right = field && line.rightIsBig == m_isFieldBig ? bold : font();
        draw(font(), theme.text2, row, Qt::AlignLeft, line.label);
        draw(left, theme.text, leftPart(), Qt::AlignRight, line.left);
        draw(!line.rightIsNote ? right
                 : valid       ? small
                               : font(),
             line.rightIsNote ? theme.text2 : theme.text, line.left.isEmpty() ? row : rightPart(),
             Qt::AlignRight, line.right);
    }
}

void ByteInspector::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ByteInspector::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        arrange();
    QWidget::changeEvent(event);
}

void ByteInspector::contextMenuEvent(QContextMenuEvent* event)
{
    const int at = event->pos().y() / rowHeight() - kHeadLines;
    if (at < 0 || at >= static_cast<int>(m_lines.size()))
        return;
    const Line& line = m_lines[static_cast<std::size_t>(at)];
    const QString value = !line.left.isEmpty() ? line.left : line.rightIsNote ? QString() : line.right;
    if (!m_values[static_cast<std::size_t>(line.row)].valid || value.isEmpty())
        return;
    auto* menu = passingMenu(this);
    menu->addAction(tr("Copy %1").arg(literal(value)), this,
                    [value] { QGuiApplication::clipboard()->setText(value); });
    menu->popup(event->globalPos());
}

}
