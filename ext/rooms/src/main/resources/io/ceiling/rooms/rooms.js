'use strict';

/* Chat rooms as bubbles. */

const SYMBOLS = ['circle', 'diamond', 'triangle', 'rect'];

function bubbles(all, servers) {
  const panel = section('rooms', 'Chat rooms', 'Each bubble is one rate: response time against delivered messages, the larger the more bytes. Filled: nothing lost, steady, p99 within the objective.');
  const different = (of) => [...new Map(all.map((one) => [of(one), one])).keys()];
  const users = different((one) => one.users).sort((a, b) => a - b);
  const rooms = different((one) => one.rooms).sort((a, b) => a - b);
  const cell = (one) => `${count(one.users)} users in ${count(one.rooms)} rooms`;
  // The colour tells servers apart where there are several, else numbers of users.
  const [colours, colourOf, shapes, shapeOf] = servers === null
    ? [users.map((n) => `${count(n)} users`), (one) => `${count(one.users)} users`, rooms.map((n) => `${count(n)} rooms`), (one) => `${count(one.rooms)} rooms`]
    : [different((one) => one.server), (one) => one.server, different(cell), cell];
  if (servers !== null) {
    knees(panel, servers);
  }
  let chosen = 0;
  const kinds = [['p50', (one) => one.p50Nanos / 1e6], ['p99', (one) => one.p99Nanos / 1e6]];
  select(panel, 'Round trip', kinds.map(([name]) => name), (i) => {
    chosen = i;
    chart.draw();
  });
  legend(panel, [
    ...colours.map((name, i) => [name, TAGS[i % TAGS.length], 'dot']),
    ...shapes.map((name, i) => [`${['●', '◆', '▲', '■'][i % 4]} ${name}`, 'panel', 'none']),
    ['did not pass', 'quiet', 'hollow'],
  ]);
  const largest = all.reduce((most, one) => Math.max(most, one.bytesPerSecond), 1);
  const chart = plot(panel, 'Bubble chart: round trip against delivered messages a second, by servers, users and rooms', {
    height: ({ narrow }) => (narrow ? 360 : 440),
    option: ({ of, narrow }) => ({
      grid: plain2d(),
      xAxis: axis(of, { type: 'value', ...below('delivered messages a second'), axisLabel: { formatter: count } }),
      yAxis: axis(of, { type: 'log', ...above(`round trip ${kinds[chosen][0]}, ms, logarithmic`), axisLabel: { formatter: short } }),
      tooltip: tooltip(of, { formatter: ({ data }) => bubbleTip(data.one) }),
      series: colours.flatMap((colour, i) => shapes.map((shape, j) => ({
        type: 'scatter',
        name: `${colour}, ${shape}`,
        symbol: SYMBOLS[j % SYMBOLS.length],
        data: all.filter((one) => colourOf(one) === colour && shapeOf(one) === shape).map((one) => ({
          one,
          value: [one.deliveriesPerSecond, Math.max(0.001, kinds[chosen][1](one))],
          symbolSize: (narrow ? 5 : 6) + (narrow ? 14 : 24) * Math.sqrt(one.bytesPerSecond / largest),
          itemStyle: one.passed
            ? { color: of(TAGS[i % TAGS.length]), opacity: 0.75, borderColor: of('panel'), borderWidth: 1 }
            : { color: 'transparent', borderColor: of(TAGS[i % TAGS.length]), borderWidth: 2 },
        })),
      }))),
    }),
  });
  asTable(panel, [
    ...(servers === null ? [] : [words('server', (one) => one.server, 'label'), words('fork', (one) => one.fork)]),
    number('users', (one) => one.users),
    number('rooms', (one) => one.rooms),
    number('pause, ms', (one) => one.pauseMillis, short),
    number('delivered/s', (one) => one.deliveriesPerSecond),
    number('bytes/s', (one) => one.bytesPerSecond, bytes),
    number('p50, ms', (one) => one.p50Nanos / 1e6, short),
    number('p99, ms', (one) => one.p99Nanos / 1e6, short),
    number('lost', (one) => one.lost),
    number('idle, %', (one) => one.idleShare * 100, (value) => value.toFixed(0)),
    verdict('', (one) => (one.passed ? 'passed' : 'failed')),
    words('marks', (one) => one.marks),
  ], () => all, 'rooms.csv');
}

/** The knees of several servers, and what was published of such rooms. */
function knees(panel, servers) {
  const rows = servers.knees.map((knee) => ({
    label: `${knee.server}, ${knee.transport}, ${count(knee.users)} in ${count(knee.rooms)} rooms`,
    reference: false,
    forks: knee.forks,
    ...(knee.at ?? { atLeast: false, deliveriesPerSecond: null, p50Nanos: null, p99Nanos: null, idleShare: null }),
  }));
  const inPercent = (share) => `${(share * 100).toFixed(0)} %`;
  const steady = (row) => `${row.deliveriesPerSecond === null ? 0 : row.deliveriesPerSecond.forks} of ${row.forks}`;
  const title = 'the most messages delivered a second with nothing lost, steady, p99 within the objective';
  peerBars(panel, { title: 'chat rooms', rows }, 'deliveriesPerSecond', title, count, 'threads', (row) => tip(row.label, [
    ['delivered/s', spreadText(row.deliveriesPerSecond, count)],
    ['p50', spreadText(row.p50Nanos, inMillis)],
    ['p99', spreadText(row.p99Nanos, inMillis)],
    ['host idle', spreadText(row.idleShare, inPercent)],
    ['forks with such a rate', steady(row)],
  ]));
  grid(panel, [
    words('server', (row) => row.label, 'label'),
    number('delivered/s', (row) => middle(row.deliveriesPerSecond)),
    words('of the forks', (row) => (row.atLeast ? 'at least ' : '') + spreadText(row.deliveriesPerSecond, count)),
    words('p50', (row) => spreadText(row.p50Nanos, inMillis)),
    words('p99', (row) => spreadText(row.p99Nanos, inMillis)),
    words('host idle', (row) => spreadText(row.idleShare, inPercent)),
    words('forks with such a rate', steady),
  ], rows, { file: 'rooms-servers.csv' });
  publishedTable(panel, servers.published, 'delivered/s', 'rooms');
}

function bubbleTip(one) {
  return tip(`${one.server}, ${count(one.users)} users in ${count(one.rooms)} rooms`, [
    ['delivered', `${count(one.deliveriesPerSecond)} /s`],
    ['throughput', `${bytes(one.bytesPerSecond)}/s`],
    ['p50', millis(one.p50Nanos / 1e6)],
    ['p99', millis(one.p99Nanos / 1e6)],
    ['pause between bursts', millis(one.pauseMillis)],
    ['host idle', `${(one.idleShare * 100).toFixed(0)} %`],
    ['passed', one.passed ? 'yes' : 'no'],
    ['marks', one.marks],
  ]);
}

addSection('broadcast', model.bubbles ?? [], (all) => bubbles(all, model.roomsServers ?? null));
