// Memory of a thread's own: who has it is not interrupted by the system when it takes and frees large pieces.
#include "core/base/allocator.h"
#include "core/base/behind.h"

#include <QTest>
#include <cstring>
#include <future>
#include <jemalloc/jemalloc.h>
#include <memory>
#include <sys/resource.h>
#include <thread>

#pragma weak mallctl // sanitizers have an allocator of their own

using namespace traceglass;

namespace {

constexpr std::size_t kPiece = 3 << 20;

// How often the calling thread was interrupted for a page of memory while it wrote to two pieces.
long interruptions()
{
    rusage before {}, after {};
    getrusage(RUSAGE_THREAD, &before);
    {
        const auto a = std::make_unique_for_overwrite<char[]>(kPiece);
        const auto b = std::make_unique_for_overwrite<char[]>(kPiece);
        std::memset(a.get(), 1, kPiece);
        std::memset(b.get(), 1, kPiece);
    }
    getrusage(RUSAGE_THREAD, &after);
    return after.ru_minflt - before.ru_minflt;
}

void waitForWorkBehind()
{
    std::promise<void> done;
    doBehind([&] { done.set_value(); });
    done.get_future().wait();
}

}

class TestAllocator : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!&mallctl)
            QSKIP("sanitizers have an allocator of their own");
    }

    void largePiecesInterruptNobody()
    {
        long own = -1;
        std::thread([&] {
            keepOwnMemory();
            waitForWorkBehind();
            own = interruptions();
        }).join();
        QVERIFY2(own <= 1, qPrintable(QString::number(own))); // its own stack
    }

    void whatWasFreedIsKept()
    {
        long first = -1, again = -1;
        std::thread([&] {
            keepOwnMemory();
            waitForWorkBehind();
            constexpr std::size_t kMore = 128 << 20; // than is fetched for it
            const auto write = [] {
                const auto all = std::make_unique_for_overwrite<char[]>(kMore);
                std::memset(all.get(), 1, kMore);
            };
            rusage before {}, between {}, after {};
            getrusage(RUSAGE_THREAD, &before);
            write();
            getrusage(RUSAGE_THREAD, &between);
            write();
            getrusage(RUSAGE_THREAD, &after);
            first = between.ru_minflt - before.ru_minflt;
            again = after.ru_minflt - between.ru_minflt;
        }).join();
        QVERIFY(first > 0);
        QVERIFY2(again <= 1, qPrintable(QString::number(again)));
    }
};

QTEST_GUILESS_MAIN(TestAllocator)
#include "tst_allocator.moc"
