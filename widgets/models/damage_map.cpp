#include "widgets/models/damage_map.h"

#include "core/base/text.h"
#include "widgets/common/hatch.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <set>
#include <tuple>

namespace traceglass {

namespace {

constexpr std::size_t kMostBlocks = 4'096;
constexpr std::uint64_t kMostVisited = 50'000;
constexpr std::uint64_t kPage = 256;
constexpr int kSide = 14; // left and right of the blocks
constexpr int kTop = 24;
constexpr int kHeight = 22;

bool overlaps(const ByteRange& a, const ByteRange& b)
{
    return a.source == b.source && a.offset < b.end() && b.offset < std::max(a.end(), a.offset + 1);
}

}

DamageBlocks damageBlocks(const Document& document, Job& job)
{
    DamageBlocks found;
    std::vector<Node> files;
    std::vector<std::pair<NodeId, std::uint64_t>> open {
        {document.root().id, 0}}; // a list and how far it was read
    std::set<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>> seen;
    std::uint64_t visited = 0;
    while (!open.empty() && !job.stopRequested()) {
        const auto [id, next] = open.back();
        const auto page = document.children(id, next, kPage);
        if (!page || page->empty()) {
            open.pop_back();
            continue;
        }
        open.back().second += page->size();
        std::vector<NodeId> inner;
        for (const Node& node : *page) {
            // A capture may list its chunks in a second order; each is one block.
            if (node.kind == NodeKind::chunk
                && seen.insert({number(node.range.source), node.range.offset, node.range.length}).second)
                found.blocks.push_back(node);
            if (node.kind == NodeKind::file)
                files.push_back(node);
            // Chunks lie in folders, files and lists of chunks, never below a chunk.
            if (node.expandable
                && (node.kind == NodeKind::folder || node.kind == NodeKind::file
                    || node.kind == NodeKind::records))
                inner.push_back(node.id);
        }
        visited += page->size();
        if (found.blocks.size() >= kMostBlocks || visited >= kMostVisited) {
            found.cut = true;
            break;
        }
        for (auto it = inner.rbegin(); it != inner.rend(); ++it)
            open.push_back({*it, 0});
    }
    found.one = QObject::tr("chunk");
    found.many = QObject::tr("chunks");
    if (found.blocks.empty()) {
        found.blocks = std::move(files);
        found.one = QObject::tr("file");
        found.many = QObject::tr("files");
    }
    if (found.blocks.empty())
        found.blocks = {document.root()};
    return found;
}

DamageMap::DamageMap(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Damage map"));
}

void DamageMap::setBlocks(DamageBlocks blocks)
{
    m_blocks = std::move(blocks);
    m_damaged.assign(m_blocks.blocks.size(), false);
    m_current.reset();
    update();
}

void DamageMap::setProblems(const std::vector<Diagnostic>& problems)
{
    for (std::size_t i = 0; i < m_blocks.blocks.size(); ++i) {
        const Node& block = m_blocks.blocks[i];
        m_damaged[i] =
            (block.problem && *block.problem != Severity::info)
            || std::any_of(problems.begin(), problems.end(), [&](const Diagnostic& problem) {
                   return problem.severity != Severity::info
                       && ((problem.range && overlaps(*problem.range, block.range))
                           || (problem.entry && *problem.entry == i && block.kind == NodeKind::chunk));
               });
    }
    update();
}

std::size_t DamageMap::damagedCount() const
{
    return static_cast<std::size_t>(std::count(m_damaged.begin(), m_damaged.end(), true));
}

QString DamageMap::summary() const
{
    const std::size_t all = m_blocks.blocks.size(), bad = damagedCount();
    QString text = tr("%1 %2, %3 good, %4 with problems")
                       .arg(fromUtf8(grouped(all)), all == 1 ? m_blocks.one : m_blocks.many,
                            fromUtf8(grouped(all - bad)), fromUtf8(grouped(bad)));
    return m_blocks.cut ? text + tr(" · the first %1 are drawn").arg(fromUtf8(grouped(all))) : text;
}

void DamageMap::setCurrent(const std::optional<ByteRange>& bytes)
{
    m_current.reset();
    for (std::size_t i = 0; bytes && i < m_blocks.blocks.size() && !m_current; ++i)
        if (overlaps(*bytes, m_blocks.blocks[i].range))
            m_current = i;
    update();
}

QSize DamageMap::sizeHint() const
{
    return {400, kTop + kHeight + fontMetrics().height() + 4};
}

QRect DamageMap::blockRect(std::size_t block) const
{
    const auto count = static_cast<double>(std::max<std::size_t>(1, m_blocks.blocks.size()));
    const double step = (width() - 2 * kSide) / count;
    const int left = kSide + static_cast<int>(static_cast<double>(block) * step);
    const int right = kSide + static_cast<int>(static_cast<double>(block + 1) * step);
    return {left, kTop, std::max(1, right - left - (step >= 4 ? 1 : 0)), kHeight};
}

std::optional<std::size_t> DamageMap::blockAt(const QPoint& position) const
{
    if (m_blocks.blocks.empty() || position.y() < kTop || position.y() >= kTop + kHeight
        || position.x() < kSide || position.x() >= width() - kSide)
        return {};
    const double part = static_cast<double>(position.x() - kSide) / std::max(1, width() - 2 * kSide);
    const auto block = static_cast<std::size_t>(part * static_cast<double>(m_blocks.blocks.size()));
    // Several blocks may share a pixel: the damaged one is what was meant.
    const std::size_t reach =
        m_blocks.blocks.size() / static_cast<std::size_t>(std::max(1, width() - 2 * kSide)) + 1;
    for (std::size_t i = block; i < std::min(m_damaged.size(), block + reach); ++i)
        if (m_damaged[i])
            return i;
    return std::min(block, m_blocks.blocks.size() - 1);
}

void DamageMap::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QRect head(kSide, 0, width() - 2 * kSide, kTop - 4);
    painter.drawText(head, Qt::AlignVCenter | Qt::AlignLeft, tr("Damage map"));
    const int titleEnd = QFontMetrics(bold).horizontalAdvance(tr("Damage map")) + 14;
    const QFont small = smallerFont(font(), 1);
    painter.setFont(small);
    painter.setPen(theme.text2);
    painter.drawText(head.adjusted(titleEnd, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(small).elidedText(summary(), Qt::ElideRight, head.width() - titleEnd));

    for (std::size_t i = 0; i < m_blocks.blocks.size(); ++i)
        if (!m_damaged[i])
            painter.fillRect(blockRect(i), theme.idle);
    for (std::size_t i = 0; i < m_blocks.blocks.size(); ++i) {
        if (!m_damaged[i])
            continue;
        const QRect block = blockRect(i);
        if (block.width() < 3) {
            painter.fillRect(QRect(block.left(), block.top(), 2, block.height()), theme.error);
        } else {
            painter.fillRect(block, theme.errorGround);
            painter.fillRect(block, QBrush(theme.error, Qt::BDiagPattern));
        }
    }
    if (m_current) {
        painter.setPen(QPen(theme.flow, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(blockRect(*m_current).adjusted(0, 0, 0, -1));
    }

    // Numbers below: as few as are readable, and the current one.
    painter.setFont(small);
    painter.setPen(theme.text2);
    const std::size_t count = m_blocks.blocks.size();
    std::size_t step = 1;
    for (const std::size_t next : {2u, 5u, 10u, 20u, 50u, 100u, 200u, 500u, 1000u}) {
        if (static_cast<double>(width()) / static_cast<double>(std::max<std::size_t>(1, count))
                * static_cast<double>(step)
            >= 60)
            break;
        step = next;
    }
    const int y = kTop + kHeight + 1, height = this->height() - y;
    for (std::size_t i = 0; i < count && count > 1; i += step) {
        if (m_current && std::abs(blockRect(i).left() - blockRect(*m_current).left()) < 60)
            continue;
        painter.drawText(blockRect(i).left(), y, 80, height, Qt::AlignLeft | Qt::AlignTop,
                         fromUtf8(grouped(i)));
    }
    if (m_current && count > 1) {
        painter.setFont(bold);
        painter.setPen(theme.text);
        const QString name = fromUtf8(m_blocks.blocks[*m_current].label);
        const int wide = QFontMetrics(bold).horizontalAdvance(name);
        painter.drawText(
            std::clamp(blockRect(*m_current).left(), kSide, std::max(kSide, width() - kSide - wide)), y,
            wide + 2, height, Qt::AlignLeft | Qt::AlignTop, name);
    }
}

void DamageMap::mousePressEvent(QMouseEvent* event)
{
    if (const auto block = blockAt(event->pos()))
        emit nodeChosen(m_blocks.blocks[*block].id);
}

bool DamageMap::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const auto block = blockAt(help->pos());
        if (!block) {
            QToolTip::hideText();
            return true;
        }
        const Node& node = m_blocks.blocks[*block];
        QString text = fromUtf8(node.label);
        if (node.range.length > 0)
            text += tr(" · %1 bytes").arg(fromUtf8(grouped(node.range.length)));
        text += m_damaged[*block] ? tr("\nwith problems") : tr("\nno problem known");
        showTip(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

}
