// What the records of a capture say together, where they are containers for what other programs know.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic.h"
#include "core/base/job.h"

#include <functional>
#include <string_view>

namespace traceglass {

class PayloadsFacet
{
public:
    virtual ~PayloadsFacet() = default;

    // As one JSON object, that of `tglass dump --payloads`, in pieces to `out`. Errors: file.stopped, file.changed.
    virtual Result<void> dump(const std::function<void(std::string_view)>& out, Job& job) const = 0;
};

}
