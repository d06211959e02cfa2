// The line below the tracks: what the colours of task states and the hatches mean, as far as they occur, and
// the most useful keys.
//
//     legend.setStates(view.statesSeen());
#pragma once

#include <QWidget>

namespace traceglass {

class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineLegend(QWidget* parent = nullptr);

    void setStates(unsigned states); // TrackPainter::statesSeen()

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    unsigned m_states = 0;
};

}
