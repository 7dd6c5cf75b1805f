// @module-tag redis-server
// @module-tag slow
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { blocksOf, deployPage } from '../support/deploy-pages.ts';
import { as, startGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

const blocks = blocksOf(deployPage('BACKUP.md'));
const RECEIVED = 'subscription { notificationReceived { cursor gap { reason } notification { text } } }';

/** The shell commands that the page runs in the container of Compose. */
const commandsOfCompose = (): { backup: string; restore: string } => {
  const [, backup = ''] = /docker compose .* exec -T redis sh -ec '(.*)' >/.exec(blocks[0] ?? '') ?? [];
  const [, start = ''] = /^restore='(.*)'$/m.exec(blocks[1] ?? '') ?? [];
  const [, restore = ''] = /docker compose .* exec -T redis sh -ec "(.*)" </.exec(blocks[1] ?? '') ?? [];
  return { backup, restore: restore.replace('$restore', start) };
};

it('is the same in the pods of Kubernetes, where Redis needs TLS', () => {
  const tls = ' --tls --cacert /etc/redis-tls/ca.crt';
  for (const block of blocks) {
    const [pod, compose] = ['kubectl -n gateway exec', 'docker compose'].map((program) =>
      block
        .split('\n')
        .find((line) => line.startsWith(program))
        ?.replace(/^.*? sh -ec/, ''),
    );
    expect(pod).toContain(tls);
    expect(pod?.replace(tls, '')).toBe(compose);
  }
});

it('is made and restored as the page for operators says: streams have a gap and go on', {
  timeout: 120_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const redis = await startRedis({ dir, appendonly: 'yes' });
  onTestFinished(() => redis.stop());
  const inFolder = (command: string, input?: Buffer): Buffer => {
    const script = command.replaceAll('redis-cli', `redis-cli -p ${redis.port}`);
    return execFileSync('/bin/sh', ['-ec', script], { cwd: dir, input, stdio: ['pipe', 'pipe', 'ignore'] });
  };
  const { backup, restore } = commandsOfCompose();
  const gateway = await startGateway({ environment: { REDIS_URL: redis.url } });
  onTestFinished(() => gateway.close());
  const listener = listen(gateway.url, RECEIVED, { authorization: as.student.authorization ?? '' });
  const send = (text: string) =>
    until(async () => {
      const { errors } = await gateway.query(
        'mutation ($text: String!) { sendNotification(input: { receiverId: "u-ana", text: $text }) { streamed } }',
        { as: as.instructor, variables: { text } },
      );
      return errors.length === 0;
    });
  await listener.reach(1);
  await send('before the backup');
  await listener.reach(2);

  const copy = inFolder(backup);
  await send('after the backup');
  await listener.reach(3);

  inFolder(restore, copy);
  // As its supervisor does.
  await redis.kill();
  await redis.start();

  await send('after the restore');
  await until(() => listener.items.some(({ notification }) => notification?.text === 'after the restore'));
  const seen = listener.items.map(({ gap, notification }) => gap?.reason ?? notification?.text ?? 'position');
  // The log is replaced twice: by the copy, and by the first event after it, which belongs to a new log.
  expect(seen.filter((item, index) => item !== seen[index - 1])).toEqual([
    'position',
    'before the backup',
    'after the backup',
    'LOG_REPLACED',
    'after the restore',
  ]);
  listener.stop();
});
