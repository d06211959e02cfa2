// What every fuzz target shares: an input as a file, and a walk over everything a document offers.
//
// A target takes any bytes as its input. Built with TRACEGLASS_FUZZ each is a libFuzzer program whose mutator starts
// from the seeds; otherwise all are one program, a replay (replay_main.cpp).
#pragma once

#include "core/model/document.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace traceglass::fuzz {

using Bytes = std::vector<std::byte>;

struct Target
{
    using Seeds = const std::vector<Bytes>&(); // worth starting from, made by our own writers
    using Run = void(std::span<const std::byte> input);
    Target(std::string_view name, Seeds* seeds, Run* run);

    std::string_view name;
    Seeds* seeds;
    Run* run;
};

// Those of this program.
std::vector<Target>& targets();

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

}
