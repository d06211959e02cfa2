// The frame of findings: thresholds, mutes, order, what all formats share, and the helpers that rules are made of.
#include "core/findings/gathering.h"
#include "core/findings/level.h"
#include "core/findings/row_walk.h"
#include "core/findings/worst_minute.h"
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/fake_document.h"
#include "tests/support/findings.h"
#include "tests/support/tiny_captures.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;

namespace {

std::filesystem::path demoOf(const QTemporaryDir& folder, std::string_view format)
{
    for (const Demo* const demo : demos()) {
        if (demo->format == format)
            return demo->write(folder.path().toStdString()).value_or("");
    }
    return {};
}

std::int64_t amountAfter(const char* text)
{
    RuleSettings settings;
    const auto rules = allRules();
    if (!findings::setThreshold(settings, rules, text).empty())
        return -1;
    const std::string_view setting = std::string_view(text).substr(0, std::string_view(text).find('='));
    const auto rule = std::ranges::find(rules, setting.substr(0, setting.rfind('.')), &Rule::id);
    return settings.amount(*rule, setting.substr(setting.rfind('.') + 1));
}

}

class TestFindings : public QObject
{
    Q_OBJECT

private slots:
    void theWorstMinute()
    {
        constexpr std::int64_t kSecond = 1'000'000'000;
        const auto at = [](std::int64_t second, std::int64_t seconds) {
            return TimeRange {second * kSecond, (second + seconds) * kSecond};
        };
        const auto worst = findings::worstMinute({at(200, 2), at(0, 3), at(100, 2), at(159, 2), at(160, 9)});
        QCOMPARE(worst.time, at(159, 60));
        QCOMPARE(worst.ns, 13 * kSecond);
        QVERIFY(worst.holds(at(200, 2)) && worst.holds(at(159, 1)) && !worst.holds(at(219, 1)));
        // Of what is longer a minute counts; what begins as it ends does not.
        QCOMPARE(findings::worstMinute({at(0, 600), at(60, 1)}).ns, 60 * kSecond);
        QCOMPARE(findings::worstMinute({}).ns, std::int64_t(0));
    }

    // A name ends where its quotes do.
    void namesAreQuoted()
    {
        QCOMPARE(findings::quoted("a`b\n"), std::string("`a\\u{0060}b\\n`"));
    }

    void thresholds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("amount");
        QTest::newRow("duration") << "rfr.long-poll.min=20ms" << qint64(20'000'000);
        QTest::newRow("fraction of a unit") << "rfr.long-poll.min=1.5s" << qint64(1'500'000'000);
        QTest::newRow("share") << "jvm.gc-share.share=7.5%" << qint64(75);
        QTest::newRow("bytes") << "jvm.alloc-burst.rate=2GB" << qint64(2'000'000'000);
        QTest::newRow("count") << "rfr.tasks-accumulate.left=25" << qint64(25);
    }
    void thresholds()
    {
        QFETCH(QString, text);
        QFETCH(qint64, amount);
        QCOMPARE(qint64(amountAfter(text.toUtf8().constData())), amount);
    }

    void wrongThresholds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no value") << "rfr.long-poll.min"
                                  << "write ID.KEY=VALUE";
        QTest::newRow("no rule") << "rfr.long-pol.min=1s"
                                 << "there is no rule rfr.long-pol; did you mean rfr.long-poll?";
        QTest::newRow("no key") << "rfr.long-poll.least=1s"
                                << "it has min, high";
        QTest::newRow("no unit") << "rfr.long-poll.min=20"
                                 << "it takes a duration";
        QTest::newRow("another unit") << "rfr.long-poll.min=20MB"
                                      << "it takes a duration";
        QTest::newRow("unit of a count") << "rfr.tasks-accumulate.left=20ms"
                                         << "it takes a whole number";
        QTest::newRow("negative") << "rfr.long-poll.min=-1ms"
                                  << "it takes a duration";
        QTest::newRow("too large") << "rfr.long-poll.min=99999999999999999999h"
                                   << "it takes a duration";
        QTest::newRow("nothing") << "rfr.wake-storm.per-poll=0"
                                 << "it takes a whole number";
        QTest::newRow("more than rules can multiply") << "jvm.gc-share.share=999999999%"
                                                      << "it takes a share";
        QTest::newRow("between two") << "rfr.tasks-accumulate.left=2.5"
                                     << "it takes a whole number";
    }
    void wrongThresholds()
    {
        QFETCH(QString, text);
        QFETCH(QString, says);
        RuleSettings settings;
        const QString wrong =
            QString::fromStdString(findings::setThreshold(settings, allRules(), text.toStdString()));
        QVERIFY2(wrong.contains(says), qPrintable(wrong));
    }

    // Each rule once, told in full, and in the catalogue for users.
    void rulesAreTold()
    {
        QFile page(TRACEGLASS_SOURCE_DIR "/docs/findings.md");
        QVERIFY(page.open(QIODevice::ReadOnly));
        const std::string catalogue = page.readAll().toStdString();
        std::set<std::string_view> ids;
        for (const Rule& rule : allRules()) {
            QVERIFY2(ids.insert(rule.id).second, std::string(rule.id).c_str());
            QVERIFY(!rule.title.empty() && !rule.means.empty() && !rule.measure.empty()
                    && !rule.remedy.empty());
            QVERIFY2(catalogue.find("**" + std::string(rule.id) + "**") != std::string::npos,
                     std::string(rule.id).c_str());
            for (const RuleThreshold& threshold : rule.thresholds) {
                const std::string told = '`' + std::string(threshold.key) + '='
                    + findings::thresholdText(threshold, threshold.amount) + '`';
                QVERIFY2(catalogue.find(told) != std::string::npos,
                         (std::string(rule.id) + ' ' + told).c_str());
            }
        }
    }

    void mutes()
    {
        QVERIFY(!findings::readMute("").has_value());
        QVERIFY(!findings::readMute("  # a remark").has_value());
        QVERIFY((findings::readMute(" rfr.long-poll  metrics flush ")
                 == findings::Mute {"rfr.long-poll", "metrics flush"}));
        QVERIFY((findings::readMute("rfr.events") == findings::Mute {"rfr.events", ""}));
        const QTemporaryDir folder;
        const auto path = demoOf(folder, "rfr");
        const FoundIn found(
            path, {}, {{"rfr.long-poll", "metrics.flush"}, {"rfr.events", ""}, {"rfr.run-queue", "another"}});
        QCOMPARE(found.list(),
                 (QStringList {"high rfr.run-queue run queue", "high rfr.tasks-accumulate session.watch"}));
        QCOMPARE(found.all.muted.size(), std::size_t(2));
    }

    void thresholdsAreObeyed()
    {
        const QTemporaryDir folder;
        const auto path = demoOf(folder, "rfr");
        const FoundIn higher(path, {"rfr.long-poll.min=1s", "rfr.tasks-accumulate.left=109"});
        QVERIFY(higher.wrong.empty());
        QVERIFY(!higher.of("rfr.long-poll") && !higher.of("rfr.tasks-accumulate"));
        QVERIFY(FoundIn(path, {"rfr.tasks-accumulate.left=108"}).of("rfr.tasks-accumulate"));
    }

    // What is wrong with the bytes stands first; what is left is looked at all the same.
    void damageComesFirst()
    {
        const QTemporaryDir folder;
        const auto path = demoOf(folder, "rfr");
        const auto chunk = [&] {
            for (const auto& each : std::filesystem::recursive_directory_iterator(path)) {
                if (each.path().filename().string().starts_with("chunk"))
                    return each.path();
            }
            return std::filesystem::path();
        }();
        std::filesystem::resize_file(chunk, std::filesystem::file_size(chunk) / 2);
        const FoundIn found(path);
        QVERIFY(found.isThere && found.all.found.size() > 1);
        QCOMPARE(found.list().front(), QString("high data.damaged capture"));
        QVERIFY(!found.isChecked("rfr.never-polled"));
        QVERIFY(found.all.found.front().evidence.front().ref.has_value());
        // What lasts over what is lost may have ended in there: that is said with the damage.
        const FoundIn strict(path, {"data.approximate.share=0.1%"});
        QVERIFY(!strict.of("data.approximate"));
        QCOMPARE(strict.of("data.damaged")->absorbed.size(), std::size_t(1));
    }

    void faultsThatAreAboutNoBytes()
    {
        struct Faulty : FakeDocument
        {
            Faulty()
                : FakeDocument(nullptr)
            {
                log().add(diagnose(Code::RdfMarkerUnbalanced, ""));
            }
        };
        const Faulty document;
        const Timeline timeline;
        const RuleSettings settings;
        Job job;
        const auto found = findings::find(document, {timeline, settings}, {}, job);
        QVERIFY(found && found->found.size() == 1);
        QVERIFY(found->found[0].sentence.words.starts_with(
            "1 fault, 0 of them in the bytes of the capture, the first: "));
        QVERIFY(found->found[0].evidence.empty());
    }

    // Captures of which nothing is known but their bytes: nothing is found, and it is said what was not asked.
    void captureWithoutRules()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("two.rdf").toStdString();
        QVERIFY(writeFile(path, twoChunks()));
        const FoundIn found(path);
        QCOMPARE(found.list(), QStringList());
        QCOMPARE(found.all.rules.size(), std::size_t(3));
    }

    void stopsWhenAsked()
    {
        const QTemporaryDir folder;
        const IndexedCapture capture(demoOf(folder, "rfr"));
        std::stop_source stop;
        stop.request_stop();
        Job job(stop.get_token());
        const auto found = findings::find(*capture.document, {*capture.timeline, RuleSettings()}, {}, job);
        QVERIFY(!found.has_value());
        QCOMPARE(found.error().code, Code::Stopped);
    }

    // Within a part of a row, however many there are.
    void walkStopsInTheMiddle()
    {
        constexpr std::int64_t kSlices = 200'000;
        TimelineBuilder builder;
        const RowId row = builder.addRow(builder.addTrack({.name = builder.intern("all")}));
        for (std::int64_t ns = 0; ns < kSlices; ++ns)
            builder.add(row, {2 * ns, 2 * ns + 1, builder.intern("one"), 0, {}});
        const TimelinePtr timeline = builder.snapshot({0, 2 * kSlices}, kSlices, true);
        std::stop_source stop;
        const Job job(stop.get_token());
        const findings::RowWalk walk(*timeline, job);
        std::int64_t seen = 0;
        walk.each(row, 0, [&](const findings::SeenSlice&) { ++seen; });
        QCOMPARE(seen, kSlices);
        seen = 0;
        walk.each(row, 0, [&](const findings::SeenSlice&) {
            ++seen;
            stop.request_stop();
        });
        QVERIFY(seen > 0 && seen <= std::int64_t(SlicePack::kCapacity));
    }

    // What reaches into a time of which something is lost is left out; moments and neighbours are not.
    void walkLeavesOutWhatSpansALoss()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(builder.addTrack({.name = builder.intern("all")}));
        for (const TimeRange& time : {TimeRange {0, 10}, {10, 11}, {12, 12}, {13, 15}, {18, 30}, {30, 31}})
            builder.add(row, {time.startNs, time.endNs, builder.intern("one"), 0, {}});
        const TimelinePtr timeline = builder.snapshot({0, 31}, 6, true);
        const Job job;
        const findings::RowWalk walk(*timeline, job, {{5, 7}, {11, 13}, {20, 30}});
        std::vector<TimeRange> seen;
        walk.each(row, 0, [&](const findings::SeenSlice& slice) { seen.push_back(slice.time); });
        QCOMPARE(seen, (std::vector<TimeRange> {{10, 11}, {12, 12}, {13, 15}, {30, 31}}));
        QVERIFY(walk.isLost({0, 6}) && walk.isLost({6, 8}) && walk.isLost({0, 100}));
        QVERIFY(!walk.isLost({7, 11}) && !walk.isLost({6, 6}) && !walk.isLost({30, 40}));
    }

    void severityIsByShare()
    {
        using findings::severityOf;
        QVERIFY(!severityOf(0.00099).has_value());
        QCOMPARE(severityOf(0.001), std::optional(FindingSeverity::low));
        QCOMPARE(severityOf(0.00999), std::optional(FindingSeverity::low));
        QCOMPARE(severityOf(0.01), std::optional(FindingSeverity::medium));
        QCOMPARE(severityOf(0.05), std::optional(FindingSeverity::high));
        QVERIFY(findings::isAtLeast(50, 500, 100) && !findings::isAtLeast(49, 500, 100));
        QVERIFY(findings::isAtLeast(INT64_MAX, 1'000, INT64_MAX)); // nothing overflows
    }

    void rangesAreJoined()
    {
        using Ranges = std::vector<TimeRange>;
        QCOMPARE(findings::joined({{5, 9}, {0, 2}, {2, 4}, {3, 4}}), (Ranges {{0, 4}, {5, 9}}));
        QCOMPARE(findings::joined({{0, 4}, {5, 9}}, 1), (Ranges {{0, 9}}));
        const Ranges ranges {{0, 4}, {5, 9}};
        QCOMPARE(findings::lengthOf(ranges), 8);
        QCOMPARE(findings::overlapNs({3, 6}, ranges), 2);
        QCOMPARE(findings::overlapNs({4, 5}, ranges), 0);
        QCOMPARE(findings::overlapNs({-5, 50}, ranges), 8);
    }

    void rangesAreCovered()
    {
        using Ranges = std::vector<TimeRange>;
        const Ranges three {{0, 1}, {3, 4}, {9, 9}};
        QCOMPARE(findings::covered(three, 3), three);
        QCOMPARE(findings::covered(three, 2), (Ranges {{0, 4}, {9, 9}}));
        QCOMPARE(findings::covered(three, 1), (Ranges {{0, 9}}));
        // As far from each other everywhere: some are joined, all over the time.
        QCOMPARE(findings::covered({{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}}, 3),
                 (Ranges {{0, 3}, {4, 7}, {8, 9}}));
    }

    // Times of all, evidence of the first thousand.
    void whatIsFoundOftenIsKeptShort()
    {
        constexpr std::int64_t kTimes = 100'000, kFar = 1'000'000'000;
        Finding finding;
        for (std::int64_t i = kTimes; i-- > 0;) {
            const TimeRange time {i < kTimes / 2 ? 10 * i : kFar + 10 * i,
                                  (i < kTimes / 2 ? 0 : kFar) + 10 * i + 3};
            findings::addOne(finding, time, [&] { return Evidence {.time = time}; });
        }
        findings::settle(finding);
        QCOMPARE(finding.count, std::uint64_t(kTimes));
        QCOMPARE(finding.evidence.size(), Finding::kEvidence);
        QCOMPARE(finding.pieces(), std::uint64_t(kTimes));
        QVERIFY(finding.evidence.front().time.startNs < finding.evidence.back().time.startNs);
        QVERIFY(finding.when.size() > 1 && finding.when.size() <= Finding::kRanges);
        QCOMPARE(finding.when.front().startNs, 0);
        QCOMPARE(finding.when.back().endNs, kFar + 10 * (kTimes - 1) + 3);
        const TimeRange between {10 * kTimes, kFar};
        QCOMPARE(findings::overlapNs(between, finding.when), 0); // what is far apart stays so
        QVERIFY(findings::lengthOf(finding.when) >= 3 * kTimes);
    }

    // The longest comes first and the next longest behind it, wherever they were, also where they were found when there was
    // room for no more. As long ones stand as they came.
    void evidenceGoesFromTheWorstToTheLeast()
    {
        for (const std::size_t worst : {0u, 500u, 999u, 1'000u, 1'001u, 2'345u}) {
            Finding finding;
            for (std::size_t i = 0; i < 3'000; ++i) {
                const auto startNs = static_cast<std::int64_t>(i) * 100;
                const TimeRange time {startNs, startNs + (i == worst ? 50 : i == worst / 2 ? 40 : 10)};
                findings::addOne(finding, time, [&] { return Evidence {.time = time}; });
            }
            findings::settle(finding);
            const auto starts = [](const Evidence& each) { return each.time.startNs; };
            QCOMPARE(starts(finding.evidence[0]), static_cast<std::int64_t>(worst) * 100);
            if (worst > 0)
                QCOMPARE(starts(finding.evidence[1]), static_cast<std::int64_t>(worst / 2) * 100);
            QVERIFY(std::ranges::is_sorted(finding.evidence.begin() + 2, finding.evidence.end(), {}, starts));
            QCOMPARE(finding.evidence.size(), Finding::kEvidence);
            QCOMPARE(finding.pieces(), std::uint64_t(3'000));
            QVERIFY(finding.isWorstFirst());
        }
    }

    // The thousand longest of more, in any order; what has a weight goes by that.
    void theWorstEvidenceIsKept()
    {
        constexpr std::int64_t kTimes = 4'999; // a prime number
        for (const bool isWeighed : {false, true}) {
            Finding finding;
            for (std::int64_t i = 1; i <= kTimes; ++i) {
                const std::int64_t mixed = i * 1'234 % kTimes;
                const TimeRange time {i * 10'000, i * 10'000 + (isWeighed ? 0 : mixed)};
                findings::addOne(
                    finding, time, [&] { return Evidence {.time = time}; },
                    isWeighed ? static_cast<double>(mixed) : 0);
            }
            findings::settle(finding);
            QCOMPARE(finding.evidence.size(), Finding::kEvidence);
            QCOMPARE(finding.pieces(), std::uint64_t(kTimes));
            std::int64_t next = kTimes - 1;
            for (const Evidence& each : finding.evidence) {
                QCOMPARE(isWeighed ? static_cast<std::int64_t>(each.weight) : each.time.lengthNs(), next);
                --next;
            }
            QVERIFY(finding.isWorstFirst());
        }
        Finding alike; // as lines of a log
        for (std::int64_t i = 0; i < 3; ++i)
            findings::addOne(alike, {i, i}, [&] { return Evidence {.time = {i, i}}; });
        findings::settle(alike);
        QVERIFY(!alike.isWorstFirst());
        QCOMPARE(alike.evidence.front().time.startNs, 0);
    }

    // Less than half of something is not most of it.
    void mostIsHalfAtLeast()
    {
        QCOMPARE(findings::mostOf(1, 1), std::string("most"));
        QCOMPARE(findings::mostOf(50, 100), std::string("most"));
        QCOMPARE(findings::mostOf(49, 100), std::string("49 %"));
        QCOMPARE(findings::mostOf(3, 100), std::string("3.0 %"));
    }

    // Against the load of each step added up one by one.
    void levelsAreExact()
    {
        const TimeRange range {1'000, 2'000};
        findings::Level level(range, 100), half(range, 100);
        std::vector<std::int64_t> expected(level.size());
        std::uint64_t seed = 7;
        for (int i = 0; i < 500; ++i) {
            seed = seed * 6'364'136'223'846'793'005u + 1;
            const auto start = std::int64_t(900 + (seed >> 33) % 1'200);
            const TimeRange time {start, start + std::int64_t((seed >> 20) % 400)};
            (i % 2 == 0 ? level : half).add(time);
            for (std::size_t step = 0; step < expected.size(); ++step) {
                const TimeRange at = level.step(step);
                expected[step] += std::max<std::int64_t>(
                    0, std::min({time.endNs, at.endNs, range.endNs}) - std::max(time.startNs, at.startNs));
            }
        }
        level.add(half);
        QCOMPARE(level.loads(), expected);
        QVERIFY(findings::Level({0, std::numeric_limits<std::int64_t>::max()}, 1).size()
                <= findings::Level::kSteps + 1);
    }

    // Means of steps; of more than there is room for, the highest of neighbours.
    void levelsAsAPicture()
    {
        findings::Level level({100, 145}, 10);
        level.add({100, 130});
        level.add({105, 110});
        level.add({140, 145});
        const FindingLevel whole = level.picture("ready tasks", 2);
        QCOMPARE(whole.values, (std::vector<double> {1.5, 1, 1, 0, 1}));
        QCOMPARE(whole.time, (TimeRange {100, 150}));
        QCOMPARE(whole.stepNs, std::int64_t(10));
        const FindingLevel halved = level.picture("ready tasks", 2, 3);
        QCOMPARE(halved.values, (std::vector<double> {1.5, 1, 1}));
        QCOMPARE(halved.time, (TimeRange {100, 160}));
    }
};

QTEST_GUILESS_MAIN(TestFindings)
#include "tst_findings.moc"
