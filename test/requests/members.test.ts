import { ROUTES, type RouteId } from 'learning-platform-kit/contract/routes';
import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startRecordedGateway } from './gateway.ts';
import { canaryBody, fullOperation, isDistinct, NOT_SHOWN, scalarsIn } from './members.ts';

const documented = ROUTES.flatMap(({ id, response }) =>
  response.kind === 'json' ? [[id, response.schema] as const] : [],
);

describe('the documented response of', () => {
  const gateway = forSuite(startRecordedGateway);

  function shown(route: RouteId, body: unknown) {
    const operation = fullOperation(route);
    return gateway.run({ ...operation, responses: { [route]: body } });
  }

  it.each(documented)('%s is exposed in the graph, member by member', async (route, schema) => {
    const { body, values } = canaryBody(route, schema);
    const { data, errors } = await shown(route, body);
    expect(errors).toEqual([]);
    const scalars = scalarsIn(data);
    const unseen = [];
    for (const [path, value] of values) {
      if (isDistinct(value) && scalars.has(value)) continue;
      // A member without a unique or visible value must at least change the result.
      const changed = JSON.stringify((await shown(route, canaryBody(route, schema, path).body)).data);
      if (changed === JSON.stringify(data)) unseen.push(`${route}: ${path}`);
    }
    expect(unseen).toEqual(Object.keys(NOT_SHOWN).filter((entry) => entry.startsWith(`${route}: `)));
  });
});
