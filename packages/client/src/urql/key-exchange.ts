import { type Exchange, makeOperation, mapExchange, type Operation, stringifyDocument } from '@urql/core';
import { IDEMPOTENCY_KEY, keyedField, newKey } from '../idempotency.ts';

/**
 * Sends an idempotency key with each mutation that writes, the same for each retry by an exchange behind it. An app that repeats
 * the action itself passes its own: `fetchOptions: { headers: { 'idempotency-key': key } }` in the context.
 */
export const keyExchange = (): Exchange =>
  mapExchange({
    onOperation: (operation) => {
      if (operation.kind !== 'mutation') return operation;
      const { init, headers } = optionsOf(operation);
      if (headers.has(IDEMPOTENCY_KEY) || keyedField(stringifyDocument(operation.query)) === null)
        return operation;
      headers.set(IDEMPOTENCY_KEY, newKey());
      const fetchOptions = { ...init, headers: Object.fromEntries(headers) };
      return makeOperation('mutation', operation, { ...operation.context, fetchOptions });
    },
  });

/** Whether an operation is sent with a key. */
export const hasKey = (operation: Operation): boolean => optionsOf(operation).headers.has(IDEMPOTENCY_KEY);

function optionsOf({ context: { fetchOptions } }: Operation): { init: RequestInit; headers: Headers } {
  const init = (typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions) ?? {};
  return { init, headers: new Headers(init.headers) };
}
