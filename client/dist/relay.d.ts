/**
 * Relay: an environment that follows the cache rule, with sessions, resumable streams and trusted documents.
 * @module
 */
import { Environment } from 'relay-runtime';
import type { ClientOptions } from './client-options.ts';
export type { ClientOptions } from './client-options.ts';
export { getDataID } from './relay/data-id.ts';
export { removeDeleted } from './relay/deletions.ts';
export { createNetworkFunctions, type NetworkFunctions } from './relay/network.ts';
export { linkUsers } from './relay/user-links.ts';
/**
 * A Relay environment for this graph. Subscriptions use the socket, everything else HTTP: a lost socket must not send a
 * mutation twice. For other settings, construct an `Environment` with `getDataID`, `createNetworkFunctions`,
 * `linkUsers` and `removeDeleted`.
 *
 * The store belongs to one user: create an environment for each sign-in.
 */
export declare function createEnvironment(options: ClientOptions): Environment;
