import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';

import type { ReferenceSource } from './catalog.ts';
import { type Guide, readGuides } from './guides.ts';

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

/** The guides of a reference, and the list of typed documents. */
export const guidesOf = ({ guides, typedDocuments }: ReferenceSource): Guide[] =>
  readGuides(
    typedDocuments === null ? guides : new Map([...guides, ['documents', documentList(typedDocuments)]]),
  );

/**
 * The list of the client package's typed documents, as a guide in Markdown.
 * @param sdl its operations and fragments.
 */
function documentList(sdl: string): string {
  const definitions = parse(sdl).definitions.filter(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  const fragments = new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  const operations = definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition] : [],
  );
  const section = (operation: OperationDefinitionNode): string => {
    const used = [...fragmentsOf(operation, fragments)];
    return [
      `## ${operation.name?.value}Document`,
      `\`\`\`graphql\n${[operation, ...used].map(print).join('\n\n')}\n\`\`\``,
    ].join('\n\n');
  };
  return `# Typed documents

Operations of common screens that the [client package](../../packages/client/README.md) has ready, each with the types of its
data and variables. Import one from \`documents\` of the package by the name of its section; \`ClassDetailDocument\` has the types
\`ClassDetailQuery\` and \`ClassDetailQueryVariables\` beside it, and the fragment \`ClassCard\` the type \`ClassCardFragment\`.

${operations.map(section).join('\n\n')}
`;
}

/** The fragments that a definition spreads, transitively. */
function fragmentsOf(
  definition: Definition,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  found = new Set<FragmentDefinitionNode>(),
): ReadonlySet<FragmentDefinitionNode> {
  visit(definition, {
    FragmentSpread: ({ name }) => {
      const fragment = fragments.get(name.value);
      if (!fragment || found.has(fragment)) return;
      found.add(fragment);
      fragmentsOf(fragment, fragments, found);
    },
  });
  return found;
}
