/** Close codes that graphql-ws clients reconnect on, except where that would be futile. */
export const CLOSE = {
  dropped: 1006,
  restart: 1012,
  tryAgainLater: 1013,
  badMessage: 4400,
  forbidden: 4403,
} as const;

/** Milliseconds within which a closing handshake must complete. */
export const CLOSE_TIMEOUT = 2000;
