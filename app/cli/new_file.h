// The file behind -o: written beside its place, and there when it is whole, so that a full disk leaves
// nothing.
//
//     NewFile made(out, force);
//     auto file = made.create();
//     file->write(bytes); made.finish(*file);               // error: file.unwritable
//
// What exists is replaced only if that is asked for, and a link itself, not what it leads to. Pipes and
// terminals are written to as they are.
#pragma once

#include "app/cli/output.h"
#include "core/io/file.h"

#include <string>

namespace traceglass::cli {

class NewFile
{
public:
    NewFile(std::string path, bool replaces);
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile();

    Result<File> create();
    Result<void> finish(File& file);

private:
    std::string m_path;
    bool m_replaces;
    std::string m_made; // what is to be removed unless everything goes well
};

// Is `out` part of the capture that it would be made from? That is told, and nothing is written. "" and "-" are not.
Exit checkApart(const std::string& out, const Document& capture);

}
