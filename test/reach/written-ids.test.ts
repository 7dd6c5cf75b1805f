import { GraphQLID, getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { routesOf } from '../matrix/chains.ts';
import { hang, json, status } from '../support/faults.ts';
import { schema } from '../support/schema.ts';
import { suiteGateway } from '../support/suite.ts';
import type { Reach } from './table.ts';
import { reachTable } from './table.ts';
import { REACHES, settle, walkOne } from './walk.ts';

/** A mutation of the reach table whose payload has the ID of what it wrote. */
interface Write {
  mutation: string;
  /** The member of the payload, which has its documented name. */
  id: string;
  index: number;
  /** Members of the payload that read, with the routes that they call. */
  reads: ReadonlyMap<string, readonly string[]>;
}

function writeAt({ fields }: Reach, index: number): Write[] {
  const mutation = fields.find((field) => field.startsWith('Mutation.'))?.slice('Mutation.'.length);
  const payload = mutation && getNamedType(schema.getMutationType()?.getFields()[mutation]?.type);
  if (mutation === undefined || !isObjectType(payload)) return [];
  const members = Object.values(payload.getFields());
  const reads = new Map(members.map(({ name }) => [name, routesOf(`${payload.name}.${name}`)]));
  return members
    .filter(
      ({ name, type }) => getNamedType(type) === GraphQLID && name.endsWith('Id') && name !== 'deletedId',
    )
    .map(({ name }) => ({ mutation, id: name, index, reads }));
}

/** Tokens are no records: the request that they are bound to is the gateway's own fact. */
const WRITES = REACHES.flatMap((reach, index) =>
  reach.route === 'POST /oauth/v2/token' ? [] : writeAt(reach, index),
);

describe('a write whose response is an ID alone', () => {
  const gateway = suiteGateway({ environment: { PLATFORM_TIMEOUT: '500' } });
  let table: readonly Reach[];
  beforeAll(async () => {
    table = reachTable(await settle(gateway));
  });

  /** Payloads whose ID is that of the input. */
  const ECHOED: Readonly<Record<string, string>> = {
    acknowledgeNotification: 'nt-exam',
    updateAtoStatus: expect.any(String),
  };

  it('is tried for every mutation that makes something', () => {
    expect(new Set(WRITES.map(({ mutation }) => mutation)).size).toBeGreaterThanOrEqual(9);
  });

  const faults = { '404': status(404), '503': status(503), 'no response': hang };
  const cases = Object.entries(faults).flatMap(([name, fault]) =>
    WRITES.map((write) => [write.mutation, name, write, fault] as const),
  );
  it.each(cases)(
    '%s keeps the ID if the read that follows gives %s',
    async (mutation, _name, write, fault) => {
      const reach = table[write.index];
      if (!reach) throw new Error('the table has no such row');
      gateway.faults.set(reach.route, json({ [write.id]: 'made-1' }));
      for (const routes of write.reads.values()) for (const route of routes) gateway.faults.set(route, fault);
      const { result, requests } = await walkOne(gateway, reach);
      expect(result.data[mutation]).toMatchObject({ [write.id]: ECHOED[mutation] ?? 'made-1' });
      for (const { path, extensions } of result.errors) {
        expect(path?.[0]).toBe(mutation);
        expect(path?.length).toBeGreaterThan(1);
        expect(extensions.retryable).toBe(false);
        expect(extensions).not.toHaveProperty('retryAfterMs');
      }
      const failing = [...write.reads].flatMap(([member, routes]) => (routes.length > 0 ? [member] : []));
      const failed = new Set(result.errors.map(({ path }) => path?.[1]));
      expect([...failed]).toEqual(failing.filter((member) => result.data[mutation][member] === null));
      const writes = requests.filter(({ method, path }) => `${method} ${path}` === reach.route);
      expect(writes).toHaveLength(1);
    },
  );
});
