#include "core/io/writers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <linux/magic.h>
#include <sstream>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

namespace traceglass {

namespace {

// File systems whose files another machine, or a program behind the file system, may write.
bool isShared(const File& file)
{
    constexpr std::array<std::uint32_t, 8> kShared = {
        NFS_SUPER_MAGIC,  SMB_SUPER_MAGIC, CIFS_SUPER_MAGIC, SMB2_SUPER_MAGIC,
        FUSE_SUPER_MAGIC, V9FS_MAGIC,      CEPH_SUPER_MAGIC, AFS_SUPER_MAGIC,
    };
    struct statfs about = {};
    return ::fstatfs(file.descriptor(), &about) != 0
        || std::ranges::find(kShared, static_cast<std::uint32_t>(about.f_type)) != kShared.end();
}

}

Writers writersOf(const File& file)
{
    // Whoever opens the file for writing in the very moment makes the system send a signal, whose default,
    // SIGIO, would end this process: SIGURG is ignored unless asked for. He waits until the lease is given
    // back, or, when he does not want to wait, is sent away; so it is given back at once.
    if (::fcntl(file.descriptor(), F_SETSIG, SIGURG) != 0)
        return Writers::unknown;
    if (::fcntl(file.descriptor(), F_SETLEASE, F_RDLCK) != 0)
        return errno == EAGAIN && !isShared(file) ? Writers::some : Writers::unknown;
    ::fcntl(file.descriptor(), F_SETLEASE, F_UNLCK);
    return isShared(file) ? Writers::unknown : Writers::none;
}

// A line of /proc/locks: "1: FLOCK  ADVISORY  WRITE 812 fe:00:1835 0 EOF", device in hexadecimal.
std::string lockHolder(const File& file)
{
    const auto status = statusOf(file);
    if (!status)
        return {};
    std::array<char, 64> place {};
    std::snprintf(place.data(), place.size(), "%02x:%02x:%llu", major(status->st_dev), minor(status->st_dev),
                  static_cast<unsigned long long>(status->st_ino));
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
        std::istringstream words(line);
        std::string number, kind, advisory, access, process, where;
        if (!(words >> number >> kind >> advisory >> access >> process >> where) || kind != "FLOCK"
            || where != place.data())
            continue;
        std::string name;
        std::ifstream about("/proc/" + process + "/comm");
        std::getline(about, name);
        return (name.empty() ? "" : name + ", ").append("process ").append(process);
    }
    return {};
}

}
