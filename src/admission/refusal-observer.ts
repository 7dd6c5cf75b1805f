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
 * descriptors allows. `address`: over the address's limit of connections.
 */
export type Dropped = 'limit' | 'descriptors' | 'address';

/**
 * `rate`: over a rate limit. `sign-in`: over the limit of sign-in mutations. `load`: the process is overloaded.
 * `connections`, `subscriptions`: over the caller's limit of sockets and event streams, or of subscriptions.
 * `flood`: a socket that sent too many messages before `connection_ack`, or too many refused operations. `unread`: a
 * socket whose client did not read its output.
 */
export type Refused = 'rate' | 'sign-in' | 'load' | 'connections' | 'subscriptions' | 'flood' | 'unread';
