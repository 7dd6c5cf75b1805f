import { expect } from 'vitest';
import { gatewayErrors, responseStatus } from '../../../packages/client/src/errors.ts';
import { as } from '../../support/gateway.ts';
import { editing, type Place, type Refusal, readAs } from './refusals.ts';
import { RETRIES, STACKS } from './stacks.ts';

/** What an app gets to know of a failure: a code, or the status of what has answered. */
function read(reported: unknown): string {
  if (reported === RETRIES) return RETRIES;
  const [first] = gatewayErrors(reported);
  return first ? first.extensions.code : String(responseStatus(reported) ?? 'unreachable');
}

const ACCEPTED = 'application/graphql-response+json';
/** Nothing of the request is known, so neither is what its client accepts. */
const UNPARSED = [431];

/** Checks what each client reads of a refusal, and closes its place. */
export async function expectRead(refusal: Refusal, { url, close }: Place): Promise<void> {
  const { programs = [], query = '{ me { handle } }', edit, status, code } = refusal;
  const send = editing(edit);
  try {
    for (const [client, stack] of Object.entries(STACKS)) {
      const reported = await stack({ url, fetch: send, query }).catch((error: unknown) => error);
      expect(read(reported), client).toBe(readAs(refusal, client));
    }
    if (status === null) return;
    const response = await send(url, {
      method: 'POST',
      headers: { accept: ACCEPTED, 'content-type': 'application/json', ...as.student },
      body: JSON.stringify({ query }),
    });
    expect(response.status).toBe(status);
    if (code === null || programs.length > 0 || status === 406 || UNPARSED.includes(status)) return;
    expect(response.headers.get('content-type')).toBe(`${ACCEPTED}; charset=utf-8`);
  } finally {
    await close();
  }
}
