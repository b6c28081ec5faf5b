// Keys, pastes and mouse events of a terminal. Keys are sent to dormer, which encodes them for the
// program.

import { make } from './element.js';

const mac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'ScrollLock', 'Fn']);
const wheelUp = 4;
const wheelDown = 5;
const pasteAtOnce = 200000; // characters of a paste in one message

export class Keyboard {
  constructor(terminal) {
    this.terminal = terminal;
    this.composing = false;
    this.sticky = 0; // modifiers pressed on the screen, for the next key
    this.wheel = 0;
    const { el, input, scroll } = terminal;
    el.addEventListener('keydown', (e) => this.#down(e));
    el.addEventListener('keyup', (e) => this.#up(e));
    input.addEventListener('compositionstart', () => this.#compose(true));
    input.addEventListener('compositionend', (e) => this.#composed(e.data));
    input.addEventListener('input', (e) => this.#typed(e));
    input.addEventListener('paste', (e) => this.#pasted(e));
    input.addEventListener('focus', () => this.#focused(true));
    input.addEventListener('blur', () => this.#focused(false));
    el.addEventListener('copy', (e) => this.#copy(e));
    scroll.addEventListener('mousedown', (e) => this.#mouse(e, 0));
    scroll.addEventListener('mouseup', (e) => this.#mouse(e, 1));
    scroll.addEventListener('mousemove', (e) => this.#mouse(e, 2));
    scroll.addEventListener('contextmenu', (e) => this.#takes(e) && e.preventDefault());
    scroll.addEventListener('wheel', (e) => this.#rolled(e), { passive: false });
    scroll.addEventListener('touchstart', (e) => this.#touched(e), { passive: true });
    scroll.addEventListener('touchmove', (e) => this.#dragged(e), { passive: false });
    el.append(this.#screenKeys());
  }

  // screenKeys returns buttons for keys that phones do not have.
  #screenKeys() {
    const key = (label, name, says) => make('button', {
      type: 'button', 'aria-label': says, onclick: () => this.#press(name),
      onpointerdown: (e) => e.preventDefault(), // keeps the phone's keyboard open
    }, label);
    this.held = new Map();
    const hold = (label, bit, says) => {
      const b = make('button', {
        type: 'button', 'aria-label': says, 'aria-pressed': 'false', onclick: () => this.#hold(bit),
        onpointerdown: (e) => e.preventDefault(),
      }, label);
      this.held.set(bit, b);
      return b;
    };
    return make('div', { class: 'screen-keys', role: 'toolbar', 'aria-label': 'Keys' },
      key('Esc', 'Escape', 'Escape'), key('Tab', 'Tab', 'Tab'), hold('Ctrl', 4, 'Ctrl, for the next key'), hold('Alt', 2, 'Alt, for the next key'),
      key('←', 'ArrowLeft', 'Left'), key('↓', 'ArrowDown', 'Down'), key('↑', 'ArrowUp', 'Up'), key('→', 'ArrowRight', 'Right'),
      make('button', { type: 'button', onclick: () => this.#pasteFromClipboard() }, 'Paste'));
  }

  #hold(bit) {
    this.sticky ^= bit;
    for (const [b, el] of this.held) el.setAttribute('aria-pressed', String(!!(this.sticky & b)));
    this.terminal.focus();
  }

  // stickyOnce returns the modifiers pressed on the screen, and releases them.
  #stickyOnce() {
    const now = this.sticky;
    if (now) this.#hold(now);
    return now;
  }

  #press(name) {
    this.terminal.toEnd();
    this.terminal.send({ t: 'key', press: { key: name, mod: this.#stickyOnce() } });
    this.terminal.focus();
  }

  #mods(e) {
    let mod = (e.shiftKey ? 1 : 0) | (e.altKey ? 2 : 0) | (e.ctrlKey ? 4 : 0) | (e.metaKey ? 8 : 0);
    if (e.getModifierState('AltGraph') && e.key.length === 1) mod &= ~6;
    if (e.getModifierState('CapsLock')) mod |= 64;
    if (e.getModifierState('NumLock')) mod |= 128;
    // Option types characters on a Mac.
    if (mac && mod & 2 && e.key.length === 1 && e.key > '~') mod &= ~2;
    return mod;
  }

  // mine reports whether a key is for the session, and not for the browser or this page.
  #mine(e) {
    const { terminal } = this;
    if (e.isComposing || e.keyCode === 229 || e.key === 'Dead' || e.key === 'Process' || e.key === 'Unidentified') return false;
    if (e.target.closest('button, a, .ended')) return false;
    if (terminal.page.readOnly) return false;
    const mod = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (mac && e.metaKey) return false; // copy, paste and other keys of the browser
    if (!mac && e.ctrlKey && e.shiftKey && (mod === 'c' || mod === 'v' || mod === 'i' || mod === 'j')) return false;
    if (e.ctrlKey && !e.altKey && !e.shiftKey && mod === 'v') return false;
    if (e.ctrlKey && !e.altKey && mod === 'c' && terminal.selected()) return false;
    return true;
  }

  #down(e) {
    const { terminal } = this;
    if (e.key === 'F6' && e.shiftKey) { // leaves the terminal, for users without a mouse
      e.preventDefault();
      document.getElementById('menu').focus();
      return;
    }
    if (e.shiftKey && !e.ctrlKey && (e.key === 'PageUp' || e.key === 'PageDown') && !terminal.modes.alt) {
      e.preventDefault();
      terminal.scrollPage(e.key === 'PageUp' ? -1 : 1);
      return;
    }
    if (!this.#mine(e)) return;
    if (modifiers.has(e.key) && !(terminal.modes.kitty & 8)) return;
    if (document.activeElement !== terminal.input) terminal.focus();
    if (!modifiers.has(e.key)) terminal.toEnd();
    // Keys that type text arrive as input events, as from an input method or a phone, unless the
    // program has asked for all keys.
    if ([...e.key].length === 1 && !(this.#mods(e) & 14) && !(terminal.modes.kitty & 8) && !this.sticky) return;
    e.preventDefault();
    const sticky = modifiers.has(e.key) ? 0 : this.#stickyOnce();
    terminal.send({ t: 'key', press: { key: e.key, code: e.code, location: e.location, mod: this.#mods(e) | sticky, kind: e.repeat ? 1 : 0 } });
  }

  #up(e) {
    const { terminal } = this;
    if (!(terminal.modes.kitty & 2) || !this.#mine(e) || (modifiers.has(e.key) && !(terminal.modes.kitty & 8))) return;
    e.preventDefault();
    terminal.send({ t: 'key', press: { key: e.key, code: e.code, location: e.location, mod: this.#mods(e), kind: 2 } });
  }

  // While an input method composes, nothing is sent. The whole text is sent once, at the end.
  #compose(on) {
    this.composing = on;
    if (on) this.sent = false;
    this.terminal.input.classList.toggle('composing', on);
  }

  #composed(text) {
    this.#compose(false);
    this.terminal.input.value = '';
    if (!this.sent) this.#text(text);
  }

  // atOnce sends a letter that is being composed while Ctrl or Alt is pressed on the screen: phones
  // compose every word.
  #atOnce(text) {
    const { input } = this.terminal;
    this.#text(text);
    this.sent = true; // the end of the composition does not send it again
    input.blur();
    input.focus({ preventScroll: true });
  }

  // typed takes text that was entered without a key: on a phone, by dictation, from a list of emoji.
  #typed(e) {
    if (this.composing && this.sticky && [...(e.data ?? '')].length === 1) return this.#atOnce(e.data);
    if (this.composing || e.isComposing || e.inputType === 'insertCompositionText' || e.inputType === 'insertFromComposition') return;
    this.terminal.input.value = '';
    if (e.inputType === 'deleteContentBackward') this.#press('Backspace');
    else if (e.inputType === 'insertLineBreak') this.#press('Enter');
    else if (e.inputType !== 'insertFromPaste') this.#text(e.data);
  }

  #text(text) {
    if (!text || this.terminal.page.readOnly) return;
    this.terminal.toEnd();
    const sticky = this.#stickyOnce();
    if (sticky && [...text].length === 1) this.terminal.send({ t: 'key', press: { key: text, mod: sticky } });
    else this.terminal.send({ t: 'text', text });
  }

  #pasted(e) {
    e.preventDefault();
    this.paste(e.clipboardData.getData('text/plain'));
  }

  async #pasteFromClipboard() {
    try {
      await this.paste(await navigator.clipboard.readText());
    } catch {
      this.terminal.page.say('The browser does not let this page read the clipboard: press and hold in the terminal to paste.');
    }
  }

  // paste asks before it pastes lines that would run at once.
  async paste(text) {
    const { terminal } = this;
    if (!text || terminal.page.readOnly) return;
    if (/[\r\n]/.test(text) && !terminal.modes.paste) {
      const lines = text.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/);
      const title = lines.length === 1 ? 'Paste 1 line?' : `Paste ${lines.length} lines?`;
      const yes = await terminal.page.question(title, `Each line runs at once, as if typed: ${lines.find((l) => l.trim())?.trim().slice(0, 60) ?? ''}`, 'Paste');
      terminal.focus();
      if (!yes) return;
    }
    terminal.toEnd();
    for (let at = 0; at < text.length;) {
      let end = Math.min(text.length, at + pasteAtOnce);
      const last = text.charCodeAt(end - 1);
      if (end < text.length && last >= 0xd800 && last < 0xdc00) end--;
      terminal.send({ t: 'paste', text: text.slice(at, end), more: end < text.length });
      at = end;
    }
  }

  #copy(e) {
    const text = this.terminal.selected();
    if (!text) return;
    e.preventDefault();
    e.clipboardData.setData('text/plain', text);
  }

  #focused(on) {
    this.terminal.el.classList.toggle('focused', on);
    this.terminal.send({ t: 'focus', on });
    if (on) this.terminal.page.focused(this.terminal);
  }

  // takes reports whether the program gets a mouse event.
  #takes(e) {
    return this.terminal.modes.mouse && !e.shiftKey && !this.terminal.page.readOnly && !e.target.closest('a') && this.terminal.screen.contains(e.target.closest('.screen'));
  }

  #mouse(e, kind) {
    const { terminal } = this;
    if (!this.#takes(e)) {
      // A click focuses the terminal; a drag selects.
      if (kind === 1 && e.button === 0 && getSelection().isCollapsed && !e.target.closest('a')) terminal.focus();
      return;
    }
    if (kind === 2 && !(terminal.modes.mouse === 4 || (terminal.modes.mouse === 3 && e.buttons))) return;
    e.preventDefault();
    if (kind === 0) terminal.focus();
    const { x, y } = terminal.cellAt(e);
    const at = `${x},${y}`;
    if (kind === 2 && at === this.mouseAt) return;
    this.mouseAt = at;
    let button = e.button + 1;
    if (kind === 2) button = e.buttons & 1 ? 1 : e.buttons & 4 ? 2 : e.buttons & 2 ? 3 : 0;
    terminal.send({ t: 'mouse', mouse: { x, y, button, kind, mod: this.#mods2(e) } });
  }

  #mods2(e) {
    return (e.shiftKey ? 1 : 0) | (e.altKey ? 2 : 0) | (e.ctrlKey ? 4 : 0);
  }

  // wheels reports whether the program gets the wheel: it has the mouse, or draws the whole screen.
  #wheels() {
    const { modes, page } = this.terminal;
    return !page.readOnly && (modes.mouse || modes.alt);
  }

  #rolled(e) {
    if (e.ctrlKey || e.shiftKey || !this.#wheels()) return;
    e.preventDefault();
    const line = e.deltaMode === 1 ? 1 : this.terminal.cell.height;
    this.#roll(e.deltaY / line / (e.deltaMode === 1 ? 1 : 3), e);
  }

  // touched notes where a finger begins. What two do is the browser's.
  #touched(e) {
    this.finger = e.touches.length === 1 ? { x: e.touches[0].clientX, y: e.touches[0].clientY } : null;
    this.wheel = 0;
  }

  // dragged turns a finger that goes up or down into the wheel where the program gets that: what it
  // shows follows the finger. A program that has the mouse scrolls by three lines. Sideways, and
  // elsewhere, the browser scrolls.
  #dragged(e) {
    const { finger, terminal } = this;
    if (!finger || !this.#wheels()) return;
    const at = e.touches[0];
    if (!finger.drags && Math.abs(at.clientX - finger.x) > Math.abs(at.clientY - finger.y)) {
      this.finger = null;
      return;
    }
    e.preventDefault();
    this.#roll((finger.y - at.clientY) / terminal.cell.height / (terminal.modes.mouse ? 3 : 1), at);
    this.finger = { drags: true, y: at.clientY };
  }

  // roll sends the wheel, once a whole step is reached.
  #roll(steps, e) {
    const { terminal } = this;
    this.wheel += steps;
    const { x, y } = terminal.cellAt(e);
    for (let n = 0; Math.abs(this.wheel) >= 1 && n < 8; n++) {
      const down = this.wheel > 0;
      this.wheel -= down ? 1 : -1;
      terminal.send({ t: 'mouse', mouse: { x, y, button: down ? wheelDown : wheelUp, kind: 0, mod: this.#mods2(e) } });
    }
    if (Math.abs(this.wheel) >= 1) this.wheel = 0;
  }
}
