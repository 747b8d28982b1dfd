'use strict';

/* A load tool that was watched: what it and the server did over time, with the limits that were met. */

function watch(all) {
  const panel = section('watch', 'Beside the load tool', 'Connections to the server, of which some wait; busy request threads; processors that server, tool and the whole host used. Shaded: a limit was met.');
  const kinds = [
    ['connections', count, [['all', 'threads', all.connections], ['waiting', 'processor', all.waiting]]],
    ['busy request threads', count, [['busy threads', 'kernel', all.busyThreads]]],
    ['processors', short, [['server', 'memory', all.serverCores], ['load tool', 'threads', all.toolCores], ['host', 'quiet', all.hostCores]]],
  ].filter(([, , lines]) => lines.some(([, , data]) => data.length > 0));
  const each = 130;
  const series = kinds.flatMap(([, show, lines], i) => lines.map((line, j) => [i, j, show, ...line]));
  legend(panel, [['connections; processors of the tool', 'threads', 'line'], ['waiting connections', 'processor', 'line'], ['busy threads', 'kernel', 'line'], ['processors of the server', 'memory', 'line'], ['of the host', 'quiet', 'line']]);
  plot(panel, 'Line charts: connections, busy threads and processors over time, with the limits that were met', {
    height: () => kinds.length * (each + 34) + 56,
    option: ({ of }) => ({
      grid: kinds.map((_, i) => ({ left: SIDE, right: 20, top: 30 + i * (each + 34), height: each })),
      xAxis: kinds.map((_, i) => axis(of, {
        type: 'value',
        gridIndex: i,
        min: 0,
        max: Math.ceil(all.seconds),
        splitLine: { show: false },
        axisLabel: { show: i === kinds.length - 1, formatter: count },
        ...(i === kinds.length - 1 ? below('seconds since the tool was started') : {}),
      })),
      yAxis: kinds.map(([name, show], i) => axis(of, { type: 'value', gridIndex: i, splitNumber: 3, ...above(name), nameGap: 8, axisLabel: { formatter: show }, max: ({ max }) => nice(max * 1.25) })),
      tooltip: tooltip(of, {
        trigger: 'axis',
        formatter: (points) => tip(`${short(points[0].value[0])} s`, points.map((point) => [point.seriesName, series[point.seriesIndex][2](point.value[1])])),
      }),
      axisPointer: { link: [{ xAxisIndex: 'all' }] },
      series: series.map(([i, j, , name, colour, data]) => ({
        type: 'line', name, xAxisIndex: i, yAxisIndex: i, symbol: 'none', data,
        lineStyle: { color: of(colour), width: 2 }, itemStyle: { color: of(colour) },
        ...(j > 0 ? {} : {
          markArea: {
            silent: true,
            itemStyle: { color: of('quiet'), opacity: 0.12 },
            label: { show: i === 0, position: 'insideTopLeft', color: of('quiet'), fontSize: 11 },
            data: all.met.map((limit) => [{ name: limit.name, xAxis: limit.from }, { xAxis: limit.to }]),
          },
        }),
      })),
    }),
  });
  grid(panel, [
    words('limit', (limit) => limit.name),
    number('from, s', (limit) => limit.from, short),
    number('to, s', (limit) => limit.to, short),
    words('evidence', (limit) => limit.evidence),
    words('what to change', (limit) => limit.relief),
  ], all.met, { file: 'watch.csv' });
  const waits = new Map(all.waiting);
  asTable(panel, [
    number('second', ([at]) => at, short),
    number('connections', ([, value]) => value),
    number('waiting', ([at]) => waits.get(at) ?? null),
  ], () => all.connections, 'watch-seconds.csv');
}

addSection('memory', model.watch ? [model.watch] : [], ([all]) => watch(all));
