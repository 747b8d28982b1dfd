/** Returns the element with this id. */
export const byId = (id) => document.getElementById(id);

/** Returns a new element with these properties and children. */
export function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Sets a text only if it differs: otherwise a screen reader would read it every second. */
export function put(target, text) {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

/** Returns the JSON of an answer; throws an error with the server's message if the server refused the request. */
export async function json(answer) {
  let body;
  try {
    body = await answer.json();
  } catch (e) {
    throw new Error(`HTTP ${answer.status}, not JSON`);
  }
  if (!answer.ok) {
    throw Object.assign(new Error(body.error ?? `HTTP ${answer.status}`), { status: answer.status });
  }
  return body;
}

/** Returns a WebSocket to a path of this server. */
export function openWebSocket(path) {
  const url = new URL(path, document.baseURI);
  url.protocol = url.protocol.replace('http', 'ws');
  return new WebSocket(url);
}

/**
 * Returns the milliseconds to wait before the next attempt: doubled after each failure up to a maximum, with a random
 * quarter more or less, so that clients do not retry together.
 */
export function backOff(failures) {
  return Math.round(Math.min(15000, 500 * 2 ** Math.min(failures, 10)) * (0.75 + 0.5 * Math.random()));
}
