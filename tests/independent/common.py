"""What the rules of several formats are made of."""
import bisect
import itertools

MS, S = 10**6, 10**9
MB = 10**6
LOW = 0.001  # of the time: less is no finding
MEDIUM = 0.01


def rank(values, thousandths):
    """The ceil(p n)-th smallest."""
    return sorted(values)[(len(values) * thousandths + 999) // 1000 - 1]


def median(values):
    return rank(values, 500)


def quantile(values, part, of):
    """Of a histogram with 128 steps an octave the middle of the step in which it lies: good to 0.4 %."""
    if not values:
        return None
    exact = sorted(values)[max(-(-part * len(values) // of), 1) - 1]
    if exact < 256:
        return exact
    shift = exact.bit_length() - 8
    low = exact >> shift << shift
    return low + ((1 << shift) - 1) // 2


def grows_in_parts(levels, growth, steps):
    """By a part of the mean at least; of all eight it may rest in one that is not the last where two together make the
    mean."""
    rests = [at for at, (a, b) in enumerate(zip(levels, levels[1:]), 1) if (b - a) * steps < growth]
    return not rests or (len(levels) == 8 and len(rests) == 1 and 1 < rests[0] < 7
                         and levels[rests[0]] >= levels[rests[0] - 1]
                         and all((levels[at + 1] - levels[at - 1]) * 7 >= growth for at in (rests[0] - 1, rests[0])))


OCTAVE = 128  # steps


def step(ns):
    """Of that histogram, by number."""
    if ns < 256:
        return max(ns, 0)
    shift = ns.bit_length() - 8
    return (shift << 7) + (ns >> shift)


def outliers_from(lengths, slow):
    """The least from which on there are twice as many as in the octave below; nothing: it is all a tail."""
    steps = sorted(map(step, lengths))
    for at, each in enumerate(steps):
        if each < step(slow) or (at and steps[at - 1] == each):
            continue
        below = at - bisect.bisect_left(steps, each - OCTAVE)
        if 2 * below <= len(steps) - at:
            shift = max((each >> 7) - 1, 0)
            low = each if each < 256 else ((each & 127) | 128) << shift
            return max(slow, low)
    return None


def reach(steps, windows, thousandths):
    """Windows, those with most first, with what is before and behind them as long as it is so much on the whole, but
    for those that overlap what was there before. Steps are begin, end, amount."""
    sums = list(itertools.accumulate((amount for *_, amount in steps), initial=0))
    out = []
    for first, last in windows:
        if any(a <= last and first <= b for a, b in out):
            continue

        def before(at):
            return (sums[first] - sums[at]) * 1000 - (steps[first][0] - steps[at][0]) * thousandths

        def behind(at):
            return (sums[at + 1] - sums[last + 1]) * 1000 - (steps[at][1] - steps[last][1]) * thousandths

        reached = [max(range(first, -1, -1), key=before), max(range(last, len(steps)), key=behind)]
        for a, b in [each for each in out if each[0] <= reached[1] and reached[0] <= each[1]]:
            reached = [min(a, reached[0]), max(b, reached[1])]
            out.remove([a, b])
        out.append(reached)
    return out


def worst_minute(times):
    """When it begins and how much of what begins in it there is, a minute of each at most; the first where most is."""
    times = sorted(times)
    best, first, ns = (0, 0), 0, 0
    for at, (start, end) in enumerate(times):
        ns += min(end - start, 60 * S)
        while start - times[first][0] >= 60 * S:
            ns -= min(times[first][1] - times[first][0], 60 * S)
            first += 1
        if ns > best[1]:
            best = times[first][0], ns
    return best


def joined(ranges, apart=0):
    out = []
    for start, end in sorted(ranges):
        if out and start <= out[-1][1] + apart:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    return out


def add(out, rule, subject, cost, count, part=0):
    """A finding: its cost, its count, and by which part the cost may be off. Those of one name are added up."""
    before = out.get((rule, subject), (0, 0, 0))
    out[rule, subject] = before[0] + cost, before[1] + count, max(before[2], part)


def overlap(start, end, ranges):
    return sum(max(0, min(end, b) - max(start, a)) for a, b in ranges)


def percent(share):
    """As it is told: one digit behind the point below a tenth."""
    return f"{share * 100:.1f} %" if share < 0.0995 else f"{share * 100:.0f} %"
