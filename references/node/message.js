'use strict';

const { echo } = require('./protocol');

const ACTIONS = ['subscribe', 'unsubscribe', 'publish'];
const FIELDS = ['action', 'identifier', 'elements'];
const IDENTIFIER = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Returns the message of a client, {"action":"publish","identifier":"7","elements":"..."}.
 *
 * @throws Error with one line that states what is wrong, in the words of the web application
 */
function parseMessage(text) {
  let fields;
  try {
    fields = JSON.parse(text);
  } catch (error) {
    throw new Error(`message is not JSON: ${echo(error.message)}`);
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new Error('message must be a JSON object');
  }
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') {
      throw new Error(`${echo(name)} must be a string`);
    }
    if (!FIELDS.includes(name)) {
      throw new Error(`unknown field '${echo(name)}', allowed: action, identifier, elements`);
    }
  }
  const { action, identifier, elements } = fields;
  if (!ACTIONS.includes(action)) {
    throw new Error(`action must be subscribe, unsubscribe or publish, was ${shown(action)}`);
  }
  if (identifier === undefined || !IDENTIFIER.test(identifier)) {
    throw new Error(`identifier must be 1..64 of letters, digits, '.', '_', '-', was ${shown(identifier)}`);
  }
  if (action === 'publish' && elements === undefined) {
    throw new Error('elements is missing, publish needs it');
  }
  return { action, identifier, elements };
}

function shown(text) {
  return text === undefined ? 'missing' : `'${echo(text)}'`;
}

module.exports = { parseMessage };
