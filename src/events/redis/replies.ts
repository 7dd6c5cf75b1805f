/** A Redis reply of another type than its command or script returns. */
export class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply';
}

/** @throws UnexpectedReply */
export function asText(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  throw new UnexpectedReply(`expected a string, not ${typeof reply}`);
}

/** @throws UnexpectedReply */
export function asList(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw new UnexpectedReply(`expected a list, not ${typeof reply}`);
}

/** Parses an integer that was sent as a number or as digits. @throws UnexpectedReply */
export function asWhole(reply: unknown): number {
  if (isWhole(reply)) return Number(reply);
  throw new UnexpectedReply('expected a whole number');
}

/** Whether a reply is an integer, sent as a number or as digits. */
export const isWhole = (reply: unknown): boolean =>
  typeof reply === 'string'
    ? /^\d+$/.test(reply) && Number.isSafeInteger(Number(reply))
    : Number.isSafeInteger(reply);
