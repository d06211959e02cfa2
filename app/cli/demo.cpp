#include "core/formats/demo.h"

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/text.h"

#include <filesystem>

namespace traceglass::cli {

int demo(const DemoOptions& options)
{
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    if (error)
        return exitWith(kUnwritable, options.folder, error.message());
    Output out;
    for (const Demo* demo : demos()) {
        const auto path = demo->write(options.folder);
        if (!path)
            return out.finish(exitWith(kUnwritable, options.folder, path.error()));
        out.write(escaped(path->string()) + '\n');
    }
    return out.finish(kOk);
}

}
