// An opened capture, whatever its format. What every capture has is here; the rest are facets, absent where a
// format has none, each with a header of its own:
//
//     auto document = openCapture(path, job);                  // core/formats/formats.h
//     if (const Structure* tree = (*document)->structure()) ...  // structure.h
//     if (const TimelineFacet* time = (*document)->timeline()) ...
//
// Every const function may be called from any thread. What a document has answered stays true while it is
// open; more may become known while it is indexed (diagnostics, the timeline). Reloading means opening a new
// document. Functions read the capture, so no view calls them: views ask core/ask/.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic_log.h"
#include "core/base/job.h"
#include "core/io/byte_source.h"
#include "core/model/document_handle.h"
#include "core/model/fields_facet.h"
#include "core/model/findings_facet.h"
#include "core/model/notes_facet.h"
#include "core/model/payloads_facet.h"
#include "core/model/records_facet.h"
#include "core/model/stacks_facet.h"
#include "core/model/statistics_facet.h"
#include "core/model/structure.h"
#include "core/model/summary.h"
#include "core/model/timeline_facet.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace traceglass {

class PipedFile;
struct Format;

class Document
{
public:
    virtual ~Document() = default;

    virtual const Format& format() const = 0;
    // What was opened: the directory of a recording, even when one of its files was named.
    virtual const std::filesystem::path& path() const = 0;
    // Computed once, and once more when indexing has learnt more. Where the job is stopped, lines may be missing.
    Summary summary(const Job& job = Job()) const;
    // Further lines of Summary::more, which take reading all of the capture. Error: file.stopped.
    virtual Result<Facts> learnFacts(Job&) const { return Facts {}; }
    // Where it came through when that was a pipe: there is no file to go back to, to save into or to put notes beside.
    const PipedFile* piped() const { return m_piped.get(); }
    void setPiped(std::shared_ptr<const PipedFile> piped);
    // Do the files on disk still have the size and time of opening?
    virtual bool changedOnDisk() const = 0;
    // Is there nothing of its kind any more at its path: was it deleted, moved, or replaced by a folder?
    virtual bool goneFromDisk() const;
    // By how many bytes it is longer now, where what was there is as it was: somebody goes on writing it.
    virtual std::optional<std::uint64_t> grownBy(const Job& job) const;

    // --- bytes
    virtual std::uint32_t sourceCount() const = 0; // may grow: decoded data become sources when asked for
    // That of what came through a pipe is PipedFile::name().
    std::string sourceName(SourceId id) const;
    virtual Result<SourcePtr> source(SourceId id) const = 0;
    // Bytes that saving never changes and that tell one capture from another. Default: the first source.
    // Error: file.stopped.
    virtual Result<ByteRange> stableBytes(const Job& job) const;

    // --- facets: null where the capture has nothing of the kind
    virtual const Structure* structure() const { return nullptr; }
    virtual const TimelineFacet* timeline() const { return nullptr; }
    virtual const RecordsFacet* records() const { return nullptr; }
    virtual const PayloadsFacet* payloads() const { return nullptr; }
    virtual const StacksFacet* stacks() const { return nullptr; }
    virtual const NotesFacet* notes() const { return nullptr; }
    virtual const StatisticsFacet* statistics() const { return nullptr; }
    virtual const FieldsFacet* fields() const { return nullptr; }
    virtual const FindingsFacet* findings() const { return nullptr; }

    // --- health
    const DiagnosticLog& problems() const { return m_problems; }
    // Of a capture without a timeline: what opening left unread, so that summary and problems are complete.
    virtual Result<void> survey(Job&) const { return {}; }
    // Every check the format allows; adds to problems(). What is wrong with the capture is no error, only that it could not be
    // checked to its end: file.stopped, file.changed, file.unreadable.
    virtual Result<void> validate(Job& job) const = 0;
    // What indexing does not decode: adds what is lost there to problems(). Errors as of validate().
    virtual Result<void> decodeRest(Job&) const { return {}; }

protected:
    virtual std::string nameOf(SourceId id) const = 0;
    virtual Summary makeSummary(const Job& job) const = 0;
    void forgetSummary() const; // there is more to tell
    DiagnosticLog& log() const { return m_problems; }

private:
    std::shared_ptr<const PipedFile> m_piped;
    mutable DiagnosticLog m_problems;
    mutable std::mutex m_summaryMutex;
    mutable std::optional<Summary> m_summary;
    mutable std::uint64_t m_learnt = 0; // how often there was more to tell
};

struct DocumentOf
{
    static const Document& handle(const DocumentHandle& of) { return *of.m_document; }
};
inline const Document& documentOf(const DocumentHandle& handle) // which keeps it
{
    return DocumentOf::handle(handle);
}

// Reads all of a capture once: its timeline where it has one, else what opening left unread. Publishes a complete
// snapshot at the end in either case, an empty one where there is no timeline. Errors: as of validate().
Result<void> index(const Document& document, const IndexRequest& request, Job& job);

}
