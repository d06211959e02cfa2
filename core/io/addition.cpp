#include "core/io/addition.h"

namespace traceglass {

Result<void> addToFile(SaveIo& io, File& file, const Addition& addition)
{
    auto done = addition.write();
    if (!done && !file.hasWritten()) // the first write was refused: there is nothing to take back
        return done;
    const auto written = identify(file);
    if (done)
        done = io.endChange(file);
    if (done)
        done = addition.check();
    if (done)
        return done;
    const auto now = identify(file);
    Result<void> removed;
    if (!written || now != written)
        removed = fail(Code::FileChanged);
    if (removed && addition.restore)
        removed = addition.restore();
    if (removed)
        removed = io.truncate(file, addition.end);
    if (!removed)
        done.error().detail +=
            done.error().detail.empty() ? "what was added is still there" : "; what was added is still there";
    return done;
}

}
