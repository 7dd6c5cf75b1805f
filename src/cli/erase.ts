import { parseArgs } from 'node:util';
import { ConfigError, problemsIn, readConfig } from '../config/config.ts';
import { redisSettings } from '../config/redis-settings.ts';
import { type AtoSubject, eraseAtoRequests } from '../domains/ato/erasure.ts';
import { eraseKeyedWrites } from '../domains/key-erasure.ts';
import { eraseNotifications } from '../domains/notification/erasure.ts';
import { probeRedis } from '../events/redis/checks.ts';
import { RedisErasure } from '../events/redis/erasure.ts';
import { isFailure, sentenceOf } from '../events/redis/requirements.ts';
import { SYSTEM_CLOCK } from '../lib/clock.ts';

const HELP = [
  'Erases what the gateway has stored in Redis about a user or an ATO request. The fleet may be running.',
  '',
  'npm run erase -- --user <id> | --request <id> [--json]',
  "  --user <id>      the user's notifications and idempotency keys, and all ATO requests that name the user",
  '  --request <id>   one ATO request',
  '  --json           print the result as JSON',
  '  --help, -h       show this help',
  '',
  "Redis is the gateway's: REDIS_URL and the other REDIS_* variables. Exit status: 0 erased (or nothing was stored), 1 failed",
  'or incomplete, 2 invalid usage or configuration.',
  '',
].join('\n');

/** Invalid options. The message is fit for display. */
class UsageError extends Error {}

async function run(args: readonly string[]): Promise<number> {
  const { help, json, ...named } = readOptions(args);
  if (help) {
    process.stdout.write(HELP);
    return 0;
  }
  const subject = subjectOf(named);
  const { redis } = readConfig();
  if (!redis) throw new UsageError('REDIS_URL is not set: nothing is stored outside of the gateway process');
  const settings = { clock: SYSTEM_CLOCK, ...redisSettings(redis) };
  const { findings } = await probeRedis(settings);
  const problem = findings.find(
    (finding) => isFailure(finding) || (finding.about === 'connection' && finding.state !== 'ok'),
  );
  if (problem) throw new Error(sentenceOf(problem));
  const store = await RedisErasure.connect(settings);
  try {
    const result = await erase(store, subject);
    process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : describe(result));
    return result.unreadable > 0 ? 1 : 0;
  } finally {
    store.close();
  }
}

/** @returns counts of erased records, without contents or IDs. */
async function erase(store: RedisErasure, subject: AtoSubject) {
  const notifications =
    'userId' in subject
      ? await eraseNotifications(store, subject.userId)
      : { events: 0, snapshots: 0, keys: 0 };
  const keyedWrites = 'userId' in subject ? await eraseKeyedWrites(store, subject.userId) : 0;
  const ato = await eraseAtoRequests(store, subject);
  return {
    events: notifications.events + ato.events,
    requests: ato.snapshots,
    bindings: ato.bindings,
    keys: notifications.keys + keyedWrites + ato.keys,
    unreadable: ato.unreadable,
  };
}

/** @throws UsageError */
function subjectOf({ user, request }: { user?: string; request?: string }): AtoSubject {
  if (user && request === undefined) return { userId: user };
  if (request && user === undefined) return { requestId: request };
  throw new UsageError('pass either --user <id> or --request <id>');
}

/** @throws UsageError */
function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        user: { type: 'string' },
        request: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      strict: true,
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type ErasureCounts = Awaited<ReturnType<typeof erase>>;

function describe({ events, requests, bindings, keys, unreadable }: ErasureCounts): string {
  const lines = [
    `events              ${events}`,
    `ATO requests        ${requests}`,
    `ATO token bindings  ${bindings}`,
    `Redis keys          ${keys}`,
  ];
  if (unreadable > 0)
    lines.push(`not readable        ${unreadable}; a newer release wrote them: run its command as well`);
  return `Erased:\n${lines.join('\n')}\n`;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${problemsIn(error).join('\n')}\n`);
  process.exitCode = error instanceof ConfigError || error instanceof UsageError ? 2 : 1;
}
