// An RDF capture without what saving notes left in it: older notes, and the indexes of before. All other bytes stay,
// whether an entry of the index points to them or not: another capture, or what another program keeps there. Chunks keep
// their order and their numbers.
#include "core/formats/rdf/rdf_document.h"
#include "core/io/byte_writer.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kCopied = 1u << 20;

// Ranges that live on, in order and without overlaps, and where they go.
class Moves
{
public:
    void add(const Extent& extent)
    {
        if (extent.length > 0)
            m_from.push_back(extent);
    }

    void finish()
    {
        std::ranges::sort(m_from, {}, &Extent::offset);
        std::size_t kept = 0;
        for (const Extent& extent : m_from) {
            if (kept > 0 && extent.offset <= m_from[kept - 1].end())
                m_from[kept - 1].length =
                    std::max(m_from[kept - 1].end(), extent.end()) - m_from[kept - 1].offset;
            else
                m_from[kept++] = extent;
        }
        m_from.resize(kept);
        for (const Extent& extent : m_from) {
            m_to.push_back(m_end);
            m_end += extent.length;
        }
    }

    const std::vector<Extent>& ranges() const { return m_from; }
    std::uint64_t end() const { return m_end; }

    // An offset that lies in no range belongs to something empty: it goes where the next range begins.
    std::int64_t target(std::int64_t offset) const
    {
        const auto at = static_cast<std::uint64_t>(std::max<std::int64_t>(offset, 0));
        const auto next = std::ranges::upper_bound(m_from, at, {}, &Extent::offset);
        std::uint64_t to =
            next == m_from.end() ? m_end : m_to[static_cast<std::size_t>(next - m_from.begin())];
        if (next != m_from.begin()) {
            const Extent& before = *(next - 1);
            if (at < before.end())
                to = m_to[static_cast<std::size_t>(next - m_from.begin() - 1)] + (at - before.offset);
        }
        return static_cast<std::int64_t>(to);
    }

private:
    std::vector<Extent> m_from;
    std::vector<std::uint64_t> m_to;
    std::uint64_t m_end = kHeaderSize;
};

}

// Where what is not ours ends: before our notes, and before the index that the first of them replaced, where that lies
// directly behind the chunks.
std::uint64_t RdfNotes::othersEnd() const
{
    const std::uint64_t start = ownStart(), chunksEnd = stableBytes().end();
    if (start == m_file.mapped().size())
        return start;
    for (const Region& region : m_file.outer().map(Job())->extras()) {
        if (region.kind == Region::Kind::deadIndex && region.extent.offset == chunksEnd
            && region.extent.end() == start)
            return chunksEnd;
    }
    return start;
}

std::uint64_t RdfNotes::deadBytes() const
{
    if (!canAppend(m_file.outer().index()))
        return 0;
    std::uint64_t dead = ownStart() - othersEnd();
    for (const Extent& room : ownRoom().dead)
        dead += room.length;
    return dead;
}

Result<void> RdfNotes::compact(const std::filesystem::path& path, SaveIo& io, Job& job) const
{
    const Index& index = m_file.outer().index();
    if (const auto possible = canAppend(index); !possible)
        return fail(Code::FileUnwritable,
                    m_file.path().string() + " cannot be written anew: " + possible.error().detail);
    if (joinedAt(index, m_file.mapped().view(), job))
        return fail(Code::FileUnwritable,
                    m_file.path().string() + " cannot be written anew: another capture lies behind this one");
    const auto locked = io.waitForLock(m_file.path(), job);
    if (!locked)
        return tl::unexpected(locked.error());
    if (m_file.changedOnDisk())
        return fail(Code::FileChanged, m_file.path().string());
    Moves moves;
    std::uint64_t othersEndAt = othersEnd();
    if (othersEndAt == index.extent.end()) // none of our notes are behind it
        othersEndAt = std::max(index.extent.offset, kHeaderSize);
    moves.add({kHeaderSize, othersEndAt - kHeaderSize});
    const auto notes = newest();
    const bool saysStart = notes && index.headerExtent(index.entry(*notes)).length == kNotesHeaderSize;
    for (std::uint64_t n = 0; n < index.count(); ++n) {
        const Entry entry = index.entry(n);
        if (!index.isWhole(entry))
            return fail(Code::RdfDataOutOfRange, m_file.outer().chunkName(n, job));
        if (index.isSharedBy(entry)) // the index of the compact one shares bytes with nothing
            return fail(Code::RdfOverlapsIndex, m_file.outer().chunkName(n, job));
        if (!saysStart || n != notes)
            moves.add(index.headerExtent(entry));
        moves.add(index.dataExtent(entry));
    }
    moves.finish();
    ByteWriter notesHeader; // which says where our own begin: that has moved
    if (saysStart) {
        notesHeader.u64(headerField(index.entry(*notes), kCountField).value_or(0));
        notesHeader.u64(othersEndAt);
    }
    job.start(moves.end() + notesHeader.bytes().size() + index.entries.size());

    const auto write = [&](const FileWriter& put) -> Result<void> {
        std::vector<std::byte> pending; // collects small writes
        Result<void> written;
        const auto add = [&](std::span<const std::byte> bytes) {
            pending.insert(pending.end(), bytes.begin(), bytes.end());
            if (pending.size() >= kCopied) {
                written = put(pending);
                pending.clear();
            }
        };
        ByteWriter head;
        head.raw(m_file.mapped().view().first(16)); // identifier, version, reserved
        head.u64(moves.end() + notesHeader.bytes().size());
        head.u64(index.entries.size());
        add(head.bytes());
        for (const Extent& range : moves.ranges()) {
            for (std::uint64_t done = 0; written && done < range.length; done += kCopied) {
                if (job.stopRequested())
                    return fail(Code::Stopped);
                const auto step =
                    static_cast<std::size_t>(std::min<std::uint64_t>(range.length - done, kCopied));
                add(m_file.mapped().view().subspan(static_cast<std::size_t>(range.offset + done), step));
                job.advance(step);
            }
        }
        add(notesHeader.bytes());
        for (std::uint64_t n = 0; written && n < index.count(); ++n) {
            Entry entry = index.entry(n);
            entry.headerOffset = saysStart && n == notes ? static_cast<std::int64_t>(moves.end())
                                                         : moves.target(entry.headerOffset);
            entry.dataOffset = moves.target(entry.dataOffset);
            add(entryBytes(entry));
        }
        if (written)
            written = put(pending);
        return m_file.mapped().isCut() ? fail(Code::FileChanged, m_file.path().string()) : written;
    };
    const auto check = [&](const std::filesystem::path& made) -> Result<void> {
        auto copy = RdfDocument::open(made, job);
        if (!copy)
            return tl::unexpected(copy.error());
        return (*copy)->summary().records == index.count() ? Result<void> {}
                                                           : fail(Code::NotesNotEqual, path.string());
    };
    std::error_code error;
    Replacing how;
    if (std::filesystem::equivalent(m_file.path(), path, error)) {
        how.capture = &*locked;                         // keeps all, and nobody may be writing it
    } else if (!std::filesystem::exists(path, error)) { // a new file is for whoever has the capture
        auto access = File::openOrdinary(m_file.path()).and_then(accessOf);
        if (!access)
            return tl::unexpected(access.error());
        how.access = std::move(*access);
        how.isNew = true;
    }
    return replaceFile(io, path, write, check, how);
}

}
