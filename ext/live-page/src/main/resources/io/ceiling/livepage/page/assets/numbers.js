import { bytes, limit, whole } from './format.js';
import { byId, element, put } from './kit.js';

const FULL = 0.9;

/** The workloads in the order of the page: name, path, thread while held, number of a colour in style.css, count. */
const WORKLOADS = [
  ['Blocking holds', '/hold/blocking', 'one', 1, (held) => held['hold-blocking']],
  ['Asynchronous holds', '/hold/async', 'none', 2, (held) => held['hold-async']],
  ['WebSockets', '/ws/upper', 'none', 3, (held) => held.websocket],
  ['Channels, WebSocket', '/channels', 'none', 4, (held) => held.channels.websocket],
  ['Channels, SSE', '/channels', 'none', 4, (held) => held.channels.sse],
  ['Channels, long polling', '/channels', 'none', 4, (held) => held.channels['long-polling']],
  ['Recursion levels', '/recursive', 'one, async none', 5, (held) => held.recursion],
];

const rows = WORKLOADS.map(([name, path, thread, colour, value]) => {
  const swatch = element('span', { className: `swatch c${colour}` });
  const count = element('td', { className: 'num' }, '–');
  const row = element(
    'tr',
    {},
    element('th', { scope: 'row' }, swatch, name, ' ', element('code', {}, path)),
    element('td', { className: 'opt quiet' }, thread),
    count,
  );
  byId('workloads').append(row);
  return { row, count, value };
});

const show = (id, text) => put(byId(id), text);

/** Shows the numbers of one event. */
export function showReading({ held, container, requests, recursion, threads, viewers, since_start: since, ...memory }) {
  const { heap, direct, descriptors } = memory;
  show('n-held', whole(held.total));
  show('s-held', container.connections === null ? 'container tells no count' : `${whole(container.connections)} open in the container`);
  show('n-flight', whole(requests.in_flight));
  show('s-flight', `peak of the last second ${whole(requests.in_flight_peak)}`);
  show('n-depth', whole(recursion.depth));
  show('s-depth', `peak ${whole(recursion.depth_peak)}, deepest yet ${whole(recursion.deepest)}`);
  show('n-platform', whole(threads.platform));
  show('s-platform', container.busy_threads === null ? 'whole JVM' : `pool: ${whole(container.busy_threads)} busy ${limit(container.max_threads)}`);
  show('n-virtual', whole(threads.virtual_in_requests));
  show('s-virtual', virtualLine(threads));
  amount('heap', heap.used_bytes, heap.max_bytes, bytes);
  amount('direct', direct.used_bytes, direct.max_bytes, bytes);
  amount('descriptors', descriptors.open, descriptors.limit, whole);
  for (const { row, count, value } of rows) {
    count.textContent = whole(value(held));
    row.classList.toggle('none', value(held) === 0);
  }
  show('w-total', whole(held.total));
  show('w-container', whole(container.connections));
  show('w-else', container.connections === null ? '–' : whole(Math.max(viewers, container.connections - held.total)));
  show('f-refused', whole(since.refusals));
  show('f-published', whole(since.messages_published));
  show('f-delivered', whole(since.deliveries_written));
}

/** Shows a number, with its unit in smaller type, its limit and the share of the limit. */
function amount(name, used, most, format) {
  const [number, unit] = format(used).split(/(?=\u202f\D+$)/);
  const target = byId(`n-${name}`);
  if (target.textContent !== format(used)) {
    target.replaceChildren(number, element('small', {}, unit ?? ''));
  }
  show(`s-${name}`, limit(most, format));
  const share = used === null || !(most > 0) ? 0 : Math.min(1, used / most);
  byId(`m-${name}`).style.transform = `scaleX(${share.toFixed(4)})`;
  byId(`m-${name}`).classList.toggle('full', share >= FULL);
}

function virtualLine({ virtual_in_requests: inRequests, virtual_mounted: mounted, virtual_queued: queued }) {
  if (inRequests === null) {
    return 'this JDK has none';
  }
  return mounted === null ? 'the JVM tells no total' : `JVM: ${whole(mounted)} running, ${whole(queued)} queued`;
}
