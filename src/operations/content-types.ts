import { JSON_TYPE } from './response.ts';

/** Distinct `accept` headers that are remembered; clients send a handful. */
const MAXIMUM_ACCEPTS = 100;

/** The content types that Apollo negotiated, by `accept` header: it would choose the same again. */
export class ContentTypes {
  readonly #byAccept = new Map<string, string>();

  /** Undefined if Apollo has not chosen yet, or finds no acceptable type. */
  of(accept: string | undefined): string | undefined {
    return accept === undefined ? JSON_TYPE : this.#byAccept.get(accept);
  }

  /** Remembers what Apollo chose for a response with this status. */
  remember(accept: string | undefined, contentType: string, status: number): void {
    // Other responses may have a type that the client does not accept.
    if (accept === undefined || status !== 200) return;
    if (this.#byAccept.size >= MAXIMUM_ACCEPTS) this.#byAccept.clear();
    this.#byAccept.set(accept, contentType);
  }
}
