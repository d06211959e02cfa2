// SHA-256 of a byte sequence given in pieces, as lower-case hex.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace traceglass {

class Sha256
{
public:
    Sha256();
    ~Sha256();
    void add(std::span<const std::byte> bytes);
    std::string finish(); // once, last

private:
    struct State;
    std::unique_ptr<State> m_state;
};

std::string sha256(std::span<const std::byte> bytes);

}
