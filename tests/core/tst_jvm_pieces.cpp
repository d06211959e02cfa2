// What rules want to know of a JVM is the same whether its stream is read at once or in parts that are added up.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/cjfr/findings/jvm_pieces.h"
#include "core/stats/histogram.h"
#include "tests/support/stat_tables.h"

#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;
using namespace traceglass::cjfr;

namespace {

constexpr std::int64_t kSlowNs = 20'000'000;

// All that a look holds, a line each, with names as texts: numbers of names differ between passes.
class Told
{
public:
    explicit Told(const JvmLook& look)
        : m_look(look)
    {
        for (const std::vector<LockWait>* const list : {&look.waits, &look.parks, &look.borrows}) {
            add("waits", list->size());
            for (const LockWait& each : *list)
                span(each, text(each.lock) + ' ' + std::to_string(each.address) + ' ' + thread(each.owner));
        }
        for (const TransferTarget& target : look.transfers) {
            add(target.subject(), stats::countOf(target.durations.all()));
            for (const auto& [step, count] : target.durations.all())
                add("step " + std::to_string(step), count);
            for (const SlowTransfer& each : target.slow)
                span(each, text(each.site) + (each.isExempt ? " exempt" : ""));
        }
        for (const Collection& each : look.collections)
            add(text(each.name) + ' ' + text(each.cause), each.time.startNs, each.gcId, each.pausesNs);
        for (const TimeRange& each : look.pauses)
            add("pause", each.startNs, each.endNs);
        for (const HeapAfter& each : look.heap)
            add("heap", each.ns, each.usedBytes, each.maxBytes);
        for (const auto& [second, amounts] : look.allocated) {
            add("allocated", second, amounts.all);
            sums(amounts.byThread, [&](std::uint64_t key) { return thread(key); });
            sums(amounts.bySite, [&](std::uint32_t site) { return text(StringId(site)); });
        }
        for (const auto& [second, samples] : look.sampled) {
            add("sampled", second, samples.all);
            sums(samples.byMethod, [&](std::uint32_t method) { return text(StringId(method)); });
        }
        for (const auto& [second, then] : look.thrown) {
            add("thrown", second, then.all);
            for (const auto& [kind, count] : then.byKind)
                m_unordered << line(
                    lines.back().toStdString() + ' ' + text(kind.first) + ' ' + text(kind.second), count);
        }
        for (const CustomType& each : look.customs) {
            add(each.name, stats::countOf(each.durations.all()), each.threads.size());
            for (const JvmSpan& slow : each.slow)
                span(slow, "slow");
        }
        for (const auto& [name, spans] : look.operations)
            add(text(name), spans.size());
        for (const CpuSample& each : look.cpu)
            add("cpu", each.ns, each.ofJvm, each.ofMachine);
        for (const auto& [ns, count] : look.threads)
            add("threads", ns, count);
        add("counts", look.allocatedSometime.all, look.areThrownSometime ? 1 : 0, look.allocations,
            look.stacks, look.cutStacks, look.safepoints.size(), look.classLoads.size(),
            look.failedCompilations, look.lost.size(), look.pauseGoalNs.value_or(kNoInteger));
        lines << QString::fromStdString("thresholds " + look.pass().thresholdRemark());
        std::ranges::sort(m_unordered);
        lines += m_unordered;
    }

    QStringList lines;

private:
    std::string text(StringId name) const { return std::string(m_look.text(name)); }
    std::string thread(std::uint64_t key) const { return std::to_string(key) + m_look.threadName(key); }
    template <class... Numbers>
    static QString line(const std::string& what, Numbers... numbers)
    {
        QString out = QString::fromStdString(what);
        ((out += ' ' + QString::number(numbers)), ...);
        return out;
    }
    template <class... Numbers>
    void add(const std::string& what, Numbers... numbers)
    {
        lines << line(what, numbers...);
    }
    void span(const JvmSpan& span, const std::string& more)
    {
        add(thread(span.thread) + ' ' + more, span.time.startNs, span.time.endNs, span.offset,
            span.place.key);
    }
    template <class Key, class Name>
    void sums(const std::unordered_map<Key, std::int64_t>& of, const Name& name)
    {
        for (const auto& [key, sum] : of)
            m_unordered << line(lines.back().toStdString() + ' ' + name(key), sum);
    }

    const JvmLook& m_look;
    QStringList m_unordered;
};

}

class TestJvmPieces : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const std::filesystem::path path = m_folder.filePath("jvm.cjfr").toStdString();
        QVERIFY(writeRecording(path, 60'000, {}));
        m_capture.emplace(path);
        QVERIFY(m_capture->timeline);
        Job job;
        const auto index = file().indexNow(job);
        QVERIFY(index);
        m_index = *index;
    }

    void partsAddUpToTheWhole()
    {
        Job job;
        const std::vector<std::string> custom = {"shop.Request"};
        const StatRequest onOne = everything(1), onFour = everything(4);

        EventPass pass(file(), *m_index, onOne, job);
        JvmLook whole(pass);
        QVERIFY(whole.read({}, custom, kSlowNs));
        whole.settle();
        const Told expected(whole);
        QVERIFY(whole.waits.size() > 5 && whole.transfers.size() > 5 && whole.collections.size() > 5
                && whole.allocated.size() > 2 && whole.sampled.size() > 2 && !whole.customs[0].slow.empty());

        for (const StatRequest* const request : {&onOne, &onFour}) {
            JvmPieces pieces(file(), *m_index, *request, job);
            const auto look = pieces.read(custom, kSlowNs, 3); // some 20 of them
            QVERIFY(look);
            QCOMPARE(Told(**look).lines, expected.lines);
        }
    }

    void stops()
    {
        std::stop_source stop;
        stop.request_stop();
        Job stopped(stop.get_token());
        const StatRequest all = everything(0);
        JvmPieces pieces(file(), *m_index, all, stopped);
        QCOMPARE(pieces.read({}, kSlowNs, 1).error().code, Code::Stopped);
    }

private:
    const CjfrFile& file() const { return static_cast<const CjfrDocument&>(*m_capture->document).file(); }
    StatRequest everything(unsigned threads) const
    {
        return {.timeline = *m_capture->timeline, .threads = threads};
    }

    const QTemporaryDir m_folder;
    std::optional<IndexedCapture> m_capture;
    std::shared_ptr<const StreamIndex> m_index;
};

QTEST_GUILESS_MAIN(TestJvmPieces)
#include "tst_jvm_pieces.moc"
