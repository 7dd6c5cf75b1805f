import {
  buildSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  getOperationAST,
  isObjectType,
  parse,
  print,
  subscribe,
  validate,
} from 'graphql';
import { FIXTURES } from '../generated/fixtures.ts';
import * as documents from '../generated/gql/graphql.ts';
import { keyedField } from '../idempotency.ts';
import { documentIdOf } from '../trusted-documents.ts';
import { checkArguments, variableError } from './argument-rules.ts';
import type { Fields, Fixtures } from './fixtures.ts';
import { gatewayError } from './gateway-error.ts';
import { MUTATIONS, notify, OPEN_MUTATIONS } from './mutations.ts';
import { FIELD_READERS } from './queries.ts';
import { SDL } from './sdl.js';
import { FixtureStore } from './store.ts';

/** A request to the graph. */
export interface FixtureRequest {
  query?: string | undefined;
  /** Further members; a trusted document's hash is accepted in place of `query`, if the document is of this package. */
  documentId?: string | undefined;
  extensions?: Readonly<Record<string, unknown>> | undefined;
  variables?: Readonly<Record<string, unknown>> | null | undefined;
  operationName?: string | null | undefined;
  /** The `Authorization` header. Any that was not revoked belongs to the student of the fixtures. */
  authorization?: string | null | undefined;
  /** The `Idempotency-Key` header, for a mutation of one field. */
  idempotencyKey?: string | null | undefined;
  /** Continues a subscription after this event; takes precedence over its `after`. */
  lastEventId?: string | null | undefined;
}

/** An event of a subscription. `id` is its cursor. */
export interface FixtureEvent {
  id: string;
  result: ExecutionResult;
}

/** The graph over fixtures, in memory: any document that is valid for its schema works. */
export interface FixtureGraph {
  execute(request: FixtureRequest): Promise<ExecutionResult>;
  /** @returns the events, or the response that refuses the subscription. */
  subscribe(request: FixtureRequest): Promise<AsyncIterableIterator<FixtureEvent> | ExecutionResult>;
  /** Whether the request is a subscription. */
  isSubscription(request: FixtureRequest): boolean;
  /** Sends the student a notification, which appears in the list and in the streams. */
  notify(notification: { text: string; textParameters?: string; path?: string }): void;
  /** Refuses a credential from now on, as after the end of a session: `revoke('Bearer …')`. */
  revoke(authorization: string): void;
}

/**
 * Creates a graph with its own state, so that tests do not affect each other: mutations change it.
 * @param fixtures default: what the student Ana Ferreira of the sandbox reads.
 */
export function createFixtureGraph(fixtures: Fixtures = FIXTURES): FixtureGraph {
  const schema = buildSchema(SDL, { assumeValid: true });
  const store = new FixtureStore(fixtures);

  /** @returns the arguments for graphql-js, or the response that refuses the request. */
  const prepare = (request: FixtureRequest) => {
    const text = textOf(request);
    if (text === null)
      return { refusal: refused('BAD_REQUEST', 'The request has no document of this package.') };
    try {
      const document = parse(text);
      const [problem] = validate(schema, document);
      if (problem) return { refusal: refused('GRAPHQL_VALIDATION_FAILED', problem.message) };
      if (!getOperationAST(document, request.operationName))
        return { refusal: refused('OPERATION_RESOLUTION_FAILURE', UNKNOWN_OPERATION) };
      const { authorization, lastEventId = null } = request;
      const key = kindOf(request) === 'mutation' ? (request.idempotencyKey ?? null) : null;
      if (key !== null && keyedField(text) === null) return { refusal: refusedKey() };
      const context: Context = { store, authorization: authorization ?? '', key, lastEventId };
      return {
        args: {
          schema,
          document,
          contextValue: context,
          variableValues: request.variables ?? {},
          operationName: request.operationName ?? null,
          fieldResolver: readField,
          subscribeFieldResolver: openStream,
        },
      };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { refusal: refused('GRAPHQL_PARSE_FAILED', message) };
    }
  };

  return {
    execute: async (request) => {
      const { args, refusal } = prepare(request);
      return args ? coded(await execute(args), args.document) : refusal;
    },
    subscribe: async (request) => {
      const { args, refusal } = prepare(request);
      if (!args) return refusal;
      const results = await subscribe(args);
      return Symbol.asyncIterator in results
        ? eventsOf(results, args.contextValue)
        : coded(results, args.document);
    },
    isSubscription: (request) => kindOf(request) === 'subscription',
    notify: (notification) => void notify(store, notification),
    revoke: (authorization) => store.revoke(authorization),
  };
}

interface Context {
  store: FixtureStore;
  authorization: string;
  /** From the header, for the only field. */
  key: string | null;
  /** Of a subscription: the cursor to continue after, then that of the current event. */
  lastEventId: string | null;
}

/** Each result with the cursor of its event, which the document need not select. */
function eventsOf(
  results: AsyncGenerator<ExecutionResult, void, void>,
  context: Context,
): AsyncIterableIterator<FixtureEvent> {
  return {
    next: async () => {
      const { done, value } = await results.next();
      return done
        ? { done, value: undefined }
        : { done: false, value: { id: context.lastEventId ?? '', result: value } };
    },
    return: async () => {
      await results.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const UNKNOWN_OPERATION = 'Must provide operation name if query contains multiple operations.';

/** graphql-js refuses invalid variables without a code. */
const coded = (result: ExecutionResult, document: DocumentNode): ExecutionResult =>
  'data' in result || !result.errors
    ? result
    : {
        errors: result.errors.map((error) =>
          'code' in error.extensions ? error : variableError(error, document),
        ),
      };

const refused = (code: Parameters<typeof gatewayError>[0], message: string): ExecutionResult => ({
  errors: [gatewayError(code, message)],
});

/** The gateway's refusal of a key. */
const refusedKey = (): ExecutionResult => ({
  errors: [
    gatewayError('BAD_USER_INPUT', 'The header `Idempotency-Key` is for one field that takes a key.', {
      reason: 'NOT_ALLOWED',
    }),
  ],
});

/** Null: the request has no valid operation. */
function kindOf(request: FixtureRequest): string | null {
  try {
    return getOperationAST(parse(textOf(request) ?? ''), request.operationName)?.operation ?? null;
  } catch {
    return null;
  }
}

function textOf({ query, documentId, extensions }: FixtureRequest): string | null {
  if (query) return query;
  const hash = documentId ?? extensions?.documentId ?? Object(extensions?.persistedQuery).sha256Hash;
  const known = Object.values(documents).find((document) => documentIdOf(document) === hash);
  return known && typeof hash === 'string' ? print(known) : null;
}

const readField: GraphQLFieldResolver<Fields, Context> = (source, args, context, info) => {
  const { store, authorization } = context;
  const { parentType, fieldName, returnType, schema } = info;
  if (isRoot(schema, parentType.name)) requireCredential(store, authorization, fieldName);
  checkArguments(parentType, fieldName, args);
  if (parentType === schema.getMutationType()) {
    const mutation = MUTATIONS[fieldName];
    if (!mutation)
      throw gatewayError('NOT_CONFIGURED', `The fixtures have no \`${fieldName}\`: add a handler for it.`);
    const key = keyIn(info) ?? context.key;
    const write = (): Fields => mutation(Object(args.input), store, authorization);
    return key === null ? write() : store.once(key, JSON.stringify([fieldName, args]), write);
  }
  const reader = FIELD_READERS[parentType.name]?.[fieldName];
  const value = reader ? reader(Object(source), args, store) : Object(source)[fieldName];
  if (value !== undefined && (value !== null || !isObjectType(getNamedType(returnType))))
    return store.resolve(value);
  return linked(Object(source), fieldName, getNamedType(returnType).name, store);
};

/** The key in the `@idempotent` directive of a field. */
function keyIn({ schema, fieldNodes: [field], variableValues }: GraphQLResolveInfo): string | null {
  const directive = schema.getDirective('idempotent');
  const values = directive && field ? getDirectiveValues(directive, field, variableValues) : undefined;
  return typeof values?.key === 'string' ? values.key : null;
}

/** A record that the source names by ID. `user` follows the gateway's rule: the viewer and friends, else null. */
function linked(source: Fields, field: string, type: string, store: FixtureStore): unknown {
  if (field === 'extra') return {};
  const id = source[`${field}Id`];
  if (id == null || (type === 'User' && !store.isKnown(id))) return null;
  return store.record(type, id);
}

const openStream: GraphQLFieldResolver<unknown, Context> = (_source, { after }, context, { fieldName }) => {
  requireCredential(context.store, context.authorization, fieldName);
  if (fieldName !== 'notificationReceived')
    throw gatewayError('FORBIDDEN', 'This requires an ATO token; the fixtures are those of a student.');
  const items = context.store.follow(context.lastEventId ?? (typeof after === 'string' ? after : null));
  return {
    next: async () => {
      const { done, value } = await items.next();
      if (done) return { done, value };
      context.lastEventId = String(value.cursor);
      return { done, value: { [fieldName]: value } };
    },
    return: () => items.return?.(),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};

const isRoot = (schema: GraphQLSchema, type: string): boolean =>
  type === schema.getQueryType()?.name || type === schema.getMutationType()?.name;

function requireCredential(store: FixtureStore, authorization: string, field: string): void {
  if (OPEN_MUTATIONS.has(field) || store.accepts(authorization)) return;
  throw gatewayError('UNAUTHENTICATED', 'Sign in again: the request has no valid credential.');
}
