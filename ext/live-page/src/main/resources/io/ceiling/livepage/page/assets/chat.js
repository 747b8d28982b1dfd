import { ChannelClient } from './channel-client.js';
import { byId, element, put } from './kit.js';

const KEPT = 200;

/** Starts the chat: joins a channel, sends and shows messages. */
export function startChat() {
  const state = byId('chat-state');
  const log = byId('chat-log');
  const text = byId('chat-text');
  let client = null;

  function show(kind, words) {
    put(state, words);
    state.dataset.state = kind;
    text.disabled = kind !== 'joined';
    byId('chat-say').disabled = kind !== 'joined';
    if (kind === 'refused') {
      client = null;
    }
    byId('chat-button').textContent = client === null ? 'Join' : 'Leave';
    byId('chat-channel').disabled = client !== null;
    byId('chat-transport').disabled = client !== null;
  }

  function message({ timestamp, request, elements }) {
    const at = new Date(timestamp);
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    log.append(
      element(
        'li',
        {},
        element('time', { dateTime: at.toISOString() }, at.toTimeString().slice(0, 8)),
        element('span', { className: 'quiet' }, `#${request}`),
        element('span', { className: 'words' }, elements),
      ),
    );
    while (log.children.length > KEPT) {
      log.firstElementChild.remove();
    }
    if (atEnd) {
      log.scrollTop = log.scrollHeight;
    }
  }

  const trouble = (words) => put(state, words);

  byId('chat-join').addEventListener('submit', (event) => {
    event.preventDefault();
    if (client !== null) {
      client.leave();
      client = null;
      show('idle', 'Not joined.');
      return;
    }
    client = new ChannelClient(byId('chat-channel').value, byId('chat-transport').value, { message, state: show, trouble });
    client.join();
  });

  byId('chat-send').addEventListener('submit', async (event) => {
    event.preventDefault();
    if (client === null || text.value === '') {
      return;
    }
    try {
      await client.publish(text.value);
      text.value = '';
    } catch (e) {
      trouble(`Not sent: ${e.message}`);
    }
  });
}
