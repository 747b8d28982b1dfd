import { json } from './answers.js';
import { whole } from './format.js';

const MOST = 10000;
const KEPT = 5;

/** Starts the form for one recursion at a time. */
export function startRecursion() {
  const form = document.getElementById('recursion');
  const depth = document.getElementById('recursion-depth');
  const kind = document.getElementById('recursion-kind');
  const button = document.getElementById('recursion-start');
  const results = document.getElementById('recursion-results');

  function tell(text, bad) {
    results.querySelector('.empty')?.remove();
    const item = document.createElement('li');
    item.textContent = text;
    item.classList.toggle('bad', bad);
    results.prepend(item);
    while (results.children.length > KEPT) {
      results.lastElementChild.remove();
    }
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const label = `${whole(depth.valueAsNumber)} ${kind.selectedOptions[0].textContent}`;
    button.disabled = true;
    button.textContent = 'Running';
    const begin = performance.now();
    try {
      const query = new URLSearchParams({ number: '1', limit: depth.value });
      const answer = await json(await fetch(`${kind.value}?${query}`, { cache: 'no-store' }));
      const seconds = ((performance.now() - begin) / 1000).toFixed(2);
      const failure = answer.failure === null ? 'no failure' : answer.failure;
      tell(`${label}: reached ${whole(answer.reached)} in ${seconds} s, ${failure}`, answer.failure !== null);
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
      const most = Math.min(MOST, servers);
      depth.max = most;
      document.getElementById('recursion-cap').textContent = `At most ${whole(most)} from this page; the server allows ${whole(servers)}.`;
    },
  };
}
