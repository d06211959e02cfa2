#include "core/formats/rdf/payloads/markers.h"

#include "core/io/byte_reader.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kTableAtMost = 64u << 20;
constexpr std::uint64_t kTablesAtMost = 256u << 20;  // all of them, where they are compressed
constexpr std::uint64_t kOperationsBytes = 256u << 20; // of one command buffer
constexpr std::size_t kNameShown = 4096;

// An operation: [1:0] what, [31:2] the string.
enum class MarkerOp : std::uint8_t { invalid, push, pop, set };

}

void UserMarkers::readTables(const PayloadChunks& chunks, const Report& report)
{
    std::uint64_t kept = 0;
    for (const std::uint32_t entry : chunks.of(PayloadKind::stringTable)) {
        StringTableHeader header;
        if (!readFields(chunks.header(entry).bytes, header)) {
            report(chunks.unreadable(entry, "its header has fewer than 8 bytes"));
            continue;
        }
        Strings strings {header.count, chunks.data(entry, kTableAtMost)};
        if (strings.data.bytes.size() / sizeof(std::uint32_t) < header.count) {
            strings.count = static_cast<std::uint32_t>(strings.data.bytes.size() / sizeof(std::uint32_t));
            report(chunks.unreadable(entry, "it has fewer strings than it states"));
        }
        kept += strings.data.own.size();
        if (kept > kTablesAtMost) {
            report(diagnose(Code::RdfPayloadLimit, "more than 256 MiB of strings", chunks.place(entry, 0, 1),
                            entry));
            break;
        }
        m_tables[header.table] = std::move(strings);
    }
}

bool UserMarkers::hasString(std::uint32_t table, std::uint32_t string) const
{
    const auto found = m_tables.find(table);
    return found != m_tables.end() && string >= 1 && string <= found->second.count;
}

std::string UserMarkers::nameOf(const MarkerTree& tree, std::uint32_t string) const
{
    if (hasString(tree.table, string)) {
        const Strings& strings = m_tables.at(tree.table);
        ByteReader in(strings.data.bytes);
        in.seek((std::size_t(string) - 1) * sizeof(std::uint32_t));
        const std::string_view text = strings.data.text();
        if (const std::uint32_t offset = in.u32(); !in.failed() && offset <= text.size()) {
            const std::string_view rest = text.substr(offset, kNameShown);
            return std::string(rest.substr(0, rest.find('\0')));
        }
    }
    return '?' + std::to_string(string);
}

std::string UserMarkers::labelOf(std::uint32_t commandBuffer) const
{
    const auto found = m_trees.find(commandBuffer);
    return found == m_trees.end() || found->second.markers.empty()
        ? std::string()
        : nameOf(found->second, found->second.markers.front().string);
}

void UserMarkers::readTree(const PayloadChunks& chunks, std::uint32_t entry, const Report& report)
{
    UserMarkersHeader header;
    if (!readFields(chunks.header(entry).bytes, header)) {
        report(chunks.unreadable(entry, "its header has fewer than 12 bytes"));
        return;
    }
    const ChunkBytes data =
        chunks.data(entry, std::min(std::uint64_t(header.count) * sizeof(std::uint32_t), kOperationsBytes));
    if (data.bytes.size() / sizeof(std::uint32_t) < header.count)
        report(chunks.unreadable(entry, "it has fewer markers than it states"));
    MarkerTree tree {header.commandBuffer, header.table, header.count, entry, {}};
    const std::string name = "command buffer " + std::to_string(header.commandBuffer);
    if (header.count > 0 && !m_tables.contains(header.table))
        report(diagnose(Code::RdfMarkerUnknownTable, name + ", table " + std::to_string(header.table),
                        chunks.place(entry, 0, data.bytes.size()), entry));
    std::uint64_t popWithoutPush = 0, badString = 0;
    std::uint32_t depth = 0;
    bool isFull = false;
    ByteReader in(data.bytes);
    while (in.left() >= sizeof(std::uint32_t)) {
        const std::uint32_t word = in.u32(), string = word >> 2;
        const auto op = static_cast<MarkerOp>(word & 3);
        if (op == MarkerOp::pop) {
            popWithoutPush += depth == 0;
            depth -= depth > 0;
            continue;
        }
        if (op == MarkerOp::invalid)
            continue;
        badString += !hasString(header.table, string);
        isFull = m_kept >= kMarkersKept;
        if (!isFull) {
            tree.markers.push_back({string, depth});
            ++m_kept;
        }
        depth += op == MarkerOp::push;
    }
    if (isFull)
        report(diagnose(Code::RdfPayloadLimit, "more than 16,777,216 markers", chunks.place(entry, 0, 1),
                        entry));
    if (popWithoutPush + badString + depth > 0)
        report(diagnose(Code::RdfMarkerUnbalanced,
                        name + ": " + counted(popWithoutPush, "end", "ends") + " without begin, "
                            + counted(badString, "string", "strings") + " not in the table, " + grouped(depth)
                            + " still open",
                        chunks.place(entry, 0, data.bytes.size()), entry));
    const auto [known, isNew] = m_trees.try_emplace(header.commandBuffer);
    m_kept -= isNew ? 0 : known->second.markers.size();
    known->second = std::move(tree);
}

Result<UserMarkers> UserMarkers::read(const PayloadChunks& chunks, const Report& report, Job& job)
{
    UserMarkers out;
    out.readTables(chunks, report);
    for (const std::uint32_t entry : chunks.of(PayloadKind::userMarkers)) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        out.readTree(chunks, entry, report);
    }
    return out;
}

}
