import { instantOf } from '../lib/instant.ts';
import { isRecord } from '../lib/is-record.ts';
import { ATO_STATUSES } from './routes/ato.ts';
import { toFlag } from './values.ts';

/*
 * Allow-list of the platform's data that the gateway may store: the members and formats listed here, and nothing else. Profile
 * data may be shown and must not be stored, and the names under which the platform sends it are unknown. Contract: What the
 * service does, Profile data policy.
 */

/** The value as it may be stored; undefined: it may not. */
type Form = (value: unknown) => unknown;

/** Members that may be stored, by name. */
type Members = Readonly<Record<string, Form>>;

/**
 * IDs that are stored as they are sent. Others could be a name or an address: with a space, `@` or letters beyond ASCII, encoded
 * (`%`), as a query (`?`), or as a telephone number.
 */
export const STORABLE_ID = '^(?!\\+[0-9]+$)[A-Za-z0-9._:/=+~|#-]{1,256}$';
const ID = new RegExp(STORABLE_ID);
const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

export const isStorableId = (value: unknown): value is string | number =>
  typeof value === 'string' ? ID.test(value) : Number.isSafeInteger(value);

const id: Form = (value) => (isStorableId(value) ? value : undefined);
/** A record of a user, reduced to the user's ID. A text could be a name. */
const person: Form = (value) => {
  const userId = isRecord(value) ? namedUser(value) : null;
  return userId === null ? undefined : { userId };
};
/** The ID by which a record of a user names the user. Null: none, or one that may not be stored. */
const namedUser = ({ userId, id: ownId, _id }: Record<string, unknown>): string | number | null =>
  [userId, ownId, _id].find(isStorableId) ?? null;

/** Members of an ATO request that may name who started it: an ID, or a record of the user. */
const REQUESTERS = ['userId', 'user', 'ownerId', 'owner', 'requesterId', 'requester'] as const;

/**
 * The user who started an ATO request, by the first member that names one. A text under a name that does not say that it is an ID
 * may be the user's name. Null: none does.
 */
export function requesterOf(request: Readonly<Record<string, unknown>>): string | null {
  for (const name of REQUESTERS) {
    const value = request[name];
    const userId = isRecord(value)
      ? namedUser(value)
      : name.endsWith('Id') && isStorableId(value)
        ? value
        : null;
    if (userId !== null) return String(userId);
  }
  return null;
}

const flag: Form = (value) => (toFlag(value) === null ? undefined : value);
/** ISO 8601. Points in time in other formats are stored in this one. */
const time: Form = (value) => {
  if (typeof value === 'string' && TIME.test(value)) return value;
  const instant = instantOf(value);
  return instant === null ? undefined : new Date(instant).toISOString();
};
const text: Form = (value) => (typeof value === 'string' ? value : undefined);
const textOrNumber: Form = (value) => (typeof value === 'number' ? value : text(value));
const atoStatus: Form = (value) => ATO_STATUSES.find((status) => status === value);

/**
 * Members for which the graph has no field, or one that cannot show the value. The app's name is free text, which may contain a
 * person's name, so it is not stored. Contract: Resources, ATO request and alert; Events (the status fields). The rest are
 * members that the platform was observed to send, and names under which it could send a user.
 */
const ATO_REQUEST_EXTRA: Members = {
  /** Only one that the contract does not list: the others are a field. */
  status: id,
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
  _id: id,
  distributionId: id,
  appId: id,
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
  (members: Members, formOf: (name: string) => Form | undefined = () => undefined) =>
  (record: object): Record<string, unknown> => {
    const stored: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(record)) {
      const form = Object.hasOwn(members, name) ? members[name] : formOf(name);
      const kept = value === null ? null : form?.(value);
      if (form && kept !== undefined) stored[name] = kept;
    }
    return stored;
  };

/** "Status fields use the ATO status values", whatever their names. Contract: Events. */
export const storableAtoRequestExtra = storable(ATO_REQUEST_EXTRA, (name) =>
  /status$/i.test(name) ? atoStatus : undefined,
);
export const storableAtoDistribution = storable(ATO_DISTRIBUTION);
export const storableNotification = storable(STORABLE_NOTIFICATION);
