// What nobody waits for: in order, in another thread, which leaves the others room.
#include "core/base/behind.h"

#include <QTest>
#include <algorithm>
#include <future>
#include <numeric>
#include <sys/resource.h>
#include <thread>

using namespace traceglass;

namespace {

int niceness()
{
    return getpriority(PRIO_PROCESS, 0); // of the thread
}

// What a thread of this one becomes that gives way; there is a lowest priority, which `nice ./check` may have already.
int nicer(Niceness by)
{
    return std::min(niceness() + static_cast<int>(by), 19);
}

// Says in which thread it is freed.
class Traced
{
public:
    explicit Traced(std::shared_ptr<std::vector<std::thread::id>> freedIn)
        : m_freedIn(std::move(freedIn))
    {
    }
    Traced(Traced&&) = default;
    Traced& operator=(Traced&&) = default;
    ~Traced()
    {
        if (m_freedIn)
            m_freedIn->push_back(std::this_thread::get_id());
    }

private:
    std::shared_ptr<std::vector<std::thread::id>> m_freedIn;
};

}

class TestBehind : public QObject
{
    Q_OBJECT

private slots:
    void worksInOrderAndGivesWay()
    {
        std::vector<int> done; // by one thread only, until it has said so
        std::promise<int> said;
        for (int i = 0; i < 100; ++i)
            doBehind([&done, i] { done.push_back(i); });
        doBehind([&] { said.set_value(niceness()); });
        const int behind = said.get_future().get();
        std::vector<int> expected(100);
        std::iota(expected.begin(), expected.end(), 0);
        QCOMPARE(done, expected);
        QCOMPARE(behind, nicer(Niceness::behind));
    }

    void answersAreBeforeWhatNobodyWaitsFor()
    {
        int answers = 0, behind = 0;
        std::thread([&] { giveWay(Niceness::answers), answers = niceness(); }).join();
        std::thread([&] { giveWay(Niceness::behind), behind = niceness(); }).join();
        QCOMPARE(answers, nicer(Niceness::answers));
        QCOMPARE(behind, nicer(Niceness::behind));
        QVERIFY(Niceness::answers < Niceness::behind);
    }

    // Another thread than that which frees: a disk may take long, and so may a large capture.
    void whoReadsWaitsForWhatIsWritten()
    {
        std::vector<int> written;
        std::promise<void> isFreed;
        doBehind([isFreed = isFreed.get_future().share()] { isFreed.wait(); });
        for (int i = 0; i < 100; ++i)
            writeBehind([&written, i](GaveWay) { written.push_back(i); });
        std::thread([] { awaitWritten(giveWay(Niceness::answers)); }).join();
        QCOMPARE(written.size(), std::size_t(100));
        QVERIFY(std::ranges::is_sorted(written));
        isFreed.set_value();
    }

    // What the work holds is gone before the next begins.
    void whatWorkHoldsIsFreedThere()
    {
        const auto freedIn = std::make_shared<std::vector<std::thread::id>>();
        doBehind([held = std::make_shared<Traced>(freedIn)] {});
        std::promise<std::size_t> said;
        doBehind([&] { said.set_value(freedIn->size()); });
        QCOMPARE(said.get_future().get(), std::size_t(1));
        QVERIFY(freedIn->front() != std::this_thread::get_id());
    }

    void longListsAreFreedBehindAndShortOnesAtOnce()
    {
        for (const std::size_t count : {10u, 5'000u}) {
            const auto freedIn = std::make_shared<std::vector<std::thread::id>>();
            std::vector<Traced> list;
            list.reserve(count);
            for (std::size_t i = 0; i < count; ++i)
                list.emplace_back(freedIn);
            freeBehind(std::move(list));
            std::promise<void> said;
            doBehind([&] { said.set_value(); });
            said.get_future().wait();
            QCOMPARE(freedIn->size(), count);
            QCOMPARE(freedIn->back() == std::this_thread::get_id(), count == 10);
        }
    }
};

QTEST_GUILESS_MAIN(TestBehind)
#include "tst_behind.moc"
