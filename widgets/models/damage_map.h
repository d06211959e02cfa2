// The capture as a row of cells, one for each part it is made of, the damaged ones hatched: where the trouble
// is at a glance.
//
//     map->setParts(document, damageParts(*document, job));        // collected in a thread of its own
//     map->setProblems(session->diagnostics());
#pragma once

#include "widgets/models/damage_parts.h"

#include <QString>
#include <QWidget>
#include <memory>
#include <vector>

namespace traceglass {

class DamageMap : public QWidget
{
    Q_OBJECT

public:
    explicit DamageMap(QWidget* parent = nullptr);

    void setParts(std::shared_ptr<const Document> document, DamageParts parts);
    void setProblems(const std::vector<Diagnostic>& problems);
    void setCurrent(const std::optional<ByteRange>& bytes); // frames the cell that owns them
    QString summary() const;                                // "62 Units, 61 good, 1 with problems"
    std::size_t cellCount() const { return m_parts.cells().size(); }
    std::size_t damagedCount() const; // cells with a warning or an error
    std::optional<Severity> worstIn(std::size_t cell) const { return m_worst[cell]; }
    const DamageParts& parts() const { return m_parts; }
    QRect cellRect(std::size_t cell) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void nodeChosen(const traceglass::NodeId& id);
    void bytesChosen(const traceglass::ByteRange& bytes); // that no node owns

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::size_t> cellAt(const QPoint& position) const;
    void paintCells(QPainter& painter) const;
    void paintNumbers(QPainter& painter) const;

    std::shared_ptr<const Document> m_document;
    DamageParts m_parts;
    std::vector<std::optional<Severity>> m_worst; // of the problems that lie in a cell
    std::optional<std::size_t> m_current;
};

}
