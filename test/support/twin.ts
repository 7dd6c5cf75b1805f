import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  locatedError,
} from 'graphql';
import type { Sandbox } from 'learning-platform-kit/sandbox';
import { Sessions } from '../../src/admission/sessions.ts';
import { openEventStreams } from '../../src/app/event-streams.ts';
import { FleetShare } from '../../src/app/fleet-share.ts';
import { Secrets } from '../../src/app/secrets.ts';
import type { Upstream } from '../../src/app/upstream.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Context, createContext } from '../../src/domains/context.ts';
import { GatewayError } from '../../src/graph/errors.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { UnusableValue } from '../../src/operations/execution/unusable-value.ts';
import { reportError } from '../../src/operations/results/error-formatting.ts';
import { addressesOf, createPlatform } from '../../src/platform/client.ts';
import { parseCredential } from '../../src/platform/credential.ts';
import { undiciTransport } from '../../src/platform/transport.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { Metrics } from '../../src/telemetry/metrics.ts';
import { StateLog } from '../../src/telemetry/state-log.ts';
import { strictBoundary } from './strict-boundary.ts';

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
  const boundary = strictBoundary();
  const transport = undiciTransport({
    clock: SYSTEM_CLOCK,
    connections: 32,
    timeout: 5000,
    responseLimit: 1_000_000,
    boundary,
  });
  const addresses = addressesOf({
    platform: new URL(sandbox.url),
    notes: new URL(sandbox.notesUrl),
    push: new URL(sandbox.pushUrl),
  });
  const platformFor: Upstream['forBackground'] = (credential, signal) =>
    createPlatform({ clock: SYSTEM_CLOCK, addresses, send: transport.send, credential, signal });
  const sessions = new Sessions({
    clock: SYSTEM_CLOCK,
    check: () => Promise.resolve(true),
    interval: 60_000,
    maxInterval: 60_000,
    budget: 100,
    boundary,
  });
  const log = openLog('silent', { write() {} });
  const config = readConfig({});
  const opened = await openEventStreams(
    {
      clock: SYSTEM_CLOCK,
      config,
      metrics: new Metrics(null),
      states: new StateLog(log, SYSTEM_CLOCK),
      tracing: null,
      boundary,
      log,
    },
    { forBackground: platformFor, platformClock: SYSTEM_CLOCK },
    sessions,
    new FleetShare(),
    new Secrets(config),
  );
  const contextFor = (authorization: string | undefined): Context => {
    const { signal } = new AbortController();
    const platform = platformFor(parseCredential(authorization), signal, null);
    return createContext({ platform, account: null, signal, resumeAfter: null, keys: null }, opened.streams, {
      app: sandbox.app,
      plugin: { ...sandbox.credentials.plugin, alsoSecret: null },
      xapi: sandbox.xapi,
    });
  };
  return {
    contextFor,
    run: async (document, authorization, variables = {}, operationName = null) => {
      const { errors, ...result } = await execute({
        schema,
        document,
        contextValue: contextFor(authorization),
        variableValues: variables,
        operationName,
      });
      return errors ? { ...result, errors: errors.map(marked) } : result;
    },
    close: async () => {
      await opened.close();
      await transport.close();
    },
  };
}

/** An error of graphql-js itself, as the gateway marks it. graphql-js says only in messages what its errors are about. */
function marked(error: GraphQLError): GraphQLError {
  const { message, nodes, path, originalError = error } = error;
  const isOwn = originalError === error || !(originalError instanceof GatewayError);
  if (!isOwn) return error;
  const cause = /^(Variable|Argument) "/.test(message)
    ? new GatewayError('BAD_USER_INPUT', message)
    : new UnusableValue(message);
  return locatedError(cause, nodes, path);
}

/**
 * The response with sorted errors: the executors find them in different orders. Only the gateway says which argument or
 * variable is invalid.
 */
export function shown({ data, errors = [] }: ExecutionResult): { data: unknown; errors: { code: string }[] } {
  const reports = errors.map((error) => {
    const { code, formatted } = reportError(error, 'r');
    if (code !== 'BAD_USER_INPUT') return { code, ...formatted };
    const { locations, path } = formatted;
    return { code, locations, path };
  });
  return {
    data: data === undefined ? undefined : JSON.parse(JSON.stringify(data)),
    errors: reports.sort((a, b) => JSON.stringify(a.path ?? a).localeCompare(JSON.stringify(b.path ?? b))),
  };
}
