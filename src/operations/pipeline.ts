import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLResponse,
  HeaderMap,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import {
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../domains/context.ts';
import type { Log } from '../telemetry/log.ts';
import { createPersistedQueryStore, DocumentStore } from './documents/document-store.ts';
import { checkPersistedQuery } from './documents/persisted-query.ts';
import { createTrust, type Trust, type TrustedDocuments } from './documents/trusted-documents.ts';
import { reportError, retryAfterSeconds, statusOf } from './error-formatting.ts';
import { type Admit, type BudgetOptions, createBudget } from './limits/call-budget.ts';
import {
  checkVariables,
  type DocumentLimits,
  formatLimits,
  limitRules,
  MAXIMUM_SELECTIONS,
} from './limits/document-limits.ts';
import type { StreamObserver } from './observers.ts';
import type { Operation } from './operation.ts';
import { createPlans } from './plans.ts';
import { openStream } from './result-stream.ts';
import { SharedExecutions } from './shared-executions.ts';

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

/** The one way that operations run. */
export interface Pipeline {
  /** Parses, validates and keeps documents and the rules of GraphQL over HTTP. */
  apollo: ApolloServer<Operation>;
  /**
   * Runs a POST body whose document Apollo has parsed and validated before: all that Apollo would do again is to find
   * it. Null: Apollo has to see it, since it does not know the document or has something to say about the body.
   */
  runKnown(
    body: unknown,
    operation: Operation,
  ): FormattedExecutionResult | Promise<FormattedExecutionResult> | null;
}

/** Compiled plans execute. On this path Apollo formats no errors and counts nothing, so that is done here. */
export function createPipeline({
  schema,
  introspection,
  limits,
  budget,
  trustedDocuments,
  observer,
  reportsCalls,
  log,
}: PipelineOptions): Pipeline {
  const documents = new DocumentStore();
  const trust = createTrust(trustedDocuments, log);
  const admit = createBudget({ schema, ...budget });
  const run = createRun({ schema, admit, observer, hidesSchema: !introspection, log });
  const apollo = new ApolloServer<Operation>({
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
    documentStore: documents,
    persistedQueries: { cache: createPersistedQueryStore() },
    plugins: [
      compiledExecution({ run, trust, reportsCalls, log }),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  return {
    apollo,
    runKnown(body, operation) {
      const asked = readPlainRequest(body);
      const document = asked && trust.runsUnseen(asked.query) ? documents.find(asked.query) : undefined;
      const definition = document && getOperationAST(document, asked?.operationName);
      if (!document || !definition || definition.operation === 'subscription') return null;
      return run({ document, definition, variables: asked?.variables, countsCalls: false }, operation);
    },
  };
}

/** One operation of a validated document. */
interface Runnable {
  document: DocumentNode;
  definition: OperationDefinitionNode;
  variables: Record<string, unknown> | undefined;
  /** Whether its calls are counted for the caller. */
  countsCalls: boolean;
}

type Run = (
  runnable: Runnable,
  operation: Operation,
) => FormattedExecutionResult | Promise<FormattedExecutionResult>;

interface RunOptions {
  schema: GraphQLSchema;
  admit: Admit;
  observer: StreamObserver;
  /** Whether errors keep back which names of the schema the client may have meant. */
  hidesSchema: boolean;
  log: Log;
}

/** Runs operations by their compiled plans. The results of a subscription go into the outcome. */
function createRun({ schema, admit, observer, hidesSchema, log }: RunOptions): Run {
  const planOf = createPlans(schema);
  const shared = new SharedExecutions();
  const finish = (result: ExecutionResult, operation: Operation, context?: Context) => {
    const formatted = formatResult(result, operation, log, context);
    return hidesSchema ? withoutSuggestions(formatted) : formatted;
  };

  const openSubscription = async (
    { document, variables, countsCalls }: Runnable,
    operationName: string | null,
    context: Context,
    operation: Operation,
  ): Promise<FormattedExecutionResult> => {
    const { outcome } = operation;
    const plan = planOf(document, operationName);
    const refusedStream = operation.refuseStream();
    if (refusedStream) return finish({ errors: [refusedStream] }, operation);
    const scope = countsCalls
      ? null
      : shared.scope(document, operationName, variables, context.platform.credential);
    const opened = await openStream(
      { schema, document, operationName, variables, context, observer },
      async (event, { field, sharedAs }) => {
        const trace = operation.trace?.event(field) ?? null;
        const contextFor = (isShared: boolean) => operation.newContext({ trace, countsCalls, isShared });
        const runAlone = async (): Promise<FormattedExecutionResult> => {
          const context = contextFor(false);
          return finish(await plan(context, variables, event), operation, context);
        };
        const result =
          scope === null || sharedAs === null
            ? await runAlone()
            : // Errors name the request that they belong to: each subscriber has them in a form of its own.
              finish(
                await shared.run(scope, sharedAs, () => plan(contextFor(true), variables, event)),
                operation,
              );
        // A stream may last for ever: its errors are counted and not collected.
        const codes = outcome.codes.splice(0);
        for (const code of codes) observer.error(code);
        trace?.end(codes);
        return result;
      },
    );
    if ('failed' in opened) return finish(opened.failed, operation);
    outcome.stream = opened.stream;
    return { data: null };
  };

  return (runnable, operation) => {
    const { document, definition, variables, countsCalls } = runnable;
    const { outcome } = operation;
    const operationName = definition.name?.value ?? null;
    outcome.name = operationName;
    outcome.type = definition.operation;
    outcome.executed = true;
    const refusal = checkVariables(variables) ?? admit(document, operationName, variables);
    if (refusal) return finish({ errors: [refusal] }, operation);
    const context = operation.newContext({ trace: operation.trace, countsCalls });
    if (definition.operation === 'subscription')
      return openSubscription(runnable, operationName, context, operation);
    const result = planOf(document, operationName)(context, variables);
    return result instanceof Promise
      ? result.then((settled) => finish(settled, operation, context))
      : finish(result, operation, context);
  };
}

interface ExecutionOptions {
  run: Run;
  trust: Trust;
  reportsCalls: boolean;
  log: Log;
}

function compiledExecution({
  run,
  trust,
  reportsCalls,
  log,
}: ExecutionOptions): ApolloServerPlugin<Operation> {
  const listener = {
    async responseForOperation(request: GraphQLRequestContext<Operation>): Promise<GraphQLResponse | null> {
      const { document, operation: definition, contextValue } = request;
      // Apollo answers an operation that cannot be told by its name.
      if (!document || !definition) return null;
      trust.note({
        requestId: contextValue.requestId,
        source: request.source,
        hash: request.queryHash,
        operationName: request.operationName ?? null,
      });
      const { variables, extensions } = request.request;
      const countsCalls = reportsCalls && extensions?.upstream === true;
      return respond(await run({ document, definition, variables, countsCalls }, contextValue));
    },
  };
  return {
    requestDidStart: async ({ request, contextValue }) => {
      const refusal = trust.admit(request) ?? checkPersistedQuery(request);
      if (!refusal) return listener;
      // What is refused is not even parsed: Apollo goes on with something harmless until it asks for the answer.
      Object.assign(request, { query: '{ __typename }', operationName: undefined, extensions: undefined });
      contextValue.outcome.executed = true;
      const answer = respond(formatResult({ errors: [refusal] }, contextValue, log));
      return { responseForOperation: () => Promise.resolve(answer) };
    },
  };
}

interface PlainRequest {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body that holds a document and no extensions, each part of the type that it should be; null: another. */
function readPlainRequest(body: unknown): PlainRequest | null {
  if (!isRecord(body)) return null;
  const { query, operationName = null, variables = null, extensions = null } = body;
  if (typeof query !== 'string' || extensions !== null) return null;
  if (operationName !== null && typeof operationName !== 'string') return null;
  if (variables !== null && !isRecord(variables)) return null;
  return { query, operationName: operationName ?? undefined, variables: variables ?? undefined };
}

/** Brings the errors of a result into the form that clients see, and the unforeseen ones into the log. */
function formatResult(
  { data, errors }: ExecutionResult,
  { requestId, outcome }: Operation,
  log: Log,
  context?: Context,
): FormattedExecutionResult {
  const callCounter = context?.platform.callCounter;
  if (!errors && !callCounter) return { data: data ?? null };
  const extensions = callCounter ? { extensions: { upstream: callCounter.report } } : {};
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

/** graphql-js tells names of the schema to whoever comes near; Apollo keeps back those of its validation only. */
const withoutSuggestions = (result: FormattedExecutionResult): FormattedExecutionResult =>
  result.errors ? { ...result, errors: result.errors.map(withoutSuggestion) } : result;
const withoutSuggestion = (error: GraphQLFormattedError): GraphQLFormattedError => ({
  ...error,
  message: error.message.replace(/ Did you mean .+\?$/, ''),
});

function respond(singleResult: FormattedExecutionResult): GraphQLResponse {
  const { status, retryAfter } = headOf(singleResult);
  const headers = new HeaderMap();
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  return { http: { status, headers }, body: { kind: 'single', singleResult } };
}

/** Status of an answer, and its `Retry-After` where it has one. */
export function headOf({ data, errors }: FormattedExecutionResult): { status: number; retryAfter?: string } {
  if (data !== undefined) return GOOD;
  // Nothing ran: variables that do not fit, or a stream that cannot be opened.
  const { code, retryAfterMs } = errors?.[0]?.extensions ?? {};
  const status = statusOf(code);
  return typeof retryAfterMs === 'number'
    ? { status, retryAfter: retryAfterSeconds(retryAfterMs) }
    : { status };
}

const GOOD = { status: 200 };
