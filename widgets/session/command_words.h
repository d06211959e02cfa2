// Words of commands that say the same part of a capture as the window shows ("copy as command").
//
//     words << rangeWords(*session) << trackWords(timeline, track);  // --from 5ns --to 9ns --track 'tasks/upload #20'
#pragma once

#include "core/query/restriction.h"
#include "widgets/common/utf8.h"
#include "widgets/session/document_session.h"

#include <QCoreApplication>
#include <QStringList>

namespace traceglass {

// Why no command can read the capture once more; empty: one can.
inline QString whyNotAgain(const Capture& capture)
{
    return capture.isPiped()
        ? QCoreApplication::translate("CommandWords", "What came through a pipe cannot be read again.")
        : QString();
}

// None without a selected range. Tracks may be on another clock than the one that it is told on.
inline QStringList rangeWords(const DocumentSession& session)
{
    const auto range = session.range();
    if (!range)
        return {};
    QStringList words {QStringLiteral("--from"), QStringLiteral("%1ns").arg(session.toOwn(0, range->startNs)),
                       QStringLiteral("--to"), QStringLiteral("%1ns").arg(session.toOwn(0, range->endNs))};
    const std::vector<std::string>& clocks = session.summary().clocks; // those that may be named
    if (clocks.size() > 1)
        words << QStringLiteral("--clock") << exactFromUtf8(clocks.front());
    return words;
}

// Where several have one path, the number of the track tells them apart.
inline QStringList trackWords(const Timeline& timeline, TrackId track)
{
    const std::uint64_t number = timeline.track(track).number;
    const bool isOne = number == 0 || query::isOnlyOfPath(timeline, track);
    return {QStringLiteral("--track"),
            exactFromUtf8(timeline.path(track)) + (isOne ? QString() : QStringLiteral(" #%1").arg(number))};
}

}
