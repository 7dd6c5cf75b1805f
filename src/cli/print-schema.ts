import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printSubgraphSchema } from '@apollo/subgraph';
import {
  type ASTNode,
  type ConstDirectiveNode,
  type GraphQLSchema,
  introspectionFromSchema,
  isAbstractType,
  isObjectType,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
} from 'graphql';
import { createSchema } from '../domains/schema.ts';
import { createSubgraph } from '../domains/subgraph.ts';

/** The published SDL file: at the repository root, outside of the folder it is generated from. */
export const PRINTED_SCHEMA = join(import.meta.dirname, '../../schema.graphql');

/** The whole graph as SDL with descriptions and directives, sorted for stable diffs. */
export const printGraph = (): string => `${printAnnotated(lexicographicSortSchema(createSchema()))}\n`;

const PRINTED_DIRECTIVES = ['cost', 'listSize', 'semanticNonNull'];

/** graphql-js prints the definitions of directives, but not where they are applied. */
function printAnnotated(schema: GraphQLSchema): string {
  const printed = printSchema(schema);
  const parts: string[] = [];
  let end = 0;
  const annotate = ({ loc }: ASTNode, { astNode }: Annotated): void => {
    if (!loc || !astNode) return;
    const applied = (astNode.directives ?? []).filter(({ name }) => PRINTED_DIRECTIVES.includes(name.value));
    parts.push(printed.slice(end, loc.end), ...applied.map((directive) => ` ${print(directive)}`));
    end = loc.end;
  };
  for (const definition of parse(printed).definitions) {
    const type = 'name' in definition && definition.name ? schema.getType(definition.name.value) : undefined;
    if (definition.kind === Kind.SCALAR_TYPE_DEFINITION) annotate(definition, type ?? {});
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION || !isObjectType(type)) continue;
    const known = type.getFields();
    for (const field of definition.fields ?? []) annotate(field, known[field.name.value] ?? {});
  }
  return [...parts, printed.slice(end)].join('');
}

interface Annotated {
  astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined;
}

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
  if (folder === undefined) writeFileSync(PRINTED_SCHEMA, printGraph());
  else {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(printForTools())) writeFileSync(join(folder, name), text);
  }
}
