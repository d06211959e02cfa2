"""Crash dumps of a GPU: which markers it had begun and not ended, from events as they are recorded."""
NOT_SEEN, NOT_STARTED, DONE = (0, 0), 0xFFFFAAAA, 0xFFFFBBBB


class Buffer:
    """A command buffer in flight. Markers are told apart by counters, which rise."""

    def __init__(self, begin, end):
        self.begin, self.end = counter(begin), None if end == NOT_STARTED else counter(end)
        self.begun, self.ends = [], []

    def in_progress(self):
        """What has ended up to the last end that the GPU passed is finished."""
        passed = [at for at, value in enumerate(self.ends) if value == self.end] \
            or [at for at, value in enumerate(self.ends) if self.end is not None and value >= self.end]
        ended = self.ends[:passed[0] + 1] if passed else self.ends if self.end is not None else []
        return len([value for value in self.begun if value <= self.begin and value not in set(ended)])


def counter(marker):
    return marker & 0x0FFFFFFF


def stopped(events):
    """How many markers, by command buffer; and page faults."""
    buffers, faults = {}, 0
    for event in events:
        kind, buffer = event["type"], event.get("command_buffer")
        if kind == "page_fault":
            faults += 1
        elif kind == "command_buffer_state":
            state = event["begin"], event["end"]
            buffers.pop(buffer, None)
            if state != NOT_SEEN and state[0] not in (NOT_STARTED, DONE):
                buffers[buffer] = Buffer(*state)
        elif kind == "marker_begin" and buffer in buffers:
            buffers[buffer].begun.append(counter(event["marker"]))
        elif kind == "marker_end" and buffer in buffers and counter(event["marker"]) in buffers[buffer].begun:
            buffers[buffer].ends.append(counter(event["marker"]))
    counts = {f"command buffer {each}": buffer.in_progress() for each, buffer in buffers.items()}
    return {name: count for name, count in [*counts.items(), ("page faults", faults)] if count}
