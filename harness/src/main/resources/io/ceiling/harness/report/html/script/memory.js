'use strict';

/* Memory per connection, the lines behind it, and what it lets expect. */

const PARTS = [
  ['heap', 'threads', 'live heap', (bar) => bar.heap],
  ['direct', 'connections', 'direct buffers', (bar) => bar.direct],
  ['rest', 'descriptors', 'stacks and the rest of the resident set', (bar) => bar.rest],
  ['kernel', 'kernel', 'kernel, both ends', (bar) => bar.kernel],
];
const FREE_HEAP = 'Process memory (resident set) excludes free heap pages.';
const total = (bar) => bar.heap + bar.direct + bar.rest + bar.kernel;

/** The ends of an interval, or a dash where it is not known. */
const interval = (value, margin, show = bytes) => (margin === null ? '–' : `${show(value - margin)} … ${show(value + margin)}`);
const CURVED = { heap: 'live heap', rss: 'resident set', kernel: 'kernel' };
const curvedCosts = (bar) => bar.curved.map((cost) => CURVED[cost] ?? cost).join(', ');
/** Null for one server, which tells nothing about another. */
const totalError = (bar) => {
  const error = bar.restKnown ? bar.restError : bar.heapError;
  return error === null ? null : error + (bar.kernelError ?? 0);
};
const plusMinus = (value, error) => `${bytes(value)}${error === null ? '' : ` ± ${bytes(error)}`}`;

function memory(bars, fits) {
  const panel = section('memory', 'Memory per connection',
    'What one more connection costs: slopes of lines through readings after a full collection. Of several servers it is their mean with one standard error, and the 95 % interval is in the table; one server tells no error. If process memory varies too much to measure, it is omitted and the sum is marked \'?\'.');
  const whole = (bar) => bar.restKnown && !bar.freeHeapLeftOut;
  const someLeftOut = bars.some((bar) => bar.freeHeapLeftOut);
  const star = (bar) => (someLeftOut && whole(bar) ? '\u00a0*' : '');
  if (someLeftOut) {
    panel.append(el('p', { class: 'quiet' }, bars.some(whole)
      ? `${FREE_HEAP} An asterisk marks the whole resident set, where those pages could not be seen.`
      : FREE_HEAP));
  }
  const used = PARTS.filter(([, , , value]) => bars.some((bar) => value(bar) > 0));
  legend(panel, used.map(([, colour, name]) => [name, colour]));
  pagedBars(panel, `Stacked bars: memory per connection of ${bars.length} scenarios, by kind`, bars, rowHeight, (shown, view) => ({
    grid: barGrid(view, shown, (i) => totalText(shown[i]) + star(shown[i])),
    xAxis: axis(view.of, { type: 'value', ...below('per connection'), ...inBytes(0, Math.max(...shown.map(reach)), view.narrow ? 3 : 6) }),
    yAxis: names(shown, view),
    tooltip: tooltip(view.of, { formatter: ({ dataIndex }) => memoryTip(shown[dataIndex]) }),
    series: [
      ...used.map(([name, colour, , value]) => ({
        type: 'bar',
        name,
        stack: 'memory',
        barWidth: barWidth(view),
        itemStyle: { color: view.of(colour) },
        data: shown.map(value),
      })),
      whiskers(shown.map((bar, i) => [i, Math.max(0, total(bar) - (totalError(bar) ?? 0)), reach(bar)]), view.of('ink')),
      beside(view, shown.map(reach), (i) => totalText(shown[i]) + star(shown[i])),
    ],
  }));
  asTable(panel, [
    words('scenario', (bar) => bar.label, 'label'),
    words('heap', (bar) => plusMinus(bar.heap, bar.heapError)),
    words('direct', (bar) => plusMinus(bar.direct, bar.directError)),
    words('stacks and rest', (bar) => (bar.restKnown ? `${plusMinus(bar.rest, bar.restError)}${star(bar)}` : 'varies too much')),
    words('kernel', (bar) => plusMinus(bar.kernel, bar.kernelError)),
    words('95 % interval of the sum', (bar) => interval(total(bar), bar.margin)),
    words('not a line', curvedCosts),
    number('platform threads', (bar) => Number(bar.threads.toFixed(3)), short),
  ], () => bars, 'memory-per-connection.csv');
  remarks(panel, bars.filter((bar) => bar.curved.length > 0), fits);
}

const MOST_REMARKS = 8;

/** Costs that a slope does not tell, each with what the next connection costs. */
function remarks(panel, curved, fits) {
  if (curved.length === 0) {
    return;
  }
  const list = el('ul');
  for (const bar of curved.slice(0, MOST_REMARKS)) {
    const lines = fits.find((fit) => fit.scenario === bar.scenario)?.lines.filter((line) => line.curved) ?? [];
    const costs = lines.length > 0 ? lines.map((line) => `${line.part} ${shape(line)}`) : [`${curvedCosts(bar)}: the slope is a mean`];
    list.append(el('li', {}, `${bar.label}: ${costs.join('; ')}.`));
  }
  const more = curved.length - MOST_REMARKS;
  if (more > 0) {
    list.append(el('li', {}, `${count(more)} more, in the table.`));
  }
  panel.append(el('div', { class: 'note curved' }, el('b', {}, 'Not a line'), list));
}

/** What the curve of a cost says that its slope does not. */
function shape({ slope, next }) {
  return next === null ? 'is not a line: the slope is a mean'
    : `is not a line: the next connection costs ${next > slope ? 'more' : 'less'} than the slope of ${bytes(slope)}, about ${bytes(next)}`;
}

const reach = (bar) => total(bar) + (totalError(bar) ?? 0);
const totalText = (bar) => (bar.restKnown ? plusMinus(total(bar), totalError(bar)) : `${bytes(total(bar))} + ?`);

function memoryTip(bar) {
  return tip(bar.label, [
    ['live heap', plusMinus(bar.heap, bar.heapError)],
    ['direct buffers', bar.direct > 0 ? plusMinus(bar.direct, bar.directError) : 'none'],
    ['stacks and the rest', bar.restKnown ? plusMinus(bar.rest, bar.restError) : 'varies too much'],
    ['kernel', plusMinus(bar.kernel, bar.kernelError)],
    ['sum, 95 % interval', bar.margin === null ? '' : interval(total(bar), bar.margin)],
    ['not a line', curvedCosts(bar)],
    ['platform threads', short(Number(bar.threads.toFixed(3)))],
  ]);
}

const LINES = {
  heap: ['threads', 'circle'],
  direct: ['connections', 'diamond'],
  'resident set': ['descriptors', 'rect'],
  'resident set without free heap': ['descriptors', 'rect'],
  kernel: ['kernel', 'triangle'],
};

function fitted(fits) {
  const panel = section('lines', 'The lines behind the bars', ['Readings after a full collection at each ', term('level'), ' and the line through them, whose slope is what a connection costs.'], ofOne);
  let fit = fits[0];
  legend(panel, Object.entries(LINES).filter(([part]) => fits.some((fit) => fit.lines.some((line) => line.part === part)))
    .map(([part, [colour]]) => [part, colour, 'dot']));
  const chart = plot(panel, 'Scatter chart: memory at each level of the ramp, with the fitted lines', {
    height: () => 340,
    option: (view) => lines(fit.lines, view),
  });
  const told = el('ul', { class: 'quiet slopes', 'aria-live': 'polite' });
  const tell = () => told.replaceChildren(...fit.lines.map((line) => el('li', {},
    `${line.part}: ${bytes(line.slope)} a connection`,
    line.margin === null ? '' : `, 95 % interval of this server's line ${interval(line.slope, line.margin)}`,
    line.curved ? el('b', {}, `; ${shape(line)}`) : '')));
  panel.append(told);
  follow(panel, (scenario) => ofScenario(fits, scenario), (found) => {
    fit = found;
    chart.redraw();
    tell();
  });
  asTable(panel, [
    words('scenario', ([one]) => one.label, 'label'),
    words('memory', ([, line]) => line.part),
    number('slope', ([, line]) => line.slope, bytes),
    number('standard error', ([, line]) => line.error, bytes),
    words('95 % interval of the line', ([, line]) => interval(line.slope, line.margin)),
    words('next connection, if not a line', ([, line]) => (line.next === null ? '' : bytes(line.next))),
    number('points', ([, line]) => line.points.length),
  ], () => fits.flatMap((one) => one.lines.map((line) => [one, line])), 'fitted-lines.csv');
}

function lines(all, { of }) {
  const most = Math.max(1, ...all.flatMap((line) => line.points.map(([x]) => x)));
  const heights = all.flatMap((line) => [line.slope * most, ...line.points.map(([, y]) => y - line.intercept)]);
  return {
    grid: plain2d(),
    xAxis: axis(of, { type: 'value', min: 0, ...below('connections'), axisLabel: { formatter: count } }),
    yAxis: axis(of, { type: 'value', ...above('memory above that of no connections'), ...inBytes(Math.min(...heights), Math.max(...heights)) }),
    tooltip: tooltip(of, {
      formatter: ({ seriesName, value }) => tip(seriesName, [['connections', count(value[0])], ['memory above the base', bytes(value[1])]]),
    }),
    series: all.flatMap(({ part, slope, intercept, points }) => {
      const [colour, symbol] = LINES[part];
      return [
        { type: 'scatter', name: part, symbol, symbolSize: 9, itemStyle: { color: of(colour) }, data: points.map(([x, y]) => [x, y - intercept]), z: 4 },
        { type: 'line', name: `${part}, fitted`, symbol: 'none', lineStyle: { color: of(colour), width: 1.5 }, data: [[0, 0], [most, slope * most]] },
      ];
    }),
  };
}

const twoDigits = (value) => count(Number(value.toPrecision(2)));

function projections(all, bars) {
  const panel = section('projections', 'Projection',
    'How many connections fit into this memory if nothing else stops them; of several servers the least and the most. Process memory of a connection differs by 5 % from one server of a setting to the next, in one setting of ten by 15 % and more. There is no number where process memory varies too much to measure or lies on a curve, and where the heap would be beyond 32 GiB, whose references are wider than the measured ones.');
  const ends = all.some((row) => row.low.some((end) => end !== null));
  grid(panel, [
    words('scenario', (row) => row.label, 'label'),
    ...[1, 4, 16, 64].flatMap((size, i) => [
      number(`${size} GiB`, (row) => row.at[i], (value) => (value === null ? '–' : twoDigits(value))),
      ...(ends ? [words(`${size} GiB, servers`, (row) => span(row.low[i], row.high[i]))] : []),
    ]),
  ], all, { file: 'projections.csv' });
  const projected = new Set(all.map((row) => row.scenario));
  const curved = bars.filter((bar) => !projected.has(bar.scenario) && bar.curved.some((cost) => cost !== 'heap'));
  if (curved.length > 0) {
    panel.append(el('p', { class: 'note' }, `Left out because a line does not continue a curve: ${curved.slice(0, MOST_REMARKS).map((bar) => bar.label).join(', ')}${curved.length > MOST_REMARKS ? ` and ${count(curved.length - MOST_REMARKS)} more` : ''}.`));
  }
}

const span = (low, high) => (low === null ? '–' : `${twoDigits(low)} … ${twoDigits(high)}`);
