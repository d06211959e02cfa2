// tglass show: everything about one part of a capture, as a click in the window asks for it.
#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/ask/answers.h"
#include "core/base/text.h"
#include "core/base/time_text.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

constexpr std::size_t kLabelColumn = 18;

class Answer
{
public:
    Answer(const ask::Reading& of, ask::About::Answer about, bool isNodeAsked)
        : m_document(of.document)
        , m_timeline(of.timeline)
        , m_about(std::move(about))
        , m_clock(clockOf(m_about.axis))
        , m_bytes(isNodeAsked && m_about.node ? bytesOf(*m_about.node) : m_about.lit)
    {
    }

    bool isAnything() const { return m_about.node || m_about.slice || m_bytes.length > 0; }

    std::string json() const
    {
        const Node node = m_about.node.value_or(Node {});
        const auto& time = m_about.time;
        JsonLine line;
        line.add("path", m_about.path)
            .add("place", m_about.place)
            .add("kind", m_about.node ? std::optional(kindName(node.kind)) : std::nullopt)
            .add("label", node.label)
            .add("value", node.value);
        const std::optional<ByteRange> bytes = m_bytes.length > 0 ? std::optional(m_bytes) : std::nullopt;
        add(line, bytes)
            .addRaw("stored", m_about.stored ? add(JsonLine(), m_about.stored).finish() : "null")
            .add("children", m_about.childCount)
            .add("track", track())
            .add("number", trackNumber())
            .add("start_ns", time ? std::optional(m_clock.toOwn(time->startNs)) : std::nullopt)
            .add("end_ns", time ? std::optional(m_clock.toOwn(time->endNs)) : std::nullopt);
        addClock(line, time && m_clock.kind != ClockAxis::Kind::unixTime ? m_clock : ClockAxis {})
            .add("title", m_about.details.title)
            .add("extra", m_about.details.number)
            .add("subtitle", m_about.details.subtitle)
            .addRaw("sections", jsonList(sections(), [&](const DetailSection& of) { return json(of); }))
            .addRaw("flows", jsonList(m_about.flows, [&](const Flow& flow) { return json(flow); }));
        return line.finish() + '\n';
    }

    std::string text() const
    {
        std::string out;
        const auto line = [&](const std::string& label, const std::string& value, const std::string& extra = {}) {
            if (!value.empty())
                out += padded("  " + escaped(label), kLabelColumn) + escaped(value)
                    + (extra.empty() ? "" : "  (" + escaped(extra) + ')') + '\n';
        };
        const Details& details = m_about.details;
        for (const std::string& part : {details.title, details.number})
            out += (out.empty() || part.empty() ? "" : " ") + escaped(part);
        out += (out.empty() ? "" : "\n") + escaped(details.subtitle) + (details.subtitle.empty() ? "" : "\n");
        line("Track", track().value_or(""));
        if (const auto& time = m_about.time) {
            line(time->endNs > time->startNs ? "Begins" : "At", momentText(time->startNs));
            if (time->endNs > time->startNs)
                line("Ends", momentText(time->endNs), spanText(time->lengthNs()));
        }
        line("Bytes", bytesText(m_bytes));
        if (m_about.stored)
            line("Decoded from", bytesText(*m_about.stored));
        if (m_about.childCount > 0)
            line("Parts", grouped(m_about.childCount));
        for (const DetailSection& section : sections()) {
            if (!section.title.empty())
                out += escaped(section.title) + (section.extra.empty() ? "" : "  " + escaped(section.extra)) + '\n';
            if (!section.sentence.empty())
                out += "  " + escaped(section.sentence) + '\n';
            for (const DetailRow& row : section.rows)
                line(row.label, textOf(row.value), row.extra);
            for (const DetailBar& bar : section.bars) {
                const auto length = [&](const TimeRange& part) {
                    return bar.isMemory ? sizeText(static_cast<std::uint64_t>(part.lengthNs()))
                                        : spanText(part.lengthNs());
                };
                line(bar.label, bar.isMemory ? length(bar.window) : momentText(bar.window.startNs), bar.extra);
                for (const auto& [name, when] : bar.parts)
                    line("", name, length(when));
            }
            for (std::size_t at = 0; at < section.text.size();) {
                const std::size_t end = std::min(section.text.find('\n', at), section.text.size());
                out += "    " + escaped(std::string_view(section.text).substr(at, end - at)) + '\n';
                at = end + 1;
            }
        }
        for (const Flow& flow : m_about.flows)
            line(kindOf(flow), pathOf(flow.fromKind, flow.fromKey) + " → " + pathOf(flow.toKind, flow.toKey),
                 momentText(flow.toNs));
        return out;
    }

private:
    static std::string kindOf(const Flow& flow)
    {
        return flow.kind == Flow::Kind::wake ? "wake" : flow.kind == Flow::Kind::spawn ? "spawn" : "lock";
    }
    std::vector<DetailSection> sections() const
    {
        std::vector<DetailSection> out = m_about.details.sections;
        if (m_about.record)
            out.push_back(*m_about.record);
        return out;
    }

    // Those of a node are its own, where the tree has it, unless they are decoded; around a byte stands its record.
    ByteRange bytesOf(const Node& node) const
    {
        return node.range.source == m_about.nodeBytes.source ? node.range : m_about.nodeBytes;
    }

    // Without a timeline the summary tells where the clock begins.
    ClockAxis clockOf(std::uint16_t axis) const
    {
        const Summary summary = m_document.summary();
        const bool isKnown = axis < m_timeline.axes().size();
        ClockAxis out = isKnown ? m_timeline.axes()[axis] : ClockAxis {};
        if (!isKnown && axis < summary.clocks.size())
            out.name = summary.clocks[axis];
        if (const auto times = summary.clockTimes.find(out.name);
            !isKnown && times != summary.clockTimes.end())
            out.range = times->second;
        else if (!isKnown && axis == 0)
            out.range = summary.time.value_or(TimeRange {});
        if (axis == 0 ? !summary.absolute && out.kind == ClockAxis::Kind::unixTime : !isKnown)
            out.kind = ClockAxis::Kind::unknown;
        return out;
    }
    std::string momentText(std::int64_t viewNs) const
    {
        const std::int64_t own = m_clock.toOwn(viewNs);
        if (!m_clock.isTime())
            return m_clock.placeText(own);
        if (m_clock.kind == ClockAxis::Kind::unixTime)
            return absoluteText(own) + " UTC";
        return relativeText(subtractSaturating(own, m_clock.range.startNs))
            + (m_clock.name.empty() ? "" : " on the clock " + m_clock.name);
    }
    std::string spanText(std::int64_t ns) const { return m_clock.lengthText(ns); }
    std::string textOf(const DetailValue& value) const
    {
        if (const auto* moment = std::get_if<Moment>(&value))
            return momentText(moment->ns);
        if (const auto* duration = std::get_if<Duration>(&value))
            return spanText(duration->ns);
        return std::get<std::string>(value);
    }
    std::optional<std::int64_t> nanoseconds(const DetailValue& value) const
    {
        if (const auto* moment = std::get_if<Moment>(&value))
            return m_clock.toOwn(moment->ns);
        const auto* duration = std::get_if<Duration>(&value);
        return duration ? std::optional(duration->ns) : std::nullopt;
    }
    std::string bytesText(const ByteRange& range) const
    {
        return range.length == 0 ? std::string()
                                 : hexNumber(range.offset) + " + " + grouped(range.length) + " of "
                + m_document.sourceName(range.source);
    }
    template <class Line>
    Line&& add(Line&& line, const std::optional<ByteRange>& range) const
    {
        line.add("source", range ? std::optional(m_document.sourceName(range->source)) : std::nullopt)
            .add("offset", range ? std::optional(range->offset) : std::nullopt)
            .add("length", range ? std::optional(range->length) : std::nullopt);
        return std::forward<Line>(line);
    }
    std::string json(const DetailSection& section) const
    {
        const auto rowJson = [&](const DetailRow& row) {
            return JsonLine()
                .add("label", row.label)
                .add("value", textOf(row.value))
                .add("ns", nanoseconds(row.value))
                .add("extra", row.extra)
                .finish();
        };
        return JsonLine()
            .add("title", section.title)
            .add("extra", section.extra)
            .add("sentence", section.sentence)
            .addRaw("rows", jsonList(section.rows, rowJson))
            .add("text", section.text)
            .finish();
    }
    std::string json(const Flow& flow) const
    {
        return JsonLine()
            .add("kind", kindOf(flow))
            .add("from", pathOf(flow.fromKind, flow.fromKey))
            .add("from_ns", m_clock.toOwn(flow.fromNs))
            .add("to", pathOf(flow.toKind, flow.toKey))
            .add("to_ns", m_clock.toOwn(flow.toNs))
            .finish();
    }
    std::string pathOf(TrackKind kind, std::uint64_t key) const
    {
        const auto id = m_timeline.findTrack(kind, key);
        return id ? m_timeline.path(*id) : std::string();
    }
    std::optional<std::string> track() const
    {
        return m_about.sliceId ? std::optional(pathOf(m_about.sliceId->kind, m_about.sliceId->trackKey))
                               : std::nullopt;
    }
    std::optional<std::uint64_t> trackNumber() const
    {
        const auto& slice = m_about.sliceId;
        const auto id = slice ? m_timeline.findTrack(slice->kind, slice->trackKey) : std::nullopt;
        return id ? std::optional(m_timeline.track(*id).number) : std::nullopt;
    }

    const Document& m_document;
    const Timeline& m_timeline;
    ask::About::Answer m_about;
    ClockAxis m_clock; // of all its times
    ByteRange m_bytes;
};

Exit checkSubject(const Options& options)
{
    const bool at = !options.at.empty(), place = !options.node.empty() || !options.bytes.empty();
    if (at == place)
        return exitWith(kUsage, {}, "say what to show: a NODE, --bytes, or --at with --track");
    if (at == options.track.empty())
        return exitWith(kUsage, {}, at ? "--at needs --track" : "--track belongs to --at");
    return kOk;
}

// The one track that matches; groups show nothing of their own.
tl::expected<TrackId, Exit> oneOf(FoundTracks found, const Options& options)
{
    if (found.tracks.empty())
        return tl::unexpected(kUsage);
    std::erase_if(found.tracks, [&](TrackId id) { return found.timeline->track(id).firstRow == kNoRow; });
    if (found.tracks.empty())
        return tl::unexpected(
            exitWith(kUsage, options.file, "--track " + options.track + ": that is a group of tracks"));
    const auto name = [&](TrackId id) {
        return found.timeline->path(id) + " #" + std::to_string(found.timeline->track(id).number);
    };
    // What a thread did, its samples and its counters may be called alike: what it did is what it is asked for.
    const auto rank = [&](TrackId id) {
        const TrackKind kind = found.timeline->track(id).kind;
        return kind == TrackKind::slices                               ? 0
            : kind == TrackKind::counter || kind == TrackKind::density ? 2
                                                                       : 1;
    };
    const TrackId best = *std::ranges::min_element(found.tracks, {}, rank);
    const auto isRival = [&](TrackId id) {
        return id != best && (rank(id) == rank(best) || name(id) != name(best));
    };
    if (std::ranges::none_of(found.tracks, isRival))
        return best;
    return tl::unexpected(exitWith(kUsage, options.file,
                                   "--track " + options.track + ": " + grouped(found.tracks.size())
                                       + " tracks match, such as " + name(found.tracks[0]) + " and "
                                       + name(found.tracks[1]) + "; name one of them"));
}

tl::expected<Subject, Exit> momentOf(const Document& document, const Options& options, TimelinePtr& timeline)
{
    if (!hasTimeAxis(document))
        return tl::unexpected(exitWith(kUsage, options.file, "--at needs a time axis, and the capture has none"));
    const auto found = findTracks(document, options.file, options.track);
    if (!found)
        return tl::unexpected(exitWith(kDamaged, options.file, found.error()));
    const auto track = oneOf(*found, options);
    if (!track)
        return tl::unexpected(track.error());
    timeline = found->timeline;
    const ClockAxis& clock = timeline->axis(*track);
    const auto own = readTime("--at", options.at, document, clock.name);
    if (!own)
        return tl::unexpected(kUsage);
    return TrackMoment {timeline->track(*track).kind, timeline->track(*track).key, clock.toView(*own)};
}

tl::expected<Subject, Exit> subjectOf(const Document& document, const Options& options, TimelinePtr& timeline)
{
    if (!options.at.empty())
        return momentOf(document, options, timeline);
    std::optional<SourceId> source;
    if (!options.node.empty()) {
        const auto node = findNode(document, options.file, options.node);
        if (!node)
            return tl::unexpected(node.error());
        if (options.bytes.empty())
            return node->id;
        source = node->range.source;
    }
    return readBytes(options.bytes, document, options.file, source, "a NODE");
}

}

int show(const Document& document, const Options& options)
{
    if (const Exit exit = checkSubject(options); exit != kOk)
        return exit;
    TimelinePtr timeline = std::make_shared<const Timeline>();
    const auto subject = subjectOf(document, options, timeline);
    if (!subject)
        return subject.error();
    const ask::Reading reading {document, *timeline};
    Answer answer(reading,
                  withProgress("reading", ProgressOn::besideOutput,
                               [&](Job& job) { return ask::answer(ask::About {*subject}, reading, job); }),
                  !options.node.empty() && options.bytes.empty());
    if (!answer.isAnything())
        return exitWith(kUsage, options.file,
                        options.at.empty() ? "nothing is known there"
                                           : "the track shows nothing at " + options.at + " nor before");
    Output out;
    out.write(options.json ? answer.json() : answer.text());
    return out.finish(kOk);
}

}
