import type { Adapter } from './adapter.ts';
import { expect } from './failure.ts';

/** An error of GraphQL, as far as the specification defines it. */
export interface GraphError {
  message: string;
  code: string | null;
  retryable: boolean | null;
  retryAfterMs: number | null;
}

/** One item of a stream. */
export interface Item {
  /** Null: not selected or missing. */
  cursor: string | null;
  /** Event ID of server-sent events. Null: none, or another transport. */
  id: string | null;
  replayed: unknown;
  gap: { reason: unknown } | null;
  /** Text of the event. Null: no event. */
  text: string | null;
  /** ID of the record that the event has added, changed or removed. Undefined: none, or the adapter has no list. */
  recordId: unknown;
  errors: readonly GraphError[];
  /** Whether any field has a value. */
  hasData: boolean;
}

/** Reads one result of a stream. */
export type ReadItem = (result: unknown, id: string | null) => Item;

/**
 * Reads results as the adapter describes them, whatever the name of the stream's field.
 * @param fail called if the adapter throws.
 */
export const itemReader = (
  { cursor: place = 'field', textOf, list }: Adapter,
  fail: (error: Error) => void,
): ReadItem => {
  const read = <Value>(
    name: string,
    reader: ((data: Record<string, unknown>) => Value) | undefined,
    data: Record<string, unknown>,
  ): Value | undefined => {
    try {
      return reader?.(data);
    } catch (error) {
      fail(new Error(`${name} of the adapter failed for ${JSON.stringify(data)}: ${String(error)}`));
      return undefined;
    }
  };
  return (result, id) => {
    const { data, errors, extensions } = recordOf(result);
    const [value] = Object.values(recordOf(data));
    const { cursor, replayed, gap } = recordOf(place === 'field' ? value : extensions);
    return {
      cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
      id,
      replayed,
      gap: isRecord(gap) ? { reason: gap.reason } : null,
      text: (isRecord(value) ? read('textOf', textOf, recordOf(data)) : null) ?? null,
      recordId: isRecord(value) ? read('idOf', list?.idOf, recordOf(data)) : undefined,
      errors: errorsIn(errors),
      hasData: value !== undefined && value !== null,
    };
  };
};

/** The cursor of an item that must have one. */
export function cursorOf({ cursor }: Item): string {
  expect(cursor !== null, 'an item has no cursor');
  return cursor;
}

/** Whether a header can contain a cursor. */
export const isHeaderValue = (cursor: string): boolean => /^[!-~]{1,256}$/.test(cursor);

export function errorsIn(value: unknown): GraphError[] {
  if (!Array.isArray(value)) return [];
  return value.map((entry) => {
    const { message, extensions } = recordOf(entry);
    const { code, retryable, retryAfterMs } = recordOf(extensions);
    return {
      message: typeof message === 'string' ? message : '',
      code: typeof code === 'string' ? code : null,
      retryable: typeof retryable === 'boolean' ? retryable : null,
      retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
    };
  });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The value as an object; an empty one if it is none. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
