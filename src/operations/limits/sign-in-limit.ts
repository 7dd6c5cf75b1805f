import { OperationTypeNode } from 'graphql';
import { networkOf } from '../../admission/client-address.ts';
import type { RateLimit } from '../../admission/rate-limit.ts';
import type { RefusalObserver } from '../../admission/refusal-observer.ts';
import { GatewayError } from '../../graph/errors.ts';
import type { ResolvedOperation } from '../response.ts';
import { rootFieldsOf } from '../root-fields.ts';

export interface SignInLimitOptions {
  /** The mutations that count. */
  mutations: ReadonlySet<string>;
  /** Mutations per minute and address. Null: no limit. */
  rate: RateLimit | null;
  observer: RefusalObserver;
}

/** Refuses an operation with too many sign-in mutations for its address. Null: within the limit. */
export type CheckSignIns = (
  operation: Pick<ResolvedOperation, 'document' | 'definition'>,
  address: string | null,
) => GatewayError | null;

/**
 * Charges an operation for each sign-in mutation in it: one operation with 30 aliases is 30 attempts. Admission, which
 * does not know the document, has charged it once.
 */
export function createSignInLimit({ mutations, rate, observer }: SignInLimitOptions): CheckSignIns {
  const counted = new WeakMap<ResolvedOperation['definition'], number>();
  return ({ document, definition }, address) => {
    if (definition.operation !== OperationTypeNode.MUTATION || rate === null || address === null) return null;
    const attempts = counted.get(definition) ?? attemptsIn({ document, definition }, mutations);
    counted.set(definition, attempts);
    if (attempts === 0) return null;
    const retryAfterMs = rate.take(networkOf(address), attempts);
    if (retryAfterMs === 0) return null;
    observer.refused('sign-in');
    return new GatewayError('RATE_LIMITED', 'Too many sign-ins from this address.', {
      retryAfterMs,
      reason: 'sign-in',
    });
  };
}

/** The number of sign-in mutations, whatever their conditions. Those with the same response key run once. */
function attemptsIn(
  { document, definition }: Pick<ResolvedOperation, 'document' | 'definition'>,
  mutations: ReadonlySet<string>,
): number {
  const fields = rootFieldsOf(document, definition).filter(({ name }) => mutations.has(name));
  return new Set(fields.map(({ key }) => key)).size;
}
