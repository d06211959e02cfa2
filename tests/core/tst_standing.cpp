// Where a slice stands among those of its name, against all of them sorted.
#include "core/query/parse.h"
#include "core/stats/standing.h"
#include "tests/support/sample_timeline.h"

#include <QTest>

using namespace traceglass;

class TestStanding : public QObject
{
    Q_OBJECT

    static bool isClosed(const Slice& slice)
    {
        return (slice.flags & (slice::kOpenStart | slice::kOpenEnd | slice::kHollow)) == 0
            && slice.durationNs() > 0;
    }

private slots:
    void isThatOfAllSorted()
    {
        SampleTimeline sample(40);
        const TimelinePtr timeline = sample.snapshot();
        std::vector<query::Hit> all;
        Job job;
        query::run(timeline, {}, {}, job)->each([&](const query::Hit& hit) {
            all.push_back(hit);
            return true;
        });
        std::size_t compared = 0, longest = 0;
        for (std::size_t i = 0; i < all.size(); i += 7) {
            const query::Hit& hit = all[i];
            const Track& track = timeline->track(hit.track);
            if (!isClosed(hit.slice) || !query::hasNames(track.kind))
                continue;
            std::vector<std::int64_t> durations;
            for (const query::Hit& other : all) {
                const Track& of = timeline->track(other.track);
                const bool isState = track.kind == TrackKind::states;
                if (isClosed(other.slice) && of.kind == track.kind && other.slice.name == hit.slice.name
                    && (!isState || of.name == track.name))
                    durations.push_back(other.slice.durationNs());
            }
            std::ranges::sort(durations);
            const auto standing = stats::standing(timeline, hit.track, hit.slice, job);
            QVERIFY(standing);
            QCOMPARE(standing->count, std::uint64_t(durations.size()));
            const auto above = std::ranges::upper_bound(durations, hit.slice.durationNs());
            QCOMPARE(standing->longer, std::uint64_t(durations.end() - above));
            QCOMPARE(standing->nextLonger.has_value(), above != durations.end());
            if (standing->nextLonger) {
                QCOMPARE(standing->nextLonger->ns, *above);
                const StatPlace& place = standing->nextLonger->place;
                const auto next =
                    timeline->findSlice({timeline->track(place.track).kind, timeline->track(place.track).key,
                                         place.depth, place.startNs});
                QVERIFY(next && next->durationNs() == *above);
            } else {
                ++longest;
            }
            QCOMPARE(standing->longest.ns, durations.back());
            QCOMPARE(standing->p50.ns, durations[(durations.size() + 1) / 2 - 1]);
            QCOMPARE(standing->p95.ns, durations[(durations.size() * 95 + 99) / 100 - 1]);
            ++compared;
        }
        QVERIFY(compared > 20 && longest > 0);
    }

    void thatOfNoDuration()
    {
        SampleTimeline sample;
        const TimelinePtr timeline = sample.snapshot();
        Job job;
        std::size_t instants = 0;
        query::run(timeline, *query::parse("level"), {}, job)->each([&](const query::Hit& hit) {
            const auto standing = stats::standing(timeline, hit.track, hit.slice, job);
            if (standing && standing->count == 0)
                ++instants;
            return true;
        });
        QVERIFY(instants > 0);
        std::stop_source stop;
        stop.request_stop();
        Job stopped(stop.get_token());
        query::run(timeline, *query::parse("state = polling"), {}, job)->each([&](const query::Hit& hit) {
            [&] { QVERIFY(!stats::standing(timeline, hit.track, hit.slice, stopped)); }();
            return false;
        });
    }

    // It is not one of those it would be compared with: it could be the 3rd longest of 2.
    void thatOfASpanWhileItIsNotEntered()
    {
        SampleTimeline sample;
        const TimelinePtr timeline = sample.snapshot();
        Job job;
        std::size_t entered = 0, hollow = 0;
        query::run(timeline, *query::parse("name = \"PUT /img/1\""), {}, job)
            ->each([&](const query::Hit& hit) {
                const auto standing = stats::standing(timeline, hit.track, hit.slice, job);
                const bool isHollow = (hit.slice.flags & slice::kHollow) != 0;
                ++(isHollow ? hollow : entered);
                [&] {
                    QVERIFY(standing);
                    QCOMPARE(standing->count, std::uint64_t(isHollow ? 0 : 2));
                    QVERIFY(isHollow || standing->longer < standing->count);
                }();
                return true;
            });
        QCOMPARE(entered, std::size_t(2));
        QCOMPARE(hollow, std::size_t(3));
    }

    // What finds slices like one, as text.
    void isFoundByAQuery()
    {
        SampleTimeline sample;
        const TimelinePtr timeline = sample.snapshot();
        Job job;
        const auto polls = query::run(timeline, *query::parse("upload state = polling"), {}, job);
        QVERIFY(polls->count() > 0);
        polls->each([&](const query::Hit& hit) {
            const query::Expr same = stats::sameAs(*timeline, hit.track, hit.slice);
            [&] {
                QCOMPARE(query::print(same), std::string("name = upload state = polling"));
                QCOMPARE(*query::parse(query::print(same)), same);
                QCOMPARE(query::run(timeline, same, {}, job)->count(), polls->count());
            }();
            return false;
        });
    }
};

QTEST_APPLESS_MAIN(TestStanding)
#include "tst_standing.moc"
