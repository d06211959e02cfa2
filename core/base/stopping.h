// To whoever is stopped an answer is missing, and what is missing looks like a fault: it must not be told as one.
//
//     if (!sameAnnotations(found, wanted, job)) // false, too, when it was stopped
//         return stoppedOr(job, Code::NotesNotEqual, path.string());
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"

#include <optional>
#include <utility>

namespace traceglass {

inline Result<void> unlessStopped(const Job& job)
{
    return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : Result<void>();
}

// Nothing is told of what was said to somebody who was stopped meanwhile.
template <class T>
Result<T> unlessStopped(Result<T> said, const Job& job)
{
    return job.stopRequested() ? Result<T>(fail(Code::Stopped)) : said;
}
template <class T>
std::optional<T> unlessStopped(std::optional<T> said, const Job& job)
{
    return job.stopRequested() ? std::nullopt : said;
}

inline tl::unexpected<Error> stoppedOr(const Job& job, Code code, std::string detail = {})
{
    return job.stopRequested() ? fail(Code::Stopped) : fail(code, std::move(detail));
}

}
