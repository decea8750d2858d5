#!/usr/bin/env python3
"""Computes the fingerprint vectors from docs/fingerprint.md, with nothing but the standard library."""
import base64, hashlib, json, pathlib, re, struct, sys


class Number(str):
    """A JSON number as it was spelled."""


def canonical_number(spelling):
    sign, whole, fraction, exponent = re.fullmatch(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?", spelling).groups()
    digits, point = whole + (fraction or ""), len(whole) + int(exponent or 0)
    stripped = digits.lstrip("0")
    point -= len(digits) - len(stripped)
    digits = stripped.rstrip("0")
    if not digits:
        return "0"
    if 0 < point <= 21:
        return sign + (digits.ljust(point, "0") if len(digits) <= point else digits[:point] + "." + digits[point:])
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{sign}{mantissa}e{'+' if point > 0 else ''}{point - 1}"


def canonical(value):
    if isinstance(value, Number):
        return canonical_number(value)
    if isinstance(value, (bool, type(None), str)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int):
        return canonical_number(str(value))
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(json.dumps(n, ensure_ascii=False) + ":" + canonical(value[n]) for n in names) + "}"


def field(kind, data):
    return kind.encode() + struct.pack(">Q", len(data)) + data


T = lambda text: field("T", text.encode())
J = lambda value: field("J", canonical(value).encode())
D = lambda digest: field("D", digest)
L = lambda number: field("L", struct.pack(">Q", number))
N = field("N", b"")
optional = lambda holder, name: J(holder[name]) if name in holder else N


def digest(domain, *fields):
    return hashlib.sha256(T(domain) + b"".join(fields)).digest()


def parts_of(item):
    parts = item.get("parts", [{"type": "text", "text": item["text"]}] if "text" in item else [])
    return [L(len(parts))] + [part(p) for p in parts]


def part(p):
    kind = p["type"]
    if kind in ("text", "reasoning", "refusal"):
        return T(kind) + T(p["text"])
    if kind == "opaque":
        return T(kind) + T(p["provider"]) + J(p["data"])
    sha = hashlib.sha256(base64.b64decode(p["base64"])).hexdigest()
    return T(kind) + (T(p["name"]) if kind == "file" else b"") + T(p["mediaType"]) + T(sha)


def interaction(item):
    kind = item["kind"]
    if kind == "context":
        return digest("plb1/context", J(item["values"]))
    if kind in ("system", "summary"):
        return digest("plb1/" + kind, T(item["text"]))
    if kind in ("user", "assistant"):
        return digest("plb1/" + kind, *parts_of(item))
    if kind == "tool_call":
        return digest("plb1/tool-call", T(item["name"]), J(item["arguments"]))
    return digest("plb1/tool-result", J(item["envelope"]), *parts_of(item))


def transcript(items):
    chain, calls, numbers = digest("plb1/transcript"), 0, {}
    for item in items:
        number = 0
        if item["kind"] == "tool_call":
            calls += 1
            number = numbers[item["id"]] = calls
        elif item["kind"] == "tool_result":
            number = numbers.get(item["callId"], 0)
        chain = digest("plb1/then", D(chain), D(interaction(item)), L(number))
    return chain


def selector(text):
    return ", ".join(sorted(set(t for t in re.split(r"[,\s]+", text) if t)))


def body(b):
    return digest("plb1/body", D(transcript(b["interactions"])), T(selector(b.get("toolFilter", "*"))),
                  T(selector(b.get("contextFilter", "*"))), optional(b, "outputSchema"))


def keyed(item, unkeyed):
    if item["kind"] != "context":
        return item
    return {**item, "values": {k: v for k, v in item["values"].items() if k not in unkeyed}}


def call(c):
    provider, model = c["model"].split(":", 1)
    tools = [f for t in c["tools"] for f in (T(t["name"]), T(t["description"]), J(t["inputSchema"]), optional(t, "outputSchema"))]
    effective = [keyed(item, c.get("unkeyedContext", [])) for item in c["effective"]]
    return digest("plb1/call", D(transcript(effective)), T(provider), T(model), J(c["options"]), L(len(c["tools"])),
                  *tools, optional(c, "outputSchema"))


def fingerprint(vector):
    return "plb1:" + (body(vector["body"]) if "body" in vector else call(vector["call"])).hex()


if __name__ == "__main__":
    path = pathlib.Path(__file__).with_name("vectors.json")
    vectors = json.loads(path.read_text(), parse_int=Number, parse_float=Number)
    wrong = [v["name"] for v in vectors if fingerprint(v) != v["fingerprint"]]
    print(f"{len(vectors)} vectors, {len(wrong)} wrong", *wrong)
    if "--print" in sys.argv:
        for v in vectors:
            print(v["name"], fingerprint(v))
    sys.exit(1 if wrong else 0)
