// Node.js whose requests pass a chain of stations, such as wait:100,lock:10: SERVER_PORT, STATIONS.
const http = require('http');
const net = require('net');

const { SERVER_PORT, STATIONS } = process.env;
const PASS = 200, ANSWER = 0;
const sleep = millis => new Promise(done => setTimeout(done, millis));

// A number of places, in the order of arrival.
function places(size) {
  const waiting = [];
  let free = size;
  return async inside => {
    if (free > 0) { free--; } else { await new Promise(next => waiting.push(next)); }
    try { return await inside(); } finally { const next = waiting.shift(); if (next) { next(); } else { free++; } }
  };
}

function computed(millis) {
  const begin = process.cpuUsage();
  let used = 0;
  while (used < millis * 1000) { const now = process.cpuUsage(begin); used = now.user + now.system; }
}

function bucket(perSecond, burst, refuses) {
  const period = 1000 / perSecond;
  let next = performance.now() - burst * period;
  return async () => {
    const now = performance.now();
    const own = Math.max(next, now - burst * period) + period;
    if (refuses && own > now) { return 429; }
    next = own;
    if (own > now) { await sleep(own - now); }
    return PASS;
  };
}

const kinds = {
  wait: millis => async () => { await sleep(millis); return PASS; },
  cpu: millis => async () => { computed(millis); return PASS; },
  lock: millis => { const one = places(1); return () => one(async () => { await sleep(millis); return PASS; }); },
  pool: (size, port) => {
    const lent = places(size);
    const connections = Array.from({ length: size }, () => net.connect(port, '127.0.0.1').setNoDelay());
    return () => lent(async () => {
      const connection = connections.pop();
      connection.write('?');
      await new Promise(served => connection.once('data', served));
      connections.push(connection);
      return PASS;
    });
  },
  cache: percent => {
    let n = 0;
    return async () => { n++; return Math.floor(n * (100 - percent) / 100) > Math.floor((n - 1) * (100 - percent) / 100) ? PASS : ANSWER; };
  },
  bucket: (perSecond, burst) => bucket(perSecond, burst, false),
  quota: (perSecond, burst) => bucket(perSecond, burst, true),
  queue: (workers, waiting, millis) => {
    const served = places(workers);
    let inside = 0;
    return async () => {
      if (inside === workers + waiting) { return 503; }
      inside++;
      try { return await served(async () => { await sleep(millis); return PASS; }); } finally { inside--; }
    };
  },
};

const stations = STATIONS.split(',').map(text => { const [kind, ...numbers] = text.split(':'); return kinds[kind](...numbers.map(Number)); });
http.createServer(async (request, response) => {
  let status = PASS;
  for (const pass of stations) { status = await pass(); if (status !== PASS) { break; } }
  response.statusCode = status === ANSWER ? 200 : status;
  response.end('passed');
}).listen(Number(SERVER_PORT), '127.0.0.1', 2048);
