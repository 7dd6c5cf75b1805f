export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413;

/**
 * The platform's refusal of a request. Thrown anywhere below a route and sent as
 * `{ error: { code, message } }`. Contract: Errors (the body is not shown).
 */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: RefusalStatus,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export const badRequest = (message: string) => new Refusal(400, 'BAD_REQUEST', message);
export const unauthorized = (message: string) => new Refusal(401, 'UNAUTHORIZED', message);
export const forbidden = (message: string) => new Refusal(403, 'FORBIDDEN', message);
export const notFound = (message: string) => new Refusal(404, 'NOT_FOUND', message);
export const conflict = (message: string) => new Refusal(409, 'CONFLICT', message);
export const tooLarge = (message: string) => new Refusal(413, 'TOO_LARGE', message);

/** A record that must exist. @throws Refusal 404 */
export function found<Item>(item: Item | undefined, noun: string): Item {
  if (item === undefined) throw notFound(`${noun} not found`);
  return item;
}
