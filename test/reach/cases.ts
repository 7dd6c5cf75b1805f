import { nameOf } from 'learning-platform-kit/contract/routes';
import { beforeAll } from 'vitest';
import type { Wire } from '../../src/platform/wire.ts';
import type { Fault } from '../support/faults.ts';
import type { QueryResult, TestGateway } from '../support/gateway.ts';
import { declaredRoutes } from './declared.ts';
import { recordResponses } from './responses.ts';
import { type Reach, reachTable } from './table.ts';
import { settle, walkOne } from './walk.ts';

/** A row of the table with the platform's responses and the data of the operation. */
export interface Case {
  reach: Reach;
  /** The response of its route. */
  body: string;
  /** The response of each route of the operation. */
  bodies: ReadonlyMap<string, string>;
  data: unknown;
}

/** Runs all rows of the table on a new platform, and records its responses. */
async function recordCases(gateway: TestGateway): Promise<Case[]> {
  const { intercept } = gateway.faults;
  const responses = recordResponses(gateway);
  const cases: Case[] = [];
  for (const reach of reachTable(await settle(gateway))) {
    const seen = responses.length;
    const { result } = await walkOne(gateway, reach);
    const bodies = new Map(responses.slice(seen).map(({ route, body }) => [route, body]));
    cases.push({ reach, body: bodies.get(reach.route) ?? '', bodies, data: result.data });
  }
  gateway.faults.intercept = intercept;
  return cases;
}

/** The cases of a suite, by their place in the table, once its gateway has started. */
export function suiteCases(gateway: TestGateway): (index: number) => Case {
  const cases: Case[] = [];
  beforeAll(async () => void cases.push(...(await recordCases(gateway))));
  return (index) => {
    const found = cases[index];
    if (!found) throw new Error('the walk ended early');
    return found;
  };
}

/** Runs a row on a platform with only these responses. */
export async function replayed(
  gateway: TestGateway,
  reach: Reach,
  responses: ReadonlyMap<string, Fault>,
): Promise<QueryResult> {
  for (const [route, response] of responses) gateway.faults.set(route, response);
  return (await walkOne(gateway, reach)).result;
}

const ROUTES = new Map([...(await declaredRoutes()).values()].map((route) => [nameOf(route), route]));

/** What the gateway's reader of a route expects. */
export const wireOf = (route: string): Wire => ROUTES.get(route)?.read.wire ?? { form: 'value' };

/** Whether nothing on the platform is null in the graph, and no failure. */
export function isAbsentNull(route: string): boolean {
  const declared = ROUTES.get(route);
  return declared?.kind === 'read' && declared.absent === null;
}
