#include "core/formats/cjfr/statistics/cjfr_event_pass.h"

#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/query/hit_refs.h"
#include "core/stats/fitting.h"

#include <algorithm>
#include <array>

namespace traceglass::cjfr {

namespace {

const WantedEvents kSettings {"jdk.ActiveSetting", {"id", "name", "value"}, true};

// "0 ns": everything was recorded.
bool isNoThreshold(std::string_view value)
{
    return value.find_first_of("123456789") == std::string_view::npos;
}

}

bool hasEvents(const StreamIndex& index, std::string_view type)
{
    return std::ranges::any_of(index.types.defined(), [&](const Type& one) {
        return index.countOf(one) > 0
            && (one.isCombined ? Expander::expandedName(one) == type : one.name == type);
    });
}

EventPass::EventPass(const CjfrFile& file, const StreamIndex& index, const StatRequest& request, Job& job)
    : m_file(file)
    , m_index(index)
    , m_request(request)
    , m_job(job)
    , m_values(index)
    , m_tracks(m_values)
    , m_placed(m_values, m_tracks)
    , m_range(request.range.value_or(request.timeline.range))
{
    if (!request.tracks && !request.only)
        return;
    m_keys.emplace(); // a thread has one key for all its tracks
    const std::vector<std::uint8_t> chosen = stats::tracksAsked(request);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i])
            m_keys->insert(request.timeline.track(TrackId(static_cast<std::uint32_t>(i))).key);
    }
}

Result<void> EventPass::read(const MessageRange& part, const std::vector<WantedEvents>& wanted, const Use& use)
{
    if (m_request.only) {
        auto refs = query::refsOf(*m_request.only, m_job);
        if (!refs)
            return tl::unexpected(refs.error());
        m_fitting = std::move(*refs);
    }
    m_wanted = wanted;
    m_wanted.push_back(kSettings);
    std::vector<Plan> plans(m_index.types.all().size()); // by type index
    for (const Type& type : m_index.types.defined()) {
        const std::string name = type.isCombined ? Expander::expandedName(type) : type.name;
        const auto found = std::ranges::find(m_wanted, name, &WantedEvents::type);
        if (found == m_wanted.end() || type.kind != TypeKind::structure || m_index.countOf(type) == 0
            || !m_index.isJfr())
            continue;
        Plan& plan = plans[type.index];
        plan.events = &m_tracks.planOf(type);
        if (plan.events->role == EventRole::none)
            continue; // no usable time
        plan.wanted = static_cast<std::size_t>(found - m_wanted.begin());
        plan.kept = {
            .start = plan.events->start, .duration = plan.events->duration, .thread = plan.events->thread};
        for (const std::string_view wantedField : found->fields) {
            PassFields::Planned& field = plan.fields.emplace_back();
            if (const int at = type.fieldNamed(wantedField); at >= 0) {
                field = {&type.slots[static_cast<std::size_t>(at)], plan.kept.more.size()};
                plan.kept.more.push_back(at);
            }
        }
    }
    const auto fieldsOf = [&](const Type& type) -> const KeptFields* {
        const Plan& plan = plans[type.index];
        return plan.wanted == kNone ? nullptr : plan.events->isCombined ? &kNoFields : &plan.kept;
    };
    const auto readOne = [&](const Message& message, const Kept& kept) {
        const Plan& plan = plans[message.type->index];
        if (plan.events->isCombined)
            readCombined(message, plan, use);
        else
            readOwn(message, kept, plan, use);
        return true;
    };
    return m_file.eachMessageOf(part, m_index, m_job, fieldsOf, readOne);
}

void EventPass::readOwn(const Message& message, const Kept& kept, const Plan& plan, const Use& use)
{
    if (kept.start.what != Seen::What::number)
        return;
    EventView event;
    event.wanted = plan.wanted;
    event.offset = message.offset;
    const bool isLong = kept.duration.what == Seen::What::number && isKnownSpan(kept.duration.value);
    event.time = {kept.start.value,
                  isLong ? addSaturating(kept.start.value, kept.duration.value) : kept.start.value};
    if (plan.kept.thread >= 0)
        event.thread =
            thread(PassField {&message.type->slots[static_cast<std::size_t>(plan.kept.thread)], kept.thread});
    event.place = m_tracks.trackOf(*plan.events, event.thread);
    event.fields = PassFields(plan.fields, kept);
    deliver(event, false, use);
}

void EventPass::readCombined(const Message& message, const Plan& plan, const Use& use)
{
    const std::vector<std::string_view>& names = m_wanted[plan.wanted].fields;
    m_placed.expand(message, [&](const PlacedEvent& placed) {
        EventView event;
        event.wanted = plan.wanted;
        event.offset = message.offset;
        event.time = placed.time;
        event.isApproximate = (placed.flags & slice::kApproximate) != 0;
        event.thread = placed.thread;
        event.place = placed.place;
        event.fields = PassFields(names, *placed.event);
        deliver(event, true, use);
        return !m_job.stopRequested();
    });
}

// A combined event stands for several slices, which are told apart by their times.
bool EventPass::fits(const EventView& event, bool isCombined) const
{
    if (!m_request.only)
        return true;
    if (!m_fitting.contains(RecordRef(m_file.streamSource(), event.offset)))
        return false;
    const auto track =
        isCombined ? m_request.timeline.findTrack(event.place.kind, event.place.key) : std::nullopt;
    return !track || stats::isFittingAt(*m_request.only, *track, event.time, event.offset);
}

void EventPass::deliver(EventView& event, bool isCombined, const Use& use)
{
    const bool isSetting = event.wanted + 1 == m_wanted.size();
    event.isAsked = isSetting || (isChosen(event.place) && fits(event, isCombined));
    const auto& axes = m_request.timeline.axes();
    if (!axes.empty())
        event.time = {axes.front().toView(event.time.startNs), axes.front().toView(event.time.endNs)};
    const WantedEvents& wanted = m_wanted[event.wanted];
    if (isSetting)
        learnSetting(event);
    else if (wanted.isEverywhere
             || (event.isAsked
                 && (!m_request.range || overlaps(event.time.startNs, event.time.endNs, m_range))))
        use(event);
}

// --- fields

std::optional<std::int64_t> EventPass::integer(const PassField& field) const
{
    if (field.given && field.given->number)
        return field.given->number;
    // Most are plain numbers in the message, of which no value needs to be made.
    const bool isPlain = !field.given && field.place.where == ContentPlace::Where::message;
    if (!isPlain || !field.slot->type->isNumber())
        return integer(value(field));
    const std::int64_t number = m_values.number(*field.slot->type, field.place.at);
    return m_index.isJfr() && field.slot->reduction == reduction::kAmount ? amountOf(number) : number;
}

std::optional<std::int64_t> EventPass::integer(const Value& value) const
{
    if (isOf(value, TypeKind::floating)) // as lossy recordings keep amounts
        return saturated(m_values.floating(value));
    const auto number = numberOf(m_values, value);
    return number && m_values.isReduced(value, reduction::kAmount) ? amountOf(*number) : number;
}

std::optional<std::int64_t> EventPass::span(const PassField& field) const
{
    const auto ns = integer(field);
    return ns && spanKind(*ns) == SpanKind::known ? ns : std::nullopt;
}

std::optional<double> EventPass::real(const PassField& field) const
{
    const Value number = value(field);
    return isOf(number, TypeKind::floating) ? std::optional(m_values.floating(number)) : std::nullopt;
}

StringId EventPass::name(const Value& value)
{
    if (value.isNull())
        return {};
    const auto find = [&] {
        return m_names.intern(isOf(value, TypeKind::string) ? m_values.text(value) : nameOf(m_values, value));
    };
    if (!value.isEntry())
        return find();
    auto& known = m_nameOf.at(value.cache, value.entry);
    if (!known)
        known = find();
    return *known;
}

const ThreadWords* EventPass::thread(const Value& value)
{
    if (!value.isEntry())
        return m_tracks.thread(value);
    const ThreadWords*& known = m_threads.at(value.cache, value.entry);
    if (!known)
        known = m_tracks.thread(value);
    return known;
}

bool EventPass::isOfJdk(StringId method)
{
    const auto [known, isNew] = m_isOfJdk.try_emplace(number(method), false);
    if (isNew) {
        constexpr std::array<std::string_view, 4> kOfJdk = {"java.", "javax.", "jdk.", "sun."};
        known->second = std::ranges::any_of(
            kOfJdk, [&](std::string_view beginning) { return text(method).starts_with(beginning); });
    }
    return known->second;
}

StringId EventPass::site(const Value& stack)
{
    if (stack.isNull())
        return {};
    if (!stack.isEntry())
        return findSite(stack);
    auto& known = m_siteOf.at(stack.cache, stack.entry);
    if (!known)
        known = findSite(stack);
    return *known;
}

StringId EventPass::findSite(const Value& stack)
{
    StringId innermost {}, found {};
    std::size_t depth = 0;
    m_values.forEach(fieldOf(m_values, stack, "frames"), [&](const Slot&, std::uint64_t, const Value& frame) {
        const StringId method = name(fieldOf(m_values, frame, "method"));
        if (depth == 0)
            innermost = method;
        if (!isOfJdk(method))
            found = method;
        return found == StringId {} && ++depth < limits::kStackDepth;
    });
    return found == StringId {} ? innermost : found;
}

// --- afterwards

StatPlace EventPass::placeOf(const Longest& event) const
{
    constexpr std::size_t kSlicesLookedAt = 4096; // that begin at the same moment
    const Timeline& timeline = m_request.timeline;
    const auto track = event.ns < 0 || m_job.stopRequested()
        ? std::nullopt
        : timeline.findTrack(event.place.kind, event.place.key);
    if (!track)
        return {};
    const TimeRange window {event.time.startNs, addSaturating(event.time.startNs, 1)};
    std::uint16_t depth = 0;
    for (const RowId row : timeline.rows(*track)) {
        for (const Slice& slice : timeline.slices(row, window, kSlicesLookedAt)) {
            if (slice.startNs == event.time.startNs && slice.endNs == event.time.endNs
                && slice.ref.offset() == event.offset)
                return {*track, depth, slice.startNs, slice.ref};
        }
        ++depth;
    }
    return {};
}

void EventPass::learnSetting(const EventView& event)
{
    const std::string type = textOf(m_values, value(event.fields[0])); // a number in files of 2025
    if (!type.empty() && textOf(m_values, value(event.fields[1])) == "threshold")
        m_thresholds[type] = textOf(m_values, value(event.fields[2]));
}

void EventPass::learnFrom(const EventPass& later)
{
    for (const auto& [type, threshold] : later.m_thresholds)
        m_thresholds[type] = threshold;
}

std::string EventPass::thresholdRemark() const
{
    std::map<std::string, std::string> byValue; // types that have it
    for (const WantedEvents& wanted : m_wanted) {
        const auto set = m_thresholds.find(wanted.type);
        if (set == m_thresholds.end() || isNoThreshold(set->second) || !has(wanted.type))
            continue;
        std::string& types = byValue[set->second];
        types += (types.empty() ? "" : ", ") + std::string(wanted.type);
    }
    const std::string out = listText(byValue, "; ", [](const auto& each) {
        constexpr std::size_t kValueText = 40;
        return each.second + " from " + escaped(shortened(each.first, kValueText)) + " on";
    });
    return out.empty() ? out
                       : "≥: recorded only when they took long enough (" + out + "), so there were more.";
}

}
