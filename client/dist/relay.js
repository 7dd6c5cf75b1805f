/**
 * Relay: an environment that follows the cache rule, with sessions, resumable streams and trusted documents.
 * @module
 */
import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import { getDataID } from './relay/data-id.js';
import { removeDeleted } from './relay/deletions.js';
import { createNetworkFunctions } from './relay/network.js';
import { linkUsers } from './relay/user-links.js';
export { getDataID } from './relay/data-id.js';
export { removeDeleted } from './relay/deletions.js';
export { createNetworkFunctions } from './relay/network.js';
export { linkUsers } from './relay/user-links.js';
/**
 * A Relay environment for this graph. Subscriptions use the socket, everything else HTTP: a lost socket must not send a
 * mutation twice. For other settings, construct an `Environment` with `getDataID`, `createNetworkFunctions`,
 * `linkUsers` and `removeDeleted`.
 *
 * The store belongs to one user: create an environment for each sign-in.
 */
export function createEnvironment(options) {
    const { fetch, subscribe } = createNetworkFunctions(options, () => {
        linkUsers(environment);
        removeDeleted(environment);
    });
    const environment = new Environment({
        network: Network.create(fetch, subscribe),
        store: new Store(new RecordSource()),
        getDataID,
    });
    return environment;
}
//# sourceMappingURL=relay.js.map