// What a report knows of its conversation. It takes the place of server.js in a report: the same functions, which answer
// from the data in the file.

import { word } from "./words.js";

const AROUND = 60; // characters before and behind what was found
const FOUND_MOST = 100;
const data = JSON.parse(document.getElementById("report-data").textContent);
const entries = new Map(data.tree.entries.map((entry) => [entry.id, entry]));
let end = data.tree.heads[data.branch];
let listener = () => {};

/** The rows of a path: those of its entries in order; a later entry may change a row, for example by the result of a tool. */
function rowsOf(id) {
  const path = [];
  for (let entry = entries.get(id); entry; entry = entries.get(entry.parent)) {
    path.push(entry.id);
  }
  const rows = new Map();
  for (const each of path.reverse()) {
    for (const row of data.rows[each] ?? []) {
      rows.set(row.key, row);
    }
  }
  return [...rows.values()];
}

function around(text, at, length) {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + length + AROUND);
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

function search(wanted) {
  const found = [];
  for (const { id } of wanted ? data.tree.entries : []) {
    for (const row of data.rows[id] ?? []) {
      const text = row.kind === "tool" ? row.name : row.text;
      const at = row.entry.id === id ? text.toLowerCase().indexOf(wanted) : -1;
      if (at >= 0 && found.length < FOUND_MOST) {
        found.push({ id: data.id, entry: id, text: around(text, at, wanted.length) });
      }
    }
  }
  return found;
}

const ANSWERS = {
  "/api/conversations": () => ({ conversations: [{ id: data.id, branch: data.branch, open: true, title: data.title || word("session", data.id) }] }),
  "/api/tree": ({ since = -1 }) => ({ ...data.tree, entries: since < 0 ? data.tree.entries : [] }),
  "/api/path": ({ entry }) => ({ rows: rowsOf(entry) }),
  "/api/why": () => data.why,
  "/api/search": ({ text }) => ({ found: search(text.trim().toLowerCase()) }),
  "/api/runs": () => ({ runs: [] }),
};

const snapshot = () => listener({ change: "snapshot", id: data.id, branch: data.branch, running: false, rows: rowsOf(end) });

/** Answers from the data; of what changes a conversation, a report can only show another path. */
export async function ask(path, asked = {}) {
  if (ANSWERS[path]) {
    return ANSWERS[path](asked);
  }
  if (path !== "/api/continue") {
    throw new Error(word("unchangeable"));
  }
  end = asked.entry;
  snapshot();
  return { done: true };
}

export async function blob() {
  throw new Error(word("unchangeable"));
}

export function stream(path, parameters, onEvent) {
  listener = onEvent;
  queueMicrotask(snapshot);
  return () => {};
}
