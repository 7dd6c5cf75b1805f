/** Counts refused callers. */
export interface RefusalObserver {
  refused(reason: Refused): void;
}

/**
 * `rate`: over a rate limit. `sign-in`: over the limit of sign-in mutations. `load`: the process is overloaded.
 * `connections`, `subscriptions`: over the caller's limit of sockets and event streams, or of subscriptions.
 * `address`: over the address's limit of connections. `flood`: a socket that sent too many messages before
 * `connection_ack`, or too many refused operations. `unread`: a socket whose client did not read its output.
 */
export type Refused =
  | 'rate'
  | 'sign-in'
  | 'load'
  | 'connections'
  | 'subscriptions'
  | 'address'
  | 'flood'
  | 'unread';
