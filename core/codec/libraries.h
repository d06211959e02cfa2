// Which libraries of others the core runs with, and their versions as linked now, not as compiled: for bug reports.
//
//     for (const Library& library : libraries()) print(library.name, library.version);     // "zstd", "1.5.4"
#pragma once

#include <string>
#include <vector>

namespace traceglass {

struct Library
{
    std::string name;
    std::string version; // "compiled in 3.11.2" of what is headers alone
};

std::vector<Library> libraries();

}
