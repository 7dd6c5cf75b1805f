import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { spawnGateway, startProcess } from '../support/process.ts';
import type { Environment } from './environments.ts';
import { variablesOf } from './findings.ts';

/**
 * Starts the gateway as a process with all variables of an environment, on a free port and with a platform and an event log that
 * exist here, and sends it a query.
 * @returns what differs from the expected start.
 */
export async function findingsOfStart(environment: Environment, folder: string): Promise<string[]> {
  const { refusals = [] } = environment.expected;
  await using sandbox = await disposable(startSandbox());
  const variables = {
    ...variablesOf(environment, folder),
    PLATFORM_URL: sandbox.url,
    ...(refusals.length > 0 ? {} : { REDIS_URL: 'none' }),
    REDIS_CLUSTER: '',
    PORT: '0',
    ...(environment.given.METRICS_PORT === undefined ? {} : { METRICS_PORT: '0' }),
  };
  if (refusals.length > 0) {
    const { ended, stderr } = spawnGateway(variables);
    const status = await ended;
    const missing = refusals.filter((line) => !stderr().includes(`The gateway cannot start: ${line}`));
    return [
      ...(status === 1 ? [] : [`it ended with ${status}`]),
      ...missing.map((line) => `no line ${line}`),
    ];
  }
  const gateway = await startProcess(variables);
  try {
    return [...listening(gateway.url, environment.expected.config.host), ...(await answering(gateway.url))];
  } finally {
    gateway.child.kill('SIGKILL');
    await gateway.ended;
  }
}

function listening(url: string, host: unknown): string[] {
  if (host === undefined || host === '::') return [];
  const { hostname } = new URL(url);
  return hostname === host ? [] : [`it listens on ${hostname}, not ${String(host)}`];
}

/** `::` takes IPv4 as well. */
async function answering(url: string): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${new URL(url).port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ __typename }"}',
  });
  const text = await response.text();
  return text.trim() === '{"data":{"__typename":"Query"}}' ? [] : [`it answers ${response.status} ${text}`];
}

const disposable = async (starting: Promise<Sandbox>): Promise<Sandbox & AsyncDisposable> => {
  const sandbox = await starting;
  return Object.assign(sandbox, { [Symbol.asyncDispose]: () => sandbox.close() });
};
