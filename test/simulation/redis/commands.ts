import { Hash, type Keyspace } from './keyspace.ts';
import { ErrorReply, OK, type Reply, syntaxError } from './replies.ts';
import { boundIn, SortedSet, scoreIn, textOfScore } from './sorted-set.ts';
import { endIn, idIn, Stream, startIn, textOfId } from './stream.ts';

/** What a command works on. */
export interface Surroundings {
  readonly keys: Keyspace;
  /** Epoch milliseconds by the server's clock; the same throughout a script. */
  readonly now: number;
  /** Microseconds of the current millisecond. */
  readonly microseconds: number;
  /** Publishes a message on a sharded channel. @returns the number of its receivers. */
  publish(channel: string, message: string): number;
}

export interface Command {
  /** Number of arguments with the name; at least as many if negative. */
  readonly arity: number;
  /** `write` is refused by a replica, `grow` also by a server without memory. */
  readonly effect: 'read' | 'write' | 'grow';
  /** @throws ErrorReply */
  run(surroundings: Surroundings, args: readonly string[]): Reply;
}

const read = (arity: number, run: Command['run']): Command => ({ arity, effect: 'read', run });
const write = (arity: number, run: Command['run']): Command => ({ arity, effect: 'write', run });
const grow = (arity: number, run: Command['run']): Command => ({ arity, effect: 'grow', run });

const MAX_INTEGER = 9_223_372_036_854_775_807n;

/** @throws ErrorReply */
function integerIn(text: string | undefined): number {
  if (text === undefined || !/^(0|-?[1-9]\d*)$/.test(text) || BigInt(text) > MAX_INTEGER)
    throw new ErrorReply('ERR value is not an integer or out of range');
  return Number(text);
}

function* pairs(args: readonly string[]): Generator<[string, string]> {
  for (let index = 0; index + 1 < args.length; index += 2) yield [args[index] ?? '', args[index + 1] ?? ''];
}

const arityError = (name: string): ErrorReply =>
  new ErrorReply(`ERR wrong number of arguments for '${name}' command`);

/** `EX` and `PX`: milliseconds from now. @throws ErrorReply */
function lifetimeIn(unit: string, text: string | undefined, command: string): number {
  const amount = integerIn(text);
  if (amount <= 0) throw new ErrorReply(`ERR invalid expire time in '${command}' command`);
  return unit === 'EX' ? amount * 1000 : amount;
}

const set: Command['run'] = ({ keys, now }, [key = '', value = '', ...options]) => {
  let expiresAt: number | null = null;
  let isConditional = false;
  for (let index = 0; index < options.length; index += 1) {
    const option = options[index]?.toUpperCase() ?? '';
    if (option === 'NX') isConditional = true;
    else if ((option === 'PX' || option === 'EX') && index + 1 < options.length && expiresAt === null) {
      index += 1;
      expiresAt = now + lifetimeIn(option, options[index], 'set');
    } else throw syntaxError();
  }
  if (isConditional && keys.find(key, now)) return null;
  keys.set(key, value, expiresAt);
  return OK;
};

const getex: Command['run'] = ({ keys, now }, [key = '', option, amount, ...rest]) => {
  const value = keys.text(key, now);
  if (option === undefined) return value;
  const unit = option.toUpperCase();
  if (rest.length > 0 || (unit !== 'PX' && unit !== 'EX') || amount === undefined) throw syntaxError();
  if (value === null) return null;
  keys.set(key, value, now + lifetimeIn(unit, amount, 'getex'));
  return value;
};

function expire(name: string, milliseconds: number): Command {
  return write(-3, ({ keys, now }, [key = '', amount, ...rest]) => {
    if (rest.length > 0) throw new ErrorReply(`ERR Unsupported option ${rest[0]}`);
    const lifetime = integerIn(amount) * milliseconds;
    const entry = keys.find(key, now);
    if (!Number.isSafeInteger(lifetime)) throw new ErrorReply(`ERR invalid expire time in '${name}' command`);
    if (!entry) return 0;
    if (lifetime <= 0) keys.delete(key);
    else entry.expiresAt = now + lifetime;
    return 1;
  });
}

const hset: Command['run'] = ({ keys, now }, [key = '', ...fields]) => {
  if (fields.length % 2 !== 0) throw arityError('hset');
  const hash = keys.hash(key, now) ?? keys.add(key, new Hash());
  let added = 0;
  for (const [field, value] of pairs(fields)) {
    if (!hash.fields.has(field)) added += 1;
    hash.fields.set(field, value);
  }
  return added;
};

const hdel: Command['run'] = ({ keys, now }, [key = '', ...fields]) => {
  const hash = keys.hash(key, now);
  if (!hash) return 0;
  const removed = fields.filter((field) => hash.fields.delete(field)).length;
  if (hash.size === 0) keys.delete(key);
  return removed;
};

const zadd: Command['run'] = ({ keys, now }, [key = '', ...members]) => {
  if (members.length % 2 !== 0) throw syntaxError();
  // All scores are checked before any member is added.
  const scored = [...pairs(members)].map(([score, member]) => [scoreIn(score), member] as const);
  const sorted = keys.sortedSet(key, now) ?? keys.add(key, new SortedSet());
  return scored.filter(([score, member]) => sorted.add(member, score)).length;
};

const zrem: Command['run'] = ({ keys, now }, [key = '', ...members]) => {
  const sorted = keys.sortedSet(key, now);
  if (!sorted) return 0;
  const removed = members.filter((member) => sorted.remove(member)).length;
  if (sorted.size === 0) keys.delete(key);
  return removed;
};

type Ranked = readonly (readonly [member: string, score: number])[];

const membersOf = (ranked: Ranked, withScores: boolean): string[] =>
  ranked.flatMap(([member, score]) => (withScores ? [member, textOfScore(score)] : [member]));

const rangeByScore = (isReverse: boolean): Command['run'] => {
  return ({ keys, now }, [key = '', first = '', second = '', ...options]) => {
    let withScores = false;
    let offset = 0;
    let limit = -1;
    for (let index = 0; index < options.length; index += 1) {
      const option = options[index]?.toUpperCase();
      if (option === 'WITHSCORES') withScores = true;
      else if (option === 'LIMIT' && index + 2 < options.length) {
        offset = integerIn(options[index + 1]);
        limit = integerIn(options[index + 2]);
        index += 2;
      } else throw syntaxError();
    }
    const [from, to] = (isReverse ? [second, first] : [first, second]).map(boundIn);
    const sorted = keys.sortedSet(key, now);
    if (!sorted || !from || !to || offset < 0) return [];
    const found = sorted.between(from, to);
    if (isReverse) found.reverse();
    return membersOf(found.slice(offset, limit < 0 ? undefined : offset + limit), withScores);
  };
};

const zrevrange: Command['run'] = ({ keys, now }, [key = '', from, to, option, ...rest]) => {
  const [first, last] = [integerIn(from), integerIn(to)];
  if (rest.length > 0 || (option !== undefined && option.toUpperCase() !== 'WITHSCORES')) throw syntaxError();
  const ranked = (keys.sortedSet(key, now)?.sorted ?? []).toReversed();
  const start = first < 0 ? Math.max(0, ranked.length + first) : first;
  const end = last < 0 ? ranked.length + last : last;
  return membersOf(ranked.slice(start, Math.max(start, end + 1)), option !== undefined);
};

const zcount: Command['run'] = ({ keys, now }, [key = '', from = '', to = '']) => {
  const [first, last] = [boundIn(from), boundIn(to)];
  return keys.sortedSet(key, now)?.between(first, last).length ?? 0;
};

const zdiff: Command['run'] = ({ keys, now }, [count, ...rest]) => {
  const number = integerIn(count);
  if (number < 1) throw new ErrorReply("ERR at least 1 input key is needed for 'zdiff' command");
  if (rest.length !== number) throw syntaxError();
  const [first, ...others] = rest.map((key) => keys.sortedSet(key, now));
  return (first?.sorted ?? [])
    .filter(([member]) => !others.some((other) => other?.has(member)))
    .map(([member]) => member);
};

const xadd: Command['run'] = ({ keys, now }, [key = '', ...args]) => {
  let rest = args;
  let limit: number | null = null;
  if (args[0]?.toUpperCase() === 'MAXLEN') {
    // Exact trimming is not used, and not modelled.
    if (args[1] !== '~') throw syntaxError();
    limit = integerIn(args[2]);
    if (limit < 0) throw new ErrorReply('ERR The MAXLEN argument must be >= 0.');
    rest = args.slice(3);
  }
  const [id = '', ...fields] = rest;
  const parsed = id === '*' ? { time: now, number: 0 } : idIn(id, 0);
  if (fields.length === 0 || fields.length % 2 !== 0) throw arityError('xadd');
  if (parsed.time === 0 && parsed.number === 0)
    throw new ErrorReply('ERR The ID specified in XADD must be greater than 0-0');
  const known = keys.stream(key, now);
  const stream = known ?? new Stream();
  stream.add(parsed, fields);
  if (!known) keys.add(key, stream);
  if (limit !== null) stream.trimTo(limit);
  return textOfId(parsed);
};

const xtrim: Command['run'] = ({ keys, now }, [key = '', strategy, threshold = '', ...rest]) => {
  // Other ways of trimming are not used, and not modelled.
  if (strategy?.toUpperCase() !== 'MINID' || rest.length > 0) throw syntaxError();
  const id = idIn(threshold, 0);
  return keys.stream(key, now)?.trimBefore(id) ?? 0;
};

const xrange: Command['run'] = ({ keys, now }, [key = '', from = '', to = '', option, count, ...rest]) => {
  const [start, end] = [startIn(from), endIn(to)];
  if (rest.length > 0 || (option !== undefined && option.toUpperCase() !== 'COUNT')) throw syntaxError();
  const limit = option === undefined ? undefined : Math.max(0, integerIn(count));
  const stream = keys.stream(key, now);
  if (!stream) return [];
  if (limit === 0) return null;
  return stream
    .between(start, end)
    .slice(0, limit)
    .map(({ id, fields }) => [textOfId(id), [...fields]]);
};

const incrby: Command['run'] = ({ keys, now }, [key = '', amount]) => {
  const by = integerIn(amount);
  const entry = keys.find(key, now);
  const sum = integerIn(keys.text(key, now) ?? '0') + by;
  keys.set(key, String(sum), entry?.expiresAt ?? null);
  return sum;
};

/** The commands that the gateway and its scripts use, with the options that they use. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  del: write(
    -2,
    ({ keys, now }, names) => names.filter((key) => keys.find(key, now) && keys.delete(key)).length,
  ),
  exists: read(-2, ({ keys, now }, names) => names.filter((key) => keys.find(key, now)).length),
  expire: expire('expire', 1000),
  get: read(2, ({ keys, now }, [key = '']) => keys.text(key, now)),
  getex: write(-2, getex),
  hdel: write(-3, hdel),
  hgetall: read(2, ({ keys, now }, [key = '']) => [...(keys.hash(key, now)?.fields ?? [])].flat()),
  hget: read(3, ({ keys, now }, [key = '', field = '']) => keys.hash(key, now)?.fields.get(field) ?? null),
  hmget: read(-3, ({ keys, now }, [key = '', ...fields]) => {
    const hash = keys.hash(key, now);
    return fields.map((field) => hash?.fields.get(field) ?? null);
  }),
  hset: grow(-4, hset),
  incrby: grow(3, incrby),
  persist: write(2, ({ keys, now }, [key = '']) => {
    const entry = keys.find(key, now);
    if (entry?.expiresAt == null) return 0;
    entry.expiresAt = null;
    return 1;
  }),
  pexpire: expire('pexpire', 1),
  pttl: read(2, ({ keys, now }, [key = '']) => {
    const entry = keys.find(key, now);
    if (!entry) return -2;
    return entry.expiresAt === null ? -1 : entry.expiresAt - now;
  }),
  set: grow(-3, set),
  spublish: read(3, ({ publish }, [channel = '', message = '']) => publish(channel, message)),
  time: read(1, ({ now, microseconds }) => [
    String(Math.floor(now / 1000)),
    String((now % 1000) * 1000 + microseconds),
  ]),
  xadd: grow(-5, xadd),
  xlen: read(2, ({ keys, now }, [key = '']) => keys.stream(key, now)?.size ?? 0),
  xrange: read(-4, xrange),
  xtrim: write(-4, xtrim),
  zadd: grow(-4, zadd),
  zcard: read(2, ({ keys, now }, [key = '']) => keys.sortedSet(key, now)?.size ?? 0),
  zcount: read(4, zcount),
  zdiff: read(-3, zdiff),
  zrangebyscore: read(-4, rangeByScore(false)),
  zrem: write(-3, zrem),
  zrevrange: read(-4, zrevrange),
  zrevrangebyscore: read(-4, rangeByScore(true)),
};

/** @throws ErrorReply if a command has too few or too many arguments. */
export function checkArity(name: string, { arity }: Command, args: readonly string[]): void {
  const given = args.length + 1;
  if (arity > 0 ? given !== arity : given < -arity) throw arityError(name);
}
