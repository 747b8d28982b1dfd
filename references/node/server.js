'use strict';

// Node.js as a reference: node:http with ws in one process, or in a cluster of several (docs/platforms.md). It prints a READY line with
// the settings that it runs with, and ends when its standard input does.

const cluster = require('node:cluster');
const fs = require('node:fs');
const os = require('node:os');
const v8 = require('node:v8');
const { Gauges } = require('./gauges');
const { parse } = require('./settings');
const { createServer } = require('./site');

const EXIT_BAD_ARGUMENTS = 2;
const EXIT_NOT_STARTED = 3;

function fail(code, message) {
  process.stderr.write(`ceiling server: ${message}\n`, () => process.exit(code));
}

function listen(settings, gauges, then) {
  const server = createServer(settings.contextPath, gauges);
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
    max_threads: settings.maxThreads,
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

/** Starts one worker for each thread that was asked for; this process takes connections and passes them on in turn. */
function serveAsCluster(settings) {
  let listening = 0;
  cluster.on('listening', (worker, address) => {
    listening++;
    if (listening === settings.maxThreads) {
      ready(settings, address.port);
    }
  });
  // A worker that is gone is the end of the server, as one process would be, with the exit code that a shell would tell.
  cluster.on('exit', (worker, code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code || EXIT_NOT_STARTED));
  for (let i = 0; i < settings.maxThreads; i++) {
    cluster.fork();
  }
}

function main() {
  let settings;
  let gauges;
  try {
    settings = parse(process.argv.slice(2));
    // Workers have counters of their own, which nobody adds up.
    gauges = new Gauges(settings.maxThreads > 1 ? '' : settings.gauges);
  } catch (error) {
    fail(EXIT_BAD_ARGUMENTS, error.message);
    return;
  }
  if (cluster.isWorker) {
    listen(settings, gauges, () => {});
    return;
  }
  // The parent ends this process by ending its input, and workers end with this process.
  process.stdin.on('end', () => process.exit(0));
  process.stdin.on('error', () => process.exit(0));
  process.stdin.resume();
  if (settings.maxThreads > 1) {
    serveAsCluster(settings);
  } else {
    listen(settings, gauges, (server) => ready(settings, server.address().port));
  }
}

main();
