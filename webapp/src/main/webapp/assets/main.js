import { createCharts } from './charts.js';
import { startChat } from './chat.js';
import { startHolds } from './holds.js';
import { watch } from './live.js';
import { showReading } from './numbers.js';
import { startRecursion } from './recursion.js';
import { readSettings } from './settings.js';
import { startTheme } from './theme-switch.js';

const charts = createCharts(window.echarts);
startTheme(() => charts.recolour());
const recursion = startRecursion();
startHolds();
startChat();

const state = document.getElementById('state');
const stateText = document.getElementById('state-text');

function showState(kind, text) {
  document.body.classList.toggle('stale', kind !== 'live');
  // Changed only if it differs: otherwise a screen reader would read it every second.
  if (state.dataset.state !== kind || stateText.textContent !== text) {
    state.dataset.state = kind;
    stateText.textContent = text;
  }
}

const settings = readSettings({ cap: (depth) => recursion.cap(depth) });

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
  state: showState,
});
