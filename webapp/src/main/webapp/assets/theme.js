// Before the first paint, so that a chosen theme does not flash. A plain script, because modules run too late for that.
(function () {
  try {
    const chosen = localStorage.getItem('ceiling-theme');
    if (chosen === 'light' || chosen === 'dark') {
      document.documentElement.dataset.theme = chosen;
    }
  } catch (e) {
    // No storage: the system's colours stay.
  }
})();
