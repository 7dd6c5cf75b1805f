import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import type { FieldCosts } from '../graph/cost.ts';
import { ERROR_CODES, type ErrorCode } from '../graph/errors.ts';
import { credentialOf } from '../graph/field-facts.ts';
import { PLATFORM_ROUTES } from './platform-readers.ts';

/** An error that a field can raise. */
interface FieldError {
  code: ErrorCode;
  /** The cause in this field. Null: the description of the code is sufficient. */
  cause: string | null;
}

/** Errors that the domains declare, because they follow neither from a field's platform calls nor from its arguments. */
const NO_PLUGIN = { NOT_CONFIGURED: 'The gateway has no plugin configured.' };
const NO_CLIENT_ID = { NOT_CONFIGURED: 'The gateway has no client ID configured.' };
const LOG_DOWN = { EVENT_LOG_UNAVAILABLE: null };
const OWN_PLUGIN = {
  NOT_CONFIGURED: 'The gateway has no plugin configured, or the platform rejects its credential.',
};
const LONG_LIST = {
  OPERATION_TOO_EXPENSIVE:
    'The class is not among the first 300 of a longer list; `classes` has every class.',
};

const DECLARED: Readonly<Record<string, Partial<Record<ErrorCode, string | null>>>> = {
  'Query.atoRequest': { ...NO_PLUGIN, ...LOG_DOWN },
  'Query.atoRequests': { ...NO_PLUGIN, ...LOG_DOWN },
  'Subscription.atoAlertRaised': NO_PLUGIN,
  'Subscription.atoRequestChanged': NO_PLUGIN,
  'Subscription.atoDistributionsChanged': NO_PLUGIN,
  'Subscription.notificationReceived': {
    NOT_FOUND: 'The platform returned no profile for the signed-in user.',
  },
  'Mutation.completeAtoSignOn': { ...NO_PLUGIN, ...LOG_DOWN },
  'Mutation.updateAtoStatus': LOG_DOWN,
  'Mutation.raiseAtoAlert': LOG_DOWN,
  'Mutation.sendNotification': LOG_DOWN,
  'Mutation.beginSignIn': NO_CLIENT_ID,
  'Mutation.exchangeCode': NO_CLIENT_ID,
  'Mutation.refreshSession': {
    NOT_CONFIGURED:
      'The gateway has no client ID or client secret configured, or for the registration `ATO` no plugin.',
    ...LOG_DOWN,
  },
  'Mutation.createAnonymousUser': NO_CLIENT_ID,
  'Mutation.recordStatement': {
    NOT_CONFIGURED: 'The gateway has no addresses for xAPI statements configured.',
  },
  'Viewer.badgeAssertions': OWN_PLUGIN,
  'Viewer.otherSkills': OWN_PLUGIN,
  'Class.joinCode': LONG_LIST,
  'Class.viewer': LONG_LIST,
};

/** Push routes have the platform's address unless theirs is configured. */
const NO_NOTES = ['NOT_CONFIGURED', "The gateway has no address for the platform's notes routes."] as const;

const OF_CREDENTIAL: readonly ErrorCode[] = ['UNAUTHENTICATED', 'FORBIDDEN'];
const OF_CALLS: readonly ErrorCode[] = [
  ...OF_CREDENTIAL,
  'BAD_USER_INPUT',
  'RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_BAD_RESPONSE',
];
const OF_WRITES: readonly ErrorCode[] = ['NOT_FOUND', 'CONFLICT'];

const ROUTES = new Map(PLATFORM_ROUTES.map((route) => [route.name, route]));

/**
 * The errors that each field can raise, by schema coordinate, besides those of every operation: from its credential, its
 * arguments, the declarations of the platform routes that it calls, and what its domain declares. Fields without errors of their
 * own are left out.
 */
export function readFieldErrors(
  schema: GraphQLSchema,
  costs: FieldCosts,
): ReadonlyMap<string, readonly FieldError[]> {
  const errors = new Map<string, readonly FieldError[]>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`;
      const credential = credentialOf(schema, field);
      const needsCredential = credential !== null && credential.kind !== 'NONE';
      const found = errorsOf(coordinate, field, needsCredential, costs);
      if (found.length > 0) errors.set(coordinate, found);
    }
  }
  return errors;
}

function errorsOf(
  coordinate: string,
  { args }: GraphQLField<unknown, unknown>,
  needsCredential: boolean,
  costs: FieldCosts,
): FieldError[] {
  const routes = (costs[coordinate]?.calls ?? []).flatMap(({ route }) => ROUTES.get(route) ?? []);
  const found = new Map<string, string | null>([
    ...(needsCredential ? OF_CREDENTIAL : []).map((code) => [code, null] as const),
    ...(args.length > 0 ? [['BAD_USER_INPUT', null] as const] : []),
    ...(routes.length > 0 ? OF_CALLS : []).map((code) => [code, null] as const),
    ...(routes.some(({ kind }) => kind === 'write') ? OF_WRITES : []).map((code) => [code, null] as const),
    ...(routes.some(({ host }) => host === 'notes') ? [NO_NOTES] : []),
    // Every stream reads the event log.
    ...(coordinate.startsWith('Subscription.') ? Object.entries(LOG_DOWN) : []),
    ...Object.entries(DECLARED[coordinate] ?? {}),
  ]);
  return ERROR_ORDER.filter((code) => found.has(code)).map((code) => ({
    code,
    cause: found.get(code) ?? null,
  }));
}

/** The order of the table in `graph/errors.ts`. */
const ERROR_ORDER = Object.keys(ERROR_CODES).filter((code): code is ErrorCode => code in ERROR_CODES);
