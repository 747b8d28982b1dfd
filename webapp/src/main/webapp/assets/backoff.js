const FIRST_MS = 500;
const LONGEST_MS = 15000;

/** Milliseconds to wait before the next attempt, after so many that failed: doubled each time, and never the same for all. */
export function backOff(failures, random = Math.random) {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.75 + 0.5 * random()));
}
