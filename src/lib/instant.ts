/** Milliseconds since 1970 at the start of 2000: a smaller number counts seconds, since no record is that old. */
const OLDEST_IN_MILLISECONDS = 946_684_800_000;
/** Limit of `Date`, in milliseconds before and after 1970. */
const LIMIT = 8_640_000_000_000_000;

/** ISO 8601, extended or basic: a day, or a day and a time to the minute or finer, with or without a zone. */
const ISO =
  /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[Tt ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;
/** Seconds or milliseconds since 1970, as text. Fewer digits are a day in the basic format. */
const EPOCH = /^\d{9,13}$/;

/**
 * Parses a point in time in any format that a platform may send: ISO 8601, or a number since 1970, in milliseconds or in seconds.
 * Without a zone it is UTC, and a day is its midnight.
 * @returns milliseconds since 1970. Null: not a point in time.
 */
export function instantOf(value: unknown): number | null {
  if (value instanceof Date) return inRange(value.getTime());
  if (typeof value === 'number') return inRange(fromEpoch(value));
  if (typeof value !== 'string') return null;
  if (EPOCH.test(value)) return fromEpoch(Number(value));
  const found = ISO.exec(value);
  return found && fromParts(found);
}

const fromEpoch = (count: number): number =>
  Math.abs(count) < OLDEST_IN_MILLISECONDS ? count * 1000 : count;

const inRange = (milliseconds: number): number | null =>
  Math.abs(milliseconds) <= LIMIT ? milliseconds : null;

/** Null: a day or a time of day that does not exist. */
function fromParts(found: RegExpExecArray): number | null {
  const part = (index: number): number => Number(found[index] ?? 0);
  const [month, day, hour, minute, second] = [part(3) - 1, part(4), part(5), part(6), part(7)];
  const [zoneHours, zoneMinutes] = [part(10), part(11)];
  const date = new Date(0);
  date.setUTCFullYear(part(1), month, day);
  const isDay = date.getUTCMonth() === month && date.getUTCDate() === day;
  // A leap second is the start of the next minute.
  const isTime = hour < 24 && minute < 60 && second <= 60 && zoneHours < 24 && zoneMinutes < 60;
  if (!isDay || !isTime) return null;
  const offset = (zoneHours * 60 + zoneMinutes) * (found[9] === '-' ? -60_000 : 60_000);
  const milliseconds = Math.floor(Number(`0.${found[8] ?? 0}`) * 1000);
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds - offset;
}
