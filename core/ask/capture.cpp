#include "core/ask/capture.h"

#include "core/io/piped_file.h"
#include "core/model/document.h"
#include "core/query/field_columns.h"

#include <algorithm>

namespace traceglass {

namespace {

std::filesystem::path canonicalOf(const std::filesystem::path& path)
{
    std::error_code none;
    return std::filesystem::canonical(path, none);
}

bool isFolder(const std::filesystem::path& path)
{
    std::error_code unreadable;
    return std::filesystem::is_directory(path, unreadable);
}

}

Capture::Capture(std::shared_ptr<const Document> document, const Job& job)
    : m_document(std::move(document))
    , m_fields(std::make_shared<query::FieldColumns>(m_document->fields()))
    , m_path(m_document->path())
    , m_canonicalPath(canonicalOf(m_path))
    , m_isFolder(traceglass::isFolder(m_path))
    , m_name(m_document->piped() ? m_document->piped()->name() : m_path.filename().string())
    , m_isPiped(m_document->piped() != nullptr)
    , m_has {m_document->structure() != nullptr, m_document->timeline() != nullptr,
             m_document->records() != nullptr, m_document->stacks() != nullptr,
             m_document->payloads() != nullptr}
    , m_tables(m_document->statistics() ? m_document->statistics()->kinds(job) : std::vector<StatKind> {})
    , m_rootId(m_has.structure ? m_document->structure()->rootId() : NodeId {})
    , m_initialView(m_has.timeline ? m_document->timeline()->initialView() : std::nullopt)
    , m_timeline(std::make_shared<Timeline>())
    , m_worker(std::make_unique<Worker>())
{
}

Capture::~Capture() = default;

std::shared_ptr<Capture> Capture::shared(std::shared_ptr<const Document> document, const Job& job)
{
    return {new Capture(std::move(document), job), [](Capture* last) { doBehind([last] { delete last; }); }};
}

const Format& Capture::format() const
{
    return m_document->format();
}

bool Capture::hasTable(std::string_view id) const
{
    return std::ranges::find(m_tables, id, &StatKind::id) != m_tables.end();
}

const DiagnosticLog& Capture::problems() const
{
    return m_document->problems();
}

Result<void> Capture::index(const IndexRequest& request, Job& job, GaveWay) const
{
    return traceglass::index(*m_document, request, job);
}

void Capture::setTimeline(TimelinePtr timeline)
{
    const std::lock_guard lock(m_mutex);
    m_timeline = std::move(timeline);
}

void Capture::setNotes(std::shared_ptr<const AnnotationSet> notes)
{
    m_fields->setNotes(std::move(notes));
}

std::shared_ptr<Job> Capture::post(const Worker::Key& key, Priority priority, Work work) const
{
    TimelinePtr timeline;
    {
        const std::lock_guard lock(m_mutex);
        timeline = m_timeline;
    }
    return m_worker->post(
        key, priority,
        [document = m_document, fields = m_fields, timeline, work = std::move(work)](Job& job) {
            work({*document, *timeline, &*fields}, job);
        });
}

}
