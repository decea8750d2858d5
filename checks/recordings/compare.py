"""Compares what this project read of recorded answers with what read.py reads of them.

Usage: compare.py RECORDINGS READ

RECORDINGS is the output of collect.py, READ that of RecordedFolder in the tests of sdk-providers. Prints each difference and the counts
by format, and fails if there is a difference that differences.txt does not explain. "Early" counts streams with a finish reason that
more content follows and no end of their own behind it: a body that is said to end there is complete by its format.
"""

import collections
import hashlib
import json
import os
import re
import sys

from read import arguments, read

STREAMS = (".sse", ".ndjson", ".eventstream")
STATUS = re.compile(r"_([45]\d\d)_")


def plain(value):
    """Returns a value in which numbers and texts of one meaning are equal."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def differences(kind, file, body, ours):
    """Yields the names and values of what differs."""
    status = STATUS.search(file)
    stream = file.endswith(STREAMS)
    theirs = read(kind, body, stream, int(status.group(1)) if status else 200)
    if "answer" not in ours:
        yield "not read", ours.get("wrong"), ""
        return
    answer = ours["answer"]
    failed = answer["error"] is not None
    complete = theirs.ended or (stream and theirs.may_end is not None and not theirs.error)
    if failed == complete:
        yield "complete", not failed, complete
    if theirs.error and not stream:
        return
    for name in ("text", "reasoning"):
        if answer[name] != getattr(theirs, name):
            yield name, answer[name], getattr(theirs, name)
    if answer.get("refusal", "") != theirs.refusal:
        yield "refusal", answer.get("refusal", ""), theirs.refusal
    if not (failed and not theirs.error):
        calls = [{"name": one["name"], "arguments": one["arguments"]} for one in theirs.calls]
        if plain([{"name": one["name"], "arguments": one["arguments"]} for one in answer["toolCalls"]]) != plain(calls):
            yield "calls", answer["toolCalls"], theirs.calls
        if [one["id"] for one in answer["toolCalls"]] != [one["id"] for one in theirs.calls] and all(one["id"] for one in theirs.calls):
            yield "ids", [one["id"] for one in answer["toolCalls"]], [one["id"] for one in theirs.calls]
    if not failed and answer["finish"] != theirs.finish:
        yield "finish", answer["finish"], theirs.finish
    usage = {name: answer["usage"].get(name, 0) for name in theirs.usage}
    if not failed and usage != theirs.usage:
        yield "usage", usage, theirs.usage
    if ours.get("wrong"):
        yield "law", ours["wrong"], ""
    for how in ("broken", "ended"):
        for place in ours.get(how, ()):
            prefix = read(kind, body[:place], stream)
            if not (prefix.ended or (how == "ended" and prefix.may_end is not None and not prefix.error)):
                yield "complete too early, " + how, place, len(body)
                break
    if not failed and "next" in ours:
        here, there = normal(kind, content(kind, ours["next"])), normal(kind, theirs.back)
        if plain(here) != plain(there):
            at = next((i for i, (one, other) in enumerate(zip(here, there)) if plain(one) != plain(other)), min(len(here), len(there)))
            yield "sent back", plain(here[at:at + 1]), plain(there[at:at + 1])


def content(kind, items):
    """Returns the blocks of the answer in a request."""
    if kind in ("openai-responses", "openai-chat", "ollama"):
        return items
    blocks = []
    for item in items:
        said = item.get("content", item.get("parts"))
        blocks += [{"type": "text", "text": said}] if isinstance(said, str) else said
    return blocks


def normal(kind, blocks):
    """Returns blocks without what says nothing: adjacent plain texts are one, empty members count as absent."""
    whole = []
    for block in blocks:
        block = {name: value for name, value in block.items() if value not in (None, [], {}, "") or name in ("input", "arguments", "args")}
        for name in ("arguments", "input"):
            if name in block and isinstance(block[name], str) and block.get("type") != "custom_tool_call":
                block[name] = unparsed(block[name])
        if block.get("type") in ("message", None) and kind == "openai-responses":
            block.pop("type", None)
        block.pop("cache_control", None)
        for call in block.get("tool_calls") or []:
            function = call.get("function") or {}
            if isinstance(function.get("arguments"), str):
                function["arguments"] = unparsed(function["arguments"])
            call.pop("id", None)
        for name in ("id", "call_id", "toolUseId"):
            block.pop(name, None) if block.get("type") in ("tool_use", "function_call", "custom_tool_call") else None
        for name in ("toolUse", "functionCall"):
            if isinstance(block.get(name), dict):
                block[name] = {key: value for key, value in block[name].items() if key not in ("toolUseId", "id")}
        last = whole[-1] if whole else {}
        if set(block) == {"text"} and set(last) == {"text"}:
            last["text"] += block["text"]
        elif set(block) == {"type", "text"} and set(last) == {"type", "text"} and block["type"] == "text" == last["type"]:
            last["text"] += block["text"]
        elif block:
            whole.append(block)
    return whole


def unparsed(text):
    """Returns arguments as they are sent back: those that were cut as a member, because the service refuses what is no object."""
    value = arguments(text)
    return value if isinstance(value, dict) else {"unparsed": value}


def explained():
    """Returns the reasons of differences that were looked at, by the digest of the recording."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "differences.txt")
    with open(path, encoding="utf-8") as lines:
        return dict(line.rstrip("\n").split(" ", 1) for line in lines if line.strip() and not line.startswith("#"))


def compare(recordings, results):
    counts, shown, known = collections.Counter(), collections.Counter(), explained()
    with open(results, encoding="utf-8") as lines:
        for line in lines:
            ours = json.loads(line)
            file = ours["file"]
            kind = file.split("/")[0]
            with open(os.path.join(recordings, file), "rb") as recording:
                body = recording.read()
            counts[kind, "answers"] += 1
            counts[kind, "streams"] += file.endswith(STREAMS)
            counts[kind, "prefixes"] += ours.get("prefixes", 0)
            try:
                found = list(differences(kind, file, body, ours))
            except Exception as e:
                found = [("reader failed", repr(e), "")]
            counts[kind, "early"] += bool(ours.get("partial"))
            reason = known.get(hashlib.sha256(body).hexdigest()[:16]) if found else None
            counts[kind, "explained" if reason else "different"] += bool(found)
            if reason:
                print("%s\texplained\t%s" % (file, reason))
            for name, here, there in () if reason else found:
                shown[kind, name] += 1
                print("%s\t%s\t%s\t%s" % (file, name, str(here)[:300].replace("\n", "\\n"), str(there)[:300].replace("\n", "\\n")))
    for kind in sorted({kind for kind, _ in counts}):
        print("%s: %s" % (kind, ", ".join("%d %s" % (counts[kind, what], what) for what in ("answers", "streams", "prefixes", "early", "explained", "different"))))
    for (kind, name), count in sorted(shown.items()):
        print("%s, %s: %d" % (kind, name, count))
    return sum(counts[kind, "different"] for kind, _ in counts)


if __name__ == "__main__":
    sys.exit(1 if compare(sys.argv[1], sys.argv[2]) else 0)
