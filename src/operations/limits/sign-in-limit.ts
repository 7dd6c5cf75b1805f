import { OperationTypeNode } from 'graphql';
import type { Callers } from '../../admission/callers.ts';
import type { SignInObserver } from '../../admission/refusal-observer.ts';
import { GatewayError } from '../../graph/errors.ts';
import type { RefusalReason } from '../../graph/refusal-reason.ts';
import type { Boundary } from '../../lib/boundary.ts';
import { type RootField, rootFieldsOf } from '../documents/root-fields.ts';
import type { ExecutionResult, FieldError } from '../execution/result.ts';
import type { OperationRequest } from '../request.ts';
import type { ResolvedOperation } from '../response.ts';

export interface SignInLimitOptions {
  /** The mutations that count, and whether success shows that the caller had a valid credential. */
  mutations: ReadonlyMap<string, 'proves credential' | 'makes account'>;
  callers: Callers;
  observer: SignInObserver;
  boundary: Boundary;
}

/** By response key, the name of the mutation. */
type SignInKeys = ReadonlyMap<string, string>;

/**
 * Charges an operation for each sign-in mutation in it: one operation with 30 aliases is 30 attempts. Admission, which
 * does not know the document, has charged it once. Refuses one with too many for its caller, or returns a function that counts
 * their outcomes when the result is known. Null: it has none, or they are not limited.
 *
 * Guessing from many addresses is slowed down: while the platform rejects too many sign-ins in all, a caller may have few more
 * rejected ones than succeed. So nobody can lock out other addresses. Those at one address can, except users whose token is known.
 */
export function createSignInLimit({ mutations, callers, observer, boundary }: SignInLimitOptions) {
  const found = new WeakMap<ResolvedOperation['definition'], SignInKeys>();
  /** Regardless of the conditions of the mutations. Those with the same response key run once. */
  const keysIn = (fields: readonly RootField[]): SignInKeys =>
    new Map(fields.filter(({ name }) => mutations.has(name)).map(({ key, name }) => [key, name]));
  const refuse = (reason: RefusalReason, message: string, retryAfterMs: number) =>
    new GatewayError('RATE_LIMITED', message, { retryAfterMs, reason });
  return ({ document, definition }: ResolvedOperation, { address, account }: OperationRequest) => {
    if (definition.operation !== OperationTypeNode.MUTATION || address === null) return null;
    const keys = found.get(definition) ?? keysIn(rootFieldsOf(document, definition));
    found.set(definition, keys);
    if (keys.size === 0) return null;
    const caller = account?.scope === 'user' ? account : callers.at(address);
    const by = caller.isProven ? 'with this credential' : 'from this address';
    const wait = callers.rejectsTooMany ? caller.overdrawn('rejectedSignIns', keys.size) : 0;
    if (wait > 0) return refuse('rejected-sign-in', `Too many rejected sign-ins ${by}.`, wait);
    const retryAfterMs = caller.take('signIns', keys.size);
    if (retryAfterMs > 0) return refuse('sign-in', `Too many sign-ins ${by}.`, retryAfterMs);
    // They count as rejected until their outcomes are known.
    caller.spend('rejectedSignIns', keys.size);
    const count = ({ data, errors = [] }: ExecutionResult): void => {
      const rejected = new Set(errors.filter(isRejection).map(({ path = [] }) => path[0]));
      for (const [key, mutation] of keys) {
        const isRejected = rejected.has(key);
        const isAccepted = data?.[key] != null && mutations.get(mutation) === 'proves credential';
        if (isRejected) callers.everyone.spend('rejectedInAll', 1);
        else caller.spend('rejectedSignIns', isAccepted ? -2 : -1);
        if (isRejected || isAccepted) observer.signedIn(mutation, isAccepted ? 'accepted' : 'rejected');
      }
    };
    return (result: ExecutionResult | Promise<ExecutionResult>): void =>
      boundary.run('sign-in', () =>
        result instanceof Promise ? result.then(count, () => count({})) : count(result),
      );
  };
}

/** HTTP statuses by which the platform rejects a credential. Others, such as 429 and 5xx, say nothing about it. */
const REJECTIONS: ReadonlySet<number | undefined> = new Set([400, 401, 403, 404, 422]);

/** Whether the platform rejected a mutation. A longer path is of a field below, such as the registration of a device after the sign-in. */
const isRejection = ({ path, originalError }: FieldError): boolean =>
  path?.length === 1 && originalError instanceof GatewayError && REJECTIONS.has(originalError.upstreamStatus);
