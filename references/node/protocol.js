'use strict';

const LENGTH_CAP = 10240;
const MESSAGE_BYTES = 64 << 10;
const BAD_REQUEST = 400;
const NOT_FOUND = 404;
const LONGEST_ECHO = 100;

const LONGEST = Buffer.from(Array.from({ length: LENGTH_CAP }, (_, i) => 97 + (i % 26)));

/** Returns the answer to /length with this query, in the words of the web application. */
function answerOfLength(query) {
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (name !== 'length') {
      return refusal(BAD_REQUEST, `unknown parameter '${echo(name)}', allowed: length`);
    }
  }
  const given = parameters.getAll('length');
  if (given.length !== 1) {
    return badLength(given.length === 0 ? 'is missing' : `was given ${given.length} times`);
  }
  const length = /^\d{1,9}$/.test(given[0]) ? Number(given[0]) : -1;
  if (length < 1 || length > LENGTH_CAP) {
    return badLength(`was '${echo(given[0])}'`);
  }
  return { status: 200, contentType: 'text/plain;charset=UTF-8', body: LONGEST.subarray(0, length) };
}

function badLength(problem) {
  return refusal(BAD_REQUEST, `length must be a whole number 1..${LENGTH_CAP}, ${problem}`);
}

function refusal(status, message) {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify({ error: message })) };
}

/** Returns text from outside for an error message of one line. */
function echo(text) {
  const start = text.length <= LONGEST_ECHO ? text : `${text.slice(0, LONGEST_ECHO)}...`;
  // eslint-disable-next-line no-control-regex
  return start.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, '?');
}

module.exports = { MESSAGE_BYTES, NOT_FOUND, answerOfLength, refusal };
