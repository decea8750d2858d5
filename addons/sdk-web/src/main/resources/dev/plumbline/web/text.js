// Draws text of models and tools. It becomes text nodes only: nothing of it is a tag, an address to follow or a picture
// to load. Characters that change the order of others, or that nobody sees, are shown by their number.

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
const MARKDOWN_MOST = 50_000;
export const SHOWN_MOST = 40_000;

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name, value);
    } else if (value !== false && value !== undefined) {
      made.setAttribute(name, value === true ? "" : value);
    }
  }
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/** Adds a text whose hidden characters are visible. */
export function visible(parent, text) {
  let from = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    parent.append(text.slice(from, index));
    const number = hidden.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    parent.append(element("span", { class: "hiddenchar" }, `U+${number}`));
    from = index + hidden.length;
  }
  parent.append(text.slice(from));
  return parent;
}

function inline(parent, text) {
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    visible(parent, text.slice(from, found.index));
    const tag = found[1] !== undefined ? "code" : found[2] !== undefined ? "strong" : "em";
    parent.append(visible(element(tag), found[1] ?? found[2] ?? found[3]));
    from = found.index + found[0].length;
  }
  visible(parent, text.slice(from));
  return parent;
}

/** Draws a small part of Markdown: paragraphs, headings, lists, code, bold and italic. Addresses stay text. */
function markdown(parent, text) {
  let list;
  let paragraph;
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const item = /^\s*(?:[-*]|(\d+)[.)])\s+(.*)/.exec(line);
    const heading = /^(#{1,4})\s+(.*)/.exec(line);
    if (line.startsWith("```")) {
      const end = lines.indexOf("```", i + 1);
      const until = end < 0 ? lines.length : end;
      parent.append(element("pre", { tabindex: "0" }, visible(element("code"), lines.slice(i + 1, until).join("\n"))));
      i = until;
      list = paragraph = undefined;
    } else if (item) {
      list ??= parent.appendChild(element(item[1] ? "ol" : "ul"));
      list.append(inline(element("li"), item[2]));
      paragraph = undefined;
    } else if (heading) {
      parent.append(inline(element("h3"), heading[2]));
      list = paragraph = undefined;
    } else if (!line.trim()) {
      list = paragraph = undefined;
    } else {
      list = undefined;
      if (paragraph) {
        paragraph.append("\n");
      }
      paragraph ??= parent.appendChild(element("p"));
      inline(paragraph, line);
    }
  }
  return parent;
}

/** Draws a text; a long one in parts, on request. */
export function draw(text, more) {
  const body = element("div", { class: "body", dir: "auto" });
  if (text.length <= Math.min(MARKDOWN_MOST, SHOWN_MOST)) {
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
