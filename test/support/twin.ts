import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { Sessions } from '../../src/admission/sessions.ts';
import { openEventStreams } from '../../src/app/event-streams.ts';
import type { Upstream } from '../../src/app/upstream.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Context, createContext } from '../../src/domains/context.ts';
import { reportError } from '../../src/operations/error-formatting.ts';
import { addressesOf, createPlatform } from '../../src/platform/client.ts';
import { parseCredential } from '../../src/platform/credential.ts';
import { undiciTransport } from '../../src/platform/transport.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { Metrics } from '../../src/telemetry/metrics.ts';

/** The same graph on the same platform, run by graphql-js alone. */
export interface Twin {
  contextFor(authorization: string | undefined): Context;
  run(
    document: DocumentNode,
    authorization: string,
    variables?: Record<string, unknown>,
    operationName?: string | null,
  ): Promise<ExecutionResult>;
  close(): Promise<void>;
}

export async function startTwin(schema: GraphQLSchema, sandbox: Sandbox): Promise<Twin> {
  const transport = undiciTransport({ connections: 32, timeout: 5000, responseLimit: 1_000_000 });
  const addresses = addressesOf({
    platform: new URL(sandbox.url),
    notes: new URL(sandbox.notesUrl),
    push: new URL(sandbox.pushUrl),
  });
  const platformFor: Upstream['forBackground'] = (credential, signal) =>
    createPlatform({ addresses, send: transport.send, credential, signal });
  const sessions = new Sessions({ check: () => Promise.resolve(true), interval: 60_000 });
  const log = openLog('silent', { write() {} });
  const opened = await openEventStreams(
    readConfig({}),
    { forBackground: platformFor, clock: { now: Date.now } },
    sessions,
    new Metrics(null).events,
    log,
  );
  const contextFor = (authorization: string | undefined): Context => {
    const { signal } = new AbortController();
    const platform = platformFor(parseCredential(authorization), signal);
    return createContext({ platform, signal, resumeAfter: null }, opened.streams, {
      app: sandbox.app,
      plugin: sandbox.credentials.plugin,
      xapi: sandbox.xapi,
    });
  };
  return {
    contextFor,
    run: async (document, authorization, variables = {}, operationName = null) =>
      execute({
        schema,
        document,
        contextValue: contextFor(authorization),
        variableValues: variables,
        operationName,
      }),
    close: async () => {
      await opened.close();
      await transport.close();
    },
  };
}

/** The response with sorted errors: the executors find them in different orders. */
export function shown({ data, errors = [] }: ExecutionResult): { data: unknown; errors: { code: string }[] } {
  const reports = errors.map((error) => {
    const { code, formatted } = reportError(error, 'r');
    return { code, ...formatted };
  });
  return {
    data: data === undefined ? undefined : JSON.parse(JSON.stringify(data)),
    errors: reports.sort((a, b) => JSON.stringify(a.path ?? a).localeCompare(JSON.stringify(b.path ?? b))),
  };
}
