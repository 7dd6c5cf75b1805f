import { type ExecutionResult, OperationTypeNode } from 'graphql';
import type { Callers } from '../../admission/callers.ts';
import type { RefusalKind, SignInObserver } from '../../admission/refusal-observer.ts';
import { GatewayError } from '../../graph/errors.ts';
import type { Boundary } from '../../lib/boundary.ts';
import { type RootField, rootFieldsOf } from '../documents/root-fields.ts';
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
  const refuse = (
    reason: Extract<RefusalKind, 'sign-in' | 'rejected-sign-in'>,
    message: string,
    retryAfterMs: number,
  ): GatewayError => new GatewayError('RATE_LIMITED', message, { retryAfterMs, reason });
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
    const end = (accepted: number, rejected: number): void => {
      caller.spend('rejectedSignIns', rejected - accepted - keys.size);
      callers.everyone.spend('rejectedInAll', rejected);
    };
    const count = (result: ExecutionResult): void => {
      const accepted = acceptedIn(result, keys, mutations);
      const rejected = rejectedIn(result, keys);
      for (const mutation of accepted) observer.signedIn(mutation, 'accepted');
      for (const mutation of rejected) observer.signedIn(mutation, 'rejected');
      end(accepted.length, rejected.length);
    };
    return (result: ExecutionResult | Promise<ExecutionResult>): void => {
      const none = (): void => end(0, 0);
      boundary.run('sign-in', () => (result instanceof Promise ? result.then(count, none) : count(result)));
    };
  };
}

/** HTTP statuses by which the platform rejects a credential. Others, such as 429 and 5xx, say nothing about it. */
const REJECTIONS: ReadonlySet<number | undefined> = new Set([400, 401, 403, 404, 422]);

/** The mutations with a credential that the platform accepted, each as often as it was run. */
const acceptedIn = (
  { data }: ExecutionResult,
  keys: SignInKeys,
  mutations: SignInLimitOptions['mutations'],
): string[] =>
  [...keys]
    .filter(([key, name]) => data?.[key] != null && mutations.get(name) === 'proves credential')
    .map(([, name]) => name);

/** The mutations that the platform rejected, each as often as it was run. */
const rejectedIn = ({ errors = [] }: ExecutionResult, keys: SignInKeys): string[] =>
  errors.flatMap(({ path = [], originalError }) => {
    const isRejected = originalError instanceof GatewayError && REJECTIONS.has(originalError.upstreamStatus);
    // A longer path is of a field below, such as the registration of a device after the sign-in.
    const name = path.length === 1 ? keys.get(String(path[0])) : undefined;
    return isRejected && name !== undefined ? [name] : [];
  });
