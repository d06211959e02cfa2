#include "core/formats/rfr/wire/rfr_recording.h"

#include "core/base/limits.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/formats/rfr/wire/rfr_folder.h"
#include "core/io/file.h"
#include "core/model/content.h"

#include <algorithm>
#include <unordered_set>

namespace traceglass::rfr {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNotesName =
    "traceglass.annotations.json"; // other readers skip such names (rfr.md 9)

bool hasFile(const fs::path& directory, std::string_view name)
{
    std::error_code error;
    return fs::is_regular_file(directory / name, error);
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

// Puts `in` behind the label of such a file; null, and a diagnostic, when it cannot be read.
std::shared_ptr<const MappedFile> openLabelled(Recording& recording, SourceId source, FileKind kind,
                                               Code damaged, ByteReader& in)
{
    const auto file = openKept(recording, source);
    if (!file) {
        recording.diagnostics.push_back(inFile(source, damaged, file.error().detail, 0, 0));
        return nullptr;
    }
    in = ByteReader((*file)->view());
    const auto label = readLabel(in);
    if (label && label->kind == kind && label->known)
        return *file;
    const std::string_view begin = kind == FileKind::meta ? "rfr-cm/" : "rfr-cc/";
    recording.diagnostics.push_back(inFile(
        source, damaged, label ? std::string(label->text) : "it does not begin with " + std::string(begin), 0,
        (*file)->size()));
    return nullptr;
}

// In loops over what there may be millions of: every 4,096 steps is a look at the job.
bool isStopped(std::size_t step, const Job& job)
{
    return (step & 4095) == 4095 && job.stopRequested();
}

void readMeta(Recording& recording, const fs::path& path, const Job& job)
{
    const SourceId source = recording.sources.add(path, std::string(kMetaName));
    recording.metaSource = source;
    ByteReader in({});
    if (!openLabelled(recording, source, FileKind::meta, Code::RfrMetaDamaged, in))
        return;
    Meta meta;
    meta.created = readAbsTime(in);
    const std::uint64_t count = in.count(1);
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
        if (isStopped(i, job))
            return;
        meta.formats.push_back(toValidUtf8(in.text()));
    }
    if (in.failed()) {
        recording.diagnostics.push_back(inFile(source, Code::RfrMetaDamaged,
                                               "it ends or fails inside a field", in.errorOffset(),
                                               in.offset() - in.errorOffset()));
        return;
    }
    recording.meta = std::move(meta);
}

void readCallsites(Recording& recording, const fs::path& path, const Job& job)
{
    const SourceId source = recording.sources.add(path, std::string(kCallsitesName));
    recording.callsitesSource = source;
    ByteReader in({});
    const auto file = openLabelled(recording, source, FileKind::callsites, Code::RfrCallsitesDamaged, in);
    if (!file)
        return;
    Callsites& callsites = recording.callsites;
    while (!in.atEnd()) {
        if (isStopped(callsites.all().size(), job))
            return;
        const std::size_t start = in.offset();
        if (callsites.read(in, file, source))
            continue;
        const Code code = in.error() == ReadError::unexpectedEnd || in.error() == ReadError::countTooLarge
            ? Code::RfrCallsitesCut
            : Code::RfrCallsitesDamaged;
        recording.diagnostics.push_back(
            inFile(source, code, counted(callsites.all().size(), "callsite", "callsites") + " could be read",
                   start, file->size() - start));
        break;
    }
}

using HeaderErrors = std::vector<std::optional<Error>>; // by chunk

// Reads the headers of all chunks on all cores; each file is touched once and closed.
Result<HeaderErrors> readHeaders(Recording& recording, Job& job)
{
    HeaderErrors errors(recording.chunks.size());
    job.start(recording.chunks.size());
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
        job.advance();
    });
    if (job.stopRequested())
        return fail(Code::Stopped);
    return errors;
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
Result<void> judgeChunks(Recording& recording, HeaderErrors& errors, const Job& job)
{
    std::vector<ChunkFile> kept;
    std::optional<Error> unsupported;
    for (std::size_t i = 0; i < recording.chunks.size(); ++i) {
        ChunkFile& chunk = recording.chunks[i];
        if (isStopped(i, job))
            return fail(Code::Stopped);
        if (errors[i]) {
            Error error = std::move(*errors[i]);
            const std::uint64_t offset = std::min(error.range ? error.range->offset : 0, chunk.size);
            const ByteRange range {chunk.source, offset, chunk.size - offset};
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
    if (unsupported && std::ranges::none_of(recording.chunks, &ChunkFile::readable))
        return tl::unexpected(*unsupported);
    return {};
}

// What is missing, the chunks by time, and the version they say. Error: file.stopped.
Result<void> finish(Recording& recording, const Job& job)
{
    if (!recording.metaSource)
        recording.diagnostics.push_back(diagnose(Code::RfrMetaMissing));
    if (!recording.callsitesSource)
        recording.diagnostics.push_back(diagnose(Code::RfrCallsitesMissing));
    for (std::uint32_t i = 0; i < recording.chunks.size(); ++i) {
        if (recording.chunks[i].readable)
            recording.byTime.push_back(i);
    }
    const auto key = [&](std::uint32_t i) {
        const ChunkHeader& header = recording.chunks[i].header;
        return std::tuple(header.absolute(header.startMicros), header.absolute(header.endMicros), i);
    };
    const auto isBefore = [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); };
    if (!sortUnlessStopped(recording.byTime, isBefore, job))
        return fail(Code::Stopped);
    if (!recording.byTime.empty())
        recording.version = recording.chunks[recording.byTime.front()].header.version;
    return {};
}

// A recorder makes a new chunk beside the newest one, or in a new folder beside that. Notes change the recording's own.
void keepFolders(Recording& recording)
{
    if (recording.byTime.empty())
        return;
    const fs::path newest = recording.chunks[recording.byTime.back()].name;
    for (fs::path folder = newest.parent_path(); !folder.empty(); folder = folder.parent_path()) {
        if (const auto identity = identify(recording.path / folder))
            recording.identities.emplace_back(recording.path / folder, *identity);
    }
}

// Finds the chunk files below the directory. Nothing when the job was stopped.
std::optional<std::vector<fs::path>> findChunks(Recording& recording, const Job& job)
{
    std::vector<fs::path> found;
    const std::size_t room = limits::kSources - 2 - recording.sources.count();
    const FolderSeen seen = lookForChunks(recording.path, kBoundsToOpen, job, [&](const fs::path& path) {
        found.push_back(path);
        return found.size() < room;
    });
    if (seen == FolderSeen::stopped)
        return {};
    if (seen == FolderSeen::ended)
        recording.diagnostics.push_back(diagnose(Code::RfrTooManyChunks, grouped(found.size())));
    if (seen == FolderSeen::tooLarge)
        recording.diagnostics.push_back(
            diagnose(Code::RfrFolderTooLarge,
                     counted(found.size(), "chunk file was", "chunk files were") + " found before"));
    if (!sortByParts(found, job))
        return {};
    return found;
}

Result<std::unique_ptr<Recording>> openDirectory(const fs::path& directory,
                                                 const std::optional<fs::path>& named, Job& job)
{
    auto recording = std::make_unique<Recording>();
    recording->path = directory;
    if (hasFile(directory, kMetaName))
        readMeta(*recording, directory / kMetaName, job);
    if (hasFile(directory, kCallsitesName))
        readCallsites(*recording, directory / kCallsitesName, job);
    const auto found = findChunks(*recording, job);
    if (!found)
        return fail(Code::Stopped);
    for (const fs::path& path : *found) {
        if (isStopped(recording->chunks.size(), job))
            return fail(Code::Stopped);
        addChunk(*recording, path, path.lexically_relative(directory).string());
    }
    recording->notesPath = directory / kNotesName;
    if (hasFile(directory, kNotesName))
        recording->notesIdentity = identify(recording->notesPath);
    if (recording->notesIdentity) {
        recording->notesSource = recording->sources.add(recording->notesPath, std::string(kNotesName));
        recording->bytes += recording->notesIdentity->size;
    }
    auto errors = readHeaders(*recording, job);
    if (!errors)
        return tl::unexpected(errors.error());
    if (auto judged = judgeChunks(*recording, *errors, job).and_then([&] { return finish(*recording, job); });
        !judged)
        return tl::unexpected(judged.error());
    keepFolders(*recording);
    if (!recording->metaSource && recording->byTime.empty())
        return fail(Code::RfrNotARecording, directory.filename().string());
    const bool toldByMeta = recording->meta && !recording->meta->formats.empty();
    if (toldByMeta)
        recording->version = recording->meta->formats.front();
    if (recording->chunks.empty() && toldByMeta && recording->version != "rfr-c/0.0.2"
        && recording->version != "rfr-c/0.0.3")
        return fail(Code::RfrUnsupportedVersion, recording->version);
    for (std::size_t i = 0; named && !recording->initialView && i < recording->chunks.size(); ++i) {
        const ChunkFile& chunk = recording->chunks[i];
        std::error_code error;
        if (isStopped(i, job))
            return fail(Code::Stopped);
        if (chunk.readable && fs::equivalent(recording->sources.path(chunk.source), *named, error))
            recording->initialView = chunk.interval();
    }
    return recording;
}

Result<std::unique_ptr<Recording>> openChunk(const fs::path& path, Job& job)
{
    // Up to four parents: name.rfr/2026-05/28-20/chunk-28-43.rfr, and writers may nest differently.
    constexpr int kParents = 4;
    std::error_code error;
    fs::path parent = fs::absolute(path, error).parent_path();
    for (int i = 0; i < kParents && !parent.empty(); ++i, parent = parent.parent_path()) {
        if (hasFile(parent, kMetaName) || hasFile(parent, kCallsitesName))
            return openDirectory(parent, path, job);
    }
    auto recording = std::make_unique<Recording>();
    recording->path = path;
    addChunk(*recording, path, path.filename().string());
    const auto errors = readHeaders(*recording, job);
    if (!errors)
        return tl::unexpected(errors.error());
    if (errors->front())
        return tl::unexpected(*errors->front());
    recording->bytes = recording->chunks.front().size;
    if (auto done = finish(*recording, job); !done)
        return tl::unexpected(done.error());
    if (const auto identity = identify(path))
        recording->identities.emplace_back(path, *identity);
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

std::optional<std::uint32_t> Recording::chunkOf(SourceId source) const
{
    const auto found = std::ranges::lower_bound(chunks, source, {}, &ChunkFile::source);
    if (found == chunks.end() || found->source != source)
        return {};
    return static_cast<std::uint32_t>(found - chunks.begin());
}

const Callsite* Recording::callsite(std::uint64_t id) const
{
    return isStream() ? marks.callsite(id) : callsites.find(id);
}

std::string Recording::callsiteName(std::uint64_t id) const
{
    const Callsite* const found = callsite(id);
    const std::string_view name = found ? found->textField("name") : std::string_view();
    return name.empty() ? "callsite " + hexNumber(id) : toValidUtf8(name);
}

std::vector<TimeRange> Recording::timesWithoutChunk() const
{
    std::vector<TimeRange> out;
    std::optional<std::int64_t> reached;
    for (const std::uint32_t index : byTime) {
        const TimeRange interval = chunks[index].interval();
        if (reached && subtractSaturating(interval.startNs, *reached) >= interval.lengthNs()
            && interval.lengthNs() > 0)
            out.push_back({*reached, interval.startNs});
        reached = std::max(reached.value_or(interval.endNs), interval.endNs);
    }
    return out;
}

bool Recording::changedOnDisk() const
{
    // The window asks whenever it gets the focus: of very many chunks only the newest, the ones that may
    // still be written.
    constexpr std::size_t kChunksAsked = 4096;
    for (std::size_t i = byTime.size(); i-- > 0 && byTime.size() - i <= kChunksAsked;) {
        const ChunkFile& chunk = chunks[byTime[i]];
        const auto now = identify(sources.path(chunk.source));
        if (!now || now->size != chunk.size)
            return true;
    }
    if (!notesPath.empty() && identify(notesPath) != notesIdentity)
        return true;
    return std::ranges::any_of(identities,
                               [](const auto& kept) { return identify(kept.first) != kept.second; })
        || sources.faults() > 0;
}

std::optional<std::uint64_t> Recording::grownBy(const Job& job) const
{
    if (sources.faults() > 0 || identify(notesPath) != notesIdentity)
        return {};
    std::uint64_t more = 0;
    for (const auto& [kept, then] : identities) {
        std::error_code error;
        if (fs::is_directory(kept, error)) // what lies in it is asked below
            continue;
        const auto now = identify(kept);
        if (now != then && !(now && now->isOf(then) && now->size > then.size))
            return {};
        more += now->size - then.size;
    }
    for (const ChunkFile& chunk : chunks) {
        const auto now = identify(sources.path(chunk.source));
        if (job.stopRequested() || !now || now->size < chunk.size)
            return {};
        more += now->size - chunk.size;
    }
    std::unordered_set<std::string> known;
    for (std::uint32_t i = 0; i < sources.count(); ++i)
        known.insert(sources.path(SourceId(i)).native());
    const FolderSeen seen = lookForChunks(path, kBoundsToOpen, job, [&](const fs::path& found) {
        const auto now = known.contains(found.native()) ? std::nullopt : identify(found);
        more += now ? now->size : 0;
        return true;
    });
    return more > 0 && seen == FolderSeen::whole ? std::optional(more) : std::nullopt;
}

ByteRange Recording::stableBytes() const
{
    std::optional<SourceId> source = metaSource;
    if (!source && !chunks.empty())
        source = chunks.front().source;
    const auto file = sources.open(source.value_or(SourceId {}));
    return {source.value_or(SourceId {}), 0, file ? (*file)->size() : 0};
}

Match probeRecording(const Probe& probe)
{
    if (!probe.directory) {
        ByteReader in(probe.head);
        return readLabel(in) ? Match::sure : Match::no;
    }
    if (hasFile(probe.path, kMetaName))
        return Match::sure;
    // A look for a first chunk; a folder full of other things is none of ours.
    constexpr int kLooks = 16;
    int looks = 0;
    bool found = false;
    lookForChunks(probe.path, kBoundsToProbe, Job(probe.stop), [&](const fs::path& path) {
        found = isChunkFile(path);
        return !found && ++looks < kLooks;
    });
    return found ? Match::maybe : Match::no;
}

Result<std::unique_ptr<Recording>> openRecording(const Probe& probe, Job& job)
{
    if (probe.directory)
        return openDirectory(withoutTrailingSlash(probe.path), {}, job);
    ByteReader in(probe.head);
    const auto label = readLabel(in);
    if (!label) {
        if (probe.size == 0)
            return fail(Code::RfrNotARecording, "the file is empty");
        return fail(Code::RfrNotARecording,
                    "the file " + guessText(probe.head, probe.head.size() == probe.size));
    }
    switch (label->kind) {
    case FileKind::meta:
    case FileKind::callsites: {
        std::error_code error;
        return openDirectory(fs::absolute(probe.path, error).parent_path(), {}, job);
    }
    case FileKind::chunk: return openChunk(probe.path, job);
    case FileKind::stream: break;
    }
    return openStream(probe.path, *label);
}

}
