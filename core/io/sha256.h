// SHA-256 of a byte sequence given in pieces, as lower-case hex.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

struct evp_md_ctx_st;

namespace traceglass {

class Sha256
{
public:
    Sha256();
    void add(std::span<const std::byte> bytes);
    std::string finish(); // once, last

private:
    std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> m_context;
};

std::string sha256(std::span<const std::byte> bytes);

}
