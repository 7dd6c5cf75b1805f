import { Seals } from '../../src/events/seals.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';

/** Stored values of a gateway without a secret. */
export const UNSEALED = new Seals({ clock: SYSTEM_CLOCK, secrets: null, rejected: () => {} });
