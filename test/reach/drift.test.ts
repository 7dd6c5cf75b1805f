import { nameOf, type RouteId, routeNamed } from 'learning-platform-kit/contract/routes';
import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../src/lib/is-record.ts';
import { suiteGateway } from '../support/suite.ts';
import { declaredRoutes } from './declared.ts';
import { type RouteResponse, recordResponses, rowsIn } from './responses.ts';
import { strictChecker } from './strict.ts';
import { reachTable } from './table.ts';
import { settle, type Walked, walkOne } from './walk.ts';
import { walkWire } from './wire-walk.ts';

const BUCKET = ['id', 'public', 'data', 'users'];

/** Fields that the wire type does not declare but the graph exposes. */
const READ_BY_NAME: Partial<Record<RouteId, readonly string[]>> = {
  issueToken: ['access_token', 'refresh_token', 'token_type', 'expires_in'],
  createAnonymousUser: ['access_token', 'refresh_token', 'token_type', 'expires_in'],
  createBucket: BUCKET,
  updateBucket: BUCKET,
  addBucketUser: BUCKET,
  removeBucketUser: BUCKET,
  deleteBucket: ['id'],
  registerDevice: ['registered'],
  removeNote: ['noteId'],
  updateAtoStatus: ['requestId', 'status', 'complete', 'cancellable'],
  raiseAtoAlert: ['requestId', 'title', 'text', 'providerId', 'status', 'type'],
  recordStatement: ['statementId'],
  recordActivity: ['statementId'],
};

describe('responses of the sandbox platform', () => {
  const gateway = suiteGateway();
  const rows: (Walked & { responses: RouteResponse[] })[] = [];
  beforeAll(async () => {
    const responses = recordResponses(gateway);
    for (const reach of reachTable(await settle(gateway))) {
      const seen = responses.length;
      const walked = await walkOne(gateway, reach);
      rows.push({ ...walked, responses: responses.slice(seen) });
    }
  });

  it('match the wire type exactly on every route with a documented row, including the types of leaves', async () => {
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (const declared of (await declaredRoutes()).values()) {
      const { schema } = declared.read.wire;
      if (!schema) continue;
      const check = strictChecker(schema);
      const route = nameOf(declared);
      for (const { body } of rows
        .flatMap(({ responses }) => responses)
        .filter((one) => one.route === route)) {
        for (const row of rowsIn(JSON.parse(body))) {
          seen.add(route);
          if (!check(row)) wrong.push(`${route}: ${JSON.stringify(row).slice(0, 300)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThanOrEqual(25);
  });

  it('have only members that the graph exposes, by name or in `extra`', async () => {
    const routes = new Map([...(await declaredRoutes()).values()].map((route) => [nameOf(route), route]));
    const lost: string[] = [];
    let shown = 0;
    for (const { reach, result, responses } of rows) {
      const extras = extrasIn(result.data);
      for (const { route, body } of responses) {
        const id = routeNamed(route)?.id;
        const wire = routes.get(route)?.read.wire;
        if (!wire || !(wire.schema || wire.form === 'open')) continue;
        const unnamed: [string, unknown][] = [];
        for (const row of rowsIn(JSON.parse(body))) {
          if (wire.schema) walkWire(wire.schema, row, { unnamed: (...field) => void unnamed.push(field) });
          else if (isRecord(row)) unnamed.push(...Object.entries(row));
        }
        for (const [name, value] of unnamed) {
          if (id && READ_BY_NAME[id]?.includes(name)) continue;
          const isShown = extras.some(
            (extra) => Object.hasOwn(extra, name) && JSON.stringify(extra[name]) === JSON.stringify(value),
          );
          if (isShown) shown += 1;
          else lost.push(`${route} ${name}, with ${reach.fields.join(', ')}`);
        }
      }
    }
    expect(lost).toEqual([]);
    expect(shown).toBeGreaterThan(30);
  });
});

/** Every `extra` in the data of an operation. */
function extrasIn(data: unknown): Record<string, unknown>[] {
  if (Array.isArray(data)) return data.flatMap(extrasIn);
  if (!isRecord(data)) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    name === 'extra' && isRecord(value) ? [value] : extrasIn(value),
  );
}

describe('the strict check', () => {
  const check = strictChecker(
    Type.Object({ id: Type.String(), name: Type.Optional(Type.Unsafe({ leaf: 'string' })) }),
  );
  it.each<[string, unknown, boolean]>([
    ['a row as documented', { id: 'x', name: 'n' }, true],
    ['a leaf that is null', { id: 'x', name: null }, true],
    ['a leaf that is absent', { id: 'x' }, true],
    ['a leaf of another type', { id: 'x', name: 7 }, false],
    ['a row without its id', { name: 'n' }, false],
  ])('accepts or rejects %s', (_, row, good) => {
    expect(check(row)).toBe(good);
  });
});
