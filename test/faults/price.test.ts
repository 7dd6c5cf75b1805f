import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ERROR_CODES } from '../../src/graph/errors.ts';
import type { CostQuestion } from '../support/cost-probe.ts';
import { json } from '../support/faults.ts';
import { FULL, note } from '../support/fleet-form.ts';
import { type HostileOperation, hostileAttacks, VALID_SHARES } from '../support/hostile-operations.ts';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { schema } from '../support/schema.ts';

const SEED = Number(process.env.PRICE_SEED ?? 20_261_122);
const MINUTE = 60_000;
/** Milliseconds of attacks one by one, and of attacks in parallel. */
const DURATION = (FULL ? Number(process.env.PRICE_MINUTES ?? 10) * MINUTE : 2000) / 2;
const CONCURRENCY = 8;
const MEGABYTE = 1_000_000;
/** What one request may cost: milliseconds of the event loop, and bytes of memory. */
const LOOP_LIMIT = 100;
const MEMORY_LIMIT = 32 * MEGABYTE;
/** Operations whose validity is checked: in full about 30 of each kind. */
const CHECKED = FULL ? 500 : 200;
/** Times that a request over a limit is made anew: garbage collection and compilation are not its own costs. */
const ATTEMPTS = 4;
/** Memory that attacks may leave behind: retained documents, and the error of their estimate. */
const RETAINED_LIMIT = 32 * MEGABYTE + 30 * MEGABYTE;
/** Time that a socket or an event stream may take for its first response. */
const FIRST_RESPONSE = 20_000;

const COST_PROBE = pathToFileURL(join(import.meta.dirname, '../support/cost-probe.ts')).href;

interface Outcome {
  status: number;
  text: string;
}

describe('hostile operations', () => {
  it('are valid on the schema as often as stated: the gateway would not run any others', () => {
    const attacks = [...hostileAttacks(SEED).take(CHECKED)];
    const tooFew = Object.entries(VALID_SHARES).filter(([kind, share]) => {
      const operations = attacks.filter((attack) => attack.kind === kind).map((attack) => attack.next(0));
      return operations.filter(isValid).length < Math.max(1, operations.length) * share;
    });
    expect(tooFew).toEqual([]);
  });
});

describe('operations of strangers', { tags: ['slow', 'linux'], timeout: 2 * DURATION + 5 * MINUTE }, () => {
  let directory: string;
  let probe: string;
  let gateway: ProductionGateway;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'price-'));
    probe = join(directory, 'cost');
    gateway = await startProduction({
      environment: {
        LIMIT_RATE: '0',
        LIMIT_SIGN_IN: '0',
        LIMIT_LAG: '60000',
        INTROSPECTION: 'true',
        COST_PROBE: probe,
        NODE_OPTIONS: `--import ${COST_PROBE} --max-old-space-size=512`,
      },
    });
    crowd(gateway);
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(directory, { recursive: true });
  });

  const ask = async (question: CostQuestion): Promise<number> => {
    const socket = connect(probe);
    socket.write(question);
    return Number(await text(socket));
  };

  /** Milliseconds that the gateway's main thread has worked. */
  const loopTime = async (): Promise<number> => (await ask('loop')) / 1000;

  const peakMemory = (): number =>
    Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8'))?.[1]) * 1024;

  async function priceOf(operation: HostileOperation) {
    // Forgets the peak so far. Source: proc(5).
    writeFileSync(`/proc/${gateway.pid}/clear_refs`, '5');
    const memoryBefore = gateway.memory();
    const before = await loopTime();
    const outcome = await send(gateway, operation);
    const loop = (await loopTime()) - before;
    return { loop, memory: peakMemory() - memoryBefore, outcome };
  }

  it(`cost at most ${LOOP_LIMIT} ms and ${MEMORY_LIMIT / MEGABYTE} MB each, whether refused or run`, async () => {
    const endsAt = performance.now() + DURATION;
    const kinds = new Map<string, { requests: number; refused: number; loop: number; memory: number }>();
    let nonce = 0;
    for (const attack of hostileAttacks(SEED)) {
      if (performance.now() > endsAt) break;
      let least = { loop: Number.POSITIVE_INFINITY, memory: Number.POSITIVE_INFINITY };
      let outcome: Outcome = { status: 0, text: '' };
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const price = await priceOf(attack.next(nonce++));
        outcome = price.outcome;
        least = { loop: Math.min(least.loop, price.loop), memory: Math.min(least.memory, price.memory) };
        if (least.loop <= LOOP_LIMIT && least.memory <= MEMORY_LIMIT) break;
        await ask('heap');
      }
      const known = kinds.get(attack.kind) ?? { requests: 0, refused: 0, loop: 0, memory: 0 };
      kinds.set(attack.kind, {
        requests: known.requests + 1,
        refused: known.refused + (isRefused(outcome) ? 1 : 0),
        loop: Math.max(known.loop, Math.round(least.loop)),
        memory: Math.max(known.memory, least.memory),
      });
      expect(isAnswered(outcome), JSON.stringify({ ...attack.next(0), outcome }).slice(0, 3000)).toBe(true);
      expect
        .soft(
          { ...least, isWithin: least.loop <= LOOP_LIMIT && least.memory <= MEMORY_LIMIT },
          JSON.stringify({ ...attack.next(0), outcome }).slice(0, 1500),
        )
        .toMatchObject({ isWithin: true });
    }
    note('price of hostile operations', { requests: nonce, kinds: Object.fromEntries(kinds) });
    expect(gateway.isAlive).toBe(true);
  });

  it(`do not bring the gateway down, ${CONCURRENCY} at a time, nor leave memory behind`, async () => {
    const before = await ask('heap');
    const endsAt = performance.now() + DURATION;
    const attacks = hostileAttacks(SEED + 1);
    let sent = 0;
    let peak = 0;
    const attackOn = async (): Promise<void> => {
      for (const attack of attacks) {
        if (performance.now() > endsAt) return;
        const operation = attack.next(sent++);
        const outcome = await send(gateway, operation);
        expect(isAnswered(outcome), JSON.stringify({ ...operation, outcome }).slice(0, 3000)).toBe(true);
        peak = Math.max(peak, gateway.memory());
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, attackOn));
    const after = await ask('heap');
    note('hostile operations in parallel', { sent, peak, before, after });
    expect(gateway.isAlive).toBe(true);
    expect(after - before).toBeLessThan(RETAINED_LIMIT);
    const healthy = await send(gateway, {
      kind: 'healthy',
      transport: 'post',
      authorization: 'Bearer demo-student-token',
      body: { query: '{ me { id } }' },
    });
    expect(JSON.parse(healthy.text)).toEqual({ data: { me: { id: 'u-ana' } } });
    expect(gateway.output()).not.toMatch(/"level":(50|60)/);
  });
});

/** Whether an operation, or the first one of a batch, is valid without regard to limits. */
function isValid({ body }: HostileOperation): boolean {
  const [operation] = [body].flat();
  if (!operation) return false;
  try {
    return validate(schema, parse(operation.query), undefined, { maxErrors: 1 }).length === 0;
  } catch {
    return false;
  }
}

/** Gives the platform lists that are as long as the schema assumes. */
function crowd({ faults }: ProductionGateway): void {
  const rows = <Row>(count: number, row: (index: number) => Row): Row[] =>
    Array.from({ length: count }, (_, index) => row(index));
  const lessons = (level: number) =>
    rows(10, (index) => ({
      lessonId: `l${level}-${index}`,
      courseId: 'c-first-aid',
      name: `Lesson ${index}`,
    }));
  faults.set(
    'GET /edu/v1/question/',
    json(rows(50, (index) => ({ _id: `q${index}`, id: `q${index}`, course: 'c-first-aid', text: 'Which?' }))),
  );
  faults.set(
    'GET /edu/v1/course/levels',
    json({
      courseId: 'c-first-aid',
      levels: rows(5, (index) => ({ levelId: `v${index}`, name: 'Level', lessons: lessons(index) })),
    }),
  );
  faults.set(
    'GET /edu/v1/course/objectives',
    json(
      rows(15, (index) => ({
        objectiveId: `o${index}`,
        name: 'Objective',
        lessonIds: lessons(index % 5).map(({ lessonId }) => lessonId),
      })),
    ),
  );
  faults.set(
    'GET /user/v1/my/friends',
    json(rows(50, (index) => ({ userId: `u${index}`, handle: `@friend-${index}`, firstName: 'Friend' }))),
  );
}

/** Of the gateway's errors, not those of the platform within them. */
const codesIn = ({ text: body }: Outcome): string[] =>
  [...body.matchAll(/"extensions":\{"code":"([A-Z_]+)"/g)].map(([, code = '']) => code);

const isRefused = (outcome: Outcome): boolean => outcome.status !== 200 || codesIn(outcome).length > 0;

/** Data, or errors that all say why by a documented code. */
function isAnswered(outcome: Outcome): boolean {
  const codes = codesIn(outcome);
  if (codes.includes('INTERNAL_SERVER_ERROR')) return false;
  if (codes.some((code) => !Object.hasOwn(ERROR_CODES, code))) return false;
  return codes.length > 0 || outcome.text.includes('"data":') || outcome.status >= 400;
}

/** Sends an operation over its transport, and ends it after its first response. */
function send(gateway: ProductionGateway, operation: HostileOperation): Promise<Outcome> {
  return operation.transport === 'socket'
    ? sendOverSocket(gateway, operation)
    : sendOverHttp(gateway, operation);
}

async function sendOverHttp({ url }: ProductionGateway, operation: HostileOperation): Promise<Outcome> {
  const { transport, authorization, body } = operation;
  const headers = {
    'content-type': 'application/json',
    accept: transport === 'sse' ? 'text/event-stream' : 'application/json',
    ...(authorization === null ? {} : { authorization }),
  };
  const request =
    transport === 'get' && !Array.isArray(body)
      ? fetch(`${url}/graphql?${queryOf(body)}`, { headers })
      : fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await request;
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { status: response.status, text: await response.text() };
  let received = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    received += decoder.decode(chunk, { stream: true });
    if (/^event: (next|complete)\n/m.test(received)) break;
  }
  return { status: response.status, text: received };
}

const queryOf = (parameters: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

function sendOverSocket(
  { url }: ProductionGateway,
  { authorization, body }: HostileOperation,
): Promise<Outcome> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish({ status: 0, text: '' }), FIRST_RESPONSE);
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      socket.terminate();
      resolve(outcome);
    };
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })),
    );
    socket.on('message', (data) => {
      const message = String(data);
      if (message.startsWith('{"type":"connection_ack"'))
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: body }));
      else if (!message.startsWith('{"type":"ping"')) finish({ status: 200, text: message });
    });
    socket.on('close', (code) => finish({ status: code, text: '' }));
    socket.on('error', reject);
  });
}
