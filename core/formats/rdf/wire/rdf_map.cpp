#include "core/formats/rdf/wire/rdf_map.h"

#include "core/base/sort.h"
#include "core/base/wide.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace traceglass::rdf {

namespace {

// A multiplicative hash with a secret, so that no file can be made that puts all its ids in one place of the
// table.
class IdHash
{
public:
    IdHash()
    {
        std::random_device random;
        for (std::uint64_t& secret : m_secret)
            secret = (std::uint64_t(random()) << 32 | random()) | 1;
    }

    std::uint64_t operator()(std::string_view id) const
    {
        std::uint64_t low, high;
        std::memcpy(&low, id.data(), 8);
        std::memcpy(&high, id.data() + 8, 8);
        return fold(fold(low ^ m_secret[0], high ^ m_secret[1]) ^ m_secret[2], m_secret[3]);
    }

private:
    static std::uint64_t fold(std::uint64_t a, std::uint64_t b)
    {
        const WideUnsigned product = WideUnsigned(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }

    std::array<std::uint64_t, 4> m_secret {};
};

constexpr std::uint32_t kFree = ~std::uint32_t(0);

// How many of the numbers below `count` come before the first one that is not before.
template <class IsBefore>
std::uint64_t countBefore(std::uint64_t count, IsBefore isBefore)
{
    std::uint64_t begin = 0;
    while (begin < count) {
        const std::uint64_t middle = begin + (count - begin) / 2;
        if (isBefore(middle))
            begin = middle + 1;
        else
            count = middle;
    }
    return begin;
}

}

Result<ChunkNumbers> numberChunks(const Index& index, const Job& job)
{
    ChunkNumbers out;
    const std::uint64_t count = index.count();
    out.m_group.resize(count);
    out.m_number.resize(count);

    const IdHash hash;
    std::vector<std::uint32_t> table(1024, kFree); // groups, by hash
    std::vector<std::uint32_t> firstOf;            // entry that shows a group's id
    std::vector<std::uint32_t> sizes;
    const auto slotOf = [&](std::string_view id) {
        std::uint64_t at = hash(id) & (table.size() - 1);
        while (table[at] != kFree && index.id(firstOf[table[at]]) != id)
            at = (at + 1) & (table.size() - 1);
        return at;
    };
    for (std::uint64_t n = 0; n < count; ++n) {
        if (isStoppedAt(n, job))
            return fail(Code::Stopped);
        const std::string_view id = index.id(n);
        std::uint64_t at = slotOf(id);
        if (table[at] == kFree) {
            if (firstOf.size() * 2 >= table.size()) {
                table.assign(table.size() * 4, kFree);
                for (std::uint32_t group = 0; group < firstOf.size(); ++group)
                    table[slotOf(index.id(firstOf[group]))] = group;
                at = slotOf(id);
            }
            table[at] = static_cast<std::uint32_t>(firstOf.size());
            firstOf.push_back(static_cast<std::uint32_t>(n));
            sizes.push_back(0);
        }
        out.m_group[n] = table[at];
        out.m_number[n] = sizes[table[at]]++;
    }

    out.m_groupStart.assign(1, 0);
    for (const std::uint32_t size : sizes)
        out.m_groupStart.push_back(out.m_groupStart.back() + size);
    out.m_members.resize(count);
    for (std::uint64_t n = 0; n < count; ++n) {
        if (isStoppedAt(n, job))
            return fail(Code::Stopped);
        out.m_members[out.m_groupStart[out.m_group[n]] + out.m_number[n]] = static_cast<std::uint32_t>(n);
    }
    return out;
}

Extent RegionMap::extentOf(const Index& index, const Owner& owner)
{
    switch (static_cast<Region::Kind>(owner.what & 0xff)) {
    case Region::Kind::fileHeader: return {0, kHeaderSize};
    case Region::Kind::index: return index.extent;
    case Region::Kind::header: return index.headerExtent(index.entry(owner.what >> 8));
    case Region::Kind::data: return index.dataExtent(index.entry(owner.what >> 8));
    default: {
        const Entry entry = index.entry(owner.what >> 8);
        const Extent header = index.headerExtent(entry);
        return {header.offset, header.length + index.dataExtent(entry).length};
    }
    }
}

Region RegionMap::regionOf(const Index& index, const Owner& owner)
{
    return {static_cast<Region::Kind>(owner.what & 0xff), extentOf(index, owner), owner.what >> 8};
}

Region RegionMap::region(const Index& index, std::uint64_t n) const
{
    // The extras before position n: extra e stands at m_before[e] + e.
    const auto extra = countBefore(m_extras.size(), [&](std::uint64_t e) { return m_before[e] + e < n; });
    if (extra < m_extras.size() && m_before[extra] + extra == n)
        return m_extras[extra];
    return regionOf(index, m_owners[n - extra]);
}

std::uint64_t RegionMap::firstAt(const Index& index, std::uint64_t offset) const
{
    const std::uint64_t low =
        countBefore(count(), [&](std::uint64_t n) { return region(index, n).extent.offset < offset; });
    // Parts before it may reach over the offset. Without overlaps that is the last one at most.
    constexpr std::uint64_t kLookBack = 1024;
    const std::uint64_t lookBack = m_hasOverlaps ? kLookBack : 1;
    std::uint64_t first = low;
    for (std::uint64_t back = 1; back <= lookBack && back <= low; ++back) {
        if (region(index, low - back).extent.end() > offset)
            first = low - back;
    }
    return first;
}

std::optional<std::uint64_t> RegionMap::ownerAt(const Index& index, std::uint64_t offset) const
{
    std::optional<std::uint64_t> found;
    std::uint64_t length = 0;
    for (std::uint64_t n = firstAt(index, offset); n < count(); ++n) {
        const Region candidate = region(index, n);
        if (candidate.extent.offset > offset)
            break;
        if (candidate.kind == Region::Kind::overlap || candidate.extent.end() <= offset)
            continue;
        if (!found || candidate.extent.length <= length) {
            found = n;
            length = candidate.extent.length;
        }
    }
    return found;
}

Result<RegionMap> buildMap(const Index& index, std::span<const std::byte> capture, const Job& job)
{
    using Kind = Region::Kind;
    RegionMap out;
    const auto add = [&](std::uint64_t offset, std::uint64_t entry, Kind kind) {
        out.m_owners.push_back({offset, entry << 8 | static_cast<std::uint64_t>(kind)});
    };
    out.m_owners.reserve(index.count() + 2);
    add(0, 0, Kind::fileHeader);
    for (std::uint64_t n = 0; n < index.count(); ++n) {
        if (isStoppedAt(n, job))
            return fail(Code::Stopped);
        const Entry entry = index.entry(n);
        const Extent header = index.headerExtent(entry);
        const Extent data = index.dataExtent(entry);
        if (header.length > 0 && data.length > 0 && header.end() == data.offset) {
            add(header.offset, n, Kind::headerAndData);
        } else {
            if (header.length > 0)
                add(header.offset, n, Kind::header);
            if (data.length > 0)
                add(data.offset, n, Kind::data);
        }
    }
    if (index.extent.length > 0)
        add(index.extent.offset, 0, Kind::index);
    // At equal offsets the longer region comes first, so that the last one at or before a byte is the
    // innermost.
    const auto before = [&](const RegionMap::Owner& a, const RegionMap::Owner& b) {
        if (a.offset != b.offset)
            return a.offset < b.offset;
        const std::uint64_t lengthA = RegionMap::extentOf(index, a).length,
                            lengthB = RegionMap::extentOf(index, b).length;
        return lengthA != lengthB ? lengthA > lengthB : a.what < b.what;
    };
    const auto isInOrder = [&] { // as far as anybody wants to know
        for (std::size_t n = 1; n < out.m_owners.size() && !isStoppedAt(n, job); ++n) {
            if (before(out.m_owners[n], out.m_owners[n - 1]))
                return false;
        }
        return true;
    };
    if (!isInOrder() && !sortUnlessStopped(out.m_owners, before, job))
        return fail(Code::Stopped);

    const auto addExtra = [&](Kind kind, std::uint64_t start, std::uint64_t end, std::uint64_t entry,
                              std::uint64_t owners) {
        out.m_extras.push_back({kind, {start, end - start}, entry});
        out.m_before.push_back(owners);
    };
    const auto addGap = [&](std::uint64_t start, std::uint64_t end, std::uint64_t owners) {
        std::uint64_t entries = start;
        while (
            !isStoppedAt(entries / kEntrySize, job) && end - entries >= kEntrySize
            && entries + kEntrySize <= capture.size()
            && looksLikeEntry(capture.subspan(static_cast<std::size_t>(entries), kEntrySize), index.fileSize))
            entries += kEntrySize;
        if (entries > start)
            addExtra(Kind::deadIndex, start, entries, 0, owners);
        if (entries < end)
            addExtra(Kind::gap, entries, end, 0, owners);
    };
    std::uint64_t covered = 0;
    std::uint64_t reaching = 0; // the owner that reaches furthest
    bool reported = false;      // that one is in m_overlapping
    for (std::uint64_t n = 0; n < out.m_owners.size(); ++n) {
        if (isStoppedAt(n, job))
            return fail(Code::Stopped);
        const Region region = RegionMap::regionOf(index, out.m_owners[n]);
        if (region.extent.offset > covered)
            addGap(covered, region.extent.offset, n);
        bool shares = false;
        if (n > 0 && region.extent.offset < covered) {
            const Region other = RegionMap::regionOf(index, out.m_owners[reaching]);
            out.m_hasOverlaps = true;
            addExtra(Kind::overlap, region.extent.offset, std::min(covered, region.extent.end()),
                     region.isChunk() ? region.entry : other.entry, n + 1);
            if (region.isChunk() && other.isChunk()) {
                shares = true;
                if (!reported)
                    out.m_overlapping.push_back(other.entry);
                reported = true;
                out.m_overlapping.push_back(region.entry);
            }
        }
        if (region.extent.end() > covered) {
            covered = region.extent.end();
            reaching = n;
            reported = shares;
        }
    }
    if (covered < index.fileSize)
        addGap(covered, index.fileSize, out.m_owners.size());
    if (job.stopRequested())
        return fail(Code::Stopped);
    return out;
}

}
