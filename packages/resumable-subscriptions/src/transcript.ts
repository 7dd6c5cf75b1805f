/** One message between the suite and the server. */
export interface Exchange {
  /** Milliseconds since the check began. */
  at: number;
  /** The connection or stream of the check, by its number. */
  stream: number;
  direction: '→' | '←' | '·';
  text: string;
}

const LONGEST = 600;
/** Enough to see what led to a failure; a flood of events is cut off. */
const MOST = 200;

/** The marker of a check at the start of the text of an event. */
const MARKER = /"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[ :]/;

/** What was sent and received in one check, without credentials and the events of other checks. */
export class Transcript {
  readonly exchanges: Exchange[] = [];
  readonly #marker: string;
  readonly #begin = performance.now();
  #streams = 0;

  /** @param marker of the check's events. */
  constructor(marker: string) {
    this.#marker = marker;
  }

  /** A stream's way to add to it. */
  stream(): (direction: Exchange['direction'], text: string) => void {
    this.#streams += 1;
    const stream = this.#streams;
    return (direction, text) => this.#add(stream, direction, text);
  }

  /** Notes something that is not of a stream. */
  note(text: string): void {
    this.#add(0, '·', text);
  }

  /** A value as JSON, without members of lists that are of other checks. */
  ownPart(value: unknown): string {
    return JSON.stringify(value, (_name, member: unknown) =>
      Array.isArray(member) ? member.filter((one) => this.#isOwn(JSON.stringify(one))) : member,
    );
  }

  #isOwn(text: string): boolean {
    const [, marker = this.#marker] = MARKER.exec(text) ?? [];
    return marker === this.#marker;
  }

  #add(stream: number, direction: Exchange['direction'], text: string): void {
    if (this.exchanges.length >= MOST || !this.#isOwn(text)) return;
    const at = Math.round(performance.now() - this.#begin);
    this.exchanges.push({
      at,
      stream,
      direction,
      text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
    });
  }
}

/** A line such as `12 ms  stream 1 ← {"type":"connection_ack"}`. */
export const lineOf = ({ at, stream, direction, text }: Exchange): string =>
  `${String(at).padStart(6)} ms  ${stream === 0 ? '' : `stream ${stream} `}${direction} ${text}`;
