import { Cluster, Redis } from 'ioredis';
import type { Boundary } from '../../lib/boundary.ts';
import type { Clock, Timer } from '../../lib/clock.ts';
import { LogUnavailable } from '../log.ts';
import {
  type ConnectionSettings,
  connectionSettings,
  masterName,
  nodesOf,
  type RedisAddress,
  type RedisNode,
  sentinelConnectionSettings,
} from './address.ts';
import { asList, asText, asWhole } from './replies.ts';
import {
  connectionFinding,
  findingsIn,
  isFailure,
  type RedisFacts,
  type RedisFinding,
  readFacts,
  worstOfEach,
} from './requirements.ts';

export interface RedisProbeOptions extends RedisAddress {
  clock: Clock;
  /** Prefix of the gateway's keys and channels. */
  prefix: string;
}

export interface RedisProbe {
  findings: readonly RedisFinding[];
  /** Round-trip time in milliseconds: the best of several, of the slowest server. Null: none responded. */
  latency: number | null;
}

/** A server's facts, or why they could not be read. */
type NodeVisit =
  | { node: RedisNode; facts: RedisFacts; latency: number }
  | { node: RedisNode; problem: unknown };

/** Connects once, without retries, and compares Redis with the gateway's requirements. Never rejects. */
export async function probeRedis(options: RedisProbeOptions): Promise<RedisProbe> {
  const found = options.sentinels ? await masterNodes(options) : nodesOf(options);
  if ('about' in found) return { findings: [found], latency: null };
  const visits = await Promise.all(found.map((node) => visit(options, node)));
  const others = options.cluster ? await otherMasters(options, visits) : [];
  return summary([...visits, ...others], options);
}

const PINGS = 5;

async function visit(options: RedisProbeOptions, node: RedisNode): Promise<NodeVisit> {
  try {
    return await withConnection({ ...connectionSettings(options), ...node }, async (redis) => {
      const facts = await readFacts(redis, options.prefix);
      const times: number[] = [];
      for (let ping = 0; ping < PINGS; ping++) {
        const sentAt = options.clock.monotonic();
        await redis.ping();
        times.push(options.clock.monotonic() - sentAt);
      }
      return { node, facts, latency: Math.min(...times) };
    });
  } catch (problem) {
    return { node, problem };
  }
}

/** Asks the Sentinels for the master, in order. */
async function masterNodes(options: RedisProbeOptions): Promise<readonly RedisNode[] | RedisFinding> {
  let problem: unknown;
  for (const node of options.sentinels?.nodes ?? []) {
    try {
      const reply = await withConnection({ ...sentinelConnectionSettings(options), ...node }, (redis) =>
        redis.call('SENTINEL', 'get-master-addr-by-name', masterName(options)),
      );
      if (reply !== null) {
        const [host, port] = asList(reply);
        return [{ host: asText(host), port: asWhole(port) }];
      }
      return {
        about: 'mode',
        state: 'failure',
        found: 'the Sentinels know no master of this name',
        remedy: 'set REDIS_URL to redis:// and the name of the master in the configuration of the Sentinels',
      };
    } catch (error) {
      problem = error;
    }
  }
  if (problem instanceof Error && /unknown command/i.test(problem.message))
    return {
      about: 'mode',
      state: 'failure',
      found: 'REDIS_SENTINELS has an address that is not a Sentinel',
      remedy: 'list Sentinels in REDIS_SENTINELS, or remove it and set REDIS_URL to the address of Redis',
    };
  const finding = connectionFinding(problem);
  return { ...finding, found: `no Sentinel responds: ${finding.found}` };
}

/** Visits the masters of a cluster that were not visited yet. */
async function otherMasters(options: RedisProbeOptions, visits: readonly NodeVisit[]): Promise<NodeVisit[]> {
  const entry = visits.find((one) => 'facts' in one && one.facts.mode === 'cluster');
  if (!entry) return [];
  const slots = await withConnection({ ...connectionSettings(options), ...entry.node }, (redis) =>
    redis.call('CLUSTER', 'SLOTS'),
  ).catch(() => []);
  const masters = asList(slots).map((range) => {
    const [host, port] = asList(asList(range)[2]);
    // Without a known host, a node is at the address that the client already uses.
    return { host: typeof host === 'string' && host !== '' ? host : entry.node.host, port: asWhole(port) };
  });
  const nameOf = ({ host, port }: RedisNode): string => `${host}:${port}`;
  const unseen = new Map(masters.map((node) => [nameOf(node), node]));
  for (const { node } of visits) unseen.delete(nameOf(node));
  return Promise.all(unseen.values().map((node) => visit(options, node)));
}

function summary(visits: readonly NodeVisit[], options: RedisProbeOptions): RedisProbe {
  const reached = visits.filter((one) => 'facts' in one);
  const problems = visits.flatMap((one) => ('problem' in one ? [connectionFinding(one.problem)] : []));
  // Replicas of a cluster are only entry points to it.
  const judged = reached.filter(({ facts }) => !options.cluster || facts.role !== 'replica');
  const findings = judged.flatMap(({ facts }) => findingsIn(facts, options));
  const connection: RedisFinding[] =
    problems.length > 0 ? problems : [{ about: 'connection', state: 'ok', found: 'connected', remedy: null }];
  return {
    findings: worstOfEach([...connection, ...findings]),
    latency: reached.length === 0 ? null : Math.max(...reached.map(({ latency }) => latency)),
  };
}

/** Uses one connection, then closes it. @throws the error that ended the connection */
async function withConnection<Result>(
  settings: ConnectionSettings & RedisNode,
  use: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = new Redis({ ...settings, lazyConnect: true, retryStrategy: null });
  let problem: unknown;
  redis.on('error', (error: Error) => {
    problem ??= error;
  });
  try {
    await redis.connect();
    return await use(redis);
  } catch (error) {
    throw problem ?? error;
  } finally {
    redis.disconnect();
  }
}

interface RedisSuitabilityOptions extends RedisProbeOptions {
  /** Called when Redis is found suitable, after each new connection and after it was unsuitable. */
  onSuitable(): void;
  /** Called when the findings change, with those that are not ok. */
  onFindings?: ((findings: readonly RedisFinding[]) => void) | undefined;
}

/** Milliseconds until a failed check is repeated, and until an unsuitable Redis is checked again. */
const RETRY = 200;
const RECHECK_UNSUITABLE = 1000;
/** Milliseconds between checks of a suitable Redis, whose settings can change while it is connected. */
const RECHECK_SUITABLE = 30_000;

/** Whether the connected Redis meets the gateway's requirements: checked on every connection and while connected. */
export class RedisSuitability {
  readonly #client: Redis | Cluster;
  readonly #boundary: Boundary;
  readonly #options: RedisSuitabilityOptions;
  #state: 'unchecked' | 'suitable' | 'unsuitable' = 'unchecked';
  /** Number of the current connection: the check of an earlier one says nothing about it. */
  #connection = 0;
  #timer: Timer | undefined;
  /** The findings reported last. */
  #reported = '';

  constructor(client: Redis | Cluster, boundary: Boundary, options: RedisSuitabilityOptions) {
    this.#client = client;
    this.#boundary = boundary;
    this.#options = options;
  }

  get isSuitable(): boolean {
    return this.#state === 'suitable';
  }

  get isUnsuitable(): boolean {
    return this.#state === 'unsuitable';
  }

  /** @throws LogUnavailable unless Redis was found suitable. */
  require(): void {
    if (this.#state !== 'suitable')
      throw new LogUnavailable(this.#state === 'unsuitable' ? 'unsuitable' : 'unreachable', 'refused');
  }

  connected(): void {
    this.#connection += 1;
    this.#begin(this.#connection);
  }

  disconnected(): void {
    this.#connection += 1;
    this.#options.clock.clearTimeout(this.#timer);
    // An unsuitable Redis stays so until a check finds otherwise.
    if (this.#state === 'suitable') this.#state = 'unchecked';
  }

  #begin(connection: number): void {
    this.#boundary.run('redis check', () => this.#check(connection));
  }

  async #check(connection: number): Promise<void> {
    const findings = await this.#findings().catch(() => null);
    if (connection !== this.#connection) return;
    if (findings) this.#apply(findings);
    const isReplica = findings?.some((finding) => finding.about === 'role' && isFailure(finding));
    const delay = !findings ? RETRY : this.isSuitable ? RECHECK_SUITABLE : RECHECK_UNSUITABLE;
    this.#options.clock.clearTimeout(this.#timer);
    this.#timer = this.#options.clock
      .setTimeout(() => {
        // An address or a Sentinel may lead to the new master by now.
        if (isReplica && this.#client instanceof Redis) this.#client.disconnect(true);
        this.#begin(connection);
      }, delay)
      .unref();
  }

  /** About the connected server, or all masters of the cluster. Null: not available yet, or it is still loading its data. */
  async #findings(): Promise<readonly RedisFinding[] | null> {
    const servers = this.#client instanceof Cluster ? this.#client.nodes('master') : [this.#client];
    const outcomes = await Promise.allSettled(
      servers.map((server) => readFacts(server, this.#options.prefix)),
    );
    // A master that is down is ignored: its slots are unavailable anyway.
    const facts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    if (facts.length === 0 || facts.some(({ isLoading }) => isLoading)) return null;
    return worstOfEach(facts.flatMap((server) => findingsIn(server, this.#options)));
  }

  #apply(findings: readonly RedisFinding[]): void {
    const before = this.#state;
    this.#state = findings.some(isFailure) ? 'unsuitable' : 'suitable';
    if (this.isSuitable && before !== 'suitable') this.#options.onSuitable();
    const notable = findings.filter(({ state }) => state !== 'ok');
    const text = JSON.stringify(notable);
    if (text !== this.#reported && (notable.length > 0 || this.#reported !== '')) {
      this.#reported = text;
      this.#options.onFindings?.(notable);
    }
  }
}
