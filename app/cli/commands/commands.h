// The commands of tglass: each takes what the command line says, prints, and returns the exit code. main.cpp
// fills the options and opens the capture of those that begin with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace traceglass {

class Document;

}

namespace traceglass::cli {

enum Exit : int {
    kOk = 0,
    kDamaged = 1,  // opened, but something in it is wrong
    kRejected = 2, // could not be opened
    kUsage = 3,
    kUnwritable = 4, // what was asked for could not be written
    kExceeded = 5,   // done, and what the caller expected is not so
    kNoMemory = 6,   // or no thread: the system gives no more
};

// What compare takes for one of its two sides, in place of what is said for both.
struct SideOptions
{
    std::string from;
    std::string to;
    std::string track;
    std::string query;
};

// Of all commands; each has some of them. Empty: not given.
struct Options
{
    std::string file;
    std::string other;              // what compare compares it with
    std::vector<std::string> files; // of validate, stats and findings
    std::string folder;             // of demo
    std::string path = "/";         // of the node a tree begins with
    std::string node;
    std::string out; // "-": standard output
    std::string from; // times
    std::string to;
    std::string at;
    std::string range;
    std::string bytes;
    std::string track;
    std::string clock;
    std::string query;
    std::string in = "slices"; // where find looks
    std::string match; // the same, asked of records
    std::string type;  // of records
    std::vector<std::string> fields; // of records, to print
    std::string by = "name"; // what a table has its rows of
    std::string field;       // what rows of slices are told apart by besides
    std::string sort;        // by which column
    std::string table = "slices"; // of export
    std::string stacks;      // where export writes them
    std::string kind;        // of events with stacks
    std::string weight;      // of stacks
    std::vector<std::string> failIf;
    std::string expect; // "some" or "none"
    std::string failOn; // severity of a finding
    std::vector<std::string> failOnChanges; // of compare
    std::string per;                        // what compare divides by
    SideOptions a, b;
    std::vector<std::string> set; // thresholds of rules
    std::string mute;             // files
    std::string baseline;
    std::string explain; // id of a rule
    std::string text;   // of a note
    std::string author;
    std::string remove; // ids of notes
    std::string edit;
    std::uint64_t depth = 2; // levels below the first node
    std::optional<std::uint64_t> limit {}; // lines or records; 0: all
    std::optional<std::uint64_t> top {};   // rows
    bool json = false;
    bool csv = false;
    bool histogram = false;
    bool ascending = false;
    bool countOnly = false;
    bool hashes = false;
    bool expanded = false;
    bool payloads = false;
    bool raw = false;
    bool force = false; // replaces what is there
    bool rules = false;
    bool withFindings = false;
    bool partial = false; // findings of what is left are enough
};

int info(const Document& document, const Options& options);
int tree(const Document& document, const Options& options);
int dump(const Document& document, const Options& options);
int records(const Document& document, const Options& options);
int find(const Document& document, const Options& options);
int compact(const Document& document, const Options& options);
int validate(const Options& options);
int extract(const Options& options);
int show(const Document& document, const Options& options);
int annotate(const Options& options);
int annotations(const Options& options);
int demo(const Options& options);
int stats(const Options& options);
int findings(const Options& options);
int compare(const Options& options);
int exportTable(const Document& document, const Options& options);

}
