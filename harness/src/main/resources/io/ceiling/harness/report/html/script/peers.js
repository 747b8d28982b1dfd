'use strict';

/* Servers of other platforms beside servlet containers, and what was published of such servers. */

const middle = (spread) => spread?.median ?? null;

/** The median of the forks and, if they differ, both ends. */
function spreadText(spread, show) {
  if (spread === null) {
    return '';
  }
  return spread.forks === 1 || show(spread.least) === show(spread.most)
    ? show(spread.median)
    : `${show(spread.median)} (${show(spread.least)} to ${show(spread.most)})`;
}

const inMillis = (nanos) => millis(nanos / 1e6);

function peers(groups) {
  const panel = section('peers', 'Servers of other platforms',
    'The same load agents, the same ramp and the same rule for each; a bar is the median of the forks, a whisker their least and most. The proportional set is what can be compared between servers with and without a JVM: it has garbage in it. What each server was told, and what the comparison does not say, is in docs/peers.md.');
  for (const group of groups) {
    panel.append(el('h3', {}, group.title));
    peerBars(panel, group, 'connections', 'connections held', count, 'descriptors');
    if (group.pushes) {
      peerBars(panel, group, 'messagesPerSecond', 'messages received per second at the ceiling', count, 'threads');
    }
    peerBars(panel, group, 'pssBytes', 'proportional set of the server for one more connection', bytes, 'memory');
    asTable(panel, [
      words('server', (row) => row.label, 'label'),
      number('connections', (row) => middle(row.connections)),
      words('of the forks', (row) => spreadText(row.connections, count)),
      ...(group.pushes ? [
        number('connected', (row) => middle(row.connected)),
        number('average response, ms', (row) => (row.responseNanos === null ? null : row.responseNanos.median / 1e6), (value) => value.toFixed(1)),
        number('average size, B', (row) => middle(row.messageBytes)),
        number('messages', (row) => middle(row.messages)),
        number('messages/s', (row) => middle(row.messagesPerSecond)),
        words('of the forks', (row) => spreadText(row.messagesPerSecond, count)),
        number('walltime, s', (row) => (row.wallNanos === null ? null : row.wallNanos.median / 1e9), (value) => value.toFixed(1)),
      ] : []),
      words('PSS per connection', (row) => spreadText(row.pssBytes, bytes)),
      words('live heap per connection', (row) => spreadText(row.heapBytes, bytes)),
      verdict('verdict', (row) => row.verdicts.join(', ')),
      words('limit', (row) => row.factors.join(', ')),
    ], () => group.rows, `peers-${group.title.replaceAll(' ', '-')}.csv`);
    publishedTable(panel, group.published, group.pushes ? 'messages/s' : 'per second', group.title);
  }
}

/** The rows that others published of such servers; nothing if there are none. */
function publishedTable(panel, published, rate, title) {
  if (published.length === 0) {
    return;
  }
  panel.append(el('p', { class: 'quiet' }, 'As it was published, on other machines, with other rules, and mostly with another client:'));
  grid(panel, [
    words('published', (row) => row.server, 'label'),
    words('connections', (row) => row.connections),
    words(rate, (row) => row.messagesPerSecond),
    words('average response', (row) => row.response),
    words('per connection', (row) => row.bytesPerConnection),
    words('what broke', (row) => row.broke),
    words('here', (row) => row.standsFor || 'none'),
  ], published, { file: `published-${title.replaceAll(' ', '-')}.csv` });
}

function peerBars(panel, group, figure, title, show, colour, tipOf = peerTip) {
  const rows = group.rows.filter((row) => row[figure] !== null);
  if (rows.length === 0) {
    return;
  }
  panel.append(el('p', { class: 'quiet' }, title));
  pagedBars(panel, `Bar chart: ${title}, ${group.title}, ${rows.length} servers`, rows, rowHeight, (shown, view) => ({
    grid: barGrid(view, shown, (i) => spreadText(shown[i][figure], show)),
    xAxis: axis(view.of, {
      type: 'value', min: 0, max: Math.max(1, ...shown.map((row) => row[figure].most)), splitNumber: view.narrow ? 3 : 5,
      axisLabel: { formatter: show, showMaxLabel: false },
    }),
    yAxis: names(shown, view),
    tooltip: tooltip(view.of, { formatter: ({ dataIndex }) => tipOf(shown[dataIndex]) }),
    series: [
      { type: 'bar', name: title, barWidth: barWidth(view), data: shown.map((row) => ({ value: Math.max(0, row[figure].median), itemStyle: { color: view.of(colour), opacity: row.reference ? 0.55 : 1 } })) },
      whiskers(shown.flatMap((row, i) => (row[figure].forks === 1 ? [] : [[i, Math.max(0, row[figure].least), row[figure].most]])), view.of('ink')),
      beside(view, shown.map((row) => row[figure].most), (i) => spreadText(shown[i][figure], show)),
    ],
  }));
}

function peerTip(row) {
  return tip(row.label, [
    ['connections', spreadText(row.connections, count)],
    ['limit', row.factors.join(', ')],
    ['messages/s', spreadText(row.messagesPerSecond, count)],
    ['average response', spreadText(row.responseNanos, inMillis)],
    ['PSS per connection', spreadText(row.pssBytes, bytes)],
    ['live heap per connection', spreadText(row.heapBytes, bytes)],
    ['forks', row.connections === null ? '' : row.connections.forks],
  ]);
}
