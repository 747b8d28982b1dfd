import { byId, element, json } from './kit.js';

/** Reads and shows the settings of the server; calls cap(depth) with the maximum depth of recursion that it allows. */
export function readSettings(cap) {
  const note = byId('settings-note');

  async function read() {
    try {
      const { server, caps, connectors } = await json(await fetch('live/settings', { cache: 'no-store' }));
      byId('server-line').textContent = `${server.Server} · Java ${server.Java} · Atmosphere ${server.Atmosphere}`;
      cap(Number(caps['ceiling.recursion.cap']));
      note.textContent =
        connectors.length === 0
          ? 'This server shows no MBeans of its connectors. Jetty has them with its module jmx; Tomcat unless its registry was switched off.'
          : 'Read from the MBeans of the running server.';
      byId('settings-groups').replaceChildren(
        ...connectors.map(({ title, bean, settings }) => group(title, bean, settings)),
        group('Server', '', pairs(server)),
        group('Caps of this application', 'context parameters; a system property of the same name wins', pairs(caps)),
      );
    } catch (e) {
      note.textContent = `Not read: ${e.message}`;
    }
  }

  byId('settings-again').addEventListener('click', read);
  read();
  return { read };
}

function pairs(object) {
  return Object.entries(object).map(([name, value]) => ({ name, value, meaning: '' }));
}

function group(title, bean, rows) {
  const list = rows.map(({ name, value, meaning }) => {
    const term = element('dt', {}, name, ...(meaning === '' ? [] : [element('small', {}, meaning)]));
    return element('div', {}, term, element('dd', {}, value === '' ? '–' : value));
  });
  const under = bean === '' ? [] : [element('p', { className: 'quiet bean' }, bean)];
  return element('div', { className: 'panel group' }, element('h3', {}, title), ...under, element('dl', {}, ...list));
}
