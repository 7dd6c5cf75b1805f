import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Admit } from '../admission/admission.ts';
import type { Clients } from '../admission/client-address.ts';
import type { Caller } from '../admission/limits.ts';
import { type ErrorCode, GatewayError } from '../graph/errors.ts';
import type { AdmissionReason } from '../graph/refusal-reason.ts';
import type { Boundary } from '../lib/boundary.ts';
import { Cancellation } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import { isOneOfSecrets } from '../lib/constant-time.ts';
import { isRecord } from '../lib/is-record.ts';
import { RequestError } from '../operations/request.ts';
import { retryAfterSeconds } from '../operations/results/error-formatting.ts';
import { LimitedLines } from '../telemetry/limited-lines.ts';
import type { Log } from '../telemetry/log.ts';
import type { RequestTrace, Tracing } from '../telemetry/tracing.ts';
import type { MountedHandler } from '../transports/http/mounted-handler.ts';
import { type BufferedRequest, readBody } from '../transports/http/request-body.ts';

/** Handles an admitted call. Rejects if the call cannot be handled now. */
export type PluginHandler = (body: Record<string, unknown>, call: PluginCall) => Promise<PluginResponse>;

/** One call of the platform. */
export interface PluginCall {
  requestId: string;
  /** The plugin's Basic credential, as it was sent. */
  authorization: string;
  /** The caller that it is charged to. */
  account: Caller;
  /** Aborted when the platform closes the connection. */
  signal: Cancellation;
  /** Null: the call is not traced. */
  trace: RequestTrace | null;
}

export interface PluginResponse {
  status: 200 | 400 | 503;
  body: unknown;
}

export interface PluginEndpointOptions {
  clock: Clock;
  /** The accepted credentials, as `ID:secret`. None: there is no plugin, and every call is refused. */
  credentials: () => readonly string[];
  clients: Clients;
  admit: Admit;
  /** By path. */
  handlers: Readonly<Record<string, PluginHandler>>;
  boundary: Boundary;
  /** Counts the calls. @param endpoint its path. @param status HTTP status of the response. */
  onCall(endpoint: string, status: number): void;
  /** Null: nothing is traced. */
  tracing: Tracing | null;
  log: Log;
}

/** Minimum milliseconds between log lines about calls refused for the same reason. */
const REFUSAL_LOG_INTERVAL = 10_000;

/**
 * The endpoints that the platform calls: POST with a JSON body and the plugin's Basic credential.
 * Contract: Plugin-implemented endpoints; Authentication 7; Events.
 *
 * 401 for another credential, 405, 413, 415 and 400 for a malformed call, 503 if it cannot be
 * handled now, so that the platform may deliver it again.
 */
export class PluginEndpoints implements MountedHandler {
  readonly #options: PluginEndpointOptions;
  /** Lines about refused calls, by endpoint and reason: anybody can make some. */
  readonly #refusals: LimitedLines;

  constructor(options: PluginEndpointOptions) {
    this.#options = options;
    this.#refusals = new LimitedLines(options.clock, REFUSAL_LOG_INTERVAL);
  }

  handles(path: string): boolean {
    return Object.hasOwn(this.#options.handlers, path);
  }

  /** Sends the response and reports the call: metric, span and log line. */
  async respond(endpoint: string, request: BufferedRequest, response: ServerResponse): Promise<void> {
    const { clock, boundary, clients, onCall, tracing, log } = this.#options;
    const startedAt = clock.monotonic();
    const requestId = randomUUID();
    const trace =
      tracing?.request(request.method ?? '', endpoint, request.headers, clients.isFromProxy(request)) ?? null;
    const signal = new Cancellation();
    response.on(
      'close',
      boundary.listener('http request', () => {
        if (!response.writableFinished) signal.abort();
      }),
    );
    const { authorization = '' } = request.headers;
    const outcome = await this.#outcome(endpoint, request, { requestId, authorization, signal, trace });
    const { status } = outcome;
    send(response, outcome);
    trace?.end(status);
    onCall(endpoint, status);
    const ms = Math.round(clock.monotonic() - startedAt);
    const line = { requestId, endpoint, status, ...outcome.refusal, ms };
    if (!outcome.refusal) log.info(line, 'plugin call');
    else
      this.#refusals.count(`${endpoint} ${outcome.refusal.reason}`, (count) =>
        log.info({ ...line, count }, 'plugin call'),
      );
  }

  async #outcome(
    endpoint: string,
    request: BufferedRequest,
    call: Omit<PluginCall, 'account'>,
  ): Promise<Outcome> {
    const { handlers, log } = this.#options;
    const account = this.#admit(request);
    const handler = handlers[endpoint];
    if ('status' in account) return account;
    if (!handler) return NOT_FOUND;
    try {
      const body = await readBody(request);
      if (!isRecord(body)) return NOT_AN_OBJECT;
      return await handler(body, { ...call, account });
    } catch (error) {
      if (error instanceof RequestError) return malformed(error);
      if (error instanceof GatewayError) return unavailable(error.code, 'event-log');
      log.error({ requestId: call.requestId, endpoint, err: error }, 'plugin call failed');
      return unavailable('INTERNAL_SERVER_ERROR', 'fault');
    }
  }

  /** @returns the caller that is charged, or the refusal. */
  #admit(request: BufferedRequest): Caller | Outcome {
    const { admit } = this.#options;
    const credentials = this.#options.credentials();
    const { authorization } = request.headers;
    const account = request.caller;
    // Pages of any site can make browsers send calls without a credential. One that is wrong may be a guess.
    const overLimit = authorization === undefined ? null : admit(account);
    if (overLimit) {
      const { status, message, retryAfterMs, reason } = overLimit;
      return tryLater(status, message, retryAfterMs, 'RATE_LIMITED', reason);
    }
    if (request.method !== 'POST')
      return { ...refused(405, 'Send a POST.', 'BAD_REQUEST', 'method'), headers: { allow: 'POST' } };
    if (credentials.length === 0)
      return refused(503, 'No plugin is configured here.', 'NOT_CONFIGURED', 'not-configured');
    if (isOneOfSecrets(basicCredential(authorization), credentials))
      return request.isDiscarded ? unavailable('RATE_LIMITED', 'body') : account;
    return {
      ...refused(401, 'Send the plugin credential.', 'UNAUTHENTICATED', 'credential'),
      headers: { 'www-authenticate': 'Basic realm="plugin"' },
    };
  }
}

interface Outcome {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Why the call was refused, for the log. */
  refusal?: { code: ErrorCode; reason: CallRefusal };
}

/** Why a call was refused. `credential`: it is not the plugin's. */
type CallRefusal =
  | AdmissionReason
  | 'method'
  | 'not-configured'
  | 'credential'
  | 'endpoint'
  | 'body'
  | 'event-log'
  | 'fault';

const refused = (status: number, message: string, code: ErrorCode, reason: CallRefusal): Outcome => ({
  status,
  body: { error: { message } },
  refusal: { code, reason },
});
const tryLater = (
  status: number,
  message: string,
  retryAfterMs: number,
  code: ErrorCode,
  reason: CallRefusal,
): Outcome => ({
  ...refused(status, message, code, reason),
  headers: { 'retry-after': retryAfterSeconds(retryAfterMs) },
});
const malformed = ({ status, message }: RequestError): Outcome => ({
  ...refused(status, message, 'BAD_REQUEST', 'body'),
  // The rest of an oversized body is not read.
  ...(status === 413 ? { headers: { connection: 'close' } } : {}),
});
/** Milliseconds after which the platform may deliver a call again. */
const REDELIVERY = 5000;
const unavailable = (code: ErrorCode, reason: CallRefusal): Outcome =>
  tryLater(503, 'The call cannot be handled now; send it again.', REDELIVERY, code, reason);
const NOT_FOUND = refused(404, 'There is no such endpoint.', 'NOT_FOUND', 'endpoint');
const NOT_AN_OBJECT = refused(400, 'The body must be a JSON object.', 'BAD_REQUEST', 'body');

function send(response: ServerResponse, { status, body, headers = {} }: Outcome): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** The `ID:secret` of a Basic credential; empty for another one. */
function basicCredential(authorization = ''): string {
  const sent = /^basic\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '';
  return Buffer.from(sent, 'base64').toString('utf8');
}
