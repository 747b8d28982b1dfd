'use strict';

/* What happened over time, and response times by percentile. */

function time(all) {
  const panel = section('time', 'Over time', 'Connections held, and how long the server collected garbage since the reading before; collections that Ceiling asked for, to read what is live, are apart. After a failed step, and between levels of requests in flight, the ramp closes connections and opens them again.', ofOne);
  let line = all[0];
  const parts = el('div');
  panel.append(parts);
  legend(panel, [['connections', 'threads', 'line'], ['collections', 'processor'], ['collections that were asked for', 'quiet']]);
  const chart = plot(panel, 'Line chart: connections over time, with bars for garbage collections', {
    height: () => 340,
    option: (view) => timeLine(line, view),
  });
  const note = el('p', { class: 'quiet' });
  panel.append(note);
  const show = (shown) => {
    line = shown;
    note.textContent = line.connections.length < line.readings ? `${count(line.readings)} readings; of each stretch of time the least and the greatest are drawn.` : '';
    chart.redraw();
  };
  const lines = new Map();
  all.forEach((one) => lines.set(one.scenario, [...(lines.get(one.scenario) ?? []), one]));
  follow(panel, (scenario) => (scenarios.length === 1 ? all : lines.get(scenario)), (found) => {
    const first = Math.max(0, found.findIndex((one) => one.connections.length > 4));
    parts.replaceChildren();
    if (found.length > 1) {
      select(parts, 'Fresh server', found.map((_, i) => `${i + 1} of ${found.length}`), (i) => show(found[i])).value = first;
    }
    show(found[first]);
  });
  asTable(panel, [
    words('scenario', ([one]) => labelOf(one.scenario), 'label'),
    number('server', ([one]) => one.part),
    number('seconds', ([, at]) => at, short),
    number('connections', ([, , value]) => value),
  ], () => all.flatMap((one) => one.connections.map(([at, value]) => [one, at, value])), 'connections-over-time.csv');
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

const FIGURES = [
  number('p50', (curve) => curve.p50, millis),
  // Only histograms tell it.
  ...(model.curves.some((curve) => curve.p95 !== null) ? [number('p95', (curve) => curve.p95, millis)] : []),
  number('p99', (curve) => curve.p99, millis),
  number('p99.9', (curve) => curve.p999, millis),
  number('most', (curve) => curve.max, millis),
];

/** Most scenarios whose curves are told apart in one chart. */
const MOST_TOGETHER = 12;

function curves(all) {
  const panel = section('response-times', 'Response times', [
    'From the ', term('intended start'), ' of a request, so that a server that stands still is not excused; ', term('service time', 'service'),
    ' is from the actual send, connect and first-answer are from when the window admitted the connection. Each step to the right is ten times rarer.',
  ], ofOne);
  const several = new Set(all.map((curve) => curve.scenario)).size;
  const tags = several > 1 && several <= MOST_TOGETHER ? [...new Set(all.map((curve) => curve.tag))] : [];
  const name = (curve) => (together === null ? curve.tag : labelOf(curve.scenario));
  let ofChosen = [];
  let together = null;
  let shown = [];
  if (tags.length > 0) {
    select(panel, 'Show', ['the chosen scenario', ...tags.map((tag) => `${tag} of all scenarios`)], (i) => {
      together = i === 0 ? null : tags[i - 1];
      show();
    });
  }
  const figures = el('div');
  const keys = el('div');
  panel.append(figures, keys);
  const chart = plot(panel, 'Line chart: response time by percentile', {
    height: () => 360,
    option: (view) => percentiles(shown, name, view),
  });
  const show = () => {
    shown = together === null ? ofChosen : all.filter((curve) => curve.tag === together);
    fewRows(figures, [words(together === null ? 'time' : 'scenario', name), ...FIGURES], shown);
    keys.replaceChildren();
    legend(keys, shown.map((curve, i) => [name(curve), TAGS[i % TAGS.length], 'line']));
    chart.redraw();
  };
  const of = (scenario) => (scenarios.length === 1 ? all : all.filter((curve) => curve.scenario === scenario));
  follow(panel, (scenario) => (of(scenario).length === 0 ? undefined : of(scenario)), (found) => {
    ofChosen = found;
    show();
  });
  if (all.every((curve) => curve.count === 0)) {
    panel.append(el('p', { class: 'quiet' }, 'This run was kept without its histograms: p50, p99 and p99.9 of ceilings.csv, joined by lines.'));
  }
  asTable(panel, [words('scenario', (curve) => labelOf(curve.scenario), 'label'), words('time', (curve) => curve.tag), ...FIGURES], () => all, 'response-times.csv');
}

const percent = (nines) => (nines === 0 ? '0 %' : `${Number((100 * (1 - 10 ** -nines)).toPrecision(Math.max(2, Math.ceil(nines) + 1)))} %`);

function percentiles(shown, name, { of }) {
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
