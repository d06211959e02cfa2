// Which lines the timeline shows and where: folding, hiding, pinning, order, filter, and that all of it
// survives a restart.
#include "tests/support/sample_timeline.h"
#include "widgets/timeline/scene/track_layout.h"

#include <QTest>

using namespace traceglass;

namespace {

TrackId find(const Timeline& timeline, std::string_view name)
{
    for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
        if (timeline.name(static_cast<TrackId>(i)) == name)
            return static_cast<TrackId>(i);
    }
    return kNoTrack;
}

QStringList names(const Timeline& timeline, std::span<const TrackLine> lines)
{
    QStringList out;
    for (const TrackLine& line : lines) {
        const std::string_view name = timeline.name(line.isHeader() ? line.group : line.track);
        out << QString::fromUtf8(name.data(), qsizetype(name.size()));
    }
    return out;
}

}

class TestTrackLayout : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_timeline = SampleTimeline(2).snapshot(); // upload, resize, encode_webp
        m_choices = TrackChoices();
    }

    void linesFollowEachOther()
    {
        build();
        QCOMPARE(names(*m_timeline, m_layout.lines()),
                 (QStringList {"tasks", "upload", "resize", "encode_webp", "spans", "PUT /img/1", "workers",
                               "worker 0", "worker 1", "events"}));
        int y = 0;
        for (const TrackLine& line : m_layout.lines()) {
            QCOMPARE(line.y, y);
            y += line.height;
        }
        QCOMPARE(m_layout.height(), y);
        QCOMPARE(m_layout.lines()[0].height, 22);
        QCOMPARE(m_layout.lines()[1].height, 20);
        QCOMPARE(m_layout.lines()[5].height, 3 * 17 + 5); // three rows of spans
        QCOMPARE(m_layout.lines()[9].role, TrackLine::Role::merged);
        QCOMPARE(m_layout.lines()[9].height, 24);
        QCOMPARE(m_layout.tasks(), std::size_t(3));
        QCOMPARE(m_layout.tasksShown(), std::size_t(3));
        QCOMPARE(m_layout.groups(), std::size_t(4));
    }

    void findsTheLineAtAPixel()
    {
        build();
        QCOMPARE(m_layout.lineAt(-1), TrackLayout::kNone);
        QCOMPARE(m_layout.lineAt(0), std::size_t(0));
        QCOMPARE(m_layout.lineAt(21), std::size_t(0));
        QCOMPARE(m_layout.lineAt(22), std::size_t(1));
        QCOMPARE(m_layout.lineAt(m_layout.height() - 1), m_layout.lines().size() - 1);
        QCOMPARE(m_layout.lineAt(m_layout.height()), TrackLayout::kNone);
    }

    void aFoldedGroupStandsForItsMembers()
    {
        m_choices.change({TrackKind::group, 1}).folded = true;
        build();
        QCOMPARE(names(*m_timeline, m_layout.lines()).mid(0, 2), (QStringList {"tasks", "spans"}));
        QVERIFY(m_layout.lines()[0].folded);
        QCOMPARE(m_layout.members(m_layout.lines()[0]).size(), std::size_t(3));
        QCOMPARE(m_layout.lineOf(find(*m_timeline, "resize")), std::size_t(0));
    }

    void manyTracksStartFolded()
    {
        m_timeline = SampleTimeline(501).snapshot();
        build();
        QVERIFY(m_layout.lines()[0].folded);
        build("upload"); // few enough to show
        QVERIFY(!m_layout.lines()[0].folded);
        m_choices.change({TrackKind::group, 1}).folded = false;
        build();
        QCOMPARE(m_layout.lines()[502].y, 22 + 501 * 20);
    }

    // Half a window stays empty for no folded group: those that fit are opened, else the first one.
    void foldedGroupsFillTheWindow()
    {
        TimelineBuilder builder;
        const auto group = [&](const char* name, std::uint64_t key, std::uint8_t flags = 0) {
            return builder.addTrack(
                {.name = builder.intern(name), .key = key, .kind = TrackKind::group, .flags = flags});
        };
        const auto fill = [&](TrackId parent, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                const TrackId task = builder.addTrack({.parent = parent,
                                                       .name = builder.intern("task"),
                                                       .key = 100 + builder.trackCount(),
                                                       .kind = TrackKind::states});
                builder.add(builder.addRow(task), {0, 1, stateName(TaskState::polling), 0, {}});
            }
        };
        const TrackId many = group("many", 1);
        const TrackId aside = group("aside", 2, group_flag::kAside);
        const TrackId nothing = group("nothing", 3);
        const TrackId few = group("few", 4);
        fill(many, 627);
        fill(aside, 1);
        builder.addTrack(
            {.parent = nothing, .name = builder.intern("none"), .key = 99, .kind = TrackKind::states});
        fill(few, 2);
        m_timeline = builder.snapshot({0, 1}, 0, true);
        const auto folded = [&](int height) {
            TrackFolds folds;
            folds.first = foldsThatFill(height, *m_timeline, m_choices, RowHeights());
            m_layout.build(*m_timeline, m_choices, {}, RowHeights(), folds);
            QStringList out;
            for (const TrackLine& line : m_layout.lines()) {
                if (line.isHeader() && line.folded)
                    out << QString::fromStdString(std::string(m_timeline->name(line.group)));
            }
            return out;
        };
        QCOMPARE(folded(160), (QStringList {"many", "aside", "nothing"})); // 128 are used
        QCOMPARE(folded(400), (QStringList {"aside", "nothing"}));
        m_choices.change({TrackKind::group, 1}).folded = true; // what the user folded stays so
        QCOMPARE(folded(400), (QStringList {"many", "aside", "nothing"}));
    }

    void aTrackGetsRoomBelow()
    {
        build();
        const TrackId upload = m_layout.lines()[1].track;
        const int height = m_layout.height(), next = m_layout.lines()[2].y;
        m_layout.addRoom(upload, 50);
        QCOMPARE(m_layout.lines()[1].height, 70);
        QCOMPARE(m_layout.lines()[1].below, 50);
        QCOMPARE(m_layout.lines()[2].y, next + 50);
        QCOMPARE(m_layout.height(), height + 50);
        m_choices.change({TrackKind::group, 1}).folded = true; // others are in its line then
        build();
        const int folded = m_layout.height();
        m_layout.addRoom(upload, 50);
        QCOMPARE(m_layout.height(), folded);
    }

    void theFilterOpensTheGroupsOfItsHits()
    {
        m_choices.change({TrackKind::group, 1}).folded = true;
        build("webp");
        QCOMPARE(names(*m_timeline, m_layout.lines()), (QStringList {"tasks", "encode_webp"}));
        QVERIFY(!m_layout.lines()[0].folded);
        TrackFolds folds; // unless the user folds them now
        folds.filtered[{TrackKind::group, 1}] = true;
        m_layout.build(*m_timeline, m_choices, "webp", RowHeights(), folds);
        QCOMPARE(names(*m_timeline, m_layout.lines()), (QStringList {"tasks"}));
        build();
        QVERIFY(m_layout.lines()[0].folded); // as it was
    }

    void theFilterKeepsGroupsOfMatches()
    {
        build("WEBP");
        QCOMPARE(names(*m_timeline, m_layout.lines()), (QStringList {"tasks", "encode_webp"}));
        QCOMPARE(m_layout.tasksShown(), std::size_t(1));
        QCOMPARE(m_layout.tasks(), std::size_t(3));
        build("#4");
        QCOMPARE(names(*m_timeline, m_layout.lines()), (QStringList {"tasks", "resize"}));
        build("workers"); // a group's name keeps all its tracks
        QCOMPARE(names(*m_timeline, m_layout.lines()), (QStringList {"workers", "worker 0", "worker 1"}));
        build("nothing like it");
        QVERIFY(m_layout.lines().empty());
    }

    void hiddenPinnedAndMovedTracks()
    {
        m_choices.change({TrackKind::states, 4}).hidden = true;
        m_choices.change({TrackKind::states, 5}).pinned = 0;
        m_choices.change({TrackKind::states, 5}).rank = 0;
        build();
        QCOMPARE(names(*m_timeline, m_layout.lines()).mid(0, 3),
                 (QStringList {"tasks", "encode_webp", "upload"}));
        QCOMPARE(names(*m_timeline, m_layout.pinned()), (QStringList {"encode_webp"}));
        QCOMPARE(m_layout.pinnedHeight(), 20);
        QCOMPARE(m_layout.lineOf(find(*m_timeline, "resize")), TrackLayout::kNone);
        m_choices.change({TrackKind::group, 3}).hidden = true; // with all its tracks
        build();
        QVERIFY(!names(*m_timeline, m_layout.lines()).contains("worker 0"));
    }

    void aGroupHidesAllButSome()
    {
        m_choices.change({TrackKind::group, 1}).hidesOthers = true;
        m_choices.change({TrackKind::states, 4}).shown = true;
        build();
        QCOMPARE(names(*m_timeline, m_layout.lines()).mid(0, 3), (QStringList {"tasks", "resize", "spans"}));
        m_choices.changeTop().hidesOthers = true; // what lies in no group, and what is in there
        m_choices.change({TrackKind::group, 1}).shown = true;
        build();
        QCOMPARE(names(*m_timeline, m_layout.lines()), (QStringList {"tasks", "resize"}));
        m_choices.change({TrackKind::states, 4}).hidden = true; // counts for more
        build();
        QVERIFY(m_layout.lines().empty());

        TrackChoices other;
        other.restore(m_choices.save(*m_timeline));
        QVERIFY(other.anyHidden() && other.ofTop().hidesOthers);
        Job job;
        QVERIFY(fitChoices(m_choices.save(*m_timeline), *m_timeline, job).missing.isEmpty());
        QCOMPARE(fitChoices(m_choices.save(*m_timeline), *m_timeline, job).saved,
                 m_choices.save(*m_timeline));
        m_choices.showAll();
        build();
        QVERIFY(!m_choices.anyHidden());
        QCOMPARE(m_layout.lines().size(), std::size_t(10));
    }

    // The places of a whole group, as they were kept before a moved track left its siblings alone.
    void allTracksOfAGroupMayHaveAPlace()
    {
        for (const auto& [key, rank] : {std::pair(3, 2), {4, 0}, {5, 1}})
            m_choices.change({TrackKind::states, std::uint64_t(key)}).rank = rank;
        build();
        QCOMPARE(names(*m_timeline, m_layout.lines()).mid(1, 3),
                 (QStringList {"resize", "encode_webp", "upload"}));
        m_choices.change({TrackKind::states, 3}).rank = 7; // behind the end of another capture's
        m_choices.change({TrackKind::states, 4}).rank = 7;
        build();
        QCOMPARE(names(*m_timeline, m_layout.lines()).mid(1, 3),
                 (QStringList {"encode_webp", "upload", "resize"}));
    }

    void choicesAreSavedByName()
    {
        m_choices.change({TrackKind::group, 2}).folded = true;
        m_choices.change({TrackKind::states, 4}).hidden = true;
        m_choices.change({TrackKind::states, 5}).pinned = 2;
        const QByteArray saved = m_choices.save(*m_timeline);
        QVERIFY2(saved.contains("tasks/resize #4"), saved.constData());

        // Another capture with the same names: keys that differ do not matter.
        TrackChoices other;
        other.restore(saved);
        SampleTimeline later(0); // has no resize yet
        other.resolve(*later.snapshot());
        QVERIFY(other.of({TrackKind::group, 2}).folded.value_or(false));
        QCOMPARE(other.save(*later.snapshot()), saved); // nothing is lost while its tracks are unknown
        const TrackId resize = later.builder.addTrack({.parent = later.tasks,
                                                       .name = later.builder.intern("resize"),
                                                       .number = 4,
                                                       .key = 777,
                                                       .kind = TrackKind::states});
        later.builder.addRow(resize);
        other.resolve(*later.snapshot());
        QVERIFY(other.of({TrackKind::states, 777}).hidden);
    }

    void foreignStateIsIgnored_data()
    {
        QTest::addColumn<QByteArray>("saved");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("not JSON") << QByteArray("\xff\x00 what", 7);
        QTest::newRow("a list") << QByteArray("[1,2,3]");
        QTest::newRow("odd values") << QByteArray(
            "{\"tasks\":7,\"tasks/upload #3\":{\"folded\":\"yes\",\"pinned\":[]}}");
    }
    void foreignStateIsIgnored()
    {
        QFETCH(QByteArray, saved);
        m_choices.restore(saved);
        m_choices.resolve(*m_timeline);
        build();
        QCOMPARE(m_layout.lines().size(), std::size_t(10));
        QVERIFY(m_layout.pinned().empty());
    }

    // Slices nest below each other, samples stand in one row; a group of slices within another starts
    // folded.
    void slicesNestAndSamplesStandInARow()
    {
        TimelineBuilder builder;
        const TrackId threads =
            builder.addTrack({.name = builder.intern("Threads"), .key = 1, .kind = TrackKind::group});
        const TrackId slices = builder.addTrack(
            {.parent = threads, .name = builder.intern("main"), .key = 2, .kind = TrackKind::slices});
        const RowId row = builder.addRow(slices);
        builder.add(row, {0, 1, builder.intern("read"), 0, {}});
        builder.addRow(slices);
        const TrackId samples = builder.addTrack(
            {.parent = threads, .name = builder.intern("main"), .key = 2, .kind = TrackKind::samples});
        builder.addRow(samples);
        const TrackId inner = builder.addTrack(
            {.parent = threads, .name = builder.intern("more"), .key = 3, .kind = TrackKind::group});
        for (std::uint64_t i = 0; i < 20; ++i)
            builder.addTrack(
                {.parent = inner, .name = builder.intern("type"), .key = 10 + i, .kind = TrackKind::slices});
        m_timeline = builder.snapshot({0, 1}, 0, true);
        build();
        QCOMPARE(names(*m_timeline, m_layout.lines()), (QStringList {"Threads", "main", "main", "more"}));
        const RowHeights heights;
        QCOMPARE(m_layout.lines()[1].height, 20 + 17);
        QCOMPARE(rowTop(TrackKind::slices, 1, heights), 20);
        QCOMPARE(rowHeight(TrackKind::slices, 1, heights), 15);
        QCOMPARE(m_layout.lines()[2].height, 20);
        QVERIFY(!fillsLine(TrackKind::slices) && !fillsLine(TrackKind::samples));
        QVERIFY(m_layout.lines()[3].folded);
    }

    void aMillionTracksAreBuiltInAMoment()
    {
        TimelineBuilder builder;
        const TrackId group =
            builder.addTrack({.name = builder.intern("tasks"), .key = 1, .kind = TrackKind::group});
        const StringId name = builder.intern("task");
        for (std::uint64_t i = 0; i < 1'000'000; ++i)
            builder.addRow(builder.addTrack(
                {.parent = group, .name = name, .number = i, .key = i, .kind = TrackKind::states}));
        m_timeline = builder.snapshot({0, 1}, 0, true);
        m_choices.change({TrackKind::group, 1}).folded = false;
        build();
        QCOMPARE(m_layout.lines().size(), std::size_t(1'000'001));
        QCOMPARE(m_layout.lineAt(22 + 20 * 700'000 + 7), std::size_t(700'001));
    }

private:
    void build(std::string_view filter = {}) { m_layout.build(*m_timeline, m_choices, filter, RowHeights()); }

    TimelinePtr m_timeline;
    TrackChoices m_choices;
    TrackLayout m_layout;
};

QTEST_GUILESS_MAIN(TestTrackLayout)
#include "tst_track_layout.moc"
