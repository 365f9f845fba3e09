const KIB_PER_MIB = 1024;
const KIB_PER_GIB = 1024 * 1024;
const BYTES_PER_KIB = 1024;
const BYTES_PER_MIB = 1024 * 1024;
const EN = 'en-GB';
const MANY_TIMES = 10;
const MINUS = '\u2212';
const NBSP = '\u00a0';
const FORMATTERS = [];

/** Seconds in a unit of a spec's durations. */
const UNITS = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/**
 * How values of a unit are shown: the unit's name, the factor that leads to it, and how many digits suit its largest
 * value. Rates and sizes are in powers of 1024 or, with units `decimal`, of 1000.
 */
export function scaleOf(unit, peak, units = 'binary') {
  const scale = shown(unit, peak, units === 'decimal');
  return { ...scale, digits: digitsFor(Math.abs(peak * scale.factor)) };
}

function shown(unit, peak, decimal) {
  switch (unit) {
    case 'MiB/s':
      return decimal ? { unit: 'MB/s', factor: BYTES_PER_MIB / 1e6 } : { unit, factor: 1 };
    case 'KiB':
      return decimal ? decimalSize(peak) : binarySize(peak);
    case 'µs':
      return peak >= 10_000 ? { unit: 'ms', factor: 1e-3 } : { unit, factor: 1 };
    default:
      return { unit, factor: 1 };
  }
}

function binarySize(peak) {
  if (peak >= KIB_PER_GIB) {
    return { unit: 'GiB', factor: 1 / KIB_PER_GIB };
  }
  return peak >= KIB_PER_MIB ? { unit: 'MiB', factor: 1 / KIB_PER_MIB } : { unit: 'KiB', factor: 1 };
}

function decimalSize(peak) {
  const bytes = peak * BYTES_PER_KIB;
  if (bytes >= 1e9) {
    return { unit: 'GB', factor: BYTES_PER_KIB / 1e9 };
  }
  return bytes >= 1e6 ? { unit: 'MB', factor: BYTES_PER_KIB / 1e6 } : { unit: 'kB', factor: BYTES_PER_KIB / 1e3 };
}

function digitsFor(peak) {
  if (peak >= 100_000) {
    return 0;
  }
  return peak >= 20 || peak === 0 ? 1 : 2;
}

/** A value in its scale, without the unit; a dash where there is none. */
export function number(value, scale) {
  return Number.isFinite(value) ? grouped(value * scale.factor, scale.digits) : '–';
}

/** A value in its scale with the unit. */
export function quantity(value, scale) {
  return Number.isFinite(value) ? `${number(value, scale)}${NBSP}${scale.unit}` : '–';
}

/** A number with a fixed count of digits after the point and groups of three before it. */
export function grouped(value, digits) {
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? '0' : `${rounded < 0 ? MINUS : ''}${formatter(digits).format(Math.abs(rounded))}`;
}

/** Making a formatter costs far more than using it, so each count of digits has one. */
function formatter(digits) {
  FORMATTERS[digits] ??= new Intl.NumberFormat(EN, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return FORMATTERS[digits];
}

/**
 * A difference to a base in percent, signed; from ten times the base on as a factor, which is easier to grasp than
 * thousands of percent. Where the base is nothing there is none.
 */
export function difference(value, base) {
  if (!Number.isFinite(value) || !Number.isFinite(base)) {
    return '–';
  }
  if (base === 0) {
    return value === 0 ? `±0${NBSP}%` : 'n/a';
  }
  return value / base >= MANY_TIMES ? times(value / base) : percentOf(value, base);
}

function times(factor) {
  return `×${NBSP}${grouped(factor, factor >= 100 ? 0 : 1)}`;
}

function percentOf(value, base) {
  const percent = ((value - base) / Math.abs(base)) * 100;
  const text = grouped(Math.abs(percent), Math.abs(percent) >= 100 ? 0 : 1);
  return text === '0' ? `±0${NBSP}%` : `${percent < 0 ? MINUS : '+'}${text}${NBSP}%`;
}

/** A point in simulated time. */
export function seconds(value) {
  return `${Number.isInteger(value) ? value : value.toFixed(2)} s`;
}

/** A pace as it is said: simulated seconds a second. */
export function pace(value) {
  return value === 'max' ? 'as fast as possible' : `${value}\u00d7 real time`;
}

/** A duration of a spec, for example 31s, in seconds. */
export function secondsOf(duration) {
  const [, value, unit] = /^([\d.]+)([a-z]+)$/.exec(duration) ?? [];
  return Number(value) * UNITS[unit];
}
