// Unsaved notes after a crash: whose file is whose, and what comes of notes that others changed meanwhile.
#include "core/base/limits.h"
#include "core/notes/merge.h"
#include "core/notes/recovery.h"
#include "tests/support/fake_document.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>
#include <map>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

Annotation note(std::string id, std::string text)
{
    Annotation note;
    note.id = std::move(id);
    note.text = std::move(text);
    note.createdNs = note.changedNs = 1000;
    return note;
}

const FakeDocument& document()
{
    static const FakeDocument document {{}};
    return document;
}

// What `stored` becomes.
AnnotationSet applied(AnnotationSet notes, const NoteMerge& merge)
{
    applyChanges(merge.changes, notes);
    return notes;
}

using Texts = std::multimap<std::string, std::string>;

Texts texts(const AnnotationSet& notes)
{
    Texts out;
    for (const Annotation& each : notes)
        out.emplace(each.id, each.text);
    return out;
}

}

class NoteRecoveryTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_recovery; // a new folder for each test
    GaveWay m_gaveWay = giveWay(Niceness::answers);

    std::size_t filesLeft() const
    {
        std::error_code error;
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_recovery, error), fs::directory_iterator()));
    }

private slots:
    void init()
    {
        m_recovery = fs::path(m_folder.path().toStdString()) / QTest::currentTestFunction() / "recovery";
    }

    void whatOthersAddedStays()
    {
        const AnnotationSet stored {note("a", "one"), note("b", "two")};
        const AnnotationSet mine {note("a", "one, mine"), note("c", "new")}; // b is deleted
        const AnnotationFile unsaved = unsavedNotes(stored, mine);
        AnnotationSet now = stored;
        now.push_back(note("d", "theirs"));
        const NoteMerge merge = mergeNotes(document(), now, unsaved);
        QVERIFY(merge.conflicts.empty());
        QCOMPARE(texts(applied(now, merge)), (Texts {{"a", "one, mine"}, {"c", "new"}, {"d", "theirs"}}));
    }

    // Copies of a set share their notes: what differs is found as among others.
    void whatACopyChangedIsFound()
    {
        const AnnotationSet stored {note("a", "one"), note("b", "two"), note("c", "three"),
                                    note("d", "four")};
        AnnotationSet now = stored;
        const auto differs = [&] {
            const AnnotationFile unsaved = unsavedNotes(stored, now);
            std::string out;
            for (const Annotation& each : unsaved.notes)
                out += '+' + each.id;
            for (const std::string& id : unsaved.deleted)
                out += '-' + id;
            for (const Annotation& each : unsaved.before)
                out += ' ' + each.text;
            return out;
        };
        QCOMPARE(differs(), std::string());
        now.edit(1, [](Annotation& each) { each.text = "2"; });
        QCOMPARE(differs(), std::string("+b two"));
        now.erase(3);
        QCOMPARE(differs(), std::string("+b-d two four"));
        now.push_back(note("e", "five"));
        QCOMPARE(differs(), std::string("+b+e-d two four"));
        now.erase(0);
        now.append(AnnotationSet {note("d", "four")});
        QCOMPARE(differs(), std::string("+b+e-a two one"));
    }

    void whatBothSidesDidAlikeIsNoConflict()
    {
        const AnnotationSet stored {note("a", "one"), note("b", "two")};
        const AnnotationSet mine {note("a", "same"), note("c", "new")};
        const NoteMerge merge = mergeNotes(document(), mine, unsavedNotes(stored, mine));
        QVERIFY(merge.conflicts.empty());
        QVERIFY(merge.changes.empty());
    }

    // Whatever side changed or deleted: nothing is gone before somebody decided.
    void bothSidesOfAConflictAreKept()
    {
        const AnnotationSet stored {note("a", "one"), note("b", "two"), note("c", "three")};
        const AnnotationSet mine {note("a", "mine"), note("c", "mine too")};    // b is deleted
        const AnnotationSet now {note("a", "theirs"), note("b", "theirs too")}; // c is deleted
        const NoteMerge merge = mergeNotes(document(), now, unsavedNotes(stored, mine));
        QCOMPARE(merge.conflicts.size(), std::size_t(3));
        const NoteConflict& both = merge.conflicts[0];
        QCOMPARE(both.mine->text, std::string("mine"));
        QCOMPARE(both.theirs->text, std::string("theirs"));
        QVERIFY(merge.conflicts[1].mine && !merge.conflicts[1].theirs); // c
        QVERIFY(!merge.conflicts[2].mine && merge.conflicts[2].theirs); // b
        QCOMPARE(texts(applied(now, merge)),
                 (Texts {{"a", "theirs"}, {both.copy, "mine"}, {"b", "theirs too"}, {"c", "mine too"}}));
    }

    void notesOfOtherToolsStay()
    {
        Annotation foreign = note("a", "theirs");
        foreign.origin = AnnotationOrigin::foreign;
        const NoteMerge merge =
            mergeNotes(document(), {foreign}, unsavedNotes({note("a", "one")}, {note("a", "mine")}));
        QVERIFY(merge.changes.empty());
    }

    void survivesTheEndOfItsWindow()
    {
        const AnnotationSet stored {note("a", "one")};
        {
            RecoveryFile file(m_recovery, document(), Job());
            QVERIFY(file.write(systemSaveIo(), unsavedNotes(stored, {note("a", "mine"), note("b", "new")}),
                               Job(), m_gaveWay));
            QVERIFY(leftNotes(systemSaveIo(), m_recovery, document()).empty()); // it lives
        }
        auto left = leftNotes(systemSaveIo(), m_recovery, document());
        QCOMPARE(left.size(), std::size_t(1));
        QVERIFY(leftNotes(systemSaveIo(), m_recovery, document()).empty()); // in our hands
        QCOMPARE(texts(left.front().unsaved.notes), (Texts {{"a", "mine"}, {"b", "new"}}));
        QCOMPARE(texts(left.front().unsaved.before), (Texts {{"a", "one"}}));
        left.front().file.discard(systemSaveIo(), m_gaveWay);
        QCOMPARE(filesLeft(), std::size_t(0));
    }

    // What they were before is left out rather than everything: it only tells what is a conflict.
    void ofVeryLargeNotesTheNewTextIsKept()
    {
        const auto large = [](char letter) { return std::string(limits::kNotesJson / 2 + 1'000, letter); };
        {
            RecoveryFile file(m_recovery, document(), Job());
            const AnnotationSet stored {note("a", large('x'))}, mine {note("a", large('y'))};
            QVERIFY(file.write(systemSaveIo(), unsavedNotes(stored, mine), Job(), m_gaveWay));
        }
        const auto left = leftNotes(systemSaveIo(), m_recovery, document());
        QCOMPARE(left.size(), std::size_t(1));
        QVERIFY(left.front().unsaved.notes.front().text == large('y'));
        const AnnotationSet now {note("a", large('x'))};
        const NoteMerge merge = mergeNotes(document(), now, left.front().unsaved);
        QCOMPARE(merge.conflicts.size(), std::size_t(1));
        QCOMPARE(applied(now, merge).size(), std::size_t(2));
    }

    // That there are too many is another reason than that they are too large.
    void moreDeletedNotesThanASideFileTells()
    {
        AnnotationFile file;
        file.deleted.assign(limits::kNotes + 1, "a");
        const auto written = writeSideFile(systemSaveIo(), document(), file, Job());
        QVERIFY(!written && written.error().code == Code::NotesNotKept);
        QVERIFY2(written.error().detail.find("400,000") != std::string::npos, written.error().detail.c_str());
    }

    void eachWindowHasAFileOfItsOwn()
    {
        auto first = std::make_unique<RecoveryFile>(m_recovery, document(), Job());
        RecoveryFile second(m_recovery, document(), Job());
        QVERIFY(
            first->write(systemSaveIo(), unsavedNotes({}, {note("a", "of the first")}), Job(), m_gaveWay));
        QVERIFY(
            second.write(systemSaveIo(), unsavedNotes({}, {note("b", "of the second")}), Job(), m_gaveWay));
        second.discard(systemSaveIo(), m_gaveWay); // saved
        first.reset();                  // crashed
        const auto left = leftNotes(systemSaveIo(), m_recovery, document());
        QCOMPARE(left.size(), std::size_t(1));
        QCOMPARE(texts(left.front().unsaved.notes), (Texts {{"a", "of the first"}}));
    }

    void nobodyElseReadsIt()
    {
        RecoveryFile file(m_recovery, document(), Job());
        QVERIFY(file.write(systemSaveIo(), unsavedNotes({}, {note("a", "private")}), Job(), m_gaveWay));
        QCOMPARE(fs::status(m_recovery).permissions() & (fs::perms::group_all | fs::perms::others_all),
                 fs::perms::none);
    }

    void notesOfAnotherCaptureAreLeftAlone()
    {
        {
            RecoveryFile file(m_recovery, document(), Job());
            QVERIFY(file.write(systemSaveIo(), unsavedNotes({}, {note("a", "one")}), Job(), m_gaveWay));
        }
        const FakeDocument other({}, 63); // the same path, other bytes
        QVERIFY(leftNotes(systemSaveIo(), m_recovery, other).empty());
        QCOMPARE(leftNotes(systemSaveIo(), m_recovery, document()).size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(NoteRecoveryTest)
#include "tst_note_recovery.moc"
