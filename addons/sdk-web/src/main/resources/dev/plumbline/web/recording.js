// Reads a recording of the test kit (a cassette): the answers of a model in their original pieces.

/**
 * Returns a recording as something to replay.
 *
 * @param text the content of the file
 * @returns how many pieces it has, and a function that returns the rows after so many of them
 * @throws an error if it is no recording
 */
export function readRecording(text) {
  const json = JSON.parse(text);
  if (json.cassette !== 1 || !Array.isArray(json.exchanges)) {
    throw new Error("no recording");
  }
  const pieces = json.exchanges.flatMap(({ deltas, error }, number) => [
    ...deltas.map((delta) => ({ number, delta })),
    ...(error ? [{ number, delta: { error: `${error.category} ${error.code}` } }] : []),
  ]);
  return { count: pieces.length, rowsAt: (count) => rowsOf(pieces.slice(0, count)) };
}

function rowsOf(pieces) {
  const rows = new Map();
  const row = (key, made) => rows.get(key) ?? rows.set(key, { key, ...made }).get(key);
  for (const { number, delta } of pieces) {
    const answer = () => row(`recorded ${number}`, { kind: "answer", text: "" });
    if (delta.text !== undefined) {
      answer().text += delta.text;
    } else if (delta.reasoning !== undefined) {
      answer().reasoning = (answer().reasoning ?? "") + delta.reasoning;
    } else if (delta.refusal !== undefined) {
      answer().refusal = (answer().refusal ?? "") + delta.refusal;
    } else if (delta.call !== undefined) {
      const call = row(`recorded ${number} ${delta.call}`, { kind: "tool", status: "pending", name: "", arguments: "" });
      call.name += delta.name;
      call.arguments += delta.arguments;
    } else if (delta.reset !== undefined) {
      [...rows.keys()].filter((key) => key === `recorded ${number}` || key.startsWith(`recorded ${number} `)).forEach((key) => rows.delete(key));
    } else if (delta.error !== undefined) {
      row(`recorded ${number} error`, { kind: "notice", text: delta.error });
    }
  }
  return [...rows.values()].map((each) => (each.kind === "tool" ? { ...each, arguments: parsed(each.arguments) } : each));
}

/** Returns the arguments of a call; as text while they are not complete. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
