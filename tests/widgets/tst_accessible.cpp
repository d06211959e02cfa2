// The window for those who do not see it, or use no mouse: each control with name and role, what a screen reader is told
// of the selection, the focus around all parts, and letters of twice the size.
#include "app/viewer/settings/appearance.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_status_bar.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tabbed_window.h"
#include "core/formats/demo.h"
#include "tests/support/corpus.h"
#include "tests/support/demo_captures.h"
#include "tests/support/patience.h"
#include "tests/support/settle.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <memory>

using namespace traceglass;

class AccessibleTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    MainWindow* m_tab = nullptr;
    int m_runs = 0;

    void open(const QString& path)
    {
        m_tab = MainWindow::openWindow(*m_settings, path);
        m_tab->window()->resize(1280, 800);
        QVERIFY(QTest::qWaitForWindowActive(m_tab->window()));
        if (path.isEmpty())
            return;
        QTRY_VERIFY_WITH_TIMEOUT(
            m_tab->session() && !m_tab->session()->isIndexing() && !m_tab->notes()->isLoading(), kPatienceMs);
        m_tab->tabs()->makePanes();
        settle(*m_tab->session());
    }
    void select()
    {
        if (m_tab->timelinePane() && m_tab->session()->capture()->hasTimeline()) {
            m_tab->timelinePane()->view()->goTo(SliceGoal::longest, kNoTrack);
            settle(*m_tab->session());
        }
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(m_tab->window()->windowHandle(), key, modifiers);
    }

    // Calls back with each lower pane in front, once when there are none.
    template <class Look>
    void withEachPane(Look look)
    {
        bool any = false;
        for (int i = 0; m_tab->session() && i < m_tab->tabs()->count(); ++i) {
            if (!m_tab->tabs()->isTabVisible(i))
                continue;
            m_tab->tabs()->setCurrentIndex(i);
            settle(*m_tab->session());
            look(m_tab->tabs()->widget(i)->objectName());
            any = true;
        }
        if (!any)
            look(QStringLiteral("window"));
    }

    // What the user can act on. What Qt makes of them itself (the field of a combo box, scroll bars) tells of itself.
    static bool isControl(const QWidget* widget)
    {
        const QWidget* const parent = widget->parentWidget();
        if (!widget->isVisible() || widget->focusProxy()
            || widget->objectName().startsWith(QLatin1String("qt_")) || qobject_cast<const QComboBox*>(parent)
            || qobject_cast<const QLineEdit*>(parent) || qobject_cast<const QTabBar*>(parent)
            || qobject_cast<const QScrollBar*>(widget) || qobject_cast<const QHeaderView*>(widget)
            || qobject_cast<const QDialogButtonBox*>(parent))
            return false;
        return widget->focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(widget)
            || qobject_cast<const QAbstractItemView*>(widget);
    }
    static QString told(const QWidget* widget)
    {
        QStringList way;
        for (const QWidget* each = widget; each && way.size() < 5; each = each->parentWidget())
            way << QString::fromLatin1(each->metaObject()->className()) + ' ' + each->objectName();
        return way.join(QStringLiteral(" < "));
    }
    static QStringList namelessIn(const QWidget* top)
    {
        QStringList out;
        for (QWidget* const widget : top->findChildren<QWidget*>()) {
            if (!isControl(widget))
                continue;
            const QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(widget);
            if (!spoken)
                out << told(widget) + QStringLiteral(": nothing");
            else if (spoken->text(QAccessible::Name).trimmed().isEmpty())
                out << told(widget) + QStringLiteral(": no name");
            else if (spoken->role() == QAccessible::NoRole
                     || (spoken->role() == QAccessible::Client && !qobject_cast<QTabWidget*>(widget)
                         && !qobject_cast<QScrollArea*>(widget)))
                out << told(widget) + QStringLiteral(": no role");
        }
        return out;
    }

    // Texts that their widgets have too little room for. What elides has its whole text in a tooltip.
    static QStringList cutIn(const QWidget* top)
    {
        QStringList out;
        for (QWidget* const widget : top->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->size().isEmpty())
                continue;
            QSize needed;
            const QFontMetrics metrics = widget->fontMetrics();
            if (const auto* const label = qobject_cast<const QLabel*>(widget)) {
                if (label->text().isEmpty() || dynamic_cast<const ElidedLabel*>(label))
                    continue;
                needed = label->wordWrap() ? QSize(0, label->heightForWidth(label->width()))
                                           : QSize(label->sizeHint().width(), metrics.height());
            } else if (const auto* const button = qobject_cast<const QAbstractButton*>(widget)) {
                const bool isCut = dynamic_cast<const LinkLabel*>(button); // elides
                const auto* const tool = qobject_cast<const QToolButton*>(button);
                if (button->text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly))
                    continue;
                needed = {isCut ? 0 : metrics.horizontalAdvance(button->text()), metrics.height()};
            } else if (qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QComboBox*>(widget)) {
                needed = {0, metrics.height()};
            } else if (const auto* const bar = qobject_cast<const QTabBar*>(widget)) {
                needed = {0, bar->count() > 0 ? metrics.height() : 0};
            } else {
                continue;
            }
            if (needed.width() > widget->width() || needed.height() > widget->height())
                out << told(widget)
                        + QStringLiteral(": %1x%2 of %3x%4")
                              .arg(widget->width())
                              .arg(widget->height())
                              .arg(needed.width())
                              .arg(needed.height());
        }
        return out;
    }

    // The start page, a demo of each kind, and one damaged capture of each format.
    static void eachCapture()
    {
        static const std::vector<CorpusFile> captures = [] {
            static const QTemporaryDir folder;
            std::vector<CorpusFile> all {{"start page", {}}};
            for (const Demo* const demo : demos()) {
                if (demo->format == "rtc") // half a minute of reading
                    continue;
                if (const auto path = demo->write(folder.path().toStdString()))
                    all.push_back({std::string(demo->format) + ' ' + std::string(demo->title), *path});
            }
            for (const auto& [in, suffix] :
                 {std::pair("rtc/valid", ".rtc"), std::pair("rdf/malformed", ".rdf"),
                  std::pair("rtc/damaged", ".rtc"), std::pair("cjfr/malformed", ".cjfr")}) {
                const auto found = corpusFiles(in, suffix);
                if (!found.empty())
                    all.push_back({in, found.front().path});
            }
            return all;
        }();
        QTest::addColumn<QString>("path");
        for (const CorpusFile& each : captures)
            QTest::addRow("%s", each.name.c_str()) << QString::fromStdString(each.path.string());
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        prepareAppearance();
        applyFontSize(100);
    }
    void init()
    {
        m_settings =
            std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings%1.ini").arg(++m_runs)));
    }
    void cleanup()
    {
        QList<TabbedWindow*> left;
        for (QWidget* const widget : QApplication::topLevelWidgets())
            if (auto* const window = qobject_cast<TabbedWindow*>(widget))
                left << window;
        qDeleteAll(left);
        m_tab = nullptr;
        applyFontSize(100);
    }

    // --- screen readers

    void everyControlHasANameAndARole_data() { eachCapture(); }
    void everyControlHasANameAndARole()
    {
        QFETCH(QString, path);
        open(path);
        select();
        QStringList found;
        withEachPane([&](const QString& pane) {
            for (const QString& each : namelessIn(m_tab->window()))
                found << pane + QStringLiteral(": ") + each;
        });
        found.removeDuplicates();
        QVERIFY2(found.isEmpty(), qPrintable('\n' + found.join('\n')));
    }

    void dialogsToo()
    {
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        open(QString::fromStdString(path->string()));
        QTRY_VERIFY_WITH_TIMEOUT(m_tab->commands()["edit.thresholds"]->isEnabled(), kPatienceMs);
        for (const char* const id :
             {"help.about", "edit.thresholds", "help.keys", "help.palette", "go.to", "help.tour"}) {
            m_tab->commands()[id]->trigger();
            QCoreApplication::processEvents();
            const QStringList found = namelessIn(m_tab->window());
            QVERIFY2(found.isEmpty(), qPrintable(QString::fromLatin1(id) + '\n' + found.join('\n')));
            press(Qt::Key_Escape);
            for (QDialog* const dialog : m_tab->findChildren<QDialog*>())
                dialog->close();
        }
    }

    // What is announced when it changes, too; no reader listens to a test.
    void theTimelineTellsTheSelectedSlice()
    {
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        open(QString::fromStdString(path->string()));
        TimelineView* const view = m_tab->timelinePane()->view();
        view->setFocus();
        QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(view);
        QCOMPARE(spoken->text(QAccessible::Name), QStringLiteral("Timeline"));
        QCOMPARE(spoken->role(), QAccessible::Chart);
        const int parts = spoken->childCount();
        select();
        const QString words = spoken->text(QAccessible::Value);
        const PlacedSlice& slice = m_tab->timelinePane()->scene()->selected().front();
        const DocumentSession& session = *m_tab->session();
        QVERIFY2(words.startsWith(m_tab->timelinePane()->scene()->trackName(slice.track)), qPrintable(words));
        QVERIFY2(words.contains(session.momentText(slice.slice.startNs)), qPrintable(words));
        QVERIFY2(words.contains(session.durationText(slice.slice.durationNs())), qPrintable(words));

        QAccessibleInterface* const item = spoken->focusChild();
        QVERIFY(item && item->isValid());
        QCOMPARE(item->text(QAccessible::Name), words);
        QCOMPARE(item->parent(), spoken);
        QVERIFY(item->state().focused);
        QCOMPARE(spoken->childCount(), parts + 1);
        QCOMPARE(spoken->indexOfChild(item), parts);
        QCOMPARE(spoken->child(parts), item);
        view->goTo(SliceGoal::first, kNoTrack);
        settle(*m_tab->session());
        QVERIFY(spoken->text(QAccessible::Value) != words);
        m_tab->session()->clearSelection();
        QVERIFY(spoken->text(QAccessible::Value).isEmpty());
        QCOMPARE(spoken->childCount(), parts);
    }

    void trackNamesAreToldOneByOne()
    {
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        open(QString::fromStdString(path->string()));
        auto* const names = m_tab->findChild<LabelColumn*>();
        names->setFocus();
        QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(names);
        const QString first = spoken->text(QAccessible::Value);
        QVERIFY(!first.isEmpty());
        press(Qt::Key_Down);
        QVERIFY(!spoken->text(QAccessible::Value).isEmpty() && spoken->text(QAccessible::Value) != first);
    }

    void labelsTellTheirNameAndTheirText()
    {
        open({});
        for (QLabel* const label : m_tab->findChildren<QLabel*>()) {
            if (label->accessibleName() != QLatin1String("Selected place"))
                continue;
            QCOMPARE(QAccessible::queryAccessibleInterface(label)->text(QAccessible::Name),
                     QStringLiteral("Selected place: Ready"));
        }
    }

    // --- keys alone

    void f6GoesAroundTheParts_data() { eachCapture(); }
    void f6GoesAroundTheParts()
    {
        QFETCH(QString, path);
        open(path);
        QWidget* const first = QApplication::focusWidget();
        QVERIFY(first);
        QList<QWidget*> way {first};
        do {
            press(Qt::Key_F6);
            QWidget* const now = QApplication::focusWidget();
            way << now;
            if (now == first)
                continue;
            const QImage with = now->grab().toImage();
            now->clearFocus();
            QVERIFY2(now->grab().toImage() != with,
                     now->metaObject()->className()); // it is seen where the keys go
            now->setFocus();
        } while (way.last() != first && way.size() < 12);
        QCOMPARE(way.last(), first);
        const auto passes = [&way](const QWidget* part) {
            return std::ranges::any_of(way, [part](const QWidget* each) {
                return each && (each == part || part->isAncestorOf(each));
            });
        };
        for (const char* const name : {"structure", "details", "bottom"}) {
            const auto* const dock = m_tab->findChild<QDockWidget*>(QString::fromLatin1(name));
            QVERIFY2(!dock->isVisible() || passes(dock), name);
        }
        if (m_tab->session()) {
            QVERIFY(passes(m_tab->tools()));
            QVERIFY(passes(m_tab->statusBar()));
        }
        if (m_tab->session() && m_tab->session()->capture()->hasTimeline())
            QVERIFY(passes(m_tab->timelinePane()->view()));
        QList<QWidget*> back {first};
        for (qsizetype i = 1; i < way.size(); ++i) {
            press(Qt::Key_F6, Qt::ShiftModifier);
            back.prepend(QApplication::focusWidget());
        }
        QCOMPARE(back, way);
    }

    void f6ComesBackToWhatHadTheFocus()
    {
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        open(QString::fromStdString(path->string()));
        auto* const names = m_tab->findChild<LabelColumn*>();
        names->setFocus();
        press(Qt::Key_F6);
        QVERIFY(QApplication::focusWidget() != names);
        press(Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), names);
    }

    void tabGoesAroundAllControls_data() { eachCapture(); }
    void tabGoesAroundAllControls()
    {
        QFETCH(QString, path);
        open(path);
        QWidget* const first = QApplication::focusWidget();
        QVERIFY(first);
        QList<QWidget*> way;
        do {
            press(Qt::Key_Tab);
            QWidget* const now = QApplication::focusWidget();
            QVERIFY2(now && now->isVisible() && !way.contains(now), now ? qPrintable(told(now)) : "nobody");
            way << now;
        } while (way.last() != first && way.size() < 500);
        QCOMPARE(way.last(), first);
        for (QWidget* const widget : m_tab->findChildren<QWidget*>()) {
            const bool isReached = widget->isVisible() && widget->isEnabled() && !widget->focusProxy()
                && widget->window() == m_tab->window()
                && (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
            QVERIFY2(!isReached || way.contains(widget), qPrintable(told(widget)));
        }
        for (qsizetype i = way.size() - 2; i >= 0; --i) {
            press(Qt::Key_Tab, Qt::ShiftModifier);
            QCOMPARE(QApplication::focusWidget(), way[i]);
        }
    }

    void tabStaysInTheTabInFront()
    {
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        open(QString::fromStdString(path->string()));
        m_tab->commands()["window.newTab"]->trigger();
        auto* const window = TabbedWindow::of(m_tab);
        QTRY_COMPARE(window->tabs().size(), std::size_t(2));
        const MainWindow* const behind = m_tab;
        m_tab = window->current();
        QVERIFY(m_tab != behind);
        bool hasBar = false;
        for (int i = 0; i < 60; ++i) {
            press(Qt::Key_Tab);
            QVERIFY(!behind->isAncestorOf(QApplication::focusWidget()));
            hasBar |= QApplication::focusWidget() == window->bar();
        }
        QVERIFY(hasBar);
    }

    // --- high contrast

    // Fusion's own frames are darker than the ground.
    void controlsHaveAFrameInHighContrast()
    {
        QWidget window;
        auto* const field = new QLineEdit(&window);
        auto* const box = new QComboBox(&window);
        field->setGeometry(10, 10, 100, 30);
        box->setGeometry(10, 50, 100, 30);
        window.resize(200, 100);
        window.show();
        field->clearFocus();
        for (const auto theme : {Settings::ThemeChoice::contrastDark, Settings::ThemeChoice::contrastLight}) {
            applyTheme(theme);
            QTRY_COMPARE(Theme::of(&window).dark, theme == Settings::ThemeChoice::contrastDark);
            QVERIFY(Theme::of(&window).highContrast);
            const QImage image = window.grab().toImage();
            for (const QPoint edge : {QPoint(10, 25), QPoint(109, 25), QPoint(10, 65), QPoint(109, 65)})
                QCOMPARE(image.pixelColor(edge), Theme::of(&window).text);
        }
        applyTheme(Settings::ThemeChoice::light);
        QTRY_VERIFY(!Theme::of(&window).highContrast);
        QVERIFY(window.grab().toImage().pixelColor(10, 25) != Theme::of(&window).text);
    }

    // --- large letters

    void nothingIsCutAtTwiceTheSize_data() { eachCapture(); }
    void nothingIsCutAtTwiceTheSize()
    {
        QFETCH(QString, path);
        applyFontSize(200);
        open(path);
        select();
        QStringList found;
        withEachPane([&](const QString& pane) {
            for (const QString& each : cutIn(m_tab->window()))
                found << pane + QStringLiteral(": ") + each;
        });
        found.removeDuplicates();
        QVERIFY2(found.isEmpty(), qPrintable('\n' + found.join('\n')));
    }

    void aLargerFontIsFollowedWhileRunning()
    {
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        open(QString::fromStdString(path->string()));
        select();
        const auto heights = [this] {
            QList<int> out;
            for (const char* const name :
                 {"Time ruler", "Legend", "Overview of the whole capture", "Search", "Tracks shown"})
                for (const QWidget* const widget : m_tab->findChildren<QWidget*>())
                    if (widget->accessibleName() == QLatin1String(name)
                        && widget->minimumHeight() == widget->maximumHeight())
                        out << widget->height();
            return out << m_tab->tools()->height() << m_tab->statusBar()->height();
        };
        const QList<int> before = heights();
        applyFontSize(200);
        QTRY_VERIFY(heights().last() != before.last()
                    && m_tab->tools()->height() * 10 >= before[before.size() - 2] * 15);
        const QList<int> after = heights();
        QCOMPARE(after.size(), before.size());
        for (qsizetype i = 0; i < before.size(); ++i)
            QVERIFY2(after[i] * 10 >= before[i] * 15,
                     qPrintable(QStringLiteral("%1: %2 %3").arg(i).arg(before[i]).arg(after[i])));
        QTRY_VERIFY2(cutIn(m_tab->window()).isEmpty(),
                     qPrintable('\n' + cutIn(m_tab->window()).join('\n'))); // some are made anew
        applyFontSize(100);
        QTRY_COMPARE(heights(), before);
    }
};

QTEST_MAIN(AccessibleTest)
#include "tst_accessible.moc"
