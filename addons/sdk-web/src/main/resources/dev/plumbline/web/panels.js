// The panels beside a conversation: its tree, runs of bodies, what a search has found, and the comparison.

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
  const text = node.entry.text ?? word("characters", node.entry.characters.toLocaleString(current()));
  const box = element("input", { type: "checkbox", "aria-label": word("pick", text), change: (event) => actions.pick(id, event.target.checked) });
  box.checked = picked.includes(id);
  const button = visible(element("button", { type: "button", dir: "auto", click: () => actions.go(id) }), text || "…");
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
