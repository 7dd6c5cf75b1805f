/** What the pages know of the embedded platform. */
export interface Demo {
  /** People and programs whose demo credential a visitor may use; the first one is preset. */
  identities: readonly Identity[];
  /** Address of the platform's console page. */
  consoleUrl: string;
}

/** Someone whose demo credential the pages can send. */
export interface Identity {
  id: string;
  /** What they are, as in `Student`. */
  role: string;
  /** Who they are and what they may read, in one sentence. */
  about: string;
  /** The `authorization` header. */
  authorization: string;
  /** An operation that shows something of theirs. */
  document: string;
}
