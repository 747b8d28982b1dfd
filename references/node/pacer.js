'use strict';

// The thread that tells the publisher when messages are due. Timers of Node.js are rounded to milliseconds, which would be late; this
// thread sleeps more exactly.

const { parentPort } = require('node:worker_threads');

const NANOS_PER_MILLI = 1e6;

parentPort.on('message', ({ intervalNanos, count, state, order }) => {
  const startNanos = Number(process.hrtime.bigint());
  let i = 0;
  while (i < count && Atomics.load(state, 0) === order) {
    const left = startNanos + i * intervalNanos - Number(process.hrtime.bigint());
    if (left > 0) {
      Atomics.wait(state, 0, order, left / NANOS_PER_MILLI);
    } else {
      // All that are due by now are one word to the publisher.
      i = Math.min(count, i + Math.floor(-left / intervalNanos) + 1);
      parentPort.postMessage({ order, startNanos, due: i });
    }
  }
});
