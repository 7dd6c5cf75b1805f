import type { Adapter, Hooks, TransportName } from './adapter.ts';
import type { Profile } from './profiles.ts';
import type { Trial } from './trial.ts';

/** A member of the adapter without which a requirement cannot be checked. */
type Need =
  | 'sendStored'
  | 'otherSelection'
  | 'withoutCursor'
  | 'otherStream'
  | 'otherCaller'
  | 'invalidCredential'
  | 'newSession'
  | 'list'
  | 'list.newcomer'
  | 'list.change'
  | 'list.remove'
  | 'limits.connections'
  | 'limits.subscriptions';

/** @throws Failure if the requirement is not met. */
type Run = (trial: Trial) => Promise<void>;

/** How one requirement is checked. */
export interface Check {
  /** Default: that of the profile, or else each transport of the server. */
  over?: TransportName;
  /** The hook that it calls, once for all checks with the same hook. */
  hook?: Exclude<keyof Hooks, 'recovery' | 'logRecovery'>;
  needs?: readonly Need[];
  /** It is about servers with both transports. */
  comparesTransports?: true;
  /** It is only about servers whose adapter has what it needs. */
  isConditional?: true;
  /** Profiles of the server on which it relies besides its own. */
  with?: readonly Profile[];
  /** It mostly waits, so it starts at once. */
  waits?: true;
  /** An event of another check next to its own would hide a place that is one too early or too late. */
  alone?: true;
  run: Run;
}

/** By requirement ID. A function checks without conditions. */
export type Checks = Readonly<Record<string, Check | Run>>;

/** A check during which no other one causes events. */
export const alone = (run: Run): Check => ({ alone: true, run });

/** Transports that whole profiles are about. */
const TRANSPORTS: Readonly<Record<string, TransportName>> = { sse: 'SSE', websocket: 'WebSocket' };

/** Checks with their conditions, those of their profiles too. */
export const complete = (checks: Checks): Readonly<Record<string, Check>> =>
  Object.fromEntries(
    Object.entries(checks).map(([id, check]) => {
      const over = TRANSPORTS[id.split('-')[0] ?? ''];
      return [id, { ...(over && { over }), ...(typeof check === 'function' ? { run: check } : check) }];
    }),
  );

/** The hooks that end what others cause. */
export const RECOVERIES: Readonly<Partial<Record<keyof Hooks, keyof Hooks>>> = {
  outage: 'recovery',
  logOutage: 'logRecovery',
};

/** Whether a server is asked about what is checked at all. */
export function concerns(check: Check, adapter: Adapter): boolean {
  if (check.comparesTransports && adapter.transports?.length === 1) return false;
  return !check.isConditional || (check.needs ?? []).every((need) => has(adapter, need));
}

/** Why a check cannot run. Null: it can. */
export function obstacleTo(check: Check, adapter: Adapter, profiles: readonly Profile[]): string | null {
  const { hook, needs = [] } = check;
  const missing = check.with?.find((profile) => !profiles.includes(profile));
  if (missing) return `needs the profile ${missing}`;
  for (const name of hook ? [hook, RECOVERIES[hook]] : [])
    if (name && !adapter.hooks?.[name]) return `needs the hook ${name}`;
  const absent = needs.find((need) => !has(adapter, need));
  return absent === undefined ? null : `needs ${absent} in the adapter`;
}

function has(adapter: Adapter, need: Need): boolean {
  if (need === 'limits.connections') return adapter.limits?.connections !== undefined;
  if (need === 'limits.subscriptions') return adapter.limits?.subscriptions !== undefined;
  if (need === 'list.newcomer') return adapter.list?.newcomer !== undefined;
  if (need === 'list.change') return adapter.list?.change !== undefined;
  if (need === 'list.remove') return adapter.list?.remove !== undefined;
  // Without a place in the schema, no operation selects a cursor.
  if (need === 'withoutCursor' && adapter.cursor === 'extensions') return true;
  return adapter[need] !== undefined;
}
