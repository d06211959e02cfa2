#include "core/ask/capture.h"

#include "core/ask/answers.h"
#include "core/io/piped_file.h"

namespace traceglass {

Capture::Capture(std::shared_ptr<const Document> document)
    : m_document(std::move(document))
    , m_path(m_document->path())
    , m_name(m_document->piped() ? m_document->piped()->name() : m_path.filename().string())
    , m_isPiped(m_document->piped() != nullptr)
    , m_has {m_document->structure() != nullptr, m_document->timeline() != nullptr,
             m_document->records() != nullptr, m_document->stacks() != nullptr}
    , m_rootId(m_has.structure ? m_document->structure()->rootId() : NodeId {})
    , m_initialView(m_has.timeline ? m_document->timeline()->initialView() : std::nullopt)
    , m_timeline(std::make_shared<Timeline>())
    , m_worker(std::make_unique<Worker>())
{
}

Capture::~Capture() = default;

const Format& Capture::format() const
{
    return m_document->format();
}

const DiagnosticLog& Capture::problems() const
{
    return m_document->problems();
}

Result<void> Capture::index(const IndexRequest& request, Job& job) const
{
    return traceglass::index(*m_document, request, job);
}

void Capture::setTimeline(TimelinePtr timeline)
{
    const std::lock_guard lock(m_mutex);
    m_timeline = std::move(timeline);
}

template <class Question>
std::shared_ptr<Job> Capture::ask(const Worker::Key& key, Priority priority, Question question,
                                  std::function<void(typename Question::Answer)> deliver) const
{
    TimelinePtr timeline;
    {
        const std::lock_guard lock(m_mutex);
        timeline = m_timeline;
    }
    return m_worker->post(key, priority,
                          [document = m_document, timeline = std::move(timeline), question = std::move(question),
                           deliver = std::move(deliver)](Job& job) {
                              const ask::Reading of {*document, *timeline};
                              auto told = answer(question, of, job);
                              if (!job.stopRequested())
                                  deliver(std::move(told));
                          });
}

// Every question there is: views that ask another one do not link.
#define TRACEGLASS_QUESTION(name)                                                                            \
    template std::shared_ptr<Job> Capture::ask<ask::name>(                                                   \
        const Worker::Key&, Priority, ask::name, std::function<void(typename ask::name::Answer)>) const;
TRACEGLASS_QUESTION(About)
TRACEGLASS_QUESTION(Page)
TRACEGLASS_QUESTION(Root)
TRACEGLASS_QUESTION(NodeFacts)
TRACEGLASS_QUESTION(SearchStructure)
TRACEGLASS_QUESTION(SearchBytes)
TRACEGLASS_QUESTION(CopyBytes)
TRACEGLASS_QUESTION(Find)
TRACEGLASS_QUESTION(Bytes)
TRACEGLASS_QUESTION(Sources)
TRACEGLASS_QUESTION(Picture)
TRACEGLASS_QUESTION(OnDisk)
TRACEGLASS_QUESTION(SummaryNow)
TRACEGLASS_QUESTION(ProblemPlaces)
TRACEGLASS_QUESTION(Damage)
TRACEGLASS_QUESTION(Records)
TRACEGLASS_QUESTION(RecordNumber)
TRACEGLASS_QUESTION(Tables)
TRACEGLASS_QUESTION(Flame)
TRACEGLASS_QUESTION(Validate)
#undef TRACEGLASS_QUESTION

}
