#include "core/io/sha256.h"

#include "core/base/text.h"

#include <array>
#include <openssl/evp.h>

namespace traceglass {

struct Sha256::State
{
    EVP_MD_CTX* context = EVP_MD_CTX_new();

    ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256()
    : m_state(std::make_unique<State>())
{
    EVP_DigestInit_ex(m_state->context, EVP_sha256(), nullptr);
}

Sha256::~Sha256() = default;

void Sha256::add(std::span<const std::byte> bytes)
{
    EVP_DigestUpdate(m_state->context, bytes.data(), bytes.size());
}

std::string Sha256::finish()
{
    std::array<std::byte, 32> digest {};
    EVP_DigestFinal_ex(m_state->context, reinterpret_cast<unsigned char*>(digest.data()), nullptr);
    return hex(digest);
}

std::string sha256(std::span<const std::byte> bytes)
{
    Sha256 sum;
    sum.add(bytes);
    return sum.finish();
}

}
