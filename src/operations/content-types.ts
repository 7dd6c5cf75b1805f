import { JSON_TYPE } from './response.ts';

/** Distinct `accept` headers that are remembered; clients send a handful. */
const MAXIMUM_ACCEPTS = 100;

/**
 * The content types that Apollo negotiated, by `accept` header: it would choose the same again. The least used makes room, so that
 * a client which makes up headers replaces its own.
 */
export class ContentTypes {
  readonly #byAccept = new Map<string, { contentType: string; uses: number }>();

  /** Undefined if Apollo has not chosen yet, or finds no acceptable type. */
  of(accept: string | undefined): string | undefined {
    if (accept === undefined) return JSON_TYPE;
    const known = this.#byAccept.get(accept);
    if (known) known.uses += 1;
    return known?.contentType;
  }

  /** Remembers what Apollo chose for a response with this status. */
  remember(accept: string | undefined, contentType: string, status: number): void {
    // Other responses may have a type that the client does not accept.
    if (accept === undefined || status !== 200 || this.#byAccept.has(accept)) return;
    if (this.#byAccept.size >= MAXIMUM_ACCEPTS) this.#evict();
    this.#byAccept.set(accept, { contentType, uses: 0 });
  }

  /** Removes the least used, of several the last that came. */
  #evict(): void {
    let least = { accept: '', uses: Number.POSITIVE_INFINITY };
    for (const [accept, { uses }] of this.#byAccept) if (uses <= least.uses) least = { accept, uses };
    this.#byAccept.delete(least.accept);
  }
}
