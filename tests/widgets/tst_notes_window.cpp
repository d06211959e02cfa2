// Notes in a real window: written by keys, undone, saved, found again, kept over a crash, refused where they
// would overwrite somebody else's.
#include "app/viewer/search/search_field.h"
#include "app/viewer/start/recent_captures.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "core/base/text.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/model/annotation_json.h"
#include "tests/support/demo_captures.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/row_view.h"
#include "widgets/models/structure_view.h"
#include "widgets/notes/note_editor.h"
#include "widgets/notes/notes_model.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/timeline/view/note_lane.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QResizeEvent>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <chrono>
#include <memory>

using namespace traceglass;
namespace fs = std::filesystem;

class NotesWindowTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    fs::path m_demo; // never changed
    fs::path m_capture;
    int m_copies = 0;

    std::unique_ptr<MainWindow> open()
    {
        auto window = std::make_unique<MainWindow>(*m_settings);
        window->resize(1280, 800);
        window->show();
        window->open(m_capture);
        const auto ready = [&] {
            return window->session() && !window->session()->isIndexing() && window->notes()
                && !window->notes()->isLoading();
        };
        if (!QTest::qWaitFor(ready, 20'000))
            qFatal("the capture was not opened");
        return window;
    }

    // What the next question is answered with, by the text of a button. The one before saving comes later.
    static void answer(const QString& button, int looks = 2000)
    {
        QTimer::singleShot(10, qApp, [button, looks] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box && looks > 0) {
                answer(button, looks - 1);
                return;
            }
            if (!box)
                qFatal("nothing was asked");
            for (QAbstractButton* each : box->buttons()) {
                if (each->text().remove(QLatin1Char('&')) == button) {
                    each->click();
                    return;
                }
            }
            qFatal("the question has no such answer");
        });
    }

    static void addAtRange(MainWindow& window, const QString& text)
    {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const TimeRange all = window.session()->extent();
        window.session()->setRange(
            TimeRange {all.startNs + all.lengthNs() / 4, all.startNs + all.lengthNs() / 2});
        QTest::keyClick(window.timelinePane()->view()->viewport(), Qt::Key_M, Qt::ShiftModifier);
        QPlainTextEdit* field = window.notesPane()->editor()->textField();
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
    }

    // Another program does it while no window looks.
    void elsewhere(const std::function<void(AnnotationSet&)>& change) const
    {
        Job job;
        const auto document = openCapture(m_capture);
        QVERIFY(document);
        AnnotationSet notes = loadNotes(**document, job)->notes;
        change(notes);
        QVERIFY(saveNotes(**document, notes, SaveWay::capture, systemSaveIo(), job));
    }

    AnnotationSet stored() const
    {
        Job job;
        const auto document = openCapture(m_capture);
        if (!document)
            return {};
        auto notes = loadNotes(**document, job);
        return notes ? notes->notes : AnnotationSet {};
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_demo = *findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY(!m_demo.empty());
    }
    void init()
    {
        m_settings =
            std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings%1.ini").arg(++m_copies)));
        m_capture = fs::path(m_folder.path().toStdString()) / ("capture" + std::to_string(m_copies));
        fs::copy(m_demo, m_capture, fs::copy_options::recursive);
    }

    // The tree has a flag where a note is, about the capture itself as about any part of it.
    void theTreeHasFlags()
    {
        elsewhere([](AnnotationSet& notes) {
            for (const char* const node : {"/", "/callsites"}) {
                Annotation note;
                note.id = newAnnotationId();
                note.text = "look";
                note.node = node;
                notes.push_back(note);
            }
        });
        const auto window = open();
        const QAbstractItemModel* const tree = window->findChild<StructureView*>()->model();
        const QModelIndex root = tree->index(0, 0);
        QTRY_VERIFY(root.data(kNoteRole).toBool());
        QTRY_VERIFY(tree->rowCount(root) > 1);
        QTRY_VERIFY(tree->index(1, 0, root).data(kNoteRole).toBool()); // the first is meta.rfr
        QVERIFY(!tree->index(0, 0, root).data(kNoteRole).toBool());
    }

    void writtenUndoneAndRedoneByKeys()
    {
        const auto window = open();
        QVERIFY(window->notesPane()->emptyLabel()->isVisibleTo(window->notesPane()));
        QVERIFY(!window->timelinePane()->noteLane()->isVisible());
        addAtRange(*window, QStringLiteral("the convoy begins"));
        QCOMPARE(window->notes()->notes().size(), std::size_t(1));
        const Annotation note = window->notes()->notes().front();
        QCOMPARE(note.text, std::string("the convoy begins"));
        QVERIFY(note.time && note.time->lengthNs() > 0);
        QVERIFY(window->isWindowModified());
        QTRY_VERIFY(window->timelinePane()->noteLane()->isVisible());
        QTRY_COMPARE(window->timelinePane()->noteLane()->flagsShown(), std::size_t(1));
        // The bar of a range is seen on the ground of the chosen note as well.
        NoteLane* lane = window->timelinePane()->noteLane();
        QCOMPARE(window->notes()->chosen(), std::vector<std::string> {note.id});
        const QImage flag = lane->grab().toImage();
        const int quarter = flag.width() * 3 / 10;
        QCOMPARE(flag.pixelColor(quarter, flag.height() - 4), Theme::of(lane).note);

        window->commands()["edit.undo"]->trigger(); // the note with what was typed into it
        QVERIFY(window->notes()->notes().empty());
        QVERIFY(!window->isWindowModified());
        QTRY_VERIFY(!window->timelinePane()->noteLane()->isVisible());
        window->commands()["edit.redo"]->trigger();
        QCOMPARE(window->notes()->notes().front(), note);
        // What is written later is a step of its own, and a note that nobody wrote anything into does not come back.
        window->notes()->choose({note.id});
        window->commands()["notes.edit"]->trigger();
        QPlainTextEdit* field = window->notesPane()->editor()->textField();
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral(" here"));
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(window->notes()->notes().front().text, std::string("the convoy begins here"));
        window->commands()["edit.undo"]->trigger();
        QCOMPARE(window->notes()->notes().front(), note);
        window->commands()["notes.add"]->trigger();
        QTRY_VERIFY(field->hasFocus());
        QCOMPARE(window->notes()->notes().size(), std::size_t(2));
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(window->notes()->notes().size(), std::size_t(1));
        QVERIFY(!window->notes()->undoStack()->canRedo());
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
        QCOMPARE(RecentCaptures(*m_settings).all().front().notes, 0); // as the start page says it
    }

    // A note that was begun and left empty was never there.
    void anEmptyNoteIsTakenBack()
    {
        const auto window = open();
        window->commands()["notes.add"]->trigger();
        QPlainTextEdit* field = window->notesPane()->editor()->textField();
        QTRY_VERIFY(field->hasFocus());
        QCOMPARE(window->notes()->notes().size(), std::size_t(1));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(window->notes()->notes().empty());
        QVERIFY(!window->isWindowModified());
        QVERIFY(window->statusBar()->currentMessage().isEmpty());
    }

    // One that was written and dropped leaves nothing to save, but can be brought back.
    void aDroppedNoteLeavesNothingToSave()
    {
        const auto window = open();
        window->commands()["notes.add"]->trigger();
        QPlainTextEdit* field = window->notesPane()->editor()->textField();
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("abc"));
        QTRY_VERIFY(window->isWindowModified());
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(window->statusBar()->currentMessage(),
                 QStringLiteral("What was written is dropped; Undo brings it back (Ctrl+Z)"));
        QVERIFY(window->notes()->notes().empty());
        QVERIFY(!window->isWindowModified());
        QVERIFY(!window->commands()["file.save"]->isEnabled());
        window->commands()["edit.undo"]->trigger();
        QCOMPARE(window->notes()->notes().size(), std::size_t(1));
        QVERIFY(window->isWindowModified());
        window->commands()["edit.redo"]->trigger();
        QVERIFY(window->close()); // nothing is asked
    }

    // To where it was, also in another lower pane; not into a field, whose undo is that of its text.
    void theFocusGoesBackToWhereItWas()
    {
        const auto window = open();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        QPlainTextEdit* field = window->notesPane()->editor()->textField();
        window->showPane(QStringLiteral("bytes"));
        window->bytesPane()->view()->setFocus();
        QTest::keyClick(window->windowHandle(), Qt::Key_M);
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("here"));
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(window->bytesPane()->view()->hasFocus());

        window->tools()->search()->takeFocus();
        QTest::keyClicks(window->tools()->search()->field(), QStringLiteral("flush"));
        window->commands()["notes.add"]->trigger();
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("there"));
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(window->notes()->notes().size(), std::size_t(2));
        QTest::keyClick(window->windowHandle(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window->notes()->notes().size(), std::size_t(1));
        QCOMPARE(window->tools()->search()->field()->text(), QStringLiteral("flush"));
        QCOMPARE(window->statusBar()->currentMessage(), QStringLiteral("Undone: add note"));
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    // Right behind the key that selects it, too: not about what the panes still show.
    void aNoteIsAboutWhatWasSelectedLast()
    {
        const auto window = open();
        window->session()->selectPath("/callsites");
        QTRY_VERIFY(window->session()->selection().node.has_value());
        QPlainTextEdit* field = window->notesPane()->editor()->textField();
        for (const char* path : {"/callsites/1", "/callsites/0"}) {
            window->session()->selectPath(path);
            window->commands()["notes.add"]->trigger();
            QTRY_VERIFY(field->hasFocus());
            QTest::keyClicks(field, QStringLiteral("here"));
            QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
            QCOMPARE(window->notes()->notes().back().node, std::string(path));
            window->activateWindow();
            QTRY_VERIFY(!field->hasFocus());
        }
        // What is not there gets none, and a note that was wished then does not come with the next selection.
        window->session()->selectPath("/callsites/100000");
        window->commands()["notes.add"]->trigger();
        const QSignalSpy notFound(window->session(), &DocumentSession::notFound);
        QTRY_COMPARE(notFound.size(), 1);
        window->session()->selectPath("/callsites");
        QTRY_COMPARE(window->session()->answer().path, std::string("/callsites"));
        QCOMPARE(window->notes()->notes().size(), std::size_t(2));
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    // What was typed and dropped goes in one: with many notes each change costs.
    void droppingANewNoteIsToldOnce()
    {
        const auto window = open();
        addAtRange(*window, QStringLiteral("there before"));
        SessionNotes& notes = *window->notes();
        const std::string before = notes.notes().front().id;
        window->session()->selectPath("/callsites");
        QTRY_VERIFY(window->session()->selection().node.has_value());
        window->commands()["notes.add"]->trigger();
        QPlainTextEdit* field = window->notesPane()->editor()->textField();
        QTRY_VERIFY(field->hasFocus());
        QTRY_VERIFY(notes.hasNode("/callsites"));
        QTest::keyClicks(field, QStringLiteral("no"));
        QTRY_COMPARE(notes.notes().back().text, std::string("no"));
        const std::string dropped = notes.notes().back().id;
        QCOMPARE(notes.chosen(), std::vector {dropped});
        const QSignalSpy changed(&notes, &SessionNotes::changed);
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(notes.notes().size(), std::size_t(1));
        QVERIFY(notes.find(before) && !notes.find(dropped) && !notes.hasNode("/callsites"));
        QVERIFY(notes.chosen().empty());
        QCOMPARE(window->notesPane()->table()->model()->rowCount(), 1);
        window->commands()["edit.undo"]->trigger(); // a slip of the finger loses nothing
        QVERIFY(notes.find(dropped) && notes.find(dropped)->text == "no");
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    // Lists and places follow one change as they would be made anew.
    void whatIsKnownOfNotesFollowsEachChange()
    {
        const auto window = open();
        SessionNotes& notes = *window->notes();
        const TimeRange all = window->session()->extent();
        const auto made = [&](const char* text, std::int64_t part, const char* node) {
            Annotation note;
            note.text = text;
            note.time = TimeRange {all.startNs + all.lengthNs() / part, all.startNs + all.lengthNs() / part};
            note.node = node;
            return note;
        };
        std::vector<std::string> ids;
        for (const auto& [text, part] : {std::pair("b", 2), {"d", 8}, {"a", 3}, {"c", 5}})
            ids.push_back(notes.add(made(text, part, part == 5 ? "/callsites" : "")));
        const QAbstractItemModel& list = *window->notesPane()->table()->model();
        const auto listed = [&] {
            QStringList texts;
            for (int row = 0; row < list.rowCount(); ++row)
                texts << list.index(row, 0).data().toString();
            return texts.join(QString());
        };
        const auto isTrue = [&] {
            for (std::uint32_t i = 0; i < notes.notes().size(); ++i) {
                if (notes.indexOf(notes.notes()[i].id) != i)
                    return false;
            }
            const auto onNode = [](const Annotation& note) { return note.node == "/callsites"; };
            return notes.times().all().size() == notes.notes().size()
                && notes.hasNode("/callsites") == std::ranges::any_of(notes.notes(), onNode);
        };
        QCOMPARE(listed(), QStringLiteral("dcab")); // by time
        QVERIFY(isTrue());
        notes.undoStack()->undo(); // the last one
        QCOMPARE(listed(), QStringLiteral("dab"));
        QVERIFY(isTrue() && !notes.hasNodes());
        notes.undoStack()->redo();
        notes.remove({ids[1]}); // from the middle
        QCOMPARE(listed(), QStringLiteral("cab"));
        QVERIFY(isTrue());
        notes.setText(ids[2], QStringLiteral("e"));
        QCOMPARE(listed(), QStringLiteral("ceb"));
        AnnotationSet moved {*notes.find(ids[0])};
        moved.edit(0, [&](Annotation& note) {
            note.time = TimeRange {all.startNs, all.startNs};
            note.node = "/callsites";
            ++note.changedNs;
        });
        notes.import(moved);
        QCOMPARE(listed(), QStringLiteral("bce"));
        QVERIFY(isTrue());
        notes.undoStack()->undo();
        QCOMPARE(listed(), QStringLiteral("ceb"));
        QVERIFY(isTrue());
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    // A menu over the text, to paste, and a look into another window do not end writing.
    void aMenuOverAnEmptyNoteLeavesIt()
    {
        const auto window = open();
        window->commands()["notes.add"]->trigger();
        QPlainTextEdit* field = window->notesPane()->editor()->textField();
        QTRY_VERIFY(field->hasFocus());
        for (const Qt::FocusReason reason : {Qt::PopupFocusReason, Qt::ActiveWindowFocusReason}) {
            QFocusEvent leaves(QEvent::FocusOut, reason);
            QCoreApplication::sendEvent(field, &leaves);
            QCOMPARE(window->notes()->notes().size(), std::size_t(1));
            QFocusEvent returns(QEvent::FocusIn, reason);
            QCoreApplication::sendEvent(field, &returns);
        }
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(window->notes()->notes().empty());
    }

    // What is typed is kept while it is typed, as one step of undo; Escape leads back to what was there before.
    void typedTextIsKeptAsOneStep()
    {
        const auto window = open();
        addAtRange(*window, QStringLiteral("first"));
        const int steps = window->notes()->undoStack()->count();
        QPlainTextEdit* field = window->notesPane()->editor()->textField();
        window->commands()["notes.edit"]->trigger();
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral(" and"));
        QTRY_COMPARE(window->notes()->notes().front().text, std::string("first and"));
        QTest::keyClicks(field, QStringLiteral(" second"));
        QTRY_COMPARE(window->notes()->notes().front().text, std::string("first and second"));
        QCOMPARE(window->notes()->undoStack()->count(), steps + 1);
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(window->notes()->notes().front().text, std::string("first"));
        QVERIFY(window->statusBar()->currentMessage().endsWith(QStringLiteral("(Ctrl+Z)")));
        window->commands()["edit.undo"]->trigger(); // a slip of the finger loses nothing
        QCOMPARE(window->notes()->notes().front().text, std::string("first and second"));
        window->commands()["edit.undo"]->trigger();
        QCOMPARE(window->notes()->notes().front().text, std::string("first"));
        QCOMPARE(window->notes()->undoStack()->index(), steps);

        window->commands()["notes.edit"]->trigger();
        QTest::keyClicks(field, QStringLiteral(" again"));
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(window->notes()->undoStack()->count(), steps + 1);
        window->commands()["edit.undo"]->trigger();
        QCOMPARE(window->notes()->notes().front().text, std::string("first"));
        QCOMPARE(field->toPlainText(), QStringLiteral("first"));
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    // A crash in the middle of a sentence.
    void whatIsBeingTypedIsInTheRecoveryFile()
    {
        QDir recovery(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
                      + QStringLiteral("/recovery"));
        recovery.removeRecursively();
        {
            const auto window = open();
            window->commands()["notes.add"]->trigger();
            QPlainTextEdit* field = window->notesPane()->editor()->textField();
            QTRY_VERIFY(field->hasFocus());
            QTest::keyClicks(field, QStringLiteral("half a sen"));
            QTRY_COMPARE(window->notes()->notes().front().text, std::string("half a sen"));
            window->notes()->writeRecovery();
            QTRY_VERIFY(!recovery.entryList({QStringLiteral("*.json")}).empty());
            const QFileInfoList files = recovery.entryInfoList(QDir::Files);
            constexpr auto kOthers =
                QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
            for (const QFileInfo& file : files)
                QVERIFY(!(file.permissions() & kOthers));
            window->notes()->undoStack()->setClean(); // as if the process had ended here
        }
        const auto window = open();
        QVERIFY(window->notes()->wasRecovered());
        QCOMPARE(window->notes()->notes().front().text, std::string("half a sen"));
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    // Letters and what they are edited with are the text's; commands of the window are not.
    void commandsAreReachedWhileItIsWritten()
    {
        const auto window = open();
        window->commands()["notes.add"]->trigger();
        QPlainTextEdit* const field = window->notesPane()->editor()->textField();
        QTRY_VERIFY(field->hasFocus());
        const auto isTaken = [&](int key, Qt::KeyboardModifiers modifiers, const QString& text) {
            QKeyEvent event(QEvent::ShortcutOverride, key, modifiers, text);
            event.ignore();
            QCoreApplication::sendEvent(field, &event);
            return event.isAccepted();
        };
        QVERIFY(isTaken(Qt::Key_M, {}, QStringLiteral("m")));
        QVERIFY(isTaken(Qt::Key_M, Qt::ShiftModifier, QStringLiteral("M")));
        QVERIFY(isTaken(Qt::Key_Backspace, {}, QStringLiteral("\b")));
        QVERIFY(isTaken(Qt::Key_Z, Qt::ControlModifier, QStringLiteral("\x1a")));
        QVERIFY(isTaken(Qt::Key_V, Qt::ControlModifier, QStringLiteral("\x16")));
        QVERIFY(!isTaken(Qt::Key_Q, Qt::ControlModifier, QStringLiteral("\x11")));
        QVERIFY(!isTaken(Qt::Key_W, Qt::ControlModifier, QStringLiteral("\x17")));
        QVERIFY(!isTaken(Qt::Key_S, Qt::ControlModifier, QStringLiteral("\x13")));
        QTest::keyClicks(field, QStringLiteral("a word"));
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    void whatWasUndoneIsNotRecovered()
    {
        {
            const auto window = open();
            SessionNotes& notes = *window->notes();
            notes.add(notes.draft(0));
            notes.setText(notes.notes().front().id, QStringLiteral("a slip"));
            notes.writeRecovery();
            while (!notes.notes().empty())
                notes.undoStack()->undo();
            QVERIFY(!notes.isModified());
        } // at once
        const auto window = open();
        QVERIFY(!window->notes()->wasRecovered());
        QVERIFY(window->notes()->notes().empty());
    }

    // Reading a note changes nothing, whatever bytes and line ends it has.
    void lookingAtANoteLeavesItAlone()
    {
        const auto window = open();
        Annotation odd;
        for (const char* text : {"", "two\r\nlines", "cut \xe2\x82"}) {
            odd.id = newAnnotationId();
            odd.text = text;
            odd.createdNs = odd.changedNs = 1;
            window->notes()->import({odd});
        }
        const AnnotationSet before = window->notes()->notes();
        RowView* table = window->notesPane()->table();
        for (int row = 0; row < 3; ++row)
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                              table->visualRect(table->model()->index(row, 0)).center());
        window->notes()->flush();
        QCOMPARE(window->notes()->notes(), before);
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    void savedIntoTheCaptureAfterOneQuestion()
    {
        auto window = open();
        addAtRange(*window, QStringLiteral("kept"));
        QSignalSpy saved(window->notes(), &SessionNotes::saved);
        answer(QStringLiteral("Save"));
        window->commands()["file.save"]->trigger();
        QTRY_COMPARE(saved.size(), 1);
        QVERIFY(!window->isWindowModified());
        QCOMPARE(window->statusBar()->currentMessage(),
                 QStringLiteral("1 note saved into capture%1").arg(m_copies));
        // In the room that is left: what is said of the capture stays.
        const auto labels = [&] {
            QStringList out;
            for (const QWidget* each : window->statusBar()->findChildren<QWidget*>())
                if (each->isVisible()
                    && (qobject_cast<const QLabel*>(each) || qobject_cast<const QToolButton*>(each)))
                    out << each->accessibleName() + each->property("text").toString();
            return out;
        };
        const QStringList told = labels();
        QVERIFY(!told.filter(QStringLiteral("Message1 note saved")).isEmpty());
        const auto has = [](const QStringList& all, const char* text) {
            return !all.filter(QString::fromLatin1(text)).isEmpty();
        };
        QVERIFY2(has(told, "no problems") && has(told, "Memory"), qPrintable(told.join(QLatin1Char('|'))));
        QVERIFY(!has(told, "Selected place"));
        window->statusBar()->clearMessage();
        QVERIFY(has(labels(), "Selected place") && !has(labels(), "Message"));
        QCOMPARE(stored().size(), std::size_t(1));
        QCOMPARE(stored().front().text, std::string("kept"));

        addAtRange(*window, QStringLiteral("kept too")); // not asked again
        window->commands()["file.save"]->trigger();
        window->commands()["file.save"]->trigger(); // while the first is on its way
        QTRY_COMPARE(saved.size(), 2);
        QCOMPARE(stored().size(), std::size_t(2));
        QVERIFY(window->changedBar()->isHidden()); // our own change is none
        QVERIFY(!window->notes()->isSaving());
        QVERIFY(window->close());

        window = open();
        QCOMPARE(window->notes()->notes().size(), std::size_t(2));
        QCOMPARE(window->notesPane()->table()->model()->rowCount(), 2);
    }

    // Saving moves bytes, and the window has read those of before: it says so, and reads the capture again when asked to.
    void sizesFollowWhatWasSaved()
    {
        m_capture = m_folder.filePath(QStringLiteral("capture%1.cjfr").arg(m_copies)).toStdString();
        fs::rename(*findDemo("cjfr")->write(m_folder.path().toStdString()), m_capture);
        fs::last_write_time(
            m_capture, fs::file_time_type::clock::now() - std::chrono::hours(1)); // no recorder is at work
        auto window = open();
        const auto size = [&] { return window->session()->summary().size; };
        const auto sizeBefore = size();
        addAtRange(*window, QStringLiteral("moves bytes"));
        QSignalSpy saved(window->notes(), &SessionNotes::saved);
        answer(QStringLiteral("Save"));
        window->commands()["file.save"]->trigger();
        QTRY_COMPARE(saved.size(), 1);
        QVERIFY(fs::file_size(m_capture) > sizeBefore);
        QVERIFY(!window->noteBar()->isHidden());
        QVERIFY2(window->noteBar()->text().contains(QStringLiteral("as it was before")),
                 qPrintable(window->noteBar()->text()));
        // So do Details of the capture, as long as it is shown as it was read, and the status bar each time.
        window->session()->clearSelection();
        const auto sizeNow = [&]() -> std::string {
            for (const DetailRow& row : window->session()->answer().details.sections.front().rows)
                if (row.label == "on disk now")
                    return row.extra;
            return {};
        };
        QTRY_COMPARE(sizeNow(), grouped(fs::file_size(m_capture)) + " bytes");
        addAtRange(*window, QStringLiteral("moves more"));
        window->commands()["file.save"]->trigger();
        QTRY_COMPARE(saved.size(), 2);
        QVERIFY(window->statusBar()->currentMessage().endsWith(
            QStringLiteral("the capture is shown as it was before")));
        QTRY_COMPARE(sizeNow(), grouped(fs::file_size(m_capture)) + " bytes");
        const std::int64_t begin = window->session()->extent().startNs;
        const TimeRange view {begin + 1'000'000'000, begin + 2'000'000'000};
        window->session()->setView(view);
        window->commands()["file.reload"]->trigger();
        QTRY_COMPARE(size(), fs::file_size(m_capture));
        QTRY_VERIFY(window->session()->answer().details.title.size() > 0 && sizeNow().empty());
        QTRY_VERIFY(!window->session()->isIndexing() && !window->notes()->isLoading());
        QCOMPARE(window->session()->view(), view);
        QCOMPARE(window->notes()->notes().size(), std::size_t(2));
        QVERIFY(window->noteBar()->isHidden());
    }

    void closingAsksAndSaves()
    {
        const auto window = open();
        addAtRange(*window, QStringLiteral("almost lost"));
        answer(QStringLiteral("Cancel"));
        QVERIFY(!window->close());
        QVERIFY(window->isVisible());
        m_settings->setBytes(QStringLiteral("x"), {}); // the settings stay usable
        QTimer::singleShot(0, qApp, [] {
            answer(QStringLiteral("Save")); // the sentence before the first save
            qobject_cast<QMessageBox*>(QApplication::activeModalWidget())->button(QMessageBox::Save)->click();
        });
        QVERIFY(!window->close()); // closes when the notes are safe
        QTRY_VERIFY(!window->isVisible());
        QCOMPARE(stored().size(), std::size_t(1));
        QCOMPARE(RecentCaptures(*m_settings).all().front().notes, 1);
    }

    // Also what was added while the rest was being saved.
    void closingSavesWhatCameMeanwhile()
    {
        const auto window = open();
        addAtRange(*window, QStringLiteral("first"));
        SessionNotes& notes = *window->notes();
        bool isAdded = false;
        connect(&notes, &SessionNotes::savingChanged, window.get(), [&] {
            if (!notes.isSaving() || std::exchange(isAdded, true))
                return;
            Annotation note;
            note.text = "meanwhile";
            notes.add(std::move(note));
            answer(QStringLiteral("Save"));
            QTimer::singleShot(0, window.get(), [&] { window->close(); });
        });
        answer(QStringLiteral("Save"));
        window->commands()["file.save"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isAdded && !window->isVisible(), kPatienceMs);
        QCOMPARE(stored().size(), std::size_t(2));
    }

    void comeBackAfterACrash()
    {
        {
            const auto window = open();
            addAtRange(*window, QStringLiteral("before the crash"));
            window->notes()->writeRecovery();
            // As if the process had ended here: nothing of the window's closing runs for the notes.
            window->notes()->undoStack()->setClean();
        }
        const auto window = open();
        QVERIFY(window->notes()->wasRecovered());
        QCOMPARE(window->notes()->notes().size(), std::size_t(1));
        QVERIFY(window->isWindowModified());
        QVERIFY(window->noteBar()->text().contains(QStringLiteral("back")));
        QVERIFY(stored().empty());
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
        const auto again = open();
        QVERIFY(!again->notes()->wasRecovered());
        QVERIFY(again->notes()->notes().empty());
    }

    void aCrashTakesNobodyElsesNotes()
    {
        Annotation note;
        note.id = newAnnotationId();
        note.text = "there before";
        elsewhere([&](AnnotationSet& notes) { notes.push_back(note); });
        {
            const auto window = open();
            addAtRange(*window, QStringLiteral("before the crash"));
            window->notes()->writeRecovery();
            window->notes()->undoStack()->setClean(); // as if the process had ended here
        }
        elsewhere([&](AnnotationSet& notes) {
            note.id = newAnnotationId();
            note.text = "theirs";
            notes.push_back(note);
        });
        const auto window = open();
        QVERIFY(window->notes()->wasRecovered());
        QSignalSpy saved(window->notes(), &SessionNotes::saved);
        answer(QStringLiteral("Save"));
        window->commands()["file.save"]->trigger();
        QTRY_COMPARE(saved.size(), 1);
        QStringList texts;
        for (const Annotation& each : stored())
            texts << QString::fromStdString(each.text);
        texts.sort();
        QCOMPARE(texts,
                 (QStringList {QStringLiteral("before the crash"), QStringLiteral("theirs"),
                               QStringLiteral("there before")}));
    }

    // Changed here before the crash and elsewhere after it: both are there until the user has chosen.
    void whatBothSidesChangedIsAskedFor()
    {
        Annotation note;
        note.id = newAnnotationId();
        note.text = "there before";
        elsewhere([&](AnnotationSet& notes) { notes.push_back(note); });
        {
            const auto window = open();
            window->notes()->setText(note.id, QStringLiteral("mine"));
            window->notes()->writeRecovery();
            window->notes()->undoStack()->setClean();
        }
        elsewhere([](AnnotationSet& notes) {
            notes.edit(0, [](Annotation& theirs) {
                theirs.text = "th\neirs";
                theirs.changedNs = unixNow();
            });
        });
        const auto window = open();
        QCOMPARE(window->notes()->conflicts().size(), std::size_t(1));
        QCOMPARE(window->notes()->notes().size(), std::size_t(2));
        QVERIFY(window->noteBar()->text().contains(QStringLiteral("“mine” here, “th eirs” in the capture")));
        LinkLabel* mine = nullptr;
        for (LinkLabel* action : window->noteBar()->findChildren<LinkLabel*>()) {
            if (action->isVisibleTo(window->noteBar()) && !mine)
                mine = action;
        }
        QVERIFY(mine);
        QTest::mouseClick(mine, Qt::LeftButton);
        QVERIFY(window->notes()->conflicts().empty());
        QCOMPARE(window->notes()->notes().size(), std::size_t(1));
        QCOMPARE(window->notes()->notes().front().text, std::string("mine"));
        QCOMPARE(window->notes()->notes().front().id, note.id);
        QVERIFY(window->noteBar()->text().contains(QStringLiteral("back")));
        window->commands()["edit.undo"]->trigger();
        QCOMPARE(window->notes()->notes().size(), std::size_t(2));
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    // Two windows on one capture: saving in one leaves what the other keeps for a crash.
    void eachWindowKeepsItsOwnForACrash()
    {
        {
            const auto first = open(), second = open();
            const auto add = [](MainWindow& window, const char* text) {
                Annotation note;
                note.text = text;
                window.notes()->add(note);
                window.notes()->writeRecovery();
            };
            add(*first, "of the first");
            add(*second, "of the second");
            QSignalSpy saved(second->notes(), &SessionNotes::saved);
            second->notes()->save({.way = SaveWay::capture});
            QTRY_COMPARE(saved.size(), 1);
            first->notes()->undoStack()->setClean(); // as if the process had ended here
        }
        const auto window = open();
        QVERIFY(window->notes()->wasRecovered());
        QCOMPARE(window->notes()->notes().size(), std::size_t(2));
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    // Somebody else saved meanwhile: nothing is overwritten, reloading keeps both.
    void anotherWindowsNotesAreNotOverwritten()
    {
        const auto window = open();
        addAtRange(*window, QStringLiteral("mine"));
        {
            Job job;
            const auto other = openCapture(m_capture);
            Annotation note;
            note.id = newAnnotationId();
            note.text = "theirs";
            note.createdNs = note.changedNs = unixNow();
            QVERIFY(saveNotes(**other, {note}, SaveWay::capture, systemSaveIo(), job));
        }
        QSignalSpy failed(window->notes(), &SessionNotes::saveFailed);
        answer(QStringLiteral("Save"));
        window->commands()["file.save"]->trigger();
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(window->noteBar()->text().contains(QStringLiteral("keep my notes")));
        for (const LinkLabel* action :
             window->noteBar()->findChildren<LinkLabel*>()) // whole, in a small window
            QVERIFY(action->width() >= action->sizeHint().width());
        QCOMPARE(stored().size(), std::size_t(1));
        QCOMPARE(stored().front().text, std::string("theirs"));

        window->commands()["file.reload"]->trigger();
        QTRY_VERIFY(window->notes() && !window->notes()->isLoading() && window->notes()->notes().size() == 2);
        QVERIFY(window->isWindowModified());
        QSignalSpy saved(window->notes(), &SessionNotes::saved);
        window->commands()["file.save"]->trigger();
        QTRY_COMPARE(saved.size(), 1);
        QCOMPARE(stored().size(), std::size_t(2));
    }

    // The same for a side file: what another window saved there is not overwritten.
    void anotherWindowsSideFileIsNotOverwritten()
    {
        const auto first = open(), second = open();
        const auto saveBeside = [](MainWindow& window, const char* text) {
            Annotation note;
            note.text = text;
            window.notes()->add(note);
            window.notes()->save({.way = SaveWay::sideFile});
        };
        QSignalSpy saved(first->notes(), &SessionNotes::saved),
            failed(second->notes(), &SessionNotes::saveFailed);
        saveBeside(*first, "theirs");
        QTRY_COMPARE(saved.size(), 1);
        saveBeside(*second, "mine");
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(stored().size(), std::size_t(1));
        QCOMPARE(stored().front().text, std::string("theirs"));
        saveBeside(*first, "theirs too"); // who saved it goes on
        QTRY_COMPARE(saved.size(), 2);
        QCOMPARE(stored().size(), std::size_t(2));
        std::size_t read = 0;
        first->notes()->readNotes(sideFilePath(m_capture),
                                  [&](const auto& notes) { read = notes ? notes->size() : 0; });
        QTRY_COMPARE(read, std::size_t(2));
        second->notes()->undoStack()->setClean();
        second->notes()->discardRecovery();
        QVERIFY(open()->noteBar()->text().contains(QStringLiteral("lie beside the capture")));
    }

    // A capture that is still recorded: the notes go beside it, and the window says why.
    void whatIsStillWrittenIsLeftAlone()
    {
        m_capture = *findDemo("rtc")->write(m_folder.path().toStdString());
        const auto window = open();
        Annotation note;
        note.text = "while it is recorded";
        window->notes()->add(note);
        QFile recorder(QString::fromStdString(m_capture.string()));
        QVERIFY(recorder.open(QIODevice::ReadWrite));
        QSignalSpy saved(window->notes(), &SessionNotes::saved);
        answer(QStringLiteral("Save"));
        window->commands()["file.save"]->trigger();
        QTRY_COMPARE(saved.size(), 1);
        const QString told = window->noteBar()->text();
        QVERIFY2(told.contains(QStringLiteral("kept in"))
                     && told.contains(QStringLiteral("still be writing")),
                 qPrintable(told));
        QVERIFY(fs::exists(sideFilePath(m_capture)));
        QCOMPARE(std::ranges::count(stored(), AnnotationOrigin::sideFile, &Annotation::origin), 1);
    }

    // Nothing is asked that cannot be done; put back, the notes go where they belong.
    void aCaptureThatIsGoneIsSaidToBe()
    {
        const fs::path folder = fs::path(m_folder.path().toStdString()) / "goes";
        fs::create_directory(folder);
        m_capture = *findDemo("rtc")->write(folder); // a file
        const auto window = open();
        addAtRange(*window, QStringLiteral("kept"));
        const fs::path away = m_capture.string() + ".away";
        fs::rename(m_capture, away);
        fs::create_directory(m_capture);
        QTRY_VERIFY(window->changedBar()->isVisible());
        QVERIFY2(window->changedBar()->text().contains(QStringLiteral("no longer there")),
                 qPrintable(window->changedBar()->text()));
        window->commands()["file.save"]->trigger();
        QTRY_VERIFY(window->noteBar()->text().contains(QStringLiteral("no longer there")));
        const QString told = window->noteBar()->text();
        QVERIFY2(told.contains(QStringLiteral("export"))
                     && !told.contains(QStringLiteral("ordinary")),
                 qPrintable(told));
        QVERIFY(window->isWindowModified());
        fs::remove(m_capture);
        fs::rename(away, m_capture);
        window->session()->checkDisk();
        QTRY_VERIFY(!window->changedBar()->isVisible());
        QSignalSpy saved(window->notes(), &SessionNotes::saved);
        answer(QStringLiteral("Save"));
        emit window->noteBar()->actionTriggered(0);
        QTRY_COMPARE(saved.size(), 1);
        QCOMPARE(std::ranges::count(stored(), "kept", &Annotation::text), 1);
    }

    // What could not be reloaded stays as unsaved as it was.
    void aFailedReloadKeepsUnsavedNotes()
    {
        const auto window = open();
        addAtRange(*window, QStringLiteral("still here"));
        const fs::path away = m_capture.string() + ".away";
        fs::rename(m_capture, away);
        window->commands()["file.reload"]->trigger();
        QTRY_VERIFY(window->failure());
        fs::rename(away, m_capture);
        QCOMPARE(window->notes()->notes().size(), std::size_t(1));
        QVERIFY(window->isWindowModified());
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
        const auto again = open();
        QVERIFY(again->notes()->notes().empty());
    }

    // Next and previous reach every note: those with a time in its order, then the others.
    void nextAndPreviousReachEveryNote()
    {
        const auto window = open();
        const std::int64_t start = window->session()->extent().startNs;
        for (const std::int64_t at : {3, 1, 2}) {
            Annotation note;
            note.text = std::to_string(at);
            note.time = TimeRange {start + at * 1000, start + at * 1000};
            window->notes()->add(note);
        }
        Annotation whole;
        whole.text = "whole";
        whole.node = "/";
        window->notes()->add(whole);
        const auto walk = [&](const char* command) {
            std::string seen;
            for (int i = 0; i < 5; ++i) {
                window->commands()[command]->trigger();
                seen += window->notes()->find(window->notes()->chosen().front())->text + ' ';
            }
            return seen;
        };
        QCOMPARE(walk("notes.next"), std::string("1 2 3 whole 1 "));
        QCOMPARE(walk("notes.previous"), std::string("whole 3 2 1 whole "));
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    void theKeyboardGoesOnAfterDeleting()
    {
        const auto window = open();
        for (const char* text : {"a", "b", "c"}) {
            Annotation note;
            note.text = text;
            window->notes()->add(note);
        }
        RowView* table = window->notesPane()->table();
        QVERIFY(window->notesPane()->editor()->sentence()->isVisibleTo(window->notesPane()));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Home);
        QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
        QVERIFY(window->notesPane()->editor()->sentence()->text().startsWith(QStringLiteral("2 notes")));
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(window->notes()->notes().size(), std::size_t(1));
        QCOMPARE(window->notes()->chosen().size(), std::size_t(1));
        QCOMPARE(window->notesPane()->editor()->textField()->toPlainText(), QStringLiteral("c"));
        QTest::keyClick(table, Qt::Key_Delete);
        QVERIFY(window->notes()->notes().empty());
        window->notes()->undoStack()->setClean();
        window->notes()->discardRecovery();
    }

    // Without a time first, then by time, however they were made; a click on the head turns that over.
    void theListIsByTime()
    {
        const auto window = open();
        const std::int64_t start = window->session()->extent().startNs;
        for (const auto& [text, ms] :
             {std::pair("third", 30), {"first", 10}, {"whole", -1}, {"second", 20}}) {
            Annotation note = window->notes()->draft();
            note.text = text;
            note.node.clear();
            note.bytes.reset();
            note.time.reset();
            if (ms >= 0)
                note.time = TimeRange {start + ms * 1'000'000, start + ms * 1'000'000};
            window->notes()->add(note);
        }
        QVERIFY(window->showPane(QStringLiteral("notes")));
        RowView* const table = window->notesPane()->table();
        const auto texts = [&] {
            QStringList out;
            for (int row = 0; row < table->model()->rowCount(); ++row)
                out << table->model()->index(row, 0).data().toString();
            return out.join(QLatin1Char(' '));
        };
        QCOMPARE(texts(), QStringLiteral("whole first second third"));
        const auto click = [&](int column) {
            QHeaderView* const head = table->header();
            QTest::mouseClick(head->viewport(), Qt::LeftButton, {},
                              QPoint(head->sectionViewportPosition(column) + 8, head->height() / 2));
        };
        click(0);
        QCOMPARE(texts(), QStringLiteral("first second third whole"));
        click(1);
        QCOMPARE(texts(), QStringLiteral("whole first second third"));
        click(1);
        QCOMPARE(texts(), QStringLiteral("third second first whole"));
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    void theListSortsFiltersAndDeletes()
    {
        const auto window = open();
        for (const char* text : {"cherry", "apple", "banana split"}) {
            Annotation note = window->notes()->draft();
            note.text = text;
            window->notes()->add(note);
        }
        RowView* table = window->notesPane()->table();
        QCOMPARE(table->model()->rowCount(), 3);
        table->sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("apple"));
        window->notesPane()->filterField()->setText(QStringLiteral("SPLIT ban"));
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(window->notesPane()->listedLabel()->text(), QStringLiteral("1 of 3 notes"));
        table->setCurrentIndex(table->model()->index(0, 0));
        table->selectionModel()->select(table->model()->index(0, 0),
                                        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QTest::keyClick(table, Qt::Key_Delete);
        window->notesPane()->filterField()->clear();
        QCOMPARE(table->model()->rowCount(), 2);
        window->notes()->undoStack()->undo();
        QCOMPARE(table->model()->rowCount(), 3);
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
    }

    void theTextKeepsItsRoomWhereLettersAreLarge()
    {
        const auto window = open();
        RowView* table = window->notesPane()->table();
        const auto isWide = [&] {
            table->resize(600, 200);
            QResizeEvent resized(table->size(), {});
            QApplication::sendEvent(table, &resized);
            return !table->isColumnHidden(NotesModel::author);
        };
        QVERIFY(isWide());
        QFont large = table->font();
        large.setPixelSize(QFontInfo(large).pixelSize() * 3 / 2);
        table->setFont(large);
        QVERIFY(!isWide());
    }

    void aHundredThousandNotesStayQuick()
    {
        const auto window = open();
        const TimeRange all = window->session()->extent();
        std::vector<Annotation> many(100'000);
        for (std::size_t i = 0; i < many.size(); ++i) {
            many[i].id = "n" + std::to_string(i);
            many[i].text = "note " + std::to_string(i);
            many[i].createdNs = many[i].changedNs = 1 + std::int64_t(i);
            const std::int64_t at =
                all.startNs + all.lengthNs() / std::int64_t(many.size()) * std::int64_t(i);
            many[i].time = TimeRange {at, at};
        }
        window->notes()->import(AnnotationSet(many));
        QCOMPARE(window->notesPane()->table()->model()->rowCount(), 100'000);
        NoteLane* lane = window->timelinePane()->noteLane();
        QTRY_VERIFY(lane->isVisible());
        const QImage picture = lane->grab().toImage();
        QVERIFY(!picture.isNull());
        QVERIFY(lane->flagsShown() > 50 && lane->flagsShown() < 1000); // at most one every few pixels
        // All of them at once: each was looked up in the whole list before.
        RowView* table = window->notesPane()->table();
        QElapsedTimer clock;
        clock.start();
        table->selectAll();
        window->notes()->setColor(window->notes()->chosen(), 2);
        QCOMPARE(table->selectionModel()->selectedRows().size(), 100'000);
        QCOMPARE(int(window->notes()->notes().back().color), 2);
        QVERIFY2(clock.elapsed() < 60'000, qPrintable(QString::number(clock.elapsed())));
        qInfo("colouring 100,000 notes: %lld ms", static_cast<long long>(clock.elapsed()));
        window->notes()->undoStack()->setClean();
        window->notes()->discardRecovery();
    }
};

QTEST_MAIN(NotesWindowTest)
#include "tst_notes_window.moc"
