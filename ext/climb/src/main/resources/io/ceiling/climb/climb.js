'use strict';

/* The staircase of a climb. */

const PROOFS = { confirmed: 'circle', refuted: 'triangle', undecided: 'diamond' };
const PROOF_WORDS = { confirmed: '● did as predicted (and the start)', refuted: '▲ did not: the name was wrong', undecided: '◆ undecided' };

function climbs(all) {
  const panel = section('climb', 'Climb', 'Each step relieves the limit that was named before it. If the ceiling moves as predicted, the name was right.');
  const factors = [...new Set(all.flatMap((climb) => climb.stairs.map((stair) => stair.family)))];
  legend(panel, [
    ...factors.map((family) => [`stopped by ${FAMILIES[family] ?? family}`, family, 'dot']),
    ...Object.keys(PROOFS).filter((proof) => all.some((climb) => climb.stairs.some((stair) => stair.proof === proof)))
      .map((proof) => [PROOF_WORDS[proof], 'panel', 'none']),
    ...(all.some((climb) => climb.stairs.some((stair) => stair.published !== null)) ? [['a published experiment', 'quiet', 'line']] : []),
  ]);
  for (const climb of all) {
    panel.append(el('h3', {}, climb.name));
    plot(panel, `Staircase of ${climb.name}: the ceiling after each of ${climb.stairs.length} steps`, {
      height: ({ narrow }) => (narrow ? 280 : 340),
      option: (view) => staircase(climb.stairs, view),
    });
    if (climb.ended) {
      panel.append(el('p', { class: 'quiet' }, `Ended: ${climb.ended}`));
    }
    asTable(panel, [
      number('step', (stair) => climb.stairs.indexOf(stair) + 1),
      words('change', (stair) => stair.change, 'label'),
      words('because of', (stair) => stair.tested),
      words('predicted', (stair) => stair.predicted),
      number('held', (stair) => stair.connections),
      number('moved', (stair) => stair.moved),
      verdict('proof', (stair) => stair.proof),
      words('stopped by', (stair) => stair.words),
      number('published', (stair) => stair.published),
      words('stopped by, published', (stair) => stair.publishedWords),
    ], () => climb.stairs, 'climb.csv');
  }
}

function staircase(stairs, { of, narrow }) {
  const values = stairs.flatMap((stair) => [stair.connections, stair.published ?? stair.connections]).filter((value) => value > 0);
  const log = Math.max(...values) > 20 * Math.min(...values);
  const positive = (value) => (log && !(value > 0) ? null : value);
  const published = stairs.some((stair) => stair.published !== null);
  return {
    grid: { left: SIDE, right: narrow ? 12 : 24, top: 40, bottom: narrow ? 46 : 44 },
    xAxis: axis(of, {
      type: 'category',
      boundaryGap: true,
      data: stairs.map((stair, i) => (narrow ? String(i + 1) : stair.change.replace(' ', '\n'))),
      ...(narrow ? below('step') : {}),
      axisLabel: { color: of('soft'), interval: 0, hideOverlap: false, lineHeight: 16, overflow: 'truncate', width: narrow ? 40 : 150 },
    }),
    yAxis: axis(of, { type: log ? 'log' : 'value', ...headroom(values, log), ...above(log ? 'connections, logarithmic' : 'connections'), axisLabel: { formatter: count } }),
    tooltip: tooltip(of, { formatter: ({ dataIndex }) => stairTip(stairs[dataIndex], dataIndex) }),
    series: [
      {
        type: 'line',
        name: 'ceiling',
        step: 'middle',
        data: stairs.map((stair) => ({
          value: positive(stair.connections),
          symbol: PROOFS[stair.proof] ?? 'circle',
          itemStyle: { color: of(stair.family), borderColor: of('panel'), borderWidth: 2 },
        })),
        symbolSize: 15,
        lineStyle: { color: of('soft'), width: 2 },
        areaStyle: { color: of('soft'), opacity: 0.08, origin: 'start' },
        label: {
          show: true,
          position: 'top',
          distance: 8,
          color: of('ink'),
          lineHeight: 15,
          formatter: ({ dataIndex }) => `${count(stairs[dataIndex].connections)}${narrow ? '' : `\n${stairs[dataIndex].words}`}`,
        },
        z: 4,
      },
      ...(published ? [{
        type: 'line',
        name: 'published',
        data: stairs.map((stair) => positive(stair.published)),
        symbol: 'rect',
        symbolSize: [12, 3],
        itemStyle: { color: of('quiet') },
        lineStyle: { color: of('quiet'), width: 1, type: 'dashed' },
      }] : []),
    ],
  };
}

/** So that no name of a limit reaches the title of the axis. */
function headroom(values, log) {
  const most = Math.max(1, ...values);
  return log ? { max: 10 ** Math.ceil(Math.log10(most * 3)) } : { max: nice(most * 1.3) };
}

function stairTip(stair, i) {
  return tip(`${i + 1}: ${stair.change}`, [
    ['held', count(stair.connections)],
    ['moved', stair.moved === null ? '' : count(stair.moved)],
    ['stopped by', stair.words],
    ['because of', stair.tested],
    ['proof', stair.proof],
    ['published', stair.published === null ? '' : `${count(stair.published)}, ${stair.publishedWords}`],
  ]);
}

addSection('peers', model.climbs ?? [], climbs);
