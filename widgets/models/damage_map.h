// The capture as a row of blocks, one for each chunk (or file), the damaged ones hatched: where the trouble
// is at a glance.
//
//     map->setBlocks(damageBlocks(*document, job));        // collected in a thread of its own
//     map->setProblems(session->diagnostics());
#pragma once

#include "core/model/document.h"

#include <QString>
#include <QWidget>
#include <vector>

namespace traceglass {

struct DamageBlocks
{
    std::vector<Node> blocks;
    QString one, many; // "chunk", "chunks"
    bool cut = false;
};

DamageBlocks damageBlocks(const Document& document, Job& job);

class DamageMap : public QWidget
{
    Q_OBJECT

public:
    explicit DamageMap(QWidget* parent = nullptr);

    void setBlocks(DamageBlocks blocks);
    void setProblems(const std::vector<Diagnostic>& problems);
    void setCurrent(const std::optional<ByteRange>& bytes); // frames the block that owns them
    QString summary() const;                                // "62 chunks, 61 good, 1 with problems"
    std::size_t blockCount() const { return m_blocks.blocks.size(); }
    std::size_t damagedCount() const;
    QRect blockRect(std::size_t block) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void nodeChosen(const traceglass::NodeId& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::size_t> blockAt(const QPoint& position) const;

    DamageBlocks m_blocks;
    std::vector<bool> m_damaged;
    std::optional<std::size_t> m_current;
};

}
