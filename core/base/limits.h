// Named limits for hostile input that several share, each with its reason. Those of one reader stand beside it; all else
// is bounded by the bytes that are there.
#pragma once

#include <cstdint>

namespace traceglass::limits {

// A parent lists at most this many children; longer lists nest in ranges (a QTreeView keeps 40 bytes a listed
// row).
constexpr std::uint64_t kChildrenListed = 10'000;

// Diagnostics of one code that are kept whole, 3 MB of them: nobody reads more, and a capture in which every
// record is bad has millions. How many there are is told exactly up to so many of a code, by a hash of 16 bytes
// each; where those that are not kept lie, by so many stretches of bad bytes.
constexpr std::size_t kDiagnosticsACode = 10'000;
constexpr std::size_t kDiagnosticsCounted = 1u << 20;
constexpr std::size_t kBadStretches = 4'096;

// Decoded data up to this size is kept in memory, beyond it in an unlinked temporary file.
constexpr std::uint64_t kDecodedInMemory = 16u << 20;

// The same of a stream that is all of a capture: memory is fetched while decoding goes on, a file's is not.
constexpr std::uint64_t kStreamInMemory = 256u << 20;

// A chunk that states more than this is reported and paged (rdf.md 2).
constexpr std::uint64_t kLargeDecodedSize = 256u << 20;

// Decoding on request stops here: a bomb of a few kilobytes must not fill the disk.
constexpr std::uint64_t kDecodedAtMost = std::uint64_t(64) << 30;

// JSON text up to this size is shown as a tree; a page of a longer one would take too long to find.
constexpr std::uint64_t kJsonText = 16u << 20;

// Nesting of JSON and of captures inside captures; deeper content is shown as bytes.
constexpr int kJsonDepth = 200;
constexpr int kNestedCaptures = 8;

// A zstd window of 2^31 is legal, but the decoder allocates it: never more than this and the stated size.
constexpr std::uint64_t kZstdWindow = std::uint64_t(1) << 31;

// What decoding xz may allocate: the largest preset needs 65 MiB, its dictionary may be any size up to 4 GiB.
constexpr std::uint64_t kXzMemory = std::uint64_t(1) << 30;

// RecordRef has 24 bits for the source, so a recording has at most this many files.
constexpr std::uint32_t kSources = (1u << 24) - 1;

// Mapped files held open at once; the system allows about 65,000 mappings in a process.
constexpr std::size_t kOpenFiles = 512;

// CondensedData: ids are 64-bit and found through a table as long as the highest one; values nest at most so
// deep (object graphs of class loaders reach a few dozen levels); and a record printed with everything it
// refers to stops after so many values, because references can multiply without end.
constexpr std::uint64_t kCjfrTypeId = 1u << 24;
constexpr std::size_t kCjfrDepth = 500;
constexpr std::uint64_t kCjfrRecordValues = 100'000;

// Elements of one array that must be looked at one by one: half a second. A scan can be stopped within it, a look at a
// single value cannot.
constexpr std::uint64_t kCjfrElements = 1u << 24;

// Structs of structs without any field take no bytes however many they are, and each is looked at: so many in a
// stream, and so many more for each byte of it so far.
constexpr std::uint64_t kCjfrEmpty = 1u << 16;
constexpr std::uint64_t kCjfrEmptyAByte = 16;

// A footer lists at most so many buckets, counts, values and labels together: ten days of seconds.
constexpr std::uint64_t kCjfrFooterItems = 1'000'000;

// RFR: a chunk has a sequence for each thread. An empty one is five bytes there, and 200 with us.
constexpr std::uint64_t kRfrSequences = 1u << 16;

// Columns of a table of records.
constexpr std::size_t kRecordColumns = 256;

// On a timeline of CondensedData: a thread costs a kilobyte, and a count that stands for events costs a file
// next to nothing.
constexpr std::size_t kCjfrThreads = 1u << 18;
constexpr std::uint64_t kCjfrExpanded = 1u << 24;
constexpr std::uint64_t kCjfrExpandedAByte = 16; // of the stream so far, on top of it

// Combined events may share their maps, and stand for none all the same: keys and values that are visited in all
// of them together.
constexpr std::uint64_t kCjfrVisits = 1u << 22;
constexpr std::uint64_t kCjfrVisitsAByte = 4; // likewise

// Distinct texts of events kept for labels; beyond it an event is labelled by its callsite.
constexpr std::size_t kLabelBytes = 256u << 20;

// Notes of one capture as JSON: 100,000 notes of ordinary length are 40 MB. The shortest ones we write are 180
// bytes long, so no file of ours has more than so many, but one of three bytes each could.
constexpr std::uint64_t kNotesJson = 64u << 20;
constexpr std::size_t kNotes = 400'000;

// Flame graphs: frames below each other (a JVM records at most 2,048), nodes of one graph (56 bytes each),
// samples kept for stepping through (24 bytes each), and text copied as collapsed stacks.
constexpr std::size_t kStackDepth = 2'048;
constexpr std::size_t kFlameNodes = 4'000'000;
constexpr std::size_t kFlameSamples = 4'000'000;
constexpr std::size_t kCollapsedBytes = 64u << 20;

}
