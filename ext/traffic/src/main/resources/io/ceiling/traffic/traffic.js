'use strict';

/* Traffic by second. */

function traffic(seconds) {
  const panel = section('traffic', 'Traffic', `Second by second: connections held, requests answered, 99 % of all response times so far.${seconds.thinned ? ' Of each stretch of time the least and the greatest value are drawn.' : ''}`);
  const kinds = [
    ['connections held', 'threads', seconds.alive, count, (value) => value],
    ['requests a second', 'kernel', seconds.requestsPerSecond, count, (value) => value],
    ['p99 response time, ms', 'processor', seconds.p99Nanos, short, (value) => value / 1e6],
    ['processors of the server', 'memory', seconds.serverCores, short, (value) => value],
  ];
  const each = 118;
  // Above the line for the names of the phases.
  const room = ({ max }) => nice(max * 1.25);
  plot(panel, 'Line charts: connections, requests a second, response time and processors over time', {
    height: () => kinds.length * (each + 34) + 56,
    option: ({ of }) => ({
      grid: kinds.map((_, i) => ({ left: SIDE, right: 20, top: 30 + i * (each + 34), height: each })),
      xAxis: kinds.map((_, i) => axis(of, {
        type: 'value',
        gridIndex: i,
        min: 0,
        max: Math.ceil(seconds.phases[seconds.phases.length - 1].to),
        splitLine: { show: false },
        axisLabel: { show: i === kinds.length - 1, formatter: count },
        ...(i === kinds.length - 1 ? below('seconds since the server was ready') : {}),
      })),
      yAxis: kinds.map(([name, , , show], i) => axis(of, {
        type: 'value', gridIndex: i, splitNumber: 3, ...above(name), nameGap: 8, axisLabel: { formatter: show }, ...(i === 0 ? { max: room } : {}),
      })),
      tooltip: tooltip(of, {
        trigger: 'axis',
        formatter: (points) => tip(`${short(points[0].value[0])} s`, points.map((point) => [point.seriesName, kinds[point.seriesIndex][3](point.value[1])])),
      }),
      axisPointer: { link: [{ xAxisIndex: 'all' }] },
      series: kinds.map(([name, colour, data, , unit], i) => ({
        type: 'line', name, xAxisIndex: i, yAxisIndex: i, symbol: 'none',
        data: data.map(([at, value]) => [at, unit(value)]),
        lineStyle: { color: of(colour), width: 2 }, itemStyle: { color: of(colour) },
        markArea: {
          silent: true,
          itemStyle: { color: of('quiet'), opacity: 0.09 },
          label: { show: i === 0, position: 'insideTop', color: of('quiet'), fontSize: 11 },
          data: seconds.phases.filter((_, j) => j % 2 === 0).map((phase) => [{ name: phase.name, xAxis: phase.from }, { xAxis: phase.to }]),
        },
      })),
    }),
  });
  const rates = new Map(seconds.requestsPerSecond);
  const times = new Map(seconds.p99Nanos);
  asTable(panel, [
    number('second', ([at]) => at, short),
    number('connections', ([, alive]) => alive),
    number('requests/s', ([at]) => rates.get(at) ?? null),
    number('p99, ms', ([at]) => (times.has(at) ? times.get(at) / 1e6 : null), short),
  ], () => seconds.alive, 'traffic-seconds.csv');
}

addSection('memory', model.traffic ? [model.traffic] : [], ([seconds]) => traffic(seconds));
