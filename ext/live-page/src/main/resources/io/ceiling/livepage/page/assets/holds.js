import { whole } from './format.js';
import { byId, json, openWebSocket } from './kit.js';

const MOST_SOCKETS = 250;
const MOST_REQUESTS = 3;

/** Starts the form that holds connections of this page: WebSockets and a few requests. */
export function startHolds() {
  const count = byId('holds-count');
  const kind = byId('holds-kind');
  const line = byId('holds-state');
  const sockets = new Set();
  let requests = 0;
  let opening = 0;
  /** Number of releases so far. A socket that was requested before a release and opens after it is closed. */
  let releases = 0;
  let trouble = '';

  const some = (number, name) => (number > 0 ? [`${whole(number)} ${name}${number === 1 ? '' : 's'}`] : []);

  function show() {
    const held = [...some(sockets.size, 'WebSocket'), ...some(requests, 'request')].join(' and ') || 'nothing';
    const text = `This page holds ${held}${opening > 0 ? `, ${whole(opening)} to come` : ''}.`;
    line.textContent = trouble === '' ? text : `${text} ${trouble}`;
    line.classList.toggle('bad', trouble !== '');
  }

  function openSocket() {
    opening += 1;
    const socket = openWebSocket('ws/upper');
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

  async function openRequest() {
    requests += 1;
    try {
      const answer = await fetch(`hold/${kind.value}`, { cache: 'no-store' });
      // The response ends when all requests are released.
      await (answer.ok ? answer.text() : json(answer));
    } catch (e) {
      trouble = `A request was not held: ${e.message}`;
    } finally {
      requests -= 1;
      show();
    }
  }

  kind.addEventListener('change', () => {
    count.max = kind.value === 'websocket' ? MOST_SOCKETS : MOST_REQUESTS;
    count.value = Math.min(count.valueAsNumber || 1, count.max);
  });

  byId('holds').addEventListener('submit', (event) => {
    event.preventDefault();
    const ofSockets = kind.value === 'websocket';
    const room = ofSockets ? MOST_SOCKETS - sockets.size - opening : MOST_REQUESTS - requests;
    const wanted = count.valueAsNumber;
    trouble = wanted > room ? `Only ${whole(room)} more of this kind are possible.` : '';
    for (let i = 0; i < Math.min(wanted, room); i += 1) {
      (ofSockets ? openSocket : openRequest)();
    }
    show();
  });

  byId('holds-release').addEventListener('click', async () => {
    trouble = '';
    releases += 1;
    sockets.forEach((socket) => socket.close(1000));
    try {
      await json(await fetch('hold/release', { method: 'POST' }));
    } catch (e) {
      trouble = `Not released: ${e.message}`;
    }
    show();
  });
}
