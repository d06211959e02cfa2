#include "core/io/access.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <string_view>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace traceglass {

namespace {

constexpr const char* kPosixList = "system.posix_acl_access";

// Others are the system's own: labels, hashes of the content, notes of a layered file system. What a folder
// hands down to new files says nothing about who may read it, and no file can have it.
bool travels(std::string_view name)
{
    return name != "system.posix_acl_default" && (name.starts_with("system.") || name.starts_with("user."));
}

bool isAccessList(std::string_view name)
{
    return name.starts_with("system.");
}

bool hasAccessList(const Access& access)
{
    return std::ranges::any_of(access.attributes, isAccessList, &Access::Attribute::name);
}

// Both calls say how much room they need when there is none; it may be more by the time it is there.
template <class Call>
std::optional<std::vector<std::byte>> sized(Call call)
{
    for (;;) {
        const ssize_t size = call(nullptr, 0);
        if (size < 0)
            return {};
        std::vector<std::byte> bytes(static_cast<std::size_t>(size));
        const ssize_t got = size == 0 ? 0 : call(bytes.data(), bytes.size());
        if (got < 0 && errno == ERANGE)
            continue;
        if (got < 0)
            return {};
        bytes.resize(static_cast<std::size_t>(got));
        return bytes;
    }
}

}

Result<Access> accessOf(const File& file)
{
    const auto status = statusOf(file);
    if (!status)
        return fail(Code::FileUnreadable, file.name() + ": " + systemMessage(errno));
    Access access {status->st_uid, status->st_gid, status->st_mode & 07777, {}};
    const auto names = sized([&](void* out, std::size_t size) {
        return ::flistxattr(file.descriptor(), static_cast<char*>(out), size);
    });
    if (!names)
        return access; // the file system has none
    std::string_view left(reinterpret_cast<const char*>(names->data()), names->size());
    while (!left.empty()) {
        std::string name(left.substr(0, left.find('\0')));
        left.remove_prefix(std::min(left.size(), name.size() + 1));
        if (!travels(name))
            continue;
        auto value = sized([&](void* out, std::size_t size) {
            return ::fgetxattr(file.descriptor(), name.c_str(), out, size);
        });
        if (value)
            access.attributes.push_back({std::move(name), std::move(*value)});
    }
    return access;
}

Result<Access> accessBeside(const std::filesystem::path& capture, const std::filesystem::path& beside)
{
    auto access = File::openOrdinary(capture).and_then(accessOf);
    if (!access)
        return access;
    std::erase_if(access->attributes, [](const auto& attribute) { return !isAccessList(attribute.name); });
    unsigned allowed = 0666;
    if (const auto old = File::openOrdinary(beside).and_then(accessOf)) {
        allowed &= old->mode;
        std::ranges::copy_if(old->attributes, std::back_inserter(access->attributes),
                             [](const auto& attribute) { return !isAccessList(attribute.name); });
    }
    access->mode = (access->mode & allowed) | 0600; // whoever writes it can read the capture
    return access;
}

Result<Access> accessBeside(const std::filesystem::path& folder, const std::filesystem::path& inside,
                            const std::filesystem::path& beside)
{
    auto access = accessBeside(inside, beside);
    const auto around = accessBeside(folder, beside);
    if (!access || !around)
        return access ? around : access;
    // Who is in both groups, or in both lists, is not worked out: then it is for the owner only.
    const bool isSimple =
        access->group == around->group && !hasAccessList(*access) && !hasAccessList(*around);
    access->mode &= isSimple ? around->mode : 0700;
    std::erase_if(access->attributes, [](const auto& attribute) { return isAccessList(attribute.name); });
    return access;
}

// From the strictest state on, in an order that never lets in anybody for a moment: the owner, the list,
// which brings permissions of its own, and the permissions last.
Result<void> giveAccess(const File& file, const Access& access)
{
    const int descriptor = file.descriptor();
    std::string lost;
    unsigned mode = access.mode;
    const bool keepsOwner = ::fchown(descriptor, access.owner, access.group) == 0;
    const bool keepsGroup = keepsOwner || ::fchown(descriptor, static_cast<uid_t>(-1), access.group) == 0;
    if (!keepsOwner) {
        lost = "its owner";
        mode &= 0777; // rights to act as the owner or the group
    }
    if (!keepsGroup) { // its members are like all others now, and those of the new one were before
        lost = "its group";
        const unsigned all = mode & mode >> 3 & 07;
        mode = (mode & 0700) | all << 3 | all;
    }
    ::fremovexattr(descriptor, kPosixList); // what the folder hands down
    for (const Access::Attribute& attribute : access.attributes) {
        const bool isList = isAccessList(attribute.name);
        if ((keepsGroup || !isList)
            && ::fsetxattr(descriptor, attribute.name.c_str(), attribute.value.data(), attribute.value.size(),
                           0)
                == 0)
            continue;
        lost = isList ? "its access list" : "its attribute " + attribute.name;
        if (isList)
            mode &= 0700; // those of a group are those of the list
    }
    if (::fchmod(descriptor, mode) != 0)
        return fail(Code::FileNotReplaced, "its permissions cannot be kept: " + systemMessage(errno));
    return lost.empty() ? Result<void>() : fail(Code::FileNotReplaced, lost + " cannot be kept");
}

}
