'use strict';

const http = require('node:http');
const { WebSocketServer } = require('ws');
const { Channels } = require('./channels');
const { Publisher } = require('./publisher');
const { MESSAGE_BYTES, NOT_FOUND, Refused, answerOfLength, json, orderOf } = require('./protocol');

const METHOD_NOT_ALLOWED = 405;
const UPGRADE_REQUIRED = 426;
const UNAVAILABLE = 503;

/** Returns the HTTP server of one process, which answers and upgrades. */
function createServer(contextPath, gauges) {
  const channels = new Channels(gauges);
  const publisher = new Publisher(channels, gauges);
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MESSAGE_BYTES });
  const opened = {
    '/ws/upper': (socket) => upper(socket, gauges),
    '/channels': (socket) => channels.opened(socket),
  };
  // No timeout of any kind: an idle connection is not closed.
  const server = http.createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
  server.on('request', (request, response) => {
    send(response, answer(contextPath, request, gauges, publisher));
  });
  server.on('upgrade', (request, socket, head) => {
    const serve = opened[pathOf(contextPath, request)];
    if (serve === undefined) {
      socket.end(`HTTP/1.1 ${NOT_FOUND} ${http.STATUS_CODES[NOT_FOUND]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      // A client that is gone is no error of the server.
      webSocket.on('error', () => {});
      serve(webSocket);
    });
  });
  return server;
}

/** Returns the path below the context path; a path elsewhere as it is. */
function pathOf(contextPath, request) {
  const [path] = request.url.split('?', 1);
  return path.startsWith(`${contextPath}/`) ? path.slice(contextPath.length) : path;
}

function upper(socket, gauges) {
  gauges.add('upperSessions', 1);
  socket.on('close', () => gauges.add('upperSessions', -1));
  socket.on('message', (text, isBinary) => {
    if (isBinary) {
      socket.close(1003);
    } else {
      gauges.add('upperAnswers', 1);
      socket.send(text.toString().toUpperCase());
    }
  });
}

function answer(contextPath, request, gauges, publisher) {
  const path = pathOf(contextPath, request);
  const query = request.url.slice(request.url.split('?', 1)[0].length + 1);
  try {
    switch (path) {
      case '/length': {
        demandMethod('GET', request.method);
        const answered = answerOfLength(query);
        gauges.add('lengthAnswers', 1);
        return answered;
      }
      case '/publisher':
        demandMethod('POST', request.method);
        if (!publisher.start(orderOf(query))) {
          throw new Refused(UNAVAILABLE, 'messages are being published already. Hint: POST /publisher/stop');
        }
        return json(200, { publishing: true });
      case '/publisher/stop':
        demandMethod('POST', request.method);
        return json(200, publisher.stop());
      case '/ws/upper':
      case '/channels':
        demandMethod('GET', request.method);
        throw new Refused(UPGRADE_REQUIRED, `${path} takes WebSockets only`, ['Upgrade', 'websocket']);
      default:
        throw new Refused(NOT_FOUND, `there is no path '${request.url.split('?', 1)[0]}'`);
    }
  } catch (error) {
    if (error instanceof Refused) {
      return json(error.status, { error: error.message }, error.header);
    }
    throw error;
  }
}

function demandMethod(allowed, was) {
  if (was !== allowed) {
    throw new Refused(METHOD_NOT_ALLOWED, `method must be ${allowed}, was ${was}`, ['Allow', allowed]);
  }
}

function send(response, { status, contentType, header, body }) {
  if (header) {
    response.setHeader(...header);
  }
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': body.length });
  response.end(body);
}

module.exports = { createServer };
