// To whoever is stopped an answer is missing, and what is missing looks like a fault: it must not be told as one.
//
//     if (!sameAnnotations(found, wanted, job)) // false, too, when it was stopped
//         return stoppedOr(job, Code::NotesNotEqual, path.string());
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"

namespace traceglass {

inline Result<void> unlessStopped(const Job& job)
{
    return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : Result<void>();
}

inline tl::unexpected<Error> stoppedOr(const Job& job, Code code, std::string detail = {})
{
    return job.stopRequested() ? fail(Code::Stopped) : fail(code, std::move(detail));
}

}
