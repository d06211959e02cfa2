// What a record says, for people and as JSON. Names of tasks and spans come from the finished analysis when
// there is one, else from the objects beside the record.
#pragma once

#include "core/formats/rfr/timeline/rfr_analysis.h"
#include "core/formats/rfr/wire/rfr_pieces.h"
#include "core/model/record.h"

namespace traceglass::rfr {

class RecordText
{
public:
    // Tables may be null.
    RecordText(const Recording& recording, std::shared_ptr<const Tables> tables);

    // "upload #20"; "task 0x…" when nothing is known of it.
    std::string task(const PieceRecord& record, std::uint64_t iid) const;
    std::string span(const PieceRecord& record, std::uint64_t iid) const;
    // A waker's context may be a task or a span.
    std::string context(const PieceRecord& record, std::uint64_t iid) const;

    std::string subject(const PieceRecord& record) const;
    std::string by(const PieceRecord& record) const;
    std::string fields(const PieceRecord& record, std::size_t textBytes) const;

    // For the records table, with values of so many bytes.
    Record line(const PieceRecord& record, std::size_t textBytes = kShownText) const;

    // Appends the golden line (rfr.md 10): with `index` in a stream, with the name of the chunk elsewhere.
    void appendJson(std::string& out, const PieceRecord& record, std::uint64_t index,
                    std::string_view chunk) const;

    // "tasks/upload", "workers/worker 1": the tracks a record is drawn on.
    std::vector<std::string> tracks(const PieceRecord& record) const;

    static Tint tint(RecordKind kind);

private:
    const Recording& m_recording;
    std::shared_ptr<const Tables> m_tables;
};

}
