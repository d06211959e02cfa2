#include "widgets/common/elided_label.h"

#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QTextLayout>
#include <QtMath>
#include <algorithm>
#include <tuple>

namespace traceglass {

void setTextColor(QWidget* widget, const QColor& color)
{
    QPalette palette = widget->palette();
    palette.setColor(QPalette::WindowText, color);
    palette.setColor(QPalette::Text, color);
    widget->setPalette(palette);
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent, Qt::TextElideMode mode)
    : QLabel(parent)
    , m_mode(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    setFullText(text);
}

void ElidedLabel::setFullText(const QString& text)
{
    m_text = text;
    m_text.replace(QLatin1Char('\n'), QLatin1Char(' '));
    settle();
}

void ElidedLabel::setNamesBold()
{
    m_areNamesBold = true;
    settle();
}

void ElidedLabel::settle()
{
    std::tie(m_shown, m_bold) = m_areNamesBold ? namesInBold(m_text) : std::pair(m_text, TextMarks());
    forgetWidths();
}

void ElidedLabel::setTip(const QString& tip)
{
    m_tip = tip;
    cut();
    if (!m_isCut)
        setToolTip(tip);
}

void ElidedLabel::setMostLines(int lines)
{
    if (m_mostLines == lines)
        return;
    m_mostLines = lines;
    forgetWidths();
}

void ElidedLabel::setRoomFor(const QString& widest)
{
    if (m_roomFor == widest)
        return;
    m_roomFor = widest;
    forgetWidths();
}

void ElidedLabel::forgetWidths()
{
    m_oneLine.reset();
    m_room.reset();
    m_linesWidth = -1;
    updateGeometry();
    cut();
}

double ElidedLabel::oneLine() const
{
    if (!m_oneLine)
        m_oneLine = QFontMetricsF(font()).horizontalAdvance(m_shown) + widthOfMarks(font(), m_shown, m_bold);
    return *m_oneLine;
}

QSize ElidedLabel::sizeHint() const
{
    const QMargins margins = contentsMargins();
    if (!m_room)
        m_room = QFontMetricsF(font()).horizontalAdvance(m_roomFor);
    return {qRound(std::max(oneLine(), *m_room)) + 2 + margins.left() + margins.right(),
            heightOf(1) + margins.top() + margins.bottom()};
}

int ElidedLabel::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    const auto count = static_cast<int>(lines(width - margins.left() - margins.right()).size());
    return heightOf(count) + margins.top() + margins.bottom();
}

// As lines are laid out: each is a whole number of pixels high, and none less than its letters.
int ElidedLabel::heightOf(int lines) const
{
    QFont tallest = font();
    tallest.setBold(tallest.bold() || !m_bold.isEmpty());
    const QFontMetricsF metrics(tallest);
    return lines * qCeil(metrics.height()) + (lines - 1) * qCeil(metrics.leading());
}

bool ElidedLabel::isWholeIn(int width) const
{
    const QStringList& shown = lines(width);
    const auto endsWord = [](const QString& line) { return line.endsWith(QLatin1Char(' ')); };
    return shown.join(QString()) == m_shown && std::all_of(shown.begin(), shown.end() - 1, endsWord);
}

const QStringList& ElidedLabel::lines(int width) const
{
    if (width != m_linesWidth)
        m_lines = brokenTo(width);
    m_linesWidth = width;
    return m_lines;
}

// Of a line that ends within a number, or a time of day, what stands before that: it goes to the next one whole, unless
// most of this one would be empty.
int ElidedLabel::lengthOf(const QTextLine& line) const
{
    const int begin = line.textStart(), end = begin + line.textLength();
    const auto isOfNumber = [this](int at) {
        return m_shown[at].isDigit() || m_shown[at] == QLatin1Char(':') || m_shown[at] == QLatin1Char('.');
    };
    int number = end;
    while (end < m_shown.size() && isOfNumber(end) && number > begin && isOfNumber(number - 1))
        --number;
    return (number - begin) * 2 > line.textLength() ? number - begin : line.textLength();
}

QStringList ElidedLabel::brokenTo(int width) const
{
    if (oneLine() < width + 1) // widths are rounded: what is a fraction of a pixel too wide needs no cut
        return {m_shown};
    QStringList out;
    int at = 0;
    if (m_mostLines > 1 && width > 0) {
        QTextLayout layout(m_shown, font());
        layout.setFormats(boldFormats(m_bold));
        QTextOption wrap;
        // A name that is cut in the middle is not broken within its words.
        wrap.setWrapMode(m_mode == Qt::ElideMiddle ? QTextOption::WordWrap
                                                   : QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(wrap);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid() && out.size() + 1 < m_mostLines;
             line = layout.createLine()) {
            line.setLineWidth(width);
            if (line.naturalTextWidth() > width + 1)
                break; // one long word
            if (const int length = lengthOf(line); length < line.textLength())
                line.setNumColumns(length, width);
            out << m_shown.mid(line.textStart(), line.textLength());
            at = line.textStart() + line.textLength();
        }
        layout.endLayout();
        if (at == m_shown.size())
            return out;
    }
    const QString rest = m_shown.mid(at);
    const TextMarks bold = marksWithin(m_bold, at, int(rest.size()));
    return out << elided(font(), rest, bold, m_mode, width);
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    m_isPlaced = true;
    cut();
}

void ElidedLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        forgetWidths();
}

// What is selected, without the breaks made here; the whole where only a part is shown or nothing is
// selected.
void ElidedLabel::copy() const
{
    const QString chosen = selectedText()
                               .remove(QLatin1Char('\n'))
                               .remove(QChar(QChar::ParagraphSeparator))
                               .remove(QChar(QChar::LineSeparator));
    QGuiApplication::clipboard()->setText(m_isCut || chosen.isEmpty() ? m_text : chosen);
}

void ElidedLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy) && hasSelectedText())
        copy();
    else
        QLabel::keyPressEvent(event);
}

void ElidedLabel::contextMenuEvent(QContextMenuEvent* event)
{
    if (!(textInteractionFlags() & Qt::TextSelectableByMouse)) {
        event->ignore();
        return;
    }
    auto* menu = passingMenu(this); // goes with the label, which may be replaced meanwhile
    menu->addAction(tr("Copy"), this, &ElidedLabel::copy);
    menu->popup(event->globalPos());
}

QString ElidedLabel::boldLines(const QStringList& lines) const
{
    QStringList out;
    int at = 0;
    for (const QString& line : lines) {
        const QString whole = &line == &lines.back() ? m_shown.mid(at) : line;
        out << toHtml(line, marksLeft(marksWithin(m_bold, at, int(whole.size())), whole, line));
        at += int(line.size());
    }
    return QStringLiteral("<p style=\"margin:0; white-space:pre\">%1</p>")
        .arg(out.join(QStringLiteral("<br>")));
}

void ElidedLabel::cut()
{
    if (!m_isPlaced) // how much room there is is told before it is shown
        return;
    const QStringList shown = lines(contentsRect().width());
    m_isCut = shown.join(QString()) != m_shown;
    if (!m_bold.isEmpty())
        setTextFormat(Qt::RichText);
    else if (textFormat() == Qt::RichText)
        setTextFormat(Qt::PlainText);
    const QString all = m_bold.isEmpty() ? shown.join(QLatin1Char('\n')) : boldLines(shown);
    if (all != text())
        setText(all);
    setToolTip(m_isCut ? tipText(m_text) : m_tip);
}

}
