// Waits until there is an answer to everything that was asked, for tests that look at what is shown.
//
//     session.selectNode(id);
//     settle(session);          // all that is asked about its capture, by whatever view
//     settle(model);            // what one model or view waits for
#pragma once

#include "widgets/session/document_session.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTest>
#include <QThread>

namespace traceglass {

template <class IsBusy>
void settleWhile(IsBusy isBusy)
{
    QDeadlineTimer deadline(30'000);
    // An answer may lead to the next question, and what was answered may still wait in the event loop.
    int quiet = 0;
    while (quiet < 3 && !deadline.hasExpired()) {
        QCoreApplication::processEvents();
        const bool busy = isBusy();
        quiet = busy ? 0 : quiet + 1;
        if (busy)
            QThread::msleep(1);
    }
    QVERIFY2(quiet == 3, "some question was never answered");
}

inline void settle(const DocumentSession& session)
{
    settleWhile([&] { return session.isAnswering() || !session.capture()->worker().isIdle(); });
}

inline void settle(const DocumentSession* session)
{
    settle(*session);
}

template <class View>
requires requires(const View& view)
{
    view.isWaiting();
}
void settle(const View& view)
{
    settleWhile([&] { return view.isWaiting(); });
}

}
