// Captures with golden files: the project's own in tests/corpus, and a larger collection where there is one:
// the folder TRACEGLASS_CORPUS names, else shared/corpus beside the checkout.
//
//     for (const CorpusFile& capture : corpusFiles("rtc/valid", ".rtc"))
//         QTest::addRow("%s", capture.name.c_str()) << QString::fromStdString(capture.path.string());
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace traceglass {

inline std::filesystem::path ownCorpus()
{
    return std::filesystem::path(TRACEGLASS_SOURCE_DIR) / "tests" / "corpus";
}

// --- the larger collection

inline constexpr char kNoCorpus[] = "The corpus of captures is not there: set TRACEGLASS_CORPUS to the "
                                    "folder that holds rdf, rtc, rfr and cjfr.";

inline std::filesystem::path corpus(std::string_view format = {})
{
    if (const char* const set = std::getenv("TRACEGLASS_CORPUS"))
        return std::filesystem::path(set) / format;
    return std::filesystem::path(TRACEGLASS_SOURCE_DIR).parent_path() / "shared" / "corpus" / format;
}

// --- both

inline std::vector<std::filesystem::path> corpora()
{
    std::vector<std::filesystem::path> all {ownCorpus()};
    if (std::filesystem::exists(corpus()))
        all.push_back(corpus());
    return all;
}

struct CorpusFile
{
    std::string name; // for a row: "hello.rtc", "shared/hello.rtc"
    std::filesystem::path path;
};

// What lies in this folder of each collection and ends so, in order of name.
inline std::vector<CorpusFile> corpusFiles(std::string_view folder, std::string_view suffix)
{
    std::vector<CorpusFile> all;
    for (const std::filesystem::path& root : corpora()) {
        std::vector<CorpusFile> found;
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator(root / folder, none)) {
            const std::string name = entry.path().filename().string();
            if (name.ends_with(suffix))
                found.push_back({(root == ownCorpus() ? "" : "shared/") + name, entry.path()});
        }
        std::ranges::sort(found, {}, &CorpusFile::name);
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

}
