// A file mapped read-only. Truncation by somebody else does not crash: see BusErrorGuard and faults().
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic_log.h"
#include "core/io/bus_error_guard.h"
#include "core/io/byte_source.h"
#include "core/io/file.h"

#include <array>
#include <atomic>
#include <filesystem>
#include <optional>

namespace traceglass {

class MappedFile : public ByteSource
{
public:
    // Errors: file.not-found, file.unreadable: so are pipes and devices, which may never end (core/io/piped_file.h).
    static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);
    ~MappedFile() override;

    const std::string& name() const override { return m_name; }
    std::uint64_t size() const override { return m_bytes.size(); }
    std::size_t read(std::uint64_t offset, std::span<std::byte> out) const override;
    bool ready(std::uint64_t) const override { return true; }
    std::span<const std::byte> view() const override { return m_bytes; }
    std::uint64_t faults() const override { return m_faults.load(); }
    const FileIdentity& identity() const { return m_identity; }

    // Was the file cut by somebody else since it was opened? What is read of the missing part are zeros;
    // whoever decodes asks afterwards, and throws away what it decoded. (The rest of the last page is zero
    // without any fault.)
    bool isCut() const;
    Result<void>
    checkUncut(DiagnosticLog* log = nullptr) const; // else file.changed, of which the log is told
    bool changedOnDisk() const;                     // is the path another file by now, or the file changed?

    // By how many bytes it is longer now, where all else is as it was: somebody goes on writing it. Judged by
    // its first and last bytes of then.
    std::optional<std::uint64_t> grownBy() const;

    // Tells the system that these bytes are about to be read. Many small announcements before the first read let
    // the disk work on all of them at once, where a cold mapping would wait for each.
    void announce(std::uint64_t offset, std::uint64_t length) const;
    // Another descriptor of the mapped file, for reads of a few bytes here and there: a fault of the mapping would
    // fetch what lies around them as well. Nothing when the path names another file by now.
    std::optional<File> reopen() const;

private:
    // The first and last bytes, of which a file that somebody goes on writing keeps the first and one that was written
    // anew hardly both: enough for a head and a footer with their checksums, and one page each to read.
    static constexpr std::size_t kEnd = 256;
    using Ends = std::array<std::byte, 2 * kEnd>;

    MappedFile() = default;
    Ends ends() const;

    std::filesystem::path m_path;
    std::string m_name;
    FileIdentity m_identity;
    std::span<const std::byte> m_bytes;
    Ends m_ends {};
    mutable std::atomic<std::uint64_t> m_faults {0};
    std::optional<BusErrorGuard> m_guard;
};

}
