// A session's terminal: the screen's rows as the server sends them, and the history above.

import { make, link as linkTo } from './element.js';
import { declarations } from './colors.js';
import { Keyboard } from './keyboard.js';

const usual = 14; // the size of the text, in pixels
const least = 9;
const lineHeight = 1.17;
const keptLines = 100000; // lines of the history that can be scrolled to

// measure measures characters, relative to the size of the text.
const measure = (() => {
  const canvas = document.createElement('canvas').getContext('2d');
  const seen = new Map();
  let ratio = 0;
  const width = (text) => canvas.measureText(text).width / 100;
  return {
    get ratio() {
      if (!ratio) {
        canvas.font = `100px ${getComputedStyle(document.documentElement).getPropertyValue('--mono')}`;
        ratio = width('M');
      }
      return ratio;
    },
    // fits reports whether a character is as wide as a column.
    fits(c) {
      let known = seen.get(c);
      if (known === undefined) {
        known = Math.abs(width(c) - this.ratio) < 0.005;
        seen.set(c, known);
      }
      return known;
    },
  };
})();

const plain = /^[\x20-\x7e]*$/;
const address = /\bhttps?:\/\/[\w\-.~:/?#@!$&'()*+,;=%[\]]*[\w\-~/#@$&*+=%]/g;
let numbers = 0; // ids of terminals, for their style rules

export class Terminal {
  constructor(page, session) {
    this.page = page;
    this.session = session;
    this.number = 0;
    this.rows = [];
    this.styles = [null];
    this.size = { rows: 0, cols: 0 };
    this.modes = {};
    this.past = { first: 0, end: 0, origin: 0, lines: new Map(), asked: false };
    this.following = true;
    this.sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.sheet];
    this.#build();
    this.keyboard = new Keyboard(this);
    this.resized = new ResizeObserver(() => this.fitText());
    this.resized.observe(this.scroll);
  }

  #build() {
    this.id = ++numbers;
    this.name = make('h2', {});
    this.state = make('span', { class: 'state' });
    this.fit = make('button', {
      type: 'button', 'aria-pressed': 'false', title: 'Resize the session to this window; press again to restore its size',
      onclick: () => this.takeSize(!this.taken),
    }, 'Fit');
    this.speak = make('button', {
      type: 'button', 'aria-pressed': 'false', title: 'Have a screen reader read the program’s output',
      onclick: () => this.#setSpeaking(this.speak.getAttribute('aria-pressed') !== 'true'),
    }, 'Speak');
    this.extra = make('span', { class: 'extra' });
    this.bar = make('header', { class: 'pane-bar' }, this.name, this.state, this.extra, this.speak, this.fit);
    this.above = make('div', { class: 'above' });
    this.screen = make('div', { class: 'screen' });
    this.cursor = make('div', { class: 'cursor', 'aria-hidden': 'true' });
    this.input = make('textarea', {
      class: 'keys', autocapitalize: 'off', autocomplete: 'off', spellcheck: false, rows: 1,
      'aria-describedby': 'keys-help',
    });
    this.input.setAttribute('autocorrect', 'off');
    this.paper = make('div', { class: 'paper' }, this.above, make('div', { class: 'live' }, this.screen, this.cursor, this.input));
    this.scroll = make('div', { class: 'scroll', tabIndex: -1 }, this.paper);
    this.ended = make('div', { class: 'ended', hidden: true, role: 'status' });
    this.el = make('section', { class: 'terminal', id: `t${this.id}` }, this.bar, this.scroll, this.ended);
    this.scroll.addEventListener('scroll', () => this.#scrolled(), { passive: true });
  }

  // describe shows the session's title, state and buttons.
  describe(title, state, actions) {
    this.name.textContent = title;
    this.state.textContent = state;
    this.el.setAttribute('aria-label', `${title}, ${state}`);
    this.input.setAttribute('aria-label', `Type into ${title}`);
    this.extra.replaceChildren(...actions);
    this.input.readOnly = this.page.readOnly;
    this.fit.hidden = this.page.readOnly;
  }

  open() {
    this.close();
    this.number = this.page.nextNumber();
    this.page.terminals.set(this.number, this);
    this.opening = true;
    this.page.link.send({ t: 'open', term: this.number, session: this.session });
  }

  close() {
    if (!this.number) return;
    this.page.terminals.delete(this.number);
    this.send({ t: 'close' });
    this.number = 0;
  }

  remove() {
    this.close();
    this.resized.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== this.sheet);
    this.el.remove();
  }

  send(m) {
    this.page.link.send({ ...m, term: this.number });
  }

  focus() {
    this.input.focus({ preventScroll: true });
  }

  take(m) {
    if (m.t === 'frame') this.#frame(m);
    else if (m.t === 'past') this.#takePast(m);
    else if (m.t === 'state') this.#state(m);
  }

  #frame(f) {
    if (this.opening) this.wanted = ''; // request the size again
    this.opening = false;
    if (f.anew) this.#anew(f);
    this.#learn(f.styles);
    const was = this.rows.slice();
    const moved = new Set();
    for (const l of f.lines ?? []) {
      let row;
      if (l.from === undefined) {
        row = make('div', { class: 'row' });
        this.#fill(row, l);
      } else {
        row = was[l.from];
        if (moved.has(row)) row = row.cloneNode(true);
        moved.add(row);
      }
      row.toggleAttribute('data-wrapped', !!l.wrapped);
      this.rows[l.n] = row;
    }
    if (f.lines) this.#place();
    if (f.modes.reverse !== this.modes.reverse) this.el.classList.toggle('reversed', !!f.modes.reverse);
    this.modes = f.modes;
    this.#cursor(f.cursor);
    this.#pastChanged(f);
    this.send({ t: 'ack' });
    if (this.speaking) this.#speakSoon();
  }

  #anew(f) {
    this.size = { rows: f.rows, cols: f.cols };
    this.rows = [];
    this.screen.replaceChildren();
    this.styles = [null];
    this.sheet.replaceSync('');
    this.past.lines.clear();
    this.above.replaceChildren();
    this.past.asked = false;
    this.ended.hidden = true;
    this.el.style.setProperty('--rows', f.rows);
    this.el.style.setProperty('--cols', f.cols);
    this.fitText();
  }

  #learn(styles) {
    for (const s of styles ?? []) {
      this.sheet.insertRule(`#t${this.id} .s${this.styles.length}{${declarations(s)}}`);
      this.styles.push(s);
    }
  }

  // place puts the rows in order. It moves as few as possible, to keep the selection.
  #place() {
    const now = new Set(this.rows);
    for (const row of [...this.screen.children]) if (!now.has(row)) row.remove();
    let at = this.screen.firstChild;
    for (const row of this.rows) {
      if (row === at) at = at.nextSibling;
      else this.screen.insertBefore(row, at);
    }
  }

  #fill(row, { runs = [], wrapped }) {
    for (const [i, [text, style = 0, cols = 0]] of runs.entries()) {
      if (cols) {
        row.append(this.#span(text, style, cols));
      } else if (plain.test(text)) {
        const goesOn = i + 1 < runs.length ? !runs[i + 1][0].startsWith(' ') : wrapped;
        this.#fillPlain(row, text, style, goesOn);
      } else {
        this.#fillOdd(row, text, style);
      }
    }
  }

  // fillPlain adds text, with web addresses as links. An address that continues after the text is
  // incomplete and no link.
  #fillPlain(row, text, style, goesOn) {
    let at = 0;
    const add = (to) => {
      if (to > at) row.append(style ? this.#span(text.slice(at, to), style) : text.slice(at, to));
    };
    if (text.includes('://') && !this.styles[style]?.link) {
      for (const m of text.matchAll(address)) {
        if (goesOn && m.index + m[0].length === text.length) continue;
        add(m.index);
        row.append(linkTo(m[0], `s${style} address`, m[0]));
        at = m.index + m[0].length;
      }
    }
    add(text.length);
  }

  // fillOdd adds characters that may not be one column wide in their font.
  #fillOdd(row, text, style) {
    let even = '';
    const flush = () => {
      if (even) row.append(style ? this.#span(even, style) : even);
      even = '';
    };
    for (const c of text) {
      if (c <= '~' || measure.fits(c)) {
        even += c;
      } else {
        flush();
        row.append(this.#span(c, style, 1));
      }
    }
    flush();
  }

  #span(text, style, cols = 0) {
    const name = `s${style}${cols ? ` w${cols}` : ''}`;
    const address = this.styles[style]?.link;
    return address ? linkTo(address, name, text) : make('span', { class: name }, text);
  }

  #cursor(c) {
    const shapes = ['block', 'block', 'underline', 'bar'];
    this.cursor.className = `cursor ${shapes[c.shape] ?? 'block'}${c.blink ? ' blink' : ''}`;
    this.cursor.hidden = !c.on;
    this.cursor.textContent = c.text;
    for (const el of [this.cursor, this.input]) {
      el.style.setProperty('--x', c.col);
      el.style.setProperty('--y', c.row);
      el.style.setProperty('--w', c.cols);
    }
    this.at = c;
  }

  #state(m) {
    this.over = m.over || m.gone;
    this.ended.hidden = !this.over;
    if (m.gone && this.number) {
      this.page.terminals.delete(this.number);
      this.number = 0;
    }
    if (!this.over) return;
    const again = make('button', { type: 'button', onclick: () => this.page.startAgain(this) }, m.over ? 'Start again' : 'Try again');
    this.ended.replaceChildren(make('span', {}, m.how), this.page.readOnly && m.over ? '' : again);
  }

  // fitText sets the size of the text: as large as fits, up to the usual size.
  fitText() {
    const width = this.scroll.clientWidth;
    if (!width) return;
    let size = usual;
    if (!this.taken && this.size.cols) size = Math.min(usual, Math.max(least, Math.floor((width / (this.size.cols * measure.ratio)) * 4) / 4));
    this.cell = { width: size * measure.ratio, height: Math.round(size * lineHeight) };
    this.el.style.setProperty('--fs', `${size}px`);
    this.el.style.setProperty('--cw', `${this.cell.width}px`);
    this.el.style.setProperty('--ch', `${this.cell.height}px`);
    this.#setAbove();
    for (const [n, row] of this.past.lines) this.#placePast(n, row);
    if (this.following) this.toEnd();
    if (this.taken) this.#sendSize();
  }

  // takeSize resizes the session to the window, or restores its size.
  takeSize(on) {
    this.taken = on;
    this.fit.setAttribute('aria-pressed', String(on));
    this.wanted = '';
    if (!on) this.send({ t: 'size', rows: 0, cols: 0 });
    this.fitText();
    this.focus();
  }

  #sendSize() {
    const rows = Math.max(2, Math.floor(this.scroll.clientHeight / this.cell.height));
    const cols = Math.max(10, Math.floor(this.scroll.clientWidth / this.cell.width));
    if (this.wanted === `${rows}x${cols}`) return;
    this.wanted = `${rows}x${cols}`;
    this.send({ t: 'size', rows, cols });
  }

  #pastChanged(f) {
    const [first, end] = f.modes.alt ? [0, 0] : f.past;
    if (first === this.past.first && end === this.past.end) return;
    const origin = Math.max(first, end - keptLines);
    const moved = origin !== this.past.origin;
    Object.assign(this.past, { first, end, origin });
    for (const [n, row] of this.past.lines) {
      if (n < origin || n >= end) {
        row.remove();
        this.past.lines.delete(n);
      } else if (moved) {
        this.#placePast(n, row);
      }
    }
    this.#setAbove();
    if (this.following) this.toEnd();
    else this.#wantPast();
  }

  #setAbove() {
    this.above.style.height = `${(this.past.end - this.past.origin) * (this.cell?.height ?? 0)}px`;
  }

  #placePast(n, row) {
    row.style.top = `${(n - this.past.origin) * this.cell.height}px`;
  }

  toEnd() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  scrollPage(pages) {
    this.scroll.scrollBy({ top: pages * (this.scroll.clientHeight - this.cell.height) });
  }

  #scrolled() {
    const s = this.scroll;
    this.following = s.scrollHeight - s.scrollTop - s.clientHeight < 4;
    this.#wantPast();
  }

  // wantPast requests the visible lines that have not been loaded, one range at a time.
  #wantPast() {
    const height = this.cell?.height;
    if (this.past.asked || !height || this.past.end === this.past.origin) return;
    const seen = Math.ceil(this.scroll.clientHeight / height);
    const top = this.past.origin + Math.floor(this.scroll.scrollTop / height);
    const first = Math.max(this.past.origin, top - seen);
    const end = Math.min(this.past.end, top + 2 * seen);
    let from = first;
    while (from < end && this.past.lines.has(from)) from++;
    if (from >= end || from >= top + seen) return;
    this.past.asked = true;
    this.asking = [from, end];
    this.send({ t: 'past', first: from, end });
  }

  #takePast(m) {
    this.past.asked = false;
    this.#learn(m.styles);
    for (const l of m.lines) {
      if (l.n < this.past.origin || l.n >= this.past.end) continue;
      const row = make('div', { class: 'row' });
      this.#fill(row, l);
      row.toggleAttribute('data-wrapped', !!l.wrapped);
      this.past.lines.get(l.n)?.remove();
      this.past.lines.set(l.n, row);
      this.#placePast(l.n, row);
    }
    const top = this.past.origin + Math.floor(this.scroll.scrollTop / this.cell.height);
    for (const [n, row] of this.past.lines) {
      if (Math.abs(n - top) > 1000) {
        row.remove();
        this.past.lines.delete(n);
      }
    }
    // Order them for selecting and for screen readers.
    const rows = [...this.past.lines.entries()].sort((a, b) => a[0] - b[0]).map((e) => e[1]);
    let at = this.above.firstChild;
    for (const row of rows) {
      if (row === at) at = at.nextSibling;
      else this.above.insertBefore(row, at);
    }
    if (m.lines.length) this.#wantPast();
  }

  // cellAt returns the cell at the position of a mouse event.
  cellAt(e) {
    const r = this.screen.getBoundingClientRect();
    return { x: Math.floor((e.clientX - r.left) / this.cell.width), y: Math.floor((e.clientY - r.top) / this.cell.height) };
  }

  // selected returns the selected text, with wrapped lines joined.
  selected() {
    const selection = getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return '';
    const range = selection.getRangeAt(0);
    if (!this.paper.contains(range.commonAncestorContainer)) return '';
    let text = '';
    let wrapped = true;
    for (const row of this.paper.querySelectorAll('.row')) {
      if (!range.intersectsNode(row)) continue;
      const part = document.createRange();
      part.selectNodeContents(row);
      if (row.contains(range.startContainer)) part.setStart(range.startContainer, range.startOffset);
      if (row.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset);
      if (!wrapped) text += '\n';
      wrapped = row.hasAttribute('data-wrapped');
      text += wrapped ? part.toString() : part.toString().trimEnd();
    }
    return text;
  }

  #setSpeaking(on) {
    this.speaking = on;
    this.speak.setAttribute('aria-pressed', String(on));
    this.spoken = this.#text();
  }

  // speakSoon passes new lines to screen readers when the program pauses, but only the last few.
  #speakSoon() {
    clearTimeout(this.speakTimer);
    this.speakTimer = setTimeout(() => {
      const now = this.#text();
      const before = new Set(this.spoken);
      const fresh = now.filter((line) => line && !before.has(line)).slice(-4);
      this.spoken = now;
      if (fresh.length) this.page.speak(fresh.join('\n'));
    }, 400);
  }

  #text() {
    return this.rows.map((row) => row.textContent.trimEnd());
  }
}
