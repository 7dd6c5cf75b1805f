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
  | 'limits.connections'
  | 'limits.subscriptions';

/** How one requirement is checked. */
export interface Check {
  /** Default: each transport of the server. */
  over?: TransportName;
  /** The hook that it calls, once for all checks with the same hook. */
  hook?: Exclude<keyof Hooks, 'recovery'>;
  needs?: readonly Need[];
  /** It is about servers with both transports. */
  comparesTransports?: true;
  /** Profiles of the server on which it relies besides its own. */
  with?: readonly Profile[];
  /** It mostly waits, so it starts at once. */
  waits?: true;
  /** @throws Failure if the requirement is not met. */
  run(trial: Trial): Promise<void>;
}

/** By requirement ID. */
export type Checks = Readonly<Record<string, Check>>;

/** Why a check cannot run. Null: it can. */
export function obstacleTo(check: Check, adapter: Adapter, profiles: readonly Profile[]): string | null {
  const { hook, needs = [] } = check;
  const missing = check.with?.find((profile) => !profiles.includes(profile));
  if (missing) return `needs the profile ${missing}`;
  if (hook && !adapter.hooks?.[hook]) return `needs the hook ${hook}`;
  if (hook === 'outage' && !adapter.hooks?.recovery) return 'needs the hook recovery';
  const absent = needs.find((need) => !has(adapter, need));
  return absent === undefined ? null : `needs ${absent} in the adapter`;
}

function has(adapter: Adapter, need: Need): boolean {
  if (need === 'limits.connections') return adapter.limits?.connections !== undefined;
  if (need === 'limits.subscriptions') return adapter.limits?.subscriptions !== undefined;
  // Without a place in the schema, no operation selects a cursor.
  if (need === 'withoutCursor' && adapter.cursor === 'extensions') return true;
  return adapter[need] !== undefined;
}
