// Node.js with one limit: SERVER_PORT, LIMIT_KIND, LIMIT_SIZE, LIMIT_MILLIS.
const http = require('http');
const { Worker, isMainThread, parentPort } = require('worker_threads');

const { SERVER_PORT, LIMIT_KIND: kind, LIMIT_SIZE, LIMIT_MILLIS } = process.env;
const size = Number(LIMIT_SIZE), millis = Number(LIMIT_MILLIS);
const blocked = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);

if (!isMainThread) {
  parentPort.on('message', () => { blocked(); parentPort.postMessage('served'); });
} else {
  const waiting = [];
  let free = size;
  const enter = inside => { if (free > 0) { free--; inside(); } else { waiting.push(inside); } };
  const leave = () => { const next = waiting.shift(); if (next) { next(); } else { free++; } };
  const workers = kind === 'workers' ? Array.from({ length: size }, () => new Worker(__filename)) : [];

  const answers = {
    'async-semaphore': end => enter(() => setTimeout(() => { end(); leave(); }, millis)),
    loop: end => { blocked(); end(); },
    none: end => setTimeout(end, millis),
    processors: end => {
      const begin = process.cpuUsage();
      let used = 0;
      while (used < millis * 1000) { const now = process.cpuUsage(begin); used = now.user + now.system; }
      end();
    },
    refuse: end => {
      if (free === 0) { end(503); return; }
      free--;
      setTimeout(() => { free++; end(); }, millis);
    },
    workers: end => enter(() => {
      const worker = workers.pop();
      worker.once('message', () => { workers.push(worker); end(); leave(); });
      worker.postMessage('serve');
    }),
  };
  http.createServer((request, response) => answers[kind]((status = 200) => {
    response.statusCode = status;
    response.end('served');
  })).listen(Number(SERVER_PORT), '127.0.0.1', 1024);
}
