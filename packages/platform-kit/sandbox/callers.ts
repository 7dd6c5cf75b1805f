import type { RouteId } from '../contract/routes.ts';
import { appOf, type Caller, callerOf, pluginOf } from './credential.ts';
import type { AiPermission, App, Plugin } from './developer-console.ts';
import type { Handler } from './route-env.ts';
import type { AppData, State } from './state.ts';
import type { Values } from './values.ts';

/** Responds to a call: with JSON, unless it is a response already. */
type Act<Call> = (call: Call & { values: Values }) => unknown;
type Acts<Id extends RouteId, Call> = Readonly<Record<Id, Act<Call>>>;
type HandlersOf<Id extends RouteId> = Record<Id, Handler>;

/** Handlers of routes for users, which identify the caller first. */
export const forUsers = <Id extends RouteId>(state: State, acts: Acts<Id, Caller>): HandlersOf<Id> =>
  handlersOf(acts, (c) => callerOf(c, state));

/** Handlers of routes that read or change the data of the caller's app. */
export const forAppUsers = <Id extends RouteId>(
  state: State,
  acts: Acts<Id, Caller & { app: App; data: AppData }>,
): HandlersOf<Id> =>
  handlersOf(acts, (c) => {
    const caller = callerOf(c, state);
    return { ...caller, ...appOf(state, caller.session) };
  });

/** Handlers of routes for the plugins that have a permission. */
export const forPlugins = <Id extends RouteId>(
  state: State,
  permission: AiPermission,
  acts: Acts<Id, { plugin: Plugin }>,
): HandlersOf<Id> => handlersOf(acts, (c) => ({ plugin: pluginOf(c, state, permission) }));

function handlersOf<Id extends RouteId, Call>(
  acts: Acts<Id, Call>,
  callOf: (c: Parameters<Handler>[0]) => Call,
): HandlersOf<Id> {
  const handlers: Partial<HandlersOf<Id>> = {};
  for (const id in acts)
    handlers[id] = async (c) => {
      const result = await acts[id]({ ...callOf(c), values: c.var.values });
      return result instanceof Response ? result : Response.json(result);
    };
  return handlers as HandlersOf<Id>;
}
