// The connection to dormer. It comes back by itself, and at once when the page is seen again.

const slowest = 15000;
const checkEvery = 20000;

export class Link extends EventTarget {
  #socket = null;
  #tries = 0;
  #timer = 0;
  #asked = new Map();
  #last = 0;
  #pong = 0;
  #stopped = false;

  constructor(path) {
    super();
    this.path = path;
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    addEventListener('pageshow', (e) => e.persisted && this.again());
    addEventListener('online', () => this.again());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.again();
      this.send({ t: 'look', on: document.visibilityState === 'visible' });
    });
    // A connection can be dead without anybody saying so, as after sleep.
    setInterval(() => document.visibilityState === 'visible' && this.open && this.#check(10000), checkEvery);
    // A page with an open socket is not kept for the back button.
    addEventListener('pagehide', (e) => e.persisted && this.#drop());
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // now connects at once, or finds out whether the connection still works.
  now() {
    if (!this.open) {
      this.#tries = 0;
      this.connect();
      return;
    }
    this.#check(3000);
  }

  // check connects again if no answer comes within a time.
  #check(time) {
    clearTimeout(this.#pong);
    this.#pong = setTimeout(() => {
      this.#drop();
      this.connect();
    }, time);
    this.send({ t: 'ping' });
  }

  again() {
    if (!this.#stopped) this.now();
  }

  // stop leaves it to now to connect again.
  stop() {
    clearTimeout(this.#timer);
    this.#stopped = true;
  }

  connect() {
    this.#stopped = false;
    clearTimeout(this.#timer);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      if (document.visibilityState !== 'visible') this.send({ t: 'look', on: false });
      this.dispatchEvent(new Event('open'));
    });
    socket.addEventListener('message', (e) => {
      if (this.#socket === socket) this.#take(JSON.parse(e.data));
    });
    socket.addEventListener('close', () => this.#socket === socket && this.#lost());
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#forget();
    this.dispatchEvent(new Event('lost'));
  }

  #lost() {
    this.#socket = null;
    this.#forget();
    // Not all pages of a server that comes back call at the same moment.
    const pause = Math.min(slowest, 250 * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#stopped || this.connect(), pause);
    this.dispatchEvent(new Event('lost'));
  }

  #forget() {
    clearTimeout(this.#pong);
    for (const { fail } of this.#asked.values()) fail(new Error('the connection was lost: look whether it was done'));
    this.#asked.clear();
  }

  #take(m) {
    if (m.t === 'pong') {
      clearTimeout(this.#pong);
    } else if (m.t === 'done') {
      const asked = this.#asked.get(m.id);
      this.#asked.delete(m.id);
      if (m.error) asked?.fail(new Error(m.error));
      else asked?.give(m);
    } else {
      this.dispatchEvent(new CustomEvent('message', { detail: m }));
    }
  }

  // send sends a message, if there is a connection.
  send(m) {
    if (this.open) this.#socket.send(JSON.stringify(m));
  }

  // ask sends a message and returns the answer.
  ask(m) {
    if (!this.open) return Promise.reject(new Error('there is no connection: nothing was done'));
    const id = ++this.#last;
    return new Promise((give, fail) => {
      this.#asked.set(id, { give, fail });
      this.send({ ...m, id });
    });
  }
}
