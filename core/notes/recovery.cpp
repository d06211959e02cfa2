#include "core/notes/recovery.h"

#include "core/base/limits.h"
#include "core/base/stopping.h"
#include "core/base/text.h"
#include "core/io/save_io.h"
#include "core/io/sha256.h"
#include "core/model/document.h"

namespace traceglass {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kRecoverySuffix = ".json";
constexpr std::size_t kNameLength = 32;

fs::path notesOf(const fs::path& claim)
{
    return claim.string() + std::string(kRecoverySuffix);
}

}

RecoveryFile::RecoveryFile(fs::path folder, const Document& document, const Job& job)
    : m_folder(std::move(folder))
    , m_begin(sha256(asBytes(document.summary().path.string())).substr(0, kNameLength))
    , m_fingerprint(fingerprint(document, job).value_or(std::string()))
{
}

RecoveryFile::RecoveryFile(RecoveryFile&& other) noexcept = default;
RecoveryFile::~RecoveryFile() = default;

Result<void> RecoveryFile::write(SaveIo& io, AnnotationFile unsaved, const Job& job, GaveWay)
{
    if (!m_lock) {
        std::error_code error;
        fs::create_directories(m_folder, error);
        fs::permissions(m_folder, fs::perms::owner_all, error);
        auto lock = io.createBeside(m_folder / m_begin, m_claim);
        if (!lock)
            return tl::unexpected(lock.error());
        m_lock = std::make_unique<File>(std::move(*lock));
    }
    unsaved.fingerprint = m_fingerprint;
    auto json = annotationFileJson(unsaved, job);
    // Nobody would read it; without this every change is a conflict.
    if (json && json->size() > limits::kNotesJson) {
        unsaved.before = {};
        json = annotationFileJson(unsaved, job);
    }
    if (!json)
        return tl::unexpected(json.error());
    return replaceFile(
        io, notesOf(m_claim), [&](const FileWriter& write) { return writeAll(write, asBytes(*json), job); },
        [&](const fs::path&) { return unlessStopped(job); });
}

void RecoveryFile::discard(SaveIo& io, GaveWay)
{
    if (!m_lock)
        return;
    (void)io.remove(notesOf(m_claim));
    (void)io.remove(m_claim);
    m_lock.reset();
}

std::vector<LeftNotes> leftNotes(SaveIo& io, const fs::path& folder, const Document& document, const Job& job)
{
    std::vector<LeftNotes> all;
    const RecoveryFile known(folder, document, job);
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (job.stopRequested())
            break;
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(known.m_begin) || !name.ends_with(kRecoverySuffix))
            continue;
        LeftNotes left {{}, RecoveryFile(folder, document, job)};
        left.file.m_claim = folder / name.substr(0, name.size() - kRecoverySuffix.size());
        auto lock = io.lock(left.file.m_claim);
        if (!lock)
            continue; // its window lives, or took it in hand first
        left.file.m_lock = std::make_unique<File>(std::move(*lock));
        auto unsaved = readAnnotationFile(entry->path(), job);
        if (!unsaved || !belongsTo(document, unsaved->fingerprint, job))
            continue;
        left.unsaved = std::move(*unsaved);
        all.push_back(std::move(left));
    }
    return all;
}

}
