#include "core/io/sha256.h"

#include "core/base/text.h"

#include <array>
#include <openssl/evp.h>

namespace traceglass {

Sha256::Sha256()
    : m_context(EVP_MD_CTX_new(), EVP_MD_CTX_free)
{
    EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr);
}

void Sha256::add(std::span<const std::byte> bytes)
{
    EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size());
}

std::string Sha256::finish()
{
    std::array<std::byte, 32> digest {};
    EVP_DigestFinal_ex(m_context.get(), reinterpret_cast<unsigned char*>(digest.data()), nullptr);
    return hex(digest);
}

std::string sha256(std::span<const std::byte> bytes)
{
    Sha256 sum;
    sum.add(bytes);
    return sum.finish();
}

}
