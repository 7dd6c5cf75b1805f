import { Agent, request } from 'undici';
import { type ClientOptions as SocketOptions, WebSocket } from 'ws';
import { Collected } from './collected.ts';
import { EventStreamParser, type SentEvent } from './event-stream.ts';
import type { GraphError } from './graph-error.ts';
import { type Listener, listen } from './listen.ts';

interface Result {
  status: number;
  requestId: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of its data
  data: any;
  errors: GraphError[];
}

interface RequestOptions {
  headers?: Readonly<Record<string, string>>;
  variables?: Readonly<Record<string, unknown>>;
  /** Query string of the URL. Default: none. */
  search?: string;
  /** Default: POST. */
  method?: 'GET' | 'POST';
}

/** A client with a loopback address of its own and connections that it keeps, over TLS. */
export class AddressedClient {
  readonly #url: string;
  readonly #socketOptions: SocketOptions;
  readonly #agent: Agent;

  constructor(url: string, localAddress: string, ca: string) {
    this.#url = url;
    this.#socketOptions = { ca, localAddress };
    this.#agent = new Agent({ localAddress, connections: 4, connect: { ca }, allowH2: false });
  }

  /** Sends a query or mutation. A response that is not JSON, such as a proxy's own, has no data and no errors. */
  async query(query: string, options: RequestOptions = {}): Promise<Result> {
    const { statusCode: status, headers, body } = await this.#send(query, options, 'application/json');
    const text = await body.text();
    const isJson = String(headers['content-type']).includes('json');
    const { data = null, errors = [] } = isJson ? JSON.parse(text) : {};
    return { status, requestId: String(headers['x-request-id']), data, errors };
  }

  /** Opens a stream of server-sent events. */
  async stream(
    query: string,
    options: RequestOptions = {},
  ): Promise<{ events: Collected<SentEvent>; stop: () => void }> {
    const { body } = await this.#send(query, options, 'text/event-stream');
    const events = new Collected<SentEvent>();
    const parser = new EventStreamParser();
    body.setEncoding('utf8');
    body.on('data', (chunk: string) => {
      for (const event of parser.push(chunk)) if (typeof event !== 'string') events.add(event);
    });
    body.on('error', (error) => events.fail(error));
    body.on('end', () => events.fail(new Error(`the stream ended after ${JSON.stringify(events.items)}`)));
    return { events, stop: () => void body.destroy() };
  }

  /** Subscribes over a WebSocket. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of its data
  listen<Payload = any>(query: string, authorization: string, variables = {}): Listener<Payload> {
    const options = this.#socketOptions;
    class AddressedSocket extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, options);
      }
    }
    return listen<Payload>(this.#url, query, {
      authorization,
      variables,
      client: { webSocketImpl: AddressedSocket },
    });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #send(
    query: string,
    { headers = {}, variables, search = '', method = 'POST' }: RequestOptions,
    accept: string,
  ) {
    const dispatcher = this.#agent;
    const url = `${this.#url}/graphql`;
    if (method === 'GET')
      return request(`${url}?${new URLSearchParams({ query })}`, {
        dispatcher,
        headers: { accept, 'apollo-require-preflight': 'true', ...headers },
      });
    return request(url + search, {
      dispatcher,
      method,
      headers: { accept, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
  }
}
