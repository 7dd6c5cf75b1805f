/**
 * Close codes. graphql-ws clients reconnect on those below 4400, except where that would be futile.
 * Source: https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md
 */
export const CLOSE = {
  dropped: 1006,
  restart: 1012,
  tryAgainLater: 1013,
  badMessage: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  otherProtocol: 4406,
  initTimeout: 4408,
  operationExists: 4409,
  initializedTwice: 4429,
  internalError: 4500,
} as const;

/** Milliseconds within which a closing handshake must complete. */
export const CLOSE_TIMEOUT = 2000;
