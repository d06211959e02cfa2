// The messages of a CondensedData file as records and as data: `tglass records`, the records table, `tglass
// dump`.
#pragma once

#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/records_facet.h"

namespace traceglass::cjfr {

class CjfrRecords : public RecordsFacet
{
public:
    explicit CjfrRecords(const CjfrFile& file)
        : m_file(file)
    {
    }

    std::vector<RecordTable> tables() const override;
    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<std::vector<Record>> in(const ByteRange& range, std::size_t limit, const Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;

private:
    const CjfrFile& m_file;
};

}
