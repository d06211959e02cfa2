// The line below the tracks: what the colours of task states, the hatches and the shapes of findings mean, as far as they
// occur, and the most useful keys.
//
//     legend.setStates(view.statesSeen());
#pragma once

#include "core/model/findings.h"

#include <QWidget>
#include <vector>

namespace traceglass {

class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineLegend(QWidget* parent = nullptr);

    void setStates(unsigned states); // TrackPainter::statesSeen()
    void
    setFindings(std::vector<FindingSeverity> severities); // that some finding has, the most serious first

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void tell();

    std::vector<FindingSeverity> m_findings;
    unsigned m_states = 0;
};

}
