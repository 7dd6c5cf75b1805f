import type { Environment } from 'relay-runtime';
/**
 * Removes the records that mutations have deleted. Relay's `@deleteRecord` looks for the bare ID, by which no record is
 * stored. `createEnvironment` calls it after each response.
 */
export declare function removeDeleted(environment: Environment): void;
