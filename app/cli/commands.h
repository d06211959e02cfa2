// The commands of tglass: each takes its options, prints, and returns the exit code. main.cpp fills the
// options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace traceglass::cli {

enum Exit : int {
    kOk = 0,
    kDamaged = 1,  // opened, but something in it is wrong
    kRejected = 2, // could not be opened
    kUsage = 3,
    kUnwritable = 4, // what was asked for could not be written
};

struct InfoOptions
{
    std::string file;
    bool json = false;
};
int info(const InfoOptions& options);

struct TreeOptions
{
    std::string file;
    std::uint64_t depth = 2; // levels below the first node
    std::string path = "/";
    std::optional<std::uint64_t> limit {}; // lines; 0: all
    bool json = false;
};
int tree(const TreeOptions& options);

struct ExtractOptions
{
    std::string file;
    std::string node;
    std::string out; // empty or "-": standard output
    bool raw = false;
    bool force = false; // replaces what is there
};
int extract(const ExtractOptions& options);

struct DumpOptions
{
    std::string file;
    bool hashes = false;
};
int dump(const DumpOptions& options);

struct RecordsOptions
{
    std::string file;
    std::uint64_t limit = ~std::uint64_t(0);
    std::string from; // time arguments; empty: not given
    std::string to;
    std::string track;
    std::string clock; // what from and to are on; empty: the capture's first choice
    bool expanded = false;
    bool hashes = false;
};
int records(const RecordsOptions& options);

struct ValidateOptions
{
    std::vector<std::string> files;
    bool json = false;
};
int validate(const ValidateOptions& options);

struct AnnotateOptions
{
    std::string file;
    std::string at; // times; empty: not given
    std::string range;
    std::string node;
    std::string bytes;
    std::string track;
    std::string clock;
    std::string text;
    std::string author; // empty: the user
};
int annotate(const AnnotateOptions& options);

struct AnnotationsOptions
{
    std::string file;
    bool json = false;
    std::string remove; // ids
    std::string edit;
    std::string text;
};
int annotations(const AnnotationsOptions& options);

struct CompactOptions
{
    std::string file;
    std::string out; // empty: the capture itself
};
int compact(const CompactOptions& options);

struct DemoOptions
{
    std::string folder;
};
int demo(const DemoOptions& options);

}
