import { createCharts } from './charts.js';
import { startChat } from './chat.js';
import { startHolds } from './holds.js';
import { byId, put } from './kit.js';
import { watch } from './live.js';
import { showReading } from './numbers.js';
import { startRecursion } from './recursion.js';
import { readSettings } from './settings.js';

const charts = createCharts(window.echarts);
window.ceilingTheme.start(charts.draw);
const recursion = startRecursion();
startHolds();
startChat();
const settings = readSettings(recursion.cap);

let wasLost = false;
watch('live', {
  reading(reading) {
    showReading(reading);
    charts.add(reading);
    if (wasLost) {
      // It may be another server by now.
      wasLost = false;
      settings.read();
    }
  },
  lost() {
    wasLost = true;
    charts.gap();
  },
  state(kind, text) {
    document.body.classList.toggle('stale', kind !== 'live');
    byId('state').dataset.state = kind;
    put(byId('state-text'), text);
  },
});
