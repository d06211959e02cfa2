// The preferences by keys and mouse: what is chosen there shows in every window and tab at once, and is there again with the
// next start.
#include "app/viewer/settings/appearance.h"
#include "app/viewer/settings/key_list.h"
#include "app/viewer/settings/keys_overlay.h"
#include "app/viewer/settings/keys_page.h"
#include "app/viewer/settings/language.h"
#include "app/viewer/settings/preferences_dialog.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tabbed_window.h"
#include "core/io/file.h"
#include "core/model/annotation.h"
#include "tests/support/patience.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSet>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace traceglass;

class PreferencesTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;

    QString at(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    QByteArray contents(const char* name) const
    {
        QFile file(at(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void press(QWidget& window, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(window.window()->windowHandle(), key, modifiers);
    }
    static void type(QWidget& window, const char* text)
    {
        for (; *text; ++text)
            QTest::keyClick(window.window()->windowHandle(), *text);
    }
    static bool isRead()
    {
        return std::ranges::none_of(MainWindow::all(), [](const MainWindow* tab) {
            return tab->isOpening() || (tab->notes() && tab->notes()->isLoading());
        });
    }
    MainWindow* open(const char* name)
    {
        MainWindow* const tab = MainWindow::openWindow(*m_settings, at(name));
        return QTest::qWaitForWindowActive(tab->window()) && QTest::qWaitFor(isRead, kPatienceMs) ? tab
                                                                                                  : nullptr;
    }
    static PreferencesDialog* shownDialog()
    {
        for (QWidget* const widget : QApplication::topLevelWidgets())
            if (auto* const dialog = qobject_cast<PreferencesDialog*>(widget); dialog && dialog->isVisible())
                return dialog;
        return nullptr;
    }
    // By its key, from a tab.
    static PreferencesDialog* askFor(MainWindow& tab)
    {
        tab.comeToFront();
        if (!QTest::qWaitForWindowActive(tab.window()))
            return nullptr;
        press(tab, Qt::Key_Comma, Qt::ControlModifier);
        PreferencesDialog* const dialog = shownDialog();
        return dialog && QTest::qWaitForWindowActive(dialog) ? dialog : nullptr;
    }
    // Nothing of its column is cut; it may be hidden.
    static bool isWhole(const RowView& table, int column)
    {
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const QModelIndex index = table.model()->index(row, column);
            if (table.sizeHintForIndex(index).width() > table.columnWidth(column))
                return table.isColumnHidden(column);
        }
        return true;
    }
    // The page of the keys with a command chosen, and the focus in the field.
    static KeysPage* keysOf(PreferencesDialog& dialog, const char* command)
    {
        KeysPage* const page = dialog.keys();
        if (!page->isVisible()) // its field would take the key for a choice
            press(dialog, Qt::Key_K, Qt::AltModifier);
        page->filter()->clear();
        page->filter()->setFocus();
        type(dialog, command);
        page->field()->setFocus();
        return page;
    }
    static QString keyIn(const MainWindow& tab, const char* command)
    {
        return const_cast<MainWindow&>(tab).commands()[command]->shortcut().toString(
            QKeySequence::PortableText);
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* name : {"a.rfr", "b.rfr", "c.rfr"})
            QVERIFY(writeFile(at(name).toStdString(), oneTaskStream(name)));
        m_settings.reset(); // which writes what was set
        m_settings = std::make_unique<Settings>(at("settings.ini"));
    }
    void cleanup()
    {
        qDeleteAll(TabbedWindow::all());
        m_settings.reset(); // written before their folder goes
        applyTheme(Settings::ThemeChoice::light);
        applyFontSize(100);
    }

    void thereIsOneDialogForAllWindows()
    {
        MainWindow* const a = open("a.rfr");
        MainWindow* const b = open("b.rfr");
        PreferencesDialog* const dialog = askFor(*a);
        QVERIFY(dialog);
        QVERIFY(!dialog->isModal());
        QCOMPARE(askFor(*b), dialog);
        press(*dialog, Qt::Key_Escape);
        QTRY_VERIFY(!shownDialog());
        QVERIFY(askFor(*b));
    }

    void themeAndFontChangeEverywhereAtOnce()
    {
        MainWindow* const a = open("a.rfr");
        MainWindow* const b = open("b.rfr");
        PreferencesDialog* const dialog = askFor(*a);
        press(*dialog, Qt::Key_T, Qt::AltModifier);
        QVERIFY(dialog->theme()->hasFocus());
        for (int i = 0; i < 4; ++i)
            press(*dialog, Qt::Key_Down);
        QCOMPARE(m_settings->theme(), Settings::ThemeChoice::contrastDark);
        QVERIFY(Theme::of(b).highContrast && Theme::of(b).dark);
        for (MainWindow* const tab : {a, b})
            QVERIFY(tab->commands()["view.themeContrastDark"]->isChecked());
        b->commands()["view.themeLight"]->trigger();
        QCOMPARE(dialog->theme()->currentText(), QStringLiteral("Light"));
        QVERIFY(a->commands()["view.themeLight"]->isChecked());

        const int before = QFontInfo(a->font()).pixelSize();
        press(*dialog, Qt::Key_F, Qt::AltModifier);
        QVERIFY(dialog->fontSize()->hasFocus());
        dialog->fontSize()->selectAll();
        type(*dialog, "200");
        press(*dialog, Qt::Key_Return);
        QVERIFY(shownDialog());
        QCOMPARE(m_settings->fontPercent(), 200);
        QCOMPARE(QFontInfo(a->font()).pixelSize(), 2 * before);
        QCOMPARE(QFontInfo(dialog->font()).pixelSize(), 2 * before);
    }

    void theLanguageIsThatOfTheNextStart()
    {
        PreferencesDialog* const dialog = askFor(*open("a.rfr"));
        QCOMPARE(m_settings->language(), kSystemLanguage);
        press(*dialog, Qt::Key_L, Qt::AltModifier);
        QVERIFY(dialog->language()->hasFocus());
        type(*dialog, "Deutsch");
        QCOMPARE(m_settings->language(), QStringLiteral("de"));
        QTRY_COMPARE(Settings(at("settings.ini")).language(), QStringLiteral("de")); // it is written
    }

    void timesAreTheSameInAllTabs()
    {
        MainWindow* const a = open("a.rfr");
        a->openPaths({at("b.rfr")});
        QTRY_VERIFY_WITH_TIMEOUT(isRead(), kPatienceMs);
        MainWindow* const b = TabbedWindow::of(a)->current();
        PreferencesDialog* const dialog = askFor(*b);
        press(*dialog, Qt::Key_I, Qt::AltModifier);
        press(*dialog, Qt::Key_Down);
        press(*dialog, Qt::Key_U, Qt::AltModifier);
        press(*dialog, Qt::Key_Down);
        const TimeFormat wanted {TimeFormat::Mode::utc, TimeUnit::seconds};
        QVERIFY(m_settings->timeFormat() == wanted);
        QVERIFY(a->session()->timeFormat() == wanted && b->session()->timeFormat() == wanted);
        b->commands()["view.unitNs"]->trigger();
        QVERIFY(a->session()->timeFormat() == (TimeFormat {TimeFormat::Mode::utc, TimeUnit::nanoseconds}));
        QCOMPARE(dialog->unit()->currentText(), QStringLiteral("Nanoseconds"));
        QCOMPARE(dialog->times()->currentText(), QStringLiteral("Time of day, UTC"));
    }

    void thePaneOfNewCapturesIsTheChosenOne()
    {
        MainWindow* const a = open("a.rfr");
        a->showPane(QStringLiteral("bytes"));
        PreferencesDialog* const dialog = askFor(*a);
        press(*dialog, Qt::Key_B, Qt::AltModifier);
        type(*dialog, "Stat");
        QCOMPARE(m_settings->lowerPane(), QStringLiteral("statistics"));
        const auto paneOf = [](const MainWindow* tab) { return tab->tabs()->currentWidget()->objectName(); };
        QCOMPARE(paneOf(a), QStringLiteral("bytes"));
        QCOMPARE(paneOf(open("b.rfr")), QStringLiteral("statistics"));
        a->close();
        QCOMPARE(paneOf(open("a.rfr")), QStringLiteral("bytes")); // as it was left
        m_settings->setLowerPane(QStringLiteral("memory"));       // which it has not
        QVERIFY(paneOf(open("c.rfr")) != QLatin1String("memory"));
    }

    void theAuthorOfNotesIsTheChosenOne()
    {
        MainWindow* const a = open("a.rfr");
        const auto addNote = [a] { return a->notes()->find(a->notes()->add(a->notes()->draft(0)))->author; };
        QCOMPARE(addNote(), userName());
        PreferencesDialog* const dialog = askFor(*a);
        press(*dialog, Qt::Key_O, Qt::AltModifier);
        press(*dialog, Qt::Key_A, Qt::AltModifier);
        QVERIFY(dialog->author()->hasFocus());
        type(*dialog, "Ada L ");
        QCOMPARE(dialog->author()->text(), QStringLiteral("Ada L "));
        QCOMPARE(addNote(), std::string("Ada L"));
        dialog->author()->selectAll();
        press(*dialog, Qt::Key_Delete);
        QCOMPARE(addNote(), userName());
    }

    void notesGoBesideTheCaptureIfThatIsChosen()
    {
        MainWindow* const a = open("a.rfr");
        const QByteArray before = contents("a.rfr");
        PreferencesDialog* const dialog = askFor(*a);
        press(*dialog, Qt::Key_O, Qt::AltModifier);
        press(*dialog, Qt::Key_B, Qt::AltModifier);
        QTRY_VERIFY(m_settings->notesBeside());
        press(*dialog, Qt::Key_Escape);
        a->notes()->add(a->notes()->draft(0));
        a->comeToFront();
        QVERIFY(QTest::qWaitForWindowActive(a->window()));
        press(*a, Qt::Key_S, Qt::ControlModifier); // asks nothing
        QTRY_VERIFY_WITH_TIMEOUT(!a->notes()->isSaving() && !a->notes()->isModified(), kPatienceMs);
        QCOMPARE(contents("a.rfr"), before);
        QVERIFY(QFileInfo::exists(at("a.rfr.traceglass.json")));
        QVERIFY(!a->commands()["file.save"]->isEnabled());
        m_settings->setNotesBeside(false);
        QVERIFY(a->commands()["file.save"]->isEnabled()); // it could move in
    }

    void startIsChosenByKeys()
    {
        PreferencesDialog* const dialog = askFor(*open("a.rfr"));
        press(*dialog, Qt::Key_S, Qt::AltModifier);
        press(*dialog, Qt::Key_L, Qt::AltModifier);
        press(*dialog, Qt::Key_P, Qt::AltModifier);
        QTRY_VERIFY(m_settings->reopensSession() && m_settings->oneProcess());
        QVERIFY(m_settings->writeNow());
        const Settings again(at("settings.ini"));
        QVERIFY(again.reopensSession() && again.oneProcess());
    }

    // --- keys

    // What their keys usually are gives way, then where they belong.
    void namesOfCommandsAreWhole()
    {
        PreferencesDialog* const dialog = askFor(*open("a.rfr"));
        const KeysPage* const page = keysOf(*dialog, "");
        const RowView& table = *page->table();
        for (const int percent : {100, 200}) {
            applyFontSize(percent);
            QTest::qWait(1);
            for (const int width :
                 {page->wholeWidth() + 48, page->wholeWidth() * 9 / 10, page->wholeWidth() * 4 / 5}) {
                dialog->resize(width, dialog->height());
                QTRY_COMPARE(dialog->width(), width);
                for (int column = 0; column < table.model()->columnCount(); ++column)
                    QVERIFY2(isWhole(table, column),
                             qPrintable(QStringLiteral("%1 at %2").arg(column).arg(width)));
                QCOMPARE(table.isColumnHidden(3), width < page->wholeWidth());
            }
        }
        applyFontSize(100);
    }

    void aKeyIsThatOfAllWindows()
    {
        MainWindow* const a = open("a.rfr");
        MainWindow* const b = open("b.rfr");
        PreferencesDialog* const dialog = askFor(*a);
        const KeysPage* const page = keysOf(*dialog, "full screen");
        press(*dialog, Qt::Key_K, Qt::ControlModifier);
        QVERIFY(page->sentence()->text().isEmpty());
        QCOMPARE(page->field()->keySequence(), QKeySequence(QStringLiteral("Ctrl+K")));
        for (const MainWindow* const tab : {a, b})
            QCOMPARE(keyIn(*tab, "view.fullScreen"), QStringLiteral("Ctrl+K"));
        QVERIFY(a->commands()["view.fullScreen"]->toolTip().contains(QStringLiteral("Ctrl+K")));
        press(*dialog, Qt::Key_Escape);
        b->comeToFront();
        QVERIFY(QTest::qWaitForWindowActive(b->window()));
        press(*b, Qt::Key_F11);
        QVERIFY(!b->window()->isFullScreen());
        press(*b, Qt::Key_K, Qt::ControlModifier);
        QVERIFY(b->window()->isFullScreen());
        const KeysOverlay* const overlay = KeysOverlay::showOver(b, b->commands());
        const auto isOfIt = [](const QWidget* caps) {
            return caps->accessibleName() == QLatin1String("Ctrl K");
        };
        QVERIFY(std::ranges::any_of(overlay->findChildren<QWidget*>(), isOfIt));

        QVERIFY(m_settings->writeNow());
        Settings again(at("settings.ini"));
        const MainWindow next(again);
        QCOMPARE(keyIn(next, "view.fullScreen"), QStringLiteral("Ctrl+K"));
        QCOMPARE(keyIn(next, "file.open"), QStringLiteral("Ctrl+O"));
    }

    void aKeyInUseIsSaidAndTaken()
    {
        MainWindow* const a = open("a.rfr");
        PreferencesDialog* const dialog = askFor(*a);
        KeysPage* const page = keysOf(*dialog, "full screen");
        press(*dialog, Qt::Key_O, Qt::ControlModifier);
        QVERIFY(page->sentence()->text().contains(QStringLiteral("“Open…”")));
        QCOMPARE(keyIn(*a, "view.fullScreen"), QStringLiteral("F11"));
        QCOMPARE(keyIn(*a, "file.open"), QStringLiteral("Ctrl+O"));
        QTest::mouseClick(page->takeButton(), Qt::LeftButton);
        QVERIFY(page->sentence()->text().isEmpty());
        QVERIFY(!page->takeButton()->isVisible());
        QCOMPARE(keyIn(*a, "view.fullScreen"), QStringLiteral("Ctrl+O"));
        QCOMPARE(keyIn(*a, "file.open"), QString());
        // What is usual is now another's.
        keysOf(*dialog, "open");
        page->table()->setFocus();
        press(*dialog, Qt::Key_U, Qt::AltModifier);
        QTRY_VERIFY(page->sentence()->text().contains(QStringLiteral("“Full screen”")));
        QCOMPARE(keyIn(*a, "file.open"), QString());
        QTest::mouseClick(page->resetAllButton(), Qt::LeftButton);
        QCOMPARE(keyIn(*a, "view.fullScreen"), QStringLiteral("F11"));
        QCOMPARE(keyIn(*a, "file.open"), QStringLiteral("Ctrl+O"));
        QVERIFY(!page->resetAllButton()->isEnabled());
        QVERIFY(!m_settings->hasKeys());
    }

    void aKeyCanBeNone()
    {
        MainWindow* const a = open("a.rfr");
        PreferencesDialog* const dialog = askFor(*a);
        const KeysPage* const page = keysOf(*dialog, "full screen");
        press(*dialog, Qt::Key_Tab); // which leaves the field, as every other
        QVERIFY(page->noneButton()->hasFocus());
        press(*dialog, Qt::Key_Space);
        QCOMPARE(keyIn(*a, "view.fullScreen"), QString());
        QVERIFY(!page->noneButton()->isEnabled());
        QVERIFY(m_settings->writeNow());
        {
            Settings again(at("settings.ini"));
            const MainWindow next(again);
            QCOMPARE(keyIn(next, "view.fullScreen"), QString());
        }
        press(*dialog, Qt::Key_U, Qt::AltModifier);
        QTRY_COMPARE(keyIn(*a, "view.fullScreen"), QStringLiteral("F11"));
        QVERIFY(!page->resetButton()->isEnabled());
        QVERIFY(!m_settings->hasKeys());
    }

    void keysOfOthersAreNotToBeHad_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* key, const char* why) {
            QTest::newRow(key) << QString::fromLatin1(key) << QString::fromUtf8(why);
        };
        row("W", "Timeline");
        row("Ctrl+Shift+Left", "Timeline");
        row("Ctrl+C", "Records");
        row("Home",
            "Home is already used in “Records and Search” (first, last row) and would not work there any "
            "more.");
        row("/", "“Search”");
        row("Alt+E", "Edit");
        row("PgDown", "Bytes");
        row("Shift+Home", "fields");
    }
    void keysOfOthersAreNotToBeHad()
    {
        QFETCH(QString, key);
        QFETCH(QString, why);
        MainWindow* const a = open("a.rfr");
        PreferencesDialog* const dialog = askFor(*a);
        const KeysPage* const page = keysOf(*dialog, "full screen");
        const QKeyCombination pressed = QKeySequence(key)[0];
        press(*dialog, pressed.key(), pressed.keyboardModifiers());
        QVERIFY2(page->sentence()->text().contains(why), qPrintable(page->sentence()->text()));
        QVERIFY(!page->takeButton()->isVisible());
        QCOMPARE(keyIn(*a, "view.fullScreen"), QStringLiteral("F11"));
        page->table()->setFocus();
        press(*dialog, Qt::Key_Escape);
        QTRY_VERIFY(!shownDialog());
    }

    void keysThatPanesAnswerAreFixed()
    {
        PreferencesDialog* const dialog = askFor(*open("a.rfr"));
        const KeysPage* const page = keysOf(*dialog, "longest slice");
        QVERIFY(!page->field()->isEnabled());
        QVERIFY(page->sentence()->text().contains(QStringLiteral("L")));
        keysOf(*dialog, "no such command");
        QVERIFY(!page->field()->isEnabled());
    }

    // "F3" goes to hits in a pane and in the window: it is said of no command that it cannot have its own.
    void usualKeysAreInNobodysWay()
    {
        MainWindow window(*m_settings);
        const KeyChoices choices(window.commands(), *window.menuBar(), *m_settings);
        for (const KeyedCommand& command : choices.commands()) {
            const auto conflict = choices.conflict(command, command.usual);
            QVERIFY2(!conflict, conflict ? qPrintable(conflict->sentence) : "");
        }
    }

    void whatIsNoKeyIsIgnored()
    {
        {
            QFile file(at("settings.ini"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("[keys]\nfile.open=nonsense\nfile.close=@Size(1 2)\nfile.quit=Ctrl+,\nno.such=Ctrl+J\n"
                       "view.fit=\"Ctrl+K, Ctrl+L\"\nview.fullScreen=\nfile.preferences=\"Ctrl+.\"\n");
        }
        Settings settings(at("settings.ini"));
        const MainWindow window(settings);
        QCOMPARE(keyIn(window, "file.open"), QStringLiteral("Ctrl+O"));
        QCOMPARE(keyIn(window, "file.close"), QStringLiteral("Ctrl+W"));
        QCOMPARE(keyIn(window, "file.quit"), QStringLiteral("Ctrl+,"));
        QCOMPARE(keyIn(window, "view.fit"), QStringLiteral("Ctrl+0"));
        QCOMPARE(keyIn(window, "view.fullScreen"), QString());
        QCOMPARE(keyIn(window, "file.preferences"), QStringLiteral("Ctrl+."));
    }

    // --- for everybody

    void everyControlHasANameAndAKey()
    {
        PreferencesDialog* const dialog = askFor(*open("a.rfr"));
        for (int i = 0; i < dialog->pages()->count(); ++i) {
            dialog->pages()->setCurrentIndex(i);
            QSet<QString> keys;
            const auto take = [&keys](const QString& text) {
                const QString key = QKeySequence::mnemonic(text).toString();
                const bool isNew = !key.isEmpty() && !keys.contains(key);
                keys.insert(key);
                return isNew;
            };
            for (int page = 0; page < dialog->pages()->count(); ++page)
                QVERIFY2(take(dialog->pages()->tabText(page)), qPrintable(dialog->pages()->tabText(page)));
            QSet<QWidget*> named;
            for (const QLabel* const label : dialog->findChildren<QLabel*>())
                if (label->isVisible() && label->buddy()) {
                    QVERIFY2(take(label->text()), qPrintable(label->text()));
                    named.insert(label->buddy());
                }
            for (QAbstractButton* const button :
                 dialog->pages()->currentWidget()->findChildren<QAbstractButton*>())
                if (!button->text().isEmpty()) {
                    QVERIFY2(take(button->text()), qPrintable(button->text()));
                    named.insert(button);
                }
            for (QWidget* const widget : dialog->pages()->currentWidget()->findChildren<QWidget*>()) {
                const bool isControl = widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus)
                    && !widget->focusProxy() && !qobject_cast<QLineEdit*>(widget->parentWidget());
                if (isControl && !qobject_cast<QAbstractSpinBox*>(widget->parentWidget()))
                    QVERIFY2(named.contains(widget) || !widget->accessibleName().isEmpty(),
                             widget->metaObject()->className());
            }
        }
    }

    void itFitsASmallScreenWithLargeLetters()
    {
        applyFontSize(200);
        PreferencesDialog* const dialog = askFor(*open("a.rfr"));
        const QSize least = dialog->minimumSizeHint();
        QVERIFY2(least.width() <= 1'200 && least.height() <= 640,
                 qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
        dialog->resize(1'200, 640);
        for (int i = 0; i < dialog->pages()->count(); ++i) {
            dialog->pages()->setCurrentIndex(i);
            const auto* const area = qobject_cast<QScrollArea*>(dialog->pages()->currentWidget());
            QVERIFY(area && area->widget()->width() <= area->viewport()->width());
        }
    }
};

QTEST_MAIN(PreferencesTest)
#include "tst_preferences.moc"
