import type { Slices } from 'learning-platform-projection/slices';
import type { Caller } from '../admission/limits.ts';
import { type Context, createContext, type EventStreams, type Registrations } from '../domains/context.ts';
import { type CancelSignal, NEVER } from '../lib/cancellation.ts';
import type { CallTrace } from '../platform/call.ts';
import { CallCounter } from '../platform/call-counter.ts';
import type { Platform } from '../platform/client.ts';
import type { Credential } from '../platform/credential.ts';
import type { OperationRequest } from './request.ts';

/** Dependencies of the contexts. */
export interface ContextOptions {
  /** The client of the REST API for one operation, or for one event of a subscription. */
  platformFor(operation: {
    requestId: string;
    account: Caller | null;
    credential: Credential;
    signal: CancelSignal;
    trace: CallTrace | null;
    callCounter: CallCounter;
    copies: Slices | null;
  }): Platform;
  registrations: Registrations;
  eventStreams: EventStreams;
}

/** Properties that differ between the contexts of one operation. */
interface ContextScope {
  /** The trace that platform calls belong to. */
  trace: CallTrace | null;
  /** Whether the client receives the number of platform calls. */
  countsCalls: boolean;
  /** Collects the parts of the response that are copied. Default: nothing is copied. */
  slices?: Slices | null;
  /** Whether other callers wait for the same work: it then continues after this caller has gone. */
  isShared?: boolean;
  /** Idempotency keys of root fields, by response key. Default: none has one. */
  keys?: ReadonlyMap<string, string> | null;
}

/**
 * Creates a context whose deadline is the full time limit of an operation from now. Each event of a subscription needs its own:
 * rows that were read for an earlier event are stale.
 */
export type NewContext = (request: OperationRequest, credential: Credential, scope: ContextScope) => Context;

export function createContexts({ platformFor, registrations, eventStreams }: ContextOptions): NewContext {
  return (
    { requestId, account, signal, http },
    credential,
    { trace, countsCalls, slices, isShared, keys = null },
  ) => {
    const until = isShared ? NEVER : signal;
    const callCounter = new CallCounter(countsCalls, eventStreams.clock);
    const platform = platformFor({
      requestId,
      account,
      credential,
      signal: until,
      trace,
      callCounter,
      copies: slices ?? null,
    });
    const scope = { platform, account, signal: until, resumeAfter: http?.resumeAfter ?? null, keys };
    return createContext(scope, eventStreams, registrations);
  };
}
