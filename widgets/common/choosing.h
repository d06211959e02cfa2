// Lists of choices that are filled anew behind somebody's back: not while one of them is open.
#pragma once

#include <QAbstractItemView>
#include <QComboBox>
#include <QTimer>
#include <algorithm>
#include <initializer_list>
#include <utility>

namespace traceglass {

// Does somebody choose from one of the lists? `again` is called a little later then, if `owner` is still there.
template <typename Again>
bool waitsForChoice(std::initializer_list<const QComboBox*> lists, const QObject* owner, Again again)
{
    constexpr int kAgainMs = 300;
    const bool isOpen =
        std::ranges::any_of(lists, [](const QComboBox* list) { return list->view()->isVisible(); });
    if (isOpen)
        QTimer::singleShot(kAgainMs, owner, std::move(again));
    return isOpen;
}

}
