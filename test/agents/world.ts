import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { startRedisProxy } from '../support/redis-proxy.ts';

/** What a solution gets to reach the graph. */
interface Access {
  /** The GraphQL endpoint. */
  url: string;
  /** An access token of the signed-in user. */
  token: string;
}

/** A gateway on the embedded platform behind a network that fails, and the count of what a solution costs. */
export interface World {
  gateway: TestGateway;
  network: Network;
  access(token: string): Access;
  /** Runs a part of the solution and counts its platform calls. */
  counted<Value>(work: () => Promise<Value> | Value): Promise<Value>;
  /** Platform calls of all counted parts. */
  calls(): number;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  let losing = false;
  const gateway = await startGateway({
    sandbox: {
      intercept: ({ method }) => {
        if (losing && method !== 'GET') {
          losing = false;
          proxy.reset();
        }
        return false;
      },
    },
  });
  const proxy = await startRedisProxy(Number(new URL(gateway.url).port));
  const network: Network = {
    url: `http://127.0.0.1:${proxy.port}`,
    down: proxy.cut,
    up: proxy.restore,
    loseResponse: () => {
      losing = true;
    },
  };
  let calls = 0;
  return {
    gateway,
    network,
    access: (token) => ({ url: `${network.url}/graphql`, token }),
    counted: async (work) => {
      const before = gateway.requests.length;
      const value = await work();
      calls += gateway.requests.length - before;
      return value;
    },
    calls: () => calls,
    close: async () => {
      await proxy.close();
      await gateway.close();
    },
  };
}

/** The network between a solution and the gateway. */
interface Network {
  url: string;
  /** Breaks every connection and refuses new ones, until `up`. */
  down(): void;
  up(): void;
  /** Breaks all connections once the gateway has sent the next write on: it is made, and its response is lost. */
  loseResponse(): void;
}

/** The exports of a solution. */
export type Solution = Readonly<Record<string, unknown>>;

/** A function that a solution exports. What it returns is for the check to judge. */
// biome-ignore lint/suspicious/noExplicitAny: a check knows the shape that the task asks for
export function exported(solution: Solution, name: string): (...args: unknown[]) => any {
  const value = solution[name];
  if (typeof value !== 'function') throw new Error(`solution has no function ${name}`);
  return (...args) => value(...args);
}

/** Tokens of demo users. */
export const STUDENT = as.student.authorization?.slice('Bearer '.length) ?? '';
export const CHILD = 'demo-child-token';

/** A task for an agent, and the check of its solution. */
export interface Task {
  name: string;
  /** What a developer would ask for, with the interface that the check calls. */
  text: string;
  /** @throws if the solution is wrong, with the reason. */
  check(solution: Solution, world: World): Promise<void>;
}
