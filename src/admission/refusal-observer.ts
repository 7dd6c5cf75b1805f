/** Counts refused callers. */
export interface RefusalObserver {
  refused(reason: RefusalKind): void;
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

/** Follows what the platform decides about sign-ins, by the mutation that sent them. */
export interface SignInObserver {
  signedIn(mutation: string, outcome: 'accepted' | 'rejected'): void;
}

/**
 * As in `graph/refusal-reason.ts`, and over limits that are not those of an operation.
 * `bodies`: too many bytes of request bodies, or of messages before `connection_ack`, are arriving from the address or in all.
 * `flood`: a socket over which too many messages were sent before `connection_ack`, or too many operations that were refused.
 * `responses`: the platform's responses to operations that run take too much memory.
 * `stored`: events and idempotency keys take too many bytes in the store.
 * `unread`: a connection whose client did not read its output.
 */
export const REFUSAL_KINDS = [
  'rate',
  'sign-in',
  'rejected-sign-in',
  'load',
  'connections',
  'subscriptions',
  'bodies',
  'flood',
  'responses',
  'unread',
  'stored',
] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];
