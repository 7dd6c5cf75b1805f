import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestListener,
  HeaderMap,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { type DocumentNode, type GraphQLFormattedError, type GraphQLSchema, getOperationAST } from 'graphql';
import { ERROR_CODES, type ErrorCode, GatewayError, isErrorCode } from '../../graph/errors.ts';
import type { RefusalReason } from '../../graph/refusal-reason.ts';
import { nameArguments } from '../input/literal-arguments.ts';
import {
  type DocumentLimits,
  formatLimits,
  limitRules,
  MAXIMUM_SELECTIONS,
  refusalIn,
} from '../limits/document-limits.ts';
import { reportedRoots } from '../reports/operation-facts.ts';
import type { OperationLog } from '../reports/operation-log.ts';
import { type SingleResponse, unexecutedResponse } from '../response.ts';
import { refuseConditionalStreams } from './conditional-streams.ts';
import { rootFieldsOf } from './root-fields.ts';

export interface ApolloOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  limits: DocumentLimits;
  log: OperationLog;
}

/** Why a document cannot run. */
export interface Rejection {
  readonly errors: readonly GraphQLFormattedError[];
  readonly reason: RefusalReason | null;
  /** Names of the root fields. */
  readonly root: readonly string[];
}

/** State of one document in Apollo. Apollo copies the context of a request, so the context holds only a reference to it. */
interface ParseState {
  document: DocumentNode | null;
  /** The error that a hook has thrown. */
  fault: unknown;
  reason: RefusalReason | null;
  root: readonly string[];
}

/** Apollo Server, which parses and validates each new document. The only file that uses it. */
export class Apollo {
  readonly #server: ApolloServer<{ state: ParseState }>;

  constructor({ schema, introspection, limits, log }: ApolloOptions) {
    this.#server = new ApolloServer({
      schema,
      introspection,
      hideSchemaDetailsFromClientErrors: !introspection,
      includeStacktraceInErrorResponses: false,
      stopOnTerminationSignals: false,
      // Faults reach the runner, which logs them with the ID of the request.
      logger: { debug: ignore, info: ignore, warn: (message) => log.warn({}, message), error: ignore },
      parseOptions: { maxTokens: limits.tokens },
      maxRecursiveSelections: MAXIMUM_SELECTIONS,
      validationRules: limitRules(limits),
      formatError: (formatted, error) => formatLimits(formatIntrospection(formatted), error),
      documentStore: null,
      persistedQueries: false,
      plugins: [
        plugin,
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

  /**
   * Parses and validates a document.
   * @param operationName whose root fields a rejection reports. Null: those of the only operation.
   * @returns a GatewayError if it is refused before validation.
   */
  async parse(query: string, operationName: string | null): Promise<DocumentNode | GatewayError | Rejection> {
    const state: ParseState = { document: null, fault: null, reason: null, root: [] };
    const request = { query, ...(operationName === null ? {} : { operationName }) };
    try {
      const { body } = await this.#server.executeOperation(request, { contextValue: { state } });
      if (state.document) return state.document;
      const { errors = [] } = body.kind === 'single' ? body.singleResult : {};
      return { errors, reason: state.reason, root: state.root };
    } catch (error) {
      if (state.fault instanceof GatewayError) return state.fault;
      throw state.fault ?? error;
    }
  }
}

const ignore = (): void => {};

const listener: GraphQLRequestListener<{ state: ParseState }> = {
  async validationDidStart({ document }) {
    const refusal = refuseConditionalStreams(document);
    if (refusal) throw refusal;
    return async (errors = []) => nameArguments(document, errors);
  },
  async didEncounterErrors({ document, request, errors: [error], contextValue: { state } }) {
    const definition = document && getOperationAST(document, request.operationName);
    state.reason = refusalIn(error)?.reason ?? null;
    if (definition) state.root = reportedRoots(rootFieldsOf(document, definition));
  },
  // The gateway's own executor runs operations.
  async responseForOperation({ document, contextValue: { state } }) {
    state.document = document ?? null;
    return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: {} } };
  },
};

const plugin: ApolloServerPlugin<{ state: ParseState }> = {
  requestDidStart: async () => listener,
  unexpectedErrorProcessingRequest: async ({ requestContext: { contextValue }, error }) => {
    contextValue.state.fault = error;
  },
};

/** The response to a request whose document was rejected. */
export function rejectedResponse(
  { errors, reason, root }: Rejection,
  requestId: string,
  document: string | null,
): SingleResponse {
  const codes: ErrorCode[] = [];
  const complete = errors.map((error) => {
    const code = isErrorCode(error.extensions?.code) ? error.extensions.code : 'BAD_REQUEST';
    codes.push(code);
    const { retryable } = ERROR_CODES[code];
    return { ...error, extensions: { ...error.extensions, code, requestId, retryable } };
  });
  const [first] = codes;
  const because = reason ?? (first && REASON[first]) ?? 'request';
  return unexecutedResponse(complete, codes, { reason: because, document, root });
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
};
