// An opened CondensedData file: header, main stream, footer, and the index of the stream once it was read.
// What all facets of a CjfrDocument share.
//
//     CjfrFile file(path, log);
//     auto opened = file.open(job);                    // errors: the rejections of cjfr.*, file.*
//     auto index = file.indexNow(job);                 // reads the stream, unless somebody did
//
// Opening reads header and footer and the first messages. Whatever needs the whole stream reads it once, in
// the thread that asks first: it scans what a second thread decodes. From then on every message decodes on
// its own. Source 0 is the file, source 1 the decoded stream where it is compressed.
#pragma once

#include "core/base/diagnostic_log.h"
#include "core/codec/decoded_source.h"
#include "core/formats/cjfr/wire/cjfr_footer.h"
#include "core/formats/cjfr/wire/cjfr_header.h"
#include "core/formats/cjfr/wire/cjfr_pass.h"
#include "core/formats/cjfr/wire/cjfr_value.h"
#include "core/io/mapped_file.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace traceglass::cjfr {

using IndexPtr = std::shared_ptr<const StreamIndex>;

class CjfrFile
{
public:
    // `moreKnown` is called whenever more is known of the file than opening told.
    CjfrFile(std::filesystem::path path, DiagnosticLog& log, std::function<void()> moreKnown = {});
    CjfrFile(const CjfrFile&) = delete;
    CjfrFile& operator=(const CjfrFile&) = delete;

    // Before anything else is asked.
    Result<void> open(Job& job);

    const std::filesystem::path& path() const { return m_path; }
    const MappedFile& mapped() const { return *m_file; }
    const Header& header() const { return m_header; }
    const FooterPlace& footer() const { return m_footer; }
    bool hasTimes() const { return m_hasTimes; }
    bool isCompressed() const { return m_decoded != nullptr; }
    bool changedOnDisk() const { return m_file->changedOnDisk(); }
    DiagnosticLog& log() const { return m_log; }
    void tellMoreKnown() const
    {
        if (m_moreKnown)
            m_moreKnown();
    }

    std::uint32_t sourceCount() const { return m_decoded ? 2 : 1; }
    std::string sourceName(SourceId id) const
    {
        return number(id) == 1 && m_decoded ? m_decoded->name() : m_file->name();
    }
    Result<SourcePtr> source(SourceId id) const;
    SourceId streamSource() const { return SourceId(m_decoded ? 1 : 0); }
    ByteRange storedStream() const // in the file
    {
        return {SourceId {}, m_header.streamStart, m_footer.offset - m_header.streamStart};
    }
    std::optional<TimeRange> statedTime() const; // by the footer
    // Where another capture begins behind this one, whose the footer is then; 0: none that is known. Reading the stream
    // tells, or looking for one from a byte on, where the stream is compressed and so holds no header.
    std::uint64_t otherCapture() const { return m_otherCapture; }
    Result<bool> findOtherCapture(std::uint64_t from, const Job& job) const; // error: file.stopped
    // The first MiB of the stream, up to the first note. Without any stream the header has to do.
    ByteRange stableBytes() const;

    // --- the stream
    // Null until somebody has read it.
    IndexPtr knownIndex() const
    {
        const std::lock_guard lock(m_mutex);
        return m_index;
    }
    // For questions that must not wait: reads a short stream at once. Null when it cannot be read, when
    // somebody reads it at this moment, for a long one that nobody has read yet, and where the job is stopped.
    IndexPtr indexAtHand(const Job& job) const;
    // Reads it if need be. A sink is told of the events, whoever read the stream first.
    Result<IndexPtr> indexNow(Job& job, EventSink* sink = nullptr) const;
    // What became of decoding; nothing where the stream is not compressed.
    std::optional<DecodedSource::Outcome> decoding() const
    {
        return m_decoded ? std::optional(m_decoded->outcome()) : std::nullopt;
    }
    // Will reading it keep a second thread busy with decoding?
    bool decodesBeside() const
    {
        return m_decoded && !m_decoded->ended() && isNumberingCertain() && isSlow(*m_header.codec);
    }
    std::uint64_t storedEnd(const StreamIndex& index) const // where the stream ends in the file
    {
        return m_decoded ? m_header.streamStart + m_decoded->outcome().inputOffset : index.end;
    }

    // file.changed once the file was cut: what is read from it then is not to be trusted.
    Result<void> checkWhole() const { return m_file->checkUncut(&m_log); }
    // The same of the stream: what was decoded once is there however the file is cut afterwards.
    Result<void> checkRead() const { return m_decoded ? Result<void>() : checkWhole(); }

    // Does the footer's checksum fit? Nothing: it has none. Reads the whole file the first time.
    Result<std::optional<bool>> checksumFits(Job& job) const;
    Result<void> checkChecksum(Job& job) const; // reports it when it does not
    Result<void> validate(Job& job) const;

    // Calls `use(message, kept)` for every message of a type for which `fieldsOf(type)` is not null, until it returns
    // false. Fails when the job is stopped or the file was cut.
    template <class Use>
    Result<void> eachMessage(const StreamIndex& index, Job& job, const MessagePass::FieldsOf& fieldsOf,
                             const Use& use) const
    {
        job.start(index.messages);
        return eachMessageOf({}, index, job, fieldsOf, use);
    }
    // The same of a part of the stream, whatever others do meanwhile; progress is added up.
    template <class Use>
    Result<void> eachMessageOf(const MessageRange& range, const StreamIndex& index, Job& job,
                               const MessagePass::FieldsOf& fieldsOf, const Use& use) const
    {
        MessagePass pass(index, fieldsOf, range);
        for (std::uint64_t i = 0; pass.next(); ++i) {
            if ((i & 4095) == 4095) {
                if (job.stopRequested())
                    return fail(Code::Stopped);
                if (auto whole = checkRead(); !whole)
                    return whole;
                job.advance(4096);
            }
            if (pass.isWanted() && !use(pass.message(), pass.kept()))
                break;
        }
        return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : checkRead();
    }

private:
    std::uint64_t streamBegin() const { return m_decoded ? 0 : m_header.streamStart; } // in streamSource()
    std::span<const std::byte> beginning() const;
    std::span<const Numbering> numberings() const;
    Result<void> checkStart(Job& job);
    bool isShort() const;
    Result<IndexPtr> readStream(Job& job, EventSink* sink) const;
    // Null: stopped. A sink is told only where the numbering of types is certain.
    bool isNumberingCertain() const { return m_header.layout != Layout::brief; }
    std::shared_ptr<StreamIndex> scanned(std::span<const std::byte> bytes, Job& job, EventSink* sink,
                                         const StreamScan::More& more = {}) const;
    std::shared_ptr<StreamIndex> scannedWhileDecoding(Job& job, EventSink* sink) const;
    bool tell(const StreamIndex& index, EventSink& sink, Job& job) const; // false: stopped
    void report(Code code, std::string detail = {}, std::optional<ByteRange> range = {}) const;
    bool reportCodec() const; // what the codec failed at, if it did; of a compressed stream
    Result<void> reportStream(const StreamIndex& index, const Job& job) const; // error: file.stopped
    void reportFault(const StreamIndex& index, bool codecFailed) const;
    void reportTypes(const StreamIndex& index) const;
    void reportTexts(const StreamIndex& index, Job& job) const;

    std::filesystem::path m_path;
    DiagnosticLog& m_log;
    std::function<void()> m_moreKnown;
    std::shared_ptr<const MappedFile> m_file;
    Header m_header;
    FooterPlace m_footer;
    bool m_hasTimes = false;
    std::shared_ptr<const DecodedSource> m_decoded;

    mutable std::atomic<std::uint64_t> m_otherCapture {0};

    mutable std::mutex m_mutex; // guards what follows
    mutable std::condition_variable_any m_turn;
    mutable bool m_isReading = false;           // somebody reads the stream: others wait their turn
    mutable IndexPtr m_index;                   // stays once it is there
    mutable std::optional<bool> m_checksumFits; // once computed

    mutable std::mutex m_stableMutex;
    mutable std::optional<ByteRange> m_stable;
};

}
