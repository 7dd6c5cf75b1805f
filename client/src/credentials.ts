/** Supplies the `Authorization` header. A `Session` is one; so is `{ authorization: () => 'Basic …' }`. */
export interface Credentials {
  /**
   * Returns the header, or an empty string to send none. Called for each request and each connection.
   * @param refused the header that the gateway has just refused: replace it, or throw to give up. Null: none was refused.
   */
  authorization(refused: string | null): string | Promise<string>;
}

/** Requests without a credential. */
export const ANONYMOUS: Credentials = { authorization: () => '' };
