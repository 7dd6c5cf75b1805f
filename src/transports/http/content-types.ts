import type { HTTPGraphQLResponse } from '@apollo/server';

const DEFAULT_TYPE = 'application/json; charset=utf-8';
/** Clients send a handful. */
const ACCEPTS_KEPT = 100;

/** The content types that Apollo answers in, by what the request accepts: what it chose once, it chooses again. */
export class ContentTypes {
  readonly #byAccept = new Map<string, string>();

  /** Undefined: Apollo has not chosen yet, or refuses. */
  of(accept: string | undefined): string | undefined {
    return accept === undefined ? DEFAULT_TYPE : this.#byAccept.get(accept);
  }

  /** Takes note of what Apollo chose. */
  note(accept: string | undefined, { status = 200, headers }: HTTPGraphQLResponse): void {
    const type = headers.get('content-type');
    // Only a good answer has the type that was asked for.
    if (accept === undefined || type === undefined || status !== 200) return;
    if (this.#byAccept.size >= ACCEPTS_KEPT) this.#byAccept.clear();
    this.#byAccept.set(accept, type);
  }
}
