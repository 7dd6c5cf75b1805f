import { Failure } from './failure.ts';
import { Feed } from './feed.ts';
import type { GraphError, Item } from './item.ts';

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

  /** Adds a result. A stream whose first one has errors and no data has been refused. */
  add(item: Item): void {
    const isRefusal = this.items.values.length === 0 && item.errors.length > 0 && !item.hasData;
    if (isRefusal) this.finish({ how: 'refused', errors: item.errors, status: null, headers: null });
    else this.items.add(item);
  }

  finish(end: End): void {
    this.#ends.add(end);
    const reason = `the stream ended (${describe(end)})`;
    this.items.end(reason);
    this.keepAlives.end(reason);
  }

  /** The first item. */
  first(): Promise<Item> {
    return this.items.first(() => true, 'the first item');
  }

  /** Waits for the event with this text. */
  async event(text: string): Promise<Item> {
    try {
      return await this.items.first((item) => item.text === text, `the event "${labelOf(text)}"`);
    } catch (error) {
      const { values } = this.items;
      // The first may be a position.
      if (!(error instanceof Failure) || values.length < 2 || values.some((item) => item.text !== null))
        throw error;
      throw new Failure(`${error.message}: textOf of the adapter found no text in any result`);
    }
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
