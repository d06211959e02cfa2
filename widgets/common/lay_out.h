// What panes are put together of, in one statement each: rows and columns of widgets, timers, and menus.
//
//     inColumn({}, 0, {inRow({12, 4, 12, 4}, 8, {{m_filter, 1}, m_head, kRest}), {m_table, 1}}, this);
//     m_delay = delayed(this, 150, &RecordsPane::fetch);
#pragma once

#include <QBoxLayout>
#include <QMenu>
#include <QTimer>
#include <initializer_list>

namespace traceglass {

// A widget or a layout and how much it grows; neither: what is left over.
struct LaidOut
{
    LaidOut(QWidget* placed, int growth = 0) // NOLINT(google-explicit-constructor): written in a list
        : widget(placed)
        , stretch(growth)
    {
    }
    LaidOut(QLayout* placed, int growth = 0) // NOLINT(google-explicit-constructor)
        : layout(placed)
        , stretch(growth)
    {
    }

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0;
};

inline const LaidOut kRest {static_cast<QWidget*>(nullptr), 1};

constexpr int kStyleSpacing = -1; // between them, as the style has it

inline QBoxLayout* inLine(QBoxLayout::Direction direction, const QMargins& margins, int spacing,
                          std::initializer_list<LaidOut> parts, QWidget* parent = nullptr)
{
    auto* const layout = new QBoxLayout(direction, parent);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    for (const LaidOut& part : parts) {
        if (part.widget)
            layout->addWidget(part.widget, part.stretch);
        else if (part.layout)
            layout->addLayout(part.layout, part.stretch);
        else
            layout->addStretch(part.stretch);
    }
    return layout;
}

inline QBoxLayout* inRow(const QMargins& margins, int spacing, std::initializer_list<LaidOut> parts,
                         QWidget* parent = nullptr)
{
    return inLine(QBoxLayout::LeftToRight, margins, spacing, parts, parent);
}

inline QBoxLayout* inColumn(const QMargins& margins, int spacing, std::initializer_list<LaidOut> parts,
                            QWidget* parent = nullptr)
{
    return inLine(QBoxLayout::TopToBottom, margins, spacing, parts, parent);
}

// Calls `act` of its owner once, so many milliseconds after start() was called for the last time.
template <class Owner, class Act>
QTimer* delayed(Owner* owner, int milliseconds, Act act)
{
    auto* const timer = new QTimer(owner);
    timer->setSingleShot(true);
    timer->setInterval(milliseconds);
    QObject::connect(timer, &QTimer::timeout, owner, act);
    return timer;
}

// One that goes when it is closed.
inline QMenu* passingMenu(QWidget* parent)
{
    auto* const menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}
}
