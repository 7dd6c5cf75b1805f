// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Adapter, Hooks } from '../../packages/resumable-subscriptions/src/adapter.ts';
import { CHECKS } from '../../packages/resumable-subscriptions/src/checks/index.ts';
import { readRequirements } from '../../packages/resumable-subscriptions/src/requirements.ts';
import { runChecks } from '../../packages/resumable-subscriptions/src/run-checks.ts';
import { gatewayAdapter } from '../protocol/adapter.ts';
import { memoryLog, startChat } from '../protocol/chat.ts';
import { type CheckedGateway, startCheckedGateway } from '../protocol/gateway.ts';
import { MUTANTS, type Mutant } from '../protocol/mutants/mutants.ts';
import { type MutantProxy, type Mutation, startProxy } from '../protocol/mutants/proxy.ts';
import { FULL } from '../support/fleet-form.ts';

/** Milliseconds to wait for what a mutant withholds. */
const PATIENCE = 1500;
/** Longest time between keep-alives, in milliseconds. */
const KEEP_ALIVE = { ofMutants: 4000, ofGateway: 15_000 };
const CONCURRENCY = 16;
/** Hooks that would disturb other runs: they call the proxy and change nothing at the gateway. */
const INERT_HOOKS = [
  'restart',
  'failOver',
  'trim',
  'replace',
  'rekey',
  'outage',
  'recovery',
  'logOutage',
  'logRecovery',
] as const;
const requirements = readRequirements();
/** Requirements whose mutants the short form runs; each is detected at once. */
const SHORT = [
  'core-1',
  'gaps-2',
  'replay-1',
  'core-5',
  'core-12',
  'core-14',
  'core-17',
  'core-6',
  'core-22',
  'integrity-1',
  'gaps-6',
  'state-2',
  'state-4',
  'state-9',
  'state-10',
  'sse-3',
  'sse-5',
  'sse-6',
  'sessions-7',
  'retries-5',
  'sessions-5',
];
const isSelected = (id: string): boolean => FULL || SHORT.includes(id);

describe('the suite of resumable subscriptions', () => {
  let gateway: CheckedGateway;
  beforeAll(async () => {
    gateway = await startCheckedGateway('memory');
  });
  afterAll(() => gateway.close());

  /** Checks requirements through a proxy. */
  const check = async (
    mutation: Mutation,
    only: readonly string[],
    { userId, patience, keepAlive }: { userId: string; patience: number; keepAlive: number },
  ) => {
    const proxy = await startProxy(gateway.url, mutation);
    try {
      const access = { ...gateway.accessFor(userId), keepAlive };
      const adapter: Adapter = gatewayAdapter(proxy.url, access);
      const hooks: Hooks = { ...adapter.hooks, ...inertHooksOf(proxy) };
      return (await runChecks({ url: proxy.url, adapter: { ...adapter, hooks }, only, patience }))
        .requirements;
    } finally {
      await proxy.close();
    }
  };

  /** Checks the reference server through a proxy. */
  const checkReference = async ({ violates, among, mutation }: Mutant) => {
    const chat = await startChat(memoryLog());
    const proxy = await startProxy(chat.url, mutation);
    try {
      const { url } = proxy;
      const chosen = among ? { profiles: among } : { only: [violates] };
      const { requirements: checked } = await runChecks({
        url,
        adapter: chat.adapter,
        patience: PATIENCE,
        ...chosen,
      });
      return checked.filter(({ id }) => id === violates);
    } finally {
      await proxy.close();
      await chat.close();
    }
  };

  /** The mutants that the suite does not detect, each with what it found. */
  const undetected = async (mutants: readonly Mutant[], concurrency: number): Promise<unknown[]> => {
    const queue = [...mutants.entries()];
    const found: unknown[] = [];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, mutant] = next;
        const { violates, name, mutation } = mutant;
        const userId = gateway.users[index % gateway.users.length] ?? '';
        const checked =
          mutant.of === 'reference server'
            ? await checkReference(mutant)
            : await check(mutation, [violates], {
                userId,
                patience: PATIENCE,
                // What this one does to keep-alives shows only once there is one.
                keepAlive: violates === 'alive-4' ? KEEP_ALIVE.ofGateway : KEEP_ALIVE.ofMutants,
              });
        const isDetected = checked.every(
          ({ id, status, over }) =>
            id === violates &&
            (status === 'failed' || status === 'advised') &&
            over.every(({ reason }) => !reason?.startsWith('unexpected')),
        );
        if (!isDetected || checked.length === 0) found.push({ violates, name, checked });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return found;
  };

  it('has a mutant for every requirement', () => {
    const covered = new Set(MUTANTS.map(({ violates }) => violates));
    expect(requirements.filter(({ id }) => !covered.has(id))).toEqual([]);
  });

  it('finds nothing wrong with the proxy itself', { timeout: 120_000 }, async () => {
    const checkable = requirements
      .map(({ id }) => id)
      .filter((id) => isSelected(id) && !CHECKS[id]?.isConditional)
      .filter((id) => !INERT_HOOKS.some((name) => name === CHECKS[id]?.hook));
    const checked = await check({}, checkable, {
      userId: 'u-ana',
      patience: 20_000,
      keepAlive: KEEP_ALIVE.ofGateway,
    });
    expect(checked.filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  it('detects each mutant by the requirement that it violates', { timeout: 120_000 }, async () => {
    const selected = MUTANTS.filter(({ violates }) => isSelected(violates));
    const [inTurn, together] = [
      selected.filter(breaksPlatform),
      selected.filter((mutant) => !breaksPlatform(mutant)),
    ];
    expect(await undetected(together, CONCURRENCY)).toEqual([]);
    expect(await undetected(inTurn, 1)).toEqual([]);
  });
});

/** Whether its hook breaks the platform for everybody. */
const breaksPlatform = ({ violates }: Mutant): boolean => CHECKS[violates]?.hook === 'incomplete';

const inertHooksOf = (proxy: MutantProxy): Hooks =>
  Object.fromEntries(
    INERT_HOOKS.map((name) => [
      name,
      () => fetch(proxy.hookUrl(name), { method: 'POST' }).then((r) => r.text()),
    ]),
  );
