// Draws the part of Markdown that docs/web.md lists. What it makes are elements without addresses and text nodes: a link is
// text that opens nothing, a picture is its name, HTML is text. Anything else stays as it was written.

import { element, visible, SHOWN_MOST } from "./text.js";

const DEEPEST = 8; // lists and quotes inside each other
const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+|$)/;
const ROW_ENDS = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Draws a text into an element. */
export function markdown(parent, text) {
  return blocks(parent, text.split("\n"), 0);
}

function blocks(parent, lines, depth) {
  let paragraph;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const block = starts(lines, i, depth, paragraph !== undefined);
    if (block) {
      i = block(parent) - 1;
      paragraph = undefined;
    } else if (!line.trim()) {
      paragraph = undefined;
    } else {
      if (paragraph) {
        paragraph.append("\n");
      }
      paragraph ??= parent.appendChild(element("p"));
      inline(paragraph, line.trimStart());
    }
  }
  return parent;
}

/** Returns what draws the block that begins in a line and returns the line behind it; undefined for a line of a paragraph. */
function starts(lines, at, depth, inParagraph) {
  const line = lines[at];
  const fence = FENCE.exec(line);
  if (fence) {
    return (parent) => code(parent, lines, at, fence[1]);
  }
  const heading = HEADING.exec(line);
  if (heading) {
    return (parent) => {
      parent.append(inline(element(`h${Math.min(6, heading[1].length + 2)}`), heading[2] ?? ""));
      return at + 1;
    };
  }
  if (RULE.test(line)) {
    return (parent) => {
      parent.append(element("hr"));
      return at + 1;
    };
  }
  if (depth < DEEPEST && QUOTE.test(line)) {
    return (parent) => quote(parent, lines, at, depth);
  }
  if (depth < DEEPEST && ITEM.test(line) && !(inParagraph && /^ {0,3}\d/.test(line) && !/^ {0,3}1[.)]/.test(line))) {
    return (parent) => list(parent, lines, at, depth);
  }
  if (line.includes("|") && at + 1 < lines.length && ROW_ENDS.test(lines[at + 1]) && cells(line).length === cells(lines[at + 1]).length) {
    return (parent) => table(parent, lines, at);
  }
  return undefined;
}

/** Returns the line of the end of code that begins in a line. */
function codeEnd(lines, at, fence) {
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}\\s*$`);
  let end = at + 1;
  while (end < lines.length && !closing.test(lines[end])) {
    end++;
  }
  return end;
}

function code(parent, lines, at, fence) {
  const end = codeEnd(lines, at, fence);
  parent.append(element("pre", { tabindex: "0" }, visible(element("code"), lines.slice(at + 1, end).join("\n"))));
  return end + 1;
}

function quote(parent, lines, at, depth) {
  let end = at;
  const inside = [];
  while (end < lines.length && QUOTE.test(lines[end])) {
    inside.push(lines[end++].replace(QUOTE, ""));
  }
  parent.append(blocks(element("blockquote"), inside, depth + 1));
  return end;
}

function list(parent, lines, at, depth) {
  const ordered = /\d/.test(ITEM.exec(lines[at])[2]);
  const start = ordered ? Number.parseInt(ITEM.exec(lines[at])[2], 10) : 1;
  const made = element(ordered ? "ol" : "ul", start === 1 ? {} : { start: String(start) });
  let next = at;
  while (next < lines.length) {
    const after = !lines[next].trim() && next > at ? next + 1 : next; // an empty line between items
    const item = ITEM.exec(lines[after] ?? "");
    if (!item || /\d/.test(item[2]) !== ordered || RULE.test(lines[after])) {
      break;
    }
    next = after;
    const indent = item[1].length + item[2].length + Math.min(4, Math.max(1, item[3].length));
    const inside = [lines[next].slice(item[0].length)];
    next++;
    while (next < lines.length && belongs(lines, next, indent)) {
      inside.push(lines[next].slice(Math.min(indent, lines[next].search(/\S|$/))));
      next++;
    }
    const isLoose = inside.some((line) => !line.trim());
    const row = blocks(element("li"), inside, depth + 1);
    if (!isLoose && row.firstElementChild?.tagName === "P") {
      row.firstElementChild.replaceWith(...row.firstElementChild.childNodes); // a tight item is a line
    }
    made.append(row);
  }
  parent.append(made);
  return next;
}

/** Returns whether a line goes on with an item: it is indented, or empty before one that is, or the rest of a paragraph. */
function belongs(lines, at, indent) {
  const line = lines[at];
  if (!line.trim()) {
    return at + 1 < lines.length && lines[at + 1].search(/\S|$/) >= indent && lines[at + 1].trim() !== "";
  }
  if (line.search(/\S/) >= Math.min(indent, 2)) {
    return line.search(/\S/) >= indent || !ITEM.test(line);
  }
  return lines[at - 1].trim() !== "" && !ITEM.test(line) && !FENCE.test(line) && !HEADING.test(line) && !QUOTE.test(line) && !RULE.test(line);
}

function table(parent, lines, at) {
  const sides = cells(lines[at + 1]).map((cell) => (cell.endsWith(":") ? (cell.startsWith(":") ? "center" : "right") : ""));
  const row = (line, tag) => {
    const given = cells(line);
    return element("tr", {}, ...sides.map((side, i) => inline(element(tag, side ? { class: side } : {}), given[i] ?? "")));
  };
  const body = element("tbody");
  let end = at + 2;
  while (end < lines.length && lines[end].includes("|") && lines[end].trim()) {
    body.append(row(lines[end++], "td"));
  }
  parent.append(element("div", { class: "table", tabindex: "0" }, element("table", {}, element("thead", {}, row(lines[at], "th")), body)));
  return end;
}

/** Returns the cells of a row of a table; a bar after a backslash, or inside of code, is none. */
function cells(line) {
  const found = [];
  let cell = "";
  let ticks = false;
  const trimmed = line.trim().replace(/^\|/, "");
  for (let i = 0; i < trimmed.length; i++) {
    const letter = trimmed[i];
    if (letter === "\\" && trimmed[i + 1] === "|") {
      cell += "|";
      i++;
    } else if (letter === "|" && !ticks) {
      found.push(cell.trim());
      cell = "";
    } else {
      ticks = letter === "`" ? !ticks && trimmed.indexOf("`", i + 1) >= 0 : ticks;
      cell += letter;
    }
  }
  return cell.trim() || !trimmed.endsWith("|") ? [...found, cell.trim()] : found;
}

// Each alternative begins with a letter of its own and has bounded repetition, so that no text takes long.
const MARKS = /\\([!-/:-@[-`{-~])|(`{1,3})(?!`)([^`].{0,2000}?|[^`])\2(?!`)|(\*\*|__)(?=\S)(.{1,500}?\S|\S)\4|(\*|_)(?=\S)(?!\6)(.{0,500}?[^\s*_])\6(?![\p{L}\p{N}])|~~(?=\S)(.{1,500}?)~~|(!?)\[([^\][]{0,1000})\]\(\s*<?([^\s()<>]{0,2000})>?(?:\s+"[^"]{0,500}")?\s*\)/gu;

function inline(parent, text, depth = 0) {
  let from = 0;
  for (const found of text.matchAll(MARKS)) {
    const inWord = (found[6] ?? found[4])?.startsWith("_") && /[\p{L}\p{N}]$/u.test(text.slice(0, found.index));
    if (inWord) {
      continue;
    }
    visible(parent, text.slice(from, found.index));
    parent.append(...marked(found, depth));
    from = found.index + found[0].length;
  }
  visible(parent, text.slice(from));
  return parent;
}

function marked(found, depth) {
  const inner = (tag, text) => (depth < 4 ? inline(element(tag), text, depth + 1) : visible(element(tag), text));
  if (found[1] !== undefined) {
    return [found[1]];
  }
  if (found[3] !== undefined) {
    return [visible(element("code"), found[3].length > 2 ? found[3].replace(/^ (.*) $/, "$1") : found[3])];
  }
  if (found[5] !== undefined) {
    return [inner("strong", found[5])];
  }
  if (found[7] !== undefined) {
    return [inner("em", found[7])];
  }
  if (found[8] !== undefined) {
    return [inner("del", found[8])];
  }
  const words = inner("span", found[10]);
  words.className = "link";
  return found[10] === found[11] ? [words] : [words, " ", visible(element("span", { class: "address" }), `(${found[11]})`)];
}

/** Draws a text; a long one in parts, on request. */
export function draw(text, more) {
  const body = element("div", { class: "body", dir: "auto" });
  if (text.length <= SHOWN_MOST) {
    return markdown(body, text);
  }
  body.classList.add("plain");
  let shown = 0;
  const button = element("button", { type: "button", click: () => show() });
  function show() {
    const next = text.slice(shown, shown + SHOWN_MOST);
    shown += next.length;
    button.before(visible(element("span"), next));
    button.textContent = more(text.length - shown);
    button.hidden = shown >= text.length;
  }
  body.append(button);
  show();
  return body;
}
