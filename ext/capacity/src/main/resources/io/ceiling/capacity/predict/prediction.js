'use strict';

/* Limits that were predicted from a few levels: what was read as a share of each limit, the line through it, and where it meets the limit. */

const MOST_LINES = 6;
const STEPS_OF_LINE = 60;

/** The number with a pace of its unit. */
function adds({ unit, perConnection, standardError }) {
  if (unit === 'bytes') {
    return standardError === null ? bytes(perConnection) : `${bytes(perConnection)} ± ${bytes(standardError)}`;
  }
  return unit === 'processors' ? `${short(perConnection * 1e6)} µs/s` : String(Number(perConnection.toFixed(3)));
}

const metInterval = ({ low, high }) => (low === null ? '–' : `${count(Math.max(0, Math.floor(low)))} … ${high === null ? '' : count(Math.ceil(high))}`);

function prediction({ limits, others, most }) {
  const panel = section('prediction', 'Predicted limits',
    `Where each limit is met if no other comes first, from at most ${count(most)} connections: what was read at each level as a share of the limit, the line through it, and the number at which it is full with its 95 % interval.`);
  const shown = limits.slice(0, MOST_LINES).filter(({ met }) => met.connections > 0);
  if (shown.length > 0) {
    legend(panel, shown.map(({ factor }, i) => [factor, TAGS[i], 'dot']));
    plot(panel, `Line chart: ${shown.length} limits, from the levels that were read to the number of connections that fills each`, {
      height: ({ narrow }) => (narrow ? 340 : 400),
      option: (view) => towards(shown, view),
    });
    if (limits.length > shown.length) {
      panel.append(el('p', { class: 'quiet' }, `Drawn are the nearest ${count(shown.length)}; the table has all.`));
    }
  }
  if (limits.length > 0) {
    grid(panel, [
      words('limit', ({ factor }) => factor),
      words('value', ({ limit }) => limit),
      number('predicted', ({ met }) => met.connections),
      words('95 % interval', ({ met }) => metInterval(met)),
      number('reached, %', ({ met }) => Number((100 * met.share).toFixed(1)), short),
      words('each connection adds', ({ line }) => adds(line)),
      words('measured from', ({ line }) => `${line.quantity}, ${count(line.levels)} levels${line.curved ? ', on a curve: from its last slope' : ''}`),
      words('rests on', ({ line }) => line.assumed),
    ], limits, { file: 'predicted-limits.csv' });
  }
  if (others.length > 0) {
    panel.append(el('h3', {}, 'Not predicted'));
    grid(panel, [
      words('limit', ({ factor }) => factor),
      words('value', ({ limit }) => limit),
      words('why', ({ why }) => why),
    ], others, { file: 'not-predicted.csv' });
  }
}

function towards(limits, { of, narrow }) {
  const reach = 1.3 * Math.max(...limits.map(({ met }) => met.connections));
  const points = limits.flatMap((limit) => limit.points.map(([x]) => x)).filter((x) => x > 0);
  const start = Math.max(1, Math.min(...points, ...limits.map(({ met }) => met.connections / 10)));
  const at = ({ met, line }, x) => line.startPercent + ((100 - line.startPercent) * x) / met.connections;
  const course = (limit) => Array.from({ length: STEPS_OF_LINE + 1 }, (_, i) => start * (limit.met.connections / start) ** (i / STEPS_OF_LINE))
    .map((x) => [x, at(limit, x)]);
  // A limit that is a thousand times as far begins at a thousandth: both axes are logarithmic.
  const shares = limits.flatMap((limit) => [at(limit, start), ...limit.points.map(([, y]) => y)]).filter((y) => y > 0);
  const least = Math.max(1e-3, 10 ** Math.floor(Math.log10(Math.min(...shares, 10))));
  // Each series with the limit that it is of.
  const drawn = limits.flatMap((limit, i) => {
    const { factor, met } = limit;
    const colour = of(TAGS[i]);
    const low = Math.max(start, met.low ?? met.connections);
    const high = Math.min(reach, Math.max(met.connections, met.high ?? (met.low === null ? 0 : reach)));
    // Intervals of several limits at one height would hide each other.
    const height = 100 * 1.08 ** i;
    const read = limit.points.filter(([x, y]) => x > 0 && y >= least);
    return [
      read.length > 0 && { type: 'scatter', name: `${factor}, read`, symbolSize: narrow ? 6 : 8, itemStyle: { color: colour }, data: read, z: 4 },
      { type: 'line', name: `${factor}, extended`, symbol: 'none', lineStyle: { color: colour, width: 1.5, type: 'dashed' }, data: course(limit).filter(([, y]) => y >= least) },
      // An exact count has none that could be seen.
      high > 1.02 * low && { type: 'line', name: `${factor}, interval`, symbol: 'none', lineStyle: { color: colour, width: 4, opacity: 0.6 }, data: [[low, height], [high, height]] },
      { type: 'scatter', name: `${factor}, met`, symbol: 'diamond', symbolSize: 13, itemStyle: { color: colour }, data: [[met.connections, height]], z: 5 },
    ].filter((series) => series !== false).map((series) => [limit, series]);
  });
  return {
    grid: plain2d(),
    xAxis: axis(of, { type: 'log', min: start, max: reach, ...below('connections'), axisLabel: { formatter: count, showMinLabel: false, showMaxLabel: false } }),
    yAxis: axis(of, { type: 'log', min: least, max: 200, ...above('% of the limit'), axisLabel: { formatter: (value) => String(Number(value.toPrecision(2))), showMaxLabel: false } }),
    tooltip: tooltip(of, {
      formatter: ({ seriesIndex, value }) => {
        const [limit] = drawn[seriesIndex];
        return tip(`${limit.factor} (${limit.limit})`, [
          ['connections', count(value[0])],
          ['of the limit', `${Number(Math.min(100, value[1]).toPrecision(3))} %`],
          ['met at', count(limit.met.connections)],
          ['95 % interval', metInterval(limit.met)],
          ['each connection adds', adds(limit.line)],
        ]);
      },
    }),
    series: drawn.map(([, series]) => series),
  };
}

addSection('ceilings', model.prediction ? [model.prediction] : [], ([all]) => prediction(all));
