import { json } from './answers.js';

/**
 * Reads and shows the settings of the server. handlers: cap(depth) with the maximum depth of recursion that the server
 * allows.
 */
export function readSettings(handlers) {
  const groups = document.getElementById('settings-groups');
  const note = document.getElementById('settings-note');

  async function read() {
    try {
      const settings = await json(await fetch('live/settings', { cache: 'no-store' }));
      document.getElementById('server-line').textContent = serverLine(settings.server);
      handlers.cap(Number(settings.caps['ceiling.recursion.cap']));
      note.textContent =
        settings.connectors.length === 0
          ? 'This server shows no MBeans of its connectors. Jetty has them with its module jmx; Tomcat unless its registry was switched off.'
          : 'Read from the MBeans of the running server.';
      groups.replaceChildren(
        ...settings.connectors.map(({ title, bean, settings: rows }) => group(title, bean, rows)),
        group('Server', '', pairs(settings.server)),
        group('Caps of this application', 'context parameters; a system property of the same name wins', pairs(settings.caps)),
      );
    } catch (e) {
      note.textContent = `Not read: ${e.message}`;
    }
  }

  document.getElementById('settings-again').addEventListener('click', read);
  read();
  return { read };
}

function serverLine(server) {
  return `${server.Server} · Java ${server.Java} · Atmosphere ${server.Atmosphere}`;
}

function pairs(object) {
  return Object.entries(object).map(([name, value]) => ({ name, value, meaning: '' }));
}

function group(title, bean, rows) {
  const panel = document.createElement('div');
  panel.className = 'panel group';
  const heading = document.createElement('h3');
  heading.textContent = title;
  panel.append(heading);
  if (bean !== '') {
    const under = document.createElement('p');
    under.className = 'quiet bean';
    under.textContent = bean;
    panel.append(under);
  }
  const list = document.createElement('dl');
  for (const { name, value, meaning } of rows) {
    const row = document.createElement('div');
    const term = document.createElement('dt');
    term.textContent = name;
    if (meaning !== '') {
      const words = document.createElement('small');
      words.textContent = meaning;
      term.append(words);
    }
    const detail = document.createElement('dd');
    detail.textContent = value === '' ? '–' : value;
    row.append(term, detail);
    list.append(row);
  }
  panel.append(list);
  return panel;
}
