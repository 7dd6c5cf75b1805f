/** The embedded platform's data for the pages. */
export interface Demo {
  /** People and programs whose demo credential a visitor may use; the first one is preset. */
  identities: readonly Identity[];
  /** Address of the platform's console page. */
  consoleUrl: string;
}

/** Someone whose demo credential the pages can send. */
export interface Identity {
  id: string;
  /** Role, as in `Student`. */
  role: string;
  /** A sentence about the identity and its permissions. */
  about: string;
  /** The `authorization` header. */
  authorization: string;
  /** An example operation for the identity. */
  document: string;
}
