// How notes of ours lie in an RTC file (rtc.md 12 step 8).
//
// The text of a note is a frame of a plain annotation stream, which any reader of RTC files can show:
// "traceglass" (annotate/utf-8), or "traceglass on NAME" when the note is about a moment on a clock without
// an Epoch; that one names the clock as its `stream`. What a plain note cannot hold is in the stream
// "traceglass.notes" (annotate/json), one object a frame:
//
//     {"save":"5ea1…","plain":5,"id":…,"author":…}     its text: the plain note right before, 5 bytes
//     {"save":"5ea1…","id":…,"author":…}               the text stays as it was
//     {"save":"5ea1…","deleted":"ID"}
//     {"commit":"5ea1…","records":3,"crc":"cbf43926"}  over the frames of the three
//
// The keys are in this order, without blanks; those of a note are the ones of annotationJson.
//
// Records count when their commit is there: a save that was killed left none. The last one counts whole or
// not at all; of earlier ones, which a later save has proven to be on the disk, what damage left of them
// counts.
//
//     NoteLog log(job);
//     findPayloads(..., [&](const FoundPayload& found) { log.add(found); return true; }, job);
//     log.finish(); // stopped: what it says is not all
//
//     NoteWriter notes(writer, run, bigEndian);
//     notes.write(changes, momentOf, job); writer.finish();
#pragma once

#include "core/formats/rtc/notes/rtc_payloads.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/model/annotation.h"

#include <deque>
#include <unordered_map>

namespace traceglass::rtc {

enum class NoteStream : std::uint8_t { none, text, records };
NoteStream noteStreamOf(const Stream& stream); // none: not ours

class NoteLog
{
public:
    explicit NoteLog(const Job& job)
        : m_job(job)
    {
    }

    void add(const FoundPayload& found); // of our streams, in order of the file
    void finish();

    // After finish():
    AnnotationSet notes() const;
    struct Commit
    {
        std::uint32_t segment = 0;
        std::uint64_t end = 0; // behind its frame
    };
    const std::optional<Commit>& commit() const { return m_commit; } // the last one that counts
    // Something of the last save cannot be read, so that it cannot be told from a save that was killed.
    bool endsDamaged() const { return m_unreadable.has_value(); }
    const std::vector<Diagnostic>& diagnostics() const { return m_diagnostics; }

private:
    struct LoggedRecord
    {
        std::string save;
        std::optional<std::uint64_t> plain; // bytes of the text
        std::vector<std::byte> payload;
        std::optional<std::vector<std::byte>> text; // payload of the plain note right before
        ByteRange range;
    };
    struct Batch
    {
        std::vector<LoggedRecord> records;
        std::uint64_t count = 0;
        std::string crc;
        Commit commit;
        ByteRange range; // of the commit
    };

    bool isWhole(const Batch& batch) const;
    void take(const Batch& batch);
    void takeRecord(const LoggedRecord& record);
    void complain(ByteRange range, std::string detail);

    const Job& m_job;
    std::optional<std::vector<std::byte>> m_text;
    std::vector<LoggedRecord> m_records; // not committed yet
    std::optional<Batch> m_last;   // whether it is the last one is only known behind it
    std::optional<Commit> m_commit;
    std::optional<ByteRange> m_unreadable;          // behind the last commit, or that commit
    std::deque<std::optional<Annotation>> m_notes;  // empty: deleted
    std::unordered_map<std::string, std::size_t> m_byId;
    std::vector<Diagnostic> m_diagnostics;
};

// Where plain readers place a note.
struct NoteMoment
{
    std::string clock;        // the stream its plain note is about; empty: Unix time
    std::int64_t ns = 0;      // of that clock
    std::int64_t epochNs = 0; // Unix time, of the record about it

    bool operator==(const NoteMoment&) const = default;
};
using MomentOf = std::function<NoteMoment(const Annotation&)>;

struct NoteChanges
{
    struct Written
    {
        const Annotation* note = nullptr; // of the wanted set
        bool withText = true;
    };
    std::vector<Written> written;
    std::vector<std::string> deleted;

    bool empty() const { return written.empty() && deleted.empty(); }
};
// From what is stored to what is wanted, foreign notes left out of both. Error: file.stopped.
Result<NoteChanges> changesBetween(const AnnotationSet& stored, const AnnotationSet& wanted,
                                   const MomentOf& momentOf, const Job& job);

class NoteWriter
{
public:
    NoteWriter(Writer& writer, const Segment& run, bool bigEndian);

    // Ends payloads that a save left open: what follows would be taken for their rest.
    Result<void> endPayloads(const std::set<std::uint32_t>& open);
    // Adds the streams that are missing: for the records, and for plain notes on a clock. Errors:
    // rtc.no-room, rtc.unwritable.
    Result<void> addStreams(std::span<const std::string> clocks);
    // Plain notes, records and their commit. Also: file.stopped.
    Result<void> write(const NoteChanges& changes, const MomentOf& momentOf, const Job& job);

private:
    std::vector<std::byte> payloadOf(std::int64_t ns, std::string_view content) const;

    Writer& m_writer;
    const bool m_bigEndian;
    std::map<std::string, std::uint32_t> m_ids; // of our streams, by name
};

}
