import { isRecord } from '../lib/is-record.ts';
import { ATO_STATUSES } from './routes/ato.ts';
import { toFlag } from './values.ts';

/*
 * What the gateway may store of what the platform sends: the members listed here, in the forms listed here, and nothing
 * else. Profile data may be shown and must not be stored, and under which names the platform sends it is not known.
 * Contract: What the service does, Profile data policy.
 */

/** The value as it may be stored; undefined: it may not. */
type Form = (value: unknown) => unknown;

/** Members that may be stored, by name. */
type Members = Readonly<Record<string, Form>>;

/** Form of the platform's IDs. */
export const STORABLE_ID = '^[A-Za-z0-9._:-]{1,128}$';
const ID = new RegExp(STORABLE_ID);
const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

export const isStorableId = (value: unknown): value is string | number =>
  typeof value === 'string' ? ID.test(value) : Number.isSafeInteger(value);

const id: Form = (value) => (isStorableId(value) ? value : undefined);
/** A record of a user, reduced to the user's ID. A text could be a name. */
const person: Form = (value) =>
  isRecord(value) && isStorableId(value.userId) ? { userId: value.userId } : undefined;
const flag: Form = (value) => (toFlag(value) === null ? undefined : value);
/** ISO 8601. */
const time: Form = (value) => (typeof value === 'string' && TIME.test(value) ? value : undefined);
const text: Form = (value) => (typeof value === 'string' ? value : undefined);
const textOrNumber: Form = (value) => (typeof value === 'number' ? value : text(value));
const atoStatus: Form = (value) => ATO_STATUSES.find((status) => status === value);

/**
 * What the graph has no field for, or a field that cannot show the value. The app's name is free text, in which a person may be named, so it is not stored.
 * Contract: Resources, ATO request and alert; Events (the status fields). The rest is what the platform has been seen to
 * send, and the names under which it could send a user.
 */
const ATO_REQUEST_EXTRA: Members = {
  /** Only one that the contract does not list: the others are a field. */
  status: id,
  documentationStatus: atoStatus,
  assessmentStatus: atoStatus,
  organizationId: id,
  providerId: id,
  user: person,
  owner: person,
  requester: person,
  authorizedDate: time,
  expiryDate: time,
  createdDate: time,
  updatedDate: time,
};

/** Contract: Events, distribution changes. */
const ATO_DISTRIBUTION: Members = {
  id,
  distributionId: id,
  name: text,
  platform: text,
  version: textOrNumber,
};

/** The texts are what the sender wrote, stored for the event retention. Contract: Resources, Notification. */
export const STORABLE_NOTIFICATION: Members = {
  notificationId: id,
  text,
  textParameters: text,
  path: text,
  persist: flag,
  acknowledge: flag,
  createdDate: time,
  receiver: id,
};

/** Null, which says that a field is unset, is stored as it is. */
const storable =
  (members: Members) =>
  (record: object): Record<string, unknown> => {
    const stored: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(record)) {
      const form = Object.hasOwn(members, name) ? members[name] : undefined;
      const kept = value === null ? null : form?.(value);
      if (form && kept !== undefined) stored[name] = kept;
    }
    return stored;
  };

export const storableAtoRequestExtra = storable(ATO_REQUEST_EXTRA);
export const storableAtoDistribution = storable(ATO_DISTRIBUTION);
export const storableNotification = storable(STORABLE_NOTIFICATION);
