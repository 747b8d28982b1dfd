import { json } from './answers.js';
import { whole } from './format.js';

const MOST_SOCKETS = 250;
const MOST_REQUESTS = 3;

/** Starts the form that holds connections of this page: WebSockets and a few requests. */
export function startHolds() {
  const form = document.getElementById('holds');
  const count = document.getElementById('holds-count');
  const kind = document.getElementById('holds-kind');
  const line = document.getElementById('holds-state');
  const sockets = new Set();
  const requests = new Set();
  let opening = 0;
  /** Number of releases so far. A socket that was requested before a release and opens after it is closed. */
  let releases = 0;
  let trouble = '';

  function most() {
    return kind.value === 'websocket' ? MOST_SOCKETS - sockets.size - opening : MOST_REQUESTS - requests.size;
  }

  function show() {
    const held = [];
    if (sockets.size > 0) {
      held.push(`${whole(sockets.size)} WebSocket${sockets.size === 1 ? '' : 's'}`);
    }
    if (requests.size > 0) {
      held.push(`${whole(requests.size)} request${requests.size === 1 ? '' : 's'}`);
    }
    const text = `This page holds ${held.length === 0 ? 'nothing' : held.join(' and ')}${opening > 0 ? `, ${whole(opening)} to come` : ''}.`;
    line.textContent = trouble === '' ? text : `${text} ${trouble}`;
    line.classList.toggle('bad', trouble !== '');
  }

  function openSocket() {
    opening += 1;
    const url = new URL('ws/upper', document.baseURI);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    const wantedAt = releases;
    let pending = true;
    socket.onopen = () => {
      pending = false;
      opening -= 1;
      if (wantedAt === releases) {
        sockets.add(socket);
      } else {
        socket.close(1000);
      }
      show();
    };
    socket.onclose = () => {
      if (pending) {
        opening -= 1;
        trouble = 'Not all WebSockets could be opened.';
      }
      sockets.delete(socket);
      show();
    };
  }

  async function openRequest(path) {
    const abort = new AbortController();
    requests.add(abort);
    show();
    try {
      const answer = await fetch(path, { signal: abort.signal, cache: 'no-store' });
      if (!answer.ok) {
        await json(answer);
      }
      // The response ends when all requests are released.
      await answer.text();
    } catch (e) {
      trouble = `A request was not held: ${e.message}`;
    } finally {
      requests.delete(abort);
      show();
    }
  }

  kind.addEventListener('change', () => {
    count.max = kind.value === 'websocket' ? MOST_SOCKETS : MOST_REQUESTS;
    count.value = Math.min(count.valueAsNumber || 1, count.max);
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wanted = count.valueAsNumber;
    const room = most();
    trouble = wanted > room ? `Only ${whole(room)} more of this kind are possible.` : '';
    for (let i = 0; i < Math.min(wanted, room); i += 1) {
      if (kind.value === 'websocket') {
        openSocket();
      } else {
        openRequest(`hold/${kind.value}`);
      }
    }
    show();
  });

  document.getElementById('holds-release').addEventListener('click', async () => {
    trouble = '';
    releases += 1;
    for (const socket of sockets) {
      socket.close(1000);
    }
    try {
      await json(await fetch('hold/release', { method: 'POST' }));
    } catch (e) {
      trouble = `Not released: ${e.message}`;
    }
    show();
  });
}
