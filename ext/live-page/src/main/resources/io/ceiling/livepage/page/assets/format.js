const GROUP = '\u202f';
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Returns a whole number as text, or a dash for an unknown value. */
export function whole(value) {
  return value === null || value === undefined ? '–' : Math.round(value).toString().replace(/\B(?=(\d{3})+(?!\d))/g, GROUP);
}

/** Returns a number of bytes with up to three digits and a binary unit. */
export function bytes(value) {
  if (value === null || value === undefined) {
    return '–';
  }
  let unit = 0;
  let rest = value;
  while (rest >= 1000 && unit < UNITS.length - 1) {
    rest /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || rest >= 100 ? 0 : rest >= 10 ? 1 : 2;
  return `${rest.toFixed(digits)}${GROUP}${UNITS[unit]}`;
}

/** Returns the text of a limit; negative values and those from 2^62 on stand for no limit. */
export function limit(value, format = whole) {
  if (value === null || value === undefined) {
    return 'limit not told';
  }
  return value < 0 || value >= 2 ** 62 ? 'no limit' : `of ${format(value)}`;
}

/** Returns a short number for an axis. */
export function short(value) {
  if (value >= 1e6) {
    return `${+(value / 1e6).toPrecision(3)}M`;
  }
  return value >= 1e4 ? `${+(value / 1e3).toPrecision(3)}k` : whole(value);
}
