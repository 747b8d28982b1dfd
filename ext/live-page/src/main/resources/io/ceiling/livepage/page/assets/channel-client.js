import { backOff, json, openWebSocket } from './kit.js';

/**
 * A subscriber of one channel over one transport of /channels, which reconnects after every loss until it leaves.
 *
 * handlers: message(object); state(kind, text) with kind connecting, joined, lost or refused; trouble(text) for a
 * message that the server did not accept.
 */
export class ChannelClient {
  #id = newId();
  #channel;
  #transport;
  #handlers;
  #failures = 0;
  #left = false;
  #isJoined = false;
  #retry;
  #close = () => {};

  constructor(channel, transport, handlers) {
    this.#channel = channel;
    this.#transport = transport;
    this.#handlers = handlers;
  }

  async join() {
    this.#handlers.state('connecting', 'Connecting.');
    try {
      if (this.#transport === 'websocket') {
        this.#openWebSocket();
        return;
      }
      await this.#post('subscribe');
      if (!this.#left) {
        const open = { sse: () => this.#openEvents(), 'long-polling': () => this.#poll() };
        open[this.#transport]();
      }
    } catch (e) {
      this.#lost(e);
    }
  }

  async publish(text) {
    if (this.#transport === 'websocket') {
      this.#sendWebSocket({ action: 'publish', identifier: this.#channel, elements: text });
      return;
    }
    await this.#post('publish', text);
  }

  leave() {
    this.#left = true;
    clearTimeout(this.#retry);
    this.#close();
    if (this.#transport !== 'websocket') {
      this.#post('unsubscribe').catch(() => {});
    }
  }

  #url() {
    const query = { 'X-Atmosphere-Transport': this.#transport, 'X-Atmosphere-tracking-id': this.#id };
    return `channels?${new URLSearchParams(query)}`;
  }

  async #post(action, elements) {
    // JSON leaves out elements that are undefined.
    const body = JSON.stringify({ action, identifier: this.#channel, elements });
    try {
      await json(await fetch(this.#url(), { method: 'POST', body }));
    } catch (e) {
      throw Object.assign(e, { refused: [400, 403, 503].includes(e.status) });
    }
  }

  #sendWebSocket = () => {
    throw new Error('not connected');
  };

  #openWebSocket() {
    const socket = openWebSocket(this.#url());
    this.#sendWebSocket = (message) => {
      if (socket.readyState !== WebSocket.OPEN) {
        throw new Error('not connected');
      }
      socket.send(JSON.stringify(message));
    };
    this.#close = () => {
      socket.onclose = null;
      socket.close(1000);
    };
    socket.onopen = () => this.#sendWebSocket({ action: 'subscribe', identifier: this.#channel });
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = () => this.#lost(new Error('connection lost'));
  }

  #openEvents() {
    const source = new EventSource(this.#url());
    this.#close = () => source.close();
    source.onopen = () => this.#joined();
    source.onmessage = (event) => this.#receive(event.data);
    source.onerror = () => {
      source.close();
      this.#lost(new Error('connection lost'));
    };
  }

  /** Reads one response after the other, each with messages. */
  async #poll() {
    const abort = new AbortController();
    this.#close = () => abort.abort();
    try {
      do {
        this.#joined();
        const answer = await fetch(this.#url(), { signal: abort.signal, cache: 'no-store' });
        if (!answer.ok) {
          await json(answer);
        }
        this.#joined();
        await this.#readLines(answer.body.getReader());
      } while (!this.#left);
      throw new Error('connection lost');
    } catch (e) {
      this.#lost(e);
    }
  }

  async #readLines(reader) {
    const decoder = new TextDecoder();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop();
      lines.filter((line) => line !== '').forEach((line) => this.#receive(line));
    }
  }

  #receive(text) {
    const message = JSON.parse(text);
    if (message.error !== undefined && this.#isJoined) {
      this.#handlers.trouble(`Not sent: ${message.error}`);
    } else if (message.error !== undefined) {
      this.#lost(Object.assign(new Error(message.error), { refused: true }));
    } else if (message.subscribed !== undefined) {
      this.#joined();
    } else if (message.elements !== undefined) {
      this.#handlers.message(message);
    }
  }

  #joined() {
    this.#failures = 0;
    this.#isJoined = true;
    this.#handlers.state('joined', `In channel ${this.#channel} over ${this.#transport}.`);
  }

  #lost(error) {
    if (this.#left) {
      return;
    }
    this.#close();
    this.#isJoined = false;
    if (error.refused) {
      this.#left = true;
      this.#handlers.state('refused', `Refused: ${error.message}`);
      return;
    }
    const wait = backOff(this.#failures);
    this.#failures += 1;
    this.#handlers.state('lost', `${error.message}; again in ${(wait / 1000).toFixed(1)} s.`);
    this.#retry = setTimeout(() => this.join(), wait);
  }
}

/** Returns a random id; crypto.randomUUID exists only for https and localhost. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
