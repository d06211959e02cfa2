// Files that saves put beside what they replace, and what is done with those a killed save has left.
#include "core/io/save_io.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace traceglass;
namespace fs = std::filesystem;

static int umaskCalls = 0;

// In place of the library's: counts who asks.
extern "C" mode_t umask(mode_t mask) noexcept
{
    ++umaskCalls;
    return static_cast<mode_t>(::syscall(SYS_umask, mask));
}

namespace {

const std::vector<std::byte> kOld(3, std::byte('o')), kNew(5, std::byte('n'));

Result<void> replaceWithNew(const fs::path& path)
{
    return replaceFile(systemSaveIo(), path, [](const FileWriter& write) { return write(kNew); });
}

unsigned permissionsOf(const fs::path& path)
{
    return static_cast<unsigned>(fs::status(path).permissions());
}

std::vector<std::string> namesIn(const fs::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

}

class TestSaveIo : public QObject
{
    Q_OBJECT

private slots:
    void removesWhatKilledSavesLeft()
    {
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        const fs::path path = root / "a.rtc";
        QVERIFY(writeFile(path, kOld));
        QVERIFY(writeFile(root / "a.rtc.traceglass-new-Ab3xYz", kOld));
        // Of other files, or of other naming.
        std::vector<std::string> others {
            "a.rtc",
            "a.rtc.new-backup",
            "a.rtc.traceglass-new-Ab3xY",
            "a.rtc.traceglass-new-Ab3xYz7",
            "a.rtc.traceglass-old-Ab3xYz",
            "b.rtc.traceglass-new-Ab3xYz",
        };
        for (const std::string& name : others)
            QVERIFY(writeFile(root / name, kOld));
        others.push_back("a.rtc.traceglass-new-folder");
        fs::create_directory(root / others.back());
        others.push_back("a.rtc.traceglass-new-linked");
        fs::create_symlink(path, root / others.back());
        std::ranges::sort(others);
        QVERIFY(replaceWithNew(path));
        QCOMPARE(namesIn(root), others);
        QCOMPARE(readHead(path, 10).value(), kNew);
    }

    // A name as long as file systems take leaves no room for that of the new file.
    void replacesWhatHasALongName()
    {
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        const std::string name(255, 'n');
        const std::string left = name.substr(0, 233) + ".traceglass-new-Ab3xYz";
        QVERIFY(writeFile(root / name, kOld) && writeFile(root / left, kOld));
        QVERIFY(replaceWithNew(root / name));
        QCOMPARE(namesIn(root), std::vector<std::string> {name});
        QCOMPARE(readHead(root / name, 10).value(), kNew);
    }

    void leavesWhatSomebodyHolds()
    {
        const QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "a.rtc";
        QVERIFY(writeFile(path, kOld));
        fs::path other;
        {
            const auto held = systemSaveIo().createBeside(path, other);
            QVERIFY(held);
            QVERIFY(replaceWithNew(path));
            QVERIFY(fs::exists(other)); // another process is writing it
        }
        QVERIFY(replaceWithNew(path));
        QVERIFY(!fs::exists(other));
    }

    // A save that looks at its file, or is slow to put it in place, does not lose it to another save.
    void holdsItsOwnUntilItIsInPlace()
    {
        const QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "a.rtc";
        QVERIFY(writeFile(path, kOld));
        const auto done = replaceFile(
            systemSaveIo(), path, [](const FileWriter& write) { return write(kNew); },
            [&](const fs::path& created) -> Result<void> {
                removeLeftBehind(systemSaveIo(), path);
                return fs::exists(created) ? Result<void>() : fail(Code::FileUnwritable);
            });
        QVERIFY(done);
        QCOMPARE(readHead(path, 10).value(), kNew);
    }

    void placesWhereNothingIs()
    {
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        QVERIFY(writeFile(root / "new", kNew));
        QVERIFY(writeFile(root / "old", kOld));
        fs::create_symlink(root / "nowhere", root / "link");
        SaveIo io;
        for (const char* taken : {"old", "link"}) {
            const auto refused = io.placeNew(root / "new", root / taken);
            QVERIFY(!refused && refused.error().code == Code::FileUnwritable);
            QVERIFY(refused.error().detail.find("is there already") != std::string::npos);
        }
        QCOMPARE(readHead(root / "old", 10).value(), kOld);
        QVERIFY(io.placeNew(root / "new", root / "other"));
        QCOMPARE(namesIn(root), (std::vector<std::string> {"link", "old", "other"}));
        QVERIFY(!io.placeNew(root / "other", root / "no" / "folder"));
    }

    // Not the name that it would have had until it is whole.
    void namesWhatCannotBeWritten()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("no/folder").toStdString();
        fs::path created;
        const auto file = systemSaveIo().createBeside(path, created);
        QVERIFY(!file);
        QCOMPARE(file.error().detail, path + ": " + systemMessage(ENOENT));
    }

    // A new file is for the user alone, one that takes the place of another for those it was for.
    void keepsPermissions()
    {
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        const mode_t before = ::umask(0002);
        QVERIFY(replaceWithNew(root / "new"));
        QCOMPARE(permissionsOf(root / "new"), 0600u);
        QVERIFY(writeFile(root / "old", kOld));
        QCOMPARE(::chmod((root / "old").c_str(), 0604), 0);
        QVERIFY(replaceWithNew(root / "old"));
        QCOMPARE(permissionsOf(root / "old"), 0604u);
        QCOMPARE(umaskCalls, 1); // it is that of all threads, who create files of their own
        ::umask(before);
    }
};

QTEST_GUILESS_MAIN(TestSaveIo)
#include "tst_save_io.moc"
