import type { HookName, Settings } from './settings.ts';
import type { TransportName } from './transport.ts';
import type { Trial } from './trial.ts';

/** A setting without which a clause cannot be checked. */
type Need = 'token' | 'plugin' | 'connections' | 'subscriptions';

/** How one clause is checked. */
export interface Check {
  /** Default: both. */
  over?: TransportName;
  /** The hook that it calls, once for all checks with the same hook. */
  hook?: Exclude<HookName, 'token' | 'recovery'>;
  needs?: readonly Need[];
  /** It mostly waits, so it starts at once. */
  waits?: true;
  /** @throws Failure if the clause does not hold. */
  run(trial: Trial): Promise<void>;
}

/** By clause number. */
export type Checks = Readonly<Record<string, Check>>;

/** Why a check cannot run. Null: it can. */
export function obstacleTo({ hook, needs = [] }: Check, settings: Settings): string | null {
  if (hook && settings.hooks[hook] === undefined) return `needs --hook ${hook}`;
  if (hook === 'outage' && settings.hooks.recovery === undefined) return 'needs --hook recovery';
  for (const need of needs) {
    if (need === 'token' && settings.hooks.token === undefined) return 'needs --hook token';
    if (need === 'plugin' && settings.plugin === null) return 'needs PROTOCOL_PLUGIN';
    if (need === 'connections' && settings.connections === null) return 'needs --connections';
    if (need === 'subscriptions' && settings.subscriptions === null) return 'needs --subscriptions';
  }
  return null;
}
