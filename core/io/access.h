// Who may read and write a file: owner, group, permissions and access list; and the attributes users gave it.
//
//     auto access = accessOf(*capture);
//     if (auto kept = giveAccess(*created, *access); !kept) ...   // "its owner cannot be kept"
//
// What cannot be kept leaves the file to fewer people, never to more.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/io/file.h"

namespace traceglass {

struct Access
{
    struct Attribute
    {
        std::string name;
        std::vector<std::byte> value;
    };

    unsigned owner = 0;
    unsigned group = 0;
    unsigned mode = 0600;
    std::vector<Attribute> attributes {}; // access lists among them
};

Result<Access> accessOf(const File& file); // or folder. Error of these: file.unreadable

// For a file beside a capture that tells of it: for nobody who may not read the capture, nor, where there is
// such a file already, that one.
Result<Access> accessBeside(const std::filesystem::path& capture, const std::filesystem::path& beside);
// The same beside a recording of many files: for nobody who may not read that file of it as well.
Result<Access> accessBeside(const std::filesystem::path& folder, const std::filesystem::path& inside,
                            const std::filesystem::path& beside);

// To a file that so far is its owner's only. Error: file.not-replaced, saying what cannot be kept.
Result<void> giveAccess(const File& file, const Access& access);

}
