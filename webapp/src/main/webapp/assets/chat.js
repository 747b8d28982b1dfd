import { ChannelClient } from './channel-client.js';

const KEPT = 200;

/** Starts the chat: joins a channel, sends and shows messages. */
export function startChat() {
  const join = document.getElementById('chat-join');
  const channel = document.getElementById('chat-channel');
  const transport = document.getElementById('chat-transport');
  const button = document.getElementById('chat-button');
  const state = document.getElementById('chat-state');
  const log = document.getElementById('chat-log');
  const text = document.getElementById('chat-text');
  const say = document.getElementById('chat-say');
  let client = null;

  function show(kind, words) {
    if (state.textContent !== words) {
      state.textContent = words;
    }
    state.dataset.state = kind;
    const joined = kind === 'joined';
    text.disabled = !joined;
    say.disabled = !joined;
    if (kind === 'refused') {
      client = null;
    }
    button.textContent = client === null ? 'Join' : 'Leave';
    channel.disabled = client !== null;
    transport.disabled = client !== null;
  }

  function add(message) {
    const item = document.createElement('li');
    const time = document.createElement('time');
    const at = new Date(message.timestamp);
    time.dateTime = at.toISOString();
    time.textContent = at.toTimeString().slice(0, 8);
    const number = document.createElement('span');
    number.className = 'quiet';
    number.textContent = `#${message.request}`;
    const words = document.createElement('span');
    words.className = 'words';
    words.textContent = message.elements;
    item.append(time, number, words);
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    log.append(item);
    while (log.children.length > KEPT) {
      log.firstElementChild.remove();
    }
    if (atEnd) {
      log.scrollTop = log.scrollHeight;
    }
  }

  function trouble(words) {
    state.textContent = words;
  }

  join.addEventListener('submit', (event) => {
    event.preventDefault();
    if (client !== null) {
      client.leave();
      client = null;
      show('idle', 'Not joined.');
      return;
    }
    client = new ChannelClient(channel.value, transport.value, { message: add, state: show, trouble });
    client.join();
  });

  document.getElementById('chat-send').addEventListener('submit', async (event) => {
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
