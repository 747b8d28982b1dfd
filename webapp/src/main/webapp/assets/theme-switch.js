/** Starts the switch between the system's colours and chosen ones; calls changed() when the shown colours change. */
export function startTheme(changed) {
  const chosen = document.documentElement.dataset.theme ?? 'auto';
  for (const radio of document.querySelectorAll('input[name="theme"]')) {
    radio.checked = radio.value === chosen;
    radio.addEventListener('change', () => {
      choose(radio.value);
      changed();
    });
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
}

function choose(theme) {
  if (theme === 'auto') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  try {
    localStorage.setItem('ceiling-theme', theme);
  } catch (e) {
    // No storage: the choice lasts as long as the page.
  }
}
