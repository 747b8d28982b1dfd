'use strict';

/* Broadcasts by level. */

function broadcast(steps) {
  const panel = section('broadcast', 'Broadcast', 'Each level of the ramp, in the columns of the published comparison of push servers.');
  grid(panel, [
    words('scenario', (step) => step.label, 'label'),
    number('connections', (step) => step.connections),
    number('connected', (step) => step.connected),
    number('average response, ms', (step) => step.averageNanos / 1e6, (value) => value.toFixed(1)),
    number('p99, ms', (step) => step.p99Nanos / 1e6, (value) => value.toFixed(1)),
    number('average size, B', (step) => step.averageBytes),
    number('messages', (step) => step.messages),
    number('messages/s', (step) => step.messagesPerSecond),
    number('walltime, s', (step) => step.wallNanos / 1e9, (value) => value.toFixed(1)),
    number('lost', (step) => step.lost),
    verdict('', (step) => (step.passed ? 'passed' : 'failed')),
  ], steps, { file: 'broadcast.csv' });
}
