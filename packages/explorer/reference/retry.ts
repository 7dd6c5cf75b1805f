import type { ErrorCode } from '../graph.ts';

/** The rule for retries, in Markdown, the same on every page. */
export const RETRY_RULE = `Retry only if \`extensions.retryable\` is true, after \`extensions.retryAfterMs\` if it is given: such a retry writes nothing twice. An
error of a write that may have taken effect is not retryable. After a lost response, send a mutation again only with the
idempotency key that it had.`;

/**
 * Whether errors of a code are retryable, as text.
 * @param ofMutation null: of any operation.
 */
export function retryText({ retryable, mayBeWritten }: ErrorCode, ofMutation: boolean | null): string {
  if (!retryable) return 'no';
  if (!mayBeWritten || ofMutation === false) return 'yes';
  return ofMutation ? 'unless it may have taken effect' : 'yes; a mutation unless it may have taken effect';
}

/** The table of error codes, in Markdown. */
export const errorTable = (errorCodes: Readonly<Record<string, ErrorCode>>): string =>
  [
    '| code | retryable | meaning |',
    '|---|---|---|',
    ...Object.entries(errorCodes).map(
      ([code, error]) => `| \`${code}\` | ${retryText(error, null)} | ${error.meaning} |`,
    ),
  ].join('\n');
