// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckedGateway, startCheckedGateway } from '../protocol/gateway.ts';
import { MUTANTS, type Mutant } from '../protocol/mutants/mutants.ts';
import { type MutantProxy, type Mutation, startProxy } from '../protocol/mutants/proxy.ts';
import { CHECKS } from '../protocol/suite/checks/index.ts';
import { readClauses } from '../protocol/suite/clauses.ts';
import { reportOf } from '../protocol/suite/report.ts';
import { runChecks } from '../protocol/suite/run-checks.ts';
import { FULL } from '../support/fleet-form.ts';

/** Milliseconds to wait for what a mutant withholds. */
const PATIENCE = 1500;
const KEEP_ALIVE = 4000;
const CONCURRENCY = 16;
/** Hooks that would disturb other runs: they call the proxy and change nothing at the gateway. */
const INERT_HOOKS = ['restart', 'trim', 'replace', 'rekey', 'outage', 'recovery'];
const clauses = readClauses();
/** Clauses whose mutants the short form runs; each is detected at once. */
const SHORT = [
  '1.5',
  '1.7',
  '2.2',
  '2.5',
  '2.11',
  '3.1',
  '3.5',
  '4.2',
  '5.6',
  '6.3',
  '6.5',
  '6.6',
  '7.11',
  '8.3',
  '9.5',
];
const isSelected = (clause: string): boolean => FULL || SHORT.includes(clause);

describe('the suite of the resume protocol', () => {
  let gateway: CheckedGateway;
  beforeAll(async () => {
    gateway = await startCheckedGateway('memory');
  });
  afterAll(() => gateway.close());

  /** Checks clauses through a proxy. */
  const check = async (mutation: Mutation, only: readonly string[], userId: string, patience: number) => {
    const proxy = await startProxy(gateway.url, mutation);
    try {
      const settings = gateway.settingsFor(userId);
      const hooks = { ...hooksOf(proxy), token: settings.hooks.token, incomplete: settings.hooks.incomplete };
      return reportOf(
        await runChecks(
          { ...settings, url: proxy.url, only, hooks: defined(hooks), patience, keepAlive: KEEP_ALIVE },
          clauses,
          CHECKS,
        ),
      );
    } finally {
      await proxy.close();
    }
  };

  /** The mutants that the suite does not detect, each with what it found. */
  const undetected = async (mutants: readonly Mutant[], concurrency: number): Promise<unknown[]> => {
    const queue = [...mutants.entries()];
    const found: unknown[] = [];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, { clause, name, mutation }] = next;
        const userId = gateway.users[index % gateway.users.length] ?? '';
        const report = await check(mutation, [clause], userId, PATIENCE);
        const isDetected = report.clauses.every(
          ({ number, status, over }) =>
            number === clause &&
            status === 'failed' &&
            over.every(({ reason }) => !reason?.startsWith('unexpected')),
        );
        if (!isDetected) found.push({ clause, name, report });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return found;
  };

  it('has a mutant for every clause', () => {
    const covered = new Set(MUTANTS.map(({ clause }) => clause));
    expect(clauses.filter(({ number }) => !covered.has(number))).toEqual([]);
  });

  it('finds nothing wrong with the proxy itself', { timeout: 120_000 }, async () => {
    const checkable = clauses
      .map(({ number }) => number)
      .filter((number) => isSelected(number) && !INERT_HOOKS.includes(CHECKS[number]?.hook ?? ''));
    const report = await check({}, checkable, 'u-ana', 20_000);
    expect(report.clauses.filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  it('detects each mutant by the clause that it violates', { timeout: 120_000 }, async () => {
    const selected = MUTANTS.filter(({ clause }) => isSelected(clause));
    const [inTurn, together] = [
      selected.filter(breaksPlatform),
      selected.filter((mutant) => !breaksPlatform(mutant)),
    ];
    expect(await undetected(together, CONCURRENCY)).toEqual([]);
    expect(await undetected(inTurn, 1)).toEqual([]);
  });
});

/** Whether its hook breaks the platform for everybody. */
const breaksPlatform = ({ clause }: Mutant): boolean => CHECKS[clause]?.hook === 'incomplete';

const hooksOf = (proxy: MutantProxy): Record<string, string> =>
  Object.fromEntries(INERT_HOOKS.map((name) => [name, proxy.hookUrl(name)]));

/** Without the members that are not defined. */
const defined = (hooks: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(hooks).flatMap(([name, hook]) => (hook === undefined ? [] : [[name, hook]])),
  );
