// The made-up capture of a GPU: nothing is wrong with it, what it is about can be found in it, and what captures say of
// themselves.
#include "core/formats/formats.h"
#include "core/formats/rdf/demo/gpu_demo.h"
#include "core/formats/rdf/payloads/memory/memory_trace.h"
#include "core/formats/rdf/payloads/payload_facts.h"
#include "tests/support/open_capture.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>

using namespace traceglass;
using namespace traceglass::rdf;

class TestRdfGpuDemo : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void nothingIsWrong();
    void oneFrameIsSlow();
    void marksAreATree();
    void texturesStay();
    void saysWhereItComesFrom();
    void stoppedFacts();

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path;
    DiagnosticLog m_log;
    std::unique_ptr<RdfFile> m_file;
    std::unique_ptr<PayloadFacts> m_facts;
    Job m_job;
};

void TestRdfGpuDemo::initTestCase()
{
    const auto path = writeGpuDemo(m_folder.path().toStdString());
    QVERIFY(path);
    m_path = *path;
    m_file = std::make_unique<RdfFile>(m_path, *MappedFile::open(m_path), m_log);
    QVERIFY(m_file->open(m_job));
    m_facts = std::make_unique<PayloadFacts>(*m_file);
    QVERIFY(m_facts->find(m_job));
}

void TestRdfGpuDemo::nothingIsWrong()
{
    const auto document = openCapture(m_path);
    QVERIFY(document);
    QVERIFY((*document)->validate(m_job));
    for (const Diagnostic& problem : (*document)->problems().all())
        QFAIL(problem.message().c_str());
}

void TestRdfGpuDemo::oneFrameIsSlow()
{
    const auto known = m_facts->ask(m_job);
    QVERIFY(known);
    const KnownPayloads& payloads = **known;
    QCOMPARE(payloads.queues.events.size(), std::size_t(96));
    struct Frame
    {
        std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = 0;
    };
    std::map<std::uint64_t, Frame> frames;
    std::map<std::string, std::int64_t> longest;
    for (const QueueEvent& event : payloads.queues.events) {
        if (!event.isSubmit())
            continue;
        const std::int64_t begin = *payloads.nsOfGpu(event.key.pci, event.begin);
        const std::int64_t end = *payloads.nsOfGpu(event.key.pci, event.end);
        QVERIFY(begin > *payloads.nsOfCpu(event.cpu));
        Frame& frame = frames[event.frame];
        frame = {std::min(frame.begin, begin), std::max(frame.end, end)};
        std::int64_t& most = longest[payloads.labelOf(event)];
        most = std::max(most, end - begin);
    }
    QCOMPARE(frames.size(), std::size_t(8));
    QCOMPARE(frames.at(4'817).begin, std::int64_t(43'361'000));
    QCOMPARE(frames.at(4'817).end - frames.at(4'817).begin, std::int64_t(56'810'000));
    QCOMPARE(frames.at(4'819).end, std::int64_t(116'657'000));
    QCOMPARE(longest.size(), std::size_t(9));
    QCOMPARE(longest.at("particles"), std::int64_t(47'550'000));
}

void TestRdfGpuDemo::marksAreATree()
{
    const auto known = m_facts->ask(m_job);
    QVERIFY(known);
    const MarkerTree& tree = (*known)->markers.trees().at(0x1a6f);
    QCOMPARE(tree.markers.size(), std::size_t(11));
    QCOMPARE((*known)->markers.nameOf(tree, tree.markers[7].string), std::string("broad phase"));
    QCOMPARE(tree.markers[7].depth, std::uint32_t(3));
}

void TestRdfGpuDemo::texturesStay()
{
    const Report report = [](const Diagnostic& problem) { QFAIL(problem.message().c_str()); };
    const PayloadChunks chunks = m_facts->chunks();
    const auto trace = MemoryTrace::scan(chunks, report, m_job);
    QVERIFY(trace && *trace);
    const auto snapshots = readSnapshots(chunks, report);
    QCOMPARE(snapshots.size(), std::size_t(3));
    const auto replayed = (*trace)->replay({}, m_job);
    QVERIFY(replayed);
    std::size_t leaked = 0, dropped = 0;
    for (const MemoryResource& resource : (*replayed)->state.resources()) {
        const std::string_view name = (*replayed)->names.nameOf(resource.number);
        leaked += name.starts_with("shockwave distortion[") && resource.isLive()
            && resource.created > snapshots.front().tick && resource.created < snapshots.back().tick;
        dropped += name == "frame upload" && !resource.isLive();
    }
    QCOMPARE(leaked, std::size_t(18)); // three in each of six frames
    QCOMPARE(dropped, std::size_t(8));
}

void TestRdfGpuDemo::saysWhereItComesFrom()
{
    const auto document = openCapture(m_path);
    QVERIFY(document);
    Facts facts = (*document)->summary().more;
    const auto learnt = (*document)->learnFacts(m_job);
    QVERIFY(learnt);
    facts.insert(facts.end(), learnt->begin(), learnt->end());
    const std::map<std::string, std::string> of(facts.begin(), facts.end());
    QCOMPARE(of.at("adapter"), std::string("AMD Radeon RX 7900 XTX, 25.8 GB"));
    QCOMPARE(of.at("API"), std::string("Vulkan 1.3"));
    QCOMPARE(of.at("driver"), std::string("AMDVLK 2025.Q1.3"));
    QCOMPARE(of.at("process"), std::string("/opt/games/boss-fight/bin/boss-fight, pid 31877"));
    QVERIFY2(of.at("peak memory").starts_with("1.60 GB, of each heap: local 1.59 GB"),
             of.at("peak memory").c_str());
}

void TestRdfGpuDemo::stoppedFacts()
{
    const auto document = openCapture(m_path);
    QVERIFY(document);
    std::stop_source stop;
    stop.request_stop();
    Job job(stop.get_token());
    const auto learnt = (*document)->learnFacts(job);
    QVERIFY(!learnt);
    QCOMPARE(learnt.error().code, Code::Stopped);
}

QTEST_GUILESS_MAIN(TestRdfGpuDemo)
#include "tst_rdf_gpu_demo.moc"
