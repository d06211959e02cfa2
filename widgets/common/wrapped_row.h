// A row that goes on in a next line where it has no room for all, as words of a text do.
//
//     inColumn({}, 0, {{m_table, 1}, new WrappedRow({12, 3, 12, 4}, 16, {m_silent, m_muted})}, pane);
//     row->addRest(m_remark);                 // gets what is left of the last line, and no line of its own
#pragma once

#include <QLayout>
#include <initializer_list>
#include <memory>
#include <vector>

namespace traceglass {

class WrappedRow : public QLayout
{
public:
    WrappedRow(const QMargins& margins, int gap, std::initializer_list<QWidget*> parts);
    ~WrappedRow() override;

    void addRest(QWidget* part);

    void addItem(QLayoutItem* item) override { m_items.emplace_back(item); }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place({0, 0, width, 0}, false); }
    QSize sizeHint() const override; // in one line
    QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    int place(const QRect& area, bool isMeant) const; // how high it is

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    QWidget* m_rest = nullptr;
};

}
