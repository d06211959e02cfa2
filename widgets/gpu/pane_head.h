// What stands above a table beside others: its title, if any, what there is to choose, and in a quieter text what it adds up to,
// in a second line where there is no room for it in the first.
//
//     auto* head = new PaneHead(tr("Biggest"), {m_by});
//     head->setSummary(tr("740 resources, 3.61 GB"));
#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;

namespace traceglass {

class ElidedLabel;

class PaneHead : public QWidget
{
    Q_OBJECT

public:
    PaneHead(const QString& title, std::initializer_list<QWidget*> choices, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSummary(const QString& text);
    QString summary() const;
    // What is said below the pane; where that is low, in the tooltip.
    void setBelow(const QString& text);
    void setLow(bool low); // no second line: what would stand there is in the tooltip

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    QLabel* m_title;
    ElidedLabel* m_summary;
    QWidget* m_line;
    QBoxLayout* m_layout;
    QString m_below;
    bool m_isLow = false;
};

}
