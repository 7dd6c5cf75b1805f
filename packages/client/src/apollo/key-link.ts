import { ApolloLink } from '@apollo/client';
import { print } from 'graphql';
import { IDEMPOTENCY_KEY, keyedField, newKey } from '../idempotency.ts';

/**
 * Sends an idempotency key with each mutation that writes, the same for each retry by a link before or after it. An app that
 * repeats the action itself passes its own: `context: { headers: { 'idempotency-key': key } }`.
 */
export const keyLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const { headers } = operation.getContext();
    if (!hasKey(headers) && keyedField(print(operation.query)) !== null)
      operation.setContext({ headers: { ...headers, [IDEMPOTENCY_KEY]: newKey() } });
    return forward(operation);
  });

/** @param headers of the context of an operation. */
export const hasKey = (headers: unknown): boolean =>
  typeof headers === 'object' &&
  headers !== null &&
  Object.keys(headers).some((name) => name.toLowerCase() === IDEMPOTENCY_KEY);
