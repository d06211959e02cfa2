// Hints over the window, one after another, each beside the part it is about. Esc or a button ends it; Enter or Right
// goes on, Left back.
//
//     Tour::showOver(window, {{timeline, tr("The timeline"), tr("W and S zoom …")}, ...});
#pragma once

#include "app/viewer/search/field_overlay.h"

#include <vector>

class QLabel;
class QPushButton;

namespace traceglass {

struct TourHint
{
    QPointer<QWidget> about;
    QString head;
    QString text;
};

class Tour : public Overlay
{
    Q_OBJECT

public:
    static Tour* showOver(QWidget* window, std::vector<TourHint> hints);
    ~Tour() override;

    int hintShown() const { return m_shown; } // from 0 on
    void goOn();                              // behind the last one it ends
    void goBack();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    Tour(QWidget* window, std::vector<TourHint> hints);
    void showHint(int number);
    void place();

    std::vector<TourHint> m_hints;
    int m_shown = 0;
    QLabel* m_head;
    QLabel* m_text;
    QLabel* m_count;
    QPushButton* m_next;
    QPointer<QWidget> m_outline; // around what the hint is about
};

}
