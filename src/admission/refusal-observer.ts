/** Counts refused callers. */
export interface RefusalObserver {
  refused(reason: Refused): void;
}

/** Counts connections that were closed as soon as they were accepted. */
export interface DropObserver {
  dropped(reason: Dropped): void;
}

/**
 * `limit`: over the limit of connections. `descriptors`: over the number of connections that the process's limit of file
 * descriptors allows. `address`: over the address's share of them.
 */
export const DROPPED = ['limit', 'descriptors', 'address'] as const;
export type Dropped = (typeof DROPPED)[number];

/** Follows sign-ins, and whether addresses are limited because too many are rejected. */
export interface SignInObserver {
  signedIn(accepted: number, rejected: number): void;
  limited(isLimited: boolean): void;
}

/**
 * As in `graph/refusal-reason.ts`, and over limits that are not those of an operation.
 * `bodies`: too many bytes of request bodies, or of messages before `connection_ack`, are arriving from the address or in all.
 * `flood`: a socket over which too many messages were sent before `connection_ack`, or too many operations that were refused.
 * `unread`: a connection whose client did not read its output.
 */
export const REFUSED = [
  'rate',
  'sign-in',
  'rejected-sign-in',
  'load',
  'connections',
  'subscriptions',
  'bodies',
  'flood',
  'unread',
] as const;
export type Refused = (typeof REFUSED)[number];
