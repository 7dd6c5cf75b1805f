import { type FieldNode, Kind, parse } from 'graphql';
import { SAMPLES } from 'learning-platform-kit/contract/examples';
import { describe, expect, it } from 'vitest';
import { checkOf } from '../../src/graph/repeatable.ts';
import { startRecordedGateway } from '../requests/gateway.ts';
import { REQUESTS, type RequestRow } from '../requests/table.ts';
import { schema } from '../support/schema.ts';
import { forSuite } from '../support/suite.ts';

const MUTATIONS = Object.values(schema.getMutationType()?.getFields() ?? {});
const WITHOUT_KEY = [
  'beginSignIn',
  'completeAtoSignOn',
  'createAnonymousUser',
  'exchangeCode',
  'refreshSession',
  'registerDevice',
  'signOut',
];

/** What the platform returns for reads that only a repeat makes. */
const READS: Readonly<Record<string, RequestRow['responses']>> = {
  assertBadge: { listBadgeAssertions: [{ assertionId: 'as-1', userId: SAMPLES.userId }] },
  submitScore: { readRank: { userId: SAMPLES.userId, score: 1, categories: [], rank: 1 } },
};

/** The first operation of the table with all arguments of a mutation, which is its only field. */
function rowOf(name: string): RequestRow {
  const row = REQUESTS.find((one) => one.arguments !== 'minimal' && rootsOf(one).join() === name);
  if (!row) throw new Error(`no request has the mutation ${name} alone`);
  return row;
}

const rootFields = ({ document }: Pick<RequestRow, 'document'>): FieldNode[] => {
  const [operation] = parse(document).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return [];
  return operation.selectionSet.selections.filter((one) => one.kind === Kind.FIELD);
};
const rootsOf = (row: RequestRow): string[] => rootFields(row).map(({ name }) => name.value);

/** The same document with a key for its root field. */
function withKey(row: RequestRow, key: string): string {
  const [field] = rootFields(row);
  const start = field?.selectionSet?.loc?.start ?? 0;
  return `${row.document.slice(0, start)} @idempotent(key: "${key}") ${row.document.slice(start)}`;
}

/** The IDs and flags of a payload, where the repeat needs none of the platform's response. */
const idsIn = (payload: Record<string, unknown>): [string, unknown][] =>
  Object.entries(payload).filter(([name, value]) => /Id$|^streamed$/.test(name) || typeof value === 'string');

describe('a mutation that writes', () => {
  const gateway = forSuite(startRecordedGateway);

  const keyed = MUTATIONS.filter((field) => checkOf(schema, field) !== null).map(({ name }) => name);

  it('takes a key, unless it returns tokens or takes them', () => {
    expect(
      MUTATIONS.map(({ name }) => name)
        .filter((name) => !keyed.includes(name))
        .sort(),
    ).toEqual(WITHOUT_KEY);
  });

  it.each(keyed)('is not sent again, and answers a repeat like the first time: %s', async (name) => {
    const row = rowOf(name);
    const responses = { ...row.responses, ...READS[name] };
    const operation = { ...row, responses, document: withKey(row, `key of ${name}`) };
    const plain = await gateway.run(row);
    const first = await gateway.run(operation);
    const again = await gateway.run(operation);
    const writesIn = ({ requests }: typeof first) =>
      requests.filter(({ method }) => method !== 'GET').map(({ url, body }) => [url, body]);
    expect(first.errors).toEqual(plain.errors);
    expect(writesIn(first)).toEqual(writesIn(plain));
    expect(writesIn(first)).toHaveLength(1);
    expect(writesIn(again)).toEqual([]);
    expect(again.errors).toEqual(first.errors);
    expect(idsIn(again.data[name])).toEqual(idsIn(first.data[name]));
    expect(Object.keys(again.data[name])).toEqual(Object.keys(first.data[name]));
  });
});
