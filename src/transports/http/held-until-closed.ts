import type { ServerResponse } from 'node:http';
import type { Charge } from '../../admission/accounts.ts';
import type { Caller, Resource } from '../../admission/limits.ts';

/** Charges a caller until a response has closed. @returns null at a limit. */
export function holdUntilClosed(
  response: ServerResponse,
  caller: Caller | null,
  resource: Resource,
  amount: number,
): Charge<Resource> | null {
  const charge = caller?.hold(resource, amount) ?? null;
  // The client has left: nothing else would release it.
  if (response.destroyed) charge?.release();
  else if (charge) response.once('close', () => charge.release());
  return charge;
}
