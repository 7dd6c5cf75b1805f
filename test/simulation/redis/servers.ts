import { Redis } from 'ioredis';
import { startRedis } from '../../support/redis.ts';
import { Hash, type Keyspace } from './keyspace.ts';
import { LuaEngine } from './lua.ts';
import { RedisModel, type Session } from './model.ts';
import { ErrorReply, type Reply, Status } from './replies.ts';
import { SortedSet, textOfScore } from './sorted-set.ts';
import { textOfId } from './stream.ts';

/** A reply as it can be compared: statuses are texts, errors begin with `!`. Texts are binary. */
export type PlainReply = null | number | string | PlainReply[];

/** What a key has, and its milliseconds to live; null: it lasts. */
export interface DumpedKey {
  value: unknown;
  ttl: number | null;
}

/** A server that the contract suite tests: the model, or a real one. */
export interface ContractServer {
  call(...command: readonly string[]): Promise<PlainReply>;
  /** Everything that is stored, by key. */
  dump(): Promise<Readonly<Record<string, DumpedKey>>>;
  /** Opens a subscriber; `messages` receives what it receives. */
  subscriber(messages: PlainReply[]): Promise<Pick<ContractServer, 'call'>>;
  setOutOfMemory(isOut: boolean): Promise<void>;
  setReplica(isReplica: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Where a script failed is not compared: the model does not know the line. */
const withoutPlace = (message: string): string => message.replace(/ script: .*$/s, '');

export async function openModel(): Promise<ContractServer> {
  const model = new RedisModel({ lua: await LuaEngine.create(), now: () => Date.now() });
  const open = (messages: PlainReply[]): Session => model.open((reply) => void messages.push(plain(reply)));
  const callOn =
    (session: Session, received: PlainReply[]): ContractServer['call'] =>
    async (...command) => {
      const before = received.length;
      session.call(command);
      return received.slice(before).at(-1) ?? null;
    };
  const received: PlainReply[] = [];
  return {
    call: callOn(open(received), received),
    dump: async () => dumpOf(model.snapshot(), Date.now()),
    subscriber: async (messages) => ({ call: callOn(open(messages), messages) }),
    setOutOfMemory: async (isOut) => {
      model.isOutOfMemory = isOut;
    },
    setReplica: async (isReplica) => {
      model.isReplica = isReplica;
    },
    close: async () => {},
  };
}

function plain(reply: Reply): PlainReply {
  if (reply instanceof ErrorReply) return `!${withoutPlace(reply.message)}`;
  if (reply instanceof Status) return reply.text;
  return Array.isArray(reply) ? reply.map(plain) : reply;
}

function dumpOf(keys: Keyspace, now: number): Record<string, DumpedKey> {
  return Object.fromEntries(
    keys.keys(now).map((key) => {
      const { value = '', expiresAt = null } = keys.find(key, now) ?? {};
      return [key, { value: dumped(value), ttl: expiresAt === null ? null : expiresAt - now }];
    }),
  );
}

function dumped(value: NonNullable<ReturnType<Keyspace['find']>>['value']): unknown {
  if (typeof value === 'string') return value;
  if (value instanceof Hash) return Object.fromEntries([...value.fields].sort());
  if (value instanceof SortedSet)
    return value.sorted.flatMap(([member, score]) => [member, textOfScore(score)]);
  return value.entries.map(({ id, fields }) => [textOfId(id), [...fields]]);
}

export async function openRealRedis(): Promise<ContractServer> {
  const server = await startRedis();
  const connect = () => new Redis({ port: server.port, protocol: 2 });
  const redis = connect();
  const subscribers: ReturnType<typeof connect>[] = [];
  const callOn =
    (client: Redis): ContractServer['call'] =>
    async (name = '', ...args) => {
      try {
        return plainBuffers(await client.callBuffer(name, ...args.map((arg) => Buffer.from(arg, 'latin1'))));
      } catch (error) {
        return `!${withoutPlace(error instanceof Error ? error.message : String(error))}`;
      }
    };
  const call = callOn(redis);
  return {
    call,
    dump: async () => {
      const keys = await call('KEYS', '*');
      if (!Array.isArray(keys)) throw new Error('KEYS returns a list');
      const dump: [string, DumpedKey][] = [];
      for (const key of keys.map(String).sort()) {
        const ttl = Number(await call('PTTL', key));
        dump.push([key, { value: await dumpedBy(call, key), ttl: ttl < 0 ? null : ttl }]);
      }
      return Object.fromEntries(dump);
    },
    subscriber: async (messages) => {
      const client = connect();
      subscribers.push(client);
      client.on('smessage', (channel, message) => messages.push(['smessage', channel, message]));
      return {
        call: async (name = '', channel = '') => {
          const count = await (name === 'SSUBSCRIBE'
            ? client.ssubscribe(channel)
            : client.sunsubscribe(channel));
          return [name.toLowerCase(), channel, Number(count)];
        },
      };
    },
    setOutOfMemory: async (isOut) => void (await call('CONFIG', 'SET', 'maxmemory', isOut ? '1' : '0')),
    setReplica: async (isReplica) => {
      // A master that does not exist: the server keeps its data and refuses writes.
      await (isReplica ? call('REPLICAOF', '127.0.0.1', '1') : call('REPLICAOF', 'NO', 'ONE'));
    },
    close: async () => {
      for (const client of [redis, ...subscribers]) client.disconnect();
      await server.stop();
    },
  };
}

function plainBuffers(reply: unknown): PlainReply {
  if (Buffer.isBuffer(reply)) return reply.toString('latin1');
  if (Array.isArray(reply)) return reply.map(plainBuffers);
  if (reply instanceof Error) return `!${withoutPlace(reply.message)}`;
  return typeof reply === 'number' || typeof reply === 'string' ? reply : null;
}

async function dumpedBy(call: ContractServer['call'], key: string): Promise<unknown> {
  switch (await call('TYPE', key)) {
    case 'string':
      return call('GET', key);
    case 'hash': {
      const flat = await call('HGETALL', key);
      const list = Array.isArray(flat) ? flat.map(String) : [];
      const fields = list.flatMap((field, index) =>
        index % 2 ? [] : [[field, list[index + 1] ?? ''] as const],
      );
      return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
    }
    case 'zset':
      return call('ZRANGE', key, '0', '-1', 'WITHSCORES');
    default:
      return call('XRANGE', key, '-', '+');
  }
}
