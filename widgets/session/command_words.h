// Words of commands that say the same part of a capture as the window shows ("copy as command").
//
//     words << rangeWords(*session) << trackWords(timeline, track);  // --from 5ns --to 9ns --track 'tasks/upload #20'
#pragma once

#include "widgets/common/utf8.h"
#include "widgets/session/document_session.h"

#include <QStringList>

namespace traceglass {

// None without a selected range.
inline QStringList rangeWords(const DocumentSession& session)
{
    const auto range = session.range();
    if (!range)
        return {};
    return {QStringLiteral("--from"), QStringLiteral("%1ns").arg(session.toOwn(0, range->startNs)),
            QStringLiteral("--to"), QStringLiteral("%1ns").arg(session.toOwn(0, range->endNs))};
}

// Where several have one path, the number of the track tells them apart.
inline QStringList trackWords(const Timeline& timeline, TrackId track)
{
    const std::string path = timeline.path(track);
    const std::uint64_t number = timeline.track(track).number;
    bool isOne = true;
    for (std::uint32_t i = 0; number != 0 && i < timeline.trackCount() && isOne; ++i)
        isOne = TrackId(i) == track || timeline.name(TrackId(i)) != timeline.name(track)
            || timeline.path(TrackId(i)) != path;
    return {QStringLiteral("--track"),
            exactFromUtf8(path) + (isOne ? QString() : QStringLiteral(" #%1").arg(number))};
}

}
