import { badInput, type InputPath, type InvalidInput } from './errors.ts';

/** Maximum length of an ID that a client sends, in bytes. The platform's own are a few dozen. */
const MAXIMUM_BYTES = 256;

export const TOO_LONG: { invalid: InvalidInput; problem: string } = {
  invalid: { reason: 'TOO_LONG', bounds: { maximum: MAXIMUM_BYTES } },
  problem: `must be at most ${MAXIMUM_BYTES} bytes.`,
};

/** @throws GatewayError BAD_USER_INPUT if the ID is too long. */
export function checkId(id: string, argument: InputPath): void {
  if (!isWithinLimit(id)) throw badInput(argument, TOO_LONG.invalid, TOO_LONG.problem);
}

export const isWithinLimit = (id: string): boolean =>
  id.length <= MAXIMUM_BYTES && Buffer.byteLength(id) <= MAXIMUM_BYTES;
