// Writes the captures of this collection, the same bytes every time with the same compression libraries.
// Whoever adds one reads README.md: golden files are made and checked once, then kept.
//
//     make_corpus tests/corpus
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/text.h"
#include "core/io/byte_writer.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

namespace traceglass::corpus {

using Bytes = std::vector<std::byte>;

// Ends the program with what went wrong: half a collection is of no use.
template <class T>
T must(Result<T> result)
{
    if (!result) {
        std::cerr << "make_corpus: " << message(result.error()) << '\n';
        std::exit(1);
    }
    if constexpr (!std::is_void_v<T>)
        return std::move(*result);
}

inline Bytes bytesOf(std::string_view text)
{
    const auto bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

inline void append(Bytes& to, std::span<const std::byte> bytes)
{
    to.insert(to.end(), bytes.begin(), bytes.end());
}

// Bytes that no codec makes smaller and that look like nothing.
Bytes noise(std::size_t size, std::uint64_t seed);

class Folder
{
public:
    explicit Folder(std::filesystem::path path)
        : m_path(std::move(path))
    {
    }
    Folder operator/(std::string_view name) const { return Folder(m_path / name); }
    // Makes the folders of the name, too.
    void write(std::string_view name, std::span<const std::byte> bytes) const;
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

// One file of sources each.
void makeRdf(const Folder& folder);
void makeRtc(const Folder& folder);
void makeRtcDamaged(const Folder& folder);
void makeRfr(const Folder& folder);
void makeRfrDamaged(const Folder& folder);
void makeCjfr(const Folder& folder);
void makeCjfrRecordings(const Folder& folder);
void makeCjfrMalformed(const Folder& folder);

}
