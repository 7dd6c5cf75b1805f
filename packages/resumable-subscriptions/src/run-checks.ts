import { once } from 'node:events';
import { connect } from 'node:net';
import type { Adapter, Hooks } from './adapter.ts';
import { type Check, concerns, obstacleTo, RECOVERIES } from './check.ts';
import { CHECKS } from './checks/index.ts';
import { Failure } from './failure.ts';
import { ALL_PROFILES, type Profile } from './profiles.ts';
import { type Outcome, type Report, type Result, reportOf, type TranscriptChoice } from './report.ts';
import { type Requirement, readRequirements } from './requirements.ts';
import { SharedHook } from './shared-hook.ts';
import type { Transport } from './transport.ts';
import { Server, Trial } from './trial.ts';

/** Trials at a time, not counting those that mostly wait. */
const CONCURRENCY = 8;

/** Hooks that disturb other trials, in the order in which they are called. */
const GROUPS = [
  'incomplete',
  'trim',
  'restart',
  'failOver',
  'replace',
  'rekey',
  'logOutage',
  'outage',
] as const;

export interface RunOptions {
  /** URL of the graph. */
  url: string;
  adapter: Adapter;
  /** Profiles to check. Default: those of the adapter. `core` is always one of them. */
  profiles?: readonly Profile[];
  /** IDs of the requirements to check, of those of the profiles. Default: all. */
  only?: readonly string[];
  /** Milliseconds to wait for anything that must arrive. Default: 10,000. */
  patience?: number;
  /** Default: those of what failed. */
  transcripts?: TranscriptChoice;
}

interface PlannedTrial {
  requirement: Requirement;
  check: Check;
  transport: Transport;
}

/** Checks a server against the requirements of its profiles. */
export async function runChecks(options: RunOptions): Promise<Report> {
  const { url, adapter, only, patience = 10_000, transcripts = 'failed' } = options;
  const chosen = options.profiles ?? adapter.profiles ?? ALL_PROFILES;
  const profiles = ALL_PROFILES.filter((profile) => profile === 'core' || chosen.includes(profile));
  const server = new Server(url, adapter, profiles, patience);
  const requirements = readRequirements().filter(
    ({ id, profile }) =>
      profiles.includes(profile) && (only?.includes(id) ?? true) && concerns(checkOf(id), adapter),
  );
  const planned = requirements.flatMap((requirement) => plan(requirement, server));
  await reach(url);
  const results = await Promise.race([new Run(server, planned).results(), server.adapterFailed]);
  return reportOf({
    url,
    server: adapter.server,
    profiles,
    requirements,
    results,
    transcripts,
    isPartial: only !== undefined,
  });
}

/** @throws Error if nothing listens at the URL. */
async function reach(url: string): Promise<void> {
  const { protocol, hostname, port } = new URL(url);
  const socket = connect(
    Number(port) || (protocol === 'https:' ? 443 : 80),
    hostname.replace(/^\[|\]$/g, ''),
  );
  try {
    await once(socket, 'connect');
  } catch (error) {
    throw new Error(`${url} cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    socket.destroy();
  }
}

function checkOf(id: string): Check {
  const check = CHECKS[id];
  if (!check) throw new Error(`${id} has no check`);
  return check;
}

function plan(requirement: Requirement, { adapter, websocket, sse }: Server): PlannedTrial[] {
  const check = checkOf(requirement.id);
  return [websocket, sse]
    .filter(({ name }) => (adapter.transports ?? [name]).includes(name) && (check.over ?? name) === name)
    .map((transport) => ({ requirement, check, transport }));
}

/** Whether a check uses up what its caller may have: others of the same caller would be refused. */
const isExclusive = ({ needs = [] }: Check): boolean => needs.some((need) => need.startsWith('limits.'));

/** Runs trials: first those that run alone, then most others, those of one hook after those of another, and exclusive ones. */
class Run {
  readonly #server: Server;
  readonly #planned: readonly PlannedTrial[];
  readonly #results = new Map<PlannedTrial, Outcome>();

  constructor(server: Server, planned: readonly PlannedTrial[]) {
    this.#server = server;
    this.#planned = planned;
  }

  /** In the order in which they were planned. */
  async results(): Promise<Result[]> {
    const runnable = this.#planned.filter((trial) => !this.#skips(trial));
    for (const trial of runnable.filter(({ check }) => check.alone)) await this.#run(trial, null);
    await this.#runWithoutHooks(
      runnable.filter(({ check }) => check.hook === undefined && !check.alone && !isExclusive(check)),
    );
    for (const name of GROUPS)
      await this.#runWithHook(
        name,
        runnable.filter(({ check }) => check.hook === name),
      );
    for (const trial of runnable.filter(({ check }) => isExclusive(check))) await this.#run(trial, null);
    return this.#planned.map((trial) => {
      const outcome = this.#results.get(trial);
      if (!outcome) throw new Error(`${trial.requirement.id} was not checked`);
      return { id: trial.requirement.id, transport: trial.transport.name, ...outcome };
    });
  }

  #skips(trial: PlannedTrial): boolean {
    const reason = obstacleTo(trial.check, this.#server.adapter, this.#server.profiles);
    if (reason !== null) this.#results.set(trial, { status: 'skipped', reason, transcript: [] });
    return reason !== null;
  }

  async #runWithoutHooks(trials: readonly PlannedTrial[]): Promise<void> {
    const queue = trials.filter(({ check }) => !check.waits);
    const work = async (): Promise<void> => {
      for (let trial = queue.shift(); trial; trial = queue.shift()) await this.#run(trial, null);
    };
    const waiting = trials.filter(({ check }) => check.waits).map((trial) => this.#run(trial, null));
    await Promise.all([...waiting, ...Array.from({ length: CONCURRENCY }, work)]);
  }

  async #runWithHook(name: (typeof GROUPS)[number], trials: readonly PlannedTrial[]): Promise<void> {
    if (trials.length === 0) return;
    const shared = new SharedHook(() => this.#call(name), trials.length);
    await Promise.all(trials.map((trial) => this.#run(trial, shared)));
    const recovery = RECOVERIES[name];
    if (recovery) await this.#call(recovery);
  }

  async #call(name: keyof Hooks): Promise<void> {
    await this.#server.adapter.hooks?.[name]?.();
  }

  async #run(planned: PlannedTrial, shared: SharedHook | null): Promise<void> {
    const trial = new Trial(this.#server, planned.transport, () => {
      if (shared === null) throw new Error('this check has no hook');
      return shared.ready(trial);
    });
    const reason = await planned.check.run(trial).then(
      () => null,
      (error: unknown) => (error instanceof Failure ? error.message : `unexpected: ${String(error)}`),
    );
    shared?.leave(trial);
    const status = reason === null ? 'ok' : 'failed';
    // What follows, such as the closing of its streams, is not of the check.
    this.#results.set(planned, { status, reason, transcript: [...trial.transcript.exchanges] });
    trial.close();
  }
}
