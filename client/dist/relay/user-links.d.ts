import type { Environment } from 'relay-runtime';
/**
 * Completes links to users. A record names a user by ID, and the gateway resolves the link to the signed-in user and
 * friends, else to null; this links the users that the store has from elsewhere, such as the members of a class.
 * `createEnvironment` calls it after each response.
 */
export declare function linkUsers(environment: Environment): void;
