/** An event of a stream. */
export interface ServerSentEvent {
  id: string;
  type: string;
  data: string;
}

/**
 * Parses server-sent events as they arrive, in pieces of any size. An event that is cut off is dropped, along with its ID.
 * Source: HTML, Server-sent events, 9.2.6: lines end with LF, CR or both.
 */
export class EventParser {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #event = newEvent();

  *push(bytes: Uint8Array): Generator<ServerSentEvent, void, void> {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    // Whether a CR ends a line alone is known with the next character.
    const complete = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = complete.split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? '') + text.slice(complete.length);
    for (const line of lines) {
      if (line !== '') this.#read(line);
      else {
        const event = this.#event;
        this.#event = newEvent();
        yield { ...event, data: event.data.slice(0, -1) };
      }
    }
  }

  /** Comments have no field, and are pings. */
  #read(line: string): void {
    const [, field, content = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'id') this.#event.id = content;
    else if (field === 'event') this.#event.type = content;
    else if (field === 'data') this.#event.data += `${content}\n`;
  }
}

const newEvent = (): ServerSentEvent => ({ id: '', type: 'message', data: '' });
