// An opened RTC file: segments, Units, minor units and frames as a tree, streams as tracks.
//
// Opening reads the ruler only (rtc_ruler.h). A minor unit is walked when somebody looks at it; the clocks at
// its start come from the index frames (rtc_seek.h), so any place of any size of file opens at once.
#pragma once

#include "core/formats/rtc/wire/rtc_decoder.h"
#include "core/formats/rtc/notes/rtc_notes.h"
#include "core/formats/rtc/wire/rtc_seek.h"
#include "core/formats/rtc/records/rtc_text.h"
#include "core/model/format.h"

#include <list>
#include <unordered_set>

namespace traceglass::rtc {

extern const Format kFormat;

// A minor unit walked and decoded: its frames in file order with the times of their payloads.
struct MinorView
{
    struct Moment
    {
        std::int64_t ns = 0;
        std::uint64_t firstOffset = 0; // of the payload's first part; 0 for special frames
        std::uint16_t axis = 0;
        bool known = false;
        bool placed = false;
        bool incomplete = false; // the payload: bytes of it were lost
    };
    struct Payload // in several frames, the first one here, and the last one was met
    {
        std::vector<Part> parts;
        bool incomplete = false;
        bool isTail = false;
    };
    struct Item // a child of the minor unit
    {
        std::uint32_t index = 0; // in frames, or in frames.lost
        bool lost = false;
    };

    std::uint32_t unit = 0;
    std::uint32_t minor = 0;
    ByteRange range;
    UnitFrames frames;
    std::vector<Moment> moments;                         // by frame
    std::vector<Item> items;                             // by offset
    std::unordered_map<std::uint64_t, Payload> payloads; // by first byte

    ByteRange rangeOf(Item item) const;
    // The item whose bytes hold the offset.
    std::optional<std::size_t> itemAt(std::uint64_t offset) const;
};
using MinorPtr = std::shared_ptr<const MinorView>;

class RtcDocument : public Document
{
public:
    static Result<std::unique_ptr<Document>> open(const std::filesystem::path& path);
    RtcDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file, Ruler ruler);

    const Format& format() const override;
    Summary summary() const override;
    bool changedOnDisk() const override;

    std::uint32_t sourceCount() const override;
    std::string sourceName(SourceId id) const override;
    Result<SourcePtr> source(SourceId id) const override;
    Result<ByteRange> decoded(const NodeId& id) const override; // payloads of several frames, joined
    Result<std::vector<Record>> recordsIn(const ByteRange& range, std::size_t limit) const override;

    Node root() const override;
    Result<Node> node(const NodeId& id) const override;
    Result<std::uint64_t> childCount(const NodeId& id) const override;
    Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first,
                                       std::uint64_t count) const override;
    std::vector<Step> wayTo(const NodeId& id) const override;
    std::optional<NodeId> nodeAt(SourceId source, std::uint64_t offset) const override;
    std::optional<NodeId> nodeOf(RecordRef ref) const override; // the frame, not the first of its fields
    std::string pathOf(const NodeId& id) const override;
    std::optional<NodeId> find(std::string_view path) const override;

    bool hasTimeline() const override { return !m_ruler.units.empty(); }
    Result<void> index(const IndexRequest& request, Job& job) const override;
    Details describe(const Timeline& timeline, const SliceId& slice) const override;
    std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref) const override;
    Result<std::vector<std::byte>> picture(RecordRef ref) const override;

    Result<std::uint64_t> records(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;
    Result<void> validate(Job& job) const override;

    Result<AnnotationSet> annotations(Job& job) const override;
    Result<void> canKeepNotes() const override;
    std::string whatSavingChanges() const override;
    ByteRange stableBytes() const override;
    Result<void> keepNotes(const AnnotationSet& notes, SaveIo& io, Job& job) const override;

private:
    // What a NodeId says: `place` is a number or an offset in the file, `field` a position among fields.
    enum class Place : std::uint8_t {
        capture,
        gap,         // place: position in Ruler::lost
        segment,     // place: segment
        streams,     // place: segment
        stream,      // place: segment << 32 | position among its streams
        streamField, // the same
        unit,        // place: unit
        marker,      // place: unit
        minor,       // place: unit << 24 | minor
        frame,       // place: offset
        frameField,  // place: offset
        lost,        // place: offset
    };
    static constexpr unsigned kMinorBits = 24;
    struct Address
    {
        Place place = Place::capture;
        std::uint64_t number = 0;
        std::uint32_t field = 0;
    };
    // One line below a frame or a stream.
    struct Field
    {
        std::string label;
        std::string value;
        ByteRange range {};
        std::optional<Address> link {};
    };
    // Where a frame stands in its minor unit.
    struct Found
    {
        MinorPtr view;
        std::size_t item = 0;

        explicit operator bool() const { return view != nullptr; }
        MinorView::Item at() const { return view->items[item]; }
        Part part() const { return view->frames.part(at().index); }
        const MinorView::Moment& moment() const { return view->moments[at().index]; }
    };

    std::span<const std::byte> bytes() const { return m_file->view(); }
    Result<void> checkWhole() const; // file.changed once the file was cut: what is read then are zeros

    Summary makeSummary() const;
    // First and last value of the clocks of each axis, from both ends of each run.
    std::vector<std::optional<TimeRange>> axisRanges() const;
    // Of its track: "motor/current" and "streams/stdout", with several segments "segment 1/motor/current".
    std::string trackPath(std::uint32_t segment, const Stream& stream) const;

    // --- rtc_minor.cpp
    std::uint32_t minorCount(const Unit& unit) const;
    ByteRange minorRange(std::uint32_t unit, std::uint32_t minor) const;
    std::uint32_t minorAt(const Unit& unit, std::uint64_t offset) const;
    MinorPtr minorView(std::uint32_t unit, std::uint32_t minor) const;
    std::shared_ptr<MinorView> viewOf(std::uint32_t unit, const ByteRange& range) const;
    std::shared_ptr<MinorView> decodedView(const ByteRange& range, const rtc::Place& begin,
                                           UnitFrames walked) const;
    Found frameAtOffset(std::uint64_t offset) const; // the frame or lost range whose bytes hold it
    const Stream* streamOf(const Found& found) const;
    void reportLost(const Lost& lost, std::uint32_t unit) const;
    void reportCrc(const CrcCheck& check, std::uint32_t unit) const;
    void reportFrame(const Frame& frame) const; // what is wrong with a payload, if anything
    bool isErased(const Frame& frame) const;    // reports it then
    void reportBackwards(const Frame& frame, std::int64_t byNs) const;
    std::optional<Severity> problemOf(std::uint32_t unit) const;

    // --- rtc_tree.cpp, rtc_fields.cpp, rtc_paths.cpp
    static NodeId idOf(const Address& address);
    std::optional<Address> addressOf(const NodeId& id) const;
    Node makeNode(const Address& address) const;
    Node streamNode(const Address& address) const;
    Node unitNode(std::uint32_t unit) const;
    Node minorNode(std::uint32_t unit, std::uint32_t minor) const;
    Node frameNode(const Found& found) const;
    Node fieldNode(const Address& address, const Field& field) const;
    std::uint64_t countBelow(const Address& address) const;
    std::vector<Field> streamFields(const Address& address) const;
    std::vector<Field> frameFields(const Found& found) const;
    void payloadFields(const Frame& frame, std::vector<Field>& out) const;
    void indexFields(const Found& found, const Part& part, std::vector<Field>& out) const;
    std::string shortValue(const Found& found) const;
    std::string axisText(std::uint16_t axis, std::int64_t ns, bool known) const;

    // --- rtc_records.cpp
    // Decodes segments in order and hands payloads over by offset. From `from` on, until `enough` at the
    // start of a Unit; both only help, what is delivered must still be looked at.
    struct Pass
    {
        std::uint32_t segment = 0;
        std::optional<rtc::Place> from {};
        std::function<bool(const DecoderState&)> enough {};
    };
    Result<bool> decode(const Pass& pass, const FrameSink& sink,
                        Job& job) const; // false: the sink has enough
    std::optional<Pass> passOf(std::uint32_t segment, const RecordQuery& query,
                               std::optional<std::uint16_t> axis) const;
    void describeRecord(const Frame& frame, const RecordQuery& query, Record& record) const;
    Record itemRecord(const Found& found) const;
    Result<std::optional<std::uint16_t>> axisOf(const RecordQuery& query) const;

    // --- rtc_describe.cpp
    Details describeRuler(const Timeline& timeline, const Slice& slice, bool position) const;
    DetailSection logAround(const Timeline& timeline, RowId row, const Slice& slice) const;
    DetailSection costOf(const Found& lost) const;

    // --- rtc_keep.cpp
    struct Notes // of the file as it was opened
    {
        AnnotationSet all; // ours, then foreign ones
        std::optional<NoteLog::Commit> commit;
        bool endDamaged = false;
    };
    struct Tail // what lies behind the last commit
    {
        std::uint64_t from = 0;
        std::uint64_t crcEnd = 0; // behind the last Crc frame
        bool ours = false;        // it has frames of our streams
        bool broken = false;      // it ends in the middle of something
    };
    Result<std::shared_ptr<const Notes>> notes(Job& job) const;
    std::optional<std::uint64_t> noteCount() const; // nothing: not known without reading
    std::optional<std::uint64_t> firstSave() const;
    std::optional<std::uint64_t> unfinishedSave(const Notes& notes) const;
    bool follow(const UnitFrames& frames, Tail& tail) const;
    std::optional<std::uint64_t> unfinishedStart() const;
    Result<WriterState> continuation() const;
    NoteMoment noteMoment(const Annotation& note, std::int64_t start) const;
    bool isStill(const File& file) const;
    Result<void> keepIn(File& file, const AnnotationSet& wanted, SaveIo& io, Job& job) const;
    Result<void> append(File& file, std::span<const std::byte> added, const AnnotationSet& wanted, SaveIo& io,
                        Job& job) const;
    Result<void> checkSaved(const AnnotationSet& wanted, Job& job) const;
    bool isUnitSound(std::uint32_t number) const;

    // Bytes of a Unit that are decoded in one go: their frames and payloads are held meanwhile.
    static constexpr std::uint64_t kDecodedAtOnce = 16u << 20;

    std::filesystem::path m_path;
    std::shared_ptr<const MappedFile> m_file;
    Ruler m_ruler;
    Axes m_axes;

    mutable std::mutex m_mutex; // guards what follows
    mutable std::optional<Summary> m_summary;
    mutable std::list<MinorPtr> m_minors;        // most recently used first
    mutable MinorPtr m_shifted;                  // the rest of a Unit with inserted or removed bytes
    mutable std::vector<std::uint64_t> m_joined; // source 1 and on: offset of the payload's first part
    mutable std::unordered_map<std::uint32_t, Severity> m_problems; // by unit
    mutable std::optional<Severity> m_worst;
    mutable std::unordered_set<const Stream*> m_undescribed; // reported
    mutable std::shared_ptr<const Notes> m_notes;
    mutable std::optional<FileIdentity> m_restored; // after a save that failed and was taken back
};

}
