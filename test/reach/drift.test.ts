import { nameOf, type RouteId, routeNamed } from 'learning-platform-kit/contract/routes';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../src/lib/is-record.ts';
import { suiteGateway } from '../support/suite.ts';
import { declaredRoutes } from './declared.ts';
import { type RouteResponse, recordResponses, rowsIn } from './responses.ts';
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
