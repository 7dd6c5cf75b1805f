import type { Client } from 'graphql-ws';
import type { Answered } from './fact-base.ts';
import { asResult } from './facts.ts';
import { type Operation, printOperation } from './operation.ts';

/** An open subscription. */
export interface OpenStream {
  operation: Operation;
  /** The next item. */
  next(): Promise<Answered>;
  close(): Promise<void>;
}

export function openStream(client: Client, operation: Operation): OpenStream {
  const items = client.iterate({ query: printOperation(operation) });
  return {
    operation,
    next: async () => {
      const item = await items.next().catch(refusal);
      if (item.done) throw new Error(`the stream ended: ${printOperation(operation)}`);
      return { operation, result: asResult(item.value) };
    },
    close: async () => void (await items.return?.()),
  };
}

/** A subscription that is refused fails with its errors. */
function refusal(errors: unknown): { done: false; value: unknown } {
  if (!Array.isArray(errors)) throw errors;
  return { done: false, value: { errors } };
}
