// The tab Findings and what the window shows of findings elsewhere: the made-up recording of tokio has four, whose
// evidence is gone through, noted, put away and asked with other thresholds, by mouse and by keys.
#include "app/viewer/search/filter_sets.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_status_bar.h"
#include "app/viewer/window/main_window.h"
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "tests/support/demo_captures.h"
#include "tests/support/patience.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/details/details_pane.h"
#include "widgets/details/details_view.h"
#include "widgets/details/finding_details.h"
#include "widgets/details/findings_here.h"
#include "widgets/findings/findings_pane.h"
#include "widgets/findings/level_view.h"
#include "widgets/findings/threshold_dialog.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/view/finding_lane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <set>

using namespace traceglass;

class FindingsPaneTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_rfr;
    std::unique_ptr<MainWindow> m_window;

    FindingsPane& pane() const { return *m_window->findingsPane(); }
    SessionFindings& findings() const { return *m_window->findings(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(m_window->windowHandle(), key, modifiers);
    }
    void openWindow(const std::filesystem::path& path)
    {
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1600, 900);
        m_window->show();
        m_window->open(path);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() && findings().isKnown() && !findings().isLooking(),
                                 kPatienceMs);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    QString cell(int row, FindingsModel::Column column) const
    {
        return pane().model()->index(row, column).data().toString();
    }
    int rowOf(const char* rule) const
    {
        for (int row = 0; row < pane().model()->rowCount(); ++row)
            if (pane().model()->findingAt(row).rule == rule)
                return row;
        return -1;
    }
    const Finding& finding(const char* rule) const { return pane().model()->findingAt(rowOf(rule)); }
    QString told() const // at the right
    {
        return plainText(pane().details(), *m_window->session()).replace(QLatin1Char('\t'), QLatin1Char(' '));
    }
    std::optional<TimeRange> selectedTime() const { return m_window->session()->selection().time; }
    QString tab() const { return m_window->tabs()->currentWidget()->objectName(); }

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
        QFile::remove(m_folder.filePath(QStringLiteral("settings")));
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        openWindow(m_rfr);
    }
    void cleanup() { m_window.reset(); }

    // Where the pane is narrow and its letters are large.
    void linksGoOnInANextLine()
    {
        m_window->resize(1000, 900);
        QFont large = pane().font();
        large.setPixelSize(2 * QFontInfo(large).pixelSize());
        pane().setFont(large);
        const auto* const why = pane().findChild<QScrollArea*>();
        int whole = 0;
        for (const LinkLabel* const link : pane().findChildren<LinkLabel*>()) {
            if (!link->isVisible() || why->isAncestorOf(link))
                continue;
            QTRY_VERIFY2(link->width() >= link->sizeHint().width(), qPrintable(link->text()));
            ++whole;
        }
        QVERIFY(whole >= 7);
    }

    // In front when it is serious, at the first visit alone; the keyboard stays at the timeline.
    void comesToFrontOnce()
    {
        QCOMPARE(tab(), QStringLiteral("findings"));
        QVERIFY(!pane().isAncestorOf(QApplication::focusWidget()));
        QVERIFY(!m_window->session()->selection().slice); // nothing was gone to
        QCOMPARE(m_window->tabs()->bar()->countText(0), QStringLiteral("4"));
        QCOMPARE(pane().table()->currentIndex().row(), 0);
        m_window->showPane(QStringLiteral("bytes"));
        m_window.reset();
        openWindow(m_rfr);
        QCOMPARE(tab(), QStringLiteral("bytes"));
    }

    // What was asked for meanwhile stays in front, also where it is what stands there anyway.
    void comesNotBeforeWhatWasAskedFor()
    {
        m_window.reset();
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("other settings")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->show();
        m_window->open(*findDemo("cjfr")->write(m_folder.path().toStdString()));
        while (!m_window->session())
            QTest::qWait(1);
        QVERIFY(!findings().isKnown()); // nor is it indexed
        QVERIFY(m_window->showPane(QStringLiteral("records")));
        QTRY_VERIFY_WITH_TIMEOUT(findings().isKnown() && !findings().isLooking(), kPatienceMs);
        QVERIFY(findings().countOf(FindingSeverity::high) > 0);
        QCOMPARE(tab(), QStringLiteral("records"));
    }

    // Beside the words of a full run queue there is how many tasks were ready, over time.
    void picturesWhatWasLookedAt()
    {
        m_window->showPane(QStringLiteral("findings"));
        auto* const picture = pane().findChild<LevelView*>();
        QVERIFY(picture);
        const int row = rowOf("rfr.run-queue");
        QVERIFY(row >= 0);
        pane().table()->setCurrentIndex(pane().model()->index(row, 0));
        QVERIFY(picture->isVisible());
        QVERIFY2(picture->accessibleName().startsWith(QStringLiteral("ready tasks, mean of 10")),
                 qPrintable(picture->accessibleName()));
        QVERIFY2(picture->accessibleDescription().endsWith(QStringLiteral("listed from 8.0 on")),
                 qPrintable(picture->accessibleDescription())); // two for each of four workers
        const FindingLevel& level = finding("rfr.run-queue").level;
        const auto columnAt = [&](std::int64_t ns) {
            return std::size_t((ns - level.time.startNs) * std::int64_t(level.values.size())
                               / level.time.lengthNs());
        };
        for (const TimeRange& when : finding("rfr.run-queue").when)
            QVERIFY(level.values[columnAt(when.startNs)] >= 8);
        QVERIFY(level.values.front() < 8);
        QVERIFY(picture->tipAt(picture->width() / 2).contains(QStringLiteral(": ")));
        QVERIFY(picture->tipAt(-1).isEmpty());
        // Other rules have no such picture.
        pane().table()->setCurrentIndex(pane().model()->index(rowOf("rfr.events"), 0));
        QVERIFY(!picture->isVisible());
    }

    void doesNotPushAside()
    {
        m_window.reset();
        m_settings.reset(); // which writes what was set
        QFile::remove(m_folder.filePath(QStringLiteral("settings")));
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->show();
        m_window->open(m_rfr);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session(), kPatienceMs);
        if (!findings().isKnown())
            m_window->showPane(QStringLiteral("notes")); // before anything is known
        const QString chosen = tab();
        QTRY_VERIFY_WITH_TIMEOUT(findings().isKnown(), kPatienceMs);
        QVERIFY(chosen != QStringLiteral("notes") || tab() == chosen);
    }

    void listsTheMostSeriousFirst()
    {
        QCOMPARE(pane().model()->rowCount(), 4);
        QCOMPARE(cell(0, FindingsModel::severity), QStringLiteral("high"));
        QCOMPARE(cell(3, FindingsModel::severity), QStringLiteral("low"));
        QCOMPARE(pane().headLine()->text(), QStringLiteral("4 findings"));
        const int row = rowOf("rfr.long-poll");
        QVERIFY(row >= 0);
        // Names are bold instead of quoted; readers hear how serious it is first.
        QVERIFY(cell(row, FindingsModel::sentence).startsWith(QStringLiteral("metrics.flush kept")));
        QVERIFY(pane()
                    .model()
                    ->index(row, FindingsModel::severity)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .startsWith(QStringLiteral("medium: metrics.flush kept")));
        QCOMPARE(cell(row, FindingsModel::evidence), QStringLiteral("◀ 1/3 ▶"));
        QCOMPARE(cell(row, FindingsModel::cost), QStringLiteral("117 ms"));
        QCOMPARE(cell(rowOf("rfr.events"), FindingsModel::cost), QStringLiteral("3 ×")); // and no bare number
        // By cost, the greatest first.
        pane().table()->header()->setSortIndicator(FindingsModel::share, Qt::DescendingOrder);
        for (int each = 1; each < 4; ++each)
            QVERIFY(pane().model()->findingAt(each).share <= pane().model()->findingAt(each - 1).share);
    }

    void durationsFollowTheUnitOfTime()
    {
        openWindow(m_rfr);
        const int row = rowOf("rfr.run-queue");
        QCOMPARE(cell(row, FindingsModel::cost), QStringLiteral("6.57 s"));
        m_window->session()->setTimeFormat({.unit = TimeUnit::milliseconds});
        QVERIFY2(cell(row, FindingsModel::cost).endsWith(QStringLiteral(" ms")),
                 qPrintable(cell(row, FindingsModel::cost)));
        const auto isOnce = [this](int at) {
            const std::vector<TimeRange>& when = pane().model()->findingAt(at).when;
            return when.size() == 1 && when.front().lengthNs() > 0;
        };
        int once = 0;
        while (once < pane().model()->rowCount() && !isOnce(once))
            ++once;
        const QString when = cell(once, FindingsModel::when);
        QVERIFY2(when.contains(QRegularExpression(QStringLiteral("for [0-9,.]+ ms"))), qPrintable(when));
        m_window->session()->setTimeFormat({});
    }

    // To a thousandth of the capture, of some 20 s; of several only where the first is.
    void whenIsToldRoughly()
    {
        openWindow(m_rfr);
        std::set<bool> seen;
        for (int row = 0; row < pane().model()->rowCount(); ++row) {
            const Finding& finding = pane().model()->findingAt(row);
            const bool areSeveral = finding.when.size() > 1;
            if (finding.when.empty() || (!areSeveral && finding.when.front().lengthNs() == 0))
                continue;
            seen.insert(areSeveral);
            const QRegularExpression rough(areSeveral
                                               ? QStringLiteral("^\\+\\d+\\.\\d{3} s and [0-9,]+ more$")
                                               : QStringLiteral("^\\+\\d+\\.\\d{3} s for [^+]+$"));
            const QString when = cell(row, FindingsModel::when);
            QVERIFY2(when.contains(rough), qPrintable(when));
        }
        QCOMPARE(seen.size(), std::size_t(2));
    }

    // Moments within sentences are told as all others are.
    void sentencesFollowTheTimeSetting()
    {
        const int row = rowOf("rfr.run-queue");
        findings().goTo(finding("rfr.run-queue"));
        const auto isAbsolute = [](const QString& text) {
            static const QRegularExpression kAbsolute(
                QStringLiteral("From \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d[.\\d]* to \\d{4}-"));
            return text.contains(kAbsolute);
        };
        const auto shown = [&] {
            const FindingLane* const lane = m_window->timelinePane()->findingLane();
            const int x = TimeAxis {m_window->session()->extent(), lane->width()}.pixel(
                finding("rfr.run-queue").when.front().startNs);
            QHelpEvent help(QEvent::ToolTip, {x, 2}, lane->mapToGlobal(QPoint(x, 2)));
            QApplication::sendEvent(const_cast<FindingLane*>(lane), &help);
            const QString tip = QToolTip::text();
            QToolTip::hideText();
            findings().goTo(finding("rfr.run-queue"));
            return QStringList {cell(row, FindingsModel::sentence), told(),
                                m_window->statusBar()->currentMessage(), tip};
        };
        m_window->session()->setTimeFormat({.mode = TimeFormat::Mode::utc});
        for (const QString& text : shown())
            QVERIFY2(isAbsolute(text), qPrintable(text));
        // A note is read by others, with other settings.
        QVERIFY(findings().noteText().startsWith(QStringLiteral("From +")));
        m_window->session()->setTimeFormat({});
        for (const QString& text : shown())
            QVERIFY2(text.contains(QStringLiteral("From +")), qPrintable(text));
    }

    // Of very many pieces of evidence not all are kept, which is said where one goes through them.
    void saysWhatIsNotKept()
    {
        Finding polls = finding("rfr.long-poll");
        QCOMPARE(findings().placeText(polls), QStringLiteral("1 of 3, the worst first"));
        polls.unkept = 2'406;
        QCOMPARE(findings().placeText(polls), QStringLiteral("1 of 3 kept, of 2,409, the worst first"));
        findings().goTo(finding("rfr.long-poll"), 1);
        QVERIFY(
            m_window->statusBar()->currentMessage().endsWith(QStringLiteral(" · 2 of 3, the worst first")));
        QVERIFY(told().contains(QStringLiteral("evidence 2 of 3")));
        polls.evidence.clear();
        polls.unkept = 0;
        QVERIFY(findings().placeText(polls).isEmpty());
    }

    void saysWhy()
    {
        pane().table()->setCurrentIndex(pane().model()->index(rowOf("rfr.long-poll"), 0));
        const Rule& rule = findings().rule(finding("rfr.long-poll"));
        const QString why = told();
        for (const std::string_view part : {rule.title, rule.id, rule.means, rule.measure, rule.remedy})
            QVERIFY2(why.contains(QString::fromStdString(std::string(part))), qPrintable(why));
        QVERIFY(why.contains(QStringLiteral("min 10 ms")));
        QVERIFY(why.contains(QStringLiteral("evidence 1 of 3")));
        QVERIFY(!m_window->session()->selection().slice); // looking at a line goes nowhere
    }

    // Enter goes to the evidence and shows it in a third of the width, F4 goes on, also to the next finding.
    void goesThroughEvidence()
    {
        const int row = rowOf("rfr.long-poll");
        pane().table()->setCurrentIndex(pane().model()->index(row, 0));
        pane().table()->setFocus();
        press(Qt::Key_Return);
        const Finding& polls = finding("rfr.long-poll");
        QVERIFY(selectedTime() == std::optional(polls.evidence[0].time));
        const TimeRange view = m_window->session()->view();
        QCOMPARE(view.lengthNs(), 3 * polls.evidence[0].time.lengthNs());
        press(Qt::Key_F4);
        QVERIFY(selectedTime() == std::optional(polls.evidence[1].time));
        QCOMPARE(cell(row, FindingsModel::evidence), QStringLiteral("◀ 2/3 ▶"));
        press(Qt::Key_F4);
        press(Qt::Key_F4);
        QCOMPARE(findings().current(), &pane().model()->findingAt(row + 1));
        QCOMPARE(pane().table()->currentIndex().row(), row + 1);
        press(Qt::Key_F4, Qt::ShiftModifier);
        QVERIFY(selectedTime() == std::optional(polls.evidence[2].time));
        // Within a finding the arrows go round; Back returns.
        press(Qt::Key_Right);
        QVERIFY(selectedTime() == std::optional(polls.evidence[0].time));
        press(Qt::Key_Left);
        QVERIFY(selectedTime() == std::optional(polls.evidence[2].time));
        press(Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(selectedTime() == std::optional(polls.evidence[0].time), kPatienceMs);
        QCOMPARE(cell(row, FindingsModel::evidence), QStringLiteral("◀ 1/3 ▶"));
    }

    // A step for each piece, also where evidence is a time and selects nothing; the list and what F4 comes to go with it.
    void backStepsThroughEvidence()
    {
        const int row = rowOf("rfr.run-queue");
        const auto shown = [this] { return m_window->session()->view(); };
        const TimeRange before = shown();
        findings().goTo(finding("rfr.run-queue"));
        const TimeRange first = shown();
        press(Qt::Key_F4);
        const TimeRange second = shown();
        press(Qt::Key_F4);
        QVERIFY(first != second && findings().current() != &finding("rfr.run-queue"));
        press(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(shown() == second);
        QCOMPARE(pane().table()->currentIndex().row(), row);
        QCOMPARE(cell(row, FindingsModel::evidence), QStringLiteral("◀ 2/2 ▶"));
        press(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(shown() == first);
        QCOMPARE(cell(row, FindingsModel::evidence), QStringLiteral("◀ 1/2 ▶"));
        QVERIFY(!findings().noteText().isEmpty()); // it is that piece which is shown
        press(Qt::Key_F4);
        QVERIFY(shown() == second);
        press(Qt::Key_Left, Qt::AltModifier);
        press(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(shown() == before);
        press(Qt::Key_F4); // nothing was gone to yet
        QVERIFY(shown() == first);
    }

    void reloadKeepsTheCurrentOne()
    {
        findings().goTo(finding("rfr.long-poll"), 1);
        const QPointer<DocumentSession> before = m_window->session(); // the new one may get its address
        m_window->commands()["file.reload"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(before.isNull() && m_window->session() && findings().isKnown(), kPatienceMs);
        const int row = rowOf("rfr.long-poll");
        QCOMPARE(pane().table()->currentIndex().row(), row);
        QCOMPARE(cell(row, FindingsModel::evidence), QStringLiteral("◀ 2/3 ▶"));
        press(Qt::Key_F4);
        QCOMPARE(cell(row, FindingsModel::evidence), QStringLiteral("◀ 3/3 ▶"));
    }

    // Whatever list was read beside it.
    void goingToAFindingSaysWhy()
    {
        const auto readRules = [this] {
            QTest::mouseClick(pane().silentLink(), Qt::LeftButton);
            return told().startsWith(QStringLiteral("Rules that found nothing"));
        };
        const QString why = told();
        QVERIFY(readRules());
        const QRect sentence = pane().table()->visualRect(pane().model()->index(0, FindingsModel::sentence));
        QTest::mouseClick(pane().table()->viewport(), Qt::LeftButton, {}, sentence.center());
        QCOMPARE(told(), why);
        QVERIFY(readRules());
        press(Qt::Key_F4);
        QCOMPARE(told(), why);
        QVERIFY(pane().muteLink()->isVisibleTo(&pane()));
    }

    void arrowsOfTheCell()
    {
        const QModelIndex at = pane().model()->index(rowOf("rfr.long-poll"), FindingsModel::evidence);
        const QRect area = pane().table()->visualRect(at);
        const int text = pane().table()->fontMetrics().horizontalAdvance(at.data().toString());
        QTest::mouseClick(pane().table()->viewport(), Qt::LeftButton, {},
                          {area.left() + text, area.center().y()});
        QCOMPARE(at.data().toString(), QStringLiteral("◀ 1/3 ▶")); // what was not gone to comes first
        QTest::mouseClick(pane().table()->viewport(), Qt::LeftButton, {},
                          {area.left() + text, area.center().y()});
        QCOMPARE(at.data().toString(), QStringLiteral("◀ 2/3 ▶"));
        QTest::mouseClick(pane().table()->viewport(), Qt::LeftButton, {},
                          {area.left() + 8, area.center().y()});
        QCOMPARE(at.data().toString(), QStringLiteral("◀ 1/3 ▶"));
        QVERIFY(selectedTime() == std::optional(finding("rfr.long-poll").evidence[0].time));
    }

    // Open, Enter, T, M, Ctrl+Enter: from a capture to a note that says what was found.
    void fiveActions()
    {
        pane().table()->setFocus();
        pane().table()->setCurrentIndex(pane().model()->index(rowOf("rfr.long-poll"), 0));
        press(Qt::Key_Return);
        press(Qt::Key_T);
        QCOMPARE(tab(), QStringLiteral("statistics"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->statisticsPane()->isReading()
                                     && m_window->statisticsPane()->table()->currentIndex().isValid(),
                                 kPatienceMs);
        press(Qt::Key_M);
        QCOMPARE(tab(), QStringLiteral("notes"));
        QCOMPARE(m_window->notes()->notes().size(), std::size_t(1));
        press(Qt::Key_Return, Qt::ControlModifier);
        const Annotation& note = m_window->notes()->notes().front();
        QCOMPARE(QString::fromStdString(note.text),
                 QString::fromStdString(finding("rfr.long-poll").sentence.words)
                     + QStringLiteral("\nrfr.long-poll"));
        // Elsewhere a note is empty as ever.
        m_window->session()->clearSelection();
        QVERIFY(findings().noteText().isEmpty());
    }

    // Rows that are gone through are not gone to: a note is about the one that is current, where its evidence is.
    void aNoteIsOfTheCurrentRow()
    {
        SessionNotes& notes = *m_window->notes();
        QTRY_VERIFY(!notes.isLoading());
        std::set<std::string> before; // of windows that were closed before
        for (const Annotation& each : notes.notes())
            before.insert(each.id);
        findings().goTo(finding("rfr.run-queue"));
        pane().table()->setFocus();
        pane().table()->setCurrentIndex(pane().model()->index(rowOf("rfr.long-poll"), 0));
        QVERIFY(findings().noteText().isEmpty());
        QVERIFY(!findings().noteTime());
        press(Qt::Key_M);
        press(Qt::Key_Return, Qt::ControlModifier);
        const auto isNew = [&](const Annotation& each) { return !before.contains(each.id); };
        QCOMPARE(std::ranges::count_if(notes.notes(), isNew), 1);
        const Annotation& note = *std::ranges::find_if(notes.notes(), isNew);
        QVERIFY(note.text.find("rfr.long-poll") != std::string::npos);
        const Evidence& evidence = finding("rfr.long-poll").evidence.front();
        QCOMPARE(note.track, findings().timeline()->path(evidence.place.track));
    }

    // There is nothing to select, but somebody did it.
    void evidenceOfATimeShowsItsTrack()
    {
        const auto path = findDemo("cjfr")->write(m_folder.path().toStdString());
        QVERIFY(path);
        openWindow(*path);
        const Finding burst = finding("jvm.alloc-burst");
        const TimelineScene& scene = *m_window->timelinePane()->scene();
        const auto isSeen = [&] {
            const auto y = scene.viewportYOf(burst.subject.track);
            return y && *y >= 0 && *y < m_window->timelinePane()->height() / 2;
        };
        QVERIFY(burst.subject.track != kNoTrack && !isSeen());
        findings().goTo(burst);
        QVERIFY(isSeen());
    }

    // Nor is nothing selected then: Details tell of what was gone to, until something else is.
    void evidenceOfATimeHasDetails()
    {
        openWindow(m_rfr);
        DetailsPane& details = *m_window->findChild<DetailsPane*>();
        const auto* const empty = details.findChild<QLabel*>(QStringLiteral("detailsEmpty"));
        const auto copied = [&] {
            details.refresh();
            details.copyAll();
            return QGuiApplication::clipboard()->text();
        };
        const Finding queue = finding("rfr.run-queue");
        QCOMPARE(queue.evidence[1].place.track, kNoTrack);
        QVERIFY(copied().contains(QStringLiteral("web-service.rfr")) && empty->isVisibleTo(&details));
        findings().goTo(queue, 1);
        const QString told = copied();
        for (const char* const part :
             {"More ready tasks than workers", "2 of 2, the worst first", "How it is measured", "What to do"})
            QVERIFY2(told.contains(QString::fromUtf8(part)), qPrintable(told));
        QVERIFY2(told.contains(QString::fromStdString(queue.evidence[1].text.words)), qPrintable(told));
        QVERIFY2(told.contains(m_window->session()->durationText(queue.evidence[1].time.lengthNs())),
                 qPrintable(told));
        QVERIFY(!told.contains(QStringLiteral("web-service.rfr")) && !empty->isVisibleTo(&details));
        findings().goTo(finding("rfr.long-poll"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->session()->isSelecting(), kPatienceMs);
        QVERIFY(!copied().contains(QStringLiteral("More ready tasks than workers")));
    }

    // Sentences have them in bold; a row has no bold, and no marks of them.
    void namesInEvidenceArePlain()
    {
        openWindow(m_rfr);
        Finding queue = finding("rfr.run-queue");
        for (Evidence& each : queue.evidence)
            each.text = "`particles` on `compute`";
        const Details told = FindingDetails::of(queue, findings(), *m_window->session());
        const auto isOfEvidence = [](const DetailRow& row) { return row.label == "evidence"; };
        const auto& rows = told.sections.front().rows;
        const auto evidence = std::ranges::find_if(rows, isOfEvidence);
        QVERIFY(evidence != rows.end());
        QCOMPARE(evidence->extra, std::string("particles on compute"));
    }

    // Where several times are told as one moment, it is that of the evidence in front.
    void whenIsThatOfTheEvidence()
    {
        openWindow(m_rfr);
        const int row = rowOf("rfr.run-queue");
        const Finding queue = finding("rfr.run-queue");
        QVERIFY(queue.when.front().startNs == queue.evidence[1].time.startNs); // the worse one came later
        for (const std::size_t piece : {std::size_t(0), std::size_t(1)}) {
            findings().goTo(queue, piece);
            const QString moment =
                m_window->session()->roughMomentText(queue.evidence[piece].time.startNs, 0);
            QVERIFY2(cell(row, FindingsModel::when).startsWith(moment + QLatin1Char(' ')),
                     qPrintable(cell(row, FindingsModel::when)));
        }
    }

    // In a narrow window the sentence gives way, which stands beside the list in full; numbers are whole.
    void numbersStayWholeInANarrowWindow()
    {
        openWindow(m_rfr);
        m_window->showPane(QStringLiteral("findings"));
        for (const int width : {1900, 1600, 1280, 1100}) {
            m_window->resize(width, 720);
            QTRY_VERIFY_WITH_TIMEOUT(m_window->width() == width, kPatienceMs);
            QCoreApplication::processEvents();
            const RowView& table = *pane().table();
            for (const int column :
                 {FindingsModel::when, FindingsModel::evidence, FindingsModel::cost, FindingsModel::share}) {
                QVERIFY2(!table.isColumnHidden(column), qPrintable(QString::number(width)));
                for (int row = 0; row < pane().model()->rowCount(); ++row)
                    QVERIFY(table.columnWidth(column) >= table.fontMetrics().horizontalAdvance(
                                pane().model()->index(row, column).data().toString()));
            }
            QVERIFY(table.header()->length() <= table.viewport()->width());
            QVERIFY(table.columnWidth(FindingsModel::sentence) > 100);
        }
    }

    // As any new note: with what the finding wrote into it, and so that what was typed comes back.
    void escapeDropsTheNoteOfAFinding()
    {
        findings().goTo(finding("rfr.long-poll"));
        SessionNotes& notes = *m_window->notes();
        QTRY_VERIFY(!notes.isLoading());
        const std::size_t before = notes.notes().size();
        press(Qt::Key_M);
        QCOMPARE(notes.notes().size(), before + 1);
        press(Qt::Key_Escape);
        QCOMPARE(notes.notes().size(), before);
        QVERIFY(!notes.undoStack()->canRedo());

        press(Qt::Key_M);
        auto* const field = qobject_cast<QPlainTextEdit*>(m_window->focusWidget());
        QVERIFY(field);
        QTest::keyClicks(field, QStringLiteral("known since May"));
        const std::string typed = field->toPlainText().toStdString();
        const std::string id = notes.chosen().front();
        press(Qt::Key_Escape);
        QVERIFY(!notes.find(id));
        QVERIFY(m_window->statusBar()->currentMessage().endsWith(QStringLiteral("(Ctrl+Z)")));
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(notes.find(id) && notes.find(id)->text == typed);
    }

    // Evidence that is a time: what was selected before has nothing to do with it, and the note is about the time.
    void noteOfATime()
    {
        findings().goTo(finding("rfr.long-poll"));
        const Finding& queue = finding("rfr.run-queue");
        QCOMPARE(queue.evidence.front().place.track, kNoTrack);
        findings().goTo(queue, 1);
        QVERIFY(!m_window->session()->selection().slice);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->notes()->isLoading(), kPatienceMs);
        press(Qt::Key_M);
        const Annotation* const note = m_window->notes()->find(m_window->notes()->chosen().front());
        // The sentence tells of the other time. What is typed begins on a line of its own.
        QVERIFY(queue.evidence[1].text.words != queue.sentence.words);
        QCOMPARE(note ? QString::fromStdString(note->text) : QString(),
                 QString::fromStdString(queue.evidence[1].text.words) + QStringLiteral("\nrfr.run-queue\n"));
        QVERIFY(m_window->notes()->viewTime(*note) == std::optional(queue.evidence[1].time));
        // What is selected since counts more, also before its answer is there.
        const std::size_t before = m_window->notes()->notes().size();
        findings().goTo(queue, 1);
        m_window->session()->selectNode(m_window->session()->capture()->rootId());
        m_window->commands()["notes.add"]->trigger();
        QTRY_COMPARE(m_window->notes()->notes().size(), before + 1);
        QVERIFY(m_window->notes()->notes().back().text.empty());
    }

    void notAProblemHere()
    {
        const int row = rowOf("rfr.long-poll");
        pane().table()->setCurrentIndex(pane().model()->index(row, 0));
        QTest::mouseClick(pane().muteLink(), Qt::LeftButton);
        QCOMPARE(pane().model()->rowCount(), 3);
        QCOMPARE(pane().mutedLink()->text(), QStringLiteral("1 muted"));
        QCOMPARE(m_window->tabs()->bar()->countText(0), QStringLiteral("3"));
        // It stays so for this capture, and the command says so.
        m_window.reset();
        openWindow(m_rfr);
        QCOMPARE(pane().model()->rowCount(), 3);
        QVERIFY(findings().command().startsWith(
            QStringLiteral("printf '%s\\n' 'rfr.long-poll metrics.flush' | tglass findings")));
        QTest::mouseClick(pane().mutedLink(), Qt::LeftButton);
        QCOMPARE(pane().model()->rowCount(), 4);
        pane().table()->setCurrentIndex(pane().model()->index(3, 0));
        QCOMPARE(pane().model()->findingAt(3).rule, std::string_view("rfr.long-poll"));
        pane().table()->setFocus();
        press(Qt::Key_Delete);
        QCOMPARE(findings().found().size(), std::size_t(4));
        QVERIFY(findings().mutes().isEmpty());
    }

    // The one that comes to its place is told; of those muted nothing is left in the strips of the timeline.
    void whatIsMutedGivesWay()
    {
        const auto isPainted = [this] {
            QImage picture(600, 20, QImage::Format_ARGB32);
            picture.fill(Qt::transparent);
            const QImage blank = picture;
            QPainter painter(&picture);
            paintFindings(painter, findings(), {m_window->session()->extent(), picture.width()}, 10,
                          Theme::of(m_window.get()));
            painter.end();
            return picture != blank;
        };
        pane().table()->setCurrentIndex(pane().model()->index(1, 0));
        const std::string next = pane().model()->findingAt(2).sentence.words;
        QTest::mouseClick(pane().muteLink(), Qt::LeftButton);
        QCOMPARE(pane().table()->currentIndex().row(), 1);
        QCOMPARE(findings().current()->sentence.words, next);
        QVERIFY(told().contains(QString::fromStdString(next)));
        while (pane().model()->rowCount() > 0) {
            QVERIFY(isPainted());
            QTest::mouseClick(pane().muteLink(), Qt::LeftButton);
        }
        QVERIFY(!isPainted());
        QVERIFY(told().startsWith(QStringLiteral("Rules that found nothing")));
        // Shown again, the first of them is chosen, and in the list alone.
        QTest::mouseClick(pane().mutedLink(), Qt::LeftButton);
        QCOMPARE(pane().model()->rowCount(), 4);
        QVERIFY(pane().table()->currentIndex().isValid());
        QCOMPARE(pane().muteLink()->text(), QStringLiteral("a problem after all"));
        QVERIFY(!isPainted());
        QTest::mouseClick(pane().muteLink(), Qt::LeftButton);
        QVERIFY(isPainted());
        findings().setMutes({});
    }

    // What is muted belongs to a set of filters, too, and Back undoes that.
    void setsKeepWhatIsMuted()
    {
        findings().mute(finding("rfr.events"));
        m_window->sets()->save(QStringLiteral("quiet"));
        findings().setMutes({});
        m_window->sets()->apply(m_window->sets()->all().front());
        QTRY_COMPARE_WITH_TIMEOUT(findings().mutes().size(), 1, kPatienceMs);
        QVERIFY(findings().mutes().front().startsWith(QStringLiteral("rfr.events ")));
        m_window->session()->goBack();
        QTRY_VERIFY_WITH_TIMEOUT(findings().mutes().isEmpty(), kPatienceMs);
        m_window->sets()->remove(QStringLiteral("quiet"));
    }

    void thresholds()
    {
        ThresholdDialog dialog(&findings());
        dialog.show();
        dialog.chooseRule("rfr.long-poll");
        QAbstractItemModel* const model = dialog.table()->model();
        const QModelIndex min = dialog.table()->currentIndex();
        QCOMPARE(min.data().toString(), QStringLiteral("10 ms"));
        QCOMPARE(min.siblingAtColumn(0).data().toString(), QStringLiteral("rfr.long-poll.min"));
        QVERIFY(!model->setData(min, QStringLiteral("often")));
        QVERIFY(dialog.problem()->text().contains(QStringLiteral("it takes a duration")));
        QVERIFY(model->setData(min, QStringLiteral("1 s")));
        QVERIFY(dialog.problem()->text().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!findings().isLooking(), kPatienceMs);
        QCOMPARE(rowOf("rfr.long-poll"), -1);
        QVERIFY(findings().command().contains(QStringLiteral("--set 'rfr.long-poll.min=1 s'")));
        // For other windows, too; as usual again is no setting.
        QVERIFY(m_settings->bytes(QStringLiteral("findings/thresholds")).contains("rfr.long-poll.min"));
        QVERIFY(model->setData(min, QStringLiteral("10ms")));
        QVERIFY(findings().thresholds().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!findings().isLooking() && rowOf("rfr.long-poll") >= 0, kPatienceMs);
    }

    // What is listed or not because of a threshold of the user's own says so, and is taken back with a click.
    void ownThresholdsAreTold()
    {
        const auto sentence = [&] {
            return pane().model()->index(rowOf("rfr.long-poll"), FindingsModel::sentence);
        };
        m_window->showPane(QStringLiteral("findings"));
        QVERIFY(!sentence().data(kIconRole).isValid());
        findings().choose(finding("rfr.long-poll"));
        QVERIFY(pane().usualLink()->isHidden());
        findings().setThresholds(
            {QStringLiteral("rfr.long-poll.min=20ms"), QStringLiteral("rfr.events.lines=9")});
        QTRY_VERIFY_WITH_TIMEOUT(!findings().isLooking(), kPatienceMs);
        QVERIFY(sentence().data(kIconRole).isValid());
        const QString own = QStringLiteral("min is 20 ms, usually 10 ms");
        QVERIFY(sentence().data(Qt::AccessibleTextRole).toString().contains(own));
        QVERIFY(sentence().data(Qt::ToolTipRole).toString().contains(own));
        findings().choose(finding("rfr.long-poll"));
        QVERIFY2(told().contains(QStringLiteral("rfr.long-poll.min 20 ms, your own; usually 10 ms")),
                 qPrintable(told()));
        QVERIFY(pane().usualLink()->isVisible());
        QTest::mouseClick(pane().usualLink(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!findings().isLooking(), kPatienceMs);
        QVERIFY(findings().settings().amount(findings().rule(finding("rfr.long-poll")), "min") == 10'000'000);
        QVERIFY(!sentence().data(kIconRole).isValid());
        QCOMPARE(findings().thresholds(),
                 QStringList(QStringLiteral("rfr.events.lines=9"))); // of another rule
        findings().setThresholds({QStringLiteral("rfr.long-poll.min=1s")});
        QTRY_VERIFY_WITH_TIMEOUT(!findings().isLooking() && rowOf("rfr.long-poll") < 0, kPatienceMs);
        pane().show(FindingsPane::Right::silent);
        QVERIFY2(told().contains(QStringLiteral("own threshold: min is 1 s, usually 10 ms")),
                 qPrintable(told()));
    }

    // As in the list. Copied, the sentence is as on the command line.
    void namesAreBoldBesideTheList()
    {
        const Finding& polls = finding("rfr.long-poll");
        findings().goTo(polls, 0);
        const QString sentence = QString::fromStdString(polls.sentence.words);
        QVERIFY(sentence.contains(QStringLiteral("`metrics.flush`")));
        m_window->showPane(QStringLiteral("findings"));
        const auto isBold = [&](const ElidedLabel* label) {
            return label->fullText() == sentence && label->textFormat() == Qt::RichText
                && label->text().contains(QStringLiteral("<b>metrics.flush</b> kept a worker"));
        };
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(pane().findChildren<ElidedLabel*>(), isBold),
                                 kPatienceMs);
        QVERIFY(plainText(pane().details(), *m_window->session()).contains(sentence));
    }

    void marksLeadToFindings()
    {
        FindingLane* const lane = m_window->timelinePane()->findingLane();
        QVERIFY(lane->isVisible());
        const Finding& polls = finding("rfr.long-poll");
        const TimeAxis axis {m_window->session()->extent(), lane->width()};
        const int x = axis.pixel(polls.evidence[2].time.startNs);
        const auto there = lane->findingsAt(x);
        QVERIFY(std::ranges::find(there, &polls) != there.end());
        QTest::mouseClick(lane, Qt::LeftButton, {}, {x, lane->height() / 2});
        QCOMPARE(findings().current(), there.front());
        QVERIFY(selectedTime());
    }

    void detailsSayWhatIsFoundHere()
    {
        findings().goTo(finding("rfr.long-poll"), 1);
        const FindingsHere* const here = m_window->detailsPane()->findingsHere();
        QTRY_VERIFY_WITH_TIMEOUT(here->isVisible(), kPatienceMs);
        QVERIFY(here->sentences().contains(QString::fromStdString(finding("rfr.long-poll").sentence.words)));
        m_window->showPane(QStringLiteral("bytes"));
        const auto links = here->findChildren<LinkLabel*>();
        const auto link = std::ranges::find_if(links, [](const LinkLabel* each) {
            return each->text().contains(QStringLiteral("metrics.flush"));
        });
        QVERIFY(link != links.end());
        QVERIFY(!(*link)->text().contains(QLatin1Char('`'))); // they are bold
        QTest::mouseClick(*link, Qt::LeftButton);
        QCOMPARE(tab(), QStringLiteral("findings"));
        QCOMPARE(pane().table()->currentIndex().row(), rowOf("rfr.long-poll"));
    }

    void statusBarLeadsThere()
    {
        m_window->showPane(QStringLiteral("bytes"));
        const auto buttons = m_window->status()->findChildren<QToolButton*>();
        const auto button = std::ranges::find_if(
            buttons, [](const QToolButton* each) { return each->text() == QStringLiteral("4 findings"); });
        QVERIFY(button != buttons.end());
        QTest::mouseClick(*button, Qt::LeftButton);
        QCOMPARE(tab(), QStringLiteral("findings"));
        m_window->showPane(QStringLiteral("bytes"));
        press(Qt::Key_6, Qt::AltModifier);
        QCOMPARE(tab(), QStringLiteral("findings"));
    }

    void linksAreWholeWhereLettersAreLarge()
    {
        findings().goTo(finding("rfr.long-poll"));
        QFont large = pane().font();
        large.setPixelSize(QFontInfo(large).pixelSize() * 2);
        pane().setFont(large);
        m_window->resize(1440, 900);
        QTest::qWait(50);
        int seen = 0;
        for (LinkLabel* const link : pane().findChildren<LinkLabel*>()) {
            for (const char* const text :
                 {"previous", "next evidence", "statistics", "note this", "not a problem here"})
                if (link->isVisible() && link->text() == QLatin1String(text)) {
                    ++seen;
                    QVERIFY2(link->width() >= link->sizeHint().width(), text);
                }
        }
        QCOMPARE(seen, 5);
    }

    // As notes are, in one order with them.
    void whatWasMutedIsUndone()
    {
        const std::size_t all = findings().found().size();
        QTRY_VERIFY(!m_window->notes()->isLoading());
        m_window->notes()->revert(); // what another test left
        Annotation stays;
        stays.text = "stays";
        const std::string note = m_window->notes()->add(stays);
        press(Qt::Key_6, Qt::AltModifier);
        press(Qt::Key_Delete);
        QCOMPARE(findings().found().size(), all - 1);
        QCOMPARE(Commands::plainText(m_window->commands()["edit.undo"]), QStringLiteral("Undo mute finding"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(findings().found().size(), all);
        QVERIFY(m_window->notes()->find(note));
        QCOMPARE(m_window->statusBar()->currentMessage(), QStringLiteral("Undone: mute finding"));
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(findings().found().size(), all - 1);
        QCOMPARE(m_window->statusBar()->currentMessage(), QStringLiteral("Redone: mute finding"));
        press(Qt::Key_Z, Qt::ControlModifier);
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!m_window->notes()->find(note));
        QVERIFY(!m_window->isWindowModified());
    }

    void copies()
    {
        pane().table()->setFocus();
        press(Qt::Key_C, Qt::ControlModifier);
        const QStringList lines =
            QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 5);
        QVERIFY(lines[0].startsWith(QStringLiteral("severity\twhat was found")));
        QCOMPARE(findings().command(),
                 QStringLiteral("tglass findings %1").arg(QString::fromStdString(m_rfr.string())));
    }

    // A capture in which nothing is found says what was not checked; each rule is told of once.
    void emptyIsNoHealth()
    {
        m_window.reset();
        const std::filesystem::path path = m_folder.filePath(QStringLiteral("tiny.rfr")).toStdString();
        QVERIFY(writeFile(path, oneTaskStream()));
        m_settings->setBytes(QStringLiteral("window/tab/rfr"), "records");
        openWindow(path);
        QVERIFY(findings().found().empty());
        QVERIFY(!findings().notChecked().empty());
        QCOMPARE(pane().right(), FindingsPane::Right::notChecked);
        QVERIFY(told().contains(QString::fromStdString(findings().notChecked().front().why)));
        QVERIFY(!m_window->timelinePane()->findingLane()->isVisible());
        QVERIFY(tab() != QStringLiteral("findings"));
        std::set<std::string_view> toldOf;
        for (const NotChecked& each : findings().notChecked())
            toldOf.insert(each.rule);
        for (const Rule* const rule : findings().silent())
            QVERIFY(toldOf.insert(rule->id).second);
        QCOMPARE(toldOf.size(), findings().rules().size());
        QTest::mouseClick(pane().silentLink(), Qt::LeftButton);
        QVERIFY(told().contains(QString::fromStdString(std::string(findings().silent().front()->title))));
    }

    // Rules need all of a capture: of one whose indexing ended before, nothing is said.
    void partOfACapture()
    {
        TimelineBuilder builder;
        DocumentSession session(std::make_unique<FakeDocument>(builder.snapshot({0, 1'000}, 10, false)));
        SessionFindings ofPart(&session);
        FindingsPane shown(&session, &ofPart);
        session.startIndexing();
        QVERIFY(session.isIndexing()
                && shown.emptyLabel()->text().contains(QStringLiteral("when everything is indexed")));
        QTRY_VERIFY_WITH_TIMEOUT(!session.isIndexing(), kPatienceMs);
        QVERIFY(!ofPart.isKnown() && !ofPart.isLooking());
        QVERIFY(shown.emptyLabel()->text().contains(QStringLiteral("nothing was checked")));
    }

    void stops()
    {
        DocumentSession session(std::make_unique<FakeDocument>(sampleTimeline()));
        SessionFindings stopped(&session);
        FindingsPane shown(&session, &stopped);
        session.startIndexing();
        connect(&stopped, &SessionFindings::changed, &stopped, [&] {
            if (stopped.isLooking())
                stopped.stop();
        });
        QTRY_VERIFY_WITH_TIMEOUT(stopped.wasStopped(), kPatienceMs);
        QVERIFY(!stopped.isKnown() && !stopped.isLooking());
        QVERIFY(shown.emptyLabel()->text().contains(QStringLiteral("Look again")));
        stopped.disconnect();
        emit shown.emptyLabel()->linkActivated({});
        QTRY_VERIFY_WITH_TIMEOUT(stopped.isKnown(), kPatienceMs);
    }
};

QTEST_MAIN(FindingsPaneTest)
#include "tst_findings_pane.moc"
