// A table with a scroll bar of its own over all rows of a LongModel, however many these are. Its current row
// is a number among all of them; keys and the wheel go through all. Shift, Ctrl and dragging select more of them.
//
//     auto* list = new LongList(m_table, m_model, tr("All hits"));
//     connect(list, &LongList::chosen, ...);     // the user's row, as soon as it is there
//     list->refit();                             // there are more rows, or others
//     list->setCurrent(row);                     // what was selected elsewhere
#pragma once

#include "widgets/models/long_model.h"
#include "widgets/models/row_view.h"

#include <optional>

class QMouseEvent;
class QScrollBar;

namespace traceglass {

class LongList : public QWidget
{
    Q_OBJECT

public:
    LongList(RowView* table, LongModel* model, const QString& barName, QWidget* parent = nullptr);

    QScrollBar* scrollBar() const { return m_bar; }
    std::optional<std::uint64_t> current() const { return m_current; }
    bool isChoosing() const { return m_choosing; } // the user's row is on its way
    void refit();
    void setCurrent(std::optional<std::uint64_t> row); // brought into view
    bool goOn(bool forward); // chooses the row behind the current one, or before; true: around an end
    void reset(); // the rows are others now: from the first one on, and none is current
    void giveWay() { m_choosing = false; } // something else was chosen elsewhere

signals:
    void chosen(int row); // in the model

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showFrom(std::uint64_t first);
    // Makes it the current row, once it is there: the only selected one, or at the end of those from the last one on
    // that was gone to by itself.
    void goTo(std::uint64_t row, bool extends = false);
    void goTo(std::uint64_t row, RowRanges selected);
    void markCurrent();
    int rowsInView() const;
    bool isInView(std::optional<std::uint64_t> row) const;
    bool takeKey(const QKeyEvent& key);
    bool takePress(const QMouseEvent& press);
    bool takeDrag(const QMouseEvent& drag);

    RowView* m_table;
    LongModel* m_model;
    QScrollBar* m_bar;
    std::optional<std::uint64_t> m_current;
    std::uint64_t m_anchor = 0; // where rows that are selected in one go begin
    bool m_choosing = false;
    bool m_following = false; // what changes is not what the user chose
};

}
