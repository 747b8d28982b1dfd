'use strict';

/* Tables that sort, filter, turn pages and are downloaded. */

const ROWS_A_PAGE = 25;

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
    const button = el('button', { type: 'button', onclick: () => sort(i) }, explained(column.name));
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

/** A few rows, without tools. */
function fewRows(parent, columns, rows) {
  const heads = columns.map((column) => el('th', { scope: 'col', class: column.kind === 'num' ? 'num' : '' }, explained(column.name)));
  parent.replaceChildren(el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'figures' }, el('table', {},
    el('thead', {}, el('tr', {}, ...heads)),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, ...columns.map((column) => cell(column, row))))))));
}

/** A cell that a spreadsheet would take for a formula gets an apostrophe; a number is none. */
function quoted(text) {
  const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);
  const safe = /^[=+@\t\r\n-]/.test(text) && !number ? `'${text}` : text;
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
