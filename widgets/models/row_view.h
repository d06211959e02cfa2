// How every list and tree of the window draws a row: swatch, icon, text with a quieter value behind it, a
// mark for problems, and the quiet selection with a bar at the left while another pane has the focus.
//
//     auto* view = new RowView(metrics::kTableRow, this);
//     view->setModel(model);                    // answers Qt's roles and those below
//     view->fitColumn(0, "00000000");
#pragma once

#include "widgets/common/copying.h"
#include "widgets/common/text_marks.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <vector>

namespace traceglass {

// What a model tells the delegate besides Qt's own roles.
enum RowRole {
    kTintRole = Qt::UserRole + 1, // int(Tint): a swatch in front
    kValueRole,                   // QString: quieter text behind the label
    kIconRole,                    // QByteArray: name of an icon in front
    kSeverityRole,                // int(Severity): a problem mark at the right end of the cell
    kSecondaryRole,               // bool: the whole cell in quieter text
    kFixedFontRole,               // bool: offsets and hex
    kMarkFirstRole,               // bool: the problem mark is drawn in front of the text
    kNoteRole,                    // bool: a note's flag at the right end of the cell
    kNameColorRole,               // int: a swatch in front, of Theme::nameColor, or minus a TaskState
    kMarksRole,                   // TextMarks: characters of the text in bold
    kSentenceRole,                // bool: running text, cut at its end; names are cut in their middle
    kExactRole,                   // QString: for CSV, where that differs from what is shown; of heads as well
    kWholeRole,                   // QString: copied instead of a text that is shown with fewer digits
    kFindingRole,                 // int(FindingSeverity): the shape of a finding in front
    kBaselineRole,                // bool: of A, which something is compared with: tinted; of heads as well
};

class RowDelegate : public QStyledItemDelegate
{
public:
    RowDelegate(int rowHeight, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    // Shows the whole text when it is cut and the model has no tooltip of its own.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

private:
    int m_rowHeight;
};

// Flat heads in the table's head colour; the style's own would bring gradients beside the data.
class RowHeader : public QHeaderView
{
public:
    explicit RowHeader(QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
    void paintSection(QPainter* painter, const QRect& rect, int column) const override;
    QSize sizeHint() const override;
};

// A QTreeView with these rows: uniform heights, whole rows selected. Numbers are never cut without a sign of it: a column
// at whose right edge they stand grows with what is seen of it, and those at the edge of the view are elided.
// Copied are the selected rows, or the whole table.
class RowView : public QTreeView, public CopySource
{
    Q_OBJECT

public:
    explicit RowView(int rowHeight, QWidget* parent = nullptr);

    void fitColumn(int column, const QString& widest); // as wide as this text and its header
    int neededWidth(int column) const;                 // for its header and what is seen of it
    void setEmptyText(const QString& text);            // drawn where there are no rows
    QString emptyText() const { return m_emptyText; }
    std::vector<int> shownColumns() const; // in their order
    void copySelected();                   // rows; those in view where none is selected
    void giveTable(const Done& done) override;
    void addCopyActions(QMenu* menu);
    void addSortActions(QMenu* menu);       // what its heads do by mouse; nothing where they do nothing
    QSize minimumSizeHint() const override; // a head and a row

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    int seenWidth(int column) const; // of the cells in sight
    void growNumbers();
    void openMenu();

    QString m_emptyText;
};

}
