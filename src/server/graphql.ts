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
import type { ExecutionResult, FormattedExecutionResult, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import type { ErrorCode, GatewayError } from '../graph/errors.ts';
import type { Log } from '../telemetry/log.ts';
import type { CallTrace, OperationTrace } from '../telemetry/tracing.ts';
import { type Admit, type BudgetOptions, createBudget } from './budget.ts';
import { createDocumentStore, createPersistedQueryStore } from './document-store.ts';
import { reportError, statusOf } from './error-report.ts';
import {
  checkVariables,
  type DocumentLimits,
  formatLimits,
  limitRules,
  MAXIMUM_SELECTIONS,
} from './limits.ts';
import type { StreamObserver } from './observer.ts';
import { createPlans } from './plans.ts';
import { openStream, type ResultStream } from './result-stream.ts';
import { createTrust, type Trust, type TrustedDocuments } from './trusted-documents.ts';

/** One operation on its way through the pipeline, whichever transport brought it. */
export interface Operation {
  readonly requestId: string;
  /**
   * A context for what begins now, with the whole time of an operation before it: for the operation itself, and for
   * each event of a subscription, since rows read for an earlier event would be stale.
   */
  readonly newContext: (scope: ContextScope) => Context;
  /** Null: nothing is traced. */
  readonly trace: OperationTrace | null;
  /** Why the transport takes no stream now; null: it takes this one. Asked before a subscription is opened. */
  readonly refuseStream: () => GatewayError | null;
  /** What became of it. */
  readonly outcome: Outcome;
}

/** What is known of an operation, or of one event of it, once it runs. */
export interface ContextScope {
  /** The trace that its calls belong to. */
  trace: CallTrace | null;
  /** Whether its calls are counted for the caller. */
  countsCalls: boolean;
}

/** What a transport knows of an operation before it runs. */
export interface OperationRequest {
  requestId: string;
  /** The `Authorization` that the caller sent. */
  authorization: string | undefined;
  /** Ends when nobody waits for the operation any more. */
  signal: AbortSignal;
  /** As {@link Operation.refuseStream}. */
  refuseStream: () => GatewayError | null;
  /** The cursor that a transport resumes a subscription from; it beats the one in the document. */
  resumeAfter: string | null;
  trace: OperationTrace | null;
}

export type OpenOperation = (request: OperationRequest) => Operation;

export interface Outcome {
  name: string | null;
  type: string | null;
  codes: ErrorCode[];
  /** Whether the operation ran: its errors are then in their final form. */
  executed: boolean;
  /** The results of a subscription, once it was opened. */
  stream: ResultStream | null;
}

export const newOutcome = (): Outcome => ({
  name: null,
  type: null,
  codes: [],
  executed: false,
  stream: null,
});

export interface PipelineOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  limits: DocumentLimits;
  budget: Omit<BudgetOptions, 'schema'>;
  /** Null: clients send what they want. */
  trustedDocuments: TrustedDocuments | null;
  observer: StreamObserver;
  /** Whether clients may ask what an operation cost. */
  reportsCalls: boolean;
  log: Log;
}

/**
 * The one way that operations run: Apollo Server parses, validates and keeps documents and the rules of GraphQL over
 * HTTP; compiled plans execute. On this path Apollo formats no errors and counts nothing, so that is done here.
 */
export function createPipeline({
  schema,
  introspection,
  limits,
  budget,
  trustedDocuments,
  observer,
  reportsCalls,
  log,
}: PipelineOptions): ApolloServer<Operation> {
  return new ApolloServer<Operation>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: log,
    allowBatchedHttpRequests: false,
    parseOptions: { maxTokens: limits.tokens },
    maxRecursiveSelections: MAXIMUM_SELECTIONS,
    validationRules: limitRules(limits),
    formatError: formatLimits,
    documentStore: createDocumentStore(),
    persistedQueries: { cache: createPersistedQueryStore() },
    plugins: [
      compiledExecution({
        schema,
        admit: createBudget({ schema, ...budget }),
        trust: createTrust(trustedDocuments, log),
        observer,
        reportsCalls,
        log,
      }),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
}

interface ExecutionOptions {
  schema: GraphQLSchema;
  admit: Admit;
  trust: Trust;
  observer: StreamObserver;
  reportsCalls: boolean;
  log: Log;
}

function compiledExecution({
  schema,
  admit,
  trust,
  observer,
  reportsCalls,
  log,
}: ExecutionOptions): ApolloServerPlugin<Operation> {
  const planOf = createPlans(schema);
  const listener = {
    async responseForOperation(request: GraphQLRequestContext<Operation>): Promise<GraphQLResponse | null> {
      const { document, operation, operationName = null, contextValue } = request;
      // Apollo answers an operation that cannot be told by its name.
      if (!document || !operation) return null;
      const { outcome } = contextValue;
      outcome.name = operationName;
      outcome.type = operation.operation;
      outcome.executed = true;
      trust.note({
        requestId: contextValue.requestId,
        source: request.source,
        hash: request.queryHash,
        operationName,
      });
      const { variables, extensions } = request.request;
      const countsCalls = reportsCalls && extensions?.upstream === true;
      const finish = (result: ExecutionResult, context?: Context) =>
        formatResult(result, contextValue, log, context);
      const refusal = checkVariables(variables) ?? admit(document, operationName, variables);
      if (refusal) return respond(finish({ errors: [refusal] }));
      const plan = planOf(document, operationName);
      const context = contextValue.newContext({ trace: contextValue.trace, countsCalls });
      if (operation.operation !== 'subscription')
        return respond(finish(await plan(context, variables), context));
      const refusedStream = contextValue.refuseStream();
      if (refusedStream) return respond(finish({ errors: [refusedStream] }));
      const opened = await openStream(
        { schema, document, operationName, variables, context, observer },
        async (event, field) => {
          const trace = contextValue.trace?.event(field) ?? null;
          const context = contextValue.newContext({ trace, countsCalls });
          const result = finish(await plan(context, variables, event), context);
          // A stream may last for ever: its errors are counted and not collected.
          const codes = outcome.codes.splice(0);
          for (const code of codes) observer.error(code);
          trace?.end(codes);
          return result;
        },
      );
      if ('failed' in opened) return respond(finish(opened.failed));
      outcome.stream = opened.stream;
      return respond({ data: null });
    },
  };
  return {
    requestDidStart: async ({ request, contextValue }) => {
      const refusal = trust.admit(request);
      if (!refusal) return listener;
      // What is refused is not even parsed: Apollo goes on with something harmless until it asks for the answer.
      Object.assign(request, { query: '{ __typename }', operationName: undefined, extensions: undefined });
      contextValue.outcome.executed = true;
      const answer = respond(formatResult({ errors: [refusal] }, contextValue, log));
      return { responseForOperation: () => Promise.resolve(answer) };
    },
  };
}

/** Brings the errors of a result into the form that clients see, and the unforeseen ones into the log. */
function formatResult(
  { data, errors }: ExecutionResult,
  { requestId, outcome }: Operation,
  log: Log,
  context?: Context,
): FormattedExecutionResult {
  const tally = context?.platform.tally;
  const extensions = tally ? { extensions: { upstream: tally.report } } : {};
  if (!errors) return { data: data ?? null, ...extensions };
  const formatted = errors.map((error) => {
    const report = reportError(error, requestId);
    outcome.codes.push(report.code);
    if (report.fault !== undefined) {
      log.error({ requestId, path: error.path?.join('.'), err: report.fault }, 'field failed');
    }
    return report.formatted;
  });
  return data === undefined ? { errors: formatted } : { errors: formatted, data, ...extensions };
}

function respond(singleResult: FormattedExecutionResult): GraphQLResponse {
  const http: HTTPGraphQLHead = { headers: new HeaderMap() };
  // Nothing ran: variables that do not fit, or a stream that cannot be opened.
  if (singleResult.data === undefined) {
    const { code, retryAfterMs } = singleResult.errors?.[0]?.extensions ?? {};
    http.status = statusOf(code);
    if (typeof retryAfterMs === 'number')
      http.headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)));
  }
  return { http, body: { kind: 'single', singleResult } };
}
