// Draws one row of a conversation.

import { element, visible, SHOWN_MOST } from "./text.js";
import { draw } from "./markdown.js";
import { current, word } from "./words.js";
import { blob } from "./server.js";

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const BLOCK = 2_000; // characters of a growing text that are laid out together
const AUTHORS = { question: "you", answer: "model", tool: "tool", approval: "approval", summary: "summary", notice: "notice", news: "news" };

const more = (left) => word("more", left.toLocaleString(current()));
const time = (at) => new Date(at).toLocaleTimeString(current());

/**
 * @param row the row, in the form of docs/views.md
 * @param actions what the buttons of a row do; empty for rows that are only shown
 */
export function drawRow(row, actions = {}) {
  const author = element("span", { class: "who" }, word(AUTHORS[row.kind] ?? row.kind));
  const head = element("div", { class: "head" }, author, ...heading(row));
  const card = element("div", { class: "card" }, head);
  if (row.characters === undefined) {
    (DRAWN[row.kind] ?? (() => {}))(card, row, actions);
  } else {
    drawLength(card, row, actions);
  }
  const versions = actions.versions && row.kind === "question" && row.entry ? actions.versions(row).join(" ") : "";
  const article = element("article", { "data-versions": versions, class: row.kind, tabindex: "-1", "aria-label": word(AUTHORS[row.kind] ?? row.kind), lang: row.language }, card);
  return article;
}

function heading(row) {
  if (!row.entry) {
    return row.kind === "question" && row.status ? [element("span", { class: "small right" }, word(row.status))] : [];
  }
  const tokens = row.kind === "answer" && row.entry.input + row.entry.output > 0 ? word("tokens", row.entry.input, row.entry.output) : "";
  const status = row.entry.status === "complete" ? "" : word(`entry-${row.entry.status}`);
  return [element("span", { class: "small right" }, [status, tokens, time(row.entry.at)].filter(Boolean).join(" · "))];
}

/** A row of a report without content: how long its text is. */
function drawLength(card, row, actions) {
  if (row.kind === "tool") {
    card.firstChild.firstChild.after(element("span", { class: `status-${row.status}` }, word(row.status)));
  }
  card.append(element("p", { class: "small" }, word("characters", row.characters.toLocaleString(current()))));
  if (row.kind === "question" && actions.version) {
    card.append(questionButtons(card, row, actions));
  }
}

const DRAWN = {
  question(card, row, actions) {
    card.append(draw(row.text, more));
    media(card, row, actions);
    if (actions.version && row.entry) {
      card.append(questionButtons(card, row, actions));
    }
  },
  answer(card, row, actions) {
    if (row.reasoning) {
      card.append(reasoning(row.reasoning, !row.text));
    }
    card.append(row.entry ? draw(row.text, more) : growing(row.text));
    if (row.refusal) {
      card.append(element("h3", {}, word("refusal")), draw(row.refusal, more));
    }
    media(card, row, actions);
  },
  tool(card, row) {
    const status = element("span", { class: `status-${row.status}` }, word(row.status));
    card.firstChild.firstChild.after(visible(element("code"), row.name), status);
    if (row.status === "executing" && row.fraction > 0) {
      card.append(element("progress", { value: row.fraction, max: 1, "aria-label": row.name }));
    }
    if (row.note) {
      card.append(visible(element("p", { class: "small" }), row.note));
    }
    if (row.texts) {
      card.append(visible(element("p"), inLanguage(row)));
    }
    card.append(json(word("arguments"), row.arguments, true));
    if (row.outcome) {
      card.append(json(word("result"), row.outcome, row.status === "failed"));
    }
  },
  approval(card, row, actions) {
    card.firstChild.append(visible(element("strong", { dir: "ltr" }), row.title));
    const parts = element("div", { class: "parts", dir: "auto" }, ...questionParts(row.parts));
    card.append(parts);
    if (row.details?.length) {
      card.append(element("details", { class: "details" }, element("summary", {}, word("exact")), ...questionParts(row.details)));
    }
    card.append(element("p", { class: "small" }, word("expires", time(row.expires))));
    if (actions.answer) {
      const field = row.input ? valueField(row) : undefined;
      const shown = () => [...parts.querySelectorAll("details[data-shown]")].map((part) => part.dataset.digest);
      const buttons = row.options.map((option, i) =>
        element("button", { type: "button", "data-option": option.id, click: () => actions.answer(row, option.id, i === 0 && field ? written(row, field) : undefined, shown()) }, option.label));
      const enable = () => buttons.forEach((button, i) => (button.disabled = !row.options[i].refuses && parts.querySelector("details:not([data-shown])") !== null));
      parts.addEventListener("toggle", (event) => {
        event.target.dataset.shown = "";
        enable();
      }, true);
      enable();
      card.append(element("div", { class: "actions" }, ...(field ? [field] : []), ...buttons));
    }
  },
  summary(card, row) {
    card.append(draw(row.text, more));
  },
  notice(card, row) {
    card.append(draw(inLanguage(row), more));
  },
  news(card, row) {
    card.firstChild.firstChild.after(visible(element("code"), row.extension));
    card.append(draw(row.text, more));
  },
};

// The value that a question asks for: a text as it is written, anything else as JSON. What does not fit is refused by the server.

function valueField(row) {
  const { suggestion } = row.input;
  const text = suggestion === undefined ? "" : typeof suggestion === "string" ? suggestion : JSON.stringify(suggestion);
  return element("input", { type: "text", value: text, "aria-label": row.title });
}

function written(row, field) {
  if (row.input.schema.type === "string") {
    return field.value;
  }
  try {
    return JSON.parse(field.value);
  } catch {
    return field.value;
  }
}

function growing(text) {
  const body = element("div", { class: "body plain growing", dir: "auto" });
  append(body, text);
  return body;
}

/** How many characters of a growing text are drawn. */
const shown = new WeakMap();

/**
 * Draws what a growing text has more than is drawn; of a very long one the rest is shown when it is complete. The text is
 * a list of blocks, because a browser lays out the whole block to which something is added.
 */
function append(body, text) {
  let from = shown.get(body) ?? 0;
  const end = whole(text, Math.min(text.length, SHOWN_MOST));
  while (from < end) {
    const part = text.slice(from, whole(text, Math.min(end, from + BLOCK)));
    visible(lastBlock(body), part);
    from += part.length;
  }
  shown.set(body, from);
}

/** Returns an end of a text that is not in the middle of a character. */
const whole = (text, end) => (/[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end - 1 : end);

function lastBlock(body) {
  const last = body.lastElementChild;
  if (!last || last.textContent.length > BLOCK) {
    return body.appendChild(last ? remainder(last) : element("div"));
  }
  return last;
}

/** Takes the last line out of a block that is long enough, so that no line ends at another place than before. */
function remainder(block) {
  block.normalize();
  const next = element("div");
  const text = block.lastChild;
  if (text?.nodeType !== Node.TEXT_NODE) {
    return next;
  }
  const line = text.data.lastIndexOf("\n");
  if (line >= 0) {
    next.append(text.data.slice(line + 1));
    text.data = text.data.slice(0, line);
  } else {
    next.append(text.splitText(lineStart(text)));
  }
  return next;
}

/** Returns where the last line of a text begins on the screen; its length if it is not shown. */
function lineStart(text) {
  const range = document.createRange();
  const bottom = (at) => {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().bottom;
  };
  const last = bottom(text.length - 1);
  let low = 0;
  let high = text.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bottom(middle) < last) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low || text.length;
}

/** Draws what an answer that is drawn has more than before; returns false if it must be drawn again. */
export function grow(article, row) {
  const text = article.querySelector(".body.growing");
  const reasons = article.querySelector(".reasoning .body");
  if (!text || (row.reasoning && !reasons)) {
    return false;
  }
  append(text, row.text);
  if (reasons) {
    append(reasons, row.reasoning);
  }
  return true;
}

function reasoning(text, open) {
  const body = element("div", { class: "body plain", dir: "auto" });
  append(body, text);
  return element("details", { class: "reasoning", open }, element("summary", {}, word("reasoning")), body);
}

function json(name, value, open) {
  const text = JSON.stringify(value, null, 1);
  return element("details", { open: open && text.length < 2000 }, element("summary", {}, name),
    element("pre", { tabindex: "0", dir: "ltr" }, draw(text.length > SHOWN_MOST ? text.slice(0, SHOWN_MOST) + " …" : "", more), visible(element("code"), text.length > SHOWN_MOST ? "" : text)));
}

/** A text of the program in the language of the page. */
const inLanguage = (row) => row.texts?.[current()] ?? row.text;

/**
 * The parts of a question, as the program has made them safe to read: values of a call in a table, what others wrote in a
 * frame under a heading of the program, and what is folded behind its heading. Nothing in them is interpreted.
 */
function questionParts(parts) {
  const shown = [];
  let table;
  for (const part of parts) {
    const isValue = part.source === "host" && part.heading && !part.folded;
    if (isValue) {
      if (!table) {
        table = element("tbody");
        shown.push(element("table", {}, table));
      }
      table.append(element("tr", {},
        element("th", { scope: "row" }, visible(element("bdi", { dir: "ltr" }), part.heading)),
        element("td", {}, visible(element("bdi", { dir: "ltr" }), part.text))));
      continue;
    }
    table = undefined;
    if (part.source === "host" && !part.heading) {
      shown.push(visible(element("p"), part.text));
      continue;
    }
    const body = [...(part.before === undefined ? [] : [words("before", part.before)]), words(part.before === undefined ? "" : "now", part.text)];
    if (part.folded) {
      shown.push(element("details", { class: "part", "data-digest": part.digest },
        element("summary", {}, visible(element("span"), part.heading), ` (${part.text.length})`), ...body));
    } else if (part.heading) {
      shown.push(element("section", { class: "part" }, visible(element("h4"), part.heading), ...body));
    } else {
      shown.push(...body);
    }
  }
  return shown;
}

function words(name, text) {
  const body = visible(element("pre", { tabindex: "0", dir: "auto" }), text);
  return name ? element("div", {}, element("div", { class: "small" }, word(name)), body) : body;
}

function questionButtons(card, row, actions) {
  const bar = element("div", { class: "actions" });
  if (actions.edit) {
    bar.append(element("button", { type: "button", "data-action": "edit", click: () => editor(card, row, actions) }, word("edit")),
      element("button", { type: "button", "data-action": "fork", click: () => actions.fork(row) }, word("fork")));
  }
  const versions = actions.versions(row);
  if (versions.length > 1) {
    const at = versions.indexOf(row.entry.id);
    bar.append(
      element("button", { type: "button", "data-action": "previous", "aria-label": word("previous"), disabled: at < 1, click: () => actions.version(versions[at - 1]) }, "‹"),
      element("span", { class: "small" }, word("of", at + 1, versions.length)),
      element("button", { type: "button", "data-action": "next", "aria-label": word("next"), disabled: at >= versions.length - 1, click: () => actions.version(versions[at + 1]) }, "›"));
  }
  return bar;
}

function editor(card, row, actions) {
  const text = element("textarea", { rows: 4, "aria-label": word("edit") });
  text.value = row.text;
  const form = element("form", { submit: (event) => { event.preventDefault(); actions.edit(row, text.value); } }, text,
    element("div", { class: "actions" }, element("button", { type: "submit" }, word("resend")),
      element("button", { type: "button", click: () => { form.remove(); actions.redraw(row); } }, word("cancel"))));
  card.append(form);
  text.focus();
}

function media(card, row, actions) {
  (row.media ?? []).forEach((medium, number) => {
    const at = { id: actions.conversation ?? "", entry: row.entry?.id ?? "", number };
    if (!row.entry || !actions.conversation) {
      card.append(element("p", { class: "small" }, `${medium.name ?? medium.type} · ${medium.bytes}`));
    } else if (PICTURES.includes(medium.type)) {
      const image = element("img", { class: "medium", alt: medium.name ?? medium.type });
      blob("/api/media", at).then((data) => { image.src = URL.createObjectURL(data); image.onload = () => URL.revokeObjectURL(image.src); }, () => image.remove());
      card.append(image);
    } else {
      const name = medium.name ?? medium.type;
      card.append(element("button", { type: "button", click: async () => save(name, await blob("/api/media", at)) }, word("save", name, medium.bytes)));
    }
  });
}

/** Lets the person save a file. */
export function save(name, data) {
  const link = element("a", { href: URL.createObjectURL(data), download: name.replace(/[^\p{L}\p{N}._-]+/gu, "-") });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
