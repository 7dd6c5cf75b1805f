import { SessionError } from '../session/request.ts';

/**
 * Where the cookies of a request are read: the request, its headers, or the cookies of a framework, such as those of Next.js
 * and Astro.
 */
export type CookieSource = Request | Headers | { get(name: string): { value: string } | undefined };

/** Bytes of name and value together that every browser stores (RFC 6265, section 6.1). */
const MOST_BYTES = 4096;

/** Cookies of one app, which scripts cannot read. */
export class Cookies {
  readonly #prefix: string;
  readonly #attributes: string;

  /**
   * @param isSecure whether the app has HTTPS. Without it, as on the developer's machine, browsers refuse `__Host-`, and
   *   some of them `Secure`.
   */
  constructor(name: string, isSecure: boolean) {
    this.#prefix = `${isSecure ? '__Host-' : ''}${name}.`;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The value of a cookie as JSON; null if it is absent or not ours. */
  read(source: CookieSource, part: string): unknown {
    const name = this.#prefix + part;
    const headers = source instanceof Request ? source.headers : source;
    const text = headers instanceof Headers ? pairsOf(headers).get(name) : headers.get(name)?.value;
    try {
      return JSON.parse(decode(text ?? ''));
    } catch {
      return null;
    }
  }

  /**
   * A `Set-Cookie` header.
   * @param seconds how long the browser keeps it.
   * @throws SessionError if the value is longer than browsers store.
   */
  set(part: string, value: unknown, seconds: number): string {
    const pair = `${this.#prefix}${part}=${encode(JSON.stringify(value))}`;
    if (pair.length > MOST_BYTES)
      throw new SessionError(
        `The cookie ${this.#prefix}${part} would have ${pair.length} bytes, and browsers store ${MOST_BYTES}: the platform's tokens are too long for cookies.`,
      );
    return `${pair}; Max-Age=${Math.ceil(seconds)}; ${this.#attributes}`;
  }

  /** A `Set-Cookie` header that removes a cookie. */
  clear(part: string): string {
    return `${this.#prefix}${part}=; Max-Age=0; ${this.#attributes}`;
  }

  /** The headers of a request as if the browser had sent these cookies: others stay. @param changes null removes one. */
  forwarded(headers: Headers, changes: Readonly<Record<string, unknown>>): Headers {
    const pairs = pairsOf(headers);
    for (const [part, value] of Object.entries(changes)) {
      if (value === null) pairs.delete(this.#prefix + part);
      else pairs.set(this.#prefix + part, encode(JSON.stringify(value)));
    }
    const forwarded = new Headers(headers);
    const text = [...pairs].map(([name, value]) => `${name}=${value}`).join('; ');
    if (text === '') forwarded.delete('cookie');
    else forwarded.set('cookie', text);
    return forwarded;
  }
}

/** Of cookies with one name, the first counts: it has the most specific path. */
function pairsOf(headers: Headers): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const text of (headers.get('cookie') ?? '').split(';')) {
    const [name = '', ...rest] = text.trim().split('=');
    if (rest.length > 0 && !pairs.has(name)) pairs.set(name, rest.join('='));
  }
  return pairs;
}

/** Base64url: the same for frameworks that decode `%` in cookies and those that do not. */
const encode = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const decode = (text: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0)),
  );
