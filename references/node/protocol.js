'use strict';

const LENGTH_CAP = 10240;
const MESSAGE_BYTES = 64 << 10;
const BAD_REQUEST = 400;
const NOT_FOUND = 404;
const LONGEST_ECHO = 100;
/** Of a message without its elements, and of the two times that its elements begin with. */
const LEAST_BYTES = 128 + 32;

/** What answers and messages consist of. */
const LETTERS = Array.from({ length: MESSAGE_BYTES }, (_, i) => String.fromCharCode(97 + (i % 26))).join('');
const LONGEST = Buffer.from(LETTERS.slice(0, LENGTH_CAP));

/**
 * Returns the parameters of a query, each of them with all its values.
 *
 * @param allowed names, sorted
 * @throws Refused if another one is given
 */
function parameters(query, ...allowed) {
  const given = new URLSearchParams(query);
  for (const name of given.keys()) {
    if (!allowed.includes(name)) {
      throw new Refused(BAD_REQUEST, `unknown parameter '${echo(name)}', allowed: ${allowed.join(', ')}`);
    }
  }
  return given;
}

/**
 * Returns the value of a parameter.
 *
 * @throws Refused if it is no whole number in that range, in the words of the web application
 */
function number(given, name, least, most) {
  const values = given.getAll(name);
  const value = values.length === 1 && /^\d{1,9}$/.test(values[0]) ? Number(values[0]) : -1;
  if (value < least || value > most) {
    const problem = [`is missing`, `was '${echo(values[0] ?? '')}'`][values.length] ?? `was given ${values.length} times`;
    throw new Refused(BAD_REQUEST, `${name} must be a whole number ${least}..${most}, ${problem}`);
  }
  return value;
}

/** Returns the answer to /length with this query. */
function answerOfLength(query) {
  const length = number(parameters(query, 'length'), 'length', 1, LENGTH_CAP);
  return { status: 200, contentType: 'text/plain;charset=UTF-8', body: LONGEST.subarray(0, length) };
}

/** Returns what a query asks the publisher for. */
function orderOf(query) {
  const given = parameters(query, 'bytes', 'identifiers', 'per-second', 'seconds', 'seed');
  return {
    perSecond: number(given, 'per-second', 0, 1_000_000),
    bytes: number(given, 'bytes', LEAST_BYTES, MESSAGE_BYTES),
    identifiers: number(given, 'identifiers', 1, 100_000),
    seconds: number(given, 'seconds', 1, 3_600),
    seed: given.has('seed') ? number(given, 'seed', 0, 2 ** 31 - 1) : 0,
  };
}

/** Thrown when a request is not served; its message is one line with the reason. */
class Refused extends Error {
  constructor(status, message, header) {
    super(message);
    this.status = status;
    this.header = header;
  }
}

function json(status, value, header) {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify(value)), header };
}

/** Returns text from outside for an error message of one line. */
function echo(text) {
  const start = text.length <= LONGEST_ECHO ? text : `${text.slice(0, LONGEST_ECHO)}...`;
  // eslint-disable-next-line no-control-regex
  return start.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, '?');
}

module.exports = { LETTERS, MESSAGE_BYTES, NOT_FOUND, Refused, answerOfLength, echo, json, orderOf };
