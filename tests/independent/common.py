"""What the rules of several formats are made of."""

MS, S = 10**6, 10**9
LOW = 0.001  # of the time: less is no finding


def median(values):
    """The ceil(n / 2)-th smallest."""
    ordered = sorted(values)
    return ordered[(len(ordered) + 1) // 2 - 1]


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


def joined(ranges, apart=0):
    out = []
    for start, end in sorted(ranges):
        if out and start <= out[-1][1] + apart:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    return out


def overlap(start, end, ranges):
    return sum(max(0, min(end, b) - max(start, a)) for a, b in ranges)
