// The questions of one view: answers come to the GUI thread, the newest question of a slot wins.
//
//     m_asker.ask(kPage, Priority::screen, ask::Page {node, 0, 256},
//                 [this](ask::Page::Answer answer) { ... });
//
// The destructor drops what is still wanted, and waits for nothing: work owns all that it uses.
#pragma once

#include "core/ask/capture.h"

#include <QObject>
#include <map>
#include <memory>
#include <mutex>

namespace traceglass {

class Asker : public QObject
{
public:
    using Slot = std::uint64_t;

    explicit Asker(std::shared_ptr<const Capture> capture, QObject* parent = nullptr)
        : QObject(parent)
        , m_capture(std::move(capture))
        , m_link(std::make_shared<Link>())
    {
        m_link->asker = this;
    }
    ~Asker() override
    {
        {
            const std::lock_guard lock(m_link->mutex);
            m_link->asker = nullptr;
        }
        m_capture->worker().cancelAll(this);
    }

    // `done` is called once.
    template <class Question>
    void ask(Slot slot, Priority priority, Question question,
             std::function<void(typename Question::Answer)> done)
    {
        auto tell = delivery<typename Question::Answer>(slot, std::move(done));
        m_waiting[slot].job =
            m_capture->ask<Question>({this, slot}, priority, std::move(question), std::move(tell));
    }
    // The same for what takes its time with what is at hand already.
    template <class Answer>
    void work(Slot slot, Priority priority, std::function<Answer(Job&)> work, std::function<void(Answer)> done)
    {
        auto tell = delivery<Answer>(slot, std::move(done));
        m_waiting[slot].job = m_capture->worker().post(
            {this, slot}, priority, [work = std::move(work), tell = std::move(tell)](Job& job) {
                Answer answer = work(job);
                if (!job.stopRequested())
                    tell(std::move(answer));
            });
    }
    void cancel(Slot slot)
    {
        m_waiting.erase(slot);
        m_capture->worker().cancel({this, slot});
    }
    bool isWaiting(Slot slot) const { return m_waiting.contains(slot); }
    bool isWaiting() const { return !m_waiting.empty(); }
    // How far the answer of a slot is; 0 of 0 when nobody can say.
    std::uint64_t done(Slot slot) const { return isWaiting(slot) ? m_waiting.at(slot).job->done() : 0; }
    std::uint64_t total(Slot slot) const { return isWaiting(slot) ? m_waiting.at(slot).job->total() : 0; }

private:
    struct Waiting
    {
        std::uint64_t serial = 0;
        std::shared_ptr<Job> job;
    };
    struct Link // of the threads that answer to this, which may end before them
    {
        std::mutex mutex;
        Asker* asker = nullptr;
    };

    // The slot waits from now on; for a thread of the worker: brings an answer to this one.
    template <class Answer>
    std::function<void(Answer)> delivery(Slot slot, std::function<void(Answer)> done)
    {
        const std::uint64_t serial = m_waiting[slot].serial = ++m_serial;
        auto shared = std::make_shared<std::function<void(Answer)>>(std::move(done));
        return [link = m_link, slot, serial, shared](Answer answer) {
            auto told = std::make_shared<Answer>(std::move(answer));
            const std::lock_guard lock(link->mutex);
            Asker* const asker = link->asker;
            if (!asker)
                return;
            const auto deliver = [asker, slot, serial, shared, told] {
                const auto waiting = asker->m_waiting.find(slot);
                if (waiting == asker->m_waiting.end() || waiting->second.serial != serial)
                    return; // nobody waits for it any more
                asker->m_waiting.erase(waiting);
                (*shared)(std::move(*told));
            };
            QMetaObject::invokeMethod(asker, deliver, Qt::QueuedConnection);
        };
    }

    std::shared_ptr<const Capture> m_capture;
    std::shared_ptr<Link> m_link;
    std::map<Slot, Waiting> m_waiting;
    std::uint64_t m_serial = 0;
};

}
