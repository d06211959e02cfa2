// A lower pane that is made when it is first shown or used, or soon after the window has been painted: ten of them take
// longer to make than all the rest of a window.
//
//     LaterPane<FlamePane> flame(tabs->addPage("flame", tr("Flame graph"), [=](QWidget* page) {
//         return new FlamePane(session, page);
//     }));
//     flame->copyCollapsed();        // makes it
//     if (flame.isMade()) ...
//
// Who makes one late has missed what was told before: a pane asks its session for what there is.
#pragma once

#include <QScrollArea>
#include <functional>

namespace traceglass {

// Scrolls the pane up and down where it is less high than the pane needs.
class PanePage : public QScrollArea
{
public:
    using Make = std::function<QWidget*(QWidget* page)>;

    PanePage(const char* name, Make make, QWidget* parent);

    QWidget* pane(); // makes it
    bool isMade() const { return m_pane != nullptr; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    Make m_make; // empty: it was called
    QWidget* m_pane = nullptr;
};

template <class Pane>
class LaterPane
{
public:
    LaterPane() = default; // there is none
    explicit LaterPane(PanePage* page)
        : m_page(page)
    {
    }

    Pane* get() const { return m_page ? static_cast<Pane*>(m_page->pane()) : nullptr; }
    Pane* operator->() const { return get(); }
    operator Pane*() const { return get(); } // NOLINT(google-explicit-constructor): it is used as one
    bool isMade() const { return m_page && m_page->isMade(); }

private:
    PanePage* m_page = nullptr;
};

}
