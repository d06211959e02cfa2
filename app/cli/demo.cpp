#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/text.h"
#include "core/formats/demo.h"

#include <filesystem>

namespace traceglass::cli {

int demo(const DemoOptions& options)
{
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    if (error) {
        printError(options.folder, error.message());
        return kUnwritable;
    }
    Output out;
    for (const Demo* demo : demos()) {
        const auto path = demo->write(options.folder);
        if (!path) {
            printError(options.folder, errorText(path.error(), options.folder));
            return out.finish(kUnwritable);
        }
        out.write(escaped(path->string()) + '\n');
    }
    return out.finish(kOk);
}

}
