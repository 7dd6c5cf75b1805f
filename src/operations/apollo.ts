import type { IncomingHttpHeaders } from 'node:http';
import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestListener,
  HeaderMap,
  type HTTPGraphQLRequest,
  type HTTPGraphQLResponse,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import {
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { ERROR_CODES, type ErrorCode, type GatewayError, isErrorCode } from '../graph/errors.ts';
import type { RefusalReason } from '../graph/refusal-reason.ts';
import { isRecord } from '../lib/is-record.ts';
import type { Log } from '../telemetry/log.ts';
import { refuseConditionalStreams } from './conditional-streams.ts';
import { ContentTypes } from './content-types.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { checkPersistedQuery } from './documents/persisted-query.ts';
import type { RetainedCache } from './documents/retained-cache.ts';
import { type DocumentRequest, documentId, type Trust } from './documents/trusted-documents.ts';
import type { ErrorBehavior } from './error-behavior.ts';
import { statusOf } from './error-formatting.ts';
import type { Execute } from './executor.ts';
import {
  type DocumentLimits,
  formatLimits,
  limitReason,
  limitRules,
  MAXIMUM_SELECTIONS,
} from './limits/document-limits.ts';
import { nameArguments } from './literal-arguments.ts';
import { documentHash, reportedName, reportedRoots } from './operation-facts.ts';
import type { OperationRequest } from './request.ts';
import {
  JSON_TYPE,
  type OperationResponse,
  type ResponseHead,
  type SingleResponse,
  unexecutedResponse,
} from './response.ts';
import { rootFieldsOf } from './root-fields.ts';

export interface ApolloOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  limits: DocumentLimits;
  documents: DocumentStore;
  persistedQueries: RetainedCache<string>;
  trust: Trust;
  /** Whether clients may ask what an operation cost. */
  reportsCalls: boolean;
  log: Log;
}

/**
 * Apollo Server, for all that is new or irregular: the rules of GraphQL over HTTP, persisted queries, parsing and
 * validation. The only file that knows it. Operations are executed by the gateway's executor, from within Apollo's
 * request lifecycle, so that plugins of its ecosystem see them.
 */
export class Apollo {
  readonly contentTypes = new ContentTypes();
  readonly #server: ApolloServer<ApolloContext>;

  constructor(options: ApolloOptions) {
    const { schema, introspection, limits, trust, reportsCalls } = options;
    this.#server = new ApolloServer<ApolloContext>({
      schema,
      introspection,
      hideSchemaDetailsFromClientErrors: !introspection,
      includeStacktraceInErrorResponses: false,
      stopOnTerminationSignals: false,
      logger: options.log,
      allowBatchedHttpRequests: false,
      parseOptions: { maxTokens: limits.tokens },
      maxRecursiveSelections: MAXIMUM_SELECTIONS,
      validationRules: limitRules(limits),
      formatError: (formatted, error) => formatLimits(formatIntrospection(formatted), error, limits),
      documentStore: options.documents,
      persistedQueries: { cache: options.persistedQueries },
      plugins: [
        executionPlugin(trust, reportsCalls),
        ApolloServerPluginCacheControlDisabled(),
        ApolloServerPluginInlineTraceDisabled(),
        ApolloServerPluginLandingPageDisabled(),
        ApolloServerPluginSchemaReportingDisabled(),
        ApolloServerPluginUsageReportingDisabled(),
      ],
    });
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  async respond(
    request: OperationRequest,
    parameters: unknown,
    onError: ErrorBehavior,
    execute: Execute,
  ): Promise<OperationResponse> {
    const exchange = new ApolloExchange(request, onError, execute);
    const httpGraphQLRequest = httpRequestOf(request, parameters);
    const ended = await Promise.race([
      this.#server.executeHTTPGraphQLRequest({
        httpGraphQLRequest,
        context: () => Promise.resolve({ exchange }),
      }),
      exchange.left,
    ]);
    if ('response' in ended) return ended.response;
    const rendered = 'refusal' in ended ? await this.#render(ended.refusal, httpGraphQLRequest) : ended;
    return this.#fromHttp(rendered, exchange);
  }

  /** Has Apollo render a refusal: an error that is thrown where a request gets its context. */
  #render(refusal: GatewayError, httpGraphQLRequest: HTTPGraphQLRequest): Promise<HTTPGraphQLResponse> {
    const { message, extensions, code } = refusal;
    const http = { status: statusOf(code), headers: new HeaderMap() };
    const error = new GraphQLError(message, { extensions: { ...extensions, http } });
    return this.#server.executeHTTPGraphQLRequest({
      httpGraphQLRequest,
      context: () => Promise.reject(error),
    });
  }

  #fromHttp({ status = 200, headers, body }: HTTPGraphQLResponse, exchange: ApolloExchange): SingleResponse {
    if (body.kind === 'chunked') throw new Error('incremental delivery is not supported');
    const { executed } = exchange;
    const contentType = headers.get('content-type') ?? JSON_TYPE;
    this.contentTypes.remember(exchange.request.http?.accept, contentType, status);
    const head = {
      status,
      // The transport computes its own `content-length`.
      headers: [...headers].filter(([name]) => name !== 'content-type' && name !== 'content-length'),
      contentType,
    };
    // Apollo finds out after the execution that the client accepts no JSON.
    if (executed && status !== NOT_ACCEPTABLE) return { ...executed, ...head, text: body.string };
    const { errors = [] }: FormattedExecutionResult = JSON.parse(body.string);
    const rejected = rejectedResponse(errors, exchange, head);
    return executed
      ? {
          ...rejected,
          operation: executed.operation,
          calls: executed.calls,
          refusal: { reason: 'accept', executed: executed.result },
        }
      : rejected;
  }
}

const NOT_ACCEPTABLE = 406;

/** One request on its way through Apollo. */
class ApolloExchange {
  readonly request: OperationRequest;
  readonly #departure = Promise.withResolvers<Departure>();
  /** Resolves if Apollo's response does not count. */
  readonly left = this.#departure.promise;
  /** The response that Apollo is to render. Null: Apollo rejected the request. */
  executed: SingleResponse | null = null;
  /** Hash or ID of the document. Null: not known yet. */
  document: string | null = null;
  /** Why the document was rejected. Null: it was not, or the code says it. */
  reason: RefusalReason | null = null;
  /** The root fields of a document that Apollo rejected. */
  root: readonly string[] = [];
  readonly onError: ErrorBehavior;
  readonly #execute: Execute;

  constructor(request: OperationRequest, onError: ErrorBehavior, execute: Execute) {
    this.request = request;
    this.onError = onError;
    this.#execute = execute;
  }

  async execute(operation: Parameters<Execute>[0]): Promise<SingleResponse> {
    const response = await this.#execute(operation, this.request);
    if (response.kind === 'stream' || !this.request.http) return this.leave({ response });
    this.executed = response;
    return response;
  }

  /**
   * Ends the exchange before Apollo has responded. Apollo has no response for a stream or a message, and no hook to refuse a
   * request before its document is parsed. It waits for the returned promise, which nothing else refers to: both are collected.
   */
  leave(departure: Departure | Promise<never>): Promise<never> {
    if ('refusal' in departure) this.reason = departure.refusal.reason;
    this.#departure.resolve(departure);
    return new Promise(() => {});
  }
}

type Departure = { response: OperationResponse } | { refusal: GatewayError };

/** Apollo copies the context of a request, so it holds nothing but a reference. */
interface ApolloContext {
  exchange: ApolloExchange;
}

function executionPlugin(trust: Trust, reportsCalls: boolean): ApolloServerPlugin<ApolloContext> {
  const listener: GraphQLRequestListener<ApolloContext> = {
    async validationDidStart({ document, contextValue: { exchange } }) {
      const refusal = refuseConditionalStreams(document);
      if (refusal) return exchange.leave({ refusal });
      return async (errors = []) => nameArguments(document, errors);
    },
    async didEncounterErrors({ document, operationName, errors: [error], contextValue: { exchange } }) {
      const definition = document && getOperationAST(document, operationName);
      exchange.reason = limitReason(error);
      if (definition) exchange.root = reportedRoots(rootFieldsOf(document, definition));
    },
    async responseForOperation(request: GraphQLRequestContext<ApolloContext>) {
      const { document, operation: definition, contextValue } = request;
      // Apollo rejects a request that does not say which operation it means.
      if (!document || !definition) return null;
      const { exchange } = contextValue;
      trust.note({
        requestId: exchange.request.requestId,
        source: request.source,
        hash: request.queryHash,
        operationName: reportedName(request.operationName),
      });
      const { variables: parsed, extensions } = request.request;
      const variables = exchange.request.http?.exactVariables ?? parsed;
      const countsCalls = reportsCalls && extensions?.upstream === true;
      const response = await exchange.execute({
        document,
        definition,
        variables,
        countsCalls,
        onError: exchange.onError,
      });
      return {
        http: { status: response.status, headers: new HeaderMap(response.headers) },
        body: { kind: 'single', singleResult: response.result },
      };
    },
  };
  return {
    // The runner logs it with the ID of the request.
    unexpectedErrorProcessingRequest: ({ requestContext: { contextValue }, error }) =>
      contextValue.exchange.leave(Promise.reject(error)),
    requestDidStart: async ({ request, contextValue: { exchange } }) => {
      exchange.document = documentIn(request);
      const refusal = trust.admit(request) ?? checkPersistedQuery(request);
      return refusal ? exchange.leave({ refusal }) : listener;
    },
  };
}

/** A message is like a POST whose body are its parameters. */
function httpRequestOf({ http }: OperationRequest, parameters: unknown): HTTPGraphQLRequest {
  if (http) {
    const { method, headers, search, accept } = http;
    return { method, headers: new RequestHeaders(headers, accept), search, body: parameters };
  }
  const headers = new HeaderMap([['content-type', 'application/json']]);
  // Socket clients send an empty name for none.
  const hasNoName = isRecord(parameters) && parameters.operationName === '';
  const body = hasNoName ? { ...parameters, operationName: null } : parameters;
  return { method: 'POST', headers, search: '', body };
}

/** The response to a request that Apollo rejected. */
function rejectedResponse(
  errors: readonly GraphQLFormattedError[],
  exchange: ApolloExchange,
  head: ResponseHead,
): SingleResponse {
  const { document, root } = exchange;
  const { requestId } = exchange.request;
  const codes: ErrorCode[] = [];
  const complete = errors.map((error) => {
    const code = isErrorCode(error.extensions?.code) ? error.extensions.code : 'BAD_REQUEST';
    codes.push(code);
    const { retryable } = ERROR_CODES[code];
    return { ...error, extensions: { ...error.extensions, code, requestId, retryable } };
  });
  const [first] = codes;
  const reason = exchange.reason ?? (first && REASON[first]) ?? 'request';
  return unexecutedResponse(complete, codes, { reason, document, root }, head);
}

/** Replaces Apollo's message, which advises clients to change an option of the server's constructor. */
const formatIntrospection = (error: GraphQLFormattedError): GraphQLFormattedError =>
  error.extensions?.validationErrorCode === 'INTROSPECTION_DISABLED'
    ? { ...error, message: "Introspection is off here; the operator's setting INTROSPECTION turns it on." }
    : error;

/** The reason of a rejection by its code, where nothing more is known. */
const REASON: Partial<Record<ErrorCode, RefusalReason>> = {
  GRAPHQL_PARSE_FAILED: 'syntax',
  GRAPHQL_VALIDATION_FAILED: 'validation',
  OPERATION_RESOLUTION_FAILURE: 'operation-name',
  BAD_USER_INPUT: 'variables',
  PERSISTED_QUERY_NOT_FOUND: 'persisted-query',
  PERSISTED_QUERY_NOT_SUPPORTED: 'persisted-query',
  // The parser found it: rules give their limit a reason.
  OPERATION_TOO_EXPENSIVE: 'tokens',
};

/** Document IDs from clients that may be logged: no character that could break a line. */
const DOCUMENT_ID = /^[\w.:-]{1,128}$/;

/** The hash of the document in a request, or else the ID that the client sent for it. */
function documentIn(request: DocumentRequest): string | null {
  if (request.query) return documentHash(request.query);
  const id = documentId(request);
  return id !== null && DOCUMENT_ID.test(id) ? id : null;
}

/** Looks headers up instead of copying them: Apollo reads a few by name. */
class RequestHeaders extends HeaderMap {
  readonly #headers: IncomingHttpHeaders;
  readonly #accept: string | undefined;

  constructor(headers: IncomingHttpHeaders, accept: string | undefined) {
    super();
    this.#headers = headers;
    this.#accept = accept;
  }

  override get(name: string): string | undefined {
    if (name === 'accept') return this.#accept;
    const value = this.#headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  override has(name: string): boolean {
    return this.#headers[name.toLowerCase()] !== undefined;
  }
}
