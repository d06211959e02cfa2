// Where rules begin to complain: every threshold of the rules that were asked, to be changed and put back.
//
//     auto* dialog = new ThresholdDialog(findings, this);
//     dialog->chooseRule("rfr.long-poll");
//     dialog->show();                                  // what is typed is asked at once
#pragma once

#include "widgets/session/session_findings.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace traceglass {

class RowView;
class ThresholdModel;

class ThresholdDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ThresholdDialog(SessionFindings* findings, QWidget* parent = nullptr);

    void chooseRule(std::string_view id);
    RowView* table() const { return m_table; }
    QLabel* problem() const { return m_problem; } // what is wrong with what was typed

private:
    void tell();

    SessionFindings* m_findings;
    ThresholdModel* m_model;
    RowView* m_table;
    QLabel* m_problem;
    QPushButton* m_reset;
    QPushButton* m_resetAll;
};

}
