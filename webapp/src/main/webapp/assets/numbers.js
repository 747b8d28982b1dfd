import { bytes, limit, whole } from './format.js';
import { WORKLOADS } from './workloads.js';

const FULL = 0.9;
const UNIT_SPACE_OF_BYTES = /\u202f\D+$/;
const byId = (id) => document.getElementById(id);

function put(id, text) {
  const element = byId(id);
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Shows a number with its unit in smaller type. */
function putAmount(id, text) {
  const [number, unit = ''] = text.split(UNIT_SPACE_OF_BYTES.test(text) ? /\u202f(?=\D)/ : /$^/);
  const element = byId(id);
  if (element.dataset.text !== text) {
    element.dataset.text = text;
    const small = document.createElement('small');
    small.textContent = unit === '' ? '' : `\u202f${unit}`;
    element.replaceChildren(number, small);
  }
}

function meter(id, used, most) {
  const share = used === null || !(most > 0) ? 0 : Math.min(1, used / most);
  const element = byId(id);
  element.style.transform = `scaleX(${share.toFixed(4)})`;
  element.classList.toggle('full', share >= FULL);
}

const rows = WORKLOADS.map((workload) => {
  const row = document.createElement('tr');
  const name = document.createElement('th');
  name.scope = 'row';
  const swatch = document.createElement('span');
  swatch.className = `swatch c${workload.colour}`;
  const path = document.createElement('code');
  path.textContent = workload.path;
  name.append(swatch, workload.name, ' ', path);
  const thread = document.createElement('td');
  thread.className = 'opt quiet';
  thread.textContent = workload.thread;
  const count = document.createElement('td');
  count.className = 'num';
  count.textContent = '–';
  row.append(name, thread, count);
  byId('workloads').append(row);
  return { workload, row, count };
});

/** Shows the numbers of one event. */
export function showReading(reading) {
  const { held, container, requests, recursion, threads, heap, direct, descriptors } = reading;
  put('n-held', whole(held.total));
  put('s-held', container.connections === null ? 'container tells no count' : `${whole(container.connections)} open in the container`);
  put('n-flight', whole(requests.in_flight));
  put('s-flight', `peak of the last second ${whole(requests.in_flight_peak)}`);
  put('n-depth', whole(recursion.depth));
  put('s-depth', `peak ${whole(recursion.depth_peak)}, deepest yet ${whole(recursion.deepest)}`);
  put('n-platform', whole(threads.platform));
  put('s-platform', container.busy_threads === null ? 'whole JVM' : `pool: ${whole(container.busy_threads)} busy ${limit(container.max_threads)}`);
  put('n-virtual', whole(threads.virtual_in_requests));
  put('s-virtual', virtualLine(threads));
  amount('heap', heap, 'used_bytes', 'max_bytes', bytes);
  amount('direct', direct, 'used_bytes', 'max_bytes', bytes);
  amount('descriptors', descriptors, 'open', 'limit', whole);
  showWorkloads(reading);
}

function amount(name, values, used, most, format) {
  putAmount(`n-${name}`, format(values[used]));
  put(`s-${name}`, limit(values[most], format));
  meter(`m-${name}`, values[used], values[most]);
}

function virtualLine(threads) {
  if (threads.virtual_in_requests === null) {
    return 'this JDK has none';
  }
  return threads.virtual_mounted === null
    ? 'the JVM tells no total'
    : `JVM: ${whole(threads.virtual_mounted)} running, ${whole(threads.virtual_queued)} queued`;
}

function showWorkloads({ held, container, viewers, since_start: since }) {
  for (const { workload, row, count } of rows) {
    const value = workload.count(held);
    count.textContent = whole(value);
    row.classList.toggle('none', value === 0);
  }
  put('w-total', whole(held.total));
  put('w-container', whole(container.connections));
  put('w-else', container.connections === null ? '–' : whole(Math.max(viewers, container.connections - held.total)));
  put('f-refused', whole(since.refusals));
  put('f-published', whole(since.messages_published));
  put('f-delivered', whole(since.deliveries_written));
}
