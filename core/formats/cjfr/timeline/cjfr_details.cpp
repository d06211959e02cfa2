#include "core/formats/cjfr/timeline/cjfr_details.h"

#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"

#include <algorithm>
#include <cmath>

namespace traceglass::cjfr {

namespace {

constexpr std::uint64_t kFramesShown = 200;
constexpr std::size_t kRowsShown = 100;

std::string amountText(double bytes, bool bits, std::string& extra)
{
    constexpr double kMost = 1e18; // beyond it the text of a whole number would not fit
    if (!(bytes >= 0 && bytes < kMost))
        return "unknown";
    const auto whole = static_cast<std::uint64_t>(bytes);
    if (bits)
        return grouped(whole) + " bits";
    if (whole >= 1000)
        extra = grouped(whole) + " bytes";
    return sizeText(whole);
}

// "java.lang.Thread.run:1583" in the order it is looked at: what ran, then where that is found.
struct FrameWords
{
    std::string call;    // "Thread.run"
    std::string package; // "java.lang"
};

FrameWords frameWords(std::string name)
{
    std::ranges::replace(name, '/', '.');
    const std::size_t method = name.rfind('.');
    if (method == std::string::npos || method == 0)
        return {name, {}};
    std::size_t type = name.rfind('.', method - 1);
    // A hidden class carries its address behind its name: "Orders$$Lambda.0x00007f".
    if (type != std::string::npos && type > 0 && name.compare(type + 1, 2, "0x") == 0)
        type = name.rfind('.', type - 1);
    return type == std::string::npos ? FrameWords {name, {}}
                                     : FrameWords {name.substr(type + 1), name.substr(0, type)};
}

}

DetailValue EventDetails::valueOf(const Slot& slot, const Value& value, std::string& extra) const
{
    if (value.type->isNumber()) {
        const std::int64_t number = m_values.number(value);
        if (m_values.isReduced(value, reduction::kTimestamp)) {
            const auto moment = m_values.moment(value);
            return moment ? DetailValue(Moment {*moment}) : DetailValue("unset");
        }
        if (m_values.isReduced(value, reduction::kTimespan) && spanKind(number) == SpanKind::known)
            return Duration {number};
    }
    const bool isAmount = m_values.isReduced(value, reduction::kAmount);
    const FieldUnit unit = wordsOf(slot).unit;
    if (value.type->kind == TypeKind::floating
        || (value.type->isNumber() && (isAmount || unit != FieldUnit::none))) {
        const double number = value.type->kind == TypeKind::floating ? m_values.floating(value)
            : isAmount ? static_cast<double>(amountOf(m_values.number(value)))
                       : static_cast<double>(m_values.number(value));
        const bool isNumber = std::isfinite(number);
        if (isNumber && unit == FieldUnit::share)
            return percentText(number, 1);
        if (isNumber && (unit == FieldUnit::bytes || unit == FieldUnit::bits || isAmount))
            return amountText(number, unit == FieldUnit::bits, extra);
        if (unit == FieldUnit::address && value.type->isNumber())
            return hexNumber(static_cast<std::uint64_t>(m_values.number(value)));
        if (unit == FieldUnit::hertz)
            return m_text.valueText(value) + " Hz";
    }
    return m_text.valueText(value, 1);
}

void EventDetails::addField(DetailSection& section, const Slot& slot, const Value& value,
                            std::optional<std::int64_t> number)
{
    const bool isJfr = m_values.index().isJfr();
    const bool isElsewhere = isJfr && (slot.name == "startTime" || slot.name == "duration");
    if (section.rows.size() >= kRowsShown || isElsewhere)
        return;
    DetailRow row {wordsOf(slot).label, std::string()};
    if (number) {
        row.value = slot.reduction == reduction::kTimespan ? DetailValue(Duration {*number})
                                                           : DetailValue(std::to_string(*number));
    } else if (value.isNull()) {
        row.value = "none";
    } else if (isJfr && knownStruct(*value.type) == KnownStruct::stackTrace) {
        m_stack = value;
        return;
    } else if (const ThreadWords* const thread = isJfr ? m_tracks.thread(value) : nullptr) {
        row.value = thread->name;
        row.extra = thread->javaId > 0 ? '#' + std::to_string(thread->javaId)
                                       : "system " + std::to_string(thread->systemId);
        row.link = m_link(*thread);
    } else {
        row.value = valueOf(slot, value, row.extra);
    }
    section.rows.push_back(std::move(row));
}

void EventDetails::addFields(DetailSection& section, const Value& event)
{
    m_values.forEach(event, [&](const Slot& slot, std::uint64_t, const Value& value) {
        addField(section, slot, value, {});
        return true;
    });
}

void EventDetails::addFields(DetailSection& section, const PlacedEvent& placed)
{
    const ExpandedEvent& event = *placed.event;
    const auto addNamed = [&](const Given& given) {
        Slot slot;
        slot.name = given.name;
        addField(section, slot, given.value, given.number);
    };
    if (event.type) {
        for (const Slot& slot : event.type->slots) {
            const Given* const given = event.find(slot.name);
            if (given && given->truth)
                section.rows.push_back({wordsOf(slot).label, std::string(*given->truth ? "true" : "false")});
            else if (given)
                addField(section, slot, given->value, given->number);
        }
        for (const Given* const given : event.beyondType())
            addNamed(*given);
        return;
    }
    for (const Given& given : event.given) {
        if (event.find(given.name) == &given && !given.name.empty())
            addNamed(given);
    }
}

DetailSection EventDetails::stackSection() const
{
    DetailSection section;
    const Value frames = fieldOf(m_values, m_stack, "frames");
    if (frames.isNull())
        return section;
    section.title = "Stack trace";
    const std::uint64_t count = m_values.childCount(frames);
    section.extra = counted(count, "frame", "frames");
    bool hasLines = false;
    m_values.forEach(frames, [&](const Slot&, std::uint64_t position, const Value& frame) {
        std::string name = frameText(m_values, frame);
        const auto line = m_values.field(frame, "lineNumber");
        hasLines |= line.has_value();
        const std::int64_t number = numberOf(m_values, line.value_or(Value {})).value_or(0);
        if (const std::size_t colon = name.rfind(':'); line && colon != std::string::npos)
            name.resize(colon);
        FrameWords words = frameWords(std::move(name));
        if (number > 0)
            words.call += ':' + std::to_string(number);
        else if (const Value kind = fieldOf(m_values, frame, "type"); isOf(kind, TypeKind::string))
            words.package += (words.package.empty() ? "" : " · ") + shortened(m_values.text(kind), 40);
        section.rows.push_back({std::to_string(position + 1), escaped(shortened(words.call, 400)),
                                escaped(shortened(words.package, 400))});
        return section.rows.size() < kFramesShown;
    });
    if (count > section.rows.size())
        section.rows.push_back({"…", grouped(count - section.rows.size()) + " more"});
    else if (isTrue(m_values, fieldOf(m_values, m_stack, "truncated")))
        section.rows.push_back({"…", std::string("outer frames were not recorded")});
    if (!hasLines && count > 0)
        section.sentence = "The recorder dropped the line numbers.";
    return section;
}

DetailSection EventDetails::typeSection(const EventPlan& plan) const
{
    DetailSection section;
    section.title = "Event type";
    section.rows.push_back({"name", escaped(plan.typeName)});
    if (!plan.type)
        return section;
    const TypeWords words = wordsOf(*plan.type);
    const std::string category =
        listText(words.category, " › ", [](const auto& part) { return escaped(shortened(part, 100)); });
    if (!category.empty())
        section.rows.push_back({"category", category});
    section.sentence = escaped(shortened(words.description, 500));
    return section;
}

}
