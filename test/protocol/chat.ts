import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import {
  Messages,
  remove,
  say,
  serveChat,
} from '../../packages/resumable-subscriptions/reference/example.ts';
import {
  keysOf,
  type Log,
  MemoryLog,
  type Page,
  RedisLog,
} from '../../packages/resumable-subscriptions/reference/log.ts';
import type { Adapter, Credential, ListedRecord } from '../../packages/resumable-subscriptions/src/index.ts';
import { recordOf } from '../../packages/resumable-subscriptions/src/item.ts';

/** A log of the reference server, with what the suite needs to damage it. */
export interface DamagedLog {
  log: Log;
  trim(topic: string): Promise<unknown>;
  reset(): Promise<unknown>;
}

export function memoryLog(): DamagedLog {
  const topics = new Map<string, Page>();
  return {
    log: new MemoryLog(topics),
    trim: async (topic) => {
      const state = topics.get(topic);
      if (state) state.entries = [];
    },
    reset: async () => topics.clear(),
  };
}

export const redisLog = (redis: Redis, subscriber: Redis): DamagedLog => ({
  log: new RedisLog(redis, subscriber),
  trim: (topic) => redis.xtrim(keysOf(topic).stream, 'MAXLEN', 0),
  reset: () => redis.flushall(),
});

export interface RunningChat {
  url: string;
  adapter: Adapter;
  close(): Promise<void>;
}

/** The example of the reference server, with a room of its own for each adapter. */
export async function startChat({ log: available, trim, reset }: DamagedLog): Promise<RunningChat> {
  let isAvailable = true;
  const log: Log = {
    append: (topic, event) => available.append(topic, event),
    read: async (topic, after) => {
      if (!isAvailable) throw new Error('The log is unavailable.');
      return available.read(topic, after);
    },
    changed: (topic, signal) => available.changed(topic, signal),
  };
  const messages = new Messages();
  let key = 1;
  let server: Server | null = null;
  // The server does not know those of WebSockets.
  const sockets = new Set<Socket>();
  let port = 0;
  const start = async (): Promise<void> => {
    server = serveChat(log, `key ${key}`, messages).listen(port, '127.0.0.1');
    server.on('connection', (socket) => {
      sockets.add(socket.once('close', () => sockets.delete(socket)));
    });
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const stop = async (): Promise<void> => {
    const stopping = server;
    if (!stopping?.listening) return;
    const closed = once(stopping, 'close');
    stopping.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    // So that clients in this process notice before the next request, as they would during a real restart.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  };
  const restart = async (): Promise<void> => {
    await stop();
    await start();
  };
  await start();
  const url = `http://127.0.0.1:${port}/graphql`;
  const room = `room-${randomUUID()}`;
  const adapter: Adapter = {
    server: 'reference server',
    profiles: ['core', 'integrity', 'position', 'replay', 'gaps', 'state', 'failover', 'sse'],
    subscription: subscriptionTo(room),
    credential: bearer('ana'),
    textOf: ({ said, other }) => textIn(said ?? other),
    send: (text) => say(messages, log, room, { id: randomUUID(), text }),
    otherSelection: `subscription Other($after: String) {
      other: said(room: "${room}", after: $after) { message { text } cursor }
    }`,
    withoutCursor: `subscription { said(room: "${room}") { message { text } } }`,
    otherStream: {
      query: 'subscription { said(room: "another") { cursor message { text } } }',
      credential: bearer('ana'),
    },
    otherCaller: bearer('ben'),
    newSession: async () => ({ credential: bearer('ana'), end: async () => {} }),
    list: {
      query: listOf(room),
      read: ({ messages }) => ({
        streamCursor: recordOf(messages).streamCursor,
        records: recordsIn(recordOf(messages).nodes),
      }),
      idOf: ({ said, other }) => {
        const payload = said ?? other;
        return recordOf(payload).removedId ?? recordOf(recordOf(payload).message).id;
      },
      change: (id, text) => say(messages, log, room, { id: String(id), text }),
      remove: (id) => remove(messages, log, room, String(id)),
      newcomer: async () => {
        const own = `room-${randomUUID()}`;
        return {
          credential: bearer('cleo'),
          subscription: subscriptionTo(own),
          query: listOf(own),
          send: (text) => say(messages, log, own, { id: randomUUID(), text }),
        };
      },
    },
    hooks: {
      incomplete: () => log.append(room, null),
      trim: () => trim(room),
      replace: reset,
      rekey: () => {
        key += 1;
        return restart();
      },
      restart,
      failOver: restart,
      logOutage: async () => {
        isAvailable = false;
      },
      logRecovery: async () => {
        isAvailable = true;
      },
    },
  };
  return { url, adapter, close: stop };
}

const subscriptionTo = (room: string): string => `subscription ($after: String) {
  said(room: "${room}", after: $after) { cursor replayed gap { reason } message { id text } removedId }
}`;

const listOf = (room: string): string => `{ messages(room: "${room}") { nodes { id text } streamCursor } }`;

const bearer = (caller: string): Credential => ({
  headers: { authorization: `Bearer ${caller}` },
  connectionParams: { authorization: `Bearer ${caller}` },
});

function textIn(value: unknown): string | null {
  const message = recordOf(value).message;
  const text = recordOf(message).text;
  return typeof text === 'string' ? text : null;
}

const recordsIn = (nodes: unknown): ListedRecord[] =>
  Array.isArray(nodes) ? nodes.map((node) => ({ id: recordOf(node).id, text: recordOf(node).text })) : [];
