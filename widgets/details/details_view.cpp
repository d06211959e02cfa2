#include "widgets/details/details_view.h"

#include "core/base/text.h"
#include "widgets/common/accessible.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/details/detail_line.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <algorithm>
#include <functional>

namespace traceglass {

namespace {

constexpr int kBarLabelColumn = 64;
constexpr int kDetailSentenceLines = 40;
constexpr int kValueLines = 12;
constexpr int kLabelLines = 3;
constexpr int kTextBlockLines = 14; // shown at once; the others by scrolling

// Paints itself by a function.
class Painted : public QWidget
{
public:
    using Paint = std::function<void(QPainter& painter, const QWidget& widget, const Theme& theme)>;

    Painted(Paint paint, QWidget* parent)
        : QWidget(parent)
        , m_paint(std::move(paint))
    {
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        m_paint(painter, *this, Theme::of(this));
    }

private:
    Paint m_paint;
};

void paintBar(QPainter& painter, const QWidget& widget, const Theme& theme, const DetailBar& bar)
{
    painter.setFont(smallerFont(widget.font(), 2));
    const QFontMetrics metrics(painter.font());
    const int height = grown(metrics::kSlice, &widget);
    const QRect area(0, (widget.height() - height) / 2, widget.width(), height);
    painter.fillRect(area, theme.faint);
    const double window = double(std::max<std::int64_t>(1, bar.window.lengthNs()));
    for (const auto& [name, time] : bar.parts) {
        const auto x = [&](std::int64_t ns) {
            const double share = double(subtractSaturating(ns, bar.window.startNs)) / window;
            return int(std::clamp(share, 0.0, 1.0) * area.width());
        };
        const int left = x(time.startNs);
        const int right = std::max(left + 1, x(time.endNs) - 1);
        const QRect slice(left, area.top(), right - left, area.height());
        // A name ends where its number begins: "resize #23" has the colour of "resize".
        const int color = nameColorIndex(name.substr(0, name.find(" #")));
        painter.fillRect(slice, theme.nameColor(color));
        if (theme.highContrast && slice.width() > 2) {
            painter.setPen(theme.flow);
            painter.drawRect(slice.adjusted(0, 0, -1, -1));
        }
        const QString shown = metrics.elidedText(fromUtf8(name), Qt::ElideRight, slice.width() - 8);
        if (shown.size() < 4 && shown != fromUtf8(name))
            continue;
        painter.setPen(theme.nameLabelColor(color));
        painter.drawText(slice.adjusted(4, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, shown);
    }
}

QString lengthOf(const DetailBar& bar, std::int64_t length, const DocumentSession& session)
{
    return bar.isMemory ? fromUtf8(sizeText(static_cast<std::uint64_t>(length)))
                        : session.durationText(length);
}

// Those of memory have words of ours, the others names of the capture.
QString barLabel(const DetailBar& bar)
{
    return bar.isMemory ? coreText(bar.label) : fromUtf8(bar.label);
}

// Its slices side by side, named where the name fits.
QWidget* makeBar(const DetailBar& bar, const DocumentSession& session, QWidget* parent)
{
    auto* widget = new Painted([bar](QPainter& painter, const QWidget& on,
                                     const Theme& theme) { paintBar(painter, on, theme, bar); },
                               parent);
    new Speech(widget, QAccessible::Graphic);
    followFont(widget, [widget] { widget->setFixedHeight(detailRowHeight(widget)); });
    QStringList all;
    for (const auto& [name, time] : bar.parts)
        all << fromUtf8(name) + QStringLiteral("  ") + lengthOf(bar, time.lengthNs(), session);
    const QString lines = all.join(QLatin1Char('\n')).trimmed();
    widget->setToolTip(tipText(lines));
    widget->setAccessibleName(barLabel(bar));
    widget->setAccessibleDescription(lines);
    return widget;
}

QLabel* coloredLabel(const QString& words, const QColor& color, QWidget* parent)
{
    auto* label = new QLabel(words, parent);
    setTextColor(label, color);
    return label;
}

ElidedLabel* cutLabel(const QString& words, const QColor& color, int lines, QWidget* parent,
                      Qt::TextElideMode mode = Qt::ElideRight)
{
    auto* label = new ElidedLabel(words, parent, mode);
    setTextColor(label, color);
    label->setMostLines(lines);
    return label;
}

// Quieter, behind something.
ElidedLabel* extraLabel(const std::string& words, QWidget* parent)
{
    ElidedLabel* const label = cutLabel(coreSentence(words), Theme::of(parent).text3, 1, parent);
    label->setFont(smallerFont(parent->font(), 1));
    return label;
}

// Names of fields and kinds of nodes are data, which queries ask for.
QString labelText(const DetailSection& section, const DetailRow& row)
{
    const bool isData = section.title == "Fields" || section.title == "Contents";
    return isData ? fromUtf8(row.label) : coreText(row.label);
}

// Moments and durations by the session's unit setting, in the time of an axis.
QString valueText(const DetailValue& value, const DocumentSession& session, std::uint16_t axis)
{
    if (const auto* moment = std::get_if<Moment>(&value))
        return session.momentText(moment->ns, axis);
    if (const auto* duration = std::get_if<Duration>(&value))
        return session.durationText(duration->ns, axis);
    return fromUtf8(std::get<std::string>(value));
}

// Positions in the text are bytes, those in the widget are QChars.
int charsOf(std::string_view bytes)
{
    return static_cast<int>(linesFromUtf8(bytes).size());
}

// Shows the lines from a little before the mark; the scroll bars have their range only once it is laid out.
class TextBlock : public QPlainTextEdit
{
public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    void showEvent(QShowEvent* event) override
    {
        QPlainTextEdit::showEvent(event);
        showMark();
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QPlainTextEdit::resizeEvent(event);
        showMark();
    }

private:
    void showMark()
    {
        constexpr int kBefore = 4;
        verticalScrollBar()->setValue(std::max(0, textCursor().blockNumber() - kBefore));
        horizontalScrollBar()->setValue(0);
    }
};

// Running text in a fixed font, such as a log, with the part pointed out emphasised and scrolled to.
QWidget* makeTextBlock(const DetailSection& section, QWidget* parent)
{
    const std::string_view text = section.text;
    const std::size_t begin = std::min(section.markBegin, text.size());
    const std::size_t end = std::clamp(section.markEnd, begin, text.size());
    auto* block = new TextBlock(parent);
    block->setFont(fixedFont(parent->font(), 1));
    block->setReadOnly(true);
    block->setFrameShape(QFrame::NoFrame);
    block->setLineWrapMode(QPlainTextEdit::NoWrap);
    block->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    block->setTabChangesFocus(true);
    block->setAccessibleName(section.title.empty() ? DetailsView::tr("Text") : coreText(section.title));
    block->setPlainText(linesFromUtf8(text));
    block->document()->setDocumentMargin(2);

    const Theme& theme = Theme::of(parent);
    QPalette palette = block->palette();
    palette.setColor(QPalette::Base, theme.alternate);
    palette.setColor(QPalette::Text, theme.text2);
    block->setPalette(palette);
    QTextCursor mark(block->document());
    mark.setPosition(charsOf(text.substr(0, begin)));
    block->setTextCursor(mark);
    if (end > begin) {
        QTextEdit::ExtraSelection emphasis;
        emphasis.cursor = mark;
        emphasis.cursor.setPosition(mark.position() + charsOf(text.substr(begin, end - begin)),
                                    QTextCursor::KeepAnchor);
        emphasis.format.setBackground(theme.quietSelection);
        emphasis.format.setForeground(theme.text);
        emphasis.format.setFontWeight(QFont::Bold);
        block->setExtraSelections({emphasis});
        block->setAccessibleDescription(fromUtf8(text.substr(begin, end - begin)).trimmed());
    }
    const int lines = std::clamp(block->blockCount(), 1, kTextBlockLines);
    followFont(block, [block, lines] {
        block->setFixedHeight(lines * block->fontMetrics().lineSpacing() + 6
                              + block->horizontalScrollBar()->sizeHint().height());
    });
    return block;
}

// Bold, a hairline, something quiet at the right.
QWidget* makeSectionTitle(const DetailSection& section, QWidget* parent)
{
    auto* line = new QWidget(parent);
    auto* name = coloredLabel(coreText(section.title), Theme::of(parent).text, line);
    name->setFont(boldFont(parent->font()));
    auto* hairline = new Painted(
        [](QPainter& painter, const QWidget& on, const Theme& theme) {
            painter.fillRect(0, on.height() / 2, on.width(), 1, theme.hairline);
        },
        line);
    QBoxLayout* const layout = inRow({}, 8, {name, {hairline, 1}}, line);
    if (!section.extra.empty())
        layout->addWidget(extraLabel(section.extra, line));
    followFont(line, [line] { line->setFixedHeight(detailRowHeight(line) + 2); });
    return line;
}

}

DetailsView::DetailsView(QWidget* parent)
    : QWidget(parent)
{
    setLayoutDirection(Qt::LeftToRight); // as the values of captures in it
    m_layout = inColumn({}, kStyleSpacing, {}, this);
}

void DetailsView::show(const Details& details, const DocumentSession& session)
{
    const bool hasGuest = m_guest && !m_guest->isHidden();
    if (m_guest)
        m_guest->setParent(this); // it stays
    if (m_content) {              // a link in it may be what leads here
        m_content->hide();
        m_layout->removeWidget(m_content);
        m_content->deleteLater();
    }
    m_content = new QWidget(this);
    m_lines = inColumn({}, 0, {}, m_content);
    m_layout->addWidget(m_content);
    if (!details.title.empty())
        addHeading(details);
    for (const DetailSection& section : details.sections) {
        addSection(section, session);
        if (m_guest && &section == &details.sections.front())
            m_lines->addWidget(m_guest);
    }
    if (m_guest)
        m_guest->setVisible(hasGuest && !details.sections.empty());
    m_content->show();
}

void DetailsView::addHeading(const Details& details)
{
    const Theme& theme = Theme::of(this);
    auto* heading = new QWidget(m_content);
    auto* title = new ElidedLabel(fromUtf8(details.title), heading, Qt::ElideMiddle);
    title->setMostLines(kLabelLines);
    QFont large = boldFont(font());
    large.setPixelSize(QFontInfo(font()).pixelSize() + 2);
    title->setFont(large);
    title->setObjectName(QStringLiteral("detailsTitle"));
    QBoxLayout* const first = inRow({}, 8, {title});
    if (!details.number.empty())
        first->addWidget(coloredLabel(fromUtf8(details.number), theme.text2, heading));
    first->addStretch(1);
    QBoxLayout* const words = inColumn({}, 0, {first});
    if (!details.subtitle.empty())
        words->addWidget(cutLabel(fromUtf8(details.subtitle), theme.text2, kLabelLines, heading));
    auto* swatch = new Painted(
        [color = nameColorIndex(details.title)](QPainter& painter, const QWidget& on, const Theme& shown) {
            painter.fillRect(on.rect(), shown.nameColor(color));
        },
        heading);
    swatch->setFixedWidth(5);
    inRow({}, 6, {swatch, {words, 1}}, heading);
    m_lines->addWidget(heading);
    m_lines->addSpacing(8);
}

void DetailsView::addSection(const DetailSection& section, const DocumentSession& session)
{
    const Theme& theme = Theme::of(this);
    if (!section.title.empty()) {
        if (m_lines->count() > 0)
            m_lines->addSpacing(8);
        m_lines->addWidget(makeSectionTitle(section, m_content));
    }
    if (!section.sentence.empty()) {
        ElidedLabel* const sentence =
            cutLabel(fromUtf8(section.sentence), theme.text, kDetailSentenceLines, m_content);
        sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
        if (section.hasNames)
            sentence->setNamesBold();
        m_lines->addWidget(sentence);
        m_lines->addSpacing(2);
    }
    int widest = 0;
    for (const DetailRow& row : section.rows)
        widest = std::max(widest, fontMetrics().horizontalAdvance(labelText(section, row)) + 2);
    for (const DetailRow& row : section.rows)
        m_lines->addWidget(makeRow(labelText(section, row), row, session, widest));
    if (!section.text.empty())
        m_lines->addWidget(makeTextBlock(section, m_content));
    if (section.bars.empty())
        return;
    auto* grid = new QGridLayout;
    grid->setContentsMargins(0, 2, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnMinimumWidth(0, kBarLabelColumn - 8);
    grid->setColumnStretch(1, 1);
    int line = 0;
    for (const DetailBar& bar : section.bars) {
        ElidedLabel* const name = cutLabel(barLabel(bar), theme.text, 1, m_content, Qt::ElideMiddle);
        name->setMaximumWidth(2 * kBarLabelColumn);
        grid->addWidget(name, line, 0);
        grid->addWidget(makeBar(bar, session, m_content), line, 1);
        grid->addWidget(coloredLabel(fromUtf8(bar.extra), theme.text2, m_content), line, 2,
                        Qt::AlignRight | Qt::AlignVCenter);
        ++line;
    }
    m_lines->addLayout(grid);
}

QWidget* DetailsView::makeRow(const QString& label, const DetailRow& row, const DocumentSession& session,
                              int widest)
{
    ElidedLabel* const name = cutLabel(label, Theme::of(this).text2, kLabelLines, m_content);
    const QString shown = valueText(row.value, session, session.selectedAxis());
    QWidget* value = nullptr;
    if (row.link) {
        auto* link = new LinkLabel(shown, m_content);
        link->setCut(Qt::ElideMiddle);
        connect(link, &LinkLabel::clicked, this, [this, target = *row.link] { emit linkActivated(target); });
        value = link;
    } else {
        auto* words = new ElidedLabel(shown, m_content);
        words->setMostLines(kValueLines);
        words->setTextInteractionFlags(Qt::TextSelectableByMouse);
        QFont special = shown.startsWith(QLatin1String("0x")) ? fixedFont(font(), 0) : font();
        special.setBold(row.strong);
        words->setFont(special);
        value = words;
    }
    value->setAccessibleName(label + QLatin1Char(' ') + shown);
    ElidedLabel* const extra = row.extra.empty() ? nullptr : extraLabel(row.extra, m_content);
    return new DetailLine(name, value, extra, widest, m_content);
}

QString plainText(const Details& details, const DocumentSession& session)
{
    QString text = fromUtf8(details.title + ' ' + details.number).trimmed() + '\n';
    if (!details.subtitle.empty())
        text += fromUtf8(details.subtitle) + '\n';
    const std::uint16_t axis = session.selectedAxis();
    for (const DetailSection& section : details.sections) {
        if (!section.title.empty())
            text += '\n' + coreText(section.title) + '\n';
        if (!section.sentence.empty())
            text += fromUtf8(section.sentence) + '\n';
        for (const DetailRow& row : section.rows) {
            text += labelText(section, row) + '\t' + valueText(row.value, session, axis);
            if (!row.extra.empty())
                text += '\t' + coreSentence(row.extra);
            text += '\n';
        }
        if (!section.text.empty())
            text += linesFromUtf8(section.text) + '\n';
        for (const DetailBar& bar : section.bars) {
            text += barLabel(bar) + '\t';
            for (const auto& [name, time] : bar.parts)
                text += fromUtf8(name) + ' ' + lengthOf(bar, time.lengthNs(), session) + "; ";
            text += fromUtf8(bar.extra) + '\n';
        }
    }
    return text;
}

std::vector<CopiedDetail> copiedDetails(const Details& details, const DocumentSession& session)
{
    const std::uint16_t axis = session.selectedAxis();
    std::vector<CopiedDetail> out;
    for (const DetailSection& section : details.sections)
        for (const DetailRow& row : section.rows) {
            const auto* const moment = std::get_if<Moment>(&row.value);
            const auto* const duration = std::get_if<Duration>(&row.value);
            const QString label = fromUtf8(row.label);
            const QString value = valueText(row.value, session, axis);
            out.push_back({labelText(section, row), value, coreSentence(row.extra),
                           moment || duration ? label + QStringLiteral("_ns") : label,
                           moment         ? QString::number(session.toOwn(axis, moment->ns))
                               : duration ? QString::number(duration->ns)
                                          : value});
        }
    return out;
}
}
