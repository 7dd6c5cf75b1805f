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
  { cursor: place = 'field', textOf }: Adapter,
  fail: (error: Error) => void,
): ReadItem => {
  const read = (data: Record<string, unknown>): string | null => {
    try {
      return textOf(data);
    } catch (error) {
      fail(new Error(`textOf of the adapter failed for ${JSON.stringify(data)}: ${String(error)}`));
      return null;
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
      text: isRecord(value) ? read(recordOf(data)) : null,
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
