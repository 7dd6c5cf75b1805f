import type { Result } from './subscription-client.ts';

/** A place in a stream, and where the server had it. */
export interface Cursor {
  place: 'variable' | 'extensions';
  value: string;
}

export interface Item {
  /** Whether there is a payload, or a cursor in `extensions`. */
  hasItem: boolean;
  cursor: Cursor | null;
  /** Its reason, if the item is a gap. */
  gap: string | null;
  hasEvent: boolean;
}

/** What a result says of its place in the stream. */
export function itemIn({ data, extensions }: Result, name: string): Item {
  const values = Object.values(data ?? {}).filter((value) => value !== null);
  const payload = values.find((value) => typeof value === 'object');
  const { [name]: inField, gap = memberOf(extensions, 'gap'), ...rest } = recordOf(payload);
  const inExtensions = memberOf(extensions, 'cursor');
  const reason = memberOf(gap, 'reason');
  const { replayed: _, __typename: __, ...content } = rest;
  return {
    hasItem: payload !== undefined || inExtensions !== undefined,
    cursor:
      typeof inField === 'string'
        ? { place: 'variable', value: inField }
        : typeof inExtensions === 'string'
          ? { place: 'extensions', value: inExtensions }
          : null,
    gap: gap === undefined || gap === null ? null : String(reason),
    hasEvent: (payload === undefined ? values : Object.values(content)).some((value) => value !== null),
  };
}

/** Whether a first result is the refusal of its stream. */
export const isRefusal = ({ data, errors = [], extensions }: Result): boolean =>
  errors.length > 0 &&
  Object.values(data ?? {}).every((value) => value === null) &&
  memberOf(extensions, 'cursor') === undefined;

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A member of a value that may have none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
