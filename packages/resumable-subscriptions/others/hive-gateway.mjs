import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { versionOf } from './version-of.mjs';

/** Hive Gateway with cursors of NATS JetStream, in the form of its documentation. Needs `nats-server`. */
export default async function hiveGateway(url) {
  const { port } = new URL(url);
  const natsPort = Number(port) + 1;
  const store = mkdtempSync(join(tmpdir(), 'jetstream-'));
  const nats = spawn('nats-server', ['-js', '-sd', store, '-a', '127.0.0.1', '-p', String(natsPort)], {
    stdio: 'ignore',
  });
  const servers = [`nats://127.0.0.1:${natsPort}`];
  const connection = await connect({ servers, waitOnFirstConnect: true });
  const manager = await jetstreamManager(connection);
  const stream = { name: 'CHAT', subjects: ['chat:said'] };
  await manager.streams.add(stream);
  const log = jetstream(connection);

  const gateway = createRequire(import.meta.url).resolve('@graphql-hive/gateway/package.json');
  let running;
  const start = async () => {
    const config = ['-c', join(import.meta.dirname, 'hive-gateway.config.mjs')];
    const supergraph = join(import.meta.dirname, 'supergraph.graphql');
    running = spawn(
      process.execPath,
      [
        join(gateway, '../dist/bin.js'),
        'supergraph',
        supergraph,
        ...config,
        '-p',
        port,
        '-h',
        '127.0.0.1',
        '--fork',
        '1',
      ],
      { env: { ...process.env, NATS: servers[0] }, stdio: 'ignore' },
    );
    while (!(await fetch(new URL('/readiness', url)).catch(() => null))?.ok) await setTimeout(100);
  };
  const stop = async (signal) => {
    const exited = once(running, 'exit');
    running.kill(signal);
    // Asked to stop, it closes its port and keeps its connection to NATS.
    await Promise.race([exited, setTimeout(3000)]);
    running.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    server: `Hive Gateway ${versionOf('@graphql-hive/gateway')} with NATS JetStream ${connection.info?.version}`,
    profiles: ['core', 'integrity', 'gaps', 'failover', 'sse', 'websocket', 'alive'],
    subscription: 'subscription ($after: String) { said(after: $after) { cursor message { text } } }',
    otherSelection:
      'subscription Other($after: String) { other: said(after: $after) { message { text } cursor } }',
    withoutCursor: 'subscription { said { message { text } } }',
    textOf: ({ said, other }) => (said ?? other)?.message?.text ?? null,
    send: (text) => log.publish('chat:said', JSON.stringify({ text })),
    hooks: {
      trim: () => manager.streams.purge('CHAT'),
      replace: async () => {
        await manager.streams.delete('CHAT');
        await manager.streams.add(stream);
      },
      restart: async () => {
        await stop('SIGTERM');
        await start();
      },
      failOver: async () => {
        await stop('SIGKILL');
        await start();
      },
    },
    close: async () => {
      await connection.close();
      await stop('SIGKILL');
      nats.kill();
      await once(nats, 'exit');
      rmSync(store, { recursive: true });
    },
  };
}
