import { errorsIn, type ReadItem, recordOf } from './item.ts';
import { Stream } from './stream.ts';
import { CLOSE, type Note, type OpenOptions, type Transport } from './transport.ts';

/** Server-sent events: GraphQL over SSE, distinct connections mode. */
export class SseTransport implements Transport {
  readonly name = 'SSE';
  readonly #url: string;
  readonly #readItem: ReadItem;
  readonly #patience: number;

  constructor(url: string, readItem: ReadItem, patience: number) {
    this.#url = url;
    this.#readItem = readItem;
    this.#patience = patience;
  }

  open(options: OpenOptions, note: Note): Stream {
    const abort = new AbortController();
    const gate = new Gate();
    const stream = new Stream(this.#patience, {
      pause: () => gate.shut(),
      resume: () => gate.open(),
      close: () => {
        note('→', CLOSE);
        abort.abort();
      },
    });
    note('→', `POST ${JSON.stringify(bodyOf(options))} ${JSON.stringify(options.headers ?? {})}`);
    void this.#read(stream, { ...options, note }, gate, abort.signal).catch((error: unknown) => {
      const { cause = error } = recordOf(error);
      note('←', `the response was cut off: ${String(cause)}`);
      stream.finish({ how: 'interrupted' });
    });
    return stream;
  }

  /** Sends an operation that accepts only an event stream. */
  request(options: OpenOptions, signal?: AbortSignal): Promise<Response> {
    return fetch(this.#url, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        ...options.credential.headers,
        ...options.headers,
      },
      body: JSON.stringify(bodyOf(options)),
      ...(signal ? { signal } : {}),
    });
  }

  async #read(
    stream: Stream,
    { note, ...options }: OpenOptions & { note: Note },
    gate: Gate,
    signal: AbortSignal,
  ): Promise<void> {
    const response = await this.request(options, signal);
    const { status, headers } = response;
    note('←', `${status} ${headers.get('content-type')}`);
    if (!headers.get('content-type')?.startsWith('text/event-stream')) {
      const body: unknown = await response.json().catch(() => null);
      note('←', JSON.stringify(body));
      return stream.finish({ how: 'refused', errors: errorsIn(recordOf(body).errors), status, headers });
    }
    for await (const block of blocksOf(response, gate)) {
      const { type, id, data } = block;
      note('←', block.text);
      if (type === null) stream.keepAlives.add(block.text);
      else if (type === 'complete') return stream.finish({ how: 'completed' });
      else if (type === 'next') stream.add(this.#readItem(JSON.parse(data), id));
    }
    stream.finish({ how: 'interrupted' });
  }
}

const bodyOf = ({ query, variables, extensions }: OpenOptions): unknown => ({
  query,
  variables,
  ...(extensions ? { extensions } : {}),
});

/** A paragraph of an event stream. */
export interface Block {
  /** Null: the block is a comment. */
  type: string | null;
  id: string | null;
  data: string;
  text: string;
}

/** The blocks of a response, as they arrive. */
export async function* blocksOf(response: Response, gate = new Gate()): AsyncGenerator<Block, void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    // The second half of a line break may follow.
    if (rest.endsWith('\r')) continue;
    const texts = rest.replaceAll(/\r\n?/g, '\n').split('\n\n');
    rest = texts.pop() ?? '';
    yield* texts.map(blockOf);
    await gate.passed();
  }
}

function blockOf(text: string): Block {
  const fields = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    const previous = fields.get(name);
    if (name === 'data' && previous !== undefined) fields.set(name, `${previous}\n${value}`);
    else if (name !== '') fields.set(name, value);
  }
  return {
    type: fields.size === 0 ? null : (fields.get('event') ?? 'message'),
    id: fields.get('id') ?? null,
    data: fields.get('data') ?? '',
    text,
  };
}

/** Holds up a reader while it is shut. */
class Gate {
  #opened: (() => void) | null = null;
  #waiting: Promise<void> = Promise.resolve();

  shut(): void {
    this.#waiting = new Promise((resolve) => {
      this.#opened = resolve;
    });
  }

  open(): void {
    this.#opened?.();
  }

  passed(): Promise<void> {
    return this.#waiting;
  }
}
