// What the footer says, as the structure tree lists it: known before anything of the stream is read.
#include "core/formats/cjfr/records/cjfr_text.h"
#include "core/formats/cjfr/structure/cjfr_parts.h"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace traceglass::cjfr {

namespace {

constexpr std::int64_t kMostUs = std::numeric_limits<std::int64_t>::max() / 1000;
constexpr std::size_t kListed = 1000; // of each kind

std::string bytesText(std::int64_t bytes)
{
    return bytes >= 0 ? sizeText(static_cast<std::uint64_t>(bytes)) : std::to_string(bytes);
}

// "10 to 20 s".
std::string bucketText(std::size_t number, std::uint64_t seconds)
{
    const std::uint64_t from = number * seconds;
    return std::to_string(from) + " to " + std::to_string(from + seconds) + " s";
}

std::string valueText(const FooterValue& value)
{
    using Tag = FooterValue::Tag;
    switch (value.tag) {
    case std::uint64_t(Tag::integer): return std::to_string(value.integer);
    case std::uint64_t(Tag::durationNs): return durationText(value.integer);
    case std::uint64_t(Tag::momentNs): return absoluteText(value.integer);
    case std::uint64_t(Tag::none): return "none";
    case std::uint64_t(Tag::real): {
        char text[32];
        std::snprintf(text, sizeof text, "%.4g", value.real);
        return text;
    }
    default: return "of a kind that is not known";
    }
}

}

std::string microsecondsText(std::int64_t us)
{
    return us > -kMostUs && us < kMostUs ? durationText(us * 1000) : std::to_string(us) + " µs";
}

std::vector<Node> footerLines(const Footer& footer)
{
    std::vector<Node> out;
    const auto add = [&](std::string label, std::string value) {
        out.push_back({.id = {}, .label = std::move(label), .value = std::move(value), .range = {}});
    };
    const auto addMost = [&](std::string label, std::int64_t bytes) {
        if (bytes != 0)
            add(std::move(label), "at most " + bytesText(bytes));
    };
    const auto first = [&](const auto& items, const auto& use) {
        const std::size_t listed = std::min(items.size(), kListed);
        for (std::size_t i = 0; i < listed; ++i)
            use(items[i], i);
        if (listed < items.size())
            add("more of them", grouped(items.size() - listed));
    };
    add("version", std::to_string(footer.version));
    add("events", grouped(footer.totalEvents));
    if (footer.startUs > -kMostUs && footer.startUs < kMostUs)
        add("start", absoluteText(footer.startUs * 1000));
    add("duration", microsecondsText(footer.durationUs));
    if (footer.crc)
        add("checksum", hexNumber(static_cast<std::uint64_t>(*footer.crc)));
    if (const auto& gc = footer.gc) {
        add("garbage collections", collectionsText(*gc));
        add("collector", escaped(gc->collector));
        first(gc->causes, [&](const auto& cause, std::size_t) {
            add("cause", escaped(cause.first) + ", " + counted(cause.second, "time", "times"));
        });
        add("longest pause", microsecondsText(gc->maxPauseUs));
        add("pauses together", microsecondsText(gc->totalPauseUs));
        add("median pause", microsecondsText(gc->medianPauseUs));
        add("95 % of the pauses", "up to " + microsecondsText(gc->p95PauseUs));
        add("longest phase of a pause", microsecondsText(gc->maxPhasePauseUs));
        addMost("heap before a collection", gc->heapBefore);
        addMost("heap behind a collection", gc->heapAfter);
        addMost("metaspace", gc->metaspaceMax);
        if (gc->cpuUserUs != 0 || gc->cpuSystemUs != 0)
            add("processor time of collections",
                microsecondsText(gc->cpuUserUs) + ", in the system " + microsecondsText(gc->cpuSystemUs));
        first(gc->buckets, [&](const GcBucket& bucket, std::size_t i) {
            std::string text = counted(bucket.count, "collection", "collections");
            if (bucket.count > 0)
                text += ", paused " + microsecondsText(bucket.pauseUs) + ", the longest time "
                    + microsecondsText(bucket.maxPauseUs);
            if (bucket.heapBefore > 0)
                text += ", heap " + bytesText(bucket.heapBefore) + " before and "
                    + bytesText(bucket.heapAfter) + " behind";
            add(bucketText(i, gc->bucketSeconds), std::move(text));
        });
    }
    if (footer.cpu) {
        const std::uint64_t seconds = footer.cpuBucketSeconds;
        add("processor load",
            counted(footer.cpu->size(), "value", "values") + ", one each " + std::to_string(seconds) + " s");
        first(*footer.cpu, [&](const CpuBucket& bucket, std::size_t i) {
            add(bucketText(i, seconds),
                "JVM " + percentText(bucket.jvmUser, 1) + ", in the system "
                    + percentText(bucket.jvmSystem, 1) + ", machine " + percentText(bucket.machine, 1));
        });
    }
    if (const auto& allocation = footer.allocation) {
        add("allocated", bytesText(allocation->allocated));
        add("promoted", bytesText(allocation->promoted));
        first(allocation->allocatedEach, [&](std::int64_t bytes, std::size_t i) {
            add(bucketText(i, allocation->bucketSeconds), "allocated " + bytesText(bytes));
        });
        first(allocation->promotedEach, [&](std::int64_t bytes, std::size_t i) {
            add(bucketText(i, allocation->bucketSeconds), "promoted " + bytesText(bytes));
        });
    }
    first(footer.views, [&](const FooterView& view, std::size_t) {
        constexpr std::size_t kShown = 12;
        std::string text = view.values.empty() ? "no values" : "";
        for (std::size_t i = 0; i < std::min(view.values.size(), kShown); ++i)
            text += (i > 0 ? ", " : "") + valueText(view.values[i]);
        if (view.values.size() > kShown)
            text += ", and " + std::to_string(view.values.size() - kShown) + " more";
        add("view " + escaped(view.name), std::move(text));
    });
    first(footer.eventCounts, [&](const auto& count, std::size_t) {
        add(RecordText::shortName(count.first), counted(count.second, "event", "events"));
    });
    first(footer.labels, [&](const auto& label, std::size_t) {
        add(RecordText::shortName(label.first), "is called " + escaped(label.second));
    });
    if (footer.classIds > 0)
        add("types with a class id", grouped(footer.classIds));
    return out;
}

}
