// The connection to dormer. It reconnects by itself, and at once when the page becomes visible.

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
    // A connection can be dead without an event, as after sleep.
    setInterval(() => document.visibilityState === 'visible' && this.open && this.#check(10000), checkEvery);
    // Browsers do not keep a page with an open socket for the back button.
    addEventListener('pagehide', (e) => e.persisted && this.#drop());
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // now connects at once, or checks whether the connection still works.
  now() {
    if (!this.open) {
      this.#tries = 0;
      this.connect();
      return;
    }
    this.#check(3000);
  }

  // check reconnects if no answer arrives within a time, in milliseconds.
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

  // stop stops reconnecting until now is called.
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
    // The random part spreads the reconnections of many pages when a server is back.
    const pause = Math.min(slowest, 250 * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#stopped || this.connect(), pause);
    this.dispatchEvent(new Event('lost'));
  }

  #forget() {
    clearTimeout(this.#pong);
    for (const { reject } of this.#asked.values()) reject(new Error('the connection was lost: check whether it was done'));
    this.#asked.clear();
  }

  #take(m) {
    if (m.t === 'pong') {
      clearTimeout(this.#pong);
    } else if (m.t === 'done') {
      const asked = this.#asked.get(m.id);
      this.#asked.delete(m.id);
      if (m.error) asked?.reject(new Error(m.error));
      else asked?.resolve(m);
    } else {
      this.dispatchEvent(new CustomEvent('message', { detail: m }));
    }
  }

  // send sends a message, if there is a connection.
  send(m) {
    if (this.open) this.#socket.send(JSON.stringify(m));
  }

  // ask sends a message and resolves to the answer.
  ask(m) {
    if (!this.open) return Promise.reject(new Error('not connected: nothing was done'));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.send({ ...m, id });
    });
  }
}
