// The colours of terminals. The sixteen basic ones are in page.css, for light and dark.

const steps = [0, 95, 135, 175, 215, 255];

export function css(color) {
  if (typeof color === 'string') return color;
  if (color < 16) return `var(--c${color})`;
  if (color < 232) {
    const n = color - 16;
    return `rgb(${steps[Math.floor(n / 36)]},${steps[Math.floor(n / 6) % 6]},${steps[n % 6]})`;
  }
  const grey = 8 + (color - 232) * 10;
  return `rgb(${grey},${grey},${grey})`;
}

const [bold, faint, italic, , , reverse, conceal, strike, overline] = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const underlines = ['', 'solid', 'double', 'wavy', 'dotted', 'dashed'];

// declarations returns the CSS declarations of a style.
export function declarations(s) {
  const attrs = s.attrs ?? 0;
  let fg = s.fg === undefined ? 'var(--fg)' : css(s.fg);
  let bg = s.bg === undefined ? 'var(--bg)' : css(s.bg);
  if (attrs & reverse) [fg, bg] = [bg, fg];
  let text = `background:${bg};`;
  if (s.bg === undefined && !(attrs & reverse)) text = '';
  if (attrs & faint) fg = `color-mix(in srgb, ${fg} 60%, ${bg})`;
  text += `color:${attrs & conceal ? 'transparent' : fg};`;
  if (attrs & bold) text += 'font-weight:bold;';
  if (attrs & italic) text += 'font-style:italic;';
  const lines = [];
  if (s.underline) lines.push('underline');
  if (attrs & strike) lines.push('line-through');
  if (attrs & overline) lines.push('overline');
  if (lines.length) text += `text-decoration-line:${lines.join(' ')};`;
  if (s.underline > 1) text += `text-decoration-style:${underlines[s.underline]};`;
  if (s.ul !== undefined) text += `text-decoration-color:${css(s.ul)};`;
  return text;
}
