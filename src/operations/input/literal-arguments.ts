import { type ASTNode, type DocumentNode, GraphQLError, isValueNode, Kind, visit } from 'graphql';
import { argumentPathOf } from './argument-path.ts';

/** Whether validation may report the node for its type: a literal, or a member of an input object. */
const isLiteral = (node: ASTNode): boolean =>
  (isValueNode(node) && node.kind !== Kind.VARIABLE) || node.kind === Kind.OBJECT_FIELD;

/** The node of an error may be a copy of the document's, from graphql 17 on. */
const placeOf = ({ kind, loc }: ASTNode): string => `${kind} ${loc?.start} ${loc?.end}`;

/** Adds the path of the argument to each validation error about a literal. A member that is missing has its object's path. */
export function nameArguments(document: DocumentNode, errors: readonly Error[]): void {
  const errorsAt = new Map<string, GraphQLError[]>();
  for (const error of errors) {
    if (!(error instanceof GraphQLError)) continue;
    const [node] = error.nodes ?? [];
    if (!node || !isLiteral(node)) continue;
    const place = placeOf(node);
    errorsAt.set(place, [...(errorsAt.get(place) ?? []), error]);
  }
  if (errorsAt.size === 0) return;
  visit(document, {
    enter(node, _key, parent, keys, ancestors) {
      const found = errorsAt.get(placeOf(node));
      const argument = found && argumentPathOf(node, parent, keys, ancestors);
      if (argument) for (const { extensions } of found) extensions.argument = argument;
    },
  });
}
