// The rules for recordings of a JVM as they are explained. Where a threshold is that of JDK Mission Control it says so.
#include "core/formats/cjfr/findings/cjfr_findings.h"

namespace traceglass::cjfr {

std::span<const Rule> findingRules()
{
    using U = StatUnit;
    constexpr std::int64_t kMs = 1'000'000, kS = 1'000'000'000, kMB = 1'000'000;
    static const std::vector<Rule> kRules = {
        {"jvm.lock-contention",
         "Threads that wait for a monitor",
         "Many threads want the same monitor (synchronized) and stand still until they have it.",
         "Waits (JavaMonitorEnter) of a class of monitors added up, against the length of the recording as "
         "JMC does. Monitors of a class are one, since addresses are used again after collections. Waits of "
         "which half or more is a pause of a collection are left out. Share: of the recording times the "
         "threads that waited: as many as lived at once on average, at least as many as waited at once. "
         "Where that makes no medium, the minute in which most waits begin is told, as medium: three "
         "threads and more waited at once, and all who waited in it did so for a twentieth of it on "
         "average. Waits shorter than the recording's threshold are missing. How many waited at once is not "
         "told where a condensed recording did not keep when.",
         "Hold the monitor for less, or divide what it guards. The evidence names who had it before.",
         {{"share", U::share, 20, "of the recording, added up"}, {"min", U::span, 100 * kMs, "added up"}}},
        {"jvm.lock-held-over-io",
         "A monitor that is held over I/O",
         "Threads wait for a monitor while its owner reads or writes a file or a socket, or sleeps.",
         "How much of the waits lies in long reads, writes and sleeps (ThreadSleep) of threads that are "
         "told as previous owners of the same monitor, while they had it: since they got it themselves, or "
         "since somebody waited for it. Not where a condensed recording did not keep when. It is said with "
         "jvm.lock-contention, and so are the files that were slow then more than at all other times, and "
         "many files that are told as one where most of it is these reads and writes.",
         "Move the file, socket or sleep out of the synchronized block.",
         {{"share", U::share, 500, "of the waits"},
          {"min", U::span, 10 * kMs, "the shortest such read, write or sleep"},
          {"explains", U::share, 600, "of many files that are told as one: they have that cause"}}},
        {"jvm.park-contention",
         "Threads that are parked for a lock",
         "Many threads wait for the same kind of java.util.concurrent lock or semaphore.",
         "Parks (ThreadPark) for ReentrantLock, ReentrantReadWriteLock, StampedLock, Semaphore and "
         "ThreadPoolExecutor$Worker, which is a lock too, by class; idle threads of pools park for "
         "conditions, which do not count. Pauses, share and the worst minute as for jvm.lock-contention. "
         "For semaphores it is low when all who wait do so most of the time, and left out where that is of "
         "a minute: then it is a signal.",
         "As for monitors.",
         {{"share", U::share, 20, "of the recording, added up"}, {"min", U::span, 100 * kMs, "added up"}}},
        {"jvm.pool-wait",
         "Threads that wait for a pool",
         "All that a pool has, such as connections to a database, is taken: threads stand still until "
         "something is given back.",
         "Parks (ThreadPark) that are not for locks and semaphores, and waits in Object.wait "
         "(JavaMonitorWait), below a method outside of the JDK that hands something out: borrow…, lease…, "
         "checkout…, acquire… and getConnection…, but not acquirePermission…, which keeps to a rate; by that "
         "method, the innermost of the stack. Pauses, share and the worst minute as for "
         "jvm.lock-contention. Low when one thread alone waits so, most of the time: it hands out work. "
         "Likewise when all who wait do so most of the time, asked for by the method run of the thread "
         "itself, without any other of the program between, and left out where that is of a minute: they "
         "have nothing to do.",
         "See what keeps them for so long, such as slow queries, or makes so many ask; then make the pool "
         "larger.",
         {{"share", U::share, 20, "of the recording, added up"}, {"min", U::span, 100 * kMs, "added up"}}},
        {"jvm.deadlock", "Threads that wait for each other",
         "Each of some threads waits for a lock that another one of them has: they will wait for ever.",
         "High. What thread dumps (ThreadDump) tell of deadlocks.",
         "Take locks in the same order everywhere; the dump tells which lock each waits for, and where."},
        {"jvm.gc-share",
         "Much time in collections",
         "Collections stop the program for a good part of the time.",
         "Medium. Sum of pauses, never the duration of concurrent collections, of the collections that lie "
         "in the worst window; one that is longer than the window counts where it begins. Where it is so "
         "much is told from such windows on before and behind as long as it stays so on the whole. Said "
         "with those that are long, full, asked for or for huge objects where they are most of it. Cost: "
         "the pauses in there.",
         "Allocate less, or give the heap more room.",
         {{"share", U::share, 50, "of the window (JMC)"},
          {"high", U::share, 100, "high from here on (JMC)"},
          {"explained", U::share, 800, "of it by collections of a kind: it is said with them"},
          {"window", U::span, 60 * kS, "or the recording where that is shorter"},
          {"recording", U::span, 10 * kS, "shorter recordings are not checked"}}},
        {"jvm.gc-long",
         "A long pause",
         "A collection stopped the whole program for a long time at a stretch.",
         "Medium. The longest pause of each collection, which is what is shown of a concurrent one, against "
         "MaxGCPauseMillis where that was recorded. Low when none is very long and all of these are less "
         "than a thousandth of the time. Where all are full ones of collectors that have no other way to "
         "collect what is old, severity is by their share, however long they are.",
         "See what the collection was for; smaller heaps of live objects and concurrent collectors pause "
         "less.",
         {{"min", U::span, 200 * kMs, "where no MaxGCPauseMillis was recorded"},
          {"high", U::span, 1 * kS, "very long: high from here on (JMC)"}}},
        {"jvm.gc-full",
         "A full collection",
         "The collector could not keep up and collected the whole heap while the program stood still.",
         "High. Collections by G1Full and full ones of Shenandoah (Pause Full) that nobody asked for; by "
         "SerialOld, ParallelOld and the like, which have no other way to collect what is old, and "
         "degenerated ones of Shenandoah, when they take much of the time: severity by that.",
         "Give the heap more room, or allocate less at that time.",
         {{"share", U::share, 10,
           "of the time, for collectors that always collect so and degenerated ones"}}},
        {"jvm.gc-asked", "Collections that were asked for",
         "System.gc(), a heap dump or a tool made the JVM collect, which it does better on its own.",
         "Medium. The cause of each collection. Low when all of these are less than a thousandth of the "
         "time.",
         "Remove the call, or set -XX:+DisableExplicitGC or -XX:+ExplicitGCInvokesConcurrent."},
        {"jvm.gc-humongous", "Collections for huge objects",
         "Objects of half a region of G1 and more need regions of their own and force collections.",
         "Medium. The cause of each collection. Low when all of these are less than a thousandth of the "
         "time. Long pauses that are all of these are said with it. Part of jvm.alloc-burst where it lies "
         "within one.",
         "Allocate in smaller pieces, or set -XX:G1HeapRegionSize."},
        {"jvm.heap-grows",
         "A heap that grows",
         "More is left after each collection: something may be kept that is not needed any more.",
         "Heap in use after collections, without the first tenth of the recording, when the program warms "
         "up: the mean of its second half against that of the first. It must come bit by bit, and to the "
         "end: some steps of its trend go up by a tenth of what it grew by, one of them in the last third. "
         "So what is loaded at once, a cache that is full, and what comes and goes do not count. The trend "
         "is the medians of ninths, of nine collections and fewer each; at last what is left, where that is "
         "less. Low while there is room: the old generation may just not have been collected. Direct "
         "buffers (DirectBufferStatistics) count that grow all the time, in eight parts as classes in "
         "jvm.classes-grow do, by as much as `growth` asks and to half of what they may have at least: that "
         "is medium. The evidence is what was in use first and last. Cost: what more is left at the end.",
         "Compare heap dumps, or record old objects (jdk.OldObjectSample).",
         {{"values", U::count, 6, "collections"},
          {"time", U::span, 30 * kS, "from the first to the last"},
          {"growth", U::share, 1'250, "of the mean of the first half"},
          {"steps", U::count, 3, "of the trend go up, at least"},
          {"up", U::share, 700, "of the way that the trend goes is up"},
          {"medium", U::share, 500, "of the greatest heap in use, else low"}}},
        {"jvm.heap-full",
         "A heap that is full",
         "Next to nothing was freed: collections come more and more often, and memory may run out.",
         "High. Heap in use after a collection as part of its greatest size.",
         "Give the heap more room (-Xmx), or find what fills it.",
         {{"share", U::share, 850, "of the greatest heap (JMC)"}}},
        {"jvm.alloc-stall",
         "Threads that wait for memory",
         "The program allocates faster than the collector frees memory, so threads stand still until there "
         "is some.",
         "ZAllocationStall added up: ZGC alone tells of it. Share and the worst minute as for "
         "jvm.lock-contention. Part of jvm.heap-full where most of it is next to a collection that left the "
         "heap full, and of jvm.alloc-burst where it lies within one.",
         "Give the heap more room (-Xmx), or allocate less at that time.",
         {{"share", U::share, 10, "of the recording, added up"},
          {"explained", U::share, 600, "of it next to a full heap: it is said with that"}}},
        {"jvm.alloc-burst",
         "A burst of allocation",
         "For some seconds far more is allocated than usual, which makes collections frequent.",
         "Medium. Samples of allocation by second, against the median second. Seconds beside each other "
         "with half of what counts are one burst, and must have it on average. While the program warms up a "
         "burst counts only with a collection by G1Full that nobody asked for, or a pause that jvm.gc-long "
         "lists: up to 30 s after the JVM was started; where that is not recorded, in the first tenth of "
         "the recording, 30 s at most. One that goes on behind that is told whole. Not checked where a "
         "condensed recording did not keep when. High when a full collection that nobody asked for lies in "
         "it, or half of all pauses, which are a noticeable part of its time; low when it comes again and "
         "again over half of the recording, when collections were recorded and stopped the program for less "
         "than that in it, since nobody waits for that, or when no thread stands out: all have more to do. "
         "Long pauses, full collections and those for huge objects within it are said with it, and it is as "
         "serious as they are. Cost: what all threads allocated in there; share: of all that was allocated.",
         "See what the thread did then: the sentence names where most was allocated.",
         {{"times", U::count, 5, "times the median second"},
          {"rate", U::bytes, 500 * kMB, "in a second, at least"},
          {"recording", U::span, 10 * kS, "shorter recordings are not checked"},
          {"high", U::share, 500, "of the pauses"},
          {"paused", U::share, 10, "of its time, for these to count"},
          {"thread", U::share, 125, "of it by one thread, else all have more to do"}}},
        {"jvm.alloc-site",
         "One place that allocates much",
         "A large part of all allocation comes from one method.",
         "Low. Samples of allocation outside of bursts by the first method that is not of the JDK. Not "
         "checked where no stacks were recorded.",
         "Look whether it must allocate so much.",
         {{"share", U::share, 300, "of the bytes"}, {"samples", U::count, 1'000, "at least"}}},
        {"jvm.hot-method",
         "One method that runs much",
         "A large part of the time goes into one method. Worth a look, not wrong.",
         "Low. Samples by their innermost method in any window of full length, when the share is surely so "
         "large: of 100 recordings without such a method 95 tell of none, however many windows there are. "
         "Told from such windows on before and behind as long as the share stays so on the whole. Cost: "
         "its samples in there.",
         "Look at its callers in the flame graph.",
         {{"share", U::share, 250, "of the samples"},
          {"surely", U::share, 200, "lower end of the interval"},
          {"window", U::span, 30 * kS, "or the recording where that is shorter (JMC)"},
          {"samples", U::count, 100, "in the window"}}},
        {"jvm.exceptions",
         "Very many exceptions",
         "Exceptions are slow to make; so many are no exception.",
         "Medium. Exceptions thrown in each second. In the first tenth of the recording those do not count "
         "that say that a class, method or field is missing (ClassNotFoundException, "
         "NoSuchMethodException, NoSuchFieldException): programs look so for parts that may be missing. "
         "Not checked where a condensed recording did not keep when.",
         "Statistics by exception tell which; do not use them for what happens all the time.",
         {{"rate", U::count, 1'000, "in a second"}, {"high", U::count, 10'000, "high from here on (JMC)"}}},
        {"jvm.errors", "Errors", "Something threw an Error: memory ran out, a class is missing.",
         "Medium. JavaErrorThrow by class, high for OutOfMemoryError, and MetaspaceOOM, which is said with "
         "that. What is thrown below java.lang.invoke is left out: every program does that while it looks "
         "for methods. A NoSuchMethodError whose stack is cut off or missing counts as such. So are "
         "NoClassDefFoundError, UnsatisfiedLinkError and NoSuchFieldError in the first tenth of the "
         "recording: programs look so for parts that may be missing.",
         "Read the message of the event."},
        {"jvm.slow-io",
         "Slow files and sockets",
         "Some reads or writes take far longer than usual, and a thread stands still meanwhile.",
         "Of a file or host, reads and writes each for themselves: a single one that is very slow, or a "
         "p99 of many medians with a noticeable sum beyond the median, of those that stand apart; their "
         "tail does not count, however slow it is. Of a long tail that thins out evenly to its end only "
         "single ones count, and are low; where all that are a quarter as many medians and more lie within "
         "a time that has no more than a third of all transfers of 1 ms and more, by several threads and "
         "by no chance, it is no tail: at that time the host or file was slow. Reads that wait for "
         "somebody to say something do not count: those without bytes, and those from clients (the other "
         "end has a port from 32,768 on), and those of threads that wait in them most of the time or, "
         "after a timeout, read again at once; of a host that others ask those of threads of which most "
         "reads take so long, for at least half of the recording; and those from a stack, by its methods, "
         "of which nine of ten take so long, as many as the p99 needs at least, over at least half of the "
         "recording, where all threads that make them do that most of the time: a queue is asked for "
         "something to do on a connection that others use. Nor do writes to clients, those that are fast "
         "for what they move, and those of which half or more is a pause of a collection. Of reads from a "
         "socket of which none stands out it is low, and so is it where all that do are from such stacks, "
         "whose threads do other things, too: what these ask for always takes long. So is a file that "
         "always takes long, by that part of the recording and number of transfers. Reads of several files "
         "that are slow only when the program begins (as for jvm.alloc-burst) are one: they come from the "
         "disk for the first time. So are many files or hosts that are slow in the same method, and the "
         "ends of several tails; and reads and writes of a host where both are low. Cost: the sum beyond "
         "the median; all of what is slow alone or always. Share: as for jvm.lock-contention, of the "
         "threads in the tail, too. What stands out and is less than a thousandth is low with a minute as "
         "bad as for jvm.lock-contention.",
         "Look whether the disk or the other end was slow, and whether somebody waits for that thread.",
         {{"file", U::span, 100 * kMs, "a single one"},
          {"socket", U::span, 1 * kS, "a single one"},
          {"rate", U::bytes, 50 * kMB, "moved in a second and more is fast: hard disks read twice as much"},
          {"times", U::count, 20, "medians (and 1 ms) is slow"},
          {"tail", U::share, 500,
           "as many as they are may take half as long and more, else they are the end of a tail"},
          {"transfers", U::count, 30, "for the p99 to count"},
          {"excess", U::share, 10, "of the recording beyond the median"},
          {"always", U::span, 20 * kMs, "half of those of a file take so long: all of them count"},
          {"many", U::count, 5, "files or hosts that are slow in the same method are one"}}},
        {"jvm.read-timeout",
         "Reads that time out",
         "A host that usually answers at once sometimes does not: a thread waits until its time is up.",
         "Reads from a socket that got nothing for as long as their timeout, of a host and port of which "
         "others got an answer. Who listens for news waits, too: so there are few of them among the answers, "
         "and next to none of these takes a good part of the timeout. Several in a row of a thread are one "
         "of those that must be there. Timeouts of less than the shortest are for looking whether the other "
         "end is there still. Not told where answers are shorter than what was recorded. Share: as for "
         "jvm.lock-contention.",
         "Look at what the other end did then; a lost request or a connection that is dead are usual causes.",
         {{"min", U::span, 100 * kMs, "the shortest timeout"},
          {"times", U::count, 3, "at least"},
          {"few", U::share, 250, "of all reads of that host, at most"},
          {"late", U::share, 250,
           "as many as they are, at most, of answers that take a tenth of the timeout and longer"}}},
        {"jvm.slow-operation",
         "Slow operations of the program",
         "A few events of the program's own, or nearly all from a moment on, took many times what they "
         "usually take.",
         "Events with a duration that are not of the JVM, against the median of their type; one alone is "
         "low. Those of a long tail that thins out evenly do not count: services have one. Or, medium at "
         "most, nearly all from a second on, of a recording in which less than half are slow: from the "
         "one that leaves the fewest slow ones before it and others behind it, with as many events on "
         "either side as a type needs, and few slow ones before it. Evidence are those of the same time as "
         "the longest before others. Share: of the recording times the threads with such events, counted "
         "as for jvm.lock-contention; less than a thousandth is low with a minute as bad as there. A few of "
         "which nine of ten say the same in a field are low where four of five that do are slow: these are "
         "other work, unless the field tells how it ended (error, status, result). Said with the lock, the "
         "collections, the waits for memory or the files and sockets that explain most of them.",
         "Look at what their threads waited for.",
         {{"times", U::count, 10, "times the median"},
          {"min", U::span, 10 * kMs, "the shortest such event"},
          {"few", U::share, 20, "of the events of a type, at most"},
          {"tail", U::share, 500,
           "as many as they are may take half as long and more, else they are the end of a tail"},
          {"events", U::count, 100, "of a type"},
          {"step", U::share, 800, "of the events from a second on, at least"},
          {"part", U::share, 500, "of an event that is waiting explains it"},
          {"explained", U::share, 800, "of the events explained: they have that cause"}}},
        {"jvm.slow-safepoint",
         "Threads that are slow to stop",
         "All threads wait until the last one has stopped for the VM.",
         "Medium. SafepointBegin; usual is less than 1 ms. Long ones; shorter ones, too, where these are "
         "much of the recording together, or those of the worst minute much of that.",
         "Long loops without calls and large copies keep threads from stopping.",
         {{"min", U::span, 50 * kMs, "the shortest such stop"},
          {"share", U::share, 20, "of the recording, of a minute at least: shorter ones count, too"},
          {"minute", U::share, 50, "of the worst minute: shorter ones in it count, too"}}},
        {"jvm.vm-operation",
         "The VM stops the program",
         "The VM does something other than collecting while the program stands still.",
         "Medium. ExecuteVMOperation at a safepoint by operation, without those of collectors. Long ones; "
         "shorter ones as for jvm.slow-safepoint.",
         "Thread dumps, heap dumps and class redefinition are usual causes: tools ask for them.",
         {{"min", U::span, 100 * kMs, "the shortest such operation"},
          {"share", U::share, 20, "of the recording, of a minute at least: shorter ones count, too"},
          {"minute", U::share, 50, "of the worst minute: shorter ones in it count, too"},
          {"high", U::span, 2 * kS, "high from here on (JMC)"}}},
        {"jvm.cpu-full",
         "No CPU to spare",
         "The whole machine is busy, so everything gets slower.",
         "Medium. CPULoad of the machine. Low when three quarters of it are the program itself.",
         "See what runs beside the program, or what in it uses the CPU.",
         {{"load", U::share, 950, "of the machine"},
          {"share", U::share, 300, "of the samples"},
          {"samples", U::count, 5, "at least"}}},
        {"jvm.other-cpu",
         "Other programs use the CPU",
         "Programs beside the JVM use much of the machine; measurements are not only of this one.",
         "Low. CPULoad of the machine less that of the JVM.",
         "Stop them, or measure elsewhere.",
         {{"load", U::share, 400, "of the machine (JMC)"},
          {"share", U::share, 300, "of the samples"},
          {"samples", U::count, 5, "at least"}}},
        {"jvm.threads-grow",
         "More and more threads",
         "Threads are started and do not end.",
         "Medium. Active threads at the end against those after the first tenth of the recording; a "
         "quarter of them must have come in its second half, and a sixteenth in its last eighth, or they "
         "are pools that are full. So is one that is made for a job: most came within a tenth of the "
         "recording, of ten values at least. Low where CPULoad, of the JVM or the machine, grows as many "
         "times or more meanwhile, to a tenth at least: the mean of a tenth of the recording behind the "
         "first value against that of one before the last.",
         "Use a pool with a limit; look for those that never end.",
         {{"growth", U::share, 1'500, "of those at first"},
          {"more", U::count, 20, "more than at first"},
          {"pool", U::share, 800, "of what is more within a tenth of the recording: a pool"}}},
        {"jvm.classes-grow",
         "More and more classes",
         "Classes are loaded and never unloaded: the metaspace fills up.",
         "Loaded less unloaded classes (ClassLoadingStatistics). Behind the first quarter of the "
         "recording, in which programs load, the least in each of eight parts of the same length must be "
         "more than in the one before, by a quarter of the mean at least, but for one in the middle where "
         "it is no less and grows with the one before and with the one behind by the mean; and in the "
         "second half of the last part it must still grow by as much for its length. Or they come in "
         "steps, or from a moment on: four parts have more by as much, none has less, a third of all comes "
         "in the later half, and at the end they rest no longer than between two steps. Medium. Cost: how "
         "many more there are.",
         "Look for class loaders that are kept, and for classes that are generated again and again.",
         {{"growth", U::share, 1'100, "of those in the first part"},
          {"more", U::count, 1'000, "more than in that"},
          {"recording", U::span, 60'000 * kMs, "shorter recordings are not checked"}}},
        {"jvm.pinned",
         "Pinned virtual threads",
         "A virtual thread blocks and keeps its carrier, which other virtual threads could use.",
         "Medium. VirtualThreadPinned added up; recorded from JDK 21 on. Where that is less it is low with a "
         "twentieth of a minute. Share: as for jvm.lock-contention.",
         "Use ReentrantLock instead of synchronized around what blocks.",
         {{"share", U::share, 10, "of the recording, added up"}}},
        {"jvm.class-loading",
         "Slow class loading",
         "Loading classes takes a noticeable part of the time.",
         "Low. ClassLoad added up, or a single one. What a thread loads while it loads another class is "
         "the same time. Share: as for jvm.lock-contention.",
         "Class data sharing makes it faster; look for loaders made again and again.",
         {{"share", U::share, 100, "of the recording, added up (JMC)"},
          {"single", U::span, 1 * kS, "a single one"}}},
        {"jvm.code-cache-full", "A code cache that is full",
         "There is no room for more compiled code: what is not compiled runs many times slower.",
         "CodeCacheFull (JMC). Medium.",
         "Set a larger -XX:ReservedCodeCacheSize; see whether code is generated again and again."},
        {"jvm.cpu-throttled",
         "A container that is throttled",
         "The container had used up the CPU that it may have, so its threads stood still until the next "
         "slice of time.",
         "ContainerCPUThrottling, which tells sums: the last against the first. Where that is less, the "
         "minute in which threads waited longest for as many slices as make it medium; that is low. Cost: "
         "how long threads waited.",
         "Give the container more CPU, or let fewer threads run at once.",
         {{"share", U::share, 100, "of the slices of time"},
          {"medium", U::share, 250, "of them, else low"},
          {"slices", U::count, 50, "at least"}}},
        {"jvm.incomplete",
         "An incomplete recording",
         "A part of what happened is missing, so findings may be, too.",
         "Low. DataLoss; stacks that the JVM cut off, not those that were shortened on purpose when the "
         "recording was condensed (maxStackTraceDepth); compilations that failed (one is usual).",
         "Set larger buffers or -XX:FlightRecorderOptions=stackdepth.",
         {{"stacks", U::share, 10, "of the stacks (JMC)"}, {"compilations", U::count, 10, "that failed"}}},
    };
    return kRules;
}

}
