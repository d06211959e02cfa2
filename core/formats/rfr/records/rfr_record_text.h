// What a record says, for people and as JSON. Names of tasks and spans come from the finished analysis when
// there is one, else from the objects beside the record.
#pragma once

#include "core/formats/rfr/rfr_document.h"

namespace traceglass::rfr {

struct NamedValue
{
    std::string name;
    FieldValue value;
};

class RecordText
{
public:
    explicit RecordText(const RfrDocument& document);

    // "upload #20"; "task 0x…" when nothing is known of it.
    std::string task(const RecordPlace& place, std::uint64_t iid) const;
    std::string span(const RecordPlace& place, std::uint64_t iid) const;
    // A waker's context may be a task or a span.
    std::string context(const RecordPlace& place, std::uint64_t iid) const;

    std::string subject(const RecordPlace& place) const;
    std::string by(const RecordPlace& place) const;
    std::string fields(const RecordPlace& place) const;

    std::vector<NamedValue> values(std::uint64_t callsite, const std::vector<FieldValue>& values,
                                   const std::vector<Field>& dynamic) const;
    std::optional<TaskObject> taskObject(const RecordPlace& place,
                                         std::uint64_t iid) const; // of the record's sequence
    std::optional<SpanObject> spanObject(const RecordPlace& place, std::uint64_t iid) const;
    Event event(const RecordPlace& place) const;
    Waker waker(const RecordPlace& place) const;

    Record record(const RecordPlace& place) const;

    // Appends the golden line (rfr.md 10): with `index` in a stream, with the name of the chunk elsewhere.
    void appendJson(std::string& out, const RecordPlace& place, std::uint64_t index,
                    std::string_view chunk) const;

    // "tasks/upload", "workers/worker 1": the tracks a record is drawn on.
    std::vector<std::string> tracks(const RecordPlace& place) const;

    static Tint tint(RecordKind kind);

private:
    void appendFields(std::string& out, std::uint64_t callsite, const std::vector<FieldValue>& values,
                      const std::vector<Field>& dynamic) const;

    const RfrDocument& m_document;
    std::shared_ptr<const Findings> m_findings;
};

std::string joined(const std::vector<NamedValue>& values); // "slow query, rows 12"

}
