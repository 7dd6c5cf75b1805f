import { expect } from './failure.ts';
import { Feed } from './feed.ts';

/** An error of GraphQL, as far as the protocol defines it. */
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
  /** Text of the notification. Null: no event. */
  text: string | null;
  errors: readonly GraphError[];
}

/** How a stream or its connection ended. */
export type End =
  | { how: 'refused'; errors: readonly GraphError[]; status: number | null; headers: Headers | null }
  | { how: 'closed'; code: number }
  | { how: 'completed' }
  | { how: 'interrupted' };

/** One open subscription. */
export class Stream {
  readonly items: Feed<Item>;
  /** Keep-alives: ping frames, or comments. */
  readonly keepAlives: Feed<string>;
  readonly #ends: Feed<End>;
  readonly #control: StreamControl;

  constructor(patience: number, control: StreamControl) {
    this.items = new Feed(patience);
    this.keepAlives = new Feed(patience);
    this.#ends = new Feed(patience);
    this.#control = control;
  }

  finish(end: End): void {
    this.#ends.add(end);
    const reason = `the stream ended (${describe(end)})`;
    this.items.end(reason);
    this.keepAlives.end(reason);
  }

  /** The first item. */
  position(): Promise<Item> {
    return this.items.first(() => true, 'the position item');
  }

  /** Waits for the event with this text. */
  event(text: string): Promise<Item> {
    return this.items.first((item) => item.text === text, `the event "${labelOf(text)}"`);
  }

  /** Waits for a gap. */
  gap(): Promise<Item> {
    return this.items.first(({ gap }) => gap !== null, 'a gap');
  }

  /** The events so far whose text starts with the marker, by their labels. */
  labels(marker: string): string[] {
    return this.events(marker).map(({ text }) => labelOf(text ?? ''));
  }

  events(marker: string): Item[] {
    return this.items.values.filter(({ text }) => text?.startsWith(marker));
  }

  ended(): Promise<End> {
    return this.#ends.first(() => true, 'the end of the stream');
  }

  /** How it has ended so far. Null: it is open. */
  get end(): End | null {
    return this.#ends.values[0] ?? null;
  }

  /** Stops reading from the connection. */
  pause(): void {
    this.#control.pause();
  }

  resume(): void {
    this.#control.resume();
  }

  /** Ends the subscription as a client does that wants no more of it. */
  close(): void {
    this.#control.close();
  }
}

export interface StreamControl {
  pause(): void;
  resume(): void;
  close(): void;
}

/** The text of an event is a marker, a space and a label. */
const labelOf = (text: string): string => text.slice(text.indexOf(' ') + 1, 80);

const describe = (end: End): string =>
  end.how === 'closed'
    ? `close code ${end.code}`
    : end.how === 'refused'
      ? `refused: ${end.errors.map(({ code, message }) => code ?? message).join(', ')}`
      : end.how;

/** The cursor of an item that must have one. */
export function cursorOf({ cursor }: Item): string {
  expect(cursor !== null, 'an item has no cursor');
  return cursor;
}

/** Reads the result of one event, whatever the name of its field. */
export function itemIn(result: unknown, id: string | null): Item {
  const { data, errors } = recordOf(result);
  const [value] = Object.values(recordOf(data));
  const { cursor, replayed, gap, notification } = recordOf(value);
  const text = recordOf(notification).text;
  return {
    cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
    id,
    replayed,
    gap: isRecord(gap) ? { reason: gap.reason } : null,
    text: typeof text === 'string' ? text : null,
    errors: errorsIn(errors),
  };
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
