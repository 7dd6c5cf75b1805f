import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Charge } from '../../admission/accounts.ts';
import type { Callers } from '../../admission/callers.ts';
import { type Caller, type Resource, SOCKET } from '../../admission/limits.ts';
import { GatewayError } from '../../graph/errors.ts';
import { Cancellation } from '../../lib/cancellation.ts';
import { type ClientIdentity, clientIdentityIn } from '../../operations/input/client-identity.ts';
import type { OperationTrace } from '../../operations/reports/operation-trace.ts';
import {
  type HttpParameters,
  needsStream,
  type OperationRequest,
  RequestError,
} from '../../operations/request.ts';
import { SMALL_INPUT, tooMuchInput } from '../input-limits.ts';
import { type Accepted, JSON_TYPE } from './accept.ts';
import { holdUntilClosed } from './held-until-closed.ts';
import { type BufferedRequest, readBody } from './request-body.ts';
import { parametersIn } from './url-parameters.ts';

/** What the endpoint has read of a request. */
interface ReceivedRequest {
  request: BufferedRequest;
  response: ServerResponse;
  /** The query of the URL, with its question mark. */
  search: string;
  accepted: Accepted;
  trace: OperationTrace | null;
}

/** Request IDs that are accepted from clients: no character that could break a log line or a header. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;
/** Milliseconds after which a caller with too many connections may retry. */
const CONNECTION_RETRY = 5000;

/** One operation as it arrives over HTTP. */
export class HttpOperation implements OperationRequest, HttpParameters {
  readonly requestId: string;
  readonly authorization: string | undefined;
  readonly client: ClientIdentity;
  readonly address: string;
  readonly trace: OperationTrace | null;
  readonly signal = new Cancellation();
  account: Caller | null;
  readonly resumeAfter: string | null;
  readonly endsWithSession = true;
  readonly http = this;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly contentType: string;
  readonly #received: ReceivedRequest;
  /** Null: it has no event stream. */
  #stream: Charge<Resource> | null = null;

  constructor(received: ReceivedRequest) {
    const { request, accepted, trace } = received;
    const { headers, method = 'GET' } = request;
    this.requestId = requestIdOf(headers);
    this.authorization = headers.authorization;
    this.client = clientIdentityIn(headers);
    this.address = request.address;
    this.account = request.caller;
    this.trace = trace;
    this.resumeAfter = accepted.events ? lastEventId(headers) : null;
    this.method = method;
    this.headers = headers;
    this.contentType = accepted.type ?? JSON_TYPE;
    this.#received = received;
  }

  /** Charges for a large body. */
  refuse(): GatewayError | null {
    const { isDiscarded, declaredSize } = this.#received.request;
    if (isDiscarded) return tooMuchInput();
    if (declaredSize > SMALL_INPUT) this.account?.spend('bytes', declaredSize);
    return null;
  }

  parameters(): unknown {
    const { request, response, search, accepted } = this.#received;
    if (this.method !== 'POST' && this.method !== 'GET')
      throw new RequestError(405, 'Send operations with GET or POST.', { reason: 'request' });
    if (accepted.type === null)
      throw new RequestError(
        406,
        'Accept `application/graphql-response+json`, `application/json` or, for subscriptions, `text/event-stream`.',
        { reason: 'accept' },
      );
    if (this.method === 'GET') return parametersIn(search, this.headers);
    return readBody(request, (bytes) => holdUntilClosed(response, this.account, 'input', bytes) !== null);
  }

  /** Charges its event stream to its user, who may have been confirmed by now. */
  identify(callers: Callers): void {
    this.#stream?.moveTo(callers.of(this.address, this.authorization));
  }

  /** Charges its caller for an event stream until the connection closes. */
  refuseStream(): GatewayError | null {
    const { response, accepted } = this.#received;
    if (!accepted.events) return needsStream();
    this.#stream = holdUntilClosed(response, this.account, 'streams', SOCKET);
    // Its client resumes.
    this.#stream?.yieldedBy({ isIdle: false, giveWay: () => response.destroy() });
    if (this.#stream) return null;
    const message = 'You have too many sockets and event streams open; close one of them.';
    return new GatewayError('RATE_LIMITED', message, {
      retryAfterMs: CONNECTION_RETRY,
      reason: 'connections',
    });
  }
}

function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

const lastEventId = ({ 'last-event-id': id }: IncomingHttpHeaders): string | null =>
  typeof id === 'string' && id !== '' ? id : null;
