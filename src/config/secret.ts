import { inspect } from 'node:util';

const REDACTED = '[secret]';

/** A text that is to be sent and never shown: however it is printed, what it says stays here. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for where it is sent to. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
