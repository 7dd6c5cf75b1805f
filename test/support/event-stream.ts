/** A received event; `id` is null if it has none. */
export interface SentEvent {
  id: string | null;
  type: string;
  data: string;
}

/** Parses server-sent events from chunks of text. Incomplete events are ignored. */
export class EventStreamParser {
  #rest = '';

  /** The events that this chunk completes; a comment is its text. */
  push(piece: string): (SentEvent | string)[] {
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.map((block) => eventIn(block) ?? block);
  }
}

function eventIn(block: string): SentEvent | null {
  const fields = new Map(
    block.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value] as const];
    }),
  );
  const type = fields.get('event');
  return type === undefined ? null : { id: fields.get('id') ?? null, type, data: fields.get('data') ?? '' };
}
