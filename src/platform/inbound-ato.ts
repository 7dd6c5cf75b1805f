import { type Static, Type } from 'typebox';
import { ATO_STATUSES, type AtoStatusText } from './routes/ato.ts';
import { isStorableId, STORABLE_ID, storableAtoRequestExtra } from './storable.ts';
import { extraOf, flag, id, maybe, reading, text, toFlag } from './wire.ts';

/** What a request is stored under. */
const requestId = Type.Union([Type.String({ pattern: STORABLE_ID }), Type.Number()]);

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

/**
 * What the platform sends when the distributions of an ATO package change: always the complete current set. Nothing else
 * is promised, the request included. Contract: Events.
 */
const atoDistributionsBody = Type.Object({
  requestId: maybe(requestId),
  userId: maybe(id),
  distributions: Type.Array(Type.Unknown()),
});
export type AtoDistributionsBody = Static<typeof atoDistributionsBody>;

/** Reads the body of an inbound call; null where it is no such body. */
export const readAtoRequest = reading(atoRequestBody);
export const readAtoDistributions = reading(atoDistributionsBody);

/** The values of an ATO request's body, as the graph's fields take them. Null: absent, or unreadable. */
export interface AtoRequestContent {
  userId: string | null;
  status: AtoStatusText | null;
  complete: boolean | null;
  cancellable: boolean | null;
  /** Members that the graph has no field for, as far as they may be stored. */
  extra: Record<string, unknown>;
}

export function atoRequestContent(body: AtoRequestBody): AtoRequestContent {
  const status = ATO_STATUSES.find((known) => known === body.status) ?? null;
  const others = extraOf(body, atoRequestBody);
  return {
    userId: storableUserId(body),
    status,
    complete: toFlag(body.complete),
    cancellable: toFlag(body.cancellable),
    extra: storableAtoRequestExtra(
      status === null && body.status != null ? { ...others, status: body.status } : others,
    ),
  };
}

/** Who started the request. Null: absent, or no ID. */
export const storableUserId = ({ userId }: AtoRequestBody | AtoDistributionsBody): string | null =>
  isStorableId(userId) ? String(userId) : null;
