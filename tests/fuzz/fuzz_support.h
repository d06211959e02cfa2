// What every fuzz target shares: an input as a file, and a walk over everything a document offers.
//
// A target defines LLVMFuzzerTestOneInput and seeds(). Built with TRACEGLASS_FUZZ it is a libFuzzer program
// whose mutator starts from the seeds; otherwise a replay that runs the seeds, simple mutations of them, and
// the files given as arguments.
#pragma once

#include "core/model/document.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <vector>

namespace traceglass::fuzz {

using Bytes = std::vector<std::byte>;

// Inputs worth starting from, made by our own writers.
const std::vector<Bytes>& seeds();

// Inputs of any bytes, for targets that take them as a script: always the same ones.
std::vector<Bytes> scripts(std::uint32_t random, std::initializer_list<std::size_t> sizes);

// A file in memory: gone with this object.
class MemoryFile
{
public:
    explicit MemoryFile(std::span<const std::byte> bytes);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::filesystem::path path() const;

private:
    int m_descriptor;
};

// A broken promise of the code, as opposed to a broken file.
void require(bool holds, const char* promise);

// Index, tree, paths, bytes, records, dump, validation: bounded in nodes and in time.
void walk(const Document& document);

inline std::span<const std::byte> input(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const std::byte*>(data), size};
}

}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
