import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { startGateway, type TestGateway, type TestGatewayOptions } from './gateway.ts';
import { type RedisProxy, startRedisProxy } from './redis-proxy.ts';

type Stoppable = { close(): unknown } | { stop(): unknown };

/** What the tests of a suite share: started before them, stopped after them, and without members before that. */
export const forSuite = <Shared extends Stoppable>(start: () => Promise<Shared>): Shared =>
  during(start, beforeAll, afterAll);

type Hook = (run: () => Promise<void>) => void;

function during<Shared extends Stoppable>(start: () => Promise<Shared>, before: Hook, after: Hook): Shared {
  let shared: Shared | undefined;
  before(async () => {
    shared = await start();
  });
  after(async () => {
    const started: Stoppable | undefined = shared;
    // Vitest keeps the functions of all suites of a process.
    shared = undefined;
    if (started) await ('close' in started ? started.close() : started.stop());
  });
  const get = (_: Shared, name: string | symbol): unknown => {
    if (!shared) throw new Error(`${String(name)} is not known before it has started`);
    const value = Reflect.get(shared, name);
    return typeof value === 'function' ? value.bind(shared) : value;
  };
  return new Proxy({} as Shared, { get });
}

/**
 * Options of a suite whose tests are one story: what one does to their gateway or platform, the next one finds. They keep their order
 * with `--sequence.shuffle`.
 */
export const IN_ORDER = { shuffle: false } as const;

/** A gateway for the tests of a suite, at each of which it has no faults. */
export function suiteGateway(options: TestGatewayOptions = {}): TestGateway {
  const gateway = forSuite(() => startGateway(options));
  afterEach(() => gateway.faults.clear());
  return gateway;
}

/** A gateway that closes with its test. */
export async function testGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startGateway(options);
  onTestFinished(gateway.close);
  return gateway;
}

/** A proxy in front of a suite's gateway, at each test a new origin: no client has a connection through it that an earlier test silenced. */
export const proxyOfEachTest = (gateway: TestGateway): RedisProxy =>
  during(() => startRedisProxy(Number(new URL(gateway.url).port)), beforeEach, afterEach);
