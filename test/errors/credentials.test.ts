import { isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { credentialOf } from '../../src/graph/field-facts.ts';
import { INBOUND_REACHES } from '../reach/walk.ts';
import { as, callOf, codesByPath } from '../support/gateway.ts';
import type { GraphError } from '../support/graph-error.ts';
import { listen } from '../support/listen.ts';
import { schema } from '../support/schema.ts';
import { suiteGateway } from '../support/suite.ts';
import { validDocument } from './documents.ts';

/** The credentials that a field accepts, by the kind of its `@credential`. */
const ACCEPTED: Readonly<Record<string, { accepts: readonly Kind[]; isAto: boolean }>> = {
  NONE: { accepts: [], isAto: false },
  PLUGIN_OR_ATO: { accepts: ['plugin', 'ATO'], isAto: true },
  PLUGIN: { accepts: ['plugin'], isAto: false },
  ATO: { accepts: ['ATO'], isAto: true },
  USER: { accepts: ['user'], isAto: false },
};
type Kind = 'user' | 'plugin' | 'ATO';

/** An ATO sign-on opens a session of its user, which these fields read and end. */
const OF_ANY_SESSION = ['Query.me', 'Query.session', 'Mutation.signOut', 'Subscription.notificationReceived'];

interface RootField {
  field: string;
  /** Name of the first credential. */
  credential: string;
  accepts: readonly Kind[];
  isAto: boolean;
}

const rootFields: readonly RootField[] = ['Query', 'Mutation', 'Subscription'].flatMap((name) => {
  const type = schema.getType(name);
  return Object.values(isObjectType(type) ? type.getFields() : {}).flatMap((field) => {
    const required = credentialOf(schema, field);
    const accepted = ACCEPTED[required?.kind ?? ''];
    if (!required || !accepted) throw new Error(`${name}.${field.name} has no known @credential`);
    const credential = required.name.replace(/ or .*/, '');
    return required.kind === 'NONE' ? [] : [{ field: `${name}.${field.name}`, credential, ...accepted }];
  });
});

const gateway = suiteGateway();
let credentials: Record<Kind, Record<string, string>>;
beforeAll(async () => {
  const { requestId } = await gateway.sandbox.startAtoRequest();
  const { code, state } = gateway.sandbox.signOnToAto(requestId);
  const { data } = await gateway.query(
    'mutation ($input: CompleteAtoSignOnInput!) { completeAtoSignOn(input: $input) { token { accessToken } bound } }',
    { variables: { input: { code, state } } },
  );
  expect(data.completeAtoSignOn.bound).toBe(true);
  credentials = {
    user: as.student,
    plugin: as.plugin,
    ATO: as.bearer(data.completeAtoSignOn.token.accessToken),
  };
});

interface Outcome {
  errors: readonly GraphError[];
  calls: string[];
}
type Send = (document: string, credential: Record<string, string>) => Promise<Outcome>;

const overHttp =
  (headers: Record<string, string>): Send =>
  (document, credential) =>
    gateway.query(document, { as: credential, headers });

const overSocket: Send = async (document, { authorization }) => {
  const seen = gateway.requests.length;
  const stream = listen(gateway.url, document, authorization === undefined ? {} : { authorization });
  await stream.end();
  // A socket confirms the token that it opens with.
  const calls = gateway.requests.slice(seen).map(callOf);
  return { errors: stream.errors, calls: calls.filter((call) => call !== 'GET /oauth/v2/token/validate') };
};

const documentOf = (field: string): string =>
  validDocument(schema, field)
    .replace(/(, )?after: "cursor"/, '')
    .replace('()', '');
const isStream = ({ field }: RootField): boolean => field.startsWith('Subscription.');
const others = ({ accepts }: RootField): Kind[] =>
  (['user', 'plugin', 'ATO'] as const).filter((kind) => !accepts.includes(kind));
/** Whether the gateway can tell: only the platform knows if a token is of a user's sign-in or of an ATO sign-on. */
const isKnownHere = ({ isAto, accepts }: RootField, kind: Kind): boolean =>
  kind === 'plugin' || accepts.includes('plugin') || (kind === 'ATO' ? isAto : !isAto);

describe.each<[string, Send]>([
  ['HTTP', overHttp({})],
  ['server-sent events', overHttp({ accept: 'text/event-stream' })],
  ['WebSocket', overSocket],
])('a credential over %s', (transport, send) => {
  const fields = rootFields.filter((one) => transport !== 'HTTP' || !isStream(one));

  it.each(fields)(
    'is missing: $field is UNAUTHENTICATED, without a platform call',
    async ({ field, credential }) => {
      const { errors, calls } = await send(documentOf(field), as.nobody);
      expect(codesByPath(errors)).toEqual({ [field.split('.')[1] ?? '']: 'UNAUTHENTICATED' });
      expect(errors[0]?.message).toContain(credential);
      // A socket has no headers.
      expect(errors[0]?.message).not.toContain('Authorization');
      expect(calls).toEqual([]);
    },
  );

  it.each(fields)('is of another kind: $field is FORBIDDEN', async (one) => {
    const { field, credential } = one;
    for (const kind of others(one)) {
      if (kind === 'ATO' && OF_ANY_SESSION.includes(field)) continue;
      const { errors, calls } = await send(documentOf(field), credentials[kind]);
      expect(codesByPath(errors), kind).toEqual({ [field.split('.')[1] ?? '']: 'FORBIDDEN' });
      // The platform says only that the caller may not.
      if (errors[0]?.extensions.upstream) expect(errors[0].message, kind).not.toMatch(/token|credential/);
      else expect(errors[0]?.message, kind).toContain(credential);
      if (isKnownHere(one, kind)) expect(calls, kind).toEqual([]);
    }
  });
});

describe('a credential of another kind for a nested field', () => {
  it('is FORBIDDEN: the lesson and the class of a badge', async () => {
    const { errors } = await gateway.query(
      '{ badgeAssertions(userIds: ["u-ana"]) { lesson { id } class { id } } }',
      { as: credentials.plugin },
    );
    expect(errors).not.toEqual([]);
    for (const { path = [], message, extensions } of errors) {
      expect(['lesson', 'class']).toContain(path.at(-1));
      expect(extensions.code).toBe('FORBIDDEN');
      expect(message).toContain('user token');
    }
  });
});

describe('an endpoint that the platform calls', () => {
  it.each(INBOUND_REACHES)(
    'answers 401 with a challenge to any credential but that of its plugin: $endpoint',
    async ({ endpoint }) => {
      for (const credential of [as.nobody, credentials.user, credentials.ATO]) {
        const response = await fetch(gateway.url + endpoint, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...credential },
          body: '{}',
        });
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toContain('Basic');
        await response.text();
      }
    },
  );
});
