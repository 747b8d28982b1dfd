const FIRST_MS = 500;
const LONGEST_MS = 15000;

/**
 * Returns the milliseconds to wait before the next attempt: doubled after each failure up to a maximum, with a random
 * quarter more or less, so that clients do not retry together.
 */
export function backOff(failures, random = Math.random) {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.75 + 0.5 * random()));
}
