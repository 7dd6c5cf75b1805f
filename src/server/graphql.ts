import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLResponse,
  HeaderMap,
  type HTTPGraphQLHead,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import type { ErrorCode } from '../graph/errors.ts';
import type { Log } from '../telemetry/log.ts';
import { reportError } from './error-report.ts';
import { createPlans } from './plans.ts';

/** One operation on its way through the pipeline, whichever transport brought it. */
export interface Operation {
  readonly requestId: string;
  readonly context: Context;
  /** What became of it, for the log. */
  readonly outcome: Outcome;
}

export interface Outcome {
  name: string | null;
  type: string | null;
  codes: ErrorCode[];
  /** Whether the operation ran: its errors are then in their final form. */
  executed: boolean;
}

export interface PipelineOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  log: Log;
}

/**
 * The one way that operations run: Apollo Server parses, validates and keeps documents and the rules of GraphQL over
 * HTTP; compiled plans execute. On this path Apollo formats no errors and counts nothing, so that is done here.
 */
export function createPipeline({ schema, introspection, log }: PipelineOptions): ApolloServer<Operation> {
  return new ApolloServer<Operation>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [
      compiledExecution(schema, log),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
}

function compiledExecution(schema: GraphQLSchema, log: Log): ApolloServerPlugin<Operation> {
  const planOf = createPlans(schema);
  const listener = {
    async responseForOperation({
      document,
      operationName,
      operation,
      request,
      contextValue,
    }: GraphQLRequestContext<Operation>) {
      // Apollo answers an operation that cannot be told by its name.
      if (!document || !operation) return null;
      const { outcome, context, requestId } = contextValue;
      outcome.name = operationName ?? null;
      outcome.type = operation.operation;
      outcome.executed = true;
      const result = await planOf(document, operationName ?? null)(context, request.variables);
      return respond(result, requestId, outcome, log);
    },
  };
  return { requestDidStart: () => Promise.resolve(listener) };
}

function respond(
  { data, errors }: ExecutionResult,
  requestId: string,
  outcome: Outcome,
  log: Log,
): GraphQLResponse {
  const http: HTTPGraphQLHead = { headers: new HeaderMap() };
  if (!errors) return { http, body: { kind: 'single', singleResult: { data: data ?? null } } };
  const formatted = errors.map((error) => {
    const report = reportError(error, requestId);
    outcome.codes.push(report.code);
    if (report.fault !== undefined)
      log.error({ requestId, path: error.path?.join('.'), err: report.fault }, 'field failed');
    return report.formatted;
  });
  // Variables that do not fit were found before anything ran: GraphQL over HTTP asks for a 400.
  if (data === undefined) http.status = 400;
  const singleResult = data === undefined ? { errors: formatted } : { errors: formatted, data };
  return { http, body: { kind: 'single', singleResult } };
}
