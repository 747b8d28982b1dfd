'use strict';

const fs = require('node:fs');

/** The counters of the gauges file, with the slots that the web application gives them. */
const SLOTS = {
  upperSessions: 5,
  lengthAnswers: 6,
  upperAnswers: 7,
  subscriptions: 8,
  published: 10,
  deliveriesDue: 11,
  deliveriesWritten: 12,
  deliveriesDropped: 13,
  publishedLate: 14,
  publishing: 15,
  channels: 16,
  channelClients: 17,
  slowClients: 19,
};
const LONGEST_PAUSE = 18;
const NOT_SEEN = -1n;
const USED_SLOTS = 20;
const FILE_BYTES = 4096;
const MAGIC = Buffer.from('CEILING1', 'ascii');
/** Time after which a change is in the file, in milliseconds. Node.js cannot map a file, so that each write is a call of the kernel. */
const WRITE_MILLIS = 5;

/** Counters that can be read from outside while the process hangs or after it was killed. */
class Gauges {
  #file = -1;
  #words = new BigInt64Array(USED_SLOTS);
  #bytes = Buffer.from(this.#words.buffer);
  #isDue = false;

  /** @param name file that the harness reads; without one the counters are in memory */
  constructor(name) {
    for (const counter of Object.keys(SLOTS)) {
      this[counter] = 0;
    }
    if (name) {
      this.#file = fs.openSync(name, 'r+');
      if (fs.fstatSync(this.#file).size < FILE_BYTES) {
        throw new Error(`gauges must name an existing file of at least ${FILE_BYTES} bytes, was ${name}`);
      }
      MAGIC.copy(this.#bytes);
      this.#words[LONGEST_PAUSE] = NOT_SEEN;
      this.write();
    }
  }

  add(counter, amount) {
    this[counter] += amount;
    if (this.#file >= 0 && !this.#isDue) {
      this.#isDue = true;
      setTimeout(() => this.write(), WRITE_MILLIS);
    }
  }

  /** Returns the number of messages on their way to clients. */
  backlog() {
    return this.deliveriesDue - this.deliveriesWritten - this.deliveriesDropped;
  }

  /** Writes all counters now. */
  write() {
    this.#isDue = false;
    if (this.#file >= 0) {
      for (const [counter, slot] of Object.entries(SLOTS)) {
        this.#words[slot] = BigInt(this[counter]);
      }
      fs.writeSync(this.#file, this.#bytes, 0, this.#bytes.length, 0);
    }
  }
}

module.exports = { Gauges };
