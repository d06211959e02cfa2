// A look at all events of a JVM, by all cores: each part of the stream is read by itself, then they are added up in order.
//
//     JvmPieces pieces(file, index, everything, job);
//     const auto look = pieces.read(customTypes, 10'000'000);       // Result<const JvmLook*>, which `pieces` owns
//
// Which parts there are depends on the stream alone, so any number of threads finds the same.
#pragma once

#include "core/formats/cjfr/findings/jvm_look.h"

#include <memory>

namespace traceglass::cjfr {

class JvmPieces
{
public:
    // All of them stay as they are meanwhile. Of the request, threads and timeline count.
    JvmPieces(const CjfrFile& file, const StreamIndex& index, const StatRequest& everything, Job& job)
        : m_file(file)
        , m_index(index)
        , m_everything(everything)
        , m_job(job)
    {
    }

    // As JvmLook::read. `checkpoints`: how many a piece has; 0: as many as are worth a piece.
    Result<const JvmLook*> read(const std::vector<std::string>& custom, std::int64_t customAtLeastNs,
                                std::uint64_t checkpoints = 0);

private:
    struct Piece
    {
        explicit Piece(const JvmPieces& all)
            : pass(all.m_file, all.m_index, all.m_everything, all.m_job)
        {
        }

        EventPass pass;
        JvmLook look {pass};
        Result<void> done {};
    };

    const CjfrFile& m_file;
    const StreamIndex& m_index;
    const StatRequest& m_everything;
    Job& m_job;
    std::vector<std::unique_ptr<Piece>> m_pieces;
};

}
