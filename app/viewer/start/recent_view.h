// The table of recent captures on the start page, in groups: pinned, today, last 7 days, older. Each with its picture:
// how busy it was over its time. Which of them are no longer at their place is looked for in the background: a disk may
// take long.
//
//     view->setCaptures(recent.all(), filter);
//     connect(view, &RecentView::openRequested, ...);
#pragma once

#include "app/viewer/start/recent_captures.h"
#include "app/viewer/start/recent_sketches.h"
#include "widgets/common/background_task.h"

#include <QAbstractTableModel>
#include <QSet>
#include <QTreeView>
#include <vector>

namespace traceglass {

class RecentModel : public QAbstractTableModel
{
public:
    enum Column { name, format, size, length, notes, problems, opened, columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setCaptures(const std::vector<RecentCapture>& captures, const QString& filter, QDateTime now);
    const RecentCapture* capture(int row) const; // null: the row is a heading
    void setMissing(const QSet<QString>& paths); // the others are there, as far as anybody knows
    bool isMissing(int row) const;
    QString heading(int row) const { return m_rows[std::size_t(row)].heading; }
    int captureCount() const;
    int missingCount() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex&) const override { return columns; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct RecentRow
    {
        QString heading; // empty: a capture
        RecentCapture capture;
    };
    QString openedText(const QDateTime& when) const;

    std::vector<RecentRow> m_rows;
    QSet<QString> m_missing;
    QDateTime m_now;
};

class RecentView : public QTreeView
{
    Q_OBJECT

public:
    explicit RecentView(QWidget* parent = nullptr);

    void setCaptures(const std::vector<RecentCapture>& captures, const QString& filter);
    // Which are missing: missingFound(); and at what they look like.
    void look(const std::vector<RecentCapture>& captures);
    RecentModel* captures() const { return m_model; }
    const RecentSketches& sketches() const { return m_sketches; }
    QSize sizeHint() const override; // in which all rows are seen

signals:
    void openRequested(const QString& path, bool newWindow);
    void removeRequested(const QString& path);
    void pinRequested(const QString& path, bool pinned);
    void locationRequested(const QString& path);
    void missingFound();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    const RecentCapture* current() const;

    RecentModel* m_model;
    RecentSketches m_sketches;
    BackgroundTask m_looking;
};

}
