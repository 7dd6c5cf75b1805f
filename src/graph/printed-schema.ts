import {
  type ASTNode,
  type ConstDirectiveNode,
  type GraphQLSchema,
  isObjectType,
  isSpecifiedDirective,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
} from 'graphql';

/**
 * A graph as SDL with descriptions and directives, sorted for stable diffs. graphql-js prints the definitions of
 * directives, but not where they are applied.
 */
export function printAnnotated(graph: GraphQLSchema): string {
  const schema = lexicographicSortSchema(graph);
  const printed = printSchema(schema);
  const own = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  const isPrinted = (name: string): boolean => own.some((directive) => directive.name === name);
  const parts: string[] = [];
  let end = 0;
  const annotate = ({ loc }: ASTNode, { astNode }: Annotated): void => {
    if (!loc || !astNode) return;
    const applied = (astNode.directives ?? []).filter(({ name }) => isPrinted(name.value));
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
  return [...parts, printed.slice(end), '\n'].join('');
}

interface Annotated {
  astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined;
}
