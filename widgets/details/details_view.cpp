#include "widgets/details/details_view.h"

#include "widgets/common/elided_label.h"
#include "widgets/common/link_label.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/details/detail_line.h"
#include "widgets/details/selection_details.h"
#include "widgets/details/text_block.h"

#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kBarLabelColumn = 64;
constexpr int kSentenceLines = 40;
constexpr int kValueLines = 12;
constexpr int kLabelLines = 3;

// What ran on one worker: its slices side by side, named where the name fits.
class BarWidget : public QWidget
{
public:
    BarWidget(DetailBar bar, const DocumentSession& session, QWidget* parent)
        : QWidget(parent)
        , m_bar(std::move(bar))
    {
        setFixedHeight(detailRowHeight(this));
        QString all;
        for (const auto& [name, time] : m_bar.parts)
            all += fromUtf8(name) + QStringLiteral("  ") + session.durationText(time.lengthNs())
                + QLatin1Char('\n');
        setToolTip(tipText(all.trimmed()));
        setAccessibleName(fromUtf8(m_bar.label));
        setAccessibleDescription(all.trimmed());
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = Theme::of(this);
        painter.setFont(smallerFont(font(), 2));
        const QFontMetrics metrics(painter.font());
        const QRect area(0, (height() - metrics::kSlice) / 2, width(), metrics::kSlice);
        painter.fillRect(area, theme.faint);
        const double window = double(std::max<std::int64_t>(1, m_bar.window.lengthNs()));
        for (const auto& [name, time] : m_bar.parts) {
            const auto x = [&](std::int64_t ns) {
                const double share = double(subtractSaturating(ns, m_bar.window.startNs)) / window;
                return int(std::clamp(share, 0.0, 1.0) * area.width());
            };
            const int left = x(time.startNs);
            const int right = std::max(left + 1, x(time.endNs) - 1);
            const QRect slice(left, area.top(), right - left, area.height());
            // A name ends where its number begins: "resize #23" has the colour of "resize".
            const int color = nameColorIndex(name.substr(0, name.find(" #")));
            painter.fillRect(slice, theme.nameColor(color));
            const QString shown = metrics.elidedText(fromUtf8(name), Qt::ElideRight, slice.width() - 8);
            if (shown.size() < 4 && shown != fromUtf8(name))
                continue;
            painter.setPen(theme.nameLabelColor(color));
            painter.drawText(slice.adjusted(4, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, shown);
        }
    }

private:
    DetailBar m_bar;
};

class Hairline : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter(this).fillRect(0, height() / 2, width(), 1, Theme::of(this).hairline);
    }
};

class Swatch : public QWidget
{
public:
    Swatch(int color, QWidget* parent)
        : QWidget(parent)
        , m_color(color)
    {
        setFixedWidth(5);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter(this).fillRect(rect(), Theme::of(this).nameColor(m_color));
    }

private:
    int m_color;
};

QLabel* coloredLabel(const QString& words, const QColor& color, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setText(words);
    setTextColor(label, color);
    return label;
}

}

QWidget* makeSectionTitle(const QString& title, const QString& extra, QWidget* parent)
{
    auto* line = new QWidget(parent);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* name = coloredLabel(title, Theme::of(parent).text, line);
    QFont bold = parent->font();
    bold.setBold(true);
    name->setFont(bold);
    layout->addWidget(name);
    layout->addWidget(new Hairline(line), 1);
    if (!extra.isEmpty()) {
        auto* quiet = new ElidedLabel(extra, line);
        setTextColor(quiet, Theme::of(parent).text3);
        quiet->setFont(smallerFont(parent->font(), 1));
        layout->addWidget(quiet);
    }
    line->setFixedHeight(detailRowHeight(parent) + 2);
    return line;
}

DetailsView::DetailsView(QWidget* parent)
    : QWidget(parent)
{
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(0, 0, 0, 0);
}

void DetailsView::show(const Details& details, const DocumentSession& session)
{
    if (m_content) { // a link in it may be what leads here
        m_content->hide();
        m_layout->removeWidget(m_content);
        m_content->deleteLater();
    }
    m_content = new QWidget(this);
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_layout->addWidget(m_content);
    if (!details.title.empty())
        addHeading(details);
    for (const DetailSection& section : details.sections)
        addSection(section, session);
    m_content->show();
}

QLabel* DetailsView::label(const QString& words, const QColor& color) const
{
    return coloredLabel(words, color, m_content);
}

void DetailsView::addHeading(const Details& details)
{
    const Theme& theme = Theme::of(this);
    auto* heading = new QWidget(m_content);
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(new Swatch(nameColorIndex(details.title), heading));
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    auto* title = new ElidedLabel(fromUtf8(details.title), heading, Qt::ElideMiddle);
    QFont large = font();
    large.setBold(true);
    large.setPixelSize(QFontInfo(font()).pixelSize() + 2);
    title->setFont(large);
    title->setObjectName(QStringLiteral("detailsTitle"));
    title->setMostLines(kLabelLines);
    first->addWidget(title, 0);
    if (!details.number.empty()) {
        auto* number = coloredLabel(fromUtf8(details.number), theme.text2, heading);
        first->addWidget(number);
    }
    first->addStretch(1);
    words->addLayout(first);
    if (!details.subtitle.empty()) {
        auto* subtitle = new ElidedLabel(fromUtf8(details.subtitle), heading);
        subtitle->setMostLines(kLabelLines);
        setTextColor(subtitle, theme.text2);
        words->addWidget(subtitle);
    }
    layout->addLayout(words, 1);
    m_content->layout()->addWidget(heading);
    static_cast<QVBoxLayout*>(m_content->layout())->addSpacing(8);
}

void DetailsView::addSection(const DetailSection& section, const DocumentSession& session)
{
    const Theme& theme = Theme::of(this);
    auto* layout = static_cast<QVBoxLayout*>(m_content->layout());
    if (!section.title.empty()) {
        if (layout->count() > 0)
            layout->addSpacing(8);
        layout->addWidget(makeSectionTitle(fromUtf8(section.title), fromUtf8(section.extra), m_content));
    }
    if (!section.sentence.empty()) {
        auto* sentence = new ElidedLabel(fromUtf8(section.sentence), m_content);
        setTextColor(sentence, theme.text);
        sentence->setMostLines(kSentenceLines);
        sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(sentence);
        layout->addSpacing(2);
    }
    int widest = 0;
    for (const DetailRow& row : section.rows)
        widest = std::max(widest, fontMetrics().horizontalAdvance(fromUtf8(row.label)) + 2);
    for (const DetailRow& row : section.rows)
        layout->addWidget(makeRow(row, session, widest));
    if (!section.text.empty())
        layout->addWidget(makeTextBlock(section, m_content));
    if (!section.bars.empty()) {
        auto* grid = new QGridLayout;
        grid->setContentsMargins(0, 2, 0, 0);
        grid->setHorizontalSpacing(8);
        grid->setVerticalSpacing(0);
        grid->setColumnMinimumWidth(0, kBarLabelColumn - 8);
        grid->setColumnStretch(1, 1);
        int line = 0;
        for (const DetailBar& bar : section.bars) {
            auto* name = new ElidedLabel(fromUtf8(bar.label), m_content, Qt::ElideMiddle);
            setTextColor(name, theme.text);
            name->setMaximumWidth(2 * kBarLabelColumn);
            grid->addWidget(name, line, 0);
            grid->addWidget(new BarWidget(bar, session, m_content), line, 1);
            grid->addWidget(label(fromUtf8(bar.extra), theme.text2), line, 2,
                            Qt::AlignRight | Qt::AlignVCenter);
            ++line;
        }
        layout->addLayout(grid);
    }
}

QWidget* DetailsView::makeRow(const DetailRow& row, const DocumentSession& session, int widest)
{
    const Theme& theme = Theme::of(this);
    auto* name = new ElidedLabel(fromUtf8(row.label), m_content, Qt::ElideMiddle);
    name->setMostLines(kLabelLines);
    setTextColor(name, theme.text2);

    const QString shown = valueText(row.value, session, session.selectedAxis());
    QWidget* value = nullptr;
    if (row.link) {
        auto* link = new LinkLabel(shown, m_content);
        connect(link, &LinkLabel::clicked, this, [this, target = *row.link] { emit linkActivated(target); });
        value = link;
    } else {
        auto* words = new ElidedLabel(shown, m_content);
        words->setMostLines(kValueLines);
        words->setTextInteractionFlags(Qt::TextSelectableByMouse);
        QFont special = font();
        if (shown.startsWith(QLatin1String("0x"))) {
            special = QFontDatabase::systemFont(QFontDatabase::FixedFont);
            special.setPixelSize(QFontInfo(font()).pixelSize());
        }
        special.setBold(row.strong);
        words->setFont(special);
        value = words;
    }
    value->setAccessibleName(fromUtf8(row.label) + QLatin1Char(' ') + shown);
    ElidedLabel* extra = nullptr;
    if (!row.extra.empty()) {
        extra = new ElidedLabel(fromUtf8(row.extra), m_content, Qt::ElideMiddle);
        setTextColor(extra, theme.text3);
        extra->setFont(smallerFont(font(), 1));
    }
    return new DetailLine(name, value, extra, widest, m_content);
}

}
