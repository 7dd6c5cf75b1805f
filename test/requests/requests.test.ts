import { ROUTES } from 'learning-platform-kit/contract/routes';
import { describe, expect, it } from 'vitest';
import { schema } from '../support/schema.ts';
import { forSuite } from '../support/suite.ts';
import { argumentsOf, given } from './arguments.ts';
import { checkRow } from './check.ts';
import { startRecordedGateway } from './gateway.ts';
import { NOT_OFFERED, REQUESTS, type RequestRow } from './table.ts';

describe('the requests of', () => {
  const gateway = forSuite(startRecordedGateway);

  it.each(REQUESTS.map((row) => [row.title, row] as const))('%s are as documented', async (_title, row) => {
    const { actual, expected, problems } = await checkRow(gateway, row);
    expect(problems).toEqual([]);
    expect(actual).toEqual(expected);
  });
});

const documented = ROUTES.flatMap((route) => route.parameters.map(({ name }) => `${route.id}: ${name}`));

const sentBy = ({ calls }: RequestRow): string[] =>
  calls.flatMap(({ route, parameters }) => Object.keys(parameters).map((name) => `${route.id}: ${name}`));

describe('the table of requests', () => {
  it('has every route of the contract', () => {
    expect(new Set(REQUESTS.map(({ route }) => route))).toEqual(new Set(ROUTES.map(({ id }) => id)));
  });

  it('has every documented parameter except those that the graph does not offer', () => {
    const sent = new Set(REQUESTS.flatMap(sentBy));
    expect(documented.filter((parameter) => !sent.has(parameter))).toEqual(Object.keys(NOT_OFFERED));
  });

  it('passes every argument of the graph that affects a request', () => {
    const used = new Set(REQUESTS.flatMap((row) => [...given(row, schema)]));
    const unused = [...argumentsOf(schema).keys()].filter((name) => !used.has(name));
    // Cursors come from an earlier response and are not sent in requests.
    expect(unused.filter((name) => !name.endsWith('(after)'))).toEqual([
      // Data that the platform has sent to the gateway: no route is called.
      'Query.atoRequest(id)',
      'Query.atoRequests(first)',
      // Filters on responses of the badge and record routes: not sent in requests.
      'Query.capabilities(term)',
      'Query.candidates(capabilityIds)',
      // From the event log: no route is called.
      'AtoRequest.alerts(first)',
    ]);
  });
});
