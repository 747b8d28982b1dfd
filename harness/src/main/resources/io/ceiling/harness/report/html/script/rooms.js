'use strict';

/* Chat rooms as bubbles. */

const SYMBOLS = ['circle', 'diamond', 'triangle', 'rect'];

function bubbles(all) {
  const panel = section('rooms', 'Chat rooms', 'Each bubble is one rate: response time against delivered messages, the larger the more bytes. Filled: nothing lost, steady, p99 within the objective.');
  const users = [...new Set(all.map((one) => one.users))].sort((a, b) => a - b);
  const rooms = [...new Set(all.map((one) => one.rooms))].sort((a, b) => a - b);
  let chosen = 0;
  const kinds = [['p50', (one) => one.p50Nanos / 1e6], ['p99', (one) => one.p99Nanos / 1e6]];
  select(panel, 'Round trip', kinds.map(([name]) => name), (i) => {
    chosen = i;
    chart.draw();
  });
  legend(panel, [
    ...users.map((n, i) => [`${count(n)} users`, TAGS[i % TAGS.length], 'dot']),
    ...rooms.map((n, i) => [`${['●', '◆', '▲', '■'][i % 4]} ${count(n)} rooms`, 'panel', 'none']),
    ['did not pass', 'quiet', 'hollow'],
  ]);
  const largest = all.reduce((most, one) => Math.max(most, one.bytesPerSecond), 1);
  const chart = plot(panel, 'Bubble chart: round trip against delivered messages a second, by users and rooms', {
    height: ({ narrow }) => (narrow ? 360 : 440),
    option: ({ of, narrow }) => ({
      grid: plain2d(),
      xAxis: axis(of, { type: 'value', ...below('delivered messages a second'), axisLabel: { formatter: count } }),
      yAxis: axis(of, { type: 'log', ...above(`round trip ${kinds[chosen][0]}, ms, logarithmic`), axisLabel: { formatter: short } }),
      tooltip: tooltip(of, { formatter: ({ data }) => bubbleTip(data.one) }),
      series: users.flatMap((n, i) => rooms.map((m, j) => ({
        type: 'scatter',
        name: `${n} users in ${m} rooms`,
        symbol: SYMBOLS[j % SYMBOLS.length],
        data: all.filter((one) => one.users === n && one.rooms === m).map((one) => ({
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

function bubbleTip(one) {
  return tip(`${count(one.users)} users in ${count(one.rooms)} rooms`, [
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
