// Making elements. Text is always inserted as text: output of programs and agents is never read as
// HTML.

export function make(name, set = {}, ...children) {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(set)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key === 'class') el.className = value;
    else if (key in el && !key.startsWith('aria')) el[key] = value;
    else el.setAttribute(key, value);
  }
  el.append(...children.filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

// safeLink returns an address that may be opened: http, https or mailto. It is empty for others.
export function safeLink(text) {
  try {
    const url = new URL(text);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : '';
  } catch {
    return '';
  }
}

// link returns a link to an address, or only the text if the address may not be opened.
export function link(address, className, ...children) {
  const href = safeLink(address);
  if (!href) return make('span', { class: className }, ...children);
  return make('a', { class: className, href, title: href, target: '_blank', rel: 'noopener noreferrer' }, ...children);
}
