// Work for a thread of its own whose result comes back to the GUI thread: one piece at a time, the newest
// request wins.
//
//     m_fetch.start([rows](Job& job) { return sorted(rows, job); },     // in the thread
//                   [this](Rows rows) { m_model->setRows(std::move(rows)); });  // in the GUI thread
//
// start() while something runs asks that to stop and begins when it has; a result nobody waits for any more
// is dropped. The destructor stops the work and leaves it behind: a disk that is away may hold it up for minutes. So it owns
// all that it uses; the end of the program waits for it.
#pragma once

#include "core/base/job.h"

#include <QObject>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>

namespace traceglass {

class BackgroundTask : public QObject
{
public:
    explicit BackgroundTask(QObject* parent = nullptr);
    ~BackgroundTask() override;

    template <class Work, class Done>
    void start(Work work, Done done)
    {
        using Value = std::invoke_result_t<Work&, Job&>;
        run([work = std::move(work), done = std::move(done)](Job& job) mutable -> std::function<void()> {
            auto value = std::make_shared<Value>(work(job));
            return [value, done]() mutable { done(std::move(*value)); };
        });
    }

    void cancel();                              // the result is dropped
    bool isRunning() const { return m_wanted; } // a result is on its way

private:
    using Piece = std::function<std::function<void()>(Job&)>;

    struct Link // of the thread to this, which may end before it
    {
        std::mutex mutex;
        BackgroundTask* task;
    };

    void run(Piece piece);
    void begin(Piece piece);
    void finish(const std::function<void()>& deliver);

    std::shared_ptr<Link> m_link;
    Piece m_next;
    bool m_wanted = false;
    std::jthread m_thread;
};

}
