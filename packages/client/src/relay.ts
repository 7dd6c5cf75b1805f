/**
 * Relay: an environment that follows the cache rule, with sessions, resumable streams and trusted documents.
 * @module
 */
import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import type { ClientOptions } from './client-options.ts';
import { keepAccess } from './relay/bucket-access.ts';
import { invalidateChanged } from './relay/changes.ts';
import { getDataID } from './relay/data-id.ts';
import { removeDeleted } from './relay/deletions.ts';
import { createNetworkFunctions } from './relay/network.ts';
import { linkUsers } from './relay/user-links.ts';

export type { ClientOptions } from './client-options.ts';
export { keepAccess } from './relay/bucket-access.ts';
export { invalidateChanged, type MutationResponse } from './relay/changes.ts';
export { getDataID } from './relay/data-id.ts';
export { removeDeleted } from './relay/deletions.ts';
export { createNetworkFunctions, type NetworkFunctions } from './relay/network.ts';
export { linkUsers } from './relay/user-links.ts';

/**
 * A Relay environment for this graph. Subscriptions use the socket, everything else HTTP: a lost socket must not send a
 * mutation twice. For other settings, construct an `Environment` with `getDataID`, `createNetworkFunctions`,
 * `linkUsers`, `removeDeleted`, `keepAccess` and `invalidateChanged`.
 *
 * The store belongs to one user: create an environment for each sign-in.
 */
export function createEnvironment(options: ClientOptions): Environment {
  const { fetch, subscribe } = createNetworkFunctions(options, (mutation) => {
    linkUsers(environment);
    removeDeleted(environment);
    keepAccess(environment);
    if (mutation) invalidateChanged(environment, mutation);
  });
  const environment: Environment = new Environment({
    network: Network.create(fetch, subscribe),
    store: new Store(new RecordSource()),
    getDataID,
  });
  return environment;
}
