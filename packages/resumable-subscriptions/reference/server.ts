import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as graphql from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { Item } from './streams.ts';

const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** What resolvers get; one for each operation. */
export interface Context {
  /** Null: no credential. */
  caller: string | null;
  /** Cursor from outside the arguments, before which they yield. Undefined: none. */
  after: string | undefined;
  /** The item of the result that is being executed. */
  item?: Item;
}

/** `resolve` of a subscription field: its items are results. */
export function resolveItem(item: Item, _arguments: unknown, context: Context): Item {
  context.item = item;
  return item;
}

/** Serves a schema at `/graphql`: over HTTP, server-sent events and `graphql-transport-ws`. */
export function serve(
  schema: graphql.GraphQLSchema,
  callerOf: (credential: unknown) => string | null,
): Server {
  const contextOf = (credential: unknown, after: unknown): Context => ({
    caller: callerOf(credential),
    after: typeof after === 'string' ? after : undefined,
  });

  const run = async (body: SubscribePayload, contextValue: Context) => {
    const { query, variables: variableValues, operationName } = body;
    const document = graphql.parse(query);
    const errors = graphql.validate(schema, document);
    if (errors.length > 0) return { errors };
    const isSubscription = graphql.getOperationAST(document, operationName)?.operation === 'subscription';
    const args = { schema, document, contextValue, variableValues, operationName };
    return isSubscription ? graphql.subscribe(args) : graphql.execute(args);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = bodyIn(await json(request));
    const { authorization, accept = '', 'last-event-id': lastEventId } = request.headers;
    const context = contextOf(authorization, lastEventId || body.extensions?.after);
    const result = await run(body, context);
    if (!(Symbol.asyncIterator in result) && (result.errors || !accept.includes('text/event-stream'))) {
      response.writeHead(result.data ? 200 : 400, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(result));
    }
    response.writeHead(200, EVENT_STREAM).flushHeaders();
    const results = Symbol.asyncIterator in result ? result : [result];
    if ('return' in results) response.once('close', () => void results.return(undefined));
    await pipeline(Readable.from(eventsOf(results, context)), response);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy();
      response.writeHead(400, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ errors: [{ message: String(error) }] }));
    });
  });
  useServer<{ authorization?: unknown }>(
    {
      schema,
      context: ({ connectionParams }, _id, { extensions }) =>
        contextOf(connectionParams?.authorization, extensions?.after),
      onNext: (_connection, _id, _payload, { contextValue }, result) => {
        const errors = result.errors?.map((error) => error.toJSON());
        return withCursor({ data: result.data ?? null, ...(errors && { errors }) }, contextIn(contextValue));
      },
    },
    new WebSocketServer({ server, path: '/graphql' }),
  );
  return server;
}

/** The context of an operation over WebSocket, whose type the library does not know. */
const contextIn = (value: unknown): Pick<Context, 'item'> =>
  typeof value === 'object' && value !== null ? value : {};

function bodyIn(value: unknown): SubscribePayload {
  if (typeof value === 'object' && value !== null && 'query' in value && typeof value.query === 'string')
    return { ...value, query: value.query };
  throw new Error('The body must have a query.');
}

/** The result with its cursor in `extensions`, too. */
function withCursor<Result extends object>(result: Result, { item }: Pick<Context, 'item'>): Result {
  if (!item) return result;
  const { cursor, replayed, gap } = item;
  return { ...result, extensions: { cursor, replayed, gap } };
}

type Results = AsyncIterable<graphql.ExecutionResult> | Iterable<graphql.ExecutionResult>;

/** The pipeline takes the next one when the client has read the last, so that nothing queues here. */
async function* eventsOf(results: Results, context: Context): AsyncGenerator<string> {
  for await (const next of results) {
    const id = context.item ? `id: ${context.item.cursor}\n` : '';
    yield `${id}event: next\ndata: ${JSON.stringify(withCursor(next, context))}\n\n`;
  }
  yield 'event: complete\ndata:\n\n';
}
