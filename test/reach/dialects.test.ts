import { DIALECTS, type DialectName } from 'learning-platform-kit/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { settle, walk } from './walk.ts';

/** IDs of the seed data in a document. Those of buckets are the app's own. */
const SEED_ID = /"((?:u|c|g|s|l|o|n|nt|b)-[a-z-]+)"/g;

/** What differs between two platforms that are told the same: IDs, codes and tokens that they make. */
const MADE = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid'],
  [/@guest-[0-9a-f]{8}/g, '@guest'],
  [/"(codeVerifier|url|accessToken|refreshToken|nonce|state)":"[^"]*"/g, '"$1":"made"'],
] as const;

/** A gateway whose client names records as its platform does. */
const speaking = (gateway: TestGateway): TestGateway => ({
  ...gateway,
  query: (document, options) => {
    const { dialect } = gateway.sandbox;
    return gateway.query(
      document.replace(SEED_ID, (_id, id: string) => `"${dialect.idOf(id)}"`),
      options,
    );
  },
});

/** The responses to all operations of `schema/examples`, by name, with the platform's own IDs. */
async function responsesIn(dialect: DialectName): Promise<Record<string, unknown>> {
  const gateway = await startGateway({ clock: new FakeClock(), sandbox: { dialect } });
  const walked = await walk(speaking(gateway), await settle(gateway));
  const { understood } = gateway.sandbox.dialect;
  await gateway.close();
  return Object.fromEntries(
    walked.map(({ reach, result: { data, errors } }) => {
      const text = understood.call(gateway.sandbox.dialect, JSON.stringify({ data, errors }, withoutExtra));
      return [
        reach.operation,
        JSON.parse(MADE.reduce((made, [form, name]) => made.replaceAll(form, name), text)),
      ];
    }),
  );
}

/** Without undocumented members, and of random users only what each has. */
const withoutExtra = (name: string, value: unknown): unknown => {
  if (name === 'extra' || name.endsWith('Extra')) return undefined;
  return name === 'randomUsers' && Array.isArray(value) ? value.map(({ user }) => typeof user.id) : value;
};

describe('the operations of schema/examples', () => {
  let plain: Record<string, unknown>;
  beforeAll(async () => {
    plain = await responsesIn('plain');
  });

  it.each(DIALECTS)('have equal responses on a platform that speaks the dialect %s', async (dialect) => {
    const spoken = await responsesIn(dialect);
    const differing = Object.keys(plain).filter(
      (name) => JSON.stringify(spoken[name]) !== JSON.stringify(plain[name]),
    );
    expect(differing.map((name) => [name, spoken[name]])).toEqual(
      differing.map((name) => [name, plain[name]]),
    );
  });
});
