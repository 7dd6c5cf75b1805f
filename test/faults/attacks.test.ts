// @module-tag linux
import { availableParallelism } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROXIES, startAttacker, startTarget, type Target } from '../support/attack.ts';
import { ATTACKS } from '../support/attacker.ts';
import { describeEach } from '../support/describe-each.ts';
import { note, pause } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import { percentile } from '../support/percentile.ts';

const MEGABYTE = 1_000_000;
/** Milliseconds that an attack lasts. */
const DURATION = 12_000;
/** Milliseconds: the 99th percentile of other clients. */
const SLOWEST = 250;
/** Bytes of resident memory above the start. */
const GROWTH = 400 * MEGABYTE;
/** Milliseconds after the end of an attack until everything is as before. */
const RECOVERY = 10_000;
/**
 * Bytes of heap above the start that may remain: caches and pools, the code of operations that ran for the first time (20 MB),
 * documents up to their limit (32 MB, which is an estimate: up to 45 MB seen).
 */
const REMAINING = 80 * MEGABYTE;

/** Milliseconds of operations before the attack, which also warm up the gateway. */
const CALM = 2000;
/** Prompt operations in a row that count as recovery. */
const PROMPT = 10;
/** Open files more than at the start: connections to the platform, and those that each process of a proxy keeps. */
const SPARE_FILES = 150 + 128 * availableParallelism();

/**
 * Runs one operation of another client, without a platform call: the platform shares the test's process, and what is
 * measured is the gateway. @returns whether it succeeded and how long it took, in milliseconds.
 */
async function operate({ client }: Target): Promise<{ succeeded: boolean; took: number }> {
  const startedAt = performance.now();
  const response = client.query('{ __typename }', { headers: as.instructor });
  const succeeded = await response.then(
    ({ status }) => status === 200,
    // Its connection was closed.
    () => false,
  );
  return { succeeded, took: performance.now() - startedAt };
}

/** Operates until aborted. @returns how long operations took and how many failed. */
async function operateUntil(target: Target, signal: AbortSignal) {
  const durations: number[] = [];
  let failed = 0;
  while (!signal.aborted) {
    const { succeeded, took } = await operate(target);
    if (!succeeded) failed += 1;
    durations.push(took);
    await pause(20);
  }
  const at = (share: number): number => Math.round(percentile(durations, share));
  return { p50: at(0.5), p99: at(0.99), longest: at(0.9999), failed };
}

/** Waits until operations are prompt again and the attacker's connections are closed. @returns the milliseconds. */
async function recover(target: Target, openFiles: number): Promise<number> {
  const { gateway } = target;
  const startedAt = performance.now();
  for (let prompt = 0; prompt < PROMPT; ) {
    if (!gateway.isAlive) throw new Error(`the gateway has ended: ${gateway.output().slice(-3000)}`);
    const { succeeded, took } = await operate(target);
    const isNormal = succeeded && took < SLOWEST && gateway.openFiles() < openFiles + SPARE_FILES;
    prompt = isNormal ? prompt + 1 : 0;
    await pause(20);
  }
  return Math.round(performance.now() - startedAt);
}

/** Runs an attack while another client operates. */
async function endure(target: Target, name: string) {
  const { gateway, url } = target;
  const calm = await operateUntil(target, AbortSignal.timeout(CALM));
  const heap = (await gateway.held()).heap;
  const start = { openFiles: gateway.openFiles(), resident: gateway.memory() };
  let resident = 0;
  const watch = setInterval(() => {
    if (gateway.isAlive) resident = Math.max(resident, gateway.memory());
  }, 50);
  onTestFinished(() => clearInterval(watch));
  const end = new AbortController();
  const others = operateUntil(target, end.signal);
  const load = await startAttacker(name, url, DURATION).finally(() => end.abort());
  const during = await others;
  clearInterval(watch);
  const recovery = await recover(target, start.openFiles);
  const grown = resident - start.resident;
  const left = (await gateway.held()).heap - heap;
  const inMegabytes = (bytes: number): number => Math.round(bytes / MEGABYTE);
  note(name, {
    ...load,
    calm: calm.p99,
    ...during,
    grown: inMegabytes(grown),
    left: inMegabytes(left),
    recovery,
  });
  return { ...during, grown, left, recovery };
}

const ALL = Object.keys(ATTACKS);

/** What must hold everywhere: no process ends, nothing is left behind. */
function expectSurvival({ gateway }: Target, { left }: { left: number }): void {
  expect(gateway.isAlive).toBe(true);
  expect(left).toBeLessThan(REMAINING);
}

describeEach(PROXIES)('an attack through %s', { tags: 'full', timeout: 120_000 }, (_name, startProxy) => {
  it.each(ALL)('of %s does not affect other clients, and leaves nothing behind', async (name) => {
    const target = await startTarget(startProxy);
    const { p99, failed, grown, recovery, ...after } = await endure(target, name);
    expectSurvival(target, after);
    expect(recovery).toBeLessThan(RECOVERY);
    expect(failed).toBe(0);
    expect(p99).toBeLessThan(SLOWEST);
    expect(grown).toBeLessThan(GROWTH);
  });
});

/** Without a proxy, nobody promises how long others wait, nor how soon they no longer do; the figures are noted. */
describe('an attack on the gateway itself', { tags: 'full', timeout: 120_000 }, () => {
  it.each(ALL)('of %s ends no process, and leaves nothing behind', async (name) => {
    const target = await startTarget(null);
    expectSurvival(target, await endure(target, name));
  });
});
