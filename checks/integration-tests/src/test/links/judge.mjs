// Reads texts, one JSON string a line, and prints for each which of the values "canaryvalue70" to "canaryvalue79" a reader
// of Markdown, HTML, JSON or plain text would send to a server, as a list. With the argument "markdown", a reader of
// Markdown alone.
import { readFileSync } from 'node:fs';
import { HtmlRenderer, Parser } from 'commonmark';
import { parse } from 'parse5';
import { URL } from 'whatwg-url';

const BASE = 'https://view.invalid/dir/';
const ADDRESSES = new Set(['src', 'href', 'xlink:href', 'action', 'formaction', 'poster', 'background', 'data', 'cite',
  'longdesc', 'manifest', 'ping', 'codebase', 'code', 'archive', 'lowsrc', 'dynsrc', 'profile', 'srcdoc', 'classid',
  'usemap', 'icon']);
const MARKDOWN_ALONE = process.argv[2] === 'markdown';
const markdown = new Parser();
const renderer = new HtmlRenderer();

function values(address, base) {
  let url;
  try {
    url = new URL(address, base || BASE);
  } catch {
    return [];
  }
  if (!/^(https?|wss?|ftp):$/.test(url.protocol) || url.hostname === 'view.invalid') {
    return [];
  }
  let text = url.href;
  try {
    text = decodeURIComponent(text.replace(/%(?![0-9a-fA-F]{2})/g, '%25'));
  } catch { /* what cannot be decoded is searched as it is */ }
  return (url.href + text).toLowerCase().match(/canaryvalue7\d/g) || [];
}

function styles(text) {
  return [...text.matchAll(/url\(\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|((?:[^\s"'()\\]|\\.)*))\s*\)?/gi)]
    .map(each => (each[1] || each[2] || each[3] || '')
      .replace(/\\([0-9a-f]{1,6})\s?/gi, (all, code) => String.fromCodePoint(Math.min(parseInt(code, 16) || 65, 0x10ffff)))
      .replace(/\\(.)/g, '$1'));
}

function html(text) {
  const addresses = [];
  let base;
  (function walk(node) {
    for (const { prefix, name, value } of node.attrs || []) {
      const full = (prefix ? prefix + ':' : '') + name;
      if (node.tagName === 'base' && full === 'href' && !base) {
        try { base = new URL(value, BASE).href; } catch { /* no base */ }
      }
      if (ADDRESSES.has(full)) addresses.push(value);
      if (full === 'srcset') value.split(',').forEach(each => addresses.push(each.trim().split(/[ \t\n\f\r]+/)[0]));
      if (full === 'style') addresses.push(...styles(value));
      if (full === 'content' && /url=/i.test(value)) addresses.push(value.replace(/^[^]*?url=\s*['"]?/i, ''));
    }
    if (node.tagName === 'style') (node.childNodes || []).forEach(each => addresses.push(...styles(each.value || '')));
    (node.childNodes || []).forEach(walk);
    if (node.content) walk(node.content);
  })(parse(text));
  return addresses.flatMap(address => values(address, base));
}

function strings(text) {
  const found = [];
  const collect = value => {
    if (typeof value === 'string') found.push(value);
    else if (value && typeof value === 'object') Object.values(value).forEach(collect);
  };
  const parts = [text, ...(text.match(/\{[^]*\}|\[[^]*\]|"(?:[^"\\\n]|\\.)*"/g) || []), ...text.split('\n')];
  for (const part of parts) {
    try { collect(JSON.parse(part)); } catch { /* no JSON */ }
  }
  return found;
}

function loaded(text) {
  const found = [];
  const tree = markdown.parse(text);
  let run = '';
  const runs = [];
  const walker = tree.walker();
  for (let event = walker.next(); event; event = walker.next()) {
    if (!event.entering) continue;
    const node = event.node;
    if (node.type === 'link' || node.type === 'image') found.push(...values(node.destination));
    if (node.type === 'text') run += node.literal;
    else if (node.type === 'softbreak') run += '\n';
    else { runs.push(run); run = ''; }
  }
  for (const plain of [...runs, run]) { // addresses in plain text, as GitHub's Markdown has them
    for (const match of plain.matchAll(/(^|[\s*_~(])((?:https?:\/\/|www\.)[^ \t\n\f\r<]*)/gi)) {
      found.push(...values(match[2].replace(/^www/i, 'http://www')));
    }
  }
  found.push(...html(renderer.render(tree)));
  if (!MARKDOWN_ALONE) found.push(...html(text), ...strings(text).flatMap(each => values(each)));
  return [...new Set(found)];
}

for (const line of readFileSync(0, 'utf8').split('\n')) {
  if (line) console.log(JSON.stringify(line.includes('canaryvalue7') ? loaded(JSON.parse(line)) : []));
}
