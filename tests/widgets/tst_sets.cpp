// Sets of filters and arranged tracks: saved, applied to the same and to another capture, undone, renamed,
// removed, and which track of another capture is meant.
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/search/filter_sets.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/search/sets_menu.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "core/formats/demo.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/demo_captures.h"
#include "tests/support/patience.h"
#include "widgets/common/link_label.h"
#include "widgets/models/records_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QApplication>
#include <QFileDialog>
#include <QInputDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace traceglass;

namespace {

// Tasks of these names and numbers.
TimelinePtr tasks(const std::vector<std::pair<const char*, int>>& names)
{
    TimelineBuilder builder;
    const TrackId group =
        builder.addTrack({.name = builder.intern("tasks"), .key = 1, .kind = TrackKind::group});
    for (const auto& [name, number] : names)
        builder.addTrack({.parent = group,
                          .name = builder.intern(name),
                          .number = std::uint64_t(number),
                          .key = std::uint64_t(number),
                          .kind = TrackKind::states});
    builder.addTrack({.name = builder.intern("seq"), .key = 900, .kind = TrackKind::marks});
    return builder.snapshot({0, 100}, 1, true);
}

}

class SetsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_rfr, m_rtc;
    std::unique_ptr<MainWindow> m_window;

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        m_window->activateWindow(); // a dialog may have been closed
        (void)QTest::qWaitForWindowActive(m_window.get());
        QTest::keyClick(m_window->windowHandle(), key, modifiers);
    }
    // Types into the dialog that is about to open.
    void answer(const QString& text) const
    {
        auto* const timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, timer, [this, text, timer] {
            auto* const dialog = m_window->findChild<QInputDialog*>();
            if (!dialog || !dialog->isVisible())
                return;
            timer->deleteLater();
            dialog->setTextValue(text);
            QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
        });
        timer->start(5);
    }
    bool waitForAnswer() const
    {
        return QTest::qWaitFor(
            [&] { return !m_window->filter()->isAsking() && m_window->timelinePane()->isSettled(); },
            kPatienceMs);
    }
    bool openCapture(MainWindow& window, const std::filesystem::path& path) const
    {
        window.open(path);
        return QTest::qWaitFor(
            [&] {
                return window.session() && !window.session()->isIndexing() && window.session()->fields()
                    && window.session()->capture()->path() == path;
            },
            kPatienceMs);
    }
    TimelineScene& scene() const { return *m_window->timelinePane()->scene(); }
    TrackId track(const char* path) const
    {
        const Timeline& timeline = *m_window->session()->timeline();
        for (std::uint32_t i = 0; i < timeline.trackCount(); ++i)
            if (timeline.path(TrackId(i)) == path)
                return TrackId(i);
        return kNoTrack;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        const auto rfr = findDemo("rfr")->write(m_folder.path().toStdString());
        const auto rtc = findDemo("rtc")->write(m_folder.path().toStdString());
        QVERIFY(rfr && rtc);
        m_rfr = *rfr;
        m_rtc = *rtc;
    }
    void init()
    {
        m_settings.reset(); // which writes what was set
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(openCapture(*m_window, m_rfr));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void tracksOfAnotherCaptureAreFound()
    {
        const TimelinePtr one = tasks({{"flush", 7}, {"read", 8}, {"read", 9}, {"gone", 10}});
        TrackChoices choices;
        for (std::uint64_t key = 7; key <= 10; ++key)
            choices.change({TrackKind::states, key}).pinned = int(key);
        choices.change({TrackKind::marks, 900}).hidden = true;
        choices.change({TrackKind::group, 1}).folded = true;
        const QByteArray saved = choices.save(*one);
        Job job;
        const FittedChoices same = fitChoices(saved, *one, job);
        QCOMPARE(same.missing, QStringList());
        QCOMPARE(QJsonDocument::fromJson(same.saved), QJsonDocument::fromJson(saved));
        // The only one called so, whatever its number; of several that of the number; none of another kind.
        const TimelinePtr other = tasks({{"flush", 70}, {"read", 9}, {"read", 80}, {"seq", 3}});
        const FittedChoices fitted = fitChoices(saved, *other, job);
        QCOMPARE(fitted.missing,
                 (QStringList {QStringLiteral("tasks/gone #10"), QStringLiteral("tasks/read #8")}));
        TrackChoices found;
        found.restore(fitted.saved);
        found.resolve(*other);
        QCOMPARE(found.of({TrackKind::states, 70}).pinned, std::optional(7));
        QCOMPARE(found.of({TrackKind::states, 9}).pinned, std::optional(9));
        QVERIFY(!found.of({TrackKind::states, 80}).pinned);
        QVERIFY(found.of({TrackKind::marks, 900}).hidden && !found.of({TrackKind::states, 3}).hidden);
        QCOMPARE(found.of({TrackKind::group, 1}).folded, std::optional(true));
        // What comes later is found then.
        const QByteArray kept = found.save(*other);
        TrackChoices later;
        later.restore(kept);
        later.resolve(*one);
        QVERIFY(later.of({TrackKind::states, 10}).pinned);
        QCOMPARE(fitChoices("no JSON", *other, job).missing, QStringList());
    }

    void aSetIsSavedAndApplied()
    {
        DocumentSession& session = *m_window->session();
        const FilterParts parts {{QStringLiteral("duration >= 1 ms")}, {QStringLiteral("not flush"), false}};
        session.setFilterParts(parts);
        const TrackId flush = track("tasks/metrics.flush"), accept = track("tasks/accept");
        QVERIFY(flush != kNoTrack && accept != kNoTrack);
        QVERIFY(waitForAnswer());
        scene().setPinned(flush, true);
        scene().hide(accept);
        m_window->recordsPane()->setColumnsAway({QStringLiteral("size"), QStringLiteral("shop.Request.path")});
        answer(QStringLiteral("slow & quiet"));
        press(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_window->sets()->all().size(), std::size_t(1));
        QCOMPARE(m_window->sets()->all().front().name, QStringLiteral("slow & quiet"));
        QVERIFY(m_settings->bytes(QStringLiteral("sets")).contains("\"duration >= 1 ms\""));

        m_window->filter()->clear();
        scene().setPinned(flush, false);
        scene().showAll();
        m_window->recordsPane()->setColumnsAway({});
        QVERIFY(waitForAnswer());
        const bool couldGoBack = session.canGoBack();
        QSignalSpy fitted(m_window->sets(), &FilterSets::fitted);
        press(Qt::Key_D, Qt::ControlModifier); // the menu, beside the funnel while nothing is filtered
        QVERIFY(m_window->setsMenu()->isVisible());
        QTest::keyClick(m_window->setsMenu(), Qt::Key_1);
        QTRY_COMPARE_WITH_TIMEOUT(fitted.size(), 1, kPatienceMs);
        QVERIFY(waitForAnswer());
        QCOMPARE(session.filterParts(), parts);
        QVERIFY(scene().isPinned(flush) && scene().choice(accept).hidden);
        QVERIFY(m_window->setBar()->isHidden()); // all of it is there
        QCOMPARE(m_window->recordsPane()->columnsAway(),
                 (QStringList {QStringLiteral("size"), QStringLiteral("shop.Request.path")}));

        scene().hide(flush); // by hand: no step of its own
        session.goBack();
        QVERIFY(couldGoBack && session.filterParts().empty());
        QCOMPARE(m_window->recordsPane()->columnsAway(), QStringList());
        QVERIFY(!scene().isPinned(flush) && !scene().choice(accept).hidden && !scene().choice(flush).hidden);
        session.goForward();
        QCOMPARE(session.filterParts(), parts);
        QVERIFY(scene().isPinned(flush) && scene().choice(accept).hidden && scene().choice(flush).hidden);
        // The steps before that know nothing of it.
        session.goBack();
        scene().hide(flush);
        session.goBack();
        QCOMPARE(session.filterParts(), parts);
        QVERIFY(scene().choice(flush).hidden && !scene().isPinned(flush));
    }

    void aFileTakesThemElsewhere()
    {
        QVERIFY(m_window->sets()->add(R"({"sets": [{"name": "to go", "filters": ["duration >= 1 us"]}]})"));
        SetsMenu& menu = *m_window->setsMenu();
        QSignalSpy told(&menu, &SetsMenu::statusText);
        const auto choose = [&](const QString& entry) {
            QTimer::singleShot(0, qApp, [&] {
                auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                QVERIFY(dialog);
                dialog->selectFile(m_folder.filePath(QStringLiteral("sets.json")));
                QMetaObject::invokeMethod(dialog, "accept");
            });
            emit menu.aboutToShow();
            for (QAction* const action : menu.actions())
                if (action->text() == entry)
                    action->trigger();
            return QTest::qWaitFor([&] { return !told.empty(); }, kPatienceMs)
                ? told.takeFirst().front().toString()
                : QString();
        };
        QVERIFY(choose(QStringLiteral("&Export…")).startsWith(QStringLiteral("Wrote ")));
        m_window->sets()->remove(QStringLiteral("to go"));
        QVERIFY(choose(QStringLiteral("&Import…")).startsWith(QStringLiteral("Read the sets of ")));
        QVERIFY(std::ranges::count(m_window->sets()->all(), QStringLiteral("to go"), &FilterSet::name) == 1);
        m_window->sets()->remove(QStringLiteral("to go"));
    }

    void anotherCaptureSaysWhatItLacks()
    {
        QVERIFY(openCapture(*m_window, m_rtc));
        const QByteArray text =
            R"({"sets": [{"name": "of the service", "filters": ["duration >= 1 us", "task.name = x"],
            "tracks": {"tasks/metrics.flush #7": {"kind": "states", "pinned": 0}}}, {"name": ""}, 3]})";
        QVERIFY(m_window->sets()->add(text));
        QVERIFY(!m_window->sets()->add("{}") && !m_window->sets()->add("sets"));
        QVERIFY(m_window->sets()->add(m_window->sets()->text())); // as it is exported
        const auto all = m_window->sets()->all();
        const auto set = std::ranges::find(all, QStringLiteral("of the service"), &FilterSet::name);
        QVERIFY(set != all.end() && set->filters.size() == 2);
        QCOMPARE(std::ranges::count(all, QStringLiteral("of the service"), &FilterSet::name), 1);
        m_window->sets()->apply(*set);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->setBar()->isVisible(), kPatienceMs);
        const QString said = m_window->setBar()->text();
        QVERIFY2(said.contains(QStringLiteral("tasks/metrics.flush #7")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("task.name = x (")), qPrintable(said));
        QCOMPARE(m_window->session()->filterParts(), set->filters);
        QVERIFY(m_window->filterBar()->isVisible());
        for (LinkLabel* const link : m_window->setBar()->findChildren<LinkLabel*>()) {
            if (link->text() == QStringLiteral("undo"))
                QTest::mouseClick(link, Qt::LeftButton);
        }
        QVERIFY(m_window->session()->filterParts().empty() && m_window->setBar()->isHidden());
    }

    void setsAreRenamedAndRemoved()
    {
        for (const FilterSet& each : m_window->sets()->all())
            m_window->sets()->remove(each.name);
        m_window->filter()->add(QStringLiteral("state = polling"));
        m_window->sets()->save(QStringLiteral("b"));
        m_window->sets()->save(QStringLiteral("a"));
        const auto names = [&] {
            QStringList out;
            for (const FilterSet& each : m_window->sets()->all())
                out << each.name;
            return out.join(QLatin1Char(' '));
        };
        QCOMPARE(names(), QStringLiteral("a b"));
        for (LinkLabel* const link : m_window->filterBar()->findChildren<LinkLabel*>()) {
            if (link->text() == QStringLiteral("sets ▾"))
                QTest::mouseClick(link, Qt::LeftButton);
        }
        SetsMenu& menu = *m_window->setsMenu();
        QVERIFY(menu.isVisible());
        answer(QStringLiteral("c"));
        QTest::keyClick(&menu, Qt::Key_R);                                  // rename
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return); // the first
        QCOMPARE(names(), QStringLiteral("b c"));
        press(Qt::Key_D, Qt::ControlModifier);
        QVERIFY(menu.isVisible());
        QTest::keyClick(&menu, Qt::Key_M); // remove
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        QCOMPARE(names(), QStringLiteral("c"));
        m_window->showStartPage();
        QVERIFY(!m_window->commands()["edit.sets"]->isEnabled());
        QVERIFY(!m_window->sets()->canApply());
    }
};

QTEST_MAIN(SetsTest)
#include "tst_sets.moc"
