#include "core/formats/rtc/rtc_document.h"
#include "core/formats/rtc/wire/rtc_wire.h"
#include "core/io/file.h"
#include "core/model/probe.h"

#include <array>

namespace traceglass::rtc {

namespace {

constexpr std::array<std::string_view, 1> kSuffixes = {".rtc"};

// There is no header: a Marker stands at the start, or somewhere within the first Unit when the start is
// lost. Other formats are asked first, so only files nobody knows pay for the search.
Match probe(const Probe& probe)
{
    if (probe.directory)
        return Match::no;
    if (isMarkerAt(probe.head, 0))
        return Match::sure;
    if (findMarker(probe.head, 0))
        return Match::maybe;
    if (probe.size <= probe.head.size())
        return Match::no;
    constexpr std::size_t kSearched = 16u << 20; // beyond the largest Units in use
    const auto head = readHead(probe.path, kSearched, Job(probe.stop));
    return head && findMarker(*head, probe.head.size() - kMarkerBytes) ? Match::maybe : Match::no;
}

Result<std::unique_ptr<Document>> open(const Probe& probe, Job& job)
{
    auto opened = RtcFile::open(probe.path, job);
    if (!opened)
        return tl::unexpected(opened.error());
    return std::make_unique<RtcDocument>(std::move(*opened));
}

}

const Format kFormat {
    .id = "rtc",
    .name = "Ruler Trace Container",
    .label = "RTC",
    .suffixes = kSuffixes,
    .probe = probe,
    .open = open,
    .entry = "Unit",
    .dumpHelp = R"(
  RTC: {"format", "size", "unit_size", "subunit_size", "segments", "streams", "units"}; a stream has
       segment, id, name, format, length, clock, cont, delta, stream, gain, offset; a Unit has
       offset, count, crc ("ok", "bad", "absent"), segment. A segment is one run of a writer.)",
    .recordsHelp = R"(
  RTC: one a payload: {"offset", "segment", "stream", "name", "length", "ts_ns", "value"}; "ts_ns" is
       null where no clock tells it for certain; "incomplete": true where a part is missing; with
       --sha256 "payload_sha256" instead of "value". Values are numbers (gain and offset applied),
       text, JSON, nanoseconds (timespec), or bytes in hexadecimal.)",
    .fieldsHelp = R"(
  RTC: value, of any stream; the value of one by the name of the stream, motor/current > 2.)",
    .nodesHelp = "\n  RTC: /segments/0/units/2/minor/1/frames/7",
    .compactHelp = "\n  RTC: nothing, as older notes are part of what is recorded",
    .rules = findingRules,
};

}
