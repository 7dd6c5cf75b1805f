import { Hash, type Keyspace } from './keyspace.ts';
import { OK, type Reply } from './replies.ts';
import { SortedSet, scoreIn, textOfScore } from './sorted-set.ts';
import { idIn, LAST_ID, Stream, startIn, textOfId } from './stream.ts';

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
  /** `write` is refused by a replica, `grow` also by a server without memory. */
  readonly effect: 'read' | 'write' | 'grow';
  /** @throws ErrorReply */
  run(surroundings: Surroundings, args: readonly string[]): Reply;
}

const read = (run: Command['run']): Command => ({ effect: 'read', run });
const write = (run: Command['run']): Command => ({ effect: 'write', run });
const grow = (run: Command['run']): Command => ({ effect: 'grow', run });

/** What the gateway sends is modelled, and nothing else. */
const notModelled = (what: string): Error => new Error(`the model of Redis does not know ${what}`);

function* pairs(args: readonly string[]): Generator<[string, string]> {
  for (let index = 0; index + 1 < args.length; index += 2) yield [args[index] ?? '', args[index + 1] ?? ''];
}

const set: Command['run'] = ({ keys, now }, [key = '', value = '', ...options]) => {
  let expiresAt: number | null = null;
  let isConditional = false;
  for (let index = 0; index < options.length; index += 1) {
    const option = options[index]?.toUpperCase() ?? '';
    if (option === 'NX') isConditional = true;
    else if (option === 'PX') {
      index += 1;
      expiresAt = now + Number(options[index]);
    } else throw notModelled(`SET ${option}`);
  }
  if (isConditional && keys.find(key, now)) return null;
  keys.set(key, value, expiresAt);
  return OK;
};

const getex: Command['run'] = ({ keys, now }, [key = '', unit = '', amount]) => {
  if (unit.toUpperCase() !== 'PX') throw notModelled(`GETEX ${unit}`);
  const value = keys.text(key, now);
  if (value !== null) keys.set(key, value, now + Number(amount));
  return value;
};

const pexpire: Command['run'] = ({ keys, now }, [key = '', amount]) => {
  const entry = keys.find(key, now);
  if (!entry) return 0;
  if (Number(amount) <= 0) keys.delete(key);
  else entry.expiresAt = now + Number(amount);
  return 1;
};

const hset: Command['run'] = ({ keys, now }, [key = '', ...fields]) => {
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
  const sorted = keys.sortedSet(key, now) ?? keys.add(key, new SortedSet());
  return [...pairs(members)].filter(([score, member]) => sorted.add(member, scoreIn(score))).length;
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

const zrangebyscore: Command['run'] = ({ keys, now }, [key = '', from = '', to = '', ...options]) => {
  const withScores = options[0] === 'WITHSCORES';
  const [word, offset, limit] = options.slice(withScores ? 1 : 0);
  if (word !== 'LIMIT') throw notModelled(`ZRANGEBYSCORE ${word}`);
  const found = keys.sortedSet(key, now)?.between(scoreIn(from), scoreIn(to)) ?? [];
  return membersOf(found.slice(Number(offset), Number(offset) + Number(limit)), withScores);
};

const zrevrange: Command['run'] = ({ keys, now }, [key = '', from, to, option]) => {
  const ranked = (keys.sortedSet(key, now)?.sorted ?? []).toReversed();
  return membersOf(ranked.slice(Number(from), Number(to) + 1), option !== undefined);
};

const xadd: Command['run'] = ({ keys, now }, [key = '', word, how, limit, id = '', ...fields]) => {
  if (word !== 'MAXLEN' || how !== '~') throw notModelled(`XADD ${word} ${how}`);
  const stream = keys.stream(key, now) ?? keys.add(key, new Stream());
  stream.add(idIn(id, 0), fields);
  stream.trimTo(Number(limit));
  return id;
};

const xtrim: Command['run'] = ({ keys, now }, [key = '', strategy, threshold = '']) => {
  if (strategy !== 'MINID') throw notModelled(`XTRIM ${strategy}`);
  return keys.stream(key, now)?.trimBefore(idIn(threshold, 0)) ?? 0;
};

const xrange: Command['run'] = ({ keys, now }, [key = '', from = '', to, _count, limit]) => {
  if (to !== '+') throw notModelled(`XRANGE to ${to}`);
  const found = keys.stream(key, now)?.between(startIn(from), LAST_ID) ?? [];
  return found
    .slice(0, limit === undefined ? undefined : Number(limit))
    .map(({ id, fields }) => [textOfId(id), [...fields]]);
};

/** The commands that the gateway and its scripts use, with the options that they use. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  del: write(({ keys, now }, names) => names.filter((key) => keys.find(key, now) && keys.delete(key)).length),
  get: read(({ keys, now }, [key = '']) => keys.text(key, now)),
  getex: write(getex),
  hdel: write(hdel),
  hgetall: read(({ keys, now }, [key = '']) => [...(keys.hash(key, now)?.fields ?? [])].flat()),
  hget: read(({ keys, now }, [key = '', field = '']) => keys.hash(key, now)?.fields.get(field) ?? null),
  hmget: read(({ keys, now }, [key = '', ...fields]) => {
    const hash = keys.hash(key, now);
    return fields.map((field) => hash?.fields.get(field) ?? null);
  }),
  hset: grow(hset),
  pexpire: write(pexpire),
  pttl: read(({ keys, now }, [key = '']) => {
    const entry = keys.find(key, now);
    if (!entry) return -2;
    return entry.expiresAt === null ? -1 : entry.expiresAt - now;
  }),
  set: grow(set),
  spublish: read(({ publish }, [channel = '', message = '']) => publish(channel, message)),
  time: read(({ now, microseconds }) => [
    String(Math.floor(now / 1000)),
    String((now % 1000) * 1000 + microseconds),
  ]),
  xadd: grow(xadd),
  xlen: read(({ keys, now }, [key = '']) => keys.stream(key, now)?.size ?? 0),
  xrange: read(xrange),
  xtrim: write(xtrim),
  zadd: grow(zadd),
  zcard: read(({ keys, now }, [key = '']) => keys.sortedSet(key, now)?.size ?? 0),
  zrangebyscore: read(zrangebyscore),
  zrem: write(zrem),
  zrevrange: read(zrevrange),
};
