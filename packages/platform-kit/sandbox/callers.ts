import type { RouteId } from '../contract/routes.ts';
import { appOf, type Caller, callerOf, pluginOf } from './credential.ts';
import type { AiPermission, App, Plugin } from './developer-console.ts';
import { type Call, type Handler, json, text } from './exchange.ts';
import type { AppData, State } from './state.ts';
import type { Values } from './values.ts';

/** Responds to a call with JSON, or with text if the contract shows that. */
type Act<Known> = (call: Known & { values: Values }) => unknown;
type Acts<Id extends RouteId, Known> = Readonly<Record<Id, Act<Known>>>;
type HandlersOf<Id extends RouteId> = Record<Id, Handler>;

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
    handlers[id] = async (call) => {
      const result = await acts[id]({ ...knownOf(call), values: call.values });
      return call.route.response.kind === 'base64' ? text(String(result)) : json(result);
    };
  return handlers as HandlersOf<Id>;
}
