// The event loop, turned by hand. A turn waits for events and delivers them; from the first delivery to its
// end the thread is away and sees no input. A heartbeat of 0 ms would tell the same and take one of two cores
// from the threads that read the capture.
//
//     WatchedLoop loop(argc, argv);
//     loop.act("open", [&] { window.open(path); });
//     loop.turnUntil([&] { return window.session() != nullptr; }, 60);
//     row("stall", percentile(loop.stalls(), 1), "ms");
#pragma once

#include "tests/bench/bench.h"

#include <QApplication>
#include <QMetaEnum>
#include <QTimer>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace traceglass::bench {

class WatchedLoop : public QApplication
{
public:
    WatchedLoop(int& argc, char** argv)
        : QApplication(argc, argv)
    {
        m_ticker.start(5); // turns go on when nothing happens
    }

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (receiver == &m_ticker || std::this_thread::get_id() != m_thread) // others have loops of their own
            return QApplication::notify(receiver, event);
        const double begin = wallSeconds();
        if (m_awaySince == 0) {
            m_awaySince = begin;
            m_usedBefore = threadSeconds();
        }
        const char* const name = receiver->metaObject()->className(); // it may be gone behind its event
        const QEvent::Type type = event->type();
        const bool isPaint = type == QEvent::UpdateRequest && receiver->isWidgetType();
        const bool taken = QApplication::notify(receiver, event);
        m_paints += isPaint;
        // The innermost event that took most of the time.
        if (const double seconds = wallSeconds() - begin; seconds > 2 * m_blame.seconds)
            m_blame = {seconds, name, type};
        return taken;
    }

    void turn()
    {
        m_awaySince = 0;
        m_blame = {};
        processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        if (m_awaySince == 0)
            return;
        const double away = wallSeconds() - m_awaySince, used = threadSeconds() - m_usedBefore;
        m_stalls.push_back(away * 1e3);
        m_used.push_back(used * 1e3);
        if (Worst& worst = m_worst[m_step]; away > worst.seconds)
            worst = {away, used, m_blame};
    }
    // The event is delivered by the loop, like input, and the turns up to it are done.
    void act(const char* step, const std::function<void()>& event)
    {
        m_step = step;
        bool done = false;
        QMetaObject::invokeMethod(
            this,
            [&] {
                event();
                done = true;
            },
            Qt::QueuedConnection);
        while (!done)
            turn();
    }
    bool turnUntil(const std::function<bool()>& reached, double seconds)
    {
        for (const double end = wallSeconds() + seconds; wallSeconds() < end; turn()) {
            if (reached())
                return true;
        }
        return reached();
    }
    // Between two inputs: keys that repeat come no faster.
    void rest(double seconds = 0.01)
    {
        turnUntil([] { return false; }, seconds);
    }

    void forget() // what was before
    {
        m_stalls.clear();
        m_used.clear();
        m_worst.clear();
    }
    std::uint64_t paints() const { return m_paints; }
    // Of every turn in which there was anything to do, in milliseconds; and what of it the processor took,
    // which is less where the thread waited for others, or other programs for a processor.
    const std::vector<double>& stalls() const { return m_stalls; }
    const std::vector<double>& used() const { return m_used; }
    // The longest turn of a step, in milliseconds.
    double longest(const std::string& step) const
    {
        const auto found = m_worst.find(step);
        return found == m_worst.end() ? 0 : found->second.seconds * 1e3;
    }
    // To the error stream, of each step in which it is longer: what time it took, wall and processor, and
    // which event took most of it.
    void tellWorst(const char* name, double seconds) const
    {
        for (const auto& [step, worst] : m_worst) {
            if (worst.seconds <= seconds)
                continue;
            const char* const type = QMetaEnum::fromType<QEvent::Type>().valueToKey(worst.blame.type);
            std::fprintf(stderr, "%s, %s: %.0f ms (%.0f ms of the processor), most of it %s of %s\n", name,
                         step.c_str(), worst.seconds * 1e3, worst.used * 1e3, type ? type : "an event",
                         worst.blame.receiver);
        }
    }

private:
    struct Blame
    {
        double seconds = 0;
        const char* receiver = "";
        QEvent::Type type = QEvent::None;
    };
    struct Worst
    {
        double seconds = 0;
        double used = 0; // of the processor
        Blame blame;
    };

    const std::thread::id m_thread = std::this_thread::get_id();
    QTimer m_ticker;
    double m_awaySince = 0; // 0: it is not
    double m_usedBefore = 0;
    Blame m_blame;
    std::uint64_t m_paints = 0;
    std::string m_step = "start";
    std::vector<double> m_stalls, m_used;
    std::map<std::string, Worst> m_worst;
};

}
