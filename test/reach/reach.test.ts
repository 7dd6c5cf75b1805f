import { GraphQLObjectType, parse, validate } from 'graphql';
import { INBOUND_CALLS } from 'learning-platform-kit/contract/inbound';
import { nameOf, ROUTES } from 'learning-platform-kit/contract/routes';
import type { RecordedRequest } from 'learning-platform-kit/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { SIGN_IN_PATH } from '../../src/platform/routes/auth.ts';
import { schema } from '../support/schema.ts';
import { suiteGateway } from '../support/suite.ts';
import { declarationsInSources, declaredRoutes } from './declared.ts';
import { EXAMPLES, fieldsOf, OPERATION_NAMES, operationNamed } from './operations.ts';
import { type InboundReach, inboundTable } from './table.ts';
import { INBOUND_REACHES, REACHES, settle, type Walked, walk } from './walk.ts';

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();
const PLUGIN_CALLS = INBOUND_CALLS.map(({ name }) => name);
const contractNames = sorted(ROUTES.map(nameOf));
/** The routes of these requests. */
const called = (requests: readonly RecordedRequest[]): string[] =>
  requests.map((request) => nameOf(request)).toSorted();

describe('the reach table', () => {
  it('has rows for exactly the routes of the contract', () => {
    expect(sorted(REACHES.map(({ route }) => route))).toEqual(contractNames);
    expect(sorted(INBOUND_REACHES.map(({ call }) => call))).toEqual(sorted(PLUGIN_CALLS));
  });

  it('has the same routes as the platform client declares', async () => {
    const routes = await declaredRoutes();
    expect(declarationsInSources()).toBe(routes.size);
    const declared = [...routes.values()].map(nameOf);
    expect(sorted([...declared, `GET ${SIGN_IN_PATH}`])).toEqual(contractNames);
  });

  it('has every operation of schema/examples but subscriptions, and the schema allows all', () => {
    expect(validate(schema, EXAMPLES)).toEqual([]);
    const listed = [...REACHES, ...INBOUND_REACHES].map(({ operation }) => operation);
    expect(OPERATION_NAMES.filter((name) => !listed.includes(name))).toEqual(
      OPERATION_NAMES.filter((name) => operationNamed(name).operation === 'subscription'),
    );
  });

  it('lists existing fields, all selected in their documents', () => {
    for (const { document, fields } of [...REACHES, ...INBOUND_REACHES]) {
      expect(validate(schema, parse(document))).toEqual([]);
      const selected = fieldsOf(parse(document));
      expect(fields.filter((field) => !selected.includes(field))).toEqual([]);
    }
  });

  it('has every root field of the graph', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const begins = roots.flatMap((type) =>
      type instanceof GraphQLObjectType
        ? Object.keys(type.getFields()).map((name) => `${type.name}.${name}`)
        : [],
    );
    const named = [...REACHES, ...INBOUND_REACHES].flatMap(({ fields, streams = [] }) => [
      ...fields,
      ...streams,
    ]);
    expect(sorted(named.filter((field) => /^(Query|Mutation|Subscription)\./.test(field)))).toEqual(
      sorted(begins),
    );
  });
});

describe('running the table', () => {
  const gateway = suiteGateway();
  let walked: Walked[];
  beforeAll(async () => {
    walked = await walk(gateway, await settle(gateway));
  });

  it.each(REACHES.map(({ route, fields }, index) => [route, fields.join(', '), index] as const))(
    'reaches %s with %s',
    (route, _fields, index) => {
      const one = walked[index];
      if (!one) throw new Error('the walk ended early');
      const { result, requests, reach } = one;
      expect(result.errors).toEqual([]);
      expect(called(requests)).toEqual(reach.calls.toSorted());
      expect(reach.calls).toContain(route);
      for (const value of Object.values(result.data)) expect(value).not.toBeNull();
    },
  );

  it('sends dependent writes in order', () => {
    const names = (field: string) =>
      walked
        .filter(({ reach }) => reach.fields.includes(field))
        .map(({ requests }) => requests.map((request) => nameOf(request)));
    expect(names('ExchangeCodePayload.deviceRegistered')).toEqual([
      ['POST /oauth/v2/token', 'PUT /notifications/v1/register'],
    ]);
    expect(names('Mutation.completeAtoSignOn')).toEqual([
      ['POST /oauth/v2/token', 'GET /user/v1/my/profile'],
    ]);
  });
});

describe('calls from the platform', () => {
  const gateway = suiteGateway();
  let inbound: readonly InboundReach[];
  beforeAll(async () => {
    inbound = inboundTable(await settle(gateway));
  });

  /** Triggers one of the platform's calls. @returns the plugin's response, and the ID of the request. */
  async function trigger(call: InboundReach['call']) {
    const { sandbox } = gateway;
    switch (call) {
      case 'ATO request': {
        const { requestId, response } = await sandbox.startAtoRequest();
        return { id: requestId, response };
      }
      case 'ATO distribution change': {
        const { requestId } = await sandbox.startAtoRequest();
        const distribution = { distributionId: 'd-1', name: 'Field app', platform: 'iOS', version: '2.1' };
        return { id: requestId, response: await sandbox.setDistributions(requestId, [distribution]) };
      }
      case 'mission planner capabilities search':
        return { id: '', response: await sandbox.searchMissionPlanner({ term: 'bleeding' }) };
      case 'mission planner candidate search':
        return {
          id: '',
          response: await sandbox.searchMissionPlanner({ capabilityIds: ['b-o-control-bleeding'] }),
        };
      default:
        throw new Error(`nothing triggers ${call}`);
    }
  }

  it.each(PLUGIN_CALLS)('accepts the call from the platform: %s', async (call) => {
    const reach = inbound.find((row) => row.call === call);
    if (!reach) throw new Error('the table lacks this call');
    const seen = gateway.requests.length;
    const { id, response } = await trigger(call);
    expect(response?.status).toBe(200);
    expect(called(gateway.requests.slice(seen))).toEqual(reach.calls.toSorted());

    const before = gateway.requests.length;
    const { data } = await gateway.plugin(reach.document, { atoRequestId: id });
    for (const value of Object.values(data)) expect(value).not.toBeNull();
    expect(called(gateway.requests.slice(before))).toEqual(reach.calls.toSorted());
    if (call === 'ATO request') {
      expect(data.atoRequest).toMatchObject({ id, status: 'NOT_STARTED', userId: 'u-ana' });
      expect(data.atoRequests.nodes).toEqual([{ id }]);
      expect(data.atoRequest.organizationId).toEqual(expect.any(String));
      expect(data.atoRequest.extra).toMatchObject({ assessmentStatus: 'not-started' });
    }
    if (call === 'ATO distribution change') {
      expect(data.atoRequest.distributions).toEqual([
        { distributionId: 'd-1', name: 'Field app', platform: 'iOS', version: '2.1' },
      ]);
    }
  });
});
