import { type RedisServer, startRedis, startRedisCluster } from '../support/redis.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';
import { type RespProxy, startRespProxy } from '../support/resp-proxy.ts';
import { until } from '../support/until.ts';

/** Redis behind proxies, as one server with a replica or as a cluster. */
export interface ChaosRedis {
  readonly kind: 'single' | 'replica' | 'cluster';
  /** Servers that have data of their own. */
  readonly masters: readonly RedisServer[];
  readonly proxies: readonly RespProxy[];
  /** Opens an instance's own way to Redis. Cluster: all instances share one way to each master. */
  legFor(instance: number): Promise<{ url: string; leg: RedisProxy }>;
  /**
   * Promotes a replica that has not received the writes of the last `behind` milliseconds.
   * @returns when the lost writes began. Null: there is no replica.
   */
  failOver: ((behind: number) => Promise<number>) | null;
  close(): Promise<void>;
}

/** Redis acknowledges nothing that a crash loses. */
const DURABLE = {
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  'repl-diskless-sync-delay': 0,
};

export async function startSingleRedis({
  random,
  withReplica,
}: {
  random: () => number;
  withReplica: boolean;
}): Promise<ChaosRedis> {
  let [master, replica] = [await startRedis(DURABLE), withReplica ? await startRedis(DURABLE) : null];
  const relay = await startRedisProxy(master.port);
  const proxy = await startRespProxy(relay.port, random);
  const legs: RedisProxy[] = [];
  if (replica) await follow(replica, master);
  const failOver = async (behind: number): Promise<number> => {
    if (!replica) throw new Error('there is no replica');
    const [old, promoted] = [master, replica];
    const since = performance.now();
    // From now on it does not receive what the master accepts.
    await until(() => obeys(promoted, 'REPLICAOF', 'NO', 'ONE'));
    await new Promise((resolve) => setTimeout(resolve, behind));
    await old.kill();
    relay.leadTo(promoted.port);
    [master, replica] = [promoted, old];
    await old.start();
    await follow(old, promoted);
    return since;
  };
  return {
    kind: withReplica ? 'replica' : 'single',
    get masters() {
      return [master];
    },
    proxies: [proxy],
    legFor: async () => {
      const leg = await startRedisProxy(proxy.port);
      legs.push(leg);
      return { url: leg.url, leg };
    },
    failOver: replica ? failOver : null,
    close: async () => {
      await Promise.all(legs.map((leg) => leg.close()));
      await proxy.close();
      await relay.close();
      await Promise.all([master.stop(), replica?.stop()]);
    },
  };
}

/** Whether a server has run a command: a busy machine may lose the connection. */
const obeys = (server: RedisServer, ...command: Parameters<RedisServer['command']>): Promise<boolean> =>
  server.command(...command).then(
    () => true,
    () => false,
  );

async function follow(replica: RedisServer, { port }: RedisServer): Promise<void> {
  await until(() => obeys(replica, 'REPLICAOF', '127.0.0.1', port));
  await until(
    async () =>
      String(await replica.command('INFO', 'replication').catch(() => '')).includes('master_link_status:up'),
    { within: 60_000 },
  );
}

export async function startClusterRedis({ random }: { random: () => number }): Promise<ChaosRedis> {
  const cluster = await startRedisCluster(DURABLE);
  const proxies = await Promise.all(cluster.nodes.map(({ port }) => startRespProxy(port, random)));
  const legs = await Promise.all(proxies.map(({ port }) => startRedisProxy(port)));
  // Clients reach each node through its proxies: that is the address that nodes tell.
  await Promise.all(
    cluster.nodes.map((node, index) =>
      node.command('CONFIG', 'SET', 'cluster-announce-port', legs[index]?.port ?? 0),
    ),
  );
  const announced = legs.map(({ port }) => port);
  await Promise.all(
    cluster.nodes.map((node) =>
      until(
        async () => {
          const slots = JSON.stringify(await node.command('CLUSTER', 'SLOTS'));
          return announced.every((port) => slots.includes(`,${port},`));
        },
        { within: 60_000 },
      ),
    ),
  );
  const url = legs.map((leg) => leg.url).join(',');
  return {
    kind: 'cluster',
    masters: cluster.nodes,
    proxies,
    legFor: async (instance) => {
      const leg = legs[instance % legs.length];
      if (!leg) throw new Error('a cluster has masters');
      return { url, leg };
    },
    failOver: null,
    close: async () => {
      await Promise.all(legs.map((leg) => leg.close()));
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await cluster.stop();
    },
  };
}
