// Markdown as elements. Text goes only into text nodes, and addresses are checked. Unknown syntax
// stays as it is.

import { make, link } from './element.js';

export function markdown(text) {
  const out = document.createDocumentFragment();
  const lines = text.split('\n');
  let i = 0;
  while (i < lines.length) {
    const fence = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(lines[i]);
    if (fence) {
      const code = [];
      for (i++; i < lines.length && !lines[i].trim().startsWith(fence[1]); i++) code.push(lines[i]);
      i++;
      out.append(make('pre', { tabIndex: 0, 'aria-label': fence[2] ? `code, ${fence[2]}` : 'code' }, make('code', {}, code.join('\n'))));
      continue;
    }
    const heading = /^(#{1,6})\s+(.*)$/.exec(lines[i]);
    if (heading) {
      out.append(make(`h${Math.min(6, heading[1].length + 2)}`, {}, inline(heading[2])));
      i++;
      continue;
    }
    if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(lines[i])) {
      out.append(make('hr'));
      i++;
      continue;
    }
    const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+/.exec(lines[i]);
    if (item) {
      const block = [];
      while (i < lines.length && (/^\s*([-*+]|\d{1,9}[.)])\s+/.test(lines[i]) || (/^\s+\S/.test(lines[i]) && block.length))) block.push(lines[i++]);
      out.append(list(block));
      continue;
    }
    if (/^\s*>/.test(lines[i])) {
      const block = [];
      while (i < lines.length && /^\s*>/.test(lines[i])) block.push(lines[i++].replace(/^\s*>\s?/, ''));
      out.append(make('blockquote', {}, markdown(block.join('\n'))));
      continue;
    }
    if (/^\s*\|.*\|\s*$/.test(lines[i]) && /^\s*\|[\s:|-]+\|\s*$/.test(lines[i + 1] ?? '')) {
      const block = [];
      while (i < lines.length && /^\s*\|.*\|\s*$/.test(lines[i])) block.push(lines[i++]);
      out.append(table(block));
      continue;
    }
    if (!lines[i].trim()) {
      i++;
      continue;
    }
    const block = [];
    while (i < lines.length && lines[i].trim() && !/^\s*(`{3,}|~{3,}|#{1,6}\s|>|([-*+]|\d{1,9}[.)])\s)/.test(lines[i])) block.push(lines[i++]);
    if (!block.length) block.push(lines[i++]);
    out.append(make('p', {}, inline(block.join('\n'))));
  }
  return out;
}

function list(lines) {
  const first = /^(\s*)([-*+]|\d{1,9}[.)])\s+/.exec(lines[0]);
  const ordered = /\d/.test(first[2]);
  const el = make(ordered ? 'ol' : 'ul');
  if (ordered) el.start = parseInt(first[2], 10);
  let item = null;
  let inner = [];
  const close = () => {
    if (!item) return;
    const nested = inner.length && /^\s*([-*+]|\d{1,9}[.)])\s+/.test(inner[0]) ? list(inner) : inline(inner.map((l) => ` ${l.trim()}`).join(''));
    item.append(nested);
    el.append(item);
  };
  for (const l of lines) {
    const m = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/.exec(l);
    if (m && m[1].length <= first[1].length + 1) {
      close();
      const task = /^\[([ xX])\]\s+(.*)$/.exec(m[3]);
      item = make('li', {}, inline(task ? `${task[1] === ' ' ? '☐' : '☑'} ${task[2]}` : m[3]));
      inner = [];
    } else {
      inner.push(l);
    }
  }
  close();
  return el;
}

function table(lines) {
  const cells = (l) => l.trim().replace(/^\||\|$/g, '').split('|').map((c) => c.trim());
  const [head, , ...body] = lines;
  return make('div', { class: 'wide', tabIndex: 0 }, make('table', {},
    make('thead', {}, make('tr', {}, ...cells(head).map((c) => make('th', {}, inline(c))))),
    make('tbody', {}, ...body.map((l) => make('tr', {}, ...cells(l).map((c) => make('td', {}, inline(c))))))));
}

const marks = /(`+)([\s\S]*?[^`])\1(?!`)|\[([^\]\n]+)\]\(([^\s)]+)\)|\*\*([^*\n]+)\*\*|__([^_\n]+)__|(?<![\w*])\*([^*\n]+)\*(?![\w*])|(?<![\w_])_([^_\n]+)_(?![\w_])|~~([^~\n]+)~~|(https?:\/\/[^\s<>"')\]]+)/g;

function inline(text) {
  const out = document.createDocumentFragment();
  let at = 0;
  for (const m of text.matchAll(marks)) {
    out.append(text.slice(at, m.index));
    at = m.index + m[0].length;
    if (m[1]) out.append(make('code', {}, m[2].trim()));
    else if (m[3]) out.append(link(m[4], '', m[3]));
    else if (m[5] ?? m[6]) out.append(make('strong', {}, inline(m[5] ?? m[6])));
    else if (m[7] ?? m[8]) out.append(make('em', {}, inline(m[7] ?? m[8])));
    else if (m[9]) out.append(make('del', {}, m[9]));
    else out.append(link(m[10], '', m[10]));
  }
  out.append(text.slice(at));
  return out;
}
