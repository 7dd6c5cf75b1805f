import { randomUUID } from 'node:crypto';
import type { SubscribePayload } from 'graphql-ws';
import { Cancellation } from '../../graph/cancellation.ts';
import { GatewayError } from '../../graph/errors.ts';
import type { ClientIdentity } from '../../operations/client-identity.ts';
import type { OperationRequest } from '../../operations/request.ts';
import type { OperationTrace, Tracing } from '../../telemetry/tracing.ts';
import type { Connection } from './connection.ts';

/** Operations that one socket may have open. */
export const MAXIMUM_OPERATIONS = 100;

/** One operation as it arrives over a socket. */
export class SocketOperation implements OperationRequest {
  readonly requestId = randomUUID();
  readonly authorization: string | undefined;
  readonly client: ClientIdentity;
  readonly address: string;
  readonly trace: OperationTrace | null;
  readonly signal = new Cancellation();
  readonly resumeAfter = null;
  readonly watchesSession = true;
  readonly http = null;
  readonly #payload: SubscribePayload;
  /** Whether the socket has too many others open. */
  readonly #isTooMany: boolean;

  constructor(
    { address, authorization, client, open }: Connection,
    payload: SubscribePayload,
    tracing: Tracing | null,
  ) {
    this.authorization = authorization;
    this.client = client;
    this.address = address;
    this.trace = tracing?.operation(traceparentIn(payload)) ?? null;
    this.#payload = payload;
    this.#isTooMany = open.size >= MAXIMUM_OPERATIONS;
  }

  refuse(): GatewayError | null {
    return this.#isTooMany
      ? new GatewayError('RATE_LIMITED', `A socket may have ${MAXIMUM_OPERATIONS} operations open.`, {
          reason: 'open-operations',
        })
      : null;
  }

  parameters(): SubscribePayload {
    return this.#payload;
  }

  refuseStream(): null {
    return null;
  }
}

/** A socket has no headers for each operation, so the trace context is part of the message. */
function traceparentIn({ extensions }: SubscribePayload): string | undefined {
  const traceparent: unknown = extensions?.traceparent;
  return typeof traceparent === 'string' ? traceparent : undefined;
}
