// @module-tag linux
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROBE } from '../support/fleet.ts';
import { note, pause } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import { type ProductionGateway, startProduction } from '../support/production.ts';

const MEGABYTE = 1_000_000;
/** Milliseconds that an attack lasts. */
const DURATION = 12_000;
/** Milliseconds: the 99th percentile of other clients. */
const SLOWEST = 250;
/** Bytes of resident memory above the start. */
const GROWTH = 400 * MEGABYTE;
/** Milliseconds after the end of an attack until everything is as before. */
const RECOVERY = 10_000;
/** Bytes of heap above the start that may remain: caches and pools, documents up to their limit. */
const REMAINING = 60 * MEGABYTE;

/** Milliseconds of operations before the attack, which also warm up the gateway. */
const CALM = 2000;
/** Prompt operations in a row that count as recovery. */
const PROMPT = 10;
/** Open files more than at the start: connections to the platform stay open for a while. */
const SPARE_FILES = 150;

const ATTACKER = join(import.meta.dirname, '../support/attacker.ts');

async function attack(gateway: ProductionGateway, name: string): Promise<{ sent: number; refused: number }> {
  const child = spawn(process.execPath, [ATTACKER, name, String(gateway.port), String(DURATION)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [output, problems] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (output === '') throw new Error(`the attacker ended early: ${problems}`);
  return JSON.parse(output);
}

/**
 * Runs one operation of another client, without a platform call: the platform shares the test's process, and what is
 * measured is the gateway. @returns its status and how long it took, in milliseconds.
 */
async function operate({ url }: ProductionGateway): Promise<{ status: number; took: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...as.instructor },
    body: '{"query":"{ __typename }"}',
  });
  await response.text();
  return { status: response.status, took: performance.now() - startedAt };
}

/** Operates until aborted. @returns how long operations took and how many failed. */
async function operateUntil(gateway: ProductionGateway, signal: AbortSignal) {
  const durations: number[] = [];
  let failed = 0;
  while (!signal.aborted) {
    const { status, took } = await operate(gateway);
    if (status !== 200) failed += 1;
    durations.push(took);
    await pause(20);
  }
  durations.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(durations[Math.floor(durations.length * share)] ?? 0);
  return { p50: at(0.5), p99: at(0.99), longest: at(0.9999), failed };
}

/** Waits until operations are prompt again and the attacker's connections are closed. @returns the milliseconds. */
async function recover(gateway: ProductionGateway, openFiles: number): Promise<number> {
  const startedAt = performance.now();
  for (let prompt = 0; prompt < PROMPT; ) {
    const { status, took } = await operate(gateway);
    const isNormal = status === 200 && took < SLOWEST && gateway.openFiles() < openFiles + SPARE_FILES;
    prompt = isNormal ? prompt + 1 : 0;
    await pause(20);
  }
  return Math.round(performance.now() - startedAt);
}

/** Runs an attack while another client operates. */
async function endure(gateway: ProductionGateway, name: string) {
  const calm = await operateUntil(gateway, AbortSignal.timeout(CALM));
  const heap = (await gateway.held()).heap;
  const start = { openFiles: gateway.openFiles(), resident: gateway.memory() };
  let resident = 0;
  const watch = setInterval(() => {
    resident = Math.max(resident, gateway.memory());
  }, 50);
  onTestFinished(() => clearInterval(watch));
  const end = new AbortController();
  const others = operateUntil(gateway, end.signal);
  const load = await attack(gateway, name).finally(() => end.abort());
  const during = await others;
  clearInterval(watch);
  const recovery = await recover(gateway, start.openFiles);
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

const ALL = [
  'cyclic documents',
  'unread pings over one socket',
  'unread pings over 90 sockets',
  'operations over one socket',
  'operations over 90 sockets',
  'small pings over 90 sockets',
  'conditional selections',
  'documents of comments',
  'made-up tokens',
  'made-up long credentials',
  'self fan-out',
  'aliased sign-ins',
  'idle connections',
  'bodies that never end',
  'unread pipelined health checks',
  'unread pipelined operations',
  'unread large responses',
  'first messages that never end',
  'bursts over idle connections',
  'requests over 2000 connections',
  'bodies of 40 addresses',
  'bodies of tiny chunks',
  'endless bodies after a response',
  'endless malformed requests',
  'unread expectations',
  'empty parts of messages',
  'event streams after made-up cursors',
  'compressed responses',
  'plugin calls',
  'reconnections',
  'reconnections of 40 addresses',
];

/** Each attack has a gateway of its own with the default limits. */
describe('an attack', { tags: 'full', timeout: 120_000 }, () => {
  it.each(ALL)('of %s does not affect other clients, and leaves nothing behind', async (name) => {
    const gateway = await startProduction({
      environment: {
        LIMIT_RATE: '1200',
        LIMIT_SIGN_IN: '300',
        LIMIT_REJECTED_SIGN_INS: '600',
        LOG_LEVEL: 'info',
        NODE_OPTIONS: `--import ${PROBE} --max-old-space-size=512`,
      },
    });
    onTestFinished(gateway.close);
    const { p99, failed, grown, left, recovery } = await endure(gateway, name);
    expect(gateway.isAlive).toBe(true);
    expect(failed).toBe(0);
    expect(p99).toBeLessThan(SLOWEST);
    expect(grown).toBeLessThan(GROWTH);
    expect(left).toBeLessThan(REMAINING);
    expect(recovery).toBeLessThan(RECOVERY);
  });
});
