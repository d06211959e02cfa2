#include "core/formats/rdf/findings/rdf_findings.h"

#include "core/formats/rdf/findings/gpu_rules.h"

namespace traceglass::rdf {

std::span<const Rule> findingRules()
{
    using U = StatUnit;
    constexpr std::int64_t kUs = 1'000, kMs = 1'000'000;
    static const std::vector<Rule> kRules = {
        {"gpu.frame-spike",
         "Frames that took far longer",
         "A frame kept the GPU far longer than the others: the picture stood still.",
         "High. From the begin of a frame's first submit, or the end of the frame that ended before it "
         "where that is later, to the end of its last: what is uploaded ahead or beside others keeps no "
         "picture back. Against the median of all frames, of those before it and of those behind it: a "
         "tenth of all on each side, eight at least and a hundred at most. A number that comes again behind "
         "more than eight other frames is another frame. The first and the last frame may be cut and do not "
         "count. Of more than a few that is another kind of frame. Many in a row, with at most one between "
         "two, are a slow phase, which is low: against as many before and behind it that are in no such "
         "row; it begins and ends with frames that are nearer to its own than to these. What begins the "
         "capture is none, nor is it where more than a part of the frames stand out in phases: a level that "
         "stays. What ends it, but for two frames at most, is one where from some in a row on three of four "
         "stand out, and these are a twentieth of all at least. Nor is a row of which frames begin as often "
         "as those beside it, within a tenth: they are there when the screen wants them. Low where each "
         "that stands out has eight frames before it half of which take half as long as half of the eight "
         "behind it, or less, or the other way round: a game begins behind its loading screen. What takes "
         "longer behind it must do so for half of a hundred frames, too: behind a hitch it may take a while "
         "until all goes as before. Cost: the time beyond the median.",
         "The submit is named that ran longest, in the sentence where it is the reason: look at what it "
         "draws. Statistics by frame have that of each other frame.",
         {{"times", U::count, 2, "times the median"},
          {"more", U::span, 4 * kMs, "more than the median"},
          {"frames", U::count, 4, "at least"},
          {"few", U::share, 100, "of the frames, or one"},
          {"phase", U::count, 8, "in a row are a slow phase"},
          {"slow", U::share, 300, "of the frames stand out in slow phases, at most"}}},
        {"gpu.idle",
         "A GPU that waits for the program",
         "No queue has work while the program prepares the next: the GPU could do more.",
         "Gaps between submits of all queues, as part of the time from the first to the last; and long "
         "ones, where they are few: the picture stood still. Gaps at presents of a steady pace and before "
         "frames that begin at one, as of a screen, do not count unless they are long: a pace is what three "
         "of four of eight to 32 steps (of four in a short capture) before or behind take, once, twice or "
         "three times, within a twentieth, and half of them within a fiftieth. So is a grid of times, of "
         "which a step is any number of periods within an eighth, however late calls are: of 16 to 64 steps "
         "before or behind half begin within a twenty-fifth of it, and what is late once is not late the "
         "next time. Where there are 48 steps, half may be an eighth from the grid, and a step a quarter. "
         "Nor do long ones between frames of a pace or over several periods of a grid count, where they are "
         "more than a few: that program draws when there is something to draw. Medium; low where half of it "
         "are gaps of two seconds and more, in which a program loads, or has nothing to draw, long ones "
         "between frames of two kinds as for gpu.frame-spike, or such before which of 48 to 64 steps three "
         "of four are near to their median, within a sixth, and take as long on average as those of a usual "
         "limit (24, 25, 30, 40, 50, 60, 72, 75, 90, 100, 120, 144, 165, 240 frames a second), within a "
         "hundredth, while the program rests for a quarter of the time, a quarter of such a step each time, "
         "in which it calls nothing: one that makes calls all the time is kept back by no limiter.",
         "Submit earlier and in smaller pieces; look at what the program does in the gaps.",
         {{"share", U::share, 100, "of the time"},
          {"gap", U::span, 100 * kUs, "the shortest gap"},
          {"long", U::span, 100 * kMs, "a long one"},
          {"few", U::share, 10, "long ones of the frames, or one"},
          {"frames", U::count, 4, "at least"}}},
        {"gpu.no-overlap",
         "Queues that never run beside each other",
         "Work on a second queue could run beside the first and does not.",
         "Low. How long a queue and the busiest one are busy at the same time, against what the one that "
         "does less does in frames with submits of both. How often one waited for a semaphore that the "
         "other signals is told where that is so in half of these frames.",
         "See whether semaphores or barriers make one wait for the other.",
         {{"busy", U::share, 50, "of the time is what the lesser does, at least"},
          {"beside", U::share, 20, "of that beside the other, at most"}}},
        {"gpu.backlog",
         "Work that piles up before the GPU",
         "The program submits faster than the GPU works: what is seen is older and older.",
         "Medium. Medians by frame of the time from the call to the begin of a queue's submits, while they "
         "do not fall by half a frame; of the queue where they grow most. From the first half of these "
         "frames to the second their median must grow by a quarter of it: some frames are always in "
         "flight, and one may be long. It is told from the last one on that waited for less than half a "
         "frame more than the least.",
         "Limit how many frames may be in flight.",
         {{"times", U::count, 3, "frame times more at the end"},
          {"frames", U::count, 8, "frames in which it grows"}}},
        {"gpu.never-ran",
         "Submits that never ran",
         "The GPU left work out, or stood still until the capture ended: what should have come of it is "
         "missing.",
         "Submits without a begin or an end on the GPU: those before others of their queue that ran, where "
         "they are few of its submits and in few of its frames (a queue of which every frame lacks some is "
         "left out); and all behind the last one that ran, when the capture goes on for so long behind the "
         "first of their calls and for twice as long as any of the queue took from its call to its end. "
         "These are high, the others medium. Where no queue ended anything for so long before the end the "
         "GPU stood still, else that queue did. A queue of which nothing has a time is not measured, and "
         "nothing is where more than eight frames are called behind the last time of all queues. Not "
         "checked when some queue events are lost.",
         "Look at what was submitted last before; wait for fences with a limit, and ask for the device's "
         "state.",
         {{"few", U::share, 100, "of the submits, and of the frames, or one"},
          {"still", U::span, 1'000 * kMs, "from the call to the end of the capture"}}},
        {"gpu.memory-grows",
         "Memory that grows all the time",
         "More and more memory is allocated and not freed, until there is none left.",
         "Medium. What allocations of a heap ask for, by the one that each would like best. Behind the "
         "first quarter of the memory trace, in which programs load, the least in each of eight parts of "
         "the same length must be more than in the one before, by a quarter of the mean at least, but for "
         "one in the middle where it is no less and grows with the one before and with the one behind by "
         "the mean; and in the second half of the last part it must still change by as much for its length: "
         "a cache that fills up and a level that is loaded grow for a while. It may begin in the second, "
         "third or fourth part: then each later one must grow by half of the mean, and those before may be "
         "off by an eighth of all that it grows. Where what is left to the end rests twice and more for two "
         "thirds of such a part, half of the time in all, it comes in levels, which are no growth that goes "
         "on: one that is loaded as the trace ends says nothing of another one. Six rests and more that lie "
         "on a line, within a quarter of a step, are even stairs and no levels: an allocator that takes "
         "blocks, or what is left whenever a cache is emptied. Cost: from the least in the part where it "
         "begins to that in the last, as the time that is told.",
         "See which resources lie in the allocations that are left: compare two moments in statistics by "
         "memory-changes.",
         {{"min", U::bytes, 16'000'000, "at least"},
          {"share", U::share, 50, "of what there was, at least"},
          {"recording", U::span, 5'000 * kMs, "shorter traces are not checked"}}},
        {"gpu.memory-over",
         "More memory than there is",
         "Programs ask for more memory of the GPU than it has: the driver moves some of it to the host, "
         "where it is far slower.",
         "What live allocations ask for that would like the GPU's own memory best, local and invisible, "
         "against the size of these heaps. What is bound as sparse is left out, since it may never be "
         "filled; so is all of it where page tables were traced and less was mapped than there is. Medium. "
         "Cost: the most that was beyond. Not checked where the capture does not tell how large the heaps "
         "are.",
         "Load less or smaller textures; see what takes most in statistics by resources.",
         {{"beyond", U::share, 50, "more than there is"},
          {"time", U::span, 1'000 * kMs, "added up, at least"}}},
        {"gpu.evictions",
         "Memory that is evicted and needed again",
         "There is no room for all that is needed, so the same memory is moved to the host and back again "
         "and again.",
         "Allocations of which the last reference was removed and one added again so soon, while those that "
         "would like the GPU's own memory best ask for nearly all of it; at least half of what was evicted "
         "came back so. A program that evicts while there is room just tidies up. What gpu.memory-over finds "
         "then is said with it. Medium. Cost: their sizes, each time anew.",
         "Ask for less at once, so that all that a frame needs stays where it is.",
         {{"times", U::count, 100, "of it came back"},
          {"within", U::span, 10'000 * kMs, "after it was evicted, at most"},
          {"full", U::share, 900, "of the memory is asked for, at least"}}},
        {"gpu.crash", "A GPU that crashed", "The dump tells what the GPU was doing when it stopped.",
         "High. Page faults, which are the cause; markers that were begun and not ended, by command "
         "buffer; where there are neither, the command buffers in flight. What had not started does not "
         "count. Where it stopped is told from the top, as passes and draws have the same names again and "
         "again.",
         "Statistics by in-flight and page-faults tell all of them."},
        {"gpu.trace-error", "An error while tracing", "The driver noted that it could not record something.",
         "High. Chunks TraceError: which chunk it is about, the result of the driver, and its message.",
         "Read the message; record again."},
        {"gpu.clock-low",
         "A GPU that runs slowly",
         "The core of the GPU ran far below what it can: it was too hot, saved power, or had nothing to do.",
         "Low. The core clock that AsicInfo tells against the highest one, of GPUs with submits.",
         "Record while the load is as usual; look at power settings and temperature.",
         {{"share", U::share, 700, "of the highest clock, at most"}}},
        {"gpu.code-missing", "Code objects that are missing",
         "A pipeline names a code object that is not in the capture: its code cannot be shown.",
         "Low. Hashes of code objects in COCorrelation that no chunk CodeObject has, where there are any "
         "such chunks. Not checked when the index is cut: they may be among what is lost.",
         "Record again from the start of the program, so that all of its pipelines are loaded meanwhile."},
        {"gpu.calibration", "Clocks that were hardly compared",
         "Times of the CPU and the GPU cannot be laid beside each other exactly.",
         "Low. GPUs with submits and fewer than two ClockCalibration chunks. That times are estimates is "
         "part of it. Not checked when the index is cut or one of these chunks cannot be read.",
         "Record longer; the driver writes one at the begin and one at the end."},
    };
    return kRules;
}

Result<Findings> RdfFindings::find(const FindingRequest& request, Job& job) const
{
    const auto known = m_facts.ask(job);
    if (!known)
        return tl::unexpected(known.error());
    findings::Checks checks(findingRules(), request.settings);
    const PayloadChunks chunks = m_facts.chunks();
    const GpuLook look = lookAt(**known, request, job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    if (look.frames.empty()) {
        for (const std::string_view id : {"gpu.frame-spike", "gpu.idle", "gpu.no-overlap", "gpu.backlog",
                                          "gpu.never-ran", "gpu.calibration"})
            checks.leaveOut(id, whyMissing(chunks, "no submit has a GPU time"));
    } else {
        checkFrames(look, checks);
        const bool areRead = (*known)->queues.events.size() == m_facts.count(PayloadKind::queueEvent);
        if (areRead && !isCut(chunks)) {
            checkIdle(look, job, checks);
            checkQueues(look, checks);
            checkNeverRan(look, checks);
        } else { // a submit that is lost looks like time without work
            for (const std::string_view id : {"gpu.idle", "gpu.no-overlap", "gpu.never-ran"})
                checks.leaveOut(id, whyMissing(chunks, "some queue events cannot be read"));
        }
        checkBacklog(look, checks);
        checkCalibrations(look, chunks, checks);
    }
    if (const auto crash = m_timeline.kept().crash)
        checkCrash(*crash, **known, chunks, request.timeline, checks);
    else
        checks.leaveOut("gpu.crash", whyMissing(chunks, "there is no crash dump"));
    if (const auto memory = m_timeline.kept().memory) {
        checkMemory(*memory, **known, request.timeline, checks);
        checkMemoryRoom(*memory, **known, request.timeline, checks);
    } else {
        for (const std::string_view id : {"gpu.memory-grows", "gpu.memory-over", "gpu.evictions"})
            checks.leaveOut(id, whyMissing(chunks, "no memory was traced"));
    }
    checkClockRates(look, chunks, checks);
    checkCode(chunks, m_facts.report(), job, checks);
    checkTraceErrors(chunks, checks);
    if (job.stopRequested())
        return fail(Code::Stopped);
    return checks.take();
}

}
