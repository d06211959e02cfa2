#include "app/cli/text/write_text.h"

#include "app/cli/new_file.h"
#include "app/cli/output.h"

namespace traceglass::cli {

Exit writeText(const Options& options, const std::string& path,
               const std::function<Result<void>(const TextSink&)>& each)
{
    if (path.empty() || path == "-") {
        Output out;
        const auto told = each([&](std::string_view text) {
            out.write(text);
            return out.good();
        });
        return static_cast<Exit>(out.finish(told ? kOk : exitWith(kDamaged, options.file, told.error())));
    }
    constexpr std::size_t kBuffered = 1 << 16; // bytes
    NewFile made(path, options.force);
    auto file = made.create();
    if (!file)
        return exitWith(kUnwritable, path, file.error());
    Result<void> written;
    std::string buffer;
    const auto flush = [&] {
        written = file->write(asBytes(buffer));
        buffer.clear();
        return written.has_value();
    };
    const auto told = each([&](std::string_view text) {
        buffer += text;
        return buffer.size() < kBuffered || flush();
    });
    if (!told)
        return exitWith(kDamaged, options.file, told.error());
    if (written && flush())
        written = made.finish(*file);
    return written ? kOk : exitWith(kUnwritable, path, written.error());
}

}
