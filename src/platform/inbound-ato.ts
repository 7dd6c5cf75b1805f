import { type Static, Type } from 'typebox';
import { extraOf, firstId, flag, id, list, maybe, reading, text } from './wire.ts';

/**
 * What the platform sends when an app owner starts an ATO request, and again when it changes. On a first request many
 * fields are unset. Contract: Resources, ATO request and alert; Events; request bodies are not shown.
 */
const atoRequestBody = Type.Object({
  requestId: id,
  userId: maybe(id),
  status: text,
  complete: flag,
  cancellable: flag,
  distributions: maybe(Type.Array(Type.Unknown())),
});
export type AtoRequestBody = Static<typeof atoRequestBody>;

/** What the platform sends when the distributions of an ATO package change: always the complete current set. */
const atoDistributionsBody = Type.Object({
  requestId: id,
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

/** A mission planner's search for capabilities, and for candidates. Contract: Events; bodies are not shown. */
const capabilitySearchBody = Type.Object({ term: text });
const candidateSearchBody = Type.Object({ capabilityIds: list });
export const readCapabilitySearch = reading(capabilitySearchBody);

/** The ids of a candidate search, as texts. */
export function readCandidateSearch(body: unknown): string[] | null {
  const search = reading(candidateSearchBody)(body);
  const ids = search?.capabilityIds?.map((item) =>
    typeof item === 'string' || typeof item === 'number' ? firstId(item) : null,
  );
  return ids?.every((found) => found !== null) ? ids : null;
}
