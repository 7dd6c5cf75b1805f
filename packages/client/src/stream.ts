/**
 * Event streams that resume where they were interrupted, over server-sent events and WebSocket.
 * @module
 */
export type { Client as Socket } from 'graphql-ws/client';
export type { Credentials } from './credentials.ts';
export {
  type ReadOptions,
  readEvents,
  type StreamEvent,
  type StreamResult,
} from './stream/read-events.ts';
export { resuming } from './stream/resuming.ts';
export { Connection, type ConnectionState, openSocket, type SocketOptions } from './stream/socket.ts';
export type { Commit, StoredCursor } from './stream/stored-cursor.ts';
export { StreamRefused } from './stream/stream-refused.ts';
