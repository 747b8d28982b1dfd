import { backOff, json } from './kit.js';

/** Time without an event after which the server counts as silent; two events may be missing. */
const SILENCE_MS = 4000;

/**
 * Follows the server's events and reconnects after every loss.
 *
 * handlers: reading(object), lost(), state(kind, text) with kind connecting, live or lost.
 */
export function watch(url, handlers) {
  let failures = 0;
  let source;
  let silence;

  function open() {
    source = new EventSource(url);
    awaitEvent();
    source.onmessage = (event) => {
      awaitEvent();
      failures = 0;
      handlers.state('live', 'live');
      handlers.reading(JSON.parse(event.data));
    };
    source.onerror = async () => {
      const refused = source.readyState === EventSource.CLOSED;
      end();
      lost(refused ? await reason(url) : 'server does not answer');
    };
  }

  function awaitEvent() {
    clearTimeout(silence);
    silence = setTimeout(() => lost('no reading for 4 s'), SILENCE_MS);
  }

  function end() {
    clearTimeout(silence);
    source.onmessage = null;
    source.onerror = null;
    source.close();
  }

  function lost(why) {
    end();
    handlers.lost();
    handlers.state('lost', `${why}, trying again`);
    setTimeout(open, backOff(failures));
    failures += 1;
  }

  handlers.state('connecting', 'connecting');
  open();
}

/** Returns the reason for which the stream was refused, which an EventSource does not report. */
async function reason(url) {
  const abort = new AbortController();
  try {
    const answer = await fetch(url, { signal: abort.signal, cache: 'no-store' });
    if (!answer.ok) {
      await json(answer);
    }
    abort.abort();
    return 'stream was refused';
  } catch (e) {
    return e.status === undefined ? 'server does not answer' : e.message;
  }
}
