'use strict';

/** Length of the listen queue that Node.js asks for if nobody else does. */
const BACKLOG = 511;

/**
 * Reads arguments of the form --name=value, as a server of this project gets them.
 *
 * @throws Error with one line for an argument that Node.js does not have
 */
function parse(given) {
  const settings = { contextPath: '/ceiling', bind: '127.0.0.1', port: 0, acceptCount: BACKLOG, maxThreads: 1, gauges: '' };
  for (const argument of given) {
    const equals = argument.indexOf('=');
    if (!argument.startsWith('--') || equals < 0) {
      throw new Error(`argument must be --name=value, was '${argument}'`);
    }
    const name = argument.slice(2, equals);
    const value = argument.slice(equals + 1);
    switch (name) {
      case 'context-path':
        settings.contextPath = value;
        break;
      case 'bind':
        demand('bind address', value.startsWith('127.'), 'on loopback, since it answers everybody,', value);
        settings.bind = value;
        break;
      case 'port':
        settings.port = number(name, value, 0);
        break;
      case 'max-threads':
        settings.maxThreads = number(name, value, 1);
        break;
      case 'accept-count':
        settings.acceptCount = number(name, value, 1);
        break;
      case 'gauges':
        settings.gauges = value;
        break;
      case 'war':
        demand(name, value === '', 'empty', value);
        break;
      case 'connector':
        demand(name, value === 'nio', 'nio', value);
        break;
      case 'thread-kind':
        demand(name, value === 'platform', 'platform', value);
        break;
      case 'idle-timeout-ms':
        demand(name, value === '0', '0', value);
        break;
      default:
        throw new Error(`node has no setting --${name}, was given ${value}`);
    }
  }
  return settings;
}

function number(name, text, least) {
  demand(name, /^\d{1,9}$/.test(text) && Number(text) >= least, `a whole number >= ${least}`, text);
  return Number(text);
}

function demand(name, holds, allowed, was) {
  if (!holds) {
    throw new Error(`${name.replaceAll('-', ' ')} must be ${allowed} for node, was ${was}`);
  }
}

module.exports = { parse };
