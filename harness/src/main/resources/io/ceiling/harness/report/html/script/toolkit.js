'use strict';

/* What all charts share: elements, numbers, sections, drawing. The scripts of the page have their top-level names in common, and run in
   the order of ReportPage: those of extensions next to last. Texts of a server or a file become text nodes or are drawn on a canvas, never HTML. */

const model = JSON.parse(document.getElementById('data').textContent);
const NARROW = 600;
const FAMILIES = {
  threads: 'threads, pools, locks',
  descriptors: 'file descriptors',
  connections: 'connections and queues',
  memory: 'memory',
  processor: 'processor, collections, crash',
  kernel: 'ports and kernel',
  load: 'load generator or host',
  unknown: 'not named',
};

// ---- colours and dashes of lines that are told apart by nothing else

const TAGS = ['threads', 'descriptors', 'kernel', 'memory', 'processor', 'connections', 'quiet', 'ink'];
const DASHES = ['solid', [7, 3], [2, 3], [9, 3, 2, 3]];

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

/** The name of a scenario as the charts have it. */
const labelOf = (scenario) => model.labels[scenario] ?? scenario;

// ---- words

/** A word of the glossary, with its meaning where the pointer is on it. */
const term = (word, shown = word) => el('abbr', { title: model.terms[word] ?? null }, shown);

/** A text, with its meaning if the whole text is a word of the glossary. */
const explained = (text) => (Object.hasOwn(model.terms, text.toLowerCase()) ? term(text.toLowerCase(), text) : text);

/** The next whole or half step of its power of ten: where an axis ends. */
function nice(value) {
  const unit = 10 ** Math.floor(Math.log10(value)) / 2;
  return Math.ceil(value / unit) * unit;
}

// ---- sections

const sections = document.getElementById('sections');
const contents = document.getElementById('contents');

/** lead: a text, or texts and elements in their order. */
function section(id, title, lead, parent = sections) {
  const panel = el('section', { class: 'panel', id, 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title` }, title));
  if (lead) {
    panel.append(el('p', { class: 'lead' }, ...[lead].flat()));
  }
  parent.append(panel);
  contents.append(el('a', { href: `#${id}` }, title));
  return panel;
}

/** Sections of extensions: the section of page.js that each is before, its data, and what builds it. */
const added = [];

/** build: is given the data, unless there are none. */
const addSection = (before, data, build) => added.push([before, data, build]);

// ---- the one scenario that all sections about a single one show

const ofOne = el('div', { id: 'one' });
const followers = [];
const setting = (scenario) => scenario.replace(/-fork\d+$/, '');

/** What belongs to a scenario; of a fork without data of its own, that of another fork of the same setting. */
const ofScenario = (all, scenario) => all.find((one) => one.scenario === scenario) ?? all.find((one) => setting(one.scenario) === setting(scenario));

/** Has a section show the chosen scenario, find: scenario => its data or undefined; show: is given them. */
function follow(panel, find, show) {
  followers.push((scenario) => {
    const found = find(scenario);
    panel.toggleAttribute('data-empty', found === undefined);
    if (found !== undefined) {
      show(found);
    }
  });
}

const choose = (scenario) => followers.forEach((follower) => follower(scenario));

/** The choice above these sections; a bar that is clicked leads there. */
function choice(scenarios) {
  sections.append(ofOne);
  if (scenarios.length > 1) {
    const bar = el('div', { class: 'choice' });
    const box = select(bar, 'Scenario', scenarios.map(labelOf), (i) => choose(scenarios[i]));
    followers.push((scenario) => {
      box.value = scenarios.indexOf(scenario);
    });
    ofOne.append(bar);
  }
}

function chooseBar({ scenario }) {
  choose(scenario);
  ofOne.scrollIntoView();
}

// ---- charts

function colours() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

const plots = [];

/** What has not been drawn yet: element => how. Most readers never see most of a large page. */
const undrawn = new Map();

const sight = new IntersectionObserver((entries) => {
  entries.filter((entry) => entry.isIntersecting).forEach((entry) => drawFirst(entry.target));
  document.documentElement.dataset.state = 'drawn';
}, { rootMargin: '50% 0px' });

function drawFirst(box) {
  const draw = undrawn.get(box);
  sight.unobserve(box);
  undrawn.delete(box);
  draw?.();
}

/** For paper, which shows everything at once. */
const drawRest = () => [...undrawn.keys()].forEach(drawFirst);

/**
 * A chart that is drawn when it is about to be seen, and again when its width or the colours change.
 * option: ({ of: colour by name, narrow, width }) => ECharts option; height: the same => pixels; click: is given the place of a mark.
 */
function plot(parent, label, { option, height, click = null }) {
  const box = el('div', { class: 'plot', role: 'img', 'aria-label': label });
  parent.append(box);
  const one = { box, chart: null, width: 0, draw, redraw, reserve };
  function viewOf(width) {
    return { of: colours(), narrow: width < NARROW, width };
  }
  // What is below it must not move when it is drawn.
  function reserve(width) {
    box.style.height = `${height(viewOf(width))}px`;
  }
  /** Draws other data; what has not been drawn yet has them when it is. */
  function redraw() {
    if (!undrawn.has(box)) {
      draw();
    }
  }
  function draw() {
    sight.unobserve(box);
    undrawn.delete(box);
    if (box.closest('[data-empty]') !== null) {
      return;
    }
    const width = box.clientWidth || 800;
    const view = viewOf(width);
    box.style.height = `${height(view)}px`;
    if (one.chart === null) {
      one.chart = echarts.init(box, null, { renderer: 'canvas' });
      new ResizeObserver(() => box.clientWidth !== one.width && draw()).observe(box);
      if (click !== null) {
        one.chart.on('click', ({ dataIndex }) => click(dataIndex));
      }
    } else {
      one.chart.resize();
    }
    one.width = box.clientWidth;
    one.chart.setOption({ ...common(view), ...option(view) }, { notMerge: true });
  }
  plots.push(one);
  undrawn.set(box, draw);
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
    // Half a connection would be labelled as a whole one: 0, 0, 1, 1.
    ...(axisLabel?.formatter === count ? { minInterval: 1 } : {}),
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
    list.append(el('li', {}, swatch, explained(name)));
  }
  parent.append(list);
}

function select(parent, label, options, changed) {
  const box = el('select', { onchange: () => changed(Number(box.value)) });
  options.forEach((name, i) => box.append(el('option', { value: i }, name)));
  parent.append(el('div', { class: 'tools' }, el('label', {}, label, box)));
  return box;
}
