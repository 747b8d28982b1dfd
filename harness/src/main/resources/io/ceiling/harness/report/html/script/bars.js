'use strict';

/* Horizontal bars: so many at a time, with whiskers and a text beside each. */

const BARS_A_PAGE = 40;

/** Horizontal bars, so many at a time: draw(shown items) => option; each item has a label. */
function pagedBars(panel, label, items, row, option) {
  let first = 0;
  const shown = () => items.slice(first, first + BARS_A_PAGE);
  const chart = plot(panel, label, {
    height: (view) => shown().length * row(view, shown()) + (view.narrow ? 60 : 52),
    option: (view) => option(shown(), view),
    click: (i) => scenarios.includes(shown()[i].scenario) && chooseBar(shown()[i]),
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

const nameWidth = ({ narrow, width }) => (narrow ? width - 16 : Math.min(460, width * 0.42));
const textWidth = ({ narrow, width }) => width * (narrow ? 0.45 : 0.32);

/** Pixels of the longest text in the font of the charts. What ECharts estimates for containLabel is too little for some fonts. */
function longest(texts) {
  const ruler = document.createElement('canvas').getContext('2d');
  ruler.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(Math.max(0, ...texts.map((text) => ruler.measureText(text).width)));
}

/** Names beside the bars, or above them where there is no room beside. */
function names(items, view) {
  const { of, narrow } = view;
  const inside = narrow
    ? { inside: true, verticalAlign: 'bottom', padding: [0, 0, 11, -6], width: nameWidth(view) }
    : { width: nameWidth(view) };
  return axis(of, {
    type: 'category',
    inverse: true,
    data: items.map((item) => item.label),
    axisLabel: { color: of('soft'), overflow: 'truncate', interval: 0, hideOverlap: false, ...inside },
    z: 3,
  });
}

/** Room for the names of the bars and for the text beside each; a longer one ends in an ellipsis. */
const barGrid = (view, items, text) => ({
  left: view.narrow ? 12 : 16 + Math.min(nameWidth(view), longest(items.map((item) => item.label))),
  right: 16 + Math.min(textWidth(view), longest(items.map((_, i) => text(i)))),
  top: view.narrow ? 14 : 4,
  bottom: 46,
});
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

/** A text to the right of each bar and of its whisker; on a narrow page a short bar leaves more room to it. */
function beside(view, ends, text, colour = () => view.of('ink')) {
  const right = 16 + Math.min(textWidth(view), longest(ends.map((_, i) => text(i))));
  const most = Math.max(1, ...ends);
  const room = (end) => Math.max(textWidth(view), view.narrow ? (view.width - 12 - right) * (1 - end / most) + right - 9 : 0);
  return {
    type: 'scatter',
    name: 'label',
    silent: true,
    symbolSize: 0.1,
    data: ends.map((end, i) => ({ value: [end, i], label: { color: colour(i), width: room(end) } })),
    label: { show: true, position: 'right', distance: 7, overflow: 'truncate', formatter: ({ dataIndex }) => text(dataIndex) },
  };
}
