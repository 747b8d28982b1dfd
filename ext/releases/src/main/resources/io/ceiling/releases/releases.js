'use strict';

/* Cost and ceiling over the releases of a container. */

function releases(groups) {
  const panel = section('releases', 'Over releases',
    'Live heap of one connection (left, with the 95 % interval) and the ceiling (right, dashed), from the oldest release to the newest; of forks the mean of the heap with the interval between them, and the median ceiling. All else is the same within a line, this build’s logging included.');
  for (const group of groups) {
    panel.append(el('h3', {}, group.title));
    legend(panel, group.lines.flatMap((line, i) => {
      const name = group.lines.length > 1 ? `, ${line.label}` : '';
      return [[`● heap of a connection${name}`, TAGS[i % TAGS.length], 'line'], [`■ ceiling${name}`, TAGS[i % TAGS.length], 'line']];
    }));
    plot(panel, `Line chart: heap of a connection and ceiling of ${group.title} over ${group.releases.length} releases`, {
      height: ({ narrow }) => (narrow ? 300 : 340),
      option: (view) => releaseChart(group, view),
    });
    asTable(panel, [
      words('settings', ([line]) => line.label, 'label'),
      words('release', ([, point]) => point.release),
      number('heap', ([, point]) => point.heap, bytes),
      words('95 % interval', ([, point]) => (point.heap === null ? '–' : interval(point.heap, point.margin))),
      number('ceiling', ([, point]) => point.ceiling),
      number('least', ([, point]) => point.least),
      number('most', ([, point]) => point.most),
      number('forks', ([, point]) => point.outcome.forks),
      verdict('verdict', ([, point]) => point.outcome.verdict),
      words('limit', ([, point]) => point.outcome.factor),
    ], () => group.lines.flatMap((line) => line.points.map((point) => [line, point])), 'releases.csv');
  }
}

function releaseChart(group, { of, narrow }) {
  const all = group.lines.flatMap((line) => line.points);
  const heapEnd = (point) => (point.heap ?? 0) + (point.margin ?? 0);
  const at = (line, value) => group.releases.map((release) => {
    const point = line.points.find((one) => one.release === release);
    return point === undefined ? null : value(point);
  });
  return {
    grid: plain2d(SIDE),
    xAxis: axis(of, { type: 'category', data: group.releases, ...below('release'), splitLine: { show: false }, axisLabel: { color: of('soft'), rotate: narrow ? 40 : 0 } }),
    yAxis: [
      axis(of, { type: 'value', ...above(narrow ? 'heap' : 'heap of a connection'), ...inBytes(0, Math.max(1, ...all.map(heapEnd))) }),
      axis(of, { type: 'value', ...aboveRight('ceiling'), min: 0, max: nice(Math.max(1, ...all.map((point) => point.most))), splitLine: { show: false }, axisLabel: { formatter: count } }),
    ],
    tooltip: tooltip(of, { formatter: ({ seriesIndex, dataIndex }) => releaseTip(group, group.lines[Math.floor(seriesIndex / 3)], dataIndex) }),
    series: group.lines.flatMap((line, i) => {
      const color = of(TAGS[i % TAGS.length]);
      const spans = line.points.filter((point) => point.heap !== null && point.margin !== null)
        .map((point) => [group.releases.indexOf(point.release), Math.max(0, point.heap - point.margin), heapEnd(point)]);
      return [
        { type: 'line', name: `heap ${line.label}`, data: at(line, (point) => point.heap), symbol: 'circle', symbolSize: 8, connectNulls: true, itemStyle: { color }, lineStyle: { color, width: 2 }, z: 4 },
        upright(spans, color),
        {
          type: 'line',
          name: `ceiling ${line.label}`,
          yAxisIndex: 1,
          data: at(line, (point) => (point.ceiling === null ? null : { value: point.ceiling, symbol: point.outcome.verdict === 'reached' ? 'rect' : 'emptyRect' })),
          symbolSize: 8,
          connectNulls: true,
          itemStyle: { color },
          lineStyle: { color, width: 1.5, type: 'dashed' },
          z: 3,
        },
      ];
    }),
  };
}

/** Thin upright lines from one value to another, with ends. */
function upright(spans, colour) {
  return {
    type: 'custom',
    name: 'error',
    silent: true,
    z: 5,
    data: spans,
    encode: { x: 0, y: [1, 2] },
    renderItem: (_, api) => {
      const [x, low] = api.coord([api.value(0), api.value(1)]);
      const [, high] = api.coord([api.value(0), api.value(2)]);
      const line = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: colour, lineWidth: 1.3 } });
      return { type: 'group', children: [line(x, low, x, high), line(x - 4, low, x + 4, low), line(x - 4, high, x + 4, high)] };
    },
  };
}

function releaseTip(group, line, i) {
  const point = line.points.find((one) => one.release === group.releases[i]);
  return tip(`${group.title} ${group.releases[i]}`, [
    ['settings', line.label],
    ['heap of a connection', point.heap === null ? '' : bytes(point.heap)],
    ['95 % interval', point.margin === null || point.heap === null ? '' : interval(point.heap, point.margin)],
    [point.outcome.verdict === 'at-least' ? 'at least' : 'ceiling', point.ceiling === null ? '' : count(point.ceiling)],
    ['forks', point.outcome.forks > 1 ? `${point.outcome.forks}: ${count(point.least)} to ${count(point.most)}` : ''],
    ['verdict', point.outcome.verdict],
    ['limit', point.outcome.factor],
  ]);
}

addSection('peers', model.releases ?? [], releases);
