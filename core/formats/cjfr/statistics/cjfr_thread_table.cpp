// Threads: how long each was blocked, waited, was parked, slept, read and wrote, and was stopped. What is
// left of its life is called so: a recording of a JVM does not say when a thread ran.
#include "core/base/text.h"
#include "core/formats/cjfr/statistics/cjfr_tables.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace traceglass::cjfr {

namespace {

enum class ThreadState : std::uint8_t { blocked, waiting, parked, sleeping, transfer };
constexpr std::size_t kThreadStates = 5;

struct ThreadRow
{
    TrackId track = kNoTrack;
    bool isJava = false;
    TimeRange life; // within the range
    std::array<std::int64_t, kThreadStates> stateNs {};
    std::vector<TimeRange> known {}; // of the states, within its life
    std::int64_t stoppedNs = kNoInteger;
    std::int64_t restNs = 0;
    double user = 0, system = 0; // summed up
    std::int64_t loads = 0;
    std::int64_t samples = 0;
    std::int64_t nativeSamples = 0;

    std::int64_t in(ThreadState state) const { return stateNs[static_cast<std::size_t>(state)]; }
    // Adds what of the time lies in its life; returns how much that is.
    std::int64_t add(const TimeRange& time)
    {
        const TimeRange part {std::max(time.startNs, life.startNs), std::min(time.endNs, life.endNs)};
        if (part.startNs >= part.endNs)
            return 0;
        known.push_back(part);
        return subtractSaturating(part.endNs, part.startNs);
    }
};

// How much of any time is covered by some intervals.
class CoveredTime
{
public:
    explicit CoveredTime(std::vector<TimeRange> united) // in order, none meets the next
        : m_united(std::move(united))
    {
        for (const TimeRange& one : m_united)
            m_until.push_back(addSaturating(m_until.back(), one.lengthNs()));
    }

    bool isNothing() const { return m_united.empty(); }
    std::int64_t in(const TimeRange& time) const { return before(time.endNs) - before(time.startNs); }

private:
    std::int64_t before(std::int64_t ns) const
    {
        const auto next = std::ranges::lower_bound(m_united, ns, {}, &TimeRange::startNs);
        const auto begun = static_cast<std::size_t>(next - m_united.begin());
        if (begun == 0)
            return 0;
        return m_until[begun - 1] + stats::clippedNs(m_united[begun - 1], {m_united[begun - 1].startNs, ns});
    }

    std::vector<TimeRange> m_united;
    std::vector<std::int64_t> m_until {0}; // by number: what those before it cover
};

// What an event says about its thread.
struct ThreadSays
{
    WantedEvents events;
    enum class What : std::uint8_t { state, load, sample, nativeSample, pause } what = What::state;
    ThreadState state = ThreadState::blocked;
};

const std::vector<ThreadSays>& threadEvents()
{
    using What = ThreadSays::What;
    static const std::vector<ThreadSays> kEvents = {
        {{"jdk.JavaMonitorEnter"}, What::state, ThreadState::blocked},
        {{"jdk.JavaMonitorWait"}, What::state, ThreadState::waiting},
        {{"jdk.ThreadPark"}, What::state, ThreadState::parked},
        {{"jdk.ThreadSleep"}, What::state, ThreadState::sleeping},
        {{"jdk.FileRead"}, What::state, ThreadState::transfer},
        {{"jdk.FileWrite"}, What::state, ThreadState::transfer},
        {{"jdk.FileForce"}, What::state, ThreadState::transfer},
        {{"jdk.SocketRead"}, What::state, ThreadState::transfer},
        {{"jdk.SocketWrite"}, What::state, ThreadState::transfer},
        {{"jdk.ThreadCPULoad", {"user", "system"}}, What::load},
        {{"jdk.ExecutionSample"}, What::sample},
        {{"jdk.NativeMethodSample"}, What::nativeSample},
        {{"jdk.GCPhasePause", {}, true}, What::pause}, // whatever thread carries it out
    };
    return kEvents;
}

// The threads that have a track of those asked for.
class ThreadRows
{
public:
    explicit ThreadRows(const EventPass& pass)
    {
        const Timeline& timeline = pass.timeline();
        for (const bool slices : {true, false}) { // only these know when the thread lived
            for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
                const auto id = TrackId(static_cast<std::uint32_t>(i));
                const Track& track = timeline.track(id);
                const TrackClass what = classOf(track.key);
                if ((what != TrackClass::javaThread && what != TrackClass::systemThread)
                    || (track.kind == TrackKind::slices) != slices || !pass.isChosen({track.kind, track.key}))
                    continue;
                const TimeRange life = slices ? track.life : timeline.range;
                if (overlaps(life.startNs, life.endNs, pass.range())
                    && m_byKey.try_emplace(track.key, m_rows.size()).second)
                    m_rows.push_back({id,
                                      what == TrackClass::javaThread,
                                      {std::max(life.startNs, pass.range().startNs),
                                       std::min(life.endNs, pass.range().endNs)}});
            }
        }
    }

    ThreadRow* find(const ThreadWords* thread) // null: none of these
    {
        const auto found = thread ? m_byKey.find(thread->key) : m_byKey.end();
        return found == m_byKey.end() ? nullptr : &m_rows[found->second];
    }
    std::vector<ThreadRow>& all() { return m_rows; }

private:
    std::vector<ThreadRow> m_rows;
    std::unordered_map<std::uint64_t, std::size_t> m_byKey;
};

void takeThreadEvent(ThreadRow& row, const ThreadSays& says, const EventPass& pass, const EventView& event)
{
    switch (says.what) {
    case ThreadSays::What::state: {
        std::int64_t& sum = row.stateNs[static_cast<std::size_t>(says.state)];
        sum = addSaturating(sum, row.add(event.time));
        break;
    }
    case ThreadSays::What::load: {
        const auto user = pass.real(event.fields[0]), system = pass.real(event.fields[1]);
        if (user && system) {
            row.user += *user;
            row.system += *system;
            ++row.loads;
        }
        break;
    }
    case ThreadSays::What::sample: ++row.samples; break;
    case ThreadSays::What::nativeSample: ++row.nativeSamples; break;
    case ThreadSays::What::pause: break;
    }
}

// Whether events say of threads how long they were in a state: recorders leave out events, and whose they
// are.
class KnownStates
{
public:
    void take(ThreadState state, bool isNamed)
    {
        (isNamed ? m_named : m_unnamed)[static_cast<std::size_t>(state)] = true;
    }
    bool isKnown(ThreadState state, const EventPass& pass) const
    {
        const auto at = static_cast<std::size_t>(state);
        const bool isRecorded = std::ranges::any_of(threadEvents(), [&](const ThreadSays& says) {
            return says.what == ThreadSays::What::state && says.state == state && pass.has(says.events.type);
        });
        return isRecorded && (m_named[at] || !m_unnamed[at]);
    }

private:
    std::array<bool, kThreadStates> m_named {}, m_unnamed {};
};

// Makes the columns that nothing is known of unknown; returns what they are called.
std::string forgetUnknown(StatTable& table, const KnownStates& states, const EventPass& pass)
{
    constexpr std::array<std::pair<ThreadState, std::string_view>, kThreadStates> kColumns = {
        {{ThreadState::blocked, "blocked_ns"},
         {ThreadState::waiting, "waiting_ns"},
         {ThreadState::parked, "parked_ns"},
         {ThreadState::sleeping, "sleeping_ns"},
         {ThreadState::transfer, "io_ns"}}};
    std::string out;
    for (const auto& [state, id] : kColumns) {
        if (states.isKnown(state, pass))
            continue;
        StatColumn& column = *std::ranges::find(table.columns, id, &StatColumn::id);
        std::ranges::fill(column.integers, kNoInteger);
        out += (out.empty() ? "" : ", ") + column.title;
    }
    return out;
}

void addThreadColumns(StatTable& table, const std::vector<ThreadRow>& rows, const Job& job)
{
    const stats::Columns columns(table, rows, job);
    const auto inState = [](ThreadState state) {
        return [state](const ThreadRow& row) { return row.in(state); };
    };
    const auto mean = [](double sum, const ThreadRow& row) {
        return row.loads > 0 ? sum / static_cast<double>(row.loads) : stats::shareOf(0, 0);
    };
    columns.addSum("life_ns", "life", "For how long it lived within the range.", StatUnit::span,
                   [](const ThreadRow& row) { return row.life.lengthNs(); });
    columns.addSum("blocked_ns", "blocked", "It was to enter a monitor that another thread held.",
                   StatUnit::span, inState(ThreadState::blocked));
    columns.addSum("waiting_ns", "waiting", "It waited at a monitor to be notified.", StatUnit::span,
                   inState(ThreadState::waiting));
    columns.addSum("parked_ns", "parked", "It was parked: for a lock, or until there was something to do.",
                   StatUnit::span, inState(ThreadState::parked));
    columns.addSum("sleeping_ns", "sleeping", "It slept for a time it asked for.", StatUnit::span,
                   inState(ThreadState::sleeping));
    columns.addSum("io_ns", "I/O", "It read from or wrote to files and sockets.", StatUnit::span,
                   inState(ThreadState::transfer));
    columns.addSum("stopped_ns", "stopped",
                   "Pauses of collections during its life; only threads of the program stop.", StatUnit::span,
                   [](const ThreadRow& row) { return row.stoppedNs; });
    columns.addSum("rest_ns", "not recorded",
                   "What is left of its life: it ran, was ready to, or did what was not recorded.",
                   StatUnit::span, [](const ThreadRow& row) { return row.restNs; });
    columns.add("cpu_user", "CPU user",
                "Mean of its loads in user mode; 1 is all of the machine (jdk.ThreadCPULoad).",
                StatUnit::share, [&](const ThreadRow& row) { return mean(row.user, row); });
    columns.add("cpu_system", "CPU system", "Likewise in system mode.", StatUnit::share,
                [&](const ThreadRow& row) { return mean(row.system, row); });
    columns.addSum("samples", "samples", "How often it was met running Java (jdk.ExecutionSample).",
                   StatUnit::count, [](const ThreadRow& row) { return row.samples; });
    columns.addSum("native_samples", "native samples", "How often it was met in a native method.",
                   StatUnit::count, [](const ThreadRow& row) { return row.nativeSamples; });
    columns.sortBy("blocked_ns");
}

}

Result<StatTable> threadTable(EventPass& pass)
{
    ThreadRows rows(pass);
    std::vector<WantedEvents> wanted;
    for (const ThreadSays& says : threadEvents())
        wanted.push_back(says.events);
    std::vector<TimeRange> pauses;
    KnownStates states;
    std::uint64_t unknown = 0;
    std::int64_t unknownNs = 0;
    const auto done = pass.read(wanted, [&](const EventView& event) {
        const ThreadSays& says = threadEvents()[event.wanted];
        if (says.what == ThreadSays::What::state)
            states.take(says.state, event.thread != nullptr);
        if (says.what == ThreadSays::What::pause) {
            pauses.push_back(event.time);
        } else if (ThreadRow* const row = rows.find(event.thread)) {
            takeThreadEvent(*row, says, pass, event);
        } else if (!event.thread && says.what == ThreadSays::What::state) {
            ++unknown;
            unknownNs = addSaturating(unknownNs, stats::clippedNs(event.time, pass.range()));
        }
    });
    if (!done)
        return tl::unexpected(done.error());

    const CoveredTime stopped(stats::unionOf(pauses, pass.job()));
    const Timeline& timeline = pass.timeline();
    StatTable table;
    for (ThreadRow& row : rows.all()) {
        std::int64_t restNs = row.life.lengthNs();
        if (row.isJava && !stopped.isNothing()) {
            row.stoppedNs = stopped.in(row.life);
            restNs -= row.stoppedNs;
        }
        for (const TimeRange& known : stats::unionOf(row.known, pass.job()))
            restNs -= known.lengthNs() - (row.isJava ? stopped.in(known) : 0);
        if (pass.job().stopRequested())
            return fail(Code::Stopped);
        row.restNs = pass.isPart() ? kNoInteger : restNs;
        row.known = {};
        table.keys.emplace_back(timeline.name(row.track));
        table.tracks.push_back(row.track);
        table.queries.push_back(
            stats::queryOf({stats::isEqual(query::Field::track, timeline.path(row.track))}));
    }
    addThreadColumns(table, rows.all(), pass.job());
    if (pass.job().stopRequested())
        return fail(Code::Stopped);
    if (const std::string left = forgetUnknown(table, states, pass); !left.empty())
        table.remarks.push_back("Not known: " + left
                                + ". No such event was recorded, or not of which thread.");
    if (unknown > 0)
        table.remarks.push_back("Of " + counted(unknown, "wait", "waits") + ", " + durationText(unknownNs)
                                + " together, the thread was not recorded; they are in no row.");
    if (pass.isPart())
        table.remarks.emplace_back("Of events that fit; threads are stopped by all pauses, and what is left of their "
                                   "lives is not told.");
    if (stopped.isNothing())
        table.remarks.emplace_back("For how long threads were stopped is not known: no pauses were recorded "
                                   "(jdk.GCPhasePause).");
    if (const std::string cut = pass.thresholdRemark(); !cut.empty())
        table.remarks.push_back(cut);
    return table;
}

}
