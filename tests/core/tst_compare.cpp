// Two tables side by side: changes and verdicts by hand, the rank sum against every way to deal the same values.
#include "core/compare/compare.h"
#include "core/compare/known_findings.h"
#include "core/compare/rank_sum.h"
#include "core/compare/side_by_side.h"
#include "core/stats/counter_table.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/stat_tables.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace traceglass;
using compare::Denominator;
using compare::Verdict;

namespace {

using Durations = std::vector<std::int64_t>;

// Slices of a thread one behind the other, by name.
TimelinePtr slicesOf(const std::vector<std::pair<std::string, Durations>>& names)
{
    TimelineBuilder builder;
    const RowId row =
        builder.addRow(builder.addTrack({.name = builder.intern("thread"), .kind = TrackKind::slices}));
    std::int64_t at = 0;
    for (const auto& [name, durations] : names)
        for (const std::int64_t ns : durations) {
            builder.add(row, {at, at + ns, builder.intern(name), 0, RecordRef(SourceId(0), 0)});
            at += ns;
        }
    return builder.snapshot({0, at}, 0, true);
}

// `count` durations from `first` on, each `step` longer than the one before.
Durations ladder(int count, std::int64_t first, std::int64_t step)
{
    Durations out;
    for (int i = 0; i < count; ++i)
        out.push_back(first + i * step);
    return out;
}

stats::SliceTable tableOf(const TimelinePtr& timeline)
{
    Job job;
    auto table = stats::SliceTable::make(timeline, {}, job);
    (void)table->addPercentiles(job);
    return std::move(*table);
}

compare::Comparison judged(const std::vector<std::pair<std::string, Durations>>& a,
                           const std::vector<std::pair<std::string, Durations>>& b)
{
    const auto partOf = [](const TimelinePtr& timeline) {
        return stats::MadeTable {timeline, {}, std::make_shared<stats::SliceTable>(tableOf(timeline))};
    };
    const stats::MadeTable ofA = partOf(slicesOf(a)), ofB = partOf(slicesOf(b));
    Job job;
    auto out = compare::compared({ofA.table()}, {ofB.table()}, {}, job);
    (void)compare::judge(*out, ofA, ofB, job);
    return std::move(*out);
}

Verdict verdictOf(const compare::Comparison& both, std::string_view key)
{
    const auto row = std::ranges::find(both.table.keys, key) - both.table.keys.begin();
    return both.verdicts[static_cast<std::size_t>(row)];
}

std::int64_t differenceOf(const Durations& a, const Durations& b)
{
    std::int64_t out = 0;
    for (const std::int64_t x : a)
        for (const std::int64_t y : b)
            out += y > x ? 1 : y < x ? -1 : 0;
    return out;
}

// Of every way to deal the values of both to two of the same sizes.
Durations allDifferences(const Durations& a, const Durations& b)
{
    Durations all = a;
    all.insert(all.end(), b.begin(), b.end());
    Durations out;
    for (std::uint32_t deal = 0; deal < 1u << all.size(); ++deal) {
        if (std::popcount(deal) != static_cast<int>(a.size()))
            continue;
        Durations dealtA, dealtB;
        for (std::size_t i = 0; i < all.size(); ++i)
            ((deal >> i & 1) != 0 ? dealtA : dealtB).push_back(all[i]);
        out.push_back(differenceOf(dealtA, dealtB));
    }
    return out;
}

compare::RankSum sumOf(Durations a, Durations b)
{
    std::ranges::sort(a);
    std::ranges::sort(b);
    Job job;
    return compare::rankSum(a, b, job);
}

}

class TestCompare : public QObject
{
    Q_OBJECT

private slots:
    // A system gives other numbers to the same threads of another run: a name that each has once is the same one.
    void numbersOfTracks()
    {
        const auto tableOf = [](const std::vector<std::string>& keys) {
            StatTable out {.id = "threads", .title = "Threads", .key = "thread"};
            out.keys = keys;
            out.tracks.resize(keys.size());
            out.columns.push_back({.id = "count", .title = "count"});
            out.columns.front().integers.assign(keys.size(), 1);
            return out;
        };
        const StatTable a = tableOf({"main #1", "heartbeat #627", "task #96", "task #97", "gc #4"}),
                        b = tableOf({"main #1", "heartbeat #629", "task #98", "gc 5", "new #7"});
        Job job;
        const compare::Comparison both = *compare::compared({a}, {b}, {}, job);
        QCOMPARE(both.table.keys,
                 (std::vector<std::string> {"main #1", "heartbeat #629", "task #98", "gc 5", "new #7",
                                            "task #96", "task #97", "gc #4"}));
        QCOMPARE(both.rows[1].a, std::optional<std::size_t>(1));
        for (const std::size_t alone : {2u, 3u, 4u})
            QVERIFY(!both.rows[alone].a);
    }

    // Spans of a row are steps where they are so on both sides; per second there is nothing of them.
    void stepsAreNoTime()
    {
        const auto orderOf = [](std::int64_t stepNs) {
            return std::make_shared<const ClockAxis>(
                ClockAxis {.name = "order of recording", .kind = ClockAxis::Kind::order, .stepNs = stepNs});
        };
        const auto narrow = orderOf(1'000'000), wide = orderOf(2'000'000);
        const auto tableWith = [&](const std::vector<std::pair<std::string, Durations>>& names,
                                   const std::vector<std::string>& ordered, const auto& order) {
            StatTable table = tableOf(slicesOf(names)).take();
            table.orders.resize(table.size());
            for (std::size_t row = 0; row < table.size(); ++row)
                if (std::ranges::find(ordered, table.keys[row]) != ordered.end())
                    table.orders[row] = order;
            return table;
        };
        const Durations two {1'000'000, 1'000'000}, wideTwo {2'000'000, 2'000'000};
        const StatTable a = tableWith({{"Draw", two}, {"Frame", two}, {"wait", two}, {"work", two}},
                                      {"Draw", "Frame", "wait"}, narrow);
        const StatTable b = tableWith({{"Draw", wideTwo}, {"wait", two}, {"work", two}}, {"Draw"}, wide);
        Job job;
        for (const Denominator& per : {Denominator {}, Denominator {Denominator::Kind::second, {}, 10, 20}}) {
            const auto both = compare::compared({a}, {b}, per, job);
            const auto beside = compare::sideBySide(b, *both, {}, job);
            const StatColumn* total = both->table.column("total_a_ns");
            total = total ? total : both->table.column("total_a_ns_per");
            const StatColumn* count = both->table.column("count_b_per");
            for (std::size_t row = 0; row < both->table.size(); ++row) {
                const std::string& key = both->table.keys[row];
                const bool isOrder = key == "Draw" || key == "Frame";
                QCOMPARE(both->table.order(row),
                         key == "Draw"        ? wide.get()
                             : key == "Frame" ? narrow.get()
                                              : nullptr);
                QCOMPARE(beside->order(row), both->table.order(row));
                const bool isTold = per.kind == Denominator::Kind::none || !isOrder;
                QCOMPARE(total->integers[row] != kNoInteger, isTold);
                if (key == "Draw" && isTold) // two steps of A, as wide as those of B
                    QCOMPARE(total->integers[row], std::int64_t(4'000'000));
                QVERIFY(!count || std::isnan(count->numbers[row]) == isOrder);
            }
        }
    }

    // --- the rank sum

    void rankSumIsThatOfAllPairs()
    {
        std::mt19937_64 random(3);
        for (int round = 0; round < 200; ++round) {
            Durations a, b;
            for (std::size_t i = random() % 40; i > 0; --i)
                a.push_back(static_cast<std::int64_t>(random() % 20));
            for (std::size_t i = random() % 40; i > 0; --i)
                b.push_back(static_cast<std::int64_t>(random() % 20));
            QCOMPARE(static_cast<std::int64_t>(sumOf(a, b).difference), differenceOf(a, b));
        }
        QCOMPARE(static_cast<std::int64_t>(sumOf({1, 2, 2}, {2, 3}).ties),
                 std::int64_t(27 - 3)); // three are 2
    }

    // The variance and the skewness that p is made with are those of all deals, to the last digits; p is near the share of deals that are
    // as far apart.
    void pIsThatOfAllDeals_data()
    {
        QTest::addColumn<Durations>("a");
        QTest::addColumn<Durations>("b");
        QTest::newRow("apart") << Durations {1, 2, 3, 5, 6, 9, 11, 20}
                               << Durations {8, 10, 12, 13, 14, 30, 31, 40};
        QTest::newRow("alike") << Durations {1, 4, 5, 8, 9, 12, 13, 16}
                               << Durations {2, 3, 6, 7, 10, 11, 14, 15};
        QTest::newRow("ties") << Durations {1, 1, 1, 2, 2, 3, 3, 5} << Durations {2, 3, 3, 3, 4, 5, 5, 5};
        QTest::newRow("unequal sizes")
            << Durations {7, 7, 8, 9} << Durations {7, 9, 9, 10, 11, 12, 12, 12, 13, 14};
        QTest::newRow("most are equal") << Durations {1, 1, 1, 1, 1, 1, 1, 1, 1, 2} << Durations {1, 2, 2, 2};
        QTest::newRow("most are equal, the other way")
            << Durations {1, 2, 2, 2} << Durations {1, 1, 1, 1, 1, 1, 1, 1, 1, 2};
    }
    void pIsThatOfAllDeals()
    {
        QFETCH(Durations, a);
        QFETCH(Durations, b);
        const Durations all = allDifferences(a, b);
        const std::int64_t is = std::abs(differenceOf(a, b));
        double squares = 0, cubes = 0, asFar = 0;
        for (const std::int64_t each : all) {
            squares += static_cast<double>(each * each); // their mean is 0
            cubes += static_cast<double>(each * each * each);
            asFar += std::abs(each) >= is ? 1 : 0;
        }
        const double count = static_cast<double>(all.size());
        const double z = std::max(static_cast<double>(is) - 1, 0.0) / std::sqrt(squares / count);
        const double skewness =
            cubes / count / std::pow(squares / count, 1.5) * (differenceOf(a, b) < 0 ? -1 : 1);
        const double expected = std::erfc(z / std::sqrt(2.0))
            + std::max(2 * std::exp(-z * z / 2) / std::sqrt(2 * M_PI) * skewness / 6 * (z * z - 1), 0.0);
        const double p = compare::pOf(sumOf(a, b));
        QVERIFY2(std::abs(p - expected) < 1e-9, qPrintable(QString("%1, not %2").arg(p).arg(expected)));
        QVERIFY2(std::abs(p - asFar / count) < 0.02,
                 qPrintable(QString("%1, exactly %2").arg(p).arg(asFar / count)));
    }

    // Of 620 values 31 are long. Of 20 that are dealt four or more are long in 1.41 % of all deals: the sum of
    // C(31, k) C(589, 20 - k) / C(620, 20). Half as much is told, by the normal distribution alone an eighth.
    void fewAmongManyThatAreEqual()
    {
        Durations many(600, 1), few(20, 1);
        std::fill(many.end() - 27, many.end(), 1'000);
        std::fill(few.end() - 4, few.end(), 1'000);
        const double p = compare::pOf(sumOf(many, few));
        QVERIFY2(p > 0.0141 / 2 && p < 0.0141, qPrintable(QString::number(p)));
        const double other = compare::pOf(sumOf(few, many));
        QVERIFY(std::abs(p - other) < 1e-12);
    }

    void pOfNothingToTell()
    {
        QCOMPARE(compare::pOf(sumOf({5, 5, 5}, {5, 5})), 1.0);
        QCOMPARE(compare::pOf(sumOf({}, {1, 2})), 1.0);
        QCOMPARE(compare::pOf(sumOf({1}, {})), 1.0);
        const Durations same = ladder(500, 1, 1);
        QCOMPARE(compare::pOf(sumOf(same, same)), 1.0);
    }

    void manyTests()
    {
        // 0.01 for 4, 3, 2, 1 that are left: 0.0025, 0.00333, 0.005, 0.01
        const auto holm = [](std::vector<double> ps) { return compare::holm(ps, 0.01); };
        QVERIFY((holm({0.02, 0.001, 0.0033, 0.0049}) == std::vector<bool> {false, true, true, true}));
        QVERIFY((holm({0.02, 0.001, 0.0034, 0.0035}) == std::vector<bool> {false, true, false, false}));
        QVERIFY((holm({0.0025, 0.0025, 0.0025, 0.0025}) == std::vector<bool>(4, false))); // not below it
        QVERIFY((holm({0.0099}) == std::vector<bool> {true}));
        QVERIFY(holm({}).empty());
    }

    // --- verdicts

    // p50 of the ladder is its 15th step, 101.4 µs: 5 % are 5.07 µs. p95 is the 29th, 102.8 µs: 5.14 µs.
    void fivePercent()
    {
        const Durations a = ladder(30, 100'000, 100);
        QCOMPARE(verdictOf(judged({{"x", a}}, {{"x", ladder(30, 105'070, 100)}}), "x"), Verdict::longer);
        QCOMPARE(verdictOf(judged({{"x", a}}, {{"x", ladder(30, 105'069, 100)}}), "x"),
                 Verdict::noClearChange);
        QCOMPARE(verdictOf(judged({{"x", a}}, {{"x", ladder(30, 94'930, 100)}}), "x"), Verdict::shorter);
        QCOMPARE(verdictOf(judged({{"x", a}}, {{"x", ladder(30, 94'931, 100)}}), "x"),
                 Verdict::noClearChange);
    }

    void oneMicrosecond()
    {
        const Durations a = ladder(40, 10'000, 10); // of which 1 µs is nearly 10 %
        QCOMPARE(verdictOf(judged({{"x", a}}, {{"x", ladder(40, 11'000, 10)}}), "x"), Verdict::longer);
        QCOMPARE(verdictOf(judged({{"x", a}}, {{"x", ladder(40, 10'999, 10)}}), "x"), Verdict::noClearChange);
    }

    void tooFew()
    {
        const Durations many = ladder(600, 200'000, 100);
        const Durations few = ladder(19, 100'000, 100), enough = ladder(20, 100'000, 100);
        QCOMPARE(verdictOf(judged({{"x", few}}, {{"x", many}}), "x"), Verdict::tooFew);
        QCOMPARE(verdictOf(judged({{"x", many}}, {{"x", few}}), "x"), Verdict::tooFew);
        QCOMPARE(verdictOf(judged({{"x", enough}}, {{"x", many}}), "x"), Verdict::longer);
        QCOMPARE(verdictOf(judged({{"x", many}}, {{"x", enough}}), "x"), Verdict::shorter);
        QCOMPARE(verdictOf(judged({{"x", enough}}, {{"x", ladder(20, 200'000, 100)}}), "x"), Verdict::longer);
    }

    // The same two rows, alone and among nine others: p is below 0.01, and not below a tenth of it.
    void othersMakeItHarder()
    {
        const Durations a = ladder(30, 100'000, 1'000), b = ladder(30, 108'000, 1'000);
        const double p = compare::pOf(sumOf(a, b));
        QVERIFY2(p < 0.01 && p > 0.001, qPrintable(QString::number(p)));
        QCOMPARE(verdictOf(judged({{"x", a}}, {{"x", b}}), "x"), Verdict::longer);
        std::vector<std::pair<std::string, Durations>> before {{"x", a}}, after {{"x", b}};
        for (int i = 0; i < 9; ++i) {
            before.emplace_back("other " + std::to_string(i), a);
            after.emplace_back("other " + std::to_string(i), a);
        }
        const compare::Comparison both = judged(before, after);
        QCOMPARE(verdictOf(both, "x"), Verdict::noClearChange);
        QCOMPARE(verdictOf(both, "other 3"), Verdict::noClearChange);
    }

    // Most are a little longer, which the ranks tell, while p95 falls: that is no "longer".
    void whatMovesTheOtherWay()
    {
        Durations a = ladder(60, 100'000, 10), b = ladder(60, 102'000, 10); // 2 % longer
        std::fill(a.end() - 6, a.end(), 500'000);
        std::fill(b.end() - 6, b.end(), 300'000);
        QVERIFY(compare::pOf(sumOf(a, b)) < 1e-6 && sumOf(a, b).difference > 0);
        QCOMPARE(verdictOf(judged({{"x", a}}, {{"x", b}}), "x"), Verdict::noClearChange);
        std::fill(b.end() - 6, b.end(), 525'000);
        QCOMPARE(verdictOf(judged({{"x", a}}, {{"x", b}}), "x"), Verdict::longer);
    }

    // Of more rows than are looked at together, each gets its own durations.
    void durationsAreThoseOfTheRow()
    {
        const Durations falling = {900, 30, 20, 20, 10};
        const stats::SliceTable table = tableOf(slicesOf({{"a", falling}, {"b", {7}}, {"instants", {0, 0}}}));
        const auto row = [&](const char* key) {
            return static_cast<std::size_t>(std::ranges::find(table.table().keys, key)
                                            - table.table().keys.begin());
        };
        Job job;
        const std::vector<std::size_t> rows {row("b"), row("instants"), row("a")};
        const auto found = table.durations(rows, job);
        QVERIFY(found);
        QCOMPARE((*found)[0], Durations {7});
        QCOMPARE((*found)[1], Durations {});
        QCOMPARE((*found)[2], (Durations {10, 20, 20, 30, 900}));
        QCOMPARE(table.closedIn(row("instants")), std::uint64_t(0));
        std::stop_source stop;
        stop.request_stop();
        Job stopped(stop.get_token());
        QVERIFY(!table.durations(rows, stopped));
    }

    // --- columns

    void changesByHand()
    {
        const compare::Comparison both = judged({{"kept", {1'000, 3'000}}, {"gone", {5'000}}},
                                                {{"kept", {2'000, 2'000, 4'000}}, {"new", {700}}});
        const StatTable& table = both.table;
        const Cells kept(table, "kept"), gone(table, "gone"), isNew(table, "new");
        QCOMPARE(kept.integer("count_a"), 2);
        QCOMPARE(kept.integer("count_b"), 3);
        QCOMPARE(kept.integer("count_change"), 1);
        QCOMPARE(kept.real("count_change_share"), 0.5);
        QCOMPARE(kept.integer("total_change_ns"), 4'000);
        QCOMPARE(kept.real("total_change_share"), 1.0);
        QCOMPARE(kept.integer("p50_a_ns"), 1'000);
        QCOMPARE(kept.integer("p50_change_ns"), 1'000);
        QCOMPARE(kept.integer("max_change_ns"), 1'000);
        QCOMPARE(kept.text("verdict"), std::string("too few"));
        QCOMPARE(gone.text("verdict"), std::string("only in A"));
        QCOMPARE(gone.integer("total_change_ns"), -5'000);
        QCOMPARE(gone.real("total_change_share"), -1.0);
        QCOMPARE(gone.integer("p50_b_ns"), kNoInteger);
        QCOMPARE(gone.integer("p50_change_ns"), kNoInteger);
        QCOMPARE(isNew.text("verdict"), std::string("only in B"));
        QCOMPARE(isNew.integer("total_change_ns"), 700);
        QVERIFY(std::isnan(isNew.real("total_change_share")));
        QCOMPARE(table.columns[table.sortColumn].id, std::string("total_change_ns"));
        QCOMPARE(table.size(), std::size_t(3));
    }

    // Of slices without a length counts are all that changes.
    void instantsAreSortedByTheirCount()
    {
        const compare::Comparison both = judged({{"tick", Durations(2)}, {"rare", Durations(1)}},
                                                {{"tick", Durations(5)}, {"new", Durations(1)}});
        QCOMPARE(both.table.columns[both.table.sortColumn].id, std::string("count_change"));
        QCOMPARE(Cells(both.table, "tick").integer("count_change"), 3);
        const stats::SliceTable b = tableOf(slicesOf({{"tick", Durations(5)}, {"new", Durations(1)}}));
        Job job;
        const StatTable shown = *compare::sideBySide(b.table(), both, {}, job);
        std::vector<std::string> main;
        for (const StatColumn& column : shown.columns)
            if (compare::isMain(column, both))
                main.push_back(column.id);
        QCOMPARE(main, (std::vector<std::string> {"count", "count_a", "count_change", "verdict"}));
        QVERIFY(!shown.columns[shown.sortColumn].isAside);
    }

    void aTinyChangeIsTold()
    {
        StatTable table;
        table.units = {"%", "°C"};
        table.columns = {{.id = "mean_change", .unit = StatUnit::value, .isChange = true},
                         {.id = "mean_change_share", .unit = StatUnit::share, .isChange = true},
                         {.id = "mean_a", .unit = StatUnit::value}};
        const auto isTiny = [&](std::size_t column, std::size_t row, double value) {
            table.columns[column].numbers = {value, value};
            return compare::isTiny(table, table.columns[column], row);
        };
        QVERIFY(isTiny(0, 0, -7.33e-7) && isTiny(0, 0, 0.09) && !isTiny(0, 0, 0.11) && !isTiny(0, 0, 0));
        QVERIFY(!isTiny(0, 1, -7.33e-7)); // may be much
        QVERIFY(isTiny(1, 1, -7.33e-9) && isTiny(1, 1, 0.0009) && !isTiny(1, 1, 0.0011) && !isTiny(1, 1, 0));
        QVERIFY(!isTiny(2, 0, 7.33e-7)); // not a change
    }

    // A row may be shorter by its median and longer by its 95th percentile.
    void percentilesThatDisagree()
    {
        Durations before = ladder(100, 100'000, 100), after = ladder(100, 50'000, 100);
        for (std::size_t i = 90; i < after.size(); ++i)
            after[i] = 900'000;
        const compare::Comparison both = judged({{"mixed", before}, {"plain", before}},
                                                {{"mixed", after}, {"plain", ladder(100, 50'000, 100)}});
        const auto rowOf = [&](std::string_view key) {
            return std::size_t(std::ranges::find(both.table.keys, key) - both.table.keys.begin());
        };
        QCOMPARE(verdictOf(both, "mixed"), Verdict::shorter);
        QCOMPARE(compare::contraryTo(both.table, rowOf("mixed")), compare::Contrary::p95);
        QCOMPARE(verdictOf(both, "plain"), Verdict::shorter);
        QCOMPARE(compare::contraryTo(both.table, rowOf("plain")), compare::Contrary::none);
    }

    void theSameIsNoChange()
    {
        const std::vector<std::pair<std::string, Durations>> names {{"many", ladder(100, 5'000, 700)},
                                                                    {"few", {9}}};
        const compare::Comparison both = judged(names, names);
        QCOMPARE(verdictOf(both, "many"), Verdict::noClearChange);
        QCOMPARE(verdictOf(both, "few"), Verdict::tooFew);
        for (const StatColumn& column : both.table.columns)
            if (column.isChange) {
                QVERIFY(std::ranges::all_of(column.integers, [](std::int64_t each) { return each == 0; }));
                QVERIFY(std::ranges::all_of(column.numbers, [](double each) { return each == 0; }));
            }
    }

    void perSecondAndPerUnit()
    {
        const stats::SliceTable a = tableOf(slicesOf({{"x", {1'000, 2'000}}})),
                                b = tableOf(slicesOf({{"x", {9'001}}}));
        const auto with = [&](const Denominator& per) {
            Job job;
            return *compare::compared({a.table()}, {b.table()}, per, job);
        };
        const compare::Comparison seconds = with({Denominator::Kind::second, {}, 500'000'000, 2'000'000'000});
        const Cells perSecond(seconds.table, "x");
        QCOMPARE(perSecond.real("count_a_per"), 4.0);
        QCOMPARE(perSecond.real("count_b_per"), 0.5);
        QCOMPARE(perSecond.real("count_change_per"), -3.5);
        QCOMPARE(perSecond.integer("total_a_ns_per"), 6'000);
        QCOMPARE(perSecond.integer("total_b_ns_per"), 4'500); // 4500.5 rounded down
        QCOMPARE(perSecond.integer("p50_b_ns"), 9'001);       // is never divided
        const compare::Comparison units = with({Denominator::Kind::unit, "request", 2, 4});
        QCOMPARE(Cells(units.table, "x").real("count_a_per"), 1.0);
        QCOMPARE(Cells(units.table, "x").integer("total_b_ns_per"), 2'250);
    }

    void perSecondWhereLengthsDiffer()
    {
        const auto kindOf = [](std::int64_t a, std::int64_t b) { return compare::denominatorFor(a, b).kind; };
        QCOMPARE(kindOf(1'000, 1'050), Denominator::Kind::none);
        QCOMPARE(kindOf(1'000, 1'051), Denominator::Kind::second);
        QCOMPARE(kindOf(1'051, 1'000), Denominator::Kind::second);
        QCOMPARE(kindOf(0, 1'000), Denominator::Kind::none); // nothing to divide by
    }

    // Values 1 and 3, held as long as each other: mean 2, σ 1; a line from 0 to 6: mean 3, σ 3.
    void countersOfTwoRuns()
    {
        TimelineBuilder builder;
        const auto run = [&](const char* name, std::uint64_t key, double first, double second) {
            const TrackId group =
                builder.addTrack({.name = builder.intern(name), .key = key, .kind = TrackKind::group});
            const RowId steps = builder.addRow(builder.addTrack(
                {.parent = group, .name = builder.intern("rpm"), .key = key + 1, .kind = TrackKind::counter},
                {.unit = "rpm", .steps = true}));
            builder.addValue(steps, 0, first, RecordRef(SourceId(0), 0));
            builder.addValue(steps, 1'000'000'000, second, RecordRef(SourceId(0), 0));
            const RowId line = builder.addRow(builder.addTrack(
                {.parent = group, .name = builder.intern("heat"), .key = key + 2, .kind = TrackKind::counter},
                {.steps = false, .origin = 100}));
            builder.addValue(line, 0, 100, RecordRef(SourceId(0), 0));
            builder.addValue(line, 2'000'000'000, 106, RecordRef(SourceId(0), 0));
            return group;
        };
        const TrackId first = run("segment 0", 10, 1, 3), second = run("segment 1", 20, 1, 5);
        const TimelinePtr timeline = builder.snapshot({0, 2'000'000'000}, 0, true);
        Job job;
        const auto tableIn = [&](TrackId group) {
            return *stats::counterTable(*timeline, {.tracks = std::vector<TrackId> {group}}, nullptr, job);
        };
        const StatTable a = tableIn(first), b = tableIn(second);
        const std::size_t root = std::string_view("segment 0/").size();
        const compare::Comparison both = *compare::compared({a, root}, {b, root}, {}, job);
        QCOMPARE(both.table.size(), std::size_t(2)); // paths are matched behind the run
        const Cells rpm(both.table, "rpm"), heat(both.table, "heat");
        QCOMPARE(rpm.real("sigma_a"), 1.0);
        QCOMPARE(rpm.real("sigma_b"), 2.0);
        QCOMPARE(rpm.real("sigma_change_share"), 1.0);
        QCOMPARE(rpm.real("mean_change"), 1.0);
        QCOMPARE(rpm.real("max_change"), 2.0);
        QCOMPARE(heat.real("sigma_a"), 3.0);
        QCOMPARE(heat.real("sigma_change"), 0.0);
        QCOMPARE(rpm.text("verdict"), std::string());
        QCOMPARE(compare::compared({a}, {a}, {}, job)->table.keys, a.keys);
    }

    // --- findings

    void findingsOfBefore()
    {
        const auto finding = [](const char* subject, FindingSeverity severity) {
            return Finding {.rule = "rfr.long-poll", .severity = severity, .subject = {subject}};
        };
        const compare::KnownFindings known(
            {finding("a", FindingSeverity::medium), finding("a", FindingSeverity::low)}); // the worst of both
        const auto word = [&](const char* subject, FindingSeverity severity) {
            return compare::wordOf(known.changeOf(finding(subject, severity)));
        };
        QCOMPARE(word("a", FindingSeverity::medium), std::string_view("same"));
        QCOMPARE(word("a", FindingSeverity::high), std::string_view("worse"));
        QCOMPARE(word("a", FindingSeverity::low), std::string_view("better"));
        QCOMPARE(word("b", FindingSeverity::low), std::string_view("new"));
        Finding cause = finding("a", FindingSeverity::high);
        cause.absorb(finding("b", FindingSeverity::low));
        Finding all = finding("c", FindingSeverity::high);
        all.absorb(cause);
        const compare::KnownFindings saidWith({all});
        QCOMPARE(saidWith.changeOf(finding("b", FindingSeverity::low)), compare::FindingChange::same);
        QCOMPARE(saidWith.changeOf(finding("b", FindingSeverity::medium)), compare::FindingChange::worse);
        QCOMPARE(saidWith.changeOf(finding("d", FindingSeverity::low)), compare::FindingChange::isNew);
        const std::vector<Finding> before {finding("b", FindingSeverity::low),
                                           finding("d", FindingSeverity::low)};
        const auto gone = compare::goneFrom(before, {all});
        QCOMPARE(gone.size(), std::size_t(1));
        QCOMPARE(gone[0]->subject.name, std::string("d"));
    }
};

QTEST_GUILESS_MAIN(TestCompare)
#include "tst_compare.moc"
