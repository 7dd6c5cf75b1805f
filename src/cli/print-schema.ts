import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { printSubgraphSchema } from '@apollo/subgraph';
import {
  type GraphQLSchema,
  introspectionFromSchema,
  isAbstractType,
  lexicographicSortSchema,
} from 'graphql';
import { createSchema } from '../domains/schema.ts';
import { createSubgraph } from '../domains/subgraph.ts';
import { printAnnotated } from '../graph/printed-schema.ts';
import { writeGenerated } from './generated-file.ts';

/** The published SDL file: at the repository root, outside of the folder it is generated from. */
export const PRINTED_SCHEMA = join(import.meta.dirname, '../../schema.graphql');

/** The whole graph as SDL with descriptions and directives, sorted for stable diffs. */
export const printGraph = (): string => printAnnotated(createSchema());

/** Schema files for client and router tooling, by file name. */
export function printForTools(): Record<string, string> {
  const schema = createSchema();
  return {
    'schema.graphql': printGraph(),
    'introspection.json': asJson(introspectionFromSchema(lexicographicSortSchema(schema))),
    'possibleTypes.json': asJson(possibleTypes(schema)),
    'subgraph.graphql': `${printSubgraphSchema(lexicographicSortSchema(createSubgraph({ introspection: true })))}\n`,
  };
}

/** Possible types of each interface and union, in the format of Apollo Client and urql. */
const possibleTypes = (schema: GraphQLSchema): Record<string, string[]> =>
  Object.fromEntries(
    Object.values(schema.getTypeMap())
      .filter(isAbstractType)
      .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) writeGenerated(PRINTED_SCHEMA, printGraph());
  else {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(printForTools())) writeGenerated(join(folder, name), text);
  }
}
