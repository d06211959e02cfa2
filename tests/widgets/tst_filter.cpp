// Filtering slices in the window: what is left on the timeline, the chips of the bar, by keys and by mouse,
// and that Back takes back what was done.
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "core/formats/demo.h"
#include "core/model/fields_facet.h"
#include "tests/support/demo_captures.h"
#include "tests/support/patience.h"
#include "tests/support/stream_timeline.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QLineEdit>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>

using namespace traceglass;

namespace {

// Fields that cannot be read the first time, which takes until they are let go.
class FieldsLater : public FieldsFacet
{
public:
    FieldCataloguePtr fields() const override
    {
        return std::make_shared<FieldCatalogue>(FieldCatalogue {{"speed", "Record", FieldType::number}});
    }
    Result<void> scan(const FieldRequest&, const FieldSinkMaker&, Job&) const override { return once(); }
    Result<void> read(const FieldRequest&, std::span<const RecordRef>, FieldSink&, Job&) const override
    {
        return once();
    }
    FieldCosts costs() const override { return {}; }
    void letGo()
    {
        m_mayFail = true;
        m_mayFail.notify_all();
    }
    int asked() const { return m_asked; }

private:
    Result<void> once() const
    {
        if (m_asked++ > 0)
            return {};
        m_mayFail.wait(false);
        return fail(Code::FileChanged);
    }

    mutable std::atomic<int> m_asked {0};
    std::atomic<bool> m_mayFail {false};
};

class DocumentOfFields : public FakeDocument
{
public:
    explicit DocumentOfFields(std::shared_ptr<FieldsLater> fields)
        : FakeDocument(streamTimeline())
        , m_fields(std::move(fields))
    {
    }
    const FieldsFacet* fields() const override { return m_fields.get(); }

private:
    std::shared_ptr<FieldsLater> m_fields;
};

}

class FilterTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_rfr;
    std::unique_ptr<MainWindow> m_window;

    SessionFilter& filter() const { return *m_window->filter(); }
    FilterBar& bar() const { return *m_window->filterBar(); }
    TimelineScene& scene() const { return *m_window->timelinePane()->scene(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(m_window->windowHandle(), key, modifiers);
    }
    bool waitForAnswer() const
    {
        return QTest::qWaitFor(
            [&] {
                return !filter().isAsking() && filter().isActive() == (filter().fitting() != nullptr)
                    && m_window->timelinePane()->isSettled();
            },
            kPatienceMs);
    }
    std::size_t tracksShown() const { return scene().layout().tracksShown(); }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY(path);
        m_rfr = *path;
    }
    void init()
    {
        m_settings.reset(); // which writes what was set
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
        m_window->open(m_rfr);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() && !m_window->session()->isIndexing(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session()->fields(), kPatienceMs); // what is no field is known by now
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void whatIsSearchedForIsKept()
    {
        const std::size_t all = tracksShown();
        QLineEdit& field = *m_window->tools()->search()->field();
        QVERIFY(bar().isHidden());
        press(Qt::Key_F, Qt::ControlModifier);
        for (const QChar letter : QStringLiteral("metrics.flush"))
            QTest::keyClick(m_window->windowHandle(), letter.toLatin1());
        press(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(field.text().isEmpty()); // no marks any more
        QVERIFY(waitForAnswer());
        QVERIFY(bar().isVisible());
        QCOMPARE(bar().chips().size(), 1);
        const FittingPtr fitting = filter().fitting();
        QVERIFY(fitting->hits->count() > 0 && fitting->hits->count() < fitting->hits->asked());
        QCOMPARE(std::uint64_t(tracksShown()), fitting->tracks);
        QVERIFY(tracksShown() < all);
        for (const TrackId track : scene().layout().shown())
            QVERIFY(fitting->hits->count(track) > 0);
        QVERIFY2(bar().text().startsWith(QString::number(fitting->hits->count())), qPrintable(bar().text()));
        press(Qt::Key_Escape, Qt::ShiftModifier);
        QVERIFY(waitForAnswer());
        QVERIFY(bar().isHidden());
        QCOMPARE(tracksShown(), all);
        // One step of the history each, and the view stays where it is.
        const TimeRange view = m_window->session()->view();
        m_window->session()->goBack();
        QVERIFY(waitForAnswer());
        QCOMPARE(filter().parts().size(), std::size_t(1));
        QCOMPARE(std::uint64_t(tracksShown()), fitting->tracks);
        m_window->session()->goBack();
        QVERIFY(waitForAnswer());
        QVERIFY(filter().parts().empty());
        m_window->session()->goForward();
        QCOMPARE(filter().parts().size(), std::size_t(1));
        QCOMPARE(m_window->session()->view(), view);
    }

    // Without those of the container, as beside the names of tracks.
    void tracksAreCountedAlike()
    {
        const auto path = std::filesystem::path(TRACEGLASS_SOURCE_DIR) / "tests/corpus/rtc/valid/clocks.rtc";
        m_window->open(path);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() && m_window->session()->capture()->path() == path
                                     && !m_window->session()->isIndexing(),
                                 kPatienceMs);
        QVERIFY(filter().add(QStringLiteral("track : log")));
        QVERIFY(waitForAnswer());
        QVERIFY(filter().fitting());
        QCOMPARE(filter().fitting()->allTracks, std::uint64_t(scene().layout().tracks()));
        QCOMPARE(filter().fitting()->tracks, std::uint64_t(tracksShown()));
    }

    // What came while it was asked is not forgotten for the error.
    void itIsAskedAgainAfterAnError()
    {
        const auto fields = std::make_shared<FieldsLater>();
        DocumentSession session(std::make_unique<DocumentOfFields>(fields));
        const auto letGo = qScopeGuard([&] { fields->letGo(); }); // however this ends
        session.startIndexing();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isIndexing() && session.fields(), kPatienceMs);
        SessionFilter filter(&session);
        QVERIFY(filter.add(QStringLiteral("speed > 3")));
        QTRY_COMPARE_WITH_TIMEOUT(fields->asked(), 1, kPatienceMs);
        session.setAlignment({{"cycles", kStreamStart - kCyclesStart + 200 * kStreamMs}});
        QVERIFY(filter.isAsking());
        fields->letGo();
        QTRY_VERIFY_WITH_TIMEOUT(!filter.isAsking() && filter.fitting(), kPatienceMs);
        QVERIFY(fields->asked() > 1);
        QCOMPARE(filter.fitting()->timeline, session.timeline());
    }

    void whatIsNoQueryIsNoFilter()
    {
        QLineEdit& field = *m_window->tools()->search()->field();
        field.setText(QStringLiteral("durration > 1 ms"));
        m_window->commands()["edit.filterSlices"]->trigger();
        QVERIFY(filter().parts().empty());
        QCOMPARE(field.text(), QStringLiteral("durration > 1 ms"));
        QVERIFY(!filter().add(QStringLiteral("  ")));
        m_window->session()->setFilterParts({{QStringLiteral("durration > 1 ms")}}); // when nobody knew better
        QVERIFY(waitForAnswer());
        QVERIFY(!filter().isActive() && bar().isVisible());
        QVERIFY2(bar().text().contains(QStringLiteral("durration")), qPrintable(bar().text()));
        filter().clear();
        QVERIFY(!m_window->commands()["edit.clearFilter"]->isEnabled());
    }

    void chipsAreUsedByKeys()
    {
        filter().add(QStringLiteral("duration >= 1 ms"));
        filter().add(QStringLiteral("state = polling"));
        QVERIFY(waitForAnswer());
        const std::uint64_t both = filter().fitting()->hits->count();
        bar().chips()[0]->setFocus();
        press(Qt::Key_Right);
        QVERIFY(bar().chips()[1]->hasFocus());
        press(Qt::Key_Space);
        QVERIFY(waitForAnswer());
        QVERIFY(!filter().parts()[1].isOn);
        QVERIFY(filter().fitting()->hits->count() > both);
        QVERIFY(bar().chips()[1]->hasFocus()); // the new one
        press(Qt::Key_Space);
        QVERIFY(waitForAnswer());
        QCOMPARE(filter().fitting()->hits->count(), both);
        press(Qt::Key_Left);
        press(Qt::Key_Return);
        QLineEdit* editor = bar().editor();
        QVERIFY(editor && editor->hasFocus());
        editor->setText(QStringLiteral("duration >"));
        press(Qt::Key_Return);
        QVERIFY2(bar().editor(), "what is no query is not taken");
        QCOMPARE(filter().parts()[0].text, QStringLiteral("duration >= 1 ms"));
        press(Qt::Key_Escape);
        QTRY_VERIFY(!bar().editor() && bar().chips().size() == 2);
        QCOMPARE(filter().parts()[0].text, QStringLiteral("duration >= 1 ms"));
        QTRY_VERIFY(bar().chips()[0]->hasFocus());
        press(Qt::Key_Return);
        bar().editor()->setText(QStringLiteral("duration >= 100 ms"));
        press(Qt::Key_Return);
        QVERIFY(waitForAnswer());
        QVERIFY(filter().fitting()->hits->count() < both);
        press(Qt::Key_Delete);
        QVERIFY(waitForAnswer());
        QCOMPARE(filter().parts(), (FilterParts {{QStringLiteral("state = polling")}}));
    }

    void chipsAreUsedByMouse()
    {
        filter().add(QStringLiteral("metrics.flush"));
        filter().add(QStringLiteral("session.watch"));
        QVERIFY(waitForAnswer());
        QCOMPARE(filter().fitting()->hits->count(), std::uint64_t(0));
        QVERIFY(scene().layout().lines().empty());
        QCOMPARE(scene().layout().tracksShown(), std::size_t(0));
        emit bar().chips()[1]->joinWanted(0); // what dropping does
        QVERIFY(waitForAnswer());
        QCOMPARE(filter().parts(), (FilterParts {{QStringLiteral("metrics.flush or session.watch")}}));
        QVERIFY(filter().fitting()->hits->count() > 0);
        FilterChip* chip = bar().chips()[0];
        QTest::mouseClick(chip, Qt::LeftButton, {}, {8, chip->height() / 2}); // its funnel
        QVERIFY(waitForAnswer());
        QVERIFY(!filter().isActive() && bar().isVisible());
        chip = bar().chips()[0];
        QTest::mouseClick(chip, Qt::LeftButton, {}, chip->rect().center());
        QVERIFY(bar().editor());
        m_window->timelinePane()->setFocus(); // leaves it
        QTRY_VERIFY(!bar().editor() && bar().chips().size() == 1);
        chip = bar().chips()[0];
        QTest::mouseClick(chip, Qt::LeftButton, {}, {chip->width() - 6, chip->height() / 2}); // its cross
        QVERIFY(bar().isHidden());
    }

    void partsThatAreTooMuchTogetherStay()
    {
        const auto words = [](const char* begin) {
            QStringList out;
            for (int i = 0; i < 150; ++i)
                out << QString::fromLatin1(begin) + QString::number(i);
            return out.join(QStringLiteral(" or "));
        };
        QVERIFY(filter().add(words("metrics.flush")) && filter().add(words("a")));
        QVERIFY(waitForAnswer());
        const FilterParts both = filter().parts();
        emit bar().chips()[1]->joinWanted(0);
        QCOMPARE(filter().parts(), both);
        QVERIFY2(bar().text().contains(QStringLiteral("at most 200 values")), qPrintable(bar().text()));
        // They hold together all the same, but no command says so.
        QVERIFY(filter().isActive() && filter().fitting());
        QVERIFY(bar().command().isEmpty());
        QVERIFY(bar().whyNoCommand().contains(QStringLiteral("at most 200 values")));
        filter().setOn(1, false);
        QVERIFY(!bar().command().isEmpty());
        filter().clear();
    }

    void aSliceIsFoundKeptAndExcluded()
    {
        m_window->search()->setText(QStringLiteral("metrics.flush state = polling"));
        m_window->search()->goOn(true);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session()->selection().slice, kPatienceMs);
        const std::uint64_t count = m_window->search()->found()->hits().count();
        m_window->commands()["slice.find"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->search()->isSearching(), kPatienceMs);
        QCOMPARE(m_window->search()->text(), QStringLiteral("name = metrics.flush state = polling"));
        QCOMPARE(m_window->search()->found()->hits().count(), count);
        m_window->commands()["slice.keep"]->trigger();
        QVERIFY(waitForAnswer());
        QCOMPARE(filter().fitting()->hits->count(), count);
        filter().clear();
        m_window->commands()["slice.exclude"]->trigger();
        QVERIFY(waitForAnswer());
        const query::Hits& left = *filter().fitting()->hits;
        QCOMPARE(left.count() + count, left.asked());
    }

    // What does not fit is a thin line, and still to be pointed at.
    void whatIsFilteredAwayKeepsItsPlace()
    {
        filter().add(QStringLiteral("metrics.flush duration >= 10 ms"));
        QVERIFY(waitForAnswer());
        const TrackId track = scene().layout().shown().front();
        const RowId row = scene().timeline().track(track).firstRow;
        std::vector<Run> all, drawn;
        scene().timeline().query(row, scene().timeline().range, 1, all);
        scene().drawn()->query(row, scene().timeline().range, 1, drawn);
        QVERIFY(!drawn.empty() && drawn.size() < all.size());
        for (const Run& run : drawn)
            QVERIFY(run.endNs - run.startNs >= 10'000'000);
        TimelineView& view = *m_window->timelinePane()->view();
        const auto isAway = [&](const Run& run) {
            return std::ranges::none_of(drawn, [&](const Run& one) { return one.startNs == run.startNs; });
        };
        const auto away = std::ranges::find_if(all, isAway);
        m_window->session()->setView({away->startNs - 1'000'000, away->endNs + 1'000'000});
        const auto at = scene().viewportYOf(track);
        QVERIFY(at);
        const TimeAxis axis {m_window->session()->view(), view.viewport()->width()};
        const int x = axis.pixel((away->startNs + away->endNs) / 2);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {x, *at + 10});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session()->selection().slice, kPatienceMs);
        QCOMPARE(m_window->session()->selection().slice->startNs, away->startNs);
    }
};

QTEST_MAIN(FilterTest)
#include "tst_filter.moc"
