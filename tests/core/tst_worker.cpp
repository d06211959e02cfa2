// The threads that answer questions: order, newest wins, cancelling, and an end that leaves nothing behind.
#include "core/ask/worker.h"

#include <QtTest>
#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <semaphore>
#include <string>

using namespace traceglass;
using namespace std::chrono_literals;

namespace {

void waitUntilIdle(const Worker& worker)
{
    QTRY_VERIFY(worker.isIdle());
}

// Work that runs until it is stopped.
Worker::Work endless(std::atomic<int>& running)
{
    return [&running](Job& job) {
        ++running;
        while (!job.stopRequested())
            std::this_thread::sleep_for(1ms);
        --running;
    };
}

}

class TestWorker : public QObject
{
    Q_OBJECT

private slots:
    void answersComeInOrderOfPriority()
    {
        std::counting_semaphore<> gate(0);
        std::atomic<int> held = 0;
        std::mutex mutex;
        std::string order;
        Worker worker(3);
        for (int i = 0; i < 3; ++i) { // all threads are busy with what the user points at
            worker.post({this, std::uint64_t(100 + i)}, Priority::selection, [&](Job& job) {
                ++held;
                while (!job.stopRequested() && !gate.try_acquire_for(1ms)) { }
            });
        }
        QTRY_COMPARE(held.load(), 3);
        const auto note = [&](char letter) {
            return [&, letter](Job&) {
                const std::lock_guard lock(mutex);
                order += letter;
            };
        };
        worker.post({this, 1}, Priority::background, note('c'));
        worker.post({this, 2}, Priority::screen, note('b'));
        worker.post({this, 3}, Priority::selection, note('a'));
        gate.release(1); // one thread goes on, so the order is certain
        QVERIFY(QTest::qWaitFor([&] {
            const std::lock_guard lock(mutex);
            return order.size() == 3;
        }));
        gate.release(2);
        waitUntilIdle(worker);
        QCOMPARE(order, std::string("abc"));
    }

    void aThreadIsKeptForWhatGoesBefore()
    {
        std::atomic<int> running = 0;
        Worker worker(3);
        for (std::uint64_t i = 0; i < 5; ++i)
            worker.post({this, i}, Priority::background, endless(running));
        QTRY_COMPARE(running.load(), 1);
        for (std::uint64_t i = 10; i < 15; ++i)
            worker.post({this, i}, Priority::screen, endless(running));
        QTRY_COMPARE(running.load(), 2);
        std::atomic<bool> answered = false;
        worker.post({this, 50}, Priority::selection, [&](Job&) { answered = true; });
        QTRY_VERIFY(answered);
        QCOMPARE(running.load(), 2);
        worker.cancelAll(this);
        waitUntilIdle(worker);
        QCOMPARE(running.load(), 0);
    }

    // A disk that is away answers after minutes.
    void nobodyWaitsForWhatRuns()
    {
        Worker worker;
        std::promise<void> disk;
        std::atomic<bool> isRunning = false, isStopped = false;
        worker.post({this, 1}, Priority::screen, [&](Job& job) {
            isRunning = true;
            disk.get_future().wait();
            isStopped = job.stopRequested();
        });
        QTRY_VERIFY(isRunning);
        worker.cancelAll(this);
        QVERIFY(!worker.isIdle());
        disk.set_value();
        waitUntilIdle(worker);
        QVERIFY(isStopped);
    }

    // Neither waits for the other.
    void whatGoesOnBehindHasItsOwnThread()
    {
        std::atomic<int> behind = 0, running = 0;
        Worker worker(3);
        for (std::uint64_t i = 0; i < 5; ++i)
            worker.post({this, i}, Priority::behind, endless(behind));
        QTRY_COMPARE(behind.load(), 1);
        for (std::uint64_t i = 10; i < 15; ++i)
            worker.post({this, i}, Priority::background, endless(running));
        QTRY_COMPARE(running.load(), 1);
        worker.cancelAll(this);
        for (std::uint64_t i = 20; i < 25; ++i)
            worker.post({this, i}, Priority::selection, endless(running));
        QTRY_COMPARE(running.load(), 3);
        std::atomic<bool> answered = false;
        worker.post({this, 50}, Priority::behind, [&](Job&) { answered = true; });
        QTRY_VERIFY(answered);
    }

    void theNewestQuestionWins()
    {
        std::atomic<int> running = 0, answered = 0;
        std::atomic<std::uint64_t> last = 0;
        Worker worker;
        worker.post({this, 7}, Priority::selection, endless(running));
        QTRY_COMPARE(running.load(), 1);
        for (std::uint64_t i = 1; i <= 1000; ++i) {
            worker.post({this, 7}, Priority::selection, [&, i](Job& job) {
                std::this_thread::sleep_for(100us);
                if (!job.stopRequested()) {
                    ++answered;
                    last = i;
                }
            });
        }
        waitUntilIdle(worker);
        QCOMPARE(running.load(), 0); // the first one was stopped half way
        QCOMPARE(last.load(), std::uint64_t(1000));
        QVERIFY2(answered < 1000, "those in between were dropped");
    }

    void questionsOfOthersStay()
    {
        int other = 0;
        std::atomic<int> running = 0, answered = 0;
        Worker worker;
        worker.post({this, 1}, Priority::screen, endless(running));
        worker.post({&other, 1}, Priority::screen, [&](Job&) { ++answered; });
        QTRY_COMPARE(answered.load(), 1);
        QTRY_COMPARE(running.load(), 1);
        worker.cancelAll(&other);
        QCOMPARE(running.load(), 1);
        worker.cancel({this, 1});
        QTRY_COMPARE(running.load(), 0);
    }

    void closingStopsEverything()
    {
        std::atomic<int> running = 0;
        {
            Worker worker(4);
            for (std::uint64_t i = 0; i < 20; ++i)
                worker.post({this, i}, Priority::selection, endless(running));
            QTRY_COMPARE(running.load(), 4);
        }
        QCOMPARE(running.load(), 0);
    }
};

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"
