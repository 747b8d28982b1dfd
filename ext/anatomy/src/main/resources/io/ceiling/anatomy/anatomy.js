'use strict';

/* What one more connection consists of: areas inside areas, and every part as a row. */

const OWNERS = { heap: 'memory', direct: 'descriptors', stack: 'threads', native: 'processor', kernel: 'kernel' };

function anatomies(all) {
  const panel = section('anatomy', 'What one more connection consists of', 'Each area is memory of one more connection: its owner, the class that holds it, the field and its object. The kernel has both ends. A click enlarges an area.', ofOne);
  let tree = all[0];
  legend(panel, all.flatMap(({ owners }) => owners).filter(({ owner }, i, every) => every.findIndex((other) => other.owner === owner) === i).map(({ name, owner }) => [name, OWNERS[owner]]));
  const nodes = (all, of) => all.map(({ name, owner, bytes: value, children }) => ({
    name, value, itemStyle: { color: of(OWNERS[owner]) }, ...(children.length > 0 ? { children: nodes(children, of) } : {}),
  }));
  const total = () => tree.owners.reduce((sum, { bytes: value }) => sum + value, 0);
  const chart = plot(panel, 'Treemap: the memory of one more connection by owner, class and field', {
    height: ({ narrow }) => (narrow ? 420 : 520),
    option: ({ of }) => ({
      tooltip: tooltip(of, {
        formatter: ({ value, treePathInfo }) => tip(treePathInfo.slice(1).map(({ name }) => name).join(' › '), [
          ['of one more connection', bytes(value)],
          ['share', `${short((100 * value) / total())} %`],
        ]),
      }),
      series: [{
        type: 'treemap',
        name: 'one connection',
        left: 0, right: 0, top: 4, bottom: 32,
        roam: false,
        nodeClick: 'zoomToNode',
        breadcrumb: { bottom: 0, itemStyle: { color: of('panel'), borderColor: of('edge'), textStyle: { color: of('ink') } } },
        label: { show: true, color: '#fff', fontSize: 12, lineHeight: 16, overflow: 'truncate', formatter: ({ name, value }) => `${name}\n${bytes(value)}` },
        upperLabel: { show: true, height: 20, color: '#fff', fontSize: 12, formatter: ({ name, value }) => `${name}, ${bytes(value)}` },
        itemStyle: { borderColor: of('panel'), borderWidth: 1, gapWidth: 1 },
        levels: [
          { itemStyle: { gapWidth: 3, borderWidth: 0 }, upperLabel: { show: false } },
          { itemStyle: { gapWidth: 2, borderWidth: 2, borderColor: of('panel') } },
          { itemStyle: { gapWidth: 1, borderWidth: 1, borderColorSaturation: 0.4 } },
        ],
        data: nodes(tree.owners, of),
      }],
    }),
  });
  const holder = el('div', {});
  panel.append(holder);
  const tell = () => {
    holder.replaceChildren();
    grid(holder, [
      words('owner', (part) => part.owner),
      number('bytes', (part) => part.bytes, bytes),
      number('objects', (part) => part.objects, short),
      words('what', (part) => part.part),
      words('held by', (part) => part.holder),
      words('via', (part) => part.via),
      words('saved by', (part) => part.setting),
      number('saved', (part) => part.saved, bytes),
    ], tree.parts, { file: 'anatomy-parts.csv' });
  };
  follow(panel, (scenario) => ofScenario(all, scenario), (found) => {
    tree = found;
    chart.redraw();
    tell();
  });
}

addSection('evidence', model.anatomies ?? [], anatomies);
