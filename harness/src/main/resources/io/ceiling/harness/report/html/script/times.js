'use strict';

/* What happened over time, and response times by percentile. */

function time(all) {
  const panel = section('time', 'Over time', 'Connections held, and how long the server collected garbage since the reading before; collections that Ceiling asked for, to read what is live, are apart.');
  let chosen = Math.max(0, all.findIndex((line) => line.connections.length > 4));
  const parts = new Map();
  all.forEach((line) => parts.set(line.scenario, line.part));
  const name = (line) => (parts.get(line.scenario) === 1 ? labelOf(line.scenario) : `${labelOf(line.scenario)}, part ${line.part} of ${parts.get(line.scenario)}`);
  const box = select(panel, 'Scenario', all.map(name), (i) => {
    chosen = i;
    chart.draw();
    tell();
  });
  box.value = chosen;
  legend(panel, [['connections', 'threads', 'line'], ['collections', 'processor'], ['collections that were asked for', 'quiet']]);
  const chart = plot(panel, 'Line chart: connections over time, with bars for garbage collections', {
    height: () => 340,
    option: (view) => timeLine(all[chosen], view),
  });
  const note = el('p', { class: 'quiet' });
  const tell = () => {
    const { readings, connections } = all[chosen];
    note.textContent = connections.length < readings ? `${count(readings)} readings; of each stretch of time the least and the greatest are drawn.` : '';
  };
  tell();
  panel.append(note);
  asTable(panel, [
    words('scenario', ([line]) => name(line), 'label'),
    number('seconds', ([, at]) => at, short),
    number('connections', ([, , value]) => value),
  ], () => all.flatMap((line) => line.connections.map(([at, value]) => [line, at, value])), 'connections-over-time.csv');
}

function timeLine(line, { of, narrow }) {
  const pause = (name, colour, data) => ({ type: 'bar', name, yAxisIndex: 1, barWidth: 3, barGap: '-100%', itemStyle: { color: of(colour) }, data });
  return {
    grid: plain2d(SIDE - 4),
    xAxis: axis(of, { type: 'value', min: 0, max: 'dataMax', ...below('seconds since the scenario began'), splitLine: { show: false }, axisLabel: { formatter: short, showMaxLabel: false } }),
    yAxis: [
      axis(of, { type: 'value', ...above('connections'), axisLabel: { formatter: count } }),
      axis(of, {
        type: 'value',
        ...aboveRight(narrow ? 'collections, ms' : 'time in collections, ms'),
        splitLine: { show: false },
        axisLabel: { formatter: short },
      }),
    ],
    tooltip: tooltip(of, {
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: of('edge') } },
      formatter: (points) => tip(`${short(points[0].value[0])} s`,
        points.map(({ seriesName, value }) => [seriesName, seriesName === 'connections' ? count(value[1]) : millis(value[1])])),
    }),
    series: [
      pause('collections', 'processor', line.collections.filter(([, value]) => value > 0)),
      pause('collections asked for', 'quiet', line.asked.filter(([, value]) => value > 0)),
      { type: 'line', name: 'connections', symbol: line.connections.length < 40 ? 'circle' : 'none', symbolSize: 5, itemStyle: { color: of('threads') }, lineStyle: { color: of('threads'), width: 2 }, data: line.connections, z: 4 },
    ],
  };
}

// ---- response times

function curves(all) {
  const panel = section('response-times', 'Response times',
    'From the intended start of a request, so that a server that stands still is not excused; service is from the actual send, connect and first-answer are from when the window admitted the connection. Each step to the right is ten times rarer.');
  const scenarios = [...new Set(all.map((curve) => curve.scenario))];
  const tags = [...new Set(all.map((curve) => curve.tag))];
  const views = [
    ...(scenarios.length <= 12 && scenarios.length > 1
      ? tags.map((tag) => [`${tag}, all scenarios`, all.filter((curve) => curve.tag === tag), (curve) => labelOf(curve.scenario)])
      : []),
    ...scenarios.map((scenario) => [labelOf(scenario), all.filter((curve) => curve.scenario === scenario), (curve) => curve.tag]),
  ];
  let chosen = Math.max(0, views.findIndex(([name, shown]) => shown.some((curve) => curve.tag === 'response') || name.startsWith('delivery')));
  const box = select(panel, 'Show', views.map(([name]) => name), (i) => {
    chosen = i;
    chart.draw();
    key();
  });
  box.value = chosen;
  const keys = el('div');
  panel.append(keys);
  const key = () => {
    keys.replaceChildren();
    const [, shown, name] = views[chosen];
    legend(keys, shown.map((curve, i) => [name(curve), TAGS[i % TAGS.length], 'line']));
  };
  key();
  const chart = plot(panel, 'Line chart: response time by percentile', {
    height: () => 360,
    option: (view) => percentiles(views[chosen], view),
  });
  if (all.every((curve) => curve.count === 0)) {
    panel.append(el('p', { class: 'quiet' }, 'This run was kept without its histograms: p50, p99 and p99.9 of ceilings.csv, joined by lines.'));
  }
  asTable(panel, [
    words('scenario', ([curve]) => labelOf(curve.scenario), 'label'),
    words('time', ([curve]) => curve.tag),
    number('percentile', ([, nines]) => 100 * (1 - 10 ** -nines), (value) => `${Number(value.toPrecision(7))} %`),
    number('ms', ([, , value]) => value, short),
  ], () => all.flatMap((curve) => curve.points.map(([nines, value]) => [curve, nines, value])), 'response-times.csv');
}

const percent = (nines) => (nines === 0 ? '0 %' : `${Number((100 * (1 - 10 ** -nines)).toPrecision(Math.max(2, Math.ceil(nines) + 1)))} %`);

function percentiles([, shown, name], { of }) {
  const few = shown.every((curve) => curve.points.length < 5);
  return {
    grid: plain2d(34),
    xAxis: axis(of, { type: 'value', min: 0, max: Math.ceil(Math.max(1, ...shown.flatMap((curve) => curve.points.map(([x]) => x))) - 0.05), ...below('percentile'), interval: 1, axisLabel: { formatter: percent } }),
    yAxis: axis(of, { type: 'log', ...above('milliseconds, logarithmic'), axisLabel: { formatter: short } }),
    tooltip: tooltip(of, {
      trigger: few ? 'item' : 'axis',
      formatter: (given) => {
        const points = Array.isArray(given) ? given : [given];
        return tip(percent(points[0].value[0]), points.map(({ seriesName, value }) => [seriesName, millis(value[1])]));
      },
    }),
    series: shown.map((curve, i) => ({
      type: 'line',
      name: name(curve),
      data: curve.points.map(([x, y]) => [x, Math.max(y, 0.001)]),
      symbol: few ? 'circle' : 'none',
      symbolSize: 7,
      itemStyle: { color: of(TAGS[i % TAGS.length]) },
      lineStyle: { color: of(TAGS[i % TAGS.length]), width: 2, type: DASHES[Math.floor(i / TAGS.length) % DASHES.length] },
    })),
  };
}
