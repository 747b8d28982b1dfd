'use strict';

const path = require('node:path');
const { Worker } = require('node:worker_threads');
const { LETTERS } = require('./protocol');
const { Splittable } = require('./random');

const NANOS_PER_SECOND = 1e9;
const LATE_NANOS = 1e6;
/** Time after which a backlog that does not change is not waited for any longer. */
const PATIENCE_NANOS = 2e8;
/** Backlogs at which no message is published without a rate, and with one. */
const CLOSED_WINDOW = 256;
const OPEN_WINDOW = 16 * 1024;
/** Part of the window without a rate for each client: half an outbox, since all that is on its way may be for one of few clients. */
const WINDOW_OF_A_CLIENT = 32;
/** Messages after which the event loop has its turn. */
const TURN = 64;
const STAMPS_CHARS = 32;

const now = () => Number(process.hrtime.bigint());
const hex = (nanos) => BigInt(nanos).toString(16).padStart(16, '0');

/**
 * Publishes messages to channels drawn at random, at a rate or without pause. Messages are published by the one thread of the server;
 * another one only tells when they are due.
 */
class Publisher {
  #channels;
  #gauges;
  #state = new Int32Array(new SharedArrayBuffer(4));
  #pacer;
  #work;

  constructor(channels, gauges) {
    this.#channels = channels;
    this.#gauges = gauges;
  }

  /** Begins to publish without waiting for the end, and returns false if messages are being published already. */
  start({ perSecond, bytes, identifiers, seconds, seed }) {
    this.#prepare();
    if (this.#work !== undefined && !this.#work.isOver) {
      return false;
    }
    const work = {
      order: this.#nextOrder(),
      perSecond, bytes, identifiers,
      random: new Splittable(seed),
      startNanos: now(),
      intervalNanos: perSecond === 0 ? 0 : NANOS_PER_SECOND / perSecond,
      count: perSecond === 0 ? Infinity : Math.ceil(perSecond * seconds),
      endNanos: seconds * NANOS_PER_SECOND,
      next: 0,
      due: perSecond === 0 ? Infinity : 0,
      isTurning: false, isOver: false,
      // The backlog that is not waited for, and since when it has not changed.
      forgiven: this.#gauges.backlog(), lastBacklog: -1, sinceNanos: 0,
      messages: 0, late: 0, durationNanos: 0,
    };
    this.#work = work;
    this.#gauges.add('publishing', 1);
    this.#gauges.write();
    if (perSecond === 0) {
      this.#turn(work);
    } else {
      const { intervalNanos, count, order } = work;
      this.#pacer.postMessage({ intervalNanos, count, state: this.#state, order });
    }
    return true;
  }

  /** Ends publishing, and returns what was published. */
  stop() {
    this.#prepare();
    const work = this.#work;
    if (work !== undefined) {
      this.#end(work);
    }
    // What was published is in the file before it is told.
    this.#gauges.write();
    return { messages: work?.messages ?? 0, late: work?.late ?? 0, duration_ns: work?.durationNanos ?? 0 };
  }

  /** Starts the other thread with the first request of any kind, so that its memory is there before the memory of connections is read. */
  #prepare() {
    if (this.#pacer === undefined) {
      this.#pacer = new Worker(path.join(__dirname, 'pacer.js'));
      this.#pacer.on('message', ({ order, startNanos, due }) => {
        if (order === this.#work?.order) {
          this.#work.startNanos = startNanos;
          this.#work.due = due;
          this.#turn(this.#work);
        }
      });
    }
  }

  #nextOrder() {
    const order = Atomics.add(this.#state, 0, 1) + 1;
    Atomics.notify(this.#state, 0);
    return order;
  }

  #end(work) {
    if (!work.isOver) {
      work.isOver = true;
      this.#nextOrder();
      this.#gauges.add('publishing', -1);
    }
  }

  /** Publishes what is due and has room, and has itself called again if something is left. */
  #turn(work) {
    if (work.isTurning || work.isOver) {
      return;
    }
    for (let i = 0; i < TURN && work.next < work.due; i++) {
      if (work.perSecond === 0 && now() - work.startNanos >= work.endNanos) {
        break;
      }
      if (!this.#hasRoom(work)) {
        this.#again(work);
        return;
      }
      this.#publish(work);
    }
    const isTimeOver = work.perSecond === 0 && now() - work.startNanos >= work.endNanos;
    if (isTimeOver || work.next >= work.count) {
      this.#end(work);
    } else if (work.next < work.due) {
      this.#again(work);
    }
  }

  #again(work) {
    work.isTurning = true;
    setImmediate(() => {
      work.isTurning = false;
      this.#turn(work);
    });
  }

  #hasRoom(work) {
    const backlog = this.#gauges.backlog() - work.forgiven;
    if (backlog < this.#window(work)) {
      work.lastBacklog = -1;
      return true;
    }
    if (backlog !== work.lastBacklog) {
      work.lastBacklog = backlog;
      work.sinceNanos = now();
    } else if (now() - work.sinceNanos > PATIENCE_NANOS) {
      work.forgiven += backlog;
      return true;
    }
    return false;
  }

  #window(work) {
    return work.perSecond > 0
      ? OPEN_WINDOW
      : Math.min(CLOSED_WINDOW, WINDOW_OF_A_CLIENT * Math.max(1, this.#gauges.channelClients));
  }

  #publish(work) {
    const sentNanos = now();
    let intendedNanos = sentNanos;
    if (work.perSecond > 0) {
      intendedNanos = work.startNanos + Math.floor(work.next * work.intervalNanos);
      if (sentNanos - intendedNanos > LATE_NANOS) {
        work.late++;
        this.#gauges.add('publishedLate', 1);
      }
    }
    work.next++;
    const identifier = String(work.random.next(work.identifiers));
    const isSent = this.#channels.publish(identifier, (rest) => {
      const size = Math.max(STAMPS_CHARS, work.bytes - rest);
      return `"${hex(intendedNanos)}${hex(sentNanos)}${LETTERS.slice(STAMPS_CHARS, size)}"`;
    });
    if (isSent) {
      work.messages++;
    }
    work.durationNanos = now() - work.startNanos;
  }
}

module.exports = { Publisher };
