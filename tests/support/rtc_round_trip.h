// Takes any bytes as a list of things to do with writers of RTC files, does them, reads the file back and
// compares everything: payloads, marks of the ruler, index entries, checksums.
//
//     const std::string problem = rtcRoundTrip(bytes, openMemory);   // empty: all is well
#pragma once

#include "core/formats/rtc/notes/rtc_append.h"
#include "core/formats/rtc/wire/rtc_decoder.h"
#include "core/formats/rtc/wire/rtc_walk.h"
#include "core/formats/rtc/wire/rtc_writer.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace traceglass::rtc {

using RtcBytes = std::vector<std::byte>;
using RtcOpen = std::function<std::shared_ptr<const MappedFile>(std::span<const std::byte>)>;

// --- what a reader must find, checked without any help of the writer

// Every entry of every Index and index frame names the frame it should (rtc.md 3).
class RtcIndexCheck
{
public:
    RtcIndexCheck(std::span<const std::byte> file, const Ruler& ruler)
        : m_file(file)
        , m_ruler(ruler)
    {
    }

    std::string check()
    {
        OpenParts open;
        UnitFrames frames;
        for (std::uint32_t i = 0; i < m_ruler.units.size(); ++i) {
            const Unit& unit = m_ruler.units[i];
            if (i > 0 && m_ruler.units[i - 1].segment != unit.segment) {
                m_open.clear();
                open.clear();
            }
            if (unit.count == 0)
                m_positions.clear();
            walkUnit(m_file, m_ruler, i, {}, frames, &open);
            for (std::size_t frame = 0; frame < frames.size(); ++frame) {
                if (std::string problem = follow(unit, frames.part(frame)); !problem.empty())
                    return problem;
            }
        }
        return {};
    }

private:
    std::string follow(const Unit& unit, const FramePart& part)
    {
        const bool begins = !m_open.contains(part.id);
        Payload& payload = m_open[part.id];
        if (begins)
            payload.offset = part.offset;
        const auto bytes = m_file.subspan(part.payload(), part.length);
        payload.bytes.insert(payload.bytes.end(), bytes.begin(), bytes.end());
        const bool isIndex = part.id == kIndex || part.id == kMinorIndex;
        if (begins && isIndex)
            m_minorStart = part.offset;
        else if (begins && part.id == kMeta)
            noteMeta(unit, part.offset);
        else if (begins && part.id != kMinorMeta)
            note(part.id, part.offset);
        if (part.more)
            return {};
        const Payload whole = std::move(payload);
        m_open.erase(part.id);
        return isIndex ? compare(unit, part.id, whole.offset, whole.bytes) : std::string();
    }

    // Only a Meta unlike the one before has a place of its own.
    void noteMeta(const Unit& unit, std::uint64_t offset)
    {
        const auto meta = readSpecial(m_file, m_ruler.segmentOf(unit), unit, offset, kMeta);
        if (meta && (meta->payload != m_meta || !m_positions.contains(kMeta))) {
            note(kMeta, offset);
            m_meta = meta->payload;
        }
    }

    void note(std::uint32_t id, std::uint64_t offset)
    {
        const auto [at, added] = m_positions.try_emplace(id, offset);
        if (!added && (at->second < m_minorStart || id == kMeta))
            at->second = offset;
    }

    std::string compare(const Unit& unit, std::uint32_t id, std::uint64_t offset,
                        std::span<const std::byte> payload)
    {
        const Segment& segment = m_ruler.segmentOf(unit);
        const auto body = readIndexBody(payload, id == kIndex);
        const std::string where = " in the index frame at " + std::to_string(offset);
        if (!body || !body->whole || (id == kIndex && body->count != unit.count))
            return "malformed body" + where;
        if (unit.count == 0 && id == kIndex) {
            m_positions[kIndex] = offset - segment.unitSize;
            m_positions[kMinorIndex] =
                offset - (segment.minorSize == 0 ? segment.unitSize : segment.minorSize);
        }
        std::map<std::uint32_t, std::uint64_t> expected;
        for (const auto& [stream, position] : m_positions) {
            if (id == kIndex || (stream != kMinorIndex && position >= unit.index()))
                expected[stream] = position;
        }
        for (const IndexEntry& entry : body->entries) {
            const auto found = expected.find(entry.id);
            const bool never = entry.distance == 0 && id == kIndex && found == expected.end();
            if (!never && (found == expected.end() || found->second != offset - entry.distance))
                return "stream " + std::to_string(entry.id) + " at a distance of "
                    + std::to_string(entry.distance) + where;
            expected.erase(entry.id);
        }
        if (!expected.empty())
            return "stream " + std::to_string(expected.begin()->first) + " is missing" + where;
        m_positions[id] = offset;
        return {};
    }

    struct Payload
    {
        std::uint64_t offset = 0;
        RtcBytes bytes;
    };
    std::span<const std::byte> m_file;
    const Ruler& m_ruler;
    std::map<std::uint32_t, Payload> m_open;
    std::map<std::uint32_t, std::uint64_t> m_positions;
    RtcBytes m_meta;
    std::uint64_t m_minorStart = 0;
};

// --- the script

class RtcScript
{
public:
    RtcScript(std::span<const std::byte> script, RtcOpen open)
        : m_script(script)
        , m_openFile(std::move(open))
    {
        beginRun();
    }

    std::string run()
    {
        for (int step = 0; step < 400 && m_at < m_script.size() && m_problem.empty(); ++step)
            act();
        if (m_problem.empty() && next() % 4 != 0)
            must(m_writer->finish());
        else if (m_problem.empty())
            must(m_writer->flush());
        return m_problem.empty() ? compare() : m_problem;
    }

    const RtcBytes& file() const { return m_file; }

private:
    struct Payload
    {
        std::uint32_t segment = 0;
        std::uint32_t stream = 0;
        RtcBytes bytes;
        bool open = false;
    };
    struct Known
    {
        std::uint32_t id = 0;
        std::optional<std::uint32_t> length;
    };

    std::uint8_t next()
    {
        return m_at < m_script.size() ? std::to_integer<std::uint8_t>(m_script[m_at++]) : 0;
    }

    template <class T>
    bool must(const Result<T>& result, std::optional<Code> allowed = {})
    {
        if (!result && result.error().code != allowed)
            m_problem = message(result.error());
        return result.has_value();
    }

    Writer::Sink sink()
    {
        return [this](std::span<const std::byte> bytes) -> Result<void> {
            m_file.insert(m_file.end(), bytes.begin(), bytes.end());
            return {};
        };
    }

    void beginRun()
    {
        WriterOptions options;
        const unsigned sizes = next(), style = next();
        options.minorSize = std::uint64_t(2048) << (sizes & 3);
        options.unitSize = options.minorSize << (sizes >> 2 & 3);
        options.crc = static_cast<CrcKind>(style % 3);
        options.fixedSpecial = (style & 0x10) != 0;
        options.bigEndian = (style & 0x20) != 0;
        m_unitSize = options.unitSize;
        m_runStart = m_file.size();
        WriterState state;
        state.offset = m_runStart;
        state.freeId =
            kFirstStream + (sizes >> 4) * 19; // to 294: ids of two bytes, and those that look like Markers
        state.crc = Crc(options.crc);
        m_writer.emplace(sink(), options, std::move(state));
        m_streams.clear();
        m_started.clear();
    }

    void act()
    {
        const unsigned what = next();
        if (m_streams.empty() || what % 16 == 0)
            addStream();
        else if (what < 248 || m_writer->offset() == m_runStart)
            write(what);
        else if (what < 252)
            goOn(what % 2 == 0);
        else if (what < 254)
            must(m_writer->finish());
        else if (must(m_writer->finish())) { // what is open then stays incomplete
            ++m_segment;
            beginRun();
        }
    }

    void addStream()
    {
        static constexpr std::array<std::uint32_t, 8> kLengths = {0, 1, 2, 12, 200, 1023, 1024, 1500};
        const unsigned kind = next();
        Stream stream;
        stream.name = "s" + std::to_string(m_streams.size());
        if (kind % 3
            == 0) // small Units would cut the long ones again and again, which no index helps to find
            stream.length = kLengths[kind / 3 % (m_unitSize < 16384 ? 5 : kLengths.size())];
        if (kind > 200) // descriptions that take more than a frame
            stream.attributes = {{"about", '"' + std::string(kind * 4, 'x') + '"'}};
        const auto id = m_writer->addStream(stream);
        if (must(id, Code::RtcNoRoom))
            m_streams.push_back({*id, stream.length});
        else if (m_streams.empty()) // nothing fits at all
            m_at = m_script.size();
    }

    void write(unsigned what)
    {
        const Known& stream = m_streams[next() % m_streams.size()];
        std::size_t size = next() * (what % 4 == 1 ? 12u : 1u);
        if (stream.length)
            size = *stream.length * (*stream.length < 1000 ? 1 + size % 3 : 1);
        RtcBytes payload(size, std::byte(kMagic));
        if (what % 5 == 2) {
            for (std::size_t i = 0; i < size; ++i)
                payload[i] = static_cast<std::byte>(i * 7 + what);
        } else if (what % 5 == 3 && size > 0) {
            payload[next() % std::min<std::size_t>(size, 8)] = std::byte(kMarkerHead);
        }
        const bool more = what % 8 == 5;
        if (!must(m_writer->writePart(stream.id, payload, more)))
            return;
        const auto started = m_started.find(stream.id);
        if (started == m_started.end())
            m_payloads.push_back({m_segment, stream.id, payload, more});
        const std::size_t index = started == m_started.end() ? m_payloads.size() - 1 : started->second;
        if (started != m_started.end())
            m_payloads[index].bytes.insert(m_payloads[index].bytes.end(), payload.begin(), payload.end());
        m_payloads[index].open = more;
        if (more)
            m_started[stream.id] = index;
        else
            m_started.erase(stream.id);
    }

    // Closes the file and goes on behind it.
    void goOn(bool finish)
    {
        if (!must(finish ? m_writer->finish() : m_writer->flush()))
            return;
        const auto file = m_openFile(m_file);
        Job job;
        const auto ruler = readRuler(*file, job);
        if (!must(ruler))
            return;
        auto state = stateForAppend(file->view(), *ruler, Job());
        if (!must(state))
            return;
        if (state->offset != m_file.size()) {
            m_problem = "the end of the file is taken for a piece of a frame";
            return;
        }
        m_writer.emplace(sink(), optionsForAppend(file->view(), *ruler), std::move(*state));
    }

    std::string compare() const
    {
        if (m_file.empty())
            return {};
        const auto file = m_openFile(m_file);
        const auto bytes = file->view();
        Job job;
        const auto ruler = readRuler(*file, job);
        if (!ruler)
            return message(ruler.error());
        if (!ruler->lost.empty() || !ruler->diagnostics.empty())
            return "the ruler has faults: "
                + (ruler->diagnostics.empty() ? "" : ruler->diagnostics.front().message());
        std::size_t markers = 0;
        for (auto at = findMarker(bytes, 0); at; at = findMarker(bytes, *at + kMarkerBytes), ++markers) {
            if (markers >= ruler->units.size() || ruler->units[markers].marker != *at)
                return "something looks like a Marker at " + std::to_string(*at);
        }
        if (markers != ruler->units.size())
            return "Units without a Marker";
        const Axes axes(*ruler);
        Decoder decoder(bytes, *ruler, axes);
        std::vector<Payload> found;
        std::vector<std::uint64_t> offsets;
        const auto keep = [&](const Frame& frame) {
            found.push_back({frame.segment,
                             frame.stream->id,
                             {frame.payload.begin(), frame.payload.end()},
                             frame.incomplete});
            offsets.push_back(frame.offset);
            return true;
        };
        OpenParts open;
        for (std::uint32_t i = 0; i < ruler->units.size(); ++i) {
            if (i > 0 && ruler->units[i - 1].segment != ruler->units[i].segment)
                open.clear();
            UnitFrames frames;
            walkUnit(bytes, *ruler, i, {}, frames, &open);
            if (!frames.lost.empty())
                return "bytes are lost at " + std::to_string(frames.lost.front().range.offset);
            if (checkCrc(bytes, *ruler, i).state == CrcState::bad)
                return "the checksum of the Unit at " + std::to_string(ruler->units[i].marker);
            decoder.feed(frames, keep);
        }
        decoder.finish(keep);
        if (std::string problem = RtcIndexCheck(bytes, *ruler).check(); !problem.empty())
            return problem;
        return comparePayloads(found, offsets);
    }

    std::string comparePayloads(const std::vector<Payload>& found,
                                const std::vector<std::uint64_t>& offsets) const
    {
        std::vector<std::size_t> order(found.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::sort(order, {}, [&](std::size_t i) { return offsets[i]; });
        for (std::size_t i = 0; i < std::min(order.size(), m_payloads.size()); ++i) {
            const Payload &read = found[order[i]], &written = m_payloads[i];
            if (read.segment != written.segment || read.stream != written.stream
                || read.bytes != written.bytes || read.open != written.open)
                return "payload " + std::to_string(i) + " at " + std::to_string(offsets[order[i]])
                    + " is not what was written";
        }
        if (found.size() != m_payloads.size())
            return std::to_string(m_payloads.size()) + " payloads written, " + std::to_string(found.size())
                + " read";
        return {};
    }

    std::span<const std::byte> m_script;
    RtcOpen m_openFile;
    std::size_t m_at = 0;
    RtcBytes m_file;
    std::optional<Writer> m_writer;
    std::uint64_t m_runStart = 0;
    std::uint64_t m_unitSize = 0;
    std::uint32_t m_segment = 0;
    std::vector<Known> m_streams;
    std::vector<Payload> m_payloads;                // by the offset of their first byte
    std::map<std::uint32_t, std::size_t> m_started; // stream -> its payload that goes on
    std::string m_problem;
};

inline std::string rtcRoundTrip(std::span<const std::byte> script, const RtcOpen& open)
{
    return RtcScript(script, open).run();
}

}
