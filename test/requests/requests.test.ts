import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOf, ROUTES } from '../../src/contract/routes.ts';
import { createSchema } from '../../src/domains/schema.ts';
import { argumentsOf, given } from './arguments.ts';
import { checkRow } from './check.ts';
import { type RecordedGateway, startRecordedGateway } from './gateway.ts';
import { NOT_OFFERED, REQUESTS, type RequestRow } from './table.ts';

const titleOf = ({ route, arguments: kind, about }: RequestRow): string =>
  `${route} with ${kind} arguments${about === undefined ? '' : ` (${about})`}`;

describe('the request to', () => {
  let gateway: RecordedGateway;
  beforeAll(async () => {
    gateway = await startRecordedGateway();
  });
  afterAll(() => gateway.close());

  it.each(REQUESTS.map((row) => [titleOf(row), row] as const))('%s is as documented', async (_title, row) => {
    const { actual, expected, problems } = await checkRow(gateway, row);
    expect(problems).toEqual([]);
    expect(actual).toBe(expected);
  });
});

const documented = ROUTES.flatMap((route) =>
  route.parameters.map(({ name, in: place }) => `${nameOf(route)}: ${name} in the ${place}`),
);

/** The expected request of a row, in the format of `documented`. */
function sentBy({ route, target, body }: RequestRow): string[] {
  const query = [...new URLSearchParams(target.split('?')[1]).keys()];
  const members = Object.keys(body === undefined ? {} : JSON.parse(body));
  return [
    ...query.map((name) => `${route}: ${name} in the query`),
    ...members.map((name) => `${route}: ${name} in the body`),
  ];
}

describe('the table of requests', () => {
  it('has every route of the contract, in order', () => {
    expect([...new Set(REQUESTS.map(({ route }) => route))]).toEqual(ROUTES.map(nameOf));
  });

  it('has every documented parameter except those that the graph does not offer', () => {
    const sent = new Set(REQUESTS.flatMap(sentBy));
    expect(documented.filter((parameter) => !sent.has(parameter))).toEqual(Object.keys(NOT_OFFERED));
  });

  it('passes every argument of the graph that affects a request', () => {
    const schema = createSchema();
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
    ]);
  });

  it('passes only required arguments in minimal rows', () => {
    const schema = createSchema();
    const all = argumentsOf(schema);
    const optional = REQUESTS.filter((row) => row.arguments === 'minimal').flatMap((row) =>
      [...given(row, schema)]
        .filter((name) => !all.get(name)?.isRequired)
        .map((name) => `${titleOf(row)}: ${name}`),
    );
    expect(optional).toEqual([
      // Null is a valid value, so the type cannot be non-null.
      'POST /app/v1/bucket with minimal arguments: UpdateBucketInput.value',
      // Which ID is required depends on the kind.
      'POST /edu/v2/xapi/statement with minimal arguments: XapiIdsInput.lesson',
      // At least one status or flag is required.
      'POST /plugin/v1/ato/status with minimal arguments: UpdateAtoStatusInput.status',
    ]);
  });

  it('has one deviation from the contract, which does occur', async () => {
    const departing = REQUESTS.filter(({ departs }) => departs);
    expect(departing.map(titleOf)).toEqual(['POST /oauth/v2/token with minimal arguments (ATO sign-on)']);
    const gateway = await startRecordedGateway();
    try {
      for (const { departs, ...row } of departing)
        expect((await checkRow(gateway, row)).problems).toEqual(departs?.violations);
    } finally {
      await gateway.close();
    }
  });
});
