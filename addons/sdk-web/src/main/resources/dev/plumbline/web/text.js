// Draws text of models and tools. It becomes text nodes only: nothing of it is a tag, an address to follow or a picture
// to load. Characters that change the order of others, or that nobody sees, are shown by their number.

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
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
