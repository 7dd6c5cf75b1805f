import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../admission/limits.ts';
import { GatewayError } from '../graph/errors.ts';
import type { RefusalReason } from '../graph/refusal-reason.ts';
import type { CancelSignal } from '../lib/cancellation.ts';
import type { ClientIdentity } from './input/client-identity.ts';
import type { OperationTrace } from './reports/operation-trace.ts';

/** One operation as a transport hands it to the runner. */
export interface OperationRequest {
  /** Letters, digits and `_.:-`; part of every error and of the log line. */
  readonly requestId: string;
  /** The caller's `Authorization`. */
  readonly authorization: string | undefined;
  /** The client application, as the caller states it. */
  readonly client: ClientIdentity;
  /** The address that counts against rate limits. Null: the transport has admitted the caller already. */
  readonly address: string | null;
  /** The caller that the operation is charged to. Null: not determined yet. */
  account: Caller | null;
  /** Null: the operation is not traced. */
  readonly trace: OperationTrace | null;
  /** Aborted when the caller has gone. */
  readonly signal: CancelSignal;
  /** Whether its stream must be ended with the caller's session. Default: the transport does that itself. */
  readonly endsWithSession?: boolean;
  /** Whether a response must not have parts that are JSON already. Default: it may. */
  readonly takesValuesOnly?: boolean;
  /** Absent: the operation came as a message, so the rules of GraphQL over HTTP do not apply. */
  readonly http?: HttpParameters;
  /** A limit of the transport itself, checked after admission. Null: not reached. */
  refuse(): GatewayError | null;
  /**
   * Reads the parameters as the client sent them, with members named as in a body. Called once, after admission.
   * @throws RequestError
   */
  parameters(): unknown;
  /** Called before a subscription opens; a stream that is not refused counts as open. Absent or null: streams are accepted. */
  refuseStream?(): GatewayError | null;
}

/** What the rules of GraphQL over HTTP depend on. */
export interface HttpParameters {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The media type of a response other than an event stream. */
  readonly contentType: string;
  /** The cursor from which a subscription resumes; it takes precedence over the one in the document. Null: none. */
  readonly resumeAfter: string | null;
}

/** The request cannot be read. */
export class RequestError extends GatewayError {
  /** The HTTP status of the response. */
  readonly status: 400 | 405 | 406 | 413 | 415 | 429;
  /** Whether nothing was done for it: pages of any site can make browsers send such requests. */
  readonly isUnread: boolean;

  /** @param retryAfterMs of status 429. */
  constructor(
    status: RequestError['status'],
    message: string,
    {
      reason = 'body',
      retryAfterMs,
      isUnread = status !== 400 && status !== 429,
    }: { reason?: RefusalReason; retryAfterMs?: number; isUnread?: boolean } = {},
  ) {
    super(status === 429 ? 'RATE_LIMITED' : 'BAD_REQUEST', message, {
      reason,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
    this.status = status;
    this.isUnread = isUnread;
  }
}

/** The refusal of a subscription over a transport that sends a single response. */
export const needsStream = (): GatewayError =>
  new GatewayError(
    'BAD_REQUEST',
    'A subscription needs a stream: use a WebSocket, or send `accept: text/event-stream`.',
    { reason: 'transport' },
  );
