#include "core/base/diagnostic_log.h"
#include "core/base/limits.h"

#include <QtTest>
#include <algorithm>
#include <functional>
#include <random>
#include <thread>

using namespace traceglass;

namespace {

constexpr std::uint64_t kGranule = 64 * 1024;

ByteRange bytes(std::uint64_t offset, std::uint64_t length, std::uint32_t source = 0)
{
    return {SourceId(source), offset, length};
}

Diagnostic problem(Severity severity, std::optional<ByteRange> range, std::string detail = {},
                   Code code = Code::RtcHole)
{
    return {code, severity, std::move(detail), range, {}};
}

// What a list answers that is looked through from its begin to its end.
struct NaiveList
{
    std::vector<Diagnostic> all;

    template <class Holds>
    std::optional<Severity> worst(Holds holds) const
    {
        std::optional<Severity> worst;
        for (const Diagnostic& one : all) {
            if (one.range && one.severity != Severity::info && holds(end(*one.range), *one.range))
                worst = std::max(worst.value_or(one.severity), one.severity);
        }
        return worst;
    }
    static std::uint64_t end(const ByteRange& range)
    {
        return range.offset + std::max<std::uint64_t>(range.length, 1);
    }

    std::optional<Severity> worstIn(const ByteRange& place) const
    {
        return worst([&](std::uint64_t last, const ByteRange& range) {
            return range.source == place.source && range.offset < place.end() && last > place.offset;
        });
    }
    std::optional<Severity> worstWithin(const ByteRange& place) const
    {
        return worst([&](std::uint64_t last, const ByteRange& range) {
            return range.source == place.source && range.offset >= place.offset && last <= place.end();
        });
    }
    std::vector<Diagnostic> in(const ByteRange& place) const
    {
        std::vector<Diagnostic> out;
        for (const Diagnostic& one : all) {
            if (one.range && one.range->source == place.source && one.range->offset < place.end()
                && end(*one.range) > place.offset)
                out.push_back(one);
        }
        std::ranges::stable_sort(out, {}, [](const Diagnostic& one) { return one.range->offset; });
        return out;
    }
};

void inThreads(unsigned count, const std::function<void(unsigned)>& work)
{
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < count; ++i)
        threads.emplace_back([&work, i] { work(i); });
}

}

class TestDiagnosticLog : public QObject
{
    Q_OBJECT

private slots:
    void isEmptyAtFirst()
    {
        const DiagnosticLog log;
        QCOMPARE(log.total(), std::uint64_t(0));
        QCOMPARE(log.kept(), std::size_t(0));
        QVERIFY(log.counts().empty() && log.all().empty() && log.since(3).empty());
        QCOMPARE(log.worst(), Severity::info);
        QVERIFY(!log.worstOfAll() && !log.worstIn(bytes(0, 100)) && !log.worstWithin(bytes(0, 100)));
        QVERIFY(log.in(bytes(0, 100)).empty());
    }

    void keepsEachOnce()
    {
        DiagnosticLog log;
        const Diagnostic first = diagnose(Code::RtcHole, "a", bytes(10, 5), 7);
        std::vector<Diagnostic> others(6, first);
        others[0].code = Code::RtcMetaDamaged;
        others[1].detail += "b";
        others[2].range = bytes(11, 5);
        others[3].range = bytes(10, 5, 1);
        others[4].entry = 8;
        others[5].range.reset();
        for (int reader = 0; reader < 2; ++reader) {
            log.add(first);
            for (const Diagnostic& other : others)
                log.add(other);
        }
        others.insert(others.begin(), first);
        QVERIFY(log.all() == others);
        QCOMPARE(log.total(), std::uint64_t(7));

        Diagnostic milder = first;
        milder.severity = Severity::info;
        log.add(milder);
        QCOMPARE(log.kept(), std::size_t(7));
    }

    void keepsTheOrderOfDiscovery()
    {
        DiagnosticLog log;
        for (const std::uint64_t offset : {30u, 10u, 20u, 40u})
            log.add(problem(Severity::warning, bytes(offset, 1)));
        log.add(problem(Severity::error, {}, "", Code::RtcMetaDamaged));
        const auto offsets = [](const std::vector<Diagnostic>& all) {
            std::vector<std::uint64_t> out;
            for (const Diagnostic& one : all)
                out.push_back(one.range ? one.range->offset : 0);
            return out;
        };
        using Offsets = std::vector<std::uint64_t>;
        QCOMPARE(offsets(log.all()), (Offsets {30, 10, 20, 40, 0}));
        QCOMPARE(offsets(log.since(2)), (Offsets {20, 40, 0}));
        QCOMPARE(offsets(log.since(1, 2)), (Offsets {10, 20}));
        QVERIFY(log.since(5).empty() && log.since(100).empty() && log.since(2, 0).empty());
        QCOMPARE(offsets(log.in(bytes(0, 100))), (Offsets {10, 20, 30, 40}));
        QCOMPARE(offsets(log.in(bytes(0, 100), 2)), (Offsets {10, 20}));
        const auto counts = log.counts();
        QCOMPARE(counts.size(), std::size_t(2));
        QCOMPARE(counts[0].code, Code::RtcHole);
        QCOMPARE(counts[0].kept, std::uint64_t(4));
        QCOMPARE(counts[0].severity, Severity::warning);
        QVERIFY(!counts[0].first && !counts[0].last && counts[0].exact);
        QCOMPARE(counts[1].code, Code::RtcMetaDamaged);
    }

    void countsBySeverity()
    {
        DiagnosticLog log;
        log.add(problem(Severity::info, bytes(0, 1)));
        QCOMPARE(log.worst(), Severity::info);
        QVERIFY(!log.worstOfAll());
        log.add(problem(Severity::warning, bytes(1, 1), "", Code::RtcMetaDamaged));
        QCOMPARE(log.worstOfAll(), std::optional(Severity::warning));
        for (std::uint64_t i = 0; i < limits::kDiagnosticsACode + 5; ++i)
            log.add(problem(Severity::error, {}, std::to_string(i), Code::RdfBadIdentifier));
        QCOMPARE(log.worst(), Severity::error);
        QCOMPARE(log.total(Severity::info), std::uint64_t(1));
        QCOMPARE(log.total(Severity::warning), std::uint64_t(1));
        QCOMPARE(log.total(Severity::error), std::uint64_t(limits::kDiagnosticsACode + 5));
        QCOMPARE(log.total(), std::uint64_t(limits::kDiagnosticsACode + 7));
        QVERIFY(!log.counts().back().first); // they have no place
    }

    void asksForPlaces()
    {
        DiagnosticLog log;
        log.add(problem(Severity::error, {}, "nowhere"));
        log.add(problem(Severity::info, bytes(100, 50)));
        log.add(problem(Severity::warning, bytes(200, 50)));
        log.add(problem(Severity::error, bytes(300, 0))); // counts as one byte
        log.add(problem(Severity::error, bytes(~std::uint64_t(0), 9, 1)));
        QVERIFY(!log.worstIn(bytes(0, 200)));
        QCOMPARE(log.worstIn(bytes(249, 1)), std::optional(Severity::warning));
        QVERIFY(!log.worstIn(bytes(250, 50)));
        QCOMPARE(log.worstIn(bytes(240, 61)), std::optional(Severity::error));
        QCOMPARE(log.worstWithin(bytes(200, 50)), std::optional(Severity::warning));
        QVERIFY(!log.worstWithin(bytes(200, 49)) && !log.worstWithin(bytes(201, 60)));
        QCOMPARE(log.worstWithin(bytes(300, 1)), std::optional(Severity::error));
        QVERIFY(!log.worstIn(bytes(0, 1000, 1)));
        QCOMPARE(log.worstIn(bytes(0, ~std::uint64_t(0), 1)), std::optional(Severity::error));
        // A node without bytes.
        QVERIFY(!log.worstIn(bytes(220, 0)) && !log.worstWithin(bytes(300, 0))
                && log.in(bytes(220, 0)).empty());
        QCOMPARE(log.in(bytes(149, 1)).size(), std::size_t(1)); // hints are listed
    }

    void answersAsAListDoes_data()
    {
        QTest::addColumn<int>("longestBits");
        QTest::newRow("short ranges") << 4;
        QTest::newRow("ranges of any length") << 12;
    }
    void answersAsAListDoes()
    {
        QFETCH(int, longestBits);
        constexpr std::uint64_t kBytes = 4'000;
        std::mt19937 random(14);
        const auto anyRange = [&] {
            const std::uint64_t length =
                random() % (std::uint64_t(1) << random() % unsigned(longestBits + 1));
            return bytes(random() % kBytes, length, unsigned(random() % 3));
        };
        DiagnosticLog log;
        NaiveList list;
        for (int i = 0; i < 3'000; ++i) {
            // Errors are rare, so that something is left to be told by warnings.
            const auto severity = random() % 40 == 0 ? Severity::error : static_cast<Severity>(random() % 2);
            const auto range = random() % 50 == 0 ? std::nullopt : std::optional(anyRange());
            const Diagnostic one = problem(severity, range, std::to_string(i));
            log.add(one);
            list.all.push_back(one);
            const ByteRange place = anyRange();
            if (place.length == 0)
                continue;
            QVERIFY(log.worstIn(place) == list.worstIn(place));
            QVERIFY(log.worstWithin(place) == list.worstWithin(place));
            const auto wanted = list.in(place);
            QVERIFY(log.in(place) == wanted);
            const std::size_t few = std::min<std::size_t>(wanted.size(), 3);
            QVERIFY(log.in(place, 3) == std::vector(wanted.begin(), wanted.begin() + std::ptrdiff_t(few)));
        }
    }

    // Four readers find a million, each of them twice.
    void keepsAMillionFromFourThreads()
    {
        constexpr std::uint64_t kAll = 1'000'000, kThreads = 4, kStep = 100;
        DiagnosticLog log;
        inThreads(kThreads, [&](unsigned thread) {
            for (std::uint64_t i = 0; i < kAll / 2; ++i) {
                const std::uint64_t number = (thread * (kAll / kThreads) + i) % kAll;
                log.add(problem(Severity::warning, bytes(number * kStep, 10)));
                if (i % 1'000 == 0) // others ask meanwhile
                    (void)log.worstIn(bytes(number * kStep, 1));
            }
        });
        QCOMPARE(log.total(), kAll);
        QCOMPARE(log.kept(), std::size_t(limits::kDiagnosticsACode));
        const auto counts = log.counts();
        QCOMPARE(counts.size(), std::size_t(1));
        QVERIFY(counts[0].exact);
        QCOMPARE(counts[0].all, kAll);
        QCOMPARE(counts[0].notKept(), kAll - limits::kDiagnosticsACode);

        // First and last of the others, whichever were kept.
        std::vector<bool> isKept(kAll);
        for (const Diagnostic& one : log.all())
            isKept[one.range->offset / kStep] = true;
        const auto first = std::uint64_t(std::ranges::find(isKept, false) - isKept.begin());
        std::uint64_t last = kAll - 1;
        while (isKept[last])
            --last;
        QCOMPARE(counts[0].first->offset, first * kStep);
        QCOMPARE(counts[0].last->offset, last * kStep);

        QCOMPARE(log.worstOfAll(), std::optional(Severity::warning));
        QCOMPARE(log.worstWithin(bytes(kAll * kStep / 2, kGranule)), std::optional(Severity::warning));
        QVERIFY(!log.worstIn(bytes(kAll * kStep + kGranule, kGranule)));
    }

    void estimatesHowManyThereAreBeyondAMillion()
    {
        constexpr std::uint64_t kAll = 1'500'000;
        DiagnosticLog log;
        std::uint64_t counted = 0;
        for (int reader = 0; reader < 2; ++reader) {
            for (std::uint64_t i = 0; i < kAll; ++i)
                log.add(problem(Severity::info, bytes(i * 16, 16)));
            if (reader == 0)
                counted = log.total();
        }
        QCOMPARE(log.total(), counted); // read twice, counted once
        QVERIFY(!log.counts()[0].exact);
        QVERIFY2(counted > kAll / 100 * 99 && counted < kAll / 100 * 101, std::to_string(counted).c_str());
    }

    // Scattered over so much, their places are known only roughly: too many are bad, but none is missed.
    void missesNoPlaceOfThoseThatAreNotKept_data()
    {
        QTest::addColumn<quint64>("step");
        QTest::addColumn<bool>("inSources");
        QTest::newRow("densely") << quint64(100) << false;
        QTest::newRow("scattered") << quint64(50'000'000) << false;
        QTest::newRow("beyond a terabyte") << (quint64(1) << 44) << false;
        QTest::newRow("in a source each") << quint64(1) << true;
    }
    void missesNoPlaceOfThoseThatAreNotKept()
    {
        QFETCH(quint64, step);
        QFETCH(bool, inSources);
        constexpr std::uint64_t kOthers = 20'000;
        const auto place = [&](std::uint64_t i) {
            return inSources ? bytes(1'000, 200, static_cast<std::uint32_t>(i)) : bytes(i * step, 200);
        };
        DiagnosticLog log;
        for (std::uint64_t i = 0; i < limits::kDiagnosticsACode; ++i)
            log.add(problem(Severity::error, {}, std::to_string(i)));
        for (std::uint64_t i = 0; i < kOthers; ++i)
            log.add(problem(i == kOthers / 2 ? Severity::error : Severity::warning, place(i)));
        for (std::uint64_t i = 0; i < kOthers; ++i) {
            QVERIFY(log.worstIn(place(i)) && log.worstWithin(place(i)));
            QVERIFY(log.in(place(i)).empty());
        }
        QCOMPARE(log.worstIn(place(kOthers / 2)), std::optional(Severity::error));
        QCOMPARE(log.worstWithin(place(kOthers / 2)), std::optional(Severity::error));
    }

    void knowsPlacesOfThoseThatAreNotKeptRoughly()
    {
        DiagnosticLog log;
        for (std::uint64_t i = 0; i < limits::kDiagnosticsACode; ++i)
            log.add(problem(Severity::warning, {}, std::to_string(i)));
        log.add(problem(Severity::warning, bytes(5 * kGranule + 10, 3 * kGranule))); // reaches into granule 8
        QVERIFY(!log.worstIn(bytes(0, 5 * kGranule)) && !log.worstWithin(bytes(0, 5 * kGranule)));
        QVERIFY(!log.worstIn(bytes(9 * kGranule, 5 * kGranule)));
        QVERIFY(log.worstIn(bytes(8 * kGranule, 1)) && log.worstIn(bytes(5 * kGranule, 1)));
        QVERIFY(log.worstWithin(bytes(5 * kGranule, 4 * kGranule)));
        QVERIFY(!log.worstWithin(bytes(7 * kGranule, 100))); // what lies in it is not bad for that
        QVERIFY(!log.worstIn(bytes(5 * kGranule, 1, 1)));    // another source
    }
};

QTEST_GUILESS_MAIN(TestDiagnosticLog)
#include "tst_diagnostic_log.moc"
