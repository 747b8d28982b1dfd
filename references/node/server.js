'use strict';

// Node.js as a reference: node:http with ws in one process (docs/references.md). It prints a READY line with the
// settings that it runs with, and ends when its standard input does.

const fs = require('node:fs');
const http = require('node:http');
const v8 = require('node:v8');
const { WebSocketServer } = require('ws');
const { MESSAGE_BYTES, NOT_FOUND, answerOfLength, refusal } = require('./protocol');
const { parse } = require('./settings');

const EXIT_BAD_ARGUMENTS = 2;
const EXIT_NOT_STARTED = 3;

function fail(code, message) {
  process.stderr.write(`ceiling server: ${message}\n`, () => process.exit(code));
}

/** Returns the HTTP server of one process, which answers and upgrades. */
function createServer(contextPath) {
  const upper = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MESSAGE_BYTES });
  upper.on('connection', (socket) => {
    socket.on('message', (text, isBinary) => {
      if (isBinary) {
        socket.close(1003);
      } else {
        socket.send(text.toString().toUpperCase());
      }
    });
    // A client that is gone is no error of the server.
    socket.on('error', () => {});
  });
  // No timeout of any kind: an idle connection is not closed.
  const server = http.createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
  server.on('request', (request, response) => send(response, answer(contextPath, request)));
  server.on('upgrade', (request, socket, head) => {
    const [path] = request.url.split('?', 1);
    if (path === `${contextPath}/ws/upper`) {
      upper.handleUpgrade(request, socket, head, (webSocket) => upper.emit('connection', webSocket, request));
    } else {
      socket.end(`HTTP/1.1 ${NOT_FOUND} ${http.STATUS_CODES[NOT_FOUND]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    }
  });
  return server;
}

function answer(contextPath, request) {
  const [path] = request.url.split('?', 1);
  const isLength = path === `${contextPath}/length`;
  if (!isLength && path !== `${contextPath}/ws/upper`) {
    return refusal(NOT_FOUND, `there is no path '${path}'`);
  }
  if (request.method !== 'GET') {
    return { ...refusal(405, `method must be GET, was ${request.method}`), header: ['Allow', 'GET'] };
  }
  return isLength
    ? answerOfLength(request.url.slice(path.length + 1))
    : { ...refusal(426, '/ws/upper takes WebSockets only'), header: ['Upgrade', 'websocket'] };
}

function send(response, { status, contentType, header, body }) {
  if (header) {
    response.setHeader(...header);
  }
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': body.length });
  response.end(body);
}

function listen(settings, then) {
  const server = createServer(settings.contextPath);
  server.on('error', (error) => fail(EXIT_NOT_STARTED,
    `node did not start: cannot listen on port ${settings.port} of ${settings.bind}: ${error.message}. Hint: 0 takes a free one`));
  server.listen({ host: settings.bind, port: settings.port, backlog: settings.acceptCount }, () => then(server));
}

/** Prints the READY line, with percent-encoded values. */
function ready(settings, port) {
  const values = {
    pid: process.pid,
    port,
    context_path: settings.contextPath,
    container: 'node',
    container_version: `${process.version.slice(1)} ws ${require('ws/package.json').version}`,
    connector: 'nio',
    endpoint_class: 'http.Server',
    thread_kind: 'platform',
    max_threads: 1,
    max_connections: 'unlimited',
    accept_count: acceptCount(settings),
    idle_timeout_ms: 'unlimited',
    buffers: '',
    jdk: '',
    heap_max_bytes: v8.getHeapStatistics().heap_size_limit,
    next_instance: '',
  };
  const line = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  process.stdout.write(`READY ${line.join(' ')}\n`);
}

/** Returns the length of the listen queue, which the kernel cuts to its own limit. */
function acceptCount(settings) {
  try {
    const most = Number(fs.readFileSync('/proc/sys/net/core/somaxconn', 'ascii'));
    return Math.min(settings.acceptCount, most);
  } catch {
    return settings.acceptCount;
  }
}

function main() {
  let settings;
  try {
    settings = parse(process.argv.slice(2));
  } catch (error) {
    fail(EXIT_BAD_ARGUMENTS, error.message);
    return;
  }
  // The parent ends this process by ending its input.
  process.stdin.on('end', () => process.exit(0));
  process.stdin.on('error', () => process.exit(0));
  process.stdin.resume();
  listen(settings, (server) => ready(settings, server.address().port));
}

main();
