// What is made once, by whoever asks first and is not stopped.
#include "core/base/made_once.h"

#include <QtTest>
#include <thread>

using namespace traceglass;

class TestMadeOnce : public QObject
{
    Q_OBJECT

private slots:
    void isMadeOnceAndStays()
    {
        const MadeOnce<int> once;
        int made = 0;
        const auto make = [&]() -> Result<int> { return ++made; };
        QVERIFY(!once.known());
        const int* const first = once.get(Job(), make);
        QVERIFY(first && *first == 1);
        QVERIFY(once.get(Job(), make) == first && once.known() == first);
        QCOMPARE(made, 1);
    }

    void aStopLeavesItToTheNext()
    {
        const MadeOnce<int> once;
        std::stop_source stop;
        const Job job(stop.get_token());
        const auto whileStopped = [&]() -> Result<int> {
            stop.request_stop();
            return fail(Code::Stopped);
        };
        QVERIFY(!once.get(job, whileStopped) && !once.known());
        QVERIFY(!once.get(job, []() -> Result<int> { return 1; })); // is stopped already
        QVERIFY(once.get(Job(), []() -> Result<int> { return 2; }));
        QCOMPARE(*once.known(), 2);
        QVERIFY(once.get(job, whileStopped)); // who is stopped may know what is known
    }

    // Who waits goes on in the place of who was stopped, and waits no longer than it likes.
    void othersWait()
    {
        const MadeOnce<int> once;
        std::stop_source first, second;
        std::atomic<bool> isMaking = false;
        std::jthread maker([&] {
            const Job job(first.get_token());
            QVERIFY(!once.get(job, [&]() -> Result<int> {
                isMaking = true;
                while (!job.stopRequested())
                    std::this_thread::yield();
                return fail(Code::Stopped);
            }));
        });
        while (!isMaking)
            std::this_thread::yield();
        std::jthread impatient([&] {
            const Job job(second.get_token());
            QVERIFY(!once.get(job, []() -> Result<int> { return 1; }));
        });
        second.request_stop();
        impatient.join();
        QVERIFY(!once.known());
        std::jthread patient([&] {
            const int* const made = once.get(Job(), []() -> Result<int> { return 2; });
            QVERIFY(made && *made == 2);
        });
        first.request_stop();
        patient.join();
        QCOMPARE(*once.known(), 2);
    }
};

QTEST_GUILESS_MAIN(TestMadeOnce)
#include "tst_made_once.moc"
