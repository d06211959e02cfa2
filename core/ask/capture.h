// An opened capture as views know it: facts that are at hand, and questions whose answers come later.
//
//     auto capture = Capture::shared(std::move(document));
//     capture->ask({this, 0}, Priority::selection, ask::About {sliceId},
//                  [](Resolved answer) { ... });                  // in a thread of the worker
//
// Nothing here reads the capture in the calling thread. Questions are answered about the timeline that was set last.
#pragma once

#include "core/ask/answers.h"
#include "core/ask/worker.h"
#include "core/base/behind.h"
#include "core/base/diagnostic_log.h"
#include "core/model/annotation.h"
#include "core/model/document_handle.h"
#include "core/model/index_request.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>

namespace traceglass {

struct Format;

class Capture
{
public:
    explicit Capture(std::shared_ptr<const Document> document, const Job& job = {});
    ~Capture(); // stops what is being answered, and waits for it
    // Whoever lets it go last does not wait: it ends behind (behind.h), for a large one takes half a second, and one
    // on a disk that is away as long as that.
    static std::shared_ptr<Capture> shared(std::shared_ptr<const Document> document, const Job& job = {});

    // --- known since it was opened
    const Format& format() const;
    const std::filesystem::path& path() const { return m_path; } // the directory of a recording
    // Of when it was opened, without links; empty where there is no file to go back to.
    const std::filesystem::path& canonicalPath() const { return m_canonicalPath; }
    bool isFolder() const { return m_isFolder; }
    const std::string& name() const { return m_name; }           // of the file, or "standard input"
    bool isPiped() const { return m_isPiped; } // there is no file to go back to, nor one to put notes beside
    const NodeId& rootId() const { return m_rootId; } // of the structure
    bool hasStructure() const { return m_has.structure; }
    bool hasTimeline() const { return m_has.timeline; }
    bool hasRecords() const { return m_has.records; }
    bool hasStacks() const { return m_has.stacks; }
    bool hasPayloads() const { return m_has.payloads; } // its records are containers for something else
    bool hasTable(std::string_view id) const; // of statistics of its own, as far as that was known then
    // Where the view begins when the path named a part of the capture.
    const std::optional<TimeRange>& initialView() const { return m_initialView; }
    const DiagnosticLog& problems() const;

    // --- questions
    void setTimeline(TimelinePtr timeline);
    void setNotes(std::shared_ptr<const AnnotationSet> notes); // for queries, from the next question on
    // `deliver` is called in a thread of the worker, once; not at all when a newer question of the key took its place
    // before, or it was cancelled.
    template <class Question>
    std::shared_ptr<Job> ask(const Worker::Key& key, Priority priority, Question question,
                             std::function<void(typename Question::Answer)> deliver) const
    {
        auto work = [question = std::move(question), deliver = std::move(deliver)](const ask::Reading& of,
                                                                                   Job& job) {
            auto told = answer(question, of, job);
            if (!job.stopRequested())
                deliver(std::move(told));
        };
        return post(key, priority, std::move(work));
    }
    Worker& worker() const { return *m_worker; }

    // Reads all of it once (document.h), in the calling thread, which has given way: the window's never does.
    Result<void> index(const IndexRequest& request, Job& job, GaveWay) const;
    DocumentHandle document() const { return DocumentHandle(m_document); } // for notes, which are saved into it

private:
    using Work = std::function<void(const ask::Reading& of, Job& job)>;

    std::shared_ptr<Job> post(const Worker::Key& key, Priority priority, Work work) const;

    struct Has
    {
        bool structure = false, timeline = false, records = false, stacks = false, payloads = false;
    };

    std::shared_ptr<const Document> m_document;
    std::shared_ptr<query::FieldColumns> m_fields;
    std::filesystem::path m_path, m_canonicalPath;
    bool m_isFolder = false;
    std::string m_name;
    bool m_isPiped = false;
    Has m_has;
    std::vector<StatKind> m_tables;
    NodeId m_rootId;
    std::optional<TimeRange> m_initialView;
    mutable std::mutex m_mutex; // guards m_timeline
    TimelinePtr m_timeline;
    std::unique_ptr<Worker> m_worker; // last: its threads end before anything they use
};

}
