import { complete } from '../check.ts';
import { ALIVE } from './alive.ts';
import { CORE } from './core.ts';
import { FAILOVER } from './failover.ts';
import { GAPS } from './gaps.ts';
import { INTEGRITY } from './integrity.ts';
import { POSITION } from './position.ts';
import { REPLAY } from './replay.ts';
import { RETRIES } from './retries.ts';
import { SESSIONS } from './sessions.ts';
import { SSE } from './sse.ts';
import { STATE } from './state.ts';
import { WEBSOCKET } from './websocket.ts';

/** The check of every requirement. */
export const CHECKS = complete({
  ...CORE,
  ...INTEGRITY,
  ...POSITION,
  ...REPLAY,
  ...GAPS,
  ...STATE,
  ...FAILOVER,
  ...SESSIONS,
  ...RETRIES,
  ...SSE,
  ...WEBSOCKET,
  ...ALIVE,
});
