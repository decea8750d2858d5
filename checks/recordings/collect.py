"""Collects recorded answers of model services from clones of public repositories.

Usage: collect.py REPOSITORIES OUT

REPOSITORIES has git directories, bare or not, at any depth up to three. OUT gets a folder for each format with one file for each
different answer, named as the tests of sdk-providers name theirs: .sse, .ndjson and .eventstream are streams, .json is a body. A
number such as _429_ in a name is the status of an error. OUT/origins.jsonl has the repository, the commit and the path of each
file, OUT/repositories.jsonl the repositories. Recordings are kept as: cassettes of VCR in Python, Ruby, R and Go, Polly's HAR files,
LangChain's cassettes, those of httpmock and httprr, and files that are a body or a stream themselves. Needs PyYAML.
"""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import zlib

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MOST_BYTES = 4 << 20
NAMES = re.compile(r"(?i)\.(ya?ml|ya?ml\.gz|json|jsonl|ndjson|har|httprr|sse|chunks\.txt|txt)$")
PLACES = re.compile(r"(?i)cassette|record|fixture|httprr|testdata|snapshot|vcr|replay|__data__|\.har$")
STREAMS = {"openai-chat": ".sse", "openai-responses": ".sse", "anthropic": ".sse", "gemini": ".sse", "ollama": ".ndjson"}

PATHS = [
    ("bedrock", re.compile(r"/converse(-stream)?$")),
    ("ollama", re.compile(r"/api/chat$")),
    ("gemini", re.compile(r":(generateContent|streamGenerateContent)$")),
    ("anthropic", re.compile(r"/messages$")),
    ("openai-responses", re.compile(r"/responses$")),
    ("openai-chat", re.compile(r"/chat/completions$")),
]


class Loader(LOADER):
    """Reads cassettes of Ruby and R, too, whose tags it leaves out."""


def untagged(loader, suffix, node):
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return tuple(loader.construct_sequence(node, deep=True))  # such names of headers are keys
    return loader.construct_scalar(node)


Loader.add_multi_constructor("", untagged)
Loader.add_constructor("tag:yaml.org,2002:timestamp", lambda loader, node: loader.construct_scalar(node))


def git(folder, *arguments):
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True).stdout


def git_directories(root):
    for folder, names, files in os.walk(root):
        depth = os.path.relpath(folder, root).count(os.sep)
        if "HEAD" in files and "objects" in names:
            names.clear()
            yield folder
        elif depth >= 4:
            names.clear()


def blobs(folder):
    """Yields path and bytes of each file that may hold recordings."""
    listed = git(folder, "ls-tree", "-r", "-l", "-z", "HEAD").decode("utf-8", "replace").split("\0")
    wanted = []
    for line in listed:
        if "\t" in line:
            meta, path = line.split("\t", 1)
            _, kind, digest, size = meta.split()
            if kind == "blob" and size.isdigit() and int(size) <= MOST_BYTES and NAMES.search(path) and PLACES.search(path):
                wanted.append((path, digest))
    reader = subprocess.Popen(
        ["git", "-C", folder, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        for path, digest in wanted:
            reader.stdin.write(digest.encode() + b"\n")
            reader.stdin.flush()
            head = reader.stdout.readline().split()
            if len(head) == 3:
                data = reader.stdout.read(int(head[2]))
                reader.stdout.read(1)
                yield path, data
    finally:
        reader.stdin.close()
        reader.wait()


def unpacked(data):
    try:
        if data[:2] == b"\x1f\x8b":
            return zlib.decompressobj(47).decompress(data)
    except zlib.error:
        pass
    return data


def as_bytes(value, encoding=""):
    if value is None:
        return b""
    if isinstance(value, bytes):
        return unpacked(value)
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False).encode()
    if isinstance(value, str):
        if encoding == "base64":
            try:
                return unpacked(base64.b64decode(value))
            except ValueError:
                return b""
        # A byte that is not text was written as the character of the same number.
        return value.encode("utf-8", "surrogateescape")
    return str(value).encode()


def exchanges_of_vcr(document):
    """Yields URL, status and body of each exchange of a cassette."""
    all_of_it = document.get("interactions") or document.get("http_interactions") or []
    for exchange in all_of_it if isinstance(all_of_it, list) else []:
        request, response = exchange.get("request"), exchange.get("response")
        if not isinstance(request, dict) or not isinstance(response, dict):
            continue
        url = request.get("uri") or request.get("url") or ""
        status = response.get("status", response.get("status_code", response.get("code", 200)))
        if isinstance(status, dict):
            status = status.get("code", status.get("status_code", 200))
        if isinstance(status, str):
            status = response.get("code", 200)
        body = response.get("body")
        if "parsed_body" in response:
            body = as_bytes(response["parsed_body"])
        elif isinstance(body, dict) and ("string" in body or "base64_string" in body or "encoding" in body):
            if body.get("base64_string"):
                body = as_bytes(body["base64_string"], "base64")
            else:
                body = as_bytes(body.get("string"), "base64" if body.get("encoding") == "base64" else "")
        else:
            body = as_bytes(body, response.get("bodyEncoding") or response.get("body_encoding") or "")
        yield str(url), number(status), body


def number(value):
    try:
        return int(value)
    except (TypeError, ValueError):
        return 200


def exchanges_of_har(document):
    for entry in document["log"].get("entries", []):
        content = entry.get("response", {}).get("content", {})
        body = content.get("text") or ""
        if body.startswith("["):  # Polly keeps packed bodies as a list of texts in base64 or hexadecimal digits
            try:
                parts = json.loads(body)
                if all(isinstance(part, str) for part in parts):
                    whole = "".join(parts)
                    packed = bytes.fromhex(whole) if re.fullmatch("[0-9a-f]*", whole) else base64.b64decode(whole)
                    yield entry["request"]["url"], number(entry["response"].get("status")), unpacked(packed)
                    continue
            except ValueError:
                pass
        yield entry["request"]["url"], number(entry["response"].get("status")), as_bytes(body, content.get("encoding") or "")


def exchanges_of_httprr(data):
    """Reads a trace of Go's httprr: lengths of request and response, then both as they went over the wire."""
    at = data.index(b"\n") + 1
    while at < len(data):
        end = data.find(b"\n", at)
        if end < 0:
            return
        lengths = data[at:end].split()
        if len(lengths) != 2:
            return
        sent, got = int(lengths[0]), int(lengths[1])
        request = data[end + 1:end + 1 + sent]
        response = data[end + 1 + sent:end + 1 + sent + got]
        at = end + 1 + sent + got
        line = request.split(b"\r\n", 1)[0].decode("latin-1").split(" ")
        head, _, body = response.partition(b"\r\n\r\n")
        status = head.split(b" ")[1:2]
        headers = head.lower()
        if b"transfer-encoding: chunked" in headers:
            body = without_chunks(body)
        yield line[1] if len(line) > 1 else "", number(status[0]) if status else 200, unpacked(body)


def without_chunks(body):
    whole, at = b"", 0
    while True:
        end = body.find(b"\r\n", at)
        if end < 0:
            return whole or body
        try:
            size = int(body[at:end].split(b";")[0], 16)
        except ValueError:
            return whole or body
        if size == 0:
            return whole
        whole += body[end + 2:end + 2 + size]
        at = end + 4 + size


def exchange_of_httpmock(document):
    """Reads a document of Rust's httpmock."""
    then = document.get("then") or {}
    body = as_bytes(then["body_base64"], "base64") if "body_base64" in then else as_bytes(then.get("body"))
    yield str(document["when"].get("path") or ""), number(then.get("status")), body


def exchange_of_pair(document):
    """Reads a file with one request and one response."""
    request, response = document["request"], document["response"]
    yield str(request.get("url") or request.get("uri") or ""), number(response.get("status", 200)), as_bytes(response.get("body"))


def exchanges_of_langchain(document):
    """Reads LangChain's cassettes: a list of requests and one of responses."""
    for request, response in zip(document["requests"], document["responses"]):
        yield from exchanges_of_vcr({"interactions": [{"request": request, "response": response}]})


def exchanges(path, data):
    data = unpacked(data)
    name = path.lower()
    if name.endswith(".httprr") or data.startswith(b"httprr trace"):
        yield from exchanges_of_httprr(data)
        return
    if re.search(r"\.ya?ml(\.gz)?$", name):
        text = data.decode("utf-8", "replace")
        if "response" not in text and "when:" not in text:
            return
        for document in yaml.load_all(text, Loader):
            if isinstance(document, dict) and isinstance(document.get("when"), dict):
                yield from exchange_of_httpmock(document)
            elif isinstance(document, dict) and "responses" in document:
                yield from exchanges_of_langchain(document)
            elif isinstance(document, dict):
                yield from exchanges_of_vcr(document)
        return
    if name.endswith((".json", ".har")):
        try:
            document = json.loads(data)
        except ValueError:
            document = None
            yield "", 200, data  # a stream, by another name
        if isinstance(document, dict):
            if "log" in document and isinstance(document["log"], dict):
                yield from exchanges_of_har(document)
            elif "interactions" in document or "http_interactions" in document:
                yield from exchanges_of_vcr(document)
            elif isinstance(document.get("request"), dict) and isinstance(document.get("response"), dict):
                yield from exchange_of_pair(document)
            else:
                yield "", 200, data
        return
    if name.endswith(".chunks.txt"):
        lines = [line for line in data.decode("utf-8", "replace").splitlines() if line.strip()]
        if lines and "/anthropic" not in name and "converse" not in name and "bedrock" not in name:
            mark = b"" if "google" in name else b"data: [DONE]\n\n"
            yield "", 200, "".join("data: " + line + "\n\n" for line in lines).encode() + mark
        elif lines:
            yield "", 200, "".join("data: " + line + "\n\n" for line in lines).encode()
        return
    yield "", 200, data


def documents(body):
    """Returns the JSON objects of a stream or of a body, at most twelve."""
    text = body.decode("utf-8", "replace")
    found = []
    for line in re.split(r"\r\n|\r|\n", text):
        line = line[5:] if line.startswith("data:") else line
        if line.strip().startswith(("{", "[")):
            try:
                found.append(json.loads(line))
            except ValueError:
                pass
        if len(found) == 12:
            break
    if not found:
        try:
            found.append(json.loads(text))
        except ValueError:
            pass
    flat = []
    for document in found:
        flat.extend(document if isinstance(document, list) else [document])
    return [document for document in flat if isinstance(document, dict)]


def sniffed(body):
    """Returns the format that a body without a URL has."""
    if is_event_stream(body):
        return "bedrock"
    for document in documents(body):
        kind = document.get("type") if isinstance(document.get("type"), str) else ""
        if kind.startswith("response.") or document.get("object") == "response":
            return "openai-responses"
        if kind in ("message_start", "content_block_start") or (kind == "message" and "stop_reason" in document):
            return "anthropic"
        if "candidates" in document and ("usageMetadata" in document or "modelVersion" in document):
            return "gemini"
        if "choices" in document and str(document.get("object", "")).startswith("chat.completion"):
            return "openai-chat"
        if "done" in document and isinstance(document.get("message"), dict) and "created_at" in document:
            return "ollama"
        if "stopReason" in document and isinstance(document.get("output"), dict) and "message" in document["output"]:
            return "bedrock"
    return ""


def is_event_stream(body):
    return len(body) > 16 and int.from_bytes(body[:4], "big") <= len(body) and body[:2] == b"\0\0" and b":event-type" in body[:400]


def format_of(url, body):
    if "/threads/" in url or "enum-encoding" in url:  # another service, and words that were asked for as numbers
        return ""
    path = re.sub(r"[?#].*", "", url)
    for name, pattern in PATHS:
        if pattern.search(path):
            return name
    return sniffed(body) if not url else ""


def form(kind, body, status):
    """Returns the suffix of the file; empty if the body is neither a stream nor JSON."""
    if kind == "bedrock" and is_event_stream(body):
        return ".eventstream"
    text = body.lstrip(b"\xef\xbb\xbf \r\n\t")
    if re.match(rb"(data|event|id|retry|:)[: ]", text) or text.startswith(b":"):
        return ".sse" if kind in STREAMS and kind != "ollama" else ""
    if text.startswith((b"{", b"[")):
        try:
            json.loads(body)
            if kind == "ollama" and b'"done":false' in body:
                return ".ndjson"
            return ".json"
        except ValueError:
            lines = [line for line in body.split(b"\n") if line.strip()]
            return ".ndjson" if kind == "ollama" and len(lines) > 1 else ""
    return ""


def collect(root, out):
    os.makedirs(out, exist_ok=True)
    seen, origins, repositories = set(), [], []
    for folder in sorted(git_directories(root)):
        name = os.path.relpath(folder, root).replace("+", "/").split(os.sep)
        name = "/".join(name[:2]) if len(name) > 1 else name[0]
        name = re.sub(r"\.git$", "", name)
        commit = git(folder, "rev-parse", "HEAD").decode().strip()
        counts = {}
        for path, data in blobs(folder):
            try:
                for place, (url, status, body) in enumerate(exchanges(path, data)):
                    kind = format_of(url, body)
                    suffix = form(kind, body, status) if kind else ""
                    digest = hashlib.sha256(str(status >= 400).encode() + body).digest()
                    if not suffix or digest in seen or (status >= 300 and status < 400):
                        continue
                    seen.add(digest)
                    counts[kind + suffix] = counts.get(kind + suffix, 0) + 1
                    error = "_%d_" % status if status >= 400 else ""
                    file = "%s/%05d%s%s" % (kind, len(seen), error, suffix)
                    os.makedirs(os.path.join(out, kind), exist_ok=True)
                    with open(os.path.join(out, file), "wb") as target:
                        target.write(body)
                    origins.append({"file": file, "repository": name, "commit": commit, "path": path, "place": place, "url": url})
            except (ValueError, KeyError, TypeError, AttributeError, yaml.YAMLError, RecursionError, OSError):
                counts["unread"] = counts.get("unread", 0) + 1
        repositories.append({"repository": name, "commit": commit, "answers": sum(v for k, v in counts.items() if k != "unread"), **counts})
        print(json.dumps(repositories[-1]), flush=True)
    for name, rows in (("origins", origins), ("repositories", repositories)):
        with open(os.path.join(out, name + ".jsonl"), "w", encoding="utf-8") as target:
            target.writelines(json.dumps(row) + "\n" for row in rows)


if __name__ == "__main__":
    collect(sys.argv[1], sys.argv[2])
