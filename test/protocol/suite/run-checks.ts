import { type Check, type Checks, obstacleTo } from './check.ts';
import type { Clause } from './clauses.ts';
import { Failure } from './failure.ts';
import { SharedHook } from './hook.ts';
import type { Outcome, Result } from './report.ts';
import { Server } from './server.ts';
import type { Settings } from './settings.ts';
import { SseTransport } from './sse.ts';
import type { Transport } from './transport.ts';
import { type Transports, Trial } from './trial.ts';
import { WebSocketTransport } from './websocket.ts';

/** Trials at a time, not counting those that mostly wait. */
const CONCURRENCY = 8;

/** Hooks that disturb other trials, in the order in which they are called. */
const GROUPS = ['incomplete', 'trim', 'restart', 'replace', 'rekey', 'outage'] as const;

interface PlannedTrial {
  clause: Clause;
  check: Check;
  transport: Transport;
}

/** Checks the clauses against a server; those that need a hook in groups, one group at a time. */
export async function runChecks(
  settings: Settings,
  clauses: readonly Clause[],
  checks: Checks,
): Promise<Result[]> {
  const server = new Server(settings);
  const transports = {
    websocket: new WebSocketTransport(settings.url, settings.patience),
    sse: new SseTransport(settings.url, settings.patience),
  };
  const planned = clauses
    .filter(({ number }) => isSelected(number, settings.only))
    .flatMap((clause) => plan(clause, checks, transports));
  const results = new Map<PlannedTrial, Outcome>();
  for (const trial of planned) {
    const obstacle = obstacleTo(trial.check, settings);
    if (obstacle !== null) results.set(trial, { status: 'skipped', reason: obstacle });
  }
  const runnable = planned.filter((trial) => !results.has(trial));

  const withoutHook = runnable.filter(({ check }) => check.hook === undefined);
  const [waiting, queue] = [
    withoutHook.filter(({ check }) => check.waits),
    withoutHook.filter(({ check }) => !check.waits),
  ];
  const run = async (trial: PlannedTrial): Promise<void> => {
    results.set(trial, await outcomeOf(trial, server, transports, null));
  };
  const work = async (): Promise<void> => {
    for (let trial = queue.shift(); trial; trial = queue.shift()) await run(trial);
  };
  await Promise.all([...waiting.map(run), ...Array.from({ length: CONCURRENCY }, work)]);

  for (const hook of GROUPS) {
    const group = runnable.filter(({ check }) => check.hook === hook);
    const command = settings.hooks[hook];
    if (group.length === 0 || command === undefined) continue;
    const shared = new SharedHook(command, group.length);
    await Promise.all(
      group.map(async (trial) => results.set(trial, await outcomeOf(trial, server, transports, shared))),
    );
    if (hook === 'outage') await server.hook('recovery');
  }
  return planned.map((trial) => ({
    ...trial.clause,
    transport: trial.transport.name,
    ...(results.get(trial) ?? { status: 'failed', reason: 'not checked' }),
  }));
}

/** Selects a clause by its number, or by that of its section. */
const isSelected = (number: string, only: Settings['only']): boolean =>
  only === null || only.some((selected) => number === selected || number.startsWith(`${selected}.`));

function plan(clause: Clause, checks: Checks, { websocket, sse }: Transports): PlannedTrial[] {
  const check = checks[clause.number];
  if (!check) throw new Error(`clause ${clause.number} has no check`);
  const over = check.over === undefined ? [websocket, sse] : check.over === 'SSE' ? [sse] : [websocket];
  return over.map((transport) => ({ clause, check, transport }));
}

async function outcomeOf(
  { check, transport }: PlannedTrial,
  server: Server,
  transports: Transports,
  shared: SharedHook | null,
): Promise<Outcome> {
  const trial = new Trial(server, transports, transport, () => {
    if (shared === null) throw new Error('this check has no hook');
    return shared.ready(trial);
  });
  try {
    await check.run(trial);
    return { status: 'ok', reason: null };
  } catch (error) {
    const reason = error instanceof Failure ? error.message : `unexpected: ${String(error)}`;
    return { status: 'failed', reason };
  } finally {
    shared?.leave(trial);
    trial.close();
  }
}
