/** A reading of the platform's clock: one `Date` header. Times in milliseconds. */
export interface ClockReading {
  /** The header's value. */
  date: string;
  /** When the response arrived, by this process's clock. */
  receivedAt: number;
  /** Time from sending the request to receiving the response. */
  roundTrip: number;
}

/** Maximum round trip of a usable reading: longer ones are too inaccurate. */
const MAX_ROUND_TRIP = 2000;
/** A `Date` header omits the fraction of its second: on average half of one. */
const HALF_SECOND = 500;

/**
 * How far a reading is ahead of this process's clock, in milliseconds, accurate to half a second plus half the round trip.
 * Null: no valid date, or too long a round trip.
 */
export function offsetIn({ date, receivedAt, roundTrip }: ClockReading): number | null {
  const time = Date.parse(date);
  if (!Number.isFinite(time) || roundTrip > MAX_ROUND_TRIP) return null;
  return time + HALF_SECOND - (receivedAt - roundTrip / 2);
}
