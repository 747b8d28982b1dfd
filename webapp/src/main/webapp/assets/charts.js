import { bytes, short, whole } from './format.js';

/** Windows in seconds; the shortest one that has all points is shown. Points older than WINDOW_S are dropped. */
const WINDOWS_S = [60, 120, 300];
const WINDOW_S = 300;
const CHARTS = [
  {
    id: 'held',
    stacked: true,
    format: whole,
    axis: short,
    series: [
      ['blocking', 1, (r) => r.held['hold-blocking']],
      ['asynchronous', 2, (r) => r.held['hold-async']],
      ['WebSocket', 3, (r) => r.held.websocket],
      ['channels', 4, (r) => Object.values(r.held.channels).reduce((sum, n) => sum + n, 0)],
      ['recursion', 5, (r) => r.held.recursion],
    ],
  },
  {
    id: 'requests',
    format: whole,
    axis: short,
    series: [
      ['in flight', 1, (r) => r.requests.in_flight_peak],
      ['depth', 5, (r) => r.recursion.depth_peak],
    ],
  },
  {
    id: 'threads',
    format: whole,
    axis: short,
    series: [
      ['platform', 1, (r) => r.threads.platform],
      ['virtual', 3, (r) => r.threads.virtual_in_requests],
    ],
  },
  {
    id: 'memory',
    format: bytes,
    axis: bytes,
    power: true,
    series: [
      ['heap', 1, (r) => r.heap.used_bytes],
      ['direct', 4, (r) => r.direct.used_bytes],
    ],
  },
  { id: 'descriptors', format: whole, axis: short, series: [['open', 2, (r) => r.descriptors.open]] },
];

/**
 * Creates the charts of the page. The points of the last five minutes are kept here, since the server has no history.
 */
export function createCharts(echarts) {
  const points = [];
  const drawn = CHARTS.map((chart) => ({ chart, plot: plot(echarts, chart) }));
  for (const { chart } of drawn) {
    legend(chart);
  }
  const sizes = new ResizeObserver(() => drawn.forEach(({ plot: one }) => one.resize()));
  drawn.forEach(({ plot: one }) => sizes.observe(one.getDom()));

  function draw() {
    const newest = points.length === 0 ? 0 : points[points.length - 1].at;
    const colours = readColours();
    for (const { chart, plot: one } of drawn) {
      one.setOption(options(chart, points, newest, colours));
    }
  }

  draw();
  return {
    add(reading) {
      const at = performance.now() / 1000;
      points.push({ at, values: CHARTS.map(({ series }) => series.map(([, , value]) => value(reading))) });
      while (points[0].at < at - WINDOW_S) {
        points.shift();
      }
      draw();
    },
    gap() {
      if (points.length > 0 && points[points.length - 1].values !== null) {
        points.push({ at: performance.now() / 1000, values: null });
      }
    },
    recolour: draw,
  };
}

function plot(echarts, chart) {
  return echarts.init(document.getElementById(`chart-${chart.id}`), null, { renderer: 'canvas' });
}

function legend({ id, series }) {
  const list = document.getElementById(`legend-${id}`);
  for (const [name, colour] of series) {
    const item = document.createElement('li');
    const swatch = document.createElement('span');
    swatch.className = `swatch c${colour}`;
    item.append(swatch, name);
    list.append(item);
  }
}

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(name).trim();
  return {
    of,
    ink: of('--ink'),
    quiet: of('--quiet'),
    rule: of('--rule'),
    panel: of('--panel'),
    font: getComputedStyle(document.body).fontFamily,
  };
}

function options(chart, points, newest, colours) {
  const index = CHARTS.indexOf(chart);
  const age = points.length === 0 ? 0 : newest - points[0].at;
  const shown = WINDOWS_S.find((seconds) => seconds >= age) ?? WINDOW_S;
  return {
    animation: false,
    textStyle: { fontFamily: colours.font },
    grid: { left: 2, right: 14, top: 10, bottom: 10, containLabel: true },
    xAxis: {
      type: 'value',
      min: -shown,
      max: 0,
      interval: shown / (chart.stacked ? 6 : 2),
      axisLine: { lineStyle: { color: colours.rule } },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { color: colours.quiet, fontSize: 11, formatter: ago, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: 0,
      ...(chart.power ? {} : { minInterval: 1 }),
      ...scale(chart, points, index),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: colours.quiet, fontSize: 11, formatter: chart.axis },
      splitLine: { lineStyle: { color: colours.rule } },
    },
    tooltip: tooltip(chart, colours),
    series: chart.series.map(([name, number], at) => {
      const colour = colours.of(`--c${number}`);
      return {
        name,
        type: 'line',
        showSymbol: false,
        symbolSize: 5,
        // With a numeric x axis ECharts would stack along the time, so sums are drawn, the largest first.
        z: chart.series.length - at,
        lineStyle: { width: chart.stacked ? 1 : 1.75, color: colour },
        itemStyle: { color: colour },
        areaStyle: { color: colour, opacity: chart.stacked ? 1 : 0.1 },
        emphasis: { disabled: true },
        data: points.map(({ at: time, values }) => [time - newest, ...(values === null ? [null] : drawnAndOwn(chart, values[index], at))]),
      };
    }),
  };
}

/** Returns the value that is drawn and the value of the series itself. */
function drawnAndOwn(chart, values, at) {
  const drawn = chart.stacked ? values.slice(0, at + 1).reduce((sum, value) => sum + value, 0) : values[at];
  return [drawn, values[at]];
}

/** Returns an axis with four intervals of a round length, a power of two for bytes. */
function scale(chart, points, index) {
  let most = 1;
  for (const { values } of points) {
    const seen = values === null ? [0] : values[index].map((value) => value ?? 0);
    most = Math.max(most, chart.stacked ? seen.reduce((sum, value) => sum + value, 0) : Math.max(...seen));
  }
  const step = chart.power ? 2 ** Math.ceil(Math.log2(Math.max(most * 1.05, 4096) / 4)) : roundStep((most * 1.05) / 4);
  return { max: step * 4, interval: step };
}

function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= least && Number.isInteger(n)) ?? Math.ceil(least);
}

function ago(time) {
  const seconds = Math.round(-time);
  if (seconds === 0) {
    return 'now';
  }
  return seconds < 120 && seconds !== 60 ? `−${seconds} s` : `−${+(seconds / 60).toFixed(1)} min`;
}

function tooltip(chart, colours) {
  return {
    trigger: 'axis',
    renderMode: 'richText',
    confine: true,
    transitionDuration: 0,
    backgroundColor: colours.panel,
    borderColor: colours.rule,
    textStyle: { color: colours.ink, fontSize: 12 },
    axisPointer: { lineStyle: { color: colours.quiet } },
    formatter: (all) =>
      [
        `${Math.round(-all[0].value[0])} s ago`,
        ...all.map(({ marker, seriesName, value }) => `${marker} ${seriesName}  ${chart.format(value[2])}`),
      ].join('\n'),
  };
}
