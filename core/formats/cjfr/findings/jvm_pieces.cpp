#include "core/formats/cjfr/findings/jvm_pieces.h"

#include "core/base/workers.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

// What a piece costs beside its events (names once more, adding up) is little for so many messages, and of so few pieces.
constexpr std::uint64_t kLeastCheckpoints = 256, kMostPieces = 64;

}

Result<const JvmLook*> JvmPieces::read(const std::vector<std::string>& custom, std::int64_t customAtLeastNs,
                                       std::uint64_t checkpoints)
{
    if (checkpoints == 0)
        checkpoints = std::max(kLeastCheckpoints, m_index.checkpoints.size() / kMostPieces + 1);
    const std::uint64_t each = checkpoints * StreamIndex::kMessagesACheckpoint;
    const std::uint64_t count = std::max<std::uint64_t>((m_index.messages + each - 1) / each, 1);
    m_pieces.resize(static_cast<std::size_t>(count));
    m_job.start(m_index.messages);
    forEachParallel(m_pieces.size(), m_everything.threads, m_job, [&](std::size_t i) {
        auto piece = std::make_unique<Piece>(*this);
        piece->done = piece->look.read({i * each, (i + 1) * each}, custom, customAtLeastNs);
        m_pieces[i] = std::move(piece);
    });
    for (const auto& piece : m_pieces) {
        if (!piece)
            return fail(Code::Stopped);
        if (!piece->done)
            return tl::unexpected(piece->done.error());
    }
    JvmLook& look = m_pieces.front()->look;
    for (auto later = m_pieces.begin() + 1; later != m_pieces.end(); ++later) {
        if (m_job.stopRequested())
            return fail(Code::Stopped);
        look.add(std::move((*later)->look));
        later->reset();
    }
    look.settle();
    return &look;
}

}
