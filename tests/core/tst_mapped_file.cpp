#include "core/io/file.h"
#include "core/io/mapped_file.h"
#include "core/io/sha256.h"
#include "core/io/source_set.h"

#include <QtTest>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>

using namespace traceglass;
namespace fs = std::filesystem;

class TestMappedFile : public QObject
{
    Q_OBJECT

private slots:
    void mapsWhatIsThere()
    {
        const fs::path path = place("a");
        QVERIFY(writeFile(path, std::as_bytes(std::span("hello", 5))));
        const auto file = MappedFile::open(path);
        QVERIFY(file);
        QCOMPARE((*file)->size(), std::uint64_t(5));
        std::array<std::byte, 8> out {};
        QCOMPARE((*file)->read(3, out), std::size_t(2));
        QCOMPARE(char(out[0]), 'l');
        QCOMPARE((*file)->read(9, out), std::size_t(0));
    }

    void namesWhatIsWrong()
    {
        QCOMPARE(MappedFile::open(place("missing")).error().code, Code::FileNotFound);
        QCOMPARE(MappedFile::open(m_folder.path().toStdString()).error().code, Code::FileUnreadable);
    }

    // Reading them may never end.
    void pipesAndDevicesAreNotRead()
    {
        const fs::path pipe = place("pipe");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const fs::path device = place("device");
        fs::create_symlink("/dev/zero", device);
        for (const fs::path& path : {pipe, device}) {
            QCOMPARE(MappedFile::open(path).error().code, Code::FileUnreadable);
            QCOMPARE(readHead(path, 8).error().code, Code::FileUnreadable);
        }
    }

    void emptyFilesAreFine()
    {
        const fs::path path = place("empty");
        QVERIFY(writeFile(path, {}));
        QCOMPARE((*MappedFile::open(path))->size(), std::uint64_t(0));
    }

    // A mapping whose file is cut keeps the process alive, under several readers, and counts what was lost.
    void survivesTruncation()
    {
        const fs::path path = place("cut");
        const std::vector<std::byte> bytes(1 << 20, std::byte {7});
        QVERIFY(writeFile(path, bytes));
        const auto file = *MappedFile::open(path);
        fs::resize_file(path, 5000);
        std::atomic<std::uint64_t> sum {0};
        {
            std::vector<std::jthread> readers;
            for (int i = 0; i < 4; ++i)
                readers.emplace_back([&] {
                    std::uint64_t own = 0;
                    for (const std::byte byte : file->view())
                        own += std::to_integer<std::uint64_t>(byte);
                    sum += own;
                });
        }
        QVERIFY(file->faults() > 0);
        QCOMPARE(sum.load(), std::uint64_t(4) * 5000 * 7);
    }

    // As many as several large recordings keep mapped: every one of them is guarded, and room of those that
    // were closed is used again.
    void thousandsOfMappingsSurviveTruncation()
    {
        constexpr std::size_t kMappings = 3000;
        const fs::path path = place("many");
        const std::vector<std::byte> bytes(5000, std::byte {7});
        std::vector<std::shared_ptr<const MappedFile>> files;
        for (int round = 0; round < 2; ++round) {
            QVERIFY(writeFile(path, bytes));
            files.clear();
            while (files.size() < kMappings)
                files.push_back(*MappedFile::open(path));
            fs::resize_file(path, 0);
            for (const auto& file : files) {
                QCOMPARE(file->view()[4999], std::byte {0});
                QCOMPARE(file->faults(), std::uint64_t(1));
            }
        }
    }

    void identityTellsChanges()
    {
        const fs::path path = place("id");
        QVERIFY(writeFile(path, std::as_bytes(std::span("one", 3))));
        const auto before = identify(path);
        std::ofstream(path, std::ios::app) << "more";
        QVERIFY(before != identify(path));
        QVERIFY(!identify(place("nothing")));
    }

    void sourcesAreOpenedOnceAndShared()
    {
        SourceSet sources;
        const fs::path path = place("s");
        QVERIFY(writeFile(path, std::as_bytes(std::span("s", 1))));
        const SourceId id = sources.add(path, "sub/s");
        QCOMPARE(sources.name(id), std::string("sub/s"));
        QVERIFY(*sources.open(id) == *sources.open(id));
        const SourceId missing = sources.add(place("gone"), "gone");
        QCOMPARE(sources.open(missing).error().code, Code::FileNotFound);
    }

    void hashes()
    {
        QCOMPARE(sha256({}), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        Sha256 parts;
        parts.add(std::as_bytes(std::span("ab", 2)));
        parts.add(std::as_bytes(std::span("c", 1)));
        QCOMPARE(parts.finish(),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    void temporaryFilesHaveNoName()
    {
        auto file = File::temporary();
        QVERIFY(file);
        QVERIFY(file->write(std::as_bytes(std::span("x", 1))));
        std::array<std::byte, 2> out {};
        QCOMPARE(*file->readAt(0, out), std::size_t(1));
    }

private:
    fs::path place(const char* name) { return fs::path(m_folder.path().toStdString()) / name; }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestMappedFile)
#include "tst_mapped_file.moc"
