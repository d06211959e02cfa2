// resolve(): what it says of slices, nodes, bytes and records agrees with what structure, timeline and
// records say one by one.
#include "core/ask/resolve.h"
#include "core/formats/demo.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "tests/support/each_capture.h"
#include "tests/support/open_capture.h"

#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;

namespace {

Resolved ask(const LearnedCapture& of, const Subject& subject)
{
    Job job;
    return resolve(*of.document, of.timeline(), subject, job);
}

// --- what an answer says of a node, and what its capture says

void nodeAgrees(const LearnedCapture& of, const Resolved& answer)
{
    const Structure& tree = of.tree();
    QVERIFY(answer.node);
    const NodeId id = answer.node->id;
    QVERIFY(tree.node(id) == *answer.node);
    QCOMPARE(answer.path, tree.pathOf(id));
    QCOMPARE(answer.place, placeText(*of.document, id));
    QVERIFY(!answer.place.empty());
    QCOMPARE(answer.childCount, tree.childCount(id).value_or(0));
    QVERIFY(answer.children == tree.children(id, 0, Resolved::kChildrenTold).value_or(std::vector<Node>()));
    QCOMPARE(answer.sourceCount, of.document->sourceCount());
    QVERIFY(!answer.details.title.empty());

    const auto way = tree.wayTo(id);
    QCOMPARE(answer.way.size(), way.size());
    NodeId parent = tree.rootId();
    for (std::size_t i = 0; i < way.size(); ++i) {
        const Resolved::Level& level = answer.way[i];
        QVERIFY(level.node.id == way[i].id);
        QCOMPARE(level.position, way[i].position);
        QCOMPARE(level.siblings, *tree.childCount(parent));
        QVERIFY(level.position < level.siblings);
        parent = way[i].id;
    }
    QVERIFY(parent == id); // the root's way is empty
}

// The slice whose bytes were asked for may be another one than that of the node.
void bytesAgree(const LearnedCapture& of, const Resolved& answer)
{
    const Structure& tree = of.tree();
    const auto decoded = tree.decoded(answer.node->id);
    QCOMPARE(answer.nodeBytes, decoded && decoded->length > 0 ? *decoded : answer.node->range);
    if (const auto source = of.document->source(answer.bytes.source))
        QCOMPARE(answer.sourceSize, (*source)->size());
    QCOMPARE(answer.lit.source, answer.bytes.source);
    if (answer.bytes.length > 1)
        QCOMPARE(answer.lit, answer.bytes);
    else if (answer.bytes.length == 1)
        QVERIFY(answer.lit.contains(answer.bytes.source, answer.bytes.offset));
    for (const std::uint64_t start : answer.fieldStarts)
        QVERIFY(answer.lit.contains(answer.lit.source, start));

    // What is lit was decoded from the innermost part of the way that is stored elsewhere, else from what the format says.
    std::optional<ByteRange> stored;
    for (const Resolved::Level& level : answer.way) {
        const auto inner = tree.decoded(level.node.id);
        if (level.node.range.length > 0 && inner && inner->source == answer.lit.source
            && level.node.range.source != answer.lit.source)
            stored = level.node.range;
    }
    QVERIFY(answer.stored == (stored ? stored : tree.stored(answer.lit)));
}

void sliceAgrees(const LearnedCapture& of, const Resolved& answer)
{
    if (!answer.sliceId) {
        QVERIFY(answer.flows.empty());
        return;
    }
    QVERIFY(answer.slice == of.timeline().findSlice(*answer.sliceId));
    const auto flows = of.time()->flows(of.timeline(), *answer.sliceId);
    QCOMPARE(answer.flows.size(), flows.size());
    for (std::size_t i = 0; i < flows.size(); ++i) {
        QCOMPARE(answer.flows[i].fromNs, flows[i].fromNs);
        QCOMPARE(answer.flows[i].toKey, flows[i].toKey);
    }
    for (const auto* ends : {&answer.flowsFrom, &answer.flowsTo}) {
        QVERIFY(ends->size() <= flows.size());
        for (const SliceId& end : *ends)
            QVERIFY(of.timeline().findSlice(end));
    }
    const Details told = of.time()->describe(of.timeline(), *answer.sliceId);
    if (!told.title.empty()) {
        QCOMPARE(answer.details.title, told.title);
        QCOMPARE(answer.details.sections.size(), told.sections.size());
    }
}

const DetailRow* rowOf(const Resolved& answer, std::string_view label)
{
    const auto& rows = answer.record->rows;
    const auto row = std::ranges::find(rows, label, &DetailRow::label);
    return row == rows.end() ? nullptr : &*row;
}

// The chunk or Unit that something lies in, as a way there.
void placeIsTold(const Resolved& answer)
{
    if (!answer.record)
        return;
    for (const auto& [kind, label] : {std::pair(NodeKind::chunk, "chunk"), {NodeKind::unit, "unit"}})
        for (const Resolved::Level& level : answer.way)
            if (level.node.kind == kind && level.node.id != answer.node->id) {
                const DetailRow* const row = rowOf(answer, label);
                QVERIFY2(row && row->link && row->link->node, answer.path.c_str());
            }
}

void agrees(const LearnedCapture& of, const Resolved& answer)
{
    nodeAgrees(of, answer);
    bytesAgree(of, answer);
    sliceAgrees(of, answer);
}

}

class TestResolve : public QObject, EachCapture
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(learnAll()); }

    // What was compressed from nothing is shown as it is stored.
    void nothingCompressedIsWhatIsStored()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("empty.rdf").toStdString();
        auto writer = rdf::RdfWriter::create(path);
        QVERIFY(writer && writer->add({.id = "None", .compression = rdf::Compression::zstd}, {}, {})
                && writer->finish());
        const auto document = openCapture(path);
        QVERIFY(document);
        Job job;
        const Resolved answer = resolve(**document, Timeline(), std::string("/chunks/0/data"), job);
        QVERIFY(answer.node && answer.node->range.length > 0);
        QCOMPARE(answer.bytes, answer.node->range);
        QCOMPARE(answer.lit, answer.node->range);
    }

    // In the structure as in Records: by the specification's name.
    void recordsHaveOneName()
    {
        const QTemporaryDir folder;
        const auto path = findDemo("rfr")->write(folder.path().toStdString());
        QVERIFY(path);
        const auto document = openCapture(*path);
        QVERIFY(document);
        Job job;
        const Resolved answer =
            resolve(**document, Timeline(), std::string("/chunks/1/sequences/0/records/5"), job);
        QVERIFY(answer.node && answer.record);
        QCOMPARE(answer.node->label, std::string("5 TaskPollEnd"));
        QCOMPARE(std::get<std::string>(rowOf(answer, "kind")->value), std::string("TaskPollEnd"));
        const DetailRow* const chunk = rowOf(answer, "chunk");
        QVERIFY(chunk && chunk->link);
        QCOMPARE(std::get<std::string>(chunk->value), std::string("chunk-28-44"));
    }

    // The slice at a flow's other end, or the one before it; each once.
    void flowsLeadToSlices()
    {
        AskedDocument document;
        const auto flow = [](std::uint64_t from, std::int64_t fromNs, std::uint64_t to, std::int64_t toNs) {
            return Flow {Flow::Kind::wake, TrackKind::states, from, fromNs, TrackKind::states, to, toNs};
        };
        document.knownFlows = {flow(100, 0, 101, 52), flow(100, 1, 101, 53), flow(100, 2, 101, 47),
                               flow(100, 3, 101, 0),  flow(100, 4, 999, 50), flow(101, 61, 100, 0)};
        TimelinePtr timeline;
        Job job;
        QVERIFY(document.index({.publish = [&](TimelinePtr made) { timeline = std::move(made); }}, job));
        const Resolved answer = resolve(document, *timeline, AskedDocument::slice(0), job);
        const auto starts = [](const std::vector<SliceId>& ends) {
            std::vector<std::int64_t> out;
            for (const SliceId& end : ends)
                out.push_back(end.startNs);
            return out;
        };
        QCOMPARE(answer.flows.size(), document.knownFlows.size());
        QCOMPARE(starts(answer.flowsTo), (std::vector<std::int64_t> {50, 40}));
        QCOMPARE(starts(answer.flowsFrom), std::vector<std::int64_t> {60});
    }

    void slices_data() { eachCapture(); }
    void slices()
    {
        const LearnedCapture& of = fetched();
        if (!of.time())
            QSKIP("no timeline");
        QVERIFY(!of.known.slices.empty());
        for (const SliceId& id : of.known.slices) {
            const Resolved answer = ask(of, id);
            const auto slice = of.timeline().findSlice(id);
            QVERIFY(slice && answer.slice == slice);
            QVERIFY(answer.sliceId == std::optional(id));
            QVERIFY(answer.time == (TimeRange {slice->startNs, slice->endNs}));
            const auto track = of.timeline().findTrack(id.kind, id.trackKey);
            QVERIFY(track);
            QCOMPARE(answer.axis, of.timeline().about(*track).axis);
            const auto owner = of.tree().nodeOf(slice->ref);
            QCOMPARE(answer.node.has_value(), owner.has_value());
            sliceAgrees(of, answer);
            if (!owner)
                continue;
            QVERIFY(answer.node->id == *owner);
            nodeAgrees(of, answer);
            bytesAgree(of, answer);
            QCOMPARE(answer.bytes, answer.nodeBytes);
            if (id.kind == TrackKind::pictures)
                QVERIFY(answer.picture == of.time()->picture(slice->ref).value_or(std::vector<std::byte>()));
        }
    }

    void nodes_data() { eachCapture(); }
    void nodes()
    {
        const LearnedCapture& of = fetched();
        QVERIFY(of.known.nodes.size() > 5);
        for (const NodeId& id : of.known.nodes) {
            const Resolved answer = ask(of, id);
            agrees(of, answer);
            QVERIFY(answer.node->id == id);
            QCOMPARE(answer.bytes, answer.nodeBytes);
            const Resolved byPath = ask(of, answer.path);
            QVERIFY(byPath.node == answer.node);
            placeIsTold(answer);
            QCOMPARE(byPath.way.size(), answer.way.size());
            if (!answer.sliceId)
                continue;
            const auto isItsRecord = [&](const Resolved::Level& level) { // the node or what it lies in
                const RecordRef ref(level.node.range.source, level.node.range.offset);
                return level.node.range.length > 0
                    && of.time()->sliceOf(of.timeline(), ref) == answer.sliceId;
            };
            QVERIFY2(std::ranges::any_of(answer.way, isItsRecord), answer.path.c_str());
        }
    }

    void bytes_data() { eachCapture(); }
    void bytes()
    {
        const LearnedCapture& of = fetched();
        const std::size_t step = repeat(10) > 1 || of.known.nodes.size() < 200 ? 1 : 11;
        std::size_t asked = 0;
        for (std::size_t i = 0; i < of.known.nodes.size(); i += step) {
            const auto range = of.tree().decoded(of.known.nodes[i]);
            if (!range || range->length == 0)
                continue;
            const ByteRange one {range->source, range->offset + range->length / 2, 1};
            const ByteRange some {range->source, range->offset, std::min<std::uint64_t>(range->length, 5)};
            for (const ByteRange& wanted : {one, some}) {
                const auto owner = of.tree().nodeHolding(wanted);
                const Resolved answer = ask(of, wanted);
                QCOMPARE(answer.bytes, wanted);
                QCOMPARE(answer.node.has_value(), owner.has_value());
                if (!owner)
                    continue;
                QVERIFY(answer.node->id == *owner);
                agrees(of, answer);
                ++asked;
            }
        }
        QVERIFY(asked > 10);
    }

    void records_data() { eachCapture(); }
    void records()
    {
        const LearnedCapture& of = fetched();
        std::vector<Record> some;
        std::uint64_t seen = 0;
        RecordQuery query;
        query.limit = 2'000;
        Job job;
        QVERIFY(of.document->records()->read(
            query,
            [&](const Record& record) {
                if (seen++ % 50 == 0)
                    some.push_back(record);
                return true;
            },
            job));
        QVERIFY(!some.empty());
        for (const Record& record : some) {
            const Resolved answer = ask(of, RecordMoment {record.ref, {}});
            const auto owner = of.tree().nodeOf(record.ref);
            QVERIFY(owner && answer.node);
            QVERIFY(answer.node->id == *owner);
            agrees(of, answer);
            if (!of.time())
                continue;
            const auto slice = of.time()->sliceOf(of.timeline(), record.ref);
            if (!slice)
                continue;
            QVERIFY(answer.sliceId == slice);
            // The same moment of it, and one it does not have.
            QVERIFY(ask(of, RecordMoment {record.ref, slice->startNs}).sliceId == slice);
            QVERIFY(ask(of, RecordMoment {record.ref, INT64_MIN}).sliceId == slice);
        }
    }

    void momentsOfTracks_data() { eachCapture(); }
    void momentsOfTracks()
    {
        const LearnedCapture& of = fetched();
        if (!of.time())
            QSKIP("no timeline");
        for (const SliceId& id : of.known.slices) {
            const Resolved answer = ask(of, TrackMoment {id.kind, id.trackKey, id.startNs});
            QVERIFY(answer.slice && answer.sliceId);
            QVERIFY(answer.sliceId->kind == id.kind);
            QCOMPARE(answer.sliceId->trackKey, id.trackKey);
            QVERIFY(answer.slice->startNs <= id.startNs);
            if (answer.node)
                agrees(of, answer);
        }
    }

    void theWholeCapture_data() { eachCapture(); }
    void theWholeCapture()
    {
        const LearnedCapture& of = fetched();
        const Resolved answer = ask(of, {});
        agrees(of, answer);
        QVERIFY(answer.node->id == of.tree().rootId());
        QCOMPARE(answer.path, std::string("/"));
        QVERIFY(answer.way.empty());
        QVERIFY(!answer.sliceId);
    }

    void whatIsNotThere_data() { eachCapture(); }
    void whatIsNotThere()
    {
        const LearnedCapture& of = fetched();
        for (const Subject& subject :
             {Subject(std::string("/no/such/part")), Subject(ByteRange {SourceId(9'999'999), 0, 1}),
              Subject(SliceId {TrackKind::log, 12'345'678, 7, -1}),
              Subject(TrackMoment {TrackKind::log, 12'345'678, 0}),
              Subject(RecordMoment {RecordRef(), {}})}) {
            const Resolved answer = ask(of, subject);
            QVERIFY(answer.subject == subject);
            QVERIFY(!answer.node && !answer.slice);
            QVERIFY(answer.path.empty() && answer.way.empty());
        }
    }

    void fieldsOfWhatIsLit()
    {
        const LearnedCapture& of = m_captures.at("rfr");
        RecordQuery query;
        query.limit = 100;
        std::vector<NodeId> records;
        Job job;
        QVERIFY(of.document->records()->read(
            query,
            [&](const Record& record) {
                records.push_back(record.node);
                return true;
            },
            job));
        bool seen = false;
        for (const NodeId& id : records) {
            const Resolved answer = ask(of, id);
            QCOMPARE(answer.lit, answer.nodeBytes);
            std::vector<std::uint64_t> starts;
            for (const Node& field : answer.children) {
                if (field.range.length > 0 && answer.lit.contains(field.range.source, field.range.offset))
                    starts.push_back(field.range.offset);
            }
            QCOMPARE(answer.fieldStarts, starts);
            seen = seen || !starts.empty();
        }
        QVERIFY(seen);
    }

    void decodedBytesSayWhereTheyAreStored()
    {
        const LearnedCapture& of = m_captures.at("rdf");
        bool seen = false;
        for (int i = 0;; ++i) {
            const Resolved answer = ask(of, "/chunks/" + std::to_string(i) + "/data");
            if (!answer.node)
                break;
            if (answer.nodeBytes.source == answer.node->range.source || answer.nodeBytes.length == 0)
                continue;
            QVERIFY(answer.stored == std::optional(answer.node->range));
            QVERIFY(answer.stored->source != answer.lit.source);
            seen = true;
        }
        QVERIFY(seen);
    }
};

QTEST_GUILESS_MAIN(TestResolve)
#include "tst_resolve.moc"
