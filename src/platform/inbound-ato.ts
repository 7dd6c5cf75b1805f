import { type Static, Type } from 'typebox';
import { extraOf, flag, id, maybe, reading, text } from './wire.ts';

/** What a request is kept under. */
const requestId = Type.Union([Type.String({ minLength: 1 }), Type.Number()]);

/**
 * What the platform sends when an app owner starts an ATO request, and again when it changes. On a first request many
 * fields are unset. Contract: Resources, ATO request and alert; Events; request bodies are not shown.
 */
const atoRequestBody = Type.Object({
  requestId,
  userId: maybe(id),
  status: text,
  complete: flag,
  cancellable: flag,
  distributions: maybe(Type.Array(Type.Unknown())),
});
export type AtoRequestBody = Static<typeof atoRequestBody>;

/** What the platform sends when the distributions of an ATO package change: always the complete current set. */
const atoDistributionsBody = Type.Object({
  requestId,
  userId: maybe(id),
  distributions: Type.Array(Type.Unknown()),
});
export type AtoDistributionsBody = Static<typeof atoDistributionsBody>;

/** Reads the body of an inbound call; null where it is no such body. */
export const readAtoRequest = reading(atoRequestBody);
export const readAtoDistributions = reading(atoDistributionsBody);

/** What the body holds that the graph has no field for. */
export const extraOfAtoRequest = (request: object): Record<string, unknown> =>
  extraOf(request, atoRequestBody);
