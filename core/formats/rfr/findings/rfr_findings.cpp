#include "core/formats/rfr/findings/rfr_findings.h"

#include "core/formats/rfr/findings/rfr_rules.h"

#include <functional>
#include <limits>

namespace traceglass::rfr {

std::span<const Rule> findingRules()
{
    using U = StatUnit;
    constexpr std::int64_t kUs = 1'000, kMs = 1'000'000, kS = 1'000'000'000;
    static const std::vector<Rule> kRules = {
        {"rfr.long-poll",
         "Polls that keep a worker",
         "While a task is polled, its worker runs nothing else: other tasks on it wait. Polls should take 10 "
         "to 100 µs.",
         "Every poll, open ones up to the end, as long as the threshold. The last poll of a task that was "
         "dropped is left out: it is the dropping. Where those of a name are less than a thousandth of the "
         "time together they are low, and left out unless one of them is as long as high. Cost: these polls "
         "added up.",
         "Move what blocks to spawn_blocking, or await between pieces of the work.",
         {{"min", U::span, 10 * kMs, "the shortest such poll"},
          {"high", U::span, 100 * kMs, "high from here on, else medium"}}},
        {"rfr.poll-outlier",
         "Polls far longer than usual",
         "A few polls of a task take much longer than it usually needs, and keep a worker meanwhile.",
         "Low. Polls from the least duration on and as many times the median of their name, shorter than "
         "rfr.long-poll; together a thousandth of the time. Names of which more than a few are so long "
         "just have two kinds of work.",
         "Compare what the task did then with its other polls.",
         {{"min", U::span, 1 * kMs, "the shortest such poll"},
          {"times", U::count, 20, "times the median of the name"},
          {"median", U::span, 50 * kUs, "names whose polls usually take less are left alone"},
          {"few", U::share, 100, "of the polls of a name, at most"},
          {"polls", U::count, 30, "polls that a name must have"}}},
        {"rfr.never-yielded",
         "Tasks that never yield",
         "The only poll of a task takes very long, or never ends: it has a worker for itself.",
         "High. Tasks with one poll beside that of their dropping, as long as the threshold. Their polls "
         "are not told again by rfr.long-poll.",
         "Run it on a thread of its own (spawn_blocking, std::thread), or await within its loop.",
         {{"min", U::span, 1 * kS, "the shortest such poll"}}},
        {"rfr.run-queue",
         "More ready tasks than workers",
         "Tasks that were woken or just spawned wait because all workers are busy: everything gets slower.",
         "Ready tasks (scheduled or created) on average over steps of 10 ms; steps with too many are joined "
         "when they lie near each other. At least once it lasts: a burst that workers soon get done with "
         "does not count, nor do times in which each waits for a moment only (workers are busy then, not "
         "late), nor tasks that are never polled while others are that came later (rfr.never-polled). Tasks "
         "that were spawned all at once are a batch, which is low: so it was wanted. What had three of five "
         "of the workers' time meanwhile is named; where these are long polls (rfr.long-poll, "
         "rfr.never-yielded), and no batch was spawned, it is said with them. Cost: what tasks waited in "
         "there, added up; share: how much of the recording the queue was full. Of less than a thousandth, "
         "but a twentieth of a minute, it is low.",
         "See what the workers were busy with at that time; long polls are the usual cause.",
         {{"per-worker", U::count, 2, "ready tasks for each worker"},
          {"min", U::span, 20 * kMs, "a full queue at a stretch, and a step more"},
          {"wait", U::span, 2 * kMs, "half of what is waited is waits as long as that"},
          {"join", U::span, 100 * kMs, "times no further apart are one"},
          {"recording", U::span, 100 * kMs, "shorter recordings are not checked"},
          {"explains", U::share, 600, "of a name's waits inside: then they have the same cause"}}},
        {"rfr.waits-for-worker",
         "Tasks that wait longer than they run",
         "A task is ready more often than it runs: it is late through no fault of its own.",
         "Names whose tasks were scheduled longer than they were polled, with a p95 of the waits from the "
         "threshold on. Part of rfr.run-queue where most of it lies in there, and of rfr.long-poll where "
         "the polls of one name have half of the time of all workers. Alone only when they are long, or "
         "far longer than what the tasks run and much, and not of so many at once as fill a queue "
         "(rfr.run-queue, `per-worker`): workers just get a burst done otherwise. Share: of the recording "
         "times the workers, or the tasks of the name that lived at once on average where these are more.",
         "Look for long polls on the same workers, or for more ready tasks than workers.",
         {{"p95", U::span, 1 * kMs, "95 of 100 waits are shorter"},
          {"alone", U::span, 10 * kMs, "as p95, where no full queue explains them, or"},
          {"times", U::count, 10, "times as long as they ran, and"},
          {"much", U::share, 20, "as share"}}},
        {"rfr.late-start",
         "Tasks that start late",
         "Spawned tasks wait long for their first poll.",
         "From spawn to first poll, p95 over the tasks of a name. Part of rfr.run-queue where most of it "
         "lies in there. Share: as for rfr.waits-for-worker, and no more than what it is of the recording in "
         "which any of them waited: a batch is over in a moment.",
         "As for rfr.run-queue; or spawn fewer tasks at once.",
         {{"p95", U::span, 10 * kMs, "95 of 100 tasks start sooner"},
          {"tasks", U::count, 20, "tasks that a name must have"}}},
        {"rfr.tiny-tasks",
         "Tasks smaller than their overhead",
         "Very many tasks that do less work than it takes to begin them.",
         "Low. Half of the tasks of a name work for less than half of them wait for their first poll, and "
         "for no more than what is tiny; any of them waited in a thousandth of the recording at least. "
         "Share: as for rfr.late-start.",
         "Do several pieces of the work in one task.",
         {{"tasks", U::count, 1'000, "tasks that a name must have"},
          {"work", U::span, 100 * kUs, "half of them work for no more"}}},
        {"rfr.uneven-workers",
         "Work on one worker only",
         "Tasks wait while one worker does all of the work and another one does nearly nothing.",
         "Medium. Steps of time in which one worker was busy, another one idle and at least one task "
         "ready, on average and for half of the time. A run queue that is full mostly then is part of it: "
         "workers were not all busy.",
         "Avoid what keeps tasks on one thread: long polls, LocalSet, block_in_place.",
         {{"min", U::span, 100 * kMs, "the length of a step"},
          {"busy", U::share, 700, "of the step one worker was busy, at least"},
          {"idle", U::share, 300, "of the step another was busy, at most"},
          {"explains", U::share, 600, "of the time of a full run queue inside: then it is part of this"}}},
        {"rfr.tasks-accumulate",
         "Tasks that never end",
         "More and more tasks of a name are spawned and next to none of them ends: memory grows, something "
         "is leaked.",
         "Medium. Spawned and dropped tasks of a name. A pool that is made at the start is left alone: "
         "spawns must spread over the recording. So is one that is made for a job: most were spawned within "
         "a tenth of the recording, and half of all work still. Else it is low where half of all do. High "
         "with many tasks when all have been idle for a while, but for those that were spawned within twice "
         "that at the end. Tasks that were spawned before the recording and ended in it count with those "
         "that ended, as old as the recording was then. Where more ended, those count, and are low, that are "
         "idle and many times older than any that ended became; these need not spread over the recording "
         "where as many ended that were spawned before the first of them, unless most were spawned within a "
         "tenth of it. Where as many ended and then none, and those spawned since are so old and nearly all "
         "idle, but for those within twice that at the end, they hang: that is as serious as if none had "
         "ended, however long ago it began. Tasks without a name count by who spawned them, a task or a "
         "span, and all together where that tells nothing; of the spawners without a name that one is for "
         "itself of whose tasks most are left. Jobs on threads of their own (kind blocking) count that run "
         "so many times longer than any that ended took, and were begun when that many others had ended, not "
         "most of them within a tenth of the recording: that is medium, and low where more ended.",
         "Find what each waits for, and what should have told it to end: the evidence is what it did last.",
         {{"left", U::count, 10, "tasks that did not end"},
          {"ended", U::share, 100, "of the spawned ones, at most, may have ended, or"},
          {"outlive", U::count, 10, "times the longest life of those that ended: as old as that"},
          {"spread", U::share, 500, "of the recording, from the first to the last spawn"},
          {"pool", U::share, 800, "of those that work still within a tenth of the recording: a pool"},
          {"recording", U::span, 1 * kS, "shorter recordings are not checked"},
          {"high", U::count, 100, "tasks from which on it is high when all are idle"},
          {"quiet", U::span, 1 * kS, "without a wake at the end counts as idle, and"},
          {"rests", U::count, 5, "times as long as it usually is from one poll of a task to its next"}}},
        {"rfr.no-waker",
         "Tasks that nothing can wake",
         "Nothing that is recorded keeps a waker of an idle task, so nothing can wake it: it may wait for "
         "ever.",
         "Medium. Tasks that were idle for so long at the end and whose wakers were all dropped or used: "
         "clones less drops and wakes by value. Names of which a waker was used that nobody had cloned are "
         "left alone: not all of theirs are recorded. Where there is one of any name, as for timers, so "
         "are tasks that cloned none since they were polled last. Part of rfr.tasks-accumulate for the "
         "same name. Not checked when a part is lost.",
         "Find who should have kept the waker: a future that is pending without one, a channel whose other "
         "end is gone.",
         {{"idle", U::span, 1 * kS, "at the end"}}},
        {"rfr.never-polled",
         "Tasks that were never polled",
         "A task was spawned and never got a worker.",
         "Medium. Tasks without a poll, spawned so long before the end and not dropped. Part of "
         "rfr.run-queue where others of the name were polled, and none that came later. Not checked when a "
         "part is lost. Share: of the recording times these tasks.",
         "See what the workers did, or whether the runtime of the task runs at all.",
         {{"min", U::span, 1 * kS, "before the end"}}},
        {"rfr.self-wakes",
         "Tasks that wake themselves",
         "A task that wakes itself asks for its next poll at once: many of them are a loop that keeps "
         "workers busy.",
         "Wakes of a name by its own tasks, as part of all its wakes, where most of its polls are too short "
         "to have got much done: longer ones wake themselves to make room for others (yield_now, the budget "
         "of tokio). Where they take much of the workers' time they may be longer, but not as long as those "
         "are that use up that budget. Cost: its polls added up. Told are the times, in steps of a "
         "thousandth of the recording and of 1 ms at least, in which it is woken in its polls half as often "
         "as on average at least. Part of rfr.spin for the same name.",
         "Wait for what is needed instead of asking again.",
         {{"share", U::share, 500, "of the wakes, more than that"},
          {"wakes", U::count, 100, "wakes that a name must have"},
          {"median", U::span, 10 * kUs, "the polls usually take less, or"},
          {"longer", U::span, 50 * kUs, "where they take much:"},
          {"much", U::share, 50, "of the workers' time"}}},
        {"rfr.spin",
         "Tasks that spin",
         "A task is polled very often for very short: it asks again and again whether there is something to "
         "do.",
         "Polls for each second of the lives of a name's tasks, and the median of the polls. Tasks that "
         "others wake for half of their polls are left alone: each brings them something to do. So are "
         "short ones that are polled a few times each. Medium at least. Told is how often they are polled "
         "in the times, in steps of a thousandth of the recording and of 1 ms at least, in which it is "
         "half as often at least.",
         "Wait for a wake (Notify, a channel) or for a timer instead.",
         {{"polls", U::count, 1'000, "polls that a name must have"},
          {"each", U::count, 10, "polls of each task, on average"},
          {"rate", U::count, 10'000, "polls a second"},
          {"median", U::span, 10 * kUs, "the polls usually take less"},
          {"called", U::share, 500, "of the polls other tasks woke it for, less than that"}}},
        {"rfr.timer-storm",
         "Tasks that a timer polls all the time",
         "Many tasks look every moment whether there is something to do: together they keep workers busy.",
         "Names whose polls come at even steps, three of four within a tenth of the median, and take at "
         "least that part of the workers' time though they are short; rfr.spin has those that are polled "
         "more often. Tasks that others wake for half of their polls are left alone. Low.",
         "Wait for a wake (Notify, a channel), or look less often.",
         {{"polls", U::count, 1'000, "polls that a name must have"},
          {"least", U::span, 500 * kUs, "from a poll to the next, at least: timers are no faster"},
          {"step", U::span, 5 * kMs, "at most"},
          {"median", U::span, 10 * kUs, "the polls usually take less"},
          {"share", U::share, 10, "of the workers' time, at least"},
          {"called", U::share, 500, "of the polls other tasks woke it for, less than that"}}},
        {"rfr.blocking-pool",
         "Jobs that wait for a thread",
         "All threads for blocking work are taken, so what is given to them (spawn_blocking) waits.",
         "Jobs on threads of their own (kind blocking), by name, from the spawn to their only poll; what "
         "waits still, to the end. They count where they wait many times as long as they usually take: "
         "behind a few others threads are busy, not late. Threads of the runtime are left out. Share: of the "
         "recording times the jobs of the name that lived at once on average. Low where most were spawned "
         "within a tenth of the recording: a batch. Where that makes none those count that were spawned in "
         "the worst minute, by the same thresholds, and are low: those that waited at once then did so for a "
         "twentieth of it on average. Cost: what those waited that count.",
         "See what keeps these threads for so long; allow more of them (max_blocking_threads), or give them "
         "less.",
         {{"jobs", U::count, 20, "jobs that a name must have"},
          {"wait", U::span, 10 * kMs, "so long a job must wait to count, and"},
          {"times", U::count, 10, "times what half of them take at most"},
          {"share", U::share, 50, "of the jobs of a name wait so long, at least"},
          {"batch", U::share, 800, "of the jobs within a tenth of the recording: a batch"}}},
        {"rfr.wake-storm",
         "Far more wakes than polls",
         "Most wakes find the task ready already and change nothing; whoever wakes pays for them.",
         "Low. Wakes and polls of a name.",
         "Wake once for several items, or only when the task may be waiting.",
         {{"wakes", U::count, 1'000, "wakes that a name must have"},
          {"per-poll", U::count, 4, "wakes for each poll"}}},
        {"rfr.slow-span",
         "Spans far slower than usual",
         "A few spans take many times what they usually take.",
         "Spans that begin and end in the recording, against the median of their name; names of which more "
         "than a few are slow just have two kinds of work, unless they are a slow phase, which is medium at "
         "most: ten at least, nine of ten of which began in a third of the recording, behind the first of "
         "their name and at a time when four of five were slow. One alone is low. Those of a long tail that "
         "thins out evenly do not count: services have one. Cost: what they took beyond the median. Share: "
         "of the recording times the workers, or the spans of the name that were open at once where these "
         "are more; of less than a thousandth, but a twentieth of a minute times these, several are low. "
         "Low, too, where nine of ten say the same in a field, and four of five spans that do are slow: "
         "these are other work, unless the field tells how it ended (error, status, result). Said with the "
         "slow spans within them that explain most of them.",
         "Look at what ran in them and what they waited for.",
         {{"times", U::count, 10, "times the median"},
          {"min", U::span, 10 * kMs, "the shortest such span"},
          {"few", U::share, 20, "of the spans of a name, at most, or"},
          {"phase", U::share, 300, "of them, at most, in a slow phase"},
          {"tail", U::share, 500,
           "as many as they are may take half as long and more, else they are the end of a tail"},
          {"spans", U::count, 100, "spans that a name must have"},
          {"part", U::share, 500, "of a slow span that is a slow one within it explains it"},
          {"explained", U::share, 800,
           "of the slow spans of a name explained: they are said with those within"}}},
        {"rfr.events", "Warnings and errors", "The program itself said that something is wrong.",
         "Events of the levels warn (low) and error (medium). The most frequent text is told, with # for "
         "what changes.",
         "Read them; statistics by log give all texts."},
        {"rfr.gap", "Time without a chunk",
         "A part of the recording is missing: nothing is known of that time.",
         "Low. Times within the recording that no chunk answers for, at least as long as a chunk.",
         "See whether files were deleted or the writer was too slow."},
    };
    return kRules;
}

Result<Findings> RfrFindings::find(const FindingRequest& request, Job& job) const
{
    constexpr std::int64_t kStep = 10'000'000; // ns over which ready tasks are averaged
    const auto tables = m_timeline.tablesNow(job);
    if (!tables)
        return tl::unexpected(tables.error());
    findings::Checks checks(findingRules(), request.settings);
    const findings::RowWalk walk(request.timeline, job, lostTimes(m_reader.recording(), m_reader.log()));
    const bool isWhole = m_reader.log().total(Severity::error) == 0 && walk.lost().empty();
    if (!isWhole)
        checks.missPart();
    TaskLook look(**tables, walk,
                  {.stepNs = kStep,
                   .longWaitNs = checks.amount("rfr.run-queue", "wait"),
                   .forgottenNs = isWhole ? checks.amount("rfr.never-polled", "min")
                                          : std::numeric_limits<std::int64_t>::max()}); // polls may be lost
    look.read(request.threads, job);
    const std::int64_t parallel = std::max<std::int64_t>(look.workers(), 1);
    const RfrLook at {**tables, m_fields, walk, request.timeline, look, parallel};
    const std::initializer_list<std::function<void()>> rules = {
        [&] { checkPolls(at, checks); },
        [&] { checkWaits(at, checks); },
        [&] { checkLives(at, isWhole, checks); },
        [&] { checkQueue(at, checks); }, // absorbs what waited in it
        [&] { checkWorkers(at, m_reader.recording().isStream(), checks); },
        [&] { checkWakes(at, checks); },
        [&] { checkTimers(at, checks); },
        [&] { checkBlockingPool(at, checks); },
        [&] { checkStuckJobs(at, checks); },
        [&] { checkSpans(at, checks); },
        [&] { checkEvents(at, checks); },
        [&] { checkChunks(m_reader.recording(), request.timeline, checks); },
    };
    for (const auto& check : rules)
        check();
    if (job.stopRequested())
        return fail(Code::Stopped);
    return checks.take();
}

}
