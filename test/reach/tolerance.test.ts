import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/lib/is-record.ts';
import type { Wire } from '../../src/platform/wire.ts';
import { answer } from '../support/faults.ts';
import type { QueryResult } from '../support/gateway.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';
import { type Case, replayed, suiteCases, wireOf } from './cases.ts';
import { isList, rowsIn, withRows } from './responses.ts';
import type { Reach } from './table.ts';
import { REACHES } from './walk.ts';
import { walkWire } from './wire-walk.ts';

/** Rows of the table by the form of their route's response. */
const rowsWhere = (fits: (wire: Wire, reach: Reach) => boolean) =>
  REACHES.flatMap((reach, index) =>
    fits(wireOf(reach.route), reach) ? [[reach.route, reach.fields.join(', '), index] as const] : [],
  );
const withSchema = rowsWhere(({ schema }) => schema !== undefined);
/** A record in the response to a write is optional: an accepted write never fails for the shape of its response. */
const thatMayDrift = rowsWhere(
  ({ schema, form }, { route }) => schema !== undefined && (form !== 'found' || route.startsWith('GET')),
);
const withRequiredId = rowsWhere(({ schema, form }) => form !== 'found' && requiredOf(schema) !== undefined);

/** A read of a record that the contract does not show: the response must have some field of such a record. */
const withOneRecord = rowsWhere(
  ({ schema, form }, { route }) =>
    schema !== undefined && requiredOf(schema) === undefined && !isList({ form }) && route.startsWith('GET'),
);

function requiredOf(schema: unknown): string | undefined {
  const [name] = isRecord(schema) && Array.isArray(schema.required) ? schema.required : [];
  return typeof name === 'string' ? name : undefined;
}

/** Maps data from the inside out; `extra` is mapped as a whole, since no wire type describes its content. */
function rebuilt(data: unknown, change: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (name === 'extra') return change(data, name);
  if (Array.isArray(data)) return data.map((item) => rebuilt(item, change, name));
  if (!isRecord(data)) return change(data, name);
  const fields = Object.entries(data).map(([key, value]) => [key, rebuilt(value, change, key)]);
  return change(Object.fromEntries(fields), name);
}

/** Values from the page wrapper, which a bare list lacks. */
const withoutTotal = (data: unknown): unknown =>
  rebuilt(data, (value) => {
    if (!isRecord(value) || !('totalCount' in value)) return value;
    const { totalCount: _, ...rest } = value;
    return rest;
  });

/** All `extra` values of an operation's data. */
const UNFORESEEN = { deep: [1, null, 'x'] };
const withoutUnforeseen = (data: unknown): unknown =>
  rebuilt(data, (value, name) => {
    if (name !== 'extra' || !isRecord(value)) return value;
    const { unforeseen: _, ...rest } = value;
    return rest;
  });
const unforeseenIn = (data: unknown): unknown[] => {
  const found: unknown[] = [];
  rebuilt(data, (value, name) => {
    if (name === 'extra' && isRecord(value) && 'unforeseen' in value) found.push(value.unforeseen);
    return value;
  });
  return found;
};

const eachRow = (json: unknown, { schema }: Wire, steps: Parameters<typeof walkWire>[2]): unknown =>
  withRows(
    json,
    rowsIn(json).map((row) => walkWire(schema, row, steps)),
  );

describe('tolerance of response shapes', IN_ORDER, () => {
  const gateway = suiteGateway();
  const caseAt = suiteCases(gateway);
  /** Runs the row again with another response of its own route. */
  const withResponse = ({ reach, bodies }: Case, body: unknown): Promise<QueryResult> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const texts = [...bodies, [reach.route, text] as const];
    return replayed(gateway, reach, new Map(texts.map(([route, each]) => [route, answer(each)])));
  };
  const countOf = async (drift: string): Promise<number> => (await gateway.drift()).get(drift) ?? 0;
  /** Expects UPSTREAM_BAD_RESPONSE for the row, and a count of drift for each such response. */
  const expectDrift = async (
    { data, errors, calls }: QueryResult,
    route: string,
    before: number,
  ): Promise<void> => {
    expect(data).not.toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) {
      expect(extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
      expect(extensions.upstream).toEqual({ route, status: 200 });
    }
    const times = calls.filter((call) => call.split('?', 1)[0] === route).length;
    expect((await countOf(`${route} response`)) - before).toBe(times);
  };

  describe.each([
    ['without what may be missing', () => undefined],
    ['with null where it may be', () => null],
  ])('%s', (_name, optional) => {
    it.each(withSchema)('%s, with %s', async (route, _fields, index) => {
      const row = caseAt(index);
      const body = eachRow(JSON.parse(row.body), wireOf(route), { optional });
      expect(body).not.toEqual(JSON.parse(row.body));
      const { data, errors } = await withResponse(row, body);
      expect(errors).toEqual([]);
      for (const value of Object.values(data)) expect(value).not.toBeNull();
      expect([...(await gateway.drift()).keys()].filter((key) => / (response|row)\b/.test(key))).toEqual([]);
    });
  });

  describe('with unknown fields in every object', () => {
    it.each(withSchema)('%s, with %s', async (route, _fields, index) => {
      const row = caseAt(index);
      const body = eachRow(JSON.parse(row.body), wireOf(route), {
        object: (value) => ({ ...value, unforeseen: UNFORESEEN }),
      });
      const { data, errors } = await withResponse(row, body);
      expect(errors).toEqual([]);
      expect(withoutUnforeseen(data)).toEqual(row.data);
      const shown = unforeseenIn(data);
      expect(shown.length > 0).toBe(/\bextra\b/.test(row.reach.document));
      for (const value of shown) expect(value).toEqual(UNFORESEEN);
    });
  });

  describe.each([
    ['not JSON', '<html>'],
    ['a text', '"nothing to see"'],
    ['a number', '7'],
  ])(
    'as UPSTREAM_BAD_RESPONSE if the response is %s: one field fails, and drift is counted by route',
    (_name, body) => {
      it.each(thatMayDrift)('%s, with %s', async (route, _fields, index) => {
        const row = caseAt(index);
        const before = await countOf(`${route} response`);
        await expectDrift(await withResponse(row, body), route, before);
      });
    },
  );

  it.each([...withRequiredId, ...withOneRecord])(
    '%s beside another of unknown name as UPSTREAM_BAD_RESPONSE, with %s',
    async (route, _fields, index) => {
      const row = caseAt(index);
      const before = await countOf(`${route} response`);
      await expectDrift(
        await withResponse(row, `{"unforeseen": ${row.body}, "another": ${row.body}}`),
        route,
        before,
      );
    },
  );

  /** The rows of a response without their IDs. */
  const withoutIds = ({ body, reach }: Case): Record<string, unknown>[] =>
    rowsIn(JSON.parse(body)).map((row) => {
      const { [requiredOf(wireOf(reach.route).schema) ?? '']: _id, ...without } = isRecord(row) ? row : {};
      return without;
    });

  it.each(withRequiredId)(
    '%s without any id as UPSTREAM_BAD_RESPONSE, with %s',
    async (route, _fields, index) => {
      const row = caseAt(index);
      const before = await countOf(`${route} response`);
      await expectDrift(
        await withResponse(row, withRows(JSON.parse(row.body), withoutIds(row))),
        route,
        before,
      );
    },
  );

  it.each(withRequiredId.filter(([route]) => isList(wireOf(route))))(
    '%s without the row that lacks its id, which is counted, with %s',
    async (route, _fields, index) => {
      const row = caseAt(index);
      const rows = rowsIn(JSON.parse(row.body));
      const [another] = withoutIds(row);
      const key = `${route} row ${requiredOf(wireOf(route).schema)}`;
      const before = await countOf(key);
      const { data, errors } = await withResponse(row, [...rows, another]);
      expect(errors).toEqual([]);
      expect(withoutTotal(data)).toEqual(withoutTotal(row.data));
      expect((await countOf(key)) - before).toBeGreaterThan(0);
    },
  );

  it('logs each deviation of a route and member once, without its responses', async () => {
    const lines = gateway.logLines.filter((line) => line.includes('"drift"')).map((line) => JSON.parse(line));
    const logged = lines.map(({ route, deviation, member }) =>
      [route, deviation, ...(member === undefined ? [] : [member])].join(' '),
    );
    expect(new Set(logged).size).toBe(logged.length);
    expect(logged.toSorted()).toEqual([...(await gateway.drift()).keys()].toSorted());
    for (const { member, ...line } of lines) {
      expect(Object.keys(line).toSorted()).toEqual([
        'count',
        'deviation',
        'level',
        'msg',
        'route',
        'severity_text',
        'time',
      ]);
    }
  });
});
