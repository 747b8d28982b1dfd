import { bytes, short, whole } from './format.js';
import { byId, element } from './kit.js';

/** Windows in seconds; the shortest one that has all points is shown. Points older than the longest are dropped. */
const WINDOWS_S = [60, 120, 300];
const LONGEST_S = 300;

/** Each chart has the name of its element and of its values, and its series: name, number of a colour in style.css, value. */
const CHARTS = [
  {
    id: 'held',
    stacked: true,
    series: [
      ['blocking', 1, (r) => r.held['hold-blocking']],
      ['asynchronous', 2, (r) => r.held['hold-async']],
      ['WebSocket', 3, (r) => r.held.websocket],
      ['channels', 4, (r) => sum(Object.values(r.held.channels))],
      ['recursion', 5, (r) => r.held.recursion],
    ],
  },
  { id: 'requests', series: [['in flight', 1, (r) => r.requests.in_flight_peak], ['depth', 5, (r) => r.recursion.depth_peak]] },
  { id: 'threads', series: [['platform', 1, (r) => r.threads.platform], ['virtual', 3, (r) => r.threads.virtual_in_requests]] },
  { id: 'memory', isBytes: true, series: [['heap', 1, (r) => r.heap.used_bytes], ['direct', 4, (r) => r.direct.used_bytes]] },
  { id: 'descriptors', series: [['open', 2, (r) => r.descriptors.open]] },
];

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * Creates the charts of the page. The points of the last five minutes are kept here, since the server has no history.
 */
export function createCharts(echarts) {
  const points = [];
  const plots = CHARTS.map(({ id, series }) => {
    for (const [name, colour] of series) {
      byId(`legend-${id}`).append(element('li', {}, element('span', { className: `swatch c${colour}` }), name));
    }
    return echarts.init(byId(`chart-${id}`), null, { renderer: 'canvas' });
  });
  const sizes = new ResizeObserver(() => plots.forEach((plot) => plot.resize()));
  plots.forEach((plot) => sizes.observe(plot.getDom()));

  function draw() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    plots.forEach((plot, i) => plot.setOption(options(CHARTS[i], points.map(({ at, values }) => ({ at, values: values?.[i] })), colour)));
  }

  draw();
  return {
    draw,
    add(reading) {
      const at = performance.now() / 1000;
      points.push({ at, values: CHARTS.map(({ series }) => series.map(([, , value]) => value(reading))) });
      while (points[0].at < at - LONGEST_S) {
        points.shift();
      }
      draw();
    },
    gap() {
      if (points.at(-1)?.values) {
        points.push({ at: performance.now() / 1000 });
      }
    },
  };
}

function options({ stacked, isBytes, series }, points, colour) {
  const newest = points.at(-1)?.at ?? 0;
  const shown = WINDOWS_S.find((seconds) => seconds >= newest - (points[0]?.at ?? 0)) ?? LONGEST_S;
  const most = Math.max(1, ...points.map(({ values = [] }) => (stacked ? sum(values) : Math.max(0, ...values))));
  const step = roundStep(most, isBytes);
  const label = { color: colour('quiet'), fontSize: 11 };
  const line = { lineStyle: { color: colour('rule') } };
  return {
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    grid: { left: 2, right: 14, top: 10, bottom: 10, containLabel: true },
    xAxis: {
      type: 'value',
      min: -shown,
      max: 0,
      interval: shown / (stacked ? 6 : 2),
      axisLine: line,
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { ...label, formatter: ago, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: 0,
      max: step * 4,
      interval: step,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...label, formatter: isBytes ? bytes : short },
      splitLine: line,
    },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      transitionDuration: 0,
      backgroundColor: colour('panel'),
      borderColor: colour('rule'),
      textStyle: { color: colour('ink'), fontSize: 12 },
      axisPointer: { lineStyle: { color: colour('quiet') } },
      formatter: (all) =>
        [
          `${Math.round(-all[0].value[0])} s ago`,
          ...all.map(({ marker, seriesName, value }) => `${marker} ${seriesName}  ${(isBytes ? bytes : whole)(value[2])}`),
        ].join('\n'),
    },
    series: series.map(([name, number], i) => ({
      name,
      type: 'line',
      showSymbol: false,
      symbolSize: 5,
      // With a numeric x axis ECharts would stack along the time, so sums are drawn, the largest first.
      z: series.length - i,
      lineStyle: { width: stacked ? 1 : 1.75, color: colour(`c${number}`) },
      itemStyle: { color: colour(`c${number}`) },
      areaStyle: { color: colour(`c${number}`), opacity: stacked ? 1 : 0.1 },
      emphasis: { disabled: true },
      // Time, what is drawn, and the value of the series itself.
      data: points.map(({ at, values }) => [
        at - newest,
        ...(values ? [stacked ? sum(values.slice(0, i + 1)) : values[i], values[i]] : [null]),
      ]),
    })),
  };
}

/** Returns the length of one of four intervals of an axis: a round number, a power of two for bytes. */
function roundStep(most, isBytes) {
  if (isBytes) {
    return 2 ** Math.ceil(Math.log2(Math.max(most * 1.05, 4096) / 4));
  }
  const least = (most * 1.05) / 4;
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
