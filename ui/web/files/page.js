// The page: its layout, and the user's requests.

import { make } from './element.js';
import { Link } from './link.js';
import { Terminal } from './terminal.js';
import { Chat } from './chat.js';
import { Side, panesOf, stateOf } from './side.js';

const narrow = matchMedia('(max-width: 720px)');
const byId = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.terminals = new Map(); // open terminals and conversations, by number
    this.views = new Map(); // terminals and conversations on the page, by session
    this.asTerminal = new Set(); // conversations that are shown as terminals
    this.number = 0;
    this.tree = null;
    this.readOnly = false;
    this.stage = byId('stage');
    this.side = new Side(this, byId('side'));
    this.link = new Link('page/socket');
    this.link.addEventListener('message', (e) => this.take(e.detail));
    this.link.addEventListener('lost', () => this.lost());
    addEventListener('hashchange', () => this.draw());
    narrow.addEventListener('change', () => {
      this.openSide(!narrow.matches);
      this.draw();
    });
    byId('menu').addEventListener('click', () => this.openSide(byId('menu').getAttribute('aria-expanded') !== 'true'));
    byId('waiting').addEventListener('click', () => this.showSession(Side.waiting(this.tree)[0][0]));
    addEventListener('keydown', (e) => e.key === 'Escape' && narrow.matches && !e.target.closest('.terminal') && this.openSide(false));
    document.querySelector('.skip').addEventListener('click', (e) => {
      e.preventDefault(); // the fragment of the address selects a tab or session
      this.stage.focus();
    });
    byId('login').addEventListener('cancel', (e) => e.preventDefault());
    byId('login').querySelector('form').addEventListener('submit', (e) => this.logIn(e));
    this.openSide(!narrow.matches);
    byId('link').textContent = 'connecting';
    this.link.connect();
  }

  nextNumber() {
    return ++this.number;
  }

  openSide(on) {
    document.body.classList.toggle('with-side', on);
    byId('menu').setAttribute('aria-expanded', String(on));
    if (on && narrow.matches) byId('side').querySelector('[aria-current], button')?.focus();
  }

  take(m) {
    if (m.t === 'hello') {
      if (this.files && this.files !== m.files) location.reload(); // another version of dormer
      this.files = m.files;
      this.readOnly = m.readOnly;
      byId('link').textContent = m.readOnly ? 'read-only' : '';
      document.body.classList.remove('lost');
      for (const view of this.views.values()) this.open(view);
    } else if (m.t === 'tree') {
      if (m.tree) this.tree = m.tree;
      if (m.failed) this.say(m.failed);
      this.draw();
    } else {
      this.terminals.get(m.term)?.take(m);
    }
  }

  lost() {
    for (const view of this.terminals.values()) view.number = 0;
    this.terminals.clear();
    byId('link').textContent = 'not connected, trying again';
    document.body.classList.add('lost');
    this.checkLogin();
  }

  // checkLogin asks for a token if the connection failed because there is no log-in. A socket does
  // not report that.
  async checkLogin() {
    const login = byId('login');
    try {
      const r = await fetch(this.link.path, { cache: 'no-store' });
      if (r.status === 401 && !login.open) {
        this.link.stop();
        byId('link').textContent = 'not logged in';
        login.showModal();
      }
    } catch {
      // no answer: the connection is tried again
    }
  }

  async logIn(e) {
    e.preventDefault();
    const says = byId('login-says');
    says.textContent = '';
    try {
      const r = await fetch('login', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token: byId('token').value }),
      });
      if (!r.ok) throw new Error((await r.json()).message);
      byId('token').value = '';
      byId('login').close();
      this.link.now();
    } catch (err) {
      says.textContent = err.message;
    }
  }

  async logOut() {
    try {
      await fetch('logout', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
      location.reload();
    } catch {
      this.say('dormer cannot be reached: you are still logged in.');
    }
  }

  // shown returns the tab or session that the address selects, or else the workspace's active tab.
  shown() {
    const [kind, id] = location.hash.slice(1).split('=');
    for (const view of this.tree.views) {
      for (const tab of view.tabs) {
        if (kind === 'tab' && tab.id === id) return { tab };
        if (kind === 'session' && panesOf(tab).includes(id)) return { tab, session: id };
      }
    }
    const closed = this.tree.closed.some((c) => c.sessions.includes(id));
    if (kind === 'session' && this.tree.sessions[id] && !closed) return { session: id };
    const view = this.tree.views.find((v) => v.active) ?? this.tree.views[0];
    const tab = view?.tabs.find((t) => t.active) ?? view?.tabs[0];
    if (tab) return { tab };
    return this.tree.others.length ? { session: this.tree.others[0] } : {};
  }

  showTab(id) {
    this.go(`tab=${id}`);
  }

  showSession(id) {
    this.go(`session=${id}`);
  }

  go(where) {
    this.wantsFocus = true;
    if (narrow.matches) this.openSide(false);
    if (location.hash === `#${where}`) this.draw();
    else location.hash = where;
  }

  draw() {
    if (!this.tree) return;
    const { tab, session } = this.shown();
    const key = session ? `session ${session}` : tab ? `tab ${tab.id}` : '';
    this.side.show(this.tree, key);
    this.drawStage(tab, session);
    const title = session ? this.tree.sessions[session]?.title : tab?.title;
    const waiting = Side.waiting(this.tree).length;
    byId('where').textContent = title || this.tree.workspace || 'dormer';
    document.title = `${waiting ? `(${waiting}) ` : ''}${title || 'dormer'}`;
    byId('waiting').hidden = !waiting;
    byId('waiting').textContent = waiting === 1 ? '1 waits' : `${waiting} wait`;
    if (this.wantsFocus) {
      this.wantsFocus = false;
      const view = this.views.get(session ?? tab?.pane) ?? this.views.values().next().value;
      if (narrow.matches) this.stage.focus();
      else view?.focus();
    }
  }

  drawStage(tab, session) {
    let layout = null;
    let floats = [];
    if (session && (narrow.matches || !tab)) layout = { session };
    else if (tab && (narrow.matches || tab.zoomed)) layout = { session: session ?? tab.pane };
    else if (tab) ({ layout, floats } = tab);
    const used = new Set();
    const build = (n) => {
      if (n.session) {
        used.add(n.session);
        return this.view(n.session).el;
      }
      return make('div', { class: n.column ? 'split column' : 'split' }, ...n.parts.map((p) => {
        const el = build(p.node);
        el.style.flexGrow = p.weight;
        return el;
      }));
    };
    const signature = JSON.stringify([layout, floats.map((f) => f), tab?.id, [...this.asTerminal]]);
    if (signature === this.layout) {
      for (const id of this.views.keys()) this.describe(id);
      return;
    }
    this.layout = signature;
    const focused = [...this.views.values()].find((v) => v.el.contains(document.activeElement));
    const top = layout ? build(layout) : make('p', { class: 'hint empty' }, 'No session is open.');
    top.style.flexGrow = 1;
    const over = floats.map((f) => {
      used.add(f.session);
      const frame = make('div', { class: 'float' }, this.view(f.session).el);
      Object.assign(frame.style, { left: `${f.x}%`, top: `${f.y}%`, width: `${f.w}%`, height: `${f.h}%` });
      return frame;
    });
    for (const [id, view] of this.views) {
      if (!used.has(id)) {
        view.remove();
        this.views.delete(id);
      }
    }
    this.stage.replaceChildren(top, ...over);
    this.stage.classList.toggle('single', used.size === 1);
    for (const id of this.views.keys()) this.describe(id);
    focused?.focus();
  }

  // view returns the terminal or conversation that shows a session.
  view(id) {
    const chat = this.tree.sessions[id]?.chat && !this.asTerminal.has(id);
    let view = this.views.get(id);
    if (view && view instanceof Chat !== !!chat) {
      view.remove();
      view = null;
    }
    if (!view) {
      view = chat ? new Chat(this, id) : new Terminal(this, id);
      this.views.set(id, view);
      this.open(view);
    }
    view.el.style.flexGrow = '';
    return view;
  }

  open(view) {
    if (this.link.open) view.open();
  }

  describe(id) {
    const s = this.tree.sessions[id];
    const view = this.views.get(id);
    if (s?.chat && view instanceof Chat !== !this.asTerminal.has(id)) this.layout = ''; // it became a conversation
    const actions = [];
    const button = (label, says, onclick) => actions.push(make('button', { type: 'button', title: says, 'aria-label': says, onclick }, label));
    if (s?.chat) button(this.asTerminal.has(id) ? 'Chat' : 'Terminal', this.asTerminal.has(id) ? 'Show the conversation' : 'Show the terminal', () => this.toggleChat(id));
    if (!this.readOnly && this.tree.shown && this.tree.views.some((v) => v.tabs.some((t) => panesOf(t).includes(id)))) {
      if (!narrow.matches) {
        button('◫', 'Split right', () => this.act('split-right', id));
        button('⊟', 'Split below', () => this.act('split-below', id));
      }
      button('✕', 'Close this pane; it runs on for a while and can be brought back', () => this.act('close-pane', id));
    }
    const signature = JSON.stringify([s?.title, stateOf(s), actions.map((a) => a.textContent), this.readOnly]);
    if (view.described === signature) return;
    view.described = signature;
    view.describe(s?.title || id.slice(0, 8), stateOf(s), actions);
    if (view instanceof Terminal && view.over && s?.runs && !view.number) this.open(view);
  }

  toggleChat(id) {
    if (!this.asTerminal.delete(id)) this.asTerminal.add(id);
    this.wantsFocus = true;
    this.draw();
  }

  async act(action, session = '') {
    try {
      const done = await this.link.ask({ t: 'act', action, session });
      if (done.said) this.say(done.said);
      if (action === 'close-pane') this.say('Closed: it runs on, and the list can bring it back.');
      if (done.session) this.showSession(done.session);
    } catch (err) {
      this.say(err.message);
    }
  }

  // startAgain starts an ended program, or tries again to reach a session.
  async startAgain(view) {
    if (view.number) await this.act('restart', view.session);
    else this.open(view);
    view.focus();
  }

  focused(view) {
    for (const other of this.views.values()) other.el.classList.toggle('current', other === view);
  }

  say(text) {
    const el = byId('notice');
    el.textContent = text;
    el.hidden = false;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => { el.hidden = true; }, 8000);
  }

  // speak passes a text to screen readers, after earlier texts.
  speak(text) {
    const log = byId('spoken');
    log.append(make('span', {}, `${text}\n`));
    while (log.children.length > 5) log.firstChild.remove();
  }

  // question asks the user, and resolves to whether the answer was yes.
  question(title, detail, yes) {
    const dialog = byId('question');
    byId('question-title').textContent = title;
    byId('question-detail').textContent = detail;
    byId('question-yes').textContent = yes;
    dialog.returnValue = 'no';
    dialog.showModal();
    byId('question-yes').focus();
    return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }));
  }
}

new Page();
