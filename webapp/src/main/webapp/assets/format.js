const GROUP = '\u202f';
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A whole number, or a dash for what is not known. */
export function whole(value) {
  return value === null || value === undefined ? '–' : Math.round(value).toString().replace(/\B(?=(\d{3})+(?!\d))/g, GROUP);
}

/** Bytes with three digits that count. */
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

/** A limit: none is what the largest numbers stand for. */
export function limit(value, format = whole) {
  if (value === null || value === undefined) {
    return 'limit not told';
  }
  return value < 0 || value >= 2 ** 62 ? 'no limit' : `of ${format(value)}`;
}

/** For axes. */
export function short(value) {
  if (value >= 1e6) {
    return `${+(value / 1e6).toPrecision(3)}M`;
  }
  return value >= 1e4 ? `${+(value / 1e3).toPrecision(3)}k` : whole(value);
}
