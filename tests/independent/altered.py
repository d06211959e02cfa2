"""Demos with something taken from them, so that it is missed."""
import json
import shutil

ENTRY = 64  # bytes of the index for a chunk
TIMES = 56  # where the begin and the end on the GPU stand in a queue event


def without_chunk(folder):
    """A recording of tokio that lost a chunk in the middle."""
    out = folder / "chunk-lost.rfr"
    shutil.copytree(folder / "web-service.rfr", out)
    sorted(out.glob("*/*/*.rfr"))[1].unlink()
    return out


def cut(folder, nodes, name, chunks):
    """A capture of a GPU whose index is cut: these chunks stand at its end and are lost. As for `renamed`."""
    out = folder / name
    content = bytearray((folder / "boss-fight.rdf").read_bytes())
    entries = [node for node in map(json.loads, nodes) if node["path"].endswith("/entry/0")]
    lost = [[node["offset"] for node in entries if node["value"] == kind][number] for kind, number in chunks]
    index = int.from_bytes(content[16:24], "little")
    every = range(index, len(content), ENTRY)
    moved = b"".join(content[at:at + ENTRY] for at in every if at not in lost)
    out.write_bytes(content[:index] + moved)
    return out


def renamed(folder, nodes, name, chunks):
    """A capture of a GPU in which chunks have another id: each by its id and which of those it is. `nodes` are lines of
    its tree."""
    out = folder / name
    content = bytearray((folder / "boss-fight.rdf").read_bytes())
    entries = [node for node in map(json.loads, nodes) if node["path"].endswith("/entry/0")]
    for (old, number), new in chunks.items():
        at = [node["offset"] for node in entries if node["value"] == old][number]
        content[at:at + 16] = new.encode().ljust(16, b"\0")
    out.write_bytes(content)
    return out


def unmeasured(folder, records, name, number):
    """A capture of a GPU in which a submit never ran: that of these records, lines of `tglass records`."""
    out = folder / name
    content = bytearray((folder / "boss-fight.rdf").read_bytes())
    submits = [record for record in map(json.loads, records) if record.get("type") == "submit"]
    at = submits[number]["offset"] + TIMES
    content[at:at + 16] = bytes(16)
    out.write_bytes(content)
    return out
