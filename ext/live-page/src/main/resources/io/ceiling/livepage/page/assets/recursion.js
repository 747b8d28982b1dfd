import { whole } from './format.js';
import { byId, element, json } from './kit.js';

const MOST = 10000;
const KEPT = 5;

/** Starts the form for one recursion at a time. */
export function startRecursion() {
  const depth = byId('recursion-depth');
  const kind = byId('recursion-kind');
  const button = byId('recursion-start');
  const results = byId('recursion-results');

  function tell(text, bad) {
    results.querySelector('.empty')?.remove();
    results.prepend(element('li', { className: bad ? 'bad' : '' }, text));
    while (results.children.length > KEPT) {
      results.lastElementChild.remove();
    }
  }

  byId('recursion').addEventListener('submit', async (event) => {
    event.preventDefault();
    const label = `${whole(depth.valueAsNumber)} ${kind.selectedOptions[0].textContent}`;
    button.disabled = true;
    button.textContent = 'Running';
    const begin = performance.now();
    try {
      const query = new URLSearchParams({ number: '1', limit: depth.value });
      const { reached, failure } = await json(await fetch(`${kind.value}?${query}`, { cache: 'no-store' }));
      const seconds = ((performance.now() - begin) / 1000).toFixed(2);
      tell(`${label}: reached ${whole(reached)} in ${seconds} s, ${failure ?? 'no failure'}`, failure !== null);
    } catch (e) {
      tell(`${label}: ${e.message}`, true);
    } finally {
      button.disabled = false;
      button.textContent = 'Start';
    }
  });

  return {
    /** Sets the server's own cap, once it is known. */
    cap(servers) {
      depth.max = Math.min(MOST, servers);
      byId('recursion-cap').textContent = `At most ${whole(depth.max)} from this page; the server allows ${whole(servers)}.`;
    },
  };
}
