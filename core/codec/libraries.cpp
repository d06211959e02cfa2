#include "core/codec/libraries.h"

#include <bzlib.h>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <jemalloc/jemalloc.h>
#include <lz4.h>
#include <lzma.h>
#include <nlohmann/json.hpp>
#include <openssl/crypto.h>
#include <re2/re2.h>
#include <zlib.h>
#include <zstd.h>

#pragma weak mallctl // sanitizers have an allocator of their own

namespace traceglass {

namespace {

// RE2 does not tell its version, but the file it comes from does: "libre2.so.9.0.0".
std::string re2Version()
{
    Dl_info from {};
    const auto symbol = &RE2::QuoteMeta;
    void* address = nullptr;
    static_assert(sizeof address == sizeof symbol);
    std::memcpy(&address, &symbol, sizeof address);
    if (::dladdr(address, &from) == 0 || !from.dli_fname)
        return "not known";
    std::error_code error;
    const std::string file = std::filesystem::canonical(from.dli_fname, error).filename().string();
    const std::size_t version = file.find(".so.");
    return version == std::string::npos ? "compiled in" : file.substr(version + 4);
}

std::string jemallocVersion()
{
    if (!&mallctl)
        return "not linked";
    const char* version = nullptr;
    std::size_t size = sizeof version;
    return mallctl("version", &version, &size, nullptr, 0) == 0 && version ? version : "not known";
}

}

std::vector<Library> libraries()
{
    std::vector<Library> all = {
        {"zstd", ZSTD_versionString()},
        {"zlib", zlibVersion()},
        {"liblzma", lzma_version_string()},
        {"libbz2", BZ2_bzlibVersion()},
        {"liblz4", LZ4_versionString()},
        {"libcrypto", OpenSSL_version(OPENSSL_VERSION)},
        {"RE2", re2Version()},
        {"jemalloc", jemallocVersion()},
        {"nlohmann-json",
         "compiled in " + std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + '.'
             + std::to_string(NLOHMANN_JSON_VERSION_MINOR) + '.'
             + std::to_string(NLOHMANN_JSON_VERSION_PATCH)},
    };
    return all;
}

}
