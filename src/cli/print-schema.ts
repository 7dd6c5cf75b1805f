import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printSubgraphSchema } from '@apollo/subgraph';
import {
  type GraphQLSchema,
  introspectionFromSchema,
  isAbstractType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { createSchema } from '../domains/schema.ts';
import { createSubgraph } from '../domains/subgraph.ts';

/** Where clients find the whole graph as one SDL file: at the root, outside of the folder that it is made from. */
export const PRINTED_SCHEMA = join(import.meta.dirname, '../../schema.graphql');

/** The graph as one SDL text with its descriptions, sorted, so that a change reads as one. */
export const printGraph = (): string => `${printSchema(lexicographicSortSchema(createSchema()))}\n`;

/** What the tools of clients and routers read, by file name. */
export function printForTools(): Record<string, string> {
  const schema = createSchema();
  return {
    'schema.graphql': printGraph(),
    'introspection.json': asJson(introspectionFromSchema(lexicographicSortSchema(schema))),
    'possibleTypes.json': asJson(possibleTypes(schema)),
    'subgraph.graphql': `${printSubgraphSchema(lexicographicSortSchema(createSubgraph({ introspection: true })))}\n`,
  };
}

/** Which types each interface and union may be, as the caches of Apollo Client and urql take it. */
const possibleTypes = (schema: GraphQLSchema): Record<string, string[]> =>
  Object.fromEntries(
    Object.values(schema.getTypeMap())
      .filter(isAbstractType)
      .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) writeFileSync(PRINTED_SCHEMA, printGraph());
  else {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(printForTools())) writeFileSync(join(folder, name), text);
  }
}
