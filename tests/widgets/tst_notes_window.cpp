// Notes in a real window: written by keys, undone, saved, found again, kept over a crash, refused where they
// would overwrite somebody else's.
#include "app/viewer/main_window.h"
#include "app/viewer/message_bar.h"
#include "core/formats/formats.h"
#include "core/model/annotation_json.h"
#include "widgets/models/row_view.h"
#include "widgets/notes/note_editor.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/timeline/note_lane.h"
#include "widgets/timeline/timeline_pane.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
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

    // What the next question is answered with, by the text of a button.
    static void answer(const QString& button)
    {
        QTimer::singleShot(0, qApp, [button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
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
        for (const Format* format : formats()) {
            if (format->id == "rfr")
                m_demo = *format->writeDemo(m_folder.path().toStdString());
        }
        QVERIFY(!m_demo.empty());
    }
    void init()
    {
        m_settings =
            std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings%1.ini").arg(++m_copies)));
        m_capture = fs::path(m_folder.path().toStdString()) / ("capture" + std::to_string(m_copies));
        fs::copy(m_demo, m_capture, fs::copy_options::recursive);
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

        window->commands()["edit.undo"]->trigger(); // the text
        QCOMPARE(window->notes()->notes().front().text, std::string());
        window->commands()["edit.undo"]->trigger(); // the note
        QVERIFY(window->notes()->notes().empty());
        QVERIFY(!window->isWindowModified());
        QTRY_VERIFY(!window->timelinePane()->noteLane()->isVisible());
        window->commands()["edit.redo"]->trigger();
        window->commands()["edit.redo"]->trigger();
        QCOMPARE(window->notes()->notes().front(), note);
        answer(QStringLiteral("Discard"));
        QVERIFY(window->close());
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
        QCOMPARE(stored().size(), std::size_t(1));
        QCOMPARE(stored().front().text, std::string("kept"));

        addAtRange(*window, QStringLiteral("kept too")); // not asked again
        window->commands()["file.save"]->trigger();
        QTRY_COMPARE(saved.size(), 2);
        QCOMPARE(stored().size(), std::size_t(2));
        QVERIFY(window->changedBar()->isHidden()); // our own change is none
        QVERIFY(window->close());

        window = open();
        QCOMPARE(window->notes()->notes().size(), std::size_t(2));
        QCOMPARE(window->notesPane()->table()->model()->rowCount(), 2);
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

    void aHundredThousandNotesStayQuick()
    {
        const auto window = open();
        const TimeRange all = window->session()->extent();
        AnnotationSet many(100'000);
        for (std::size_t i = 0; i < many.size(); ++i) {
            many[i].id = "n" + std::to_string(i);
            many[i].text = "note " + std::to_string(i);
            many[i].createdNs = many[i].changedNs = 1 + std::int64_t(i);
            const std::int64_t at =
                all.startNs + all.lengthNs() / std::int64_t(many.size()) * std::int64_t(i);
            many[i].time = TimeRange {at, at};
        }
        window->notes()->import(many);
        QCOMPARE(window->notesPane()->table()->model()->rowCount(), 100'000);
        NoteLane* lane = window->timelinePane()->noteLane();
        QTRY_VERIFY(lane->isVisible());
        const QImage picture = lane->grab().toImage();
        QVERIFY(!picture.isNull());
        QVERIFY(lane->flagsShown() > 50 && lane->flagsShown() < 1000); // at most one every few pixels
        window->notes()->undoStack()->setClean();
        window->notes()->discardRecovery();
    }
};

QTEST_MAIN(NotesWindowTest)
#include "tst_notes_window.moc"
