import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRow } from './check.ts';
import { type RecordedGateway, startRecordedGateway } from './gateway.ts';
import { ROUTES, routeName } from './routes.ts';
import { NOT_OFFERED, REQUESTS, type RequestRow } from './table.ts';

const titleOf = ({ route, arguments: kind, about }: RequestRow): string =>
  `${route} with ${kind} arguments${about === undefined ? '' : ` (${about})`}`;

describe('the request to', () => {
  let gateway: RecordedGateway;
  beforeAll(async () => {
    gateway = await startRecordedGateway();
  });
  afterAll(() => gateway.close());

  it.each(REQUESTS.map((row) => [titleOf(row), row] as const))(
    '%s is the documented one',
    async (_title, row) => {
      const { actual, expected, problems } = await checkRow(gateway, row);
      expect(problems).toEqual([]);
      expect(actual).toBe(expected);
    },
  );
});

const documented = ROUTES.flatMap((route) =>
  route.parameters.map(({ name, in: place }) => `${routeName(route)}: ${name} in the ${place}`),
);

/** What a row is expected to send, in the words of `documented`. */
function sentBy({ route, target, body }: RequestRow): string[] {
  const query = [...new URLSearchParams(target.split('?')[1]).keys()];
  const members = Object.keys(body === undefined ? {} : JSON.parse(body));
  return [
    ...query.map((name) => `${route}: ${name} in the query`),
    ...members.map((name) => `${route}: ${name} in the body`),
  ];
}

describe('the table of requests', () => {
  it('has every route of the contract, in its order', () => {
    expect([...new Set(REQUESTS.map(({ route }) => route))]).toEqual(ROUTES.map(routeName));
  });

  it('has every documented parameter, but for those that the graph does not offer', () => {
    const sent = new Set(REQUESTS.flatMap(sentBy));
    expect(documented.filter((parameter) => !sent.has(parameter))).toEqual(Object.keys(NOT_OFFERED));
  });

  it('departs from the contract in one place, which is real', async () => {
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
