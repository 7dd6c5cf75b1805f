import { CriticalityLevel, diff } from '@graphql-inspector/core';
import {
  buildASTSchema,
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  Kind,
  parse,
  print,
  type TypeNode,
  visit,
} from 'graphql';

/** A change that can break client documents. */
interface BreakingChange {
  /** Path of the change, as in `User.email`. */
  path: string;
  message: string;
}

/** Breaking changes from one graph to another. */
async function breakingChanges(before: DocumentNode, after: DocumentNode): Promise<BreakingChange[]> {
  const changes = await diff(buildASTSchema(before), buildASTSchema(after));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path = '', message }) => ({ path, message }));
}

/**
 * The breaking changes that a release must not make: those of anything that the latest release has not deprecated, and
 * those that CHANGES.md does not list.
 * @param released the graph of the latest release, and @param now the current one, in SDL.
 * @param changes the text of CHANGES.md.
 */
export async function refusedChanges(released: string, now: string, changes: string): Promise<string[]> {
  const [before, after] = [parse(released), parse(now)];
  const sudden = await breakingChanges(withoutDeprecated(before), after);
  const suddenPaths = new Set(sudden.map(({ path }) => path));
  const listed = listedIn(changes);
  const unlisted = (await breakingChanges(before, after)).filter(
    ({ path }) => !suddenPaths.has(path) && !listed.has(path),
  );
  return [
    ...sudden.map(
      ({ path, message }) =>
        `${path}: ${message}. Deprecate it first, and change it after a release: add \`@deprecated(reason: "Use \`…\`.")\` in schema/ (CONTRIBUTING.md, "A deprecation").`,
    ),
    ...unlisted.map(({ path, message }) => `${path}: ${message}. List it in schema/CHANGES.md.`),
  ];
}

/** Paths listed in CHANGES.md: each in backquotes before the colon of a list item. */
const listedIn = (text: string): Set<string> => {
  const items = [...text.matchAll(/^- ((?:`[^`]+`[,\s]*)+):/gm)];
  return new Set(
    items.flatMap(([, paths = '']) => [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)),
  );
};

/** Has directives, as the nodes of graphql 16 and 17 do. */
interface Decorated {
  readonly directives?: readonly DirectiveNode[] | undefined;
}

const isDeprecated = ({ directives = [] }: Decorated): boolean =>
  directives.some(({ name }) => name.value === 'deprecated');

/** The graph without what it has deprecated, and without the types that only this leads to. */
function withoutDeprecated(graph: DocumentNode): DocumentNode {
  const drop = (node: Decorated): null | undefined => (isDeprecated(node) ? null : undefined);
  const kept = visit(graph, { FieldDefinition: drop, InputValueDefinition: drop, EnumValueDefinition: drop });
  const reached = new Set(['Query', 'Mutation', 'Subscription']);
  const byName = Map.groupBy(kept.definitions, nameOf);
  for (const name of reached)
    for (const definition of byName.get(name) ?? [])
      visit(definition, {
        NamedType: (type: TypeNode & { name: { value: string } }) => void reached.add(type.name.value),
      });
  const isKept = (definition: DefinitionNode): boolean =>
    !('name' in definition) ||
    definition.kind === Kind.DIRECTIVE_DEFINITION ||
    reached.has(nameOf(definition));
  return { ...kept, definitions: kept.definitions.filter(isKept) };
}

const nameOf = (definition: DefinitionNode): string =>
  'name' in definition ? (definition.name?.value ?? '') : '';

/** What the check compares of a graph: no descriptions, and no directive but `@deprecated`. */
export const comparable = (sdl: string): string =>
  print(
    visit(parse(sdl), {
      enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
      Directive: ({ name }) => (name.value === 'deprecated' ? undefined : null),
      DirectiveDefinition: () => null,
    }),
  ).concat('\n');
