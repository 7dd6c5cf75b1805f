import { parse, print } from 'graphql';
import type { SandboxOptions } from 'learning-platform-kit/sandbox';
import { describe, expect, it } from 'vitest';
import { printGraph } from '../../src/cli/print-schema.ts';
import { readableFields } from '../cache/coverage.ts';
import { sendPartialRows } from '../cache/partial-platform.ts';
import { inboundTable, type Reach, reachTable, type World } from '../reach/table.ts';
import { settle } from '../reach/walk.ts';
import { describeEach } from '../support/describe-each.ts';
import { schema } from '../support/schema.ts';
import { suiteGateway } from '../support/suite.ts';
import { markedFields, readMarkedFields, withMarkedFields } from './semantic-non-null.ts';

/** The documents of the table, each with its credential. */
const rowsFor = (world: World): Pick<Reach, 'document' | 'authorization' | 'variables'>[] => [
  ...reachTable(world),
  ...inboundTable(world).map((row) => ({
    ...row,
    authorization: world.plugin,
  })),
];

/** Reads find nothing, and writes are answered with an empty object. */
const findNothing: NonNullable<SandboxOptions['intercept']> = ({ method }, response) => {
  response.writeHead(method === 'GET' ? 404 : 200, { 'content-type': 'application/json' }).end('{}');
  return true;
};

describeEach<[intercept: NonNullable<SandboxOptions['intercept']>]>([
  ['the sandbox', ['slow'], () => false],
  ['a platform that sends partial rows', [], sendPartialRows],
  ['a platform that has nothing', ['slow'], findNothing],
])('on %s', {}, (name, intercept) => {
  let isIntercepting = false;
  const gateway = suiteGateway({
    environment: { LIMIT_UPSTREAM_CALLS: '10000' },
    sandbox: { intercept: (...call) => isIntercepting && intercept(...call) },
  });

  it('a `@semanticNonNull` field is null only with an error, in every document of the reach table', async () => {
    const rows = rowsFor(await settle(gateway));
    isIntercepting = true;
    const filled = new Set<string>();
    for (const { document, authorization, variables } of rows) {
      const whole = withMarkedFields(schema, parse(document));
      const headers: Record<string, string> = authorization === null ? {} : { authorization };
      const result = await gateway.query(print(whole), { as: headers, ...(variables && { variables }) });
      const found = readMarkedFields(schema, whole, result);
      expect(found.unexplained).toEqual([]);
      for (const field of found.filled) filled.add(field);
    }
    // The property test of the cache rule covers what operations can read.
    const onlyHere = new Set(markedFields(schema)).difference(readableFields(schema));
    if (name === 'the sandbox') expect([...onlyHere.difference(filled)]).toEqual([]);
  });
});

describe('the printed schema', () => {
  it('has the directive, for clients and their code generators', () => {
    const printed = printGraph();
    expect(printed).toContain('levels: [Int] = [0]\n) on FIELD_DEFINITION');
    expect(printed.match(/ @semanticNonNull(?=$| @)/gm)).toHaveLength(markedFields(schema).length);
  });
});
