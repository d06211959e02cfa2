// What Details says of the selected slice among all of its name: its rank, percentiles, the next longer one, and their
// durations as bars with the one of this slice marked.
//
//     auto* part = new StandingView(session, parent);      // follows the selection; hidden while there is nothing to say
//     connect(part, &StandingView::linkActivated, ...);
#pragma once

#include "core/model/details.h"
#include "core/stats/standing.h"

#include <QWidget>

class QTimer;

namespace traceglass {

class Asker;
class DetailsView;
class DocumentSession;
class HistogramView;

class StandingView : public QWidget
{
    Q_OBJECT

public:
    explicit StandingView(DocumentSession* session, QWidget* parent = nullptr);

    const std::optional<stats::Standing>& standing() const { return m_standing; }
    const Details& details() const { return m_details; } // what is said
    void goToNextLonger();                               // once it is known; else noneIsLonger

signals:
    void noneIsLonger();
    void linkActivated(const DetailLink& link);

protected:
    void changeEvent(QEvent* event) override;

private:
    void ask();
    void show(std::optional<stats::Standing> standing, const Slice& slice);
    void refresh();

    DocumentSession* m_session;
    Asker* m_asker;
    QTimer* m_delay;
    DetailsView* m_view;
    HistogramView* m_histogram;
    std::optional<SliceId> m_askedFor;
    TimelinePtr m_timeline; // that was asked
    std::optional<stats::Standing> m_standing;
    std::optional<SliceId> m_goesOnFrom; // to the next longer one
    Slice m_slice;
    Details m_details;
};

}
