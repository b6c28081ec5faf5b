// A conversation with an agent: messages, tools, plans and requests for permission.

import { make } from './element.js';
import { markdown } from './markdown.js';
import { diff } from './diff.js';

const stops = {
  cancelled: 'Cancelled.', refusal: 'The agent refused.', max_tokens: 'The answer became too long.',
  max_turn_requests: 'The agent asked its model too often.', failed: 'The turn failed.', lost: 'The turn was lost.',
};

const modeSetting = 'session/set_mode'; // the id of the mode, as a setting

export class Chat {
  constructor(page, session) {
    this.page = page;
    this.session = session;
    this.number = 0;
    this.#build();
    this.#begin();
  }

  // begin forgets what was said: it is read again from the first event on.
  #begin() {
    this.seq = 0;
    this.old = undefined;
    this.working = false;
    this.running = false;
    this.current = null;
    this.tools = new Map();
    this.terminals = new Map();
    this.requests = new Map();
    this.modes = [];
    this.mode = '';
    this.settings = [];
    this.commands = [];
    this.said.replaceChildren();
    this.plan.hidden = true;
    this.#showSettings();
  }

  #build() {
    this.name = make('h2', {});
    this.state = make('span', { class: 'state' });
    this.extra = make('span', { class: 'extra' });
    // Screen readers get the whole answer from page.speak, not its pieces.
    this.said = make('div', { class: 'said', tabIndex: 0, role: 'region', 'aria-label': 'Conversation' });
    this.plan = make('details', { class: 'plan', hidden: true, open: true }, make('summary', {}, 'Plan'), make('ol', {}));
    this.text = make('textarea', {
      rows: 2, placeholder: 'Write to the agent', 'aria-label': 'Prompt', 'aria-describedby': 'prompt-help',
      onkeydown: (e) => this.#key(e), oninput: () => this.#grow(),
    });
    this.sendButton = make('button', { type: 'submit', class: 'main' }, 'Send');
    this.stop = make('button', { type: 'button', hidden: true, onclick: () => this.#do({ t: 'cancel' }) }, 'Cancel');
    this.choices = make('div', { class: 'choices', role: 'group', 'aria-label': 'How the agent works' });
    this.form = make('form', { class: 'prompt', onsubmit: (e) => this.#submit(e) }, this.text, this.choices,
      make('div', { class: 'buttons' }, make('span', { class: 'hint', id: 'prompt-help' }, 'Enter sends, Shift-Enter begins a line'), this.stop, this.sendButton));
    this.el = make('section', { class: 'chat' }, make('header', { class: 'pane-bar' }, this.name, this.state, this.extra), this.said, this.plan, this.form);
  }

  describe(title, state, actions) {
    this.name.textContent = title;
    this.state.textContent = state;
    this.el.setAttribute('aria-label', `Conversation ${title}, ${state}`);
    this.extra.replaceChildren(...actions);
    this.form.hidden = this.page.readOnly;
  }

  open() {
    this.close();
    this.number = this.page.nextNumber();
    this.page.terminals.set(this.number, this);
    this.page.link.send({ t: 'talk', term: this.number, session: this.session, from: this.seq });
  }

  close() {
    if (!this.number) return;
    this.page.terminals.delete(this.number);
    this.page.link.send({ t: 'close', term: this.number });
    this.number = 0;
  }

  remove() {
    this.close();
    this.el.remove();
  }

  focus() {
    this.text.focus({ preventScroll: true });
  }

  fitText() {}

  take(m) {
    if (m.t === 'state') {
      this.page.terminals.delete(this.number);
      this.number = 0;
      this.#add('note trouble', 'Note', m.how, ' ', make('button', {
        type: 'button',
        onclick: () => {
          this.#begin();
          this.open();
        },
      }, 'Try again'));
      return;
    }
    if (m.t !== 'events') return;
    const atEnd = this.said.scrollHeight - this.said.scrollTop - this.said.clientHeight < 40;
    this.old ??= m.newest;
    for (const e of m.events) {
      if (e.seq <= this.seq) continue; // received before the connection was lost
      this.seq = e.seq;
      this.#event(e);
    }
    this.#flush();
    if (atEnd) this.said.scrollTop = this.said.scrollHeight;
  }

  #event(e) {
    if (e.kind !== 'answer' && e.kind !== 'thought') this.#flush(true);
    switch (e.kind) {
      case 'user':
        this.working = true;
        if (e.message && e.message === this.sending?.id) this.#sent(this.sending.text);
        this.#add('user', 'You', make('div', { class: 'text' }, e.text));
        break;
      case 'answer':
      case 'thought':
        this.#piece(e);
        break;
      case 'plan':
        this.#plan(e.plan ?? []);
        break;
      case 'tool':
        this.#tool(e.tool);
        break;
      case 'terminal':
        this.#terminal(e.terminal);
        break;
      case 'permission':
        this.#permission(e);
        break;
      case 'answered':
        this.#answered(e);
        break;
      case 'mode':
        this.mode = e.mode;
        this.modes = e.modes ?? this.modes;
        this.#showSettings();
        break;
      case 'settings':
        this.settings = e.settings ?? [];
        this.#showSettings();
        break;
      case 'commands':
        this.commands = e.commands ?? [];
        break;
      case 'turn':
        this.working = false;
        if (e.stop && e.stop !== 'end_turn') this.#note([stops[e.stop] ?? e.stop, e.reason].filter(Boolean).join(' '), 'trouble');
        this.#speak('The turn has ended.');
        break;
      case 'started':
        this.running = true;
        this.modes = [];
        this.settings = [];
        this.commands = [];
        this.#showSettings();
        this.#note(`${e.agent ?? 'The agent'} ${e.loaded ? 'goes on with this conversation' : 'has started'}${e.reason ? `: ${e.reason}` : ''}`);
        break;
      case 'ended':
        this.working = false;
        this.running = false;
        this.#showSettings();
        this.#note(`The agent has ended${e.reason ? `: ${e.reason}` : ''}`, 'trouble');
        break;
    }
    this.#showWorking();
  }

  // speak passes news to screen readers, but not events from before the conversation was opened.
  #speak(text) {
    if (this.seq > this.old) this.page.speak(text);
  }

  #showWorking() {
    this.stop.hidden = !this.working;
    this.sendButton.disabled = this.working;
    this.el.classList.toggle('working', this.working);
  }

  // showSettings shows the mode, the model, and what else can be chosen, as lists to choose from.
  #showSettings() {
    const modes = { id: modeSetting, name: 'Mode', value: this.mode, choices: this.modes };
    const all = [modes, ...this.settings].filter((s) => s.choices?.length > 1);
    const at = [...this.choices.querySelectorAll('select')].indexOf(document.activeElement);
    this.choices.hidden = !all.length;
    this.choices.replaceChildren(...all.map((s) => make('label', {}, make('span', {}, s.name), make('select', {
      disabled: !this.running, name: s.id, onchange: (e) => this.#choose(e.target, s),
    }, ...s.choices.map((c) => make('option', { value: c.id, title: c.description ?? '', selected: c.id === s.value }, c.name))))));
    this.choices.querySelectorAll('select')[at]?.focus(); // whoever has just chosen may choose again
  }

  // choose has the agent work as was chosen. What is not done is not shown as chosen.
  async #choose(list, setting) {
    if (!await this.#do({ t: 'choose', setting: setting.id, option: list.value })) list.value = setting.value;
  }

  // slash carries out a text that is the slash command of a setting, as dormer chat does: /model opens
  // the list of models, and /model opus chooses one. It returns false for other texts: the agent's own
  // commands come first.
  async #slash(text) {
    const [, word, wanted] = /^\/(\S+) *(.*)$/.exec(text.trim()) ?? [];
    const s = this.settings.find((s) => s.name.toLowerCase().replaceAll(' ', '-') === word);
    if (!s || this.commands.some((c) => c.name === word)) return false;
    if (wanted) {
      const choice = s.choices.find((c) => [c.id, c.name].some((n) => n.toLowerCase() === wanted.toLowerCase()));
      if (!choice) this.page.say(`${s.name} has no choice "${wanted}": /${word} shows the choices`);
      else if (await this.#do({ t: 'choose', setting: s.id, option: choice.id })) this.#sent(text);
      return true;
    }
    const list = this.choices.querySelector(`select[name="${CSS.escape(s.id)}"]:enabled`);
    if (!list) {
      this.page.say(`${s.name} cannot be chosen now`);
      return true;
    }
    this.#sent(text);
    list.focus();
    if (navigator.userActivation?.isActive) list.showPicker?.(); // browsers refuse it to scripts
    return true;
  }

  #add(name, who, ...children) {
    const el = make('article', { class: `message ${name}`, 'aria-label': who }, ...children);
    this.said.append(el);
    return el;
  }

  #note(text, name = '') {
    this.#add(`note ${name}`, 'Note', text);
  }

  // piece adds a piece of an answer. Pieces that arrive together are drawn at once.
  #piece(e) {
    if (this.current?.kind !== e.kind) {
      this.#flush(true);
      const body = make('div', { class: 'text' });
      if (e.kind === 'thought') this.#add('thought', 'Thought', make('details', {}, make('summary', {}, 'Thought'), body));
      else this.#add('agent', 'Agent', body);
      this.current = { kind: e.kind, text: '', body };
    }
    this.current.text += e.text ?? '';
    this.current.changed = true;
  }

  #flush(ends = false) {
    const now = this.current;
    if (now?.changed) now.body.replaceChildren(markdown(now.text));
    if (now) now.changed = false;
    if (ends && now) {
      if (now.kind === 'answer') this.#speak(now.text.slice(0, 500));
      this.current = null;
    }
  }

  #plan(steps) {
    this.plan.hidden = !steps.length;
    const marks = { completed: '✓', in_progress: '▸' };
    this.plan.querySelector('ol').replaceChildren(...steps.map((s) => make('li', { class: s.status },
      make('span', { 'aria-hidden': 'true' }, `${marks[s.status] ?? '○'} `), s.text, make('span', { class: 'sr-only' }, `, ${s.status ?? 'pending'}`.replace('_', ' ')))));
  }

  #tool(t) {
    let el = this.tools.get(t.id);
    if (!el?.isConnected || (el.dataset.over && t.status === 'pending')) {
      el = this.#add('tool', 'Tool', make('details', {}, make('summary', {}), make('div', { class: 'content' })));
      this.tools.set(t.id, el);
    }
    this.#fillTool(el, t);
  }

  #fillTool(el, t) {
    const status = (t.status ?? 'pending').replace('_', ' ');
    if (t.status === 'completed' || t.status === 'failed') el.dataset.over = '1';
    el.querySelector('summary').replaceChildren(
      make('span', { class: `mark ${t.status}`, 'aria-hidden': 'true' }, { completed: '✓', failed: '✗' }[t.status] ?? '…'),
      make('span', { class: 'title' }, t.title ?? t.kind ?? 'a tool'),
      make('span', { class: 'state' }, ` ${status}`));
    const content = this.#content(t);
    el.querySelector('.content').replaceChildren(...content);
    if (content.some((c) => c.classList.contains('file'))) el.querySelector('details').open = true;
  }

  #content(t) {
    const out = [];
    for (const p of t.places ?? []) out.push(make('p', { class: 'place' }, p.line ? `${p.path}:${p.line}` : p.path));
    for (const c of t.content ?? []) {
      if (c.diff) out.push(diff(c.diff));
      else if (c.terminal) out.push(this.#output(c.terminal));
      else out.push(make('div', { class: 'text' }, markdown(c.text ?? '')));
    }
    if (t.cut) out.push(make('p', { class: 'hint' }, 'There was more, but it was not kept.'));
    return out;
  }

  #output(id) {
    let pre = this.terminals.get(id);
    if (!pre) {
      pre = make('pre', { tabIndex: 0, class: 'output', 'aria-label': 'output' });
      this.terminals.set(id, pre);
    }
    return pre;
  }

  #terminal(t) {
    const how = t.ended ? `\n[${t.signal ? `ended by ${t.signal}` : `exited with code ${t.code ?? 0}`}]` : '';
    this.#output(t.id).textContent = `$ ${t.command}\n${t.output ?? ''}${how}`;
  }

  #permission(e) {
    const buttons = (e.options ?? []).map((o) => make('button', {
      type: 'button', class: o.kind === 'allow_once' ? 'main' : '', disabled: this.page.readOnly,
      onclick: () => this.#do({ t: 'permit', request: e.request, option: o.id }),
    }, o.name));
    const el = this.#add('permission', 'Permission', make('h3', {}, e.tool?.title ?? 'The agent asks for permission'),
      ...(e.tool ? this.#content(e.tool) : []), make('div', { class: 'buttons', role: 'group', 'aria-label': 'Answer' }, ...buttons));
    this.requests.set(e.request, { el, options: e.options ?? [] });
    this.#speak(`The agent asks: ${e.tool?.title ?? 'permission'}. ${(e.options ?? []).map((o) => o.name).join(', ')}`);
  }

  #answered(e) {
    const asked = this.requests.get(e.request);
    if (!asked) return;
    this.requests.delete(e.request);
    const name = asked.options.find((o) => o.id === e.option)?.name;
    asked.el.querySelector('.buttons').replaceWith(make('p', { class: 'answer' }, name ? `Answered: ${name}` : 'Cancelled'));
  }

  #key(e) {
    if (e.key === 'Enter' && !e.shiftKey && !e.isComposing && e.keyCode !== 229 && matchMedia('(pointer: fine)').matches) {
      e.preventDefault();
      this.form.requestSubmit();
    } else if (e.key === 'Escape' && this.working) {
      this.#do({ t: 'cancel' });
    }
  }

  #grow() {
    this.text.rows = Math.min(10, Math.max(2, this.text.value.split('\n').length));
  }

  async #submit(e) {
    e.preventDefault();
    const text = this.text.value;
    if (await this.#slash(text) || !text.trim() || this.working) return;
    // One that is sent again, because its answer was lost, keeps its id: it is taken once.
    if (this.sending?.text !== text) this.sending = { text, id: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    if (await this.#do({ t: 'prompt', text, message: this.sending.id })) {
      this.#sent(text);
      this.said.scrollTop = this.said.scrollHeight;
    }
  }

  // sent removes a text from the prompt, unless it was changed meanwhile.
  #sent(text) {
    this.sending = null;
    if (this.text.value === text) this.text.value = '';
    this.#grow();
  }

  async #do(m) {
    try {
      await this.page.link.ask({ ...m, session: this.session });
      return true;
    } catch (err) {
      this.page.say(err.message);
      return false;
    }
  }
}
