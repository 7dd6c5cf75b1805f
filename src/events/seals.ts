import { createHmac } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { isOneOfSecrets } from '../lib/constant-time.ts';
import type { CursorSecrets } from './cursor.ts';

/** Kinds of sealed values: the ATO request that a token is bound to, the user of a token, the outcome of a write. */
type SealedKind = 'binding' | 'caller' | 'write';

/** A sealed value: when it expires in epoch milliseconds, its MAC, and its text. Without a secret, the text alone is stored. */
const SEALED = /^v2 (\d+) ([\w-]{43}) (.*)$/s;

export interface SealOptions {
  clock: Pick<Clock, 'now'>;
  /** Of `CURSOR_SECRET`. Null: not configured, and nothing can be sealed: a key in the store would protect nothing there. */
  secrets: (() => CursorSecrets) | null;
  /** Called for each value with a wrong MAC: forged, or copied from another name. */
  rejected(kind: SealedKind): void;
}

/**
 * Authenticates stored values that grant access, with a MAC. Write access to the store without the secret is not enough to forge
 * such a value, to use it under another name, or to extend its lifetime.
 */
export class Seals {
  readonly #options: SealOptions;

  constructor(options: SealOptions) {
    this.#options = options;
  }

  /** @param ttl milliseconds. @returns the sealed text, or without a secret the text. */
  seal(name: string, text: string, ttl: number): string {
    const { clock, secrets } = this.#options;
    if (!secrets) return text;
    const expiresAt = String(Math.ceil(clock.now() + ttl));
    return `v2 ${expiresAt} ${macOf(secrets().signing, name, expiresAt, text)} ${text}`;
  }

  /** The text of a stored value. Null: it has expired, or is not what a gateway has stored under this name. */
  open(kind: SealedKind, name: string, stored: string): string | null {
    const { clock, secrets, rejected } = this.#options;
    const [, expiresAt = '', mac = '', text = ''] = SEALED.exec(stored) ?? [];
    if (mac === '' && !secrets) return stored;
    const { signing = null, also = null } = secrets?.() ?? {};
    const macs = [signing, also].flatMap((secret) =>
      secret === null ? [] : [macOf(secret, name, expiresAt, text)],
    );
    if (isOneOfSecrets(mac, macs)) return Number(expiresAt) > clock.now() ? text : null;
    rejected(kind);
    return null;
  }
}

/** The text of a stored value, without verification of its MAC. */
export const unsealed = (stored: string): string => SEALED.exec(stored)?.[3] ?? stored;

const macOf = (secret: string, ...parts: readonly string[]): string =>
  createHmac('sha256', `stored values:${secret}`).update(JSON.stringify(parts)).digest('base64url');
