// The panels beside a conversation: its tree, why calls went as they did, what a search has found, and the comparison.

import { element, visible } from "./text.js";
import { word, current } from "./words.js";
import { drawRow } from "./rows.js";

const COMPARED_MOST = 200;

/** The tree of a conversation with questions about it. */
export class Tree {
  entries = new Map();
  children = new Map();
  heads = {};
  newest = -1;
  #nodes = []; // the messages of the user in reading order, if they are known
  #labelled = [];
  #end; // the entry that is read last, and how deep it is
  #depth = 0;

  /** Adds entries, a parent before its children, and takes over where the branches end. */
  add({ entries, heads }) {
    for (const entry of entries) {
      if (!this.entries.has(entry.id)) {
        const siblings = this.children.get(entry.parent ?? "") ?? [];
        siblings.push(entry.id);
        this.children.set(entry.parent ?? "", siblings);
        this.#append(entry, siblings.length === 1);
      }
      this.entries.set(entry.id, entry);
      this.newest = Math.max(this.newest, entry.at);
    }
    this.heads = heads;
  }

  /** The messages that were sent at the same place, oldest first. */
  versions(id) {
    const entry = this.entries.get(id);
    return entry ? (this.children.get(entry.parent ?? "") ?? []).filter((each) => this.entries.get(each).kind === entry.kind) : [];
  }

  /** The newest end of the conversation behind an entry. */
  leaf(id) {
    let at = id;
    for (let next = this.children.get(at); next?.length; next = this.children.get(at)) {
      at = next[next.length - 1];
    }
    return at;
  }

  path(id) {
    const path = [];
    for (let at = this.entries.get(id); at; at = this.entries.get(at.parent)) {
      path.push(at.id);
    }
    return path.reverse();
  }

  /** Adds an entry to what is known of the reading order, if it comes at its end. */
  #append(entry, isOnly) {
    if (!isOnly || this.#end === undefined || entry.parent !== this.#end) {
      this.#end = undefined;
      return;
    }
    this.#end = entry.id;
    this.#read(entry, this.#depth);
  }

  #read(entry, depth) {
    if (entry.kind === "user") {
      this.#nodes.push({ key: entry.id, entry, depth, branches: [] });
    }
  }

  /** The messages of the user in reading order, deeper where there are several at one place, with the branches that end there. */
  nodes() {
    if (this.#end === undefined) {
      this.#readAll();
    }
    this.#labelled.forEach((node) => node.branches.splice(0));
    this.#labelled = [];
    const byId = new Map(this.#nodes.map((node) => [node.key, node]));
    for (const [branch, head] of Object.entries(this.heads)) {
      let at = this.entries.get(head);
      while (at && !byId.has(at.id)) {
        at = this.entries.get(at.parent);
      }
      const node = byId.get(at?.id);
      if (node) {
        node.branches.push(branch);
        this.#labelled.push(node);
      }
    }
    return this.#nodes;
  }

  #readAll() {
    this.#nodes = [];
    const visit = this.roots().reverse().map((id) => [id, 0]);
    while (visit.length) {
      const [id, depth] = visit.pop();
      this.#read(this.entries.get(id), depth);
      const next = this.children.get(id) ?? [];
      for (let i = next.length - 1; i >= 0; i--) {
        visit.push([next[i], depth + (next.length > 1 ? 1 : 0)]);
      }
      this.#end = id;
      this.#depth = depth;
    }
  }

  roots() {
    return [...this.entries.values()].filter((entry) => !this.entries.has(entry.parent)).map((entry) => entry.id);
  }
}

/** Draws a message of the tree. */
export function drawNode(node, here, picked, actions) {
  const id = node.key;
  const box = element("input", { type: "checkbox", "aria-label": word("pick", node.entry.text), change: (event) => actions.pick(id, event.target.checked) });
  box.checked = picked.includes(id);
  const button = visible(element("button", { type: "button", dir: "auto", click: () => actions.go(id) }), node.entry.text || "…");
  return element("div", { class: `node depth-${Math.min(node.depth, 5)}${here.has(id) ? " here" : ""}`, role: "listitem" }, box, button,
    node.branches.length ? element("span", { class: "head-name" }, node.branches.join(", ")) : "");
}

/** Draws two paths side by side, from where they part. */
export function drawComparison(parent, left, right) {
  let same = 0;
  while (same < left.length && same < right.length && left[same].key === right[same].key) {
    same++;
  }
  const column = (rows) => element("div", { tabindex: "0", role: "group", "aria-label": word("messages") }, ...rows.slice(same, same + COMPARED_MOST).map((row) => drawRow(row)));
  parent.replaceChildren(column(left), column(right));
}

const milliseconds = (micros) => `${(micros / 1000).toLocaleString(current(), { maximumFractionDigits: micros < 10_000 ? 1 : 0 })} ms`;

function table(heads, rows) {
  return element("table", {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell))))));
}

/** Attempts and waits of a call on one line of time. */
function timeLine(call) {
  const parts = [
    ...call.attempts.map((each) => ({ ...each, name: `${word("attempt")}${each.error ? ` (${each.error}${each.status ? ` ${each.status}` : ""})` : ""}`, kind: each.error ? "failed" : "" })),
    ...call.waits.map((each) => ({ ...each, name: word("wait", each.why), kind: "wait" })),
  ].sort((a, b) => a.after - b.after);
  const line = element("div", { class: "line", role: "img", "aria-label": parts.map((part) => `${part.name} ${milliseconds(part.took)}`).join(", ") });
  for (const part of parts) {
    const span = element("span", { class: part.kind, title: `${part.name}, ${milliseconds(part.took)}` });
    span.style.left = `${(100 * part.after) / Math.max(1, call.took)}%`;
    span.style.width = `${(100 * part.took) / Math.max(1, call.took)}%`;
    line.append(span);
  }
  return [line, element("p", { class: "small" }, parts.map((part) => `${part.name} ${milliseconds(part.took)}`).join(" → "))];
}

export function drawWhy(panel, why) {
  const parts = [element("h3", {}, word("calls"))];
  for (const call of [...why.calls].reverse().slice(0, 50)) {
    const facts = [milliseconds(call.took), word("tokens", call.input, call.output), call.first ? word("first", milliseconds(call.first)) : "", call.cost ? word("cost", call.cost) : "", call.error ?? ""];
    parts.push(element("p", {}, element("strong", {}, `${call.provider}:${call.model}`.replace(/^(.+):\1:/, "$1:")), ` · ${facts.filter(Boolean).join(" · ")}`), ...timeLine(call));
    parts.push(...call.lookups.map((each) => element("p", { class: "small" }, word(each.hit ? "hit" : "miss", each.why))));
    parts.push(...call.checks.filter((each) => each.errors + each.warnings).map((each) => element("p", { class: "small" }, `${each.name}: ${each.errors} / ${each.warnings}`)));
    parts.push(table([word("policy"), word("took")], [...call.steps].reverse().map((step) => [step.name, milliseconds(step.took)])));
  }
  if (why.trace?.length) {
    parts.push(element("h3", {}, word("chain")), table([word("policy"), word("took"), word("note")],
      why.trace.map((step) => [step.name, milliseconds(step.own), [step.changed ? word("changed") : "", step.answered ? word("answered") : "", step.note].filter(Boolean).join(" · ")])));
  }
  if (why.tools.length) {
    parts.push(element("h3", {}, word("tools")), table([word("name"), word("took"), word("note")], why.tools.map((tool) => [tool.name, milliseconds(tool.took), tool.code])));
  }
  parts.push(...why.decisions.map((each) => element("p", { class: "small" }, word("decided", each.name, each.decision))));
  panel.replaceChildren(...(why.calls.length ? parts : [element("p", { class: "small" }, word("nothingHere"))]));
}

/** Draws how far runs of bodies are; a run whose state cannot be read says why. */
export function drawRuns(panel, runs) {
  panel.hidden = !runs.length;
  panel.replaceChildren(element("h2", {}, word("runs")), ...runs.map((run) => {
    const text = word("runState", run.done.toLocaleString(current()), run.items.toLocaleString(current()), run.failed.toLocaleString(current()));
    return element("div", { class: "run" },
      visible(element("strong", { dir: "auto" }), run.name),
      element("progress", { value: run.done, max: Math.max(1, run.items), "aria-label": run.name }),
      visible(element("p", { class: "small" }), [run.items || !run.note ? text : "", run.note].filter(Boolean).join(" · ")));
  }));
}

export function drawFound(panel, found, open) {
  panel.replaceChildren(...(found.length
    ? found.map((each) => visible(element("button", { type: "button", dir: "auto", class: "wide", click: () => open(each) }), each.text))
    : [element("p", { class: "small" }, word("nothingFound"))]));
}
