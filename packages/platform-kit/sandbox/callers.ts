import type { RouteId, ValuesOf } from '../contract/routes.ts';
import { appOf, type Caller, callerOf, pluginOf } from './credential.ts';
import type { AiPermission, App, Plugin } from './developer-console.ts';
import type { Call, Handler, Received } from './exchange.ts';
import type { AppData, State } from './state.ts';

/** Responds to a call, whose parameters have the types of the contract. */
type Acts<Id extends RouteId, Known> = {
  readonly [One in Id]: (call: Known & { values: ValuesOf<One> }) => unknown;
};
type HandlersOf<Id extends RouteId> = Record<Id, Handler>;

/** Handlers of routes without a credential. */
export const forAnyone = <Id extends RouteId>(acts: Acts<Id, { request: Received }>): HandlersOf<Id> =>
  handlersOf(acts, ({ request }) => ({ request }));

/** Handlers of routes for users, which identify the caller first. */
export const forUsers = <Id extends RouteId>(state: State, acts: Acts<Id, Caller>): HandlersOf<Id> =>
  handlersOf(acts, (call) => callerOf(call, state));

/** Handlers of routes that read or change the data of the caller's app. */
export const forAppUsers = <Id extends RouteId>(
  state: State,
  acts: Acts<Id, Caller & { app: App; data: AppData }>,
): HandlersOf<Id> =>
  handlersOf(acts, (call) => {
    const caller = callerOf(call, state);
    return { ...caller, ...appOf(state, caller.session) };
  });

/** Handlers of routes for the plugins that have a permission. */
export const forPlugins = <Id extends RouteId>(
  state: State,
  permission: AiPermission,
  acts: Acts<Id, { plugin: Plugin }>,
): HandlersOf<Id> => handlersOf(acts, (call) => ({ plugin: pluginOf(call, state, permission) }));

function handlersOf<Id extends RouteId, Known>(
  acts: Acts<Id, Known>,
  knownOf: (call: Call) => Known,
): HandlersOf<Id> {
  const handlers: Partial<HandlersOf<Id>> = {};
  for (const id in acts)
    handlers[id] = (call) => {
      // The contract check has verified the types of the values.
      const values = call.values as ValuesOf<typeof id>;
      return acts[id]({ ...knownOf(call), values });
    };
  return handlers as HandlersOf<Id>;
}
