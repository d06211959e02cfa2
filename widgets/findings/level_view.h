// How much of what a rule looks at there was over time, as bars, and from where on it is listed, as a line: beside the words
// why something is a finding.
//
//     view->show(finding.level, *session);     // hides itself where there is nothing to draw
#pragma once

#include "core/model/findings.h"
#include "widgets/session/document_session.h"

#include <QWidget>

namespace traceglass {

class LevelView : public QWidget
{
    Q_OBJECT

public:
    explicit LevelView(QWidget* parent = nullptr);

    void show(const FindingLevel& level, const DocumentSession& session);
    QString tipAt(int x) const; // "+2.310 s: 21.4"; empty: nothing is there

    QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QRect plot() const;
    double most() const;
    int top(double value) const; // of a bar

    FindingLevel m_level;
    QString m_title; // "ready tasks, mean of 10 ms"
    const DocumentSession* m_session = nullptr;
};

}
