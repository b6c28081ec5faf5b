// The changes of a file, as removed and added lines.

import { make } from './element.js';

const context = 3;
const most = 400; // lines that are compared in full

export function diff(d) {
  const before = d.old ? d.old.split('\n') : [];
  const after = d.new ? d.new.split('\n') : [];
  const lines = compare(before, after);
  const shown = lines.map((l, i) => l.mark !== ' ' || lines.slice(Math.max(0, i - context), i + context + 1).some((o) => o.mark !== ' '));
  const body = make('code', {});
  let gap = false;
  let removed = 0;
  let added = 0;
  lines.forEach((l, i) => {
    if (l.mark === '-') removed++;
    if (l.mark === '+') added++;
    if (!shown[i]) {
      if (!gap) body.append(make('span', { class: 'diff gap' }, '⋯\n'));
      gap = true;
      return;
    }
    gap = false;
    const name = l.mark === '-' ? 'diff removed' : l.mark === '+' ? 'diff added' : 'diff';
    body.append(make('span', { class: name }, `${l.mark} ${l.text}\n`));
  });
  return make('figure', { class: 'file' },
    make('figcaption', {}, d.path, make('span', { class: 'counts' }, d.created ? ' new file' : '', ` +${added} −${removed}`)),
    make('pre', { tabIndex: 0, 'aria-label': `changes of ${d.path}` }, body));
}

function compare(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  return [
    ...before.slice(0, start).map((text) => ({ mark: ' ', text })),
    ...(a.length > most || b.length > most ? [...a.map((text) => ({ mark: '-', text })), ...b.map((text) => ({ mark: '+', text }))] : longest(a, b)),
    ...before.slice(before.length - end).map((text) => ({ mark: ' ', text })),
  ];
}

// longest compares by the longest common subsequence of lines.
function longest(a, b) {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
  }
  const out = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push({ mark: ' ', text: a[i++] });
      j++;
    } else if (i < a.length && (j === b.length || table[i + 1][j] >= table[i][j + 1])) {
      out.push({ mark: '-', text: a[i++] });
    } else {
      out.push({ mark: '+', text: b[j++] });
    }
  }
  return out;
}
