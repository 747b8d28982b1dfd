'use strict';

/* Ceilings as bars, and over threads and buffers as a map. */

const STRIPES = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4 };
const DOTS = { symbol: 'circle', symbolSize: 0.7, dashArrayX: [[4, 4], [0, 4, 4, 0]], dashArrayY: [4, 0] };

function ceilingText(bar) {
  switch (bar.verdict) {
    case 'reached': return `${count(bar.connections)} · ${bar.words || 'not named'}`;
    case 'at-least': return `≥ ${count(bar.connections)} · ${bar.words || 'no limit'}`;
    case 'invalid': return `invalid${bar.words ? ` · ${bar.words}` : ''}`;
    default: return bar.verdict;
  }
}

const unitOf = (bars) => [...new Set(bars.map((bar) => bar.unit))].join(' or ');

function barStyle(bar, of) {
  if (bar.verdict === 'invalid') {
    return { color: 'transparent', borderColor: of('quiet'), borderWidth: 1, borderType: 'dashed', decal: { ...DOTS, color: of('quiet') } };
  }
  const color = bar.verdict === 'at-least' && bar.factor === '' ? of('soft') : of(bar.family);
  return bar.verdict === 'at-least'
    ? { color, decal: { ...STRIPES, color: of('panel') }, borderColor: color, borderWidth: 1, borderType: 'dashed' }
    : { color };
}

function ceilings(bars) {
  const panel = section('ceilings', 'Ceilings', [
    'The ', term('ceiling', `most ${unitOf(bars)}`), ' alive and correctly answered at once, the ', term('limiting factor', 'limit'),
    ' that stopped the next one, and below the bar its ', term('what to change'), '. A click on a bar leads to its evidence.',
    model.usual === '' ? '' : ` Unless a label tells otherwise: ${model.usual}.`,
  ]);
  const families = [...new Set(bars.filter((bar) => bar.verdict === 'reached').map((bar) => bar.family))];
  const has = (kind) => bars.some((bar) => bar.verdict === kind);
  legend(panel, [
    ...families.map((family) => [FAMILIES[family] ?? family, family]),
    ...(has('at-least') ? [['at least: no limit up to there', 'soft', 'striped']] : []),
    ...(has('invalid') ? [['invalid: passed, but no ceiling was found', 'quiet', 'dotted']] : []),
    ...(has('skipped') ? [['skipped: not run, no bar', 'edge', 'hollow']] : []),
  ]);
  const label = `Bar chart: ceiling of each of ${bars.length} scenarios, coloured by the limit that stopped it`;
  const height = (view, shown) => rowHeight(view) + reliefHeight(shown, view);
  pagedBars(panel, label, bars, height, (shown, view) => ({
    grid: barGrid(view, shown, (i) => ceilingText(shown[i])),
    xAxis: axis(view.of, { type: 'value', max: 'dataMax', splitNumber: view.narrow ? 3 : 5, ...below(unitOf(shown)), axisLabel: { formatter: count, showMaxLabel: false } }),
    yAxis: names(shown, view),
    tooltip: tooltip(view.of, { formatter: ({ dataIndex }) => ceilingTip(shown[dataIndex]) }),
    series: [
      {
        type: 'bar',
        name: 'ceiling',
        barWidth: barWidth(view),
        data: shown.map((bar) => ({
          value: bar.verdict === 'skipped' ? 0 : bar.connections,
          itemStyle: barStyle(bar, view.of),
        })),
      },
      whiskers(shown.flatMap((bar, i) => (bar.forks > 1 && bar.most > bar.least ? [[i, bar.least, bar.most]] : [])), view.of('ink')),
      beside(view, shown.map((bar) => (bar.verdict === 'skipped' ? 0 : Math.max(bar.connections, bar.most))),
        (i) => ceilingText(shown[i]), (i) => view.of(shown[i].verdict === 'invalid' ? 'bad' : 'ink')),
      reliefs(shown, view),
    ],
  }));
  asTable(panel, [
    words('scenario', (bar) => bar.label, 'label'),
    verdict('verdict', (bar) => bar.verdict),
    number('ceiling', (bar) => (bar.verdict === 'skipped' || bar.verdict === 'invalid' ? null : bar.connections)),
    number('first failure', (bar) => bar.firstFailure),
    words('limiting factor', (bar) => bar.factor),
    words('what to change', (bar) => bar.relief),
    number('forks', (bar) => bar.forks),
    number('least', (bar) => bar.least),
    number('most', (bar) => bar.most),
  ], () => bars, 'ceilings-by-scenario.csv');
}

// ---- what to raise, below each bar

const RELIEF_LINE = 14;
const LETTER = 5.6;
const MOST_LETTERS = 110;
const reliefWidth = ({ width }) => width - 20;

/** Two lines where a narrow page breaks one of them. */
function reliefHeight(shown, view) {
  const longest = Math.max(0, ...shown.map((bar) => bar.raise.length));
  return longest === 0 ? 0 : view.narrow && longest * LETTER > reliefWidth(view) ? 2 * RELIEF_LINE : RELIEF_LINE;
}

function reliefText({ raise }) {
  return raise === '' ? '' : `→ ${raise.length > MOST_LETTERS ? `${raise.slice(0, MOST_LETTERS - 1)}…` : raise}`;
}

function reliefs(shown, view) {
  return {
    type: 'scatter',
    name: 'label',
    silent: true,
    symbolSize: 0.1,
    data: shown.map((_, i) => [0, i]),
    label: {
      show: true,
      position: 'right',
      distance: 0,
      offset: [1, barWidth(view) / 2 + 2],
      verticalAlign: 'top',
      color: view.of('quiet'),
      backgroundColor: view.of('panel'),
      fontSize: 11,
      lineHeight: RELIEF_LINE,
      ...(view.narrow ? { width: reliefWidth(view), overflow: 'break' } : {}),
      formatter: ({ dataIndex }) => reliefText(shown[dataIndex]),
    },
  };
}

function ceilingTip(bar) {
  return tip(bar.label, [
    ['verdict', bar.verdict],
    [bar.verdict === 'invalid' ? 'passed' : 'ceiling', count(bar.connections)],
    ['first failure', bar.firstFailure === null ? '' : count(bar.firstFailure)],
    ['limit', bar.factor],
    ['forks', bar.forks > 1 ? `${bar.forks}: ${count(bar.least)} to ${count(bar.most)}` : ''],
    ['what to change', bar.relief],
    ['why', bar.why],
  ]);
}

// ---- threads x buffers

const bufferText = (size) => (size === 0 ? 'default' : bytes(size));

function heatMaps(maps) {
  const panel = section('threads-buffers', 'Threads × buffers', 'Ceiling for each size of the request thread pool and of the buffers, of repeats the median; the limit is in the square. All other settings are the same within a map. Virtual threads have no pool and so no place here.');
  for (const map of maps) {
    panel.append(el('h3', {}, map.title));
    const values = map.squares.map((square) => square.connections);
    plot(panel, `Heat map: ceilings of ${map.title} over threads and buffers`, {
      height: () => map.threads.length * 52 + 80,
      option: ({ of, narrow }) => ({
        grid: { left: SIDE, right: 12, top: 34, bottom: 46 },
        xAxis: axis(of, { type: 'category', data: map.buffers.map(bufferText), ...below('buffer size'), splitLine: { show: false } }),
        yAxis: axis(of, { type: 'category', data: map.threads.map(count), ...above('request threads'), splitLine: { show: false } }),
        visualMap: { show: false, min: Math.min(...values) * 0.8, max: Math.max(...values), inRange: { color: [of('heat-low'), of('heat-high')] } },
        tooltip: tooltip(of, { formatter: ({ dataIndex }) => heatTip(map, map.squares[dataIndex]) }),
        series: [{
          type: 'heatmap',
          name: 'ceiling',
          data: map.squares.map((square) => ({ value: [square.x, square.y, square.connections], ...squareStyle(square, of) })),
          itemStyle: { borderColor: of('panel'), borderWidth: 3 },
          label: {
            show: true,
            color: of('ink'),
            lineHeight: 16,
            formatter: ({ dataIndex }) => heatText(map.squares[dataIndex], narrow),
          },
        }],
      }),
    });
    asTable(panel, [
      number('threads', (square) => map.threads[square.y]),
      words('buffer', (square) => bufferText(map.buffers[square.x])),
      number('ceiling', (square) => square.connections),
      number('forks', (square) => square.forks),
      number('least', (square) => square.least),
      number('most', (square) => square.most),
      words('limit', (square) => square.words),
      verdict('verdict', (square) => square.verdict),
      number('heap/connection', (square) => square.heapBytes, bytes),
      number('RSS/connection', (square) => square.rssBytes, bytes),
    ], () => map.squares, 'threads-buffers.csv');
  }
}

/** A square without a ceiling has no place on the scale of colours. */
function squareStyle(square, of) {
  if (square.verdict === 'reached') {
    return {};
  }
  return square.verdict === 'at-least'
    ? { itemStyle: { decal: { ...STRIPES, dashArrayY: [1, 9], color: of('quiet') } } }
    : { visualMap: false, itemStyle: { color: of('stripe'), decal: { ...DOTS, color: of('edge') } }, label: { color: of('bad') } };
}

const heatSpan = (square) => `${count(square.least)} to ${count(square.most)}`;

function heatText(square, narrow) {
  const value = square.verdict === 'reached' ? count(square.connections) : square.verdict === 'at-least' ? `≥ ${count(square.connections)}` : square.verdict;
  return narrow ? value : `${value}\n${square.verdict === 'forks differ' ? heatSpan(square) : square.words || '–'}`;
}

function heatTip(map, square) {
  return tip(`${count(map.threads[square.y])} threads, buffers ${bufferText(map.buffers[square.x])}`, [
    ['ceiling', heatText(square, true)],
    ['forks', square.forks > 1 ? `${square.forks}: ${heatSpan(square)}` : ''],
    ['limit', square.words],
    ['heap a connection', square.heapBytes === null ? '' : bytes(square.heapBytes)],
  ]);
}
