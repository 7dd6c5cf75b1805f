// @module-tag redis-server
// @module-tag slow
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { as, startGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../deploy/BACKUP.md'), 'utf8');
const RECEIVED = 'subscription { notificationReceived { cursor gap { reason } notification { text } } }';

/** A command of the page, without the program. */
const documented = (command: string): string[] => {
  if (!PAGE.replaceAll(' -p 6390', '').includes(`redis-cli ${command}`))
    throw new Error(`deploy/BACKUP.md no longer says: redis-cli ${command}`);
  return command.split(' ');
};

it('is made and restored as the page for operators says: streams have a gap and go on', {
  timeout: 120_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const redis = await startRedis({ dir, appendonly: 'yes' });
  onTestFinished(() => redis.stop());
  const cli = (server: RedisServer, command: string) =>
    promisify(execFile)('redis-cli', ['-p', String(server.port), ...documented(command)], { cwd: dir });
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

  await cli(redis, '--rdb backup.rdb');
  await send('after the backup');
  await listener.reach(3);

  await redis.kill();
  rmSync(join(dir, 'appendonlydir'), { recursive: true });
  copyFileSync(join(dir, 'backup.rdb'), join(dir, 'dump.rdb'));
  const restoring = await startRedis({ dir, appendonly: 'no' });
  await cli(restoring, 'config set appendonly yes');
  await until(async () =>
    String(await restoring.command('INFO', 'persistence')).includes('aof_rewrite_in_progress:0'),
  );
  await cli(restoring, 'shutdown');
  await restoring.stop();
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
