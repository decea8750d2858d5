// The page: it keeps the rows of one conversation, and draws what changes at most once in a frame.

import { ask, stream } from "./server.js";
import { VirtualList } from "./list.js";
import { drawRow, grow, save } from "./rows.js";
import { Tree, drawNode, drawComparison, drawFound, drawRuns } from "./panels.js";
import { drawWhy } from "./why.js";
import { readRecording } from "./recording.js";
import { element, visible } from "./text.js";
import { setting, remember } from "./settings.js";
import { current, speak, word } from "./words.js";

const $ = (id) => document.getElementById(id);
const state = { id: "", branch: "main", close: () => {}, tree: new Tree(), here: new Set(), picked: [], asked: new Set(), running: false, attached: [], reading: Promise.resolve(), replay: undefined, label: "" };
const list = new VirtualList($("scroller"), $("rows"), (row) => drawRow(row, actionsOf()), 90);
const nodes = new VirtualList($("tree-scroller"), $("tree"), (node) => drawNode(node, state.here, state.picked, { pick, go }), 32);
const place = () => ({ id: state.id, branch: state.branch });
const isReport = document.body.classList.contains("report"); // a file, which nothing can be changed in

function report(failure) {
  $("status").textContent = failure.status === 401 ? word("refused") : failure.message;
}
const quietly = (action) => async (...given) => {
  try {
    return await action(...given);
  } catch (failure) {
    report(failure);
  }
};

function actionsOf() {
  const shown = { conversation: isReport ? "" : state.id, versions: (row) => state.tree.versions(row.entry.id) };
  const version = quietly((id) => go(id));
  if (state.replay || isReport) {
    return state.replay ? shown : { ...shown, version };
  }
  return {
    ...shown,
    version,
    answer: quietly((row, option, value, shown) => ask("/api/answer", { ...place(), key: row.key, option, value, shown })),
    edit: quietly((row, text) => ask("/api/edit", { ...place(), entry: row.entry.id, text })),
    fork: quietly(async (row) => {
      const fork = await ask("/api/fork", { ...place(), name: `fork-${Date.now().toString(36)}`, entry: state.tree.leaf(row.entry.id) });
      show(fork.id, fork.branch);
    }),
    redraw: (row) => list.change(row),
  };
}

// The stream of one conversation.

function show(id, branch) {
  state.close();
  Object.assign(state, place(), { id, branch, tree: new Tree(), here: new Set(), end: undefined, picked: [], replay: undefined });
  $("replay-bar").hidden = true;
  list.atEnd = true;
  list.set([]);
  state.close = stream("/api/rows", place(), changed, connection);
  remember("conversation", JSON.stringify(place()));
}

function connection(now) {
  $("connection").textContent = word(now);
  if (now === "refused") {
    $("status").textContent = word("refused");
  }
}

function changed(change) {
  if (state.replay && change.change !== "turn" && change.change !== "progress") {
    state.missed = true;
    return;
  }
  CHANGES[change.change]?.(change);
}

/** Goes to the entry that a search has found, if it is on the path that is shown. */
function showWanted() {
  const row = state.wanted && list.rows.find((each) => each.entry?.id === state.wanted);
  state.wanted = undefined;
  if (row) {
    list.show(row.key)?.focus();
  }
}

// The rows whose text has grown since the last frame.
const grown = new Set();

function drawGrown() {
  for (const key of grown) {
    const node = list.node(key);
    if (node?.isConnected && !grow(node, list.row(key))) {
      list.change(list.row(key));
    }
  }
  grown.clear();
}

const CHANGES = {
  snapshot(change) {
    state.asked = new Set(change.rows.filter((row) => row.kind === "approval").map((row) => row.key));
    list.set(change.rows);
    showWanted();
    running(change.running);
    refresh();
  },
  added({ row }) {
    list.add(row);
    if (row.kind === "question" && row.entry) {
      refresh();
    }
    if (row.kind === "approval") {
      state.asked.add(row.key);
      $("status").textContent = word("asked");
    }
  },
  changed({ row }) {
    grown.delete(row.key); // it is drawn as a whole
    list.change(row);
  },
  removed({ key }) {
    state.asked.delete(key);
    list.remove(key);
  },
  more({ key, text, reasoning }) {
    const row = list.row(key);
    if (reasoning === undefined) {
      row.text += text;
    } else {
      row.reasoning = (row.reasoning ?? "") + reasoning;
    }
    if (!grown.size) {
      requestAnimationFrame(drawGrown);
    }
    grown.add(key);
  },
  turn(change) {
    running(change.running);
    if (!change.running) {
      $("status").textContent = word(ending(list.rows));
      refresh();
    }
  },
  progress(change) {
    if (state.running && !state.asked.size) {
      $("status").textContent = change.label;
    }
  },
  closed() {
    connection("lost");
  },
};

/** Returns how the last turn ended, by its notice or the status of its answer. */
function ending(rows) {
  const last = rows.findLast((row) => row.kind === "notice" || row.kind === "answer");
  const isWhole = last?.kind === "answer" && (!last.entry || last.entry.status === "complete");
  if (!last || isWhole) {
    return "finished";
  }
  return [last.category, last.entry?.status].some((how) => /^cancelled$/i.test(how ?? "")) ? "turnStopped" : "turnFailed";
}

function running(now) {
  state.running = now;
  $("stop").disabled = !now;
  document.body.classList.toggle("running", now);
}

/** Takes over which entries are on the path that is shown. */
function goOn(end) {
  const more = [];
  let at = end;
  while (at && at !== state.end && !state.here.has(at)) {
    more.push(at);
    at = state.tree.entries.get(at)?.parent;
  }
  if (state.end && at === state.end) {
    more.forEach((id) => state.here.add(id));
  } else {
    state.here = new Set(state.tree.path(end));
  }
  state.end = end;
}

const refresh = quietly(async () => {
  const asked = state.id;
  const known = state.tree;
  const news = await ask("/api/tree", { id: asked, since: known.newest });
  if (asked !== state.id || known !== state.tree) {
    return;
  }
  known.add(news);
  if (known.entries.size !== news.count) {
    const all = await ask("/api/tree", { id: asked });
    if (asked !== state.id) {
      return;
    }
    state.tree = new Tree();
    state.tree.add(all);
  }
  goOn(list.rows.findLast((row) => row.entry)?.entry.id);
  nodes.atEnd = false;
  nodes.set(state.tree.nodes());
  for (const row of list.rows) {
    const drawn = row.kind === "question" && row.entry ? list.node(row.key) : undefined;
    if (drawn && drawn.dataset.versions !== state.tree.versions(row.entry.id).join(" ")) {
      list.change(row);
    }
  }
  conversations();
  if (!$("panel-why").hidden) {
    why();
  }
});

// Conversations.

let listed = "";
const conversations = quietly(async () => {
  const { conversations: all } = await ask("/api/conversations");
  const now = JSON.stringify([all, place(), current()]);
  if (now === listed) {
    return all;
  }
  listed = now;
  $("conversations").replaceChildren(...all.map((each) => {
    const title = visible(element("span", { dir: "auto" }), each.title || (each.open ? word("untitled") : new Date(each.at).toLocaleString(current())));
    const note = [each.branch === "main" ? "" : each.branch, each.open ? "" : word("stored"), each.running ? word("running") : "", each.interrupted ? word("interrupted") : ""];
    const now = each.id === state.id && each.branch === state.branch;
    if (now) {
      $("title").replaceChildren(title.cloneNode(true));
    }
    return element("li", {}, element("button", { type: "button", "aria-current": now ? "true" : undefined, click: () => show(each.id, each.branch) },
      title, element("span", { class: "small" }, ` ${note.filter(Boolean).join(" · ")}`)));
  }));
  return all;
});

const open = quietly(async () => {
  const made = await ask("/api/create");
  show(made.id, made.branch);
  await conversations();
  $("text").focus();
});

// Runs of bodies, if the program shows any.

const runs = quietly(async () => {
  const { runs: all } = await ask("/api/runs");
  drawRuns($("runs"), all);
  if (all.length) {
    setTimeout(runs, all.every((run) => run.done === run.items) ? 10_000 : 1_000);
  }
});

// The tree.

function pick(id, on) {
  state.picked = [...state.picked.filter((each) => each !== id), ...(on ? [id] : [])].slice(-2);
  $("compare").disabled = state.picked.length !== 2;
  nodes.redraw();
}

const go = quietly((id) => ask("/api/continue", { ...place(), entry: state.tree.leaf(id) }));

const compare = quietly(async () => {
  const [left, right] = await Promise.all(state.picked.map((id) => ask("/api/path", { id: state.id, entry: state.tree.leaf(id) })));
  drawComparison($("comparison-columns"), left.rows, right.rows);
  $("comparison").showModal();
});

const undo = quietly(async () => {
  const asked = list.rows.findLast((row) => row.kind === "question" && row.entry);
  if (asked) {
    await ask("/api/continue", { ...place(), entry: asked.entry.parent });
  }
});

const why = quietly(async () => drawWhy($("panel-why"), await ask("/api/why", { id: state.id })));

// Replay: the first rows of the path, or the first pieces of a recording, one more with each step.

function replay(recorded) {
  if (state.replay) {
    endReplay();
    return;
  }
  const rows = list.rows.slice();
  state.replay = recorded ?? { count: rows.length, rowsAt: (count) => rows.slice(0, count) };
  state.missed = Boolean(recorded);
  $("replay-bar").hidden = false;
  $("replay-step").max = state.replay.count;
  $("replay-step").value = Math.min(1, state.replay.count);
  step();
  $("replay-step").focus();
}

function step() {
  const count = Number($("replay-step").value);
  $("replay-count").textContent = word("stepOf", count, state.replay.count);
  list.atEnd = true;
  list.set(state.replay.rowsAt(count));
}

function endReplay() {
  const { count, rowsAt } = state.replay;
  state.replay = undefined;
  $("replay-bar").hidden = true;
  if (state.missed) {
    show(state.id, state.branch);
  } else {
    list.set(rowsAt(count));
  }
}

async function openRecording([file]) {
  try {
    const recorded = readRecording(await file.text());
    if (state.replay) {
      endReplay();
    }
    replay(recorded);
    $("status").textContent = file.name;
  } catch {
    $("status").textContent = word("noRecording", file.name);
  }
  $("recording").value = "";
}

// Saving.

const saveMarkdown = quietly(async () => {
  const { text } = await ask("/api/markdown", { ...place(), language: current() });
  save(`${state.id}.md`, new Blob([text], { type: "text/markdown" }));
});

const saveJson = quietly(async () => {
  const tree = await ask("/api/tree", { id: state.id });
  save(`${state.id}.json`, new Blob([JSON.stringify({ ...place(), tree, rows: list.rows }, null, 1)], { type: "application/json" }));
});

// The message.

const send = quietly(async () => {
  await state.reading; // of what was dropped before
  const text = $("text").value;
  if (!text.trim() && !state.attached.length) {
    return;
  }
  const media = state.attached;
  $("text").value = "";
  state.attached = [];
  attached();
  list.atEnd = true;
  try {
    await ask("/api/send", { ...place(), text, media });
  } catch (failure) {
    $("text").value = text;
    state.attached = media;
    attached();
    throw failure;
  }
});

function attached() {
  $("attached").replaceChildren(...state.attached.map((each, at) =>
    element("li", {}, element("button", { type: "button", "aria-label": word("remove", each.name), click: () => { state.attached.splice(at, 1); attached(); } }, `${each.name} ×`))));
}

/** Attaches files in their order, whichever is read first; a folder, which cannot be read, is left out. */
function attach(files) {
  const read = [...files].map(asAttachment);
  state.reading = state.reading.then(async () => {
    state.attached.push(...(await Promise.all(read)).filter(Boolean));
    attached();
  });
}

function asAttachment(file) {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done({ name: file.name || "file", type: file.type || "application/octet-stream", data: reader.result.slice(reader.result.indexOf(",") + 1) });
    reader.onerror = () => done(undefined);
    reader.readAsDataURL(file);
  });
}

// Keys and buttons.

$("new").onclick = open;
$("undo").onclick = undo;
$("replay").onclick = () => replay();
$("open-recording").onclick = () => $("recording").click();
$("recording").onchange = () => openRecording($("recording").files);
$("replay-end").onclick = endReplay;
$("replay-step").oninput = step;
$("export-markdown").onclick = saveMarkdown;
$("export-json").onclick = saveJson;
$("compare").onclick = compare;
$("comparison-close").onclick = () => $("comparison").close();
$("stop").onclick = quietly(() => ask("/api/cancel", place()));
$("composer").onsubmit = (event) => {
  event.preventDefault();
  send();
};
$("text").onkeydown = (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    send();
  }
};
$("text").onpaste = (event) => attach(event.clipboardData.files);
$("files").onchange = () => {
  attach($("files").files);
  $("files").value = "";
};
document.ondragover = (event) => {
  event.preventDefault();
  $("composer").classList.add("dropping");
};
document.ondragleave = () => $("composer").classList.remove("dropping");
document.ondrop = (event) => {
  event.preventDefault();
  $("composer").classList.remove("dropping");
  attach(event.dataTransfer.files);
};
$("search").onsubmit = quietly(async (event) => {
  event.preventDefault();
  const { found } = await ask("/api/search", { text: $("search-text").value });
  drawFound($("panel-found"), found, quietly(async (each) => {
    state.wanted = each.entry;
    if (isReport) {
      await go(each.entry);
      return;
    }
    const open = await conversations();
    show(each.id, open.find((one) => one.id === each.id)?.branch ?? "main");
  }));
  choose("found");
});

const TABS = document.body.classList.contains("lengths") ? ["tree", "why"] : ["tree", "why", "found"];
function choose(name) {
  for (const each of TABS) {
    $(`tab-${each}`).setAttribute("aria-selected", String(each === name));
    $(`tab-${each}`).tabIndex = each === name ? 0 : -1;
    $(`panel-${each}`).hidden = each !== name;
  }
  if (name === "why") {
    why();
  }
}
for (const each of TABS) {
  $(`tab-${each}`).onclick = () => choose(each);
  $(`tab-${each}`).onkeydown = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) {
      const next = TABS[(TABS.indexOf(each) + by + TABS.length) % TABS.length];
      choose(next);
      $(`tab-${next}`).focus();
    }
  };
}
$("scroller").onkeydown = (event) => {
  const by = { PageDown: 1, PageUp: -1 }[event.key];
  const article = event.target.closest("article");
  if (by && article) {
    const next = list.rows[list.rows.findIndex((row) => row.key === article.dataset.key) + by];
    if (next) {
      event.preventDefault();
      (list.node(next.key) ?? list.show(next.key))?.focus();
    }
  }
};
$("scroller").onfocus = () => list.node(list.rows.at(-1)?.key)?.focus();

$("language").onchange = () => {
  speak($("language").value);
  list.redraw();
  conversations();
  refresh();
};
$("theme").onchange = () => theme($("theme").value);
function theme(name) {
  document.documentElement.dataset.theme = name;
  remember("theme", name);
  $("theme").value = name;
}

// The beginning: the conversation of last time, else the newest, else a new one.

speak();
$("language").value = current();
theme(setting("theme") ?? "");
$("scroller").tabIndex = 0;
const all = await conversations();
if (all) {
  const before = JSON.parse(setting("conversation") ?? "{}");
  const wanted = all.find((each) => each.id === before.id && each.branch === before.branch) ?? all[0];
  if (wanted) {
    show(wanted.id, wanted.branch);
    conversations();
  } else {
    await open();
  }
}
if (isReport) {
  choose("why");
} else {
  runs();
  setInterval(() => document.visibilityState === "visible" && conversations(), 10_000);
}
