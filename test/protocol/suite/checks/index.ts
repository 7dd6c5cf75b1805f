import type { Checks } from '../check.ts';
import { CURSORS } from './cursors.ts';
import { EVENT_STREAMS } from './event-streams.ts';
import { GAPS } from './gaps.ts';
import { ITEMS } from './items.ts';
import { KEEP_ALIVES } from './keep-alives.ts';
import { ORDER } from './order.ts';
import { REFUSALS } from './refusals.ts';
import { RESUMING } from './resuming.ts';
import { SESSIONS } from './sessions.ts';
import { SOCKETS } from './sockets.ts';

/** The check of every server clause. */
export const CHECKS: Checks = {
  ...ITEMS,
  ...RESUMING,
  ...ORDER,
  ...CURSORS,
  ...GAPS,
  ...EVENT_STREAMS,
  ...SOCKETS,
  ...REFUSALS,
  ...SESSIONS,
  ...KEEP_ALIVES,
};
