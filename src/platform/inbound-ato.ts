import { type Static, Type } from 'typebox';
import { ATO_STATUSES, type AtoStatusText } from './routes/ato.ts';
import { requesterOf, STORABLE_ID, storableAtoRequestExtra } from './storable.ts';
import { toFlag, without } from './values.ts';
import { anything, exactInteger, flag, maybe, reading, text } from './wire.ts';

/** Identifies a request across its changes. */
const requestId = Type.Union([Type.String({ pattern: STORABLE_ID }), exactInteger]);

/**
 * Body of the call that the platform makes when an app owner starts an ATO request, and again when it changes. On a first
 * request many fields are unset. Contract: Resources, ATO request and alert; Events; request bodies are not shown.
 */
const atoRequestBody = Type.Object({
  requestId,
  userId: anything,
  status: text,
  complete: flag,
  cancellable: flag,
  distributions: anything,
});
export type AtoRequestBody = Static<typeof atoRequestBody>;

/**
 * Body of the call that the platform makes when the distributions of an ATO package change: always the complete current
 * set. No other member is promised, not even the request's ID. Contract: Events.
 */
const atoDistributionsBody = Type.Object({
  requestId: maybe(requestId),
  userId: anything,
  distributions: Type.Array(Type.Unknown()),
});
export type AtoDistributionsBody = Static<typeof atoDistributionsBody>;

/** Reads the body of an inbound call. Null if it is not of this shape. */
export const parseAtoRequest = reading(atoRequestBody);
export const parseAtoDistributions = reading(atoDistributionsBody);

/** An ATO request's values for the graph's fields. Null: absent or unusable. */
export interface AtoRequestContent {
  userId: string | null;
  status: AtoStatusText | null;
  complete: boolean | null;
  cancellable: boolean | null;
  /** Members without a field in the graph, and an undocumented status, as far as they may be stored. */
  extra: Record<string, unknown>;
}

export function atoRequestContent(body: AtoRequestBody): AtoRequestContent {
  const status = ATO_STATUSES.find((known) => known === body.status) ?? null;
  const others = without(body, atoRequestBody.properties);
  return {
    userId: requesterOf(body),
    status,
    complete: toFlag(body.complete),
    cancellable: toFlag(body.cancellable),
    extra: storableAtoRequestExtra(
      status === null && body.status != null ? { ...others, status: body.status } : others,
    ),
  };
}
