import { connect, createServer, type Socket } from 'node:net';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';

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
  const gateway = await startGateway();
  const network = await openNetwork(Number(new URL(gateway.url).port));
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
      await network.close();
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
  /** Breaks the connection of the next response, which is lost after the gateway has handled its request. */
  loseResponse(): void;
  close(): Promise<void>;
}

async function openNetwork(port: number): Promise<Network> {
  const open = new Set<Socket>();
  let isDown = false;
  let losing = false;
  const server = createServer((client) => {
    if (isDown) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    open.add(client);
    client.on('close', () => {
      open.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    client.pipe(upstream);
    upstream.on('data', (bytes) => {
      if (!losing) return void client.write(bytes);
      losing = false;
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the network has no port');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    down: () => {
      isDown = true;
      cut();
    },
    up: () => {
      isDown = false;
    },
    loseResponse: () => {
      losing = true;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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
