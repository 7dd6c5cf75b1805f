/** Parts of the specification that a server can meet, in its order. The title of each is that of its section. */
export const PROFILES = {
  core: 'cursor, order, resume, refusal',
  integrity: 'cursors that cannot be altered, or used by others',
  position: 'the first item of a stream is its position',
  replay: 'events from before the stream are marked',
  gaps: 'loss is reported',
  state: 'a list and the stream that continues it',
  failover: 'delivery across restarts and failovers',
  sessions: 'what ends a stream',
  retries: 'what a client may try again, and when',
  sse: 'server-sent events',
  websocket: '`graphql-transport-ws`',
  alive: 'keep-alives',
} as const;

export type Profile = keyof typeof PROFILES;

export const isProfile = (name: string): name is Profile => Object.hasOwn(PROFILES, name);

export const ALL_PROFILES: readonly Profile[] = Object.keys(PROFILES).filter(isProfile);
