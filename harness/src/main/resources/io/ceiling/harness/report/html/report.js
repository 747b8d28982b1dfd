'use strict';

/* Draws the report from the JSON in this page. Texts of a server or a file become text nodes or are drawn on a canvas, never HTML. */
(() => {
  const model = JSON.parse(document.getElementById('data').textContent);
  const NARROW = 600;
  const BARS_A_PAGE = 40;
  const ROWS_A_PAGE = 25;
  const FAMILIES = {
    threads: 'threads',
    descriptors: 'file descriptors',
    connections: 'connections and queues',
    memory: 'memory',
    processor: 'processor, collections, crash',
    kernel: 'ports and kernel',
    load: 'load generator or host',
    unknown: 'not named',
  };

  // ---- elements and numbers

  function el(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('on')) {
        element.addEventListener(name.slice(2), value);
      } else if (value !== null && value !== false) {
        element.setAttribute(name, value === true ? '' : value);
      }
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  const spaced = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, '\u00a0');

  function count(value) {
    return value === null || !Number.isFinite(value) ? '–' : (value < 0 ? '−' : '') + spaced(String(Math.abs(Math.round(value))));
  }

  /** Three digits that mean something. */
  function short(value) {
    const size = Math.abs(value);
    return size >= 100 || Number.isInteger(value) ? count(value) : String(Number(value.toFixed(size >= 10 ? 1 : 2)));
  }

  function bytes(value) {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let unit = 0;
    let size = value;
    while (Math.abs(size) >= 1024 && unit < units.length - 1) {
      size /= 1024;
      unit += 1;
    }
    return `${unit === 0 ? count(size) : Math.abs(size) >= 100 ? count(size) : Number.isInteger(size) ? size : size.toFixed(1)}\u00a0${units[unit]}`;
  }

  function millis(value) {
    return value >= 1000 ? `${short(value / 1000)}\u00a0s` : `${short(value)}\u00a0ms`;
  }

  // ---- sections, charts

  const sections = document.getElementById('sections');
  const contents = document.getElementById('contents');

  function section(id, title, lead) {
    const panel = el('section', { class: 'panel', id, 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title` }, title));
    if (lead) {
      panel.append(el('p', { class: 'lead' }, lead));
    }
    sections.append(panel);
    contents.append(el('a', { href: `#${id}` }, title));
    return panel;
  }

  function colours() {
    const style = getComputedStyle(document.documentElement);
    return (name) => style.getPropertyValue(`--${name}`).trim();
  }

  const plots = [];
  const waiting = [];

  /**
   * A chart that is drawn when the page has time for it, and again when its width or the colours change.
   * option: ({ of: colour by name, narrow, width }) => ECharts option; height: the same => pixels.
   */
  function plot(parent, label, { option, height }) {
    const box = el('div', { class: 'plot', role: 'img', 'aria-label': label });
    parent.append(box);
    const one = { box, chart: null, width: 0, draw };
    function draw() {
      const width = box.clientWidth || 800;
      const view = { of: colours(), narrow: width < NARROW, width };
      box.style.height = `${height(view)}px`;
      if (one.chart === null) {
        one.chart = echarts.init(box, null, { renderer: 'canvas' });
        new ResizeObserver(() => box.clientWidth !== one.width && draw()).observe(box);
      } else {
        one.chart.resize();
      }
      one.width = box.clientWidth;
      one.chart.setOption({ ...common(view), ...option(view) }, { notMerge: true });
    }
    plots.push(one);
    waiting.push(one);
    return one;
  }

  function common({ of }) {
    return {
      animation: false,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: of('ink'), fontSize: 12 },
      tooltip: tooltip(of),
    };
  }

  function tooltip(of, more = {}) {
    return {
      confine: true,
      backgroundColor: of('panel'),
      borderColor: of('edge'),
      textStyle: { color: of('ink'), fontSize: 12.5 },
      extraCssText: 'box-shadow:0 4px 14px rgba(0,0,0,.18);',
      ...more,
    };
  }

  /** Content of a tooltip as elements, so that nothing in it is taken for HTML. */
  function tip(title, pairs) {
    const box = el('div', { class: 'tip' }, el('b', {}, title));
    for (const [name, value] of pairs) {
      if (value !== '' && value !== null && value !== undefined) {
        box.append(el('span', {}, name), el('span', {}, value));
      }
    }
    return box;
  }

  function axis(of, more) {
    const { axisLabel, nameTextStyle, ...rest } = more;
    return {
      axisLine: { lineStyle: { color: of('edge') } },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: of('rule') } },
      axisLabel: { color: of('quiet'), fontSize: 12, hideOverlap: true, ...axisLabel },
      nameTextStyle: { color: of('soft'), fontSize: 12, ...nameTextStyle },
      ...rest,
    };
  }

  /** Room for the labels of a vertical axis, so that all charts begin at the same place. */
  const SIDE = 62;

  /** The title of a vertical axis, above it and not across it. */
  function above(name) {
    return { name, nameLocation: 'end', nameGap: 12, nameTextStyle: { align: 'left', padding: [0, 0, 0, 8 - SIDE] } };
  }

  /** The same of an axis on the right. */
  function aboveRight(name) {
    return { name, nameLocation: 'end', nameGap: 12, nameTextStyle: { align: 'right', padding: [0, 4 - SIDE, 0, 0] } };
  }

  function below(name) {
    return { name, nameLocation: 'middle', nameGap: 26 };
  }

  const plain2d = (right = 24) => ({ left: SIDE, right, top: 36, bottom: 46 });

  /** Ticks at whole powers of two: 64 KiB, not 97.7 KiB. */
  function inBytes(least, most, ticks = 6) {
    const from = Math.min(0, least);
    const interval = 2 ** Math.ceil(Math.log2(Math.max(1, most - from) / ticks));
    return {
      interval,
      min: Math.floor(from / interval) * interval,
      max: Math.ceil(most / interval) * interval,
      axisLabel: { formatter: bytes },
    };
  }

  function legend(parent, items) {
    const list = el('ul', { class: 'legend' });
    for (const [name, colour, kind = ''] of items) {
      const swatch = el('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' });
      swatch.style.setProperty('--swatch', `var(--${colour})`);
      list.append(el('li', {}, swatch, name));
    }
    parent.append(list);
  }

  function select(parent, label, options, changed) {
    const box = el('select', { onchange: () => changed(Number(box.value)) });
    options.forEach((name, i) => box.append(el('option', { value: i }, name)));
    parent.append(el('div', { class: 'tools' }, el('label', {}, label, box)));
    return box;
  }

  // ---- tables

  const number = (name, value, show = count) => ({ name, value, show, kind: 'num' });
  const words = (name, value, kind = 'text') => ({ name, value, show: (text) => text, kind });
  const verdict = (name, value) => ({ name, value, kind: 'verdict', show: (text) => text });

  /** A table that sorts, filters, turns pages, and is downloaded as CSV with the rows that are left. */
  function grid(parent, columns, rows, { file, raw = false, page = ROWS_A_PAGE } = {}) {
    let sorted = null;
    let down = false;
    let first = 0;
    let left = rows;
    const body = el('tbody');
    const heads = columns.map((column, i) => {
      const button = el('button', { type: 'button', onclick: () => sort(i) }, column.name);
      return el('th', { scope: 'col', class: column.kind === 'num' ? 'num' : '', 'aria-sort': 'none' }, button);
    });
    const search = el('input', { type: 'search', placeholder: 'contains …', 'aria-label': `filter ${file}`, oninput: () => filter() });
    const state = el('span', { class: 'quiet', 'aria-live': 'polite' });
    const back = el('button', { type: 'button', onclick: () => turn(-page) }, '‹ Back');
    const next = el('button', { type: 'button', onclick: () => turn(page) }, 'Next ›');
    const save = el('button', { type: 'button', class: 'save', onclick: () => download(file, columns, left) }, 'Download CSV');
    const pages = rows.length > page ? [back, next] : [];
    const tools = rows.length > 5 ? [el('label', {}, 'Filter', search), ...pages, state, save] : [state, save];
    parent.append(
      el('div', { class: 'tools' }, ...tools),
      el('div', { class: `scroll wide${raw ? ' raw' : ''}`, tabindex: 0, role: 'region', 'aria-label': file },
        el('table', {}, el('thead', {}, el('tr', {}, ...heads)), body)),
    );

    function show() {
      body.replaceChildren(...left.slice(first, first + page).map((row) => el('tr', {}, ...columns.map((column) => cell(column, row)))));
      const last = Math.min(first + page, left.length);
      const of = left.length === rows.length ? count(rows.length) : `${count(left.length)} that match, of ${count(rows.length)}`;
      state.textContent = left.length === 0 ? `none of ${count(rows.length)}` : `${count(first + 1)}–${count(last)} of ${of}`;
      back.disabled = first === 0;
      next.disabled = last >= left.length;
    }

    function filter() {
      const wanted = search.value.toLowerCase();
      left = wanted === '' ? rows : rows.filter((row) => columns.some((column) => plain(column, row).toLowerCase().includes(wanted)));
      order();
    }

    function sort(i) {
      down = sorted === i ? !down : columns[i].kind === 'num';
      sorted = i;
      heads.forEach((head, j) => head.setAttribute('aria-sort', j !== i ? 'none' : down ? 'descending' : 'ascending'));
      order();
    }

    function order() {
      if (sorted !== null) {
        const keyed = left.map((row) => [columns[sorted].value(row), row]);
        keyed.sort(([a], [b]) => (down ? compare(b, a) : compare(a, b)));
        left = keyed.map(([, row]) => row);
      }
      first = 0;
      show();
    }

    function turn(by) {
      first = Math.max(0, first + by);
      show();
    }

    show();
  }

  function compare(a, b) {
    const x = a === '' || a === null ? NaN : Number(a);
    const y = b === '' || b === null ? NaN : Number(b);
    if (Number.isNaN(x) && Number.isNaN(y)) {
      return String(a ?? '').localeCompare(String(b ?? ''), 'en');
    }
    return Number.isNaN(x) ? -1 : Number.isNaN(y) ? 1 : x - y;
  }

  function plain(column, row) {
    const value = column.value(row);
    return value === null || value === undefined ? '' : String(value);
  }

  function cell(column, row) {
    const value = column.value(row);
    if (column.kind === 'verdict') {
      return el('td', {}, value === '' ? '' : el('span', { class: 'tag', 'data-verdict': value }, value));
    }
    const shown = value === null || value === undefined || value === '' ? '' : column.show(value);
    return el('td', { class: column.kind }, shown);
  }

  /** A cell that a spreadsheet would take for a formula gets an apostrophe. */
  function quoted(text) {
    const safe = /^[=+@\t\r]|^-[^\d.]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }

  function download(file, columns, rows) {
    const lines = [columns.map((column) => quoted(column.name)), ...rows.map((row) => columns.map((column) => quoted(plain(column, row))))];
    const blob = new Blob([lines.map((line) => `${line.join(',')}\r\n`).join('')], { type: 'text/csv;charset=utf-8' });
    const url = URL.createObjectURL(blob);
    el('a', { href: url, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  /** The same figures as the chart above, for eyes and readers that prefer a table; built when it is opened. */
  function asTable(parent, columns, rows, file) {
    const box = el('details', {}, el('summary', {}, 'As a table'));
    box.addEventListener('toggle', () => box.open && box.childElementCount === 1 && grid(box, columns, rows(), { file }));
    parent.append(box);
  }

  /** Horizontal bars, so many at a time: draw(shown items) => option; each item has a label. */
  function pagedBars(panel, label, items, row, option) {
    let first = 0;
    const shown = () => items.slice(first, first + BARS_A_PAGE);
    const chart = plot(panel, label, {
      height: (view) => shown().length * row(view) + (view.narrow ? 60 : 52),
      option: (view) => option(shown(), view),
    });
    if (items.length > BARS_A_PAGE) {
      const state = el('span', { class: 'quiet', 'aria-live': 'polite' });
      const turn = (by) => {
        first = Math.min(Math.max(0, first + by), Math.floor((items.length - 1) / BARS_A_PAGE) * BARS_A_PAGE);
        state.textContent = `${count(first + 1)}–${count(Math.min(first + BARS_A_PAGE, items.length))} of ${count(items.length)}`;
        if (by !== 0) {
          chart.draw();
        }
      };
      panel.append(el('div', { class: 'tools' },
        el('button', { type: 'button', onclick: () => turn(-BARS_A_PAGE) }, '‹ Back'),
        el('button', { type: 'button', onclick: () => turn(BARS_A_PAGE) }, 'Next ›'),
        state));
      turn(0);
    }
  }

  /** Names beside the bars, or above them where there is no room beside. */
  function names(items, { of, narrow, width }) {
    const inside = narrow
      ? { inside: true, verticalAlign: 'bottom', padding: [0, 0, 9, -6], width: width - 16 }
      : { width: Math.min(460, width * 0.42) };
    return axis(of, {
      type: 'category',
      inverse: true,
      data: items.map((item) => item.label),
      axisLabel: { color: of('soft'), overflow: 'truncate', interval: 0, hideOverlap: false, ...inside },
      z: 3,
    });
  }

  const barGrid = ({ narrow }, right) => ({ left: narrow ? 6 : 8, right: narrow ? right * 0.92 : right, top: narrow ? 14 : 4, bottom: narrow ? 46 : 26, containLabel: !narrow });
  const rowHeight = ({ narrow }) => (narrow ? 46 : 27);
  const barWidth = ({ narrow }) => (narrow ? 13 : 15);

  /** Thin lines from one value to another, with ends, in the middle of each bar. */
  function whiskers(spans, colour) {
    return {
      type: 'custom',
      name: 'error',
      silent: true,
      z: 5,
      data: spans.map(([row, from, to]) => [row, from, to]),
      encode: { x: [1, 2], y: 0 },
      renderItem: (_, api) => {
        const [left, y] = api.coord([api.value(1), api.value(0)]);
        const [right] = api.coord([api.value(2), api.value(0)]);
        const line = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: colour, lineWidth: 1.3 } });
        return { type: 'group', children: [line(left, y, right, y), line(left, y - 4, left, y + 4), line(right, y - 4, right, y + 4)] };
      },
    };
  }

  /** A text to the right of each bar and of its whisker. */
  function beside(ends, text, colour) {
    return {
      type: 'scatter',
      name: 'label',
      silent: true,
      symbolSize: 0.1,
      data: ends.map((end, i) => ({ value: [end, i], label: { color: colour(i) } })),
      label: { show: true, position: 'right', distance: 7, formatter: ({ dataIndex }) => text(dataIndex) },
    };
  }

  // ---- ceilings

  const STRIPES = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4 };
  const DOTS = { symbol: 'circle', symbolSize: 0.7, dashArrayX: [[4, 4], [0, 4, 4, 0]], dashArrayY: [4, 0] };

  function ceilingText(bar) {
    switch (bar.verdict) {
      case 'reached': return `${count(bar.connections)} · ${bar.words || 'not named'}`;
      case 'at-least': return `≥ ${count(bar.connections)} · ${bar.words || 'nothing broke'}`;
      case 'invalid': return `invalid${bar.words ? ` · ${bar.words}` : ''}`;
      default: return bar.verdict;
    }
  }

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
    const panel = section('ceilings', 'Ceilings',
      `The most connections alive and correctly answered at once, and the limit that stopped the next one. Unless a label tells otherwise: ${model.usual}.`);
    const families = [...new Set(bars.filter((bar) => bar.verdict === 'reached').map((bar) => bar.family))];
    const has = (kind) => bars.some((bar) => bar.verdict === kind);
    legend(panel, [
      ...families.map((family) => [FAMILIES[family] ?? family, family]),
      ...(has('at-least') ? [['at least: nothing broke up to there', 'soft', 'striped']] : []),
      ...(has('invalid') ? [['invalid: passed, but says nothing about the server', 'quiet', 'dotted']] : []),
      ...(has('skipped') ? [['skipped: not run, no bar', 'edge', 'hollow']] : []),
    ]);
    const label = `Bar chart: ceiling of each of ${bars.length} scenarios, coloured by the limit that stopped it`;
    pagedBars(panel, label, bars, rowHeight, (shown, view) => ({
      grid: barGrid(view, 196),
      xAxis: axis(view.of, { type: 'value', max: 'dataMax', splitNumber: view.narrow ? 3 : 5, ...below('connections'), axisLabel: { formatter: count, showMaxLabel: false } }),
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
        beside(shown.map((bar) => (bar.verdict === 'skipped' ? 0 : Math.max(bar.connections, bar.most))),
          (i) => ceilingText(shown[i]), (i) => view.of(shown[i].verdict === 'invalid' ? 'bad' : 'ink')),
      ],
    }));
    asTable(panel, [
      words('scenario', (bar) => bar.label, 'label'),
      verdict('verdict', (bar) => bar.verdict),
      number('ceiling', (bar) => (bar.verdict === 'skipped' || bar.verdict === 'invalid' ? null : bar.connections)),
      number('first failure', (bar) => bar.firstFailure),
      words('limiting factor', (bar) => bar.factor),
      number('forks', (bar) => bar.forks),
      number('least', (bar) => bar.least),
      number('most', (bar) => bar.most),
    ], () => bars, 'ceilings-by-scenario.csv');
  }

  function ceilingTip(bar) {
    return tip(bar.label, [
      ['verdict', bar.verdict],
      [bar.verdict === 'invalid' ? 'passed' : 'ceiling', count(bar.connections)],
      ['first failure', bar.firstFailure === null ? '' : count(bar.firstFailure)],
      ['limit', bar.factor],
      ['forks', bar.forks > 1 ? `${bar.forks}: ${count(bar.least)} to ${count(bar.most)}` : ''],
      ['why', bar.why],
    ]);
  }

  // ---- threads x buffers

  const bufferText = (size) => (size === 0 ? 'default' : bytes(size));

  function heatMaps(maps) {
    const panel = section('threads-buffers', 'Threads × buffers', 'Ceiling for each size of the request thread pool and of the buffers; the limit is in the square.');
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

  function heatText(square, narrow) {
    const value = square.verdict === 'reached' ? count(square.connections) : square.verdict === 'at-least' ? `≥ ${count(square.connections)}` : square.verdict;
    return narrow ? value : `${value}\n${square.words || '–'}`;
  }

  function heatTip(map, square) {
    return tip(`${count(map.threads[square.y])} threads, buffers ${bufferText(map.buffers[square.x])}`, [
      ['ceiling', heatText(square, true)],
      ['limit', square.words],
      ['heap a connection', square.heapBytes === null ? '' : bytes(square.heapBytes)],
    ]);
  }

  // ---- climb

  const PROOFS = { confirmed: 'circle', refuted: 'triangle', undecided: 'diamond' };

  function climbs(all) {
    const panel = section('climb', 'Climb', 'Each step relieves the limit that was named before it. If the ceiling moves as predicted, the name was right.');
    const factors = [...new Set(all.flatMap((climb) => climb.stairs.map((stair) => stair.family)))];
    legend(panel, [
      ...factors.map((family) => [`stopped by ${FAMILIES[family] ?? family}`, family, 'dot']),
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

  function nice(value) {
    const unit = 10 ** Math.floor(Math.log10(value)) / 2;
    return Math.ceil(value / unit) * unit;
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

  // ---- memory

  const PARTS = [
    ['heap', 'threads', 'live heap', (bar) => bar.heap],
    ['direct', 'connections', 'direct buffers', (bar) => bar.direct],
    ['rest', 'descriptors', 'stacks and the rest of the resident set', (bar) => bar.rest],
    ['kernel', 'kernel', 'kernel, both ends', (bar) => bar.kernel],
  ];
  const total = (bar) => bar.heap + bar.direct + bar.rest + bar.kernel;
  const totalError = (bar) => Math.hypot(bar.restKnown ? bar.restError : bar.heapError, bar.kernelError);

  function memory(bars, fits) {
    const panel = section('memory', 'Memory per connection',
      'What one more connection costs: slopes of lines through readings after a full collection, with one standard error. Where the resident set is lost in its own error, that part is left out and the sum has a question mark.');
    const used = PARTS.filter(([, , , value]) => bars.some((bar) => value(bar) > 0));
    legend(panel, used.map(([, colour, name]) => [name, colour]));
    pagedBars(panel, `Stacked bars: memory per connection of ${bars.length} scenarios, by kind`, bars, rowHeight, (shown, view) => ({
      grid: barGrid(view, 150),
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
        whiskers(shown.map((bar, i) => [i, Math.max(0, total(bar) - totalError(bar)), reach(bar)]), view.of('ink')),
        beside(shown.map(reach), (i) => totalText(shown[i]), () => view.of('ink')),
      ],
    }));
    const error = (value, se) => (bar) => `${bytes(value(bar))} ± ${bytes(se(bar))}`;
    asTable(panel, [
      words('scenario', (bar) => bar.label, 'label'),
      words('heap', error((bar) => bar.heap, (bar) => bar.heapError)),
      words('direct', error((bar) => bar.direct, (bar) => bar.directError)),
      words('stacks and rest', (bar) => (bar.restKnown ? `${bytes(bar.rest)} ± ${bytes(bar.restError)}` : 'lost in its error')),
      words('kernel', error((bar) => bar.kernel, (bar) => bar.kernelError)),
      number('platform threads', (bar) => Number(bar.threads.toFixed(3)), short),
    ], () => bars, 'memory-per-connection.csv');
    if (fits.length > 0) {
      fitted(panel, fits);
    }
  }

  const reach = (bar) => total(bar) + totalError(bar);
  const totalText = (bar) => `${bytes(total(bar))}${bar.restKnown ? ` ± ${bytes(totalError(bar))}` : ' + ?'}`;

  function memoryTip(bar) {
    return tip(bar.label, [
      ['live heap', `${bytes(bar.heap)} ± ${bytes(bar.heapError)}`],
      ['direct buffers', bar.direct > 0 ? `${bytes(bar.direct)} ± ${bytes(bar.directError)}` : 'none'],
      ['stacks and the rest', bar.restKnown ? `${bytes(bar.rest)} ± ${bytes(bar.restError)}` : `lost in ± ${bytes(bar.restError)}`],
      ['kernel', `${bytes(bar.kernel)} ± ${bytes(bar.kernelError)}`],
      ['platform threads', short(Number(bar.threads.toFixed(3)))],
    ]);
  }

  const LINES = { heap: ['threads', 'circle'], direct: ['connections', 'diamond'], 'resident set': ['descriptors', 'rect'], kernel: ['kernel', 'triangle'] };

  function fitted(panel, fits) {
    panel.append(el('h3', {}, 'The lines behind the bars'));
    const points = fits.map((fit) => fit.lines[0].points.length);
    let chosen = points.indexOf(Math.max(...points.slice(0, 1000)));
    const box = select(panel, 'Scenario', fits.map((fit) => fit.label), (i) => {
      chosen = i;
      chart.draw();
    });
    box.value = chosen;
    legend(panel, Object.entries(LINES).filter(([part]) => fits.some((fit) => fit.lines.some((line) => line.part === part)))
      .map(([part, [colour]]) => [part, colour, 'dot']));
    const chart = plot(panel, 'Scatter chart: memory at each level of the ramp, with the fitted lines', {
      height: () => 340,
      option: (view) => lines(fits[chosen].lines, view),
    });
    asTable(panel, [
      words('scenario', ([fit]) => fit.label, 'label'),
      words('memory', ([, line]) => line.part),
      number('slope', ([, line]) => line.slope, bytes),
      number('standard error', ([, line]) => line.error, bytes),
      number('points', ([, line]) => line.points.length),
    ], () => fits.flatMap((fit) => fit.lines.map((line) => [fit, line])), 'fitted-lines.csv');
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

  function projections(all) {
    const panel = section('projections', 'Projection',
      'Connections whose resident set and kernel memory would fill so much memory, all other limits left aside. Two digits of it mean something; where the resident set is lost in its error there is none.');
    grid(panel, [
      words('scenario', (row) => row.label, 'label'),
      ...[1, 4, 16, 64].map((size, i) => number(`${size} GiB`, (row) => row.at[i], (value) => count(Number(value.toPrecision(2))))),
    ], all, { file: 'projections.csv' });
  }

  // ---- time

  const labelOf = (scenario) => model.labels[scenario] ?? scenario;

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

  const TAGS = ['threads', 'descriptors', 'kernel', 'memory', 'processor', 'connections', 'quiet', 'ink'];
  const DASHES = ['solid', [7, 3], [2, 3], [9, 3, 2, 3]];

  function curves(all) {
    const panel = section('response-times', 'Response times',
      'From the intended start of a request, so that a server that stands still is not excused; service is from the actual send. Each step to the right is ten times rarer.');
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

  // ---- rooms

  const SYMBOLS = ['circle', 'diamond', 'triangle', 'rect'];

  function bubbles(all) {
    const panel = section('rooms', 'Chat rooms', 'Each bubble is one rate: response time against delivered messages, the larger the more bytes. Filled: nothing lost, steady, p99 within the objective.');
    const users = [...new Set(all.map((one) => one.users))].sort((a, b) => a - b);
    const rooms = [...new Set(all.map((one) => one.rooms))].sort((a, b) => a - b);
    let chosen = 0;
    const kinds = [['p50', (one) => one.p50Nanos / 1e6], ['p99', (one) => one.p99Nanos / 1e6]];
    select(panel, 'Round trip', kinds.map(([name]) => name), (i) => {
      chosen = i;
      chart.draw();
    });
    legend(panel, [
      ...users.map((n, i) => [`${count(n)} users`, TAGS[i % TAGS.length], 'dot']),
      ...rooms.map((n, i) => [`${['●', '◆', '▲', '■'][i % 4]} ${count(n)} rooms`, 'panel', 'none']),
      ['did not pass', 'quiet', 'hollow'],
    ]);
    const largest = all.reduce((most, one) => Math.max(most, one.bytesPerSecond), 1);
    const chart = plot(panel, 'Bubble chart: round trip against delivered messages a second, by users and rooms', {
      height: ({ narrow }) => (narrow ? 360 : 440),
      option: ({ of, narrow }) => ({
        grid: plain2d(),
        xAxis: axis(of, { type: 'value', ...below('delivered messages a second'), axisLabel: { formatter: count } }),
        yAxis: axis(of, { type: 'log', ...above(`round trip ${kinds[chosen][0]}, ms, logarithmic`), axisLabel: { formatter: short } }),
        tooltip: tooltip(of, { formatter: ({ data }) => bubbleTip(data.one) }),
        series: users.flatMap((n, i) => rooms.map((m, j) => ({
          type: 'scatter',
          name: `${n} users in ${m} rooms`,
          symbol: SYMBOLS[j % SYMBOLS.length],
          data: all.filter((one) => one.users === n && one.rooms === m).map((one) => ({
            one,
            value: [one.deliveriesPerSecond, Math.max(0.001, kinds[chosen][1](one))],
            symbolSize: (narrow ? 5 : 6) + (narrow ? 14 : 24) * Math.sqrt(one.bytesPerSecond / largest),
            itemStyle: one.passed
              ? { color: of(TAGS[i % TAGS.length]), opacity: 0.75, borderColor: of('panel'), borderWidth: 1 }
              : { color: 'transparent', borderColor: of(TAGS[i % TAGS.length]), borderWidth: 2 },
          })),
        }))),
      }),
    });
    asTable(panel, [
      number('users', (one) => one.users),
      number('rooms', (one) => one.rooms),
      number('pause, ms', (one) => one.pauseMillis, short),
      number('delivered/s', (one) => one.deliveriesPerSecond),
      number('bytes/s', (one) => one.bytesPerSecond, bytes),
      number('p50, ms', (one) => one.p50Nanos / 1e6, short),
      number('p99, ms', (one) => one.p99Nanos / 1e6, short),
      number('lost', (one) => one.lost),
      number('idle, %', (one) => one.idleShare * 100, (value) => value.toFixed(0)),
      verdict('', (one) => (one.passed ? 'passed' : 'failed')),
      words('marks', (one) => one.marks),
    ], () => all, 'rooms.csv');
  }

  function bubbleTip(one) {
    return tip(`${count(one.users)} users in ${count(one.rooms)} rooms`, [
      ['delivered', `${count(one.deliveriesPerSecond)} /s`],
      ['throughput', `${bytes(one.bytesPerSecond)}/s`],
      ['p50', millis(one.p50Nanos / 1e6)],
      ['p99', millis(one.p99Nanos / 1e6)],
      ['pause between bursts', millis(one.pauseMillis)],
      ['host idle', `${(one.idleShare * 100).toFixed(0)} %`],
      ['passed', one.passed ? 'yes' : 'no'],
      ['marks', one.marks],
    ]);
  }

  // ---- broadcast, traffic

  function broadcast(steps) {
    const panel = section('broadcast', 'Broadcast', 'Each level of the ramp, in the columns of the published comparison of push servers.');
    grid(panel, [
      words('scenario', (step) => step.label, 'label'),
      number('connections', (step) => step.connections),
      number('connected', (step) => step.connected),
      number('average response, ms', (step) => step.averageNanos / 1e6, (value) => value.toFixed(1)),
      number('p99, ms', (step) => step.p99Nanos / 1e6, (value) => value.toFixed(1)),
      number('average size, B', (step) => step.averageBytes),
      number('messages', (step) => step.messages),
      number('messages/s', (step) => step.messagesPerSecond),
      number('walltime, s', (step) => step.wallNanos / 1e9, (value) => value.toFixed(1)),
      number('lost', (step) => step.lost),
      verdict('', (step) => (step.passed ? 'passed' : 'failed')),
    ], steps, { file: 'broadcast.csv' });
  }

  function traffic(seconds) {
    const panel = section('traffic', 'Traffic', `Second by second: connections held, requests answered, 99 % of all response times so far.${seconds.thinned ? ' Of each stretch of time the least and the greatest value are drawn.' : ''}`);
    const kinds = [
      ['connections held', 'threads', seconds.alive, count, (value) => value],
      ['requests a second', 'kernel', seconds.requestsPerSecond, count, (value) => value],
      ['p99 response time, ms', 'processor', seconds.p99Nanos, short, (value) => value / 1e6],
      ['processors of the server', 'memory', seconds.serverCores, short, (value) => value],
    ];
    const each = 118;
    // Above the line for the names of the phases.
    const room = ({ max }) => nice(max * 1.25);
    plot(panel, 'Line charts: connections, requests a second, response time and processors over time', {
      height: () => kinds.length * (each + 34) + 56,
      option: ({ of }) => ({
        grid: kinds.map((_, i) => ({ left: SIDE, right: 20, top: 30 + i * (each + 34), height: each })),
        xAxis: kinds.map((_, i) => axis(of, {
          type: 'value',
          gridIndex: i,
          min: 0,
          max: Math.ceil(seconds.phases[seconds.phases.length - 1].to),
          splitLine: { show: false },
          axisLabel: { show: i === kinds.length - 1, formatter: count },
          ...(i === kinds.length - 1 ? below('seconds since the server was ready') : {}),
        })),
        yAxis: kinds.map(([name, , , show], i) => axis(of, {
          type: 'value', gridIndex: i, splitNumber: 3, ...above(name), nameGap: 8, axisLabel: { formatter: show }, ...(i === 0 ? { max: room } : {}),
        })),
        tooltip: tooltip(of, {
          trigger: 'axis',
          formatter: (points) => tip(`${short(points[0].value[0])} s`, points.map((point) => [point.seriesName, kinds[point.seriesIndex][3](point.value[1])])),
        }),
        axisPointer: { link: [{ xAxisIndex: 'all' }] },
        series: kinds.map(([name, colour, data, , unit], i) => ({
          type: 'line', name, xAxisIndex: i, yAxisIndex: i, symbol: 'none',
          data: data.map(([at, value]) => [at, unit(value)]),
          lineStyle: { color: of(colour), width: 2 }, itemStyle: { color: of(colour) },
          markArea: {
            silent: true,
            itemStyle: { color: of('quiet'), opacity: 0.09 },
            label: { show: i === 0, position: 'insideTop', color: of('quiet'), fontSize: 11 },
            data: seconds.phases.filter((_, j) => j % 2 === 0).map((phase) => [{ name: phase.name, xAxis: phase.from }, { xAxis: phase.to }]),
          },
        })),
      }),
    });
    const rates = new Map(seconds.requestsPerSecond);
    const times = new Map(seconds.p99Nanos);
    asTable(panel, [
      number('second', ([at]) => at, short),
      number('connections', ([, alive]) => alive),
      number('requests/s', ([at]) => rates.get(at) ?? null),
      number('p99, ms', ([at]) => (times.has(at) ? times.get(at) / 1e6 : null), short),
    ], () => seconds.alive, 'traffic-seconds.csv');
  }

  // ---- micro-benchmarks

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
      'One operation at a time, as JMH measured it; a whisker is the interval of 99.9 % confidence. What each shows, and what it does not, is in docs/jmh.md.');
    for (const chart of charts) {
      const scale = scaleOf(chart);
      const [size, unit] = scale;
      panel.append(el('h3', {}, chart.title),
        el('p', { class: 'quiet' }, [unit, `${chart.better} is better`, chart.settings].filter((text) => text !== '').join(' · ')));
      pagedBars(panel, `Bar chart: ${chart.title} in ${unit}, ${chart.bars.length} bars with their errors`, chart.bars, rowHeight, (shown, view) => ({
        grid: barGrid(view, 150),
        xAxis: axis(view.of, {
          type: 'value', max: Math.max(...shown.map(scoreEnd)) / size, splitNumber: view.narrow ? 3 : 5, ...below(unit),
          axisLabel: { formatter: digits, showMaxLabel: false },
        }),
        yAxis: names(shown, view),
        tooltip: tooltip(view.of, { formatter: ({ dataIndex }) => scoreTip(chart, shown[dataIndex], scale) }),
        series: [
          { type: 'bar', name: 'score', barWidth: barWidth(view), itemStyle: { color: view.of('descriptors') }, data: shown.map((bar) => bar.score / size) },
          whiskers(shown.flatMap((bar, i) => (bar.error === null ? [] : [[i, Math.max(0, bar.score - bar.error) / size, scoreEnd(bar) / size]])), view.of('ink')),
          beside(shown.map((bar) => scoreEnd(bar) / size), (i) => scoreText(shown[i], scale), () => view.of('ink')),
        ],
      }));
      asTable(panel, [
        words('benchmark', (bar) => bar.label, 'label'),
        number(unit, (bar) => bar.score / size, digits),
        number('± 99.9 %', (bar) => (bar.error === null ? null : bar.error / size), digits),
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

  // ---- evidence, environment, files

  function evidence(bars) {
    const panel = section('evidence', 'Evidence and relief', 'What showed the limit, and what to raise next; of repeats the fork with the median ceiling.');
    grid(panel, [
      words('scenario', (bar) => bar.label, 'label'),
      verdict('verdict', (bar) => bar.verdict),
      words('limit', (bar) => bar.factor),
      words('evidence', (bar) => bar.evidence || bar.why),
      words('relief', (bar) => bar.relief),
      words('next limits', (bar) => bar.next),
      words('confidence', (bar) => bar.confidence),
    ], bars, { file: 'evidence.csv', page: 10 });
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

  /** RFC 4180, as Ceiling writes it. */
  function parseCsv(text) {
    const rows = [];
    const field = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/y;
    let row = [];
    while (field.lastIndex < text.length) {
      const [, value, end] = field.exec(text);
      row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
      if (end !== ',') {
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
      const [head, ...rows] = parseCsv(JSON.parse(document.getElementById(`table-${i}`).textContent));
      holder.replaceChildren();
      const columns = head.map((name, j) => ({ name, value: (row) => row[j] ?? '', show: (text) => text, kind: /^-?[\d.]+$/.test(rows[0]?.[j] ?? '') ? 'num' : 'raw' }));
      grid(holder, columns, rows, { file: tables[i].file, raw: true });
    };
    select(panel, 'File', tables.map((table) => `${table.file}, ${count(table.rows)} rows`), open);
    panel.append(holder);
    // Parsing a large file is left until the charts are drawn.
    waiting.push({ draw: () => open(0) });
  }

  // ---- the page

  const parts = [
    [model.bars, ceilings],
    [model.heatMaps, heatMaps],
    [model.climbs, climbs],
    [model.bubbles, bubbles],
    [model.broadcast, broadcast],
    [model.traffic === null ? [] : [model.traffic], ([seconds]) => traffic(seconds)],
    [model.benchmarks, benchmarks],
    [model.memory, (bars) => memory(bars, model.fits)],
    [model.projections, projections],
    [model.timeLines, time],
    [model.curves, curves],
    [model.bars, evidence],
    [model.environment, (groups) => environment(groups, model.differences)],
    [model.tables, files],
  ];
  parts.filter(([data]) => data.length > 0).forEach(([data, build]) => build(data));
  model.notes.forEach((note) => sections.append(el('p', { class: 'panel' }, note)));

  function drawNext() {
    const next = waiting.shift();
    if (next === undefined) {
      document.documentElement.dataset.state = 'drawn';
      return;
    }
    next.draw();
    setTimeout(drawNext, 0);
  }

  const redraw = () => plots.forEach((one) => one.chart !== null && one.draw());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  matchMedia('print').addEventListener('change', redraw);
  addEventListener('beforeprint', redraw);
  drawNext();
})();
