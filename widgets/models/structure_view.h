// The structure tree as a view: keys and commands of the tree. The session's selection is followed and set by
// the pane.
//
//     view->setModel(structureModel);
//     connect(view, &StructureView::nodeChosen, ...);   // by key or mouse
//
// Left closes, then goes to the parent; Right opens, then goes to the first child; Shift+Right opens the
// subtree (bounded); Backspace goes to the parent; Return opens or closes; Ctrl+Return goes to the node the
// current one refers to.
#pragma once

#include "widgets/models/row_view.h"
#include "widgets/models/structure_model.h"

namespace traceglass {

class StructureView : public RowView
{
    Q_OBJECT

public:
    explicit StructureView(QWidget* parent = nullptr);

    void showWay(const std::vector<Resolved::Level>&
                     way); // makes it the current row and scrolls to it, without nodeChosen()
    void expandSubtree(const QModelIndex& index);
    void followLink(); // of the current node, if it has one
    std::optional<Node> currentNode() const;
    void dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                     const QList<int>& roles) override;

signals:
    void nodeChosen(const traceglass::NodeId& id); // by key or mouse
    void linkFollowed(const traceglass::NodeId& to);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    StructureModel* structure() const { return qobject_cast<StructureModel*>(model()); }

    void choose(); // the current row, once it is there

    bool m_showing = false;
    bool m_isDue = false; // the current row is not chosen yet
};

}
