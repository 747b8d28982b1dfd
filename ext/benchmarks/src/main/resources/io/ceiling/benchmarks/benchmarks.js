'use strict';

/* Scores of micro-benchmarks with their errors. */

const COSTS = [['server.alloc.norm', 'B/op'], ['server.cpu.norm', 'µs/op'], ['client.cpu.norm', 'µs/op'], ['gc.alloc.rate.norm', 'B/op']];
const digits = (value) => (Math.abs(value) < 1 ? String(Number(value.toPrecision(2))) : short(value));
const scoreEnd = (bar) => bar.score + (bar.error ?? 0);

/** The unit that a chart is drawn in, and how many of JMH's one of it is: milliseconds where microseconds would have five digits. */
function scaleOf(chart) {
  const most = Math.max(...chart.bars.map(scoreEnd));
  return chart.unit === 'us/op' && most >= 10_000 ? [1000, 'ms/op'] : [1, chart.unit.replace('us/', 'µs/')];
}

const scoreText = (bar, [size]) => `${digits(bar.score / size)}${bar.error === null ? '' : ` ± ${digits(bar.error / size)}`}`;

function benchmarks(charts) {
  const panel = section('benchmarks', 'Micro-benchmarks',
    'One operation at a time, as JMH measured it; a whisker is the 95 % interval from the means of the forks. Where forks differ by more than half, the time is scheduling, not work. What each shows, and what it does not, is in docs/jmh.md.');
  for (const chart of charts) {
    const scale = scaleOf(chart);
    const [size, unit] = scale;
    panel.append(el('h3', {}, chart.title),
      el('p', { class: 'quiet' }, [unit, `${chart.better} is better`, chart.settings].filter((text) => text !== '').join(' · ')));
    pagedBars(panel, `Bar chart: ${chart.title} in ${unit}, ${chart.bars.length} bars with their errors`, chart.bars, rowHeight, (shown, view) => ({
      grid: barGrid(view, shown, (i) => scoreText(shown[i], scale)),
      xAxis: axis(view.of, {
        type: 'value', max: Math.max(...shown.map(scoreEnd)) / size, splitNumber: view.narrow ? 3 : 5, ...below(unit),
        axisLabel: { formatter: digits, showMaxLabel: false },
      }),
      yAxis: names(shown, view),
      tooltip: tooltip(view.of, { formatter: ({ dataIndex }) => scoreTip(chart, shown[dataIndex], scale) }),
      series: [
        { type: 'bar', name: 'score', barWidth: barWidth(view), itemStyle: { color: view.of('descriptors') }, data: shown.map((bar) => bar.score / size) },
        whiskers(shown.flatMap((bar, i) => (bar.error === null ? [] : [[i, Math.max(0, bar.score - bar.error) / size, scoreEnd(bar) / size]])), view.of('ink')),
        beside(view, shown.map((bar) => scoreEnd(bar) / size), (i) => scoreText(shown[i], scale)),
      ],
    }));
    asTable(panel, [
      words('benchmark', (bar) => bar.label, 'label'),
      number(unit, (bar) => bar.score / size, digits),
      number('± 95 %', (bar) => (bar.error === null ? null : bar.error / size), digits),
      number('forks', (bar) => bar.forks),
      number('iterations', (bar) => bar.iterations),
      ...COSTS.filter(([name]) => chart.bars.some((bar) => name in bar.costs))
        .map(([name, of]) => number(`${name}, ${of}`, (bar) => bar.costs[name] ?? null, digits)),
    ], () => chart.bars, 'jmh.csv');
  }
}

function scoreTip(chart, bar, scale) {
  return tip(bar.label, [
    [chart.title, `${scoreText(bar, scale)} ${scale[1]}`],
    ['forks × iterations', `${bar.forks} × ${bar.iterations}`],
    ...COSTS.filter(([name]) => name in bar.costs).map(([name, unit]) => [name, `${digits(bar.costs[name])} ${unit}`]),
  ]);
}

addSection('memory', model.benchmarks ?? [], benchmarks);
