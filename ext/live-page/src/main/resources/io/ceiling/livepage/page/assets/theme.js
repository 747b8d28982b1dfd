// Before the first paint, so that a chosen theme does not flash. A plain script, because modules run too late for that.
window.ceilingTheme = (function () {
  const KEY = 'ceiling-theme';
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = 'auto';
  try {
    const saved = localStorage.getItem(KEY);
    chosen = saved === 'light' || saved === 'dark' ? saved : 'auto';
  } catch (e) {
    // No storage: the system's colours stay.
  }

  function show() {
    const ofSystem = system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = chosen === 'auto' ? ofSystem : chosen;
  }

  show();
  return {
    /** Starts the switch between the system's colours and chosen ones; calls changed() when the shown colours change. */
    start(changed) {
      const again = () => {
        show();
        changed();
      };
      for (const radio of document.querySelectorAll('input[name="theme"]')) {
        radio.checked = radio.value === chosen;
        radio.addEventListener('change', () => {
          chosen = radio.value;
          try {
            localStorage.setItem(KEY, chosen);
          } catch (e) {
            // No storage: the choice lasts as long as the page.
          }
          again();
        });
      }
      system.addEventListener('change', again);
    },
  };
})();
