// The list at the side: waiting sessions, the tabs and panes with their states, and closed items.

import { make } from './element.js';

const marks = { blocked: '!', working: '▸', done: '✓', error: '✗', idle: '·' };

// stateOf returns the state of a session in words.
export function stateOf(s) {
  if (!s) return 'unknown';
  if (s.state && s.runs) return s.kind ? `${s.state}: ${s.kind}` : s.state;
  return s.status || (s.live ? 'running' : 'not running');
}

function markOf(s) {
  if (!s) return ['', '·'];
  if (s.state && s.runs) return [s.state, marks[s.state] ?? '·'];
  if (/^failed|^orphaned/.test(s.status)) return ['error', '✗'];
  if (/^completed/.test(s.status)) return ['done', '✓'];
  if (s.runs) return ['runs', '●'];
  return ['', '○'];
}

export class Side {
  constructor(page, el) {
    this.page = page;
    this.el = el;
    this.questions = new Map();
  }

  show(tree, shown) {
    const signature = JSON.stringify([tree, shown, [...this.questions], this.page.readOnly]);
    if (signature === this.signature) return;
    this.signature = signature;
    const focused = this.el.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const top = this.el.scrollTop;
    this.el.replaceChildren(...[this.#queue(tree), ...tree.views.map((v) => this.#view(tree, v, shown)), this.#others(tree, shown), this.#closed(tree), this.#end()].filter(Boolean));
    this.el.scrollTop = top;
    if (focused) this.el.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #button(key, onclick, ...children) {
    const b = make('button', { type: 'button', onclick }, ...children);
    b.dataset.key = key;
    return b;
  }

  #section(title, ...children) {
    return make('section', {}, make('h2', {}, title), ...children);
  }

  // waiting returns the sessions that need the user, those that have waited longest first.
  static waiting(tree) {
    return Object.entries(tree.sessions).filter(([, s]) => s.waits).sort((a, b) => (a[1].since ?? '').localeCompare(b[1].since ?? ''));
  }

  #queue(tree) {
    const all = Side.waiting(tree);
    for (const id of this.questions.keys()) if (!all.some(([other]) => other === id)) this.questions.delete(id);
    if (!all.length) return null;
    const items = all.map(([id, s]) => {
      const asked = this.questions.get(id);
      const item = make('li', {}, this.#button(`wait ${id}`, () => this.page.showSession(id),
        make('span', { class: 'mark blocked', 'aria-hidden': 'true' }, '!'), make('span', { class: 'title' }, s.title), make('span', { class: 'state' }, s.waits)));
      if (asked) {
        item.append(make('p', { class: 'asks' }, asked.lines.join('\n')),
          make('div', { class: 'buttons', role: 'group', 'aria-label': 'Answer' }, ...asked.options.map((o) =>
            this.#button(`answer ${id} ${o.name}`, () => this.#answer(id, asked, o), o.label || o.name))));
      } else if (s.state === 'blocked' && !s.chat && !this.page.readOnly) {
        item.append(this.#button(`ask ${id}`, () => this.#ask(id), 'Answer here'));
      }
      return item;
    });
    return this.#section('Waits for you', make('ul', { class: 'queue' }, ...items));
  }

  async #ask(id) {
    try {
      const { question } = await this.page.link.ask({ t: 'ask', session: id });
      if (!question.options.length) throw new Error('The options of its question are not known: answer in its pane.');
      this.questions.set(id, question);
      this.page.draw();
    } catch (err) {
      this.page.say(err.message);
    }
  }

  async #answer(id, asked, option) {
    try {
      await this.page.link.ask({ t: 'answer', session: id, screen: asked.screen, option: option.name });
    } catch (err) {
      this.page.say(err.message);
    }
    this.questions.delete(id);
    this.page.draw();
  }

  #view(tree, view, shown) {
    const list = make('ul', { class: 'tabs' }, ...view.tabs.map((t) => this.#tab(tree, t, shown)));
    const add = this.page.readOnly || !tree.shown ? null : this.#button(`new ${view.name}`, () => this.page.act('new-tab'), '+ New tab');
    return this.#section(tree.views.length > 1 ? `View ${view.name}` : 'Tabs', view.tabs.length ? list : make('p', { class: 'hint' }, 'No tab is open.'), view.active ? add : null);
  }

  #tab(tree, tab, shown) {
    const panes = panesOf(tab);
    const key = `tab ${tab.id}`;
    const one = panes.length === 1;
    const b = this.#button(key, () => this.page.showTab(tab.id), ...(one ? this.#says(tree, panes[0], tab.title) : [make('span', { class: 'mark', 'aria-hidden': 'true' }, '▤'), make('span', { class: 'title' }, tab.title), make('span', { class: 'state' }, `${panes.length} panes`)]));
    if (shown === key || (one && shown === `session ${panes[0]}`)) b.setAttribute('aria-current', 'page');
    if (one) return make('li', {}, b);
    return make('li', {}, b, make('ul', {}, ...panes.map((id) => make('li', {}, this.#session(tree, id, shown)))));
  }

  #says(tree, id, title) {
    const s = tree.sessions[id];
    const [name, mark] = markOf(s);
    return [make('span', { class: `mark ${name}`, 'aria-hidden': 'true' }, mark), make('span', { class: 'title' }, title || s?.title || id.slice(0, 8)), make('span', { class: 'state' }, [stateOf(s), s?.dir].filter(Boolean).join(' · '))];
  }

  #session(tree, id, shown) {
    const b = this.#button(`session ${id}`, () => this.page.showSession(id), ...this.#says(tree, id));
    if (shown === `session ${id}`) b.setAttribute('aria-current', 'page');
    return b;
  }

  #others(tree, shown) {
    if (!tree.others.length) return null;
    return this.#section('Other sessions', make('ul', {}, ...tree.others.map((id) => make('li', {}, this.#session(tree, id, shown)))));
  }

  #end() {
    return make('section', { class: 'end' }, this.#button('log out', () => this.page.logOut(), 'Log out'));
  }

  #closed(tree) {
    if (!tree.closed.length) return null;
    const items = tree.closed.map((c) => {
      const what = c.tab ? (c.sessions.length > 1 ? `tab of ${c.sessions.length} panes` : 'tab') : 'pane';
      const until = new Date(c.expires).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
      const back = this.page.readOnly ? null : this.#button(`back ${c.sessions[0]}`, () => this.page.act('bring-back', c.sessions[0]), 'Bring back');
      back?.setAttribute('aria-label', `Bring back ${c.title}`);
      return make('li', { class: 'closed' }, make('span', { class: 'title' }, c.title), make('span', { class: 'state' }, `${what}, runs until ${until}`), back);
    });
    return this.#section('Closed', make('ul', {}, ...items));
  }
}

// panesOf returns the sessions of a tab.
export function panesOf(tab) {
  const out = [];
  const walk = (n) => {
    if (!n) return;
    if (n.session) out.push(n.session);
    for (const p of n.parts ?? []) walk(p.node);
  };
  walk(tab.layout);
  return [...out, ...tab.floats.map((f) => f.session)];
}
