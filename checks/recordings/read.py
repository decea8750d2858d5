"""Reads recorded answers of model services, written from the services' documents and not from a decoder of this project.

For each answer: the text, the reasoning, the refusal, the tool calls, the finish reason, the tokens, whether an error was reported,
whether the answer is complete, where a stream may end at the earliest, and what the service's own client sends back of it.
"""

import json
import re
import struct
import zlib

FINISHES = {
    "stop": "STOP", "end_turn": "STOP", "stop_sequence": "STOP", "length": "LENGTH", "max_tokens": "LENGTH", "model_length": "LENGTH",
    "model_context_window_exceeded": "LENGTH", "tool_calls": "TOOL_CALLS", "function_call": "TOOL_CALLS", "tool_use": "TOOL_CALLS",
    "content_filter": "CONTENT_FILTER", "refusal": "CONTENT_FILTER", "guardrail_intervened": "CONTENT_FILTER",
    "content_filtered": "CONTENT_FILTER", "STOP": "STOP", "MAX_TOKENS": "LENGTH", "SAFETY": "CONTENT_FILTER",
    "RECITATION": "CONTENT_FILTER", "BLOCKLIST": "CONTENT_FILTER", "PROHIBITED_CONTENT": "CONTENT_FILTER", "SPII": "CONTENT_FILTER",
    "IMAGE_SAFETY": "CONTENT_FILTER", "MODEL_ARMOR": "CONTENT_FILTER",
}

# The models whose documentation wants the reasoning before a tool call back with it.
WANTS_REASONING = re.compile(r"(?i)kimi-(k[2-9]|thinking|latest)|deepseek-(reasoner|v3\.[2-9]|v[4-9])|glm-(4\.[5-9]|[5-9])|mimo-")

# Finish reasons that say that the answer failed.
FAILED = {"error", "abort", "insufficient_system_resource", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS",
          "MALFORMED_RESPONSE", "MISSING_THOUGHT_SIGNATURE", "malformed_model_output", "malformed_tool_use"}


class Answer:
    """What an answer says."""

    def __init__(self):
        self.text, self.reasoning, self.refusal = "", "", ""
        self.calls = []
        self.finish = "NONE"
        self.usage = {"input": 0, "output": 0, "cachedInput": 0, "cacheWrites": 0, "reasoning": 0}
        self.error = False
        self.ended = False  # by the format's own end
        self.own_end = None  # the length of a stream up to there
        self.may_end = None  # the length from which on the end of the body is an end
        self.back = []
        self.notes = set()

    def finished(self, word):
        if word in FAILED:
            self.error = True
        elif word:
            self.finish = FINISHES.get(word, "OTHER")


def tokens(value):
    return int(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0 else 0


def inside(value, *names):
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def several(value, *names):
    value = inside(value, *names)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def said(value):
    return value if isinstance(value, str) else ""


def arguments(text):
    """Returns the arguments that a text in JSON means."""
    if not isinstance(text, str):
        return text if text is not None else {}
    if not text.strip():
        return {}
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return {} if value is None else value


# ---- events


def lines_of(data):
    """Yields lines with the offset behind each; ends are LF, CR LF and CR."""
    at = 0
    for match in re.finditer(rb"\r\n|\n|\r", data):
        yield data[at:match.start()], match.end()
        at = match.end()
    if at < len(data):
        yield data[at:], len(data)


def events_of(data):
    """Yields name, data and the offset behind each event, by the standard of HTML; the last one may lack its blank line."""
    if data.startswith(b"\xef\xbb\xbf"):
        data = b":\n" + data[3:]
    name, parts, end, field_error = "", [], 0, False
    for line, end in lines_of(data):
        if not line:
            if parts:
                yield name, b"\n".join(parts), end
            name, parts = "", []
            continue
        field, colon, value = line.partition(b":")
        value = value[1:] if value.startswith(b" ") else value
        if field == b"data":
            parts.append(value)
        elif field == b"event":
            name = value.decode("utf-8", "replace")
        elif field == b"error" and colon:
            yield "error", value, end
    if parts and whole(b"\n".join(parts)):
        yield name, b"\n".join(parts), end


def whole(data):
    """Returns whether the data of an event without its blank line came to its end."""
    try:
        json.loads(data)
        return True
    except ValueError:
        return data.strip() == b"[DONE]"


def frames_of(data):
    """Yields type and payload of each message of an AWS event stream, and the offset behind it; checks its checksums."""
    at = 0
    while at + 16 <= len(data):
        total, headers, check = struct.unpack(">III", data[at:at + 12])
        if zlib.crc32(data[at:at + 8]) != check or at + total > len(data):
            return
        if zlib.crc32(data[at:at + total - 4]) != struct.unpack(">I", data[at + total - 4:at + total])[0]:
            return
        named, here, end = {}, at + 12, at + 12 + headers
        while here < end:
            length = data[here]
            name = data[here + 1:here + 1 + length].decode()
            here += 1 + length
            kind = data[here]
            here += 1
            sizes = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}
            if kind in (6, 7):
                size = struct.unpack(">H", data[here:here + 2])[0]
                here += 2
            else:
                size = sizes[kind]
            named[name] = data[here:here + size].decode("utf-8", "replace") if kind == 7 else b""
            here += size
        payload = data[end:at + total - 4]
        at += total
        what = named.get(":event-type", "")
        if named.get(":message-type") in ("exception", "error"):
            what = "exception"
        yield what, payload, at


# ---- chat completions


def chat(answer, body, stream):
    calls, whole, details, seen = {}, {}, [], False
    pieces = {"text": "", "reasoning": ""}
    extra, order, model = None, [], ""
    for name, payload, end in events_of(body) if stream else [("", body, len(body))]:
        if payload.strip() == b"[DONE]":
            if seen:
                answer.ended = True
                answer.own_end = end
            break
        try:
            chunk = json.loads(payload)
        except ValueError:
            if payload.strip():
                answer.error = True
                answer.notes.add("an event is not JSON")
                break
            continue
        seen = True
        if not isinstance(chunk, dict):
            continue
        if not stream and "choices" not in chunk:
            answer.error = True
        model = said(chunk.get("model")) or model
        error = chunk.get("error")
        if error or name == "error" or chunk.get("object") == "error":
            answer.error = True
        for choice in several(chunk, "choices"):
            if choice.get("index", 0) not in (0, None):
                continue
            if choice.get("error"):
                answer.error = True
            message = choice.get("message")
            delta = choice.get("delta") if isinstance(choice.get("delta"), dict) else {}
            if isinstance(message, dict):
                whole = message
            if isinstance(choice.get("text"), str) and not isinstance(delta.get("content"), str):
                pieces["text"] += choice["text"]
            for one in [delta]:
                text, thought = content(one.get("content"))
                pieces["text"] += text
                pieces["reasoning"] += thought + reasoning(one)
                answer.refusal += said(one.get("refusal"))
                details += several(one, "reasoning_details")
                extra = one.get("extra_content") or extra
                for call in several(one, "tool_calls"):
                    add_call(calls, order, call)
                if isinstance(one.get("function_call"), dict):
                    add_call(calls, order, {"index": 0, "function": one["function_call"]})
                if text or thought or one.get("tool_calls") or one.get("function_call") or one.get("refusal") or reasoning(one):
                    answer.may_end = None  # a reason that content follows was none
            if choice.get("finish_reason"):
                answer.finished(choice["finish_reason"])
                answer.may_end = end
            if isinstance(choice.get("usage"), dict) and not isinstance(chunk.get("usage"), dict):
                chat_usage(answer, choice["usage"])
        if isinstance(inside(chunk, "x_groq", "usage"), dict) and not isinstance(chunk.get("usage"), dict):
            chat_usage(answer, chunk["x_groq"]["usage"])
        if isinstance(chunk.get("usage"), dict):
            chat_usage(answer, chunk["usage"])
        if answer.error and (error or name == "error"):
            break
    if whole:
        text, thought = content(whole.get("content"))
        pieces["text"] = text or pieces["text"]
        pieces["reasoning"] = thought + reasoning(whole) or pieces["reasoning"]
        answer.refusal = said(whole.get("refusal")) or answer.refusal
        details = several(whole, "reasoning_details") or details
        extra = whole.get("extra_content") or extra
        if whole.get("tool_calls"):
            calls, order = {}, []
            for number, call in enumerate(several(whole, "tool_calls")):
                add_call(calls, order, {**call, "index": number})
        elif any((whole.get("function_call") or {}).values()):
            calls, order = {}, []
            add_call(calls, order, {"index": 0, "function": whole["function_call"]})
    answer.text, answer.reasoning = pieces["text"], pieces["reasoning"]
    if not answer.reasoning and details:
        answer.reasoning = "".join(said(one.get("text")) or said(one.get("summary")) for one in details)
    for key in order:
        call = calls[key]
        answer.calls.append({"id": call["id"], "name": call["name"], "arguments": arguments(call["arguments"])})
    if not stream:
        answer.ended = not answer.error
    message = {"role": "assistant", "content": answer.text or answer.refusal}
    if order:
        message["tool_calls"] = [
            {**calls[key]["others"], "id": calls[key]["id"], "type": "function",
             "function": {"name": calls[key]["name"], "arguments": arguments(calls[key]["arguments"])}} for key in order]
    if extra:
        message["extra_content"] = extra
    if details:
        message["reasoning_details"] = joined(details)
    if answer.reasoning and order and not details and WANTS_REASONING.search(model):
        message["reasoning_content"] = answer.reasoning
    if answer.text or answer.refusal or order or details:
        answer.back = [message]


def joined(details):
    """Joins the pieces of one detail, which have the same type, index and id."""
    all_of_it = []
    for piece in details:
        last = all_of_it[-1] if all_of_it else None
        if last is not None and all(last.get(name) == piece.get(name) for name in ("type", "index", "id")):
            for name, value in piece.items():
                if name in ("text", "summary"):
                    last[name] = said(last.get(name)) + said(value)
                elif value is not None or name not in last:
                    last[name] = value
        else:
            all_of_it.append(dict(piece))
    return all_of_it


def content(value):
    """Returns text and thinking of a content: a text, or parts."""
    if isinstance(value, str):
        return value, ""
    text, thought = "", ""
    for part in value if isinstance(value, list) else []:
        if isinstance(part, dict):
            text += said(part.get("text"))
            thinking = part.get("thinking")
            thought += said(thinking) or "".join(said(inside(one, "text")) for one in thinking or [] if isinstance(one, dict))
    return text, thought


def reasoning(message):
    first, second = said(message.get("reasoning_content")), said(message.get("reasoning"))
    return first if first == second else first + second


def add_call(calls, order, call):
    """Adds a piece: a call goes on by its index, or by its id where the index is missing or of all calls the same."""
    index, identity = call.get("index"), said(call.get("id"))
    key = index if index is not None else (identity or (order[-1][0] if order and not inside(call, "function", "name") else len(order)))
    key = (key, 0)
    while key in calls and identity and calls[key]["id"] and calls[key]["id"] != identity:
        key = (key[0], key[1] + 1)
    if key in calls and not identity:
        while (key[0], key[1] + 1) in calls:
            key = (key[0], key[1] + 1)
    if key not in calls:
        calls[key] = {"id": "", "name": "", "arguments": "", "others": {}}
        order.append(key)
    known, function = calls[key], call.get("function") if isinstance(call.get("function"), dict) else {}
    known["id"] = known["id"] or identity
    name = said(function.get("name"))
    known["name"] += name if not known["name"].startswith(name) else ""
    value = function.get("arguments")
    if isinstance(value, str):
        known["arguments"] = (known["arguments"] if isinstance(known["arguments"], str) else "") + value
    elif value is not None:
        known["arguments"] = value
    for name, value in call.items():
        if name not in ("index", "id", "type", "function") and value not in (None, [], {}):
            known["others"][name] = value


def chat_usage(answer, usage):
    details = usage.get("prompt_tokens_details") if isinstance(usage.get("prompt_tokens_details"), dict) else {}
    cached = tokens(details.get("cached_tokens")) or tokens(usage.get("cached_tokens")) or tokens(usage.get("prompt_cache_hit_tokens"))
    answer.usage = {
        "input": tokens(usage.get("prompt_tokens")),
        "output": tokens(usage.get("completion_tokens")),
        "cachedInput": cached,
        "cacheWrites": tokens(details.get("cache_write_tokens")),
        "reasoning": tokens(inside(usage, "completion_tokens_details", "reasoning_tokens")),
    }


# ---- responses


def responses(answer, body, stream):
    response, done, added = None, {}, {}
    for name, payload, end in events_of(body) if stream else [("", body, len(body))]:
        if payload.strip() == b"[DONE]":
            continue
        try:
            event = json.loads(payload)
        except ValueError:
            answer.error = True
            answer.notes.add("an event is not JSON")
            break
        if not isinstance(event, dict):
            continue
        kind = said(event.get("type")) or name
        if not stream:
            response = event
            kind = "response." + said(event.get("status") or "completed")
            if event.get("error") or event.get("object") == "error":
                answer.error = True
        if kind == "error":
            answer.error = True
            break
        elif kind == "response.output_item.done":
            done[event.get("output_index", len(done))] = event.get("item")
        elif kind == "response.output_item.added":
            added[event.get("output_index", len(added))] = event.get("item")
        elif kind in ("response.completed", "response.incomplete", "response.failed", "response.cancelled",
                      "response.queued", "response.in_progress") and (not stream or kind.count("_") == 0 and kind != "response.queued"):
            response = event.get("response", event) if stream else event
            reason = inside(response, "incomplete_details", "reason")
            status = said(response.get("status")) or kind.split(".")[1]
            if kind.split(".")[1] != "completed":
                status = kind.split(".")[1]
            if response.get("error") or status not in ("completed", "incomplete"):
                answer.error = True
            elif status == "incomplete" and reason not in ("max_output_tokens", "content_filter"):
                answer.error = True
            else:
                answer.ended, answer.own_end = True, end
                answer.finish = {"max_output_tokens": "LENGTH", "content_filter": "CONTENT_FILTER"}.get(reason, "STOP") \
                    if status == "incomplete" else "STOP"
            break
    items = [item for _, item in sorted(done.items())]
    whole = several(response or {}, "output")
    if len(whole) > len(items):
        # What is encrypted is encrypted again each time, and the first form of it is as good.
        items = [done.get(place, item) for place, item in enumerate(whole)]
    messages, thoughts = [], []
    for item in items:
        kind = said(item.get("type"))
        if kind == "message":
            words = "".join(said(part.get("text")) for part in several(item, "content"))
            refused = "".join(said(part.get("refusal")) for part in several(item, "content"))
            answer.refusal += refused
            if words:
                messages.append(words)
        elif kind == "reasoning":
            parts = several(item, "summary") or several(item, "content")
            thoughts.append("\n\n".join(said(part.get("text")) for part in parts))
        elif kind in ("function_call", "custom_tool_call"):
            value = arguments(item.get("arguments") if kind == "function_call" else said(item.get("input")))
            answer.calls.append({"id": said(item.get("call_id")), "name": said(item.get("name")), "arguments": value})
    answer.text = "\n\n".join(messages)
    answer.reasoning = "".join(thoughts)
    if answer.calls and answer.finish == "STOP":
        answer.finish = "TOOL_CALLS"
    usage = inside(response or {}, "usage") or {}
    answer.usage = {
        "input": tokens(usage.get("input_tokens")),
        "output": tokens(usage.get("output_tokens")),
        "cachedInput": tokens(inside(usage, "input_tokens_details", "cached_tokens")),
        "cacheWrites": tokens(inside(usage, "input_tokens_details", "cache_write_tokens")),
        "reasoning": tokens(inside(usage, "output_tokens_details", "reasoning_tokens")),
    }
    answer.back = [item for item in (input_item(item) for item in items) if item]
    while answer.back and answer.back[-1].get("type") == "reasoning":
        answer.back.pop()  # the service refuses reasoning without the item that it led to


def input_item(item):
    """Returns an item of the output as it is sent back without a stored response, for which ids and status do not count."""
    kind = said(item.get("type"))
    others = {name: value for name, value in item.items() if name not in ("id", "status") and value not in (None, [], {})}
    if kind == "message":
        words = "".join(said(part.get("text")) or said(part.get("refusal")) for part in several(item, "content"))
        others.pop("content", None)
        return {**others, "content": words} if words else None
    if kind == "function_call":
        return {**others, "arguments": arguments(item.get("arguments"))}
    if kind == "custom_tool_call":
        return others
    if kind == "reasoning":
        return item if isinstance(item.get("encrypted_content"), str) else None
    return item


# ---- messages


def messages(answer, body, stream):
    blocks, usage, stop, opened = {}, {}, None, set()
    if not stream:
        message = json.loads(body)
        if message.get("type") == "error" or message.get("error"):
            answer.error = True
            return
        blocks = dict(enumerate(several(message, "content")))
        usage, stop = message.get("usage") or {}, message.get("stop_reason")
        answer.ended = True
    for name, payload, end in events_of(body) if stream else []:
        try:
            event = json.loads(payload)
        except ValueError:
            if payload.strip() not in (b"[DONE]", b""):
                answer.error = True
                answer.notes.add("an event is not JSON")
                break
            continue
        kind = said(event.get("type")) or name
        index = event.get("index", 0)
        delta = event.get("delta") if isinstance(event.get("delta"), dict) else {}
        if kind == "error":
            answer.error = True
            break
        elif kind == "message_start":
            usage.update(counts(inside(event, "message", "usage")))
        elif kind == "content_block_start":
            blocks[index] = dict(event.get("content_block") or {})
            opened.add(index)
        elif kind == "content_block_delta":
            block = blocks.setdefault(index, {"type": "text", "text": ""})
            how = delta.get("type")
            if how == "text_delta":
                block["text"] = said(block.get("text")) + said(delta.get("text"))
            elif how == "thinking_delta":
                block["thinking"] = said(block.get("thinking")) + said(delta.get("thinking"))
            elif how == "signature_delta":
                block["signature"] = said(block.get("signature")) + said(delta.get("signature"))
            elif how == "input_json_delta":
                block["partial"] = block.get("partial", "") + said(delta.get("partial_json"))
            elif how == "citations_delta":
                block["citations"] = list(block.get("citations") or []) + [delta.get("citation")]
            else:
                block.update({name: value for name, value in delta.items() if name != "type"})
        elif kind == "content_block_stop":
            opened.discard(index)
        elif kind == "message_delta":
            stop = delta.get("stop_reason") or stop
            usage.update(counts(event.get("usage")))
        elif kind == "message_stop":
            limited = FINISHES.get(stop) in ("LENGTH", "CONTENT_FILTER")
            if stop and (not opened or limited):
                answer.ended, answer.own_end = True, end
            break
    answer.finished(stop)
    for index in sorted(blocks):
        block = blocks[index]
        if "partial" in block:
            partial = block.pop("partial")
            block["input"] = arguments(partial) if partial else block.get("input", {})
        kind = block.get("type")
        if kind == "text":
            answer.text += said(block.get("text"))
        elif kind == "thinking":
            answer.reasoning += said(block.get("thinking"))
        elif kind == "tool_use":
            answer.calls.append({"id": said(block.get("id")), "name": said(block.get("name")), "arguments": block.get("input", {})})
        if kind == "thinking" and not block.get("signature"):
            continue
        if kind == "text":
            block = {name: value for name, value in block.items() if value not in (None, [], {})}
            if not block.get("text", "").strip():
                continue  # the service refuses a blank text
        answer.back.append(block)
    if answer.finish == "TOOL_CALLS" and not answer.calls:
        answer.finish = "STOP"
    total = dict(usage)
    passes = several(usage, "iterations")
    if passes:
        for name in ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"):
            if any(name in one for one in passes):
                total[name] = sum(tokens(one.get(name)) for one in passes)
    read, written = tokens(total.get("cache_read_input_tokens")), tokens(total.get("cache_creation_input_tokens"))
    answer.usage = {
        "input": tokens(total.get("input_tokens")) + read + written,
        "output": tokens(total.get("output_tokens")),
        "cachedInput": read,
        "cacheWrites": written,
        "reasoning": tokens(inside(total, "output_tokens_details", "thinking_tokens")),
    }


def counts(usage):
    return {name: value for name, value in (usage or {}).items() if value is not None}


# ---- generateContent


def gemini(answer, body, stream):
    responses_, parts = [], []
    if stream:
        for name, payload, end in events_of(body):
            try:
                responses_.append((json.loads(payload), end))
            except ValueError:
                if payload.strip() not in (b"[DONE]", b""):
                    answer.error = True
                    answer.notes.add("an event is not JSON")
                    break
    else:
        whole = json.loads(body)
        responses_ = [(one, len(body)) for one in (whole if isinstance(whole, list) else [whole])]
    reason = ""
    for response, end in responses_:
        if response.get("error") or inside(response, "promptFeedback", "blockReason"):
            answer.error = True
        for position, candidate in enumerate(several(response, "candidates")):
            if candidate.get("index", position) != 0:
                continue
            here = several(candidate, "content", "parts")
            parts += here
            if any(part.get("text") or len(part) > ("text" in part) for part in here):
                reason, answer.may_end = "", None
            if candidate.get("finishReason") and candidate["finishReason"] != "FINISH_REASON_UNSPECIFIED":
                reason, answer.may_end = candidate["finishReason"], end
        usage = response.get("usageMetadata")
        if isinstance(usage, dict):
            answer.usage = {
                "input": tokens(usage.get("promptTokenCount")) + tokens(usage.get("toolUsePromptTokenCount")),
                "output": tokens(usage.get("candidatesTokenCount")) + tokens(usage.get("thoughtsTokenCount")),
                "cachedInput": tokens(usage.get("cachedContentTokenCount")),
                "cacheWrites": 0,
                "reasoning": tokens(usage.get("thoughtsTokenCount")),
            }
    answer.finished(reason)
    for part in parts:
        words, thought = part.get("text"), part.get("thought") is True
        if "functionCall" in part:
            call = part["functionCall"]
            answer.calls.append({"id": said(call.get("id")), "name": said(call.get("name")), "arguments": call.get("args") or {}})
        elif thought:
            answer.reasoning += said(words)
        else:
            answer.text += said(words)
        if thought and "thoughtSignature" not in part:
            continue  # a thought without a signature is for reading alone
        kept = {name: value for name, value in part.items() if value not in (None, [], {}) and not (name == "thought" and not thought)}
        if kept == {"text": ""} or not kept:
            continue
        last = answer.back[-1] if answer.back else {}
        if set(kept) == {"text"} and set(last) == {"text"}:
            last["text"] += kept["text"]
        else:
            answer.back.append(dict(kept))
    if answer.calls and answer.finish == "STOP":
        answer.finish = "TOOL_CALLS"
    if not stream:
        answer.ended = not answer.error


# ---- Converse


def converse(answer, body, stream):
    blocks, usage, stop = {}, {}, ""
    if not stream:
        whole = json.loads(body)
        if not isinstance(inside(whole, "output", "message"), dict):
            answer.error = True
            return
        for index, block in enumerate(several(whole, "output", "message", "content")):
            blocks[index] = block
        usage, stop = whole.get("usage") or {}, said(whole.get("stopReason"))
        answer.ended = True
    for kind, payload, end in frames_of(body) if stream else []:
        try:
            event = json.loads(payload)
        except ValueError:
            event = {}
        index = event.get("contentBlockIndex", 0)
        if kind == "exception":
            answer.error = True
            break
        elif kind == "contentBlockStart":
            blocks[index] = json.loads(json.dumps(event.get("start") or {}))
        elif kind == "contentBlockDelta":
            block, delta = blocks.setdefault(index, {}), event.get("delta") or {}
            if "text" in delta:
                block["text"] = block.get("text", "") + delta["text"]
            if "toolUse" in delta:
                use = block.setdefault("toolUse", {})
                use["partial"] = use.get("partial", "") + said(delta["toolUse"].get("input"))
            if "reasoningContent" in delta:
                thought = block.setdefault("reasoningContent", {})
                piece = delta["reasoningContent"]
                if "redactedContent" in piece:
                    thought["redactedContent"] = thought.get("redactedContent", "") + piece["redactedContent"]
                else:
                    words = thought.setdefault("reasoningText", {})
                    for name in ("text", "signature"):
                        if name in piece:
                            words[name] = words.get(name, "") + piece[name]
            for piece in delta.get("toolResult") or []:
                block["toolResult"].setdefault("content", []).append(piece)
            if "citation" in delta:
                block.setdefault("citations", []).append(delta["citation"])
        elif kind == "messageStop":
            stop = said(event.get("stopReason"))
            answer.ended, answer.own_end = True, end
        elif kind == "metadata":
            usage = event.get("usage") or {}
    answer.finished(stop)
    for index in sorted(blocks):
        block = blocks[index]
        if "toolUse" in block:
            use = dict(block["toolUse"])
            partial = use.pop("partial", None)
            use["input"] = arguments(partial) if partial is not None else use.get("input", {})
            if use.get("type") == "tool_use":
                del use["type"]  # which is what a use is without it
            answer.back.append({"toolUse": use})
            if use.get("type") != "server_tool_use":
                answer.calls.append({"id": said(use.get("toolUseId")), "name": said(use.get("name")), "arguments": use["input"]})
        elif "reasoningContent" in block:
            thought = block["reasoningContent"]
            answer.reasoning += said(inside(thought, "reasoningText", "text"))
            if inside(thought, "reasoningText", "signature") or "redactedContent" in thought:
                answer.back.append(block)
        elif "citations" in block:
            answer.text += block.get("text", "")
            cited = {"citations": block["citations"], "content": [{"text": block.get("text", "")}]}
            answer.back.append({"citationsContent": cited})
        elif "citationsContent" in block:
            answer.text += "".join(said(one.get("text")) for one in several(block, "citationsContent", "content"))
            answer.back.append(block)
        elif "text" in block:
            answer.text += said(block["text"])
            if block["text"].strip():
                answer.back.append({"text": block["text"]})
        elif block:
            answer.back.append(block)
    if answer.finish == "TOOL_CALLS" and not answer.calls:
        answer.finish = "STOP"
    if answer.error:
        answer.ended = False
    read, written = tokens(usage.get("cacheReadInputTokens")), tokens(usage.get("cacheWriteInputTokens"))
    answer.usage = {"input": tokens(usage.get("inputTokens")) + read + written, "output": tokens(usage.get("outputTokens")),
                    "cachedInput": read, "cacheWrites": written, "reasoning": 0}


# ---- Ollama


def ollama(answer, body, stream):
    for line, end in lines_of(body) if stream else [(body, len(body))]:
        if not line.strip():
            continue
        try:
            part = json.loads(line)
        except ValueError:
            answer.error = True
            answer.notes.add("a line is not JSON")
            break
        if part.get("error"):
            answer.error = True
            break
        message = part.get("message") if isinstance(part.get("message"), dict) else {}
        answer.text += said(message.get("content"))
        answer.reasoning += said(message.get("thinking"))
        for call in several(message, "tool_calls"):
            function = call.get("function") or {}
            answer.calls.append({"id": said(call.get("id")), "name": said(function.get("name")),
                                 "arguments": arguments(function.get("arguments"))})
        if part.get("done"):
            answer.finished(part.get("done_reason") or "stop")
            answer.usage.update(input=tokens(part.get("prompt_eval_count")), output=tokens(part.get("eval_count")))
            answer.ended, answer.own_end = True, end
            break
    if answer.calls and answer.finish == "STOP":
        answer.finish = "TOOL_CALLS"
    if answer.text or answer.calls:
        message = {"role": "assistant", "content": answer.text}
        if answer.reasoning and answer.calls:  # the templates leave out what was thought before the last question
            message["thinking"] = answer.reasoning
        if answer.calls:
            message["tool_calls"] = [{"function": {"name": one["name"], "arguments": one["arguments"]}} for one in answer.calls]
        answer.back = [message]


READERS = {"openai-chat": chat, "openai-responses": responses, "anthropic": messages, "gemini": gemini, "bedrock": converse,
           "ollama": ollama}


def read(kind, body, stream, status=200):
    """Returns the answer in a recording of that format."""
    answer = Answer()
    if status >= 400 and not stream:
        answer.error = True
        return answer
    READERS[kind](answer, body, stream)
    if answer.error:
        answer.ended = False
    return answer
