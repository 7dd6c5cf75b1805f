import { COMMANDS, type Surroundings } from './commands.ts';
import { Keyspace } from './keyspace.ts';
import { type LuaEngine, shaOf } from './lua.ts';
import { ErrorReply, OK, PONG, type Reply } from './replies.ts';

export interface RedisModelOptions {
  lua: LuaEngine;
  /** Epoch milliseconds, with fractions. */
  now(): number;
  /** Fields of INFO that differ from its own. */
  info?: Readonly<Record<string, string>>;
}

/** Takes what a session receives. @param isPush not the reply to a command, for RESP3. */
export type Receive = (reply: Reply, isPush: boolean) => void;

const unknownCommand = (name: string, args: readonly string[]): ErrorReply =>
  new ErrorReply(
    `ERR unknown command '${name}', with args beginning with: ${args.map((arg) => `'${arg}' `).join('')}`,
  );

const OUT_OF_MEMORY = "OOM command not allowed when used memory > 'maxmemory'.";
const READ_ONLY = "READONLY You can't write against a read only replica.";
/**
 * A Redis server, as far as the gateway uses one: a single server, in memory. The contract suite compares it with a real
 * one.
 */
export class RedisModel {
  readonly #lua: LuaEngine;
  readonly #now: () => number;
  readonly #info: Readonly<Record<string, string>>;
  #keys = new Keyspace();
  /** Cached scripts by digest. */
  readonly #scripts = new Map<string, string>();
  readonly #channels = new Map<string, Set<Session>>();
  isReplica = false;
  isOutOfMemory = false;

  constructor({ lua, now, info = {} }: RedisModelOptions) {
    this.#lua = lua;
    this.#now = now;
    this.#info = info;
  }

  open(receive: Receive): Session {
    return new Session(this, receive);
  }

  /** A copy of the data. */
  snapshot(): Keyspace {
    return this.#keys.clone();
  }

  /** Starts again with this data. Sessions must be closed before. */
  restart(keys: Keyspace): void {
    this.#keys = keys;
    this.#scripts.clear();
    this.#channels.clear();
    this.isOutOfMemory = false;
  }

  /** Runs a command that needs no session. @throws ErrorReply */
  run(name: string, args: readonly string[]): Reply {
    switch (name) {
      case 'eval':
      case 'evalsha':
        return this.#eval(name, args);
      case 'flushall':
        if (this.isReplica) throw new ErrorReply(READ_ONLY);
        this.#keys.clear();
        return OK;
      case 'info':
        return this.#infoText();
      default:
        return this.#command(name, args, this.#surroundings());
    }
  }

  subscribe(channel: string, session: Session): void {
    this.#channels.set(channel, (this.#channels.get(channel) ?? new Set()).add(session));
  }

  unsubscribe(channel: string, session: Session): void {
    const sessions = this.#channels.get(channel);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#channels.delete(channel);
  }

  #surroundings(): Surroundings {
    const now = this.#now();
    return {
      keys: this.#keys,
      now: Math.floor(now),
      microseconds: Math.floor((now % 1) * 1000),
      publish: (channel, message) => {
        const sessions = [...(this.#channels.get(channel) ?? [])];
        for (const session of sessions) session.receive(['smessage', channel, message], true);
        return sessions.length;
      },
    };
  }

  #command(name: string, args: readonly string[], surroundings: Surroundings): Reply {
    const command = COMMANDS[name];
    if (!command) throw unknownCommand(name, args);
    if (this.isOutOfMemory && command.effect === 'grow') throw new ErrorReply(OUT_OF_MEMORY);
    if (this.isReplica && command.effect !== 'read') throw new ErrorReply(READ_ONLY);
    return command.run(surroundings, args);
  }

  #eval(name: 'eval' | 'evalsha', [script = '', count, ...rest]: readonly string[]): Reply {
    const keys = Number(count);
    const sha = name === 'eval' ? shaOf(script) : script.toLowerCase();
    const text = name === 'eval' ? script : this.#scripts.get(sha);
    if (text === undefined) throw new ErrorReply('NOSCRIPT No matching script. Please use EVAL.');
    this.#scripts.set(sha, text);
    const surroundings = this.#surroundings();
    /** A script that has written is not refused halfway. */
    let hasWritten = false;
    const call = ([command = '', ...args]: readonly string[]): Reply => {
      const known = COMMANDS[command.toLowerCase()];
      if (!known) return new ErrorReply('ERR Unknown Redis command called from script');
      if (this.isReplica && known.effect !== 'read') return new ErrorReply(READ_ONLY);
      if (this.isOutOfMemory && known.effect === 'grow' && !hasWritten) return new ErrorReply(OUT_OF_MEMORY);
      hasWritten ||= known.effect !== 'read';
      try {
        return known.run(surroundings, args);
      } catch (error) {
        if (error instanceof ErrorReply) return error;
        throw error;
      }
    };
    return this.#lua.run({ text, sha }, rest.slice(0, keys), rest.slice(keys), call);
  }

  #infoText(): string {
    const fields = {
      redis_version: VERSION,
      redis_mode: 'standalone',
      loading: 0,
      maxmemory_policy: 'noeviction',
      aof_enabled: 1,
      role: this.isReplica ? 'slave' : 'master',
      ...this.#info,
    };
    return Object.entries(fields)
      .map(([name, value]) => `${name}:${value}\r\n`)
      .join('');
  }
}

const VERSION = '7.0.15';

/** One connection's state on the server. */
export class Session {
  readonly #server: RedisModel;
  readonly #channels = new Set<string>();
  readonly receive: Receive;
  protocol: 2 | 3 = 2;

  constructor(server: RedisModel, receive: Receive) {
    this.#server = server;
    this.receive = receive;
  }

  /** Runs a command; its reply, and what else it causes, goes to `receive`. */
  call([given = '', ...args]: readonly string[]): void {
    const name = given.toLowerCase();
    try {
      if (name === 'ssubscribe') this.#subscribe(args);
      else if (name === 'sunsubscribe') this.#unsubscribe(args);
      else this.receive(this.#reply(name, given, args), false);
    } catch (error) {
      if (!(error instanceof ErrorReply)) throw error;
      this.receive(error, false);
    }
  }

  close(): void {
    for (const channel of this.#channels) this.#server.unsubscribe(channel, this);
    this.#channels.clear();
  }

  #reply(name: string, given: string, args: readonly string[]): Reply {
    if (name === 'ping') return args[0] ?? PONG;
    if (name === 'hello') return this.#hello(args);
    if (name === 'client') return args[0]?.toUpperCase() === 'SETINFO' ? setInfo() : OK;
    if (name in COMMANDS || RUN_BY_SERVER.has(name)) return this.#server.run(name, args);
    throw unknownCommand(given, args);
  }

  #hello([version]: readonly string[]): Reply {
    if (version !== undefined) this.protocol = version === '3' ? 3 : 2;
    const role = this.#server.isReplica ? 'replica' : 'master';
    return [
      ...['server', 'redis', 'version', VERSION, 'proto', this.protocol, 'id', 1],
      ...['mode', 'standalone', 'role', role, 'modules', []],
    ];
  }

  #subscribe(channels: readonly string[]): void {
    for (const channel of channels) {
      this.#channels.add(channel);
      this.#server.subscribe(channel, this);
      this.receive(['ssubscribe', channel, this.#channels.size], true);
    }
  }

  #unsubscribe(channels: readonly string[]): void {
    for (const channel of channels) {
      this.#channels.delete(channel);
      this.#server.unsubscribe(channel, this);
      this.receive(['sunsubscribe', channel, this.#channels.size], true);
    }
  }
}

const RUN_BY_SERVER = new Set(['eval', 'evalsha', 'flushall', 'info']);

/** Redis 7.0 has no `CLIENT SETINFO`. */
const setInfo = (): never => {
  throw new ErrorReply("ERR Unknown subcommand or wrong number of arguments for 'SETINFO'. Try CLIENT HELP.");
};
