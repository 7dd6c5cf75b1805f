/** A status reply, as in `+OK`. */
export class Status {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An error reply. Its message begins with the code, as in `OOM command not allowed …`. */
export class ErrorReply extends Error {}

/** A reply of the model. Texts are binary: one character for each byte. */
export type Reply = null | number | string | Status | ErrorReply | Reply[];

export const OK = new Status('OK');
export const PONG = new Status('PONG');

export const wrongType = (): ErrorReply =>
  new ErrorReply('WRONGTYPE Operation against a key holding the wrong kind of value');
