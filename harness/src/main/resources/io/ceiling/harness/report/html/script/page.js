'use strict';

/* Evidence, environment, files; then all sections in their order. */

function evidence(bars, dumps) {
  const panel = section('evidence', 'Evidence and what to change', ['What showed the ', term('limiting factor', 'limit'), ', and what to change next; of repeats the ', term('fork'), ' with the median ceiling.'], ofOne);
  const name = el('h3');
  const card = el('dl', { class: 'card' });
  panel.append(name, card);
  follow(panel, (scenario) => ofScenario(bars, scenario), (bar) => {
    // The name of a workload is a word of its own.
    name.replaceChildren(...bar.label.split(' ').flatMap((word) => [explained(word), ' ']), el('span', { class: 'tag', 'data-verdict': bar.verdict }, bar.verdict));
    card.replaceChildren(...[
      [bar.verdict === 'invalid' ? 'passed' : 'ceiling', bar.verdict === 'skipped' ? '' : count(bar.connections)],
      ['first failure', bar.firstFailure === null ? '' : count(bar.firstFailure)],
      ['limiting factor', bar.factor],
      ['what to change', bar.relief],
      ['evidence', bar.evidence || bar.why],
      ['next limits', bar.next],
      ['confidence', bar.confidence],
    ].filter(([, text]) => text !== '').flatMap(([key, text]) => [el('dt', {}, explained(key)), el('dd', {}, text)]));
  });
  if (dumps.length > 0) {
    threads(panel, dumps);
  }
  asTable(panel, [
    words('scenario', (bar) => bar.label, 'label'),
    verdict('verdict', (bar) => bar.verdict),
    words('limiting factor', (bar) => bar.factor),
    words('evidence', (bar) => bar.evidence || bar.why),
    words('what to change', (bar) => bar.relief),
    words('next limits', (bar) => bar.next),
    words('confidence', (bar) => bar.confidence),
  ], () => bars, 'evidence.csv');
}

/** The pools of the file threads-SCENARIO.txt that have requests: foreign text, shown as text. */
function poolsWithRequests(text) {
  const [whole, ...cut] = text.split('\n... the rest is in ');
  const [head, ...pools] = whole.split('\n\n');
  const busy = pools.filter((pool) => !/^[^\n]*, 0 in requests, 0 of these in the application(;|$)/m.test(pool));
  const others = pools.length - busy.length;
  return [
    head,
    ...busy,
    ...(others === 0 ? [] : [`${others === 1 ? '1 pool has' : `${others} pools have`} no request; threads-*.txt in the folder details has all`]),
    ...cut.map((file) => `... the rest is in ${file}`),
  ].join('\n\n');
}

function threads(panel, dumps) {
  const text = el('pre', { class: 'scroll wrapped', tabindex: 0, role: 'region', 'aria-label': 'threads of the server' });
  const box = el('div', {}, el('h3', {}, 'Where the threads were at the limit'), text);
  panel.append(box);
  followers.push((scenario) => {
    const found = ofScenario(dumps, scenario);
    box.hidden = found === undefined;
    text.textContent = poolsWithRequests(found?.text ?? '');
  });
}

function environment(groups, differences) {
  const panel = section('environment', 'Environment', '');
  panel.append(el('h3', {}, 'Asked for and used'));
  if (differences.length > 0) {
    grid(panel, [
      words('setting', (one) => one.setting),
      words('asked for', (one) => one.asked),
      words('used', (one) => one.used),
      number('scenarios', (one) => one.scenarios),
      words('such as', (one) => labelOf(one.scenario)),
    ], differences, { file: 'differences.csv' });
  } else {
    panel.append(el('p', { class: 'quiet' }, model.bars.length > 0
      ? 'Every server used what it was asked for.'
      : 'This kind of run does not record it by scenario.'));
  }
  const facts = el('div', { class: 'facts' });
  for (const group of groups) {
    const broad = group.facts.some((fact) => fact.value.length > 60);
    const list = el('dl');
    group.facts.forEach((fact) => list.append(el('dt', {}, fact.name), el('dd', {}, fact.value)));
    facts.append(el('div', { class: broad ? 'broad' : '' }, el('h3', {}, group.title), list));
  }
  panel.append(facts);
}

/** RFC 4180, as Ceiling writes it. The file may come from somebody else, so any text is a table, whatever its line ends and quotes. */
function parseCsv(text) {
  const rows = [];
  const ends = /[,\r\n]|$/g;
  let row = [];
  let at = 0;
  // A search for each quote: a pattern for the whole field would be too deep for a long one.
  const closing = (from) => {
    for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 2)) {
      if (text[quote + 1] !== '"') {
        return quote;
      }
    }
    return text.length;
  };
  while (at < text.length) {
    const start = at;
    let value = '';
    if (text[at] === '"') {
      const end = closing(at + 1);
      value = text.slice(at + 1, end).replaceAll('""', '"');
      at = Math.min(text.length, end + 1);
    }
    ends.lastIndex = at;
    const end = ends.exec(text).index;
    value += text.slice(at, end);
    const lone = row.length === 0 && end === start;
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    const goesOn = text[end] === ',';
    if (goesOn || !lone) {
      row.push(value);
    }
    if (goesOn && at === text.length) {
      row.push('');
    }
    if ((!goesOn || at >= text.length) && row.length > 0) {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

function files(tables) {
  const panel = section('files', 'All figures', 'The CSV files of this run; results/README.md explains every column. Sort by a column’s name; what is filtered out is not downloaded.');
  const holder = el('div', { id: 'file-table' });
  const open = (i) => {
    undrawn.delete(holder);
    const [head = [], ...rows] = parseCsv(JSON.parse(document.getElementById(`table-${i}`).textContent));
    holder.replaceChildren();
    const columns = head.map((name, j) => ({ name, value: (row) => row[j] ?? '', show: (text) => text, kind: /^-?[\d.]+$/.test(rows[0]?.[j] ?? '') ? 'num' : 'raw' }));
    grid(holder, columns, rows, { file: tables[i].file, raw: true });
  };
  select(panel, 'File', tables.map((table) => `${table.file}, ${count(table.rows)} rows`), open);
  panel.append(holder);
  // A large file is parsed when it is looked at.
  undrawn.set(holder, () => open(0));
}

// ---- the page

const distinct = (all) => [...new Set(all)];
const scenariosOf = (...lists) => lists.flat().map(({ scenario }) => scenario).filter((scenario) => scenario !== undefined);

/** All that a section about a single one has something of, in the order of the run. Histograms of a single one may have another name. */
const named = distinct([...Object.keys(model.labels), ...scenariosOf(model.timeLines, ...added.map(([, data]) => data))]);
const scenarios = named.length === 1 ? named : distinct([...named, ...scenariosOf(model.curves)]);

const parts = [
  ['ceilings', model.bars, ceilings],
  ['threads-buffers', model.heatMaps, heatMaps],
  ['peers', model.peers, peers],
  ['broadcast', model.broadcast, broadcast],
  ['memory', model.memory, (bars) => memory(bars, model.fits)],
  ['projections', model.projections, (all) => projections(all, model.memory)],
  ['one', scenarios, choice],
  ['evidence', model.bars, (bars) => evidence(bars, model.threads)],
  ['time', model.timeLines, time],
  ['lines', model.fits, fitted],
  ['response-times', model.curves, curves],
  ['environment', model.environment, (groups) => environment(groups, model.differences)],
  ['files', model.tables, files],
];
added.forEach(([before, ...part]) => parts.splice(parts.findIndex(([id]) => id === before), 0, [null, ...part]));
parts.filter(([, data]) => data.length > 0).forEach(([, data, build]) => build(data));

/** The first one of which most is known. */
const known = (scenario) => [model.fits, model.timeLines, model.curves].filter((all) => all.some((one) => one.scenario === scenario)).length;
if (scenarios.length > 0) {
  const most = scenarios.slice(0, 100).reduce((best, next) => (known(next) > known(best) ? next : best));
  choose(most);
}

/** Below the introduction of the section that it is about; of a section that there is not, at the end. */
function tellNote({ section: id, text }) {
  const panel = document.getElementById(id);
  if (panel === null) {
    sections.append(el('p', { class: 'panel' }, text));
  } else {
    (panel.querySelector('.lead') ?? panel.querySelector('h2')).after(el('p', { class: 'note' }, text));
  }
}

model.notes.forEach(tellNote);

const widths = plots.map(({ box }) => box.clientWidth || 800);
plots.forEach((one, i) => one.reserve(widths[i]));

const redraw = () => plots.forEach((one) => one.chart !== null && one.draw());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
const forPaper = () => {
  drawRest();
  redraw();
};
matchMedia('print').addEventListener('change', forPaper);
addEventListener('beforeprint', forPaper);
if (undrawn.size === 0) {
  document.documentElement.dataset.state = 'drawn';
}
[...undrawn.keys()].forEach((box) => sight.observe(box));
