#include "core/formats/rfr/wire/rfr_recording.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/io/file.h"
#include "core/model/content.h"

#include <algorithm>

namespace traceglass::rfr {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMetaName = "meta.rfr";
constexpr std::string_view kCallsitesName = "callsites.rfr";
constexpr std::string_view kNotesName = "traceglass.annotations.json"; // other readers skip such names (rfr.md 9)
constexpr std::string_view kSuffix = ".rfr";

bool hasFile(const fs::path& directory, std::string_view name)
{
    std::error_code error;
    return fs::is_regular_file(directory / name, error);
}

// Calls visit(path) for every chunk candidate below the directory, in byte order of each directory's entries,
// until it returns false. Does not follow links and does not enter directories named *.rfr.
template <class Visit>
bool walkChunks(const fs::path& directory, int depth, const Visit& visit)
{
    constexpr int kDeepest = 16;
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (auto it = fs::directory_iterator(directory, fs::directory_options::skip_permission_denied, error);
         !error && it != fs::directory_iterator(); it.increment(error))
        entries.push_back(*it);
    std::ranges::sort(entries, {},
                      [](const fs::directory_entry& entry) { return entry.path().filename().string(); });
    for (const fs::directory_entry& entry : entries) {
        const std::string name = entry.path().filename().string();
        if (entry.is_symlink(error))
            continue;
        if (entry.is_directory(error)) {
            if (!name.ends_with(kSuffix) && depth < kDeepest && !walkChunks(entry.path(), depth + 1, visit))
                return false;
        } else if (entry.is_regular_file(error) && name.ends_with(kSuffix) && name != kMetaName
                   && name != kCallsitesName) {
            if (!visit(entry.path()))
                return false;
        }
    }
    return true;
}

bool isChunkFile(const fs::path& path)
{
    const auto head = readHead(path, kChunkHeaderBytes);
    if (!head)
        return false;
    ByteReader in(*head);
    const auto label = readLabel(in);
    return label && label->kind == FileKind::chunk;
}

Diagnostic inFile(SourceId source, Code code, std::string detail, std::uint64_t offset, std::uint64_t length)
{
    return diagnose(code, std::move(detail), ByteRange {source, offset, length});
}

// Opens a file of the recording and keeps its identity, so that a change on disk is noticed.
Result<std::shared_ptr<const MappedFile>> openKept(Recording& recording, SourceId source)
{
    auto file = recording.sources.open(source);
    if (file) {
        recording.bytes += (*file)->size();
        recording.identities.emplace_back(recording.sources.path(source), (*file)->identity());
    }
    return file;
}

void readMeta(Recording& recording, const fs::path& path)
{
    const SourceId source = recording.sources.add(path, std::string(kMetaName));
    recording.metaSource = source;
    const auto file = openKept(recording, source);
    if (!file) {
        recording.diagnostics.push_back(inFile(source, Code::RfrMetaDamaged, file.error().detail, 0, 0));
        return;
    }
    ByteReader in((*file)->view());
    const auto label = readLabel(in);
    if (!label || label->kind != FileKind::meta || !label->known) {
        const std::string found = label ? std::string(label->text) : "it does not begin with rfr-cm/";
        recording.diagnostics.push_back(inFile(source, Code::RfrMetaDamaged, found, 0, (*file)->size()));
        return;
    }
    Meta meta;
    meta.created = readAbsTime(in);
    const std::uint64_t count = in.count(1);
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i)
        meta.formats.push_back(toValidUtf8(in.text()));
    if (in.failed()) {
        recording.diagnostics.push_back(inFile(source, Code::RfrMetaDamaged,
                                               "it ends or fails inside a field", in.errorOffset(),
                                               (*file)->size() - in.errorOffset()));
        return;
    }
    recording.meta = std::move(meta);
}

void readCallsites(Recording& recording, const fs::path& path)
{
    const SourceId source = recording.sources.add(path, std::string(kCallsitesName));
    recording.callsitesSource = source;
    const auto file = openKept(recording, source);
    if (!file) {
        recording.diagnostics.push_back(inFile(source, Code::RfrCallsitesDamaged, file.error().detail, 0, 0));
        return;
    }
    recording.callsites.files.push_back(*file);
    ByteReader in((*file)->view());
    const auto label = readLabel(in);
    if (!label || label->kind != FileKind::callsites || !label->known) {
        const std::string found = label ? std::string(label->text) : "it does not begin with rfr-cc/";
        recording.diagnostics.push_back(inFile(source, Code::RfrCallsitesDamaged, found, 0, (*file)->size()));
        return;
    }
    while (!in.atEnd()) {
        const std::size_t start = in.offset();
        Callsite callsite = readCallsite(in);
        if (in.failed()) {
            const Code code = in.error() == ReadError::unexpectedEnd || in.error() == ReadError::countTooLarge
                ? Code::RfrCallsitesCut
                : Code::RfrCallsitesDamaged;
            recording.diagnostics.push_back(
                inFile(source, code,
                       counted(recording.callsites.list.size(), "callsite", "callsites") + " could be read",
                       start, (*file)->size() - start));
            return;
        }
        recording.callsites.add(std::move(callsite), {source, start, in.offset() - start});
    }
}

// Reads the headers of all chunks on all cores; each file is touched once and closed.
void readHeaders(Recording& recording, std::vector<std::optional<Error>>& errors)
{
    const Job job;
    errors.resize(recording.chunks.size());
    forEachParallel(recording.chunks.size(), 0, job, [&](std::size_t i) {
        ChunkFile& chunk = recording.chunks[i];
        const fs::path& path = recording.sources.path(chunk.source);
        std::error_code failed;
        const std::uintmax_t size = fs::file_size(path, failed);
        chunk.size = failed ? 0 : size;
        auto head = readHead(path, kChunkHeaderBytes);
        auto header = head ? readChunkHeader(*head) : Result<ChunkHeader>(tl::unexpected(head.error()));
        if (header) {
            chunk.header = std::move(*header);
            chunk.readable = true;
        } else {
            errors[i] = std::move(header.error());
        }
    });
}

void addChunk(Recording& recording, const fs::path& path, std::string name)
{
    ChunkFile chunk;
    chunk.name = name;
    chunk.source = recording.sources.add(path, std::move(name));
    recording.chunks.push_back(std::move(chunk));
}

// Sorts out what is no chunk. An unreadable file that is named like a chunk is a lost chunk, any other a
// stray file.
Result<void> judgeChunks(Recording& recording, std::vector<std::optional<Error>>& errors)
{
    std::vector<ChunkFile> kept;
    std::optional<Error> unsupported;
    bool anyReadable = false;
    for (std::size_t i = 0; i < recording.chunks.size(); ++i) {
        ChunkFile& chunk = recording.chunks[i];
        if (!errors[i]) {
            anyReadable = true;
        } else {
            Error error = std::move(*errors[i]);
            const ByteRange range {chunk.source, error.range ? error.range->offset : 0, chunk.size};
            const bool named = fs::path(chunk.name).filename().string().starts_with("chunk-");
            if (error.code == Code::RfrUnsupportedVersion) {
                if (!unsupported)
                    unsupported = error;
            } else if (!named) {
                recording.diagnostics.push_back(diagnose(Code::RfrForeignFile, chunk.name, range));
                continue;
            }
            recording.diagnostics.push_back(
                diagnose(error.code, chunk.name + (error.detail.empty() ? "" : ": " + error.detail), range));
        }
        recording.bytes += chunk.size;
        kept.push_back(std::move(chunk));
    }
    recording.chunks = std::move(kept);
    if (unsupported && !anyReadable)
        return tl::unexpected(*unsupported);
    return {};
}

void sortByTime(Recording& recording)
{
    for (std::uint32_t i = 0; i < recording.chunks.size(); ++i) {
        if (recording.chunks[i].readable)
            recording.byTime.push_back(i);
    }
    const auto key = [&](std::uint32_t i) {
        const ChunkHeader& header = recording.chunks[i].header;
        return std::tuple(header.absolute(header.startMicros), header.absolute(header.endMicros), i);
    };
    std::ranges::sort(recording.byTime, {}, key);
}

Result<std::unique_ptr<Recording>> openDirectory(const fs::path& directory,
                                                 const std::optional<fs::path>& named)
{
    auto recording = std::make_unique<Recording>();
    recording->path = directory;
    const bool hasMeta = hasFile(directory, kMetaName);
    const bool hasCallsites = hasFile(directory, kCallsitesName);
    if (hasMeta)
        readMeta(*recording, directory / kMetaName);
    if (hasCallsites)
        readCallsites(*recording, directory / kCallsitesName);

    walkChunks(directory, 0, [&](const fs::path& path) {
        if (recording->chunks.size() + 2 >= limits::kSources) {
            recording->diagnostics.push_back(
                diagnose(Code::RfrTooManyChunks, grouped(recording->chunks.size())));
            return false;
        }
        addChunk(*recording, path, path.lexically_relative(directory).string());
        return true;
    });
    recording->notesPath = directory / kNotesName;
    recording->notesIdentity = identify(recording->notesPath);
    if (recording->notesIdentity) {
        recording->notesSource = recording->sources.add(recording->notesPath, std::string(kNotesName));
        recording->bytes += recording->notesIdentity->size;
    }
    std::vector<std::optional<Error>> errors;
    readHeaders(*recording, errors);
    if (auto judged = judgeChunks(*recording, errors); !judged)
        return tl::unexpected(judged.error());
    const bool anyChunk = std::ranges::any_of(recording->chunks, &ChunkFile::readable);
    if (!hasMeta && !anyChunk)
        return fail(Code::RfrNotARecording, directory.filename().string());
    if (!hasMeta)
        recording->diagnostics.push_back(diagnose(Code::RfrMetaMissing));
    if (!hasCallsites)
        recording->diagnostics.push_back(diagnose(Code::RfrCallsitesMissing));
    sortByTime(*recording);

    if (recording->meta && !recording->meta->formats.empty())
        recording->version = recording->meta->formats.front();
    else if (anyChunk)
        recording->version = recording->chunks[recording->byTime.front()].header.version;
    if (recording->chunks.empty() && recording->meta && !recording->meta->formats.empty()
        && recording->version != "rfr-c/0.0.2" && recording->version != "rfr-c/0.0.3")
        return fail(Code::RfrUnsupportedVersion, recording->version);
    if (named) {
        for (const ChunkFile& chunk : recording->chunks) {
            std::error_code error;
            if (chunk.readable && fs::equivalent(recording->sources.path(chunk.source), *named, error))
                recording->initialView = chunk.interval();
        }
    }
    return recording;
}

Result<std::unique_ptr<Recording>> openChunk(const fs::path& path)
{
    // Up to four parents: name.rfr/2026-05/28-20/chunk-28-43.rfr, and writers may nest differently.
    constexpr int kParents = 4;
    std::error_code error;
    fs::path parent = fs::absolute(path, error).parent_path();
    for (int i = 0; i < kParents && !parent.empty(); ++i, parent = parent.parent_path()) {
        if (hasFile(parent, kMetaName) || hasFile(parent, kCallsitesName))
            return openDirectory(parent, path);
    }
    auto recording = std::make_unique<Recording>();
    recording->path = path;
    addChunk(*recording, path, path.filename().string());
    std::vector<std::optional<Error>> errors;
    readHeaders(*recording, errors);
    if (errors.front())
        return tl::unexpected(*errors.front());
    ChunkFile& chunk = recording->chunks.front();
    recording->bytes = chunk.size;
    recording->version = chunk.header.version;
    recording->diagnostics.push_back(diagnose(Code::RfrMetaMissing));
    recording->diagnostics.push_back(diagnose(Code::RfrCallsitesMissing));
    if (const auto identity = identify(path))
        recording->identities.emplace_back(path, *identity);
    sortByTime(*recording);
    return recording;
}

Result<std::unique_ptr<Recording>> openStream(const fs::path& path, const Label& label)
{
    if (!label.known)
        return fail(Code::RfrUnsupportedVersion, std::string(label.text),
                    ByteRange {SourceId {}, 0, label.text.size() + 1});
    auto recording = std::make_unique<Recording>();
    recording->path = path;
    recording->version = label.text;
    recording->streamSource = recording->sources.add(path, path.filename().string());
    if (auto file = openKept(*recording, *recording->streamSource); !file)
        return tl::unexpected(file.error());
    return recording;
}

fs::path withoutTrailingSlash(const fs::path& path)
{
    return path.has_filename() ? path : path.parent_path();
}

}

TimeRange ChunkFile::interval() const
{
    std::uint64_t first = header.startMicros;
    std::uint64_t last = header.endMicros;
    if (header.earliestMicros <= header.latestMicros) {
        first = std::min(first, header.earliestMicros);
        last = std::max(last, header.latestMicros + 1);
    }
    constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
    return {nanoseconds(header.absolute(first)).value_or(kEnd),
            nanoseconds(header.absolute(last)).value_or(kEnd)};
}

void Callsites::add(Callsite callsite, ByteRange range)
{
    byId.try_emplace(callsite.id, static_cast<std::uint32_t>(list.size()));
    list.push_back({std::move(callsite), range});
}

const Callsite* Callsites::find(std::uint64_t id) const
{
    const auto found = byId.find(id);
    return found == byId.end() ? nullptr : &list[found->second].callsite;
}

std::string Callsites::nameOf(std::uint64_t id) const
{
    const Callsite* callsite = find(id);
    const std::string_view name = callsite ? callsite->textField("name") : std::string_view();
    return name.empty() ? "callsite " + hexNumber(id) : toValidUtf8(name);
}

Match probeRecording(const Probe& probe)
{
    if (!probe.directory) {
        ByteReader in(probe.head);
        return readLabel(in) ? Match::sure : Match::no;
    }
    if (hasFile(probe.path, kMetaName))
        return Match::sure;
    // A bounded look for a first chunk; a folder full of other things is none of ours.
    constexpr int kLooks = 64;
    int looks = 0;
    bool found = false;
    walkChunks(probe.path, 0, [&](const fs::path& path) {
        found = isChunkFile(path);
        return !found && ++looks < kLooks;
    });
    return found ? Match::maybe : Match::no;
}

Result<std::unique_ptr<Recording>> openRecording(const Probe& probe)
{
    if (probe.directory)
        return openDirectory(withoutTrailingSlash(probe.path), {});
    ByteReader in(probe.head);
    const auto label = readLabel(in);
    if (!label) {
        if (probe.size == 0)
            return fail(Code::RfrNotARecording, "the file is empty");
        return fail(
            Code::RfrNotARecording,
            "the file seems to be "
                + std::string(contentName(guessContent(probe.head, probe.head.size() == probe.size))));
    }
    switch (label->kind) {
    case FileKind::meta:
    case FileKind::callsites: {
        std::error_code error;
        return openDirectory(fs::absolute(probe.path, error).parent_path(), {});
    }
    case FileKind::chunk: return openChunk(probe.path);
    case FileKind::stream: break;
    }
    return openStream(probe.path, *label);
}

}
