import type { ServerResponse } from 'node:http';
import type { Caller } from '../../admission/limits.ts';
import type { SingleResponse, StreamResponse } from '../../operations/response.ts';
import { StreamFailure } from '../../operations/streams/result-stream.ts';
import { writeSingle, writeStream } from '../sse/event-stream.ts';
import type { TransportOptions } from '../transport-options.ts';
import { type Accepted, ANY, acceptedBy } from './accept.ts';
import type { Compress, Compressed } from './compression.ts';
import { holdUntilClosed } from './held-until-closed.ts';
import { HttpOperation } from './http-operation.ts';
import { remembered } from './remembered.ts';
import type { BufferedRequest } from './request-body.ts';
import { KEPT_PER_CHARACTER, LARGE, type ResponseHead } from './response-head.ts';

export const GRAPHQL_PATH = '/graphql';

/** Whether a response may be compressed: the result of a query. Those of mutations may contain tokens (BREACH). */
const isCompressible = ({ status, operation }: SingleResponse): boolean =>
  status < 300 && operation?.definition.operation === 'query';

/** A result as JSON. As bytes, with a line break, if parts of it were bytes already. */
const jsonOf = ({ result, slices }: SingleResponse): string | Buffer =>
  slices ? slices.join(`${JSON.stringify(result)}\n`) : JSON.stringify(result);

export interface GraphqlEndpointOptions extends TransportOptions {
  /** Null: responses are never compressed. */
  compress: Compress | null;
}

/** GraphQL over HTTP: responds to a request with a response or an event stream. */
export class GraphqlEndpoint {
  readonly #options: GraphqlEndpointOptions;
  /** Number of open event streams. */
  openStreams = 0;
  readonly #draining = new AbortController();
  readonly #acceptedBy = remembered(acceptedBy);

  constructor(options: GraphqlEndpointOptions) {
    this.#options = options;
  }

  /** Ends event streams now, and connections with their next response, because the process is about to stop. */
  drain(): void {
    this.#draining.abort();
  }

  /** @param search the query of the URL, with its question mark. */
  async respond(request: BufferedRequest, head: ResponseHead, search: string): Promise<void> {
    const { runner, boundary, tracing, clients } = this.#options;
    const { response } = head;
    const accepted = this.#acceptedBy(request.headers.accept ?? ANY);
    const trace = tracing?.request(
      request.method ?? 'GET',
      GRAPHQL_PATH,
      request.headers,
      clients.isFromProxy(request),
    );
    const operation = new HttpOperation({
      request,
      response,
      search,
      accepted,
      trace: trace?.operation() ?? null,
    });
    response.on(
      'close',
      boundary.listener('http request', () => {
        if (!response.writableFinished) operation.signal.abort();
      }),
    );
    head.add('x-request-id', operation.requestId);
    if (operation.method !== 'POST' && operation.method !== 'GET') head.add('allow', 'GET, POST');
    const outcome = await runner.run(operation);
    try {
      if (outcome.kind === 'stream') await this.#sendStream(head, outcome, operation);
      else {
        const sent = this.#send(head, outcome, accepted, operation);
        if (sent) await sent;
        const unread = response.socket?.writableLength ?? 0;
        // More is part of a large response, which has been charged.
        if (unread > 0 && unread <= LARGE)
          this.#countUnread(response, operation.account, KEPT_PER_CHARACTER * unread);
      }
    } catch (error) {
      // The server responds with 500 if it still can.
      if (!response.headersSent) response.statusCode = 500;
      throw error;
    } finally {
      trace?.end(response.statusCode);
    }
  }

  /** @returns a promise if a large response is compressed first. */
  #send(
    head: ResponseHead,
    response: SingleResponse,
    { onlyEvents }: Accepted,
    { account, contentType }: HttpOperation,
  ): Promise<void> | undefined {
    const { compress } = this.#options;
    const { status, headers } = response;
    for (const [name, value] of headers) head.add(name, value);
    if (this.#draining.signal.aborted) head.response.shouldKeepAlive = false;
    const json = jsonOf(response);
    // Charged before it takes further memory to be sent.
    if (json.length > LARGE && !this.#countUnread(head.response, account, json.length)) return undefined;
    if (onlyEvents && status === 200) {
      writeSingle(head, json.toString());
      return undefined;
    }
    account?.spend('bytes', json.length);
    const send = (compressed: Compressed | null): undefined => {
      if (compressed) head.add('content-encoding', compressed.encoding);
      const isText = !compressed && typeof json === 'string';
      head.send(status, compressed?.body ?? json, contentType, isText ? '\n' : '');
    };
    if (!compress || !isCompressible(response)) return send(null);
    head.add('vary', 'accept-encoding');
    const compressed = compress(json, String(head.response.req.headers['accept-encoding'] ?? ''));
    return compressed instanceof Promise ? compressed.then(send) : send(compressed);
  }

  /**
   * Charges a caller for a response until the client has read it. @returns false if that exceeds a limit: the connection is
   * closed.
   */
  #countUnread(response: ServerResponse, caller: Caller | null, bytes: number): boolean {
    if (response.destroyed) return false;
    const charge = holdUntilClosed(response, caller, 'unread', bytes);
    if (!charge) response.destroy();
    return charge !== null;
  }

  async #sendStream(
    head: ResponseHead,
    { results, sessionEnd }: StreamResponse,
    operation: HttpOperation,
  ): Promise<void> {
    operation.identify(this.#options.callers);
    const draining = this.#draining.signal;
    this.openStreams += 1;
    try {
      const interrupt = sessionEnd ? AbortSignal.any([draining, sessionEnd]) : draining;
      await writeStream(head, results, this.#options, operation.account, interrupt);
    } catch (error) {
      // The runner has logged why a stream failed.
      if (!(error instanceof StreamFailure)) throw error;
      head.response.destroy();
    } finally {
      this.openStreams -= 1;
    }
  }
}
