import { asJson, isJsonObject, type Json, type JsonObject } from '../../events/json.ts';
import type { LogEvent } from '../../events/log.ts';
import { storableAtoDistribution, storableAtoRequestExtra } from '../../platform/storable.ts';

/** Stored state of an ATO request, with the latest values from the platform and this gateway. Kept as a snapshot. */
export interface AtoRequestState {
  requestId: string;
  /** The user who started the request. Null: the platform has not named one. */
  userId: string | null;
  status: string | null;
  complete: boolean | null;
  cancellable: boolean | null;
  distributions: JsonObject[];
  /** When the gateway first received the request, ISO 8601. */
  receivedAt: string;
  extra: JsonObject;
}

/** Stored form of an alert. */
export interface AtoAlertState {
  requestId: string;
  title: string;
  text: string;
  providerId: string | null;
  status: string | null;
  type: string;
  /** When it was raised, ISO 8601. */
  raisedAt: string;
}

/** A change of distributions: the complete set, and its differences from the previous one. */
export interface AtoDistributionChange {
  /** Null: the platform did not name the request. */
  requestId: string | null;
  distributions: JsonObject[];
  added: JsonObject[];
  removed: JsonObject[];
}

export const KIND = {
  request: 'ato-request',
  alert: 'ato-alert',
  distributions: 'ato-distributions',
} as const;

/** The request that a stored event is about. Null: it names none. Undefined: it cannot be read. */
export function requestOf({ kind, payload }: LogEvent): string | null | undefined {
  if (!isJsonObject(payload)) return undefined;
  const { requestId } = payload;
  if (typeof requestId === 'string') return requestId;
  return kind === KIND.distributions && requestId === null ? null : undefined;
}

/** Parses a stored state. Null: not one. */
export function readState(json: Json | undefined): AtoRequestState | null {
  if (!isJsonObject(json) || typeof json.requestId !== 'string') return null;
  return {
    requestId: json.requestId,
    userId: textIn(json.userId),
    status: textIn(json.status),
    complete: flagIn(json.complete),
    cancellable: flagIn(json.cancellable),
    distributions: objectsIn(json.distributions),
    receivedAt: textIn(json.receivedAt) ?? '',
    extra: isJsonObject(json.extra) ? storedObject(storableAtoRequestExtra(json.extra)) : {},
  };
}

export function readAlert(json: Json): AtoAlertState | null {
  if (!isJsonObject(json) || typeof json.requestId !== 'string') return null;
  const { requestId, title, text, providerId, status, type, raisedAt } = json;
  return {
    requestId,
    title: textIn(title) ?? '',
    text: textIn(text) ?? '',
    providerId: textIn(providerId),
    status: textIn(status),
    type: textIn(type) ?? 'info',
    raisedAt: textIn(raisedAt) ?? '',
  };
}

export function readDistributionChange(json: Json): AtoDistributionChange | null {
  if (!isJsonObject(json) || (json.requestId !== null && typeof json.requestId !== 'string')) return null;
  return {
    requestId: json.requestId,
    distributions: objectsIn(json.distributions),
    added: objectsIn(json.added),
    removed: objectsIn(json.removed),
  };
}

export const textIn = (json: unknown): string | null => (typeof json === 'string' ? json : null);
const flagIn = (json: Json | undefined): boolean | null => (typeof json === 'boolean' ? json : null);
/** An earlier version stored more: it is neither shown nor stored again. */
const objectsIn = (json: Json | undefined): JsonObject[] =>
  Array.isArray(json)
    ? json.filter(isJsonObject).map((object) => storedObject(storableAtoDistribution(object)))
    : [];
/** The member that identifies a distribution. Undefined: it has none. */
export const distributionIdOf = ({ id, distributionId, _id, appId }: JsonObject): Json | undefined =>
  [id, distributionId, _id, appId].find((value) => value != null);

/** A record as JSON. */
export function storedObject(record: Record<string, unknown>): JsonObject {
  const json = asJson(record);
  return isJsonObject(json) ? json : {};
}
