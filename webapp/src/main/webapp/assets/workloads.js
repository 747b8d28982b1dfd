/** The workloads in the order of the page; colour is the number of a colour in style.css. */
export const WORKLOADS = [
  { name: 'Blocking holds', path: '/hold/blocking', thread: 'one', colour: 1, count: (held) => held['hold-blocking'] },
  { name: 'Asynchronous holds', path: '/hold/async', thread: 'none', colour: 2, count: (held) => held['hold-async'] },
  { name: 'WebSockets', path: '/ws/upper', thread: 'none', colour: 3, count: (held) => held.websocket },
  { name: 'Channels, WebSocket', path: '/channels', thread: 'none', colour: 4, count: (held) => held.channels.websocket },
  { name: 'Channels, SSE', path: '/channels', thread: 'none', colour: 4, count: (held) => held.channels.sse },
  { name: 'Channels, streaming', path: '/channels', thread: 'none', colour: 4, count: (held) => held.channels.streaming },
  { name: 'Channels, long polling', path: '/channels', thread: 'none', colour: 4, count: (held) => held.channels['long-polling'] },
  { name: 'Recursion levels', path: '/recursive', thread: 'one, async none', colour: 5, count: (held) => held.recursion },
];
