import { ROUTES, type RouteId } from 'learning-platform-kit/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordedGateway, startRecordedGateway } from './gateway.ts';
import { canaryBody, fullOperation, isDistinct, MAPPED, NOT_SHOWN, scalarsIn } from './members.ts';

const documented = ROUTES.flatMap(({ id, response }) =>
  response.kind === 'json' ? [[id, response.schema] as const] : [],
);

describe('the documented response of', () => {
  let gateway: RecordedGateway;
  beforeAll(async () => {
    gateway = await startRecordedGateway();
  });
  afterAll(() => gateway.close());

  function shown(route: RouteId, body: unknown) {
    const operation = fullOperation(route);
    return gateway.run({ ...operation, responses: { [route]: body } });
  }

  it.each(documented)('%s is exposed in the graph, member by member', async (route, schema) => {
    const { body, values } = canaryBody(route, schema);
    const { data, errors } = await shown(route, body);
    expect(errors).toEqual([]);
    const scalars = scalarsIn(data);
    const mapped = [];
    const unseen = [];
    for (const [path, value] of values) {
      if (isDistinct(value) && scalars.has(value)) continue;
      // A member without a unique or visible value must at least change the result.
      const changed = JSON.stringify((await shown(route, canaryBody(route, schema, path).body)).data);
      const isSeen = changed !== JSON.stringify(data);
      if (!isSeen) unseen.push(`${route}: ${path}`);
      else if (isDistinct(value)) mapped.push(`${route}: ${path}`);
    }
    const ofRoute = (list: object): string[] =>
      Object.keys(list).filter((entry) => entry.startsWith(`${route}: `));
    expect({ unseen, mapped }).toEqual({ unseen: ofRoute(NOT_SHOWN), mapped: ofRoute(MAPPED) });
  });
});
