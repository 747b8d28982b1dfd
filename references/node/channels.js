'use strict';

const { parseMessage } = require('./message');

/**
 * Number of messages that may wait for a client beside the one that is being written. One more, and all that wait are given up and the
 * client is disconnected: the rule of the web application.
 */
const OUTBOX = 64;
const ONLY_QUOTES = Buffer.byteLength('""}');

/** The channels that have a subscriber, and the WebSockets of /channels. */
class Channels {
  #open = new Map();
  #gauges;

  constructor(gauges) {
    this.#gauges = gauges;
  }

  /** Serves a new WebSocket until it is closed. */
  opened(socket) {
    const client = { socket, identifiers: new Set(), unwritten: 0, isOverrun: false };
    this.#gauges.add('channelClients', 1);
    socket.on('message', (text, isBinary) => {
      if (isBinary) {
        socket.close(1003);
      } else {
        this.#received(client, text.toString());
      }
    });
    socket.on('close', () => {
      client.identifiers.forEach((identifier) => this.#leave(client, identifier));
      this.#gauges.add('channelClients', -1);
    });
  }

  #received(client, text) {
    try {
      const { action, identifier, elements } = parseMessage(text);
      if (action === 'subscribe') {
        this.#join(client, identifier);
        client.socket.send(JSON.stringify({ subscribed: identifier }));
      } else if (action === 'unsubscribe') {
        this.#leave(client, identifier);
        client.socket.send(JSON.stringify({ unsubscribed: identifier }));
      } else {
        this.publish(identifier, () => JSON.stringify(elements));
      }
    } catch (error) {
      client.socket.send(JSON.stringify({ error: error.message }));
    }
  }

  #join(client, identifier) {
    if (client.identifiers.has(identifier)) {
      return;
    }
    client.identifiers.add(identifier);
    let channel = this.#open.get(identifier);
    if (channel === undefined) {
      channel = { subscribers: new Set(), requests: 0 };
      this.#open.set(identifier, channel);
      this.#gauges.add('channels', 1);
    }
    channel.subscribers.add(client);
    this.#gauges.add('subscriptions', 1);
  }

  #leave(client, identifier) {
    if (!client.identifiers.delete(identifier)) {
      return;
    }
    const channel = this.#open.get(identifier);
    channel.subscribers.delete(client);
    this.#gauges.add('subscriptions', -1);
    if (channel.subscribers.size === 0) {
      this.#open.delete(identifier);
      this.#gauges.add('channels', -1);
    }
  }

  /**
   * Sends a message to all subscribers of a channel, and returns false if it has none.
   *
   * @param elements returns the elements as JSON, given the number of bytes of the rest of the message, their quotes included
   */
  publish(identifier, elements) {
    const channel = this.#open.get(identifier);
    if (channel === undefined) {
      return false;
    }
    channel.requests++;
    const before = `{"request":${channel.requests},"timestamp":${Date.now()},"identifier":"${identifier}","elements":`;
    // The same bytes for all, which are not copied for each.
    const message = Buffer.from(`${before}${elements(before.length + ONLY_QUOTES)}}`);
    this.#gauges.add('published', 1);
    this.#gauges.add('deliveriesDue', channel.subscribers.size);
    channel.subscribers.forEach((client) => this.#deliver(client, message));
    return true;
  }

  #deliver(client, message) {
    if (client.isOverrun) {
      this.#gauges.add('deliveriesDropped', 1);
    } else if (client.unwritten > OUTBOX) {
      client.isOverrun = true;
      this.#gauges.add('deliveriesDropped', 1);
      this.#gauges.add('slowClients', 1);
      // The writes that wait end with the connection, and each of them counts as given up then.
      client.socket.terminate();
    } else {
      client.unwritten++;
      client.socket.send(message, { binary: false }, (error) => {
        client.unwritten--;
        this.#gauges.add(error || client.isOverrun ? 'deliveriesDropped' : 'deliveriesWritten', 1);
      });
    }
  }
}

module.exports = { Channels };
