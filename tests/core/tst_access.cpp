// Who may read what a save writes: whoever might read what it replaces, and of notes beside a capture nobody
// who may not read that.
#include "core/formats/formats.h"
#include "core/io/byte_writer.h"
#include "core/notes/save.h"
#include "tests/support/fault_io.h"
#include "tests/support/open_capture.h"
#include "tests/support/small_captures.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

constexpr const char* kList = "system.posix_acl_access";
constexpr const char* kFolderList = "system.posix_acl_default";

// An access list as the system keeps it: rw for the owner, `other user` may read, the group and others
// nothing.
std::vector<std::byte> listFor(std::uint32_t user, unsigned rights)
{
    ByteWriter out;
    out.u32(2);
    const auto entry = [&](unsigned tag, unsigned may, std::uint32_t id) {
        out.u16(static_cast<std::uint16_t>(tag));
        out.u16(static_cast<std::uint16_t>(may));
        out.u32(id);
    };
    constexpr std::uint32_t kNobody = 0xffffffff;
    entry(0x01, 6, kNobody);
    entry(0x02, rights, user);
    entry(0x04, 0, kNobody);
    entry(0x10, rights, kNobody);
    entry(0x20, 0, kNobody);
    return out.take();
}

bool give(const fs::path& path, const char* name, std::span<const std::byte> value)
{
    return ::setxattr(path.c_str(), name, value.data(), value.size(), 0) == 0;
}

std::vector<std::byte> attribute(const fs::path& path, const char* name)
{
    std::vector<std::byte> value(256);
    const ssize_t size = ::getxattr(path.c_str(), name, value.data(), value.size());
    value.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return value;
}

unsigned modeOf(const fs::path& path)
{
    return static_cast<unsigned>(fs::status(path).permissions());
}

Annotation someNote()
{
    Annotation note;
    note.id = "aa";
    note.text = "who may read this?";
    return note;
}

}

class TestAccess : public QObject
{
    Q_OBJECT

private:
    QuickIo m_io;
    Job m_job;
    mode_t m_umask = 0;

    Result<std::unique_ptr<Document>> save(const fs::path& path, SaveWay way)
    {
        const auto document = openCapture(path);
        return saveNotes(**document, {someNote()}, way, m_io, m_job);
    }

private slots:
    void init() { m_umask = ::umask(0); } // which hides nothing
    void cleanup() { ::umask(m_umask); }

    void whatIsReplacedKeepsAll()
    {
        const QTemporaryDir folder;
        const fs::path path = smallCjfr(folder.path().toStdString(), Codec::gzip);
        const auto list = listFor(4321, 4);
        const auto said = asBytes("from the field");
        QCOMPARE(::chmod(path.c_str(), 0640), 0);
        if (!give(path, kList, list) || !give(path, "user.origin", said))
            QSKIP("this file system keeps no access lists or attributes");
        if (::geteuid() == 0)
            QCOMPARE(::chown(path.c_str(), 1234, 2345), 0);
        const unsigned mode = modeOf(path);
        struct stat before
        {
        }, after {};
        QCOMPARE(::stat(path.c_str(), &before), 0);
        const auto saved = save(path, SaveWay::capture);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QCOMPARE(::stat(path.c_str(), &after), 0);
        QVERIFY(before.st_ino != after.st_ino); // it was replaced
        QCOMPARE(modeOf(path), mode);
        QCOMPARE(after.st_uid, before.st_uid);
        QCOMPARE(after.st_gid, before.st_gid);
        QVERIFY(attribute(path, kList) == list);
        QVERIFY(std::ranges::equal(attribute(path, "user.origin"), said));
    }

    // What a folder hands down to new files is not for one that takes the place of another.
    void aFolderAddsNobody()
    {
        const QTemporaryDir folder;
        const fs::path path = smallCjfr(folder.path().toStdString(), Codec::gzip);
        QCOMPARE(::chmod(path.c_str(), 0640), 0);
        if (!give(folder.path().toStdString(), kFolderList, listFor(4321, 6)))
            QSKIP("this file system keeps no access lists");
        QVERIFY(save(path, SaveWay::capture));
        QCOMPARE(modeOf(path), 0640u);
        QVERIFY(attribute(path, kList).empty());
        QVERIFY(save(path, SaveWay::capture));
        const fs::path other = smallRdf(folder.path().toStdString());
        QCOMPARE(::removexattr(other.c_str(), kList), 0);
        QCOMPARE(::chmod(other.c_str(), 0640), 0);
        QVERIFY(save(other, SaveWay::sideFile));
        QCOMPARE(modeOf(sideFilePath(other)), 0640u);
        QVERIFY(attribute(sideFilePath(other), kList).empty());
    }

    void hardLinksStay()
    {
        const QTemporaryDir folder;
        const fs::path path = smallCjfr(folder.path().toStdString(), Codec::gzip);
        const fs::path other = folder.filePath("linked").toStdString();
        fs::create_hard_link(path, other);
        const auto document = openCapture(path);
        SavePlan plan = planSave(**document);
        QCOMPARE(plan.way, SaveWay::sideFile);
        QVERIFY2(plan.reason.find("2 names") != std::string::npos, plan.reason.c_str());
        const auto files = filesOf(path);
        plan = {}; // nobody had asked
        QVERIFY(saveNotes(**document, {someNote()}, plan, m_io, m_job));
        QCOMPARE(plan.way, SaveWay::sideFile);
        QVERIFY(filesOf(path) == files);
        QVERIFY(fs::equivalent(path, other));
    }

    void besideIsForNobodyElse_data()
    {
        QTest::addColumn<unsigned>("mode");
        QTest::addColumn<unsigned>("beside");
        QTest::newRow("private") << 0600u << 0600u;
        QTest::newRow("group") << 0640u << 0640u;
        QTest::newRow("all") << 0644u << 0644u;
        QTest::newRow("a program") << 0755u << 0644u;
        QTest::newRow("to be read only") << 0440u << 0640u;
    }
    void besideIsForNobodyElse()
    {
        QFETCH(unsigned, mode);
        QFETCH(unsigned, beside);
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        const fs::path side = sideFilePath(path);
        QCOMPARE(::chmod(path.c_str(), mode), 0);
        QVERIFY(save(path, SaveWay::sideFile));
        QCOMPARE(modeOf(side), beside);
        // Who has made it stricter keeps that, and a capture that became stricter takes it along.
        QCOMPARE(::chmod(side.c_str(), 0600), 0);
        QVERIFY(save(path, SaveWay::sideFile));
        QCOMPARE(modeOf(side), 0600u);
        QCOMPARE(::chmod(side.c_str(), 0666), 0);
        QVERIFY(save(path, SaveWay::sideFile));
        QCOMPARE(modeOf(side), beside);
    }

    void accessListsHoldBesideAsWell()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        if (!give(path, kList, listFor(4321, 4)))
            QSKIP("this file system keeps no access lists");
        QVERIFY(save(path, SaveWay::sideFile));
        QVERIFY(attribute(sideFilePath(path), kList) == attribute(path, kList));
        QCOMPARE(modeOf(sideFilePath(path)), modeOf(path));
    }

    // Of a recording of many files: what the folder allows and they do.
    void besideARecordingIsForNobodyElse_data()
    {
        QTest::addColumn<unsigned>("ofFolder");
        QTest::addColumn<unsigned>("ofFiles");
        QTest::addColumn<unsigned>("beside");
        QTest::newRow("all") << 0755u << 0644u << 0644u;
        QTest::newRow("private files") << 0755u << 0600u << 0600u;
        QTest::newRow("private folder") << 0700u << 0644u << 0600u;
        QTest::newRow("a group's folder") << 0750u << 0644u << 0640u;
    }
    void besideARecordingIsForNobodyElse()
    {
        QFETCH(unsigned, ofFolder);
        QFETCH(unsigned, ofFiles);
        QFETCH(unsigned, beside);
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        for (const auto& [file, bytes] : filesOf(path))
            QCOMPARE(::chmod(file.c_str(), ofFiles), 0);
        QCOMPARE(::chmod(path.c_str(), ofFolder), 0);
        QVERIFY(save(path, SaveWay::sideFile));
        QCOMPARE(modeOf(sideFilePath(path)), beside);
        // What it hands down to new files is another matter, as long as nobody may read more by it.
        if (!give(path, kFolderList, listFor(4321, 4)))
            QSKIP("this file system keeps no access lists");
        QVERIFY(save(path, SaveWay::sideFile));
        QCOMPARE(modeOf(sideFilePath(path)), beside);
    }

    // Who is in both lists is not worked out.
    void listsOfARecordingLeaveItToTheOwner()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        if (!give(path / "meta.rfr", kList, listFor(4321, 4)))
            QSKIP("this file system keeps no access lists");
        QVERIFY(save(path, SaveWay::sideFile));
        QCOMPARE(modeOf(sideFilePath(path)), 0600u);
        QVERIFY(attribute(sideFilePath(path), kList).empty());
    }

    void notesOfARecording()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        for (const auto& [file, bytes] : filesOf(path))
            QCOMPARE(::chmod(file.c_str(), 0600), 0);
        QVERIFY(save(path, SaveWay::capture));
        QCOMPARE(modeOf(path / "traceglass.annotations.json"), 0600u);
    }

    void copies()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRdf(folder.path().toStdString());
        QCOMPARE(::chmod(path.c_str(), 0600), 0);
        const auto document = openCapture(path);
        const fs::path copy = folder.filePath("copy.rdf").toStdString();
        const fs::path compacted = folder.filePath("compacted.rdf").toStdString();
        QVERIFY(saveNotesAs(**document, {someNote()}, copy, m_io, m_job));
        QCOMPARE(modeOf(copy), 0600u);
        QVERIFY((*document)->notes()->compact(compacted, m_io, m_job));
        QCOMPARE(modeOf(compacted), 0600u);
        QCOMPARE(::chmod(compacted.c_str(), 0640), 0);
        QVERIFY((*document)->notes()->compact(compacted, m_io, m_job)); // over one that is there
        QCOMPARE(modeOf(compacted), 0640u);
    }

    // A copy that cannot be written could hold neither files nor notes.
    void copiesOfWhatMayOnlyBeRead()
    {
        const QTemporaryDir folder;
        const fs::path path = smallRfr(folder.path().toStdString());
        QCOMPARE(::chmod(path.c_str(), 0555), 0);
        const auto document = openCapture(path);
        const fs::path copy = folder.filePath("copy.rfr").toStdString();
        const auto saved = saveNotesAs(**document, {someNote()}, copy, m_io, m_job);
        QVERIFY2(saved, saved ? "" : message(saved.error()).c_str());
        QCOMPARE(modeOf(copy), 0755u);
        QCOMPARE((*saved)->notes()->read(m_job)->size(), std::size_t(1));
        ::chmod(path.c_str(), 0755);
    }

    // What cannot be kept leaves the file to fewer.
    void whoCannotGiveItAway()
    {
        if (::geteuid() == 0)
            QSKIP("root may give files to anybody");
        const QTemporaryDir folder;
        std::string name = folder.filePath("file-XXXXXX").toStdString();
        const auto file = File::unique(name);
        Access access {0, 0, 06754, {}};
        const auto given = giveAccess(*file, access);
        QCOMPARE(given.error().code, Code::FileNotReplaced);
        QCOMPARE(modeOf(name), 0744u);
    }
};

QTEST_GUILESS_MAIN(TestAccess)
#include "tst_access.moc"
