import {
  type CacheConfig,
  type FetchFunction,
  type GraphQLResponse,
  type GraphQLSingularResponse,
  Observable,
  type RequestParameters,
  type SubscribeFunction,
  type Variables,
} from 'relay-runtime';
import { type ClientOptions, connectionsOf } from '../client-options.ts';
import { SYSTEM_CLOCK, wait } from '../clock.ts';
import { gatewayErrors } from '../errors.ts';
import { IDEMPOTENCY_KEY, keyedField, newKey } from '../idempotency.ts';
import { silentDelay } from '../silent-delay.ts';
import type { MutationResponse } from './changes.ts';

/** The functions of a Relay `Network`. */
export interface NetworkFunctions {
  fetch: FetchFunction;
  subscribe: SubscribeFunction;
}

/**
 * The arguments of `Network.create`. Each mutation that writes has an idempotency key: that of its `cacheConfig`, in
 * `metadata.idempotencyKey`, or a new one. A mutation whose text was persisted has only the former. A query, or a mutation with a
 * key, that no gateway answered, or whose errors are all retryable, is retried once, after the time that the gateway requires
 * if that is at most five seconds.
 * @param onResponse called after the store has received a response, with that of a mutation.
 */
export function createNetworkFunctions(
  options: ClientOptions,
  onResponse: (mutation: MutationResponse | null) => void = () => {},
): NetworkFunctions {
  const { url, trustedDocuments = false, clock = SYSTEM_CLOCK } = options;
  const { fetch: send, socket } = connectionsOf(options);

  const post = async (
    request: RequestParameters,
    variables: Variables,
    key: string | null,
  ): Promise<GraphQLSingularResponse> => {
    const response = await send(url, {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json,application/json;q=0.9',
        'content-type': 'application/json',
        ...(key === null ? {} : { [IDEMPOTENCY_KEY]: key }),
      },
      body: JSON.stringify({ ...documentOf(request, trustedDocuments), variables }),
    });
    const body: unknown = await response.json().catch(() => null);
    if (!isResult(body)) throw new NoResult(response);
    return readable(body);
  };

  const fetchOnce = async (request: RequestParameters, variables: Variables, config: CacheConfig) => {
    const key = keyOf(request, config);
    const first = post(request, variables, key);
    const isSafe = key !== null || request.operationKind === 'query';
    const delay = isSafe ? silentDelay(await first.catch((error: unknown) => error)) : null;
    if (delay === null) return first;
    await wait(clock, delay);
    return post(request, variables, key);
  };

  const subscribe = (request: RequestParameters, variables: Variables): Observable<GraphQLResponse> =>
    Observable.create((sink) => {
      const documentId = trustedDocuments ? request.id : null;
      return socket.subscribe(
        {
          query: textOf(request),
          variables,
          ...(typeof documentId === 'string' ? { extensions: { documentId } } : {}),
        },
        {
          next: (result) => sink.next(readable(result)),
          error: (error) => sink.error(error instanceof Error ? error : new StreamFailed(error)),
          complete: () => sink.complete(),
        },
      );
    });

  return {
    fetch: (request, variables, config) =>
      announcing(Observable.from(fetchOnce(request, variables, config)), ({ data }) =>
        onResponse(request.operationKind === 'mutation' ? { data, text: request.text } : null),
      ),
    subscribe: (request, variables) => announcing(subscribe(request, variables), () => onResponse(null)),
  };
}

/** Whether a body is the response to an operation: another server may respond at a wrong address, in JSON as well. */
const isResult = (body: unknown): body is ResponseBody =>
  typeof body === 'object' && body !== null && ('data' in body || 'errors' in body);

/** A response that is not from the gateway, such as a proxy's page. */
class NoResult extends Error {
  override readonly name = 'NoResult';
  readonly response: Response;

  constructor(response: Response) {
    super(`A server other than the gateway responded, with status ${response.status}: check the address.`);
    this.response = response;
  }
}

/** A subscription that the gateway refused. `gatewayErrors` reads the reasons. */
class StreamFailed extends Error {
  override readonly name = 'StreamFailed';
  readonly errors: readonly unknown[];

  constructor(cause: unknown) {
    const [first] = gatewayErrors(cause);
    super(first?.message ?? 'The subscription has ended.', { cause });
    this.errors = Array.isArray(cause) ? cause : [];
  }
}

/** Relay's store receives a response while it is passed on, synchronously. */
const announcing = <Response extends GraphQLResponse>(
  responses: Observable<Response>,
  onResponse: (response: Response) => void,
): Observable<GraphQLResponse> =>
  Observable.create((sink) =>
    responses.subscribe({
      next: (response) => {
        sink.next(response);
        onResponse(response);
      },
      error: (error: Error) => sink.error(error),
      complete: () => sink.complete(),
    }),
  );

/** The idempotency key of a request. Null: it takes none. */
function keyOf({ text }: RequestParameters, { metadata }: CacheConfig): string | null {
  const given = metadata?.idempotencyKey;
  if (typeof given === 'string') return given;
  return typeof text === 'string' && keyedField(text) !== null ? newKey() : null;
}

const documentOf = (request: RequestParameters, trusted: boolean): Record<string, string> =>
  trusted && typeof request.id === 'string' ? { documentId: request.id } : { query: textOf(request) };

/** The text of a document. @throws Error if the compiler persisted it and left it out. */
function textOf({ text, name }: RequestParameters): string {
  if (typeof text !== 'string')
    throw new Error(`${name} has no text: set \`trustedDocuments\`, or compile without \`persistConfig\`.`);
  return text;
}

/**
 * Relay treats a response without `data` as a failure, and one with data as a success whose failed fields are null. A refused
 * request has only `errors`.
 */
function readable(body: unknown): GraphQLSingularResponse {
  const { data = null, errors } =
    typeof body === 'object' && body !== null ? ({ ...body } as ResponseBody) : {};
  if (data !== null) return Array.isArray(errors) ? { data, errors } : { data };
  return { errors: Array.isArray(errors) ? errors : [{ message: 'The gateway sent no result.' }] };
}

interface ResponseBody {
  data?: Record<string, unknown> | null;
  errors?: { message: string }[];
}
